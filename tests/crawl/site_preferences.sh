#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests what a site says in robots.txt besides rules: rules for other tools, visit hours, usage preferences; explain shows all
# of it.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

cat >"$work/wishes.site" <<'END'
/robots.txt
  type text/plain
  body
    User-agent: *
    Disallow: /private
    Noindex: /fleeting
    Content-Signal: search=yes, ai-train=no

    User-agent: HTTrack
    Disallow: /

    User-agent: Wget
    Disallow: /slow/
/
  type text/html
  header TDM-Reservation: 1
  header Link: <https://example.org/licence.xml>; rel="license"; type="application/rsl+xml"
  body
    <meta name="tdm-policy" content="https://example.org/policy"><a href=/slow/1>s</a> <a href=/private>p</a>
    <a href=/fleeting>f</a>
/slow/1
  type text/html
  body
    <p>slow
/fleeting
  type text/html
  body
    <p>not for keeping, says robots.txt <a href=/after>on</a>
/after
  type text/html
  body
    <p>after
END
serve "$work/wishes.site"
crawl mirror --delay 0 -o m "$base/"
exits 0
file_has err 'robots.txt of this site excludes mirroring tools (HTTrack)'
requests_are "a Noindex line lets a page be fetched and followed" /robots.txt / /slow/1 /fleeting /after
absent m/site/fleeting.html "but not stored"
crawl explain m /
file_has out 'usage      Content-Signal: search=yes, ai-train=no'
file_has out 'TDM-Reservation: 1'
file_has out '           Link: <https://example.org/licence.xml>; rel="license"'
file_has out '           meta tdm-policy: https://example.org/policy'
file_has out 'verdict    allowed, no rule matches it'
crawl explain m /private
file_has out 'verdict    disallowed by line 2: Disallow: /private'
crawl explain m /fleeting
file_has out 'rule       line 3: Noindex: /fleeting'

forget_requests
crawl mirror --delay 0 --also-obey Wget,Other -o m2 "$base/"
exits 0
requested 0 /slow/1 "with --also-obey the rules for another tool bind too"

forget_requests
crawl mirror --delay 0 --also-obey HTTrack -o m3 "$base/"
exits 3

# A time of day that is not now.
hour=$(date -u +%H)
hour=${hour#0}
from=$(((hour + 3) % 24))
to=$(((hour + 4) % 24))
printf '/robots.txt\n  type text/plain\n  text User-agent: *\\nVisit-time: %02d00-%02d00\\n\n/\n  type text/html\n  text x\n' \
    "$from" "$to" >"$work/hours.site"
play "$work/hours.site"
forget_requests
crawl mirror --delay 0 --max-time 1s -o m4 "$base/"
exits 75 "outside the hours of Visit-time nothing is requested"
requests_are "but robots.txt" /robots.txt
done_testing
