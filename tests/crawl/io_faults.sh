#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that a fault in any call that changes a file loses nothing: the process ends there, or the disk is full or broken,
# once or always; then the next start fails too. Stored data is complete at any moment, and the same command ends with
# the same files. FAULT_STEP=1 takes every single call instead of some.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

shim=$top_builddir/tests/crawl/faults.so
[ -f "$shim" ] || skip_all "no $shim"
case $(ldd "$tiptoe" 2>/dev/null) in *libasan*) skip_all "a preloaded library does not go with AddressSanitizer" ;; esac
nm "$tiptoe" 2>/dev/null | grep -q __asan_init && skip_all "a preloaded library does not go with AddressSanitizer"

# crawl_faulty FAULT AT EVER: with the fault at that call.
crawl_faulty() {
    (
        cd "$work" || exit 1
        LD_PRELOAD=$shim FAULT=$1 FAULT_AT=$2 FAULT_COUNT=$work/count
        [ -z "$3" ] || export FAULT_EVER="$3"
        export LD_PRELOAD FAULT FAULT_AT FAULT_COUNT
        exec "$tiptoe" mirror --delay 0 -o f "$base/" >out 2>err 8>&- 9>&-
    )
    status=$?
}

serve "$top_srcdir/tests/crawl/first.site"
crawl mirror --delay 0 -o whole "$base/"
digests "$work/whole" >"$work/whole.sums"
crawl_faulty none 0 ''
is "$status" 4 "with the library loaded and no fault"
count=$(cat "$work/count")
ok "there are calls to go wrong: $count" [ "$count" -gt 50 ]

# A new archive file has no name before it is whole: what dies before the database knows it leaves nothing torn behind.
# The database is made first, with some 80 calls.
torn=0
at=60
while [ "$at" -le 110 ]; do
    rm -rf "$work/f"
    crawl_faulty die "$at" ''
    crawl mirror --delay 0 -o f "$base/"
    gzip -t "$work"/f/archive/* && [ -z "$(find "$work/f/archive" -name '.*' -type f)" ] ||
        { torn=$((torn + 1)) && note "died at $at: $(ls -lA "$work/f/archive")"; }
    at=$((at + 1))
done
is "$torn" 0 "archive files that are whole, and nothing else, wherever the start dies"

torn=0 wrong=0 tried=0 silent=0
for fault in die ENOSPC EIO; do
    for ever in '' 1; do
        [ "$fault$ever" != die1 ] || continue
        step=${FAULT_STEP:-$((count / 12 + 1))}
        at=1
        while [ "$at" -le "$count" ]; do
            rm -rf "$work/f"
            crawl_faulty "$fault" "$at" "$ever"
            seen=$status
            # A directory in which the first call failed may hold no mirror yet.
            if [ -f "$work/f/mirror.db" ] && [ -s "$work/f/mirror.db" ]; then
                crawl verify f
                [ "$status" = 0 ] || grep -qE 'never begun|no start page yet' "$work/err" || { torn=$((torn + 1)) && note "$fault$ever at $at: $(head -n 3 "$work/out" "$work/err")"; }
            fi
            if [ "$fault" != die ] && [ "$seen" != 4 ] && [ ! -s "$work/err" ]; then
                silent=$((silent + 1))
                note "$fault$ever at $at: status $seen, and not a word"
            fi
            # The next start, which has to repair what the first left, goes wrong too.
            crawl_faulty "$fault" $((at % 40 + 1)) ''
            crawl mirror --delay 0 -o f "$base/"
            digests "$work/f" >"$work/f.sums"
            if [ "$status" != 4 ] || ! cmp -s "$work/whole.sums" "$work/f.sums"; then
                wrong=$((wrong + 1))
                note "$fault$ever at $at: status $seen, then $status: $(tail -n 2 "$work/err")"
            fi
            tried=$((tried + 1))
            at=$((at + step))
        done
    done
done
ok "tried $tried faults" [ "$tried" -gt 40 ]
is "$torn" 0 "nothing that was stored is torn"
is "$silent" 0 "a failure is reported"
is "$wrong" 0 "the same command ends with the same files"
done_testing
