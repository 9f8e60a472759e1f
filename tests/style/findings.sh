#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that doc/tiptoe-robots.1 lists every finding of `tiptoe robots check` once, with its usual severity, and no other.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/crawl/lib.sh"

tr -d '\n' <"$top_srcdir/src/lint/findings.c" |
    grep -oE '\[LINT_[A-Z0-9_]+\] = *\{"[a-z0-9-]+", *LINT_[A-Z]+' |
    sed 's/.*"\(.*\)", *LINT_\(.*\)/\1 \2/' | tr '[:upper:]' '[:lower:]' | LC_ALL=C sort >"$work/table"
sed -n 's/^\.It Sy \([a-z0-9-]*\) Pq \([a-z]*\)$/\1 \2/p' "$top_srcdir/doc/tiptoe-robots.1" | LC_ALL=C sort >"$work/manual"
is "$(grep -c '^    \[LINT_[A-Z0-9_]*\] =' "$top_srcdir/src/lint/findings.c")" "$(wc -l <"$work/table" | tr -d ' ')" 'every row of the table is read'
ok 'the table has rows' test -s "$work/table"
is "$(cat "$work/manual")" "$(cat "$work/table")" 'the manual has them all, and no others'
done_testing
