#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that endless URLs are left once they show nothing new, and that explain says so; and that a large site of queries is
# mirrored in full, even if its pages are similar.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

fast="--delay 0 --connections 4"

# ended LABEL MOST: the last crawl came to its end with at most so many requests, those for /real pages included.
ended() {
    [ "$status" = 0 ] || [ "$status" = 4 ]
    verdict $? "$1: ends (status $status)"
    requests=$(grep -c ' request ' "$log")
    ok "$1: $requests requests, at most $2" [ "$requests" -le "$2" ]
}

trap_is_explained() {
    file_has err 'left out: kinds of addresses that brought nothing new for long' "$1: the summary says so"
    file_has err "URLs left out: nothing new for long: $2" "$1: and names them"
    refused=$(sqlite3 "$work/$1/mirror.db" "SELECT url FROM urls WHERE reason = 'family' LIMIT 1")
    crawl explain "$1" "$refused"
    file_has out "rule       nothing new for long: $2" "$1: explain names the rule"
}

walk() {
    play "$work/$1.site"
    forget_requests
    # shellcheck disable=SC2086 # options are words
    crawl mirror $fast -o "$1" "$base/"
}

command -v sqlite3 >/dev/null 2>&1 || skip_all "sqlite3 is not installed"

# Every page of the calendar has its month, the ones beside it, the years beside it, and its days.
cat >"$work/calendar.site" <<'END'
/
  type text/html
  text <a href=/calendar?year=2026&month=11>calendar</a> <a href=/real>real</a>
/real
  type text/html
  text real
/calendar*
  type text/html
  text <title>@TARGET@</title><h1>Events of @TARGET@</h1><a href=/calendar?year=@COUNT*3%170+2027@&month=12>on</a>
  text <a href=/calendar?year=@COUNT*7%170+2027@&month=@COUNT%12+1@>some year</a> <a href=/real>real</a>
  text <a href=/calendar?year=@COUNT*11%170+2027@&month=@COUNT%12+1@&day=3>a day</a>
  repeat 28 <a href=/calendar?year=@COUNT%240+1950@&month=@COUNT%12+1@&day=@I@>@I@</a>
END
serve "$work/calendar.site"
walk calendar
ended calendar 320
trap_is_explained calendar "$base/calendar with any parameters"
exists calendar/site/real.html

# The user's word against it.
traps_of_2030() {
    sqlite3 "$work/calendar/mirror.db" "SELECT count(*) FROM urls WHERE reason = 'family' AND url LIKE '%year=2030&%'"
}
ok "a year of it was refused" [ "$(traps_of_2030)" -gt 0 ]
crawl explain calendar "$refused"
file_has out "add --all-of PATTERN" "explain says how to overrule that"
# shellcheck disable=SC2086 # options are words
crawl mirror $fast -o calendar --include '*' --include '/calendar?year=2030&*' "$base/"
ended "calendar, with a year that is named" 2400
is "$(traps_of_2030)" 0 "what an --include names is not a trap"
trap_is_explained calendar "$base/calendar with"

# Every page is known by all session ids there are, and every link has a new one.
cat >"$work/session.site" <<'END'
/
  type text/html
  text <a href=/page1;sid=a1b2c3d4e5f6@COUNT@zz9>one</a>
/page*
  type text/html
  text <h1>One of ten pages</h1><form><input type=hidden name=sid value=a1b2c3d4e5f6@COUNT@zz9></form>
  repeat 10 <a href=/page@I@;sid=a1b2c3d4e5f6x@COUNT*100+I@zz9>@I@</a>
END
walk session
ended session 60
file_has err 'the same pages at other addresses' "session: the summary says so"

# Parameters in any order, with and without a default, and all sort orders.
cat >"$work/sorts.site" <<'END'
/
  type text/html
  text <a href=/list?page=1>list</a>
/list*
  type text/html
  text <h1>A list</h1><p>first<p>second<p>third
  repeat 5 <a href="@TARGET@&sort=@I@">sort</a><a href="/list?view=@I@&@COUNT@=@I@">view</a>
END
walk sorts
ended sorts 250
trap_is_explained sorts "$base/list with any parameters"

# A tree of folders, of which any may be open: each page has other addresses, and none a text that is new.
cat >"$work/index.site" <<'END'
/
  type text/html
  text <a href=/index?open=>index</a> <a href=/real>real</a>
/real
  type text/html
  text real
/index*
  type text/html
  text <h1>Index</h1><ul>
  repeat 8 <li><a href="@TARGET@,@I@">folder @I@</a>
END
walk index
ended index 60
exists index/site/real.html

# A page for whatever is asked, at paths that repeat themselves and in queries.
cat >"$work/flood.site" <<'END'
/
  type text/html
  text <a href=/shop/?item=1>shop</a>
/shop/*
  type text/html
  text <p>Not found, but this is our shop.<a href=shop/>deeper</a>
  repeat 20 <a href="?item=@COUNT*100+I@">item</a>
END
walk flood
ended flood 660
file_has err 'no new content (crawler trap)' "flood: the summary says so"

# Twenty commits of a repository in all views, each of which leads to others, and shows something new.
id=000000000000000000000000000000000000
cat >"$work/git.site" <<END
/
  type text/html
  text <a href=/r/-/commits/main>log</a> <a href="/shop?a=log&p=1">shop</a>
/r/-/commits/main
  type text/html
  text <h1>All commits</h1>
  repeat 20 <a href=/r/-/commit/$id@I+1000@>commit</a>
/r/-/archive/*
  text a snapshot\n
/r/-/*
  type text/html
  text <h1>View @TARGET@</h1> <a href=@TARGET@.patch>patch</a>
  text <a href=/r/-/archive/$id@Q%1000+1000@/r.tar>snapshot</a>
  text <a href=/r/-/tree/$id@COUNT+1000@>tree</a> <a href=/r/-/commits/$id@COUNT+1000@>log</a>
/shop*
  type text/html
  text <h1>Shop @Q@</h1> <a href="/shop?a=log&p=@Q+1%30@">next</a>
END
walk git
ended git 58
is "$(grep ' request ' "$log" | grep -c '/-/commit/')" 20 "git: the changes of each commit"
is "$(grep ' request ' "$log" | grep -o 'GET /shop?[^ ]*' | sort -u | wc -l)" 30 "git: another site"
file_has err "other views of a page" "git: the summary says what was left out"
crawl explain git "$base/r/-/archive/${id}1001/r.tar"
file_has out "rule       GitLab: a file, a folder or a log as of a commit" "git: explain names the view"
file_has out "an --include that matches it" "git: explain says how to include it"
# shellcheck disable=SC2086 # options are words
crawl mirror $fast -o git --include '*' --include '/r/-/archive/*' "$base/"
is "$(grep ' request ' "$log" | grep -c '/-/archive/')" 20 "git: what an --include names is mirrored"
# shellcheck disable=SC2086
crawl mirror $fast -o git --include '*' "$base/"
crawl update --delay 0 git
exits 0 "git: an update removes nothing"
is "$(grep -rl '^a snapshot$' "$work/git/site" | wc -l)" 20 "git: what the mirror has stays, whatever the table says now"

# Texts in new combinations, each with a form: a guess of an address is no news.
cat >"$work/forms.site" <<'END'
/
  type text/html
  repeat 400 <a href="/c?n=@I@">page</a>
/c*
  type text/html
  text <p>red @Q%7@<p>green @Q%11@<p>blue @Q%13@<form action=/form@Q@><input name=q></form>
END
walk forms
ended forms 200

# A large honest site: pages found on pages, alike except a word each; some show nothing at all.
cat >"$work/honest.site" <<'END'
/
  type text/html
  text <a href=/wiki?id=1>wiki</a>
/wiki*
  type text/html
  text <h1>Item @Q@</h1><p>The same words on all pages.
  repeat 4 <a href=/wiki?id=@Q*4+I%1000@>another</a>
  text <a href=/print?do=print&id=@Q@>print</a> <a href=/empty?id=@Q@>empty</a>
/print*
  type text/html
  text <h1>Item @Q@</h1>
/empty*
  type text/html
  text <p>Nothing here.
END
awk 'BEGIN { print "/" ; print "  type text/html"; print "  body"
    for (i = 0; i < 500; i++) print "    <a href=/item?id=" i ">item</a> <a href=/photo?n=" i ">photo</a>"
    print "/item*"; print "  type text/html"; print "  text <h1>The same on all</h1>"
    print "/photo*"; print "  type text/html"; print "  text <h1>A photo</h1><a href=/photo?n=@COUNT@>next</a>" }' \
    >"$work/listed.site"
walk honest
exits 0
pages=$(grep ' request ' "$log" | grep -o '/wiki?id=[0-9]* ' | sort -u | wc -l)
is "$pages" 1000 "honest: all pages"
ok "honest: pages that are all the same are one page" [ "$(grep ' request ' "$log" | grep -c '/empty?id=')" -le 60 ]
file_lacks err trap "honest: none of it is taken for a trap"
walk listed
exits 0
ok "listed: pages that are all the same are one page" [ "$(grep -c ' request ' "$log")" -le 150 ]
# One page of forty segments is a page. A path that repeats itself once more is left out, and --include brings it.
forty=$(printf 'deep/%.0s' $(seq 40))
serve - <<END
/
  type text/html
  text <a href=/doc/api/api/api/>three</a> <a href=/$forty>forty</a>
/doc/api/api/api/
  type text/html
  text <a href=api/>four</a>
/$forty
  type text/html
  text <a href=deep/>deeper</a> <a href=/page>page</a>
/*
  type text/html
  text page
END
crawl mirror $fast -o again "$base/"
exits 0
exists again/site/doc/api/api/api/index.html "the same name three times is no trap"
exists "again/site/${forty}index.html" "nor is a path of forty segments at first sight"
requested 0 "/${forty}deep/" "but a longer one is"
exists again/site/page.html
crawl explain again /doc/api/api/api/api/
file_has out 'rule       a part of the path is there four times in a row; to mirror it, --include * and its folder'
crawl report again
file_has out 'a part of the path is there four times in a row' "the report says it, too"
crawl resume --include '*' --include '/doc/api*' again
exits 0
exists again/site/doc/api/api/api/api/index.html "an --include that names it brings it"
done_testing
