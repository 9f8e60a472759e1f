#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the guard against private addresses, in a network namespace where every address is this machine and the test plays the
# resolver. A request to a private address would arrive, so its absence is a result.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/crawl/lib.sh"
own_network

cat >"$work/names" <<'END'
start.test 93.184.216.34
10.evil.test 93.184.216.35
127.evil.test 93.184.216.35
169.254.evil.test 93.184.216.35
intranet 10.0.0.5
other.test 10.0.0.5
intranet.corp.test 10.0.0.5
ten.test 10.0.0.1
loop.test 127.0.0.1
six.test ::1
meta.test 169.254.169.254
both.test 93.184.216.36 10.0.0.1
rebind.test 93.184.216.34
rebind.test 10.0.0.1
END
names_serve

# All hosts that a page of start.test leads to by redirects. Each has a private address, in some spelling.
spellings="127.0.0.1 127.1 2130706433 0x7f000001 0177.0.0.1 127.0.0.1. 0 %31%32%37.0.0.1 [::1] [::ffff:127.0.0.1]
    [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::808:808] [::ffff:0:127.0.0.1] [2002:7f00:1::]
    [fe80::1] [fc00::1] 10.0.0.1 172.16.0.1 192.168.1.1 100.64.0.1 169.254.169.254 0xa9fea9fe 127.0.0.2
    localhost a.localhost intranet intranet.corp.test ten.test loop.test six.test meta.test"
{
    printf '/robots.txt\n  if no-header never\n  status 404 Not Found\n'
    printf '/\n  type text/html\n  body\n    <title>start</title>\n'
    n=0
    for host in $spellings; do
        n=$((n + 1))
        printf '    <img src=/r%s><img src=http://%s:@PORT@/direct.png>\n' "$n" "$host"
    done
    n=0
    for host in $spellings; do
        n=$((n + 1))
        printf '/r%s\n  status 302 Found\n  header Location: http://%s:@PORT@/redirected.png\n' "$n" "$host"
    done
    cat <<'END'
/away
  status 302 Found
  header Location: http://loop.test:@PORT@/page
/local
  status 301 Moved Permanently
  header Location: http://127.0.0.1:@PORT@/page
/meta
  status 302 Found
  header Location: http://169.254.169.254:@PORT@/page
/page
  type text/html
  body
    <img src=http://ten.test:@PORT@/ten.png><img src=http://other.test:@PORT@/other.png><img src=http://loop.test:@PORT@/loop.png>
/once
  close
  type text/html
  body
    <title>once</title>
/*.png
  type image/png
  text picture
END
} >"$work/guard.site"
serve "$work/guard.site" --everywhere

# hosts: the hosts that had requests, without the port.
hosts() {
    awk '$2 == "request" && match($0, / host="[^"]*"/) { print substr($0, RSTART + 7, RLENGTH - 8) }' "$log" |
        sed 's/:[0-9]*$//' | sort -u | tr '\n' ' '
}

fetch() {
    forget_requests
    crawl "$@"
    settle
}

for run in "mirror --delay 0 --requisites all -o m http://start.test:$port/" "resume m" "update m"; do
    # shellcheck disable=SC2086 # words
    fetch $run
    [ "${run%% *}" != mirror ] || tried=$(grep '(private-address)' "$work/err" | grep -vc '//a\.localhost:')
    is "$(hosts | sed 's/start.test //')" "" "${run%% *}: a public page and its redirects reach no private address"
done
fetch mirror --delay 0 -o m "http://start.test:$port/"
is "$(requests_of /)" 0 "the mirror is complete"
is "$tried" 24 "the guard refused every host, but a.localhost has no address for libcurl 7.81"

for host in 127.evil.test 10.evil.test 169.254.evil.test; do
    fetch mirror --delay 0 --requisites all -o "m-$host" "http://$host:$port/page"
    is "$(hosts)" "$host " "the name $host opens nothing"
done

for page in away local meta; do
    fetch mirror --delay 0 --retries 0 -o "$page" "http://start.test:$port/$page"
    is "$(hosts)" "start.test " "a start page that redirects: /$page opens nothing"
    fetch mirror --delay 0 --retries 0 -o "$page" "http://start.test:$port/$page"
    is "$(hosts | sed 's/start.test //')" "" "nor does the second run"
done

fetch mirror --delay 0 --requisites all -o bare "http://intranet:$port/page"
is "$(hosts)" "intranet other.test " "a name without a dot opens the address that it has, and no other"
fetch mirror --delay 0 --requisites all -o literal "http://10.0.0.1:$port/page"
is "$(hosts)" "10.0.0.1 ten.test " "so does an address"
fetch mirror --delay 0 --requisites all -o loopback "http://localhost:$port/page"
is "$(hosts)" "localhost loop.test " "and localhost"
fetch mirror --delay 0 --requisites none -o link-local "http://169.254.169.254:$port/page"
is "$(hosts)" "169.254.169.254 " "a link-local address opens itself"

fetch mirror --delay 0 --requisites all -o corp "http://intranet.corp.test:$port/page"
is "$(hosts)" "" "a full name opens no private address"
file_has err "http://intranet.corp.test:$port: the host has a private address only (private-address)."
file_has err "To open that address, add --allow-private intranet.corp.test" "and the message says what does"
fetch robots check "http://intranet.corp.test:$port/"
exits 3 "robots check requests nothing there either"
file_has err "To open it, add --allow-private intranet.corp.test" "and says what does"
is "$(hosts)" "" "robots check: no request"
fetch robots check --allow-private INTRANET.corp.test "http://intranet.corp.test:$port/"
is "$(hosts)" "intranet.corp.test " "robots check --allow-private opens its address"
fetch robots test --allow-private intranet.corp.test "http://intranet.corp.test:$port/" "http://intranet.corp.test:$port/page"
is "$(hosts)" "intranet.corp.test " "so does robots test"
fetch robots check --allow-private http://x/ "http://start.test:$port/"
exits 2 "robots check: a value that is no host"
file_has err "--allow-private http://x/: expects a host such as"
fetch mirror --delay 0 --requisites all -o corp --allow-private INTRANET.corp.test "http://intranet.corp.test:$port/page"
exits 4
is "$(hosts)" "intranet.corp.test other.test " "--allow-private opens its address"
fetch update corp
is "$(hosts)" "intranet.corp.test other.test " "and is kept with the mirror"
fetch mirror --delay 0 -o meta-name --allow-private meta.test "http://meta.test:$port/page"
is "$(hosts)" "" "no name opens 169.254.0.0/16"
fetch mirror -o bad --allow-private http://x/ "http://start.test:$port/page"
exits 2
file_has err "--allow-private http://x/: expects a host such as intranet.example, 10.0.0.1 or [fd00::1]"

forget_requests
crawl_signalled TERM 1 0 mirror --delay 60 -o rebind "http://rebind.test:$port/once"
is "$(hosts)" "rebind.test " "robots.txt comes from a public address"
fetch resume rebind --delay 0
is "$(hosts)" "" "the page does not come from the private address that the name has now"

# What a site can name elsewhere than in links: the target of its robots.txt, site maps, headers, other services.
cat >"$work/elsewhere.site" <<'END'
/robots.txt
  if host six.test
  status 302 Found
  header Location: http://loop.test:@PORT@/robots
/robots.txt
  type text/plain
  body
    User-agent: *
    Sitemap: http://loop.test:@PORT@/sitemap.xml
    Sitemap: http://127.0.0.1:@PORT@/sitemap.xml
/
  type text/html
  header Alt-Svc: http/1.1="127.0.0.1:@PORT@"; ma=9999
  header Link: <http://loop.test:@PORT@/a.css>; rel=preload; as=style
  header Refresh: 5; url=http://loop.test:@PORT@/refresh
  body
    <base href="http://loop.test:@PORT@/"><link rel=stylesheet href=b.css><link rel=manifest href=m.json>
    <img src=http://both.test:@PORT@/b.png><a href=http://start.test:@PORT@/two>2</a>
/two
  type text/html
  body
    <title>two</title>
/b.png
  type image/png
  text picture
END
serve "$work/elsewhere.site" --everywhere
fetch mirror --delay 0 --retries 0 --requisites all -o elsewhere "http://start.test:$port/"
is "$(hosts)" "both.test start.test " "site maps, headers and a base open nothing"
requested 1 /b.png "a host with a public and a private address is reached at the public one"
sed -i 's/if host six.test/if host start.test/' "$work/elsewhere.site"
play "$work/elsewhere.site"
fetch mirror --delay 0 --retries 0 -o redirected "http://start.test:$port/"
is "$(hosts)" "start.test " "nor does a redirect of robots.txt"

crawl mirror --delay 0 --retries 0 -o proxied --proxy "http://127.0.0.1:$port" "http://start.test:$port/page"
file_has err "the proxy looks up host names itself" "--proxy says what the guard cannot see"
done_testing
