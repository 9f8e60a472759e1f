#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that the manuals agree with the tables of commands and options. doc/tiptoe.1 is the overview and has the options of
# every command; the manual of a command is doc/tiptoe-COMMAND.1. A group of commands has one, with a section for each,
# `.Ss robots check`. Options are one list item each, with range and default in a line of their own, as `tiptoe help mirror`
# has them in brackets:
#
#   .It Fl d , Fl -delay Ar SECONDS
#   The least time between two requests.
#   From 0 to 86400; default 1.
#
# The words of a choice are written `Cm host | domain | path`. Options that another page describes are a list of names after
# the name of that page: `.Xr tiptoe-mirror 1 :`, and then `.Fl -delay , Fl -scope .`
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
FNR == 1 {
    flush()
    page = FILENAME
    sub(/.*\//, "", page)
    sub(/^tiptoe-/, "", page)
    sub(/\.1$/, "", page)
    command = page == "tiptoe" ? "*" : page
}
/^\.S[sh] / { flush(); elsewhere = "" }
/^\.Ss / && index(substr($0, 5) " ", page " ") == 1 { command = substr($0, 5) }
/^\.Xr tiptoe[a-z-]* 1 :$/ {
    flush()
    elsewhere = $2 == "tiptoe" ? "*" : substr($2, 8)
    next
}
/^\.Fl -/ && elsewhere != "" {
    gsub(/\.?Fl -|[.]$/, "")
    for (i = split($0, names, / *, */); i > 0; i--)
        if (names[i] ~ /[a-z]/) {
            sub(/ +$/, "", names[i])
            print command "|as|" names[i] "|" elsewhere
        }
    next
}
elsewhere != "" { elsewhere = "" }
/^\.It Fl / {
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

"$tiptoe" help | sed -n 's/^  \([a-z][a-z ]*[a-z]\)   *.*/\1/p' | LC_ALL=C sort >"$work/commands"
ok "the program names its commands" test -s "$work/commands"
sed 's/ .*//' "$work/commands" | LC_ALL=C sort -u >"$work/words"
for page in "$top_srcdir"/doc/*.[1-9]; do
    file_has "$top_srcdir/Makefile.am" "doc/${page##*/}" "${page##*/} is installed"
done
printf '%s\n' "$top_srcdir"/doc/tiptoe-*.1 | sed 's/.*tiptoe-\(.*\)\.1/\1/' | LC_ALL=C sort >"$work/pages"
is "$(cat "$work/pages")" "$(cat "$work/words")" "each command has a manual, and each manual a command"
sed -n '/^\.Sh COMMANDS/,/^\.Sh OPTIONS/s/^\.It Cm //p' "$top_srcdir/doc/tiptoe.1" | LC_ALL=C sort >"$work/overview"
is "$(cat "$work/overview")" "$(cat "$work/words")" "the overview names every command"

awk -f "$work/manual.awk" "$top_srcdir"/doc/tiptoe.1 "$top_srcdir"/doc/tiptoe-*.1 >"$work/manual"
while read -r command; do
    # shellcheck disable=SC2086 # a command may have two words
    "$tiptoe" help $command </dev/null >"$work/text"
    awk -v command="$command" -f "$work/help.awk" "$work/text" >"$work/help"
    page=tiptoe-${command%% *}
    file_has "$work/text" "The manual is \`man $page\`." "$command: its help names the manual"
    case $command in
    *' '*) ;;
    *)
        summary=$(sed -n 2p "$work/text")
        file_has "$top_srcdir/doc/$page.1" ".Nd $summary" "$command: the manual has its summary"
        is "$(sed -n "/^\.It Cm $command$/{n;p;}" "$top_srcdir/doc/tiptoe.1")" "$summary" "$command: so has the overview"
        ;;
    esac
    grep "^$command|" "$work/manual" | while IFS='|' read -r _ letter name rest; do
        case $letter in
        as) awk -F '|' -v from="$rest" -v name="$name" '$1 == from && $3 == name' "$work/manual" | sed "s/^[^|]*|/$command|/" ;;
        *) echo "$command|$letter|$name|$rest" ;;
        esac
    done >"$work/page"
    ok "$command: its help lists options" test -s "$work/help"
    is "$(LC_ALL=C sort "$work/page")" "$(LC_ALL=C sort "$work/help")" "$command: the manual lists the same options"
done <"$work/commands"

# The options of one run: the rows without KEPT, and the list in the section of mirror.
sed -n '/^const struct option_row run_option_rows/,/OPTION_END/p' "$top_srcdir/src/cmd/run_options.c" |
    awk '/\.name = / { match($0, /"[a-z-]*"/); name = substr($0, RSTART + 1, RLENGTH - 2) }
         /KEPT/ { name = "" }
         /\.help = / && name != "" { print name; name = "" }' | LC_ALL=C sort >"$work/of-run"
sed -n '/^\.It "of one run"/,/^\.El/p' "$top_srcdir/doc/tiptoe-mirror.1" | grep -o 'Fl -[a-z-]*' | sed 's/^Fl -//' | LC_ALL=C sort >"$work/listed"
is "$(cat "$work/listed")" "$(cat "$work/of-run")" "the manual lists the options of one run"

# Exit statuses: the list in base/exit_status.h, the manual and README.md
sed -n 's/^    ROW(EXIT_[A-Z_]*, \([0-9]*\), "\(.*\)").*/\1 \2/p' "$top_srcdir/src/base/exit_status.h" >"$work/statuses"
for page in tiptoe tiptoe-mirror; do
    is "$(sed -n '/^\.Sh EXIT STATUS/,/^\.Sh SEE/s/^\.It \([0-9]\)/\1/p' "$top_srcdir/doc/$page.1")" \
        "$(sed 's/ .*//' "$work/statuses")" "$page: the manual has every exit status"
done
sed -n '/^Exit status:/,/^$/p' "$top_srcdir/README.md" | tr '\n' ' ' >"$work/readme"
while read -r status; do
    file_has "$work/readme" " $status" "README.md: $status"
done <"$work/statuses"

# Manuals of other programs may not be installed here.
if command -v mandoc >/dev/null 2>&1; then
    is "$(mandoc -T lint "$top_srcdir"/doc/*.[1-9] 2>&1 | grep -v -e 'referenced manual not found' -e 'outdated mandoc.db')" "" "mandoc finds no fault"
    ok "the overview has two screens" test "$(mandoc -T ascii "$top_srcdir/doc/tiptoe.1" | wc -l)" -lt 130
else
    skip "mandoc finds no fault, the overview has two screens" "mandoc is not installed"
fi
done_testing
