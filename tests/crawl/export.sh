#!/bin/sh
# SPDX-License-Identifier: MIT
# tiptoe export: what a mirror has, in forms that other programs read.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

serve "$top_srcdir/tests/crawl/first.site"
crawl mirror --delay 0 --archive all -o m "$base/"
crawl export m
exits 2 "a form must be named"
crawl export --cdxj one.cdxj m
exits 0 "an index"
crawl export --cdxj two.cdxj m
ok "the same archive gives the same index" cmp "$work/one.cdxj" "$work/two.cdxj"
ok "in the order of bytes" env LC_ALL=C sort -c "$work/one.cdxj"
file_has one.cdxj "1,0,0,127:$port)/a.html "
is "$(wc -l <"$work/one.cdxj")" "$(gzip -dc "$work"/m/archive/*.gz | grep -ac '^WARC-Type: response')" \
    "a line for each response"

# Each line leads to its record.
# shellcheck disable=SC2016 # for the inner shell
ok "each line leads to its record" sh -c '
    while read -r key date json; do
        offset=$(echo "$json" | sed "s/.*\"offset\":\"\([0-9]*\)\".*/\1/")
        length=$(echo "$json" | sed "s/.*\"length\":\"\([0-9]*\)\".*/\1/")
        url=$(echo "$json" | sed "s/{\"url\":\"\([^\"]*\)\".*/\1/")
        tail -c "+$((offset + 1))" "$1"/archive/*.gz | head -c "$length" | gzip -dc 2>/dev/null |
            grep -qaxF "WARC-Target-URI: $url$(printf "\r")" || exit 1
    done <"$2"' sh "$work/m" "$work/one.cdxj"

crawl export --cdxj none/one.cdxj m
exits 1 "a directory that is not there"
file_has err 'none/one.cdxj'
crawl export --cdxj "$work/" m
exits 1 "a directory in place of a file"
is "$(find "$work" -name '.*.cdxj*')" "" "nothing is left behind"
done_testing
