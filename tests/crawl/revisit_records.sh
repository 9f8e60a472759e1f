#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that repeated content is not archived again: revisit records within a run and across runs, also for 304, refer to
# complete records. Also full archive files, and an update of a mirror that archived documents alone.
. "${top_srcdir:-.}/tests/crawl/lib.sh"
. "$top_srcdir/tests/crawl/archive_lib.sh"

body() {
    echo "  body"
    echo "    <title>$1</title><a href=\"/small\">s</a><img src=/a.png><img src=/b.png>"
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        echo "    <p>A page of $1 that is long enough to be worth it, line $i"
    done
}
make_site() {
    printf '/robots.txt\n  status 404 None\n'
    printf '/\n  type text/html\n  etag "start"\n  body\n    <a href=one.html>1</a><a href=two.html>2</a><a href=no-1>3</a><a href=no-2>4</a><a href=kept.html>5</a><a href=new.html>6</a>\n'
    printf '/one.html\n  type text/html\n  header X-Which: one\n  chunked 100\n'
    body twins
    printf '/two.html\n  type text/html; charset=utf-8\n  header X-Which: two\n  header Connection: keep-alive\n'
    body twins
    printf '/kept.html\n  type text/html\n  etag "kept"\n  header X-Kept: @COUNT@\n'
    body kept
    printf '/new.html\n  type text/html\n'
    body "$1"
    printf '/no*\n  status 404 None\n  type text/plain\n  repeat 100 There is no such page here. \n'
    printf '/a.png\n  type image/png\n  repeat 300 0123456789\n/b.png\n  type image/png\n  repeat 300 0123456789\n'
    printf '/small\n  type text/plain\n  text small\n'
}
types() {
    awk -F '\t' -v url="$base$1" '$4 == url && $2 ~ /^re(sponse|visit)/ { print $2 }' "$work/list" | tr '\n' ' '
}
# refers TYPE PATH N ORIGINAL: the N-th revisit of PATH names the first response of ORIGINAL in all three ways.
refers() {
    original=$(awk -F '\t' -v url="$base$3" '$2 == "response" && $4 == url {
        for (i = 5; i <= NF; i++) { name = $i; sub(/=.*/, "", name); value = substr($i, length(name) + 2); f[name] = value }
        print f["WARC-Record-ID"], f["WARC-Target-URI"], f["WARC-Date"], f["WARC-Payload-Digest"]; exit }' "$work/list")
    is "$(awk -F '\t' -v url="$base$1" -v n="$2" '$2 == "revisit" && $4 == url && ++seen == n {
        for (i = 5; i <= NF; i++) { name = $i; sub(/=.*/, "", name); value = substr($i, length(name) + 2); f[name] = value }
        print f["WARC-Refers-To"], f["WARC-Refers-To-Target-URI"], f["WARC-Refers-To-Date"], f["WARC-Payload-Digest"] }' "$work/list")" \
        "$original" "$4"
}
tree() {
    (cd "$work/$1/site" && find . -type f -exec sha256sum {} + | LC_ALL=C sort)
}

make_site new >"$work/now.site"
serve "$work/now.site"
crawl mirror --delay 0 --archive all -o m "$base/"
exits 4
records m
whole m
is "$(types /one.html)$(types /two.html)" "response revisit " "the same body under another URL"
refers /two.html 1 /one.html "refers to the first"
holds "as the standard says it" revisit /two.html WARC-Truncated=length \
    WARC-Profile=http://netpreserve.org/warc/1.1/revisit/identical-payload-digest "Content-Type=application/http;msgtype=response"
file_has "$(block revisit /two.html)" 'X-Which: two' "its own head is kept"
file_lacks "$(block revisit /two.html)" '<p>' "its body is not"
is "$(types /no-1)$(types /no-2)" "response revisit " "an error page is not an exception"
is "$(types /a.png)$(types /b.png)" "response revisit " "nor an image"
is "$(types /small)" "response " "small ones are whole"
tree m >"$work/before"
crawl rebuild m
exits 0
tree m >"$work/after"
ok "rebuild finds the originals" cmp "$work/before" "$work/after"
file_has m/site/two.html '<title>twins</title>'

# Again: what is new is whole, all else refers to the first time.
make_site changed >"$work/now.site"
play "$work/now.site"
crawl update m
exits 4
records m
whole m
is "$(types /)" "response revisit " "a 304 is a revisit"
refers / 1 / "of the last answer"
holds "by its profile" revisit / WARC-Profile=http://netpreserve.org/warc/1.1/revisit/server-not-modified
file_has "$(block revisit /)" '304 Not Modified' "with the head of the 304"
is "$(types /two.html)" "revisit revisit " "a revisit"
refers /two.html 2 /one.html "never refers to a revisit"
is "$(types /kept.html)" "response revisit " "an unchanged page"
is "$(types /new.html)" "response response " "a changed one is whole"
is "$(types /small)" "response response " "and small ones are"
is "$(find "$work/m/archive" -type f | wc -l)" 2 "an update has a file of its own"
is "$(grep -a -h '^isPartOf: ' "$work"/blocks/* | sort -u | wc -l)" 2 "that says what it is part of"
crawl update m
records m
whole m
refers /kept.html 2 /kept.html "and a third time to the first"
crawl rebuild m
exits 0
crawl verify m
exits 0

# Files that are full, digests of the other kind.
crawl mirror --delay 0 --archive all --archive-file-size 4096 --archive-digest sha1 -o rolled "$base/"
exits 4
files=$(find "$work/rolled/archive" -type f | wc -l)
ok "a full file is followed by another ($files)" [ "$files" -gt 2 ]
records rolled
whole rolled
is "$(awk -F '\t' '!/WARC-Block-Digest=sha1:[A-Z2-7]/' "$work/list" | wc -l)" 0 "all digests are SHA-1's"
refers /two.html 1 /one.html "and revisits speak of them"
for file in "$work"/rolled/archive/*; do
    crawl verify "$file"
    [ "$status" = 0 ] || grep -q 'revisit' "$work/out" || note "$(cat "$work/out")"
    is "$(gzip -dc "$file" | grep -a -m 2 -c -E '^WARC-Type: warcinfo|^WARC-Filename: '"$(basename "$file")")" 2 "${file##*/} has its warcinfo"
done
crawl rebuild rolled
exits 0

# From documents to all: what is not in the archive is requested whole.
crawl mirror --delay 0 -o docs "$base/"
exits 4
records docs
is "$(types /a.png)$(types /no-1)" "" "documents alone are archived"
is "$(types /robots.txt)" "response " "and robots.txt"
is "$(types /one.html)$(types /two.html)" "response response " "each whole"
crawl update --archive all docs
exits 4
records docs
whole docs
is "$(types /robots.txt)" "response response " "then robots.txt again"
is "$(types /a.png)$(types /b.png)" "response revisit " "images"
is "$(types /)" "response revisit " "and what has not changed"
crawl update docs
records docs
whole docs
is "$(types /a.png)" "response revisit " "are archived"
done_testing
