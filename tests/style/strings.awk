# SPDX-License-Identifier: MIT
# The string literals of C sources, one line each: "FILE:LINE:TEXT". Adjacent literals are joined, also across a macro
# such as PRIu64. Escaped line ends and tabs become spaces. Comments and #include lines are skipped.
function flush() {
    if (text != "")
        print file ":" start ":" text
    text = ""
    joins = 0
}
function begin_literal() {
    if (!joins)
        flush()
    if (text == "") {
        file = FILENAME
        start = FNR
    }
    in_string = 1
}
# The rest of the line after code without a literal: keeps joining only across white space and macros.
function skip_code(code) {
    if (code ~ /[^ \tA-Za-z0-9_]/)
        joins = 0
}
FNR == 1 { flush(); in_comment = in_string = 0 }
/^[ \t]*#[ \t]*include/ { next }
{
    rest = $0
    while (rest != "") {
        if (in_comment) {
            at = index(rest, "*/")
            if (!at)
                break
            in_comment = 0
            rest = substr(rest, at + 2)
        } else if (in_string) {
            if (!match(rest, /["\\]/)) {
                text = text rest
                break
            }
            text = text substr(rest, 1, RSTART - 1)
            if (substr(rest, RSTART, 1) == "\"") {
                in_string = 0
                joins = 1
                rest = substr(rest, RSTART + 1)
            } else {
                escaped = substr(rest, RSTART + 1, 1)
                text = text (escaped ~ /[nrt]/ ? " " : escaped == "x" ? "\\x" : escaped)
                rest = substr(rest, RSTART + 2)
            }
        } else if (match(rest, /"|'(\\.|[^'\\])[^']*'|\/\*/)) {
            token = substr(rest, RSTART, RLENGTH)
            skip_code(substr(rest, 1, RSTART - 1))
            rest = substr(rest, RSTART + RLENGTH)
            if (token == "\"")
                begin_literal()
            else if (token == "/*")
                in_comment = 1
            else
                joins = 0
        } else {
            skip_code(rest)
            break
        }
    }
}
END { flush() }
