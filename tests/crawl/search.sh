#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `tiptoe search`: it finds the pages of a mirror by their words, in any language and encoding, and only pages that the
# mirror has now.
. "${top_srcdir:-.}/tests/crawl/lib.sh"
esc=$(printf '\033')

# The site with what is put in front of it.
site() {
    cat >"$work/now.site"
    cat >>"$work/now.site" <<'END'
/robots.txt
  type text/plain
  text User-agent: *\nDisallow:
/
  type text/html; charset=utf-8
  etag "home"
  body
    <title>Home of &lt;otters&gt; \e[31m</title><a href=a>a</a><a href=b>b</a><a href=c>c</a><a href=d>d</a>
    <p>The brown otter swims; naïve cafés &amp; links. <script>var badger = 1;</script><!-- weasel --> x\e[2J
/a
  type text/html; charset=utf-8
  etag "a"
  body
    <title>Badgers</title><p>A page about <b>badg</b>ers.
/b
  type text/html; charset=utf-8
  etag "b"
  body
    <title>東京の地図</title><p>これは日本語の文章です。ภาษาไทยง่าย 학교에서 배운다
/c
  type text/html; charset=shift_jis
  etag "c"
  text <title>c</title>\x93\xfa\x96\x7b\x8c\xea
/d
  type text/html
  etag "d"
  body
    <title>secret</title><p>The otter and the marten
END
    [ -n "$server_pid" ] && play "$work/now.site"
}

# found WORD…: the paths of the pages that match, the best first, in one line.
found() {
    crawl search --json m "$@"
    sed -n 's|^{"url":"http://[^/]*\([^"]*\)".*|\1|p' "$work/out" | tr '\n' ' ' | sed 's/ $//'
}
finds() {
    wanted=$1
    shift
    is "$(found "$@")" "$wanted" "search $*"
}

site </dev/null
sed -i "s/\\\\e/$esc/g" "$work/now.site"
serve "$work/now.site"
# A run that has waited for more than a second makes the index while it ends.
crawl mirror --delay 0.5 -o m "$base/"
exits 0
exists m/search.db

finds "/ /d" otter
finds "/d" otter marten
finds "/" OTTERS -- -marten
finds "/a" badger
finds "" weasel
crawl search m weasel
exits 1 "no page matches"
file_has err "no page of the mirror matches"
finds "/" naive cafe
finds "/" "brown otter"
finds "" "otter brown"
finds "/" '"brown otter" swim*'
finds "/b" 日本 文章
finds "/c /b" 日本語
finds "/b" 東京
finds "" 京東
finds "/b" 地図
finds "/b" ไทย
finds "/b" 학교
finds "/ /d" 'otter"'
finds "" otter OR marten
finds "" 'title:secret' 'NEAR('

crawl search m otter
file_has out "Home of <otters>"
file_has out "$base/"
file_has out "  site/index.html"
file_has out "The brown otter swims; naïve cafés & links. x"
ok "nothing reaches the terminal raw" test "$(tr -d '[:print:]\n\200-\377' <"$work/out" | wc -c)" = 0
crawl search --limit 1 m otter
is "$(grep -c '^  site/' "$work/out")" 1 "--limit"
file_has err "1 of 2 pages"
crawl search m '!'
exits 2 "no word"
(cd "$work/m/site" && "$tiptoe" search marten) >"$work/out" 2>"$work/err"
file_has out "site/d.html" || note "$(cat "$work/err")"
(cd "$work/m/site" && "$tiptoe" search otter marten) >"$work/out" 2>"$work/err"
file_has out "site/d.html"

# A page that leaves the mirror leaves the index, and a changed one has its new words.
site <<'END'
/d
  type text/html
  header X-Robots-Tag: noindex
  body
    <title>secret</title><p>The otter and the marten
/a
  type text/html; charset=utf-8
  etag "a2"
  body
    <title>Stoats</title><p>changed
END
crawl update --delay 0 m
exits 0
finds "/" otter
finds "" marten
finds "" badger
finds "/a" stoat
cp "$work/m/search.db" "$work/good.db"

# The index is derived.
rm "$work/m/search.db"
finds "/" otter
crawl rebuild m
exits 0
exists m/search.db
finds "/" otter
exists m/search.db
mv "$work/m/search.db" "$work/kept.db"
echo "not a database" >"$work/m/search.db"
crawl search m otter
exits 1 "a file that is not an index"
file_has err "m/search.db: "
file_has err "Remove it: the next search makes it again"
crawl search m "$(printf '%01001d' 7)"
exits 2 "a word that is too long"
file_has err "search: too long; use at most 32 words, and 1000 bytes"
file_is m/search.db "not a database" "is left alone"
rm "$work/m/search.db"
ln -s "$work/kept.db" "$work/m/search.db"
crawl search m otter
exits 1 "a symbolic link"
rm "$work/m/search.db"
mkfifo "$work/m/search.db"
crawl search m otter
exits 1 "a FIFO"
rm "$work/m/search.db"

# What an index says is not believed: these rows are of another page, and of no page.
if command -v sqlite3 >/dev/null 2>&1; then
    cp "$work/good.db" "$work/m/search.db"
    sqlite3 "$work/m/search.db" "INSERT INTO page (rowid, title, body) SELECT id, 'x', 'lies ' || char(27) || '[2J'
        FROM (SELECT 1 AS id UNION SELECT 5 UNION SELECT 99) WHERE id NOT IN (SELECT rowid FROM page)"
    finds "" lies
    sqlite3 "$work/m/search.db" "UPDATE page SET body = 'lies ' || char(27) || '[2J' WHERE rowid = 1"
    crawl search m lies
    ok "a snippet is made safe" test "$(tr -d '[:print:]\n\200-\377' <"$work/out" | wc -c)" = 0
    file_has out "Home of <otters>" "the title is the page's"
    for size in 5000 9000 20000; do
        head -c "$size" "$work/good.db" >"$work/m/search.db"
        crawl search m otter
        ok "an index cut at $size bytes does no harm" test "$status" -le 1
    done
    dd if=/dev/zero of="$work/good.db" bs=1 seek=13000 count=3000 conv=notrunc 2>"$work/dd"
    cp "$work/good.db" "$work/m/search.db"
    crawl search m otter
    ok "nor does a damaged one" test "$status" -le 1
    rm -f "$work/m/search.db"

    # An index without headings, as older versions made them, and large enough for a journal of a statement: it is made again.
    cp "$work/kept.db" "$work/m/search.db"
    sqlite3 "$work/m/search.db" "DROP TABLE page; CREATE VIRTUAL TABLE page USING fts5(title, body,
        tokenize = \"porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'\"); PRAGMA user_version = 2;
        WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
        INSERT INTO page SELECT i, hex(randomblob(500)) FROM n"
    finds "/" otter
    is "$(sqlite3 "$work/m/search.db" "SELECT count(headings) > 0 FROM page; PRAGMA user_version")" "1
3" "an older index gets headings"
    rm -f "$work/m/search.db"
else
    skip "an index that lies" "sqlite3 is not installed"
fi

# The server has a search box on its own pages, and shows what is found.
if command -v curl >/dev/null 2>&1; then
    show m
    curl -s -D "$work/head" -o "$work/page" "$show/_tiptoe/"
    file_has page "<form action=\"/_tiptoe/search\">"
    file_has page "This is a mirror of <a rel=\"noreferrer\" href=\"/\">$base/</a>, as it was at 2"
    file_has head "form-action 'self'"
    file_has head "default-src 'none'"
    curl -s -o "$work/page" "$show/_tiptoe/search?q=Brown+otter%22%3Cb%3E"
    file_has page "value=\"Brown otter&#34;&#60;b&#62;\""
    curl -s -o "$work/page" "$show/_tiptoe/search?x=1&q=Brown+otter"
    file_has page "<a rel=\"noreferrer\" href=\"/\">Home of &#60;otters&#62; [31m</a>"
    file_has page "The <mark>brown</mark> <mark>otter</mark> swims;"
    file_has page "<p>1 page.</p>"
    curl -s -o "$work/page" "$show/_tiptoe/search?q=%E6%9D%B1%E4%BA%AC"
    file_has page 'href="/b"'
    is "$(curl -s -o "$work/page" -w '%{http_code}' "$show/_tiptoe/search?q=%21")" 400 "no word"
    file_has page "give a word to search for"
    is "$(curl -s -o "$work/page" -w '%{http_code}' "$show/_tiptoe/search?q=otter%00%FF%0A")" 400 "no text"
    is "$(curl -s -o "$work/page" -w '%{http_code}' "$show/_tiptoe/else")" 404 "no other page"
    is "$(curl -s -o "$work/page" -w '%{http_code}' -H 'Accept: text/html' "$show/nothing")" 404 "a missing page"
    file_has page '<form action="/_tiptoe/search">' "has the search box"
    file_has page "<a rel=\"noreferrer\" href=\"$base/nothing\">" "and a link to the live site"
    file_lacks page "otter"
    show_ends
else
    skip "the search page" "curl is not installed"
fi

# A mirror that the user may not write, a limit of the disk, and a killed search.
crawl mirror --delay 0 --max-disk 100M -o small "$base/"
exits 0
absent small/search.db
if command -v curl >/dev/null 2>&1; then
    mkdir "$work/elsewhere"
    # before: what the folder of the mirror has, without the log of its database, which all readers share
    listing() {
        find "$work/small" -mindepth 1 -maxdepth 1 ! -name 'mirror.db-*' -printf '%f %s %T@\n' | sort
    }
    listing >"$work/before"
    : >"$work/small/search.db" # as a power cut leaves it
    TMPDIR=$work/elsewhere show small
    rm "$work/small/search.db"
    curl -s -o "$work/page" "$show/_tiptoe/search?q=otter"
    file_has page '<mark>otter</mark>'
    listing >"$work/beside"
    show_ends KILL
    ok "serve finds pages of a mirror without an index" cmp "$work/before" "$work/beside"
    listing >"$work/after"
    ok "which it leaves as it was" cmp "$work/before" "$work/after"
    is "$(ls -A "$work/elsewhere")" "" "nothing is left elsewhere, even by a kill"
fi
crawl search small otter
exits 0 "but a search makes it"
if [ "$(id -u)" != 0 ]; then
    crawl search m otter
    chmod -w "$work/m" "$work/m/search.db"
    finds "/" otter
    crawl status m
    exits 0 "a mirror that may not be written has a status"
    chmod +w "$work/m" "$work/m/search.db"
    sqlite3 "$work/m/search.db" 'PRAGMA user_version = 1' >"$work/out"
    chmod -w "$work/m" "$work/m/search.db"
    crawl search m otter
    exits 1 "an index of an older format, which may not be written"
    file_has err "(search.db: 'tiptoe search')" "with the right advice"
    chmod +w "$work/m"
    rm -f "$work/m"/search.db*
    chmod -w "$work/m"
    crawl search m otter
    exits 1 "nor an index be made there"
    file_has err "m/search.db does not exist and cannot be created"
    chmod +w "$work/m"
fi
done_testing
