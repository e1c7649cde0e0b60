# Splits .pair files (tests/README.md) into folders WORK/FILE/CASE with old.c, new.c, options and `expect`: lines KIND FUNCTION VERDICT.
# Prints the name FILE/CASE of each.   awk -v work=WORK -f pairs.awk FILE.pair...
function finish() {
  if (name == "") return
  close(dir "/old.c"); close(dir "/new.c"); close(dir "/expect"); close(dir "/options")
  print file "/" name
}

FNR == 1 {
  finish()
  file = FILENAME
  sub(/^.*\//, "", file)
  sub(/\.pair$/, "", file)
  name = common = ""
}

/^case / {
  finish()
  name = $2; dir = work "/" file "/" name; side = "old"
  system("mkdir -p " dir)
  printf "%s", common >(dir "/old.c")
  printf "%s", common >(dir "/new.c")
  printf "" >(dir "/expect")
  printf "" >(dir "/options")
  next
}

name == "" { common = common $0 "\n"; next }
/^----$/ { side = "new"; next }
/^options / { sub(/^options /, ""); print >(dir "/options"); next }
/^(expect|expect-all|input|shown|unproved|silent) / { sub(/:/, ""); print >(dir "/expect"); next }
{ print >(dir "/" side ".c") }
END { finish() }
