#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `tiptoe import` of folders that wget, Wget2 and HTTrack have made of a site behind nginx, and of hostile ones.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

command -v nginx >/dev/null 2>&1 || skip_all "nginx is not installed"
site=$work/www
mkdir -p "$site/sub" "$work/w"
page() {
    printf '<html><head><link rel="stylesheet" href="%sstyle.css"></head><body>%s</body></html>\n' "$2" "$3" >"$site/$1"
}
page index.html / '<a href="list?p=1&amp;q=a">1</a> <a href="/list?p=2">2</a> <a href="sub/">s</a> <a href="plain.html">p</a> <a href="caf%C3%A9.html">c</a>'
page list '' '<a href="./">home</a> <a href="list?p=2">2</a>'
page sub/index.html ../ '<a href="../">home</a> <img src="../one.png"><a href="deep.html#x">d</a>'
page sub/deep.html /sub/../ '<a href="/sub/">up</a>'
page plain.html '' '<a href="sub/">s</a> <a href="log.config.html">l</a>'
page log.config.html '' 'not of a program'
page café.html '' 'café'
page secret.html '' '<meta name=robots content=noindex>never'
echo 'body { background: url("one.png") }' >"$site/style.css"
printf 'User-agent: *\nDisallow:\n' >"$site/robots.txt"
head -c 3000 "$tiptoe" >"$site/one.png"
find "$site" -type f -exec touch -d '2020-02-03T04:05:06Z' {} +
nginx_serve "$site" 'default_type text/html;' || skip_all "nginx does not start"

asked() {
    nginx_settle
    awk -v status="${1:-}" '!/"probe"/ && $2 == "GET" && $3 != "/robots.txt" && (status == "" || $4 == status)' "$work/nginx.log" | wc -l
}

# take_over NAME FOLDER: imports a folder, and updates the mirror of it.
take_over() {
    : >"$work/nginx.log"
    crawl import -o "$1" --start "$base/" "$2"
    exits 0 "$1: is imported"
    is "$(asked)" 0 "$1: without a request"
    crawl verify "$1"
    exits 0 "$1: is sound"
    crawl update --delay 0 "$1"
    exits 0 "$1: is updated"
}

# urls MIRROR: what it has stored, without the site's name.
urls() {
    zcat "$work/$1"/archive/*-import*.gz | tr -d '\r' | sed -n "s|^WARC-Target-URI: $base||p" | sort | tr '\n' ' '
}

all='/ /caf%C3%A9.html /list?p=1&q=a /list?p=2 /log.config.html /one.png /plain.html /robots.txt /style.css /sub/ /sub/deep.html '
if command -v wget >/dev/null 2>&1; then
    for options in -m '-m --restrict-file-names=windows' '-m -nH' '-mk' '-mkp -K'; do
        name=wget$(echo "$options" | tr -d ' =-')
        mkdir "$work/w/$name"
        # shellcheck disable=SC2086
        (cd "$work/w/$name" && wget -q $options "$base/" 8>&- 9>&-)
        take_over "$name" "w/$name"
        is "$(urls "$name")" "$all" "$name: every name is the right URL"
        case $options in *-mk*) continue ;; esac
        is "$(asked 304)" 10 "$name: what has not changed is not fetched again"
    done
    is "$(asked 304)" 10 "-K keeps originals, which are taken"
    file_has wgetmk/site/index.html 'href="list@p=1%26q=a.html"' "-k: links lead to pages again"
    # What -k has rewritten is not as the site sent it: the update fetches it whole, and it is then.
    mkdir "$work/w/k"
    (cd "$work/w/k" && wget -q -mk "$base/" 8>&- 9>&-)
    : >"$work/nginx.log"
    crawl import -o k --start "$base/" w/k
    file_has err "restored links in " "-k: it says so"
    crawl update --delay 0 k
    is "$(awk '$3 == "/" && $4 == 200 && !/"probe"/' "$work/nginx.log" | wc -l)" 1 "-k: the page is fetched whole"
    # -E leaves open which URLs end in .html: they do, unless links say otherwise.
    mkdir "$work/w/e"
    (cd "$work/w/e" && wget -q -mkEp "$base/" 8>&- 9>&-)
    take_over e w/e
    is "$(urls e)" "$all" "-E: every name is the right URL"
    is "$(grep -c '[a-z].html 404' "$work/nginx.log")" 0 "-E: which the update confirms"
    rm -r "$work/w/e"
    mkdir "$work/w/e"
    (cd "$work/w/e" && wget -q -mkEp -K "$base/" 8>&- 9>&-)
    crawl import -o ek --start "$base/" w/e
    is "$(urls ek)" "$all" "-E -K: the links of originals say which"
    # A site whose URLs do not end in .html: og:url says so; otherwise the first update finds it out.
    for part in silent named; do
        mkdir -p "$site/$part/docs"
        for name in about docs/one; do
            page "$part/$name" / "<a href='/$part/'>home</a>"
            [ $part = silent ] || echo "<meta property='og:url' content='$base/named/$name'>" >>"$site/named/$name"
        done
        page $part/index.html / '<a href="about">a</a> <a href="docs/one">1</a>'
        mkdir "$work/w/$part"
        (cd "$work/w/$part" && wget -q -mkEp -np -nH "$base/$part/" 8>&- 9>&-)
        : >"$work/nginx.log"
        crawl import -o $part --scope path --start "$base/$part/" "w/$part"
        crawl update --delay 0 $part
        is "$(cd "$work/$part/site/$part" && find . -name '*.html' | sed 's/#[^.]*//' | sort | tr '\n' ' ')" "./about.html ./docs/one.html ./index.html " "$part: one file for each page"
        is "$(sqlite3 "$work/$part/mirror.db" "SELECT count(*) FROM file JOIN url ON url.id = file.url WHERE url.url LIKE '%.html'")" 0 "$part: none under a wrong URL"
    done
    is "$(grep -c 'html 404' "$work/nginx.log")" 0 "named: no wrong URL was requested"
else
    skip "wget" "it is not installed"
fi
if command -v wget2 >/dev/null 2>&1; then
    mkdir "$work/w/wget2"
    (cd "$work/w/wget2" && wget2 -q -m "$base/" 8>&- 9>&-)
    take_over wget2 w/wget2
    # It requested one URL as the page spells it.
    is "$(urls wget2)" '/ /list?p=1&amp;q=a /list?p=2 /log.config.html /one.png /plain.html /robots.txt /style.css /sub/ /sub/deep.html ' "wget2: URLs"
    file_has wget2/site/index.html 'href="list@p=2.html"' "wget2: names are URLs again"
else
    skip "wget2" "it is not installed"
fi
if command -v httrack >/dev/null 2>&1; then
    mkdir "$work/w/httrack"
    (cd "$work/w/httrack" && httrack -q -%c50 -c4 -A100000000 "$base/" -O . >/dev/null 2>&1 8>&- 9>&-)
    : >"$work/nginx.log"
    crawl import -o httrack w/httrack
    exits 0 "httrack: needs no --start"
    is "$(asked)" 0 "httrack: without a request"
    file_has httrack/site/index.html 'href="list@p=2.html"' "httrack: its names are not used"
    ok "httrack: files beside the cache" cmp "$site/one.png" "$work/httrack/site/one.png"
    crawl update --delay 0 httrack
    exits 0 "httrack: update"
    is "$(asked 200)" 0 "httrack: its validators are used"
    head -c 2000 "$work/w/httrack/hts-cache/new.zip" >"$work/w/half.zip"
    mkdir -p "$work/w/half/hts-cache"
    cp "$work/w/half.zip" "$work/w/half/hts-cache/new.zip"
    crawl import -o half --start "$base/" w/half
    file_has err "leaving out a part of hts-cache/new.zip" "httrack: a cache that is cut off"
else
    skip "httrack" "it is not installed"
fi

# By hand: what is odd or hostile. A symbolic link, a FIFO, names of dots, a line end, a name for two URLs, no host.
mkdir -p "$work/w/odd/a.example/%2e%2e" "$work/w/odd/other" "$work/outside"
echo 'never to be read' >"$work/outside/secret.html"
odd=$work/w/odd/a.example
echo '<a href="/x">x</a>' >"$odd/index.html"
echo '<p>%2e' >"$odd/%2e%2e/%2e%2e%2fup.html"
echo '<p>line' >"$odd/a
b"
echo '<p>first' >"$odd/p?x=1"
echo 'second' >"$odd/p?x=1.html"
echo 'nowhere' >"$work/w/odd/other/x.html"
echo '<meta name=robots content=noindex>withheld' >"$odd/no"
ln -s "$work/outside" "$odd/linked"
ln -s "$work/outside/secret.html" "$odd/secret.html"
mkfifo "$odd/pipe.html"
crawl import -o odd --start http://a.example/ w/odd
exits 4 "an odd folder, of which files are left out"
file_has err "; tiptoe update fetches those that the site has" "what to do about them"
for name in linked secret.html pipe.html 'p?x=1.html'; do
    file_has err "leaving out a.example/$name: " "left out and named: $name"
done
file_has err "leaving out other/x.html: it is in no folder of a host"
is "$(zcat "$work/odd/archive/"*.gz | grep -c -e 'never to be read' -e nowhere -e second)" 0 "nothing of it is imported"
file_has odd/site/p@x=1.html first "the name without an added extension counts"
absent odd/site/no.html "NOINDEX holds here too"
ok "a line end in a name" grep -q line "$work"/odd/site/a*b.html
is "$(find "$work" -name '*up.html' -path '*/site/*' | grep -vc "^$work/odd/site/")" 0 "no path leads out of the mirror"
crawl import -o odd --start http://a.example/ w/odd
exits 4 "again"
file_has err "already complete, made from these files" "again: nothing to do"
crawl import -o none --start http://b.example/ w/odd
exits 1 "a start page that it does not have"
file_has err "contains no file of the start page" "which the message says"
crawl import -o none w/odd
exits 1 "no --start"
absent none "leaves no folder"

# A hostile cache of HTTrack: names of folders and of files outside, a bomb, a large entry, lying sizes, and an end that lies.
# le BYTES NUMBER: a number as ZIP writes it.
le() {
    number=$2
    for _ in $(seq "$1"); do
        # shellcheck disable=SC2059
        printf "\\$(printf %03o $((number % 256)))"
        number=$((number / 256))
    done
}

# entry NAME METHOD FILE [SAVED [SIZE]]: an entry of the cache, whose data is FILE; SAVED says that a file beside it has it.
entry() {
    saved=${4:-}
    printf 'HTTP/1.1 200 OK\r\nX-In-Cache: %d\r\nContent-Type: text/html\r\nX-Save: %s\r\n' $((${#saved} == 0)) "$saved" >"$work/entry.head"
    printf 'PK\003\004'
    le 4 0
    le 2 "$2"
    le 8 0
    le 4 "${5:-$(wc -c <"$3")}"
    le 4 7
    le 2 $((17 + ${#1}))
    le 2 "$(wc -c <"$work/entry.head")"
    printf 'http://a.example/%s' "$1"
    cat "$work/entry.head" "$3"
}
mkdir -p "$work/w/cache/hts-cache" "$work/w/cache/folder"
echo '<a href=last>last</a>' >"$work/page"
head -c 400000000 /dev/zero | gzip -9 | tail -c +11 | head -c -8 >"$work/bomb"
truncate -s 70M "$work/large"
{
    entry '' 0 "$work/page"
    entry folder 0 /dev/null folder
    entry outside 0 /dev/null ../../outside/secret.html
    entry absolute 0 /dev/null "$work/outside/secret.html"
    entry bomb 8 "$work/bomb"
    entry garbage 8 "$work/page"
    entry large 0 "$work/large"
    entry last 0 "$work/page"
    entry lie 0 "$work/page" '' 4294967295
} >"$work/w/cache/hts-cache/new.zip"
crawl import -o cache --start http://a.example/ w/cache
exits 4 "a hostile cache"
for name in folder outside absolute bomb garbage; do
    file_has err "leaving out http://a.example/$name: " "left out and named: $name"
done
file_has err "left out 7 files" "what is too large, or has no end, costs no other entry"
is "$(cd "$work/cache/site" && find . -type f | sort | tr '\n' ' ')" "./index.html ./last.html " "and nothing else"

# A time that is no Last-Modified, and later than it: the copy is not kept for ever.
nginx_stop
nginx_serve "$site" 'if_modified_since before;'
mkdir -p "$work/w/late/sub"
sed 's/home/old/' "$site/sub/index.html" >"$work/w/late/sub/index.html"
touch -d '2021-01-01T00:00:00Z' "$work/w/late/sub/index.html"
crawl import -o late --start "$base/sub/" w/late
crawl update --delay 0 late
file_has late/site/sub/index.html old "a server says that nothing is newer"
crawl update --delay 0 late
file_has late/site/sub/index.html home "the next update does not ask in that way"

# A server whose 304 names no date: the file is sent once, and not at every second update.
printf '<p>old' >"$work/w/bare.html"
mkdir "$work/w/bare"
mv "$work/w/bare.html" "$work/w/bare/index.html"
touch -d '2021-01-01T00:00:00Z' "$work/w/bare/index.html"
printf '/robots.txt\n  type text/plain\n  text User-agent: *\n/\n' | tee "$work/same.site" >"$work/sent.site"
printf '  status 304 Not Modified\n' >>"$work/same.site"
printf '  type text/html\n  modified Fri, 01 Jan 2021 00:00:00 GMT\n  text <p>old\n' >>"$work/sent.site"
serve "$work/same.site"
crawl import -o bare --start "$base/" w/bare
crawl update --delay 0 bare
dated() {
    sqlite3 "$work/bare/mirror.db" "SELECT count(*) FROM visit WHERE last_modified <> ''"
}
is "$(dated)" 0 "a 304 without a date does not confirm that of the file"
play "$work/sent.site"
crawl update --delay 0 bare
is "$(dated)" 1 "the file is sent, with its date"
play "$work/same.site"
crawl update --delay 0 bare
is "$(dated)" 1 "which the next 304 leaves"

# Killed at some moments, it comes to the same end.
mkdir -p "$work/w/many"
for part in $(seq 1 60); do
    echo "<a href=\"$((part + 1)).html\">$part</a>" >"$work/w/many/$part.html"
done
crawl import -o many --start http://many.example/1.html w/many
for tenths in 0 1 2 3; do
    (cd "$work" && timeout -s KILL "0.0$((1 + tenths * 2))" "$tiptoe" import -o killed --start http://many.example/1.html w/many >/dev/null 2>&1)
done
import_again() {
    crawl import -o killed --start http://many.example/1.html w/many
    ! grep -q 'in use by another' "$work/err"
}
wait_until import_again # timeout does not wait for what it kills
exits 0 "after some kills"
is "$(diff -r "$work/killed/site" "$work/many/site")" "" "the same tree"
crawl import -o urls --start http://many.example/1.html --urls w/many/1.html w/many
exits 2 "--urls, which would need requests"
file_has err "import: --urls has no effect here; use it with mirror, resume, update"
done_testing
