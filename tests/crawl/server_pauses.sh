#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests a site that requests a pause or begins to refuse: pauses across runs, RateLimit, the circuit breaker, challenges, and
# the record of them.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

# pages LAST: a site whose start page links to pages 1 to LAST.
pages() {
    printf '/\n  type text/html\n  body\n'
    for i in $(seq "$1"); do
        echo "    <a href=/p$i.html>$i</a>"
    done
    printf '/p*\n  type text/html\n  body\n    <p>page\n'
}

site() {
    if [ -n "$server_pid" ]; then play "$work/now.site"; else serve "$work/now.site"; fi
    forget_requests
}

# refuses SECONDS: a site whose first page asks to be left alone so long.
refuses() {
    printf '/p1.html\n  if request 1\n  status 429 Too Many Requests\n  header Retry-After: %s\n' "$1"
    pages 2
}

# A pause longer than --max-wait ends the run; mirror.db keeps it.
refuses 3600 >"$work/now.site"
site
crawl mirror --delay 0 --max-wait 20m -o long "$base/"
exits 75
file_has err "not complete: run it again after 20"
file_has err "the server's Retry-After requests it"
requests_are "nothing was requested any more" /robots.txt / /p1.html
crawl explain long /
file_has out 'pause until 20'
file_has out "because the server's Retry-After requests it"
file_has out 'the server had errors, or refused'
crawl resume --max-wait 20m long
exits 75 "a run that comes too early"
file_has err "not complete: run it again after 20"
requests_are "requests nothing" /robots.txt / /p1.html
hurried() {
    rm -rf "$work/m"
    refuses $((5 * scale)) >"$work/now.site"
    site
    crawl mirror --delay 0 --max-wait "$scale" -o m "$base/"
    [ "$status" = 75 ]
}
in_time "a run that may wait only for a fifth of the pause ends" hurried
crawl resume --max-wait 20m -v --log log m
exits 0 "a run that may wait"
requested 1 /p2.html
requested 2 /p1.html
pause=$(awk '$2 == "request" { if (refused) { print int($1 - refused); exit } if ($8 == "/p1.html") refused = $1 }' "$log")
ok "waits: $pause ms since the refusal" [ "$pause" -ge $((5000 * scale - 50)) ]
file_has log '"pace_by":"'
crawl status m
file_has out 'courtesy   requests to all servers: 2'
file_has out 'pauses that a server requested and tiptoe kept: 1'
crawl status --json m
file_has out '"courtesy":{"requests":2,"robots_requests":0,"not_modified":0,'
file_has out '"waits":1,'

# Where the origin answers others at the same time, a pause above --max-wait is the URL's: the mirror goes on without it.
# stubborn WHEN: pages 1 and 2 request a day, as soon as a third request is open, or later; the others are answered after 300 ms.
stubborn() {
    printf '/p%s.html\n  status 503 Busy\n  header Retry-After: 999999999999\n  %s\n' 1 "$1" 2 "$1"
    printf '/p*\n  type text/html\n  delay 300\n  text page\n'
    pages 9
}
for after in "hold 3" "delay 600"; do
    stubborn "$after" >"$work/now.site"
    site
    crawl mirror --delay 0 --connections 3 -o "stubborn $after" "$base/"
    exits 75 "two URLs request a day: $after"
    file_has err 'not complete: run it again after 20'
    file_has err "the server's Retry-After requests it"
    requested 1 /p1.html
    requested 1 /p9.html "the others are mirrored"
    exists "stubborn $after/site/p9.html"
    crawl resume "stubborn $after"
    exits 75 "a run that comes too early"
    requested 1 /p1.html "does not request it"
    crawl explain "stubborn $after" /p9.html
    file_lacks out 'because the server'
done
# It outlasts a kill; what follows the kill waits for nothing else.
site
crawl_signalled KILL 9 0 mirror --delay 0 --connections 3 -o killed "$base/"
crawl resume killed
exits 75 "a run after a kill"
requested 1 /p1.html "keeps the pause of the URL"
exists killed/site/p9.html
# One connection: what came since the URL failed before counts.
{
    printf '/p1.html\n  if request 1\n  status 503 Busy\n/p1.html\n  status 503 Busy\n  header Retry-After: 99999\n'
    pages 2
} >"$work/now.site"
site
crawl mirror --delay 0 -o again "$base/"
exits 75
crawl explain again /p2.html
file_lacks out 'because the server' "a URL that failed before, alone, delays itself"
crawl explain again /p1.html
file_has out 'not before 20'

# Dates are relative to the Date of the same answer, whose clock is 40 seconds behind; other forms count if they are plain.
# pauses LABEL FIELD FIELD: page 1 requests a pause of two seconds or more by these fields, with status 429
pauses() {
    {
        printf '/p1.html\n  if request 1\n  status 429 Too Many Requests\n  header %s\n  header %b\n' "$2" "$3"
        pages 2
    } >"$work/now.site"
    site
    crawl mirror --delay 0 -o "pauses $1" "$base/"
    exits 0 "$1"
    pause=$(awk '$2 == "request" { if (asked) { print int($1 - asked); exit } if ($8 == "/p1.html") asked = $1 }' "$log")
    ok "waits: $pause ms" [ "$pause" -ge 1950 ]
}
behind=$(($(date +%s) - 40))
date="Date: $(LC_ALL=C date -u -d "@$behind" '+%a, %d %b %Y %T GMT')"
later="$(LC_ALL=C date -u -d "@$((behind + 2))" '+%a, %d %b %Y %T GMT')"
pauses "a date after Date" "$date" "Retry-After: $later"
pauses "a reset after Date" "$date" "X-Rate-Limit-Remaining: 0\n  header X-RateLimit-Reset: $((behind + 2))"
pauses "a unit" "Retry-After: 1" "Retry-After: 2s"
pauses "seconds to a reset" "X-RateLimit-Remaining: 0" "X-RateLimit-Reset-After: 1.5"

# RateLimit: a quota that is used up, in the new form and an old one; a policy that asks for a gap.
# used_up LABEL PROPERTIES: the start page says so, and nothing is requested for two seconds.
used_up() {
    {
        printf '/\n  type text/html\n'
        printf '  header %s\n' "$2" ${3+"$3"}
        printf '  body\n    <a href=/p1.html>1</a>\n'
        pages 1
    } >"$work/now.site"
    site
    crawl mirror --delay 0 -o "used up $1" "$base/"
    exits 0 "$1"
    pause=$(awk '$2 == "request" { if (start) { print int($1 - start); exit } if ($8 == "/") start = $1 }' "$log")
    ok "after $pause ms" [ "$pause" -ge 1950 ]
}
used_up RateLimit 'RateLimit: "day";r=0;t=2'
used_up X-RateLimit 'X-RateLimit-Remaining: 0' 'X-RateLimit-Reset: 2'
{
    printf '/\n  header RateLimit-Policy: "burst";q=10;w=4\n  type text/html\n  body\n    <a href=/p1.html>1</a><a href=/p2.html>2</a>\n'
    pages 2
} >"$work/now.site"
site
crawl mirror --delay 0 -o m3 "$base/"
exits 0
pause=$(awk '$2 == "request" && $8 ~ /^.(p[12].html)?$/ { if (last && (!least || $1 - last < least)) least = $1 - last; last = $1 } END { print int(least) }' "$log")
ok "RateLimit-Policy: gaps of at least $pause ms" [ "$pause" -ge 400 ]
crawl explain m3 /
file_has out "one request every 400 ms, at most 1 at once: the server's RateLimit requests it"

# A gap above --max-wait ends the run in the same way, whether robots.txt or a quota sets it.
{
    printf '/robots.txt\n  type text/plain\n  body\n    User-agent: *\n    Crawl-delay: 99999999999\n'
    pages 2
} >"$work/now.site"
site
crawl mirror --delay 0 --max-time 20 -o rare "$base/"
exits 75 "robots.txt allows a request a year"
file_has err 'not complete: run it again after 20'
file_has err 'because robots.txt requests it: one request every 31536000 s; a run with --max-wait 31536000s waits for each'
requests_are "nothing is requested after robots.txt" /robots.txt
crawl resume --max-time 20 rare
exits 75 "a run that comes too early"
requests_are "requests nothing" /robots.txt
crawl explain rare /
file_has out 'one request every 365 days, at most 1 at once: robots.txt requests it'
if command -v sqlite3 >/dev/null; then
    sqlite3 "$work/rare/mirror.db" 'UPDATE origin SET last_request_ms = last_request_ms - 25 * 3600000;
        UPDATE robots SET fetched_ms = fetched_ms - 25 * 3600000, expires_ms = expires_ms - 25 * 3600000'
    sed 's/Crawl-delay.*/Allow: \//' "$work/now.site" >"$work/often.site"
    mv "$work/often.site" "$work/now.site"
    site
    crawl resume --delay 0 --max-time 20 rare
    exits 0 "a day later, robots.txt is requested again, and the gap is gone"
    requests_are "and the site is mirrored" /robots.txt / /p1.html /p2.html
else
    skip "a day later, robots.txt is requested again" "no sqlite3"
fi
{
    printf '/\n  header RateLimit: "default";r=1;t=99999999999\n  type text/html\n  body\n    <a href=/p1.html>1</a>\n'
    pages 1
} >"$work/now.site"
site
crawl mirror --delay 0 --max-time 20 -o quota "$base/"
exits 75 "one request remains of a quota that renews in 3,000 years"
file_has err "because the server's RateLimit requests it"
requests_are "nothing is requested any more" /robots.txt /
crawl explain quota /
file_has out "one request every 24 h, at most 1 at once: the server's RateLimit requests it"

# A gap that is shorter than --max-wait does not.
{
    printf '/robots.txt\n  type text/plain\n  body\n    User-agent: *\n    Crawl-delay: 1\n'
    pages 1
} >"$work/now.site"
site
crawl mirror --delay 0 --max-wait 1 -o short "$base/"
exits 0
gap_is_at_least 990

# A site that begins to refuse is left alone; what it refused is requested again.
{
    printf '/p*\n  status 403 Forbidden\n'
    pages 9
} >"$work/now.site"
site
crawl mirror --delay 0.001 --give-up-after 3 -o m4 "$base/"
exits 75
file_has err 'not complete: the site refuses requests: 3 answers in a row, the last one with status 403'
requests_are "after three refusals nothing is requested any more" /robots.txt / /p1.html /p2.html /p3.html
crawl status m4
file_has out '9 queued'
file_lacks out 'failed:'

# Then status and the report say what to ask the owner of the site for, until a run is not refused.
file_has out 'permission The site refused the last run.'
file_has out '           User-Agent: tiptoe/'
file_has out '           pace: at least 0.001 s between two requests, at most '
is "$(tail -n 3 "$work/out" | tr -d ' ' | tr '\n' '|')" 'User-agent:tiptoe|Allow:/|Crawl-delay:1|' "status: a group for robots.txt"
crawl status --json m4
file_has out '"permission":"The site refused the last run.'
file_has out 'User-agent: tiptoe\nAllow: /\nCrawl-delay: 1"'
crawl report m4
is "$(grep -A 2 '^    User-agent: tiptoe$' "$work/out" | tr -d ' ' | tr '\n' '|')" 'User-agent:tiptoe|Allow:/|Crawl-delay:1|' \
    "report: a group for robots.txt"
file_has m4/report.html 'what to ask the owner of the site for'
file_has m4/report.html 'Crawl-delay: 1'
crawl report --json m4
file_has out '"permission":"The site refused the last run.'
{
    printf '/p*\n  status 403 Forbidden\n'
    pages 9
} >"$work/now.site"
site
crawl mirror --delay 1.2 --give-up-after 1 --user-agent 'mine/2 <b>' -o asked "$base/"
exits 75 "a run with a name and a pace of its own"
crawl status asked
file_has out '           User-Agent: mine/2 <b>'
file_has out '           pace: at least 1.200 s between'
file_has out '           Crawl-delay: 2'
file_has asked/report.html 'User-Agent: mine/2 &#60;b&#62;'
printf '/\n  status 403 Forbidden\n' >"$work/now.site"
site
crawl mirror --delay 3 --retries 0 -o closed "$base/"
exits 69 "a start page that the site refuses"
file_has err 'the start page cannot be fetched (status 403); nothing is stored; tiptoe status closed shows what to ask the site'
crawl status closed
file_has out '           Crawl-delay: 3'
pages 9 >"$work/now.site"
site
not_refused() {
    crawl resume --delay 0 --max-time "$scale" m4
    crawl status m4
    ! grep -q permission "$work/out"
}
in_time "until a run is not refused" not_refused
file_lacks m4/report.html 'what to ask the owner'

# Refusals that do not follow one another are matters of single pages.
{
    printf '/p1.html\n  status 403 Forbidden\n/p3.html\n  status 403 Forbidden\n/p5.html\n  status 403 Forbidden\n'
    pages 6
} >"$work/now.site"
site
crawl mirror --delay 0 --give-up-after 2 -o m5 "$base/"
exits 4
requested 1 /p6.html

# Challenges: never stored, whatever their status, and never taken for rules.
challenge='  status 200 OK\n  type text/html\n  header cf-mitigated: challenge\n  text <title>Just a moment...</title><a href=/never>x</a>\n'
{
    printf "/p*\n$challenge"
    pages 3
} >"$work/now.site"
site
crawl mirror --delay 0 --give-up-after 2 --archive all --log log -o m6 "$base/"
exits 75
file_has err 'the last one a challenge by Cloudflare'
file_has log '"challenge":"Cloudflare"'
absent m6/site/p1.html
requested 0 /never
ok "nor in the archive" sh -c '! zcat "$1"/m6/archive/*.gz | grep -q "Just a moment"' sh "$work"
crawl status m6
file_has out '3 queued'
crawl mirror --delay 0 --retries 0 --give-up-after 0 -o m7 "$base/"
exits 4
crawl explain m7 /p1.html
file_has out 'state      failed: a firewall'
absent m7/site/p1.html
{
    printf "/robots.txt\n$challenge"
    pages 1
} >"$work/now.site"
site
crawl mirror --delay 0 --retries 0 -o m8 "$base/"
exits 75 "a challenge in place of robots.txt allows nothing"
requests_are "and nothing is requested" /robots.txt

# An update whose server is gone ends after a few requests, not after all of them.
pages 4 >"$work/now.site"
site
crawl mirror --delay 0 -o lost "$base/"
exits 0
serve_leave
crawl update --delay 0 --give-up-after 2 --log lost.log lost
exits 75 "the server is gone"
file_has err 'not complete: the site cannot be reached: 2 requests failed in a row, the last one: refused'
is "$(grep -c '"url"' "$work/lost.log")" 3 "robots.txt and two pages are requested"
crawl status lost
file_has out '5 queued'
file_lacks out permission
serve_return
crawl resume --delay 0 lost
exits 0 "and the run continues when it is back"
done_testing
