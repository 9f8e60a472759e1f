/* SPDX-License-Identifier: MIT */
/* Takes answers out of the database for good: their rows, texts that only they had, and what is left of both
 * in free space. */
#include "config.h"

#include "frontier/forget.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/error.h"
#include "frontier/archive.h"
#include "frontier/inside.h"
#include "frontier/links.h"
#include "frontier/queue.h"

#include "frontier/forget_sql.h"

enum { SQL_MAX = 1024 };

int frontier_forget_url(struct frontier *frontier, int64_t id, struct span rule)
{
    struct facts old, new;
    int error = frontier_settle(frontier, id, FRONTIER_REFUSED, FRONTIER_BY_FORGET, rule);

    if (!error)
        error = facts_get(frontier, id, &old);
    if (error)
        return error;
    new = old;
    new.wire_bytes = new.plain_bytes = 0;
    facts_change(frontier, &old, &new);
    return frontier_misguessed(frontier, id, INT64_MAX);
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

int frontier_replace_archive(struct frontier *frontier, int64_t archive, struct span name, int64_t length)
{
    return db_run_with(
        frontier->db, ARCHIVE_REPLACE,
        VALUES(with_text(":name", name), with_int(":length", length), with_int(":id", archive)));
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
