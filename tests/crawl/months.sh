#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests mirrors that are updated over months (libfaketime): an old update begins anew, redirects for good are learned, and a
# start page that begins to redirect within its site stops nothing.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

command -v faketime >/dev/null 2>&1 || skip_all "faketime is not installed"
nm "$tiptoe" 2>/dev/null | grep -q __asan_init && skip_all "a preloaded library does not go with AddressSanitizer"
# shellcheck disable=SC2016 # of the shell that faketime runs
preload=$(faketime -f +0 sh -c 'echo "$LD_PRELOAD"')
day=0
# crawl_then DAYS ARG…: so many days later.
crawl_then() {
    day=$((day + $1))
    shift
    (cd "$work" && exec env LD_PRELOAD="$preload" FAKETIME="+${day}d" FAKETIME_DONT_FAKE_MONOTONIC=1 \
        timeout 300 "$tiptoe" "$@" >"$work/out" 2>"$work/err" 8>&- 9>&-)
    status=$?
    check_update "$@"
}

# site VERSION: ten pages, with what standard input says before them.
site() {
    {
        cat
        printf '/\n  type text/html\n  text <title>home</title>'
        for n in $(seq 10); do printf '<a href=/p%s>%s</a>' "$n" "$n"; done
        printf '\n/p*\n  type text/html\n  text <p>page @N@, version %s, %s\n' "$1" "$1"
    } >"$work/now.site"
    if [ -n "$server_pid" ]; then play "$work/now.site"; else serve "$work/now.site" --ports 2; fi
    forget_requests
}
versions() {
    grep -l "version $1" "$work/m/site/"p*.html | wc -l
}

# An update is stopped after four pages. Within a day it is continued; later it begins anew, with the pages that it lacks.
site one </dev/null
crawl_then 0 mirror --delay 0 -o m "$base/"
exits 0
site two </dev/null
printf '/robots.txt\n  text \n/p5\n  delay 60000\n' >"$work/slow"
cat "$work/slow" "$work/now.site" >"$work/slow.site"
play "$work/slow.site"
crawl_then 7 update --delay 0 --max-time 2s m
exits 75 "an update that is stopped"
cp -a "$work/m" "$work/continued"
site three </dev/null
crawl_then 0 update --delay 0 continued
exits 0
file_has err "continuing the update of 20" "an update that is continued says so"
requested 0 /p3 "and requests nothing twice"
requested 1 /p5
crawl_then 150 update --delay 0 m
exits 0
file_has err "no page has answered for a day: starting it again"
requested 1 /p3 "an old update begins anew"
is "$(awk '$2 == "request" && $8 ~ /^.p/ { print $8; exit }' "$log")" /p5 "with what was not seen then"
is "$(versions three)" 10 "all pages are of today"
crawl changes m
is "$(grep -c '^changed .*/p' "$work/out")" 10 "and listed"
# So does one that stopped at its start page, each day.
site four <<'END'
/
  status 503 Service Unavailable
END
for n in first second third; do
    crawl_then 1 update --delay 0 --retries 0 --max-time 5s m
    exits 75 "the $n update fails at its start page"
done
site five </dev/null
crawl_then 7 update --delay 0 m
exits 0
is "$(versions five)" 10 "all pages are of today"

# A relaunch: the pages have new addresses. After three updates with the same redirects, the old ones are left alone, until a
# page links to one of them.
relaunched() {
    {
        cat
        printf '/\n  type text/html\n  text <title>home</title>'
        for n in $(seq 10); do printf '<a href=/new/%s>%s</a>' "$n" "$n"; done
        printf '\n/new/*\n  type text/html\n  text <p>page @N@, new\n'
        for n in $(seq 10); do printf '/p%s\n  status 301 Moved\n  header Location: /new/%s\n' "$n" "$n"; done
    } >"$work/now.site"
    play "$work/now.site"
}
old_requests() {
    awk '$2 == "request" && $8 ~ /^.p/' "$log" | wc -l
}
relaunched </dev/null
for n in first second third; do
    forget_requests
    crawl_then 7 update --delay 0 m
    exits 0 "the $n update after a relaunch"
    is "$(old_requests)" 10 "requests the old addresses"
done
absent m/site/p3.html "old pages have left"
forget_requests
crawl_then 7 update --delay 0 m
exits 0
is "$(old_requests)" 0 "later updates do not"
requested 1 /new/3
printf '/new/4\n  type text/html\n  text <p>page 4, new, <a href=/p2>old</a><a href=/p2>again</a>\n' | relaunched
for n in first second; do
    forget_requests
    crawl_then 7 update --delay 0 m
    exits 0
    is "$(old_requests)" 1 "a page links to one of them: the $n update requests it"
done
file_has m/site/new/4.html '<a href=2.html>old</a>' "and the link leads to where it has moved"

# A robots.txt without validators is archived when it changes, not in each quiet update.
printf '/robots.txt\n  type text/plain\n  text User-agent: *\\nDisallow: /x\n' | site six
crawl_then 7 mirror --delay 0 -o quiet "$base/"
for n in 1 2 3; do
    crawl_then 7 update --delay 0 quiet
    exits 0
done
is "$(find "$work/quiet/archive" -name '*.warc.gz' | wc -l)" 1 "quiet updates begin no archive file"
printf '/robots.txt\n  type text/plain\n  text User-agent: *\\nDisallow: /y\n' | site six
crawl_then 7 update --delay 0 quiet
is "$(zcat "$work"/quiet/archive/*.warc.gz | grep -c '^Disallow: ')" 2 "a changed robots.txt is archived"

# A start page that redirects to a language for some weeks.
site six </dev/null
crawl_then 7 mirror --delay 0 -o language "$base/"
printf '/\n  status 302 Found\n  header Location: /en/\n/en/\n  type text/html\n  text <a href=/p1>1</a>\n' | site seven
for n in first second; do
    crawl_then 7 update --delay 0 language
    exits 0 "the $n update whose start page redirects to a language"
    file_has err "the start page redirects to $base/en/ (status 302), within its site; its copy stays as it was"
done
file_has language/site/index.html '<title>home</title>' "its copy stays"
file_has language/site/p3.html 'version seven' "and the rest is updated"
site seven </dev/null
for n in first second; do
    crawl_then 7 update --delay 0 language
    exits 0 "the $n update when it is back"
    file_lacks err "redirects to"
done
done_testing
