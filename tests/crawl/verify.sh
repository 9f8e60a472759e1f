#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that `tiptoe verify` names each file and record that is changed, truncated or missing, and that these can be repaired.
. "${top_srcdir:-.}/tests/crawl/lib.sh"
needs ARCHIVE

serve "$top_srcdir/tests/crawl/first.site"
crawl mirror --delay 0 -o m "$base/"
crawl verify m
exits 0 "a mirror just made is whole"
file_has err '0 problems'
file_is out ''
crawl_signalled KILL 7 0 mirror --delay 0 -o k "$base/"
is "$status" 137 "killed"
crawl verify k
exits 0 "so is one after a kill"

# damage PATH COMMAND…: the mirror with one thing wrong, which verify must name.
damage() {
    path=$1
    shift
    rm -rf "$work/d"
    cp -r "$work/m" "$work/d"
    (cd "$work/d" && "$@")
    crawl verify d
    exits 1 "$path: $*"
    file_has out "$path"
}
archive=archive/$(ls "$work/m/archive")
size=$(wc -c <"$work/m/$archive")
damage site/one.png rm site/one.png
damage site/one.png truncate -s 999 site/one.png
damage site/two.png sh -c 'printf "\377" | dd of=site/two.png bs=1 seek=1234 conv=notrunc 2>/dev/null'
damage site/a.html sh -c 'printf " " >>site/a.html'
damage site/style.css rm site/style.css
damage "$archive" truncate -s $((size - 100)) "$archive"
damage "$archive" sh -c "printf '\\377' | dd of=$archive bs=1 seek=$((size / 2)) conv=notrunc 2>/dev/null"
damage "$archive" rm "$archive"

rm "$work/m/site/a.html" "$work/m/site/style.css"
crawl rebuild m
crawl verify m
exits 0 "rebuild makes again what was woven"

# An archival run: the database's word about each answer, its record and its file are one.
cat >"$work/now.site" <<'END'
/
  type text/html
  body
    <a href=moved>m</a><a href=coded.bin>c</a><a href=gone>g</a><a href="a|b">a</a><a href=plain.txt>p</a>
/moved
  status 302 Found
  header Location: target.html
/coded.bin
  type application/octet-stream
  repeat 500 body
  gzip
/gone
  status 404 None
/*
  type text/plain
  repeat 300 text of @PATH@
END
play "$work/now.site"
crawl mirror --delay 0 --archive all -o all "$base/"
exits 4
rm -rf "$work/m"
mv "$work/all" "$work/m"
crawl verify m
exits 0 "an archival mirror is whole"
archive=archive/$(ls "$work/m/archive")
size=$(wc -c <"$work/m/$archive")
at=$(grep -abo msgtype=request "$work/m/$archive" | sed -n '2s/:.*//p')
damage site/coded.bin sh -c 'printf "X" | dd of=site/coded.bin bs=1 seek=1234 conv=notrunc 2>/dev/null'
damage "$archive" sh -c "printf '\\377' | dd of=$archive bs=1 seek=$at conv=notrunc 2>/dev/null"
damage "$archive" truncate -s $((size - 1)) "$archive"
if command -v sqlite3 >/dev/null 2>&1; then
    damage "$base/gone: its record in the archive has another time" \
        sqlite3 mirror.db "UPDATE visit SET requested_ms = requested_ms + 5, seen_ms = seen_ms + 5 WHERE status = 404"
    damage "$base/other: its record in the archive has another URL" \
        sqlite3 mirror.db "UPDATE url SET url = '$base/other' WHERE url = '$base/gone'"
    damage "its record in the archive has another body" \
        sqlite3 mirror.db "UPDATE visit SET digest = zeroblob(32) WHERE status = 404"
    damage "$base/moved: its record in the archive is damaged or missing" \
        sqlite3 mirror.db "UPDATE visit SET archive_offset = archive_offset + 1 WHERE status = 302"
else
    skip "the database changed" "no sqlite3"
fi

# Files that could block whoever opens them. Each command ends, and those that need the file say what is wrong.
plant() {
    rm -f "$work/special/$1"
    mkfifo "$work/special/$1"
}
command_with() {
    CRAWL_SECONDS=60 crawl "$@"
    [ "$status" = 124 ] && note "blocked: $*"
    [ "$status" != 124 ]
}
for path in site/index.html "$archive" mirror.db mirror.db-wal mirror.db-shm control/lock; do
    [ -e "$work/m/$path" ] || [ "${path#mirror.db-}" != "$path" ] || continue
    rm -rf "$work/special" && cp -r "$work/m" "$work/special" && plant "$path"
    blocked=
    for words in "verify special" "status special" "report special" "explain special /" "export --cdxj x.cdxj special" \
        "export --warc x.warc.gz special" "export --wacz x.wacz special" "update special" "rebuild special"; do
        # shellcheck disable=SC2086 # words
        command_with $words || blocked=yes
        rm -f "$work"/x.*
    done
    is "$blocked" "" "a FIFO as $path blocks no command"
done
rm -rf "$work/special" && cp -r "$work/m" "$work/special" && plant mirror.db
crawl status special
exits 1
file_has err "special/mirror.db: not a regular file of the mirror" "the message says what is wrong"

# A link in place of a file is replaced, and what it leads to stays as it is.
echo precious >"$work/precious"
rm -rf "$work/planted" && cp -r "$work/m" "$work/planted"
ln -sf "$work/precious" "$work/planted/site/index.html"
crawl rebuild planted
exits 0
file_has err "planted/site/index.html: replacing a symbolic link" "rebuild names a planted link"
ok "and replaces it" cmp -s "$work/m/site/index.html" "$work/planted/site/index.html"
file_is precious precious "but not what it leads to"
crawl verify planted
exits 0
rm -rf "$work/planted/site" "$work/outside" && mkdir "$work/outside" && ln -s "$work/outside" "$work/planted/site"
crawl rebuild planted
exits 1
is "$(ls "$work/outside")" "" "a link in place of site/ is not followed"

# WARC files by themselves: ours, and one like wget's.
crawl verify "m/$archive"
exits 0 "our own archive holds up"
file_has err ' 0 errors, 0 warnings'
gzip -dc "$work/m/$archive" >"$work/plain.warc"
crawl verify plain.warc
exits 0 "and not compressed"
sed 's/^WARC-Target-URI: \(.*\)\r$/WARC-Target-URI: <\1>\r/' "$work/plain.warc" >"$work/brackets.warc"
crawl verify brackets.warc
exits 1 "URIs in brackets are an error of WARC 1.1"
is "$(grep -c 'angle brackets' "$work/out")" 10 "ten of them are shown"
file_has out ' more: brackets'
crawl verify -v brackets.warc
ok "all of them with -v" test "$(grep -c 'angle brackets' "$work/out")" -gt 10
head -c 1000 "$work/m/$archive" >"$work/cut.warc.gz"
crawl verify "m/$archive" cut.warc.gz
exits 1 "one of two files is cut"
file_has out 'cut.warc.gz: byte '
printf 'WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: 99\r\n\r\nabc\r\n\r\n' >"$work/long.warc"
crawl verify long.warc
exits 1 "a length that is too large"
file_has out 'only 7 of the 99 bytes that Content-Length announces follow: the record is cut off or damaged, or its length is wrong'
crawl verify /dev/null
exits 1 "a file without records"
crawl verify "$work/none.warc"
exits 1 "a file that is not there"
crawl verify m plain.warc
exits 2 "a mirror and a file at once"
done_testing
