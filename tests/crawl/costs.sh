#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests what a page costs, in counts that do not depend on the machine: requests, system calls, bytes written, allocations. It
# mirrors a site of 100 pages and one of 300 over one connection, and compares the cost of the 200 additional pages with
# ceilings (the counts when they were written, plus an eighth). `make bench` measures times.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

shim=$top_builddir/tests/crawl/costs.so
few=100 many=300

# site PAGES: pages of 40 links and 12 KB, a style sheet and an image.
site() {
    cat <<END
/robots.txt
  type text/plain
  body
    User-agent: *
    Disallow: /private/

/style.css
  type text/css
  body
    body { background: url(/image.png) }

/image.png
  type image/png
  fill 3000

/page/*
  type text/html; charset=utf-8
  etag "@N@"
  text <!DOCTYPE html><title>Page @N@</title><link rel="stylesheet" href="../style.css"><img src="/image.png"><form action="/missing">
  repeat 20 <p><a href="@N*20+I%$1@.html">near</a> some words &amp; <a class="x" href="/page/@N*7+I%$1@.html#part">far</a>
  repeat 200 <p>Words to read, of which a page has more than it has links.\\n

/
  type text/html; charset=utf-8
  repeat 20 <a href="/page/@I*5%$1@.html">a page</a>
END
}

# mirrored PAGES COMMAND…: the site of so many pages is mirrored by COMMAND, which runs tiptoe.
mirrored() {
    pages=$1
    shift
    site "$pages" >"$work/$pages.site"
    play "$work/$pages.site"
    forget_requests
    rm -rf "$work/mirror"
    (cd "$work" && exec "$@" "$tiptoe" mirror --quiet --delay 0 --connections 1 -o mirror "$base/" >out 2>err 8>&- 9>&-)
    status=$?
}

# each FEW MANY: the difference for each page more, rounded up.
each() {
    awk -v few="$1" -v many="$2" -v pages=$((many - few)) 'BEGIN {
        cost = (many - few) / pages
        print int(cost) + (cost > int(cost)) }'
}

# at_most COST CEILING WHAT
at_most() {
    [ -n "$1" ] && [ "$1" -gt 0 ] && [ "$1" -le "$2" ]
    verdict $? "$3 for each page: $1, at most $2"
}

site $few >"$work/first.site"
serve "$work/first.site"

for pages in $few $many; do
    mirrored $pages env
    exits 0 "$pages pages are mirrored"
    grep -c ' request ' "$log" >"$work/requests.$pages"
    du -bs "$work/mirror/archive" | cut -f 1 >"$work/archive.$pages"
done
is "$(cat "$work/requests.$many")" $((many + 5)) "each page, style, image, form and robots.txt is requested once"
at_most "$(each "$(cat "$work/archive.$few")" "$(cat "$work/archive.$many")")" 2340 "bytes of the archive"

shimmed=1
! nm "$tiptoe" 2>/dev/null | grep -q __asan_init && [ -f "$shim" ] || shimmed=
if [ -z "$shimmed" ]; then
    skip "bytes written and allocations" "a preloaded library does not go with AddressSanitizer"
else
    for pages in $few $many; do
        mirrored $pages env LD_PRELOAD="$shim" COSTS="$work/costs.$pages"
    done
    read -r few_allocations few_bytes <"$work/costs.$few"
    read -r many_allocations many_bytes <"$work/costs.$many"
    # A debug build checks references between rows, for which SQLite allocates a third more.
    ceiling=100
    ! grep -q '^#define TIPTOE_DEBUG' "$top_builddir/config.h" || ceiling=135
    at_most "$(each "$few_allocations" "$many_allocations")" "$ceiling" "allocations"
    at_most "$(each "$few_bytes" "$many_bytes")" 24000 "bytes written"
fi

if strace -f -c -o "$work/probe" true 2>/dev/null; then
    if [ -n "$shimmed" ]; then
        for pages in $few $many; do
            mirrored $pages strace -f -c -E LD_PRELOAD="$shim" -o "$work/calls.$pages"
            # How often threads wake each other follows from how fast they run here.
            awk '$NF == "futex" { less = $4 } $NF == "total" { print $4 - less }' "$work/calls.$pages" >"$work/sum.$pages"
        done
        at_most "$(each "$(cat "$work/sum.$few")" "$(cat "$work/sum.$many")")" 15 "system calls"
    else
        skip "system calls" "a preloaded library does not go with AddressSanitizer"
    fi

    # What a mirror of more pages, which was killed, reads of mirror.db until its first request: its URLs, and no
    # more answers.
    for rows in 100000 300000; do
        mirrored $few env
        sqlite3 "$work/mirror/mirror.db" "UPDATE run SET ended_ms = 0; UPDATE origin SET pages = 1;
            CREATE TEMP TABLE more AS WITH RECURSIVE more(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM more WHERE i < $rows)
                SELECT i + (SELECT max(id) FROM url) AS id, i < $rows AS state FROM more;
            INSERT INTO url (id, url, origin, state, kind, roles, depth, reason)
                SELECT id, '$base/more/' || id, 1, state, 2, 1, 1, 0 FROM more;
            INSERT INTO visit (url, state, reason, run, sequence, document, requested_ms, duration_ms, status, wire_bytes, plain_bytes,
                archive_offset, archive_length, title, seen_run, seen_ms, seen_status)
                SELECT id, 1, 0, 1, 1, 1, 1, 1, 200, 1, 1, 1, 1, printf('%300d', id), 1, 1, 200 FROM more WHERE state = 1"
        (cd "$work" && exec strace -f -e trace=pread64,sendto -o "reads.$rows" \
            "$tiptoe" resume --quiet mirror 2>err 8>&- 9>&-)
        is "$(grep -c "sendto.*GET /more" "$work/reads.$rows")" 1 "$rows pages: a request"
        sed "/GET .more/q" "$work/reads.$rows" | grep -c pread64 >"$work/sum.$rows"
    done
    few=1000 many=3000
    at_most "$(each "$(cat "$work/sum.100000")" "$(cat "$work/sum.300000")")" 3 "reads of mirror.db before it, in hundreds,"

    # Many links that are all refused in the end.
    cat >"$work/links.site" <<'END'
/
  type text/html
  repeat 40000 <a href="/page/@I@">a page</a>
END
    play "$work/links.site"
    rm -rf "$work/mirror"
    (cd "$work" && exec strace -f -e trace=%file -o opened "$tiptoe" mirror --quiet --delay 0 --max-pages 1 -o mirror "$base/" 2>err 8>&- 9>&-)
    is "$(sed '/search[.]db/q' "$work/opened" | grep -c 'warc.gz", .*O_RDONLY')" 1 "a page of 40,000 links that are refused is woven again once"
else
    skip "system calls" "strace is not installed, or may not trace here"
    skip "a page of 40,000 links" "strace is not installed, or may not trace here"
fi
done_testing
