#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests a power cut: the mirror is on an ext4 image in a loop device, and the test copies the image during a crawl. The copy,
# after its journal is replayed, is what a machine would find after the cut. All data that it says is stored must be there, or
# be requested again. Needs root and a loop device.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

[ "$(id -u)" = 0 ] || skip_all "needs root"
command -v mkfs.ext4 >/dev/null 2>&1 || skip_all "needs mkfs.ext4"

cat >"$work/many.site" <<'END'
/
  type text/html
  body
    <link rel=stylesheet href=s.css><a href=/p1>1</a><a href=/p2>2</a>
/s.css
  type text/css
  body
    a { background: url(i2.png) }
/i*
  type image/png
  fill 3000
/p*
  type text/html
  delay 25
  body
    <title>@N@</title><img src=/i@N%50@.png><a href=/p@N*2%199@>a</a> <a href=/p@N*3+1%199@#x>b</a>
END

image=$work/disk.img
cut=$work/cut.img
mkdir "$work/disk" "$work/after"
run=
power_leave() {
    [ -z "$run" ] || kill -CONT "$run" 2>/dev/null
    umount "$work/disk" "$work/after" 2>/dev/null
    leave
}
trap power_leave EXIT
truncate -s 96M "$image" && mkfs.ext4 -q "$image" && mount -o loop "$image" "$work/disk" 2>/dev/null ||
    skip_all "no loop device here"

serve "$work/many.site"
options="--delay 0 --connections 4"
# shellcheck disable=SC2086 # options are words
crawl mirror $options -o "$work/whole" "$base/"
exits 0
(cd "$work/whole" && find site -type f -exec sha256sum {} + | sort -k 2) >"$work/whole.sums"

# The image is copied again and again while a run continues. Only what is still the image when it is compared with it was
# taken at one moment, as a cut is: else it may have files as they were before a sync that its database speaks of.
cut() {
    kill -STOP "$run" 2>/dev/null
    cp "$image" "$cut.$cuts" && cmp -s "$image" "$cut.$cuts" && cuts=$((cuts + 1))
    kill -CONT "$run" 2>/dev/null
}
(cd "$work" && exec "$tiptoe" mirror $options -o disk/m "$base/" >out 2>err 8>&- 9>&-) &
run=$!
cuts=0
asked=$(grep -c ' request ' "$log")
while kill -0 "$run" 2>/dev/null; do
    if [ "$(grep -c ' request ' "$log")" -ge $((asked + 50 * (cuts + 1))) ]; then
        # The worst order a disk may write in: the database's word before the files it speaks of.
        sync "$work/disk/m/mirror.db-wal" 2>/dev/null
        cut
    fi
done
note "$cuts copies"
wait "$run"
is "$?" 0 "the run itself ends"
umount "$work/disk"

torn=0 wrong=0 begun=0
while [ "$cuts" -gt 0 ]; do
    cuts=$((cuts - 1))
    mount -o loop "$cut.$cuts" "$work/after" || { wrong=$((wrong + 1)) && continue; }
    if [ -s "$work/after/m/mirror.db" ]; then
        begun=$((begun + 1))
        # shellcheck disable=SC2086
        crawl mirror $options -o "$work/after/m" "$base/"
        [ "$status" = 0 ] || { wrong=$((wrong + 1)) && note "status $status: $(tail -n 3 "$work/err")"; }
        crawl verify "$work/after/m"
        [ "$status" = 0 ] || { torn=$((torn + 1)) && note "$(head -n 5 "$work/out")"; }
        (cd "$work/after/m" && find site -type f -exec sha256sum {} + | sort -k 2) >"$work/after.sums"
        cmp -s "$work/whole.sums" "$work/after.sums" || { wrong=$((wrong + 1)) && note "other files: $(diff "$work/whole.sums" "$work/after.sums" | head -n 4)"; }
    fi
    umount "$work/after"
done
if [ "$begun" = 0 ]; then
    skip "power cuts" "no copy was taken while the mirror was there"
else
    ok "$begun power cuts" [ "$begun" -gt 0 ]
fi
is "$wrong" 0 "after each, the same command ends with the same files"
is "$torn" 0 "and everything is whole"
done_testing
