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
# asked_once PATTERN: the number of these targets. One page may be requested twice, to find out which of its numbers count.
asked_once() {
    grep ' request ' "$log" | grep -o -- "$1[^ ]*" | sort -u | wc -l
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
is "$(find "$work/session/site" -maxdepth 1 -name 'page*' | grep -c '')" "$(asked /page)" "each page has a file"
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

# Two unknown parameters, which always change together.
cat >"$work/pair.site" <<'END2'
/
  type text/html
  text <a href="/item/name1?ref=1&place=1">item</a>
/item/*
  type text/html
  text <h1>@PATH@</h1>
  repeat 20 <a href="/item/name@I@?ref=@COUNT*20+I@&place=@COUNT*20+I@">item</a>
END2
play "$work/pair.site"
forget_requests
# shellcheck disable=SC2086
crawl mirror $fast -o pair "$base/"
exits 0
ok "two parameters together: $(asked /item/) requests for 20 pages" [ "$(asked /item/)" -le 60 ]

# A parameter with an effect in some of its values only, and a session id anew in each link: which of them makes the difference?
# A URL waits for one in flight that may be the same, so that the number of connections makes no difference, either.
cat >"$work/forum.site" <<'END2'
/
  type text/html
  repeat 30 <a href="/t?sid=a@COUNT@&id=@I@">@I@</a><a href="/t?view=unread&sid=a@COUNT@&id=@I@">@I@</a>
/t?view=next*
  type text/html
  text <h1>Topic number @Q%30+1@</h1>
  text <a href="/t?view=next&sid=b@COUNT@&id=@Q%30+1@">2</a><a href="/t?sid=b@COUNT@&id=@Q%30+1@">1</a>
/t*
  type text/html
  text <h1>Topic number @Q@</h1>
  text <a href="/t?view=next&sid=b@COUNT@&id=@Q@">2</a><a href="/t?sid=b@COUNT@&id=@Q@">1</a>
END2
for connections in 1 4; do
    play "$work/forum.site"
    forget_requests
    crawl mirror --delay 0 --connections $connections --max-time 60 -o "forum$connections" "$base/"
    exits 0
    is "$(asked_once 'GET /t?sid=a')" 30 "forum, $connections: all topics"
    ok "forum, $connections: $(asked '') requests, at most 75" [ "$(asked '')" -le 75 ]
done

# Two names of each topic, of which the second one is always faster: the order of answers decides nothing.
cat >"$work/order.site" <<'END2'
/
  type text/html
  repeat 40 <a href="/t?id=@I@">@I@</a><a href="/t?p=@I@">@I@</a>
/t?id=*
  type text/html
  delay 20
  text <h1>Topic number @Q@</h1>
/t*
  type text/html
  text <h1>Topic number @Q@</h1>
END2
play "$work/order.site"
forget_requests
crawl mirror --delay 0 --connections 4 --max-time 60 -o order "$base/"
exits 0
is "$(asked_once 'GET /t?id=')" 40 "the family that comes first is requested"
ok "the other one ends: $(asked 't?p=') requests, at most 25" [ "$(asked 't?p=')" -le 25 ]

# A URL waits for the slow answer of one that may be the same. Others are requested meanwhile.
slow() {
    rm -rf "$work/slow"
    cat >"$work/slow.site" <<END2
/
  type text/html
  repeat 4 <a href="/a@I@?sid=1">1</a><a href="/a@I@?sid=2">2</a>
  repeat 4 <a href="/b?sid=@I@">@I@</a>
  repeat 30 <a href=/c@I@.html>@I@</a>
/b*
  type text/html
  delay $((1000 * scale))
  text <h1>A slow page</h1>
/*
  type text/html
  text <h1>Page @PATH@</h1>
END2
    play "$work/slow.site"
    forget_requests
    crawl mirror --delay 0 --connections 2 --max-time 600 -o slow "$base/"
    settle
    [ "$status" = 0 ] && [ "$(asked 'GET /b?sid=')" -le 2 ] &&
        [ "$(sed '/ done .* GET .b?sid=/,$d' "$log" | grep -c ' done .* GET /c')" = 30 ]
}
in_time "others are requested while a URL waits" slow

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
is "$(asked_once '/post/name40/?share=')" 60 "one contradiction, and all that was kept back is requested"
is "$(cat "$work"/blog/site/post/name40/*.html | grep -o 'version [0-9]*' | sort -u | wc -l)" 60 "no page is lost"

# A page for all URLs at first, of different kinds or of one.
cat >"$work/maintenance.site" <<'END2'
/
  type text/html
  repeat 60 <a href="/a?x=@I@">@I@</a><a href="/b?y=@I@">@I@</a>
  repeat 60 <a href="/c?x=@I@">@I@</a>
  repeat 60 <a href="/d?sid=1f3c9a0b7e2d4c6f1f3c9a0b7e2d4c@I+10@">@I@</a>
/d*
  if request 1-4
  type text/html
  text Back soon.
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
is "$(asked_once '/[ab]?')" 120 "one page for URLs of different paths is no evidence"
is "$(asked_once '/d?')" 60 "nor is it for good about what only looks like session ids"
is "$(asked_once '/c?')" 60 "the last test of a rule finds that the page has changed"

# Links that act, and pages that only sound like them.
cat >"$work/acts.site" <<'END2'
/
  type text/html
  body
    <a href="/shop?add-to-cart=7">1</a> <a href="/posting.php?mode=quote&amp;p=3">2</a> <a href="/node/5/delete">3</a>
    <a href="/vote?id=3">4</a> <a href="/comments/8/like">5</a> <a href="/w?title=A&amp;action=edit">6</a> <a href=/logout>7</a>
    <a href="/report.php?f=1&amp;p=2">8</a> <a href="/?set-lang=fr">9</a>
    <a href=/articles/how-to-vote.html>p</a> <a href=/sql/delete>p</a> <a href=/vote/123>p</a> <a href=/quote/5>p</a>
    <a href="/report?id=5">p</a> <a href="/list?action=show">p</a> <a href="/watch?v=x">p</a> <a href=/docs/edit>p</a>
/*
  type text/html
  text <h1>@TARGET@</h1>
END2
play "$work/acts.site"
forget_requests
# shellcheck disable=SC2086
crawl mirror $fast -o acts "$base/"
exits 0
requests_are "links that act are not followed" /robots.txt / /articles/how-to-vote.html /sql/delete /vote/123 /quote/5 \
    '/report?id=5' '/list?action=show' '/watch?v=x' /docs/edit
crawl explain acts "$base/node/5/delete"
file_has out "rule       it would act: delete" "explain names the word"
# shellcheck disable=SC2086
crawl mirror $fast -o acts --include '*' --include '/node/*' "$base/"
requested 1 /node/5/delete "--include opens them"

# One page at all depths, by relative links; and equal listings of different files.
cat >"$work/deep.site" <<'END2'
/v/
  type text/html
  text <a href=1/>1</a> <a href=2/>2</a>
/v/1/
  type text/html
  text <a href=a.html>a</a> <a href=sub/>sub</a>
/v/2/
  type text/html
  text <a href=a.html>a</a> <a href=sub/>sub</a>
/v/*/sub/
  type text/html
  text <a href=a.html>a</a>
/v/*
  type text/html
  text <h1>@PATH@</h1>
/*
  type text/html
  text <h1>Home</h1> <a href=about/>about</a> <a href=news/>news</a> <a href=/v/>v</a>
END2
play "$work/deep.site"
forget_requests
# shellcheck disable=SC2086
crawl mirror $fast -o deep "$base/"
exits 0
ok "a page that repeats itself ends: $(asked '') requests" [ "$(asked '')" -le 20 ]
for page in 1 2; do
    exists "deep/site/v/$page/a.html" "equal listings keep their files"
done
file_has err "no new content (crawler trap)" "the summary says so"

# A page that is requested once more to compare its numbers keeps its copy when that fails.
cat >"$work/again.site" <<'END2'
/
  type text/html
  text <!doctype html><a href="/a?s=1">one</a> <a href="/a?s=2">two</a>
/a
  if request 3-
  status 404 Not Found
/a
  type text/html
  text <!doctype html><h1>Sailing to the islands in spring</h1><p>made in 0.@COUNT+1000@ s
END2
play "$work/again.site"
forget_requests
# shellcheck disable=SC2086
crawl mirror $fast -o again "$base/"
is "$(asked '/a?s=')" 3 "a page whose numbers alone differ is requested once more"
is "$(sqlite3 "$work/again/mirror.db" "SELECT path FROM answers WHERE url LIKE '%/a?s=2'")" "a@s=2.html" \
    "a 404 then does not replace it"

# Thirty topics, and three hundred other URLs that show them again. A kill and updates lose nothing of what was learned.
cat >"$work/family.site" <<'END2'
/
  type text/html
  repeat 30 <a href="/t?id=@I@">@I@</a>
  repeat 300 <a href="/t?p=@I@">@I@</a>
/t?id=*
  type text/html
  text <h1>Topic @Q@</h1><p>made in 0.@COUNT+1000@ s
/t?p=*
  type text/html
  text <h1>Topic @Q%30+1@</h1><p>made in 0.@COUNT+1000@ s
END2
play "$work/family.site"
forget_requests
# shellcheck disable=SC2086
crawl_signalled KILL 60 0 mirror $fast -o family "$base/"
# shellcheck disable=SC2086
crawl resume --max-time 60 family
exits 0
is "$(asked_once '/t?id=')" 30 "a family: all topics"
ok "its repetitions end: $(asked '/t?p=') requests" [ "$(asked '/t?p=')" -le 60 ]
file_has err "left out: kinds of addresses that brought nothing new for long" "the summary counts them"
file_has err "URLs left out: nothing new for long: $base/t with p" "and names the family"
forget_requests
crawl update --delay 0 family
ok "an update tests it again: $(asked '/t?p=') requests" [ "$(asked '/t?p=')" -le 80 ]
crawl mirror --delay 0 --all-of '/t?p=*' -o family "$base/"
exits 0
is "$(sqlite3 "$work/family/mirror.db" "SELECT count(*) FROM urls WHERE reason = 'family'")" 0 "--all-of continues it"

# Live transmissions.
cat >"$work/live.site" <<'END2'
/
  type text/html
  text <img src=/camera> <audio src=/radio.mp3></audio> <video src=/film.webm></video> <img src=/events> <a href=/page>p</a>
/camera
  type multipart/x-mixed-replace; boundary=x
  length none
  endless --x\r\n
/events
  type text/event-stream
  length none
  endless data: x\n\n
/radio.mp3
  type audio/mpeg
  header icy-name: Radio
  length none
  endless x
/film.webm
  type video/webm
  length none
  endless x
  drip body 1000 20
/page
  type text/html
  text page
END2
play "$work/live.site"
forget_requests
# shellcheck disable=SC2086
crawl mirror $fast --live-after 8s -o live "$base/"
exits 0 "live transmissions are no failures"
exists live/site/page.html "and nothing waits for them"
is "$(sqlite3 "$work/live/mirror.db" "SELECT count(*) FROM urls WHERE reason = 'live'")" 4 "all are left out with their reason"
file_has err "live transmissions, which have no end" "the summary says so"
done_testing
