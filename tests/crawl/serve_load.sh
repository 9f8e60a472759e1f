#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `tiptoe serve` under load: hundreds of clients, of which many read nothing for a while, get pages of 2 KB to 16 MB
# whole, and take little memory together. readers.c is the clients.
. "${top_srcdir:-.}/tests/crawl/lib.sh"
[ -r /proc/self/status ] || skip_all "no /proc"
readers=$top_builddir/tests/crawl/readers

# page NAME LINES
mkdir "$work/docs"
page() {
    awk -v lines="$2" 'BEGIN {
        print "<!DOCTYPE html><title>page</title><a href=2K.html>2</a><a href=200K.html>200</a><a href=16M.html>16</a>" \
            "<img src=file.bin>"
        for (i = 0; i < lines; i++)
            print "<p>a line of one hundred bytes, which is not much, but there are many of them on a large page"
    }' >"$work/docs/$1"
}
page index.html 1
page 2K.html 20
page 200K.html 2000
page 16M.html 170000
cat "$work/docs/16M.html" >"$work/docs/file.bin"
nginx_serve "$work/docs"
crawl mirror --delay 0 -o m "$base/"
exits 0
show m
address=${show#http://}
all="/2K.html /200K.html /2K.html /200K.html /2K.html /16M.html /200K.html /file.bin"

# anonymous: the memory of serve that is not of files, in KB.
anonymous() {
    awk '/^RssAnon:/ { print $2 }' "/proc/$show_pid/status"
}
for target in /16M.html /file.bin /2K.html; do
    "$readers" "$address" 1 0 2 "$target" </dev/null >"$work/out"
    file_has out "whole fast 1 slow 0" "$target, twice"
done
before=$(anonymous)
mkfifo "$work/go"
# shellcheck disable=SC2086 # words
"$readers" "$address" 200 300 4 $all <"$work/go" >"$work/out" &
readers_pid=$!
exec 7>"$work/go"
wait_until grep -q "^wait .* 800 answers" "$work/out"
file_has out " 800 answers" "fast clients do not wait for slow ones"
during=$(anonymous)
echo >&7
exec 7>&-
wait "$readers_pid"
file_has out "whole fast 200 slow 300" "all are answered"
note "$before KB before, $during KB while 300 clients read nothing"
ok "they take less than 64 MB of memory" test $((during - before)) -lt 65536

show_ends
done_testing
