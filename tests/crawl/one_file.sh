#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `tiptoe export --html`: a page as one file has all that it needs, requests nothing, and runs nothing.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

serve - <<'SITE'
/
  type text/html
  body
    <!DOCTYPE html><html lang=en><head><meta charset=utf-8><base href="/d/">
    <meta http-equiv=Refresh content="0; url=/away"><meta http-equiv="content-security-policy" content="img-src 'self'">
    <link rel=stylesheet href=a.css integrity=sha256-AA crossorigin onload="run()"><link rel=preload as=font href=f.woff2>
    <script src=/s.js></script><script>run("</p>")</script><script type=module>run()</script>
    <style>@import "b.css"; p { background: url(p.png) }</style></head><body onload="run()">
    <p style="background:url('p.png')" OnClick=run()>one <a href="javascript:run()">two</a> <a href="java&#115;cript:run()">3</a>
    <a href="#here">here</a> <a href="/#there">there</a> <a href=/x?a=1&amp;b=2#y>x</a> <a href=mailto:a@b.example>mail</a>
    <img src=p.png srcset="p.png 1x, q.png 2x"><picture><source srcset="p.png 1x, q.png 2x" type=image/png><img src=p.png></picture>
    <img data-src=n.png src="data:image/gif;base64,R0lG"><noscript><img src=l.png></noscript><img src=big.png><img src=none.png>
    <svg><image href="p.png"/><script>run()</script><a xlink:href="javascript:run()">s</a></svg><object data=v.svg></object>
    <iframe src=/frame.html></iframe><iframe src="javascript:run()"></iframe>
    <iframe srcdoc="<p onclick='run()'>in<script>run()</script><img src='p.png'>"></iframe>
    <form action=/search><input></form><a href=/hidden>hidden</a> <a href=/old>old</a> <a href=/text>t</a> <a href=/blank>b</a></body></html>
/d/a.css
  type text/css
  body
    @font-face { src: url("f.woff2") } @import url(a.css);
/d/b.css
  type text/css
  body
    @import url("a.css"); u { background: url(big.png) }
/d/f.woff2
  type font/woff2
  text FONT
/d/p.png
  type image/png
  text PNG
/d/q.png
  type image/png
  text QNG
/d/l.png
  type image/png
  text LNG
/d/big.png
  type image/png
  fill 26000000
/d/v.svg
  type image/svg+xml
  body
    <svg xmlns="http://www.w3.org/2000/svg"><script>run()</script><rect onclick="run()"/></svg>
/s.js
  type text/javascript
  text run()
/frame.html
  type text/html; charset=iso-8859-1
  body
    <p>frame é<img src=d/p.png><script>run()</script><iframe src=/frame.html></iframe><iframe src=/></iframe><a href=x>x</a>
/x?a=1&b=2
  type text/html
  text <p>x
/x
  type text/html
  text <!DOCTYPE html>text<p>X
/text
  type text/html
  text early<img src=/d/p.png><p>X
/blank
  type text/html
  text \n<!DOCTYPE html>early<img src=/d/p.png><p>X
/search
  type text/html
  text <p>found
/away
  type text/html
  text <p>away
/hidden
  type text/html
  text <meta name=robots content=noindex><p>hidden
/old
  type text/html
  text <p>old
SITE
crawl mirror --delay 0 --retries 0 -o m "$base/"
crawl export --html one.html m
exits 0 "a page becomes one file"
file_has err "a page has room for 32 MB of files: 2 files left out, with only the address on the live site, such as $base/d/big.png"

# decoded FILE: the file with the documents in its data: URLs, and theirs.
decoded() {
    cat "$1"
    grep -oE 'data:(text|image/svg)[a-z/+]*;base64,[A-Za-z0-9+/=]*' "$1" | sed 's/.*,//' | while read -r code; do
        echo "$code" | base64 -d >"$1.in"
        (decoded "$1.in")
    done
}
(cd "$work" && decoded one.html >all.txt)
ok "no script is left, also in frames" sh -c '! grep -qiE "run\(|<script|javascript:|s\.js" "$1"' - "$work/all.txt"
ok "what it needs is in it" [ "$(grep -c "data:font/woff2;base64,Rk9OVA==" "$work/all.txt")" -ge 2 ]
ok "nor does it command its browser" sh -c '! grep -qiE "refresh|preload|crossorigin|integrity" "$1"' - "$work/all.txt"
for line in '<p style="background:url(.data:image/png;base64,UE5H.)">one <a href="#">two</a> <a href="#">3</a>' \
    "<a href=.$base/d/#here.>here</a> <a href=\"#there\">" "<a href=\"$base/x?a=1&amp;b=2#y\">x</a> <a href=mailto:a@b" \
    '<img src="*data:image/png;base64,UE5H"*><picture><source srcset="data:image/png;base64,UE5H 1x, data:image/png;base64,UU5H 2x" type=' \
    '<img src="*data:image/png;base64,TE5H"*><img src='"$base/d/big.png"'>' \
    "<form action=$base/search>" "<img src=data:,>" '<head><meta http-equiv="Content-Security-Policy" content="default-src data:;style-src data: .unsafe-inline.;script-src .none.">' '<base href="">' 'srcdoc="<p>in<img src=.*data:image/png;base64,UE5H'; do
    ok "it has: $line" grep -q -- "$line" "$work/all.txt"
done
ok "its address and time are in it" grep -q "^<!-- $base/ as of 20..-..-..T..:..:..Z, copied by tiptoe -->" "$work/one.html"
crawl export --html two.html m
ok "the same mirror gives the same bytes" cmp -s "$work/one.html" "$work/two.html"
crawl export --html - m "$base/frame.html"
ok "another page, to standard output" grep -q '^.*<p>frame.*base64,UE5H' "$work/out"

mkdir "$work/pages"
crawl export --html pages m '/x*' '/fr*'
is "$(cd "$work/pages" && find . -type f | sort | tr '\n' ' ')" "./frame.html ./x.html ./x@a=1&b=2.html " \
    "pages that match patterns, in a folder"
file_has pages/x.html '<!DOCTYPE html><meta http-equiv="Content-Security-Policy"' "the policy is before any text"
crawl export --html made m '/x*'
exits 0 "a pattern makes the folder"
exists made/x.html
crawl export --html all/ m
exits 0 "and so does a name with a slash"
exists all/frame.html
crawl export --html query.html m '/x?a=1&b=2'
ok "a query is no pattern" [ -f "$work/query.html" ]
crawl export --html nowhere/made m '/x*'
exits 1
file_has err "nowhere/made: no such file or folder"
for page in text blank; do
    crawl export --html text.html m "$base/$page"
    ok "$page: also before a text at the beginning" grep -q 'Content-Security-Policy.*early' "$work/text.html"
done
mkdir -p "$work/dirs/x.html"
crawl export --html dirs m '/x*' '/fr*'
exits 1 "an output that cannot be written is no damage of the archive"
file_has err "dirs: "
file_lacks err damaged
crawl export --html one.html m 'http://['
is "$(wc -l <"$work/err")" 1 "a URL that is none, in one line"
crawl export --html one.html m /hidden
exits 1 "a page that the site withholds is not exported"
crawl export --html pages m '/hidden'
exits 1
file_has err "no page of the mirror matches"
crawl export --html one.html m /x /old
exits 2 "several pages need a folder"
crawl export --warc w.warc.gz m /x
exits 2

# Killed at each call that changes a file, the output is the old file or the new one, and the next run leaves nothing else.
shim=$top_builddir/tests/crawl/faults.so
html_killed() {
    (cd "$work/kills" && exec env LD_PRELOAD="$shim" FAULT=die FAULT_AT="$1" FAULT_COUNT="$work/count" \
        "$tiptoe" export --html "$2" ../m ${3+"$3"} >../out 2>../err 8>&- 9>&-)
    status=$?
}
if [ -f "$shim" ] && ! nm "$tiptoe" 2>/dev/null | grep -q __asan_init; then
    mkdir -p "$work/kills/pages"
    at=0 torn=0 left=0 status=99
    while [ "$status" = 99 ]; do
        at=$((at + 1))
        echo old >"$work/kills/one.html"
        html_killed "$at" one.html
        [ "$(cat "$work/kills/one.html")" = old ] || cmp -s "$work/kills/one.html" "$work/two.html" || torn=$((torn + 1))
        [ "$(find "$work/kills" -type f | wc -l)" -le 2 ] || left=$((left + 1))
    done
    is "$status" 0 "a run without a kill comes after $at runs"
    ok "some were killed" [ "$at" -gt 4 ]
    is "$torn" 0 "the file is the old one or the new one"
    is "$left $(find "$work/kills" -type f | wc -l)" "0 1" "no temporary files pile up"
    at=0 status=99
    while [ "$status" = 99 ]; do
        at=$((at + 1))
        html_killed "$at" pages '/x*'
        for page in "$work"/kills/pages/*; do
            [ ! -f "$page" ] || cmp -s "$page" "$work/pages/${page##*/}" || torn=$((torn + 1))
        done
    done
    is "$status $torn" "0 0" "nor is a page in a folder torn by $at kills"
    is "$(find "$work/kills/pages" -type f | wc -l)" 2 "and only the pages stay"
else
    skip "kills" "a preloaded library does not go with AddressSanitizer"
fi

if command -v chromium >/dev/null && [ "$(id -u)" != 0 ]; then
    : >"$log"
    chromium --headless --no-sandbox --disable-gpu --enable-logging=stderr --user-data-dir="$work/profile" --dump-dom "file://$work/one.html" >"$work/dom" 2>&1
    ok "a browser shows it" grep -q "one <a" "$work/dom"
    requests_are "and requests nothing"
    ok "its frames are shown" sh -c '! grep -q "Framing.*violates" "$1"' - "$work/dom"
else
    skip "a browser shows it" "no chromium, or root"
fi
done_testing
