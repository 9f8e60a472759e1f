# SPDX-License-Identifier: MIT
# Turns names.list into C and SQL: with -v part=enums the enums, with -v part=rows the tables of names.c, with -v part=sql the rows of
# the lookup tables as SQL_NAMES, and with -v part=schema the schema, with these rows where schema.sql, the second file, says
# "-- names: TABLE".
function fail(why) {
    print FILENAME ": line " FNR ": " why >"/dev/stderr"
    failed = 1
    exit 1
}
function quoted(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/"/, "\\\"", text)
    return "\"" text "\""
}
function sql_quoted(text) {
    gsub(/'/, "''", text)
    return "'" text "'"
}
# Returns the class of the URLs in state S because of reason R.
function class_of(s, r, i) {
    for (i = 0; i < counts["result"]; i++)
        if (states[i] == names["state", s] && names["result", i] == names["reason", r] && (("result", i, "class") in values))
            return values["result", i, "class"]
    return values["state", s, "class"] == "by reason" ? values["reason", r, "class"] : values["state", s, "class"]
}
function classes(s, r) {
    print "static const enum frontier_class classes[FRONTIER_STATES][FRONTIER_REASONS] = {"
    for (s = 0; s < counts["state"]; s++) {
        printf "    [%s] = {", values["state", s, "enum"]
        for (r = 0; r < counts["reason"]; r++)
            printf "%sFRONTIER_CLASS_%s", (r > 0 ? ", " : ""), toupper(class_of(s, r))
        print "},"
    }
    print "};\n"
}
# Returns the constant of the entry of LIST with NAME.
function constant(list, name, i) {
    for (i = 0; i < counts[list]; i++)
        if (names[list, i] == name)
            return values[list, i, "enum"]
    fail("there is no " list " " name)
}
function enum_of(list, last, i) {
    printf "enum frontier_%s {\n", list == "change" ? "change_kind" : list
    for (i = 0; i < counts[list]; i++)
        printf "    %s, /* %s */\n", values[list, i, "enum"], values[list, i, "meaning"]
    printf "    %s\n};\n\n", last
}
function rows_of(list, size, i) {
    printf "static const struct row %s_rows[%s] = {\n", list, size
    for (i = 0; i < counts[list]; i++) {
        printf "    [%s] = {.name = %s", values[list, i, "enum"], quoted(names[list, i])
        if ((list, i, "serve") in values)
            printf ", .served = {%s, %s}", substr(values[list, i, "serve"], 1, 3), quoted(substr(values[list, i, "serve"], 5))
        print "},"
    }
    print "};\n"
}
function results(i) {
    print "static const struct frontier_result results[] = {"
    for (i = 0; i < counts["result"]; i++)
        printf "    {.state = %s, .reason = %s, .is_usual = %s,\n     .words = %s},\n",
            constant("state", states[i]), constant("reason", names["result", i]), (("result", i, "usual") in values) ? "true" : "false", quoted(values["result", i, "words"])
    print "};"
}
# Returns the statement that fills the lookup table of LIST. VERB is INSERT, or INSERT OR REPLACE.
function statement(list, verb, i, sql) {
    sql = verb " INTO " (list == "change" ? "change_kind" : list) " VALUES"
    for (i = 0; i < counts[list]; i++)
        sql = sql (i > 0 ? "," : "") "\n    (" i ", " sql_quoted(names[list, i]) ", " sql_quoted(values[list, i, "meaning"]) ")"
    return sql ";"
}
FNR == 1 { file++ }
file == 2 && /^-- names: / {
    print statement($3, "INSERT")
    next
}
file == 2 {
    print
    next
}
/^#/ || NF == 0 { next }
$1 == "state" || $1 == "kind" || $1 == "reason" || $1 == "change" {
    list = $1
    number = counts[list]++
    if ($2 != number)
        fail("the number of this " list " is not " number)
    names[list, number] = $3
    for (i = 4; i <= NF; i++)
        names[list, number] = names[list, number] " " $i
    next
}
$1 == "result" {
    list = $1
    number = counts[list]++
    states[number] = $2
    names[list, number] = $3
    for (i = 4; i <= NF; i++)
        names[list, number] = names[list, number] " " $i
    next
}
$1 == "enum" || $1 == "meaning" || $1 == "class" || $1 == "serve" || $1 == "words" || $1 == "usual" {
    values[list, number, $1] = substr($0, length($1) + 2)
    next
}
{ fail("unknown word " $1) }
END {
    if (failed)
        exit 1
    if (part != "schema")
        print "/* Made from names.list by names.awk. */"
    if (part == "enums") {
        enum_of("state", "FRONTIER_STATES")
        enum_of("kind", "FRONTIER_KINDS")
        enum_of("reason", "FRONTIER_REASONS")
        enum_of("change", "FRONTIER_CHANGE_KINDS")
    } else if (part == "rows") {
        rows_of("state", "FRONTIER_STATES")
        rows_of("reason", "FRONTIER_REASONS")
        rows_of("change", "FRONTIER_CHANGE_KINDS")
        classes()
        results()
    } else if (part == "sql") {
        print "#define SQL_NAMES \\"
        text = statement("state", "INSERT OR REPLACE") statement("kind", "INSERT OR REPLACE") \
            statement("reason", "INSERT OR REPLACE") statement("change", "INSERT OR REPLACE")
        gsub(/\n */, " ", text)
        print "    " quoted(text)
    }
}
