# SPDX-License-Identifier: MIT
# From stripped C (strip.awk) in the layout of .clang-format, one line a function: LINES COMPLEXITY NAME.
# Lines are counted from its brace to its brace, inclusive. Complexity is McCabe's, 1 and one for each if, for, while, case
# of ?:, && and ||; a switch counts once, however many cases (the "modified" count: a table of cases is not complex).
function words(text, word,    n, rest, before, after, at) {
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
!inside && /^\{ *$/ {
    inside = 1
    start = NR
    complexity = 1
    next
}
inside && /^\} *$/ {
    print NR - start + 1, complexity, name_of(head)
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
