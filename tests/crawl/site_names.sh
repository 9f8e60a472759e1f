#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests a site with several names, in a network namespace where the test plays the resolver: www.site.test and site.test,
# and names that the user declares.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/crawl/lib.sh"
own_network

printf '%s 93.184.216.34\n' www.site.test site.test old.test other.test >"$work/names"
names_serve

# asked HOST TARGET: how often TARGET was requested from HOST.
asked() {
    awk -v target="$2" -v host="host=\"$1\"" '$2 == "request" && $8 == target && index($0, host) { n++ } END { print n + 0 }' "$log"
}

pages='
/robots.txt
  type text/plain
  text User-agent: *\nDisallow: /closed
/
  if host www.site.test
  type text/html
  text <a href=http://site.test/r1>1</a><a href=/r2>2</a><a href=http://site.test/r2>2</a><a href=http://site.test/r3#x>3</a>
/*
  if host www.site.test
  type text/html
  text <a href=http://site.test/r4>4</a><a href=http://www.site.test/r1>1</a> @PATH@'

# The other name redirects.
printf '%s\n/*\n  if host site.test\n  status 301 Moved\n  header Location: http://www.site.test@TARGET@\n' "$pages" >"$work/redirect.site"
serve "$work/redirect.site" --everywhere --port 80
crawl mirror --delay 0 -o m http://www.site.test/
exits 0
file_has err "site.test is another name of the site: http://site.test/r1 redirects to http://www.site.test/r1"
is "$(awk '$2 == "request" && /host="site.test"/ { print $8 }' "$log" | tr '\n' ' ')" "/robots.txt /r1 " \
    "its robots.txt comes first, and one URL is the proof"
for page in 1 2 3 4; do is "$(asked www.site.test "/r$page")" 1 "/r$page is requested once"; done
file_is m/site/index.html '<a href=r1.html>1</a><a href=r2.html>2</a><a href=r2.html>2</a><a href=r3.html#x>3</a>' \
    "links with either name lead to one file"
absent m/site/_hosts
crawl explain m http://site.test/r3
file_has out "http://www.site.test/r3"
file_has out "is another name of the site (20"
crawl explain m http://www.site.test/r3
file_has out "http://site.test/r1 redirects to http://www.site.test/r1" "explain has the evidence"
crawl report m
file_has out "site.test is another name of the site (20" "the report has it, too"
crawl verify m
exits 0 "verify"
forget_requests
crawl update m
exits 0 "an update"
is "$(grep -c ' request .*host="site.test"' "$log")" 0 "requests nothing of the other name"
crawl changes m
file_lacks out http "and finds no change"

# The other name answers with the same bytes, or with others.
printf '%s\n/*\n  if host site.test\n  type text/html\n  text <a href=http://site.test/r4>4</a><a href=http://www.site.test/r1>1</a> @PATH@\n' "$pages" >"$work/same.site"
play "$work/same.site"
forget_requests
crawl mirror --delay 0 -o same http://www.site.test/
exits 0 "the same bytes"
file_has err "site.test is another name of the site: http://www.site.test/r1 has the same bytes there"
for page in 1 2 3 4; do is "$(asked www.site.test "/r$page")" 1 "/r$page is requested once"; done
links_resolve same/site

printf '%s\n/*\n  if host site.test\n  type text/html\n  text another site @PATH@ @TARGET@\n' "$pages" >"$work/other.site"
play "$work/other.site"
forget_requests
crawl mirror --delay 0 -o other http://www.site.test/
file_has err "site.test is another site: http://www.site.test/r1 has other bytes there"
file_has other/site/index.html 'href=http://site.test/r3#x' "links to another site lead there"
ok "after three proofs no more is requested" test "$(grep -c ' request .*host="site.test"' "$log")" -le 4

# Its robots.txt forbids the proof.
sed 's/<a href=http:..site.test.r1>/<a href=http:\/\/site.test\/closed>/; s/site.test.r[234]/site.test\/closed/g' "$work/redirect.site" >"$work/closed.site"
play "$work/closed.site"
forget_requests
crawl mirror --delay 0 -o closed http://www.site.test/
is "$(asked site.test /closed) $(asked site.test /robots.txt)" "0 1" "robots.txt of the other name is obeyed"

# It does not exist.
printf '/\n  type text/html\n  text <a href=http://www.old.test/a>a</a>\n' >"$work/dead.site"
play "$work/dead.site"
crawl mirror --delay 0 -o dead http://old.test/
exits 0 "a twin that does not exist is no failure"
crawl explain dead http://www.old.test/a
file_has out "rule       --scope host"

# Names that the user declares, also later.
{
    printf '/\n  if host www.site.test\n  type text/html\n  text <a href=http://old.test/a?b>a</a><a href=https://other.test/c>c</a>\n'
    printf '/*\n  if host www.site.test\n  type text/html\n  text <a href=//old.test/d>d</a>\n'
} >"$work/alias.site"
play "$work/alias.site"
forget_requests
crawl mirror --delay 0 --alias old.test -o alias http://www.site.test/
exits 0 "--alias"
is "$(grep -c ' request .*host="old.test"' "$log")" 0 "nothing is requested of it"
file_has alias/site/index.html '<a href=a@b.html>a</a><a href=https://other.test/c>c</a>'
file_has 'alias/site/a@b.html' '<a href=d.html>'
crawl explain alias http://old.test/a?b
file_has out "url        http://www.site.test/a?b"
crawl mirror --delay 0 -o later http://www.site.test/
file_has later/site/index.html '<a href=http://old.test/a?b>'
crawl resume --delay 0 --alias old.test later
exits 0 "--alias of a mirror without it"
file_has later/site/index.html '<a href=a@b.html>a</a>'
file_has 'later/site/a@b.html' '<a href=d.html>'
crawl update later
exits 0
crawl mirror --alias 'a b' -o wrong http://www.site.test/
exits 2 "a name that is none"

# A kill while the proof is out costs nothing.
play "$work/redirect.site"
forget_requests
crawl_signalled KILL 5 0 mirror --delay 0 -o killed http://www.site.test/
crawl mirror --delay 0 -o killed http://www.site.test/
exits 0 "after a kill"
links_resolve killed/site
for page in 1 2 3 4; do exists "killed/site/r$page.html"; done

# The site changes its preferred name, and changes back: an update requests it by that name, and nothing else changes.
sed 's/host www.site.test/host X/; s/host site.test/host www.site.test/; s/host X/host site.test/; s/Location: http:..www.site/Location: http:\/\/site/' \
    "$work/redirect.site" >"$work/changed.site"
for archive in documents all; do
    rm -rf "$work/m"
    play "$work/redirect.site"
    crawl mirror --delay 0 --archive "$archive" -o m http://www.site.test/
    digests m >"$work/before"
    play "$work/changed.site"
    forget_requests
    crawl update m
    exits 0 "$archive: an update after the site has changed its preferred name"
    is "$(grep -c ' request .*host="www.site.test"' "$log")" 2 "robots.txt and the start page show it"
    for target in /robots.txt / /r1 /r2 /r3 /r4; do
        is "$(asked site.test "$target")" 1 "$target is requested once by the new name"
    done
    crawl changes m
    file_lacks out http "no page has changed"
    digests m | cmp - "$work/before"
    ok "no file has" test $? = 0
    forget_requests
    crawl update m
    exits 0
    is "$(grep -c ' request .*host="www.site.test"' "$log")" 0 "the next one knows it"
    play "$work/redirect.site"
    forget_requests
    crawl update m
    exits 0 "and back"
    is "$(grep -c ' request .*host="site.test"' "$log")" 2 "again two requests show it"
    is "$(grep -c ' request .*host="www.site.test"' "$log")" 6 "and each page is requested once"
done
done_testing
