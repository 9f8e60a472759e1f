/* SPDX-License-Identifier: MIT */
/* The next URL to request. The partial index url_queue is the queue: it has no settled rows, so the result is
 * its first row that is not in flight. The URLs in flight are a short list in memory. */
#include "config.h"

#include "frontier/next.h"

#include "base/error.h"
#include "base/alloc.h"
#include "frontier/columns.h"
#include "frontier/inside.h"

static const struct column item_list[] = {ITEM_COLUMNS(struct frontier_item, )};
static const struct columns item_columns = COLUMNS(item_list, "queued URL");

struct flight *flying_find(const struct flying *flying, int64_t id)
{
    for (size_t i = 0; i < flying->count; i++)
        if (flying->flights[i].facts.id == id)
            return &flying->flights[i];
    return NULL;
}

/* Adds the flight of ITEM, which has all facts of its row except the bytes of an answer in force. */
static void flying_add(struct frontier *frontier, const struct frontier_item *item)
{
    struct flying *flying = &frontier->flying;

    flying->flights = mem_extend(flying->flights, flying->count, &flying->room, sizeof *flying->flights);
    flying->flights[flying->count++] =
        (struct flight){.facts = {.id = item->id,
                                  .origin = item->origin,
                                  .hash = known_hash(frontier->known, item->url),
                                  .state = FRONTIER_QUEUED,
                                  .kind = item->kind,
                                  .roles = item->roles,
                                  .depth = item->depth,
                                  .waiting = item->not_before_ms > 0},
                        .known = !frontier->revisits};
}

void flying_remove(struct flying *flying, int64_t id)
{
    struct flight *flight = flying_find(flying, id);

    if (flight)
        *flight = flying->flights[--flying->count];
}

void frontier_release(struct frontier *frontier, int64_t id)
{
    const struct flight *flight = flying_find(&frontier->flying, id);

    if (!flight)
        return;
    memset(origins_lively(frontier, flight->facts.origin)->passed, 0, sizeof(int64_t[FRONTIER_KINDS]));
    flying_remove(&frontier->flying, id);
}

/* Reads the first row of USE that is not in flight: 1, 0 for none, or an error. */
static int first_idle(struct frontier *frontier, struct query *use, struct frontier_item *item)
{
    int got;

    do
        got = db_step(frontier->db, use);
    while (got > 0 && flying_find(&frontier->flying, db_int64(use, 0)));
    if (got > 0)
        got = columns_read(frontier->db, use, &item_columns, &frontier->texts[TEXT_ITEM], item);
    db_done(use);
    return got;
}

static int first_fresh(struct frontier *frontier, struct lively *lively, enum frontier_kind kind,
                       struct frontier_item *item)
{
    struct query *use = db_with(frontier->db, QUEUE_FRESH,
                                VALUES(with_int(":origin", lively->id), with_int(":kind", kind),
                                       with_int(":after", lively->passed[kind])));
    int got = first_idle(frontier, use, item);

    if (got > 0)
        lively->passed[kind] = item->id;
    return got;
}

static int first_again(struct frontier *frontier, int64_t origin, enum frontier_kind kind_max, int64_t now_ms,
                       struct frontier_item *item)
{
    struct query *use =
        db_with(frontier->db, QUEUE_AGAIN,
                VALUES(with_int(":origin", origin), with_int(":now", now_ms), with_int(":kind", kind_max)));

    return first_idle(frontier, use, item);
}

int frontier_next(struct frontier *frontier, int64_t origin, enum frontier_kind kind_max, int64_t now_ms,
                  struct frontier_item *item)
{
    struct lively *lively = origins_lively(frontier, origin);
    int got = 0;

    for (int kind = 0; got == 0 && kind <= (int)kind_max; kind++)
        if (lively->queued[kind] > 0)
            got = first_fresh(frontier, lively, (enum frontier_kind)kind, item);
    if (got == 0 && lively->waiting > 0)
        got = first_again(frontier, origin, kind_max, now_ms, item);
    if (got < 0)
        return got;
    if (got == 0)
        return ERROR_END;
    flying_add(frontier, item);
    return 0;
}

int frontier_earliest_retry(struct frontier *frontier, int64_t origin, int64_t *not_before_ms)
{
    struct query *use = db_with(frontier->db, QUEUE_EARLIEST, VALUES(with_int(":origin", origin)));

    return db_find_number(frontier->db, use, ERROR_NOT_FOUND, not_before_ms);
}

int frontier_queued(struct frontier *frontier, int64_t origin, struct frontier_cursor *cursor,
                    struct frontier_item *item)
{
    struct query *use =
        db_with(frontier->db, QUEUE_WALK,
                VALUES(with_int(":origin", origin), with_int(":not_before", cursor->not_before_ms),
                       with_int(":kind", cursor->kind), with_int(":id", cursor->id)));
    int error = columns_next(frontier->db, use, &item_columns, &frontier->texts[TEXT_ITEM], item);

    if (!error)
        *cursor = (struct frontier_cursor){item->not_before_ms, item->id, (int)item->kind};
    return error;
}
