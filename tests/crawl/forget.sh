#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests `tiptoe forget`: no byte of a forgotten page stays anywhere in the mirror, whatever kinds of records it had; all else
# stays readable; it is never requested again; and a fault or a kill at any call leaves the page there or gone, and no mixture.
. "${top_srcdir:-.}/tests/crawl/lib.sh"
. "$top_srcdir/tests/crawl/archive_lib.sh"

text() {
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        echo "    <p>A page about $1 that is long enough to be worth a record of its own, line $i"
    done
}
# site WORD: what the secret page says at a time.
site() {
    printf '/robots.txt\n  type text/plain\n  text User-agent: *\\nDisallow: /closed\\n\n'
    printf '/\n  type text/html\n  body\n    <title>Start</title><a href=secret.html>one</a><a href=left.html>2</a><a href=right.html>3</a><a href=plain.html>4</a><a href=old>5</a><a href=/x/zebra.png>6</a>\n'
    printf '/secret.html\n  type text/html\n  etag "%s"\n  header X-Note: zebrahead\n  body\n    <title>zebratitle%s</title><meta name=robots content="noodp"><a href=/>zebra%s</a>\n' "$1" "$1" "$1"
    text "zebra$1"
    for page in left right; do
        printf '/%s.html\n  type text/html\n  header X-Side: %s\n  body\n    <title>Twins</title>\n' "$page" "$page"
        text "common things"
    done
    printf '/plain.html\n  type text/html\n  body\n    <title>Plain</title><a href=secret.html>to it</a>\n'
    printf '/old\n  status 302 Found\n  header Location: /secret.html\n'
    printf '/x/zebra.png\n  type image/png\n  repeat 400 zebraimage\n'
}
# traces DIR: the files in which a word of the page is, also in compressed ones.
traces() {
    grep -rla 'zebra[^.]' "$work/$1"
    for file in "$work/$1"/archive/*; do
        gzip -dc "$file" 2>/dev/null | grep -qa 'zebra[^.]' && echo "$file"
    done
}
# notes URL: how many records of m say that it was forgotten.
notes() {
    cat "$work"/m/archive/* | gzip -dc | grep -ac "^forgotten: $1.\$"
}
# state DIR: everything that a mirror shows.
state() {
    digests "$work/$1"
    sqlite3 "$work/$1/mirror.db" "SELECT url, state, reason, rule FROM urls ORDER BY id; SELECT url, status, digest, path FROM answers ORDER BY id"
}

site one >"$work/1.site"
site two >"$work/2.site"
serve "$work/1.site"
crawl mirror --delay 0 --archive all -o m "$base/"
exits 0
crawl search m zebraone
play "$work/2.site"
crawl update --delay 0 m
exits 0
crawl search m zebratwo
file_has out secret.html "the page is found"
records m
is "$(count revisit /right.html)" 2 "another page repeats a payload"
cp -R "$work/m" "$work/kept"

# Arguments.
crawl forget m
exits 2 "no URL"
crawl forget m nothing.html
exits 1 "a URL that the mirror has not"
file_has err 'nothing was removed'
crawl forget m secret.html nothing.html
exits 1 "not even next to one that it has"
crawl forget m "$base/"
exits 2 "the start page"
file_has err 'is the start page'
crawl forget m '*'
exits 2 "a pattern that is also of the start page"
crawl forget --dry-run m '/x/*' secret.html
exits 0
is "$(LC_ALL=C sort "$work/out" | sed "s|$base||")" "/secret.html
/x/zebra.png" "a dry run lists what would go"
crawl forget --list m
file_is out "" "and forgets nothing"
is "$(state m)" "$(state kept)" "nothing has changed so far"

before=$(cd "$work/m/archive" && ls)
crawl forget m '/x/*' secret.html
exits 0
is "$(traces m)" "" "no byte of it is left" || note "$(sqlite3 "$work/m/mirror.db" .dump | grep -a zebra | cut -c1-200)"
absent m/site/secret.html
absent m/site/x/zebra.png
file_has m/site/plain.html "href=$base/secret.html>" "links lead to the live site"
whole m
records m
is "$(count response /secret.html)$(count revisit /secret.html)$(count request /secret.html)" 000 "no record of it is left"
is "$(notes "$base/secret.html")" 2 "a metadata record for each answer says that it was there"
ok "the archive files have other names" [ "$before" != "$(cd "$work/m/archive" && ls)" ]
crawl explain m secret.html
file_has out 'removed for good by tiptoe forget'
ok "with the time" grep -q "rule  *tiptoe forget: $base/secret.html 20..-..-..T.*Z" "$work/out"
crawl forget --list m
is "$(sed 's/ .*//' "$work/out" | sed "s|$base||")" "/x/*
/secret.html" "the rules are listed"
crawl search m Twins
file_has out left.html "the other pages are found"
forget_requests
crawl update --delay 0 m
exits 0
requested 0 /secret.html
requested 0 /x/zebra.png
crawl resume m
crawl rebuild m
is "$(traces m)" "" "nor does a later run bring it back"
crawl export --warc e.warc.gz m
exits 0
crawl import -o again "$work/e.warc.gz"
is "$(traces again)" "" "nor an export"

# A page whose payload others repeat.
crawl forget m left.html
exits 0
whole m
records m
is "$(count response /right.html)" 3 "what repeats it becomes a whole answer"
file_has "$(block response /right.html)" 'about common things'
crawl rebuild m
exits 0
file_has m/site/right.html "common things"
sum=$(cat "$work"/m/archive/* | sha256sum)
crawl forget m left.html
exits 0 "once more"
is "$(cat "$work"/m/archive/* | sha256sum)" "$sum" "archive files without such records are left alone"
records m
is "$(notes "$base/left.html")" 3 "with the notes of the first time"

crawl forget --undo-rule m secret.html
exits 0
crawl forget --undo-rule m secret.html
exits 1 "there is no such rule any more"
forget_requests
crawl update --delay 0 m
exits 0
requested 1 /secret.html
requested 0 /left.html
whole m

# Imported archives.
crawl export --warc whole.warc.gz kept
crawl import -o i whole.warc.gz
exits 0
crawl forget i secret.html '/x/*'
exits 0
is "$(traces i)" "" "imported records go, too"
whole_import=$(crawl verify i; echo "$status")
is "$whole_import" 0 "the imported file is whole"

# Files whose copies could get the same name.
cp -R "$work/kept" "$work/c"
set -- "$work"/c/archive/*
mv "$2" "${1%.warc.gz}-r1.warc.gz"
first=${1##*/} second=${2##*/}
sqlite3 "$work/c/mirror.db" "UPDATE archive_file SET name = '${first%.warc.gz}-r1.warc.gz' WHERE name = '$second'"
crawl forget c secret.html
exits 0 "an archive file that has the name of a copy of another"
whole c
is "$(find "$work/c/archive" -type f | wc -l)" 2 "each has a copy of its own"

# A page that another run has, and a mirror that cannot be written to.
crawl_beside 2 update --delay 0 m
await_stopped
crawl forget m right.html
exits 1 "in use"
file_has err 'in use by another tiptoe'
kill -CONT "$crawl_pid"
crawl_ends

# A URL that archives spell in another way: http://host/b%7Cc.html.
printf '/\n  type text/html\n  text <a href="b|c.html">1</a>\n/b|c.html\n  type text/html\n  text zebrabar\n' >"$work/bar.site"
play "$work/bar.site"
crawl mirror --delay 0 --archive all -o b "$base/"
exits 0
crawl forget b 'b|c.html'
exits 0
is "$(traces b)" "" "its records are gone, too"

# Faults.
shim=$top_builddir/tests/crawl/faults.so
forget_faulty() {
    (
        cd "$work" || exit 1
        LD_PRELOAD=$shim FAULT=$1 FAULT_AT=$2 FAULT_COUNT=$work/count
        [ -z "$3" ] || export FAULT_EVER="$3"
        export LD_PRELOAD FAULT FAULT_AT FAULT_COUNT
        exec "$tiptoe" forget f secret.html '/x/*' >out 2>err 8>&- 9>&-
    )
    status=$?
}
if [ -f "$shim" ] && ! nm "$tiptoe" 2>/dev/null | grep -q __asan_init; then
    rm -rf "$work/f"
    cp -R "$work/kept" "$work/f"
    forget_faulty none 0 ''
    is "$status" 0 "with the library loaded and no fault"
    calls=$(cat "$work/count")
    state f | sed 's/\(tiptoe forget: [^ ]*\) [^|]*/\1/' >"$work/gone"
    state kept >"$work/there"
    mixed=0 left=0 wrong=0 tried=0
    for fault in die ENOSPC EIO; do
        for ever in '' 1; do
            [ "$fault$ever" != die1 ] || continue
            at=1
            while [ "$at" -le "$calls" ]; do
                rm -rf "$work/f"
                cp -R "$work/kept" "$work/f"
                forget_faulty "$fault" "$at" "$ever"
                [ "$status" != 0 ] || [ "$fault" != die ] || [ "$(cat "$work/count")" -lt "$at" ] || wrong=$((wrong + 1))
                crawl rebuild f # any command that writes ends it
                state f | sed 's/\(tiptoe forget: [^ ]*\) [^|]*/\1/' >"$work/seen"
                crawl verify f
                if [ "$status" != 0 ] || ! { cmp -s "$work/seen" "$work/there" || cmp -s "$work/seen" "$work/gone"; }; then
                    mixed=$((mixed + 1))
                    note "$fault $ever at $at: $(diff "$work/seen" "$work/gone" | head -n 3) $(tail -n 3 "$work/out")"
                fi
                if cmp -s "$work/seen" "$work/gone" && [ -n "$(traces f)" ]; then
                    left=$((left + 1))
                    note "$fault $ever at $at: $(traces f)"
                fi
                tried=$((tried + 1))
                at=$((at + ${FAULT_STEP:-19}))
            done
        done
    done
    note "$tried faults in $calls calls"
    is "$wrong" 0 "a process that ends there does not exit with 0"
    is "$mixed" 0 "the page is there, or it is gone"
    is "$left" 0 "and where it is gone, nothing is left of it"
fi
done_testing
