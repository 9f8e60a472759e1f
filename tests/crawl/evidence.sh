#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that a page is requested once, whatever spellings of its URL, sessions and parameters without effect links have; and that
# no page with content of its own is lost.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

# Spellings that RFC 3986 section 6.2.2 calls equivalent.
serve - <<'END2'
/
  type text/html
  text <a href=/%7eu/a.html>1</a> <a href=/~u/a.html>2</a> <a href=/%7Eu/a.html>3</a> <a href=/%61%2Fb?q=%c3%a9>4</a> <a href=/a%2fb?q=%C3%A9>5</a>
/*
  type text/html
  text @TARGET@
END2
crawl mirror --delay 0 -o spellings "$base/"
exits 0
requests_are "spellings: one request each, in the spelling first seen" /robots.txt / /%7eu/a.html '/%61%2Fb?q=%c3%a9'
file_has spellings/site/index.html '<a href=~u/a.html>1</a> <a href=~u/a.html>2</a> <a href=~u/a.html>3</a>' "spellings: one file"
links_resolve spellings/site
crawl explain spellings "$base/~u/a.html"
file_has out "file       site/~u/a.html" "spellings: explain knows all of them"
crawl rebuild spellings
links_resolve spellings/site "spellings: after a rebuild, too"

# asked PATTERN: the number of requests whose target matches it.
asked() {
    grep ' request ' "$log" | grep -c -- "$1"
}
fast="--delay 0 --connections 1 --max-time 60"

# A session id anew in each link, in the path or the query; and parameters for statistics, all of them at once.
{
    printf '/\n  type text/html\n  text <a href="/page1;jsessionid=start@COUNT@">one</a>\n'
    printf '  text <a href="/news1?utm_source=s@COUNT@&fbclid=@COUNT@">news</a>\n'
    for page in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        printf '/page%s;*\n  type text/html\n  text <h1>Page %s</h1>\n' "$page" "$page"
        printf '  repeat 20 <a href="/page@I@;jsessionid=of%sx@COUNT*100+I@">@I@</a>\n' "$page"
    done
    printf '/news*\n  type text/html\n  text <h1>News @N@</h1>\n'
    printf '  repeat 20 <a href="/news@I@?utm_source=s@COUNT*100+I@&fbclid=@COUNT*100+I@">@I@</a>\n'
} >"$work/session.site"
serve "$work/session.site"
# shellcheck disable=SC2086 # options are words
crawl mirror $fast -o session "$base/"
exits 0
ok "sessions: $(asked /page) requests for 20 pages" [ "$(asked /page)" -le 60 ]
ok "statistics: $(asked /news) requests for 20 pages" [ "$(asked /news)" -le 60 ]
is "$(ls "$work/session/site" | grep -c '^page')" "$(asked /page)" "each page has a file"
links_resolve session/site
file_has err "the same pages at other addresses" "the summary counts what was not requested"
held=$(sqlite3 "$work/session/mirror.db" "SELECT url FROM urls WHERE reason = 'equal' AND url LIKE '%/page%' LIMIT 1")
crawl explain session "$held"
file_has out "differs only in jsessionid, which changed nothing in 1 of 1 pages" "explain names the evidence"
file_has out "same as    $base/page" "and the page that it leads to"
show session
page=$(curl -s "$show${held#"$base"}" | grep -c '<h1>Page')
is "$page" 1 "serve shows that page"
show_ends
forget_requests
# shellcheck disable=SC2086
crawl update $fast session
exits 0
ok "an update starts from what was learned: $(asked /page) requests" [ "$(asked /page)" -le 100 ]

# One parameter without effect on forty posts. It has one on the last of them, which one contradiction shows: what was kept back
# is requested.
cat >"$work/blog.site" <<'END2'
/
  type text/html
  repeat 40 <a href=/post/name@I@/>@I@</a>
/post/name40/*
  type text/html
  text <h1>Post @N@</h1><p>version @Q@
  repeat 60 <a href="/post/name40/?share=@I@">@I@</a>
/post/*
  type text/html
  text <h1>Post @N@</h1>
  repeat 4 <a href="/post/name@N@/?share=@I@">@I@</a>
END2
play "$work/blog.site"
forget_requests
# shellcheck disable=SC2086
crawl mirror $fast -o blog "$base/"
exits 0
is "$(asked '/post/name40/?share=')" 60 "one contradiction, and all that was kept back is requested"
is "$(cat "$work"/blog/site/post/name40/*.html | grep -o 'version [0-9]*' | sort -u | wc -l)" 60 "no page is lost"

# A page for all URLs at first, of different kinds or of one.
cat >"$work/maintenance.site" <<'END2'
/
  type text/html
  repeat 60 <a href="/a?x=@I@">@I@</a><a href="/b?y=@I@">@I@</a>
  repeat 60 <a href="/c?x=@I@">@I@</a>
/a*
  if request 1-20
  type text/html
  text Back soon.
/b*
  if request 1-20
  type text/html
  text Back soon.
/c*
  if request 1-13
  type text/html
  text This list is not ready.
/*
  type text/html
  text <h1>@PATH@ @Q@</h1>
END2
play "$work/maintenance.site"
forget_requests
# shellcheck disable=SC2086
crawl mirror $fast -o maintenance "$base/"
exits 0
is "$(asked '/[ab]?')" 120 "one page for URLs of different paths is no evidence"
is "$(asked '/c?')" 60 "the last test of a rule finds that the page has changed"
done_testing
