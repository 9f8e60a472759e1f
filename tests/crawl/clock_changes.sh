#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests clocks (libfaketime): a run that outlasts its robots.txt reads it again and judges its queue again; changes of the
# wall clock, during a run or between two, delay nothing. The clock of a run moves while it pauses, with no request under way.
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

# moved_on +SECONDS TIME: the run, which is stopped, pauses for the so many-th time, and continues with a clock SECONDS fast.
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
crawl_beside 5 mirror --sandbox off --delay 0.1 -o m "$base/"
await_stopped
stop_beside 5
moved_on +250 1
await_stopped
stop_beside 5
moved_on +500 2
await_stopped
requested 1 /robots.txt "a lifetime of less than ten minutes counts as ten"
moved_on +750 3
crawl_ends
exits 0
requested 2 /robots.txt "read again after these"
requested 0 /late/1 "what was queued under older rules is judged by the new ones"
requested 0 /late/2
requested 1 /30
crawl explain m /late/1
file_has out 'rule       line 3: Disallow: /late'

# A run that was paused for a few minutes reads it again too: the owner may have used it to say something.
play "$work/changing.site"
rm -rf "$work/m"
forget_requests
echo +0 >"$work/clock"
crawl_beside 5 mirror --sandbox off --delay 0.1 -o m "$base/"
await_stopped
moved_on +310 1
crawl_ends
exits 0
requested 2 /robots.txt "read again after a pause of five minutes"
requested 0 /late/1

# The same after the process was stopped, or the machine slept, with a request under way.
play "$work/changing.site"
rm -rf "$work/m"
forget_requests
echo +0 >"$work/clock"
crawl_beside 5 mirror --sandbox off --delay 0.1 -o m "$base/"
await_stopped
settle
echo +28800 >"$work/clock.new"
mv "$work/clock.new" "$work/clock"
kill -CONT "$crawl_pid"
crawl_ends
exits 0
requested 2 /robots.txt "read again after a sleep of eight hours"
is "$(awk '$2 == "request" { print $8 }' "$log" | sed -n 6p)" /robots.txt "before the next request"
requested 0 /late/1

# It closes the whole site meanwhile: nothing that is queued is given up for that.
{
    printf '/robots.txt\n  if request 1\n  text User-agent: *\\nDisallow: /never\\n\n'
    printf '/robots.txt\n  if request 2\n  status 403 Forbidden\n'
    echo /
    sed '1,/^\/$/d' "$work/changing.site"
} >"$work/closing.site"
play "$work/closing.site"
rm -rf "$work/m"
forget_requests
echo +0 >"$work/clock"
crawl_beside 5 mirror --sandbox off --delay 0.1 -o m "$base/"
await_stopped
moved_on +310 1
crawl_ends
exits 3 "a robots.txt that closes the whole site ends the run"
requested 2 /robots.txt
crawl explain m /30
file_has out 'state      queued' "what is queued stays so"
crawl resume --delay 0 m
exits 0 "and the run continues when it opens again"
requested 3 /robots.txt
requested 1 /30

# Only the wall clock changes from here on.
crawl_under="$crawl_under FAKETIME_DONT_FAKE_MONOTONIC=1"

# crawl_at OFFSET ARG…: the same as crawl, by a wall clock that is so much fast.
crawl_at() {
    (cd "$work" && offset=$1 && shift && exec env "$preload" "FAKETIME=$offset" FAKETIME_DONT_FAKE_MONOTONIC=1 \
        timeout "${CRAWL_SECONDS:-300}" "$tiptoe" "$@" >"$work/out" 2>"$work/err" 8>&- 9>&-)
    status=$?
    shift
    check_update "$@"
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
    crawl_beside 4 mirror --sandbox off --delay 0.1 --max-time 30 -o m "$base/"
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

# A run that continues after a few minutes reads robots.txt again, conditionally.
for rule in same none /3; do
    {
        printf '/robots.txt\n  type text/plain\n  etag "%s"\n' "$rule"
        [ "$rule" != none ] || printf '  status 404 Not Found\n'
        printf '  text User-agent: *\\nDisallow: %s\n' "$rule"
        cat "$work/busy.site"
    } >"$work/rule-${rule#/}.site"
done
# continued MINUTES RULE: a run that was stopped with the rule "same" continues then.
continued() {
    rm -rf "$work/m"
    play "$work/rule-same.site"
    crawl_signalled TERM 4 0 mirror --delay 0.2 -o m "$base/"
    exits 75
    forget_requests
    play "$work/rule-$2.site"
    crawl_at "+$1m" resume -v m
    exits 0
}
continued 4 3
requested 0 /robots.txt "not after four minutes"
requested 1 /3
continued 6 same
requested 1 /robots.txt "after six minutes"
crawl status m
file_has out "which costs a server very little: 1"
requested 1 /3
continued 6 3
requested 1 /robots.txt
requested 0 /3 "a rule that was added meanwhile is obeyed"
continued 6 none
requested 1 /3 "and a file that is gone forbids nothing"

# The date of unavailable_after passes between two runs: the page leaves, though the server says that it is unchanged.
cat >"$work/dated.site" <<'END'
/
  type text/html
  body
    <a href=/1>1</a><a href=/2>2</a><a href=/3>3</a>
/1
  type text/html
  etag "1"
  text <meta name=robots content="unavailable_after: @DATE+86400@"><p>for a day
/2
  if request 1-2
  type text/html
  etag "2"
  text <meta name=robots content="unavailable_after: @DATE+86400@"><p>for a day
/2
  status 404 Not Found
/3
  type text/html
  etag "3"
  text <p>for ever
END
play "$work/dated.site"
rm -rf "$work/m"
crawl mirror --delay 0 -o m "$base/"
exits 0
crawl update m
exits 0
exists m/site/1.html "on its last day"
crawl_at +2d update m
exits 0
absent m/site/1.html "a day later"
absent m/site/2.html "also if it is gone by then"
exists m/site/3.html
crawl explain m /1
file_has out 'state      not stored: the site says NOINDEX'
file_has out 'rule       unavailable_after: 2'
crawl changes m
file_has out "$base/1"
file_has out "$base/2"
crawl_at +3d update m
exits 4
absent m/site/1.html "nor does it come back"

# What a page says about itself: a static page is requested once in 30 days, a dynamic one in every update before others.
cat >"$work/hints.site" <<'END'
/
  type text/html
  body
    <a href=/1>1</a><a href=/static>s</a><a href=/dynamic>d</a>
/static
  type text/html
  text <meta name="Document-State" content="Static"><meta name=URL content="http://else.example/s"><p>s
/dynamic
  type text/html
  header Link: </other>; rel=canonical
  text <meta name="DOCUMENT-STATE" content="DYNAMIC"><p>d
/1
  type text/html
  text <link rel=canonical href="/one"><p>1
END
play "$work/hints.site"
rm -rf "$work/m"
crawl mirror --delay 0 -o m "$base/"
exits 0
forget_requests
crawl update m
exits 0
requests_are "a static page is not requested, a dynamic one is requested first" /robots.txt / /dynamic /1
forget_requests
crawl_at +29d update m
requested 0 /static
forget_requests
crawl_at +31d update m
requested 1 /static "after 30 days it is"
crawl explain m /static
file_has out 'changes    the page says that it is static'
file_has out 'meta url   http://else.example/s'
crawl explain m /dynamic
file_has out 'changes    the page says that it is dynamic'
file_has out "canonical  $base/other"
crawl explain m /1
file_has out "canonical  $base/one"
requested 0 /one "a preferred address is not requested"
sed -i 's/href="\/one"/href="\/two"/; s/; rel=canonical//' "$work/hints.site"
play "$work/hints.site"
crawl update m
exits 0
crawl explain m /1
file_has out "canonical  $base/two" "a preference that changes"
crawl explain m /dynamic
file_lacks out canonical "and one of the head that is gone, while the body is the same"
printf '\n/robots.txt\n  type text/plain\n  text User-agent: *\\nDisallow: /static\n' >>"$work/hints.site"
play "$work/hints.site"
crawl update m
absent m/site/static.html "a static page that robots.txt disallows leaves without a request"
done_testing
