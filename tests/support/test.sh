# What every `run` shares: results, jobs beside each other, directives. Sourced; afterwards the working folder is that of the script,
# `topic` is its name, and `work` a folder that vanishes in the end. The runner says in SOOTH_TEST_JOBS how many jobs may run at a time.
# shellcheck shell=bash
set -u
support=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$(dirname "$0")" || exit 2
tests=${support%/support}
# shellcheck disable=SC2034 # for those who source this
root=${tests%/tests} topic=${PWD#"$tests"/}
export SOOTH=${SOOTH:-$root/build/release/sooth} SOOTH_OUT=${SOOTH_OUT:-$root/build/release} # by hand
work=$(mktemp -d) || exit 2
trap 'chmod -R u+rwx "$work"; rm -rf "$work"' EXIT

ok() { echo "ok $topic/$1"; }
bad() { echo "not ok $topic/$1: $2"; } # NAME WHY
is() { if [ "$2" = "$3" ]; then ok "$1"; else bad "$1" "'$2', not '$3'"; fi; } # NAME GOT WANTED
holds() { if [ "$2" = yes ]; then ok "$1"; else bad "$1" "$3"; fi; } # NAME yes|... WHY-NOT

limit=${SOOTH_TEST_JOBS:-2} running=0
start() { # COMMAND...: beside others
  if [ $running -ge "$limit" ]; then wait -n; else running=$((running + 1)); fi
  "$@" </dev/null &
}
finish() { wait; running=0; }

directives() { awk -f "$support/directives.awk" "$@"; } # FILE...

each_directive() { # FUNCTION FILE...: calls FUNCTION FILE KEY VALUE [says|shows TEXT]...
  local fields
  while IFS=$'\t' read -ra fields; do
    if [ "${fields[1]}" = wrong ]; then bad "${fields[0]}" "${fields[2]}"; else start "$1" "${fields[@]}"; fi
  done < <(directives "${@:2}")
  finish
}

each_file() { # FUNCTION FILE...: calls FUNCTION FILE KEY=VALUE...; what belongs to a directive comes after it as says=TEXT
  local fields file='' all=() word
  while IFS=$'\t' read -ra fields; do
    if [ "${fields[1]}" = wrong ]; then bad "${fields[0]}" "${fields[2]}"; continue; fi
    if [ "${fields[0]}" != "$file" ]; then
      [ -n "$file" ] && start "$1" "$file" "${all[@]}"
      file=${fields[0]} all=()
    fi
    all+=("${fields[1]}=${fields[2]}")
    for word in "${fields[@]:3}"; do all+=("${word%% *}=${word#* }"); done
  done < <(directives "${@:2}")
  [ -n "$file" ] && start "$1" "$file" "${all[@]}"
  finish
}

values() { # KEY KEY=VALUE...: the values of KEY, one per line
  local word
  for word in "${@:2}"; do [[ $word == "$1="* ]] && echo "${word#*=}"; done
}
