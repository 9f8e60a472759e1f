#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that a page is requested once, whatever spellings of its URL, sessions and parameters without effect links have; and that
# no page with content of its own is lost.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

# Spellings that RFC 3986 section 6.2.2 calls equivalent.
serve - <<'END2'
/
  type text/html
  text <a href=/%7eu/a.html>1</a> <a href=/~u/a.html>2</a> <a href=/%7Eu/a.html>3</a> <a href=/%61%2Fb?q=%c3%a9>4</a> <a href=/a%2fb?q=%C3%A9>5</a>
/*
  type text/html
  text @TARGET@
END2
crawl mirror --delay 0 -o spellings "$base/"
exits 0
requests_are "spellings: one request each, in the spelling first seen" /robots.txt / /%7eu/a.html '/%61%2Fb?q=%c3%a9'
file_has spellings/site/index.html '<a href=~u/a.html>1</a> <a href=~u/a.html>2</a> <a href=~u/a.html>3</a>' "spellings: one file"
links_resolve spellings/site
crawl explain spellings "$base/~u/a.html"
file_has out "file       site/~u/a.html" "spellings: explain knows all of them"
crawl rebuild spellings
links_resolve spellings/site "spellings: after a rebuild, too"
done_testing
