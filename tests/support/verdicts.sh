# Tests of what `sooth verify` says, by the directives of programs (tests/README.md): expect, twin, says, shows. Sourced by a `run`,
# which may change the settings and then calls `verdicts FILE...`.
# shellcheck shell=bash
# shellcheck source=test.sh
. "$(dirname "${BASH_SOURCE[0]}")/test.sh"

seconds=60           # for a verdict that is wanted
patience=5           # where unknown is fine
models=LP64          # data models in which an expectation must hold, unless it names one
certified=no         # yes: what is proved must be certified, unless the expectation says `uncertified`
common=(--no-replay) # options of every run
twin=not-true        # what a twin must give,
twin_common=()       # with further options,
twin_patience=5      # in this time

ask() { # OPTION...: sets output, status, said
  output=$("$SOOTH" verify "$@" 2>&1) status=$? said=
  [[ $'\n'$output == *$'\n'verdict:\ * ]] || return 0
  said=$'\n'$output said=${said##*$'\n'verdict: } said=${said%%$'\n'*}
}

fits() { # WANTED: does what was said fit, and the exit status with it?
  case "$said:$status" in true:0 | false\(*\):10 | unknown\ *:20) ;; *) return 1 ;; esac
  case "$1" in
    true | unknown) [ "${said%% *}" = "$1" ] ;;
    false) [[ $said == false* ]] ;;
    unsupported) [[ $said == *unsupported* ]] ;;
    not-true) [ "$said" != true ] ;;
    not-false) [[ $said != false* ]] ;;
    *) [ "$said" = "$1" ] ;;
  esac
}

broken() { [[ $output == *internal\ failure* || $output == *defect* || $said == *signal* ]]; }

told() { # says|shows TEXT: does the output say it?
  local text=${1#* } values
  case "$1" in
    says\ *) [[ $output == *"$text"* ]] ;;
    shows\ *) # among the values at the place of the error
      values=$(sed -n 's/^  at .*` with //p' <<<"$output")
      [[ ", $values," == *", $text,"* ]] ;;
  esac
}

check() { # NAME WANTED BY CERTIFIED TEXT...: about the run that was asked for last
  local name=$1 wanted=$2 by=$3 sure=$4 text
  shift 4
  if broken; then bad "$name" "$(grep -m 1 'internal failure\|defect\|signal' <<<"$output")"; return; fi
  if ! fits "$wanted"; then bad "$name" "wanted $wanted, got ${said:-nothing} (exit $status)"; return; fi
  if [ "$said" = true ]; then
    [ -z "$by" ] || grep -q "holds (.*$by" <<<"$output" || { bad "$name" "not proved by $by"; return; }
    [ "$sure" = no ] || grep -q '^certified: yes' <<<"$output" || { bad "$name" "not certified"; return; }
  fi
  ok "$name"
  for text; do
    if told "$text"; then ok "$name ${text#* }"; else bad "$name ${text#* }" "it is not told"; fi
  done
}

read_options() { # WORD...: sets options, where, sure, by
  local word
  options=() where=$models sure=$certified by=
  for word; do
    case "$word" in
      LP64 | ILP32) where=$word ;;
      uncertified) sure=no ;;
      by=*) by=${word#by=} ;;
      *) options+=("$word") ;;
    esac
  done
}

expectation() { # FILE PROPERTY VERDICT [OPTION]... -- TEXT...
  local file=$1 property=$2 wanted=$3 words=() time=$seconds model options where sure by name
  shift 3
  while [ "$1" != -- ]; do words+=("$1"); shift; done
  shift
  read_options "${words[@]}"
  [[ $wanted == not-* ]] && time=$patience
  for model in $where; do
    name="${file%.c} $property"
    [ "$models" = LP64 ] || name="$name $model"
    ask --property "$property" --data-model "$model" --timeout "$time" "${common[@]}" "${options[@]}" "$file"
    check "$name${options[*]:+ ${options[*]}}" "$wanted" "$by" "$sure" "$@"
  done
}

twin_change() { # FILE CHANGE: sets program and options; the change is an edit or a macro
  case "$2" in
    -D*) program=$1 options+=("$2") ;;
    *)
      program=$(mktemp -d "$work/XXXXXX")/$1
      sed -e "$2" "$1" >"$program"
      ! cmp -s <(grep -v '^/\* ' "$1") <(grep -v '^/\* ' "$program") ;; # the directive itself is changed, too
  esac
}

expect_twin() { # FILE PROPERTY "CHANGE [OPTION]..."
  local file=$1 property=$2 change program options where sure by model
  [[ $3 =~ ^(s/.*/g?|-D[^ ]*)( (.*))?$ ]] || { bad "$file twin" "no change: $3"; return; }
  change=${BASH_REMATCH[1]}
  # shellcheck disable=SC2086 # words
  read_options ${BASH_REMATCH[3]}
  twin_change "$file" "$change" || { bad "${file%.c} twin $change" "it changes nothing"; return; }
  for model in $where; do
    ask --property "$property" --data-model "$model" --timeout "$twin_patience" "${common[@]}" "${twin_common[@]}" "${options[@]}" "$program"
    check "${file%.c} $property twin $change" "$twin" '' no
  done
}

verdict() { # FILE KEY VALUE TEXT...
  local words
  case "$2" in
    expect) read -ra words <<<"$3" && expectation "$1" "${words[@]}" -- "${@:4}" ;;
    twin) expect_twin "$1" "${3%% *}" "${3#* }" ;;
    *) bad "$1" "a directive of another topic: $2" ;;
  esac
}

verdicts() { each_directive verdict "$@"; } # FILE...
