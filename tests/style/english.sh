#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that everything a user reads is in plain English: the string literals of src/, the manuals, README.md, CONTRIBUTING.md
# and the newest entry of CHANGES. Each row of the table is a regular expression (extended, in lower case, of whole words),
# the better wording, and an example that the expression must find. Each offender is shown with file and line.
: "${top_srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}"
style=$(cd "$(dirname "$0")" && pwd)
cd "$top_srcdir" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
count=0
failed=0

cat >"$work/table" <<'EOT'
(ask|asks|asked|asking) (for|nobody|nothing|no other|no more|anew|it|them)|request|nothing may be asked for
(is|are|be|been|was|were|not|never) asked|is requested|it is asked once a day
(go|goes|going|gone|went) on|continue|the same command goes on
(hold|holds|held|holding) [^.;:]*against|check against, compare with|it holds files against their digests
(but|save) for|except|all of them, but for one
[a-z]*([^e]|[^r]e) (is|are|was|were|be) no [a-z]*|is not a|that is no page
there is no (command|option) ['%-][^ ]*|unknown ...|there is no command 'miror'
whoever|people who|whoever runs it
nobody|no one, or the passive voice|nobody reads it
anyone's|any|anyone's files
whence|from where|whence it came
from (then|there|here|now) on|afterwards|from then on it holds
(mend|mends|mended|mending)|fix|this mends a link
told|reported, known|what is told
by (itself|themselves)|automatically, alone|it ends by itself
so that [^.;:]* may|two sentences|it is kept so that a run may use it
may well|may, probably|it may well fail
in vain|without success|requested in vain
anew|again|it is read anew
(of one's own|one's own)|your own|a server of one's own
(led|leads|lead|redirects?) (to )?nowhere|does not exist, has no target|guesses that led nowhere
without end|endless|calendars without end
(is|are|was|were) at work|is active|no run is at work there
of (ours|theirs|others)|our, other|a limit of ours
(disk|names|browser|scheme|text|pages) alone|only|from disk alone
when (it is |they are )?not (given|said)|without the option; instead of|the host name when not given
EOT

cat >"$work/words.awk" <<'EOA'
# Reads the table and then FILE:LINE:TEXT. Joins each line with the next one of the same file, so that a phrase may be
# broken over two lines; a match that begins in the second line is left for the next step.
BEGIN { FS = "|" }
FNR == NR {
    n = split($0, parts, "|")
    advice[++rules] = parts[n - 1]
    example[rules] = parts[n]
    pattern = substr($0, 1, length($0) - length(parts[n]) - length(parts[n - 1]) - 2)
    patterns[rules] = "(^|[^a-z])(" pattern ")([^a-z]|$)"
    next
}
function check(first, second,    text, both, i, at) {
    text = tolower(first)
    both = text " " tolower(second)
    gsub(/[ \t]+/, " ", both)
    gsub(/ no (longer|more|less) /, " not ", both)
    for (i = 1; i <= rules; i++) {
        if (match(both, patterns[i]) && RSTART <= length(text)) {
            at = substr(both, RSTART, RLENGTH)
            gsub(/^[^a-z]+|[^a-z]+$/, "", at)
            print place ": \"" at "\": " advice[i]
        }
    }
    # A sentence without a verb of its own: "What is missing."
    if (first ~ /(^|[.:;] +)What [a-z]/ && both !~ /\?/)
        print place ": a sentence that begins with \"What\" and is not a question"
}
{
    match($0, /^[^:]*:[0-9]*:/)
    next_place = substr($0, 1, RLENGTH - 1)
    next_text = substr($0, RLENGTH + 1)
    if (place != "")
        check(text, prose(place) && same_file(place, next_place) ? next_text : "")
    place = next_place
    text = next_text
}
END { if (place != "") check(text, "") }
function prose(where) { return where !~ /\.[ch]:/ }
function same_file(a, b) {
    sub(/:[0-9]*$/, "", a)
    sub(/:[0-9]*$/, "", b)
    return a == b
}
EOA

# offenders: reads FILE:LINE:TEXT.
offenders() {
    awk -f "$work/words.awk" "$work/table" -
}

literals() {
    for file in $("$style/sources" c) $("$style/sources" h); do
        case $file in src/*) echo "$file" ;; esac
    done | xargs awk -f "$style/strings.awk"
}

# A manual's text without requests and comments; a document's without code.
manual_text() {
    awk '/^\.\\"/ || /^\.(Li|Fl|Pa|Va|Cm|Ar|It Fl|It Li|It Pa) / { next } /^\.Bd -literal/ { code = 1 } /^\.Ed/ { code = 0 }
        code { next } { sub(/^\.[A-Z][a-z] */, "") } $0 != "" { print FILENAME ":" FNR ":" $0 }' "$@"
}
document_text() {
    awk '/^    / { next } { gsub(/`[^`]*`/, "X"); gsub(/\]\([^)]*\)/, "]") } { print FILENAME ":" FNR ":" $0 }' "$@"
}
newest_changes() {
    awk '/^[0-9]+\.[0-9]/ && ++entries > 1 { exit } { print FILENAME ":" FNR ":" $0 }' CHANGES
}

rule() {
    count=$((count + 1))
    if [ ! -s "$work/offenders" ]; then
        echo "ok $count - $1"
    else
        echo "not ok $count - $1"
        head -n 60 "$work/offenders" | sed 's/^/# /'
        failed=1
    fi
}

# The test itself: each expression finds its example, even over a line end, and none finds a plain sentence.
awk -F '|' '{ print "src/x.c:" NR ":" $NF }' "$work/table" | offenders | sed 's/: .*//' | sort -u >"$work/found"
awk '{ print "src/x.c:" NR }' "$work/table" | sort >"$work/wanted"
comm -13 "$work/found" "$work/wanted" >"$work/offenders"
rule "every expression finds its example"
printf '%s\n' 'a.md:1:it is asked' 'a.md:2:for again' 'a.md:7:What is missing.' | offenders | sed 's/: .*//' | sort -u >"$work/found"
printf '%s\n' a.md:1 a.md:7 | comm -3 "$work/found" - >"$work/offenders"
rule "a phrase over two lines and a headless sentence are found"
printf '%s\n' 'a.md:1:The page no longer exists; there is no limit.' 'a.md:2:What does it do?' 'a.md:3:It is told-' \
    'a.md:4:Nothing is lost, but forms remain.' 'src/x.c:5:asked' 'src/x.c:6:for' | offenders >"$work/offenders"
sed -i '/^a.md:3:/d' "$work/offenders"
rule "plain sentences are accepted, and literals are not joined"
cat >"$work/x.c" <<'EOT'
#include "nobody.h"
/* "nobody" */ const char c = '"', *s = "whoever \"x\"\n" PRIu64
    " reads", *t[] = {"a", "told"};
EOT
(cd "$work" && awk -f "$style/strings.awk" x.c) >"$work/found"
printf '%s\n' 'x.c:2:whoever "x"  reads' x.c:3:a x.c:3:told | diff - "$work/found" >"$work/offenders"
rule "literals are extracted with the line on which they begin"

literals | offenders >"$work/offenders"
rule "messages and other texts of src/"
manual_text doc/*.[1-9] | offenders >"$work/offenders"
rule "manuals"
{ document_text README.md CONTRIBUTING.md doc/PERFORMANCE.md doc/ROBOT.md; newest_changes; } | offenders >"$work/offenders"
rule "README.md, CONTRIBUTING.md, doc/PERFORMANCE.md, and the newest entry of CHANGES"

echo "1..$count"
exit "$failed"
