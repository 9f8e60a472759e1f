/* SPDX-License-Identifier: MIT */
/* The format of mirror.db: the schema (schema.sql), the statements (statements.sql), both embedded when
 * building, and the upgrades from older versions. */
#include "config.h"

#include "frontier/inside.h"

#include "frontier/schema_sql.h"

static const struct db_statement statements[STATEMENT_COUNT] = {
#include "frontier/statement_sql.h"
};

/* From version v to v + 1; upgrades[0] is never used. Version 1 was never released. */
static const char *const upgrades[SCHEMA_VERSION] = {
    [2] = "CREATE TABLE payload (digest BLOB PRIMARY KEY, url TEXT NOT NULL, date_us INTEGER NOT NULL, "
          "record TEXT NOT NULL, archive INTEGER NOT NULL REFERENCES archive_file(id), archive_offset "
          "INTEGER NOT NULL, archive_length INTEGER NOT NULL) STRICT, WITHOUT ROWID;",
    [3] = "INSERT INTO reason VALUES (24, 'import', 'not in the archive that the mirror was imported from');",
    [4] = "ALTER TABLE visit ADD COLUMN damaged INTEGER NOT NULL DEFAULT 0;ALTER TABLE visit ADD COLUMN "
          "file_digest BLOB;",
};

const struct db_format mirror_format = {
    .application_id = SCHEMA_APPLICATION,
    .version = SCHEMA_VERSION,
    .schema = schema_sql,
    .upgrades = upgrades,
    .statements = statements,
    .count = STATEMENT_COUNT,
};
