#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests a full disk: the run ends and names the place, loses nothing that is stored, and continues when there is room.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

unshare -Urm true 2>/dev/null || skip_all "no mount namespace for an unprivileged user here"

{
    printf '/\n  type text/html\n  body\n'
    for i in $(seq 40); do
        echo "    <a href=/p$i.html>$i</a><img src=/i$i.png>"
    done
    printf '/p*\n  type text/html\n  body\n    <p>page @N@ <a href=/>home</a>\n  fill 20000\n'
    printf '/i*\n  type image/png\n  fill 60000\n'
} >"$work/disk.site"
serve "$work/disk.site"

cat >"$work/inside" <<'END'
# inside WORK TIPTOE BASE ARCHIVE DELAY: on a small disk of its own, until it is full; then with room.
cd "$1" && mkdir -p disk && mount -t tmpfs -o size=2m tmpfs disk || exit 99
"$2" mirror --delay "$5" --connections 2 --archive "$4" -o disk/m "$3/" >full.out 2>full.err
echo $? >full.status
sqlite3 disk/m/mirror.db "SELECT path, plain_bytes FROM visit JOIN file USING (url) JOIN url ON id = visit.url
    WHERE state = 1 AND NOT document" 2>/dev/null | while IFS='|' read -r path size; do
    [ "$(stat -c %s "disk/m/site/$path" 2>/dev/null)" = "$size" ] || echo "$path"
done >short
find disk/m/site -name '*.png' -size -59000c >torn
"$2" status disk/m >status.out 2>&1
mount -o remount,size=64m tmpfs disk # named, so that mount does not repeat uid=, which is unknown in here
"$2" resume disk/m >again.out 2>again.err
echo $? >again.status
"$2" verify disk/m >verify.out 2>&1
echo $? >verify.status
cp -r disk/m/site kept
END
# Without a delay the second thread packs and writes, and what it could not do is reported at the commit of a group.
while read -r archive delay most; do
    forget_requests
    rm -rf "$work/disk" "$work/kept"
    unshare -Urm sh "$work/inside" "$work" "$tiptoe" "$base" "$archive" "$delay" </dev/null 8>&- 9>&-
    is $? 0 "a small disk, --archive $archive --delay $delay"
    full=$(cat "$work/full.status")
    ok "a full disk ends the run (exit $full)" [ "$full" = 75 ]
    ok "and its place is said" grep -qE 'disk/m(/site/[^ ]*|/mirror.db)?: .*(no space left|full)' "$work/full.err" || note "$(cat "$work/full.err")"
    file_has full.err 'run the same command to continue'
    is "$(cat "$work/short" "$work/torn")" "" "what is said to be stored is there, and whole"
    file_has status.out 'queued' "status works all the same"
    is "$(cat "$work/again.status")" 0 "with room it continues to the end"
    is "$(cat "$work/verify.status")" 0 "and everything is whole, each record of the archive too"
    is "$(find "$work/kept" -name 'i*.png' -size 60000c | wc -l) $(find "$work/kept" -name 'p*.html' -size +19000c | wc -l)" "40 40" \
        "and everything is there"
    is "$(awk '$2 == "request" { print $8 }' "$log" | LC_ALL=C sort | uniq -c | awk '$1 > 2' | wc -l)" 0 "nothing is requested more than twice"
    again=$(awk '$2 == "request" { print $8 }' "$log" | LC_ALL=C sort | uniq -d | wc -l)
    ok "and only the last answers twice ($again)" [ "$again" -le "$most" ]
done <<END
documents 0.001 8
all 0.001 8
documents 0 66
all 0 66
END
done_testing
