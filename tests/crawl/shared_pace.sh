#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that names with one address share one pace: all names of a registrable domain, and with --share-pace all names and
# processes, even if processes are killed.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

cat >"$work/first.site" <<END
/
  type text/html
  body
    <link rel=stylesheet href=http://fonts.localhost:@PORT@/s.css>
    <a href=http://b.site.localhost:@PORT@/b>b</a> <a href=http://c.site.localhost:@PORT@/c>c</a>
    <a href=/1>1</a> <a href=/2>2</a>
/1
  type text/html
  text <a href=/3>3</a>
/2
  type text/html
  text 2
/3
  type text/html
  text 3
/b
  type text/html
  text <a href=/1>1</a>
/c
  type text/html
  text <a href=/1>1</a>
/s.css
  type text/css
  text a { color: red }
END
serve "$work/first.site"
private="--allow-private fonts.localhost"
for name in a.site b.site c.site one two three four five six; do
    private="$private --allow-private $name.localhost"
done

# One mirror, names of one domain.
# shellcheck disable=SC2086 # a list of options
crawl mirror --delay 0.15 --scope domain --requisites site -o m1 $private "http://a.site.localhost:$port/"
exits 0
requested 3 /robots.txt "robots.txt of each name"
requested 3 /1
gap_is_at_least 150
: >"$log"
crawl update m1
exits 0
gap_is_at_least 150
: >"$log"

# Names of several domains count apart, unless processes share a folder.
apart() {
    rm -rf "$work/m2"
    : >"$log"
    # shellcheck disable=SC2086
    crawl mirror --delay "$scale" -o m2 $private "http://one.localhost:$port/"
    [ "$status" = 0 ] && [ "$(least_gap)" -lt $((1000 * scale)) ]
}
in_time "a requisite of another domain does not wait" apart

# beside NAME ARG…: a mirror of its own in the background
pids=
beside() {
    name=$1
    shift
    # shellcheck disable=SC2086
    (cd "$work" && exec "$tiptoe" mirror --delay 0.15 -o "$name" --share-pace pace $private "$@" \
        "http://$name.localhost:$port/" >"$name.out" 2>"$name.err" 8>&- 9>&-) &
    pids="$pids $!"
}
: >"$log"
beside four
crawl_pid=$!
await "the process that will be killed makes its first request" grep -q 'request .* host="four' "$log"
pids=
for name in one two three; do
    beside "$name"
done
echo "signal KILL $crawl_pid 2 0" >&9
crawl_ends
exits 137 "a process is killed"
crawl resume four
exits 0 "a process that was killed has a turn again"
for pid in $pids; do
    wait "$pid"
    is "$?" 0 "the others continue"
done
gap_is_at_least 150
ok "all have made their requests" test "$(requests_of /3)" = 4
crawl verify four
exits 0
is "$(ls "$work/pace" | sed 's/-.*//' | sort | uniq -c | tr -s ' \n' ' ')" " 2 a 5 o " "a file for each address and each origin"
is "$(cat "$work"/pace/* | sed 's/[0-9]\{15\}/T/g' | sort -u)" "tiptoe pace T T T T T" "files of one form"

# A pause that an origin requests of one process is kept by all.
sed '/^\/s.css/a\  if request 1\n  status 429 Too Many Requests\n  header Retry-After: 3\n/s.css' "$work/first.site" >"$work/pause.site"
play "$work/pause.site"
: >"$log"
pids=
beside five
await "one process is asked to pause" grep -q 'request .* /s\.css ' "$log"
# shellcheck disable=SC2086
crawl mirror --delay 0.15 -o six --share-pace pace $private "http://six.localhost:$port/"
exits 0
wait "${pids# }"
is "$?" 0 "both are complete"
settle
pause=$(awk '$2 == "request" && /host="fonts/ { if (asked) { print int($1 - asked); exit } if ($8 == "/s.css") asked = $1 }' "$log")
ok "the other one keeps the pause ($pause ms)" [ "$pause" -ge 2950 ]
requested 3 /s.css "one more for each"

# A time far ahead, or no record at all, costs a gap and not more.
for file in "$work"/pace/*; do
    printf 'tiptoe pace %015d %015d %015d %015d %015d\n' 999999999999999 999999999999999 0 0 0 >"$file"
done
crawl update four
exits 0 "times that cannot be right"
for file in "$work"/pace/*; do
    head -c 92 /dev/zero >"$file"
done
: >"$log"
crawl update four
exits 0 "damaged files"
gap_is_at_least 150

# A file that cannot be used is left as it is, and the gap is twice as long.
for file in "$work"/pace/*; do
    echo "a diary" >"$file"
done
: >"$log"
crawl update four
exits 0 "files with other content"
is "$(grep -c 'other content, .*; waiting twice as long' "$work/err")" 1 "says so once"
is "$(cat "$work"/pace/* | sort -u)" "a diary" "they are unchanged"
gap_is_at_least 300
for file in "$work"/pace/*; do
    rm "$file"
    mkdir "$file"
done
: >"$log"
crawl update four
exits 0 "files that cannot be written"
is "$(grep -c 'waiting twice as long' "$work/err")" 1 "says so once"
gap_is_at_least 300

# Users share a folder that both may write in, whatever their umask.
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null 2>&1; then
    mkdir "$work/common"
    chmod 1777 "$work/common"
    chmod 755 "$work"
    other=$work/other
    mkdir "$other"
    chown 65534 "$other"
    (umask 022 && cd "$other" && setpriv --reuid=65534 --clear-groups "$tiptoe" mirror -o one --share-pace "$work/common" \
        --delay 0.15 --allow-private fonts.localhost --allow-private one.localhost "http://one.localhost:$port/" >"$work/out" 2>"$work/err")
    is $? 0 "one user"
    # shellcheck disable=SC2086
    crawl mirror --delay 0.15 -o eight --share-pace common $private "http://one.localhost:$port/"
    exits 0 "another user"
    file_lacks "$work/err" "share-pace"
    is "$(stat -c %a "$work"/common/* | sort -u)" 666 "the files have the mode of the folder"
else
    skip "two users" "this test is not run by root"
fi
# shellcheck disable=SC2086
crawl mirror -o seven --share-pace none/pace $private "http://one.localhost:$port/"
exits 1 "a folder that cannot be made"
file_has "$work/err" "none/pace"

# A gap that robots.txt sets is shared for a day at most, after which its rules are read again.
if command -v sqlite3 >/dev/null 2>&1; then
    printf '/robots.txt\n  type text/plain\n  text User-agent: *\\nCrawl-delay: 99999999999\\n\n/*\n  text x\n' >"$work/years.site"
    play "$work/years.site"
    # shellcheck disable=SC2086
    crawl mirror -o years --share-pace days $private "http://one.localhost:$port/"
    exits 75 "a gap of years"
    sqlite3 "$work/years/mirror.db" "UPDATE robots SET fetched_ms = 1, expires_ms = 1; UPDATE origin SET last_request_ms = 1"
    forget_requests
    crawl resume years
    exits 75 "and again"
    requested 1 /robots.txt
    ahead=$(awk -v now="$(date +%s%3N)" '{ print int(($3 - now) / 1000) }' "$work"/days/o-*)
    ok "is shared for a day ($ahead s)" awk -v s="$ahead" 'BEGIN { exit !(s > 80000 && s <= 86400) }'
else
    skip "a gap of years" "sqlite3 is not installed"
fi
done_testing
