# Cases of two versions (.pair files, tests/README.md). Sourced by a `run`, which calls `each_case FUNCTION FILE.pair...`.
# shellcheck shell=bash
# shellcheck source=test.sh
. "$(dirname "${BASH_SOURCE[0]}")/test.sh"


each_case() { # FUNCTION FILE...: calls FUNCTION NAME in a folder of the case with old.c, new.c, expect; `options` are its options
  local name
  while read -r name; do
    if [ -s "$work/$name/expect" ]; then start run_case "$1" "$name"; else bad "$name" "it expects nothing"; fi
  done < <(awk -v work="$work" -f "$support/pairs.awk" "${@:2}")
  finish
}

run_case() { # FUNCTION NAME
  cd "$work/$2" || return
  # shellcheck disable=SC2034 # for the function
  read -rd '' -a options <options
  "$1" "$2"
}

compare() { # OPTION...: sooth diff of the case, into `out`
  "$SOOTH" diff old.c new.c -j1 "$@" >out 2>&1
}

verdict_of() { sed -n "s/^${1%@*} ([^)]*): //p" out; } # FUNCTION
