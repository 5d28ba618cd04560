#!/usr/bin/env bash
# Makes the reference of the libraries named as a static site, docs/, one folder each and a page
# that leads to them.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
docc=$(dirname "$(readlink -f "$(command -v "$swift")")")/docc
[ -x "$docc" ] || docc=docc

graphs=.build/symbol-graphs
rm -rf "$graphs" docs
mkdir -p "$graphs" docs
# The command also asks for modules that only programs have, cannot read them, and fails after it has
# written all others; so what counts is that the graph of every library named is there.
dump() {
  "$swift" package dump-symbol-graph --minimum-access-level public --skip-synthesized-members ||
    true
  dumped=$(find .build/ -type d -name symbolgraph | head -n 1)
  for library in "$@"; do
    if [ ! -s "$dumped/$library.symbols.json" ]; then
      echo "docs: no declarations of $library were written." >&2
      return 1
    fi
  done
}
find .build/ -name '*.symbols.json' -delete
if ! dump "$@" > "$graphs/log" 2>&1; then
  cat "$graphs/log" >&2
  exit 1
fi
dumped=$(find .build/ -type d -name symbolgraph | head -n 1)

list=
for library in "$@"; do
  mkdir -p "$graphs/$library"
  cp "$dumped/$library.symbols.json" "$graphs/$library/"
  find "$dumped" -name "$library@*.symbols.json" -exec cp {} "$graphs/$library/" \;
  folder=$(tr '[:upper:]' '[:lower:]' <<< "$library")
  Tools/quiet.sh "Writing docs/$library" "$docc" convert "Sources/$library/$library.docc" \
    --additional-symbol-graph-dir "$graphs/$library" --output-path "docs/$library" \
    --fallback-display-name "$library" --fallback-bundle-identifier "meridian.$folder" \
    --transform-for-static-hosting --hosting-base-path "$library" --warnings-as-errors
  list="$list<li><a href=\"$library/documentation/$folder/\">$library</a></li>"
done
printf '<!doctype html><meta charset="utf-8"><title>Meridian</title><h1>Meridian</h1><ul>%s</ul>\n' \
  "$list" > docs/index.html
echo 'Look at it with: python3 -m http.server --directory docs'
