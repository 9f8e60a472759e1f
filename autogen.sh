#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes ./configure from a clean clone; needs autoconf and automake.
set -eu
cd "$(dirname "$0")"
if ! command -v autoreconf >/dev/null 2>&1; then
    echo "autogen.sh: autoreconf is missing; on Debian: apt-get install autoconf automake" >&2
    exit 1
fi
exec autoreconf --install --warnings=all
