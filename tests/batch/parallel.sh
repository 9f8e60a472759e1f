#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests doc/batch/parallel.sh: five sites in slices, and a SIGTERM that stops all of them. A part of `make check-batch`.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/crawl/lib.sh"
. "$top_srcdir/tests/batch/sites.sh"

command -v parallel >/dev/null || skip_all "no GNU parallel (Debian: apt install parallel)"
five_sites 12
mkdir "$work/mirrors"
recipe=$top_srcdir/doc/batch/parallel.sh
export PATH="$work/bin:$PATH" HOME="$work" SLICE=3s OPTIONS="--delay 0.1"

(exec setsid sh "$recipe" "$work/sites" "$work/mirrors" >"$work/out" 2>"$work/err" 8>&- 9>&-) &
crawl_pid=$!
enough() {
    [ "$(requests_of /2)" -gt 1 ]
}
await "all sites are requested" enough
kill -TERM "$crawl_pid"
kill -TERM "$crawl_pid" 2>/dev/null
crawl_ends
ok "a signal stops it" test "$status" != 0
for mirror in "$work"/mirrors/127*; do
    "$tiptoe" verify "$mirror" >"$work/out" 2>&1 || note "$(cat "$work/out")"
done
(sh "$recipe" "$work/sites" "$work/mirrors" >"$work/out" 2>"$work/err" 8>&- 9>&-)
is "$?" 0 "the same command again ends with 0" || note "$(tail -n 5 "$work/err")"
sites_are_whole 12 "$work/mirrors" "five mirrors are complete and verified"
settle
gap_is_at_least 100 all
done_testing
