#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that slow pages yield to others and come last; --stall and --least-rate; and the limit of simultaneous connections
# meanwhile.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

# The first four pages bring 120 bytes a second, for three seconds; the others come at once.
{
    printf '/slow*\n  type text/html\n  fill 360\n  drip body 30 250\n'
    printf '/quick*\n  type text/html\n  text quick\n'
    printf '/\n  type text/html\n  body\n'
    printf '    <a href=/slow%s.html>s</a>\n' 1 2 3 4
    printf '    <a href=/quick%s.html>q</a>\n' 1 2 3 4 5 6
} >"$work/mixed.site"
serve "$work/mixed.site"

# done_before TARGET: the requests that the server has answered whole before the first whole answer of TARGET*.
done_before() {
    awk -v target="$1" '$2 == "done" { if (index($8, target) == 1) { print n + 0; exit } n++ }' "$log"
}

crawl mirror --delay 0 --connections 4 --stall 1 -o m "$base/"
exits 0 "slow pages among others"
is "$(done_before /slow)" 8 "all others are there before a slow one is"
# On a busy machine the others may take so long that a page gives way once more.
for i in 1 2 3 4; do
    exists "m/site/slow$i.html"
    count=$(awk -v target="/slow$i.html" '$2 == "request" && $8 == target' "$log" | wc -l)
    ok "slow$i.html gave way and was requested again ($count)" sh -c '[ "$1" -ge 2 ] && [ "$1" -le 5 ]' sh "$count"
done
open_is_at_most 4

# Where nothing waits, a slow page has all the time that it needs.
forget_requests
printf '/slow.html\n  type text/html\n  fill 240\n  drip body 30 250\n/\n  type text/html\n  text <a href=/slow.html>s</a>\n' \
    >"$work/alone.site"
play "$work/alone.site"
crawl mirror --delay 0 --stall 1 -o alone "$base/"
exits 0
requested 1 /slow.html "a slow page that nothing waits for"

# Nor does a transfer end if everything is slow. Each takes far longer than --stall: a busy machine ends the same four.
forget_requests
{
    printf '/slow*\n  type text/html\n  fill 300\n  drip body 30 250\n/\n  type text/html\n  body\n'
    printf '    <a href=/slow%s.html>s</a>\n' 1 2 3 4 5
} >"$work/line.site"
play "$work/line.site"
crawl mirror --delay 0 --stall 1 -o line "$base/"
exits 0 "a slow line"
requested 2 /slow4.html "four transfers for one connection end"
requested 1 /slow5.html "then they go on"
open_is_at_most 1

# What is below --least-rate ends in any case.
forget_requests
sed 's/fill 240/fill 3600/' "$work/alone.site" >"$work/longer.site"
play "$work/longer.site"
crawl mirror --delay 0 --stall 1 --least-rate 200 --retries 0 -o least "$base/"
exits 4 "--least-rate"
crawl explain least /slow.html
file_has out timeout
crawl mirror --stall 0.5 "$base/"
exits 2 "--stall is at least a second"
done_testing
