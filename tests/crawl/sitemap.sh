#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests pages without links to them: sitemaps of robots.txt, feeds, and links in heads; and the use of lastmod.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

serve - --ports 2 <<'END'
/
  text x
END
printf '<urlset><url><loc>%s/packed</loc></url></urlset>' "$base" | gzip -n >"$work/packed.xml.gz"

# The site with the date of page 2 in its sitemap, and its body.
site() {
    cat >"$work/$1.site" <<END
/robots.txt
  type text/plain
  body
    User-agent: *
    Disallow: /closed
    Sitemap: $base/map/index.xml
    Sitemap: /list.txt
    Sitemap: $base/closed/map.xml
    Sitemap: $base/gone.xml
    Sitemap: $base2/theirs.xml
    Sitemap: $base/rss
/map/index.xml
  type application/xml
  body
    <?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    <sitemap><loc>$base/map/pages.xml</loc></sitemap><sitemap><loc>$base/packed.xml.gz</loc></sitemap>
    <sitemap><loc>$base/map/index.xml</loc></sitemap><sitemap><loc>$base/map/gone.xml</loc></sitemap></sitemapindex>
/map/pages.xml
  type application/xml
  body
    <urlset><url><loc>$base/1</loc><lastmod>2020-01-01</lastmod></url><url><loc>$base/2</loc><lastmod>$2</lastmod></url>
    <url><loc>$base/3</loc></url><url><loc>$base/closed/x</loc></url><url><loc>http://other.example/</loc></url></urlset>
/packed.xml.gz
  type application/gzip
  file $work/packed.xml.gz
/list.txt
  type text/plain
  body
    $base/listed
    $base/1
/rss
  type application/rss+xml
  body
    <rss><channel><item><link>$base/item</link></item></channel></rss>
/theirs.xml
  type application/xml
  body
    <urlset><url><loc>$base/vouched</loc></url><url><loc>$base2/theirs</loc></url></urlset>
/
  type text/html
  header Link: </head>; rel=next, </style.css>; rel=stylesheet
  header Link: </sneaky>; rel="next nofollow"
  body
    <link rel=alternate type=application/atom+xml href=/atom><p>no links
/atom
  type application/atom+xml
  body
    <feed><entry><link href="entry"/></entry><link rel="self" href="/self"/></feed>
/style.css
  type text/css
  body
    a { background: url(bg.png) }
/entry
  type text/html
  header Refresh: 5; url=/refreshed
  text entry
/2
  type text/html
  etag "$3"
  text $3
/gone.xml
  status 404 Not Found
/map/gone.xml
  status 404 Not Found
  header Location: /elsewhere.xml
/self
  status 404 Not Found
/*
  type text/html
  etag "@PATH@"
  text @PATH@
END
}

site first 2020-01-01 two
play "$work/first.site"
forget_requests
crawl mirror --delay 0 -o m "$base/"
exits 0
is "$(awk '$2 == "request" && $4 == 1 { print $8 }' "$log" | head -n 3 | tr '\n' ' ')" "/robots.txt / /map/index.xml " \
    "sitemaps come after the start page"
for page in 1 2 3 packed listed item vouched head entry refreshed; do
    exists "m/site/$page.html"
done
exists m/site/atom.atom "a feed is a file of the mirror"
file_is m/site/atom.atom "$(printf '<feed><entry><link href="entry"/></entry><link rel="self" href="/self"/></feed>')" "as it came"
exists m/site/style.css "a style sheet that only the head names"
absent m/site/map "sitemaps are none"
requested 1 /map/index.xml "an index that names itself is read once"
requested 0 /closed/map.xml "a sitemap that robots.txt closes is not read"
requested 0 /closed/x "nor a page, though a sitemap lists it"
requested 0 /theirs "pages of other sites are not taken"
requested 0 /sneaky "rel=nofollow holds in heads too"
requested 0 /self "what only machines follow is left alone"
file_has err "gone.xml: does not exist (404), although robots.txt or a redirect names it" "a sitemap that is not there is reported, and is not a failure"
requested 0 /elsewhere.xml "nor is it one that has moved"
ok "one that only an index names is not worth a line" sh -c '! grep -q "map/gone.xml" "$1"' sh "$work/err"
crawl explain m /3
file_has out "found on   sitemap $base/map/pages.xml"
crawl explain m http://other.example/
exits 1 "a page that the sitemap may not speak of is not even noted"

forget_requests
crawl mirror --delay 0 --sitemaps no -o none "$base/"
exits 0
requested 0 /map/index.xml "--sitemaps no"
requested 0 /1

# An update: what the sitemap calls newer comes first; with trust, what it calls older is not requested.
site second 2099-01-01 changed
play "$work/second.site"
forget_requests
crawl update --delay 0 m
exits 0
is "$(awk '$2 == "request" && $9 != "" && $8 ~ /^\/[0-9a-z]*$/ { print $8 }' "$log" | sed -n '2,4p' | tr '\n' ' ' | grep -c '/2')" 1 \
    "a page that is newer comes first"
file_is m/site/2.html changed
requested 1 /1
site third 2020-01-01 secret
play "$work/third.site"
forget_requests
crawl update --delay 0 --trust-sitemap m
exits 0
requested 0 /1 "with --trust-sitemap what is older is not requested"
requested 0 /2 "even if it has changed without a word"
requested 1 /3 "but what has no date is"
crawl status m --json
file_has out '"queued":0,'

# A sitemap of a host whose robots.txt cannot be read, in a first run, a second one and an update: no run waits for it.
for answer in 'status 503 Busy' 'close head 5'; do
    printf '/robots.txt\n  if port 2\n  %s\n/robots.txt\n  text Sitemap: %s/theirs.xml\n/\n  text x\n' "$answer" "$base2" \
        >"$work/mute.site"
    play "$work/mute.site"
    CRAWL_SECONDS=60 crawl mirror --delay 0 --retries 0 -o "mute ${answer%% *}" "$base/"
    exits 0 "a sitemap of a host without rules ($answer)"
    file_has err "Skipping this host."
    CRAWL_SECONDS=60 crawl mirror --delay 0 --retries 0 -o "mute ${answer%% *}" "$base/"
    exits 0 "again"
    CRAWL_SECONDS=60 crawl update --delay 0 --retries 0 "mute ${answer%% *}"
    exits 0 "and in an update"
    crawl status --json "mute ${answer%% *}"
    file_has out '"queued":0,'
done
# An index names sitemaps of its own host, in three levels, whether robots.txt or a link leads to it.
# index NAME URL…: an index with these entries.
index() {
    printf '/%s\n  type application/xml\n  body\n    <sitemapindex>' "$1"
    shift
    printf '<sitemap><loc>%s</loc></sitemap>' "$@"
    printf '</sitemapindex>\n'
}
{
    index 0.xml "$base/1.xml" "$base2/other.xml" "$base/pages.xml"
    index 1.xml "$base/2.xml"
    index 2.xml "$base/3.xml"
    printf '/pages.xml\n  type application/xml\n  body\n    <urlset><url><loc>%s/deep</loc></url></urlset>\n' "$base"
    printf '/\n  type text/html\n  body\n    <a href=/0.xml>all pages</a>\n/deep\n  type text/html\n  text x\n'
} >"$work/linked.site"
{
    printf '/robots.txt\n  text Sitemap: %s/0.xml\n' "$base"
    sed 's|<a href=/0.xml>all pages</a>|none|' "$work/linked.site"
} >"$work/named.site"
for way in named linked; do
    play "$work/$way.site"
    forget_requests
    crawl mirror --delay 0 -o "$way" "$base/"
    exits 0 "an index that is $way"
    requested 1 /0.xml
    requested 1 /1.xml
    requested 1 /2.xml
    requested 0 /3.xml "the fourth level is not"
    requested 0 /other.xml "another host's sitemap is not"
    exists "$way/site/deep.html"
    crawl explain "$way" /deep
    file_has out "found on   sitemap $base/pages.xml"
done
forget_requests
crawl mirror --delay 0 --depth 5 -o shallow "$base/"
exits 0 "--depth"
requested 1 /0.xml
requested 0 /pages.xml "sitemaps do not tell how deep their pages are"
done_testing
