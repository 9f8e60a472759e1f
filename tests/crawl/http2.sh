#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests HTTP/2 with nginx over TLS: one connection for all requests, the same mirror as with HTTP/1.1, no limit of the pace
# exceeded, and HTTP/1.1 where the archive needs the bytes of the wire.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

command -v nginx >/dev/null 2>&1 || skip_all "nginx is not installed"
command -v openssl >/dev/null 2>&1 || skip_all "openssl is not installed"

# Pages that link to each other, a style sheet, and images that are larger than a window of HTTP/2.
mkdir "$work/tree"
i=0
while [ $i -lt 40 ]; do
    {
        echo "<title>$i</title><link rel=stylesheet href=s.css><img src=i1.png>"
        echo "<a href=p$((i * 2 % 40)).html>a</a> <a href=p$(((i * 3 + 1) % 40)).html>b</a> <a href=p$(((i + 1) % 40)).html>c</a>"
        seq 1 40
    } >"$work/tree/p$i.html"
    i=$((i + 1))
done
echo '<img src=i1.png><img src=i2.png><img src=i3.png><img src=i4.png><img src=i5.png>' |
    cat "$work/tree/p0.html" - >"$work/tree/index.html"
echo 'a { background: url(i1.png) }' >"$work/tree/s.css"
for i in 1 2 3 4 5; do
    head -c 300000 /dev/zero >"$work/tree/i$i.png"
done

mirror() {
    : >"$work/nginx.log"
    began=$(date +%s%3N)
    crawl "$@" --quiet --ca-certificate "$work/cert.pem"
    nginx_settle
}

# The requests of tiptoe to nginx, the columns from the end being the time it took, the version and the connection.
versions() {
    awk '/tiptoe/ { print $(NF - 1) }' "$work/nginx.log" | sort -u | tr '\n' ' '
}
connections() {
    awk '/tiptoe/ && !seen[$NF]++ { n++ } END { print n + 0 }' "$work/nginx.log"
}
asked_twice() {
    awk '/tiptoe/ { print $3 }' "$work/nginx.log" | sort | uniq -d
}

# The time is that of the end, in seconds; a request is open from its start. Requests that ended and began within a
# millisecond do not count as open at once.
most_at_once() {
    awk '/tiptoe/ { printf "%.3f 1\n%.3f 0\n", $1 - $(NF - 2) + 0.0005, $1 }' "$work/nginx.log" | sort -n | awk '
        { open += $2 ? 1 : -1; if (open > most) most = open }
        END { print most + 0 }'
}

# How many milliseconds are lacking for requests to have come so far from one another. nginx may have seen each of them later
# than it came, so this is the least by which the first must have come before tiptoe began.
lacking() {
    awk '/tiptoe/ { printf "%.0f\n", 1000 * ($1 - $(NF - 2)) }' "$work/nginx.log" | sort -nr | awk -v gap="$1" -v began="$began" '
        { came = NR == 1 || $1 < came - gap ? $1 : came - gap }
        END { print NR == 0 ? "all" : came < began ? began - came : 0 }'
}

is_whole() {
    exits 0 "$2"
    ok "$1 has the whole site" sh -c 'test "$(ls "$1/site" | wc -l)" = 47' sh "$work/$1"
    crawl verify "$1"
    exits 0 "$1 verifies"
}

slow='limit_rate 200k;'
nginx_serve "$work/tree" "$slow" "ssl http2" || skip_all "nginx does not start, or speaks no HTTP/2"

crawl mirror --quiet --delay 0 --retries 0 -o untrusted "$base/"
exits 69 "a certificate that no one vouches for is not trusted"
crawl mirror --ca-certificate nowhere.pem -o untrusted "$base/"
exits 2 "a file of certificates that is not there is a wrong option"
file_has err "--ca-certificate $work/nowhere.pem: No such file" "and named"

mirror mirror --delay 0 --connections 4 -o two "$base/"
is_whole two "a mirror by HTTP/2"
is "$(versions)" "HTTP/2.0 " "HTTP/2 is spoken"
is "$(connections)" 1 "on one connection"
is "$(asked_twice)" "" "nothing is requested twice"
most=$(most_at_once)
ok "several requests at once, but no more than --connections ($most)" \
    sh -c 'test "$1" -gt 1 && test "$1" -le 4' sh "$most"
zcat "$work"/two/archive/*.warc.gz | tr -d '\r' >"$work/warc"
ok "each request and answer in the archive says so" sh -c '
    n=$(grep -ac "^WARC-Type: re[qs]" "$1")
    test "$n" -gt 80 && test "$(grep -ac "^WARC-Protocol: h2$" "$1")" = "$n"' sh "$work/warc"
ok "and the version of TLS with its cipher suite" sh -c '
    n=$(grep -ac "^WARC-Type: re[qs]" "$1")
    test "$(grep -ac "^WARC-Protocol: tls/1.[23]$" "$1")" = "$n" && test "$(grep -aEc "^WARC-Cipher-Suite: TLS_[A-Z0-9_]+$" "$1")" = "$n"
    ' sh "$work/warc"
file_has warc "GET /p1.html HTTP/1.1" "requests are written as readers know them"
ok "and answers" grep -aqx 'HTTP/1.1 200 ' "$work/warc"
ok "no line has the other form" sh -c '! grep -aq "HTTP/2" "$1"' sh "$work/warc"

mirror update two
exits 0 "an update"
is "$(versions)$(connections)" "HTTP/2.0 1" "by HTTP/2 again, the certificate being kept with the mirror"
is "$(awk '/tiptoe/ && $4 == 304' "$work/nginx.log" | wc -l)" 47 "asks on condition"

mirror mirror --delay 0.1 --connections 4 --max-pages 8 -o slow "$base/"
is "$(lacking 100)" 0 "the delay is kept between streams too"
is "$(connections)" 1 "on one connection again"

mirror mirror --delay 0 --connections 4 --archive all -o all "$base/"
is_whole all "an archival run"
is "$(versions)" "HTTP/1.1 " "has the bytes of the wire, by HTTP/1.1"
zcat "$work"/all/archive/*.warc.gz | tr -d '\r' >"$work/warc"
file_lacks warc "WARC-Protocol: h" "and says nothing of another protocol"
ok "but of TLS, on kept connections too" sh -c '
    test "$(grep -ac "^WARC-Protocol: tls/1.[23]$" "$1")" = "$(grep -aEc "^WARC-Type: (request|response|revisit)$" "$1")"' sh "$work/warc"
mirror update all
zcat "$work"/all/archive/*.warc.gz | tr -d '\r' >"$work/warc"
is "$(grep -ac '^WARC-Protocol: tls/1.[23]$' "$work/warc")" "$(grep -acE '^WARC-Type: (request|response|revisit)$' "$work/warc")" \
    "and so do the revisits of an update"
crawl verify all
exits 0 "which verifies"
file_lacks err "warning" "without warnings"
nginx_stop

for tls in "1.2 TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256" "1.3 TLS_AES_"; do
    nginx_serve "$work/tree" "" "ssl http2" "ssl_protocols TLSv${tls% *}; ssl_ciphers ECDHE-ECDSA-AES128-GCM-SHA256;"
    mirror mirror --delay 0 --max-pages 2 -o "tls${tls% *}" "$base/"
    zcat "$work/tls${tls% *}"/archive/*.warc.gz >"$work/warc"
    file_has warc "WARC-Protocol: tls/${tls% *}" "the version of TLS"
    file_has warc "WARC-Cipher-Suite: ${tls#* }" "the suite by its name in IANA's registry"
    nginx_stop
done

nginx_serve "$work/tree" "" ssl
mirror mirror --delay 0 --connections 4 -o one "$base/"
is_whole one "a server without HTTP/2"
is "$(versions)" "HTTP/1.1 " "is asked by HTTP/1.1"
ok "with the same result" diff -r "$work/one/site" "$work/two/site"
nginx_stop

# It says GOAWAY after some requests; the streams that are open it serves.
nginx_serve "$work/tree" "keepalive_requests 7; gzip on; gzip_min_length 0;" "ssl http2"
mirror mirror --delay 0 --connections 4 -o away "$base/"
is_whole away "a server that ends connections, and compresses"
is "$(versions)" "HTTP/2.0 " "is asked by HTTP/2"
is "$(asked_twice)" "" "nothing twice"
ok "with the same result again" diff -r "$work/away/site" "$work/two/site"
nginx_stop

# Pages without a length: libcurl before 8.0 does not see whether they are whole, so one is requested again.
nginx_serve "$work/tree" "ssi on;" "ssl http2"
mirror mirror --delay 0 --log log -o made "$base/"
is_whole made "a server that makes its pages, and tells no length"
ok "no more than the start page is asked for twice" test -z "$(asked_twice | grep -vx /)"
ok "with the same result once more" diff -r "$work/made/site" "$work/two/site"
nginx_stop

# The same of robots.txt, and of a sitemap: pages that are compressed show their end.
mkdir "$work/listed"
for i in 1 2 3; do
    echo "<title>$i</title>" >"$work/listed/p$i.html"
done
cp "$work/listed/p1.html" "$work/listed/index.html"
listed() {
    printf 'User-agent: *\nDisallow: /p2\nSitemap: %s/sitemap.xml\n' "$base" >"$work/listed/robots.txt"
    for i in 1 2 3; do
        echo "<url><loc>$base/p$i.html</loc></url>"
    done | sed '1s/^/<urlset>/; $s/$/<\/urlset>/' >"$work/listed/sitemap.xml"
    mirror mirror --delay 0 -o "$1" "$base/"
    exits 0 "a server that makes $2"
    is "$(ls "$work/$1/site" | tr '\n' ' ')" "index.html p1.html p3.html robots.txt " "is mirrored as it says"
    ok "and nothing else is asked for twice" test -z "$(asked_twice | grep -vx "/$2")"
    nginx_stop
}
nginx_serve "$work/listed" "gzip on; gzip_min_length 0; ssi on; ssi_types text/plain;" "ssl http2"
listed ruled robots.txt
nginx_serve "$work/listed" "gzip on; gzip_min_length 0; ssi on; ssi_types text/xml;" "ssl http2"
listed mapped sitemap.xml

# One server, one certificate, two names.
mkdir "$work/twice"
cp "$work/tree/i1.png" "$work/twice"
nginx_serve "$work/twice" "" "ssl http2"
echo "<img src=i1.png><img src=https://localhost:$port/i1.png>" >"$work/twice/index.html"
mirror mirror --delay 0 -o names "$base/"
exits 0 "a server with two names"
is "$(connections)" 2 "has a connection of each"
nginx_stop

done_testing
