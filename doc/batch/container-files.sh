#!/bin/sh
# SPDX-License-Identifier: MIT
# Gathers the files of a container: sh container-files.sh TIPTOE DIR
# TIPTOE is the installed program. Its libraries are those of this machine, so use a machine like the target (Debian 12 or 13).
set -eu
tiptoe=$1
to=$2
mkdir -p "$to/usr/bin" "$to/etc/ssl/certs" "$to/mirrors" "$to/tmp"
cp "$tiptoe" "$(command -v sed)" "$to/usr/bin/"
strip "$to/usr/bin/tiptoe" 2>/dev/null || : # if this machine can
cp -L "$(command -v sh)" "$to/usr/bin/sh"
ln -sfn usr/bin "$to/bin"
for program in "$to"/usr/bin/*; do
    ldd "$program" | sed -n 's/.*=> \(\/[^ ]*\).*/\1/p; s/^[[:space:]]*\(\/[^ ]*\) (.*/\1/p'
done | sort -u | while read -r library; do
    mkdir -p "$to${library%/*}"
    cp -L "$library" "$to$library"
done
cp -L /etc/ssl/certs/ca-certificates.crt "$to/etc/ssl/certs/"
echo 'hosts: files dns' >"$to/etc/nsswitch.conf"
echo 'tiptoe:x:65532:65532::/mirrors:/bin/sh' >"$to/etc/passwd"
echo 'tiptoe:x:65532:' >"$to/etc/group"
chmod 0755 "$to" "$to/usr/bin"/*
chmod 1777 "$to/tmp" "$to/mirrors"
