#!/usr/bin/env bash
# Makes sure that Swift and the Debian packages are there. One argument:
#   demo   what the program needs      all   what tests, checks and benchmarks need besides
# Touches nothing, and needs no network, when everything is in place.
set -euo pipefail

demo="libsqlite3-dev libproj-dev libgeos-dev libsimdjson-dev libxxhash0 libnettle8 libutf8proc-dev
  libshp-dev libexpat1-dev"
all="$demo libspatialite-dev sqlite3 spatialite-bin gdal-bin python3-gdal binutils shellcheck
  zsh fish mandoc groff-base chromium kotlin"
case ${1:-all} in
  demo) wanted=$demo ;;
  all) wanted=$all ;;
  *) echo "usage: Tools/setup.sh [demo|all]" >&2; exit 2 ;;
esac
swift=${SWIFT:-swift}

# --- Swift ---------------------------------------------------------------------------------------

if ! command -v "$swift" > /dev/null; then
  echo "Swift is not here: install version 6.2 or later from https://www.swift.org/install" \
    "and put it on the PATH, then run this again." >&2
  exit 1
fi
version=$("$swift" --version 2> /dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p')
if [ -z "$version" ] || [ "$(printf '%s\n' 6.2 "$version" | sort -V | head -n 1)" != 6.2 ]; then
  echo "Swift ${version:-of unknown version} is here, 6.2 or later is needed:" \
    "install it from https://www.swift.org/install and run this again." >&2
  exit 1
fi

# --- Packages ------------------------------------------------------------------------------------

installed() {
  # A pattern is installed when any package of that name is.
  dpkg-query -W -f='${db:Status-Status}\n' "$1" 2> /dev/null | grep -qx installed
}

if ! command -v dpkg-query > /dev/null || ! command -v apt-get > /dev/null; then
  echo "setup: apt-get is not here, so nothing was installed; the build needs what Debian calls" \
    "$wanted." >&2
  exit 0
fi

missing=
for package in $wanted; do
  installed "$package" || missing="$missing $package"
done
# The JSON reader is C++: any version of the standard library's headers will do.
installed 'libstdc++-*-dev' || missing="$missing g++"
[ -n "$missing" ] || exit 0

root=
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo > /dev/null; then
    echo "setup: sudo is not here; as root, run: apt-get install$missing" >&2
    exit 1
  fi
  root=sudo
fi

echo "Installing$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() {
  # shellcheck disable=SC2086 # a list of words
  $root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -q --no-install-recommends $missing >> "$log" 2>&1 < /dev/null
}
# The lists may be absent or old: try, refresh them, try again.
if ! install; then
  $root apt-get update -q >> "$log" 2>&1 < /dev/null || true
  if ! install; then
    cat "$log" >&2
    echo "setup: apt-get could not install$missing; the log above says why." \
      "Check the network and /etc/apt/sources.list, then run this again." >&2
    exit 1
  fi
fi
