#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that a hundred processes that share a pace at one address need hardly more time than their requests must take, also
# if the clocks of half of them are two seconds ahead. A part of `make check-batch`; takes two minutes. FOLDER is the shared
# folder, on a file system to be tested.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/crawl/lib.sh"
own_network

sites=100
for n in $(seq $sites); do
    echo "site$n.test 198.51.100.1"
done >"$work/names"
names_serve
printf '/\n  type text/html\n  text <a href=/1>1</a>\n/1\n  type text/html\n  text one\n' >"$work/first.site"
serve "$work/first.site" --everywhere

# ahead N COMMAND…: runs it; for every second N with a clock that is ahead
ahead() {
    if [ -n "$preload" ] && [ $(($1 % 2)) = 0 ]; then
        shift
        exec env "LD_PRELOAD=$preload" FAKETIME=+2s "$@"
    fi
    shift
    exec "$@"
}

# crowd NAME: all processes at once
crowd() {
    : >"$log"
    pids=
    for n in $(seq $sites); do
        (cd "$work" && ahead "$n" timeout 300 "$tiptoe" mirror --delay 0.25 -o "$1$n" --share-pace "${FOLDER:-pace}" \
            "http://site$n.test:$port/" >"$n.out" 2>&1 6>&- 7>&- 8>&- 9>&-) &
        pids="$pids $!"
    done
    complete=0
    for pid in $pids; do
        wait "$pid" && complete=$((complete + 1))
    done
    is "$complete" "$sites" "$1: all are complete"
    settle
    awk '$2 == "request" { count++; gap = $1 - last; last = $1; if (count == 1) { first = last; next }
            if (count == 2 || gap < least) least = gap; if (gap > most) most = gap }
        END { printf "%d requests, gaps from %d to %d ms, %.2f times the least time\n", count, least, most,
            (last - first) / (count - 1) / 250 }' "$log" >"$work/sums"
    note "$1: $(cat "$work/sums")"
    ok "$1: no gap is shorter than the pace" awk '{ exit !($5 >= 250) }' "$work/sums"
    ok "$1: within 1.2 times the least time" awk '{ exit !($9 <= 1.2) }' "$work/sums"
}
preload=
crowd one
preload=$(find /usr/lib -name libfaketime.so.1 2>/dev/null | head -n 1)
if [ -n "$preload" ]; then
    crowd two
else
    skip "clocks that differ" "libfaketime is not installed"
fi
done_testing
