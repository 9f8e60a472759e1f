#!/bin/sh
# SPDX-License-Identifier: MIT
# Many mirrors on one machine, by GNU parallel: sh parallel.sh SITES [ROOT]
# SITES has a URL on each line, ROOT (default: the current directory) gets a directory for each site.
# A slice that ends with 75 runs again, up to 50 times; then run the same command again. Other failures are not repeated.
set -u
sites=$(realpath "$1") && self=$(realpath "$0") || exit 2
cd "${2:-.}" || exit 2
export SLICE="${SLICE:-1h}" OPTIONS="${OPTIONS:-}"

one() {
    status=75
    for _ in $(seq 50); do
        # shellcheck disable=SC2086 # a list of options
        tiptoe mirror --quiet --accept-failures --share-pace .pace --max-time "$SLICE" $OPTIONS "$1"
        status=$?
        [ "$status" = 75 ] || break
    done
    exit "$status"
}
[ "${3-}" != one ] || one "$4"
# --termseq: parallel passes on the first signal, and a tiptoe that gets SIGTERM ends with 75 and loses nothing
exec parallel --jobs "${JOBS:-20}" --joblog parallel.log --resume --termseq TERM,60000,KILL \
    sh "$self" "$sites" . one :::: "$sites"
