# SPDX-License-Identifier: MIT
# Turns a file of SQL into a C header: with -v name=NAME its text as NAME_sql, and of a schema the two numbers by which a
# database is recognised.
BEGIN { print "/* Made from " name ".sql by embed.awk. */\nstatic const char " name "_sql[] =" }
/^PRAGMA application_id = / { application = $4; sub(/;.*/, "", application) }
/^PRAGMA user_version = / { version = $4; sub(/;.*/, "", version) }
{
    gsub(/\\/, "\\\\")
    gsub(/"/, "\\\"")
    print "    \"" $0 "\\n\""
}
END {
    print "    ;"
    if (version)
        print "enum { " toupper(name) "_APPLICATION = " application ", " toupper(name) "_VERSION = " version " };"
}
