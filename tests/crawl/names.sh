#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the names that scripts and readers rely on: on a plain server, in an update, and in a mirror with older names.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

# One page at two addresses has one file.
home='<a href=/>h</a> <a href=/index.html>i</a> <a href=/d/index.html>d</a> <a href=/d/>e</a> <a href=/about.html>a</a> <a href=/about>b</a> <a href=/unlike>u</a> <a href=/unlike.html>v</a>'
pairs_site() {
    cat <<END
/robots.txt
  text
/
  type text/html
  text $1$home
/index.html
  type text/html
  text $1$home
/unlike*
  type text/html
  text @TARGET@
/*
  etag "1"
  type text/html
  text <p>the same
END
}

pairs_site '' >"$work/pairs.site"
serve "$work/pairs.site"
crawl mirror --delay 0 -o pairs "$base/"
is "$(cd "$work/pairs/site" && find . -name '*.html' | LC_ALL=C sort | sed 's/#~[a-z2-7]*/#~/' | tr '\n' ' ')" \
    "./about.html ./d/index.html ./index.html ./unlike#~.html ./unlike.html " "equal pages share a file, others do not"
file_has pairs/site/index.html \
    '<a href=index.html>h</a> <a href=index.html>i</a> <a href=d/index.html>d</a> <a href=d/index.html>e</a> <a href=about.html>a</a> <a href=about.html>b</a>' \
    "links with either name lead to it"
crawl explain pairs "$base/index.html"
ok "explain says whose file it is" grep -qF "same as    $base/" "$work/out"
crawl verify pairs
exits 0 "verify finds all"
show pairs
is "$(curl -s -o "$work/got" -w '%{http_code} %{num_redirects}' "$show/index.html")" "200 0" "serve shows it at both"
show_ends
before=$(digests pairs)
crawl update pairs
exits 0 "an update"
is "$(digests pairs)" "$before" "changes nothing"

# The first page changes, and later its address redirects to the other one.
pairs_site 'changed ' >"$work/changed.site"
play "$work/changed.site"
crawl update pairs
file_has pairs/site/index.html 'changed' "both change together"
is "$(find "$work/pairs/site" -name 'index#*' | wc -l)" 0 "and still share the file"
{
    printf '/\n  status 301 Moved\n  header Location: /index.html\n'
    sed '/^\/$/,/text/d' "$work/changed.site"
} >"$work/moved.site"
play "$work/moved.site"
for i in 1 2 3; do
    crawl update pairs
    ok "the page is kept where its first address redirects to the second, update $i" \
        grep -rqF 'changed <a' "$work/pairs/site" --include='index*.html'
done
crawl verify pairs
exits 0 "and nothing is lost"
done_testing
