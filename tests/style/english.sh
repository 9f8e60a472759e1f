#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that all text is in plain English: the string literals and comments of src/, the manuals, the READMEs, CONTRIBUTING.md,
# CHANGES and the pages of doc/. Each row of the table is a regular expression (extended, in lower case, of whole words),
# the better wording, and an example that the expression must find. Each offender is shown with file and line.
. "$(dirname "$0")/rules"

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
(is|are|was|were) none|no ..., NULL|there is none
as far as (it goes|they go)|truncated; the part that exists|stored as far as it goes
what there is|the part that exists|what there is of it
in (the )?place of|instead of|a page in place of another
may not be [a-z]*|must not|it may not be stored
(take|takes|took|taken) (it|them|this|each|an? [a-z]+|the [a-z]+) for|treats as|it takes a page for another
EOT

# Rows for comments and documents only.
cp "$work/table" "$work/strict"
cat >>"$work/strict" <<'EOT'
(lead|leads|led) to|links to, points to|a link that leads to it
(stand|stands|stood)|is|what stands before it
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
function prose(where) { return are_comments || where !~ /\.[ch]:/ }
function same_file(a, b) {
    sub(/:[0-9]*$/, "", a)
    sub(/:[0-9]*$/, "", b)
    return a == b
}
EOA

# offenders [TABLE [are_comments=1]]: reads FILE:LINE:TEXT.
offenders() {
    table=$work/${1:-table}
    [ $# = 0 ] || shift
    awk -f "$work/words.awk" "$table" "$@" -
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
comments() {
    { "$style/sources" c; "$style/sources" h; "$style/sources" sql; } | grep '^src/' | xargs awk -f "$style/comments.awk"
}
lines() {
    awk '{ print FILENAME ":" FNR ":" $0 }' "$@"
}

# The test itself: each expression finds its example, even over a line end, and none finds a plain sentence.
awk -F '|' '{ print "src/x.c:" NR ":" $NF }' "$work/strict" | offenders strict | sed 's/: .*//' | sort -u >"$work/found"
awk '{ print "src/x.c:" NR }' "$work/strict" | sort >"$work/wanted"
comm -13 "$work/found" "$work/wanted" >"$offenders"
rule "every expression finds its example"
printf '%s\n' 'a.md:1:it is asked' 'a.md:2:for again' 'a.md:7:What is missing.' | offenders | sed 's/: .*//' | sort -u >"$work/found"
printf '%s\n' a.md:1 a.md:7 | comm -3 "$work/found" - >"$offenders"
rule "a phrase over two lines and a headless sentence are found"
printf '%s\n' 'a.md:1:The page no longer exists; there is no limit.' 'a.md:2:What does it do?' 'a.md:3:It is told-' \
    'a.md:4:Nothing is lost, but forms remain.' 'src/x.c:5:asked' 'src/x.c:6:for' | offenders >"$offenders"
sed -i '/^a.md:3:/d' "$offenders"
rule "plain sentences are accepted, and literals are not joined"
cat >"$work/x.c" <<'EOT'
#include "nobody.h"
/* "nobody" */ const char c = '"', *s = "whoever \"x\"\n" PRIu64
    " reads", *t[] = {"a", "told"};
EOT
(cd "$work" && awk -f "$style/strings.awk" x.c) >"$work/found"
printf '%s\n' 'x.c:2:whoever "x"  reads' x.c:3:a x.c:3:told | diff - "$work/found" >"$offenders"
rule "literals are extracted with the line on which they begin"
printf '%s\n' '/* It is' ' * asked for. */ int a; /* told */' >"$work/x.c"
(cd "$work" && awk -f "$style/comments.awk" x.c) | offenders strict are_comments=1 | sed 's/: .*//' >"$work/found"
printf '%s\n' x.c:1 x.c:2 | diff - "$work/found" >"$offenders"
rule "a phrase over two lines of a comment is found"

literals | offenders >"$offenders"
rule "messages and other texts of src/"
manual_text doc/*.[1-9] | offenders >"$offenders"
rule "manuals"
document_text README.md CONTRIBUTING.md CHANGES doc/*.md | offenders strict >"$offenders"
rule "README.md, CONTRIBUTING.md, CHANGES and the pages of doc/"
comments | offenders strict are_comments=1 >"$offenders"
rule "comments of src/"
lines src/*/README | offenders strict >"$offenders"
rule "the README of each room"
done_ruling
