#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests what weaving changes besides URLs: what would keep a browser from the mirror's own files, and what would make it
# request the live site. Every other byte of a page stays.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

# line PAGE N: the N-th line of a woven page.
line() {
    sed -n "$2p" "$work/$mirror/site/$1"
}

line_is() {
    is "$(line "$1" "$2")" "$3" "$4"
}

serve - --ports 2 <<'END'
/robots.txt
  text User-agent: *\nDisallow: /no/\n
/
  if port 1
  type text/html
  body
    <script src="/same.js" integrity="sha256-AA" defer></script>
    <link rel=stylesheet href=/plain.css integrity='sha256-AA'>
    <link integrity="sha256-AA" rel="stylesheet" href="/woven.css">
    <script crossorigin src=//127.0.0.1:@PORT2@/cdn.js integrity=sha256-AA></script>
    <img src="/pic.png" crossorigin="anonymous" alt=x><video crossorigin><source src=/v.webm></video>
    <script src="/no/a.js" integrity="sha256-AA" crossorigin></script>
    <link rel=preload as=font href=/f.woff2 crossorigin><link rel=preload as=style href=/woven.css crossorigin>
    <a href=/gone ping="/log http://127.0.0.1:@PORT1@/log2">gone</a>
    <link rel=prefetch href=/gone><link rel=prerender href=/page>
    <script type=speculationrules>{"prefetch":[{"urls":["/gone"]}]}</script>
    <object data=/gone>nothing</object><iframe src=/no/frame></iframe><img srcset="/no/a.png 1x, /pic.png 2x">
    <style>@import "/no/x.css"; p { background: url(/no/b.png) }</style>
    <link rel=preconnect href=//127.0.0.1:@PORT2@><link rel="dns-prefetch" href="//127.0.0.1">
    <video poster=/no/p.png><track src=/no/t.vtt></video><embed src=/no/e><input type=image src=/no/i.png>
    <svg><use href="/no/s.svg#a"/><image xlink:href="/no/s.png"/></svg><link rel=manifest href=/no/m><link rel=icon href=/no/i>
    <div data-src=/no/lazy.png data-srcset="/no/l.png 1x"></div><link rel=modulepreload href=/no/m.js>
    <form action="/no/form"><a href=/csp1>1</a><a href=/csp2>2</a><a href=/away>3</a><a href=/map></a><a href=/page#:~:text=some,text>4</a>
/same.js
  type text/javascript
  text 1
/plain.css
  type text/css
  text p { color: red }
/woven.css
  type text/css
  text p { background: url(/pic.png) }
/cdn.js
  type text/javascript
  text 2
/pic.png
  type image/png
  text PNG
/v.webm
  type video/webm
  text WEBM
/f.woff2
  type font/woff2
  text FONT
/page
  type text/html
  text <p>page
/csp1
  type text/html
  body
    <meta http-equiv="Content-Security-Policy" content="default-src 'self'; img-src http://127.0.0.1:@PORT1@; report-uri /csp">
    <meta http-equiv=content-security-policy content="script-src 'sha256-AA'"><script src=/same.js integrity=sha256-AA></script>
    <meta http-equiv=content-security-policy content=upgrade-insecure-requests>
    <meta http-equiv="content-security-policy" content="default-src 'self'; style-src 'self' 'nonce-&quot;'">
    <meta http-equiv=content-security-policy content="form-action 'self'">
/csp2
  type text/html
  body
    <meta http-equiv=Content-Security-Policy content="style-src 'self' 'sha256-AA'; script-src 'sha256-BB'">
    <style>p { background: url(/pic.png) }</style><link rel=stylesheet href=/woven.css integrity=sha256-AA>
/map
  type text/html
  body
    <meta http-equiv=content-security-policy content="script-src 'self' 'sha256-AA'">
    <script type=importmap>{"imports": {"m": "/mod.js"}, "integrity": {"/mod.js": "sha256-AA", "/same.js": "sha256-BB"}}</script>
    <meta http-equiv=content-security-policy content="script-src 'self' 'sha256-AA'"><script type=module>import "/mod.js"</script>
/mod.js
  type text/javascript
  text import "/same.js"
/away
  type text/html
  body
    <meta http-equiv=refresh content="5; url=/gone"><noscript><meta http-equiv=Refresh content="0;URL='/page'"></noscript>
END
crawl mirror --delay 0 --connections 2 --retries 0 -o m "$base/"
exits 4
mirror=m
line_is index.html 1 '<script src="same.js" integrity="sha256-AA" defer></script>' "integrity stays where the bytes are the server's"
line_is index.html 2 "<link rel=stylesheet href=plain.css integrity='sha256-AA'>" "of a style sheet without links too"
line_is index.html 3 '<link rel="stylesheet" href="woven.css">' "and goes where they are not"
line_is index.html 4 "<script src=_hosts/127.0.0.1_http_$port2/cdn.js integrity=sha256-AA></script>" "crossorigin goes where the file is the mirror's"
line_is index.html 5 '<img src="pic.png" alt=x><video><source src=v.webm></video>' "from images and media"
line_is index.html 6 '<script src="data:," integrity="sha256-AA" crossorigin></script>' "and stays where there is no file"
line_is index.html 7 '<link rel=preload as=font href=f.woff2 crossorigin><link rel=preload as=style href=woven.css>' "or where a preload needs it"
line_is index.html 8 "<a href=$base/gone ping=\"\">gone</a>" "no ping"
line_is index.html 9 '<link rel=prefetch href=data:,><link rel=prerender href=page.html>' "nothing is prefetched that is not there"
line_is index.html 10 '<script type=application/json>{"prefetch":[{"urls":["/gone"]}]}</script>' "nothing is speculated on"
line_is index.html 11 '<object data=data:image/png,>nothing</object><iframe src=about:blank></iframe><img srcset="pic.png 1x, pic.png 2x">' "what is not there asks nobody"
line_is index.html 12 '<style>@import "data:,"; p { background: url(data:,) }</style>' "nor in CSS"
line_is index.html 13 '<link rel=preconnect href=""><link rel="dns-prefetch" href="">' "nor ahead of time"
line_is index.html 14 '<video poster=data:,><track src=data:,></video><embed src=data:,><input type=image src=data:,>' "nor for media"
line_is index.html 15 '<svg><use href="data:,"/><image xlink:href="data:,"/></svg><link rel=manifest href=data:,><link rel=icon href=data:,>' "nor for SVG, manifests and icons"
line_is index.html 16 '<div data-src=data:, data-srcset="data:%2C 1x"></div><link rel=modulepreload href=data:,>' "nor for what scripts load late"
line_is index.html 17 "<form action=\"$base/no/form\"><a href=csp1.html>1</a><a href=csp2.html>2</a><a href=away.html>3</a><a href=map.html></a><a href=\"page.html#:~:text=some,text\">4</a>" "forms stay with the live site; fragments stay"
line_is csp1.html 1 "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'self'; img-src $base 'self'\">" "a policy that names the live site names the mirror"
line_is csp1.html 2 "<meta http-equiv=content-security-policy content=\"script-src 'sha256-AA'\"><script src=same.js integrity=sha256-AA></script>" "one that does no harm stays"
line_is csp1.html 3 '<meta http-equiv=content-security-policy content="">' "nothing is requested by https"
line_is csp1.html 4 "<meta http-equiv=\"content-security-policy\" content=\"default-src 'self'; style-src 'self' 'nonce-&quot;'\">" "byte for byte"
line_is csp1.html 5 "<meta http-equiv=content-security-policy content=\"form-action 'self' $base\">" "forms may lead where they do"
line_is csp2.html 1 "<meta http-equiv=Content-Security-Policy content=\"style-src 'self' 'unsafe-inline'; script-src 'sha256-BB' 'self'\">" "hashes of what was changed go"
line_is csp2.html 2 '<style>p { background: url(pic.png) }</style><link rel=stylesheet href=woven.css>' "as does integrity"
line_is map.html 1 "<meta http-equiv=content-security-policy content=\"script-src 'self' 'unsafe-inline'\">" "so do those of scripts"
line_is map.html 2 '<script type=importmap>{"imports": {"m": "./mod.js"}, "integrity": {"/mod.js": "", "/same.js": "sha256-BB"}}</script>' \
    "digests in import maps go where the bytes are others"
line_is map.html 3 "<meta http-equiv=content-security-policy content=\"script-src 'self' 'unsafe-inline'\"><script type=module>import \"./mod.js\"</script>" \
    "modules are found"
line_is away.html 1 "<meta http-equiv=refresh content=\"5; url=javascript:\"><noscript><meta http-equiv=Refresh content=\"0;URL='page.html'\"></noscript>" "no page leaves for the live site by itself"
crawl verify m
exits 0 "verify agrees"
sums() {
    (cd "$work/$mirror/site" && find . -type f -exec sha256sum {} + | LC_ALL=C sort)
}
sums >"$work/before"
crawl rebuild m
sums >"$work/after"
ok "rebuild makes the same" cmp "$work/before" "$work/after"

# A style sheet that gets links, or loses them, between two visits.
cat >"$work/one.site" <<'END'
/
  type text/html
  text <link rel=stylesheet href=a.css integrity=sha256-AA><link rel=stylesheet href=b.css integrity=sha256-BB>
/a.css
  type text/css
  text p { color: red }
/b.css
  type text/css
  text p { background: url(x.png) }
/x.png
  type image/png
END
sed 's|color: red|background: url(y.png)|; s|background: url(x.png)|color: red|' "$work/one.site" >"$work/two.site"
printf '/y.png\n  type image/png\n' >>"$work/two.site"
play "$work/one.site"
mirror=u
crawl mirror --delay 0 -o u "$base/"
line_is index.html 1 '<link rel=stylesheet href=a.css integrity=sha256-AA><link rel=stylesheet href=b.css>' "only the one with links is changed"
play "$work/two.site"
crawl update u
exits 0
line_is index.html 1 '<link rel=stylesheet href=a.css><link rel=stylesheet href=b.css integrity=sha256-BB>' "after an update it is the other one"
crawl verify u
exits 0

# What only headers say, and what a page of modules says from disk: after an update, too, and in a copy of the mirror.
cat >"$work/one.site" <<'END'
/
  type text/html; charset=utf-8
  header Refresh: 5; url=/b.html?x=1
  text <p><script src=/a.js></script>
/a.js
  type text/javascript; charset=windows-1251
  text say('\xe0')
/b.html?x=1
  type text/html
  text <script type=text/x-template><img src=/c.png><a href={{d}}></script><div id=root></div><script type=module src=/m.js></script>
/c.png
  type image/png
/m.js
  type text/javascript
  text document.write('<img src="/c.png">')
END
sed 's|Refresh: 5|Refresh: 7|; s|xe0|xe1|; s|b.html?x=1|b.html|; s|<p>|&<b></b>|' "$work/one.site" >"$work/two.site"
play "$work/one.site"
mirror=h
crawl mirror --delay 0 -o h "$base/"
line_is index.html 1 '<meta http-equiv="refresh" content="5;url=b.html@x=1.html?x=1"><p><script src=a.js></script>' "headers"
line_is a.js 1 "$(printf "\357\273\277say('\320\260')")" "a script in UTF-8"
is "$(line b.html@x=1.html 1 | sed 's/<script>.*//')" '<script type=text/x-template><img src=c.png><a href={{d}}></script><div id=root></div>' "a template"
line_is b.html@x=1.html 2 '<script type=module src=m.js></script>' "the notice is a line"
crawl verify h
exits 0
play "$work/two.site"
crawl update h
exits 0
line_is index.html 1 '<meta http-equiv="refresh" content="7;url=b.html"><p><b></b><script src=a.js></script>' "changed headers"
line_is a.js 1 "$(printf "\357\273\277say('\320\261')")" "a changed script"
sums >"$work/before"
crawl rebuild h
sums >"$work/after"
ok "rebuild makes the same" cmp "$work/before" "$work/after"
done_testing
