#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `tiptoe serve` with several mirrors: each at an address of its own, and a page with a search of all at the first.
# shellcheck disable=SC2154 # serve sets base2
. "${top_srcdir:-.}/tests/crawl/lib.sh"
command -v curl >/dev/null 2>&1 || skip_all "curl is not installed"

serve - --ports 2 <<'END'
/
  if port 1
  type text/html; charset=utf-8
  body
    <title>First <script>alert(1)</script></title>otter <a href=/gone>g</a> <a href=/more>m</a>

/gone
  type text/html
  if request 1
  body
    <title>Secret</title>otter withdrawn
/gone
  type text/html
  header X-Robots-Tag: noindex
  text otter withdrawn

/more
  type text/html
  body
    <title>More</title>an otter

/
  if port 2
  type text/html
  body
    <title>Second</title>an otter &amp; a weasel
END
crawl mirror --delay 0 -o one "$base/"
exits 0
crawl mirror --delay 0 -o two "$base2/"
exits 0
crawl update --delay 0 one
exits 0 "a page is withdrawn"

# address DIR: the address of its mirror, from the page about all.
address() {
    grep -o "mirror of <a rel=\"noreferrer\" href=\"http://[^/]*/\">$1" "$work/all" | sed 's/.*href="//; s,/">.*,,'
}

required=$("$tiptoe" url --sandbox require http://a.example/ >"$work/out" 2>&1 && echo "--sandbox require" || :)
# shellcheck disable=SC2086 # words
show $required one two
curl -s -o "$work/all" "$show/"
one=$(address "$base/")
two=$(address "$base2/")
is "$(printf '%s\n' "$show" "$one" "$two" | sed 's/:[0-9]*$//' | sort -u | wc -l)" 3 "three addresses"
file_has all '<form action="/_tiptoe/search">' "with a search box"
is "$(curl -s "$two/")" "<title>Second</title>an otter &amp; a weasel" "each mirror has its own pages"
is "$(curl -s -o "$work/out" -w '%{http_code}' "$show/more")" 404 "which the page about all has not"
is "$(curl -s -o "$work/out" -w '%{http_code}' -H "Host: ${two#http://}" "$one/")" 421 "nor another mirror's address"
curl -s -o "$work/all" "$show/_tiptoe/search?q=otter+%22%3E%3Cscript%3E"
file_lacks all '<script' "words are escaped"
curl -s -o "$work/all" "$show/_tiptoe/search?q=otter"
is "$(grep -o '<dt><a rel="noreferrer" href="[^"]*"' "$work/all" | sed 's/.*href="//; s/"$//' | sort)" \
    "$(printf '%s\n' "$one/" "$one/more" "$two/" | sort)" "one search finds pages of all, each at its own address"
file_lacks all Secret "except one that is withdrawn"
file_lacks all '<script' "titles are escaped"
curl -s -o "$work/all" "$two/_tiptoe/search?q=otter"
file_has all 'an <mark>otter</mark> &#38; a weasel'
file_lacks all More "the search of a mirror finds its own pages"
show_ends
is "$status" 0 "ends"
is "$(cd "$work" && ls one/search.db two/search.db 2>"$work/out")" "" "mirrors without an index stay without one"

crawl serve one none two
exits 1 "a mirror that is missing"
file_has err none "is named"
for option in --print=nginx --listen=127.0.0.1 --at=2026; do
    crawl serve "$option" one two
    exits 2 "$option with two mirrors"
    file_has err "take one mirror"
done
done_testing
