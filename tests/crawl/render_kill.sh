#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests kill -9 of the processes of --render auto at random moments (SEED=N for others): after each one, no process is left, and
# the same command completes a mirror whose files are those of an undisturbed one. The browser is render/fake_browser.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

needs JANSSON
fake=$(realpath "$work")/browser # where another user may run it
cp "$top_builddir/tests/render/fake_browser" "$fake"
tiptoe=$(realpath "$tiptoe")
user=
if [ "$(id -u)" = 0 ]; then # no browser is started as root
    user="setpriv --reuid 65534 --regid 65534 --clear-groups"
    $user "$tiptoe" --version >/dev/null 2>&1 || skip_all "cannot become an ordinary user"
    mkdir -p "$work/state"
    chown -R 65534:65534 "$work"
fi

{
    for page in / /1 /2 /3; do
        printf '%s\n  type text/html\n  body\n    <!DOCTYPE html><title>Shell</title><div id=root></div><script src=/app.js></script>\n' "$page"
    done
    for data in '' 1 2 3; do
        printf '/data_%s.json\n  type application/json\n  text "page %s"\n' "$data" "$data"
        printf '/data_%s__a.json\n  type application/json\n  text "a of %s"\n' "$data" "$data"
        printf '/data_%s__b.json\n  type application/json\n  text "b of %s"\n' "$data" "$data"
    done
    printf '/app.js\n  type text/javascript\n  text 1\n'
} >"$work/shells.site"
serve "$work/shells.site"

# start DIR: starts the run, in the background.
start() {
    # shellcheck disable=SC2086 # words
    $user "$tiptoe" mirror --quiet --delay 0 --render auto --browser "$fake" --output "$work/$1" "$base/" 2>"$work/err" &
    pid=$!
}

events() {
    cat "$log" "$work/cut/calls" 2>/dev/null | wc -l
}

# The run has made so many events, or has ended.
is_at() {
    [ "$(events)" -ge "$1" ] || is_gone "$pid"
}

is_gone() {
    ! grep -qs '^[0-9]* ([^)]*) [^Z]' "/proc/$1/stat"
}

# family PID: this process, and all that it has started.
family() {
    echo "$1"
    for child in $(cat "/proc/$1/task/"*/children 2>/dev/null); do
        family "$child"
    done
}

# Neither they are left, nor one that began while they were listed: its command line names the mirror.
are_gone() {
    for one in $processes; do
        is_gone "$one" || return 1
    done
    ! grep -qsaF -f "$work/running" /proc/[0-9]*/cmdline
}
echo "$work/cut" >"$work/running"

start whole
wait "$pid"
status=$?
[ "$status" != 1 ] || ! grep -q "namespaces" "$work/err" || skip_all "$(cat "$work/err")"
is "$status" 0 "an undisturbed mirror" || note "$(cat "$work/err")"
digests whole >"$work/whole.sums"
is "$(grep -c "data_\|#!" "$work/whole.sums")" 20 "data and views of four pages" || note "$(cat "$work/whole.sums")"
file_has 'whole/site/1.html#!/a.html' 'This is /1#/a, <a href=../1.html>'
sed -n 's/.* request [^/]*\(\/[^ ]*\).*/\1/p' "$log" | sort >"$work/whole.urls"
forget_requests
start twice
wait "$pid"
sed -n 's/.* request [^/]*\(\/[^ ]*\).*/\1/p' "$log" | sort >"$work/twice.urls"
ok "a second one requests the same URLs" cmp "$work/whole.urls" "$work/twice.urls"
digests twice >"$work/twice.sums"
ok "and has the same files" cmp "$work/whole.sums" "$work/twice.sums"

kills=0 complete=0 wrong=0 left=0
awk -v seed="${SEED:-1}" 'BEGIN { srand(seed); for (i = 0; i < 100; i++) print int(1 + 60 * rand()), substr("124", 1 + int(3 * rand()), 1) }' >"$work/moments"
pid=
while [ "$kills" -lt 20 ] && read -r later which; do
    [ -n "$pid" ] || start cut
    wait_until is_at $(($(events) + later))
    processes=$(family "$pid")
    # The first is the command, the second its turn, the third the launcher, the fourth the browser.
    # shellcheck disable=SC2086 # words
    victim=$(echo $processes | cut -d ' ' -f "$which")
    [ -z "$victim" ] || ! kill -KILL "$victim" 2>/dev/null || kills=$((kills + 1))
    [ "$which" -le 2 ] || is_gone "$pid" || continue
    wait "$pid"
    status=$? pid=
    wait_until are_gone || left=$((left + 1))
    [ "$status" = 0 ] || continue
    complete=$((complete + 1))
    digests cut >"$work/cut.sums"
    cmp "$work/whole.sums" "$work/cut.sums" >"$work/difference" || wrong=$((wrong + 1))
    [ ! -e "$work/cut/tmp/browser" ] || left=$((left + 1))
    [ "$wrong" = 0 ] || break
    rm -r "$work/cut"
done <"$work/moments"
[ -z "$pid" ] || wait "$pid"
is "$kills" 20 "killed 20 times"
start cut
wait "$pid"
is $? 0 "the last mirror is complete" || note "$(cat "$work/err")"
digests cut >"$work/cut.sums"
ok "its files are those of the undisturbed one" cmp "$work/whole.sums" "$work/cut.sums" || note "$(diff "$work/whole.sums" "$work/cut.sums")"
is "$wrong" 0 "as are those of $complete others"
is "$left" 0 "no process and no folder of a browser is left"
$user "$tiptoe" verify "$work/cut" >"$work/out" 2>&1
is $? 0 "its records are right" || note "$(cat "$work/out")"
$user "$tiptoe" forget "$work/cut" "$base/1" >"$work/out" 2>&1
is $? 0 "a page is forgotten" || note "$(cat "$work/out")"
absent 'cut/site/1.html#!' "with the files of its views"
is "$(zcat "$work"/cut/archive/*.gz | grep -ac '^WARC-Target-URI: .*/1#/')" 0 "and their records"
$user "$tiptoe" verify "$work/cut" >"$work/out" 2>&1
is $? 0 "the others are right" || note "$(cat "$work/out")"
done_testing
