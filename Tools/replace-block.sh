#!/usr/bin/env bash
# Tools/replace-block.sh FILE NAME: puts standard input between the lines <!-- NAME:begin --> and
# <!-- NAME:end --> of FILE.
set -euo pipefail
file=$1
name=$2
for marker in begin end; do
  if [ "$(grep -cx "<!-- $name:$marker -->" "$file")" -ne 1 ]; then
    echo "$file has not exactly one line <!-- $name:$marker -->." >&2
    exit 1
  fi
done
block=$(mktemp)
result=$(mktemp)
trap 'rm -f "$block" "$result"' EXIT
cat > "$block"
awk -v name="$name" -v block="$block" '
  $0 == "<!-- " name ":end -->" { while ((getline line < block) > 0) print line; inside = 0 }
  !inside { print }
  $0 == "<!-- " name ":begin -->" { inside = 1 }
' "$file" > "$result"
cat "$result" > "$file"
