#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests kill -9 at many moments, followed by the same command: the files are those of an undisturbed run, and each kill costs
# at most one request for each connection, or one group of requests without a delay.
. "${top_srcdir:-.}/tests/crawl/lib.sh"
. "$top_srcdir/tests/crawl/archive_lib.sh"

cat >"$work/many.site" <<'END'
/robots.txt
  type text/plain
  body
    User-agent: *
    Disallow: /p7
/
  type text/html
  body
    <img src=/i1.png><link rel=stylesheet href=s.css><a href=/p1>1</a><a href=/p2>2</a><a href=/gone>x</a><a href=/r9>r</a>
/s.css
  type text/css
  body
    a { background: url(i2.png) }
/i*
  type image/png
  fill 300
/r*
  status 302 Found
  header Location: /p@N@
/gone
  status 410 Gone
/p*
  type text/html
  chunked 100
  body
    <title>@N@</title><img src=/i@N%13@.png>
    <a href=/p@N*2%397@>a</a> <a href=/p@N*3+1%397@#x>b</a> <a href="/r@N+5%397@">c</a> <a href=/p7@N@>d</a>
END

serve "$work/many.site"
options="--delay 0.001 --connections 4"
# shellcheck disable=SC2086 # options are words
crawl mirror $options -o whole "$base/"
exits 4
digests "$work/whole" >"$work/whole.sums"
least=$(grep -c ' request ' "$log")
note "$least requests, $(wc -l <"$work/whole.sums") files"

kills=0 torn=0
forget_requests
at=1
while [ "$at" -lt 400 ]; do
    # shellcheck disable=SC2086
    crawl_signalled KILL "$at" $((at % 5)) mirror $options -o cut "$base/"
    [ "$status" = 137 ] || break
    kills=$((kills + 1))
    crawl verify cut
    [ "$status" = 0 ] || torn=$((torn + 1))
    at=$((1 + kills * 7 % 17))
    [ "$kills" -ge 25 ] && break
done
ok "killed $kills times" [ "$kills" -ge 10 ]
is "$torn" 0 "whole after each of them"
crawl status --json cut
file_has out '"running":false' "no run is taken to be active there"
crawl status cut
file_has out 'killed; tiptoe resume continues it'
# shellcheck disable=SC2086
crawl mirror $options -o cut "$base/"
exits 4 "then it ends as the undisturbed run did"
digests "$work/cut" >"$work/cut.sums"
if ! ok "with the same files, byte for byte" cmp -s "$work/whole.sums" "$work/cut.sums"; then
    note "$(diff "$work/whole.sums" "$work/cut.sums" | head -n 10)"
fi
asked=$(awk '$2 == "request" && $8 != "/robots.txt"' "$log" | wc -l)
ok "$asked requests, at most $((least + kills * 4))" [ "$asked" -le $((least + kills * 4)) ]
again=$(awk '$2 == "request" && $8 != "/robots.txt" { print $8 }' "$log" | sort | uniq -c | awk '$1 > 3' | wc -l)
is "$again" 0 "nothing is requested again and again"
ok "the archive is whole" sh -c 'gzip -t "$1"/cut/archive/*.warc.gz' sh "$work"

# Without a delay answers are committed in groups of 64.
options="--delay 0 --connections 4"
forget_requests
for at in 100 500; do
    # shellcheck disable=SC2086
    crawl_signalled KILL "$at" 0 mirror $options -o hasty "$base/"
    is "$status" 137 "killed at request $at"
done
# shellcheck disable=SC2086
crawl mirror $options -o hasty "$base/"
exits 4
digests "$work/hasty" >"$work/hasty.sums"
ok "the same files" cmp -s "$work/whole.sums" "$work/hasty.sums"
asked=$(awk '$2 == "request" && $8 != "/robots.txt"' "$log" | wc -l)
ok "$asked requests, at most $((least + 2 * (4 + 64)))" [ "$asked" -le $((least + 2 * (4 + 64))) ]

# An archival run: after each kill the archive is whole as well, and in the end every answer is in it, once. KILLS=100 for
# a long look.
forget_requests
kills=0 torn=0 at=1
while [ "$kills" -lt "${KILLS:-20}" ]; do
    # shellcheck disable=SC2086
    crawl_signalled KILL "$at" $((kills % 6)) mirror $options --archive all --archive-file-size 200000 -o archival "$base/"
    if [ "$status" != 137 ]; then
        # It came to its end: once more from the beginning.
        [ "$kills" -gt 0 ] && rm -rf "$work/archival"
        continue
    fi
    kills=$((kills + 1))
    crawl verify archival
    [ "$status" = 0 ] || { torn=$((torn + 1)) && note "$(head -n 3 "$work/out")"; }
    at=$((1 + kills * 7 % 23))
done
is "$torn" 0 "killed $kills times, whole after each of them"
# shellcheck disable=SC2086
CRAWL_SECONDS=300 crawl mirror $options --archive all -o archival "$base/"
exits 4
records archival
whole archival
is "$(awk -F '\t' '$2 == "response" || $2 == "revisit" { print $4 }' "$work/list" | LC_ALL=C sort | uniq -d)" "" "no answer is there twice"
digests "$work/archival" >"$work/archival.sums"
ok "the same files again" cmp -s "$work/whole.sums" "$work/archival.sums"
is "$(awk -F '\t' '$2 == "response" || $2 == "revisit"' "$work/list" | wc -l)" "$least" \
    "and all are there, as many as an undisturbed run asks for"
done_testing
