#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes ./configure in a clean clone; needs autoconf, automake and libtool.
set -eu
cd "$(dirname "$0")"
if ! command -v autoreconf >/dev/null 2>&1 || ! command -v libtoolize >/dev/null 2>&1; then
    echo "autogen.sh: autoreconf or libtoolize is missing; on Debian: apt-get install autoconf automake libtool" >&2
    exit 1
fi
exec autoreconf --install --warnings=all
