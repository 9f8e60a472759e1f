#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests references of every kind: their targets are fetched, and they are rewritten to the stored files; where robots.txt
# disallows a target, they are rewritten so that no browser requests it. Types and encodings decide which files are read for
# links.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

# A table of what browsers ask for unasked: a name that says its kind, and the markup, where U is the address.
cat >"$work/asked" <<'END'
img-src <img src=U>
img-srcset <img srcset="U 1x" sizes="(min-width: 1px) 1px">
img-picture <picture><source srcset='U 640w' media="(min-width: 1px)"><img></picture>
img-input <input type=image src='U'>
img-poster <video poster=U></video>
img-background <table background=U></table>
img-lazy <img data-src=U>
img-lazyset <img data-srcset="U 2x">
img-bg <div data-bg="url('U')"></div>
img-thumb <a data-thumb="U.png"></a>
img-noscript <noscript><img src="U"></noscript>
img-style <p style="background: url(U)">
img-imageset <p style='background: image-set("U" 1x)'>
img-svg <svg><image href="U"/></svg>
img-xlink <svg><image xlink:href="U"/></svg>
img-feimage <svg><filter><feImage href="U"/></filter></svg>
img-fill <svg><path fill="url(U#p)"/></svg>
img-srcdoc <iframe srcdoc='<img src="U">'></iframe>
img-srcdoc2 <iframe srcdoc="&lt;p style=&quot;background:url(U)&quot;&gt;"></iframe>
img-custom <amp-img src=U></amp-img>
svg-use <svg><use href="U#part"/></svg>
media-video <video src=U></video>
media-source <audio><source src=U></audio>
media-track <video><track src=U></video>
media-embed <embed src=U>
media-object <object data="U"><p>instead</p></object>
page-iframe <iframe src=U></iframe>
page-frame <frame src=U>
css-link <link rel=stylesheet href=U>
css-alternate <link rel="alternate stylesheet" title=x href=U>
css-print <link rel=stylesheet media=print onload="this.media='all'" href=U>
css-preload <link rel=preload as=style href=U onload="this.rel='stylesheet'">
css-import <style>@import "U" layer(x) supports(display: grid) screen;</style>
css-importurl <style>@import url(U);</style>
font-face <style>@font-face { font-family: x; src: url(U) format("woff2") }</style>
img-property <style>:root { --x: url('U') } p { background: var(--x) }</style>
img-escape <style>a { background: \75rl(U) }</style>
img-icon <link rel="shortcut icon" href=U>
img-touch <link rel=apple-touch-icon href=U>
img-imagesrcset <link rel=preload as=image imagesrcset="U 1x">
js-preload <link rel=modulepreload href=U>
js-prefetch <link rel=prefetch as=script href=U>
page-prefetch <link rel=prefetch href=U>
page-next <link rel=next href=U>
page-refresh <meta http-equiv=refresh content="999; url='U'">
END

# What they do not ask for: it leads to the live site where it is not in the mirror.
cat >"$work/unasked" <<'END'
page-a <a href=U>a</a>
page-area <map name=m><area href="U"></map><img usemap="#m">
page-longdesc <img longdesc=U>
page-svg <svg><a xlink:href="U"></a></svg>
page-hreflang <link rel=alternate hreflang=de href=U>
page-prev <link rel=prev href=U>
img-og <meta property="og:image" content="U">
img-twitter <meta name="twitter:image" content="U">
img-tile <meta name=msapplication-TileImage content=U>
media-og <meta property="og:video" content="U">
END

# The markup of a table with its addresses below a directory.
markup() {
    while read -r name html; do
        printf '    %s\n' "$html" | sed "s|U|$1$name|g"
    done <"$2"
}

targets() {
    for root in /t /no /h /x /d /m /s; do
        for kind in img:image/png svg:image/svg+xml media:video/mp4 page:text/html css:text/css font:font/woff2 js:text/javascript; do
            printf '%s/%s-*\n  type %s\n  text <svg xmlns="http://www.w3.org/2000/svg"/>\n' "$root" "${kind%%:*}" "${kind#*:}"
        done
    done
}

page_of() {
    printf '%s\n  type text/html; charset=utf-8\n  body\n' "$1"
}

{
    printf '/robots.txt\n  type text/plain\n  text User-agent: *\\nDisallow: /no/\n'
    page_of /
    for page in good.html closed.html links.html header.html data.html app.html xml.html sets.html forms.html types.html; do
        echo "    <a href=/$page>$page</a>"
    done
    page_of /good.html
    markup /t/ "$work/asked"
    echo '    <img srcset="/no/img-large 2x, /t/img-src 1x, /no/img-larger 3x">'
    page_of /closed.html
    markup /no/ "$work/asked"
    page_of /links.html
    markup /t/ "$work/unasked"
    markup /no/ "$work/unasked"
    targets
    cat <<'END'

# Fields of the head
/header.html
  type text/html
  header Link: </h/css-link>; rel=stylesheet, <h/page-next>; rel=next
  header Link: <>; rel=preload; as=image; imagesrcset="/h/img-one 1x, /h/img-two 2x"
  header Refresh: 999; url=/h/page-refresh
  body
    <p>header

# Linked data: fetched, never changed
/data.html
  type text/html
  body
    <script type="application/ld+json">{"@graph": [{"image": "/d/img-1.png"}, {"logo": {"@type": "ImageObject", "url": "\/d\/img-2.png"}},
    {"image": ["/d/img-3.png", "http://elsewhere.invalid/d/img-four", "/d/none.png"]}]}</script>

# An application's manifest, and one that comes as mere JSON
/app.html
  type text/html
  body
    <link rel=manifest href=/m/app.webmanifest><link rel=manifest href=/m/manifest.json><link rel=manifest href=/m/bad.webmanifest>
    <link rel="manifest" href=/m/odd.json crossorigin=use-credentials>
/m/app.webmanifest
  type application/manifest+json
  body
    {"name": "x", "icons": [{"src": "img-one", "sizes": "48x48"}, {"src": "\/m\/img-two"}, {"src": "/no/img-three"}],
     "screenshots": [{"src": "/m/img-shot"}], "start_url": "page-start", "scope": "/",
     "shortcuts": [{"name": "y", "url": "/m/page-short", "icons": [{"src": "img-short"}]}]}
/m/manifest.json
  type application/json
  body
    {"short_name": "x", "icons": [{"src": "/m/img-json"}]}
/m/odd.json
  type application/json; charset=utf-8
  body
    {"screenshots": [{"src": "/m/img-odd"}]}
/m/bad.webmanifest
  type application/manifest+json
  text {"name": "x", "icons": [{"src": "/m/img-bad"}}]

# XML
/xml.html
  type text/html
  body
    <link rel=alternate type=application/rss+xml href=/feed.xml><link rel=search type=application/opensearchdescription+xml href=/search.xml>
    <meta name=msapplication-config content=/tiles.xml><meta name=msapplication-notification content=none>
    <a href=/sitemap.xml>all</a> <a href=/page.xml>XHTML</a> <img src=/gz.svgz><img src=/plain.svgz><img src=/sheet.svg>
/feed.xml
  type text/xml
  body
    <?xml version="1.0"?>
    <?xml-stylesheet type="text/xsl" href="/x/feed.xsl?a&amp;b"?>
    <rss><channel><link>/x/page-feed</link><item><enclosure url="/x/media-feed"/></item></channel></rss>
/x/feed.xsl
  type text/xsl
  text <x:stylesheet xmlns:x="http://www.w3.org/1999/XSL/Transform"/>
/search.xml
  type application/opensearchdescription+xml
  text <OpenSearchDescription><Image>/x/img-search</Image><Url type="text/html" template="/x/page-never?q={searchTerms}"/></OpenSearchDescription>
/tiles.xml
  type application/xml
  text <browserconfig><msapplication><tile><square70x70logo src="/x/img-tile"/></tile></msapplication></browserconfig>
/sitemap.xml
  type application/xml
  body
    <?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="/no/map.xsl"?>
    <urlset><url><loc>http://127.0.0.1:@PORT@/x/page-listed</loc></url></urlset>
/page.xml
  type application/xml
  body
    <?xml version="1.0"?><?xml-stylesheet href="/x/css-xhtml"?>
    <h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:head><h:title>x</h:title><h:script src="/x/js-xhtml"/></h:head>
    <h:body><h:img src="/x/img-xhtml?a&amp;b"/><![CDATA[<img src="/x/img-never">]]></h:body></h:html>
/gz.svgz
  type image/svg+xml
  body
    <svg xmlns="http://www.w3.org/2000/svg"><image href="/x/img-gz"/></svg>
  gzip
/plain.svgz
  type image/svg+xml
  text \x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xff<a href="/x/page-never2">\x00
/sheet.svg
  type image/svg+xml
  body
    <?xml-stylesheet href="/x/css-svg"?><svg xmlns="http://www.w3.org/2000/svg"><style>a{fill:url(&quot;/x/svg-style?a&amp;b#c&quot;)}</style></svg>

# Types
/types.html
  type text/html
  body
    <a href=/text>a</a> <a href=/none>b</a> <a href=/nosniff>c</a> <a href=/odd.php?x=1>d</a> <a href=/unknown>e</a> <img src=/picture>
/text
  type text/plain
  text <html><a href=/s/page-text>x</a>
/none
  text <html><a href=/s/page-none>x</a>
/nosniff
  header X-Content-Type-Options: nosniff
  text <html><a href=/s/page-nosniff>x</a>
/odd.php?x=1
  type text/html
  text <a href=/s/page-php>x</a>
/unknown
  type unknown/unknown
  text <!doctype html><a href=/s/page-unknown>x</a>
/picture
  type image/png
  text pixels

# Forms, pings
/forms.html
  type text/html
  body
    <form id=a><form id=b action=""><form id=c action="#x"><form id=d action="/s/post"><button formaction=/s/post2>
    <a ping="/s/ping /s/pong" href=/>x</a><q cite=/s/cite>x</q><head profile=/s/profile><p itemscope itemtype=/s/type>
END
} >"$work/refs.site"

# Pages whose bytes are not UTF-8
{
    cat <<'END'
/sets.html
  type text/html
  body
    <a href=/set/1251.html>a</a> <a href=/set/sjis.html>b</a> <a href=/set/jis.html>c</a> <a href=/set/le.html>d</a> <a href=/set/be.html>e</a>
    <a href=/set/xml.xhtml>f</a>
/set/1251.html
  type text/html; charset=windows-1251
  text \xef<link rel=stylesheet href=1251.css><a href="\xef?\xef=\xe9">\xf0</a>
/set/1251.css
  type text/css
  text a { background: url("\xef.png?\xef") } /* \xf0 */
/set/sjis.html
  type text/html
  text <meta charset=shift_jis>\x95\x5c<a href="\x95\x5c\x83A?\x83A">\x95\x5c</a>
/set/jis.html
  type text/html; charset=iso-2022-jp
  text \x1b$B$"\x1b(B<a href="\x1b$B$"\x1b(B?j">\x1b$B$"\x1b(B</a>
/set/le.html
  type text/html
  text \xff\xfe<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00\xe9\x00>\x00\xe9\x00
/set/be.html
  type text/html; charset=utf-16be
  text \x00<\x00a\x00 \x00h\x00r\x00e\x00f\x00=\x00\xe8\x00>\x00\xe8
/set/xml.xhtml
  type application/xhtml+xml
  text <?xml version="1.0" encoding="iso-8859-2"?><html xmlns="http://www.w3.org/1999/xhtml"><a href="\xb9?\xb9">\xb9</a></html>
/set/*
  type text/html
  text <p>there
END
} >>"$work/refs.site"

serve "$work/refs.site"
crawl mirror --delay 0 -o m "$base/"
exits 0 "candidates that are not there, and what robots.txt closes, are not failures"

# Asked for: fetched once, woven to the file, or to nothing.
while read -r name html; do
    ending=$(printf '%s' "$html" | sed -n 's/.*U\(\.[a-z]*\).*/\1/p')
    requested 1 "/t/$name$ending" "$name: fetched"
    file_lacks m/site/good.html "/t/$name" "$name: nothing is left of the address on the site"
    file_has m/site/good.html "t/$name" "$name: woven to its file"
    file_lacks m/site/closed.html "/no/$name" "$name: closed, woven to nothing that is requested"
done <"$work/asked" 2>&1 | sed 's/^\(not \)\{0,1\}ok [0-9]* - /\1row /' >"$work/rows"
is "$(grep -c '^row' "$work/rows")" "$((4 * $(wc -l <"$work/asked")))" "every row of what is requested is checked"
is "$(grep -v '^row' "$work/rows")" "" "and is right"
while read -r name html; do
    requested 1 "/t/$name" "$name: fetched"
    requested 0 "/no/$name" "$name: closed"
    file_lacks m/site/links.html "$base/t/$name" "$name: woven to its file"
    file_has m/site/links.html "$base/no/$name" "$name: closed, leads to the live site"
done <"$work/unasked" 2>&1 | sed 's/^\(not \)\{0,1\}ok [0-9]* - /\1row /' >"$work/rows"
is "$(grep -c '^row' "$work/rows")" "$((4 * $(wc -l <"$work/unasked")))" "every row of what is not requested is checked"
is "$(grep -v '^row' "$work/rows")" "" "and is right"
file_has m/site/good.html 'srcset="t/img-src.png 2x, t/img-src.png 1x, t/img-src.png 3x"' \
    "a candidate that is there stands for those that are not"
file_has m/site/closed.html '<object data="data:image/png,"><p>instead' "an object that is missing shows its content"
file_has m/site/good.html 'svg-use.svg#part' "fragments are kept"
file_has m/site/good.html 'sizes="(min-width: 1px) 1px"' "sizes are left alone"

requested 1 /h/css-link "Link: stylesheet"
requested 1 /h/page-next "Link: next"
requested 1 /h/img-one "Link: imagesrcset"
requested 1 /h/img-two
requested 1 /h/page-refresh "Refresh"

requested 1 /d/img-1.png "linked data: image"
requested 1 /d/img-2.png "linked data: the url of a logo"
requested 1 /d/img-3.png "linked data: a list"
requested 1 /d/none.png "linked data: a guess"
file_has m/site/data.html '{"@graph": [{"image": "/d/img-1.png"}, {"logo": {"@type": "ImageObject", "url": "\/d\/img-2.png"}},' \
    "linked data stands as it was"

for name in img-one img-two img-shot page-start page-short img-short img-json; do
    requested 1 "/m/$name" "manifest: $name"
done
requested 0 /m/img-bad "a manifest whose brackets do not match counts for nothing"
file_is m/site/m/app.webmanifest '{"name": "x", "icons": [{"src": "img-one.png", "sizes": "48x48"}, {"src": "img-two.png"}, {"src": "data:,"}],
 "screenshots": [{"src": "img-shot.png"}], "start_url": "page-start.html", "scope": "/",
 "shortcuts": [{"name": "y", "url": "page-short.html", "icons": [{"src": "img-short.png"}]}]}' "only its addresses are woven"
file_has m/site/m/manifest.json '"src": "img-json.png"' "a manifest under the name of JSON is one"
file_has m/site/m/odd.json '"src": "img-odd.png"' "what a page links to as a manifest is one, whatever it holds"
requested 1 /m/img-odd
file_has m/site/m/bad.webmanifest '/m/img-bad"}}]' "such a manifest stands"

requested 1 /x/page-feed "a feed's pages"
requested 1 /x/media-feed "a feed's enclosures"
requested 1 '/x/feed.xsl?a&b' "a feed's style sheet"
requested 1 /x/img-search "OpenSearch: its picture"
requested 1 /x/img-tile "browserconfig: its pictures"
requested 1 /x/page-listed "a sitemap that a page links to"
requested 0 /no/map.xsl
file_has m/site/sitemap.xml 'href="data:,"' "a style sheet of XML that is closed is woven to nothing"
ok "a feed's style sheet is woven" grep -q 'type="text/xsl" href="x/feed' "$work/m/site/feed.xml"
file_has m/site/feed.xml '<link>/x/page-feed</link>' "its links stand"
for name in css-xhtml js-xhtml 'img-xhtml?a&b' img-gz css-svg 'svg-style?a&b'; do
    requested 1 "/x/$name" "XML: $name"
done
requested 0 /x/img-never "a CDATA section is text"
requested 0 /x/page-never2 "coded bytes are not markup"
file_has m/site/gz.svgz 'href="x/img-gz.png"' "a .svgz is stored as what it decodes to"
is "$(head -c 11 "$work/m/site/plain.svgz" | od -An -tx1 | tr -d ' \n')" 1f8b0800000000000003ff "one that does not say it is coded stays as it is"

requested 0 /s/page-text "HTML as text is not a page"
requested 1 /s/page-none "HTML without a type is one"
requested 0 /s/page-nosniff "but not with nosniff"
requested 1 /s/page-php "whatever its name"
requested 1 /s/page-unknown "a type that says nothing is none"
exists m/site/picture.png "a picture gets the extension of its type"

file_has m/site/forms.html '<form id=a>' "a form without action stays the page itself"
file_has m/site/forms.html "<form id=b action=\"forms.html\">" "an empty action is the page itself"
file_has m/site/forms.html '<form id=c action="#x">'
file_has m/site/forms.html "<form id=d action=\"$base/s/post\"><button formaction=$base/s/post2>" "forms go to the live site"
file_has m/site/forms.html '<a ping="" href=' "a click pings no one"
file_has m/site/forms.html "<q cite=$base/s/cite>"
requested 1 /s/post "the address of a form is a guess"
for name in ping cite profile type; do
    requested 0 "/s/$name" "never requested: $name"
done

file_has m/site/set/1251.html '<meta charset="windows-1251"><link' "an encoding that the head alone said is said in the page"
is "$(head -c 4 "$work/m/site/set/be.html" | od -An -tx1 | tr -d ' \n')" feff003c "by a mark in UTF-16"
is "$(head -c 2 "$work/m/site/set/sjis.html" | od -An -tc | tr -d ' \n')" '<m' "and not twice"
LC_ALL=C sed 's/href="[^"]*"/href="@"/' "$work/m/site/set/sjis.html" >"$work/sjis"
requested 1 '/set/%D0%BF?%EF=%E9' "windows-1251: path in UTF-8, query in the page's encoding"
requested 1 '/set/%D0%BF.png?%EF' "a style sheet is read in the encoding of its page"
file_has m/site/set/1251.css 'url("%D0%BF.png@%25EF' "and woven"
requested 1 '/set/%E8%A1%A8%E3%82%A2?%83A' "Shift_JIS"
requested 1 '/set/%E3%81%82?j' "ISO-2022-JP"
ok "Shift_JIS: no other byte is changed" sh -c 'printf "<meta charset=shift_jis>\225\134<a href=\"@\">\225\134</a>" | cmp - "$1"' \
    sh "$work/sjis"
requested 1 '/set/%C3%A9' "UTF-16 by its mark"
requested 1 '/set/%C3%A8' "UTF-16 by the header"
requested 1 '/set/%C5%A1?%B9' "the encoding of an XML declaration"
done_testing
