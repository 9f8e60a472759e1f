#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests scripts: a module's imports are requisites and rewritten, strings that look like URLs are requested last and may be
# missing, and other strings are not requested.
. "${0%/*}/lib.sh"

# Modules ------------------------------------------------------------------------------------------------------------

serve - <<'SITE'
/robots.txt
  text User-agent: *\nDisallow: /secret/\nAllow: /

/
  type text/html
  body
    <!DOCTYPE html><title>modules</title>
    <script type=importmap>{"imports": {"lib": "/js/lib.js?v=2", "tools/": "/js/tools/", "/js/old.js": "/js/old-1.js"},
      "scopes": {"/js/deep/": {"tools/": "/deep/"}}}</script>
    <script type=module src=/js/app.js?v=1></script>
    <script type=module>import '/js/inline.js'; import 'lib'; import('./js/later.js')</script>
    <script type=module>import '/js/missing.js'</script>

/js/app.js
  type text/javascript
  body
    // import './comment.js'
    import {a} from './part.js?v=3'; import lib from 'lib';
    export * from "/js/deep/other.mjs"
    const image = new URL('../img/a.png', import.meta.url), folder = new URL('./', import.meta.url);
    const worker = new Worker(new URL('worker.js', import.meta.url), {type: 'module'});
    import 'tools/a.js'; import 'tools/b'; import './old.js'
    import('./secret' + a); import(`./${a}.js`); import('/secret/x.js')

/js/deep/other.mjs
  type text/javascript
  text import 'tools/a.js'

/js/missing.js
  status 404 Not Found

/deep/a.js
  type text/javascript
  text 1

/js/*
  type text/javascript
  text export const a = 1

/img/a.png
  type image/png
  text png
SITE
crawl mirror --delay 0 --output "$work/m" "$base/"
exits 4 "an import that leads nowhere is a failure"
requests_are "specifiers and the page's icon are requested, and nothing else" /robots.txt / "/js/lib.js?v=2" \
    /js/old-1.js "/js/app.js?v=1" /js/inline.js /js/later.js /js/missing.js "/js/part.js?v=3" /js/deep/other.mjs /img/a.png \
    /js/worker.js /js/tools/a.js /js/tools/b /deep/a.js /favicon.ico
crawl explain "$work/m" /favicon.ico
file_has out "no link leads to it (the icon that browsers request)"
file_has out "state      not found on the server"
crawl status "$work/m"
file_lacks out "guessed, from texts" "and it is not counted as a guess from a script"
file_has "$work/m/site/index.html" '"lib": "./js/lib.js?v=2", "tools/": "./js/tools/"'
file_has "$work/m/site/js/app.js" "import './tools/a.js'; import './tools/b.js'; import './old-1.js'"
file_has "$work/m/site/js/deep/other.mjs" "import '../../deep/a.js'"
file_has "$work/m/site/index.html" "import 'data:,'</script>"
file_has "$work/m/site/index.html" "import './js/inline.js'; import 'lib'; import('./js/later.js')"
file_has "$work/m/site/js/app.js" "from './part.js?v=3'; import lib from 'lib'"
file_has "$work/m/site/js/app.js" 'from "./deep/other.mjs"'
file_has "$work/m/site/js/app.js" "new URL('../img/a.png', import.meta.url), folder = new URL('./', import.meta.url)"
file_has "$work/m/site/js/app.js" "import('data:,')"
file_is "$work/m/site/js/lib.js" "export const a = 1"
cp -R "$work/m/site" "$work/woven"
crawl rebuild "$work/m"
exits 0 "rebuild"
ok "rebuild makes the same" diff -r "$work/m/site" "$work/woven"
crawl verify "$work/m"
exits 0 "verify"

# Absolute URLs in a page's own scripts --------------------------------------------------------------------------------

: >"$log"
serve - <<'SITE'
/robots.txt
  text User-agent: *\nDisallow: /secret/

/
  type text/html
  body
    <!DOCTYPE html><title>absolute</title><a href=deep/page>page</a>
    <script>a = "http:\/\/127.0.0.1:@PORT@\/js\/late.js"; b = "http://127.0.0.1:@PORT@/js/gone.js"</script>
    <script>fetch("http://127.0.0.1:@PORT@/api/list"); c = "http://127.0.0.1:@PORT@/secret/x.js"</script>

/deep/page
  type text/html
  body
    <!DOCTYPE html><title>page</title>
    <script>a = "http://127.0.0.1:@PORT@/js/late.js"; fetch("http://127.0.0.1:@PORT@/api/list")</script>

/js/late.js
  type text/javascript
  text 1

/api/list
  type application/json
  text []
SITE
value() {
    printf ' Object.assign(document.createElement("a"),{href:"%s"}).href ' "$1"
}
crawl mirror --delay 0 --output "$work/absolute" "$base/"
exits 0 "a missing candidate is not a failure"
page=$work/absolute/site/index.html
file_has "$page" "a = $(value js/late.js); b = \"$base/js/gone.js\""
file_has "$page" "fetch($(value api/list.json)); c = \"$base/secret/x.js\""
page=$work/absolute/site/deep/page.html
file_has "$page" "a = $(value ../js/late.js); fetch($(value ../api/list.json))"
cp -R "$work/absolute/site" "$work/woven-absolute"
crawl rebuild "$work/absolute"
ok "rebuild makes the same" diff -r "$work/absolute/site" "$work/woven-absolute"
crawl update --delay 0 "$work/absolute"
exits 0 "an update"
crawl verify "$work/absolute"
exits 0 "verify after the update"
ok "the update changes nothing" diff -r "$work/absolute/site" "$work/woven-absolute"

# Candidates ---------------------------------------------------------------------------------------------------------

: >"$log"
serve - <<'SITE'
/robots.txt
  text User-agent: *\nDisallow: /secret/

/
  type text/html
  text <title>start</title><a href=/dir/page.html>page</a>

/dir/page.html
  type text/html
  body
    <title>candidates</title>
    <script src=/js/app.js></script>
    <script type="application/json">{"image": "pic.png", "type": "text/html", "id": "a.b.c", "list": ["img/b.png", "b.png"],
      "there": "http:\/\/@HOST@\/abs.json", "away": "https://elsewhere.example/x/y.png"}</script>
    <script type="text/template"><img src="{{ picture }}/x.png"></script>
    <script>fetch('inline.json'); var t = 'text/css', v = '1.2.3', s = '/img/{id}.png', r = /\/re\/gex.png/;
      // fetch('/comment.json')
      var u = '/img/' + name + '/end.png', w = "see docs/x.png for it", x = 'application/x.y+json';</script>

/js/app.js
  type text/javascript
  body
    fetch('data/x.json'); fetch('/api/list'); fetch('/api/post', {method: 'POST'}); fetch(`/api/${id}`);
    new Worker('worker.js'); image.src = 'logo.png'; var map = {'./modules/a.js': 1, url: 'nav.html'};
    var no = ['/x/:id.json', '/x/*.json', '/x/%s.json', '@scope/pkg/x.js', 'lib/module.js', 'a.png', '/x/y.ts', '/x.js.map'];
    var yes = '/img/there.png', gone = '/img/gone.png', secret = '/secret/x.json';

/dir/data/x.json
  type application/json
  text {"pictures": [{"src": "deep.png"}], "kind": "image/png"}

/dir/nav.html
  type text/html
  text <!DOCTYPE html><title>nav</title><a href=other.html>other</a>

/dir/other.html
  type text/html
  text <title>other</title>

/api/list
  type text/html
  text <a href=nowhere.html>a fragment: its links mean the page's</a>

/img/there.png
  type image/png
  text png
SITE
crawl mirror --delay 0 --output "$work/c" "$base/"
exits 0 "candidates that are not there are not failures"
requests_are "what looks like an address, and nothing else; last" /robots.txt / /dir/page.html /js/app.js \
    /dir/pic.png /dir/img/b.png /dir/b.png /abs.json /dir/inline.json \
    /dir/data/x.json /api/list /dir/worker.js /dir/logo.png /dir/nav.html /dir/other.html /dir/lib/module.js /img/there.png /img/gone.png \
    /dir/deep.png
file_has "$work/c/site/dir/page.html" "fetch('inline.json')"
file_has "$work/c/site/js/app.js" "fetch('data/x.json'); fetch('/api/list')"
file_is "$work/c/site/api/list.html" "<a href=nowhere.html>a fragment: its links mean the page's</a>"
exists "$work/c/site/dir/nav.html"
file_has "$work/err" "guessed, from texts in scripts or data, and not found"
ok "explain says what it is" sh -c '"$0" explain "$1" "$2/img/gone.png" | grep -q "^candidate .*no link leads to it"' \
    "$tiptoe" "$work/c" "$base"
ok "robots.txt holds" sh -c '"$0" explain "$1" "$2/secret/x.json" | grep -q "^state .*not requested: robots.txt"' \
    "$tiptoe" "$work/c" "$base"
: >"$log"
crawl update --delay 0 "$work/c"
exits 0 "update"
requested 1 /img/there.png
requested 0 /img/gone.png

# Guessing that does not pay -----------------------------------------------------------------------------------------

: >"$log"
{
    printf '/robots.txt\n  status 404 Not Found\n\n/\n  type text/html\n  body\n    <script>x = ['
    for i in $(seq 40); do
        printf '"/no/%s.png","/no/%s/a.png",' "$i" "$i"
    done
    printf ']</script>\n'
} >"$work/many.site"
serve "$work/many.site"
crawl mirror --delay 0 --connections 1 --output "$work/g" "$base/"
exits 0 "all guesses wrong"
is "$(grep -c 'request.* GET /no/' "$log")" 24 "no more than so many are tried"
is "$(grep -c 'request.* GET /no/[0-9]*.png' "$log")" 3 "and three in one folder"
file_has "$work/err" "guessed, from texts in scripts or data, and not requested"

# Names of which only the form is evidence ----------------------------------------------------------------------------

: >"$log"
serve - <<'SITE'
/robots.txt
  status 404 Not Found

/
  type text/html
  body
    <!DOCTYPE html><title>names</title><link rel="shortcut icon" href=data:,><script src=/lib/app.js></script>
    <img src=img/s1.png><script>n++; next.src = "img/s" + n + ".png"; other.src = `img/t${n}.png`</script>
    <script>plot("#v", "spec.json"); show(["a.png", "b.png"]); const at = 'parts'; take(at + '/one.csv')</script>

/lib/app.js
  type text/javascript
  body
    index("own.yaml", "also.yaml"); write('<img src="' + up + 'icons/on.svg">'); list = ["x1.md", "x2.md", "x3.md"];

/spec.json
  type application/json
  text {}

/a.png
  type image/png
  text png

/b.png
  type image/png
  text png

/img/s1.png
  type image/png
  text 1

/img/s2.png
  type image/png
  text 2

/img/s3.png
  type image/png
  text 3

/parts/one.csv
  type text/csv
  text a,b

/lib/own.yaml
  type application/yaml
  text a: 1

/lib/also.yaml
  type application/yaml
  text a: 2

/icons/on.svg
  type image/svg+xml
  text <svg xmlns="http://www.w3.org/2000/svg"/>
SITE
crawl mirror --delay 0 --connections 1 --output "$work/n" "$base/"
exits 0 "names"
for name in spec.json a.png b.png parts/one.csv lib/own.yaml lib/also.yaml icons/on.svg; do
    exists "$work/n/site/$name"
done
requested 0 /favicon.ico "the page has another icon"
is "$(awk '$2 == "request" && $8 ~ "^/img/" { printf "%s ", $8 }' "$log")" "/img/s1.png /img/s2.png /img/s3.png /img/s4.png " \
    "numbers up to the first that does not exist"
requested 1 /own.yaml
requested 1 /also.yaml
is "$(grep -c 'request.* GET .*[.]md' "$log")" 2 "two of a list that does not exist"
requested 0 /lib/icons/on.svg

# A playlist: its files are requisites, and its addresses are rewritten -------------------------------------------------

: >"$log"
serve - <<'SITE'
/robots.txt
  status 404 Not Found

/
  type text/html
  text <!DOCTYPE html><title>video</title><script>play("v/all.m3u8"); play("dash/all.mpd")</script>

/dash/all.mpd
  type application/dash+xml
  body
    <MPD><BaseURL>http://@HOST@/seg/</BaseURL><Period><AdaptationSet><SegmentTemplate media="$Number$.m4s" initialization="i.mp4"/>
    <Representation id="1"/></AdaptationSet></Period></MPD>

/seg/i.mp4
  type video/mp4
  text i

/seg/1.m4s
  type video/iso.segment
  text 1

/seg/2.m4s
  type video/iso.segment
  text 2

/v/all.m3u8
  type application/vnd.apple.mpegurl
  body
    #EXTM3U
    #EXT-X-STREAM-INF:BANDWIDTH=1
    low.m3u8?a=1

/v/low.m3u8?a=1
  type application/vnd.apple.mpegurl
  body
    #EXTM3U
    #EXT-X-TARGETDURATION:1
    #EXT-X-MAP:URI="/v/init.mp4"
    #EXTINF:1,
    http://@HOST@/v/1.m4s
    #EXT-X-ENDLIST

/v/init.mp4
  type video/mp4
  text a

/v/1.m4s
  type video/iso.segment
  text b
SITE
crawl mirror --delay 0 --output "$work/hls" "$base/"
exits 0 "a playlist"
file_has "$work/hls/site/v/all.m3u8" 'low.m3u8@a=1.m3u8'
file_has "$work/hls/site/v/low.m3u8@a=1.m3u8" 'URI="init.mp4"'
ok "a segment is beside it" grep -qx 1.m4s "$work/hls/site/v/low.m3u8@a=1.m3u8"
file_is "$work/hls/site/v/1.m4s" b
file_has "$work/hls/site/dash/all.mpd" '<BaseURL>../seg/</BaseURL>'
for name in i.mp4 1.m4s 2.m4s; do
    exists "$work/hls/site/seg/$name"
done
requested 1 /seg/3.m4s "the segments end where one is missing"
crawl verify "$work/hls"
exits 0 "verify"

# Links with a value that data of the site has -----------------------------------------------------------------------

: >"$log"
serve - <<'SITE'
/robots.txt
  status 404 Not Found

/
  type text/html
  body
    <!DOCTYPE html><title>list</title><script src=/app.js></script>
    <script>push("[{\"id\":\"a\",\"slug\":\"a-1\"},{\"id\":\"b\"},{\"id\":\"c\"},{\"id\":\"d\"},{\"id\":\"e\"}]")</script>

/app.js
  type text/javascript
  text l = [{href:`/items/${e.id}`}, {href:"/no/"+e.id}, {href:`/posts/${e.slug}`}, {href:`/part/${e.id}`}]

/items/*
  type text/html
  text <!DOCTYPE html><title>item</title><a href=/items/>all</a>

/posts/a-1
  type text/html
  text <!DOCTYPE html><title>post</title><a href=/more>more</a>

/part/*
  type text/html
  text <a href=nowhere>a fragment</a>

/more
  type text/html
  text <title>more</title>
SITE
crawl mirror --delay 0 --connections 1 --output "$work/l" "$base/"
exits 0 "links with a value"
for id in a b c d e; do
    file_is "$work/l/site/items/$id.html" "<!DOCTYPE html><title>item</title><a href=index.html>all</a>"
done
exists "$work/l/site/more.html"
file_is "$work/l/site/part/a.html" "<a href=nowhere>a fragment</a>"
is "$(grep -c 'request.* GET /no/' "$log")" 3 "three are tried where none exists"
requested 1 /posts/a-1
is "$(grep -c 'request.* GET /posts/' "$log")" 1 "a slug is not an id"
: >"$log"
crawl update --delay 0 "$work/l"
exits 0 "update"
requested 1 /items/e
requested 0 /no/a
exists "$work/l/site/items/e.html"
crawl mirror --delay 0 --connections 1 --max-pages 3 --output "$work/p" "$base/"
is "$(find "$work/p/site" -name '*.html' | grep -c .)" 3 "they are pages for --max-pages"

# An app answers with its shell everywhere
: >"$log"
serve - <<'SITE'
/app.js
  type text/javascript
  text fetch("/list.json"); l = [{href:`/items/${e.id}`}]

/list.json
  type application/json
  text [{"id": 1}, {"id": 2}, {"id": 3}, {"id": 4}, {"id": 5}]

/*
  type text/html
  text <!DOCTYPE html><title>app</title><div id=root></div><script src=/app.js></script>
SITE
crawl mirror --delay 0 --connections 1 --output "$work/a" "$base/"
exits 0 "an app of one page"
is "$(grep -c 'request.* GET /items/' "$log")" 3 "what every URL answers is no page of its own"

# Names with a value that data or a link of the site has ------------------------------------------------------------

: >"$log"
serve - <<'SITE'
/robots.txt
  status 404 Not Found

/
  type text/html
  text <title>app</title><script src=/app.js></script><a href="#!/first">one</a><a href="#!/next">two</a>

/app.js
  type text/javascript
  body
    fetch('/items.json'); fetch(`/api/item-${id}.json`); fetch('views/' + n + '.html'); fetch(`/no/${id}.json`);

/items.json
  type application/json
  text [{"id": 1}, {"id": 2}, {"id": 3}, {"id": 4}, {"id": 5}]

/api/item-*
  type application/json
  text {"text": "item"}

/views/first.html
  type text/html
  text <p>first</p>

/views/next.html
  type text/html
  text <p>next</p>
SITE
crawl mirror --delay 0 --connections 1 --output "$work/t" "$base/"
exits 0 "templates"
for id in 1 2 3 4 5; do
    exists "$work/t/site/api/item-$id.json"
done
file_is "$work/t/site/views/next.html" "<p>next</p>"
exists "$work/t/site/views/first.html"
is "$(grep -c 'request.* GET /no/' "$log")" 5 "three ids and both routes are tried where none exists"
is "$(grep -c 'request.* GET .*%7B' "$log")" 0 "and never the template itself"

: >"$log"
crawl_signalled KILL 4 0 mirror --delay 0.001 --connections 1 --output "$work/k" "$base/"
is "$status" 137 "killed before the values are read"
crawl mirror --delay 0 --connections 1 --output "$work/k" "$base/"
exits 0 "and resumed"
is "$(grep -c 'request.* GET /app.js' "$log")" 1 "the template is not read again"
for id in 1 2 3 4 5; do
    exists "$work/k/site/api/item-$id.json"
done

# Values of arrays, options and data attributes ------------------------------------------------------------------------

: >"$log"
{
    cat <<'SITE'
/robots.txt
  text User-agent: *\nAllow: /

/
  type text/html
  body
    <!DOCTYPE html><title>values</title><a href=two.html>2</a>
    <select name=theme><option value=light><option value=dark><option value=auto></select>
    <select name=tree><option value=rose><option value="elm">Elm<option value=""></select>
    <p data-plant-kind=fern data-other=unused>a<p data-plant-kind="two words">b
    <script src=app.js></script>
    <script>["iris", "lily"].map((it) => `/flowers/${it}.png`); var no = row["one"], f = g(["x"], "y");</script>

/app.js
  type text/javascript
  body
    const steps = ["up", "down", "left", "right"];
    const all = ['oak', "ash",
      'pine', 'fir', 'yew'];
    for (const it of all) fetch('/trees/' + it + '.json');
    fetch("/lists/all.json").then((it) => it.json()).then((it) => it.forEach((n) => fetch(`/lists/${n}.md`)));
    show(event.target.dataset.plantKind); show(trees.value);

/lists/all.json
  type application/json
  text ["first", "second", "third", "fourth"]

/two.html
  type text/html
  text <!DOCTYPE html><title>two</title><b data-plant-kind=moss></b><select name=tree><option value=larch></select>

SITE
    for name in trees/oak.json trees/ash.json trees/pine.json trees/fir.json trees/yew.json trees/rose.json trees/elm.json \
        trees/fern.json trees/moss.json trees/larch.json lists/first.md lists/second.md lists/third.md lists/fourth.md \
        flowers/iris.png flowers/lily.png; do
        printf '/%s\n  type text/plain\n  text %s\n\n' "$name" "$name"
    done
} >"$work/values.site"
serve "$work/values.site"
crawl mirror --delay 0 --connections 1 --output "$work/values" "$base/"
exits 0 "values"
ok "each value is in its template" test "$(cd "$work/values/site" && find trees lists flowers -type f | wc -l)" = 17
for word in trees/unused trees/x trees/one flowers/rose flowers/oak; do
    ok "a value of something else is not requested: $word" sh -c '! grep -q "GET /$1" "$2"' - "$word" "$log"
done
ok "and few names in vain" test "$(grep -c 'request.* GET ' "$log")" -le 50

done_testing
