#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that a broken site is not taken for a changed one: soft 404s, errors, maintenance and redirects of many pages
# replace no copies and remove none, whatever these pages name; a real redesign passes.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

pages=24
# A text of 30 words for each page N, none of its own in URL or title.
words() {
    awk -v page="$1" -v salt="$2" 'BEGIN {
        srand(page * 1000 + salt)
        for (i = 0; i < 30; i++) {
            word = ""
            for (j = 0; j < 6; j++) word = word sprintf("%c", 97 + int(rand() * 26))
            printf "%s ", word
        }
    }'
}
menu=$(seq 400 | awk '{ printf "<li>%c%c%c entry of the menu", 97 + $1 % 26, 97 + int($1 / 26), 97 + $1 % 7 }')

# site PAGE: the site, where the function PAGE prints the text of page $1 named $2.
site() {
    printf '/robots.txt\n  type text/plain\n  text User-agent: *\\nDisallow: /never\\n\n'
    printf '/sorry\n  type text/html\n  text <p>sorry\n'
    printf '/\n  type text/html\n  text <title>home</title><ul>%s</ul>' "$menu"
    for n in $(seq $pages); do printf '<a href=/%s.html>%s</a>' "topic$(echo "$n" | tr 0-9 a-j)" "$n"; done
    echo
    for n in $(seq $pages); do
        name=topic$(echo "$n" | tr 0-9 a-j)
        printf '/%s.html\n' "$name"
        "$1" "$n" "$name"
        echo
    done
}
html() {
    printf '  type text/html\n  text %s' "$1"
}
good() {
    html "<title>About $2</title><ul>$menu</ul><h1>$2</h1><p>$(words "$1" 1)"
}
redesigned() {
    html "<title>$2 - new</title><nav><b>Our new site</b><ul>$menu</ul></nav><h1>$2</h1><div>$(words "$1" 2)"
}
soft_404() {
    html "<title>Not found: $2</title><h1>Not found</h1><p>The address /$2.html does not exist here. Error $1$1."
}
php_error() {
    html "<b>Warning</b>: include(/srv/www/$2.php): failed to open stream in <b>/srv/www/$2.php</b> on line $1"
}
in_menu() {
    html "<title>About $2</title><script nonce=n$1>x</script><ul>$menu</ul><h1>$2</h1><p>Maintenance, back soon. Ref 4f9a0$1c77ab"
}
two_by_turns() {
    if [ $(($1 % 2)) = 0 ]; then in_menu "$@"; else php_error "$@"; fi
}
every_second() {
    if [ $(($1 % 2)) = 0 ]; then in_menu "$@"; else good "$@"; fi
}
some_move() {
    if [ $(($1 % 5)) -lt 2 ]; then printf '  status 301 Moved\n  header Location: /sorry\n'; else good "$@"; fi
}
nonces() {
    good "$@"
    printf '<p>Made in 0.%s seconds, Thu, %s Nov 2026 10:%s:00 GMT. <script>csrf="%s"</script> Request 7f00%s0aa\n' "$1" "$1" "$((RUN + 10))" \
        "$RUN$1" "$RUN$1"
}
one_word() {
    good "$@"
    [ "$1" != 3 ] || printf ' a word'
}

site good >"$work/good.site"
serve "$work/good.site"
crawl mirror --delay 0 -o good "$base/"
exits 0
digests good >"$work/good.sums"
RUN=0
# kept LABEL: copies of all pages are as they were.
kept() {
    digests m | grep -v sorry >"$work/now.sums"
    ok "$1" cmp -s "$work/good.sums" "$work/now.sums" || note "$(diff "$work/good.sums" "$work/now.sums" | head -n 5)"
}
for kind in soft_404 php_error in_menu two_by_turns every_second some_move; do
    rm -rf "$work/m"
    cp -a "$work/good" "$work/m"
    site "$kind" >"$work/$kind.site"
    play "$work/$kind.site"
    for n in first second; do
        crawl update --delay 0 m
        exits 75 "$kind: the $n update"
        kept "$kind: every copy stays"
    done
    [ "$kind" != some_move ] || file_has err "9 of 9 changed pages have become nearly the same page, or move to the same one"
    crawl verify m
    exits 0 "$kind: verify finds no problem"
    play "$work/good.site"
    crawl update --delay 0 m
    crawl update --delay 0 m
    exits 0 "$kind: the site is back"
    kept "$kind: and so are all copies"
done
rm -rf "$work/m"
cp -a "$work/good" "$work/m"
site redesigned >"$work/redesigned.site"
play "$work/redesigned.site"
forget_requests
crawl update --delay 0 m
exits 0 "a redesign passes"
is "$(grep -l "Our new site" "$work/m/site/"*.html | wc -l)" $pages "and replaces all pages"
requested 1 /topicc.html "with one request for each"
crawl changes m
is "$(grep -c ^changed "$work/out")" $pages "and lists them"
play "$work/php_error.site"
crawl update --delay 0 --withdraw-most m
exits 0 "--withdraw-most takes even errors"
is "$(grep -l "failed to open" "$work/m/site/"*.html | wc -l)" $pages "in all copies"

# Nonces, tokens and times are no changes.
RUN=1
site nonces >"$work/nonces.site"
play "$work/nonces.site"
crawl mirror --delay 0 -o nonces "$base/"
RUN=2
site nonces >"$work/nonces.site"
play "$work/nonces.site"
crawl update --delay 0 nonces
exits 0
file_has nonces/site/topicd.html '10:12:00' "a copy has the last nonces and times"
crawl changes nonces
file_is out "" "which are no changes"
play "$work/good.site"
rm -rf "$work/m"
cp -a "$work/good" "$work/m"
site one_word >"$work/word.site"
play "$work/word.site"
crawl update --delay 0 m
exits 0
crawl changes m
is "$(grep -c . "$work/out")" 2 "a word more is a change"
file_has out "changed   $base/topicd.html"
done_testing
