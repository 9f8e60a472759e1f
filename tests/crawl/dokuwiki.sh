#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests a wiki as Debian packages it, with all its endless pages: editing, revisions, differences, an index that unfolds,
# media by folder, recent changes, logins with tokens. The whole wiki is mirrored with few requests for each page, in both of
# its URL styles, and explain gives the reason for each URL that is refused.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

CRAWL_SECONDS=300
wiki_pid=
wiki_stop() {
    [ -n "$wiki_pid" ] || return 0
    kill "$wiki_pid"
    wait "$wiki_pid" 2>/dev/null
    wiki_pid=
}
trap 'wiki_stop; leave' EXIT

wiki_start() {
    mkfifo "$work/$1.url" || exit 1
    exec 7<>"$work/$1.url"
    "$top_srcdir/tests/wiki/serve" "$work/wiki-$1" "$1" >&7 2>"$work/$1.err" 7>&- &
    wiki_pid=$!
    base=$(timeout 120 head -n 1 <&7)
}

# So many requests had a target that matches.
asked() {
    awk '{ print $3 }' "$work/wiki-$1/access.log" | grep -cE "$2"
}

explains() {
    crawl explain "$1" "$base$2"
    file_has out "$3" "$1: $2: $3"
}

# So many requests were made by tiptoe: the answer to this one comes after the lines of all that were before.
requests_made() {
    curl -s -o "$work/probe" --max-time 60 -A probe "$base/robots.txt"
    grep -vc '"probe"$' "$work/wiki-$style/access.log"
}

mirrored() {
    style=$1 prefix=$2 query=$3 pattern=$4
    crawl mirror --delay 0 -o "$style" "$base/"
    # Debian 13's style sheet asks for pictures by their place on the server's disk, which no server serves.
    is "$(awk '$4 >= 400 && $3 !~ /^\/usr\/share\/javascript\// && $3 != "/robots.txt" { print $3 }' "$work/wiki-$style/access.log")" "" \
        "$style: nothing is missing"
    [ "$status" = 4 ] || exits 0
    requests=$(requests_made)
    ok "$style: $requests requests for 32 pages that are linked to, at most 400" [ "$requests" -le 400 ]
    is "$(sqlite3 "$work/$style/mirror.db" "SELECT count(DISTINCT title) FROM answers
        WHERE state = 'done' AND title LIKE '%[The lighthouse keepers]'")" 32 "$style: all pages are there"
    is "$(asked "$style" 'do=(edit|revisions|login|register|recent|media|backlink|export)|_export|taskrunner|idx=|sectok|DokuWiki=')" 0 \
        "$style: no editing, no revisions, no recent changes, no exports, no tasks, no folders, no sessions"
    is "$(asked "$style" "^$pattern"'logs:1901[&?]do=index$')" 1 "$style: an index, which says NOINDEX and NOFOLLOW, once a page"
    explains "$style" "${prefix}start${query}do=edit" 'not requested: all links to it have rel=nofollow'
    explains "$style" "${prefix}start${query}do=recent" 'not requested: all links to it have rel=nofollow'
    explains "$style" "${prefix}start${query}do=index" 'meta element: noindex; meta element: nofollow'
    links_resolve "$style/site"
    crawl mirror --delay 0 -o "$style" "$base/"
    is "$(requests_made)" "$requests" "$style: the same again requests nothing"
}

command -v sqlite3 >/dev/null 2>&1 || skip_all "sqlite3 is not installed"
"$top_srcdir/tests/wiki/serve" || skip_all "dokuwiki, php-fpm or nginx is not installed"
for style in plain nice; do
    wiki_start $style
    ok "$style: the wiki is there" [ -n "$base" ] || note "$(cat "$work/$style.err")"
    if [ $style = plain ]; then
        mirrored plain '/doku.php?id=' '&' '/doku[.]php[?]id='
    else
        mirrored nice / '?' /
    fi
    wiki_stop
done
done_testing
