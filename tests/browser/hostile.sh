#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs hostile.c, built in BUILD, with chromium-headless-shell or $BROWSER; as root, as a user of its own, since the browser's
# sandbox does not work as root. Exit 77 where that is not possible.
set -u
program=$1/tests/browser/hostile
folder=$(mktemp -d "${TMPDIR:-/tmp}/tiptoe-hostile.XXXXXX") || exit 1
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder" && cp "$program" "$folder/hostile" || exit 1
set -- env PATH="$PATH" ${BROWSER:+BROWSER="$BROWSER"} "$folder/hostile"
[ "$(id -u)" != 0 ] || set -- setpriv --reuid=47321 --regid=47321 --clear-groups "$@"
"$@" >"$folder/said" 2>&1
status=$?
grep -v '^ok' "$folder/said"
grep -q '^1\.\.0 # SKIP' "$folder/said" && exit 77
exit $status
