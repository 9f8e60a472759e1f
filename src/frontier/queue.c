/* SPDX-License-Identifier: MIT */
/* The known URLs: adding them, changing their state without an answer, and the next one to request. The
 * partial index url_queue is the queue: it has no settled rows, so the next URL is its first row that is not
 * in flight. The URLs in flight are a short list in memory. Every change of a row of the table url first
 * reads what the row says, so that the sums, queue counts, flags and caches that depend on it can follow. */
#include "config.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/inside.h"
#include "frontier/links.h"
#include "frontier/row.h"
#include "url/percent.h"

unsigned known_flags(int64_t state, int64_t roles)
{
    unsigned flags = (unsigned)roles & (FRONTIER_AS_PAGE | FRONTIER_AS_REQUISITE);

    if (state == FRONTIER_REFUSED)
        flags |= FRONTIER_IS_REFUSED;
    else if (state != FRONTIER_QUEUED)
        flags |= FRONTIER_IS_SETTLED;
    return flags;
}

/* Adds a row to the sums and queue counts (SIGN 1), or takes it out of them (-1). */
static void facts_count(struct frontier *frontier, const struct facts *facts, int sign)
{
    struct lively *lively;

    tally_count(frontier, facts, sign);
    if (facts->state != FRONTIER_QUEUED)
        return;
    lively = origins_lively(frontier, facts->origin);
    lively->kept.queued[facts->kind] += (uint32_t)sign;
    lively->kept.waiting += facts->waiting ? (uint32_t)sign : 0;
    lively->changed = true;
    frontier->origins.changed = true;
    if (sign > 0 && (facts->id <= lively->passed || facts->kind < lively->passed_kind))
        lively->passed = 0;
}

static bool facts_are_sane(const struct frontier *frontier, const struct facts *facts)
{
    return facts->state < FRONTIER_STATES && facts->kind < FRONTIER_KINDS &&
           facts->reason < FRONTIER_REASONS && facts->roles <= 3 && facts->origin >= 1 &&
           facts->origin <= frontier->origins.texts.count;
}

/* Returns the flight of ID; NULL if it is not in flight. */
static struct flight *flying_find(const struct flying *flying, int64_t id)
{
    for (size_t i = 0; i < flying->count; i++)
        if (flying->flights[i].facts.id == id)
            return &flying->flights[i];
    return NULL;
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
    got = columns_step(frontier->db, use, &facts_columns, NULL, &read);
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

/* Runs USE, which changes the row from OLD to NEW, and updates sums, queue counts, flags and caches. */
static int facts_write(struct frontier *frontier, struct query *use, const struct facts *old,
                       const struct facts *new)
{
    uint32_t *word = known_find(frontier->known, new->hash);
    struct flight *flight = flying_find(&frontier->flying, new->id);
    int error;

    db_bind(use, VALUES(with_int(":id", new->id)));
    error = db_run(frontier->db, use);
    if (error)
        return error;
    if (flight)
        flight->facts = *new;
    facts_count(frontier, old, -1);
    facts_count(frontier, new, 1);
    if (word)
        *word = (*word & ~(uint32_t)KNOWN_FLAGS) | known_flags(new->state, new->roles);
    if (new->state == FRONTIER_QUEUED && old->state != FRONTIER_QUEUED)
        frontier->revisits = true;
    row_forget(frontier, new->id);
    return 0;
}

void frontier_release(struct frontier *frontier, int64_t id)
{
    struct flying *flying = &frontier->flying;
    struct flight *flight = flying_find(flying, id);

    if (!flight)
        return;
    if (flight->facts.state == FRONTIER_QUEUED)
        origins_lively(frontier, flight->facts.origin)->passed = 0;
    *flight = flying->flights[--flying->count];
}

int facts_set(struct frontier *frontier, const struct frontier_visit *visit, int64_t not_before_ms,
              enum facts_event event)
{
    struct facts old, new;
    int error = facts_get(frontier, visit->url, &old);

    if (error)
        return error;
    if (event == FACTS_AGAIN && old.kind == FRONTIER_START)
        not_before_ms = 0;
    new = old;
    new.state = visit->state;
    new.reason = visit->reason;
    new.waiting = not_before_ms > 0;
    if (event == FACTS_ANSWERED) {
        new.wire_bytes = (uint64_t)visit->wire_bytes;
        new.plain_bytes = (uint64_t)visit->plain_bytes;
    }
    error =
        facts_write(frontier,
                    db_with(frontier->db, URL_SET,
                            VALUES(with_int(":state", visit->state), with_int(":reason", visit->reason),
                                   intern_value(":rule", &frontier->rules, frontier->db, visit->rule),
                                   with_int(":attempts", visit->attempts),
                                   with_int(":not_before", not_before_ms), with_int(":gone", visit->gone))),
                    &old, &new);
    if (!error && event != FACTS_AGAIN)
        frontier_release(frontier, visit->url);
    return error;
}

bool frontier_is_fresh(const struct frontier *frontier, unsigned flags)
{
    return frontier->writes && !frontier->revisits && !(flags & (FRONTIER_IS_REFUSED | FRONTIER_IS_SETTLED));
}

bool frontier_is_shut(const struct frontier *frontier, unsigned flags)
{
    return frontier->writes && !frontier->updated && (flags & FRONTIER_IS_REFUSED);
}

uint64_t url_hash(const struct frontier *frontier, struct span url)
{
    char spelled[LIMIT_URL_BYTES];

    if (url.len <= sizeof spelled && memchr(url.at, '%', url.len))
        url = span_make(spelled, percent_normalize(spelled, url));
    return known_hash(frontier->known, url);
}

/* Finds URL by the first name of the site. */
static const uint32_t *find_renamed(const struct frontier *frontier, struct span url)
{
    struct buf renamed BUF_LOCAL(LIMIT_URL_BYTES);

    return frontier_rename(frontier, url, &renamed)
               ? known_find(frontier->known, url_hash(frontier, buf_span(&renamed)))
               : NULL;
}

bool frontier_known(const struct frontier *frontier, struct span url, int64_t *id, unsigned *flags)
{
    const uint32_t *word = known_find(frontier->known, url_hash(frontier, url));

    if (!word && frontier->texts[TEXT_NAMES].len > 0)
        word = find_renamed(frontier, url);
    if (!word)
        return false;
    *id = *word >> KNOWN_FLAG_BITS;
    *flags = *word & KNOWN_FLAGS;
    return true;
}

int frontier_add(struct frontier *frontier, const struct frontier_new *row, int64_t *id)
{
    struct facts facts = {.id = frontier->last_url + 1,
                          .origin = row->origin,
                          .hash = url_hash(frontier, row->url),
                          .state = row->reason ? FRONTIER_REFUSED : FRONTIER_QUEUED,
                          .kind = row->kind,
                          .reason = row->reason,
                          .roles = row->roles};
    int error;

    if (known_find(frontier->known, facts.hash) || !facts_are_sane(frontier, &facts))
        die("frontier: a URL is added twice, or without an origin");
    if (facts.id > KNOWN_ID_MAX || row->url.len > LIMIT_URL_BYTES)
        return db_fail(frontier->db, ERROR_TOO_LARGE, "more URLs, or a longer one, than a mirror can have");
    error = db_run_with(frontier->db, URL_ADD,
                        VALUES(with_int(":id", facts.id), with_text(":url", row->url),
                               with_int(":origin", row->origin), with_int(":state", facts.state),
                               with_int(":kind", facts.kind), with_int(":roles", facts.roles),
                               with_int(":depth", row->depth), with_id(":referrer", row->referrer),
                               intern_value(":via", &frontier->vias, frontier->db, row->via),
                               with_int(":reason", facts.reason),
                               intern_value(":rule", &frontier->rules, frontier->db, row->rule)));
    if (error)
        return error;
    frontier->last_url = facts.id;
    known_add(frontier->known, facts.hash, (uint32_t)facts.id, known_flags(facts.state, facts.roles));
    facts_count(frontier, &facts, 1);
    if (id)
        *id = facts.id;
    return 0;
}

/* Writes roles, kind and depth, in which NEW differs from OLD. */
static int set_use(struct frontier *frontier, const struct facts *old, const struct facts *new)
{
    return facts_write(frontier,
                       db_with(frontier->db, URL_SET_USE,
                               VALUES(with_int(":roles", new->roles), with_int(":kind", new->kind),
                                      with_int(":depth", new->depth))),
                       old, new);
}

int frontier_want(struct frontier *frontier, int64_t id, const struct frontier_new *row)
{
    struct facts old, new;
    int error = facts_get(frontier, id, &old);

    if (error)
        return error;
    new = old;
    new.roles |= row->roles;
    if (old.state == FRONTIER_QUEUED && !row->reason) {
        new.kind = row->kind < old.kind ? row->kind : old.kind;
        new.depth = row->depth < old.depth ? row->depth : old.depth;
        return set_use(frontier, &old, &new);
    }
    if (old.state == FRONTIER_REFUSED && !row->reason) {
        new.state = FRONTIER_QUEUED;
        new.reason = FRONTIER_NO_REASON;
        new.kind = row->kind;
        return facts_write(frontier,
                           db_with(frontier->db, URL_QUEUE,
                                   VALUES(with_int(":roles", new.roles), with_int(":kind", new.kind),
                                          with_int(":depth", row->depth), with_id(":referrer", row->referrer),
                                          intern_value(":via", &frontier->vias, frontier->db, row->via))),
                           &old, &new);
    }
    if (new.roles == old.roles)
        return 0;
    if (old.kind == FRONTIER_CANDIDATE)
        new.kind = row->kind;
    return set_use(frontier, &old, &new);
}

/* Makes the URL with this id a page of KIND, as near to the start page as its kind says. */
static int set_kind(struct frontier *frontier, int64_t id, enum frontier_kind kind)
{
    struct facts old, new;
    int error = facts_get(frontier, id, &old);

    if (error)
        return error;
    new = old;
    new.kind = kind;
    new.depth = 0;
    new.roles |= FRONTIER_AS_PAGE;
    return set_use(frontier, &old, &new);
}

int frontier_set_start(struct frontier *frontier, struct span url)
{
    int64_t id = 0;
    unsigned flags;
    int error;

    for (;;) {
        error = db_number(frontier->db, db_with(frontier->db, URL_NEXT_START, VALUES(with_int(":after", id))),
                          &id);
        if (!error && id > 0)
            error = set_kind(frontier, id, FRONTIER_PAGE);
        if (error || id == 0)
            break;
    }
    if (error || !frontier_known(frontier, url, &id, &flags))
        return error;
    error = set_kind(frontier, id, FRONTIER_START);
    return !error && (flags & FRONTIER_IS_REFUSED) ? frontier_requeue(frontier, id) : error;
}

int frontier_requeue(struct frontier *frontier, int64_t id)
{
    int error = frontier_edit(frontier, FRONTIER_DROP_ANSWER, id);

    return error ? error : facts_set(frontier, &(struct frontier_visit){.url = id}, 0, FACTS_AGAIN);
}

int frontier_reconsider(struct frontier *frontier, int64_t id)
{
    struct query *use = db_with(frontier->db, VISIT_STATE, VALUES(with_int(":url", id)));
    int64_t state;
    int error = db_number(frontier->db, use, &state);

    if (error)
        return error;
    return state == FRONTIER_DONE ? frontier_revisit(frontier, id) : frontier_requeue(frontier, id);
}

static uint64_t count_with(const struct frontier *frontier, enum frontier_reason reason)
{
    uint64_t urls = 0;

    for (int state = 0; state < FRONTIER_STATES; state++)
        for (int kind = 0; kind < FRONTIER_KINDS; kind++)
            urls += frontier->sums[state][kind][reason].urls;
    return urls;
}

int frontier_next_refused(struct frontier *frontier, enum frontier_reason reason, int64_t after, int64_t *id)
{
    struct query *use;

    if (count_with(frontier, reason) == 0)
        return ERROR_END;
    use = db_with(frontier->db, URL_NEXT_REFUSED,
                  VALUES(with_int(":after", after), with_int(":reason", reason)));
    return db_find_number(frontier->db, use, ERROR_END, id);
}

int frontier_reopen(struct frontier *frontier, enum frontier_reason reason, uint64_t *count)
{
    int64_t id = 0;
    int error = 0;

    *count = 0;
    while (!error && (error = frontier_next_refused(frontier, reason, id, &id)) == 0) {
        error = frontier_reconsider(frontier, id);
        if (!error)
            error = frontier_misguessed(frontier, id, frontier->sequence + 1);
        *count += !error;
    }
    return error == ERROR_END ? 0 : error;
}

int frontier_settle(struct frontier *frontier, int64_t id, enum frontier_state state,
                    enum frontier_reason reason, struct span rule)
{
    struct frontier_visit visit = {.url = id, .state = state, .reason = reason, .rule = rule, .attempts = -1};

    return facts_set(frontier, &visit, 0, FACTS_LANDS);
}

int frontier_retry(struct frontier *frontier, int64_t id, int attempts, int64_t not_before_ms)
{
    struct frontier_visit visit = {.url = id, .attempts = attempts};

    return facts_set(frontier, &visit, not_before_ms > 0 ? not_before_ms : 1, FACTS_LANDS);
}

int frontier_retry_sooner(struct frontier *frontier, int64_t origin, int64_t by_ms, int64_t latest_ms)
{
    return db_run_with(
        frontier->db, QUEUE_HURRY,
        VALUES(with_int(":by", by_ms), with_int(":origin", origin), with_int(":latest", latest_ms)));
}

static const struct columns item_columns = COLUMNS("queued URL", ITEM_COLUMNS(struct frontier_item, ));

bool frontier_is_in_flight(const struct frontier *frontier, int64_t id)
{
    return flying_find(&frontier->flying, id) != NULL;
}

/* Reads the first URL of USE that is not in flight. */
static int find_free(struct frontier *frontier, struct query *use, struct frontier_item *item)
{
    int got;

    do
        got = db_step(frontier->db, use);
    while (got > 0 && flying_find(&frontier->flying, db_int64(use, 0)));
    if (got > 0)
        got = columns_read(frontier->db, use, &item_columns, &frontier->texts[TEXT_ITEM], item);
    return db_found(use, got);
}

int frontier_next(struct frontier *frontier, int64_t origin, enum frontier_kind kind_max, int64_t now_ms,
                  struct frontier_item *item)
{
    struct lively *lively = origins_lively(frontier, origin);
    struct flying *flying = &frontier->flying;
    int error = ERROR_NOT_FOUND;

    if (lively->passed > 0 && lively->passed_kind <= kind_max)
        error = find_free(frontier,
                          db_with(frontier->db, QUEUE_FURTHER,
                                  VALUES(with_int(":origin", origin), with_int(":kind", lively->passed_kind),
                                         with_int(":after", lively->passed))),
                          item);
    if (error == ERROR_NOT_FOUND)
        error = find_free(frontier,
                          db_with(frontier->db, QUEUE_READY,
                                  VALUES(with_int(":origin", origin), with_int(":now", now_ms),
                                         with_int(":kind", kind_max))),
                          item);
    if (error)
        return error == ERROR_NOT_FOUND ? ERROR_END : error;
    if (item->not_before_ms == 0) {
        lively->passed_kind = item->kind;
        lively->passed = item->id;
    }
    /* It has all facts of its row except the bytes of an answer in force. */
    *MEM_ADD(flying->flights, flying->count, flying->room) =
        (struct flight){.facts = {.id = item->id,
                                  .origin = item->origin,
                                  .hash = url_hash(frontier, item->url),
                                  .state = FRONTIER_QUEUED,
                                  .kind = item->kind,
                                  .roles = item->roles,
                                  .depth = item->depth,
                                  .waiting = item->not_before_ms > 0},
                        .known = !frontier->revisits};
    if (item->kind == FRONTIER_PAGE && item->roles == 0)
        item->kind = FRONTIER_CANDIDATE;
    return 0;
}

int frontier_take(struct frontier *frontier, const struct frontier_item *item)
{
    struct facts old, new;
    int error = item->kind == FRONTIER_CANDIDATE ? facts_get(frontier, item->id, &old) : ERROR_NOT_FOUND;

    if (error || old.kind == item->kind)
        return error == ERROR_NOT_FOUND ? 0 : error;
    new = old;
    new.kind = item->kind;
    return set_use(frontier, &old, &new);
}

int frontier_earliest_retry(struct frontier *frontier, int64_t origin, int64_t *not_before_ms)
{
    struct query *use = db_with(frontier->db, QUEUE_EARLIEST, VALUES(with_int(":origin", origin)));

    return db_find_number(frontier->db, use, ERROR_NOT_FOUND, not_before_ms);
}
