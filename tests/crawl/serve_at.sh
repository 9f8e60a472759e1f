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
    await "$archive: a second passes, which is what these targets have" sh -c '[ "$(date +%s)" -gt "$1" ]' sh "$(date -d "$between" +%s)"
    play "$work/two.site"
    crawl update --delay 0 "$archive"
    is "$status" 4 "$archive: an update"
    serve_leave

    show "$archive"
    is "$(get / | grep -o second)" second "$archive: now"
    # The page of versions leads to each.
    then=$(date -u -d "$between" +%Y%m%d%H%M%S)
    first=$(get /_tiptoe/changes/ | grep -o 'href="/_tiptoe/at/[0-9]*/"' | head -n 1 | cut -d'"' -f2)
    is "$(get "$first" | grep -o first)" first "$archive: the page of then"
    head_of /_tiptoe/at/20000101000000/ >"$work/head"
    is "$(head -n 1 "$work/head")" "HTTP/1.1 404 " "$archive: before the first capture there is nothing,"
    file_has body "It had not been captured by then"
    is "$(head_of /_tiptoe/at/20001301000000/ | head -n 1)" "HTTP/1.1 404 " "$archive: a time that is none"
    is "$(get / | grep -o second)" second "$archive: without a time it is now again"
    is "$(head_of "/_tiptoe/changes/b?x=1" | head -n 1)" "HTTP/1.1 403 " "$archive: what is withheld has no versions"
    is "$(head_of "/_tiptoe/at/$then/b?x=1" | head -n 1)" "HTTP/1.1 403 " "$archive: nor is it shown at any time"

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
