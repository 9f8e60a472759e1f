#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests how a user steers a run: control/, tiptoe pause, go and stop, --hours, SIGUSR1, and a disk that fills up.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

cat >"$work/long.site" <<'END'
/
  type text/html
  body
    <a href=/p1>1</a>
/p*
  type text/html
  body
    <a href=/p@N+1%200@>next</a>
END

err_has() {
    grep -qF "$1" "$work/err"
}

serve "$work/long.site"
# It is stopped while orders are given, so that it does not come to its end before them.
crawl_beside 7 mirror --delay 0.02 -o m "$base/"
await_stopped
(cd "$work" && "$tiptoe" pause m 2>said)
file_has said "m: the run pauses until: tiptoe go m" "pause says what it does"
kill -CONT "$crawl_pid"
await "it pauses" err_has 'paused by control/pause'
settle
before=$(grep -c ' request ' "$log")
kill -USR1 "$crawl_pid"
await "SIGUSR1 is answered while it pauses" err_has ' queued'
settle
is "$(grep -c ' request ' "$log")" "$before" "and nothing is requested"
crawl status m
exits 0 "status while it runs"
file_has out 'end        paused; tiptoe go continues it' "says so"
file_lacks out 'exit  ' "and names no exit status"
(cd "$work" && "$tiptoe" mirror --delay 0 -o m "$base/" >second.out 2>second.err)
is "$?" 1 "a second run is kept out"
file_has second.err 'in use by another tiptoe'
crawl verify m
exits 75 "verify of a mirror in use: that is not damage"
stop_beside 7
(cd "$work" && "$tiptoe" go m 2>said)
file_has said "m: the run continues" "so does go"
await_stopped
exists "m/site/p$((before + 3)).html" "it continues"
(cd "$work" && "$tiptoe" stop m 2>said)
file_has said "m: the run is ending; to continue it later: tiptoe resume m" "and stop"
kill -CONT "$crawl_pid"
crawl_ends
exits 75 "stop ends it with status 75"
absent m/control/stop "the order is taken away"
printf '0.2\n' >"$work/m/control/delay"
forget_requests
crawl_signalled INT 5 0 resume --delay 0 m
is "$status" 75 "interrupted"
gap_is_at_least 200
rm "$work/m/control/delay"
(cd "$work" && flock m "$tiptoe" stop m >out 2>err)
is "$?" 0 "stop while the mirror is held by what is not a run, as verify and rebuild hold it"
file_has err 'm: no run is active, so there is nothing to stop'
absent m/control/stop "gives no order"
: >"$work/m/control/stop"
crawl resume --delay 0 m
exits 0 "an order to stop from before a run does not end it"
absent m/control/stop "and is taken away"
file_has err '51 files' 'to the end, as far as links may lead'
crawl stop nowhere
exits 1
crawl stop m
exits 0 "where no run is active there is nothing to stop"
file_has err 'm: no run is active, so there is nothing to stop'
absent m/control/stop "and the next run is not stopped"

crawl_signalled KILL 5 0 mirror --delay 0 -o k "$base/"
(cd "$work" && flock k "$tiptoe" status k >out 2>err)
file_has out 'end        killed; tiptoe resume continues it' "status of a killed run, while what is not a run holds the mirror, says so"
(cd "$work" && flock k "$tiptoe" status --json k >out 2>err)
file_has out '"running":false' "in JSON too"

# An import: what it says of a damaged record, before it takes any, keeps it waiting until somebody reads.
cat "$work"/m/archive/*.gz >"$work/damaged.warc.gz"
echo damage >>"$work/damaged.warc.gz"
mkfifo "$work/talk"
exec 7<>"$work/talk"
dd if=/dev/zero of="$work/talk" bs=4096 oflag=nonblock 2>"$work/err"
(cd "$work" && exec "$tiptoe" import -o i damaged.warc.gz >out 2>&7 7>&- 8>&- 9>&-) &
run=$!
stop_is_given() {
    "$tiptoe" stop "$work/i" 2>"$work/err" 7>&-
    [ -e "$work/i/control/stop" ]
}
await "an import is asked to stop" stop_is_given
tr -d '\000' <"$work/talk" >"$work/said-by-import" 7>&- 8>&- 9>&- &
exec 7>&-
wait "$run"
is "$?" 75 "which ends it"
crawl status i
file_has out 'end        stopped by tiptoe stop'
absent i/control/stop "and the order is taken away"
absent i/site/index.html "before anything was imported"
crawl resume i
exits 4 "it can be gone on with, without the damaged record"
exists i/site/p5.html

hour=$(date -u +%H)
hour=${hour#0}
forget_requests
crawl mirror --delay 0 --hours "$(printf '%02d:00-%02d:00 UTC' $(((hour + 2) % 24)) $(((hour + 3) % 24)))" \
    --max-time 1s -o h "$base/"
exits 75
requests_are "outside of --hours nothing is requested"
until="waiting until $(printf '%02d' $(((hour + 2) % 24))):00 UTC (--hours)"
file_has err "$until" "it says until when"
(cd "$work" && exec "$tiptoe" resume h >h.out 2>h.err 8>&- 9>&-) &
crawl_pid=$!
await "it waits again" grep -qF "$until" "$work/h.err"
crawl status h
file_has out "end        $until" "status says so, too"
crawl stop h
crawl_ends
crawl mirror --hours 25 -o h2 "$base/"
exits 2

little_space() {
    crawl mirror --delay 0 --pause-below-free-disk 1000T --max-time "$scale" -o w "$base/"
    [ "$status" = 75 ] && err_has 'waiting for free space on the disk'
}
in_time "a run that waits for free space on the disk says so" little_space

# A disk that is full in the middle: a small file system of our own.
cat >"$work/full.sh" <<'END'
mkdir -p "$2" && mount -t tmpfs -o size=300k tmpfs "$2" || exit 99
"$1" mirror --delay 0 -o "$2/m" "$3/"
full=$?
mount -o remount,size=50m tmpfs "$2" || exit 98
"$1" verify "$2/m" || exit 97
"$1" resume --delay 0 "$2/m" || exit 96
ls "$2/m/site" | wc -l
exit "$full"
END
unshare -Urm true 2>/dev/null && can=1 || can=
if [ -n "$can" ]; then
    unshare -Urm sh "$work/full.sh" "$tiptoe" "$work/small" "$base" >"$work/out" 2>"$work/err" 8>&- 9>&-
    is "$?" 75 "a full disk stops the run, what it has is whole, and with room it continues"
    file_is out 51 "to its end"
    file_has err 'no space left'
else
    skip "a full disk" "no user namespaces here"
fi
# Excludes for a running mirror
forget_requests
play "$work/long.site"
crawl_beside 5 mirror --delay 0.3 --max-pages 40 -o live "$base/"
await_stopped
printf '/other\n /p4 \n' >"$work/live/control/exclude"
kill -CONT "$crawl_pid"
await "it reads the patterns" err_has 'the patterns in control/exclude have changed'
crawl_ends
exits 0 "the run ends, because the only link leads to an excluded page"
requested 0 /p4 "the excluded page"
crawl explain live /p4
file_has out "rule       control/exclude /p4"
forget_requests
crawl resume live
requests_are "the patterns hold for later runs"
rm "$work/live/control/exclude"
crawl resume --delay 0 --max-pages 9 live
exits 0
file_has err "the options have changed" "without the file, the pages are requested"
exists live/site/p4.html

# A server that takes longer than the pace is the reason that the status line gives.
sed 's/^  type/  delay 300\n&/' "$work/long.site" >"$work/slow.site"
play "$work/slow.site"
crawl_beside 4 mirror --delay 0.02 -o slow "$base/"
await_stopped
kill -USR1 "$crawl_pid"
kill -CONT "$crawl_pid"
await "the status line says that the server is slow" grep -q 'pace 20 ms (the server takes [0-9.]* s' "$work/err"
kill -INT "$crawl_pid"
crawl_ends
done_testing
