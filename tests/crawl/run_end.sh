#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests how a run ends: exit statuses, signals, --max-time, the lock, retries; and which commands work during a run.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

cat >"$work/slow.site" <<'END'
/
  type text/html
  body
    <a href=/p1.html>1</a><a href=/p2.html>2</a><a href=/p3.html>3</a>
/p*
  type text/html
  delay 100
  body
    <p>page
END
serve "$work/slow.site"

# 2: usage.
for arguments in 'mirror' 'mirror --delay x http://a/' 'mirror --depth 51 http://a/' 'mirror ftp://a/' 'mirror http://[/' \
    'mirror --no-such http://a/' 'resume' 'status' 'explain m' 'nothing' 'mirror http://me:secret@127.0.0.1/'; do
    # shellcheck disable=SC2086 # words
    crawl $arguments
    exits 2 "usage: $arguments"
    file_lacks err secret "no password is shown"
done

# 1: local failures, each with the name of what failed.
: >"$work/plain"
crawl mirror -o plain/m "$base/"
exits 1 "no directory can be made"
file_has err 'plain/m: Not a directory'
crawl mirror -o logged --log no/such/log "$base/"
exits 1 "no log can be written"
file_has err 'no/such/log: not found'
absent logged "and no folder is left"
mkdir "$work/broken" && echo "this is no database, whatever its name" >"$work/broken/mirror.db"
crawl mirror -o broken "$base/"
exits 1 "no database"
file_has err 'broken/mirror.db: '
for command in resume status rebuild explain; do
    if [ "$command" = explain ]; then crawl explain nowhere /; else crawl "$command" nowhere; fi
    exits 1 "$command where there is no mirror"
    file_has err 'nowhere: there is no mirror'
done
absent nowhere "which makes none"

# How long the client stayed with a request that hangs, in milliseconds.
stayed() {
    settle
    awk '$8 != "/hang" { next } $2 == "request" { from = $1 } $2 == "aborted" { print int($1 - from) }' "$log"
}

# 75 and 0: a signal stops within two seconds, says how to continue, and that works.
for signal in INT TERM; do
    forget_requests
    crawl_signalled $signal 3 10 mirror --delay 0.2 -o "m$signal" "$base/"
    exits 75 "stopped by $signal"
    file_has err "to continue: tiptoe resume m$signal"
    exists "m$signal/site/p1.html" "what was in flight is kept"
    forget_requests
    crawl resume "m$signal"
    exits 0 "and gone on with"
    requests_are "only what was left" /p2.html /p3.html
done
printf '/\n  type text/html\n  body\n    <a href=/hang>h</a><a href=/p1.html>1</a>\n/hang\n  if request 1\n  hang head\n/*\n  type text/html\n  body\n    <p>x\n' >"$work/hang.site"
play "$work/hang.site"
# A busy machine gets more tries, but never more patience.
silent() {
    rm -rf "$work/h$1"
    play "$work/hang.site"
    forget_requests
    crawl_signalled "$1" 3 0 mirror --delay 0 -o "h$1" "$base/"
    [ "$status" = 75 ] && [ "$(stayed)" -lt 2900 ]
}
for signal in INT TERM; do
    in_time "$signal while a server is silent, for which patience is short" silent $signal
done
crawl status hINT
file_has out 'stopped by a signal'
printf '/hang\n  type text/html\n  body\n    <p>x\n/*\n  type text/html\n  body\n    <p>x\n' >"$work/calm.site"
play "$work/calm.site"
crawl resume hINT
exits 0
exists hINT/site/hang.html "what was cut off is requested again"

# Two signals: at once.
impatient() {
    rm -rf "$work/twice"
    play "$work/hang.site"
    forget_requests
    (
        cd "$work" || exit 1
        exec sh -c 'echo "signal INT $$ 3 0" >&9; echo "signal INT $$ 3 150" >&9; exec "$@" 8>&- 9>&-' sh \
            "$tiptoe" mirror --delay 0 -o twice "$base/" >out 2>err
    )
    status=$?
    [ "$status" = 75 ] && [ "$(stayed)" -lt 1400 ]
}
in_time "two signals, and no patience at all" impatient
crawl resume twice
exits 0 "and that can be gone on with"

# --max-time: of five requests, the third would be too late.
play "$work/slow.site"
forget_requests
crawl mirror --delay 0.6 --max-time 1s -o timed "$base/"
exits 75 "--max-time"
file_has err -- "--max-time has been reached, " "is reported"
asked=$(grep -c ' request ' "$log")
ok "and kept ($asked requests)" [ "$asked" -le 2 ]
crawl resume timed
exits 0 "which is not kept for the next run, as --delay is"
gap_is_at_least 600

# A document that takes many seconds to read: a signal and --max-time do not wait for its end.
printf '/\n  type text/html\n  body\n    <link href=a rel="\n  repeat 16000000 a \n  body\n    ">\n' >"$work/long.site"
play "$work/long.site"
in_document() {
    rm -rf "$work/long"
    forget_requests
    "$@" mirror --delay 0 --max-time "$((limit * scale))s" -o long "$base/"
    [ "$status" = 75 ] && grep -q "stopped in the middle of its work" "$work/err"
}
limit=300 in_time "a signal in the middle of a document" in_document crawl_signalled TERM 2 0
limit=1 in_time "--max-time in the middle of a document" in_document crawl

# One run at a time; status and explain may look on.
cat >"$work/look" <<'END'
cd "$1" && exec 8>&- 9>&-
"$2" status --json m7 >status.json 2>&1; echo $? >status.exit
"$2" explain m7 / >explain.out 2>&1; echo $? >explain.exit
"$2" resume m7 >second.out 2>&1; echo $? >second.exit
"$2" rebuild m7 >third.out 2>&1; echo $? >third.exit
END
hangs() {
    [ "$(requests_of /hang)" = 1 ]
}
play "$work/hang.site"
forget_requests
(cd "$work" && exec "$tiptoe" mirror --delay 0 --max-time 5m -o m7 "$base/" >out 2>err 8>&- 9>&-) &
first=$!
await "it waits for an answer" hangs
sh "$work/look" "$work" "$tiptoe"
kill -TERM $first
wait $first
is $? 75 "the first run was not disturbed"
is "$(cat "$work/status.exit" "$work/explain.exit" | tr '\n' ' ')" "0 0 " "status and explain of a running mirror"
file_has status.json '"running":true'
is "$(cat "$work/second.exit" "$work/third.exit" | tr '\n' ' ')" "1 1 " "another run is refused"
file_has second.out 'in use by another tiptoe'
file_has third.out 'in use by another tiptoe'

# Retries: what fails for a reason that may pass is requested again, later; what does not is not.
cat >"$work/retry.site" <<'END'
/
  type text/html
  body
    <a href=/once>1</a><a href=/always>2</a><a href=/gone>3</a><a href=/forbidden>4</a><a href=/cut>5</a><a href=/last>6</a>
/once
  if request 1
  status 500 Oops
/cut
  if request 1
  type text/html
  fill 1000
  close body 100
/always
  status 502 Bad Gateway
/gone
  status 410 Gone
/forbidden
  status 403 Forbidden
/*
  type text/html
  body
    <p>there
END
play "$work/retry.site"
forget_requests
crawl mirror --delay 0 --retries 1 -o retry "$base/"
exits 4 "what never works is a failure"
asked=$(awk '$2 == "request" { print $8 }' "$log")
is "$(echo "$asked" | head -n 8 | tr '\n' ' ')" "/robots.txt / /once /always /gone /forbidden /cut /last " "everything is requested once"
is "$(echo "$asked" | tail -n +9 | sort | tr '\n' ' ')" "/always /cut /once " "then what failed, in the order of its pauses, once"
ok "not before a second" [ "$(awk '$8 == "/once" && $2 == "request" { if (last) print int($1 - last); last = $1 }' "$log")" -ge 1000 ]
exists retry/site/once.html
file_is retry/site/cut.html '<p>there' "what was cut short is whole now"
crawl explain retry /always
file_has out 'answer     502 server-error, '
file_has out 'try 2'
forget_requests
crawl mirror --delay 0 --retries 1 -o retry "$base/"
exits 4 "a finished mirror stays as it is"
requests_are "and requests nothing"
play "$work/retry.site"
forget_requests
crawl mirror --delay 0 --retries 0 -o once "$base/"
exits 4
is "$(requests_of /once) $(requests_of /always) $(requests_of /cut)" "1 1 1" "--retries 0"

# A site that is down is not complete, whatever it answers.
printf '/\n  status 503 Busy\n' >"$work/down.site"
play "$work/down.site"
crawl mirror --delay 0 --retries 0 -o down "$base/"
exits 75 "the start page fails"
play "$work/calm.site"
crawl mirror --delay 0 -o down "$base/"
exits 0 "the same command continues"
# A start page that does not exist: 69 while nothing is stored, 4 when something is.
printf '/none\n  status 404 Not Found\n/*\n  type text/html\n  body\n    <p>x\n' >"$work/none.site"
play "$work/none.site"
crawl mirror --delay 0 -o none "$base/none"
exits 69 "the start page is not there"
file_has err "$base/none: the start page does not exist (status 404); nothing is stored; check the URL, and run the same command with the right one"
forget_requests
crawl mirror --delay 0 -o none "$base/none"
exits 69 "and is still not there"
requests_are "it is requested again" /none
crawl status none
file_has out 'the start page does not exist (status 404)'
play "$work/calm.site"
crawl mirror --delay 0 -o none "$base/none"
exits 0 "until it is there"
play "$work/none.site"
crawl update none
exits 4 "and gone later, while its file is kept"
exists none/site/none.html

printf '/robots.txt\n  status 503 Busy\n  header Retry-After: 200000\n' >"$work/down.site"
play "$work/down.site"
CRAWL_SECONDS=60 crawl mirror --delay 0 -o later "$base/"
exits 75 "a site that asks for days of patience"
file_has err 'run it again after 20'

# A run that has nothing to wait for ends, whatever the reason: here, a count of queued URLs that do not exist.
if command -v sqlite3 >/dev/null; then
    play "$work/calm.site"
    crawl mirror --delay 0 -o counts "$base/"
    sqlite3 "$work/counts/mirror.db" 'UPDATE origin SET pages = pages + 1'
    CRAWL_SECONDS=60 crawl mirror --delay 0 -o counts "$base/"
    exits 1 "a queue without URLs"
    file_has err 'counts: URLs count as queued, but none of them can be requested'
else
    skip "a queue without URLs" "no sqlite3"
fi

# A database that is gone is not a complete mirror.
play "$top_srcdir/tests/crawl/first.site"
crawl_beside 4 mirror --delay 0 -o lost "$base/"
await_stopped
rm "$work/lost/mirror.db"
kill -CONT "$crawl_pid"
crawl_ends
exits 1 "mirror.db is removed during a run"
file_has err 'lost/mirror.db: it was removed or replaced during the run'
file_lacks err 'complete'

# Few files may be open: fewer requests at once, and the same mirror.
# shellcheck disable=SC3045 # dash and bash have it
files=$(ulimit -n)
# shellcheck disable=SC3045
(ulimit -n 32 && cd "$work" && exec timeout 120 "$tiptoe" mirror --delay 0 --connections 16 -o few "$base/" >out 2>err 8>&- 9>&-)
status=$?
exits 4 "ulimit -n 32 instead of $files"
file_has err 'only 32 files may be open (ulimit -n), so at most 1 request runs at once'

# shellcheck disable=SC3045
(ulimit -n 16 && cd "$work" && exec timeout 120 "$tiptoe" mirror --delay 0 -o fewer "$base/" >out 2>err 8>&- 9>&-)
status=$?
exits 1 "ulimit -n 16"
file_has err 'only 16 files may be open; allow at least 32: ulimit -n 32'

# No name has a label of this length in DNS, so no server is queried for it.
nobody=$(printf '%064d' 0 | tr 0 n)
crawl mirror --delay 0 --retries 0 --log proxy.log --proxy "http://$nobody:3128" -o proxied "$base/"
exits 69 "the proxy's host has no address"
file_has err "$base/: the name of the proxy's host could not be looked up; check --proxy, or the variables http_proxy and https_proxy"
file_has proxy.log '"outcome":"proxy-dns"'
done_testing
