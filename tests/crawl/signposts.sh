#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests a page whose address is also that of a folder: a plain server answers with the folder, which has a signpost to the
# page. The signpost appears and disappears with its page, and yields to a page of the folder.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

# A site in which what is put in front of it changes it.
site() {
    cat >"$work/now.site"
    cat >>"$work/now.site" <<'END'
/
  type text/html
  body
    <a href=/about?x=1>1</a> <a href=/about#f>2</a> <a href=/items>3</a> <a href="/in/tea%20&+'x'">4</a> <a href=/plain>5</a>
    <a href=/old.html>6</a> <a href=/own>7</a> <a href=/own/>8</a> <a href=/a/b/c>9</a> <a href=/a>10</a> <a href=/q?x>11</a>
    <a href=/q@x/1>12</a>
/about?x=1
  type text/html
  body
    <p>a query
/plain
  type text/html
  body
    <p>no folder
/*
  type text/html
  body
    <title>page</title><a href=/about>about</a> <a href=/about/more>m</a> <a href=/items/1>i</a> <a href=/old/1>o</a>
    <a href="/in/tea%20&+'x'/1">t</a>
END
    [ -z "$server_pid" ] || play "$work/now.site"
}

signposts() {
    (cd "$work/m/site" && grep -rl 'location.replace' . | LC_ALL=C sort | tr '\n' ' ')
}

all="./a/index.html ./about/index.html ./in/tea &+'x'/index.html ./items/index.html "

site </dev/null
serve "$work/now.site"
crawl mirror --delay 0 -o m "$base/"
exits 0
is "$(signposts)" "$all" "pages with a folder have a signpost: not /plain, /old.html, /own with /own/, or /q?x with /q@x/"
file_has m/site/about/index.html 'location.replace("../about.html" + location.search + location.hash)'
file_has m/site/about/index.html 'content="0; url=../about.html"'
file_has "m/site/in/tea &+'x'/index.html" 'location.replace("../tea%20%26%2B%27x%27.html" + '
file_has m/site/own/index.html "<title>page</title>" "a page of the folder is no signpost"
file_has m/site/index.html 'href=about.html#f' "links lead to the page"
links_resolve m/site
crawl verify m
exits 0 "verify finds no problem"
files=$(cd "$work/m/site" && find . -name '*.html' | grep -vc '/index\.html$')
file_has err "$((files + 2)) files" "signposts do not count"
digests m >"$work/whole"

# What is missing or changed is said, and made again with the same bytes. What is there and not a file stays.
spoil() {
    rm "$work/m/site/items/index.html"
    echo mine >"$work/m/site/about/index.html"
}
spoil
crawl verify m
exits 1 "verify finds what is missing and what was changed"
file_has out "site/items/index.html: missing or changed"
file_has out "site/about/index.html: missing or changed"
crawl verify --repair m
exits 0 "verify repairs it"
file_has err "2 files of site/ were written again"
digests m | cmp -s - "$work/whole"
verdict $? "the same bytes"
for purpose in disk both; do
    spoil
    crawl rebuild --for "$purpose" m
    exits 0 "rebuild --for $purpose"
    is "$(signposts)" "$all" "and all signposts are there"
done
digests m | cmp -s - "$work/whole"
verdict $? "the same bytes after all"
spoil
crawl update m
exits 0 "an update makes them again, too"
digests m | cmp -s - "$work/whole"
verdict $? "with the same bytes"
rm "$work/m/site/a/index.html"
ln -s ../index.html "$work/m/site/a/index.html"
crawl update m
exits 0 "a symbolic link in place of one stays"
ok "as it was" test -L "$work/m/site/a/index.html"
rm "$work/m/site/a/index.html"

# A kill at any call leaves none in part.
shim=$top_builddir/tests/crawl/faults.so
if [ -f "$shim" ] && ! nm "$tiptoe" 2>/dev/null | grep -q __asan_init; then
    at=1 torn=0 died=0 status=99
    while [ "$status" = 99 ] && [ "$at" -lt 200 ]; do
        (cd "$work/m/site" && rm -f a/index.html about/index.html items/index.html in/*/index.html)
        (cd "$work" && LD_PRELOAD=$shim FAULT=die FAULT_AT=$at FAULT_COUNT=/dev/null \
            exec "$tiptoe" update m >out 2>err 8>&- 9>&-)
        status=$?
        digests m | grep -qvxFf "$work/whole" && torn=$((torn + 1))
        [ "$status" != 99 ] || died=$((died + 1))
        at=$((at + 3))
    done
    is "$status,$torn" 0,0 "no signpost is in part after $died kills"
    ok "there were kills" [ "$died" -gt 5 ]
    digests m | cmp -s - "$work/whole"
    verdict $? "a run that ends makes all of them"
fi
crawl update m

# serve knows the addresses, and shows no signpost; neither do exports have it.
show --port 0 m
is "$(curl -s -w '%{http_code}' -o "$work/shown" "$show/about")" 200 "serve answers /about"
file_has shown "<title>page</title>" "with the page"
is "$(curl -s -w '%{http_code}' -o "$work/shown" "$show/about/")" 404 "and has no page /about/"
file_lacks shown location.replace
show_ends
if has_library ARCHIVE && command -v unzip >/dev/null 2>&1; then
    crawl export --wacz m.wacz m
    exits 0 "a WACZ"
    unzip -qo "$work/m.wacz" -d "$work/wacz"
    # shellcheck disable=SC2016 # for the inner shell
    ok "without them" sh -c '! { find "$1" -name "*.gz" -exec gzip -dc {} +; cat "$1"/pages/*; } | grep -aq location.replace' sh "$work/wacz"
fi

# The page may not be kept any more, and then is there again.
site <<'END'
/about
  type text/html
  body
    <meta name=robots content=noindex><a href=/about/more>m</a>
END
crawl update m
exits 0
absent m/site/about.html
absent m/site/about/index.html "its signpost leaves with it"
exists m/site/about/more.html
site </dev/null
crawl update m
is "$(signposts)" "$all" "the page returns, and the signpost with it"

# The folder gets a page, loses it again, and what is below it does not matter.
site <<'END'
/plain
  type text/html
  body
    <a href=/items/>items</a>
/items/
  type text/html
  body
    <p>a page of the folder
END
crawl update m
exits 0
file_has m/site/items/index.html "a page of the folder" "it takes the place of the signpost"
crawl rebuild m
file_has m/site/items/index.html "a page of the folder" "and keeps it"
closed='/items/
  type text/html
  body
    <meta name=robots content=noindex>'
echo "$closed" | site
crawl update m
exits 0
is "$(signposts)" "$all" "and the signpost is back"

# A page that is gone is kept, with its signpost, and leaves with --delete.
site <<END
/items
  status 410 Gone
$closed
END
crawl update m
file_has m/site/items/index.html location.replace "the kept page keeps its signpost"
crawl update --delete m
absent m/site/items.html
absent m/site/items/index.html "both leave"
exists m/site/items/1.html

# Its answer is another type, so that its file has another name.
site <<'END'
/a
  type text/plain
  text a
END
crawl update m
exists m/site/a.txt
absent m/site/a/index.html "no page, no signpost"

# On a plain server.
serve_stop
if nginx_serve "$work/m/site"; then
    is "$(curl -sL -o "$work/shown" -w '%{http_code} %{url_effective}' "$base/about")" "200 $base/about/" \
        "nginx answers /about with the folder"
    file_has shown 'href="../about.html"' "which leads to the page"
else
    skip "a plain server" "nginx does not start"
fi
# Where the start page is elsewhere, a signpost is at the root, until a page is there.
cat >"$work/root.site" <<'END'
/
  status 302 Found
  header Location: /en/
/en/*
  type text/html
  text <title>@TARGET@</title><a href=/en/more>m</a>
END
serve "$work/root.site"
crawl mirror --delay 0 -o root "$base/"
exits 0
file_has root/site/index.html 'location.replace("en/index.html" + ' "the root leads to the end of a redirect"
crawl verify root
exits 0
rm "$work/root/site/index.html"
crawl verify root
exits 1 "verify misses it"
crawl rebuild root
file_has root/site/index.html '<a href="en/index.html">' "and a rebuild makes it again"
crawl mirror --delay 0 --scope path -o path "$base/en/more"
file_has path/site/index.html '<a href="en/more.html">' "so does a start page below it"
printf '/\n  type text/html\n  text <p>now a page\n' | cat - "$work/root.site" >"$work/page.site"
play "$work/page.site"
crawl update root
crawl update root
file_has root/site/index.html 'now a page' "a page at the root takes its place"
done_testing
