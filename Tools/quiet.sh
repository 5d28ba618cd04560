#!/usr/bin/env bash
# Tools/quiet.sh WHAT COMMAND…: says WHAT happens in one line, shows the command's output only when
# it fails, and ends with its exit code.
set -uo pipefail
what=$1
shift
log=$(mktemp)
trap 'rm -f "$log"' EXIT
printf '%s … ' "$what"
start=$SECONDS
"$@" > "$log" 2>&1 < /dev/null
code=$?
if [ "$code" -eq 0 ]; then
  printf 'done (%d s)\n' "$((SECONDS - start))"
else
  printf 'FAILED (%d s)\n' "$((SECONDS - start))"
  cat "$log" >&2
  printf '%s failed: %s\n' "$what" "$*" >&2
fi
exit "$code"
