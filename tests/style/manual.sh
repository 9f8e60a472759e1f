#!/bin/sh
# SPDX-License-Identifier: MIT
# The manual and the tables of commands and options say the same: every option of a command is in doc/tiptoe.1 as
# `Fl -name`, every command as `.Ss name`, and nothing is there that the program does not know.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/crawl/lib.sh"
manual=$top_srcdir/doc/tiptoe.1
[ -f "$manual" ] || skip_all "doc/tiptoe.1 is not written yet"

"$tiptoe" help | sed -n 's/^  \([a-z][a-z ]*[a-z]\)   *.*/\1/p' >"$work/commands"
while read -r command; do
    # shellcheck disable=SC2086 # a command may have two words
    "$tiptoe" help $command </dev/null | sed -n 's/^  \(-., \)\{0,1\} *--\([a-z0-9-]*\).*/\2/p'
done <"$work/commands" | LC_ALL=C sort -u >"$work/options"
grep -oE 'Fl -[a-z0-9-]+' "$manual" | sed 's/^Fl -//' | LC_ALL=C sort -u >"$work/manual-options"
sed -n 's/^\.Ss \([a-z ]*\)$/\1/p' "$manual" | LC_ALL=C sort >"$work/manual-commands"

ok "the program names its commands" test -s "$work/commands"
ok "and their options" grep -qx help "$work/options"
is "$(LC_ALL=C comm -23 "$work/options" "$work/manual-options")" "" "every option is in the manual"
is "$(LC_ALL=C comm -13 "$work/options" "$work/manual-options")" "" "the manual has no other option"
is "$(LC_ALL=C sort "$work/commands" | comm -23 - "$work/manual-commands")" "" "every command is in the manual"
is "$(LC_ALL=C sort "$work/commands" | comm -13 - "$work/manual-commands")" "" "the manual has no other command"
done_testing
