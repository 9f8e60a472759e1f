#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests failures of the start page that end a first run at once with 69: no such host, a port on which nothing listens, the
# wrong scheme, an untrusted certificate. Once something is stored, the same failures are temporary.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

# A label longer than DNS has is nobody's name, and no server is queried for it.
crawl mirror --delay 0 -o unknown "http://$(printf '%064d' 0 | tr 0 n).example/"
exits 69 "no such host"
file_has err ".example/: there is no such host; check the spelling of the URL"
file_lacks err "Trying again" "which is not a reason to wait"
absent unknown "and leaves no folder"
mkdir "$work/own"
crawl mirror --delay 0 -o own "http://$(printf '%064d' 0 | tr 0 n).example/"
exits 69
exists own/mirror.db "a folder of the user's stays"

printf '/*\n  type text/html\n  text <p>x\n' >"$work/calm.site"
serve "$work/calm.site" --ports 2
crawl mirror --delay 0 -o m "$base/"
exits 0
serve_leave
crawl mirror --delay 0 -o refused "$base/"
exits 69 "a port on which nothing listens"
file_has err "$base/: the server refuses connections; check host and port, or try again later"
absent refused
crawl mirror --delay 0 -o "own/new/place//" "$base/"
exits 69
absent own/new/place "nor in another folder"
crawl mirror --delay 0 -o "some/new/$(printf '%0256d' 0)" "$base/"
exits 1 "a name that is too long"
crawl update --delay 0 --retries 0 m
exits 75 "a site that was there before may come back"
file_has err "could not fetch robots.txt of $base: the server refuses connections (refused)"
serve_return
crawl mirror --delay 0 -o refused "$base/"
exits 0 "the same command works when the server is there"

# Invalid HTTP is not a sign of https.
printf '/robots.txt\n  raw\n  text nonsense\\r\\n\\r\\n\n' >"$work/odd.site"
play "$work/odd.site"
forget_requests
crawl mirror --delay 0 --retries 0 -o odd "$base/"
exits 75 "a server that speaks neither"
file_has err "$base/: the answer is not valid HTTP; if the server speaks https at this port, use https://127.0.0.1:$port/"
requests_are "robots.txt is requested once by http" /robots.txt

# The directory of a mistake can be used for another URL; what the first host said about its pace stays in force.
printf '/robots.txt\n  status 429 Later\n  header Retry-After: 200000\n' >"$work/later.site"
play "$work/later.site"
crawl mirror --depth 3 --delay 0 -o again "$base/first?a"
exits 75 "a site that asks to come back later"
crawl mirror --delay 0 -o again "$base/second"
exits 75 "its other page waits, too"
crawl explain again "$base/first?a"
exits 1 "the first URL is forgotten"
crawl mirror --delay 0 -o again http://127.0.0.1:1/
exits 69
play "$work/calm.site"
crawl mirror --delay 0 -o again "$base2/second"
exits 0 "another site"
file_has again/site/second.html '<p>x'
crawl mirror --delay 0 -o again "$base/"
exits 2 "where something is stored, another URL needs another directory"
file_has err "again is a mirror of $base2/second; to continue it: tiptoe resume again; for another start page, choose another --output"

# The site's robots.txt does not stay where the mirror is of another site.
printf '/robots.txt\n  text User-agent: *\\nDisallow: /\\n\n' >"$work/closed.site"
play "$work/closed.site"
crawl mirror --delay 0 -o twice "$base/"
exits 3
exists twice/site/robots.txt
printf '/robots.txt\n  status 404 None\n/*\n  type text/html\n  text <p>x\n' >"$work/calm.site"
play "$work/calm.site"
crawl mirror --delay 0 -o twice "$base2/"
exits 0
absent twice/site/robots.txt

# Two sites of one host have two directories.
crawl mirror --delay 0 "$base/"
crawl mirror --delay 0 "$base2/"
exists "127.0.0.1_$port/site/index.html"
exists "127.0.0.1_$port2/site/index.html"

mkdir "$work/tree" && echo '<p>x' >"$work/tree/index.html"
if nginx_serve "$work/tree" "" ssl; then
    : >"$work/nginx.log"
    crawl mirror --delay 0 -o tls "http://127.0.0.1:$port/"
    exits 69 "http to a port that speaks https"
    file_has err "; if the server speaks https at this port, use https://127.0.0.1:$port/"
    crawl mirror --delay 0 -o untrusted "$base/"
    exits 69 "a certificate that is not trusted"
    file_has err "$base/: the certificate of the server is not trusted; check the host name, or give its certificate with --ca-certificate"
    file_lacks err "Trying again" "which is not a reason to wait"
    crawl mirror --delay 0 --ca-certificate cert.pem -o untrusted "$base/"
    exits 0 "and with that certificate the same mirror continues"
else
    skip "TLS" "nginx does not start"
fi
nginx_stop
if nginx_serve "$work/tree"; then
    : >"$work/nginx.log"
    crawl mirror --delay 0 -o plain "https://127.0.0.1:$port/a?b"
    exits 69 "https to a port that speaks http"
    file_has err "https://127.0.0.1:$port/a?b: TLS failed; if the server speaks http at this port, use http://127.0.0.1:$port/a?b"
    nginx_settle
    is "$(grep -c 'GET /a' "$work/nginx.log")" 0 "no page is requested to find that out"
else
    skip "http" "nginx does not start"
fi
done_testing
