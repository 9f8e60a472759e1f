#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests system calls that an older kernel lacks or a container refuses: the mirror is the same without the call, or one
# sentence names the problem and the exit status is 1, which no job queue repeats.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

refuse=$top_builddir/tests/crawl/refuse
[ -x "$refuse" ] || skip_all "no $refuse"
"$refuse" ENOSYS statx true 2>/dev/null || skip_all "no filter of system calls (seccomp) here"

{
    printf '/robots.txt\n  type text/plain\n  body\n    User-agent: *\n    Disallow: /closed/\n'
    printf '/\n  type text/html\n  body\n    <a href=/large.bin>large</a><a href=/a/b/>a</a>\n'
    for i in $(seq 1200); do
        echo "    <a href=/closed/$i>$i</a>"
    done
    printf '/large.bin\n  type application/octet-stream\n  fill 2000000\n'
    printf '/a/b/\n  type text/html\n  body\n    <p><a href=/>home</a>\n'
} >"$work/refused.site"
serve "$work/refused.site"

crawl mirror --delay 0 -o plain "$base/"
exits 0 "a mirror to compare with"
digests "$work/plain" >"$work/plain.sums"

# without ERROR CALL ARG…: crawl without a system call.
without() {
    (cd "$work" && exec timeout 120 "$refuse" "$1" "$2" "$tiptoe" mirror --delay 0 --contact a@b.example -o m "$base/" \
        >out 2>err 8>&- 9>&-)
    status=$?
}
for error in ENOSYS EPERM; do
    for call in clone3 faccessat2 fchown getrandom linkat madvise mremap openat2 socketpair statx syncfs sysinfo; do
        rm -rf "$work/m"
        without $error $call
        if grep -q '^tiptoe: fatal: libcurl .*: Failed initialization$' "$work/err"; then
            exits 1 "$call: $error: a library of libcurl needs it"
            continue
        fi
        exits 0 "$call: $error"
        digests "$work/m" >"$work/m.sums"
        ok "$call: $error: the same files" cmp -s "$work/plain.sums" "$work/m.sums"
    done
done

# The database's log needs no memory that is shared if no other process reads it.
rm -rf "$work/m"
without ENODEV shared-memory
exits 0 "shared-memory: ENODEV"
absent m/mirror.db-wal
digests "$work/m" >"$work/m.sums"
ok "shared-memory: ENODEV: the same files" cmp -s "$work/plain.sums" "$work/m.sums"

while read -r error call words; do
    rm -rf "$work/m"
    without "$error" "$call"
    exits 1 "$call: $error ends with status 1"
    is "$(grep -c '^tiptoe: ' "$work/err")" 1 "and one sentence"
    file_has err "$words" "that says why"
done <<'END'
EPERM flock files cannot be locked on this file system
ENOSYS flock files cannot be locked on this file system
ENOSYS fdatasync mirror.db: disk I/O error
ENOSYS renameat Function not implemented
ENOSYS locks files cannot be locked on this file system
EPERM renameat Operation not permitted
END
crawl mirror --delay 0 -o m "$base/"
exits 0 "without the refusal the same command makes the mirror"
done_testing
