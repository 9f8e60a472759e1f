# SPDX-License-Identifier: MIT
# Turns schema.sql into a C header: its text, and the two numbers by which a database is recognised.
BEGIN { print "/* Made from schema.sql by embed.awk. */\nstatic const char schema_sql[] =" }
/^PRAGMA application_id = / { application = $4; sub(/;.*/, "", application) }
/^PRAGMA user_version = / { version = $4; sub(/;.*/, "", version) }
{
    gsub(/\\/, "\\\\")
    gsub(/"/, "\\\"")
    print "    \"" $0 "\\n\""
}
END {
    print "    ;\nenum { SCHEMA_APPLICATION = " application ", SCHEMA_VERSION = " version " };"
}
