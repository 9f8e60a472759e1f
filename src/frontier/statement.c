/* SPDX-License-Identifier: MIT */
/* The format of mirror.db: the schema (schema.sql and names.list), the statements (statements.sql), all
 * embedded when building, and the upgrades from older versions. */
#include "config.h"

#include "frontier/inside.h"

#include "frontier/name_sql.h"
#include "frontier/schema_sql.h"

static const struct db_statement statements[STATEMENT_COUNT] = {
#include "frontier/statement_sql.h"
};

/* From version v to v + 1; upgrades[0] is never used. Version 1 was never released. SQL_NAMES writes the
 * lookup tables again, as names.list has them now. */
static const char *const upgrades[SCHEMA_VERSION] = {
    [2] = "CREATE TABLE payload (digest BLOB PRIMARY KEY, url TEXT NOT NULL, date_us INTEGER NOT NULL, "
          "record TEXT NOT NULL, archive INTEGER NOT NULL REFERENCES archive_file(id), archive_offset "
          "INTEGER NOT NULL, archive_length INTEGER NOT NULL) STRICT, WITHOUT ROWID;",
    [3] = SQL_NAMES,
    [4] = "ALTER TABLE visit ADD COLUMN damaged INTEGER NOT NULL DEFAULT 0;ALTER TABLE visit ADD COLUMN "
          "file_digest BLOB;",
    [5] = "ALTER TABLE robots ADD COLUMN etag TEXT;"
          "ALTER TABLE robots ADD COLUMN last_modified TEXT;"
          "ALTER TABLE url ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;"
          "ALTER TABLE visit ADD COLUMN unavailable_ms INTEGER NOT NULL DEFAULT 0;"
          "ALTER TABLE visit ADD COLUMN document_state INTEGER NOT NULL DEFAULT 0;"
          "ALTER TABLE visit ADD COLUMN meta_url TEXT;"
          "ALTER TABLE visit ADD COLUMN canonical TEXT;"
          "DROP VIEW urls;"
          "CREATE VIEW urls AS SELECT url.id, url.url, state.name AS state, reason.name AS reason,"
          " rule.text AS rule, kind.name AS kind, url.depth, page.url AS referrer, via.text AS via,"
          " url.attempts, CASE WHEN url.not_before > 0 THEN datetime(url.not_before / 1000, 'unixepoch') END"
          " AS not_before, CASE visit.document_state WHEN 1 THEN 'static' WHEN 2 THEN 'dynamic' END"
          " AS document_state, visit.meta_url, visit.canonical FROM url JOIN state ON state.id = url.state"
          " JOIN kind ON kind.id = url.kind JOIN reason ON reason.id = url.reason"
          " LEFT JOIN rule ON rule.id = url.rule LEFT JOIN via ON via.id = url.via"
          " LEFT JOIN url AS page ON page.id = url.referrer LEFT JOIN visit ON visit.url = url.id;",
    [6] =
        "ALTER TABLE change ADD COLUMN rule INTEGER REFERENCES rule(id); DROP VIEW changes;"
        "CREATE VIEW changes AS SELECT change.run, datetime(run.started_ms / 1000, 'unixepoch') AS started,"
        " change_kind.name AS change, url.url, rule.text AS rule FROM change JOIN run ON run.id = change.run"
        " JOIN url ON url.id = change.url JOIN change_kind ON change_kind.id = change.kind"
        " LEFT JOIN rule ON rule.id = change.rule;",
    [7] = "ALTER TABLE origin ADD COLUMN address TEXT NOT NULL DEFAULT '';",
    [8] = SQL_NAMES,
    [9] = "CREATE TABLE held (url INTEGER PRIMARY KEY REFERENCES url(id), requested_ms INTEGER NOT NULL, "
          "duration_ms INTEGER NOT NULL, digest BLOB NOT NULL, archive INTEGER NOT NULL REFERENCES "
          "archive_file(id), archive_offset INTEGER NOT NULL, archive_length INTEGER NOT NULL, wordings "
          "BLOB NOT NULL) STRICT;" SQL_NAMES,
    [10] = "ALTER TABLE visit ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;"
           "CREATE TABLE evidence (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, sort INTEGER NOT NULL, "
           "name TEXT NOT NULL, equal INTEGER NOT NULL, pages INTEGER NOT NULL, different INTEGER NOT NULL, "
           "proof INTEGER NOT NULL, held INTEGER NOT NULL, last INTEGER NOT NULL) STRICT;" SQL_NAMES,
    [11] = SQL_NAMES,
    [12] = "UPDATE visit SET shown = 0;" SQL_NAMES,
};

const struct db_format mirror_format = {
    .application_id = SCHEMA_APPLICATION,
    .version = SCHEMA_VERSION,
    .schema = schema_sql,
    .upgrades = upgrades,
    .statements = statements,
    .count = STATEMENT_COUNT,
};
