#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `tiptoe serve`: the site's own paths, types, redirects, ranges and conditions; a reason for each missing page; during
# a run that adds to the mirror; and only on loopback.
# shellcheck disable=SC2154 # serve sets port2 and base2
. "${top_srcdir:-.}/tests/crawl/lib.sh"
command -v curl >/dev/null 2>&1 || skip_all "curl is not installed"

# get TARGET [CURL OPTION…]: into $work/head and $work/body, status in $status.
get() {
    target=$1
    shift
    status=$(curl -s -o "$work/body" -D "$work/head.crlf" -w '%{http_code}' --path-as-is "$@" "$show$target")
    tr -d '\r' <"$work/head.crlf" >"$work/head"
}

# gets STATUS TARGET [CURL OPTION…]
gets() {
    wanted=$1
    shift
    get "$@"
    is "$status" "$wanted" "$* gives $wanted"
}

head_has() {
    ok "${2:-$target has the header $1}" grep -qixF "$1" "$work/head"
}

serve - --ports 2 <<'END'
/robots.txt
  type text/plain
  body
    User-agent: *
    Disallow: /private/

/robots.txt
  if port 2
  type text/plain
  text

/docs/
  type text/html; charset=windows-1251
  header Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT
  body
    <!DOCTYPE html><title>Start</title><link rel=stylesheet href="style.css?v=2">
    <a href="page?x=1&amp;y=/z#top">p</a> <a href="/docs/">self</a> <a href=old>old</a> <a href="/docs/hop">hop</a>
    <a href="//127.0.0.1:@PORT@//double//slash">d</a> <a href="/_hosts/own">own</a> <a href=plain>plain</a>
    <a href="/private/x">no</a> <a href=noindex>no</a> <a href=gone>no</a> <a href=missing>no</a> <a href=broken>no</a>
    <a href="http://elsewhere.example/page">else</a> <a href=deep>deep</a> <a href=download>d</a> <a href=named>named</a>
    <img src="http://127.0.0.1:@PORT2@/cdn/logo?size=1"><img src="http://127.0.0.1:@PORT2@/cdn/none.png" alt="">
    <script src="app.js"></script>

/docs/style.css?v=2
  type text/css
  body
    @import "http://127.0.0.1:@PORT2@/cdn/more.css"; body { background: url(../docs/bg.png?x#f) }

/docs/bg.png?x
  type image/png
  etag "live"
  fill 5000

/docs/app.js
  type application/javascript; charset=utf-8
  text fetch("/docs/page?x=1&y=/z")

/docs/page?x=1&y=/z
  type text/html
  body
    <p id=top>with a query

/docs/page
  type text/html
  body
    <p>another query

/docs/old
  status 308 Permanent Redirect
  header Location: /docs/page?x=1&y=/z

/docs/named
  status 301 Moved Permanently
  header Location: /docs/page?x=1&y=/z#top/%C3%A9"'<>

/docs/hop
  status 302 Found
  header Location: http://127.0.0.1:@PORT2@/elsewhere

//double//slash
  type text/html
  body
    <p>slashes

/_hosts/own
  type text/html
  body
    <p>a folder of the site's own

/docs/plain
  type text/plain;\tcharset=utf-8
  text <b>not HTML</b>

/docs/download
  type application/x-evil
  header Content-Encoding: identity
  text data

/docs/noindex
  type text/html
  header X-Robots-Tag: noindex
  text <p>secret

/docs/gone
  status 410 Gone
  text gone

/docs/broken
  status 418 Teapot
  text broken

/docs/deep
  type text/html
  header Refresh: 5; url=page?x=1&y=/z#top
  text <a href=deeper>deeper</a>

/docs/deeper
  type text/html
  text <a href=deepest>deepest</a>

/cdn/more.css
  if port 2
  type text/css
  text b { background: url(logo?size=1) }

/cdn/logo?size=1
  if port 2
  type image/png
  fill 100
END
crawl mirror --delay 0 --depth 2 -o m "$base/docs/"
forget_requests
show "$work/m"
is "$(echo "$show" | tr 0-9 9 | tr -s 9)" http://9.9.9.9:9 "it says where: $show"
port_shown=${show##*:} address=${show#http://} address=${address%:*}
is "${address%%.*}" 127 "at a loopback address"

# The site's own paths, woven from the originals.
gets 200 /docs/
head_has 'Content-Type: text/html; charset=windows-1251'
head_has 'Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT'
head_has 'Accept-Ranges: bytes'
head_has 'Cache-Control: no-cache'
head_has "Content-Security-Policy: default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
head_has 'Cross-Origin-Opener-Policy: same-origin'
head_has 'Cross-Origin-Resource-Policy: same-origin'
head_has 'Referrer-Policy: no-referrer'
head_has 'X-Robots-Tag: noindex'
for has in 'href="/docs/style.css?v=2"' 'href="/docs/page?x=1&amp;y=/z#top"' 'href="/docs/">self' 'href=/docs/old>' \
    '<a href="'"$base/docs/hop"'"' 'href="/.//double//slash"' "href=\"/_hosts/127.0.0.1:$port/_hosts/own\"" 'href=/docs/plain>' \
    "href=\"$base/private/x\"" "href=$base/docs/noindex>" "href=$base/docs/gone>" "href=$base/docs/missing>" \
    'href="http://elsewhere.example/page"' "src=\"/_hosts/127.0.0.1:$port2/cdn/logo?size=1\"" 'src="data:,"'; do
    file_has body "$has"
done
gets 200 '/docs/page?x=1&y=/z'
file_has body 'with a query'
gets 404 '/docs/page?x=1'
gets 200 '/docs/?typed=by+a+reader'
file_has body '<title>Start</title>' "a query that no page links to is answered by its path"
gets 200 //double//slash
file_has body slashes
gets 200 "/_hosts/127.0.0.1:$port/_hosts/own"
gets 200 /_hosts/own
gets 200 '/docs/style.css?v=2'
file_has body "@import \"/_hosts/127.0.0.1:$port2/cdn/more.css\""
file_has body 'url(/docs/bg.png?x#f)'
gets 200 "/_hosts/127.0.0.1:$port2/cdn/more.css"
file_has body "url(/_hosts/127.0.0.1:$port2/cdn/logo?size=1)"
head_has 'Content-Type: text/css'
gets 200 /docs/app.js
head_has 'Content-Type: application/javascript; charset=utf-8'
file_is body 'fetch("/docs/page?x=1&y=/z")'
gets 200 /docs/plain
head_has 'Content-Type: text/plain; charset=utf-8' "a tab in a type is a blank"
gets 200 /docs/../docs/./plain
file_is body '<b>not HTML</b>' "dots in a path lead nowhere else"

gets 200 /docs/deep
head_has 'Refresh: 5; url=/docs/page?x=1&y=/z#top'
file_is body '<meta http-equiv="refresh" content="5;url=/docs/page?x=1&amp;y=/z#top"><a href=/docs/deeper>deeper</a>'

# Redirects, and the root of a site that starts deeper.
gets 308 /docs/old
head_has 'Location: /docs/page?x=1&y=/z'
gets 301 /docs/named
head_has "Location: /docs/page?x=1&y=/z#top/%C3%A9%22'%3C%3E" "the fragment of a redirect is kept"
gets 302 /docs/hop
head_has "Location: /_hosts/127.0.0.1:$port2/elsewhere"
gets 302 "/_hosts/127.0.0.1:$port/docs/plain"
head_has 'Location: /docs/plain'
gets 302 /
head_has 'Location: /docs/'

# Names of files, as they stand in addresses from disk.
(cd "$work/m/site" && find . -type f ! -name robots.txt) | LC_ALL=C sort >"$work/files"
while read -r file; do
    get "$(echo "${file#.}" | sed 's/%/%25/g; s/#/%23/g; s/@/%40/g; s/?/%3F/g; s/ /%20/g')?from=disk" -L
    echo "$status"
done <"$work/files" | sort | uniq -c >"$work/statuses"
is "$(tr -s ' ' <"$work/statuses")" " $(($(wc -l <"$work/files"))) 200" "every file is found by its name"
gets 302 /docs/deep.html
head_has 'Location: /docs/deep'
gets 404 "/docs/page.html%00x"
gets 404 /docs/%ff%fe%80.html

# Ranges and conditions, for files and for what is woven.
for path in '/docs/bg.png?x' '/docs/'; do
    get "$path"
    cp "$work/body" "$work/whole"
    size=$(wc -c <"$work/whole")
    tag=$(sed -n 's/^ETag: //p' "$work/head")
    ok "$path has an entity tag" [ ${#tag} -gt 10 ]
    head_has "Content-Length: $((size))"
    gets 206 "$path" -H 'Range: bytes=5-9'
    head_has "Content-Range: bytes 5-9/$((size))"
    is "$(cat "$work/body")" "$(tail -c +6 "$work/whole" | head -c 5)" "the bytes that were requested"
    gets 206 "$path" -H 'Range: bytes=-4' -H "If-Range: $tag"
    is "$(cat "$work/body")" "$(tail -c 4 "$work/whole")" "and the last ones"
    gets 200 "$path" -H 'Range: bytes=5-9' -H 'If-Range: "other"'
    gets 200 "$path" -H 'Range: bytes=1-2,4-5'
    gets 416 "$path" -H "Range: bytes=$((size))-"
    head_has "Content-Range: bytes */$((size))"
    gets 304 "$path" -H "If-None-Match: \"x\", W/$tag"
    head_has "ETag: $tag"
    is "$(wc -c <"$work/body" 2>/dev/null || echo 0)" 0 "and no body"
    gets 200 "$path" -H 'If-None-Match: "other"' -H 'If-Modified-Since: Sun, 06 Nov 2050 08:49:37 GMT'
    gets 200 "$path" -I
    head_has "Content-Length: $((size))" "HEAD tells the size"
done
gets 304 /docs/ -H 'If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT'
gets 200 /docs/ -H 'If-Modified-Since: Sun, 06 Nov 1994 08:49:36 GMT'
get '/docs/bg.png?x'
ok "a file is as it was" cmp -s "$work/body" "$(find "$work/m/site" -name 'bg*')"

# What is missing, and why.
missing() {
    gets "$1" "$2"
    head_has 'Content-Type: text/html; charset=utf-8'
    file_has body "$3"
    file_has body "<a rel=\"noreferrer\" href=\"$4\">"
}
missing 404 '/never?<x>' 'it was never requested' "$base/never?%3Cx%3E"
missing 403 /private/x 'line 2: Disallow: /private/' "$base/private/x"
missing 403 /docs/noindex 'NOINDEX' "$base/docs/noindex"
missing 410 /docs/gone 'does not have it' "$base/docs/gone"
missing 404 /docs/missing 'HTTP status 404' "$base/docs/missing"
missing 502 /docs/broken 'HTTP status 418' "$base/docs/broken"
missing 404 /docs/deepest '--depth' "$base/docs/deepest"
missing 404 /_hosts/elsewhere.example:80/page '--scope' 'http://elsewhere.example/page'
missing 404 "/_hosts/127.0.0.1:$port2/cdn/none.png" 'does not have it' "$base2/cdn/none.png"
missing 404 "/_hosts/127.0.0.1:$port2/elsewhere" 'First found on' "$base2/elsewhere"
gets 404 '/_hosts/a%20b/x'
gets 404 /_hosts/
gets 404 /../../../../etc/passwd
gets 404 /%2e%2e/%2e%2e/mirror.db
gets 404 /site/index.html
for length in 8000 9000 16400 30000; do
    get "/$(awk -v n=$length 'BEGIN { while (n-- > 0) printf "a" }')" # too long for any URL of a mirror
    is "$status" 404 "a target of $length bytes is nothing"
done

# Nobody else, and nothing else.
for host in evil.example "evil.example:$port_shown" "$address" "$address:1" "$address.evil:$port_shown" \
    "127.0.0.1:$port_shown" "localhost:$port_shown" "[::1]:$port_shown"; do
    gets 421 /docs/ -H "Host: $host"
done
gets 400 /docs/ -H 'Host:'
gets 403 /docs/app.js -H 'Service-Worker: script'
gets 405 /docs/ -d x=1
head_has 'Allow: GET, HEAD'
gets 405 /docs/ -X DELETE
gets 405 /docs/ -X OPTIONS
is "$(curl -s -o "$work/1" -o "$work/2" -w '%{num_connects}' "$show/docs/" "$show/docs/app.js")" 10 "a connection is kept"
for n in 1 2 3 4 5 6 7 8; do
    curl -s -o "$work/many.$n" "$show/docs/bg.png?x" &
    pids="${pids-} $!"
done
for pid in $pids; do wait "$pid"; done
is "$(cat "$work"/many.? | wc -c)" 40000 "eight at once"
is "$(cat "$work/show.err")" '' "nothing is complained of"
is "$(grep -c ' request ' "$log")" 0 "nothing is requested of the live site"

# Damage is reported, and goes no further.
cp -r "$work/m" "$work/damaged"
: >"$work/damaged/archive/$(ls "$work/m/archive")"
rm "$work/damaged/site/docs/plain.txt" "$work/damaged/site/docs/app.js"
ln -s "$work/m/mirror.db" "$work/damaged/site/docs/plain.txt"
mkfifo "$work/damaged/site/docs/app.js"
show_ends TERM
is "$status" 0 "SIGTERM ends it"
show "$work/damaged"
for path in /docs/ /docs/plain /docs/app.js; do
    gets 500 "$path"
    file_has body 'tiptoe verify'
done
gets 200 '/docs/bg.png?x'
is "$(wc -l <"$work/show.err")" 3 "and said on stderr"

# A port of one's own; one that is taken.
crawl serve --port "${show##*:}" damaged
exits 1 "a port that is taken is an error"
file_has err 'cannot listen'
show_ends INT
is "$status" 0 "SIGINT ends it too"
show "$work/damaged" --no-scripts
ok "another mirror has another address" [ "${show%:*}" != "http://$address" ]
get '/docs/bg.png?x'
ok "--no-scripts forbids scripts" grep -q "^Content-Security-Policy: .*script-src 'none'.*sandbox" "$work/head"
show_ends TERM
show "$work/m" --port "$port_shown"
is "$show" "http://$address:$port_shown" "the port that was asked for, at the address of before"
show_ends TERM

# At another address, each request needs the key, which its address gives once, as a cookie.
show "$work/m" --listen 127.0.0.1
key=${show##*"?"}
show=${show%%/_tiptoe/*}
file_has show.err "not encrypted" "others are warned"
ok "the key has 128 bits" sh -c 'echo "$1" | grep -Eqx "tiptoe[0-9a-f]{8}=[0-9a-f]{32}"' sh "$key"
gets 403 /docs/
file_lacks body Start
file_lacks head Set-Cookie
for wrong in "${key%?}" "${key}0" "x$key" "${key%?}g" "${key%%=*}" "" "Tiptoe${key#tiptoe}"; do
    gets 403 /docs/ -H "Cookie: $wrong"
    gets 403 "/_tiptoe/?$wrong"
done
gets 303 "/_tiptoe/?$key"
head_has "Set-Cookie: $key; Path=/; HttpOnly; SameSite=Lax"
head_has "Location: /"
gets 200 /docs/ -H "Cookie: a=b; $key;c=d"
file_lacks head Set-Cookie
gets 303 "/_tiptoe/?$key" -H "Cookie: $key"
gets 421 /docs/ -H "Cookie: $key" -H "Host: rebound.example:${show##*:}"
gets 421 "/_tiptoe/?$key" -H "Host: rebound.example:${show##*:}"
gets 405 /docs/ -X POST -H "Cookie: $key"
show_ends TERM
show "$work/m" --listen 127.0.0.1
ok "the next start has another key" [ "$key" != "${show##*"?"}" ]
show_ends TERM
for wrong in 0.0.0.0 example.org 127.1 ::1 ""; do
    crawl serve --listen "$wrong" m
    exits 2 "--listen '$wrong'"
done
file_has err "expects one IPv4 address of this machine"
crawl serve --listen 192.0.2.1 m
exits 1 "--listen with an address of another machine"
file_has err "cannot listen on port 0 of 192.0.2.1: Cannot assign requested address. Choose an address of this machine"

# Beside a run: what is queued is said to be, and is shown once it is there.
crawl_signalled TERM 3 0 mirror --delay 0 --depth 2 -o part "$base/docs/"
exits 75 "a mirror that is not complete"
show "$work/part"
gets 503 /docs/deep
file_has body 'not complete'
gets 404 /docs/deeper
crawl resume part
gets 200 /docs/deep
file_has body 'href=/docs/deeper'
gets 200 /docs/deeper
show_ends TERM
crawl serve nothing
exits 1 "a directory that is not a mirror"
done_testing
