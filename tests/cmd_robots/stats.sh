#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `tiptoe robots stats`: files and directories, both forms of output, answers, and the exit statuses.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

mkdir -p "$work/set/deep"
printf 'User-agent: *\nDisallow: /cgi-bin/\nDisallow: /images/\n' >"$work/set/a"
printf '# hello\nUser-agent: Bot "x"\\y\nDisallow:\nAllow: /a\nCrawl-delay: 10\n' >"$work/set/deep/b"
: >"$work/set/c"
printf '<!DOCTYPE html><p>not here</p>\n' >"$work/set/d"

# line LABEL: the line of the last output that begins or ends with it, its blanks as one
line() {
    sed -n "s/  */ /g; s/^ //; \|^$1 [0-9]|p; \| $1\$|p" "$work/out" | head -n 1
}

crawl robots stats "$work/set"
exits 0
ok "files and web pages" grep -q '^3 files; 1 more is a web page, .* 0 could not be read$' "$work/out"
is "$(line lines)" "lines 3 3.3 0 4 6 6" "number of files, mean, least, median, 90 %, most"
is "$(line 'Disallow fields')" "Disallow fields 3 1 0 1 2 2" "Disallow"
is "$(line 'lines of a file without comments')" "lines of a file without comments 1 4 4 4 4 4" "files without comments"
is "$(line 'Disallow fields of a User-agent')" "Disallow fields of a User-agent 2 1.5 1 1 2 2" "Disallow, for each User-agent"
ok "a histogram" grep -q '^ *50 to  *99  *2 #\{40\}$' "$work/out"
ok "findings" grep -q '^ *1  *1  warning: empty-file$' "$work/out"

crawl robots stats --each "$work/set/deep/b" "$work/set/d"
ok "a line for each file" grep -q "^ *66  *6  *1  *1  *1  *1  *1  .*  $work/set/deep/b\$" "$work/out"
ok "also for a web page" grep -q "$work/set/d (a web page)\$" "$work/out"

printf '200 a.example\n200 b.example\n404 c.example\ntimeout d.example\n503 e.example\n\nTimed-out\n' >"$work/answers"
crawl robots stats --answers "$work/answers" "$work/set/a"
exits 0
ok "all sites tried" grep -q '^Sites tried: 6$' "$work/out"
is "$(line retrieved)" "2 33.3 % retrieved" "retrieved"
is "$(line 404)" "1 16.7 % 404" "not there"
is "$(line timed-out)" "2 33.3 % timed-out" "timed out"
is "$(line other)" "1 16.7 % other" "another status"

crawl robots stats --json --answers "$work/answers" "$work/set"
exits 0
is "$(wc -l <"$work/out" | tr -d ' ')" 1 "one line"
ok "the count" grep -qF '"text-files":3,"web-pages":1,"unreadable":0,"figures":{"bytes":{"count":3,' "$work/out"
ok "a histogram in pairs" grep -qF '"mode":0,"histogram":[[0,1],[1,0],' "$work/out"
ok "findings by code" grep -qF '"empty-file":{"severity":"warning","files":1,"times":1}' "$work/out"
ok "answers" grep -qF '"answers":{"tried":6,"retrieved":2,"404":1,"timed-out":2,"other":1}' "$work/out"
ok "files with their names" grep -qF "{\"name\":\"$work/set/a\",\"bytes\":53," "$work/out"
if command -v python3 >/dev/null 2>&1; then
    ok "it is JSON" python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$work/out"
else
    skip "it is JSON" "no python3"
fi

mkdir -p "$work/mirrors/m/site/_hosts/b.example" "$work/mirrors/m/archive"
: >"$work/mirrors/m/mirror.db"
cp "$work/set/a" "$work/mirrors/m/site/robots.txt"
cp "$work/set/a" "$work/mirrors/m/site/_hosts/b.example/robots.txt"
cp "$work/set/a" "$work/mirrors/m/archive/data"
cp "$work/set/a" "$work/mirrors/n"
for folder in m .; do
    crawl robots stats "$work/mirrors/$folder"
    is "$(sed -n 's/ files;.*//p' "$work/out")" "$([ $folder = m ] && echo 2 || echo 3)" "of a mirror, only its robots.txt are read: $folder"
done

crawl robots stats "$work/set/a" "$work/nothing"
exits 3 "a file that is not there"
ok "is told" grep -q "nothing: No such file" "$work/err"
ok "the others are counted" grep -q '^1 file; .* 1 could not be read$' "$work/out"
name=$(printf '%s/e\033[1m' "$work/set")
: >"$name"
crawl robots stats --each "$name"
ok "nothing reaches the terminal as it is" grep -q '\\x1B\[1m' "$work/out"
crawl robots stats
exits 2 "no file"
"$tiptoe" robots stats - <"$work/set/a" >"$work/out"
ok "standard input" grep -q '^1 file;' "$work/out"
crawl robots stats --answers "$work/nothing" "$work/set/a"
exits 3 "answers that are not there"
done_testing
