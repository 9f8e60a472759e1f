# SPDX-License-Identifier: MIT
# C without what is not code: comments, and the insides of strings and characters, become blanks; lines stay lines.
# -v directives=0 empties preprocessor lines as well; -v names=1 writes a form feed and its name before each file.
FNR == 1 {
    comment = continued = 0
    if (names)
        print "\f" FILENAME
}
{
    if (!comment && !continued && $0 ~ /^[ \t]*#/)
        directive = 1
    else if (!continued)
        directive = 0
    continued = directive && $0 ~ /\\$/
    if (!comment && $0 !~ /["'\/]/) {
        print directive && !directives ? "" : $0
        next
    }
    out = quote = ""
    for (i = 1; i <= length($0); i++) {
        c = substr($0, i, 1)
        two = substr($0, i, 2)
        if (comment) {
            if (two == "*/") {
                comment = 0
                i++
            }
            out = out " "
        } else if (quote != "") {
            if (c == "\\")
                i++
            else if (c == quote) {
                quote = ""
                out = out c
            }
            out = out " "
        } else if (two == "/*") {
            comment = 1
            i++
            out = out " "
        } else if (two == "//") {
            break
        } else if (c == "\"" || c == "'") {
            quote = c
            out = out c
        } else {
            out = out c
        }
    }
    print directive && !directives ? "" : out
}
