#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests --archive-info, --archive-prefix and --archive-file-size: what a user says about an archive, and how its files are
# named and divided.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

mkdir "$work/tree"
# Text that cannot be deflated to less than two thirds.
for n in 1 2 3 4 5 6 7 8 9; do
    { echo "<title>$n</title><p>" && head -c 3000 /dev/urandom | base64; } >"$work/tree/$n.html"
    echo "<a href=$n.html>$n</a>"
done >"$work/tree/index.html"
{ echo "<title>Large</title>" && head -c 30000 /dev/urandom | base64; } >"$work/tree/large.html"
echo "<a href=large.html>large</a>" >>"$work/tree/index.html"
serve_tree "$work/tree"

info() {
    gzip -dc "$1" 2>/dev/null | tr -d '\r' | sed -n '/^WARC-Type: warcinfo/,/^WARC-Type: re/p'
}

# too_long DIR BYTES: archive files that are longer and have several responses.
too_long() {
    for file in "$work/$1"/archive/*.warc.gz; do
        [ "$(wc -c <"$file")" -le "$2" ] || [ "$(gzip -dc "$file" | grep -ac '^WARC-Type: response')" -le 1 ] || echo "$file"
    done
}

for archive in documents all; do
    crawl mirror --delay 0 --archive $archive --archive-file-size 24000 --archive-prefix coll-7.x -o $archive "$base/"
    exits 0 "--archive $archive in small files"
    is "$(too_long $archive 24000)" "" "no file with several answers is longer than the limit"
    ok "there are several, but not one for each answer" \
        sh -c 'n=$(ls "$1"/archive/*.warc.gz | wc -l) && [ "$n" -gt 2 ] && [ "$n" -lt 7 ]' sh "$work/$archive"
    is "$(find "$work/$archive/archive" -type f ! -name 'coll-7.x-2*-0*.warc.gz')" "" "all have the prefix"
    crawl verify $archive
    exits 0 "and the archive is whole"
done

crawl mirror --delay 0 --archive all --archive-info 'operator: Library of Babel' --archive-info 'ispartof: Hexagons' \
    --archive-info 'rights: none; see é' --archive-info 'title: All <books>' -o m "$base/"
exits 0 "an archive with labels"
info "$work"/m/archive/*.warc.gz >"$work/info"
file_has info "operator: Library of Babel"
file_has info "ispartof: Hexagons"
file_lacks info "isPartOf:"
file_has info "rights: none; see é"
file_has info "software: tiptoe"
crawl update --delay 0 m
for file in "$work"/m/archive/*.warc.gz; do
    info "$file" >"$work/info"
    file_has info "rights: none; see é" "an update uses the same labels"
done
crawl mirror --delay 0 --archive-info 'rights: none' -o n "$base/"
crawl export --warc - n
info "$work/out" >"$work/info"
file_has info "rights: none" "also the files that export adds"

if has_library ARCHIVE && command -v unzip >/dev/null; then
    crawl export --wacz m.wacz m
    unzip -p "$work/m.wacz" datapackage.json >"$work/package"
    file_has package '"title":"All <books>"' "the title of a package"
    file_has package '"rights":"none; see é"' "and the labels"
    crawl verify m.wacz
    exits 0 "the package is whole"
else
    skip "a package with labels" "built without ARCHIVE, or unzip is not installed"
fi

# refused REASON ARG…: a wrong label is named, and nothing is begun.
refused() {
    reason=$1
    shift
    crawl mirror "$@" -o r "$base/"
    exits 2 "refused, because: $reason"
    file_has err "$reason"
}
refused "archive-info nothing: expects 'NAME: VALUE'" --archive-info nothing
refused "expects 'NAME: VALUE'" --archive-info 'na me: x'
refused "expects 'NAME: VALUE'" --archive-info "$(printf 'name: x\nrobots: ignore')"
refused "written by the program itself" --archive-info 'Robots: ignore'
refused "give each name once" --archive-info 'rights: a' --archive-info 'Rights: b'
refused "expects letters, digits, -, _ and ." --archive-prefix ../x
refused "expects letters, digits, -, _ and ." --archive-prefix .x
done_testing
