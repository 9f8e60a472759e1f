#!/bin/sh
# SPDX-License-Identifier: MIT
# doc/batch/parallel.sh: five sites in slices, and a SIGTERM that stops all of them. A part of `make check-batch`.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/crawl/lib.sh"

command -v parallel >/dev/null || skip_all "no GNU parallel (Debian: apt install parallel)"
{
    printf '/\n  type text/html\n  body\n'
    for n in $(seq 12); do printf '    <a href=/%s>%s</a>\n' "$n" "$n"; done
    for n in $(seq 12); do printf '/%s\n  type text/html\n  text page\n' "$n"; done
} >"$work/first.site"
serve "$work/first.site" --ports 5
for n in 1 2 3 4 5; do
    # shellcheck disable=SC2154 # serve sets them
    eval "echo http://127.0.0.1:\$port${n#1}/"
done >"$work/sites"
mkdir "$work/bin" "$work/mirrors"
ln -s "$(realpath "$tiptoe")" "$work/bin/tiptoe"
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
whole=0
for mirror in "$work"/mirrors/127*; do
    "$tiptoe" verify "$mirror" >"$work/out" 2>&1 && "$tiptoe" status --json "$mirror" | grep -q '"queued":0,"done":13' &&
        whole=$((whole + 1))
done
is "$whole" 5 "five mirrors are complete and verified"
settle
gap=$(awk '$2 == "request" { print $1 }' "$log" | sort -n | awk 'NR > 1 && (NR == 2 || $1 - last < least) { least = $1 - last }
    { last = $1 } END { printf "%d", least }')
ok "no two requests are closer than 100 ms ($gap)" test "$gap" -ge 100
done_testing
