#!/bin/sh
# SPDX-License-Identifier: MIT
# A run that outlasts its robots.txt reads it again, and what is queued is judged anew. The clock of the run is moved on
# (libfaketime) while it pauses, with no request under way.
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

# moved_on SECONDS TIME: the run, which is stopped, pauses for the so many-th time, and goes on with a clock SECONDS fast.
moved_on() {
    "$tiptoe" pause "$work/m"
    kill -CONT "$crawl_pid"
    await "it pauses" paused "$2"
    settle
    echo "+$1" >"$work/clock.new"
    mv "$work/clock.new" "$work/clock"
    "$tiptoe" go "$work/m"
}

echo +0 >"$work/clock"
# shellcheck disable=SC2016 # of the shell that faketime runs
crawl_under="env LD_PRELOAD=$(faketime -f +0 sh -c 'echo "$LD_PRELOAD"') FAKETIME_TIMESTAMP_FILE=$work/clock FAKETIME_NO_CACHE=1"
crawl_beside 5 mirror --delay 0.1 -o m "$base/"
await_stopped
stop_beside 5
moved_on 400 1
await_stopped
requested 1 /robots.txt "a lifetime of less than ten minutes counts as ten"
moved_on 610 2
crawl_ends
exits 0
requested 2 /robots.txt "read again after these"
requested 0 /late/1 "what was queued under older rules is judged by the new ones"
requested 0 /late/2
requested 1 /30
crawl explain m /late/1
file_has out 'rule       line 3: Disallow: /late'
done_testing
