# SPDX-License-Identifier: MIT
# Turns schema.sql and statements.sql into C: with -v part=names the members of enum statement, with -v part=sql the
# statements, with -v part=columns a macro for each table, which has its columns (db.h).
FNR == 1 { file++ }
file == 1 && /^CREATE TABLE / { tables[++table_count] = table = $3 }
file == 1 && /^\)/ { table = "" }
file == 1 && table != "" && $2 ~ /^(INTEGER|TEXT|BLOB),?$/ {
    sub(/--.*/, "")
    shared[table, $1] = /REFERENCES rule/
    kind = shared[table, $1] ? "SHARED" : $2 ~ "^BLOB" ? "BLOB" : /NOT NULL/ ? "PLAIN" : "NULLABLE"
    lists[table] = lists[table] (lists[table] == "" ? "" : " ") $1
    rows[table] = rows[table] " \\\n    COLUMN(" $1 ", COLUMN_" kind ")"
}
file == 1 { next }

# Returns the columns of LIST: with a prefix "table." as values, with ":" as parameters.
function columns(prefix, list,    count, names, i, value, text) {
    if (!(list in lists)) {
        print "statements.sql: there is no table or list " list >"/dev/stderr"
        exit 1
    }
    count = split(lists[list], names, " ")
    for (i = 1; i <= count; i++) {
        value = prefix names[i]
        if (prefix ~ /\.$/ && shared[list, names[i]])
            value = "(SELECT text FROM rule WHERE id = " value ")"
        text = text (i > 1 ? ", " : "") value
    }
    return text
}
/^-- list: / {
    list = $3
    sub(/^-- list: [a-z_]+ = /, "")
    gsub(/,/, "")
    lists[list] = $0
}
/^-- name: / {
    name = $3
    scans = $4 == "scans" ? "true" : "false"
    if (part == "names")
        print name ","
    else if (part == "sql")
        printf "[%s] = {.scans = %s, .sql =", name, scans
}
/^--/ || part != "sql" { next }
name != "" && NF > 0 {
    ends = sub(/;$/, "")
    while (match($0, /([a-z_]+\.|:)?@[a-z_]+/)) {
        split(substr($0, RSTART, RLENGTH), placeholder, "@")
        $0 = substr($0, 1, RSTART - 1) columns(placeholder[1], placeholder[2]) substr($0, RSTART + RLENGTH)
    }
    gsub(/\\/, "\\\\")
    gsub(/"/, "\\\"")
    print " \"" $0 "\\n\"" (ends ? "}," : "")
    if (ends)
        name = ""
}
END {
    if (part == "columns")
        for (i = 1; i <= table_count; i++)
            print "#define COLUMNS_OF_" toupper(tables[i]) "(COLUMN)" rows[tables[i]]
}
