#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests status and report with several mirrors: a line or a JSON object for each, and one page for all.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

cat >"$work/first.site" <<END
/
  type text/html
  body
    <a href=/a>a</a> <a href=/missing>m</a>
/a
  type text/html
  body
    <title>A</title>
END
serve "$work/first.site"
mkdir "$work/two words"
crawl mirror --delay 0 -o "$work/one" "$base/"
exits 4
crawl mirror --delay 0 --depth 0 -o "$work/two words/two" "$base/a"
exits 0

crawl status "$work/one" "$work/two words/two"
exits 0
is "$(cat "$work/out")" "$work/one: complete, but some URLs failed; 2 stored, 0 queued, 1 failed
$work/two words/two: complete; 1 stored, 0 queued, 0 failed" "a line for each mirror"
crawl status --json "$work/one" "$work/two words/two"
is "$(grep -c '^{"directory":"[^"]*","start":"http:.*}$' "$work/out")" 2 "a JSON object for each mirror"
crawl status "$work/one" "$work/none" "$work/two words/two"
exits 1 "a mirror that is missing"
is "$(wc -l <"$work/out")" 2 "the lines of the others"
file_has "$work/err" "$work/none"

rm "$work/one/report.html"
crawl report --output "$work/all.html" "$work/one" "$work/two words/two"
exits 0
is "$(wc -l <"$work/out")" 2 "a line for each report"
exists "$work/one/report.html"
file_has "$work/all.html" 'href="one/report.html"'
file_has "$work/all.html" 'href="two%20words/two/report.html"'
file_has "$work/all.html" 'href="one/site/index.html"' "and to the pages"
is "$(grep -o '<bdi>live<' "$work/all.html" | wc -l)" 2 "and to each live site"
file_lacks "$work/all.html" '<script'
links_resolve "$work" "the page leads to pages and reports"
if command -v xmllint >/dev/null; then
    ok "the page is well formed" xmllint --noout --nonet "$work/all.html"
else
    skip "the page is well formed" "no xmllint"
fi
crawl report --output "$work/none/all.html" "$work/one"
exits 1 "a page that cannot be written"
file_has "$work/err" "choose another file with --output"
crawl report --json "$work/one" "$work/two words/two"
exits 0
is "$(grep -c '"start":"http:' "$work/out")" 2 "a JSON report for each mirror"
done_testing
