#!/usr/bin/env bash
# Runs the tests that are built, all or those that the arguments filter. Shows failures, skipped
# tests and the closing lines; everything is in .build/logs/test.log.
set -uo pipefail
cd "$(dirname "$0")/.." || exit
log=.build/logs/test.log
mkdir -p .build/logs
echo 'Running the tests …'
"${SWIFT:-swift}" test --skip-build --disable-xctest "$@" 2>&1 < /dev/null | tee "$log" |
  grep --line-buffered -vE '^(◇|✔) |^✘ Test run|^↳ (///|Testing Library|Target Platform)|^\['
code=${PIPESTATUS[0]}
tail -n 1 "$log"
[ "$code" -eq 0 ] || echo "The whole log is in $log." >&2
exit "$code"
