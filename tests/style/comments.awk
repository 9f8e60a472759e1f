# SPDX-License-Identifier: MIT
# Prints the text of each comment as FILE:LINE:TEXT, a line each: of C, and of SQL.
FNR == 1 { inside = 0 }
FILENAME ~ /\.sql$/ {
    if (match($0, /-- /))
        print FILENAME ":" FNR ":" substr($0, RSTART + 3)
    next
}
{
    text = $0
    if (!inside) {
        if (!match(text, /\/\*/))
            next
        text = substr(text, RSTART + 2)
        inside = 1
    }
    if (match(text, /\*\//)) {
        text = substr(text, 1, RSTART - 1)
        inside = 0
    }
    sub(/^[ *]+/, "", text)
    print FILENAME ":" FNR ":" text
}
