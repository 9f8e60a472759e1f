#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests redirects: chains, circles, to other hosts, of requisites, of the start page; and what links to them become.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

serve - --ports 2 <<'END'
/
  if port 1
  type text/html
  body
    <a href=/chain1>chain</a> <a href=/a>circle</a> <a href=/self>self</a> <a href=/out>out</a> <a href=/none>none</a>
    <a href=/bad>bad</a> <a href=/ftp>ftp</a> <a href=/dir/up>up</a> <a href=/long1>long</a> <a href=/frag#mine>frag</a>
    <img src=/pic> <link rel=stylesheet href=/style> <a href=/to-forbidden>forbidden</a> <a href=/user>user</a>
    <a href=/crlf>crlf</a> <a href=/file>file</a> <a href=/twice>twice</a> <a href=/page.html>page</a> <a href=/chain1#own>hop</a> <a href=/frag2>two</a>
/robots.txt
  type text/plain
  body
    User-agent: *
    Disallow: /forbidden
/chain*
  if port 1
  status 302 Found
  header Location: /link@N+1@
/link2
  status 303 See Other
  header Location: link3
/link3
  status 307 Temporary Redirect
  header Location: ./link4
/link4
  status 308 Permanent Redirect
  header Location: //127.0.0.1:@PORT@/page.html
/a
  status 301 Moved
  header Location: /b
/b
  status 301 Moved
  header Location: /c
/c
  status 301 Moved
  header Location: /a
/self
  status 302 Found
  header Location: #top
/out
  status 302 Found
  header Location: http://127.0.0.1:@PORT2@/elsewhere
/none
  status 302 Found
/bad
  status 302 Found
  header Location: http://[::1
/ftp
  status 302 Found
  header Location: ftp://127.0.0.1/x
/file
  status 302 Found
  header Location: file:///etc/passwd
/dir/up
  status 302 Found
  header Location: ../page.html?from=dir
/long*
  status 302 Found
  header Location: /long@N+1@
/frag
  status 302 Found
  header Location: /page.html#theirs
/frag2
  status 301 Moved
  header Location: /frag
/pic
  status 302 Found
  header Location: http://127.0.0.1:@PORT2@/real.png
/style
  status 301 Moved
  header Location: /css/real
/css/real
  type text/css
  body
    p { background: url(img.png) }
/css/img.png
  type image/png
  fill 10
/real.png
  type image/png
  fill 10
/to-forbidden
  status 302 Found
  header Location: /forbidden
/user
  status 302 Found
  header Location: http://me:secret@127.0.0.1:@PORT@/user2
/user2
  type text/html
  body
    <p>user
/crlf
  raw
  text HTTP/1.1 302 Found\r\nLocation: /page.html\rX: y\r\nContent-Length: 0\r\n\r\n
/twice
  status 302 Found
  header Location: /page.html
  header Location: /other.html
/page.html
  type text/html
  body
    <p>page
END
crawl mirror --delay 0 --retries 0 -o m "$base/"
exits 4 "circles and redirects to nowhere are failures"
file_has m/site/index.html '<a href=page.html>chain</a>' "a chain leads to its end"
file_has m/site/index.html "<a href=$base/a>circle</a>" "a circle is left to the live site"
is "$(requests_of /a) $(requests_of /b) $(requests_of /c)" "1 1 1" "and requested once"
requested 1 /self
requested 1 /elsewhere "another host is requested once, whether it has a file"
file_has m/site/index.html "<a href=$base/out>out</a>"
file_has m/site/index.html '<a href="page.html@from=dir.html">up</a>' "a relative Location"
file_has m/site/index.html '<a href=page.html#theirs>frag</a>' "a fragment of Location is where browsers go"
file_has m/site/index.html '<a href=page.html#own>hop</a>' "without one the link's own stays"
file_has m/site/index.html '<a href=page.html#theirs>two</a>' "also over a second hop"
file_has m/site/index.html "<img src=_hosts/127.0.0.1_http_$port2/real.png>" "an image that is redirected to another host"
requests_are_at 2 "whose robots.txt came first" /robots.txt /real.png /elsewhere
file_has m/site/index.html '<link rel=stylesheet href=css/real.css>' "a style sheet that is redirected"
file_has m/site/css/real.css 'url(img.png)' "its links are relative to where it was found"
requested 0 /forbidden
file_has m/site/index.html "<a href=$base/to-forbidden>forbidden</a>"
requested 1 /user2 "a password in a Location is not used"
ok "nor sent" sh -c '! grep -q authorization "$1"' sh "$log"
ok "nor kept" sh -c '! grep -rq secret "$1"' sh "$work/m/mirror.db"
is "$(awk '$2 == "request" && $8 ~ "^/long" { n++ } END { print n }' "$log")" 11 "ten redirects and no more"
file_has err '3 failed: circular redirects, or too many of them'
crawl explain m /c
file_has out 'state      failed: circular redirects, or too many of them'
crawl explain m /chain1
file_has out "leads to   $base/link2"
forget_requests
crawl resume m
exits 4
requests_are "a second run requests nothing"

# The start page moves: within the site, to another origin, in a circle, to what is forbidden.
cat >"$work/start.site" <<'END'
/
  if port 1
  status 301 Moved
  header Location: /en/
/en/
  if port 1
  status 302 Found
  header Location: http://127.0.0.1:@PORT2@/home/
/home/
  type text/html
  body
    <a href=a.html>a</a> <a href=http://127.0.0.1:@PORT1@/old.html>old</a>
/home/a.html
  type text/html
  body
    <p>a
/old.html
  type text/html
  body
    <p>old
END
serve "$work/start.site" --ports 2
forget_requests
crawl mirror --delay 0 -o moved "$base/"
exits 0 "the start page moves to another origin"
requests_are "nothing but the redirects is asked of the first" /robots.txt / /en/
requests_are_at 2 "the site is where they lead" /robots.txt /home/ /home/a.html
exists moved/site/home/a.html "and has its own place in the tree"
file_has err "the start page has moved to $base2/home/"
crawl explain moved "$base/old.html"
file_has out 'state      outside the scope'
forget_requests
crawl mirror --delay 0 -o moved "$base/"
exits 0 "again"
requests_are "nothing is requested"

printf '/\n  status 301 Moved\n  header Location: /x\n/x\n  status 301 Moved\n  header Location: /\n' >"$work/circle.site"
play "$work/circle.site"
crawl mirror --delay 0 -o circle "$base/"
exits 69 "a start page that moves in a circle"
printf '/robots.txt\n  text User-agent: *\\nDisallow: /x\\n\n/\n  status 301 Moved\n  header Location: /x\n' >"$work/shut.site"
play "$work/shut.site"
crawl mirror --delay 0 -o shut "$base/"
exits 3 "a start page that moves to a forbidden one"
crawl mirror --delay 0 -o shut "$base/"
exits 3 "again"

# What a redirect leads to may come in with a larger limit, long after the page that links to the redirect.
cat >"$work/late.site" <<'END'
/
  type text/html
  body
    <a href=/far>far</a><a href=/near>near</a><a href=/page>page</a>
/far
  status 302
  header Location: /near
/near
  status 302
  header Location: /late
/page
  type text/html
  text <p>page
/late
  type text/html
  text <p>late
END
play "$work/late.site"
crawl mirror --delay 0 --connections 1 --max-pages 2 -o late "$base/"
file_is late/site/index.html "<a href=$base/far>far</a><a href=$base/near>near</a><a href=page.html>page</a>"
crawl mirror --delay 0 --connections 1 --max-pages 3 -o late "$base/"
file_is late/site/index.html "<a href=late.html>far</a><a href=late.html>near</a><a href=page.html>page</a>" \
    "links to redirects follow what these lead to"

# Also on a page that comes in that later run, before the target does.
cat >"$work/before.site" <<'END'
/
  type text/html
  body
    <a href=/p>p</a><a href=/q>q</a><a href=/a>a</a>
/p
  type text/html
  body
    <a href=/a>a</a>
/a
  status 302
  header Location: /b
/*
  type text/html
  text <p>page
END
play "$work/before.site"
crawl mirror --delay 0 --connections 1 --exclude /p --exclude /q --exclude /b -o before "$base/"
crawl mirror --delay 0 --connections 1 --exclude /zzz -o before "$base/"
file_is before/site/p.html "<a href=b.html>a</a>" "a page woven before the target came"
crawl verify before
exits 0

# Downloads that redirect to a store of files at another host. Of pages there, and of hosts that forbid it, nothing comes.
cat >"$work/downloads.site" <<'END'
/robots.txt
  if port 3
  type text/plain
  text User-agent: *\nDisallow: /
/
  type text/html
  body
    <a href=/dl?id=1>1</a> <a href=/dl?id=2>2</a> <a href=/closed>c</a>
    <a href=/go/1>g</a><a href=/go/2>g</a><a href=/go/3>g</a><a href=/go/4>g</a><a href=/go/5>g</a>
/dl
  status 302 Found
  header Location: http://127.0.0.1:@PORT2@/store/@Q@.zip?key=abc
/closed
  status 302 Found
  header Location: http://127.0.0.1:@PORT3@/closed.zip
/go/*
  status 302 Found
  header Location: http://127.0.0.1:@PORT2@/page/@N@
/store/1.zip
  type application/zip
  text PK one
/store/2.zip
  type text/html
  header Content-Disposition: attachment; filename="two.zip"
  text PK two
/page/*
  type text/html
  endless <a href=/more/>more</a>
END
serve "$work/downloads.site" --ports 3
forget_requests
crawl mirror --delay 0 -o dl "$base/"
exits 0 "downloads from another host"
for id in 1 2; do
    file=$(cd "$work/dl/site" && find _hosts -name "$id.zip@*")
    file_has "dl/site/$file" PK "download $id is stored"
    file_has dl/site/index.html "<a href=\"$file\">" "and linked"
done
is "$(grep -c ' request .* GET /page/' "$log")" 3 "after three pages instead of files no more is requested"
requests_are_at 3 "a host that forbids it gets no more" /robots.txt
crawl explain dl "http://127.0.0.1:$port2/page/1"
file_has out "state      outside the scope" "a page there is left to the live site"
file_has out "rule       --scope host"
file_has dl/site/index.html "<a href=$base/go/1>g</a>"
crawl update dl
exits 0 "an update of them"
rm -rf "$work/dl"
crawl mirror --delay 0 --requisites site -o dl "$base/"
ok "--requisites site" test ! -e "$work/dl/site/_hosts"
done_testing
