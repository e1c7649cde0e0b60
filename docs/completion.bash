# Completion for bash: `source docs/completion.bash`. Commands and options are asked of the tool itself, so that they never differ.
_sooth() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} tool=${COMP_WORDS[0]}
  if [ "$COMP_CWORD" = 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "$("$tool" --help | sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p')" -- "$word")
    return
  fi
  case "$before" in
    --property) mapfile -t COMPREPLY < <(compgen -W "reach memsafety memcleanup overflow division termination" -f -- "$word"); return ;;
    --data-model) mapfile -t COMPREPLY < <(compgen -W "LP64 ILP32" -- "$word"); return ;;
    --extern) mapfile -t COMPREPLY < <(compgen -W "pure args havoc" -- "$word"); return ;;
    --trace) mapfile -t COMPREPLY < <(compgen -W "short full" -- "$word"); return ;;
    --dump) mapfile -t COMPREPLY < <(compgen -W "program formula" -- "$word"); return ;;
    --engine) mapfile -t COMPREPLY < <(compgen -W "$("$tool" verify --help | sed -n '/^Engines/,$s/^  \([a-z0-9-]*\) .*/\1/p')" -- "$word"); return ;;
  esac
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$("$tool" "${COMP_WORDS[1]}" --help | grep -oE '^  -[-a-zA-Z]+' | tr -d ' ')" -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -o filenames -F _sooth sooth
