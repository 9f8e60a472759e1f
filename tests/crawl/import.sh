#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `tiptoe import`: it makes a mirror from WARC files, ours and others', without a request.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

requests() {
    grep -c ' request ' "$log"
}

# record TYPE URL DATE FIELD FILE: a WARC record whose block is FILE; FIELD is one more field, or "".
record() {
    printf 'WARC/1.0\r\nWARC-Type: %s\r\nWARC-Target-URI: %s\r\nWARC-Date: %s\r\n' "$1" "$2" "$3"
    printf 'WARC-Record-ID: <urn:uuid:%s>\r\n' "$(echo "$@" | cksum | tr ' ' -)"
    [ -z "$4" ] || printf '%b\r\n' "$4"
    printf 'Content-Type: application/http;msgtype=%s\r\nContent-Length: %s\r\n\r\n' "$1" "$(wc -c <"$5" | tr -d ' ')"
    cat "$5"
    printf '\r\n\r\n'
}

# answer URL DATE FIELD HEAD BODY: the record of a response; HEAD is the status line and header lines.
answer() {
    printf '%b\r\n\r\n%b' "$4" "$5" >"$work/block"
    record response "$1" "$2" "$3" "$work/block"
}

# import_is DIR WANTED LABEL: the last import's tree is the tree WANTED, and no request was made.
import_is() {
    exits 0 "$3: exits with 0"
    is "$(diff -r "$work/$1/site" "$work/$2" 2>&1)" "" "$3: the same tree, byte for byte"
    is "$(requests)" "$asked" "$3: no request is made"
}

serve - --ports 2 <<'END'
/robots.txt
  type text/plain
  body
    User-agent: *
    Disallow: /private/
/
  type text/html
  body
    <html><head><title>Start</title><link rel="stylesheet" href="/style.css"></head>
    <body><a href="a.html">a</a> <a href="/private/x">private</a> <a href="/moved#there">moved</a> <a href="/missing">gone</a>
    <img src="one.png"><img src="http://127.0.0.1:@PORT2@/cdn.png"><a href="q?a=1&amp;b=2">q</a><a href="/empty">e</a>
    <script>fetch("/data/late.json")</script><a href="/noindex">n</a>
/a.html
  type text/html; charset=utf-8
  chunked 7
  body
    <p>chunked<a href="/#top">home</a> <a href=/dir/>dir</a>
/dir/
  type text/html
  gzip
  body
    <p>gzip <a href="../a.html#x">a</a>
/q?a=1&b=2
  type text/html
  body
    <p>query
/style.css
  type text/css
  gzip
  chunked 11
  body
    body { background: url("two.png") }
/one.png
  type image/png
  fill 1000
/two.png
  type image/png
  fill 2000
/cdn.png
  type image/png
  fill 300
/empty
  type text/html
/data/late.json
  type application/json
  body
    {"late": true}
/moved
  status 301 Moved Permanently
  header Location: /a.html
/noindex
  type text/html
  body
    <meta name="robots" content="noindex"><p>secret
END
crawl mirror --delay 0 --archive all -o m "$base/"
exits 4 "a mirror to begin with"
asked=$(requests)
mkdir "$work/w"
cp "$work"/m/archive/*.warc.gz "$work/w/own.warc.gz"

# Ours, as it is, and as others would keep it.
crawl import -o i "w/own.warc.gz"
import_is i m/site "our own archive"
ok "the file is copied as it is" cmp "$work/w/own.warc.gz" "$work/i/archive/own-import1.warc.gz"
gzip -dc "$work/w/own.warc.gz" >"$work/w/plain.warc"
crawl import -o plain "w/plain.warc"
import_is plain m/site "not compressed"
gzip -c "$work/w/plain.warc" >"$work/w/stream.warc.gz"
crawl import -o stream "w/stream.warc.gz"
import_is stream m/site "one gzip stream"
is "$(gzip -dc "$work/stream/archive/stream-import1.warc.gz" | cksum)" "$(cksum <"$work/w/plain.warc")" \
    "the bytes of the records are the same"
crawl verify stream/archive/stream-import1.warc.gz
exits 0 "and each has its own gzip member"
# What can be done with it.
crawl verify i
exits 0 "verify"
file_has err "1 imported archive file was compared" "and says what it did not read"
crawl explain i "$base/missing"
file_has out "not found on the server" "explain: what was gone"
crawl explain i "$base/private/x"
file_has out "Disallow: /private/" "explain: what robots.txt closed"
cp -r "$work/i/site" "$work/before"
crawl rebuild i
is "$(diff -r "$work/i/site" "$work/before")" "" "rebuild makes the same"
crawl report i
exits 0 "report"
crawl export --cdxj i.cdxj i
file_has i.cdxj "own-import1.warc.gz" "export"
crawl status i
file_has out "complete" "status"
crawl import -o i "w/own.warc.gz"
exits 0 "again"
file_has err "already complete, made from these files" "again: nothing to do"
crawl import -o i "w/plain.warc"
exits 2 "other files"
file_has err "choose another --output"
crawl import -o m "w/own.warc.gz"
exits 2 "into a mirror that was crawled"
crawl import w/own.warc.gz
exists "127.0.0.1_${base##*:}/site/index.html" "named as by mirror"
echo "not an archive" >"$work/w/notes.txt"
crawl import w/notes.txt
exits 1 "no archive at all"
file_has err "these files contain no answers of a web server; import reads WARC and WACZ files"
printf 'WARC/1.0\r\nWARC-Type: revisit\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Target-URI: http://a.example/\r\nContent-Length: 0\r\n\r\n\r\n\r\n' \
    >"$work/w/revisits.warc"
crawl import -o nothing w/revisits.warc
exits 1 "a file with revisits only"
file_has err "as in other files (revisit records); give those, too" "which the message says"
is "$(requests)" "$asked" "still no request was made"

# Exports of a mirror that archives documents only have its other files as resource records.
crawl mirror --delay 0 -o docs "$base/"
asked=$(requests)
crawl export --warc w/docs.warc.gz docs
exits 0 "an export"
crawl import -o from-warc w/docs.warc.gz
# Redirects are not archived there: a link leads to the site.
sed -i 's,http://127[^"]*/moved#there,a.html#there,' "$work/from-warc/site/index.html"
import_is from-warc docs/site "an export --warc of it"
crawl rebuild from-warc
exits 0 "rebuild"
crawl verify from-warc
exits 0 "verify"
crawl export --warc w/again.warc.gz from-warc
ok "exported again, it has the same bytes" cmp "$work/w/docs.warc.gz" "$work/w/again.warc.gz"
packages() {
    crawl export --wacz w/docs.wacz docs
    exits 0 "a package"
    crawl import -o from-wacz w/docs.wacz
    sed -i 's,http://127[^"]*/moved#there,a.html#there,' "$work/from-wacz/site/index.html"
    import_is from-wacz docs/site "an export --wacz of it"
    crawl export --wacz w/again.wacz from-wacz
    exits 0 "a package of it"
    crawl import -o again w/again.wacz
    is "$(cd "$work/again" && find site -type f | sort)" "$(cd "$work/from-wacz" && find site -type f | sort)" "has the same files"
    crawl verify w/again.wacz
    exits 0 "verify of a package"
    file_has err " 0 errors"
    # The start page is the one that the package names, not the first page of its records.
    crawl export --wacz w/own.wacz m
    crawl import -o own w/own.wacz
    import_is own m/site "a package of an archival run"
    # A package above 4 GB has ZIP64 records; a low limit makes a small one have them.
    if command -v python3 >/dev/null 2>&1; then
        (cd "$work/w" && python3 -c '
import zipfile
zipfile.ZIP64_LIMIT = 16
with zipfile.ZipFile("docs.wacz") as old, zipfile.ZipFile("zip64.wacz", "w") as new:
    for name in old.namelist():
        new.writestr(name, old.read(name))
')
        is "$(tail -c 98 "$work/w/zip64.wacz" | head -c 4 | od -An -c | tr -d ' ')$(tail -c 42 "$work/w/zip64.wacz" | head -c 4 | od -An -c | tr -d ' ')" \
            'PK006006PK006\a' "a package with ZIP64 records"
        crawl import -o zip64 w/zip64.wacz
        sed -i 's,http://127[^"]*/moved#there,a.html#there,' "$work/zip64/site/index.html"
        import_is zip64 docs/site "ZIP64"
        crawl verify w/zip64.wacz
        exits 0 "ZIP64: verify"
    else
        skip "ZIP64" "python3 is not installed"
    fi
    if command -v zip >/dev/null 2>&1; then
        mkdir -p "$work/z/archive" "$work/z/pages" "$work/two/archive"
        cp "$work/w/plain.warc" "$work/z/archive/a.warc"
        printf '{"format": "json-pages-1.0"}\n{"id": "1", "url": "%s/a.html", "ts": "2020-01-01T00:00:00Z"}\n' "$base" >"$work/z/pages/pages.jsonl"
        (cd "$work/z" && zip -qr ../w/deflated.wacz . && cd ../two && cp ../w/deflated.wacz archive/ && zip -qr ../w/nested.wacz .)
        for package in deflated nested; do
            crawl import -o "$package" "w/$package.wacz"
            exits 0 "$package"
            crawl explain "$package" "$base/a.html"
            file_has out "it is the start page" "$package: the start page"
            ok "$package: a page" cmp "$work/m/site/dir/index.html" "$work/$package/site/dir/index.html"
        done
        (cd "$work" && head -c 5000000 /dev/zero >z/archive/a.warc && head -c 400000000 /dev/zero >>z/archive/a.warc && cd z && zip -qr ../w/bomb.wacz . && zip -qr ../w/other.zip pages)
        crawl import -o bomb w/bomb.wacz
        exits 1 "a package that unpacks to a thousand times its size"
        file_has err "more than 100 times"
        crawl import -o other w/other.zip
        exits 1 "a ZIP of something else"
        file_has err "not a WACZ"
        head -c 3000 "$work/w/docs.wacz" >"$work/w/cut.wacz"
        crawl import -o cut w/cut.wacz
        exits 1 "a package that is cut off"
        absent cut "leaves no folder"
    else
        skip "packages of others" "zip is not installed"
    fi
}
if has_library ARCHIVE; then
    packages
else
    crawl export --wacz w/docs.wacz docs
    exits 1 "no package without libarchive"
    file_has err "--warc works"
    printf 'PK\003\004' >"$work/w/a.wacz"
    crawl import -o from-wacz w/a.wacz
    exits 1 "nor from one"
    file_has err "built without libarchive"
fi
if command -v zstd >/dev/null 2>&1; then
    zstd -q "$work/w/plain.warc" -o "$work/w/plain.warc.zst"
    crawl import -o zstd w/plain.warc.zst
    import_is zstd m/site "zstd"
    split -b 800 "$work/w/plain.warc" "$work/w/part." && zstd -q --train "$work"/w/part.* -o "$work/w/dictionary" --maxdict=4096
    zstd -q -D "$work/w/dictionary" "$work/w/plain.warc" -o "$work/w/frame"
    {
        printf '\135\052\115\030'
        size=$(wc -c <"$work/w/dictionary")
        printf "\\$(printf %o $((size % 256)))\\$(printf %o $((size / 256)))\\0\\0"
        cat "$work/w/dictionary" "$work/w/frame"
    } >"$work/w/dictionary.warc.zst"
    crawl import -o dictionary w/dictionary.warc.zst
    import_is dictionary m/site "zstd with a dictionary"
    rm "$work"/w/part.*
else
    skip "zstd" "zstd is not installed"
fi
# Imports without a result.
printf 'nothing of an archive' >"$work/w/junk.warc"
crawl import -o junk --start http://a.example/ w/junk.warc
exits 2 "a file without records"
absent junk "leaves no folder"
crawl import -o nostart --start http://a.example/ w/plain.warc
exits 4 "a start page that is not there"
is "$(grep -c "no answer for the start page" "$work/err")" 1 "and says so, once"
html='HTTP/1.1 200 OK\r\nContent-Type: text/html'
answer http://a.example/ 2020-01-01T00:00:00Z "" "$html" '<meta name=robots content=noarchive>secret' >"$work/w/kept.warc"
crawl import -o kept w/kept.warc
exits 3 "a start page that may not be kept"
file_lacks err "robots.txt" "for its own words, not those of robots.txt"
answer http://a.example/b 2020-01-01T00:00:01Z "" "$html" 'b' >>"$work/w/kept.warc"
crawl import -o others --start http://a.example/ w/kept.warc
exits 4 "and other files"
file_has err "http://a.example/: this start page must not be kept" "the start page is named"
# Digests that are wrong: the content is kept, and they are counted. To verify, that of the payload decides.
{
    answer http://a.example/ 2020-01-01T00:00:00Z 'WARC-Block-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\nWARC-Payload-Digest: sha1:'"$(printf '<a href=b>b</a>' | openssl dgst -sha1 -binary | base32)" "$html" '<a href=b>b</a>'
    answer http://a.example/b 2020-01-01T00:00:00Z 'WARC-Payload-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' "$html" '<p>b'
} >"$work/w/digests.warc"
crawl import -o digests w/digests.warc
exits 0 "wrong digests"
file_has err "2 records do not match their digests"
exists digests/site/b.html
crawl rebuild digests
exits 0 "can be woven again"
crawl verify digests
exits 0
crawl verify w/digests.warc
file_has out "warning: the block does not match WARC-Block-Digest, but its payload matches WARC-Payload-Digest" "a wrong block is none"
is "$(grep -c 'error: the payload does not match' "$work/out")" 1 "a wrong payload is an error"
# A record in two segments: one page, with the digest of the whole.
printf 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>s</title>be' >"$work/block"
payload=$(printf '<title>s</title>begin end' | openssl dgst -sha1 -binary | base32)
record response http://a.example/ 2020-01-01T00:00:00Z "WARC-Segment-Number: 1\r\nWARC-Payload-Digest: sha1:$payload" "$work/block" >"$work/w/segments.warc"
origin=$(sed -n 's/^WARC-Record-ID: \(<.*>\).*/\1/p' "$work/w/segments.warc")
total=$(($(wc -c <"$work/block") + 7))
printf 'gin end' >"$work/block"
record continuation http://a.example/ 2020-01-01T00:00:00Z \
    "WARC-Segment-Number: 2\r\nWARC-Segment-Origin-ID: $origin\r\nWARC-Segment-Total-Length: $total" "$work/block" |
    sed '/^Content-Type: application\/http;msgtype=continuation/d' >>"$work/w/segments.warc"
crawl verify w/segments.warc
file_lacks out "payload digest"
file_lacks out "does not match WARC-Payload-Digest"
file_lacks out "Content-Type is missing"
crawl import -o segments w/segments.warc
exits 0 "a record in two segments"
is "$(cat "$work/segments/site/index.html")" "<title>s</title>begin end" "is one page"
printf 'filedesc://x.arc 0.0.0.0 20200101000000 text/plain 7\n1 0 x\n' | gzip >"$work/w/old.arc.gz"
crawl import -o old w/old.arc.gz
exits 1 "an ARC"
file_has err "these files contain no answers of a web server; import reads WARC and WACZ files"
sed 's,^WARC/1.[01],WARC/0.18,' "$work/w/plain.warc" >"$work/w/draft.warc"
crawl import -o draft w/draft.warc
import_is draft m/site "WARC/0.18"

# An update visits what is there.
: >"$log"
crawl update --delay 0 i
exits 4 "update"
is "$(diff -r "$work/i/site" "$work/m/site" 2>&1)" "" "update: the same tree"
requested 1 /a.html
requested 0 /private/x
is "$(find "$work/i/archive" -name '*-import1*' | wc -l)" 1 "the imported file is there still"
ok "and unchanged" cmp "$work/w/own.warc.gz" "$work/i/archive/own-import1.warc.gz"
crawl verify i
exits 0 "verify after an update"

# A part of it: what it lacks is reported, and requested only by resume.
crawl mirror --delay 0 --archive all --exclude '*/dir/*' --exclude '*/q*' -o part "$base/"
cp "$work"/part/archive/*.warc.gz "$work/w/part.warc.gz"
: >"$log"
crawl import -o p w/part.warc.gz
exits 0 "a part"
file_has err " not in the imported archive"
crawl explain p "$base/dir/"
file_has out "not in the imported archive" "explain: not in the archive"
crawl verify p
exits 0 "verify"
crawl update --delay 0 p
requested 0 /dir/ "an update requests nothing that was not there"
requested 1 /a.html "except what was"
crawl resume --delay 0 p
requested 1 /dir/ "resume continues"
requested 1 '/q?a=1&b=2' "with all that was missing"
is "$(diff -r "$work/p/site" "$work/m/site" 2>&1)" "" "and makes it whole"

# What wget keeps: WARC 1.0, brackets round URLs, digests over the chunks.
if command -v wget >/dev/null 2>&1; then
    (cd "$work/w" && wget -q -r -l 5 -p -e robots=off --reject-regex '/private/|/noindex' --warc-file=wget -P wget "$base/" 8>&- 9>&-)
    asked=$(requests)
    crawl import -o wget w/wget.warc.gz
    exits 0 "wget's"
    for file in a.html dir/index.html one.png 'q@a=1&b=2.html' empty.html; do
        ok "wget's: $file is the same" cmp "$work/wget/site/$file" "$work/m/site/$file"
    done
    is "$(requests)" "$asked" "wget's: no request is made"
    crawl verify wget
    is "$(grep -c site/ "$work/out")" 0 "wget's: nothing in site/ is wrong"
else
    skip "wget's archive" "no wget here"
fi

# By hand: what is odd, and what is hostile.
asked=$(requests)
html='HTTP/1.1 200 OK\r\nContent-Type: text/html'
site=http://odd.example
{
    answer "$site/logo.png" 2020-01-01T00:00:00Z "" 'HTTP/1.1 200 OK\r\nContent-Type: image/png' 'not a page'
    answer "<$site/>" 2020-01-01T00:00:01Z "" "$html" '<a href="/two">2</a><a href="/old">o</a><a href="/unchunked">u</a><a href="/same">s</a><a href="/post">p</a><a href="/cut">c</a><a href="/no">n</a><a href="/late#x">l</a>'
    answer "$site/two" 2020-01-01T00:00:09Z "" "$html" '<p>the later one'
    answer "$site/two" 2020-01-01T00:00:02Z "" "$html" '<p>the earlier one'
    answer "$site/old" 2020-01-01T00:00:03Z "WARC-Payload-Digest: sha1:OLDOLD" "$html" '<p>twice'
    answer "$site/same" 2020-01-01T00:00:04Z "WARC-Profile: http://netpreserve.org/warc/1.0/revisit/identical-payload-digest\r\nWARC-Payload-Digest: sha1:OLDOLD" "$html" '' |
        sed 's/^WARC-Type: response/WARC-Type: revisit/'
    answer "$site/orphan" 2020-01-01T00:00:04Z "WARC-Payload-Digest: sha1:NOWHERE" "$html" '' |
        sed 's/^WARC-Type: response/WARC-Type: revisit/'
    answer "$site/unchunked" 2020-01-01T00:00:05Z "" "$html\r\nTransfer-Encoding: chunked" '<p>no chunks'
    answer "$site/cut" 2020-01-01T00:00:05Z "WARC-Truncated: disconnect" "$html" '<p>only the begin'
    answer "$site/no" 2020-01-01T00:00:05Z "" "$html" '<meta name=robots content=noindex>secret'
    answer "$site/late" 2020-01-01T00:00:06Z "" 'HTTP/2 302\r\nlocation: /two' ''
    answer "$site/script%20only.json" 2020-01-01T00:00:06Z "" 'HTTP/1.1 200\r\ncontent-type: application/json' '{}'
    answer "$site/range.png" 2020-01-01T00:00:06Z "" 'HTTP/1.1 206 Partial Content\r\nContent-Type: image/png\r\nContent-Range: bytes 0-8/9' 'all of it'
    answer "$site/part.png" 2020-01-01T00:00:06Z "" 'HTTP/1.1 206 Partial Content\r\nContent-Type: image/png\r\nContent-Range: bytes 0-8/99' 'not of it'
    answer "https://cdn.example/f.woff" 2020-01-01T00:00:06Z "" 'HTTP/1.1 200 OK\r\nContent-Type: font/woff' 'font'
    answer "$site/../../../../etc/evil" 2020-01-01T00:00:06Z "" "$html" 'evil'
    answer "$site/%2e%2e/%2e%2e/..%5c..%5cevil2" 2020-01-01T00:00:06Z "" "$html" 'evil'
    answer "ftp://odd.example/x" 2020-01-01T00:00:06Z "" "$html" 'ftp'
    answer "$site/bomb" 2020-01-01T00:00:06Z "" "$html\r\nContent-Encoding: gzip" ''
    printf 'POST /post HTTP/1.1\r\n\r\nx=1' >"$work/block"
    record request "$site/post" 2020-01-01T00:00:07Z "WARC-Concurrent-To: <urn:x:post>" "$work/block"
    answer "$site/post" 2020-01-01T00:00:07Z "WARC-Concurrent-To: <urn:x:post>" "$html" 'the answer to a POST'
    printf 'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s/lost\r\nContent-Length: 99999999999999999999\r\n\r\nx\r\n\r\n' "$site"
    answer "$site/after" 2020-01-01T00:00:08Z "" "$html" '<p>after the damage'
} >"$work/w/odd.warc"
crawl import -o odd w/odd.warc
exits 4 "a damaged record"
file_has err "w/odd.warc: byte " "it is named"
file_has err "skipping 1 revisit records: these files do not contain" "a revisit of nothing"
crawl explain odd "$site/"
file_has out "it is the start page" "the first HTML page is the start page"
file_is odd/site/range.png "all of it" "the answer to a request for a range that has everything"
absent odd/site/part.png
file_has odd/site/two.html "the later one" "the last capture wins"
file_has odd/site/same.html "twice" "a revisit that names its original by digest alone"
file_has odd/site/unchunked.html "no chunks" "chunks that were undone before"
file_has odd/site/after.html "after the damage" "what follows damage"
file_has odd/site/index.html 'href="two.html#x"' "a redirect with a head of HTTP/2"
absent odd/site/no.html "NOINDEX holds here too"
absent odd/site/post.html "an answer to a POST is not a page"
file_has odd/site/cut.html "only the begin" "but half of one is"
exists "odd/site/script only.json" "what nothing links to"
exists odd/site/_hosts/cdn.example/f.woff "what of another host nothing links to"
is "$(find "$work" -name 'evil*' | sed "s|$work/odd/site/||" | sort | head -c 300)" "$(cd "$work/odd/site" && find . -name 'evil*' | sed 's|^./||' | sort)" \
    "no path leads out of the mirror"
is "$(requests)" "$asked" "no request is made"
crawl verify odd
exits 0 "what was written again is whole"
printf x >>"$work/odd/archive/odd-import1.warc.gz"
crawl verify odd
file_has out "archive/odd-import1.warc.gz: changed since its import" "verify: a file that was changed"
crawl import -o odd w/odd.warc
exits 4 "again: the same exit status"
printf 'no warc' >"$work/w/none.warc"
crawl import -o none --start "$site/" w/none.warc
exits 2 "no WARC at all"
file_has err "contains no WARC record"
crawl import -o none w/none.warc
exits 1 "and no start page"
crawl import -o none w/absent.warc
exits 1 "no such file"
crawl import -o none --start mailto:x w/odd.warc
exits 2 "no start page of http"

# A record whose 80 MB are 80 KB in the file is as large as no answer may be that a run receives.
{
    answer "$site/" 2020-01-01T00:00:00Z "" "$html" 'start' | gzip
    {
        printf 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n'
        head -c 80000000 /dev/zero
    } >"$work/block"
    record response "$site/zeros.txt" 2020-01-01T00:00:01Z "" "$work/block" | gzip
} >"$work/w/zeros.warc.gz"
rm "$work/block"
crawl import -o zeros w/zeros.warc.gz
exits 4 "a record of zeros"
file_has err "skipping this record: larger than the limit" "is too large"
absent zeros/site/zeros.txt

# Killed at some moments, it comes to the same end.
for part in $(seq 1 60); do
    answer "http://many.example/$part.html" 2020-01-01T00:00:00Z "" "$html" "<a href=\"$((part + 1)).html\">$part</a>"
done >"$work/w/many.warc"
crawl import -o many w/many.warc
for tenths in 0 1 2 3; do
    (cd "$work" && timeout -s KILL "0.0$((1 + tenths * 2))" "$tiptoe" import -o killed w/many.warc >/dev/null 2>&1)
done
import_again() {
    crawl import -o killed w/many.warc
    ! grep -q 'in use by another' "$work/err"
}
wait_until import_again # timeout does not wait for what it kills
exits 0 "after some kills"
is "$(diff -r "$work/killed/site" "$work/many/site")" "" "the same tree"
crawl verify killed
exits 0 "and all is whole"
done_testing
