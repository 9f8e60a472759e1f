#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that slow pages yield to others and come last; --stall and --least-rate; and the limit of simultaneous connections
# meanwhile.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

# Four pages bring 120 bytes a second and have no end the first time; all others come at once.
slow_first() {
    for i in 1 2 3 4; do
        printf '/slow%s.html\n  if request 1\n  type text/html\n  length none\n  drip body 30 250\n  endless line of a slow page\n' "$i"
        printf '/slow%s.html\n  type text/html\n  text slow\n' "$i"
    done
}
{
    slow_first
    printf '/quick*\n  type text/html\n  text quick\n'
    printf '/\n  type text/html\n  body\n'
    printf '    <a href=/slow%s.html>s</a>\n' 1 2 3 4
    printf '    <a href=/quick%s.html>q</a>\n' 1 2 3 4 5 6
} >"$work/mixed.site"
serve "$work/mixed.site"

# The requests that the server has answered whole before the first whole answer of a slow page.
done_before_slow() {
    awk '$2 == "done" { if (index($8, "/slow") == 1) { print n + 0; exit } n++ }' "$log"
}

mixed() {
    rm -rf "$work/m"
    play "$work/mixed.site"
    forget_requests
    crawl mirror --delay 0 --connections 4 --stall "$scale" -o m "$base/"
    settle
    [ "$status,$(done_before_slow)" = 0,8 ] || return
    for i in 1 2 3 4; do
        [ -e "$work/m/site/slow$i.html" ] && [ "$(requests_of "/slow$i.html")" = 2 ] || return
    done
}
in_time "slow pages give way to all others, and are requested again at the end" mixed
open_is_at_most 4

# Where nothing waits, a slow page has all the time that it needs.
alone() {
    rm -rf "$work/alone"
    printf '/slow.html\n  type text/html\n  fill %s\n  drip body 30 250\n/\n  type text/html\n  text <a href=/slow.html>s</a>\n' \
        $((240 * scale)) >"$work/alone.site"
    play "$work/alone.site"
    forget_requests
    crawl mirror --delay 0 --stall "$scale" -o alone "$base/"
    [ "$status" = 0 ] && [ "$(requests_of /slow.html)" = 1 ]
}
in_time "a slow page that nothing waits for" alone

# Nor does a transfer end if everything is slow: the fifth slow page takes longer than --stall, while another page waits.
line() {
    rm -rf "$work/line"
    {
        slow_first
        printf '/slow*\n  type text/html\n  fill %s\n  drip body 30 250\n' $((240 * scale))
        printf '/\n  type text/html\n  body\n'
        printf '    <a href=/slow%s.html>s</a>\n' 1 2 3 4 5 6
    } >"$work/line.site"
    play "$work/line.site"
    forget_requests
    crawl mirror --delay 0 --stall "$scale" -o line "$base/"
    settle
    [ "$status" = 0 ] || return
    for i in 1 2 3 4; do
        [ "$(requests_of "/slow$i.html")" = 2 ] || return
    done
    [ "$(requests_of /slow5.html),$(requests_of /slow6.html)" = 1,1 ]
}
in_time "on a slow line, four transfers for one connection end, and later ones continue" line
open_is_at_most 1

# What is below --least-rate ends in any case.
forget_requests
{
    printf '/slow.html\n  type text/html\n  length none\n  drip body 30 250\n  endless line of a slow page\n'
    printf '/\n  type text/html\n  text <a href=/slow.html>s</a>\n'
} >"$work/endless.site"
play "$work/endless.site"
crawl mirror --delay 0 --stall 1 --least-rate 200 --retries 0 -o least "$base/"
exits 4 "--least-rate"
crawl explain least /slow.html
file_has out timeout
crawl mirror --stall 0.5 "$base/"
exits 2 "--stall is at least a second"
done_testing
