/* SPDX-License-Identifier: MIT */
/* The archive's files, the committed length of each, and the bodies in it by digest; and takes answers out of
 * the database for good: their rows, texts that only they had, and what is left of both in free space. */
#include "config.h"

#include "frontier/frontier.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/error.h"
#include "frontier/inside.h"
#include "frontier/links.h"
#include "frontier/row.h"

#include "frontier/forget_sql.h"
#include "frontier/table_columns.h"

enum { SQL_MAX = 1024 };

#define OF_ARCHIVE(name, kind) COLUMN_AT(struct frontier_archive, name, name, kind),
#define OF_PAYLOAD(name, kind) COLUMN_AT(struct frontier_payload, name, name, kind),
static const struct columns archive_columns = COLUMNS("file name", COLUMNS_OF_ARCHIVE_FILE(OF_ARCHIVE));
static const struct columns payload_columns = COLUMNS("payload's URL", COLUMNS_OF_PAYLOAD(OF_PAYLOAD));

int frontier_add_archive(struct frontier *frontier, struct span name, int64_t *id)
{
    return db_number(frontier->db, db_with(frontier->db, ARCHIVE_ADD, VALUES(with_text(":name", name))), id);
}

int frontier_set_archive(struct frontier *frontier, int64_t id, int64_t length)
{
    return frontier_replace_archive(frontier, id, span_of(""), length);
}

int frontier_replace_archive(struct frontier *frontier, int64_t id, struct span name, int64_t length)
{
    return db_run_with(
        frontier->db, ARCHIVE_REPLACE,
        VALUES(with_any_text(":name", name), with_int(":length", length), with_int(":id", id)));
}

static int set_place(struct frontier *frontier, enum statement statement, struct db_value key,
                     const struct frontier_place *place)
{
    return db_run_with(frontier->db, statement,
                       VALUES(with_int(":archive_offset", place->offset),
                              with_int(":archive_length", place->length), key,
                              with_int(":archive", place->archive)));
}

int frontier_set_place(struct frontier *frontier, int64_t url, int64_t view, struct span digest,
                       const struct frontier_place *at)
{
    int error = url > 0 ? set_place(frontier, VISIT_PLACE, with_int(":url", url), at) : 0;

    if (!error && url > 0 && frontier->updated)
        error = set_place(frontier, HELD_PLACE, with_int(":url", url), at);
    if (!error && view > 0)
        error = set_place(frontier, VIEW_PLACE, with_int(":id", view), at);
    return error || digest.len == 0 ? error
                                    : set_place(frontier, PAYLOAD_PLACE, with_blob(":digest", digest), at);
}

int frontier_archives(struct frontier *frontier, int64_t after, struct frontier_archive *archive)
{
    struct query *use = db_with(frontier->db, ARCHIVE_NEXT, VALUES(with_int(":after", after)));

    return columns_next(frontier->db, use, &archive_columns, &frontier->texts[TEXT_ARCHIVE], archive);
}

int frontier_get_archive(struct frontier *frontier, int64_t id, struct frontier_archive *archive)
{
    int error = frontier_archives(frontier, id - 1, archive);

    return error == ERROR_END || (!error && archive->id != id) ? ERROR_CORRUPT : error;
}

int frontier_add_payload(struct frontier *frontier, const struct frontier_payload *payload)
{
    struct query *use = db_use(frontier->db, PAYLOAD_ADD);

    columns_bind(use, &payload_columns, payload);
    return db_run(frontier->db, use);
}

int frontier_payload(struct frontier *frontier, struct span digest, struct frontier_payload *payload)
{
    struct query *use = db_with(frontier->db, PAYLOAD_GET, VALUES(with_blob(":digest", digest)));

    return columns_find(frontier->db, use, &payload_columns, &frontier->texts[TEXT_PAYLOAD], payload);
}

int frontier_lose_payload(struct frontier *frontier, struct span digest)
{
    return db_run_with(frontier->db, PAYLOAD_LOSE_ONE, VALUES(with_blob(":digest", digest)));
}

int frontier_lose_payloads(struct frontier *frontier, int64_t archive, int64_t offset)
{
    return db_run_with(frontier->db, PAYLOAD_LOSE,
                       VALUES(with_int(":archive", archive), with_int(":archive_offset", offset)));
}

int frontier_forget_url(struct frontier *frontier, int64_t id, struct span rule)
{
    struct frontier_visit visit = {
        .url = id, .state = FRONTIER_REFUSED, .reason = FRONTIER_BY_FORGET, .rule = rule, .attempts = -1};
    int error = facts_set(frontier, &visit, 0, FACTS_ANSWERED);

    return error ? error : frontier_misguessed(frontier, id, INT64_MAX);
}

int frontier_move_records(struct frontier *frontier, const struct frontier_move *move)
{
    char sql[SQL_MAX], shift[24] = "NULL";

    if (!move->is_lost)
        (void)snprintf(shift, sizeof shift, "%" PRId64, move->shift);
    (void)snprintf(sql, sizeof sql,
                   "CREATE TEMP TABLE IF NOT EXISTS moved (archive INTEGER, start INTEGER, shift INTEGER, "
                   "length INTEGER, PRIMARY KEY (archive, start)) WITHOUT ROWID;"
                   "INSERT OR REPLACE INTO moved VALUES (%" PRId64 ", %" PRId64 ", %s, nullif(%" PRId64
                   ", 0))",
                   move->archive, move->from, shift, move->length);
    return db_execute(frontier->db, sql);
}

/* Applies the moves to the places of records in TABLE. Those that are lost get the place -1. */
static int move_places(struct frontier *frontier, const char *table)
{
    char sql[SQL_MAX];

    (void)snprintf(
        sql, sizeof sql,
        "UPDATE %s AS place SET"
        " archive_length = coalesce((SELECT length FROM moved"
        " WHERE moved.archive = place.archive AND start = archive_offset), archive_length),"
        " archive_offset = archive_offset + coalesce((SELECT shift FROM moved"
        " WHERE moved.archive = place.archive AND start <= archive_offset"
        " ORDER BY start DESC LIMIT 1), -1 - archive_offset)"
        " WHERE archive_offset >= (SELECT min(start) FROM moved WHERE moved.archive = place.archive)",
        table);
    return db_execute(frontier->db, sql);
}

int frontier_erase_forgotten(struct frontier *frontier)
{
    static const char *const tables[] = {"visit", "held", "view", "payload"};
    int error =
        frontier_move_records(frontier, &(struct frontier_move){.archive = 0}); /* creates the table */

    for (size_t i = 0; i < COUNT_OF(tables) && !error; i++)
        error = move_places(frontier, tables[i]);
    row_forget_targets(frontier);
    return error ? error : db_execute(frontier->db, forget_sql);
}

int frontier_purge(struct frontier *frontier, const char *dir)
{
    return db_purge(frontier->db, dir);
}
