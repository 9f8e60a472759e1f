# SPDX-License-Identifier: MIT
# Turns statements.sql into C: with -v part=names the members of enum statement, with -v part=sql the statements.
/^-- name: / {
    name = $3
    scans = $4 == "scans" ? "true" : "false"
    if (part == "names")
        print name ","
    else
        printf "[%s] = {.scans = %s, .sql =", name, scans
}
/^--/ || part == "names" { next }
name != "" && NF > 0 {
    ends = sub(/;$/, "")
    gsub(/\\/, "\\\\")
    gsub(/"/, "\\\"")
    print " \"" $0 "\\n\"" (ends ? "}," : "")
    if (ends)
        name = ""
}
