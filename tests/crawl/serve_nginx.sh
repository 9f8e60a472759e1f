#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `tiptoe serve --print nginx`: nginx with that server block answers each URL of a mirror as tiptoe serve does, and
# nothing that a site names becomes configuration, or leads out of site/.
. "${top_srcdir:-.}/tests/crawl/lib.sh"
command -v curl >/dev/null 2>&1 || skip_all "curl is not installed"
command -v nginx >/dev/null 2>&1 || skip_all "nginx is not installed"

copy_pid=
trap '[ -z "$copy_pid" ] || kill "$copy_pid"; leave' EXIT

# copy_starts DIR: nginx with the block of a mirror; sets $copy, its address.
copy_starts() {
    for copy_port in $(awk -v seed=$$ 'BEGIN { srand(seed + 1); for (i = 0; i < 20; i++) print 20000 + int(rand() * 12000) }'); do
        crawl serve --print nginx --listen 127.0.0.1 --port "$copy_port" "$1"
        exits 0 "$1: a server block"
        absent "$1/search.db" "$1: which needs no index"
        {
            [ "$(id -u)" != 0 ] || echo "user root;"
            echo "daemon off; pid $work/copy.pid; worker_processes 1; events { worker_connections 64; }"
            echo "http { access_log off; client_body_temp_path $work; proxy_temp_path $work; fastcgi_temp_path $work;"
            echo "uwsgi_temp_path $work; scgi_temp_path $work; charset koi8-r; ssi on; include $work/block; }"
        } >"$work/copy.conf"
        cp "$work/out" "$work/block"
        nginx -t -q -c "$work/copy.conf" -e "$work/copy.err" 8>&- 9>&-
        is "$?" 0 "$1: nginx reads it"
        nginx -q -c "$work/copy.conf" -e "$work/copy.err" 8>&- 9>&- &
        copy_pid=$!
        copy=http://127.0.0.1:$copy_port
        curl -s -o "$work/probe" --max-time 60 --retry 40 --retry-delay 0 --retry-max-time 60 --retry-connrefused "$copy/"
        [ ! -s "$work/copy.pid" ] || return 0
        kill "$copy_pid"
        wait "$copy_pid"
        copy_pid=
    done
}

copy_ends() {
    kill "$copy_pid"
    wait "$copy_pid"
    copy_pid=
    show_ends
}

# get_all FROM INTO: follows redirects from every target of $work/targets; a file with the number of its line for each.
get_all() {
    mkdir "$work/$2"
    awk -v from="$1" -v into="$work/$2" '{
        gsub(/["\\]/, "\\\\&")
        printf "url = \"%s%s\"\noutput = \"%s/%d\"\n", from, $0, into, NR }' "$work/targets" >"$work/curl"
    curl -sgL --path-as-is -w '%{http_code} %{content_type}\n' -K "$work/curl" >"$work/$2.heads"
}

# A file of site/ has the links of its folder, and a page of the server those of the site.
without_links() {
    sed -E 's/(href|src|action|content)=("[^"]*"|[^ >]*)/\1=/g; s/url\([^)]*\)|@import "[^"]*"/url/g' "$1"
}

# same_as_served DIR
same_as_served() {
    sqlite3 "$work/$1/mirror.db" "SELECT substr(url, length('$base') + 1) FROM url JOIN state ON state.id = url.state
        WHERE url LIKE '$base/%' AND url NOT LIKE '%#%' AND url NOT LIKE '%untyped%' AND state.name IN ('done', 'redirected') ORDER BY 1" >"$work/targets"
    rm -f "$work/$1"/search.db*
    copy_starts "$1"
    show "$1"
    get_all "$show" ours
    get_all "$copy" theirs
    ok "$1: the server has all $(wc -l <"$work/targets") URLs" sh -c '! grep -v "^200" "$1"' sh "$work/ours.heads"
    ok "$1: nginx has the same statuses and types" cmp "$work/ours.heads" "$work/theirs.heads"
    : >"$work/differ"
    number=0
    while read -r target; do
        number=$((number + 1))
        cmp -s "$work/ours/$number" "$work/theirs/$number" && continue
        without_links "$work/ours/$number" >"$work/ours.text"
        without_links "$work/theirs/$number" >"$work/theirs.text"
        cmp -s "$work/ours.text" "$work/theirs.text" || echo "$target" >>"$work/differ"
    done <"$work/targets"
    is "$(head -n 5 "$work/differ")" "" "$1: and the same bodies, except for links"
    rm -r "$work/ours" "$work/theirs"
}

serve - <<'END'
/
  type text/html; charset=utf-8
  body
    <title>Start</title><a href="docs/">d</a> <a href="page?x=1&y=a">p</a> <a href="page?y=/z">p</a> <a href="old">o</a>
    <a href="page?x=1">p</a> <a href="?start=2">p</a> <a href="plain">t</a> <a href="docs">d</a> <a href="odd.html">o</a>
    <a href="deep/under">u</a> <a href="api/data">a</a> <a href="caf%C3%A9">c</a> <a href="caf%C3%A9?q=%C3%A9">c</a>
    <a href="feed/">f</a> <a href="koi.html">k</a> <a href="a%2Fb">s</a> <a href="moved">m</a> <a href="untyped">u</a>
    <a href="x/..%2fy">d</a> <a href="untyped;bad">b</a> <a href="a/b">s</a> <a href="double//slash">d</a>
    <a href="hostile%22;%7D%0A$uri/%7B?q=$args';%0d%7B%7D">h</a> <a href="to$1">h</a> <a href="a%5C%22b">q</a>
    <a href="@x/../page.html">w</a> <a href="@x/file">w</a> <a href="gone">g</a>
    <img src="pic?id=5"><img src="logo.png"><script src="lib.js?v=2"></script> <link rel=stylesheet href="s.css">
/page?x=1&y=a
  type text/html; charset=utf-8
  body
    <p>x and y <a href="docs/">d</a>
/page?y=/z
  type text/html; charset=utf-8
  body
    <p>a slash in the query
/page?x=1
  type text/html; charset=utf-8
  body
    <p>x
/?start=2
  type text/html; charset=utf-8
  body
    <p>a query of the root
/old
  status 308 Permanent Redirect
  header Location: /page?x=1&y=a#end
/moved
  status 301 Moved Permanently
  header Location: /docs
/plain
  type text/plain; charset=utf-8
  text plain
/docs
  status 301 Moved Permanently
  header Location: /docs/
/docs/
  type text/html; charset=utf-8
  body
    <p>the folder <a href="../page?x=1">p</a>
/odd.html
  type text/plain
  text <p>not markup <!--#echo var="DATE_GMT" -->
/koi.html
  type text/html; charset=koi8-r
  text <p>another charset
/deep/under
  type text/html; charset=utf-8
  body
    <p>under <a href="../">up</a>
/api/data
  type application/json
  text {"a": "/b"}
/caf%C3%A9
  type text/html; charset=utf-8
  text <p>café
/caf%C3%A9?q=%C3%A9
  type text/html; charset=utf-8
  text <p>café é
/feed/
  type application/rss+xml
  text <rss version="2.0"><channel><title>f</title></channel></rss>
/a%2Fb
  type text/html; charset=utf-8
  text <p>an escaped slash
/a/b
  type text/html; charset=utf-8
  text <p>a slash
/x/..%2fy
  type text/html; charset=utf-8
  text <p>escaped dots
/double//slash
  type text/html; charset=utf-8
  text <p>two slashes
/untyped;bad
  type include; { } $uri "
  text what
/untyped
  text nothing says what this is
/hostile%22;%7D%0A$uri/%7B?q=$args%27;%0d%7B%7D
  type text/html; charset=utf-8
  text <p>hostile
/to$1
  status 302 Found
  header Location: /page?x=1#"};$args{'
/a%5C%22b
  type text/html; charset="utf-8"
  text <p>quotes
/page.html
  type text/html; charset=utf-8
  text <p>a page with an extension
/@x/file
  type text/html; charset=utf-8
  text <p>a folder with a sign
/pic?id=5
  type image/png
  text pic
/logo.png
  type image/png
  text logo
/lib.js?v=2
  type text/javascript
  text run("/")
/s.css
  type text/css
  text body { background: url(logo.png) }
END
crawl mirror --delay 0 -o small "$base/"
exits 4
same_as_served small
ok "no quote, brace, sign or line of a name is in the block" sh -c '! grep -e "hostile[^ ]*[\"{}$;]" "$1" | grep -v "^    if (.request_uri ~ \"^[^\" {};]*\") { return 302 \"[^\"{};$]*\"; }$"' sh "$work/block"
is "$(curl -s -o "$work/body" -w '%{http_code} %{content_type}' "$copy/untyped.bin")" "200 " "no type"
is "$(curl -s -o "$work/body" -w '%{http_code} %{content_type}' "$copy/untyped%3Bbad.bin")" "200 application/octet-stream" "a type that is none"
echo secret >"$work/small/site.html"
mkdir "$work/a\$b"
mv "$work/small" "$work/a\$b/"
crawl serve --print nginx "a\$b/small"
exits 1 "a folder that nginx cannot name"
file_has err "rename it"
file_lacks out server
mv "$work/a\$b/small" "$work/small"
for target in '/../mirror.db' '/..%2fmirror.db' '/?x/../../../report' '/page?x/../../report' '/?x%2f..%2f..%2freport' \
    '/%2e%2e/report.html' '/small/site.html' '/../site.html' '//../archive/' '/@x/..%2f..%2freport.html'; do
    curl -s --path-as-is -o "$work/body" "$copy$target"
    ok "$target does not leave site/" sh -c '! grep -qe secret -e SQLite -e "Stored pages" "$1"' sh "$work/body"
done
is "$(curl -s -o "$work/body" -w '%{http_code}' "$copy/nowhere")" 404 "what the site lacks is not found"
is "$(curl -s -o "$work/body" -w '%{http_code}' -X POST "$copy/logo.png")" 405 "no uploads"
copy_ends

# Lines above a limit are left out, and counted.
awk 'BEGIN {
    printf "/\n  type text/html\n  text <title>Many</title>"
    for (i = 0; i < 2010; i++) printf "<img src=\"i?%d\">", i
    print ""
    for (i = 0; i < 2010; i++) printf "/i?%d\n  type image/png\n  text %d\n", i, i
}' >"$work/many.site"
serve "$work/many.site"
crawl mirror --delay 0 -o many "$base/"
exits 0 "many: mirrored"
rm -f "$work/many"/search.db*
copy_starts many
show many
is "$(grep -c 'return 302' "$work/block")" 2000 "many: 2,000 lines"
file_has block "Left out: 10 other URLs" "many: a comment counts the others"
is "$(curl -sL "$copy/i?7")" 7 "many: the first are there"
copy_ends

python=/usr/share/doc/python3.11/html
if [ -d "$python" ] && nginx_serve "$python"; then
    crawl mirror --delay 0 --connections 8 -o python "$base/"
    exits 4 "python: mirrored"
    same_as_served python
    copy_ends
    nginx_stop
else
    skip "python" "python3-doc of Debian 12 is not installed, or nginx does not start"
fi
done_testing
