#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests one mirror from start to end: its requests and their order, its files, and its messages.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

serve "$top_srcdir/tests/crawl/first.site"
crawl mirror --delay 0 -o m "$base/"
exits 4 "complete, but a link was dead"
requests_are "robots.txt comes first, then the start page, its requisites, then pages" \
    /robots.txt / /style.css /one.png /two.png /a.html /moved /missing /noindex /nofollow /dir/ /found
requested 0 /private/x "what robots.txt forbids is never requested"
requested 0 /hidden "nor what only a NOFOLLOW page links to"
file_has m/site/index.html '<link rel="stylesheet" href="style.css">'
file_has m/site/index.html 'srcset="one.png 1x, two.png 2x"'
file_has m/site/index.html "<a href=\"$base/private/x\">" "what is not in the mirror is linked to on the live site"
file_has m/site/index.html "<a href=\"$base/missing\">" "so is what was not found"
file_has m/site/index.html '<a href="a.html">moved</a>' "a redirect leads to its target's file"
file_has m/site/index.html '<a href="http://other.example/">' "other sites' links stay as they are"
file_is m/site/a.html '<p><a href="index.html#top">home</a> <a href=dir/index.html>dir</a>'
file_is m/site/dir/index.html '<p><a href="../a.html#x">a</a>'
file_is m/site/style.css 'body { background: url("two.png") }'
exists m/site/found.html "a NOINDEX page is followed"
absent m/site/noindex.html "and not stored"
exists m/site/nofollow.html "a NOFOLLOW page is stored"
zcat "$work"/m/archive/*.warc.gz >"$work/warc"
file_has warc "WARC-Target-URI: $base/a.html" "originals are archived"
file_has warc '<a href="/#top">home</a>' "as they came"
file_lacks warc 'not kept' "but not those of a NOINDEX page"
file_has err '1 not requested: robots.txt disallows it'

crawl explain m /private/x
exits 0
file_has out 'rule       line 2: Disallow: /private/' "explain names the line of robots.txt"
crawl explain m /noindex
file_has out 'rule       meta element: noindex' "and the META tag"
crawl explain m /nowhere
exits 1 "explain of a URL never seen"
crawl mirror m
exits 2 "a path of a mirror instead of a URL"
file_has err "m: a mirror; to continue it: tiptoe resume m"
crawl mirror "$work/m"
exits 2 "also with folders"
crawl explain "$base/" m
exits 2 "operands in the wrong order"
file_has err "explain: the mirror m must come first"
: >"$work/plain"
crawl status plain m
exits 1 "a file among mirrors"
file_has err "plain: Not a directory; give the directory of a mirror"
file_has out "m: complete"
crawl status m --json
file_has out '"queued":0,'

forget_requests
crawl mirror --delay 0 -o m "$base/"
exits 4 "a finished mirror again"
requests_are "requests nothing"
(cd "$work/m/site" && find . -type f -exec sha256sum {} + | sort) >"$work/before"
find "$work/m/site" -name '*.html' -exec rm {} +
echo planted >"$work/outside"
ln -s "$work/outside" "$work/m/site/a.html"
crawl rebuild m
exits 0 "rebuild"
file_has err 'm/site/a.html: replacing a symbolic link'
file_is outside planted "what the link led to is untouched"
(cd "$work/m/site" && find . -type f -exec sha256sum {} + | sort) >"$work/after"
ok "makes the same files from the archive" cmp -s "$work/before" "$work/after"

crawl mirror -o m "$base/a.html"
exits 2 "a mirror has one start page"
mkdir "$work/full" && : >"$work/full/file"
crawl mirror -o full "$base/"
exits 1 "a directory with other files is left alone"
file_has err 'full: the directory is neither empty nor a mirror'
crawl resume nowhere
exits 1
file_has err 'nowhere: there is no mirror'
done_testing
