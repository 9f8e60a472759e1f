#!/bin/sh
# SPDX-License-Identifier: MIT
# kill -9 at many moments, then the same command: the same files as an undisturbed run, and no more requests than there
# were kills times connections.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

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

# The files of a mirror with their digests.
digests() {
    (cd "$1" && find site -type f -exec sha256sum {} + | sort -k 2)
}

serve "$work/many.site"
options="--delay 0 --connections 4"
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
is "$again" 0 "nothing is asked for again and again"
ok "the archive is whole" sh -c 'gzip -t "$1"/cut/archive/*.warc.gz' sh "$work"
done_testing
