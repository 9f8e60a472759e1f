#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests proxies: --proxy, the environment, SOCKS, and proxies that fail.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

cat >"$work/pages.site" <<'END'
/
  type text/html
  body
    <a href=/page>page</a>
/page
  type text/html
  body
    page
END
serve "$work/pages.site" --ports 2

# Its second port plays a proxy of the first: there the rules are for whole URLs.
{
    cat "$work/pages.site"
    sed "s|^/|$base/|" "$work/pages.site"
} >"$work/both.site"
play "$work/both.site"

forget_requests
http_proxy=http://me:secret@127.0.0.1:$port2 crawl mirror --delay 0 -o env "$base/"
exits 0 "the proxy of the environment"
file_has err "all requests go through the proxy 127.0.0.1:$port2, by the variable http_proxy; --proxy none uses none"
file_lacks err secret "without its password"
ok "the proxy gets the requests" test "$(awk '$2 == "request" && $4 == 2' "$log" | wc -l)" -eq 3

forget_requests
all_proxy=$base2 crawl mirror --delay 0 -o all "$base/"
file_has err "by the variable all_proxy"
HTTP_PROXY=$base2 https_proxy=$base2 crawl mirror --delay 0 -o other "$base/"
file_lacks err "proxy" "HTTP_PROXY and https_proxy are not for http"
for exempt in 127.0.0.1 'example.org, 0.0.1' '*'; do
    forget_requests
    http_proxy=$base2 no_proxy=$exempt crawl mirror --delay 0 -o "exempt$exempt" "$base/"
    file_lacks err "proxy" "no_proxy=$exempt"
done
http_proxy=$base2 NO_PROXY=27.0.0.1,example.org crawl mirror --delay 0 -o partly "$base/"
file_has err "by the variable http_proxy" "a part of a label exempts nothing"
http_proxy=$base2 crawl mirror --delay 0 --proxy none -o none "$base/"
file_lacks err "proxy" "--proxy none"
http_proxy=$base2 crawl -r -w 0 --no-proxy -P no "$base/"
file_lacks err "the proxy looks up" "wget's --no-proxy"

# libcurl applies NO_PROXY to a given proxy too; then no one would check the addresses.
forget_requests
NO_PROXY='*' crawl mirror --delay 0 --proxy "$base2" -o given "$base/"
exits 0 "--proxy"
ok "NO_PROXY does not exempt hosts from --proxy" test "$(awk '$2 == "request" && $4 == 1' "$log" | wc -l)" -eq 0

# A port on which nothing listens; one that a test server has left may be given to the next.
dead=1
serve_stop
crawl mirror --proxy "http://127.0.0.1:$dead" -o dead http://example.test/
exits 69 "a dead proxy"
file_has err "http://example.test/: no connection to the proxy, or it requires a password; check --proxy"
crawl mirror --proxy "socks5h://127.0.0.1:$dead" -o dead5 http://example.test/
exits 69 "a dead SOCKS proxy"
file_has err "no connection to the proxy"

serve - <<'END'
http://example.test/robots.txt
  status 407 Proxy Authentication Required
  header Proxy-Authenticate: Basic realm="x"
  body
    no
END
crawl mirror --proxy "$base" -o password http://example.test/
exits 69 "a proxy that requires a password"
requests_are "407 is not an answer of the site: it does not mean that there is no robots.txt" http://example.test/robots.txt

# In a mirror that has files, the same command continues later.
serve "$work/pages.site"
crawl mirror --delay 0 --max-pages 1 -o later "$base/"
crawl resume --max-pages 5 --proxy "http://127.0.0.1:$dead" later
exits 75 "a dead proxy of a mirror that has files"
file_has err "not complete: no connection to the proxy"
crawl resume later
exits 0 "the same mirror without it"
exists later/site/page.html

# SOCKS, which picks no free port by itself
socks_pid=
socks_answers() {
    curl -s -o "$work/probe" --max-time 60 --proxy "socks5h://127.0.0.1:$socks" "$base/page" || ! kill -0 "$socks_pid" 2>/dev/null
}
for socks in $(awk -v seed=$$ 'BEGIN { srand(seed); for (i = 0; i < 20; i++) print 20000 + int(rand() * 12000) }'); do
    command -v microsocks >"$work/which" || break
    microsocks -i 127.0.0.1 -p "$socks" 2>"$work/socks.log" 8>&- 9>&- &
    socks_pid=$!
    wait_until socks_answers
    [ ! -s "$work/probe" ] || break
done
if [ -s "$work/probe" ]; then
    for scheme in socks5h socks5; do
        : >"$work/socks.log"
        crawl mirror --delay 0 --proxy "$scheme://127.0.0.1:$socks" -o "$scheme" "$base/"
        exits 0 "$scheme"
        file_has socks.log "connected to 127.0.0.1:$port" "$scheme: through the proxy"
        exists "$scheme/site/page.html"
    done
    crawl mirror --delay 0 --proxy "socks5h://127.0.0.1:$socks" -o noname --retries 0 http://no-such-host.invalid/
    exits 75 "SOCKS: a host that the proxy does not find"
else
    skip "SOCKS" "no microsocks"
fi
[ -z "$socks_pid" ] || kill "$socks_pid"
done_testing
