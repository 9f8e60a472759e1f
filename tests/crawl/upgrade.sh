#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that mirrors in formats 7 (of 0.1.0) and 9 are upgraded with their rows, and updated.
. "${top_srcdir:-.}/tests/crawl/lib.sh"

command -v sqlite3 >/dev/null || skip_all "sqlite3 is not installed"

# site TEXT: a site whose page /p has this text.
site() {
    printf '/\n  type text/html\n  etag "1"\n  text <link rel=stylesheet href=/s.css><a href=/p>p</a><a href=/gone>g</a><a href=/to>t</a>\n'
    printf '/s.css\n  type text/css\n  text a { color: red }\n/to\n  status 301 Moved\n  header Location: /p\n'
    printf '/p\n  type text/html\n  etag "%s"\n  text <title>p</title><p>%s<a href=/>home</a>\n' "$1" "$1"
}

rows() {
    sqlite3 "$1" "SELECT url, state, reason, kind, referrer, via FROM urls ORDER BY id; SELECT target FROM link WHERE page = 1;
        SELECT url, status, digest, path FROM answers ORDER BY id; SELECT * FROM totals"
}

# made_as VERSION SQL: a copy of the mirror, with its rows in tables of that format. SQL makes these from format 9.
made_as() {
    cp -R "$work/m" "$work/m$1"
    rm "$work/m$1"/mirror.db*
    sqlite3 "$work/m$1/mirror.db" <"$top_srcdir/tests/crawl/format_9.sql"
    sqlite3 "$work/m$1/mirror.db" "$2; PRAGMA user_version = $1"
    for table in $(sqlite3 "$work/m$1/mirror.db" "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('state', 'kind', 'reason', 'change_kind')"); do
        columns=$(sqlite3 "$work/m$1/mirror.db" "SELECT group_concat(name) FROM pragma_table_info('$table')")
        sqlite3 "$work/m$1/mirror.db" "ATTACH '$work/m/mirror.db' AS now; INSERT INTO $table ($columns) SELECT $columns FROM now.$table"
    done
    sqlite3 "$work/m$1/mirror.db" "INSERT OR REPLACE INTO setting (name, value) VALUES ('for', 'server')" # a value until format 14
}

site old >"$work/first.site"
serve "$work/first.site"
crawl mirror --delay 0 -o m "$base/"
exits 4 "a mirror"
rows "$work/m/mirror.db" >"$work/before"
made_as 9 ""
made_as 7 "ALTER TABLE origin DROP COLUMN address"
site new >"$work/second.site"
for format in 7 9; do
    crawl status "m$format"
    exits 1 "format $format: a reader does not upgrade it"
    file_has err "'tiptoe resume' brings it up to date"
    play "$work/first.site"
    crawl resume "m$format"
    exits 4 "format $format: resume"
    is "$(sqlite3 "$work/m$format/mirror.db" "PRAGMA user_version")" "$(sqlite3 "$work/m/mirror.db" "PRAGMA user_version")" "it is upgraded"
    rows "$work/m$format/mirror.db" >"$work/after"
    ok "with all rows" cmp "$work/before" "$work/after"
    play "$work/second.site"
    crawl update --delay 0 "m$format"
    exits 4 "format $format: an update"
    file_has "m$format/site/p.html" "<p>new"
    crawl changes "m$format"
    file_has out "/p"
done
done_testing
