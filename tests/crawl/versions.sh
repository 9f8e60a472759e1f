#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `tiptoe changes DIR URL`: the versions of a page, and how the visible texts of two of them differ.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

# site WORD: what the page says at a time, also in ways that would act on a terminal.
site() {
    printf '/\n  type text/html\n  body\n    <a href=notes.txt>3</a><a href=page.html>1</a><a href=image.png>2</a>\n'
    printf '/page.html\n  type text/html\n  body\n    <title>t</title><h1>Always</h1><p>one <b>%s</b> two</p><p>the \033[31mend</p><script>%s</script>\n' "$1" "$1"
    printf '/notes.txt\n  type text/plain\n  body\n    first \033[31mline\n    %s\n' "$1"
    printf '/image.png\n  type image/png\n  repeat 100 %s\n' "$1"
}
site red >"$work/1.site"
site green >"$work/2.site"
site blue >"$work/3.site"
serve "$work/1.site"
crawl mirror --delay 0 --archive all -o m "$base/"
exits 0
for n in 2 2 3; do
    play "$work/$n.site"
    crawl update --delay 0 m
    exits 0
done
crawl changes m page.html
exits 0
is "$(awk 'NF == 6 && $1 ~ /^[0-9]+$/ { print $1, $3, $5 }' "$work/out" | tr '\n' ' ')" "1 200 bytes 2 200 bytes 3 200 bytes " "three versions of four answers"
is "$(sed '1,/^$/d' "$work/out")" "--- version 2
+++ version 3
@line 1, now 1
 Always
-one green two
+one blue two
 the [31mend" "the last two are compared"
crawl changes --from 1 --to 3 m page.html
file_has out "-one red two"
crawl changes --json m page.html
exits 0
is "$(grep -c '"version":' "$work/out")$(grep -c '"sign":"-","text":"one green two"' "$work/out")" 31 "as JSON"
crawl changes m notes.txt
file_has out "+blue"
file_has out ' first \x1B[31mline' "no byte acts on a terminal"
crawl changes m image.png
exits 0
file_has err "it is not a text"
show m
curl -s "$show/_tiptoe/changes/page.html" >"$work/page"
file_has page "<del>one green two</del>" "the same in a browser"
at=$show$(sed -n 's/.*href="\([^"]*\/_tiptoe\/at\/[^"]*\)".*/\1/p' "$work/page" | head -n 1)
ok "with links to each version" sh -c 'curl -s "$1" | grep -q "one <b>"' sh "$at"
curl -s "$show/_tiptoe/changes/notes.txt" >"$work/page"
file_lacks page "$(printf '\033')" "escaped"
crawl forget m notes.txt
exits 0
ok "a server finds a version whose record has moved since" sh -c 'curl -s "$1" | grep -q "one <b>"' sh "$at"
curl -s "$show/_tiptoe/changes/page.html" >"$work/page"
file_has page "<del>one green two</del>" "and compares it"
show_ends
crawl changes --to 9 m page.html
exits 1
file_has err "there are 3 versions"
crawl changes m nothing.html
exits 1
file_has err "no version of it can be shown"
crawl changes m
exits 0
file_has out "/page.html"
done_testing
