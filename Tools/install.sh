#!/usr/bin/env bash
# Installs the program with its manual pages and completions, or removes them again:
#   Tools/install.sh install|uninstall
# PREFIX and DESTDIR say where, as in the Makefile.
set -euo pipefail
cd "$(dirname "$0")/.."

root=${DESTDIR-}${PREFIX:-/usr/local}
built=.build/release/meridian
program=$root/bin/meridian
manual=$root/share/man/man1
bash=$root/share/bash-completion/completions/meridian
zsh=$root/share/zsh/site-functions/_meridian
fish=$root/share/fish/vendor_completions.d/meridian.fish

case ${1-} in
  install)
    install -D -m 755 "$built" "$program"
    for shell in bash zsh fish; do
      file=${!shell}
      install -d "$(dirname "$file")"
      "$built" completion "$shell" > "$file"
      chmod 644 "$file"
    done
    install -d "$manual"
    "$built" man --list | while read -r page words; do
      # shellcheck disable=SC2086 # the words of a command
      "$built" man $words > "$manual/$page.1" < /dev/null
      chmod 644 "$manual/$page.1"
    done
    ;;
  uninstall)
    rm -f "$program" "$bash" "$zsh" "$fish"
    # Only pages that were made from the table of commands: other programs share the beginning.
    for page in "$manual/meridian.1" "$manual"/meridian-*.1; do
      [ -f "$page" ] || continue
      if head -n 1 "$page" | grep -q 'Made by .meridian man. from'; then rm -f "$page"; fi
    done
    ;;
  *) echo 'usage: Tools/install.sh install|uninstall' >&2; exit 2 ;;
esac
