#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests the image of doc/batch/Containerfile, built by buildah: tiptoe as process 1 of a container, stopped by SIGTERM, loses
# nothing. A part of `make check-batch`.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/crawl/lib.sh"

command -v buildah >/dev/null || skip_all "no buildah (Debian: apt install buildah)"
[ "$(id -u)" = 0 ] || skip_all "buildah's chroot isolation needs root here"
cp "$top_srcdir"/doc/batch/Container* "$top_srcdir"/doc/batch/container-files.sh "$work/"
storage="--root $work/storage --runroot $work/runroot --storage-driver vfs"
trap 'buildah $storage rm --all >"$work/rm" 2>&1; leave' EXIT

sh "$top_srcdir/doc/batch/container-files.sh" "$tiptoe" "$work/files" || exit 1
# shellcheck disable=SC2086 # a list of options
(cd "$work" && buildah $storage build --isolation chroot -t tiptoe -f Containerfile . >built 2>&1)
is "$?" 0 "the image builds" || note "$(tail -n 5 "$work/built")"
note "$(du -sh "$work/files" | cut -f 1) of files"

{
    printf '/\n  type text/html\n  body\n'
    for n in $(seq 12); do printf '    <a href=/%s>%s</a>\n' "$n" "$n"; done
    for n in $(seq 12); do printf '/%s\n  type text/html\n  text page\n' "$n"; done
} >"$work/first.site"
serve "$work/first.site"
mkdir "$work/mirrors"
chmod 1777 "$work" "$work/mirrors"
# shellcheck disable=SC2086
container=$(buildah $storage from localhost/tiptoe)

# shellcheck disable=SC2086
buildah $storage run --isolation chroot "$container" /usr/bin/tiptoe --version >"$work/out" 2>"$work/err" 8>&- 9>&-
status=$?
exits 0 "buildah runs it"
is "$(cat "$work/out")" "$("$tiptoe" --version)" "the program runs without the libraries of this machine"

rootfs=$(buildah $storage mount "$container")
cat >"$work/one" <<END
mount --bind "$work/mirrors" "$rootfs/mirrors" && mount -t proc proc "$rootfs/proc" 2>/dev/null
exec chroot --userspec=65532:65532 "$rootfs" /usr/bin/tiptoe "\$@"
END
mkdir -p "$rootfs/proc"
# pid_one ARG…: tiptoe itself as process 1, in the file system of the image, without buildah in between
pid_one() {
    exec unshare --mount --pid --fork sh "$work/one" "$@" >"$work/out" 2>"$work/err" 8>&- 9>&-
}
pid_one mirror --delay 0.1 --output /mirrors/site "$base/" &
crawl_pid=$!
enough() {
    [ "$(requests_of /3)" -gt 0 ]
}
await "it makes requests" enough
one=$(pgrep -P "$crawl_pid")
is "$(awk '/^NSpid:/ { print $3 }' "/proc/$one/status")" 1 "it is process 1"
is "$(awk '/^Uid:/ { print $2 }' "/proc/$one/status")" 65532 "not as root"
kill -TERM "$one"
crawl_ends
exits 75 "SIGTERM ends process 1 with 75"
"$tiptoe" verify "$work/mirrors/site" >"$work/out" 2>"$work/err"
is "$?" 0 "nothing is lost"
pid_one mirror --delay 0.1 --output /mirrors/site "$base/" &
crawl_pid=$!
crawl_ends
exits 0 "the same command continues"
is "$(awk '$2 == "request" && $8 ~ /^\/[0-9]/ { n++ } END { print n }' "$log")" 12 "no page is requested twice"
done_testing
