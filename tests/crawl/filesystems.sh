#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that a mirror is the same on file systems that lack a feature: files without names (O_TMPFILE), memory that processes
# share, hard links, names that differ only in case, long names, modes. A file system that cannot be mounted here is skipped:
# it needs root or fusermount, /dev/fuse, the programs of the file system, and a loop device or the driver in the kernel.
. "${top_srcdir:-.}/tests/crawl/lib.sh"
needs ARCHIVE

mkdir "$work/tmp"
export TMPDIR="$work/tmp"
mounted=
device=
exported=
unmount() {
    [ -z "$mounted" ] || umount "$mounted" 2>/dev/null || fusermount3 -u "$mounted" 2>/dev/null ||
        fusermount -u "$mounted" 2>/dev/null
    mounted=
    [ -z "$exported" ] || exportfs -u "$exported"
    exported=
    [ -z "$device" ] || losetup -d "$device"
    device=
}
filesystems_leave() {
    [ -z "$crawl_pid" ] || kill -KILL "$crawl_pid" 2>/dev/null
    unmount
    leave
}
trap filesystems_leave EXIT

{
    printf '/\n  type text/html\n  body\n'
    echo '    <a href=/large.bin>large</a><a href=/a/Page.html>1</a><a href=/a/page.html>2</a><a href=/A/page.html>3</a>'
    echo "    <a href='/a:b/c?d=%22*%3c%3e|'>4</a><a href=/con/aux.html>5</a><a href=/dot./x.>6</a>"
    long=$(printf '%0250d' 7)
    echo "    <a href=/$long/$long.html>7</a><a href=/$long/$long.html?$long>8</a>"
    for i in $(seq 40); do
        echo "    <a href=/p$i.html>$i</a><img src=/i$i.png>"
    done
    echo '    <a href=/old.html>9</a>'
    printf '/old.html\n  status 301 Moved Permanently\n  header Location: /p1.html\n'
    printf '/large.bin\n  type application/octet-stream\n  fill 5000000\n'
    printf '/i*\n  type image/png\n  fill 3000\n'
    printf '/*\n  type text/html\n  body\n    <p>page @N@ <a href=/>home</a>\n'
} >"$work/any.site"
sed 's/<p>page/<p>changed page/' "$work/any.site" >"$work/changed.site"
serve "$work/any.site"

# Names that differ in case may share a folder, and long ones are shorter where only short ones fit: then only the files
# are counted.
same_files() {
    digests plain >"$work/plain.sums"
    digests disk/m >"$work/seen.sums"
    [ "${names-same}" = same ] || for sums in plain seen; do
        wc -l <"$work/$sums.sums" >"$work/count" && mv "$work/count" "$work/$sums.sums"
    done
    is "$(diff "$work/plain.sums" "$work/seen.sums")" "" "$1"
    links_resolve disk/m/site "$1, and its links lead to files"
}
crawl mirror --delay 0 -o plain "$base/"
exits 0 "a mirror to compare with"

# filesystem NAME: what must work in $work/disk.
filesystem() {
    crawl mirror --delay 0 -o disk/m "$base/"
    exits 0 "$1: a mirror"
    same_files "$1: the same files"
    crawl verify disk/m
    exits 0 "$1: it is whole"
    is "$(ls -A "$work/disk/m/tmp")" "" "$1: no temporary file is left"
    crawl export disk/m --wacz "$work/x.wacz"
    exits 0 "$1: it is exported"
    if command -v zimwriterfs >/dev/null 2>&1; then
        crawl export disk/m --zim "$work/x.zim"
        exits 0 "$1: and for Kiwix"
    else
        skip "$1: and for Kiwix" "needs zimwriterfs"
    fi
    # Not removed: the kernel may still hold the folder for the sandbox of a program that has just ended, and lowntfs-3g gives its
    # number to the next folder, which is then taken for the removed one.
    mv "$work/disk/m" "$work/disk/first"
    crawl_signalled KILL 50 0 mirror --delay 0 --connections 2 -o disk/m "$base/"
    crawl resume disk/m
    exits 0 "$1: a killed run is continued"
    same_files "$1: to the same files"
    running "$1"
    play "$work/changed.site"
    crawl update disk/m
    exits 0 "$1: it is updated"
    file_has disk/m/site/p7.html changed "$1: with the site's changes"
    crawl verify disk/m
    exits 0 "$1: and is whole again"
    play "$work/any.site"
    rm -rf "$work/disk/m" "$work/disk/first"
}

# beside ARG…: tiptoe beside a run.
beside() {
    (cd "$work" && exec timeout 60 "$tiptoe" "$@" >"$work/beside" 2>&1 8>&- 9>&-)
    is $? "$wanted" "$running: tiptoe $1"
}

# running NAME: what others can know and do about a run, which stands still meanwhile.
running() {
    rm -rf "$work/disk/r"
    crawl_beside 20 mirror --delay 0.01 -o disk/r "$base/"
    await_stopped
    running=$1 wanted=0
    beside status disk/r
    file_has beside running
    beside explain disk/r "$base/"
    file_has beside 'state      stored'
    beside report disk/r
    wanted=1
    beside mirror -o disk/r "$base/"
    file_has beside 'in use by another tiptoe'
    wanted=0
    beside stop disk/r
    kill -CONT "$crawl_pid"
    crawl_ends
    exits 75 "$1: it is stopped"
    crawl status disk/r
    exits 0
    file_has out 'stopped by tiptoe stop'
    is "$(ls -d "$TMPDIR"/tiptoe-?????? 2>/dev/null)" "" "$1: no copy of its database is left"
    rm -rf "$work/disk/r"
}

# on NAME COMMAND…: mounts a file system at $work/disk by COMMAND.
on() {
    name=$1
    shift
    mkdir -p "$work/disk"
    rm -rf "$work/below"
    mkdir "$work/below"
    if ! command -v "$1" >/dev/null 2>&1; then
        skip "$name" "needs $1"
    elif ! "$@" >"$work/mount.out" 2>&1 8>&- 9>&-; then
        skip "$name" "no driver, server or right to mount it here: $(grep -m 1 -E 'mount|fuse|losetup|exportfs' "$work/mount.out")"
        unmount
    else
        mounted=$work/disk
        filesystem "$name"
        unmount
    fi
}

# These make a file system in an image, and mount it at $work/disk.
image() {
    rm -f "$work/image"
    truncate -s 128M "$work/image"
    command -v "$1" >/dev/null 2>&1 && "$@" "$work/image"
}
loop() {
    device=$(losetup --find --show "$work/image") && "$@" "$device" "$work/disk"
}
on_ext4() {
    image mkfs.ext4 -q && mount -o loop "$work/image" "$work/disk"
}
on_vfat() {
    image mkfs.vfat && mount -t vfat -o loop "$work/image" "$work/disk"
}
on_exfat() {
    image mkfs.exfat && { mount -t exfat -o loop "$work/image" "$work/disk" || loop mount.exfat-fuse; }
}
on_ntfs() {
    image mkntfs -q -F && lowntfs-3g -o ignore_case "$work/image" "$work/disk"
}
on_encfs() {
    echo word | encfs --standard -S "$work/below" "$work/disk"
}
# The export is of this machine, to itself, and ends with the test.
on_nfs() {
    grep -qw nfs /proc/filesystems && exportfs -o rw,no_root_squash,insecure,fsid=77 "127.0.0.1:$work/below" &&
        exported=127.0.0.1:$work/below && mount -t nfs "$exported" "$work/disk"
}

on tmpfs mount -t tmpfs -o size=64m tmpfs "$work/disk"
on ext4 on_ext4
on nfs on_nfs
names=others
on bindfs bindfs "$work/below" "$work/disk"
on vfat on_vfat
on exfat on_exfat
on ntfs on_ntfs
on encfs on_encfs
done_testing
