#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that the test server does what its site file says, as curl sees it.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/crawl/lib.sh"
command -v curl >/dev/null 2>&1 || skip_all "curl is not installed"

printf 'from a file' >"$work/piece.txt"
serve - --ports 2 <<'END'
/plain
  type text/plain
  header X-Odd:  two  words
  body
    first
      indented

    last

/pieces
  text a\x41\n
  repeat 3 @I@,
  file piece.txt
  fill 5

/words/7/x
  text @PATH@ @N*2+1@ @N%4@ @METHOD@ a@example.org @media
/words/*
  text @TARGET@
/query?a=1
  text one
/query
  text any
/there
  status 302 Found
  header Location: http://127.0.0.1:@PORT2@/plain
/echo
  echo
/gzip
  gzip
  text packed
/chunked
  chunked 3 1
  chunk-extension ;x=1
  trailer X-End: yes
  text 0123456789
/short
  length 100
  text short
  close
/two-lengths
  length 3
  header Content-Length: 4
  text abcd
/raw
  raw
  text HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok
/early
  interim 2 103 Early Hints
  interim-header X-Hint: a
  text late
/many
  headers 50 X-@I@: v
  text m
/never
  headers endless X: @FILL:1000@
/endless
  endless abc
/cut
  fill 100
  close body 10
/reset
  fill 100
  reset body 10
/closed
  reset start
/hang
  fill 100
  hang body 10
/slow
  delay 200
  text s
/drip
  drip body 1 40
  text 12345
/turn
  if request 2-3
  status 503 Busy
  header Retry-After: 1
/turn
  text turn @COUNT@
/who
  if header Cookie: a=b
  text known
/who
  if host www.localhost
  text by name
/who
  if port 2
  text second
/who
  if no-header Cookie
  text nobody
/who
  text somebody
/tag
  etag "v1"
  modified Fri, 02 Jan 2026 03:04:05 GMT
  text tagged
END

# fetch PATH [curl option…]: prints the body.
fetch() {
    path=$1
    shift
    curl -s -m 60 "$@" "$base$path"
}

is "$(fetch /plain)" "first
  indented

last" "a body is kept as it is written"
is "$(fetch /plain -D - -o "$work/body" | tr -d '\r' | sed -n 2,4p)" "Content-Type: text/plain
X-Odd:  two  words
Content-Length: 23" "headers are kept as they are written"
is "$(fetch /pieces)" "aA
1,2,3,from a fileline " "pieces follow one another"
is "$(fetch /words/7/x)" "/words/7/x 15 3 GET a@example.org @media" "words are replaced, addresses are not"
is "$(fetch '/words/y?z')" "/words/y?z" "a prefix"
is "$(fetch '/query?a=1')$(fetch '/query?b=2')" "oneany" "a path with a query is compared whole"
is "$(fetch /there -L)" "$(fetch /plain)" "another port plays the same site"
is "$(fetch /echo -H 'X-Mine: 1' | grep -c X-Mine)" 1 "an echo"
is "$(fetch /gzip --compressed)" packed "gzip"
is "$(fetch /chunked)" 0123456789 "chunks"
is "$(fetch /chunked --raw | tr -d '\r' | head -n 4 | tr '\n' ' ')" "3;x=1 012 1;x=1 3 " "chunks as wanted"
is "$(fetch /raw)" ok "a raw answer"
is "$(fetch /early -i | tr -d '\r' | grep -c '^X-Hint: a')" 2 "1xx blocks"
is "$(fetch /many -i | grep -c '^X-[0-9]*: v')" 50 "many headers"
is "$(fetch /nothing -o "$work/body" -w '%{http_code}')" 404 "what no rule fits"
is "$(fetch /plain -I -o "$work/body" -w '%{http_code} %{size_download}')" "200 0" "HEAD has no body"
is "$(fetch /tag -H 'If-None-Match: "v1"' -w '%{http_code}')" 304 "a tag that is held"
is "$(fetch /tag -H 'If-None-Match: "v2"')" tagged "a tag that is not"
is "$(fetch /tag -H 'If-Modified-Since: Fri, 02 Jan 2026 03:04:05 GMT' -w '%{http_code}')" 304 "a date that is held"

# Versions of curl differ about two lengths and about fields without end.
for case in /short:18 /cut:18 /reset:56 /closed:56 /two-lengths:0:8 /never:56:28; do
    # Fields without end are read until the time is over, where curl has no limit for them.
    case $case in /never:*) patience=5 ;; *) patience=60 ;; esac
    fetch "${case%%:*}" -m $patience -o "$work/body"
    status=$?
    case ":${case#*:}:" in *":$status:"*) status=expected ;; esac
    is "$status" expected "curl's opinion of ${case%%:*}"
done
is "$(fetch /cut | wc -c)" 10 "cut after ten bytes"
hangs() {
    curl -s -m "$scale" -o "$work/body" "$base/hang"
    [ "$?,$(wc -c <"$work/body")" = 28,10 ]
}
in_time "hangs after ten bytes" hangs
curl -s -m 60 "$base/endless" | head -c 1000000 | wc -c >"$work/body"
is "$(cat "$work/body")" 1000000 "an endless body"

is "$(for n in 1 2 3 4; do fetch /turn -w '[%{http_code}]'; done)" "turn 1[200][503][503]turn 4[200]" "turns"
is "$(fetch /who -H 'Cookie: a=b') $(fetch /who) $(fetch /who -H 'Cookie: c=d')" "known nobody somebody" "headers"
is "$(curl -s "$base2/who")" second "ports"
is "$(curl -s --resolve "www.localhost:$port:127.0.0.1" "http://www.localhost:$port/who")" "by name" "hosts"

settle
forget_requests
fetch /slow >"$work/body"
fetch /drip >"$work/body"
is "$(cat "$work/body")" 12345 "a drip ends"
settle
awk '$2 == "request" { start = $1 } $2 == "done" { print $8, ($1 - start >= ($8 == "/slow" ? 200 : 160)) }' "$log" >"$work/times"
is "$(cat "$work/times")" "/slow 1
/drip 1" "delays are kept"
done_testing
