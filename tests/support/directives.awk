# The one reader of directives (tests/README.md): prints each with what belongs to it as
#   FILE <tab> KEY <tab> VALUE [<tab> says|shows TEXT]...
# A file without directives, and one whose last line is a comment but no directive, are told as FILE <tab> wrong <tab> WHY.
BEGIN {
  split("expect twin needs not-enough except options", names, " ")
  for (i in names) starts[names[i]] = 1
  joins["says"] = joins["shows"] = 1
}

function put() {
  if (record != "") print file "\t" record
  record = ""
}

function close_file() {
  put()
  if (file == "") return
  if (!found) print file "\twrong\tit has no directive"
  else if (stray != "") print file "\twrong\tno directive: " stray
}

function take(key, value) {
  if (key in joins && record != "") record = record "\t" key " " value
  else if (key in starts) {
    put()
    record = key "\t" value
  } else return 0
  found = 1
  return 1
}

FNR == 1 {
  close_file()
  file = FILENAME
  sub(/^\.\//, "", file)
  found = 0
}

{
  comment = /^(\/\*|;|c) / && (!/^\/\*/ || /\*\/$/) # C, SyGuS, QDIMACS
  text = $0
  sub(/^[^ ]* /, "", text)
  sub(/ *\*\/$/, "", text)
  colon = index(text, ": ")
  stray = ""
  if (comment && !(colon && take(substr(text, 1, colon - 1), substr(text, colon + 2)))) stray = $0
}

END { close_file() }
