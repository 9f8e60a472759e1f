#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests large files whose transfers are cut off: by the server, by limits, by a kill. The next request is for the rest, and what
# is stored is the whole file, whatever the server does with such a request.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

size=5000000
awk 'BEGIN { for (i = 0; i < 625000; i++) printf "%07d\n", i }' >"$work/whole"
head -c 2000000 "$work/whole" >"$work/first"
tail -c +2000001 "$work/whole" >"$work/rest"
head -c 2000000 "$work/rest" >"$work/second"
tail -c +4000001 "$work/whole" >"$work/third"

# part RANGE FIRST LAST FILE LINE…: the answer to a request for this range
part() {
    printf '/big.bin\n  if header Range: bytes=%s\n  if header If-Range: "v1"\n  status 206 Partial Content\n' "$1"
    printf '  header Content-Range: bytes %s-%s/%s\n  header ETag: "v1"\n  file %s\n' "$2" "$3" "$size" "$4"
    shift 4
    printf '  %s\n' "$@"
}
# whole LINE…: the answer to any other request
whole() {
    printf '/big.bin\n  type application/octet-stream\n  header ETag: "v1"\n  file %s\n' "$work/whole"
    [ $# = 0 ] || printf '  %s\n' "$@"
}
page='/
  type text/html
  text <a href=/big.bin>big</a>
'
# site NAME: from standard input, with the start page
site() {
    { echo "$page"; cat; } >"$work/now.site"
    if [ -n "$server_pid" ]; then play "$work/now.site"; else serve "$work/now.site"; fi
    forget_requests
    rm -rf "$work/m"
}
# stored LABEL: the file is whole, once, and nothing is left over
stored() {
    ok "$1: the file is whole" cmp -s "$work/whole" "$work/m/site/big.bin"
    is "$(ls "$work/m/tmp" 2>/dev/null)" "" "$1: no part is left over"
    crawl verify m
    exits 0 "$1: verify finds no problem"
}
ranges() {
    awk '$2 == "request" && $8 == "/big.bin" { print match($0, / range="[^"]*/) ? substr($0, RSTART + 8, RLENGTH - 8) : "-" }' "$log" | tr '\n' ' '
}

# A server that closes each connection after 2 MB.
{
    part 2000000- 2000000 4999999 "$work/rest" 'close body 2000000'
    part 4000000- 4000000 4999999 "$work/third"
    whole 'close body 2000000'
} >"$work/answers"
site <"$work/answers"
crawl mirror --delay 0 --retries 0 -o m "$base/"
exits 0 "cuts do not count as failures while each try brings bytes"
is "$(ranges)" "- bytes=2000000- bytes=4000000- " "the next try is for the rest"
stored "three parts"

# The archive has what was on the wire, and the whole body for programs that replay it.
rm -rf "$work/m"
play "$work/now.site"
forget_requests
crawl mirror --delay 0 --archive all -o m "$base/"
exits 0 "with --archive all"
stored "the archive"
records=$(zcat "$work"/m/archive/*.warc.gz | grep -aE '^(WARC-Truncated: |HTTP/1.1 206|Content-Range: )' | tr -d '\r' | sort | uniq -c | tr -s ' \n' ' ')
is "$records" " 1 Content-Range: bytes 2000000-4999999/5000000 1 Content-Range: bytes 4000000-4999999/5000000 2 HTTP/1.1 206 Partial Content 2 WARC-Truncated: disconnect " "has the parts as they came"
rm "$work/m/site/big.bin"
crawl verify --repair m
ok "the file is restored from the archive" cmp -s "$work/whole" "$work/m/site/big.bin"
crawl export m --warc "$work/m.warc.gz"
exits 0 "export"
crawl export m --cdxj "$work/m.cdxj"
is "$(grep '/big.bin' "$work/m.cdxj" | grep -o '"status":"[0-9]*"' | sort | uniq -c | tr -s ' \n' ' ')" ' 2 "status":"200" ' "an index has no part of it, except the beginning"
crawl export m --wacz "$work/m.wacz"
exits 0 "a package"
crawl verify "$work/m.wacz"
exits 0 "is valid"
crawl import -o imported "$work/m.warc.gz"
exits 0 "import"
ok "the import has the whole file" cmp -s "$work/whole" "$work/imported/site/big.bin"

# Servers that answer such a request with something else: the file is requested again from its beginning.
# lies LABEL RANGES, with the answer to the request for the rest from standard input
lies() {
    {
        printf '/big.bin\n  if header Range: bytes=2000000-\n'
        cat
        printf '/big.bin\n  if request 1\n  type application/octet-stream\n  header ETag: "v1"\n  file %s\n' "$work/whole"
        printf '  close body 2000000\n'
        whole
    } >"$work/answers"
    site <"$work/answers"
    crawl mirror --delay 0 --retries 2 -o m "$base/"
    exits 0 "$1"
    is "$(ranges)" "$2" "$1: requests"
    stored "$1"
}
anew="- bytes=2000000- - "
partial='  status 206 Partial Content\n  header Content-Range: bytes'
printf "$partial 2000000-4999999/5000000\n  header ETag: \"v2\"\n  file %s\n" "$work/rest" >"$work/lie"
lies "another version" "$anew" <"$work/lie"
printf "$partial 1999999-4999998/5000000\n  header ETag: \"v1\"\n  file %s\n" "$work/rest" >"$work/lie"
lies "another beginning" "$anew" <"$work/lie"
printf "$partial 2000000-4999999/6000000\n  header ETag: \"v1\"\n  file %s\n" "$work/rest" >"$work/lie"
lies "another length" "$anew" <"$work/lie"
printf "$partial 2000000-4999999/*\n  header ETag: \"v1\"\n  file %s\n" "$work/rest" >"$work/lie"
lies "no length" "$anew" <"$work/lie"
printf "$partial 2000000-4999999/5000000\n  header ETag: \"v1\"\n  file %s\n  gzip\n" "$work/rest" >"$work/lie"
lies "a coded part" "$anew" <"$work/lie"
printf '  status 206 Partial Content\n  type multipart/byteranges; boundary=x\n  text --x\\r\\n\\r\\n--x--\n' >"$work/lie"
lies "several parts" "$anew" <"$work/lie"
printf '  status 416 Range Not Satisfiable\n  text no\n' >"$work/lie"
lies "416" "$anew" <"$work/lie"
printf '  header ETag: "v1"\n  type application/octet-stream\n  file %s\n' "$work/whole" >"$work/lie"
lies "a server without ranges" "- bytes=2000000- " <"$work/lie"
printf '  if request 2\n  status 503 Busy\n  text busy\n' >"$work/lie"
printf "/big.bin\n  if header Range: bytes=2000000-\n$partial 2000000-4999999/5000000\n  header ETag: \"v1\"\n  file %s\n" "$work/rest" >>"$work/lie"
lies "a failure in between" "- bytes=2000000- bytes=2000000- " <"$work/lie"

# A server that always cuts, without ranges, is not requested for ever; a file without a version is not continued.
whole 'close body 2000000' >"$work/answers"
site <"$work/answers"
crawl mirror --delay 0 --retries 2 -o m "$base/"
exits 4 "a server that always begins anew"
is "$(ranges)" "- bytes=2000000- bytes=2000000- bytes=2000000- " "is requested as often as retries allow"
is "$(ls "$work/m/tmp" 2>/dev/null)" "" "and no part is left over"
{
    printf '/big.bin\n  if header Range: bytes=2000000-\n  status 416 Range Not Satisfiable\n  text no\n'
    whole 'close body 2000000'
} >"$work/answers"
site <"$work/answers"
crawl mirror --delay 0 --retries 2 --max-time 60s -o m "$base/"
exits 4 "a server that always cuts, and then refuses the rest"
is "$(ranges)" "- bytes=2000000- - bytes=2000000- " "bytes that came before are no progress"
is "$(ls "$work/m/tmp" 2>/dev/null)" "" "and no part of them is left over"
printf '/big.bin\n  if request 1\n  header ETag: W/"v1"\n  file %s\n  close body 2000000\n/big.bin\n  file %s\n' "$work/whole" "$work/whole" >"$work/answers"
site <"$work/answers"
crawl mirror --delay 0 -o m "$base/"
exits 0
is "$(ranges)" "- - " "a weak tag names no version"

# A body whose length the server does not announce cannot be checked when it is continued: it is requested again.
printf '/big.bin\n  if request 1\n  header ETag: "v1"\n  file %s\n  chunked 100000\n  close body 2000000\n' "$work/whole" >"$work/answers"
whole >>"$work/answers"
site <"$work/answers"
crawl mirror --delay 0 -o m "$base/"
exits 0
is "$(ranges)" "- - " "a body of unknown length is not continued"
stored "unknown length"

# A file that has changed between two tries: nothing of the old one stays, wherever the new one is cut.
tr 0-9 a-j <"$work/whole" >"$work/changed"
tail -c +1500001 "$work/changed" >"$work/changed.rest"
{
    printf '/big.bin\n  if request 1\n  header ETag: "v1"\n  file %s\n  close body 2000000\n' "$work/whole"
    printf '/big.bin\n  if header Range: bytes=1500000-\n  if header If-Range: "v2"\n'
    printf "$partial 1500000-4999999/5000000\n  header ETag: \"v2\"\n  file %s\n" "$work/changed.rest"
    printf '/big.bin\n  header ETag: "v2"\n  file %s\n  close body 1500000\n' "$work/changed"
} >"$work/answers"
site <"$work/answers"
crawl mirror --delay 0 --retries 2 -o m "$base/"
exits 0
is "$(ranges)" "- bytes=2000000- bytes=1500000- " "a file that has changed, and is cut again"
ok "is the new one" cmp -s "$work/changed" "$work/m/site/big.bin"

# A stream of HTTP/2 that is reset in the middle: nginx does that when the server behind it ends.
{
    part 2000000- 2000000 4999999 "$work/rest"
    whole 'close body 2000000'
} >"$work/answers"
site <"$work/answers"
if curl --version | grep -q HTTP2 &&
    nginx_serve "$work" "proxy_pass http://127.0.0.1:$port; proxy_buffering off;" "ssl http2"; then
    forget_requests
    crawl mirror --delay 0 --retries 0 --ca-certificate "$work/cert.pem" -o m "$base/"
    exits 0
    ok "a stream was reset" grep -q 'GET /big.bin 200 2[0-9]* .* HTTP/2.0' "$work/nginx.log"
    is "$(ranges)" "- bytes=2000000- " "the rest follows in another stream"
    stored "a reset stream"
    nginx_stop
else
    skip "a reset stream" "nginx does not speak HTTP/2 here"
fi

# Runs that end within the file, of a real server: by a kill, a signal, a limit of time. The next run continues.
serve_stop
mkdir "$work/served"
cp "$work/whole" "$work/served/big.bin"
echo '<a href=/big.bin>big</a>' >"$work/served/index.html"
if nginx_serve "$work/served" "limit_rate 400k;"; then
    noted() {
        cat "$work"/m/mirror.db* 2>/dev/null | grep -qa part-
    }
    # begin OPTION…: a run beside the test, until a part is noted
    begin() {
        rm -rf "$work/m"
        (cd "$work" && exec "$tiptoe" mirror --delay 0 -o m "$@" "$base/" >"$work/out" 2>"$work/err") &
        crawl_pid=$!
        await "a part is noted" noted
    }
    # continues LABEL OPTION…: the next run requests the rest
    continues() {
        is "$(find "$work/m/tmp" -name 'part-*' -size +0 | wc -l)" 1 "$1: a part is kept"
        nginx_settle
        : >"$work/nginx.log"
        label=$1
        shift
        crawl resume "$@" m
        set -- "$label"
        exits 0 "$1: the next run"
        nginx_settle
        ok "$1: it requests the rest" grep -q 'GET /big.bin 206 ' "$work/nginx.log"
        is "$(grep -c 'GET /big.bin' "$work/nginx.log")" 1 "$1: with one request"
        stored "$1"
    }
    begin
    kill -KILL "$crawl_pid"
    crawl_ends
    continues "a kill"
    begin
    kill -TERM "$crawl_pid"
    crawl_ends
    exits 75
    crawl status m
    continues "a signal"
    limited() {
        rm -rf "$work/m"
        crawl mirror --delay 0 --max-time $((5 * scale)) -o m "$base/"
        [ "$status" = 75 ] && ls "$work"/m/tmp/part-* >"$work/listed" 2>&1
    }
    in_time "a limit of time ends a run within the file" limited
    continues "a limit of time"
    begin --max-disk 100M
    kill -KILL "$crawl_pid"
    crawl_ends
    crawl resume --max-disk 1M m
    exits 75 "a part counts for --max-disk"
    file_has err "--max-disk has been reached"

    # What robots.txt forbids by then is dropped.
    begin
    kill -KILL "$crawl_pid"
    crawl_ends
    printf 'User-agent: *\nDisallow: /big.bin\n' >"$work/served/robots.txt"
    crawl update m
    is "$(ls "$work/m/tmp")" "" "a part of a file that is forbidden now is dropped"

    # The same over HTTP/2.
    rm "$work/served/robots.txt"
    nginx_stop
    if curl --version | grep -q HTTP2 && nginx_serve "$work/served" "limit_rate 400k;" "ssl http2"; then
        begin --ca-certificate "$work/cert.pem"
        kill -KILL "$crawl_pid"
        crawl_ends
        continues "HTTP/2"
        ok "the protocol was HTTP/2" grep -q 'GET /big.bin 206 .* HTTP/2.0' "$work/nginx.log"
    else
        skip "HTTP/2" "nginx does not speak it here"
    fi
else
    skip "a kill, a signal, a limit of time" "nginx does not run here"
fi
done_testing
