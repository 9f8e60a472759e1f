#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that the links of the installed README lead to installed files.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

unset MAKEFLAGS MFLAGS MAKELEVEL
ok "it is installed" make -s -C "$top_builddir" DESTDIR="$work/root" install-dist_docDATA install-dist_batchDATA install-dist_picturesDATA install-data-hook
readme=$(find "$work/root" -name README.md ! -path '*/batch/*')
links=$(grep -o '](\([^:)]*\))' "$readme" | sed 's/^](//; s/)$//')
ok "it has links" test -n "$links"
for link in $links; do
    ok "$link" test -e "$(dirname "$readme")/$link"
done
done_testing
