#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests a server that breaks every rule of HTTP: a broken answer fails alone, and no truncated file is stored as complete.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

broken='cut cut-chunked reset short-length bad-gzip half-gzip bomb bomb2 garbage http09 flood one-header bad-chunk bad-length
two-lengths negative unknown-coding smuggle partial upgrade status-none endless-head'
{
    echo '/'
    echo '  type text/html'
    echo '  body'
    for name in $broken; do
        echo "    <a href=/x/$name.html>$name</a><a href=/good/$name.html>good</a>"
    done
    cat <<'END'
/good/*
  type text/html
  body
    <title>good</title><p>a whole page
/x/cut.html
  type text/html
  fill 5000
  close body 2000
/x/cut-chunked.html
  type text/html
  chunked 100
  fill 1000
  close body 300
/x/reset.html
  type text/html
  fill 5000
  reset body 100
/x/short-length.html
  type text/html
  text 0123456789
  length 20
  close
/x/bad-gzip.html
  type text/html
  header Content-Encoding: gzip
  text \x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03this is not deflate
/x/half-gzip.html
  type text/html
  repeat 2000 <p>some text that is coded</p>
  gzip
  keep 60
/x/bomb.html
  type text/html
  repeat 30000000 a
  gzip
/x/bomb2.html
  type text/html
  repeat 30000000 a
  gzip
  gzip
/x/garbage.html
  raw
  text \x00\x01\x02 this is not HTTP\r\n\r\n
/x/http09.html
  raw
  text <html>old</html>
/x/flood.html
  type text/html
  headers endless X-Flood: and on and on and on
/x/one-header.html
  type text/html
  header X-Long: @FILL:400000@
  text x
/x/bad-chunk.html
  raw
  text HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nabc\r\n0\r\n\r\n
/x/bad-length.html
  type text/html
  length 12x
  text 0123456789
/x/two-lengths.html
  raw
  text HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 4\r\nContent-Length: 9\r\n\r\n<p>123456
/x/negative.html
  raw
  text HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: -1\r\n\r\n<p>123456
/x/unknown-coding.html
  type text/html
  header Content-Encoding: secret
  text what is this
/x/smuggle.html
  raw
  text HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 8\r\n\r\npoisoned
/x/partial.html
  status 206 Partial Content
  type text/html
  header Content-Range: bytes 0-9/100
  text 0123456789
/x/upgrade.html
  raw
  text HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n<p>switched
/x/status-none.html
  raw
  text HTTP/1.1 abc OK\r\nContent-Length: 2\r\n\r\nok
/x/endless-head.html
  interim endless 103 Early Hints
END
} >"$work/broken.site"
serve "$work/broken.site"
crawl mirror --delay 0 --retries 0 --stall 120 -o m "$base/"
exits 4 "some URLs failed, and the run came to its end"
is "$(cat "$work"/m/site/good/*.html | grep -c 'a whole page')" 22 "all good pages are there"
for name in $broken; do
    case $name in
    unknown-coding) file_is "m/site/x/$name.html" 'what is this' "a coding that nobody knows is none, as to browsers" ;;
    smuggle) file_is "m/site/x/$name.html" ok "what follows an answer belongs to none" ;;
    *) ok "$name: nothing of it is in the tree" sh -c 'test ! -e "$1" && test ! -e "${1%.html}.bin"' sh "$work/m/site/x/$name.html" ;;
    esac
done
ok "no answer is another's" sh -c '! grep -rq poisoned "$1"' sh "$work/m/site"
zcat "$work"/m/archive/*.warc.gz >"$work/warc"
is "$(grep -a '^WARC-Target-URI: .*/x/' "$work/warc" | LC_ALL=C sort -u | sed 's|.*/x/||' | tr -d '\r' | tr '\n' ' ')" \
    "smuggle.html unknown-coding.html " "nor in the archive"
is "$(grep -rl 'tmp' "$work/m/tmp" 2>/dev/null | wc -l)$(find "$work/m/tmp" -type f | wc -l)" 00 "nothing is left over"
crawl explain m /x/cut.html
file_has out 'state      failed: no connection, or an incomplete answer'
crawl explain m /x/bomb.html
file_has out 'state      failed: the body cannot be decoded'
ok "no bomb went off on the disk" [ "$(du -sk "$work/m" | cut -f 1)" -lt 2000 ]

# Silence and endless streams: --max-time ends them, and what was good is kept.
cat >"$work/endless.site" <<'END'
/
  type text/html
  body
    <a href=/endless.html>1</a><a href=/good/1.html>2</a><a href=/hang.html>3</a>
/endless.html
  type text/html
  length none
  drip body 20 50
  endless <p>more</p>
/hang.html
  type text/html
  fill 1000
  hang body 200
/good/*
  type text/html
  body
    <p>good
END
serve "$work/endless.site"
endless() {
    rm -rf "$work/silent"
    crawl mirror --delay 0 --connections 3 --max-time "$scale" -o silent "$base/"
    [ "$status" = 75 ] && [ -e "$work/silent/site/good/1.html" ]
}
in_time "an endless page and a silent one end with --max-time, and the good one is kept" endless
absent silent/site/endless.html
absent silent/site/hang.html
is "$(find "$work/silent/tmp" -type f | wc -l)" 0 "nothing is left over"
done_testing
