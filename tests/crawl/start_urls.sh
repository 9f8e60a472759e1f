#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests several start URLs: operands, --urls, a sitemap. They are pages of one site and judged like any link.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

cat >"$work/urls.site" <<'END'
/robots.txt
  type text/plain
  body
    User-agent: *
    Disallow: /no
/
  type text/html
  body
    start
/x*
  type text/html
  body
    <img src=/i.png> <a href=/deep>deep</a>
/i*
  type image/png
  body
    PNG
/deep
  type text/html
  body
    deep
END
serve "$work/urls.site" --ports 2

crawl mirror --delay 0 -o m "$base/" "$base/x1" "$base/x1" "$base/no" "$base2/other"
exits 0
requests_are "the start page, then the others" /robots.txt / /x1 /i.png /deep
requests_are_at 2 "not another site"
file_has err "1 of the given URLs are outside the mirror by --scope or another option, and are not requested"
crawl explain m "$base/no"
file_has out "rule       line 2: Disallow: /no"
file_has out "found on   the command line or --urls"

forget_requests
printf '# more\n\n  %s/x2 \r\n%s/x3#part\n' "$base" "$base" >"$work/list"
crawl mirror --delay 0 --urls list -o m "$base/"
exits 0 "a list for a mirror that is complete"
requests_are "only what is new" /x2 /x3
forget_requests
crawl mirror --delay 0 --urls list -o m "$base/"
requests_are "the same command again"
forget_requests
(cd "$work" && printf '%s/x4\n' "$base" | "$tiptoe" resume --delay 0 --urls - m 2>err)
is "$?" 0 "standard input"
requested 1 /x4
crawl update m
requested 2 /x4 "an update visits it"

forget_requests
crawl -i list -w 0 --depth 0 -P only
exits 0 "wget -i: the first URL of a list is the start page; --depth 0 mirrors only the list"
file_has err "-i means --urls"
requests_are "no links" /robots.txt /x2 /i.png /x3

for wrong in "ftp://example.org/" "http://u:p@example.org/" "+*.png"; do
    forget_requests
    crawl mirror -o wrong "$base/" "$wrong"
    is "$status" 2 "refused: $wrong"
    printf '%s\n' "$wrong" >"$work/wrong.list"
    crawl mirror --urls wrong.list -o wrong "$base/"
    is "$status" 2 "refused in a list: $wrong"
    requests_are "nothing is requested"
done
file_has err "a filter of HTTrack; use --include PATTERN"
absent wrong
for length in 9000 3000000; do
    { echo "$base/" && printf '%s/' "$base" && head -c $length /dev/zero | tr '\0' x; } >"$work/long.list"
    crawl mirror --urls long.list -o wrong "$base/"
    exits 2 "a line of $length bytes"
    file_has err "--urls: a line is too long for a URL: $base/xxx"
    ok "of which only the beginning is shown" [ "$(wc -c <"$work/err")" -lt 200 ]
done
absent wrong
crawl mirror --urls none.list "$base/"
is "$status" 2 "no such list"
: >"$work/empty"
crawl mirror --urls empty
is "$status" 2 "an empty list"
file_has err "mirror: missing URL; usage: tiptoe mirror [options] URL"

# A sitemap as the start URL
sed "s|BASE|$base|" >"$work/map.site" <<'END'
/sitemap.xml
  type application/xml
  body
    <?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    <url><loc>BASE/x1</loc></url></urlset>
END
cat "$work/urls.site" >>"$work/map.site"
forget_requests
play "$work/map.site"
crawl mirror --delay 0 --depth 1 -o map "$base/sitemap.xml"
exits 0 "a sitemap as the start URL"
requests_are "its pages, and with --depth 1 only these" /robots.txt /sitemap.xml /x1 /i.png
done_testing
