#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests politeness in the server's log: gaps, simultaneous connections, Crawl-delay, Retry-After; also across a kill.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

# pages LAST: a site whose start page links to pages 1 to LAST.
pages() {
    echo '/'
    echo '  type text/html'
    echo '  body'
    for i in $(seq "$1"); do
        echo "    <a href=/p$i.html>$i</a>"
    done
    echo '/p*'
    echo '  type text/html'
    echo '  delay 30'
    echo '  body'
    echo '    <p>page'
}

pages 6 >"$work/plain.site"
serve "$work/plain.site"
crawl mirror --delay 0.3 --connections 4 -o m "$base/"
exits 0
gap_is_at_least 300

# A kept connection on which no answer comes: libcurl would ask again at once.
forget_requests
{
    printf '/p2.html\n  if request 1\n  close start\n'
    pages 3
} >"$work/lost.site"
play "$work/lost.site"
crawl mirror --delay 0.3 --retries 0 -o lost "$base/"
exits 0
requested 2 /p2.html "what a kept connection lost is requested again"
gap_is_at_least 300

forget_requests
{
    printf '/p%s.html\n  type text/html\n  hold 3\n  text page\n' 1 2 3
    pages 6
} >"$work/held.site"
play "$work/held.site"
crawl mirror --delay 0 --connections 3 -o m2 "$base/"
exits 0
is "$(most_open)" 3 "as many requests at once as --connections"
play "$work/plain.site"

forget_requests
crawl mirror --delay 0 -o m3 "$base/"
open_is_at_most 1

forget_requests
{
    pages 3
    printf '/robots.txt\n  type text/plain\n  body\n    User-agent: *\n    Crawl-delay: 0.4\n'
} >"$work/crawl-delay.site"
play "$work/crawl-delay.site"
crawl mirror --delay 0 --connections 4 -o m4 "$base/"
exits 0
gap_is_at_least 400
open_is_at_most 1

# Two forms of Retry-After: nothing of the origin is requested before its end.
for value in 2 @DATE+3@; do
    forget_requests
    {
        printf '/p1.html\n  if request 1\n  status 429 Too Many Requests\n  header Retry-After: %s\n' "$value"
        pages 3
    } >"$work/retry.site"
    play "$work/retry.site"
    crawl mirror --delay 0 -o "m5$value" "$base/"
    exits 0
    requested 2 /p1.html "asked again after Retry-After: $value"
    pause=$(awk '$2 == "request" { if (refused) { print int($1 - refused); exit } if ($8 == "/p1.html") refused = $1 }' "$log")
    ok "after $pause ms" [ "$pause" -ge 1950 ]
done

# no_slowness SITE: plays it, and begins with an empty log. A busy machine makes the server really slow: then in_time tries again.
no_slowness() {
    rm -rf "$work/steady" "$work/log"
    play "$1"
    forget_requests
}
seen_no_slowness() {
    [ "$status" = 0 ] && [ -s "$work/log" ] && ! grep -q '"pace_by":"slowness"' "$work/log"
}

# What lies here unread while we are stopped is not slowness of the server.
pages 40 >"$work/forty.site"
stopped() {
    no_slowness "$work/forty.site"
    # shellcheck disable=SC2016 # the inner shell, whose process tiptoe becomes, is to expand these
    (cd "$work" && exec sh -c 'echo "signal STOP $$ 10 10" >&9; echo "signal CONT $$ 10 1500" >&9; exec "$@" 8>&- 9>&-' \
        sh "$tiptoe" mirror --delay 0 --connections 4 --log log -o steady "$base/" >"$work/out" 2>"$work/err")
    status=$?
    seen_no_slowness
}
in_time "a run that was stopped for a while does not slow down" stopped

# The same where the server is stopped too, as on an overloaded machine: for most of the time that each answer takes.
pages 30 >"$work/thirty.site"
stopped_with_server() {
    no_slowness "$work/thirty.site"
    crawl_beside 14 mirror --delay 0 --log log -o steady "$base/"
    wait_until grep -q '^State:.*stopped' "/proc/$crawl_pid/status"
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
        kill -STOP "$server_pid" "$crawl_pid"
        timeout 0.15 tail -f /dev/null
        kill -CONT "$server_pid" "$crawl_pid"
        timeout 0.02 tail -f /dev/null
    done
    crawl_ends
    seen_no_slowness
}
in_time "a pause of the whole machine is not slowness of the server" stopped_with_server

# A quick robots.txt and slow pages: pages are compared with pages.
{
    pages 12 | sed 's/delay 30/delay 160/'
    printf '/robots.txt\n  type text/plain\n  body\n    User-agent: *\n'
} >"$work/slow.site"
steadily_slow() {
    no_slowness "$work/slow.site"
    crawl mirror --delay 0.1 --log log -o steady "$base/"
    seen_no_slowness
}
in_time "a server whose pages always take their time has not slowed down" steadily_slow

# A kill forgets neither the last request nor a promised pause.
forget_requests
pages 5 >"$work/plain.site"
play "$work/plain.site"
crawl_signalled KILL 4 10 mirror --delay 0.5 -o m6 "$base/"
is "$status" 137 "killed"
crawl mirror --delay 0.5 -o m6 "$base/"
exits 0
gap_is_at_least 500

# A busy machine may not have read the answer when it is killed.
{
    printf '/p1.html\n  if request 1\n  status 503 Busy\n  header Retry-After: 3\n'
    pages 2
} >"$work/retry.site"
killed_in_pause() {
    rm -rf "$work/m7"
    play "$work/retry.site"
    forget_requests
    crawl_signalled KILL 3 500 mirror --delay 0 -o m7 "$base/"
    [ "$status" = 137 ] || return
    crawl mirror --delay 0 -o m7 "$base/"
    pause=$(awk '$2 == "request" { if (refused) { print int($1 - refused); exit } if ($8 == "/p1.html") refused = $1 }' "$log")
    [ "$status" = 0 ] && [ "$pause" -ge 2950 ]
}
in_time "a run that is killed while it waits keeps the pause" killed_in_pause

# Crawl-delay applies from one run to the next, to the robots.txt of an update too, whatever --delay was before.
forget_requests
{
    pages 1
    printf '/robots.txt\n  type text/plain\n  body\n    User-agent: *\n    Crawl-delay: 0.8\n'
} >"$work/crawl-delay.site"
play "$work/crawl-delay.site"
crawl mirror --delay 0.9 -o m9 "$base/"
exits 0
crawl update --delay 0 m9
exits 0
requested 2 /robots.txt
gap_is_at_least 800

# So does RateLimit-Policy, after a kill too.
forget_requests
{
    pages 3
    printf '/robots.txt\n  type text/plain\n'
} | sed '/^  type/a\  header RateLimit-Policy: "burst";q=5;w=4' >"$work/policy.site"
play "$work/policy.site"
crawl_signalled KILL 2 200 mirror --delay 0 -o m10 "$base/"
is "$status" 137 "killed"
crawl mirror --delay 0 -o m10 "$base/"
exits 0
requested 1 /p3.html
gap_is_at_least 800

# A delay for one host: in place of the other, and never shorter than what robots.txt demands.
forget_requests
play "$work/plain.site"
crawl mirror --delay 0 --delay 127.0.0.1=0.3 -o own "$base/"
exits 0 "--delay HOST=SECONDS"
gap_is_at_least 300
shorter() {
    rm -rf "$work/own0"
    forget_requests
    crawl mirror --delay $((3 * scale)) --delay 127.0.0.1=0 --delay other.example=0 -o own0 "$base/"
    [ "$status" = 0 ] && [ "$(least_gap)" -lt $((3000 * scale)) ]
}
in_time "a shorter one" shorter
forget_requests
crawl mirror --delay 0.3 --delay 27.0.0.1=0 --delay 127.0.0=0 -o own1 "$base/"
gap_is_at_least 300
forget_requests
play "$work/crawl-delay.site"
crawl mirror --delay 127.0.0.1=0 -o own2 "$base/"
gap_is_at_least 800
crawl mirror --delay 2 --delay other.example=9 --max-pages 1 -o own3 "$base/"
crawl resume --delay 127.0.0.1=0.1 own3
crawl explain own3 /
ok "the delay of all other hosts remains" grep -qx ' *--delay 127.0.0.1=0.1; --delay 2' "$work/out"
for wrong in =3 x= x=y 127.0.0.1=90000; do
    crawl mirror --delay "$wrong" -o wrong "$base/"
    is "$status" 2 "refused: --delay $wrong"
done
done_testing
