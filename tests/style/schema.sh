#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that a change of the tables raises the schema's number. tests/style/schemas has a line for each number, with the
# checksum of the schema's SQL without comments and blanks. The schema is schema.sql with the rows of names.list.
. "${top_srcdir:-$(dirname "$0")/../..}/tests/crawl/lib.sh"

# Prints the line for the schema on standard input.
line_of_schema() {
    sed 's/--.*//' | awk '/^PRAGMA user_version = / { number = $4 + 0; next } { gsub(/ /, ""); print }
        END { print number }' >"$work/sql"
    echo "$(tail -n 1 "$work/sql") $(sed '$d' "$work/sql" | tr -d '\n' | cksum | tr ' ' -)"
}

schema=$work/mirror.sql
"${AWK:-awk}" -v part=schema -f "$top_srcdir/src/frontier/names.awk" "$top_srcdir/src/frontier/names.list" \
    "$top_srcdir/src/frontier/schema.sql" >"$schema" || exit 1
schemas=$top_srcdir/tests/style/schemas
is "$(line_of_schema <"$schema")" "$(tail -n 1 "$schemas")" \
    "the tables match their number; if you changed them: raise user_version, and add this line to tests/style/schemas"
ok "each number stands for one schema" sh -c "sort -nu -k 1,1 '$schemas' | cmp - '$schemas'"
ok "other tables have another checksum" test "$(sed '0,/ TEXT/s// BLOB/' "$schema" | line_of_schema)" != "$(line_of_schema <"$schema")"
done_testing
