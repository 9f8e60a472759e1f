# SPDX-License-Identifier: MIT
# Prints the place and the first words of each comment that stands directly above a function and does not begin with a verb in the
# third person. Words that end in s but are no verbs are listed.
BEGIN {
    n = split("This Its As Is Has Does Always Was Us Plus Less Unless Besides Perhaps Pages Bytes Links Words Names' Texts Addresses Files Values Lines Hosts Rows", list, " ")
    for (i = 1; i <= n; i++)
        is_other[list[i]]
}
FNR == 1 { inside = 0; end = -1 }
inside {
    text = text " " $0
    if ($0 ~ /\*\//) { inside = 0; end = FNR }
    next
}
/^\/\*/ {
    text = $0
    start = FNR
    inside = $0 !~ /\*\//
    end = inside ? -1 : FNR
    next
}
FNR == end + 1 && /^[a-z_][A-Za-z0-9_ *]*[ *][a-z][a-z0-9_]*\(/ && !/^(typedef|else|return)/ && !/=/ {
    sub(/^\/\* */, "", text)
    split(text, word, /[^A-Za-z']/)
    if (word[1] !~ /^[A-Z][a-z]+s$/ || word[1] in is_other)
        print FILENAME ":" start ": " substr(text, 1, 70)
}
