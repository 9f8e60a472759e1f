# SPDX-License-Identifier: MIT
# Turns schema.sql into a C header: its text, and the two numbers by which a database is recognised.
BEGIN {
    print "/* SPDX-License-Identifier: MIT */"
    print "#ifndef TIPTOE_FRONTIER_SCHEMA_SQL_H"
    print "#define TIPTOE_FRONTIER_SCHEMA_SQL_H\n"
    print "/* Made from schema.sql by embed.awk. */"
    print "static const char schema_sql[] ="
}
/^PRAGMA application_id = / { application = $4; sub(/;.*/, "", application) }
/^PRAGMA user_version = / { version = $4; sub(/;.*/, "", version) }
{
    gsub(/\\/, "\\\\")
    gsub(/"/, "\\\"")
    print "    \"" $0 "\\n\""
}
END {
    print "    ;\nenum { SCHEMA_APPLICATION = " application ", SCHEMA_VERSION = " version " };\n\n#endif"
}
