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

# address DIR: the address of its mirror, from what serve has printed. The rest of that is $work/addresses.
address() {
    sed -n "s,^\(http://[^/]*\)/[^ ]* $1\$,\1,p" "$work/addresses"
}

# show_many COUNT OPTION…: as show, of COUNT mirrors; sets $all, the first line.
show_many() {
    count=$1
    shift
    show_ends
    rm -f "$work/address"
    mkfifo "$work/address" || exit 1
    (cd "$work" && exec "$tiptoe" serve "$@" >"$work/address" 2>"$work/show.err" 8>&- 9>&-) &
    show_pid=$!
    timeout 60 head -n $((count + 1)) <"$work/address" >"$work/addresses"
    all=$(head -n 1 "$work/addresses")
    show=${all%% *}
    show=${show%%/_tiptoe/*}
    show=${show%/}
}

required=$("$tiptoe" url --sandbox require http://a.example/ >"$work/out" 2>&1 && echo "--sandbox require" || :)
# shellcheck disable=SC2086 # words
show_many 2 $required one two
is "${all#* }" "(all)" "the first address is that of all"
curl -s -o "$work/all" "$show/"
one=$(address one)
two=$(address two)
is "$(printf '%s\n' "$show" "$one" "$two" | sed 's/:[0-9]*$//' | sort -u | wc -l)" 3 "three addresses"
file_has all '<form action="/_tiptoe/search">' "with a search box"
file_has all '<title>2 mirrors</title>'
file_has all "<h2><a rel=\"noreferrer\" href=\"$two/\">Second</a></h2>" "mirrors have their titles and addresses"
file_has all "href=\"$one/\">First &#60;script&#62;alert(1)" "titles are escaped there"
file_has all "mirror of <a rel=\"noreferrer\" href=\"$one/\">$base/</a>, as it was at 20" "their sites and dates"
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
file_lacks all 'Nothing was found'
curl -s -o "$work/all" "$show/_tiptoe/search?q=weasel"
file_lacks all "$one" "a mirror without hits"
file_has all 'Nothing was found in 1 of <a href="/">2 mirrors</a>' "is only counted"
curl -s -o "$work/all" "$two/_tiptoe/"
file_has all '<form action="/_tiptoe/search">' "a mirror of many has a search box of its own"
curl -s -o "$work/all" "$two/_tiptoe/search?q=otter"
file_has all 'an <mark>otter</mark> &#38; a weasel'
file_lacks all More "the search of a mirror finds its own pages"
show_ends
is "$status" 0 "ends"
is "$(cd "$work" && ls one/search.db two/search.db 2>"$work/out")" "" "mirrors without an index stay without one"

# An index that is damaged takes nothing from the results of others.
for damaged in one two; do
    head -c 9000 /dev/zero | tr '\0' x >"$work/$damaged/search.db"
    show_many 2 one two
    is "$(curl -s -o "$work/all" -w '%{http_code}' "$show/_tiptoe/search?q=otter")" 200 "the index of $damaged is damaged"
    file_has all 'Nothing was searched'
    file_has all '<mark>otter'
    show_ends
    [ "$damaged" = two ] || rm "$work/one/search.db"
done
cp "$work/two/search.db" "$work/one/search.db"
show_many 2 one two
is "$(curl -s -o "$work/all" -w '%{http_code}' "$show/_tiptoe/search?q=otter")" 500 "both are"
show_ends
rm "$work/one/search.db" "$work/two/search.db"

crawl serve one none two
exits 1 "a mirror that is missing"
file_has err none "is named"
for option in --print=nginx --at=2026; do
    crawl serve "$option" one two
    exits 2 "$option with two mirrors"
    file_has err "take one mirror, run one for each"
done

# For others, all are at one address, each at a port of its own, with one key.
show_many 2 --listen 127.0.0.1 one two
key=${all#*"?"}
key=${key% *}
two=$(address two)
is "$(printf '%s\n' "$show" "$(address one)" "$two" | sort -u | grep -c '^http://127\.0\.0\.1:')" 3 "three ports of one address"
is "$(sed 's/.*?\([^ ]*\) .*/\1/' "$work/addresses" | sort -u)" "$key" "with one key"
for place in "$show" "$two"; do
    is "$(curl -s -o "$work/out" -w '%{http_code}' "$place/")" 403 "needs it"
    is "$(curl -s -o "$work/out" -w '%{http_code}' -H "Cookie: $key" "$place/")" 200 "and has it"
done
is "$(curl -s -o "$work/out" -w '%{http_code}' -H "Cookie: $key" -H "Host: ${two#http://}" "$show/")" 421 "another port's name"
curl -s -o "$work/all" -H "Cookie: $key" "$show/_tiptoe/search?q=weasel"
file_has all "href=\"$two/\"" "the search leads to the ports"
show_ends
crawl serve --listen 127.0.0.1 --port 65535 one two
exits 1 "ports that do not exist"
file_has err "cannot listen on port 6553"
# shellcheck disable=SC3045 # dash and bash have it
(ulimit -n 60 && cd "$work" && exec timeout 60 "$tiptoe" serve one two >"$work/out" 2>"$work/err")
status=$?
exits 1 "few files"
file_has err "Choose fewer mirrors, or raise ulimit -n"
done_testing
