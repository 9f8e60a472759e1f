#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests robots.txt: every kind of answer, for every origin, before any other request to it; and rules that change.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

# rules STATUS [LINE…]: a site of one page whose robots.txt is answered so.
rules() {
    echo "/robots.txt"
    echo "  status $1 Word"
    shift
    for line in "$@"; do
        echo "  $line"
    done
    printf '/\n  type text/html\n  body\n    <a href=/b.html>b</a>\n/b.html\n  type text/html\n  body\n    <p>b\n'
}

# A table: how robots.txt is answered, the exit status, whether the site is asked.
rules 200 >"$work/open.site"
serve "$work/open.site"
n=0
while read -r answer wanted asked why; do
    n=$((n + 1))
    rules "$answer" >"$work/open.site"
    play "$work/open.site"
    forget_requests
    crawl mirror --delay 0 --retries 0 -o "t$n" "$base/"
    exits "$wanted" "robots.txt answers $answer: exit $wanted"
    is "$(requests_of /)" "$asked" "$why"
done <<'END'
404 0 1 then there are no rules
410 0 1 then there are none either
400 0 1 nor here
401 3 0 then the site is closed
403 3 0 then it is closed too
451 3 0 then it is closed as well
500 75 0 then nothing is requested
429 75 0 then nothing is requested now
END
file_has err ": the server refused the request (status 429). "
file_has err "robots.txt of the site could not be fetched"
file_has err "to continue: tiptoe resume t8"

# 5xx: some more tries, each after a longer pause.
rules 503 >"$work/open.site"
play "$work/open.site"
forget_requests
crawl mirror --delay 0 --retries 2 -o again "$base/"
exits 75 "never readable"
requests_are "only robots.txt was requested" /robots.txt /robots.txt /robots.txt
pauses=$(awk '$2 == "request" { if (last) printf "%d ", $1 - last; last = $1 }' "$log")
ok "after pauses that grow: $pauses" [ "${pauses%% *}" -ge 2000 ]
second=${pauses#* }
ok "twice as long the second time, chance aside" [ "${second% }" -ge 4000 ]
crawl explain again /
file_has out 'status 503'
file_has out 'could not be fetched: requests are not allowed'
rules 404 >"$work/open.site"
play "$work/open.site"
crawl resume again
exits 0 "and continues when it can be read"
exists again/site/b.html

serve_leave
crawl mirror --delay 0 --retries 0 -o dead "$base/"
exits 69 "no server"

# The start page itself is forbidden.
cat >"$work/closed.site" <<'END'
/robots.txt
  type text/plain
  body
    User-agent: *
    Disallow: /
/
  type text/html
  body
    <p>closed
END
serve "$work/closed.site"
forget_requests
crawl mirror --delay 0 -o closed "$base/"
exits 3 "the start page is forbidden"
requests_are "it was not requested" /robots.txt
file_has err "robots.txt disallows the start page"
crawl explain closed /
file_has out "rule       line 2: Disallow: /"
forget_requests
crawl mirror --delay 0 -o closed "$base/"
exits 3 "nor by a second run"
requests_are "which requests nothing, as the rules still hold"

# Requisites on another origin, which has rules of its own; a redirect leads to a third page.
cat >"$work/two.site" <<'END'
/robots.txt
  if port 2
  type text/plain
  body
    User-agent: *
    Disallow: /no
/robots.txt
  type text/plain
  body
    User-agent: *
    Disallow: /moved-to
/
  type text/html
  body
    <img src="http://127.0.0.1:@PORT2@/yes.png"><img src="http://127.0.0.1:@PORT2@/no.png">
    <a href="/hop">x</a><img src="/hop.png">
/hop
  status 302 Found
  header Location: /moved-to
/hop.png
  status 302 Found
  header Location: http://127.0.0.1:@PORT2@/no-more.png
/yes.png
  type image/png
  fill 10
END
serve "$work/two.site" --ports 2
forget_requests
crawl mirror --delay 0.2 --connections 4 -o two "$base/"
exits 0 "what robots.txt forbids is not a failure"
requests_are_at 2 "the other origin's rules come first and are obeyed" /robots.txt /yes.png
requested 0 /moved-to "a redirect is not a way around them"
gap_is_at_least 200 1
gap_is_at_least 200 2
crawl explain two "$base2/no-more.png"
file_has out "rule       line 2: Disallow: /no"
file_has out "(redirect)"

# robots.txt that is redirected: across origins, in step with the other's pace; then too often.
cat >"$work/hops.site" <<'END'
/robots.txt
  if port 1
  status 301 Moved
  header Location: http://127.0.0.1:@PORT2@/r1
/r1
  status 302 Found
  header Location: r2
/r2
  type text/plain
  body
    User-agent: *
    Disallow: /b
/
  if port 1
  type text/html
  body
    <a href=/b.html>b</a> <a href=/c.html>c</a>
/c.html
  type text/html
  body
    <p>c
END
serve "$work/hops.site" --ports 2
forget_requests
crawl mirror --delay 0.2 --connections 4 -o hops "$base/"
exits 0 "robots.txt by two redirects"
requests_are "its rules are those of the first origin" /robots.txt / /c.html
requests_are_at 2 "and were found at the second" /r1 /r2
gap_is_at_least 200 2
cat >"$work/hops.site" <<'END'
/robots.txt
  status 301 Moved
  header Location: /robots.txt?1
/
  type text/html
  body
    <p>x
END
play "$work/hops.site"
forget_requests
crawl mirror --delay 0 --retries 0 -o loop "$base/"
exits 75 "robots.txt in a circle is not readable"
is "$(requests_of "/robots.txt?1")" 5 "after five redirects"

# Odd files: huge, endless, cut short, HTML.
cat >"$work/odd.site" <<'END'
/robots.txt
  if host huge.localhost
  type text/plain
  text User-agent: *\nDisallow: /early\n
  repeat 120000 # a comment that fills it
  text \nDisallow: /late\nAllow: /early\n
/robots.txt
  if host endless.localhost
  type text/plain
  text User-agent: *\nDisallow: /early\n
  endless # and on and on and on\n
/robots.txt
  if host cut.localhost
  type text/plain
  text User-agent: *\nDisallow: /early\n
  fill 1000
  close body 40
/robots.txt
  if host page.localhost
  type text/html
  body
    <html><body>Not found</body></html>
/robots.txt
  if host hang.localhost
  hang head
/
  type text/html
  body
    <a href=/early>1</a> <a href=/free>2</a>
/free
  type text/html
  body
    <p>free
END
serve "$work/odd.site"
for case in huge:0:0 endless:0:0 page:4:1 cut:75:0; do
    host=${case%%:*} rest=${case#*:}
    forget_requests
    crawl mirror --delay 0 --retries 0 -o "$host" "http://$host.localhost:$port/"
    exits "${rest%:*}" "a robots.txt that is $host"
    requested "${rest#*:}" /early "its early rule: ${rest#*:} requests"
done
crawl mirror --delay 0 --retries 0 --max-time 1 -o hang "http://hang.localhost:$port/"
exits 75 "a robots.txt that hangs ends with --max-time"

# Rules that change between two runs hold for what was queued before.
cat >"$work/change.site" <<'END'
/robots.txt
  if request 2-
  type text/plain
  body
    User-agent: *
    Disallow: /b
/
  type text/html
  body
    <a href=/a.html>a</a> <a href=/b.html>b</a> <a href=/c.html>c</a>
/*
  if method GET
  type text/html
  body
    <p>page
END
if command -v sqlite3 >/dev/null; then
    serve "$work/change.site"
    forget_requests
    crawl_signalled INT 2 0 mirror --delay 0.3 -o change "$base/"
    exits 75 "stopped after the start page"
    sqlite3 "$work/change/mirror.db" "UPDATE robots SET expires_ms = 1"
    crawl resume change
    exits 0
    requests_are "the queued page is judged by the new rules" /robots.txt / /robots.txt /a.html /c.html
    crawl explain change /b.html
    file_has out "rule       line 2: Disallow: /b"
else
    skip "rules that change" "no sqlite3 shell"
fi

# In place of rules that are saved, one page or one 404 opens nothing.
{
    printf '/robots.txt\n  text User-agent: *\\nDisallow: /b\n'
    printf '/*\n  type text/html\n  text <a href=/a.html>a</a><a href=/b.html>b</a>\n'
} >"$work/ruled.site"
serve "$work/ruled.site"
crawl mirror --delay 0 -o ruled "$base/"
printf '/*\n  type text/html\n  text <!doctype html><a href=/a.html>a</a><a href=/b.html>b</a>\n' >"$work/soft.site"
play "$work/soft.site"
crawl update --delay 0 ruled
exits 0 "a page in place of robots.txt"
file_has err 'the server sent a page instead (page). Using an earlier copy.'
requested 0 /b.html "what the saved rules disallow is not requested"
sed 's|^/\*|/robots.txt\n  status 404 None\n/*|' "$work/soft.site" >"$work/none.site"
play "$work/none.site"
for n in first second; do
    crawl update --delay 0 ruled
    exits 0 "a $n update without robots.txt"
    requested 0 /b.html "requests nothing that was disallowed"
done
crawl explain ruled /b.html
file_has out "status 404"
if command -v sqlite3 >/dev/null; then
    sqlite3 "$work/ruled/mirror.db" "UPDATE robots SET expires_ms = 1"
    crawl update --delay 0 ruled
    requested 1 /b.html "after half a day without robots.txt everything is allowed"
else
    skip "half a day" "no sqlite3 shell"
fi
done_testing
