#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests what a power cut may leave of an archive: its length, and zeros where the last second was written. A kill makes the
# mirror one that did not end by itself; the test writes the zeros, and only behind what the mirror says was synced.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

{
    printf '/\n  type text/html\n  body\n'
    for i in $(seq 60); do
        echo "    <a href=/p$i>$i</a>"
    done
    printf '/p*\n  type text/html\n  body\n    <p>page @N@\n  fill 2000\n'
} >"$work/torn.site"
serve "$work/torn.site"

# synced_until N DIR: a killed mirror says that the N-th answer was the last that a sync had covered. On a slow machine a sync
# may come just before the kill, and a power cut destroys nothing that was synced.
synced_until() {
    sqlite3 "$work/$2/mirror.db" "INSERT OR REPLACE INTO setting (name, value)
        WITH last AS (SELECT * FROM visit ORDER BY sequence LIMIT 1 OFFSET $1 - 1)
        SELECT 'synced', sequence FROM last UNION
        SELECT 'synced-archive', archive || ' ' || (archive_offset + archive_length) FROM last"
}

# torn ZEROS: the last so many bytes are lost.
torn() {
    rm -rf "$work/m"
    crawl_signalled KILL 30 0 mirror --archive all --delay 0.001 --connections 2 -o m "$base/"
    is "$status" 137 "killed"
    synced_until 15 m
    file=$(echo "$work"/m/archive/*.gz)
    size=$(wc -c <"$file")
    dd if=/dev/zero of="$file" bs=1 seek=$((size - $1)) count="$1" conv=notrunc 2>/dev/null
    crawl mirror --archive all --delay 0.001 --connections 2 -o m "$base/"
    exits 0 "$1 bytes lost: it continues"
    file_has err 'answers of its last second again' "and says that something was lost"
    crawl verify m
    exits 0 "and all is whole again"
    crawl export --cdxj m.cdxj m
    is "$(grep '^1,' "$work/m.cdxj" | cut -d ' ' -f 1 | uniq | wc -l)" 62 "every answer is in the archive"
}

torn 20   # the end of the last metadata record
torn 700  # request and metadata
torn 6000 # some captures

# The pages of a run that was killed are written again. If the archive lacks one of them, the run says so, requests it again,
# and looks at all others. All pages are the same, so their records refer to the first one.
{
    printf '/\n  type text/html\n  body\n'
    for i in $(seq 60); do
        echo "    <a href=/p$i>$i</a>"
    done
    printf '/p*\n  type text/html\n  body\n    <p>the same page\n  fill 2000\n'
} >"$work/same.site"
serve "$work/same.site"
crawl_signalled KILL 30 0 mirror --archive all --archive-file-size 4096 --delay 0.001 --connections 1 -o same "$base/"
is "$status" 137 "killed"
synced_until 15 same
last=$(find "$work/same/archive" -name '*.gz' | sort | tail -n 1)
find "$work/same/archive" -name '*.gz' ! -path "$last" -delete
crawl mirror --archive all --archive-file-size 4096 --delay 0.001 --connections 1 -o same "$base/"
exits 0 "without files of its archive the next run continues"
file_has err 'its original in the archive is damaged or missing' "and says what is missing"
file_has err 'answers of its last second again' "which it requests again"
unverified=yes
crawl verify --repair same
exits 1 "older answers are missing too"
crawl update --delay 0 same
exits 0 "an update fetches them again"
crawl verify same
exits 0 "then all is whole, except what is known to be lost"
file_has err 'known from an earlier --repair'
done_testing
