#!/usr/bin/env bash
# Tools/bench.sh linked|peers FOLDER: runs the benchmark with the data of a cache folder, and puts
# its table between the markers of README.md when all workloads were run.
#
#   ONLY     the workloads to run, see meridian-bench --help
#   ROUNDS   how many rounds, 5 or more
#   SECONDS_A_ROUND   processor seconds for one contestant in one round
set -euo pipefail
cd "$(dirname "$0")/.."
kind=$1
folder=$2
table=$(mktemp)
trap 'rm -f "$table"' EXIT

swift=$("${SWIFT:-swift}" --version 2> /dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')
sqlite=$(pkg-config --modversion sqlite3 2> /dev/null || true)
commit=$(git rev-parse --short HEAD 2> /dev/null || echo 'no commit')
options=(--data "$folder" --rounds "${ROUNDS:-5}" --seconds "${SECONDS_A_ROUND:-0.4}"
  --versions "Swift ${swift:-unknown}, SQLite ${sqlite:-unknown}, commit $commit")
[ -z "${ONLY:-}" ] || options+=(--only "$ONLY")
marker=bench
if [ "$kind" = peers ]; then
  marker=bench-peers
  options+=(--linked no)
  while read -r command; do options+=(--outside "$command"); done \
    < <(Tools/bench-peers.sh "$folder")
else
  # As it is installed: a file that a linker has written lies in memory in smaller pieces.
  mkdir -p .build/bench
  cp .build/release/meridian .build/bench/meridian
  options+=(--program .build/bench/meridian --samples Data/samples)
  # Long pipes are compared with Python when bench-peers has made one.
  [ ! -x "$folder/venv/bin/python" ] || options+=(--python "$folder/venv/bin/python")
fi
mkdir -p Data/baselines
[ -n "${ONLY:-}" ] || options+=(--baseline "Data/baselines/$marker.jsonl")
.build/release/meridian-bench "${options[@]}" | tee "$table"
if ! grep -q '^|' "$table"; then
  echo "bench: meridian-bench printed no table, README.md stays as it is." >&2
  exit 1
fi
[ -n "${ONLY:-}" ] || Tools/replace-block.sh README.md "$marker" < "$table"
