#!/bin/sh
# SPDX-License-Identifier: MIT
# What a power cut may leave of an archive: its length, and zeros where the last second was written. A kill makes the
# mirror one that did not end by itself; the zeros are ours.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

{
    printf '/\n  type text/html\n  body\n'
    for i in $(seq 60); do
        echo "    <a href=/p$i>$i</a>"
    done
    printf '/p*\n  type text/html\n  body\n    <p>page @N@\n  fill 2000\n'
} >"$work/torn.site"
serve "$work/torn.site"

# torn ZEROS: the last so many bytes are lost.
torn() {
    rm -rf "$work/m"
    crawl_signalled KILL 30 0 mirror --archive all --delay 0.001 --connections 2 -o m "$base/"
    is "$status" 137 "killed"
    file=$(echo "$work"/m/archive/*.gz)
    size=$(wc -c <"$file")
    dd if=/dev/zero of="$file" bs=1 seek=$((size - $1)) count="$1" conv=notrunc 2>/dev/null
    crawl mirror --archive all --delay 0.001 --connections 2 -o m "$base/"
    exits 0 "$1 bytes lost: it goes on"
    file_has err 'asked for again' "and says that something was lost"
    crawl verify m
    exits 0 "and all is whole again"
    crawl export --cdxj m.cdxj m
    is "$(grep '^1,' "$work/m.cdxj" | cut -d ' ' -f 1 | uniq | wc -l)" 62 "every answer is in the archive"
}

torn 20   # the end of the last metadata record
torn 700  # request and metadata
torn 6000 # some captures
done_testing
