#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests mirror --archive all: each request and each answer has its records, in order, linked, byte for byte as on the wire
# (the server keeps a copy), and without secrets.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

. "$top_srcdir/tests/crawl/archive_lib.sh"

cat >"$work/wire.site" <<'END'
/robots.txt
  if request 1
  status 302 Found
  header Location: /robots-2.txt
/robots-2.txt
  type text/plain
  body
    User-agent: *
    Disallow: /private/
    Sitemap: http://127.0.0.1:@PORT@/sitemap.xml
    Content-Usage: train-ai=n
/sitemap.xml
  type application/xml
  body
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://127.0.0.1:@PORT@/listed.html</loc></url></urlset>
/
  header coNTent-tYPe:text/html;   charset=iso-8859-1\x20\x20
  header X-Latin: caf\xe9
  header X-Twice: 1
  header X-Twice: 2
  header Set-Cookie: session=abc
  body
    <a href=chunked.html>c</a> <a href=chunked2.html>c</a> <a href=gzip.html>g</a> <a href=both.html>b</a> <a href=moved>m</a>
    <a href=empty>e</a> <a href=none>n</a> <a href=gone.html>g</a> <a href=short>s</a>
    <a href=cut.html>c</a> <a href=large>l</a> <a href=withheld.html>w</a> <a href=hidden.html>h</a>
    <a href=private/x>p</a> <a href="caf&eacute;.html">i</a> <a href="a|b">a</a> <a href="%2f%C3%A9">c</a> <a href=limit>l</a>
    <a href=file.bin>f</a> <a href=usage.html>u</a> <img src=p.png><link rel=stylesheet href=s.css> <a href=#here>x</a>
/chunked.html
  type text/html
  chunked 3 7 1
  chunk-extension ;name="a;b"
  trailer X-Late: yes
  body
    <p>the same body, in chunks
/chunked2.html
  type text/html
  chunked 20
  body
    <p>the same body, in chunks
/gzip.html
  type text/html
  body
    <p>gzip
  gzip
/both.html
  type text/html
  body
    <p>both
  gzip
  chunked 5
/moved
  status 301 Moved
  header Location: target.html
  type text/html
  body
    <p>moved
/empty
  type text/html
/none
  status 204 No Content
/gone.html
  status 404 Not Found
  type text/html
  body
    <p>gone
/hidden.html
  status 404 Not Found
  type text/html
  body
    <meta name=robots content=noindex><p>words-of-hidden
/short
  type text/html
  length 100
  body
    <p>short
  close body 9
/cut.html
  type text/html
  chunked 4
  body
    <p>cut in a chunk
  close body 17
/limit
  type application/octet-stream
  chunked 100
  fill 5000
/large
  type application/octet-stream
  fill 5000
/withheld.html
  type text/html
  body
    <meta name=robots content=noindex><p>words-of-withheld
/usage.html
  type text/html
  header Content-Usage: search=y
  body
    <p>usage
/s.css
  type text/css
  body
    p { background: url(in-css.png) }
/*.png
  type image/png
  fill 20
/in-css.png
  type image/png
  fill 21
/p.png
  type image/png
  fill 20
/file.bin
  type application/octet-stream
  fill 700
/*
  type text/html
  body
    <p>page @PATH@
END
mkdir "$work/wire"
serve "$work/wire.site" --wire "$work/wire"
crawl mirror --delay 0 --retries 0 --archive all --max-file-size 3000 --contact me@example.org -o m "$base/"
exits 4
records m
whole m

# Byte for byte. What the server sent and the archive lacks, or has otherwise: nothing but what may not be kept.
# (sums of blocks against sums of what went over the wire)
sums() {
    cat | while read -r file; do sha256sum <"$file"; done | LC_ALL=C sort
}
awk -F '\t' '$2 == "response" { print $1 }' "$work/list" | sed "s,^,$work/blocks/," | sums >"$work/seen"
# The archive has all that came over the wire except cookies.
grep -alZ '^Set-Cookie: session=abc\|^Cookie: session=abc' "$work"/wire/* | xargs -0 env LC_ALL=C sed -i '/^\(Set-\)\?Cookie: session=abc\r$/d'
for file in "$work"/wire/*.response; do
    [ ! -s "$file" ] || grep -q 'content=noindex' "$file" || echo "$file"
done >"$work/sent-files"
# A body beyond the limit is read up to there, or not at all.
while read -r file; do
    grep -aq 'GET /l[ai][rm]' "${file%.response}.request" || echo "$file"
done <"$work/sent-files" >"$work/sent-whole"
sums <"$work/sent-whole" >"$work/sent"
awk -F '\t' '$2 == "response" && $4 ~ /\/(limit|large)$/ { print $1 }' "$work/list" | sed "s,^,$work/blocks/," | sums >"$work/limited"
is "$(wc -l <"$work/limited")" 2 "answers beyond a limit have records"
LC_ALL=C comm -23 "$work/seen" "$work/limited" >"$work/seen-whole"
ok "responses are what the server sent ($(wc -l <"$work/sent") of them)" cmp "$work/seen-whole" "$work/sent"
awk -F '\t' '$2 == "request" { print $1 }' "$work/list" | sed "s,^,$work/blocks/," | sums >"$work/seen"
find "$work/wire" -name '*.request' -size +0 | sums >"$work/sent"
ok "requests are what it received ($(wc -l <"$work/sent") of them)" cmp "$work/seen" "$work/sent"

# Order and groups.
is "$(awk -F '\t' '{ print $2 }' "$work/list" | head -n 4 | tr '\n' ' ')" "warcinfo response request metadata " "warcinfo, then groups"
is "$(awk -F '\t' '$2 == "response" { print $4 }' "$work/list" | head -n 3 | sed "s,$base,," | tr '\n' ' ')" \
    "/robots.txt /robots-2.txt / " "robots.txt first"
is "$(awk -F '\t' '
    $2 == "response" || $2 == "revisit" || ($2 == "metadata" && !/WARC-Concurrent-To/) { split($0, f, "WARC-Record-ID="); split(f[2], g, "\t"); id = g[1]; date = $3 }
    $2 == "request" && id != "" && ($3 != date || !index($0, "WARC-Concurrent-To=" id)) { print $0 }' "$work/list")" "" \
    "each request follows its answer, is linked to it and has its date"
is "$(awk -F '\t' '$3 !~ /\.[0-9][0-9][0-9][0-9][0-9][0-9]Z$/' "$work/list")" "" "dates have microseconds"

# What is said of each.
holds "a redirect" response /moved
holds "the same payload" response /chunked.html \
    "WARC-Payload-Digest=sha256:$(printf '<p>the same body, in chunks\n' | sha256sum | cut -d ' ' -f 1)"
holds "in other chunks" response /chunked2.html \
    "WARC-Payload-Digest=sha256:$(printf '<p>the same body, in chunks\n' | sha256sum | cut -d ' ' -f 1)"
holds "no content" response /none
holds "an empty body" response /empty "WARC-Payload-Digest=sha256:$(printf '' | sha256sum | cut -d ' ' -f 1)"
holds "not found" response /gone.html
holds "too short" response /short WARC-Truncated=disconnect
holds "cut in a chunk" response /cut.html WARC-Truncated=disconnect
holds "announced beyond the limit" response /large WARC-Truncated=length
holds "beyond the limit" response /limit WARC-Truncated=length
is "$(count response /withheld.html)" 0 "a NOINDEX page is not archived"
file_has "$(block metadata /withheld.html)" 'error: withheld: meta element: noindex'
is "$(count response /hidden.html)" 0 "nor an error page that says so"
ok "nor their words" sh -c '! grep -raqE "words-of" "$1"' sh "$work/blocks"
holds "an IRI" response /caf%C3%A9.html
holds "a character that no URI has" response '/a%7Cb'
holds "escapes as they were" response /%2f%C3%A9
holds "a sitemap" response /sitemap.xml
is "$(awk -F '\t' '$4 ~ /#|</' "$work/list")" "" "no fragments, no brackets"
while read -r path hops via; do
    file_has "$(block metadata "$path")" "hopsFromSeed: $hops" "$path came by $hops"
    [ "$via" = - ] || file_has "$(block metadata "$path")" "via: $base$via" "from $via"
done <<'END'
/robots.txt P -
/robots-2.txt PR /robots.txt
/sitemap.xml PM /robots.txt
/listed.html M -
/moved L /
/target.html LR /moved
/p.png E /
/in-css.png EE /s.css
END
file_lacks "$(block metadata /)" hopsFromSeed "the start page came by nothing"
file_has "$(block metadata /usage.html)" 'usage: Content-Usage: search=y'
file_has "$(block metadata /gone.html)" 'fetchTimeMs: '

# The account at the end.
is "$(awk -F '\t' '$2 == "resource" { print $4 }' "$work/list" | tr '\n' ' ')" "urn:x-tiptoe:log urn:x-tiptoe:refused " \
    "log and refusals come at the end"
run_log=blocks/$(awk -F '\t' '$4 == "urn:x-tiptoe:log" { print $1 }' "$work/list")
file_has "$run_log" '{"run":1,"started":"20'
file_has "$run_log" "\"requests\":$(grep -c ' request ' "$log"),"
refused=blocks/$(awk -F '\t' '$4 == "urn:x-tiptoe:refused" { print $1 }' "$work/list")
file_has "$refused" '"reason":"robots","rule":"line 2: Disallow: /private/"'
file_has "$refused" "\"url\":\"$base/withheld.html\",\"state\":\"withheld\",\"reason\":\"noindex\""

# Nobody's business.
info=blocks/1
file_has "$info" 'operator: me@example.org'
file_has "$info" 'http-header-from: me@example.org'
file_has "$info" 'isPartOf: 127.0.0.1 2'
page=$(sed -n 's/^#define ROBOT_URL "\(.*\)"/\1/p' "$top_builddir/config.h")
version=$(sed -n 's/^#define PACKAGE_VERSION "\(.*\)"/\1/p' "$top_builddir/config.h")
is "$(grep -ao 'User-Agent: .*' "$work/wire/1.request" | tr -d '\r')" \
    "User-Agent: tiptoe/$version (+$page${page:+; }me@example.org)" "the robot names itself, its page and the operator"
file_has "$info" "$(grep -ao 'User-Agent: .*' "$work/wire/1.request" | sed 's/User-Agent/http-header-user-agent/' | tr -d '\r')"
ok "no path, no host name, no user" sh -c '! grep -raqF -e "$2" -e "$3" -e "/home" "$1"' sh "$work/blocks" "$work" "$(uname -n)"

requests=$(grep -c ' request ' "$log")
crawl mirror --delay 0 --archive all -o m "$base/"
is "$(grep -c ' request ' "$log")" "$requests" "a finished mirror is left as it is"
cp "$work/list" "$work/before"
records m
ok "and so is its archive" cmp -s "$work/before" "$work/list"

# What failed, and what was tried again.
cat >"$work/now.site" <<'END'
/
  type text/html
  body
    <a href=broken>5</a> <a href=reset>r</a>
/broken
  status 500 Broken
  if request 1
/broken
  type text/html
  body
    <p>mended
/reset
  reset start
END
play "$work/now.site"
crawl mirror --delay 0 --retries 1 --archive all -o failing "$base/"
exits 4
records failing
whole failing
is "$(count response /broken)" 2 "each try has its records"
is "$(count response /reset)" 0 "no answer, no response"
is "$(awk -F '\t' -v url="$base/reset" '$4 == url { print $2 }' "$work/list" | tr '\n' ' ')" "metadata request metadata request " \
    "but each try has metadata and a request"
file_has "$(block metadata /reset)" 'error: reset'

# Interim answers are not answers.
cat >"$work/now.site" <<'END'
/robots.txt
  status 404 None
/
  interim 2 103 Early Hints
  interim-header Link: </s.css>; rel=preload
  delay 300
  type text/html
  body
    <p>final
END
play "$work/now.site"
forget_requests
crawl mirror --delay 0 --archive all -o interim "$base/"
exits 0
records interim
whole interim
ok "no 1xx is archived" sh -c '! grep -raq "HTTP/1.1 103" "$1"' sh "$work/blocks"
wall=$(awk '$2 == "request" && $8 == "/" { gsub(/^@wall="|".*/, "", $11); print $11; exit }' "$log")
date=$(awk -F '\t' -v url="$base/" '$2 == "response" && $4 == url { print $3 }' "$work/list")
[ "$(date -u -d "$date" +%s.%N | awk -v wall="$wall" '{ print ($1 <= wall + 0.001) }')" = 1 ]
verdict $? "a date is that of the beginning ($date, received at $wall)"

# A folded header line stays as it is, or, with libcurl 8.18 and later, the archive says that it does not.
cat >"$work/now.site" <<'END'
/
  type text/plain
  header X-Folded: one\r\n  two
  text folded
END
play "$work/now.site"
crawl mirror --delay 0 --archive all -o folded "$base/"
exits 0
if gzip -dc "$work"/folded/archive/*.gz | grep -aq '^description: header lines that the server folded are recorded as one'; then
    folded='X-Folded: one *two'
else
    folded='  two'
fi
ok "a folded header line ($folded)" sh -c 'gzip -dc "$1"/folded/archive/*.gz | tr -d "\r" | grep -aqx "$2"' sh "$work" "$folded"

# Memory does not grow with a body: 160 MB with room for 100 MB, the program included.
cat >"$work/now.site" <<'END'
/
  type text/html
  body
    <a href=large.bin>l</a>
/large.bin
  type application/octet-stream
  chunked 100000
  repeat 10000000 0123456789abcdef
END
play "$work/now.site"
# shellcheck disable=SC3045 # no standard, but every shell here has it
if (ulimit -v 100000 && "$tiptoe" help >"$work/out" 2>&1); then
    limited() {
        # shellcheck disable=SC3045
        (ulimit -v 100000 && crawl "$@" && exit "$status")
        status=$?
    }
    limited mirror --delay 0 --archive all -o large "$base/"
    exits 0 "a large body in little memory"
    is "$(wc -c <"$work/large/site/large.bin")" 160000000 "is stored"
    crawl verify large
    exits 0 "and archived"
else
    skip "a large body in little memory" "the program does not start there (sanitizers)"
fi
done_testing
