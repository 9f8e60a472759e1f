#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests report.html and `tiptoe report` on a site with every kind of problem: the page is correct, loads nothing and escapes
# all text of the site.
. "${top_srcdir:-.}/tests/crawl/lib.sh"
umask 022

bidi=$(printf '\342\200\256')
cat >"$work/first.site" <<END
/robots.txt
  type text/plain
  body
    User-agent: *
    Disallow: /private
    Content-Usage: train-ai=n
/
  type text/html
  body
    <title>"><script>alert(1)</script>$bidi</title><link rel=stylesheet href=/s.css>
    <a href=/a>a</a> <a href=/b>b</a> <a href=/private/1>p</a> <a href=/private/2>p</a>
    <a href=/hidden>h</a> <a href=/skip/1>s</a> <a href=http://other.invalid/x>o</a> <a rel=nofollow href=/nofollow>n</a>
    <a href="/gone?&quot;&gt;&lt;script&gt;alert(2)">x</a>
/a
  type text/html
  etag "@a"
  body
    <title>A</title><a href=/dead>d</a> <a href=/old>o</a> <img src=/missing.png> <img src=/private/i.png>
/b
  type text/html
  body
    <title>B</title><a href=/dead>d</a> <a href=/dead>d</a> <a href=/broken>5</a> <a href=/circle>c</a> <a href=/members>m</a> <a href=/closed>c</a>
/old
  status 301 Moved Permanently
  header Location: /older
/older
  status 302 Found
  header Location: /dead
/circle
  status 302 Found
  header Location: /circle
/broken
  status 503 Service Unavailable
/members
  status 401 Unauthorized
/closed
  status 403 Forbidden
/hidden
  type text/html
  body
    <meta name=robots content=noindex>
/s.css
  type text/css
  text a { background: url(/bg.png) }
END
serve "$work/first.site"

# Well-formed XML, as it is written to be, where there is something that can tell.
well_formed() {
    if command -v xmllint >/dev/null; then
        ok "$1 is well formed" xmllint --noout --nonet "$(in_work "$1")"
    else
        skip "$1 is well formed" "no xmllint"
    fi
}

crawl mirror --delay 0 --retries 0 --connections 8 --exclude '/skip*' -o m "$base/"
exits 4
exists m/report.html "a run leaves a report"
absent m/site/report.html "beside the tree, not in it"
is "$(find "$work/m/tmp" -type f)" "" "and nothing unfinished"
well_formed m/report.html

# What it holds, and what it must not.
page=$work/m/report.html
file_lacks m/report.html '<script' "no script, whatever the site's titles and addresses say"
file_lacks m/report.html "$bidi" "nothing that turns text round"
is "$(grep -oE '(src|srcset|data|poster|action|formaction|background)=' "$page" | head -n 1)" "" "nothing that a browser loads"
file_lacks m/report.html '@import' "nor its style"
file_lacks m/report.html 'url(' "nor its style, by url()"
file_has m/report.html "content=\"default-src 'none'; style-src 'unsafe-inline'\"" "it says so itself"
is "$(grep -oE 'href="[^"]*"' "$page" | grep -vE '^href="(https?://|site/|#)' | head -n 3)" "" \
    "links lead to copies, to the site, and within the page"
is "$(grep -oE '<a [^>]*href="http[^"]*"' "$page" | grep -v 'rel="noreferrer"' | head -n 3)" "" "those to the site tell nobody"
dead=$(grep -oE 'href="site/[^"]*"' "$page" | sed 's/^href="//; s/"$//' | sort -u | while read -r link; do
    name=$(printf '%s\n' "$link" | unescaped)
    [ -f "$work/m/$name" ] || echo "$link"
done)
is "$dead" "" "every copy that is linked is there"
ok "and some are" [ "$(grep -c 'href="site/' "$page")" -gt 3 ]

# The same facts as JSON, a row a line.
crawl report --json m
exits 0
has() {
    file_has out "$1" "$2"
}
has '"files":4,"pages":3,"requisites":1,"known":21,"queued":0,"broken_links":4,"missing_requisites":3,' "the sums"
file_has m/report.html '</h1><p class="verdict good">' "the page begins with the verdict"
has '3 links are dead on the site as well. 1 link could not be fetched.' "what failed only now is not called dead"
has '"links_total":4,"links":[' "every broken link is counted"
has "{\"url\":\"$base/dead\",\"answer\":\"404\",\"why\":\"failed: not found on the server\",\"pages\":2,\"on\":[\"$base/a\",\"$base/b\"]}" \
    "a page that links twice counts once, links by redirects count too"
is "$(grep '"links_total"' -A 1 "$work/out" | tail -n 1 | cut -d , -f 1)" "{\"url\":\"$base/dead\"" "the one on most pages is the first"
has "{\"url\":\"$base/broken\",\"answer\":\"503\",\"why\":\"failed: the server answered with an error\",\"pages\":1,\"on\":[\"$base/b\"]}" \
    "an error of the server"
has "{\"url\":\"$base/circle\",\"answer\":\"302\",\"why\":\"failed: circular redirects, or too many of them\",\"pages\":1,\"on\":[\"$base/b\"]}" \
    "a redirect that leads nowhere"
has "{\"url\":\"$base/gone?%22%3E%3Cscript%3Ealert(2)\",\"answer\":\"404\"" "a hostile address is an address"
has "{\"url\":\"$base/missing.png\",\"answer\":\"404\",\"why\":\"failed: not found on the server\",\"pages\":1,\"on\":[\"$base/a\"]}" \
    "an image that is not there, and its page"
has "{\"url\":\"$base/private/i.png\",\"answer\":\"\",\"why\":\"not requested: robots.txt disallows it\",\"pages\":1,\"on\":[\"$base/a\"]}" \
    "an image that robots.txt keeps"
has "{\"url\":\"$base/bg.png\",\"answer\":\"404\",\"why\":\"failed: not found on the server\",\"pages\":1,\"on\":[\"$base/s.css\"]}" \
    "what a style sheet lacks"
has '{"why":"not requested: robots.txt disallows it","rule":"line 2: Disallow: /private","count":3,' "withheld by a line of robots.txt"
has '{"why":"not stored: the site says NOINDEX","rule":"meta element: noindex","count":1,' "withheld by a page itself"
has '{"why":"failed: needs a password (401)","rule":"","count":1,' "withheld from all without a password, and not dead"
has '{"why":"failed: refused by the server (403)","rule":"","count":1,' "or from this visitor"
has '{"why":"not requested: all links to it have rel=nofollow","rule":"","count":1,' "withheld by its links"
has "{\"why\":\"left out by --include, --exclude or a type\",\"rule\":\"--exclude /skip*\",\"count\":1,\"examples\":[\"$base/skip/1\"]}" "left out by an option"
has '{"origin":"http://other.invalid","count":1,"examples":["http://other.invalid/x"]}' "another site"
has '"guesses_total":0,' "no guesses"
has '{"text":"Content-Usage: train-ai=n","count":4,' "what the site says about uses"
has '["success (2xx)",5],["not modified (304)",0],["redirect (3xx)",3],["client error (4xx)",6],["server error (5xx)",1],["no complete answer",0]]' "statuses"
has '"types_total":2,"types":[' "media types"
has '"robots_requests":1,' "what it cost"
has '"exit":4,"why":"complete, but some URLs failed"}' "the run"
if command -v jq >/dev/null; then
    is "$(jq -r 'keys_unsorted | join(" ")' "$work/out")" \
        "mirror files broken missing scripted changes withheld left_out preferences extremes courtesy runs" "the sections"
else
    skip "the sections" "no jq"
fi
crawl report --all m
exits 0
file_lacks out " more" "--all prints every row"
crawl report none
exits 1 "no mirror, no report"

crawl mirror --delay 0 --retries 0 --requisites none -o bare "$base/"
crawl report --json bare
has '"missing_requisites":0,' "what --requisites keeps out is not missing"
has '{"why":"left out by --requisites","rule":"--requisites none","count":3,' "but left out"

# The short account, and the page again.
rm "$page"
crawl report m
exits 0
file_has out "  broken links: 4"
file_has out "    and 1 more" "lists are short, and say so"
file_has out "full report: m/report.html"
well_formed m/report.html
ok "as anyone may read it" [ "$(stat -c %a "$page")" = 644 ]

# A report that cannot be written is not a failure of the mirror; nothing is written through a symbolic link.
echo precious >"$work/victim"
rm "$page"
ln -s "$work/victim" "$page"
crawl mirror -o m "$base/"
exits 4 "a finished mirror"
file_is victim precious "nothing is written through a link"
ok "the link is replaced" [ -f "$page" ] && [ ! -L "$page" ]
rm "$page"
mkdir "$page"
crawl mirror -o m "$base/"
exits 4 "a report that cannot be written changes nothing else"
file_has err "m/report.html could not be written" "but it is said"
rmdir "$page"

# Changes of an update.
sed 's/<title>A</<title>Another</; s/"@a"/"a2"/; s,<a href=/b>b</a>,<a href=/b>b</a> <a href=/new>n</a>,' \
    "$work/first.site" >"$work/second.site"
printf '/new\n  type text/html\n  text <title>New</title>\n' >>"$work/second.site"
play "$work/second.site"
crawl update m
exits 4
crawl report --json m
has '{"change":"new","count":1}' "what is new since the last run"
has "{\"change\":\"new\",\"url\":\"$base/new\"}" "by its address"
has "{\"change\":\"changed\",\"url\":\"$base/a\"}" "what changed"
file_has m/report.html '<h3>All changes</h3>' "and on the page"
# A killed run leaves what there was; the next one tells of all. Long lists are cut.
{
    printf '/\n  type text/html\n  body\n'
    awk 'BEGIN { for (i = 0; i < 1500; i++) print "    <a href=/no/" i ">n</a>" }'
} >"$work/many.site"
play "$work/many.site"
crawl_signalled KILL 50 0 mirror --delay 0 --retries 0 -o k "$base/"
exits 137 "killed"
absent k/report.html "no report yet"
crawl report k
exits 0 "but there may be one at any time"
file_has out "still running, or killed" "and the report says so"
crawl mirror --delay 0 --connections 8 -o k "$base/"
exits 4
file_has k/report.html "The first 200 of 1,500;" "a list that is cut says so, and names the total"
well_formed k/report.html
crawl report --json k
has '"links_total":1500,"links":[' "the JSON names the total"
is "$(grep -c '/no/.*"answer"' "$work/out")" 200 "of a list that is cut"
is "$(grep -c '"started"' "$work/out")" 2 "both runs are told"
crawl report --json --all k
exits 0
is "$(grep -c '/no/.*"answer"' "$work/out")" 1500 "with --all the list is whole"
done_testing
