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

/* From version v to v + 1. Versions below 7 were never released. SQL_NAMES writes the lookup tables again, as
 * names.list has them now. */
static const char *const upgrades[SCHEMA_VERSION] = {
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

const char frontier_forget_sql[] =
    "DELETE FROM url; DELETE FROM visit; DELETE FROM tally; DELETE FROM sitemap; DELETE FROM change;"
    "DELETE FROM misguess; DELETE FROM link_list; DELETE FROM setting;"
    "UPDATE origin SET starts = 0, requisites = 0, pages = 0, candidates = 0, waiting = 0;";

const struct db_format mirror_format = {
    .application_id = SCHEMA_APPLICATION,
    .version = SCHEMA_VERSION,
    .schema = schema_sql,
    .upgrades = upgrades,
    .statements = statements,
    .count = STATEMENT_COUNT,
};
