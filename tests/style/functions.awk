# SPDX-License-Identifier: MIT
# From stripped C (strip.awk) in the layout of .clang-format, one line per function: LINES COMPLEXITY NAME, and FILE if
# strip.awk names the files. Lines are counted from brace to brace, inclusive. Complexity is McCabe's: 1, plus one for each
# if, for, while, ?:, && and ||; a switch counts once, however many cases it has (the "modified" count).
function words(text, word,    n, rest) {
    n = 0
    rest = text
    while (match(rest, "(^|[^A-Za-z0-9_])" word "([^A-Za-z0-9_]|$)")) {
        n++
        rest = substr(rest, RSTART + RLENGTH - 1)
        if (RLENGTH <= 1)
            break
    }
    return n
}
function points(text,    copy) {
    copy = text
    return words(text, "if") + words(text, "for") + words(text, "while") + words(text, "switch") + \
        gsub(/\?/, "", copy) + gsub(/&&/, "", copy) + gsub(/\|\|/, "", copy)
}
# The name before the first parenthesis that is not an attribute's.
function name_of(head,    name) {
    gsub(/__attribute__ *\(\([^;]*\)\)( *|$)/, " ", head)
    sub(/ *\(.*/, "", head)
    name = head
    sub(/.*[^A-Za-z0-9_]/, "", name)
    return name
}
/^\f/ {
    file = " " substr($0, 2)
    inside = 0
    head = ""
    next
}
!inside && /^\{ *$/ {
    inside = 1
    start = NR
    complexity = 1
    next
}
inside && /^\} *$/ {
    print NR - start + 1, complexity, name_of(head) file
    inside = 0
    head = ""
    next
}
inside {
    complexity += points($0)
    next
}
/^ *$/ || /[;}] *$/ {
    head = ""
    next
}
{
    head = head " " $0
}
