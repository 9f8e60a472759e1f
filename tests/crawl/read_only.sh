#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests a mirror on read-only media: commands that only read work as usual, and commands that write say why they cannot.
. "${top_srcdir:-.}/tests/crawl/lib.sh"
needs ARCHIVE

command -v curl >/dev/null 2>&1 || skip_all "curl is not installed"
unshare -rm true 2>/dev/null || skip_all "no mount namespaces here"

serve - <<'END'
/
  type text/html
  body
    <title>Start</title><a href=/a>a</a><a href=/closed>c</a><img src=/i.png>
/a
  type text/html
  body
    <p>words of a
/i.png
  type image/png
  fill 3000
END
crawl mirror --delay 0 -o m "$base/"
exits 4 "a mirror"
crawl search m words
serve_stop
# The same with a log that no one has written back, as after a kill.
cp -R "$work/m" "$work/killed"
sqlite3 "$work/killed/mirror.db" >"$work/out" <<END
PRAGMA wal_autocheckpoint = 0;
INSERT INTO setting (name, value) VALUES ('of the log', 'only');
.shell cp "$work/killed/mirror.db" "$work/killed/mirror.db-wal" "$work"
END
cp "$work/mirror.db" "$work/mirror.db-wal" "$work/killed/"
rm -f "$work/killed/mirror.db-shm"
ok "a log that was not written back" test -s "$work/killed/mirror.db-wal"
mkdir "$work/disc" "$work/tmp"

# on_disc DIR COMMAND…: runs a command where $work/disc is DIR, read-only.
on_disc() {
    (
        export TMPDIR="$work/tmp"
        disc=$1
        shift
        cd "$work" || exit
        # shellcheck disable=SC2016 # for the inner shell
        exec timeout 60 unshare -rm sh -c 'mount --bind "$0" disc && mount -o remount,bind,ro disc && exec "$@"' "$disc" "$@"
    ) >"$work/out" 2>"$work/err"
    status=$?
}

for kind in m killed; do
    for command in "status disc" "explain disc $base/a" "report disc" "report --json disc" "verify disc" "changes disc" "search disc words" \
        "export --warc e.warc.gz --cdxj e.cdxj --wacz e.wacz disc"; do
        # shellcheck disable=SC2086 # words
        on_disc "$kind" "$tiptoe" $command
        exits 0 "$kind: $command"
        file_lacks err "SQLite"
    done
    ok "$kind: an export" test -s "$work/e.wacz"
    on_disc "$kind" "$tiptoe" report disc
    file_has err "disc is read-only here: its report.html stays as it is"
    file_has out "pages: 2"
    for command in "update disc" "resume disc" "rebuild disc" "verify --repair disc" "mirror -o disc $base/"; do
        # shellcheck disable=SC2086 # words
        on_disc "$kind" "$tiptoe" $command
        exits 1 "$kind: $command"
        file_has err "disc: read-only here"
    done
    for command in status serve; do
        on_disc "$kind" env TMPDIR=/tiptoe/none "$tiptoe" "$command" disc
        exits 1 "$kind: $command without a folder for temporary files"
        file_has err "none can be created in /tiptoe/none: No such file or directory; set TMPDIR"
    done
    # shellcheck disable=SC2016 # for the inner shell
    on_disc "$kind" sh -c 'mkfifo tmp/at; "$0" serve disc >tmp/at & at=$(head -n 1 tmp/at); rm tmp/at
        curl -s "${at%/}/a"; curl -s -o got.png -w "%{http_code}" "${at%/}/i.png"; kill $!; wait' "$tiptoe"
    file_has out "words of a" "$kind: serve"
    ok "$kind: serves files" cmp "$work/got.png" "$work/m/site/i.png"
    is "$(ls "$work/tmp")" "" "$kind: no copy is left behind"
done

# The same for a user without permission, where that one may run the program.
other() {
    setpriv --reuid 65534 --regid 65534 --clear-groups env TMPDIR=/tmp "$@"
}
if [ "$(id -u)" = 0 ] && other "$tiptoe" --version >/dev/null 2>&1; then
    chmod -R a+rX "$work"
    for command in "status m" "verify m" "report --json m"; do
        # shellcheck disable=SC2086 # words
        (cd "$work" && other "$tiptoe" $command) >"$work/out" 2>"$work/err"
        status=$?
        exits 0 "another user: $command"
    done
    (cd "$work" && other "$tiptoe" update m) >"$work/out" 2>"$work/err"
    file_has err "m: read-only here" "another user: update"
fi
done_testing
