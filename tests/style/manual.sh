#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that the manuals agree with the tables of commands and options. A manual is doc/tiptoe.1, or doc/tiptoe-GROUP.1 for the
# commands of a group. In it each command has a section, `.Ss mirror`, and in that its options, one list item each, with
# range and default in a line of their own, as `tiptoe help mirror` has them in brackets:
#
#   .It Fl d , Fl -delay Ar SECONDS
#   The least time between two requests.
#   From 0 to 86400; default 1.
#
# The words of a choice are written `Cm host | domain | path`. The options that every command has stand once, in
# `.Ss Options of every command` of tiptoe.1. A comment `.\" The options of mirror.` stands for all of another command's.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/crawl/lib.sh"

# awk turns both into one line per option: command, letter, name, argument, range and default.
cat >"$work/help.awk" <<'E2'
function flush() {
    if (name == "")
        return
    if (match(text, / \[[^]]*\]$/)) {
        standard = substr(text, RSTART + 2, RLENGTH - 3)
        text = substr(text, 1, RSTART - 1)
    }
    if (match(text, / \((at least [^)]*|[^ )]* to [^)]*)\)$/))
        range = substr(text, RSTART + 2, RLENGTH - 3)
    print command "|" letter "|" name "|" argument "|" range "|" standard
    name = letter = argument = range = standard = text = ""
}
/^ *(-[a-zA-Z], )?--[a-z]/ {
    flush()
    if (match($0, /-[a-zA-Z], /))
        letter = substr($0, RSTART + 1, 1)
    sub(/^ *(-[a-zA-Z], )?--/, "")
    rest = $0
    sub(/^[a-z0-9-]+/, "", rest)
    name = substr($0, 1, length($0) - length(rest))
    # The argument ends at the column of the help text; one too long for it has the line to itself.
    match(rest, /   *[^ ]|$/)
    argument = substr(rest, 1, RSTART - 1)
    gsub(/[ ']/, "", argument)
    text = substr(rest, RSTART)
    next
}
/^  / { sub(/^ */, ""); text = text " " $0; next }
{ flush() }
END { flush() }
E2
cat >"$work/manual.awk" <<'E2'
function flush() {
    if (name != "")
        print command "|" letter "|" name "|" argument "|" range "|" standard
    name = letter = argument = range = standard = ""
}
/^\.S[sh] / {
    flush()
    command = /^\.Ss / ? substr($0, 5) : ""
    if (command == "Options of every command")
        command = "*"
    next
}
/^\.\\" The options of .*\.$/ { print command "|as|" substr($0, 20, length($0) - 20); next }
/^\.It Fl / && command != "" {
    flush()
    line = substr($0, 8)
    if (match(line, /^[a-zA-Z] , Fl /)) {
        letter = substr(line, 1, 1)
        line = substr(line, RLENGTH + 1)
    }
    sub(/^-/, "", line)
    name = argument = line
    sub(/ .*/, "", name)
    sub(/^[a-z0-9-]+ */, "", argument)
    gsub(/Ar |Cm |[ '"]/, "", argument)
    next
}
/^\.It |^\.El/ { flush(); next }
name != "" && /^(From .* to .*|At least .*|Default .*)\.$/ {
    line = tolower(substr($0, 1, 1)) substr($0, 2, length($0) - 2)
    if (match(line, /(; )?default .*$/)) {
        standard = substr(line, RSTART)
        line = substr(line, 1, RSTART - 1)
        sub(/^(; )?default /, "", standard)
    }
    sub(/^from /, "", line)
    range = line
}
END { flush() }
E2

# Commands of a group that has no page yet.
without_page() {
    while read -r first second; do
        [ -z "$second" ] || [ -f "$top_srcdir/doc/tiptoe-$first.1" ] || echo "$first $second"
    done <"$work/all-commands"
}

"$tiptoe" help | sed -n 's/^  \([a-z][a-z ]*[a-z]\)   *.*/\1/p' | LC_ALL=C sort >"$work/all-commands"
without_page >"$work/without"
LC_ALL=C comm -23 "$work/all-commands" "$work/without" >"$work/commands"
while read -r command; do
    skip "$command is in a manual" "doc/tiptoe-${command% *}.1 is not written yet"
done <"$work/without"
ok "the program names its commands" test -s "$work/commands"
cat "$top_srcdir"/doc/*.1 | sed -n 's/^\.Ss \([a-z ]*\)$/\1/p' | LC_ALL=C sort >"$work/sections"
is "$(LC_ALL=C comm -23 "$work/commands" "$work/sections")" "" "every command has a section in a manual"
is "$(LC_ALL=C comm -13 "$work/commands" "$work/sections")" "" "every section of a manual is a command's"
sed -n '/^\.Sh SYNOPSIS/,/^\.Sh DESCRIPTION/s/^\.Cm \([a-z]*\).*/\1/p' "$top_srcdir/doc/tiptoe.1" | LC_ALL=C sort -u >"$work/synopsis"
is "$(sed 's/ .*//' "$work/all-commands" | LC_ALL=C sort -u)" "$(cat "$work/synopsis")" "the synopsis names every command"

for page in "$top_srcdir"/doc/*.1; do
    awk -f "$work/manual.awk" "$page"
done >"$work/manual"
while read -r command; do
    # shellcheck disable=SC2086 # a command may have two words
    "$tiptoe" help $command </dev/null | awk -v command="$command" -f "$work/help.awk" >"$work/help"
    {
        sed -n "s/^\*|/$command|/p" "$work/manual"
        grep "^$command|" "$work/manual" | while IFS='|' read -r _ letter other rest; do
            if [ "$letter" = as ]; then
                sed -n "s/^$other|/$command|/p" "$work/manual"
            else
                echo "$command|$letter|$other|$rest"
            fi
        done
    } >"$work/page"
    ok "$command: its help lists options" test -s "$work/help"
    is "$(LC_ALL=C sort "$work/page")" "$(LC_ALL=C sort "$work/help")" "$command: the manual lists the same options"
done <"$work/commands"

# The options of one run: the rows without KEPT, and the list in the section of mirror.
sed -n '/^const struct option_row run_option_rows/,/OPTION_END/p' "$top_srcdir/src/cmd/run_options.c" |
    awk '/\.name = / { match($0, /"[a-z-]*"/); name = substr($0, RSTART + 1, RLENGTH - 2) }
         /KEPT/ { name = "" }
         /\.help = / && name != "" { print name; name = "" }' | LC_ALL=C sort >"$work/of-run"
sed -n '/^\.It "of one run"/,/^\.El/p' "$top_srcdir/doc/tiptoe.1" | grep -o 'Fl -[a-z-]*' | sed 's/^Fl -//' | LC_ALL=C sort >"$work/listed"
is "$(cat "$work/listed")" "$(cat "$work/of-run")" "the manual lists the options of one run"

# Exit statuses: the list in base/exit_status.h, the manual and README.md
sed -n 's/^    ROW(EXIT_[A-Z_]*, \([0-9]*\), "\(.*\)").*/\1 \2/p' "$top_srcdir/src/base/exit_status.h" >"$work/statuses"
is "$(sed -n '/^\.Sh EXIT STATUS/,/^\.Sh EXAMPLES/s/^\.It \([0-9]\)/\1/p' "$top_srcdir/doc/tiptoe.1")" \
    "$(sed 's/ .*//' "$work/statuses")" "the manual has every exit status"
sed -n '/^Exit status:/,/^$/p' "$top_srcdir/README.md" | tr '\n' ' ' >"$work/readme"
while read -r status; do
    file_has "$work/readme" " $status" "README.md: $status"
done <"$work/statuses"

# Manuals of other programs may not be installed here.
if command -v mandoc >/dev/null 2>&1; then
    is "$(mandoc -T lint "$top_srcdir"/doc/*.[1-9] 2>&1 | grep -v -e 'referenced manual not found' -e 'outdated mandoc.db')" "" "mandoc finds no fault"
else
    skip "mandoc finds no fault" "mandoc is not installed"
fi
done_testing
