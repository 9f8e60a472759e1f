#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests archives that are incomplete: records that are cut off (WARC-Truncated), and missing files. An import marks them;
# resume and update fetch them over the network, and nothing else.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

# answer PATH FIELD TYPE FILE [FIELD OF HTTP]: the record of a response whose body is FILE; FIELD is one more field, or "".
answer() {
    {
        printf 'HTTP/1.1 200 OK\r\nContent-Type: %s\r\n' "$3"
        [ -z "${5-}" ] || printf '%s\r\n' "$5"
        printf '\r\n'
        cat "$4"
    } >"$work/block"
    printf 'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s%s\r\nWARC-Date: 2020-01-01T00:00:%02dZ\r\n' "$base" "$1" "$((seconds += 1))"
    printf 'WARC-Record-ID: <urn:uuid:%s>\r\n' "$seconds"
    [ -z "$2" ] || printf '%s\r\n' "$2"
    printf 'Content-Type: application/http;msgtype=response\r\nContent-Length: %s\r\n\r\n' "$(wc -c <"$work/block" | tr -d ' ')"
    cat "$work/block"
    printf '\r\n\r\n'
}
seconds=10

site() {
    cat <<'END'
/robots.txt
  type text/plain
  body
    User-agent: *
    Disallow: /closed
/
  type text/html
  body
    <title>Start</title><a href="cut.html">1</a> <a href="first.html">2</a> <a href="last.html">3</a> <a href="zipped.html">4</a>
    <a href="chunks.html">5</a> <img src="cut.png"><img src="missing.png"><a href="closed.html">6</a>
/cut.html
  type text/html
  body
    <p>the begin <a href="deep.html">d</a> and the end
/deep.html
  type text/html
  body
    <p>deep
/zipped.html
  type text/html
  gzip
  body
    <p>zipped, whole
/chunks.html
  type text/html
  body
    <p>chunks, whole
/cut.png
  type image/png
  fill 3000
/short.html
  type text/html
  body
    <p>short, and whole
/torn.html
  type text/html
  body
    <p>torn, whole
/ends.html
  type text/html
  body
    <p>ends, whole
/missing.png
  type image/png
  fill 500
/closed.html
  type text/html
  body
    <p>closed
END
}
site >"$work/site.txt"
serve "$work/site.txt"
mkdir "$work/w"
printf '<title>Start</title><a href="cut.html">1</a> <a href="first.html">2</a> <a href="last.html">3</a> <a href="zipped.html">4</a> <a href="chunks.html">5</a> <img src="cut.png"><img src="missing.png"><a href="closed.html">6</a>' >"$work/w/start"
printf '<p>the begin <a href="deep.html">d</a> an' >"$work/w/cut"
head -c 1000 /dev/zero >"$work/w/png"
seq 1 3000 | sed 's/^/<p>line /' | gzip -c | head -c 3000 >"$work/w/zipped"
printf '15\r\n<p>in chunks, that en' >"$work/w/chunks"
printf '<p>whole' >"$work/w/whole"
printf '<p>who' >"$work/w/part"
: >"$work/w/nothing"
cut='WARC-Truncated: length'
{
    answer / "" text/html "$work/w/start"
    answer /cut.html "$cut" text/html "$work/w/cut"
    answer /cut.png 'WARC-Truncated: disconnect' image/png "$work/w/png"
    answer /zipped.html "$cut" text/html "$work/w/zipped" 'Content-Encoding: gzip'
    answer /chunks.html "$cut" text/html "$work/w/chunks" 'Transfer-Encoding: chunked'
    answer /first.html "" text/html "$work/w/whole"
    answer /first.html "$cut" text/html "$work/w/part"
    answer /last.html "$cut" text/html "$work/w/part"
    answer /last.html "" text/html "$work/w/whole"
    answer /alone.html "" text/html "$work/w/whole"
    answer /alone.html "$cut" text/html "$work/w/part"
    answer /short.html "" text/html "$work/w/part" 'Content-Length: 8'
    answer /torn.html "" text/html "$work/w/chunks" 'Transfer-Encoding: chunked'
    answer /ends.html "" text/html "$work/w/zipped" 'Content-Encoding: gzip'
    answer /better.html "" text/html "$work/w/whole"
    answer /better.html "" text/html "$work/w/part" 'Content-Length: 8'
} >"$work/w/parts.warc"

crawl import -o m w/parts.warc
exits 4 "records that are cut off are not everything"
file_has err "7 cut off in the imported archive" "the summary counts them"
file_has err "as far as the files go" "and not without a word"
file_is m/site/short.html "<p>who" "so is a body shorter than its Content-Length, without WARC-Truncated"
file_is m/site/torn.html "<p>in chunks, that en" "one whose last chunk is missing"
file_has m/site/ends.html '<p>line 500' "and one whose coding ends too early"
file_is m/site/better.html "<p>whole" "which does not replace the whole answer either"
file_has m/site/cut.html 'the begin <a href="' "a page that is cut off is stored"
file_has m/site/cut.html 'deep.html">d</a> an' "with all that exists of it"
ok "and a file" cmp "$work/w/png" "$work/m/site/cut.png"
file_has m/site/zipped.html '<p>line 500' "gzip is decoded as far as it goes"
file_has m/site/chunks.html '<p>in chunks, that en' "and so are chunks"
for page in first last alone; do
    file_is "m/site/$page.html" "<p>whole" "a part does not replace the whole answer: $page"
done
crawl status m
file_has out "7 cut off in the imported archive" "status"
crawl explain m "$base/cut.html"
file_has out "state      cut off in the imported archive" "explain"
file_has out "resume" "and what helps"
crawl explain m "$base/deep.html"
file_has out "not in the imported archive" "its links are known"
crawl report m
file_has m/report.html "cut off in the imported archive" "the report"
crawl verify m
exits 0 "verify"
cp -r "$work/m/site" "$work/before"
crawl rebuild m
is "$(diff -r "$work/m/site" "$work/before")" "" "rebuild makes the same"
crawl export --warc w/again.warc.gz m
crawl import -o again w/again.warc.gz
is "$(diff -r "$work/m/site" "$work/again/site")" "" "and so does an import of its export"
is "$(grep -c ' request ' "$log")" 0 "no request is made"
cp -r "$work/m" "$work/u"
cp -r "$work/m" "$work/f"

# The end of a file that a killed program wrote.
{
    answer / "" text/html "$work/w/start"
    answer /first.html "" text/html "$work/w/whole"
} | head -c -6 >"$work/w/ends.warc"
crawl import -o e w/ends.warc
exits 4 "a file that ends inside a record"
file_has err "keeping the readable part of a damaged record" "says so"
file_is e/site/first.html "<p>who" "and the part is stored"
crawl explain e "$base/first.html"
file_has out "state      cut off in the imported archive" "and marked"

# An answer of which there is the head alone: its last line is not the end of the record.
{
    answer / "" text/html "$work/w/start"
    answer /first.html "" text/html "$work/w/nothing" 'Content-Length: 8'
} | head -c -4 >"$work/w/head.warc"
crawl import -o h w/head.warc
file_lacks err "skipping"
crawl explain h "$base/first.html"
file_has out "answer     200 partial" "an answer that is cut off after its head failed, as over the network"

# Over the network: what is cut off or missing, nothing that is there, and robots.txt first.
crawl resume --delay 0.1 m
exits 0 "resume"
file_has err "fetching what the import lacks: 3 URLs, and the rest of 7" "says what it fetches"
ok "robots.txt is requested first" sh -c "grep ' request ' '$log' | head -n 1 | grep -q ' /robots.txt'"
gap_is_at_least 95
for path in /short.html /torn.html /ends.html /cut.html /cut.png /zipped.html /chunks.html /missing.png /deep.html; do
    requested 1 "$path"
done
for path in / /first.html /last.html /alone.html /closed.html; do
    requested 0 "$path"
done
file_has m/site/cut.html "and the end" "the whole page replaces the part"
is "$(wc -c <"$work/m/site/cut.png" | tr -d ' ')" 3000 "and the whole file"
file_has m/site/zipped.html "zipped, whole" "also when it was coded"
crawl status m
file_lacks out " cut" "none is cut off now"
crawl verify m
exits 0 "verify"
: >"$log"
crawl resume --delay 0 m
is "$(grep -c ' request ' "$log")" 0 "and nothing is left to request"

# An update requests parts without a condition; what was not in the archive is not requested.
: >"$log"
crawl update --delay 0 u
requested 1 /cut.html
requested 0 /missing.png
file_has u/site/cut.html "and the end" "an update fetches the whole page"
crawl verify u
exits 0 "verify"

# What is there stays if the site has no more of it.
site | sed 's,^/cut.html,/other.html,' >"$work/less.txt"
play "$work/less.txt"
crawl resume --delay 0 f
exits 4 "a page that is gone"
file_has f/site/cut.html "the begin" "stays as the archive has it"
crawl verify f
exits 0 "verify"
done_testing
