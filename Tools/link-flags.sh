#!/usr/bin/env bash
# Prints how the release program is linked on Linux so that it starts fast; nothing elsewhere.
# Run in the project's folder: it keeps one link in .build/static.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(uname -s)" = Linux ] || exit 0
swift=$(command -v "${SWIFT:-swift}") || exit 0
folder=$(dirname "$(readlink -f "$swift")")
clang=$folder/clang
[ -x "$clang" ] || clang=clang

# Swift's own linker: of two objects that both need the C++ library it takes one, and packs addresses.
flags="-Xswiftc -use-ld=lld"
# A program offers no functions to others, so that what nobody calls can go.
flags="$flags -Xlinker --gc-sections -Xlinker --no-export-dynamic -Xlinker -s"
# Libraries lie where the system has them; a folder of the program's own would be searched first.
flags="$flags --disable-local-rpath"

# The C++ library, of which Swift's runtime needs a twentieth, from its archive: as a shared library
# it has three thousand names to look up before the program begins.
archive=$("$clang" -print-file-name=libstdc++.a 2> /dev/null || true)
if [ -f "$archive" ]; then
  mkdir -p .build/static
  ln -sf "$archive" .build/static/libstdc++.a
  flags="$flags -Xswiftc -L.build/static"
  flags="$flags -Xswiftc -Xclang-linker -Xswiftc -static-libgcc"
fi

# Addresses to be moved as bits instead of records, from version 2.36 of the C library on.
version=$(getconf GNU_LIBC_VERSION 2> /dev/null | sed -n 's/^glibc //p')
if [ -n "$version" ] && [ "$(printf '%s\n' 2.36 "$version" | sort -V | head -n 1)" = 2.36 ]; then
  flags="$flags -Xlinker -z -Xlinker pack-relative-relocs"
fi
echo "$flags"
