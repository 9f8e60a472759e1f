#!/bin/sh
# SPDX-License-Identifier: MIT
# Pages of real sites, live and mirrored, side by side in Chromium (shots.js): the documentation of Python and of SQLite
# behind nginx, and a wiki under PHP. SHOTS pages of each, spread over the site; 8 when it is not set. check.sh runs it;
# by itself it needs NODE_PATH to have playwright-core. What is not installed is said.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/crawl/lib.sh"

CRAWL_SECONDS=300

wiki_pid=
wiki_stop() {
    [ -n "$wiki_pid" ] || return 0
    kill "$wiki_pid" 2>/dev/null
    wait "$wiki_pid" 2>/dev/null
    wiki_pid=
}
trap 'wiki_stop; leave' EXIT

# compare NAME LOG [HIDDEN [COMPOSED]]: the mirror NAME with the site at $base, whose access log is LOG. A wiki that is asked for
# two views of a page at once may lose what it knows about the page, and then shows it without its table of contents.
compare() {
    crawl mirror --delay 0 --connections 1 -o "$1" "$base/"
    [ "$status" = 0 ] || [ "$status" = 4 ]
    verdict $? "$1: mirrored (status $status)"
    sqlite3 -separator "$(printf '\t')" "$work/$1/mirror.db" \
        "SELECT path, url, content_type FROM answers WHERE path IS NOT NULL AND state = 'done' ORDER BY id" >"$work/$1.files"
    node "$top_srcdir/tests/browser/shots.js" "$tiptoe" "$work/$1" "$work/$1.files" "$2" "${SHOTS:-8}" "${3-}" "${4-}" >"$work/$1.said" 2>&1
    verdict $? "$1: live and mirrored pages look alike"
    note "$(cat "$work/$1.said")"
}

behind_nginx() {
    if [ -d "$2" ] && nginx_serve "$2"; then
        compare "$1" "$work/nginx.log" "${3-}"
        nginx_stop
    else
        skip "$1" "SKIP: $2 is not there, or nginx does not start"
    fi
}

command -v sqlite3 >/dev/null 2>&1 || skip_all "sqlite3 is not installed: no page of a real site was compared"
tiptoe=$(cd "$(dirname "$tiptoe")" && pwd)/tiptoe
behind_nginx python /usr/share/doc/python3/html
# Its scripts show no search where there is no server to be asked.
behind_nginx sqlite /usr/share/doc/sqlite3 Search
if "$top_srcdir/tests/wiki/serve"; then
    mkfifo "$work/wiki.url" || exit 1
    exec 7<>"$work/wiki.url"
    "$top_srcdir/tests/wiki/serve" "$work/wiki-plain" plain >&7 2>"$work/wiki.err" 7>&- &
    wiki_pid=$!
    base=$(timeout 120 head -n 1 <&7)
    # A picture without content has the wiki index its pages, which shows on others. It is not mirrored.
    compare wiki "$work/wiki-plain/access.log" "" '**/lib/exe/taskrunner.php*'
    wiki_stop
else
    skip wiki "SKIP: dokuwiki, php-fpm or nginx is not installed"
fi
done_testing
