#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `tiptoe serve --at`: it shows the mirror as it was when a run ended, or at a given time.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

command -v curl >/dev/null 2>&1 || skip_all "curl is not installed"

get() {
    curl -s --max-time 60 "$show$1"
}

head_of() {
    curl -s --max-time 60 -o "$work/body" -D - "$show$1" | tr -d '\r'
}

cat >"$work/one.site" <<'END'
/
  type text/html
  body
    <p>first <a href="/b?x=1">b</a> <a href="/went">went</a> <a href="/moves">moves</a> <img src="/i.png"><img src="/same.png">
/b?x=1
  type text/html
  body
    <p>b of the first <a href="/">home</a>
/went
  type text/html
  body
    <p>it was there
/moves
  status 302 Found
  header Location: /went#end
/i.png
  type image/png
  text one
/same.png
  type image/png
  etag "same"
  text same
END
cat >"$work/two.site" <<'END'
/
  type text/html
  body
    <p>second <a href="/b?x=1">b</a> <a href="/went">went</a> <a href="/moves">moves</a> <img src="/i.png"><img src="/same.png"><a href="/late">l</a>
/b?x=1
  type text/html
  body
    <meta name="robots" content="noindex"><p>secret now
/moves
  status 301 Moved Permanently
  header Location: /late
/late
  type text/html
  body
    <p>new in the second
/i.png
  type image/png
  text two
/same.png
  type image/png
  etag "same"
  text same
END

for archive in all documents; do
    serve "$work/one.site"
    crawl mirror --delay 0 --archive "$archive" -o "$archive" "$base/"
    is "$status" 0 "$archive: a mirror"
    between=$(date -u +%Y-%m-%dT%H:%M:%S.%6NZ)
    await "$archive: a second passes, which is what HTTP dates have" sh -c '[ "$(date +%s)" -gt "$1" ]' sh "$(date -d "$between" +%s)"
    play "$work/two.site"
    crawl update --delay 0 "$archive"
    is "$status" 4 "$archive: an update"
    serve_leave

    show "$archive"
    is "$(get / | grep -o second)" second "$archive: now"
    ok "$archive: a page says when it was captured" grep -Eq '^Memento-Datetime: [A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT$' \
        <<END
$(head_of /)
END
    is "$(head_of / | grep '^Link:')" "Link: <$base/>; rel=\"original\", <$show/>; rel=\"timegate\", \
<$show/_tiptoe/timemap/>; rel=\"timemap\"; type=\"application/link-format\"" "$archive: and of what"
    is "$(head_of /nowhere | grep -c '^Memento')" 0 "$archive: a page that is missing says nothing of that"

    # Memento (RFC 7089): every URL is its TimeGate.
    then=$(date -u -d "$between" '+%a, %d %b %Y %H:%M:%S GMT')
    shown_at() { curl -s --max-time 60 -H "Accept-Datetime: $1" -o "$work/body" -D - "$show$2" | tr -d '\r'; }
    shown_at "$then" / >"$work/head"
    file_has body first "$archive: the page of then"
    file_has head "Vary: Accept-Datetime"
    memento=$(sed -n 's/^Content-Location: //p' "$work/head")
    is "$(curl -s --max-time 60 "$memento" | grep -o first)" first "$archive: $memento is its memento"
    shown_at "Sat, 01 Jan 2000 00:00:00 GMT" / >"$work/head"
    is "$(head -n 1 "$work/head")" "HTTP/1.1 404 " "$archive: before the first capture there is nothing,"
    file_has body "It had not been captured by then"
    file_has head "Vary: Accept-Datetime" "$archive: which is so for that time only,"
    file_has head 'rel="timemap"' "$archive: and where the captures are listed"
    is "$(grep -c '^Memento' "$work/head")" 0 "$archive: but it is no capture"
    is "$(shown_at yesterday-ish / | head -n 1)" "HTTP/1.1 400 " "$archive: a time that is none"
    is "$(get / | grep -o second)" second "$archive: without a time it is now again"
    head_of /_tiptoe/timemap/ >"$work/head"
    file_has head "Content-Type: application/link-format"
    file_has body "<$memento>; rel=\"first memento\"; datetime=\"" "$archive: the TimeMap has the first"
    is "$(grep -c '; rel="last memento"; ' "$work/body")" 1 "$archive: and the last"
    is "$(head_of '/_tiptoe/timemap/b?x=1' | head -n 1)" "HTTP/1.1 403 " "$archive: but none of what is withheld"
    is "$(shown_at "$then" '/b?x=1' | head -n 1)" "HTTP/1.1 403 " "$archive: nor at any time"

    for at in 1 "$between"; do
        show --at "$at" "$archive"
        is "$(get / | grep -o first)" first "$archive at $at: the start page"
        is "$(get / | grep -c "href=\"/b?x=1\"\|href=\"/went\"")" 1 "$archive at $at: its links stay here"
        is "$(get /went | grep -c 'it was there')" 1 "$archive at $at: what is gone now"
        is "$(head_of /late | head -n 1)" "HTTP/1.1 404 " "$archive at $at: what came later"
        file_has body "It had not been captured by then"
        is "$(get /same.png)" same "$archive at $at: what never changed"
        is "$(head_of '/b?x=1' | head -n 1)" "HTTP/1.1 403 " "$archive at $at: what is withheld now"
        if [ "$archive" = all ]; then
            is "$(get /i.png)" one "all at $at: a picture"
            is "$(head_of /i.png | grep '^Content-Type')" "Content-Type: image/png" "all at $at: with its type"
            is "$(head_of /moves | sed -n 's/^HTTP.1.1 //p; /^Location/p' | tr -d '\n')" "302 Location: /went#end" \
                "all at $at: a redirect"
        else
            is "$(head_of /i.png | head -n 1)" "HTTP/1.1 404 " "documents at $at: a picture that changed"
            file_has body "of that time is not in the mirror"
        fi
    done
    show --at 2 "$archive"
    is "$(get / | grep -o second)" second "$archive at 2: the second run"
    is "$(get /i.png)" two "$archive at 2: its picture"
    is "$(get /late | grep -c 'new in')" 1 "$archive at 2: what came with it"
    crawl serve --at 2001-01 "$archive"
    exits 2 "$archive at 2001-01: before the first capture"
    file_has err "--at 2001-01: the mirror begins at $(date -u +%Y)"
    show_ends
done

# What the site has withdrawn is not shown, whatever it answers afterwards, and also while an update is under way.
{
    printf '/robots.txt\n  text User-agent: *\\nDisallow: /went\\n\n/b?x=1\n  status 404 Not Found\n'
    cat "$work/one.site"
} >"$work/three.site"
serve "$work/three.site" --port "$port"
for stopped in no yes; do
    if [ "$stopped" = no ]; then
        crawl update --delay 0 documents
    else
        forget_requests
        crawl_signalled INT 2 0 update --delay 1 documents
    fi
    show --at 1 documents
    for page in '/b?x=1' /went; do
        is "$(head_of "$page" | grep -c '^HTTP/1.1 [45]0[34] ')" 1 "stopped $stopped: $page is not shown"
        file_lacks body "b of the first"
        file_lacks body "it was there"
    done
    show_ends
    crawl export --warc at.warc.gz --cdxj at.cdxj documents
    is "$(gzip -dc "$work/at.warc.gz" | grep -ac 'b of the first\|it was there')" 0 "stopped $stopped: nor exported"
    is "$(grep -c '/went"\|/b?x=1"' "$work/at.cdxj")" 0 "stopped $stopped: nor in an index"
done

for at in 99 never 2026-13-01; do
    crawl serve --at "$at" all
    exits 2 "no time: $at"
    file_has err "--at $at"
done
done_testing
