#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that all C has the layout of .clang-format. Only clang-format 14 decides: other versions lay out some lines
# differently.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/crawl/lib.sh"
clang-format --version 2>/dev/null | grep -q 'version 14\.' || skip_all "clang-format 14 is not installed"

cd "$top_srcdir" || exit 1
# shellcheck disable=SC2046 # lists
ok "clang-format changes nothing; else: make format" \
    clang-format --dry-run -Werror $(tests/style/sources c) $(tests/style/sources h) 2>"$work/said" ||
    note "$(grep 'error:' "$work/said" | cut -d : -f 1 | uniq -c)"
done_testing
