#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `tiptoe render` with a browser that plays (played.c): what is held, queued, refused and shown, and which pages are opened.
. "${top_srcdir:-.}/tests/crawl/lib.sh"
command -v sqlite3 >/dev/null || skip_all "sqlite3 is not installed"
tiptoe=$top_builddir/tests/render/played

shell() {
    for page in "$@"; do
        printf '%s\n  type text/html\n  etag "1"\n  body\n    <!DOCTYPE html><title>Shop</title><div id=root></div>%s<script src=/app.js></script>\n' "$page" "${text-}"
    done
}
plays() {
    mkdir -p "$work/m/plays"
    cat >"$work/m/plays/$(echo "$1" | tr / _)"
}
{
    cat <<'END2'
/robots.txt
  type text/plain
  body
    User-agent: *
    Disallow: /closed/
/app.js
  type text/javascript
  text 1
/list.json
  type application/json
  text 1
/team.json
  type application/json
  text 1
/tick*
  type application/json
  text 1
/a.png
  type image/png
  fill 100
/icon.png
  type image/png
  fill 100
/film.mp4
  type video/mp4
  fill 70000000
/page*
  type text/html
  body
    <title>@N@</title><h1>A page that says something</h1><script src=/menu.js></script><a href=/page@N+1%40@>next</a>
/menu.js
  type text/javascript
  text 2
/words.js
  type text/javascript
  text 2
/*/words.json
  type application/json
  text 1
/menu
  type text/html
  body
    <!DOCTYPE html><title>Menu</title><nav><a href=/>Home</a><a href=/page1>1</a><a href=/page2>2</a><a href=/about>About</a></nav><main id=app>
    </main><footer>The shop has been here for years.</footer><script src=/app.js></script>
/private
  type text/html
  etag "1"
  body
    <title>Shop</title><meta name=robots content=nofollow><h1>A page that is not followed</h1><a href=/unfollowed>no</a>
END2
    for page in /de/1 /fr/1 /fr/2 /it/1; do
        printf '%s\n  type text/html\n  body\n    <title>%s</title><h1>A page of a language</h1><script src=/words.js></script>\n' "$page" "$page"
    done
    shell / /about /secret /hidden /broken /endless /late
    text=Wait. shell /less
    shell /blank /slow
    text='<meta name=robots content="no-follow">' shell /mute
    text='<meta name=robots content="NONE=follow">' shell /dumb
    text='<meta name=robots content="noimageindex, max-image-preview:none">' shell /preview
    text='<meta name=robots content=nofollow>' shell /quiet
} >"$work/shop.site"
serve "$work/shop.site"
crawl mirror --delay 0 -o m --requisites site "$base/"
exits 0 "a mirror of one page that scripts build"
plays / <<'END2'
script /app.js
fetch /list.json
image /a.png
script http://other.test/x.js
fetch http://other.test/x.json
link /about
link /secret
link /hidden
link /broken
link /endless
link /less
link /late
link /quiet
link /page1
link /de/1
link /fr/1
link /fr/2
link /it/1
link /private
link /menu
link /never noopener nofollow
link /blank
link /slow
link /preview
link /mute
link /dumb
link /about#/team
link mailto:me
title The shop
html <!DOCTYPE html><title>x</title><h1>All the fine teas</h1><a href="/about">About</a><img src="/a.png">
END2
plays /about <<'END2'
link /about#/team
link /about#/Lost
link /about#/
link /about#/LONG
link /about#/team/ann#work
link /about#/office?door=1
html <!DOCTYPE html><p>About the shop of <a href="/">teas</a> <a href="#/team">Team</a> <a href="#/Lost">Lost</a> <a href="#/team?id=4">4</a> <a href="#top">Top</a>
END2
sed "s/LONG/$(printf '%04000d' 0)/" "$work/m/plays/_about" >"$work/long" && mv "$work/long" "$work/m/plays/_about"
plays '/about#/team' <<'END2'
fetch /team.json
link /about#/team/ann
html <p>Two people: <a href="#/team/ann">Ann</a> <a href="#/">About</a> <a href="/about#/team">Team</a> <img src="/a.png">
END2
plays '/about#/office' <<'END2'
html <p>The office is by the sea.
END2
cp "$work/m/plays/_about#_office" "$work/m/plays/_about#_office?door=1"
plays '/about#/team/ann#work' <<'END2'
html <p>Ann worked in Assam.
END2
plays '/about#/team/ann' <<'END2'
html <p>Ann grows tea <a href="#/team">Team</a>
END2
plays '/about#/Lost' <<'END2'
fetch /gone.json
html <p>An error occurred.
END2
plays /secret <<'END2'
fetch /closed/x.json
html <p>An error occurred.
END2
plays /hidden <<'END2'
robots noindex, nofollow
link /unfollowed
html <p>A hidden page.
END2
plays /broken <<'END2'
fetch /gone.json
link /lost
html <p>An error occurred.
END2
plays /endless <<'END2'
fetch /tick%
html <p>It is now.
END2
plays /late <<'END2'
end 6
END2
plays /blank <<'END2'
script http://other.test/react.js
html <img src="/a.png">
END2
plays /preview <<'END2'
html <p>A page with no preview.
END2
plays /menu <<'END2'
html <nav><a href=/>Home</a></nav><main><p>Today there is cake, and all the teas of the house, and nothing else that one could eat.</p></main><footer>The shop has been here for years.</footer>
END2
plays /slow <<'END2'
html <p>A page that takes its time.
END2
plays /less <<'END2'
html <p>No
END2
plays /quiet <<'END2'
fetch /quiet.json
html <p>A page whose links are not followed.
END2
plays /mute <<'END2'
fetch /quiet.json
END2
cp "$work/m/plays/_mute" "$work/m/plays/_dumb"
for language in de fr it; do
    plays /$language/1 <<END2
fetch /$language/words.json
html <p>
END2
done
plays /page1 <<'END2'
image /icon.png
image /film.mp4
html <p>
END2

crawl render --browser none m
exits 1 "no browser"
file_has err "there is no browser"
crawl render m
exits 75 "what is missing is queued"
file_has err "opened 1 page in the browser; site/ now shows 0 of them as their scripts build them"
file_lacks err "tiptoe report says" "it has no reason for a page that waits"
file_has m/site/index.html "<div id=root>" "a page that waits is not shown"
requested 0 /list.json
crawl explain m "$base/list.json"
file_has out "state      queued"
file_has out "found on   $base/ (request of a script in a browser)"
crawl render m
exits 75 "without answers"
file_has err "opened 0 pages"
crawl resume m
crawl render m
crawl resume m
crawl render m
exits 75 "the page is shown, and its links are queued"
file_has m/site/index.html '<h1>All the fine teas</h1>' "at once"
turns=0
while crawl render m && [ "$status" = 75 ] && [ "$turns" -lt 20 ]; do
    turns=$((turns + 1))
    crawl resume m
done
exits 0 "after $turns turns, nothing is queued"
file_has m/site/index.html '<h1>All the fine teas</h1><a href="about.html">About</a><img src="a.png">'
file_has m/site/about.html '<a href="about.html%23!/team.html">Team</a>' "links lead to files of views"
file_has m/site/about.html "<a href=\"$base/about#/Lost\">Lost</a> <a href=\"about.html%23!/team.html\">4</a> <a href=\"#top\">Top</a>" "those of views without one, to the site"
file_has 'm/site/about.html#!/team.html' '<a href="team/ann.html">Ann</a> <a href="../about.html">About</a> <a href="team.html">Team</a> <img src="../a.png">'
file_has 'm/site/about.html#!/team/ann.html' 'Ann grows tea <a href="../team.html">Team</a>'
exists 'm/site/about.html#!/office.html' "the view of which only a place is linked"
ok "another text has a file" grep -q "worked in Assam" "$work/m/site/about.html#!/#~"*
is "$(zcat "$work"/m/archive/*.gz | grep -a '^WARC-Target-URI: .*#' | tr -d '\r' | sort -u | wc -l)" 5 "their records have the fragment"
file_has m/site/preview.html "no preview"
file_has m/site/menu.html "Today there is cake" "a page whose main part is empty, among links"
for page in secret hidden broken endless late less blank; do
    file_has "m/site/$page.html" "<div id=root>"
done
crawl report --all m
for why in "/closed/x.json, which robots.txt disallows" "/gone.json, which the site answers with an error" "its scripts say NOINDEX" \
    "it shows no more text than without its scripts" "which the mirror does not have" \
    "its scripts need http://other.test/react.js, which the mirror does not have" \
    "which the site answers with an error (in its view #/Lost)"; do
    file_has out "$why"
done
for url in /closed/x.json /quiet.json /never /unfollowed /lost; do
    requested 0 "$url"
done
requested 1 /team.json
requested 1 /icon.png
requested 1 /film.mp4
is "$(sqlite3 "$work/m/mirror.db" "SELECT max(length(fragment)) FROM view")" 15 "a long fragment is no view"
requested 1 /list.json
crawl search m grows
file_has out "/about"
is "$(grep -c 'request.*/tick' "$log")" 8 "a page that names new URLs for ever gets eight"
is "$(sqlite3 "$work/m/mirror.db" "SELECT count(*) FROM view JOIN url ON url.id = view.url WHERE url.url LIKE '%/page%'")" 3 "three pages of 40 are opened"
for language in de fr it; do
    requested 1 /$language/words.json
done
is "$(sqlite3 "$work/m/mirror.db" "SELECT count(*) FROM view JOIN url ON url.id = view.url WHERE url.url LIKE '%/fr/%'")" 1 "one page of each folder is opened"
crawl search m fine
file_has out "The shop"
crawl verify m
exits 0 "its records are right"
digests m >"$work/before"
echo Three >>"$work/m/site/about.html#!/team.html"
crawl verify m
file_has out "site/about.html#!/team.html: differs from the page made from its original"
rm "$work/m/site/about.html#!/team/ann.html"
crawl rebuild m
digests m >"$work/after"
ok "rebuild makes the same" cmp "$work/before" "$work/after"
crawl export --wacz shop.wacz m
crawl import --output shop.wacz.d "$work/shop.wacz"
exits 0 "the mirror becomes an archive, and a mirror again"
file_has shop.wacz.d/site/index.html '<h1>All the fine teas</h1><a href="about.html">About</a><img src="a.png">'
file_has 'shop.wacz.d/site/about.html#!/team.html' '<a href="team/ann.html">Ann</a> <a href="../about.html">About</a> <a href="team.html">Team</a> <img src="../a.png">'
file_has shop.wacz.d/site/secret.html "<div id=root>"
is "$(sqlite3 "$work/shop.wacz.d/mirror.db" "SELECT count(*) FROM link JOIN url AS page ON page.id = page JOIN url ON url.id = target
    WHERE page.url LIKE '%/about' AND url.url = '$base/'")" 1 "with the links of what scripts made"
crawl search shop.wacz.d grows
file_has out "/about"
crawl verify shop.wacz.d
exits 0 "with the documents of scripts, and without a browser"
crawl update --delay 0 m
crawl render m
file_has err "opened 0 pages" "an update that changes nothing opens nothing"
crawl render --render-pages '/page7' m
file_has err "opened 1 page in" "but what the user names"
file_has err "tiptoe report says why others stay"
crawl report --all m
file_has out "/page7"
crawl render m
file_has err "opened 0 pages" "a page with a reason waits until something changes"
plays /page8 <<'END2'
html <h1>A page that says something</h1><p>Its scripts say much more.
END2
crawl render --render-pages '/page8' m
file_has err "site/ now shows 1 of them"
file_lacks err "tiptoe report says"
file_has m/site/page8.html "say much more" "a page that the user names is shown with what its scripts add"
file_has m/site/page9.html "<script"
plays /page5 <<'END2'
html <h1>A page that says something</h1><p>More than it said when it was a sample.
END2
crawl render --render-pages '/page8' --render-pages '/page5' m
file_has err "site/ now shows 1 of them"
file_has m/site/page5.html "when it was a sample"
crawl render m # other samples take the place of both
crawl render m
file_has err "opened 0 pages"
crawl verify m
exits 0 "their records are right"
plays /slow <<'END2'
make slow
html <p>A page that took its time.
END2
sed 's/"1"/"1b"/; s|type text/html$|&; charset=utf-8|' "$work/shop.site" >"$work/fields.site"
play "$work/fields.site"
crawl update --delay 0 m
crawl render --max-time 1 m
exits 75 "a page takes longer than --max-time"
file_has err "--max-time has been reached"
file_lacks m/site/slow.html "time" "and is not shown"
crawl render m
file_has m/site/index.html "All the fine teas" "an update with new header fields keeps what scripts have built"
file_has m/site/preview.html "no preview"
file_has m/site/slow.html "took its time" "also of the page that took too long"
sqlite3 -separator ' ' "$work/m/mirror.db" "SELECT name, archive_offset + archive_length / 2 FROM view JOIN archive_file ON archive_file.id = archive
    JOIN url ON url.id = view.url WHERE fragment = '' AND url.url LIKE '%/preview'" >"$work/place"
read -r name offset <"$work/place"
crawl search m preview
file_has out "/preview.html"
printf 'damaged!' | dd of="$work/m/archive/$name" bs=1 seek="$offset" conv=notrunc 2>/dev/null
crawl rebuild m
file_has err "/preview: what its scripts have built is damaged in the archive; tiptoe render builds it again"
file_has m/site/preview.html "<div id=root>"
crawl search m preview
file_lacks out "/preview.html" "its text is not found"
crawl render m
file_has err "opened 1 page in the browser; site/ now shows 1 of them"
file_has m/site/preview.html "no preview"
unverified=yes
plays /about <<'END2'
fetch /gone.json
html <p>An error occurred.
END2
sed 's/"1"/"2"/; s/<title>Shop/<title>Store/' "$work/shop.site" >"$work/store.site"
play "$work/store.site"
echo me:secret >"$work/auth"
crawl update --delay 0 --render auto --auth @- m <"$work/auth"
exits 4 "an update with --render auto, which reads the password once"
file_has err "1 link not followed: 1 page says NOFOLLOW" "at its end"
file_has m/site/about.html "<title>Store</title>" "a page whose data is gone is shown as the site sends it"
absent 'm/site/about.html#!'
file_has m/site/index.html "All the fine teas"
crawl update --delay 0 --browser none m
exits 1 "the mirror keeps --render auto"
printf '#!/bin/sh\nexec env --ignore-signal=CHLD "%s" "$@"\n' "$tiptoe" >"$work/ignoring"
chmod +x "$work/ignoring"
usual=$tiptoe tiptoe=$work/ignoring
crawl update --delay 0 m
exits 4 "also under a parent that ignores the end of its children"
tiptoe=$usual
plays /about <<'END2'
make control/stop
fetch /wanted.json
html <p>Stopped.
END2
sed 's/"2"/"3"/; s/<title>Store/<title>Stall/' "$work/shop.site" | sed 's/"1"/"3"/; s/<title>Shop/<title>Stall/' >"$work/stall.site"
play "$work/stall.site"
crawl update --delay 0 m
exits 75 "an order to stop in the browser's turn"
requested 0 /wanted.json
crawl update --delay 0 --render never --browser none m
exits 4 "until it is taken back"
done_testing
