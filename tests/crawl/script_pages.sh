#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that a run says what it cannot mirror: pages that scripts build, pages that say NOFOLLOW, and what limits leave out.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

serve - <<'END'
/robots.txt
  type text/plain
  text User-agent: *\nDisallow:
/
  type text/html
  body
    <!doctype html><title>App</title><link rel=stylesheet href=/app.css><script type=module src=/app.js></script>
    <noscript>Enable <a href=https://enable.example/>JavaScript</a>.</noscript><div id=root> </div>
/app.js
  type text/javascript
  text fetch("/api")
/app.css
  type text/css
  text a{}
/plain/
  type text/html
  body
    <title>Plain</title><script src=/app.js></script><div id=menu></div><a href=custom>custom</a><a href=photo>photo</a>
    <a href=text>text</a><a href=short>short</a> <a href=empty>empty</a> <a href=parts>parts</a>
/plain/custom
  type text/html
  body
    <title>Custom</title><body><app-root></app-root><script src=/app.js></script>
/plain/photo
  type text/html
  body
    <title>Photo</title><div id=x></div><img src=/p.png><script src=/app.js></script>
/plain/text
  type text/html
  body
    <title>Text</title><div id=root></div><script src=/app.js></script>
    <p>A page of words: its scripts only add to them. A page of words: its scripts only add to them. A page of words: its scripts
    only add to them. A page of words: its scripts only add to them.
/plain/short
  type text/html
  body
    <title>Short</title><p>No scripts<div id=root></div>
/plain/empty
  type text/html
  body
    <title>Empty</title><body class=x><script src=/app.js></script>
/plain/parts
  type text/html
  body
    <title>Parts</title><h1>Parts</h1><nav></nav><main></main><script src=/app.js></script>
/docs
  type text/html
  body
    <title>Docs</title><h1>Documentation</h1><script src=/search.js></script>
/search.js
  type text/javascript
  text const hosts = ["https://" + id + "-dsn.algolia.net", id + "-1.algolianet.com"];
/closed
  type text/html
  body
    <title>Closed</title><meta name=robots content=nofollow><a href=/1>1</a><a href=/2>2</a><a href=/3>3</a>
    <iframe srcdoc="<iframe srcdoc='<iframe srcdoc=&quot;<iframe srcdoc=x>&quot;>'>"></iframe>
END

crawl mirror --delay 0 -o m "$base/"
exits 0
ok "in line with the other counts" grep -q "^      1 page is built by scripts and may stay blank; tiptoe render keeps what it shows$" "$work/err"
file_has err "tiptoe render keeps"
crawl explain m /
file_has out "the page is built by scripts"
crawl report --json m
file_has out '"scripted"'
file_has m/report.html "Pages built by scripts"
file_has m/report.html "Complete: 3 files. 1 page is built by scripts and may stay blank; tiptoe render keeps what it shows."
file_has m/report.html '<p class="line">nothing to report: '
file_lacks m/report.html 'id="missing"'
crawl mirror --delay 0 -o m "$base/"
exits 0 "the second run"
file_has err "1 page is built by scripts"
crawl update --delay 0 m
file_has err "1 page is built by scripts"

crawl mirror --delay 0 -o plain "$base/plain/"
file_has err "      3 pages are built by scripts and may stay blank; tiptoe render keeps what they show" || note "$(cat "$work/err")"
# On a plain server, scripts read the page's address, which has no .html on the site; and that address leads to the page.
file_has plain/site/plain/custom.html '<app-root></app-root><script>if(location.protocol!="file:")if(location.pathname.endsWith("/custom.html"))'
file_has plain/site/plain/custom/index.html 'location.replace("../custom.html"'
file_lacks plain/site/plain/text.html 'location.pathname'
cp "$work/plain/site/plain/custom.html" "$work/custom"
crawl rebuild --for disk plain
file_lacks plain/site/plain/custom.html 'endsWith("/custom.html")'
crawl rebuild --for both plain
cmp "$work/plain/site/plain/custom.html" "$work/custom"
verdict $? "rebuild writes the same"
crawl verify plain
exits 0 "verify expects it"
crawl explain plain /plain/photo
file_lacks out "built by scripts"
for page in empty parts; do
    crawl explain plain "/plain/$page"
    file_has out "built by scripts" "$page"
done
crawl mirror --delay 0 -o closed "$base/closed"
exits 0
file_has err "3 links not followed: 1 page says NOFOLLOW"
file_has err "1 document read in part: too many links"
file_has closed/report.html "documents read in part (too many links)"
file_lacks err "built by scripts"

crawl mirror --delay 0 -o docs "$base/docs"
exits 0
file_has err "The site's search asks Algolia, which is not in the mirror; tiptoe search finds its pages"
file_has docs/report.html "Complete: 2 files. The site&#39;s search asks Algolia, which is not in the mirror; tiptoe search finds its pages."
crawl update --delay 0 docs
file_has err "The site's search asks Algolia"
file_lacks m/report.html Algolia
if command -v sqlite3 >/dev/null; then
    sqlite3 "$work/docs/mirror.db" "UPDATE setting SET value = replace(value, 'Algolia', char(27) || '[2J') WHERE name = 'search-service'"
    crawl report docs
    file_has out "search asks \\x1B[2J,"
else
    skip "a service whose name a terminal obeys" "no sqlite3"
fi

# A site whose search, or the script of it, is gone.
for gone in 's/algolia/elsewhere/g' 's,^/search.js,/gone.js,'; do
    crawl mirror --delay 0 -o search "$base/docs"
    file_has err "The site's search asks Algolia" "$gone"
    sed "$gone" "$work/test.site" >"$work/gone.site"
    play "$work/gone.site"
    crawl update --delay 0 search
    file_lacks err Algolia "$gone: the end of the update"
    file_lacks search/report.html Algolia "$gone: the report"
    play "$work/test.site"
    rm -r "$work/search"
done

# Reloading a page of an application works: a path that no page links to gets the shell, where the start page is one.
if command -v curl >/dev/null 2>&1; then
    for name in m plain; do
        show "$name"
        curl -s -H 'Accept: text/html' -o "$work/$name.page" -w '%{http_code}' "$show/users/7?tab=2" >"$work/$name.code"
        curl -s -H 'Accept: image/png' -o "$work/$name.image" -w '%{http_code}' "$show/users/7.png" >>"$work/$name.code"
    done
    is "$(cat "$work/m.code")" 200404 "a path of an application gets its shell, an image does not"
    file_has m.page "<div id=root>"
    file_has m.page 'src=/app.js'
    is "$(cat "$work/plain.code")" 404404 "other sites have no shell"
else
    skip "a path of an application" "curl is not installed"
fi
# A program in one page answers every path with that page, also the icon that browsers request unasked.
printf '/robots.txt\n  status 404\n/\n  type text/html\n  body\n    <!doctype html><title>App</title><p>text <a href=/a>a</a>\n/a\n  type text/html\n  body\n    <!doctype html><title>A</title><link rel=icon href=/i.png><p>a\n/i.png\n  type image/png\n  text PNG\n/*\n  type text/html\n  body\n    <!doctype html><title>App</title><p>text <a href=/a>a</a>\n' >"$work/app.site"
play "$work/app.site"
forget_requests
crawl mirror --delay 0 --archive all -o app "$base/"
exits 0 "a page instead of the icon is no failure"
requested 1 /favicon.ico
file_lacks err NOFOLLOW "no page says so"
is "$(cd "$work/app/site" && find . -name 'favicon*')" "" "it is not stored"
crawl explain app /favicon.ico
file_has out "the answer is a page, not an icon"
crawl update --delay 0 app
file_has err "no changes"
crawl verify app
exits 0
done_testing
