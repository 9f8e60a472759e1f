#!/bin/sh
# SPDX-License-Identifier: MIT
# Clocks (libfaketime): a run that outlasts its robots.txt reads it again, and what is queued is judged anew; changes of the
# wall clock, in a run or between two, delay nothing. The clock of a run is moved while it pauses, with no request under way.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

command -v faketime >/dev/null 2>&1 || skip_all "faketime is not installed"
nm "$tiptoe" 2>/dev/null | grep -q __asan_init && skip_all "a preloaded library does not go with AddressSanitizer"

{
    cat <<'END'
/robots.txt
  if request 1
  type text/plain
  header Cache-Control: max-age=60
  text User-agent: *\nDisallow: /never\n
/robots.txt
  type text/plain
  text User-agent: *\nDisallow: /never\nDisallow: /late\n
/
  type text/html
  body
END
    for i in $(seq 30); do
        echo "    <a href=/$i>$i</a>"
    done
    cat <<'END'
    <a href=/late/1>l</a><a href=/never/1>n</a><a href=/late/2>l</a>
/*
  type text/html
  text x
END
} >"$work/changing.site"
serve "$work/changing.site"

paused() {
    [ "$(grep -cF 'paused by control/pause' "$work/err")" = "$1" ]
}

# moved_on +SECONDS TIME: the run, which is stopped, pauses for the so many-th time, and goes on with a clock SECONDS fast.
moved_on() {
    "$tiptoe" pause "$work/m"
    kill -CONT "$crawl_pid"
    await "it pauses" paused "$2"
    settle
    echo "$1" >"$work/clock.new"
    mv "$work/clock.new" "$work/clock"
    "$tiptoe" go "$work/m"
}

echo +0 >"$work/clock"
# shellcheck disable=SC2016 # of the shell that faketime runs
preload="LD_PRELOAD=$(faketime -f +0 sh -c 'echo "$LD_PRELOAD"')"
crawl_under="env $preload FAKETIME_TIMESTAMP_FILE=$work/clock FAKETIME_NO_CACHE=1"
crawl_beside 5 mirror --delay 0.1 -o m "$base/"
await_stopped
stop_beside 5
moved_on +400 1
await_stopped
requested 1 /robots.txt "a lifetime of less than ten minutes counts as ten"
moved_on +610 2
crawl_ends
exits 0
requested 2 /robots.txt "read again after these"
requested 0 /late/1 "what was queued under older rules is judged by the new ones"
requested 0 /late/2
requested 1 /30
crawl explain m /late/1
file_has out 'rule       line 3: Disallow: /late'

# Only the wall clock changes from here on.
crawl_under="$crawl_under FAKETIME_DONT_FAKE_MONOTONIC=1"

# crawl_at OFFSET ARG…: the same as crawl, by a wall clock that is so much fast.
crawl_at() {
    (cd "$work" && offset=$1 && shift && exec env "$preload" "FAKETIME=$offset" FAKETIME_DONT_FAKE_MONOTONIC=1 \
        timeout "${CRAWL_SECONDS:-300}" "$tiptoe" "$@" >"$work/out" 2>"$work/err" 8>&- 9>&-)
    status=$?
}

cat >"$work/busy.site" <<'END'
/busy
  if request 1
  status 503 Busy
/
  type text/html
  body
    <a href=/busy>1</a><a href=/2>2</a><a href=/3>3</a>
/*
  type text/html
  text x
END

# A retry, with the clock set back or forward while it waits.
for change in -7200 +7200; do
    play "$work/busy.site"
    rm -rf "$work/m"
    forget_requests
    echo +0 >"$work/clock"
    crawl_beside 4 mirror --delay 0.1 --max-time 30 -o m "$base/"
    await_stopped
    moved_on "$change" 1
    crawl_ends
    exits 0 "a clock that changes by $change s in a run does not delay a retry"
    requested 2 /busy
done

# The same between two runs.
for change in -1d +1d; do
    play "$work/busy.site"
    rm -rf "$work/m"
    forget_requests
    crawl_signalled TERM 4 0 mirror --delay 0.2 -o m "$base/"
    exits 75
    crawl_at "$change" resume --max-time 30 m
    exits 0 "nor does one that changed by $change between two runs"
    requested 2 /busy
done

# A pause that the site requested begins again at most, even if it seems to be a year away.
sed '/status 503/a\  header Retry-After: 3' "$work/busy.site" >"$work/pause.site"
play "$work/pause.site"
rm -rf "$work/m"
forget_requests
crawl mirror --delay 0.1 --max-wait 1s -o m "$base/"
exits 75
crawl_at -365d resume --max-wait 10s m
exits 0 "a clock that was set back does not lengthen a pause"
requested 2 /busy
done_testing
