#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `tiptoe render` with a real browser: what scripts request is fetched as politely as all else, site/ shows what they
# build unless something speaks against it, and a second run changes nothing.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

command -v chromium-headless-shell >/dev/null || skip_all "chromium-headless-shell is not installed"
has_library JANSSON || skip_all "built without JANSSON"
if [ "$(id -u)" = 0 ]; then # the browser refuses to run as root
    setpriv --reuid 65534 --regid 65534 --clear-groups true 2>/dev/null || skip_all "cannot become an ordinary user"
    printf '#!/bin/sh\nexec setpriv --reuid 65534 --regid 65534 --clear-groups %s "$@"\n' "$(realpath "$tiptoe")" >"$work/tiptoe"
    chmod 755 "$work/tiptoe"
    mkdir "$work/state"
    chown -R 65534:65534 "$work"
    tiptoe=$work/tiptoe
fi

shell() {
    printf '%s\n  type text/html\n  body\n    <!DOCTYPE html><title>Shop</title><div id=root></div><script src=/app.js></script><noscript>Scripts, please</noscript>\n' "$1"
}
site() {
    cat <<'END2'
/robots.txt
  type text/plain
  body
    User-agent: *
    Disallow: /closed/
/app.js
  type text/javascript
  body
    const show = html => { document.getElementById('root').innerHTML = html; }, get = async url => {
        const r = await fetch(url);
        if (!r.ok) throw r.status;
        return r.json();
    };
    const views = {
        '/': async () => show((await get('/list.json')).map(t => `<p>The fine ${t} <a href=/tea/${t} onclick="x()">${t}</a><img src=/${t}.png>`).join('')
            + '<a href=/about>About</a><a href=/secret>Secret</a><a href=/hidden>Hidden</a><a href=/closed/x>Closed</a><a href=/broken>Broken</a><a href=/moved>Moved</a><a href=/wait>Wait</a><a href=/within>Within</a><a rel=nofollow href=/never>No</a>'),
        '/about': async () => { show('<h1>About the shop</h1><a href="#/team">Team</a><a href="#/team?day=2">2</a>' + location.hash); navigator.sendBeacon('/beacon', 1); fetch('http://tracker.test/t');
            if (location.hash == '#/team') show((await get('/team.json'))[0] + '<p id=Ann><a href="#/team?id=Ann">Ann</a>');
            if (location.hash == '#/team?day=2') show('On the second day, two other people.'); },
        '/secret': async () => { try { await get('/closed/secret.json'); } catch { show('An error occurred in this page of the shop.'); } },
        '/hidden': async () => { document.head.insertAdjacentHTML('beforeend', '<meta name=robots content=NOINDEX>'); show('A page that is hidden.<a href=/found>found</a>'); },
        '/moved': async () => { history.replaceState(0, '', '/tea/'); show('<h1>Moved</h1><a href=oolong>Oolong</a>'); },
        '/wait': async () => { const start = new Date, ticks = performance.now(); while (new Date - start < 50 || performance.now() < ticks + 50); show('<p>It has waited.'); },
        '/broken': async () => { try { await get('/lost.json'); } catch { show('<a href=/older>older</a>'); } },
    };
    (views[location.pathname] || (async () => show('<h1>' + await get('/data' + location.pathname + '.json') + '</h1>')))();
/list.json
  type application/json
  text ["oolong","sencha"]
/team.json
  type application/json
  text ["Two people"]
/data/tea/oolong.json
  type application/json
  text "Oolong from the mountains"
/data/tea/sencha.json
  type application/json
  text "Sencha from the shore"
/data/found.json
  type application/json
  text "found a caf\xc3\xa9"
/oolong.png
  type image/png
  fill 300
/sencha.png
  type image/png
  fill 400
END2
    for page in / /tea/oolong /tea/sencha /about /secret /hidden /broken /moved /wait; do
        shell "$page"
    done
    shell /within | sed "s|<script.*/script>|<script>document.getElementById('root').innerHTML = '<p>Made by the page itself.'</script>|"
    shell /found | sed 's/<title>/<meta charset=iso-8859-1>&/'
}

site >"$work/shop.site"
serve "$work/shop.site"
crawl mirror --delay 0.05 --requisites site -o m "$base/"
exits 0 "a mirror of a shop"
file_has err "tiptoe render keeps what"
file_has m/site/index.html "<div id=root></div>"
turns=0
while crawl render m && [ "$status" = 75 ] && [ $turns -lt 9 ]; do
    turns=$((turns + 1))
    crawl resume m
done
exits 0 "after $turns turns, nothing is to be fetched"
file_has m/site/index.html 'The fine oolong <a href="tea/oolong.html">'
file_lacks m/site/index.html "<script"
file_lacks m/site/index.html "onclick"
file_lacks m/site/index.html "Scripts, please"
file_has m/site/index.html 'src="oolong.png"'
file_has m/site/tea/sencha.html "Sencha from the shore"
file_has m/site/found.html '<head><meta charset="utf-8"><title>' "a document has its own encoding, whatever the page had"
file_has m/site/wait.html "It has waited." "a script that waits for the clock in a loop ends"
file_has m/site/found.html "found a caf$(printf '\303\251')"
file_has m/site/moved.html '<base href="tea/"><title>Shop</title></head><body><div id="root"><h1>Moved</h1><a href="oolong.html">' "links of a page that has set another address"
file_has m/site/within.html "Made by the page itself." "a script within the page"
exists m/site/oolong.png
exists m/site/team.json "the data of a view with a fragment"
file_has m/site/secret.html "<div id=root></div>"
file_has m/site/hidden.html "<div id=root></div>"
file_has m/site/broken.html "<div id=root></div>"
is "$(sed -n 's/.* request [^/]*\(\/[^ ]*\).*/\1/p' "$log" | sort | uniq -d)" "" "nothing is requested twice"
file_has m/site/about.html '<a href="about.html%23!/team.html">' "a link to a view of the page"
file_has 'm/site/about.html#!/team.html' "Two people" "has a file"
is "$(sqlite3 "$work/m/mirror.db" "SELECT group_concat(fragment, ' ') FROM view WHERE fragment <> ''")" "#/team #/team?day=2" "a heading of a view is not another view"
for never in /closed/x /closed/secret.json /never /beacon /older; do
    requested 0 "$never"
done
requested 1 /found
is "$(awk '$2 == "request"' "$log" | grep -vc 'agent=tiptoe\|tiptoe/')" 0 "all by tiptoe" || note "$(head -n 3 "$log")"
gap_is_at_least 50
crawl report --all m
file_has out "its scripts need /closed/secret.json, which robots.txt disallows"
file_has out "its scripts need /lost.json, which the site answers with an error"
file_has out "its scripts say NOINDEX"
crawl explain m "$base/oolong.png"
file_has out "found on   $base/ (request of a script in a browser)"
crawl search m mountains
file_has out "$base/tea/oolong"
crawl verify m
exits 0 "its records are right"
is "$(zcat "$work"/m/archive/*.gz | grep -ac '^WARC-Type: conversion')" 10 "a conversion record for each document" ||
    note "$(zcat "$work"/m/archive/*.gz | grep -a -A 9 '^WARC-Type: conversion' | grep -a Target)"
show m
curl -s "$show/" >"$work/served"
file_has served "<script src=/app.js></script><noscript>" "serve has the page as it came"
show_ends
digests m >"$work/before"
crawl rebuild m
digests m >"$work/after"
ok "rebuild makes the same without a browser" cmp "$work/before" "$work/after"
forget_requests
crawl render m
exits 0 "again"
file_has err "opened 0 pages"
crawl update m
crawl render m
file_has err "opened 0 pages" "an update that changes nothing opens nothing"
site | sed 's/Oolong from the mountains/Oolong from the valley/' >"$work/second.site"
play "$work/second.site"
crawl update --render auto m
exits 0 "an update with --render auto"
is "$(grep -c 'files in m/site' "$work/err")" 1 "its end is printed once" || note "$(cat "$work/err")"
file_has err "changes: "
file_has err "opened 1 page " "opens the page whose data has changed"
file_has m/site/tea/oolong.html "from the valley"
absent m/tmp/browser
forget_requests
crawl mirror --delay 0 --requisites site --render auto -o twice "$base/"
exits 0 "the same site at once"
is "$(grep -c 'files in twice/site; in this run [1-9]' "$work/err")" 1 "its end is printed once" || note "$(cat "$work/err")"
file_has err "more URLs"
file_lacks err "not complete"
file_lacks err "opened 0 pages"
grep ' request ' "$log" >"$work/asked"
crawl status twice
file_has out "courtesy   requests to all servers: $(grep -c . "$work/asked")" "the run has the requests of all turns"
digests m >"$work/before"
digests twice >"$work/after"
crawl mirror --quiet --delay 0 --render auto -o quiet "$base/"
is "$(cat "$work/err")" "" "--quiet prints nothing"
crawl mirror --delay 1 --max-time 3 --render auto -o short "$base/"
exits 75 "--max-time counts all turns"
file_has err "not complete: --max-time has been reached"
file_lacks err "complete, but"
ok "gives the same files" cmp "$work/before" "$work/after" || note "$(diff "$work/before" "$work/after")"
done_testing
