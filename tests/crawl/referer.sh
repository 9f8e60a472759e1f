#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests Referer: the page on which a URL was found, as its policy and those of its elements allow; --referer none.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

cat >"$work/two.site" <<'END'
/robots.txt
  type text/plain
  body
    Sitemap: http://127.0.0.1:@PORT@/sitemap.xml
/sitemap.xml
  type application/xml
  text <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://127.0.0.1:@PORT@/listed</loc></url></urlset>
/
  if port 1
  type text/html
  text <a href="/page?q=1#part">p</a>
/page
  type text/html
  body
    <img src=/pic.png><img src="http://127.0.0.1:@PORT2@/far.png"><a href=/moved>m</a><a rel="noopener noreferrer" href=/untold>u</a>
    <img srcset="/origin.png 2x" referrerpolicy=origin><img src="http://127.0.0.1:@PORT2@/whole.png" referrerpolicy="unsafe-url">
    <link rel=stylesheet href=/style.css><a href=/head>h</a><a href=/meta>m</a><script>fetch("/data.json")</script>
/moved
  status 302 Found
  header Location: /target
/head
  type text/html
  header Referrer-Policy: no-referrer, strict-origin, what-is-this
  text <a href=/by-head>1</a><a href=/by-element referrerpolicy=no-referrer-when-downgrade>2</a>
/meta
  type text/html
  header Referrer-Policy: unsafe-url
  text <meta name=Referrer content=same-origin><img src=/by-meta.png><img src="http://127.0.0.1:@PORT2@/by-meta-far.png">
/style.css
  type text/css
  text p { background: url(by-style.png) }
/*.png
  type image/png
  text png
/*
  type text/html
  text page
END

# told TARGET REFERER: what the request for TARGET said.
told() {
    is "$(awk -v target="$1" '$2 == "request" && $8 == target' "$log" | sed -n 's/.* referer="\([^"]*\)".*/\1/p')" "$2" \
        "$1 is requested ${2:+from $2}${2:-without Referer}"
}

all_told() {
    told /robots.txt ""
    told /sitemap.xml ""
    told /listed ""
    told / ""
    told "/page?q=1" "$base/"
    told /pic.png "$base/page?q=1"
    told /far.png "$base/"
    told /moved "$base/page?q=1"
    told /target "$base/page?q=1"
    told /untold ""
    told /origin.png "$base/"
    told /whole.png "$base/page?q=1"
    told /data.json "$base/page?q=1"
    told /by-style.png "$base/style.css"
    told /by-head "$base/"
    told /by-element "$base/head"
    told /by-meta.png "$base/meta"
    told /by-meta-far.png ""
}
serve "$work/two.site" --ports 2
crawl mirror --delay 0 -o m "$base/"
exits 0
all_told
crawl explain m "$base/untold"
file_has out "(a href; referrer no-referrer)"
forget_requests
crawl update m
all_told
crawl mirror --delay 0 --referer none -o none "$base/"
forget_requests
crawl update none
requested 1 "/page?q=1"
ok "--referer none, which is kept" sh -c '! grep -q " referer=" "$1"' sh "$log"
forget_requests
crawl mirror --delay 0 --header "Referer: https://own.example/" -o own "$base/"
exits 0
told /pic.png https://own.example/
told /far.png "" "the user's own header goes to the site only"

# From an https page to an http URL there is none.
mkdir "$work/tls"
echo "<p>secure<img src=\"$base/down.png\" referrerpolicy=unsafe-url>" >"$work/tls/index.html"
if nginx_serve "$work/tls" '' ssl; then
    crawl mirror --delay 0 --ca-certificate "$work/cert.pem" -o secure "$base/"
    requested 1 /down.png
    told /down.png ""
else
    skip "https to http" "nginx does not start"
fi
done_testing
