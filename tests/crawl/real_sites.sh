#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests real sites behind a real server: the documentation of Python and of SQLite as Debian packages it, behind nginx.
# Nothing is requested twice, nothing that wget finds is missed, every reference has its original target, robots.txt holds,
# memory stays small, and kills leave no trace.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

# What is expected of it is that of Debian 12's, 3.11; later ones have relative og:url and withhold their search page.
python=/usr/share/doc/python3.11/html
sqlite=/usr/share/doc/sqlite3
fast="--delay 0 --connections 8"

command -v nginx >/dev/null 2>&1 || skip_all "nginx is not installed"
[ -d "$python" ] || [ -d "$sqlite" ] || skip_all "neither python3-doc of Debian 12 nor sqlite3-doc is installed"

# The requests of an agent to nginx, a line each; with a status: only those with this answer.
asked() {
    nginx_settle
    awk -v agent="\"$1" -v status="${2-}" '
        index($6, agent) == 1 && (status == "" || $4 == status) { print $3 }' "$work/nginx.log"
}

# A build with sanitizers reads one whole site: more of the same would take minutes.
sanitized=
! grep -q __asan_init "$tiptoe" || sanitized=yes

# Peak memory of a run in KB, in $peak; empty where it cannot be measured or would mean nothing.
peak=
measured() {
    peak=
    if ! [ -x /usr/bin/time ] || [ -n "$sanitized" ]; then
        crawl "$@"
        return
    fi
    (cd "$work" && exec /usr/bin/time -f '%M' -o "$work/peak" timeout 300 "$tiptoe" "$@" >out 2>err)
    status=$?
    peak=$(tail -n 1 "$work/peak")
}

peak_is_below() {
    if [ -z "$peak" ]; then
        skip "$2" "GNU time is not installed, or this build has its own memory"
    else
        ok "$2 ($peak KB)" [ "$peak" -lt "$1" ]
    fi
}

same_links() {
    seen=$("$top_builddir/tests/crawl/pairs" "$1" "$2")
    ok "$3: every reference leads where it did" [ $? = 0 ]
    note "$seen"
}

whole_site() {
    name=$1 tree=$2
    : >"$work/nginx.log"
    # shellcheck disable=SC2086 # options are words
    measured mirror $fast -o "$name" "$base/"
    exits 4 "$name: mirrored, but some links were dead on the server too"
    asked tiptoe | sort >"$work/all"
    is "$(uniq -d "$work/all")" "" "$name: nothing is asked for twice ($(wc -l <"$work/all") requests)"
    same_links "$work/$name" "$tree" "$name"
    if command -v wget >/dev/null 2>&1; then
        wget -q -m -p -P "$work/wget" "$base/"
        asked tiptoe 200 | sort -u >"$work/ours"
        asked Wget 200 | sort -u >"$work/theirs"
        is "$(comm -13 "$work/ours" "$work/theirs")" "" \
            "$name: none of the $(wc -l <"$work/theirs") files that wget gets is missing"
    else
        skip "$name: all that wget gets" "wget is not installed"
    fi
}

# A mirror of a site whose robots.txt forbids what the expression FORBIDDEN matches.
half_site() {
    name=$1 tree=$2 forbidden=$3
    # shellcheck disable=SC2086
    crawl mirror $fast -o "$name-half" "$base/"
    [ "$status" = 0 ] || [ "$status" = 4 ]
    verdict $? "$name: mirrored without what robots.txt forbids (status $status)"
    asked tiptoe >"$work/all"
    refused=$(sed -n 's/^    \([0-9]*\) not requested: robots.txt disallows it$/\1/p' "$work/err")
    ok "$name: $(wc -l <"$work/all") requests, $refused URLs refused" [ "${refused:-0}" -gt 100 ]
    is "$(grep -E "$forbidden" "$work/all" | head -n 3)" "" "$name: nothing forbidden was requested"
    same_links "$work/$name-half" "$tree" "$name, half of it"
}

explains() {
    crawl explain "$1-half" "$base$2"
    file_has out "rule       line $3" "$1: explain names the line that forbids $2"
}

if [ -z "$sanitized" ] && [ -d "$python" ] && nginx_serve "$python"; then
    whole_site python "$python"
    peak_is_below 40960 "python: less than 40 MB of memory"
    nginx_stop
else
    skip "python" "python3-doc of Debian 12 is not installed, nginx does not start, or sanitizers run"
fi

printf 'User-agent: *\nDisallow: /library/\nAllow: /library/os\nDisallow: /_static/*.js$\n' >"$work/robots"
if [ -d "$python" ] && nginx_serve "$python" "location = /robots.txt { alias $work/robots; }"; then
    : >"$work/nginx.log"
    half_site python "$python" '^/library/([^o]|o[^s])|^/_static/.*\.js$'
    ok "python: what Allow opens again was" grep -q '^/library/os' "$work/all"
    explains python /library/functions.html '2: Disallow: /library/'
    # shellcheck disable=SC2016 # it is robots.txt that has the dollar
    explains python /_static/doctools.js '4: Disallow: /_static/*.js$'
    nginx_stop
fi

if [ -d "$sqlite" ] && nginx_serve "$sqlite"; then
    whole_site sqlite "$sqlite"
    nginx_stop
else
    skip "sqlite" "sqlite3-doc is not installed, or nginx does not start"
fi

# Pages of 1,000 links: to the same ones, or each to its own.
many() {
    mkdir -p "$work/many/$1"
    awk -v folder="$work/many/$1" -v own="$2" 'BEGIN {
        for (page = 0; page < 200; page++) {
            print "<a href=p" page ".html>p</a>" >(folder "/index.html")
            name = folder "/p" page ".html"
            for (i = 0; i < 1000; i++) printf "<a href=x/some/path/page-%07d.html>x</a>\n", own * page * 1000 + i >name
            close(name)
        }
    }'
}

if [ -z "$sanitized" ] && many same 0 && many own 1 && nginx_serve "$work/many"; then
    # shellcheck disable=SC2086
    measured mirror $fast --max-pages 201 -o many-same "$base/same/"
    least=$peak
    # shellcheck disable=SC2086
    measured mirror $fast --max-pages 201 -o many-own "$base/own/"
    [ -z "$peak" ] || peak=$((peak - least))
    peak_is_below 8192 "200,000 known URLs more take less than 8 MB"
    nginx_stop
fi

# Killed at requests of a random choice, then to the end; by our own server, which can send the signal.
if [ -d "$sqlite" ]; then
    serve_tree "$sqlite"
    # shellcheck disable=SC2086
    crawl mirror $fast -o whole "$base/"
    least=$(grep -c ' request ' "$log")
    forget_requests
    kills=0
    # shellcheck disable=SC2013 # the numbers are words
    for at in $(awk 'BEGIN { srand(); for (i = 0; i < 6; i++) print 10 + int(rand() * 180) }'); do
        # shellcheck disable=SC2086
        crawl_signalled KILL "$at" 0 mirror $fast -o cut "$base/"
        [ "$status" = 137 ] && kills=$((kills + 1))
    done
    # shellcheck disable=SC2086
    crawl mirror $fast -o cut "$base/"
    exits 4 "sqlite: killed $kills times, then mirrored to the end"
    ok "sqlite: with the same files, byte for byte" diff -r "$work/whole/site" "$work/cut/site"
    most=$(grep -c ' request ' "$log")
    ok "sqlite: $most requests, $least without kills" [ "$most" -le $((least + kills * (8 + 64))) ]
else
    skip "sqlite: kills" "sqlite3-doc is not installed"
fi
done_testing
