#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests what real servers send and browsers accept: bytes of older encodings in header fields, sitemaps that are almost XML,
# several types; and what browsers request without a link: the page to which a script moves at once, and the files of a script
# on a page with a base.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

printf '<?xml version="1.0"?>\n<urlset><url><loc>/in-map</loc></url><url><loc>http://a b</loc></url></urlset>' >"$work/map"
{ printf '\nWarning: something\n' && cat "$work/map"; } >"$work/map.xml"
cat >"$work/untidy.site" <<END
/robots.txt
  text Sitemap: @BASE@/map-\xe4.xml\nSitemap: @BASE@/lines.txt\nSitemap: @BASE@/broken.xml\n
/map-%E4.xml
  type text/xml
  file $work/map.xml
/lines.txt
  type text/plain
  text @BASE@/line1\r@BASE@/line2\r
/broken.xml
  type text/xml
  text <html><p>no sitemap
/
  type text/html
  header Link: </f\xfc.css>; rel=stylesheet
  header Refresh: 900; url=/r\xf6
  text <a href=/moved>1</a> <a href=/twice>2</a> <a href=/deep/in/help.html>3</a> <a href=/start>4</a>
/moved
  status 302 Found
  header Location: /caf\xe9?\xdf
/twice
  type text/html, text/html
  text <a href=/found>f</a>
/start
  type text/html
  text <script>window.location = "/home"</script>
/deep/in/help.html
  type text/html
  text <!DOCTYPE html><html><base href="../../"><script src=js/app.js></script><p>text
/js/app.js
  type text/javascript
  text fetch("data/index.json")
/data/index.json
  type application/json
  text {"a": 1}
/*
  type text/html
  text <title>@TARGET@</title><p>a page
END
serve - <<END
/*
  text soon
END
sed "s|@BASE@|$base|g" "$work/untidy.site" >"$work/now.site"
play "$work/now.site"
crawl mirror --delay 0 -o m "$base/"
exits 0
requested 1 '/map-%E4.xml' "bytes in robots.txt are percent-encoded as they are"
requested 1 '/f%FC.css' "in Link"
requested 1 '/r%F6' "in Refresh"
requested 1 '/caf%E9?%DF' "and in Location"
requested 1 /in-map "a sitemap after a warning, with a relative address"
requested 1 /line1 "lines that end in CR"
requested 1 /line2
ok "a sitemap without pages is reported" grep -q "broken.xml: no pages could be read" "$work/err"
crawl explain m "$base/broken.xml"
ok "explain knows it" grep -q "entries    0: nothing in it" "$work/out"
crawl explain m "$base/lines.txt"
ok "and others" grep -q "entries    2" "$work/out"
requested 1 /found "a type that is there twice is one"
requested 1 /home "a script that goes elsewhere at once links to a page"
exists m/site/home.html
requested 1 /data/index.json "the base of a page is that of its scripts"
crawl verify m
exits 0
done_testing
