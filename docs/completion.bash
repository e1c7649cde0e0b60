# Completion for bash: `source docs/completion.bash`. Commands, options and values are asked of the tool itself, so that they never differ.
_sooth() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} tool=${COMP_WORDS[0]} command=${COMP_WORDS[1]}
  if [ "$COMP_CWORD" = 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "$("$tool" --help | sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p')" -- "$word")
    return
  fi
  local rows choices
  rows=$("$tool" --options | awk -F'\t' -v command="$command" '$1 == command || $1 == "frontend"')
  choices=$(awk -F'\t' -v option="$before" '$2 == option && $3 ~ /[|]/ { gsub(/[|]/, " ", $3); print $3 }' <<<"$rows")
  case "$before" in
    --property) choices="reach memsafety memcleanup overflow $([ "$command" = run ] && echo memtrack uninitialised || echo division termination)" ;;
    --engine) choices=$("$tool" verify --help | sed -n '/^Engines/,$s/^  \([a-z0-9-]*\) .*/\1/p') ;;
  esac
  if [ -n "$choices" ]; then
    mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
  elif [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(awk -F'\t' '$2 ~ /^-[^ ]*$/ { print $2 }' <<<"$rows") --help" -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -o filenames -F _sooth sooth
