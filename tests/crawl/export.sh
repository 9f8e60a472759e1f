#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `tiptoe export`: other programs read its archives and indexes.
. "${top_srcdir:-.}/tests/crawl/lib.sh"
needs ARCHIVE

serve "$top_srcdir/tests/crawl/first.site"
crawl mirror --delay 0 --archive all -o m "$base/"
crawl export m
exits 2 "a form must be named"
crawl export --cdxj one.cdxj m
exits 0 "an index"
crawl export --cdxj two.cdxj m
ok "the same archive gives the same index" cmp "$work/one.cdxj" "$work/two.cdxj"
ok "in the order of bytes" env LC_ALL=C sort -c "$work/one.cdxj"
file_has one.cdxj "1,0,0,127:$port)/a.html "
is "$(wc -l <"$work/one.cdxj")" "$(gzip -dc "$work"/m/archive/*.gz | grep -acE '^WARC-Type: (response|revisit|resource)')" \
    "a line for each record that can be shown"

# Each line leads to its record.
# shellcheck disable=SC2016 # for the inner shell
ok "each line leads to its record" sh -c '
    while read -r key date json; do
        offset=$(echo "$json" | sed "s/.*\"offset\":\"\([0-9]*\)\".*/\1/")
        length=$(echo "$json" | sed "s/.*\"length\":\"\([0-9]*\)\".*/\1/")
        url=$(echo "$json" | sed "s/{\"url\":\"\([^\"]*\)\".*/\1/")
        tail -c "+$((offset + 1))" "$1"/archive/*.gz | head -c "$length" | gzip -dc 2>/dev/null |
            grep -qaxF "WARC-Target-URI: $url$(printf "\r")" || exit 1
    done <"$2"' sh "$work/m" "$work/one.cdxj"

# Records of others without a payload digest get one, which is that of ours.
gzip -dc "$work"/m/archive/*.gz | LC_ALL=C sed '/^WARC-Payload-Digest:/d' >"$work/foreign.warc"
crawl import -o foreign foreign.warc
crawl export --cdxj foreign.cdxj foreign
pairs() {
    grep -v '"warc/revisit"' "$1" | sed 's/.*"url":"\([^"]*\)".*"digest":"\([^"]*\)".*/\1 \2/'
}
is "$(pairs "$work/foreign.cdxj")" "$(pairs "$work/one.cdxj")" "digests are computed from the payload"
file_has foreign.cdxj '"digest":"sha256:'
crawl export --cdxj none/one.cdxj m
exits 1 "a directory that is not there"
file_has err 'none/one.cdxj: no such file or folder'
crawl export --cdxj "$work/" m
exits 1 "a directory in place of a file"
is "$(find "$work" -name '.*.cdxj*')" "" "nothing is left behind"

# One file of everything, with what site/ alone has.
crawl mirror --delay 0 -o n "$base/"
crawl export --warc all.warc.gz --wacz all.wacz m
exits 0 "a mirror of --archive all as WARC and WACZ"
crawl export --warc some.warc.gz --wacz some.wacz n
exits 0 "a mirror that archives documents as well"
ok "nothing is added to an archive of everything" sh -c 'cat "$1"/m/archive/*.gz | cmp - "$1/all.warc.gz"' sh "$work"
for file in all.warc.gz some.warc.gz; do
    crawl verify $file
    exits 0 "$file is whole"
    file_has err "0 errors, 0 warnings" "$file has nothing to be warned of"
done
# shellcheck disable=SC2016 # for the inner shell
ok "a resource holds the file's bytes" sh -c '
    gzip -dc "$1/some.warc.gz" | grep -aqxF "WARC-Block-Digest: sha256:$(sha256sum <"$1/n/site/two.png" | cut -c 1-64)$(printf "\r")"
' sh "$work"
is "$(gzip -dc "$work/some.warc.gz" | grep -ac '^WARC-Type: resource')" 2 "each file that site/ alone has is a resource"
for i in 1 2; do
    TZ=Asia/Tokyo crawl export --warc again.warc.gz --wacz again.wacz n
    ok "the same mirror gives the same WARC ($i)" cmp "$work/some.warc.gz" "$work/again.warc.gz"
    ok "the same mirror gives the same WACZ ($i)" cmp "$work/some.wacz" "$work/again.wacz"
done
mv "$work/n/site/two.png" "$work/two.png"
crawl export --warc less.warc.gz n
exits 0 "a file that is missing is left out"
file_has err "site/two.png" "and named"
mv "$work/two.png" "$work/n/site/two.png"

# What is in the package; unzip is a judge of its own.
unzip=$(command -v unzip)
entry() {
    "$unzip" -p "$work/$1" "$2"
}
# listed PACKAGE: every entry is listed with its length and digest, except the two that list.
listed() {
    "$unzip" -Z1 "$work/$1" | grep -v '^datapackage' | while read -r name; do
        sum=$(entry "$1" "$name" | sha256sum | cut -c 1-64)
        len=$(entry "$1" "$name" | wc -c)
        entry "$1" datapackage.json | grep -F "\"path\":\"$name\"" |
            grep -qF "\"hash\":\"sha256:$sum\",\"bytes\":$len}" || echo "$name"
    done
}
packages() {
    ok "the package is a whole ZIP" "$unzip" -tqq "$work/some.wacz"
    is "$("$unzip" -v "$work/some.wacz" | awk '$2 ~ /:/ || $2 == "Stored" { print $2 }' | sort -u)" Stored "all is stored"
    is "$(listed some.wacz)" "" "every file is listed as it is"
    is "$(entry some.wacz datapackage-digest.json)" \
        "{\"path\":\"datapackage.json\",\"hash\":\"sha256:$(entry some.wacz datapackage.json | sha256sum | cut -c 1-64)\"}" \
        "and so is the list"
    entry some.wacz datapackage.json >"$work/package"
    file_has package '"profile":"data-package"'
    file_has package '"wacz_version":"1.1.1"'
    file_has package '"title":"Start"'
    file_has package "\"mainPageUrl\":\"$base/\""
    entry some.wacz pages/pages.jsonl >"$work/pages"
    is "$(wc -l <"$work/pages")" 2 "one start page"
    file_has pages "{\"format\":\"json-pages-1.0\",\"id\":\"pages\""
    file_has pages "{\"url\":\"$base/\",\"ts\":\""
    file_has pages "\"text\":\""
    entry some.wacz pages/extraPages.jsonl >"$work/pages"
    file_has pages "{\"url\":\"$base/a.html\",\"ts\":\""
    entry all.wacz indexes/index.cdx.gz | gzip -dc >"$work/index"
    ok "the index is that of --cdxj" cmp "$work/index" "$work/one.cdxj"
    ok "files of site/ are in it" sh -c "unzip -p '$work/some.wacz' indexes/index.cdx.gz | gzip -dc | grep -q 'two.png.*site-files'"
}

# Root may replace a device, a folder or a pipe by a file of that name.
mkfifo "$work/pipe"
for format in cdxj warc wacz zim; do
    crawl export "--$format" pipe large
    exits 1 "--$format does not replace what is not a file"
    file_has err 'export: pipe is not a regular file; give the name of a file to write'
done
ok "the pipe is still there" [ -p "$work/pipe" ]

# The index is cut into members of 256 lines.
large() {
    awk 'BEGIN {
        print "/\n  type text/html\n  body"
        for (i = 0; i < 300; i++) printf "    <a href=\"/%d\">%d</a>\n", i, i
        for (i = 0; i < 300; i++) printf "\n/%d\n  type text/html\n  body\n    <p>%d\n", i, i }' >"$work/large.site"
    serve "$work/large.site"
    crawl mirror --delay 0 -o large "$base/"
    crawl export --cdxj large.cdxj --wacz large.wacz large
    exits 0 "a larger mirror"
    is "$(listed large.wacz)" "" "its files are listed as they are"
    entry large.wacz indexes/index.cdx.gz >"$work/index.gz"
    entry large.wacz indexes/index.idx >"$work/idx"
    ok "the members are the index" sh -c "gzip -dc '$work/index.gz' | cmp - '$work/large.cdxj'"
    is "$(head -n 1 "$work/idx")" '!meta 0 {"format":"cdxj-gzip-1.0","filename":"index.cdx.gz"}' "what the blocks are"
    is "$(sed 1d "$work/idx" | sed 's/ {.*//')" "$(sed -n '1p;257p' "$work/large.cdxj" | sed 's/ {.*//')" \
        "a line for each member, with its first key"
    offset=$(sed -n '3s/.*"offset":\([0-9]*\).*/\1/p' "$work/idx")
    is "$(tail -c "+$((offset + 1))" "$work/index.gz" | gzip -dc | head -n 1)" "$(sed -n 257p "$work/large.cdxj")" \
        "a member can be read by itself"
    is "$(tail -c "+$((offset + 1))" "$work/index.gz" | sha256sum | cut -c 1-64)" \
        "$(sed -n '3s/.*"sha256:\([0-9a-f]*\).*/\1/p' "$work/idx")" "and has the digest of its line"
}
if [ -n "$unzip" ]; then
    packages
    large
else
    skip "what is in a WACZ" "unzip is not installed"
fi

# Pages that the site has withdrawn since: their earlier answers stay in the archive, and are not handed over.
cat >"$work/open.site" <<'END'
/
  type text/html
  body
    <a href=/noted>1</a><a href=/shut>2</a><a href="/a|b">3</a><a href=/stays>4</a>
/noted
  type text/html
  body
    the secret of noted
/shut
  type text/html
  body
    the secret of shut
/a|b
  type text/html
  body
    the secret of a bar
/stays
  type text/html
  body
    no secret
END
{
    printf '/robots.txt\n  text User-agent: *\\nDisallow: /shut\\nDisallow: /a\n'
    sed 's/the secret of noted/<meta name=robots content=noarchive>&/' "$work/open.site"
} >"$work/closed.site"
for kind in documents all; do
    serve "$work/open.site"
    crawl mirror --delay 0 --archive "$kind" -o "open-$kind" "$base/"
    exits 0
    crawl export --warc before.warc.gz --cdxj before.cdxj "open-$kind"
    is "$(gzip -dc "$work/before.warc.gz" | grep -ac 'the secret of')" 3 "$kind: nothing is withdrawn yet"
    play "$work/closed.site"
    crawl update --delay 0 --withdraw-most "open-$kind"
    exits 0
    crawl export --warc cut.warc.gz --cdxj cut.cdxj --wacz cut.wacz "open-$kind"
    exits 0
    is "$(gzip -dc "$work/cut.warc.gz" | grep -ac 'the secret of')" 0 "$kind: a WARC has no withdrawn page"
    is "$(gzip -dc "$work/cut.warc.gz" | grep -ac 'no secret')" "$(gzip -dc "$work"/open-$kind/archive/* | grep -ac 'no secret')" \
        "$kind: but everything else"
    is "$(gzip -dc "$work/cut.warc.gz" | sed -n 's/^withdrawn: \(.*\)\r$/\1/p' | sort | tr '\n' ';')" \
        "line 2: Disallow: /shut;line 3: Disallow: /a;meta element: noarchive;" "$kind: records say what is omitted, and why"
    is "$(grep -cE '/(noted|shut|a%7[Cc]b|a\|b)"' "$work/cut.cdxj")" 0 "$kind: an index has no withdrawn page"
    ok "$kind: but others" grep -q '/stays"' "$work/cut.cdxj"
    crawl verify cut.warc.gz
    exits 0 "$kind: the WARC is whole"
    file_has err "0 errors, 0 warnings"
    if [ -n "$unzip" ]; then
        is "$("$unzip" -p "$work/cut.wacz" 'archive/*' | gzip -dc 2>/dev/null | grep -ac 'the secret of')" 0 "$kind: so is a WACZ"
        is "$("$unzip" -p "$work/cut.wacz" 'indexes/*' 'pages/*' | grep -c 'shut\|noted')" 0 "$kind: with its index and pages"
    fi
    crawl verify "open-$kind"
    exits 0 "$kind: the mirror has them as before"
    crawl export --with-withdrawn --warc all.warc.gz --cdxj all.cdxj "open-$kind"
    is "$(gzip -dc "$work/all.warc.gz" | grep -ac 'the secret of')" 3 "$kind: --with-withdrawn includes them"
    ok "$kind: also in an index" grep -q '/shut"' "$work/all.cdxj"

    # One answer without the rule lifts no rule.
    for answer in '404 Not Found' '500 Internal Server Error' '302 Found
  header Location: /'; do
        {
            printf '/robots.txt\n  text User-agent: *\\nDisallow: /shut\\nDisallow: /a\n/noted\n  status %s\n' "$answer"
            cat "$work/open.site"
        } >"$work/gone.site"
        play "$work/gone.site"
        crawl update --delay 0 --retries 0 "open-$kind"
        crawl export --warc cut.warc.gz --cdxj cut.cdxj "open-$kind"
        exits 0
        is "$(gzip -dc "$work/cut.warc.gz" | grep -ac 'the secret of')" 0 "$kind: a withheld page that then answers ${answer%% *}"
        is "$(grep -c '/noted"' "$work/cut.cdxj")" 0 "$kind: is not in an index either"
    done
    play "$work/open.site"
    crawl update --delay 0 "open-$kind"
    crawl export --warc cut.warc.gz "open-$kind"
    ok "$kind: until the site allows it again" test "$(gzip -dc "$work/cut.warc.gz" | grep -ac 'the secret of noted')" -gt 0
    serve_stop
done

# A page with the same content as a withdrawn one has its body only in the record of that page.
{
    cat <<'END'
/
  type text/html
  body
    <a href=/first>1</a><a href=/second>2</a><a href=/third>3</a>
END
    for page in first second third; do
        printf '/%s\n  type text/html\n' "$page"
        [ "$page" = third ] && printf '  chunked 700\n' || printf '  header X-Page: %s\n' "$page"
        printf '  body\n'
        for line in $(seq 150); do printf '    <p>the same content, line %s\n' "$line"; done
    done
} >"$work/same.site"
serve "$work/same.site"
crawl mirror --delay 0 --archive all -o same "$base/"
exits 0
is "$(gzip -dc "$work"/same/archive/*.gz | grep -ac '^WARC-Type: revisit')" 2 "two revisits"
{
    printf '/robots.txt\n  text User-agent: *\\nDisallow: /first\n'
    cat "$work/same.site"
} >"$work/less.site"
play "$work/less.site"
crawl update --delay 0 same
exits 0
crawl export --warc less.warc.gz --wacz less.wacz same
exits 0
is "$(gzip -dc "$work/less.warc.gz" | grep -ac 'WARC-Target-URI.*first')" 1 "only the rule names the withdrawn page"
is "$(gzip -dc "$work/less.warc.gz" | grep -ac 'the same content, line 150$')" 4 "the others have their content"
is "$(gzip -dc "$work/less.warc.gz" | grep -ac '^X-Page: second')" 2 "with their own heads"
crawl verify less.warc.gz
exits 0 "the WARC is whole"
file_has err "0 errors, 0 warnings"
crawl import -o less less.warc.gz
exits 0
for page in second third; do
    ok "import: $page" cmp "$work/less/site/$page.html" "$work/same/site/$page.html"
done

# Records that share a gzip member with others are separated by the import.
gzip -dc "$work"/same/archive/*-00000*.gz | gzip >"$work/stream.warc.gz"
crawl import -o stream stream.warc.gz
exits 0
crawl update --delay 0 stream
crawl export --warc less.warc.gz stream
exits 0 "an archive that was one gzip member"
is "$(gzip -dc "$work/less.warc.gz" | grep -ac 'WARC-Target-URI.*first')" 1 "only the rule names the withdrawn page"
crawl verify less.warc.gz
exits 0
done_testing
