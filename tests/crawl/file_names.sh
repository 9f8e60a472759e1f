#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests URLs whose file names conflict with each other or with a file system: every page has its own file, and every link
# finds it.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

long=$(printf '%0300d' 7)
cat >"$work/targets" <<END
/dir
/dir/
/dir/index.html
/file.html
/file.html/inside
/file
/Case.html
/case.html
/CASE.html
/q?a=1
/q?a=2
/q?A=1
/q?b=2&a=1
/q?
/q.php?x=/../../y
/$long
/${long}8
/a/${long}1/${long}2/${long}3/${long}4
/with%2Fslash
/with/slash
/with+plus2
/with+plus
/percent%2525
/case2.html
/con
/aux.html
/nul.txt
/dots.
/dots..
/dots.html.
/.hidden
/..%2F..%2Fetc
/%2e%2e%2fup
/back%5Cslash
/colon:name
/star*and%3Cangle%3E
/tilde~
/hash%23tag
/quo%22te
/amp&er
/cafe%CC%81
/caf%C3%A9
/bad%FFbytes
/nul%00byte
/new%0Aline
/empty//part
//double
/index
/index.html
/mirror.db
/site/index.html
/tmp/1
/x.png/y
/_hosts/a
/a%231.html
/a%3Fx=1
/index@x.html
/index?x
/semi;colon;v=1
/COM%C2%B9
/trailing%20/x
/bad%zz%
/q?z=1&y=2
/q?y=2&z=1
/dir%2F
/%5F_hosts/a
END
{
    printf '/\n  type text/html\n  body\n'
    while read -r target; do
        printf '    <a href="%s">x</a>\n' "$(printf '%s' "$target" | sed 's|^//|http://@HOST@//|; s/&/\&amp;/g')"
    done <"$work/targets"
    printf '/*\n  type text/html\n  body\n    <p>this is @TARGET@ <a href="/">home</a>\n'
} >"$work/names.site"
serve "$work/names.site"
crawl mirror --delay 0 --connections 2 -o m "$base/"
exits 0
# A page that differs from another one in numbers only may be requested twice, to see whether these change by themselves.
asked=$(awk '$2 == "request" && $8 != "/robots.txt" { print $8 }' "$log" | sort -u | wc -l)
is "$(find "$work/m/site" -name '*.html' | wc -l)" "$asked" "as many files as URLs were requested"
is "$(find "$work/m/site" -name '*.html' | tr 'A-Z' 'a-z' | LC_ALL=C sort | uniq -d)" "" "even where case is folded"
is "$(find "$work/m/site" | awk -F/ 'length($NF) > 255 || $NF ~ /[\\:*?"<>|]|[. ]$/' | tail -n 5)" "" "with names that every file system takes"
links_resolve m/site
is "$(cd "$work" && find . -type f ! -path './m/*' ! -path './state/*' | LC_ALL=C sort | tr '\n' ' ')" \
    "./access.log ./err ./names.site ./out ./targets " "nothing is written outside the mirror"
# Each link's file holds what the server said of that very target.
sed -n 's/.*href="\([^"]*\)">x<.*/\1/p' "$work/m/site/index.html" | paste -d ' ' - "$work/targets" >"$work/pairs"
while read -r link target; do
    printf '%s %s\n' "$(printf '%s' "$link" | LC_ALL=C unescaped)" "$target"
done <"$work/pairs" >"$work/files"
wrong=0
while read -r file target; do
    said=$(sed -n 's/.*this is \([^ ]*\) <a.*/\1/p' "$work/m/site/$file" 2>/dev/null)
    if [ "$said" != "$target" ]; then
        note "$target: $file holds $said"
        wrong=$((wrong + 1))
    fi
done <"$work/files"
is "$wrong" 0 "each link leads to the page of its own URL"

# The same from a plain static server, which knows nothing but the files.
if nginx_serve "$work/m/site"; then
    while read -r link target; do
        said=$(curl -s --path-as-is "$base/$link" | sed -n 's/.*this is \([^ ]*\) <a.*/\1/p')
        [ "$said" = "$target" ] || echo "$target: $link gives $said"
    done <"$work/pairs" >"$work/wrong"
    is "$(cat "$work/wrong")" "" "nginx finds the file of each link ($(wc -l <"$work/pairs"))"
    nginx_stop
else
    skip "nginx finds the file of each link" "nginx is not installed, or does not start"
fi
if command -v python3 >/dev/null 2>&1; then
    cat >"$work/fetch.py" <<'END'
import functools, http.server, sys, threading, urllib.request
class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *ignored): pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=sys.argv[1]))
threading.Thread(target=server.serve_forever, daemon=True).start()
for line in open(sys.argv[2]):
    link, target = line.split()
    with urllib.request.urlopen("http://127.0.0.1:%d/%s" % (server.server_port, link)) as answer:
        if b"this is %s <a" % target.encode() not in answer.read():
            print(link, target)
END
    is "$(python3 "$work/fetch.py" "$work/m/site" "$work/pairs" 2>&1)" "" "and so does Python's http.server"
    rm "$work/fetch.py"
else
    skip "and so does Python's http.server" "python3 is not installed"
fi
before=$(cd "$work/m/site" && find . -type f -exec sha256sum {} + | LC_ALL=C sort | sha256sum)
crawl rebuild m
exits 0
is "$(cd "$work/m/site" && find . -type f -exec sha256sum {} + | LC_ALL=C sort | sha256sum)" "$before" "rebuild makes the same"

# base href, srcset, names that change with the type.
cat >"$work/base.site" <<'END'
/
  type text/html
  body
    <a href="/sub/page">p</a> <a href="/view.php?id=1">v</a> <link rel=stylesheet href="/css?v=2"> <a href="/picture">i</a>
    <a href="/doc.pdf">d</a><a href="/notype">n</a><a href="/readme.txt">t</a><a href="/feed">f</a><a href="/svg">s</a>
    <a href="/sub/late">l</a><a href="/sub/same">s</a><a href="/sub/guarded">g</a><a href="/sub/elsewhere">e</a>
/sub/page
  type text/html; charset=utf-8
  body
    <base href="/other/place/"><a href="x">x</a><a href="#here">h</a><img src="y.png" srcset="y.png 1x, ../z.png 2x"><a href="/">home</a>
    <link rel=stylesheet href=/css?v=2><iframe srcdoc="<img src=y.png>"></iframe><iframe srcdoc="<base href=/sub/><img src='p.png'>"></iframe>
    <link rel=preconnect href=//elsewhere.invalid>
/sub/late
  type text/html
  body
    <link rel=icon href="y.png"><base href="/other/place/"><a href="x">x</a>
/sub/same
  type text/html
  body
    <base href="/sub/other?x"><a href="page#p">x</a><a href="/sub/same#p">p</a>
/sub/guarded
  type text/html
  body
    <base href="/other/place/"><meta http-equiv=content-security-policy content="base-uri 'self'"><a href="x">x</a>
/sub/elsewhere
  type text/html
  body
    <base href="http://127.0.0.1:@PORT2@/place/"><a href="/x">x</a><img src=i.png>
/other/place/x
  type text/html
  body
    <p>x <a href="/sub/page#p">back</a>
/view.php
  type text/html
  body
    <p>view <a href="?id=2">next</a>
/css
  type text/css
  body
    @import "more.css"; p { background: url(/picture) } q { background: url("y.png") }
/more.css
  type text/css
  body
    b { background: url(other/z.png) }
/notype
  body
    <!DOCTYPE html><p>no type <a href="/">home</a>
/picture
  type image/gif
  text GIF89a
/doc.pdf
  type application/pdf
  text %PDF-1.4
/readme.txt
  type text/plain
  text <a href="/never">plain</a>
/feed
  type application/rss+xml
  text <rss/>
/svg
  type image/svg+xml
  text <svg xmlns="http://www.w3.org/2000/svg"><a href="/sub/page"/></svg>
/*
  type image/png
  fill 20
END
serve "$work/base.site" --ports 2
crawl mirror --delay 0 -o b "$base/"
exits 0
links_resolve b/site
exists b/site/sub/page.html
file_has b/site/sub/page.html '<base href="../other/place/"><a href="x.html">x</a><a href="index.png#here">h</a><img src="y.png" srcset="y.png 1x, ../z.png 2x"><a href="../../index.html">' \
    "the page's base is where scripts find its files; links go by it"
file_has b/site/sub/page.html '<link rel=stylesheet href="../../css@v=2.css"><iframe srcdoc="<img src=y.png>"></iframe><iframe srcdoc="<base href=&#34;&#34;><img src='\''../../sub/p.png'\''' \
    "all of them"
file_has b/site/sub/late.html '<link rel=icon href="y.png"><base href=""><a href="../other/place/x.html">' "unless some came before it"
file_has b/site/sub/same.html '<base href=""><a href="page.html#p">x</a><a href="#p">p</a>' "or it is the page's own folder"
file_has b/site/sub/guarded.html '<base href=""><meta' "or a policy may be against it"
file_has b/site/sub/elsewhere.html "<base href=\"\"><a href=\"http://127.0.0.1:$port2/x\">x</a><img src=../_hosts/127.0.0.1_http_$port2/place/i.png>" \
    "or it is another site's"
crawl verify b
exits 0 "verify agrees"
exists b/site/view.php@id=1.html "HTML by another name"
exists "b/site/css@v=2.css" "a style sheet behind a query"
exists b/site/other/z.png "what it imports is searched too"
exists b/site/picture.gif "a type makes the extension"
exists b/site/notype.html "a page without a type is one"
exists b/site/doc.pdf
requested 0 /never "plain text has no links"
done_testing
