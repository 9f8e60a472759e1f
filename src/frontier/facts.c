/* SPDX-License-Identifier: MIT */
/* Changes of rows of the table url. Every change first reads what the row says, so that the sums, queue
 * counts, flags and caches that depend on it can follow. */
#include "config.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "base/error.h"
#include "frontier/inside.h"
#include "frontier/queue.h"

unsigned known_flags(int64_t state, int64_t roles)
{
    unsigned flags = (unsigned)roles & (FRONTIER_AS_PAGE | FRONTIER_AS_REQUISITE);

    if (state == FRONTIER_REFUSED)
        flags |= FRONTIER_IS_REFUSED;
    else if (state != FRONTIER_QUEUED)
        flags |= FRONTIER_IS_SETTLED;
    return flags;
}

static void count_queued(struct frontier *frontier, const struct facts *facts, int sign)
{
    struct lively *lively;

    if (facts->state != FRONTIER_QUEUED)
        return;
    lively = origins_lively(frontier, facts->origin);
    lively->queued[facts->kind] += (uint32_t)sign;
    lively->waiting += facts->waiting ? (uint32_t)sign : 0;
    if (sign > 0 && facts->id <= lively->passed[facts->kind])
        lively->passed[facts->kind] = facts->id - 1;
    lively->changed = true;
    frontier->origins.changed = true;
}

void facts_count(struct frontier *frontier, const struct facts *facts, int sign)
{
    tally_count(frontier, facts, sign);
    count_queued(frontier, facts, sign);
}

bool facts_are_sane(const struct frontier *frontier, const struct facts *facts)
{
    return facts->state < FRONTIER_STATES && facts->kind < FRONTIER_KINDS &&
           facts->reason < FRONTIER_REASONS && facts->roles <= 3 && facts->origin >= 1 &&
           facts->origin <= frontier->origins.texts.count;
}

static const struct columns facts_columns = COLUMNS(
    "URL", COLUMN(struct facts, origin), COLUMN(struct facts, state), COLUMN(struct facts, kind),
    COLUMN(struct facts, roles), COLUMN(struct facts, depth), COLUMN(struct facts, reason),
    COLUMN(struct facts, waiting), COLUMN(struct facts, wire_bytes), COLUMN(struct facts, plain_bytes));

int facts_get(struct frontier *frontier, int64_t id, struct facts *facts)
{
    const struct flight *flight = flying_find(&frontier->flying, id);
    struct facts read = {.id = id};
    struct query *use;
    int got;

    if (flight && flight->known) {
        *facts = flight->facts;
        return 0;
    }
    use = db_with(frontier->db, URL_FACTS, VALUES(with_int(":id", id)));
    got = db_step(frontier->db, use);
    if (got > 0)
        got = columns_read(frontier->db, use, &facts_columns, NULL, &read);
    if (got > 0)
        read.hash = url_hash(frontier, db_column(use, (int)facts_columns.count));
    db_done(use);
    if (got < 0)
        return got;
    if (got == 0)
        die("frontier: there is no URL %" PRId64, id);
    if (!facts_are_sane(frontier, &read))
        return db_fail(frontier->db, ERROR_CORRUPT, "the row of URL %" PRId64 " contradicts itself", id);
    *facts = read;
    return 0;
}

void facts_change(struct frontier *frontier, const struct facts *old, const struct facts *new)
{
    uint32_t *word = known_find(frontier->known, new->hash);
    struct flight *flight = flying_find(&frontier->flying, new->id);

    if (flight)
        flight->facts = *new;
    facts_count(frontier, old, -1);
    facts_count(frontier, new, 1);
    if (word)
        *word = (*word & ~(uint32_t)KNOWN_FLAGS) | known_flags(new->state, new->roles);
    if (new->state == FRONTIER_QUEUED && old->state != FRONTIER_QUEUED)
        frontier->revisits = true;
    row_forget(frontier, new->id);
}

int facts_write(struct frontier *frontier, struct query *use, const struct facts *old,
                const struct facts *new)
{
    int error;

    db_bind(use, VALUES(with_int(":id", new->id)));
    error = db_run(frontier->db, use);
    if (!error)
        facts_change(frontier, old, new);
    return error;
}

int facts_move(struct frontier *frontier, int64_t id, struct query *use, enum frontier_state state,
               enum frontier_reason reason, bool waiting)
{
    struct facts old, new;
    int error = facts_get(frontier, id, &old);

    if (error) {
        db_done(use);
        return error;
    }
    new = old;
    new.state = state;
    new.reason = reason;
    new.waiting = waiting;
    return facts_write(frontier, use, &old, &new);
}

int facts_land(struct frontier *frontier, int64_t id, struct query *use, enum frontier_state state,
               enum frontier_reason reason, bool waiting)
{
    int error = facts_move(frontier, id, use, state, reason, waiting);

    if (!error)
        flying_remove(&frontier->flying, id);
    return error;
}
