#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `tiptoe update`: it requests pages conditionally, fetches only what changed, and never makes a mirror worse.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

# A site of 100 pages; what is put in front of it changes it.
site() {
    cat >"$work/$1.site"
    [ -s "$work/robots" ] && cat "$work/robots" >>"$work/$1.site"
    cat >>"$work/$1.site" <<'END'
/robots.txt
  type text/plain
  body
    User-agent: *
    Disallow: /private
/
  type text/html
  etag "home"
  body
    <link rel=stylesheet href=s.css><a href=/p1>1</a> <a href=/p2>2</a> <a href=/old>old</a> <a href=/hidden>h</a>
/s.css
  type text/css
  modified Fri, 02 Jan 2026 03:04:05 GMT
  body
    a { background: url(i.png) }
/i.png
  type image/png
  etag "i"
  fill 300
/old
  status 301 Moved Permanently
  header Location: /p3
/hidden
  type text/html
  etag "hidden"
  body
    <meta name=robots content=noindex><a href=/p5>5</a>
/p*
  type text/html
  etag "@N@"
  body
    <title>@N@</title><a href=/p@N*2%97@>a</a> <a href=/p@N*3+1%97@>b</a> <a href=/private>x</a> <a href=/p@N+1%97@>c</a>
END
}

# The files of a mirror with inode, time and digest; and without.
state() {
    (cd "$work/$1/site" && find . -type f -exec stat -c '%n %i %Y' {} + | sort)
}
asked() {
    awk '$2 == "request" && $8 != "/robots.txt"' "$log" | wc -l
}
# Answers with a body, by target.
bodies() {
    settle
    awk '$2 == "done" && $8 != "/robots.txt" && $9 != 304 { print $8 }' "$log" | sort | tr '\n' ' '
}

site first </dev/null
serve "$work/first.site"
crawl mirror --delay 0 --connections 4 -o m "$base/"
exits 0
first=$(asked)
state m >"$work/before"
note "$first requests for $(wc -l <"$work/before") files"

forget_requests
crawl update --delay 0 m
exits 0 "an update of a site that is as it was"
is "$(asked)" "$first" "requests each once"
is "$(bodies)" "/old " "no body comes again"
is "$(awk '$2 == "request"' "$log" | head -n 1 | cut -d ' ' -f 8)" /robots.txt "robots.txt first, though it was not old"
is "$(awk '$2 == "request" && $8 != "/robots.txt" && $8 != "/old"' "$log" | grep -cvE 'if-none-match=|if-modified-since=')" 0 \
    "all are conditional"
state m >"$work/after"
ok "no file is touched" cmp -s "$work/before" "$work/after"
crawl changes m
file_is out "" "no changes"

forget_requests
crawl mirror --delay 0 -o m "$base/"
exits 0
requests_are "mirror on a mirror that is up to date requests nothing"

# Changed: /p10 (with a link to a new page) and /s.css. Gone: /p11. Withheld now: /p12. Failing now: /p13. A redirect now:
# /p14; for now a redirect: /p17. Another type, so another file: /p15. Closed now: /p16.
cat >"$work/robots" <<'END'
/robots.txt
  type text/plain
  body
    User-agent: *
    Disallow: /p16
END
site second <<'END'
/p10
  type text/html
  etag "10b"
  body
    <title>changed</title><a href=/new>n</a> <a href=/p11>11</a> <a href=/p13>13</a> <a href=/private>p</a>
/private
  type text/html
  etag "p"
  body
    open now
/new
  type text/html
  etag "new"
  body
    <a href=/p10>back</a> <a href=/p16>closed</a>
/p11
  status 410 Gone
/p12
  type text/html
  etag "12b"
  body
    <meta name=robots content=noindex>not for keeping
/p13
  status 500 Internal Server Error
  text broken
/p14
  status 301 Moved Permanently
  header Location: /p1
/p17
  status 302 Found
  header Location: /p1
/p15
  type text/plain
  etag "15b"
  body
    text now
/i.png
  type image/png
  fill 300
END
play "$work/second.site"
inode=$(stat -c %i "$work/m/site/i.png")
forget_requests
crawl update --delay 0 --retries 0 m
exits 4 "an update of a site that has changed"
is "$(bodies)" "/i.png /new /old /p10 /p11 /p12 /p13 /p14 /p15 /p17 /private " "exactly the bodies that are new"
requested 0 /p16 "what robots.txt closes now is not requested"
file_is m/site/p10.html '<title>changed</title><a href=new.html>n</a> <a href=p11.html>11</a> <a href=p13.html>13</a> <a href=private.html>p</a>' \
    "a changed page, woven: what is gone or failing has its file"
file_is m/site/new.html "<a href=p10.html>back</a> <a href=$base/p16>closed</a>"
exists m/site/p11.html "what is gone is kept"
file_has m/site/p13.html "<title>13</title>" "what fails now keeps its last good copy"
absent m/site/p12.html "what says NOINDEX now has left"
absent m/site/p16.html "what robots.txt closes now has left"
crawl explain m /p16
file_has out 'state      not requested: robots.txt disallows it'
file_lacks out ', try 0' "no attempt is counted of the answer before"
absent m/site/p14.html "what has moved for good, to a page of the mirror, has left"
file_has m/site/p17.html "<title>17</title>" "what redirects for now is kept"
exists m/site/private.html "what robots.txt opens now is there"
file_is m/site/p15.txt "text now" "another type, another file"
absent m/site/p15.html
file_has m/site/p7.html '<a href=p1.html>a</a>' "links to a page that moved lead to where it is"
file_has m/site/p5.html "<a href=$base/p16>b</a>" "links to a page that has left lead to the live site"
file_has m/site/p1.html '<a href=private.html>x</a>' "links to a page that was closed before lead to its file"
is "$(stat -c %i "$work/m/site/i.png")" "$inode" "the same bytes again leave the file alone"
crawl changes m
exits 0
is "$(sed '/^run /d; s/  *http:[^ ]*:[0-9]*/ /' "$work/out" | awk '$2 ~ /\// { print $1, $2 }' | sort | tr '\n' ';')" \
    "changed /p10;changed /p15;failing /p13;gone /p11;moved /p14;moved /p17;new /new;new /private;refused /p16;withheld /p12;" "changes"
file_has out "refused   $base/p16  line 2: Disallow: /p16" "with the rules that removed files"
file_has out "withheld  $base/p12  meta element: noindex"
file_has out "moved     $base/p14  status 301: redirected to another page of the mirror"
crawl changes m --json
file_has out "\"change\":\"refused\",\"url\":\"$base/p16\",\"rule\":\"line 2: Disallow: /p16\"}"
file_has out "\"change\":\"gone\",\"url\":\"$base/p11\"}" "as JSON"
crawl explain m /p16
file_has out 'rule       line 2: Disallow: /p16'
crawl explain m /p12
file_has out 'rule       meta element: noindex'
crawl explain m /p11
file_has out 'state      failed: not found on the server'
file_has out 'file       site/p11.html'
digests m >"$work/second.sums"
crawl rebuild m
digests m >"$work/rebuilt.sums"
ok "rebuild makes the same files, old copies included" cmp -s "$work/second.sums" "$work/rebuilt.sums"
crawl verify m
exits 0 "verify finds all in order"
ok "the archive is whole" sh -c 'gzip -t "$1"/m/archive/*.warc.gz' sh "$work"
is "$(zcat "$work"/m/archive/*.warc.gz | grep -c "^WARC-Target-URI: <*$base/p10>*.$")" 6 "both captures of a page are archived"

# What is gone is deleted only when asked, and a second time is no news.
forget_requests
crawl update --delay 0 --retries 0 --delete m
exits 4
absent m/site/p11.html "--delete removes what is gone"
exists m/site/p13.html "and nothing that only fails"
file_has err 'site/p11.html' "the list is shown"
file_has m/site/p10.html "<a href=$base/p11>11</a>" "links to it lead to the live site now"
is "$(bodies)" "/i.png /old /p11 /p12 /p13 /p14 /p17 " "and no body but of those that have no validators"
crawl changes m
is "$(awk '$1 == "deleted" || $1 == "gone" { print $1 }' "$work/out")" deleted "no second time gone"

# A site of which everything is gone, or everything fails, or that is closed.
cat >"$work/empty.site" <<'END'
/robots.txt
  status 404 Not Found
/*
  status 404 Not Found
END
play "$work/empty.site"
digests m >"$work/full.sums"
crawl update --delay 0 --connections 8 --delete m
exits 4
file_has err 'more than half' "--delete keeps its hands off a site that lost its head"
digests m >"$work/now.sums"
ok "no file has changed" cmp -s "$work/full.sums" "$work/now.sums"
printf '/robots.txt\n  text User-agent: *\\nDisallow: /\n/*\n  text x\n' >"$work/closed.site"
play "$work/closed.site"
forget_requests
crawl update --delay 0 m
exits 3 "a site that is closed now"
requests_are "gets no other request" /robots.txt
digests m >"$work/now.sums"
ok "and its copy stays as it was" test -e "$work/m/site/p10.html"
play "$work/second.site"
crawl resume --delay 0 --retries 0 m
exits 4 "when it opens again, resume continues with the update"
digests m | grep -v robots.txt >"$work/now.sums"
grep -v robots.txt "$work/full.sums" >"$work/then.sums"
ok "and all is there" cmp -s "$work/then.sums" "$work/now.sums"
crawl update --delay 0 --connections 8 m
play "$work/empty.site"
crawl update --delay 0 --connections 8 --delete-most m
exits 69 "nothing is left, not even the start page"
is "$(find "$work/m/site" -name 'p*.html' | wc -l)" 0 "--delete-most means it"

# Killed again and again: no page is requested twice but those in flight, and the end is the same.
: >"$work/robots"
play "$work/first.site"
forget_requests
crawl mirror --delay 0 --connections 4 -o a "$base/"
cp -a "$work/a" "$work/b"
cat >"$work/robots" <<'END'
/robots.txt
  type text/plain
  body
    User-agent: *
    Disallow: /p16
END
play "$work/second.site"
crawl update --delay 0 --retries 0 a
digests a >"$work/a.sums"
forget_requests
kills=0
while [ "$kills" -lt 12 ]; do
    crawl_signalled KILL $((2 + kills * 5 % 7)) $((kills % 2)) update --delay 0.001 --retries 0 --connections 2 b
    [ "$status" = 137 ] || break
    kills=$((kills + 1))
done
ok "killed $kills times" [ "$kills" -ge 4 ]
[ "$status" = 137 ] && crawl resume --delay 0 --retries 0 --connections 2 b
digests b >"$work/b.sums"
if ! ok "the same files as an update that was left alone" cmp -s "$work/a.sums" "$work/b.sums"; then
    note "$(diff "$work/a.sums" "$work/b.sums" | head -n 10)"
fi
ok "$(asked) requests, at most $((first + 2 + kills * 2))" [ "$(asked)" -le $((first + 2 + kills * 2)) ]
crawl verify b
exits 0

# A host of which nothing could be requested, and can be later: the page that shows its picture says so then, though it has
# not changed itself.
serve_stop
serve - --ports 2 <<'END'
/robots.txt
  if port 2
  if request 1
  status 403 Forbidden
  close start
/robots.txt
  type text/plain
/
  type text/html
  etag "home"
  body
    <img src=//127.0.0.1:@PORT2@/i.png>
/i.png
  type image/png
  fill 10
END
crawl mirror --delay 0 --retries 0 -o later "$base/"
exits 4
file_is later/site/index.html "<img src=data:,>"
crawl update --delay 0 later
exits 0
file_is later/site/index.html "<img src=_hosts/127.0.0.1_http_$port2/i.png>" "the page shows it"
crawl verify later
exits 0
# A changed page that links to what was missing: it still is, it is not any more, and something else is.
missing_site() {
    cat >"$work/missing.site" <<END
/
  type text/html
  text <title>$1</title><a href=/never>n</a> <a href=/later>l</a> <a href=/soon>s</a> <a href=/hidden>h</a>
/hidden
  type text/html
  text <meta name=robots content=noindex>
/$2
  type text/html
  text <title>$2</title>
END
}
missing_site one soon
serve_stop
serve "$work/missing.site"
crawl mirror --delay 0 -o missing "$base/"
missing_site two soon
play "$work/missing.site"
crawl update missing
exits 4
file_is missing/site/index.html "<title>two</title><a href=$base/never>n</a> <a href=$base/later>l</a> <a href=soon.html>s</a> <a href=$base/hidden>h</a>" \
    "links of a changed page to pages that are still missing lead to the live site"
missing_site three later
play "$work/missing.site"
crawl update missing
exits 4
file_is missing/site/index.html "<title>three</title><a href=$base/never>n</a> <a href=later.html>l</a> <a href=soon.html>s</a> <a href=$base/hidden>h</a>" \
    "one that is there now is linked to"
missing_site four soon
play "$work/missing.site"
crawl update --delete missing
exits 4
file_is missing/site/index.html "<title>four</title><a href=$base/never>n</a> <a href=$base/later>l</a> <a href=soon.html>s</a> <a href=$base/hidden>h</a>" \
    "so do links to a page whose file leaves"


# Pages that are gone, and that nothing links to: not requested after 410, or after 404 in three updates; no failure.
cat >"$work/gone-1.site" <<'END'
/
  type text/html
  body
    <a href=/a>a</a><a href=/b>b</a><a href=/c>c</a>
/a
  type text/html
  text <p>a
/b
  type text/html
  text <p>b<a href=/c>c</a>
/c
  type text/html
  text <p>c<a href=/b>b</a>
END
cat >"$work/gone-2.site" <<'END'
/
  type text/html
  body
    <a href=/a>a</a>
/a
  type text/html
  text <p>a
/c
  status 410 Gone
END
sed 's,<p>a,<p>a<a href=/b>b</a>,; s,/c$,/b,; /^  status/d' "$work/gone-2.site" >"$work/gone-3.site"
play "$work/gone-1.site"
crawl mirror --delay 0 -o gone "$base/"
exits 0
play "$work/gone-2.site"
forget_requests
crawl update gone
exits 0 "what is gone, and is linked from nowhere, is no failure"
requests_are "first" /robots.txt / /a /b /c
forget_requests
crawl update gone
exits 0
crawl update gone
exits 0
requests_are "410 is final" /robots.txt / /a /b /robots.txt / /a /b
forget_requests
crawl update gone
exits 0
requests_are "and so is 404 in three updates" /robots.txt / /a
exists gone/site/b.html "the copy stays"
forget_requests
{
    cat "$work/gone-2.site"
    printf '/robots.txt\n  type text/plain\n  text Sitemap: %s/map.txt\n' "$base"
    printf '/map.txt\n  type text/plain\n  text %s/b\n' "$base"
} >"$work/gone-listed.site"
play "$work/gone-listed.site"
crawl update gone
exits 0
requested 1 /b "the site's own sitemap lists it: it is requested"
forget_requests
play "$work/gone-3.site"
crawl update gone
requested 1 /b "what a page links to again is requested in the same update"
play "$work/gone-2.site"
sed -i 's,<p>a,<p>a<a href=/b>b</a>,' "$work/gone-2.site"
play "$work/gone-2.site"
for _ in 1 2 3 4; do
    forget_requests
    crawl update gone
    exits 4 "a dead link is a failure"
done
requested 1 /b "and is requested in every update"
sed -i 's,^  text <p>a,  header X-Robots-Tag: noindex\n&,' "$work/gone-2.site"
play "$work/gone-2.site"
for _ in 1 2 3 4; do
    crawl update gone
    exits 4 "so is that of a page that may be followed, but not stored"
done
printf '/b\n  type text/html\n  text <p>b is back\n' >>"$work/gone-2.site"
play "$work/gone-2.site"
crawl update gone
exits 0
file_has gone/site/b.html 'b is back'

# A site that loses everything for a day, and is back unchanged: every page is requested again in the same update.
{
    printf '/\n  type text/html\n  etag "0"\n  text <a href=/x>x</a>\n'
    printf '/x\n  type text/html\n  etag "x"\n  text <a href=/y>y</a>\n'
    printf '/y\n  type text/html\n  etag "y"\n  text <a href=/z>z</a>\n'
    printf '/z\n  type text/html\n  etag "z"\n  text <p>z\n'
} >"$work/well.site"
printf '/\n  type text/html\n  text <p>closed\n/*\n  status 410 Gone\n' >"$work/closed.site"
play "$work/well.site"
crawl mirror --delay 0 -o back "$base/"
exits 0
play "$work/closed.site"
crawl update back
exits 0
play "$work/well.site"
forget_requests
crawl update back
exits 0
requests_are "all pages" /robots.txt / /x /y /z
crawl status back
file_has out '4 stored'
printf '/robots.txt\n  text \n/*\n  status 410 Gone\n' >"$work/all-gone.site"
play "$work/all-gone.site"
crawl update back
exits 4 "the start page is gone, too"
play "$work/well.site"
forget_requests
crawl update back
exits 0
requests_are "the start page is requested in every update, and leads to all others" /robots.txt / /x /y /z

# A site that is not reachable for one update. The next one does not take it that everything has failed.
printf '/\n  type text/html\n  text <a href=/x>x</a>\n/x\n  type text/html\n  text <p>x\n' >"$work/brief.site"
play "$work/brief.site"
crawl mirror --delay 0 -o brief "$base/"
serve_leave
crawl update --delay 0 --retries 0 brief
exits 75 "nothing listens"
serve_return
forget_requests
crawl update --delay 0 brief
exits 0 "and it is back"
requests_are "all is requested" /robots.txt / /x
# Nothing in the mirror leads to where a page redirected that is gone itself.
{
    printf '/\n  type text/html\n  text <a href=/from>x</a>\n'
    printf '/from\n  status 302 Found\n  header Location: /to\n/to\n  status 302 Found\n  header Location: /end\n'
    printf '/end\n  type text/html\n  text <p>end\n'
} >"$work/leads.site"
play "$work/leads.site"
crawl mirror --delay 0 -o leads "$base/"
exits 0
sed 's,^/end,/over,' "$work/leads.site" >"$work/dead-end.site"
play "$work/dead-end.site"
crawl update leads
exits 4 "a link that ends nowhere, by two redirects, is a failure"
printf '/\n  type text/html\n  text <p>nothing\n' >"$work/nothing.site"
play "$work/nothing.site"
crawl update leads
exits 0 "and none when the link is gone"
printf '/\n  type text/html\n  text <p>nothing\n/*\n  status 500 Broken\n' >"$work/nothing.site"
play "$work/nothing.site"
crawl update --retries 0 leads
exits 0 "even if it fails otherwise"
# A page about maintenance with status 200 at every URL replaces no copies, however often the update runs.
{
    printf '/\n  type text/html\n  text <p>start'
    for i in $(seq 15); do printf '<a href=/p%s.html>%s</a>' "$i" "$i"; done
    printf '\n/p*\n  type text/html\n  text <p>page @N@\n'
} >"$work/many.site"
printf '/robots.txt\n  status 404 None\n/*\n  type text/html\n  text <h1>Back soon\n' >"$work/soon.site"
serve "$work/many.site"
crawl mirror --delay 0 -o many "$base/"
exits 0
good() {
    grep -l '<p>' "$work/many/site"/*.html | wc -l
}
play "$work/soon.site"
forget_requests
crawl update --delay 0 --connections 1 many
exits 75 "one page at every URL"
file_has err 'the site answers with one page instead of many'
is "$(good)" 16 "all copies are there"
ok "after few requests: $(grep -c ' request ' "$log")" [ "$(grep -c ' request ' "$log")" -le 13 ]
for n in first second; do
    crawl resume many
    is "$(good)" 16 "the $n run that continues it replaces none"
done
play "$work/many.site"
crawl resume many
crawl update --delay 0 many
exits 0 "an update when the site is back"
is "$(good)" 16 "has all of it"

# A few pages that become one page are an ordinary change.
{
    printf '/p%s.html\n  type text/html\n  text <p>sold out\n' 14 15
    cat "$work/many.site"
} >"$work/sold.site"
play "$work/sold.site"
crawl update --delay 0 many
exits 0 "two pages are sold out"
is "$(sed -n 's/ files in many.site;.*//p' "$work/err")" "$(find "$work/many/site" -name '*.html' | wc -l)" \
    "the end of a run counts the files that are there"
file_has many/site/p15.html 'sold out'
# So does one with a nonce, the time or a number of its own each time; not if the pages were alike before, too.
words='alder beech cedar dogwood elm fir gingko hazel ivy juniper kapok larch maple'
{
    printf '/\n  type text/html\n  text <p>start'
    for word in $words; do printf '<a href=/%s>%s</a>' "$word" "$word"; done
    n=0
    for word in $words; do
        n=$((n + 1))
        printf '\n/%s\n  type text/html\n  text <a href=/>home</a><p>the %s of page %s' "$word" "$word" "$n"
    done
} >"$work/trees.site"
{
    printf '/robots.txt\n  status 404 None\n'
    n=0
    for word in '' $words; do
        n=$((n + 1))
        printf '/%s\n  type text/html\n' "$word"
        printf '  text <script nonce=x%s>t=%s</script><h1>Back soon</h1><a href=/%s>retry</a> incident 4f%s' $n $n "$word" $n
        printf '<img src=/logo.png?%s>\n' $n
    done
    printf '/logo.png\n  type image/png\n  text x\n'
} >"$work/nonce.site"
play "$work/trees.site"
crawl mirror --delay 0 -o trees "$base/"
exits 0
trees() {
    grep -L 'Back soon' "$work/trees/site"/*.html | wc -l
}
play "$work/nonce.site"
for n in first second; do
    crawl update --delay 0 --connections 1 trees
    exits 75 "one page at every URL, with a nonce: the $n update"
    is "$(trees)" 14 "all copies are there"
done
play "$work/trees.site"
crawl resume trees
crawl update --delay 0 trees
exits 0 "an update when the site is back"
is "$(trees)" 14 "has all of it"
for n in before after; do
    {
        printf '/\n  type text/html\n  text <p>start'
        for i in $(seq 15); do printf '<a href=/p%s>%s</a>' "$i" "$i"; done
        for i in $(seq 15); do printf '\n/p%s\n  type text/html\n  text <a href=/>home</a> %s photo %s' "$i" $n "$i"; done
        printf '\n'
    } >"$work/$n.site"
done
play "$work/before.site"
crawl mirror --delay 0 -o photos "$base/"
play "$work/after.site"
crawl update --delay 0 photos
exits 0 "pages that differ in numbers only, before as after, are many pages"
is "$(grep -l 'after photo' "$work/photos/site"/*.html | wc -l)" 15 "and are all replaced"
# A Refresh header or META refresh with another target is a change, also if the body is the same, or the answer is 304.
refresh_site() {
    printf '/\n  type text/html\n  text <a href=/h>h</a><a href=/e>e</a><a href=/m>m</a>\n'
    printf '/h\n  type text/html\n  header Refresh: 5; url=/%s1\n  text same\n' "$1"
    printf '/e\n  type text/html\n  etag "e"\n  header Refresh: 5; url=/%s2\n  text <p>same\n' "$1"
    printf '/m\n  type text/html\n  text <meta http-equiv=refresh content="5; url=/%s3">same\n' "$1"
    printf '/*\n  type text/html\n  text page\n'
}
leads() {
    n=0
    for page in h e m; do
        n=$((n + 1))
        file_has "refresh/site/$page.html" "url=$1$n.html" "$page leads to $1$n"
        exists "refresh/site/$1$n.html"
    done
}
refresh_site old >"$work/old.site"
refresh_site new >"$work/new.site"
play "$work/old.site"
crawl mirror --delay 0 -o refresh "$base/"
exits 0
leads old
play "$work/new.site"
crawl update --delay 0 refresh
exits 0
leads new
crawl changes refresh
for page in h e m; do
    file_has out "$base/$page" "which is a change of $page"
done
forget_requests
crawl update --delay 0 refresh
exits 0
requested 1 /h
requested 1 /e "no header has changed: one request"
done_testing
