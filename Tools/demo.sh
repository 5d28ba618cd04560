#!/usr/bin/env bash
# Shows the main job on the sample: whole commands, and their answers as a person sees them.
set -euo pipefail
cd "$(dirname "$0")/.."
program=.build/release/meridian
sample=Data/samples/soho.gpkg

say() { printf '\n%s\n' "$1"; }
run() {
  printf '$ meridian'
  for word in "$@"; do printf ' %s' "$word"; done
  printf '\n'
  "$program" "$@" --format table
}

say "What is in this document? London's Soho in 1854, the map of the cholera outbreak."
run info "$sample"

say "A finger comes down beside the pump in Broad Street. What did it mean?"
run hit "$sample" --at -0.13666,51.51329 --zoom 17

say "The same finger on a map that is turned and tilted, at a point of the screen."
run hit "$sample" --screen 205,425 --center -0.13675,51.51334 --zoom 18 --bearing 30 --pitch 50

say "The same street in a SpatiaLite file."
run hit Data/samples/soho.sqlite --at -0.13666,51.51329 --zoom 17 --limit 2

say "Which pump? The places of death and the deaths that lie nearest to each."
run query "$sample" deaths --join pumps --on nearest --by pumps.name --sum Count

say "How far is it to the next pump, along the Earth?"
run measure inverse -0.136748575,51.513337976 -0.136011405,51.511543012
