/* SPDX-License-Identifier: MIT */
/* Single URLs: their answers, of which each has at most one, the files that were claimed for these, all that
 * is known about one, and how it was found. Successive pages of a site were found on few others, so a few
 * hops are kept in memory. Likewise, the pages of a site link to the same few hundred URLs, whose rows are in
 * a table of a fixed size with a slot for each URL. Redirects are followed through it on each call, so a
 * change of a row empties only one slot. Long paths have no slot. On a site of many pages, most targets are
 * in no slot; of those that have the expected file, a bit says so. */
#include "config.h"

#include "frontier/row.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/bits.h"
#include "base/error.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/inside.h"
#include "frontier/table_columns.h"

#define OF_ROW(name, kind) COLUMN_AT(struct frontier_row, visit.name, name, kind),

static const struct columns row_columns = COLUMNS(
    "row", ITEM_COLUMNS(struct frontier_row, item.), COLUMN(struct frontier_row, state),
    COLUMN(struct frontier_row, reason), COLUMN(struct frontier_row, rule), COLUMN(struct frontier_row, via),
    COLUMN(struct frontier_row, referrer_url), COLUMN(struct frontier_row, answered),
    COLUMN(struct frontier_row, visit.path), COLUMNS_OF_VISIT(OF_ROW));

static const struct columns document_columns =
    COLUMNS("document", COLUMN(struct frontier_document, id), COLUMN(struct frontier_document, sequence));

static const struct columns beside_columns =
    COLUMNS("path", COLUMN(struct frontier_beside, key), COLUMN(struct frontier_beside, path));

enum { HOPS_KEPT = 64 };

struct kept_hop {
    int64_t id; /* 0: empty */
    struct frontier_hop hop;
    struct buf text;
};

enum { SLOTS = 2048, PATH_KEPT = 110, PATH_MAX_BYTES = 64 * 1024 };

struct slot {
    int64_t id; /* 0: empty */
    int64_t redirect_to;
    uint8_t state;
    uint8_t path_len;
    char path[PATH_KEPT]; /* in state REDIRECTED: the fragment */
};

struct row_cache {
    struct frontier_row last; /* that frontier_get found, */
    int64_t changes;          /* after so many changes of the database; -1: none */
    struct kept_hop hops[HOPS_KEPT];
    struct slot *slots;   /* NULL: all are empty */
    struct bits expected; /* frontier_has_expected_file */
    struct buf long_path;
    struct buf fragment;
};

bool frontier_is_withdrawn(const struct frontier_row *row)
{
    enum frontier_state answer = row->answered ? row->visit.state : row->state;
    bool withheld = answer == FRONTIER_WITHHELD && row->visit.reason != FRONTIER_BY_PATTERN;

    if (row->reason == FRONTIER_BY_PATTERN && answer != FRONTIER_DONE)
        return false; /* the user's choice, by type */
    return withheld || row->state == FRONTIER_WITHHELD ||
           (row->state == FRONTIER_REFUSED && row->reason == FRONTIER_BY_ROBOTS) ||
           (row->state == FRONTIER_QUEUED && row->answered && answer == FRONTIER_QUEUED);
}

int frontier_get(struct frontier *frontier, int64_t id, struct frontier_row *row)
{
    struct row_cache *cache = frontier->rows;
    int error = 0;

    if (!frontier->writes || id != cache->last.item.id || cache->changes != db_changes(frontier->db)) {
        error = frontier_get_into(frontier, id, &cache->last, &frontier->texts[TEXT_LAST]);
        cache->changes = error ? -1 : db_changes(frontier->db);
    }
    if (!error)
        *row = cache->last;
    return error;
}

int frontier_get_into(struct frontier *frontier, int64_t id, struct frontier_row *row, struct buf *texts)
{
    struct query *use = db_with(frontier->db, ROW_GET, VALUES(with_int(":id", id)));
    int error = columns_find(frontier->db, use, &row_columns, texts, row);

    if (error)
        return error;
    row->visit.rule = row->rule;
    row->visit.attempts = row->item.attempts;
    row->visit.gone = 0;
    if (!row->answered)
        row->visit = (struct frontier_visit){0};
    return 0;
}

int frontier_get_by_url(struct frontier *frontier, struct span url, struct frontier_row *row)
{
    bool changed;
    unsigned flags;
    int64_t id;
    int error = frontier->writes ? 0 : frontier_refresh(frontier, &changed);

    if (error)
        return error;
    return frontier_known(frontier, url, &id, &flags) ? frontier_get(frontier, id, row) : ERROR_NOT_FOUND;
}

int frontier_documents(struct frontier *frontier, int64_t after, struct frontier_document *document)
{
    struct query *use = db_with(frontier->db, ROW_NEXT_DOCUMENT, VALUES(with_int(":after", after)));

    return columns_next(frontier->db, use, &document_columns, NULL, document);
}

int frontier_beside(struct frontier *frontier, struct span after, struct frontier_beside *beside)
{
    struct query *use = db_with(frontier->db, FILE_BESIDE, VALUES(with_text(":after", after)));

    return columns_next(frontier->db, use, &beside_columns, &frontier->texts[TEXT_ROW], beside);
}

bool frontier_is_page(const struct frontier_visit *visit)
{
    return visit->state == FRONTIER_DONE && visit->path.len > 0 &&
           (span_starts_nocase(visit->content_type, "text/html") ||
            span_starts_nocase(visit->content_type, "application/xhtml+xml"));
}

/* Reads the row of the URL whose id the bound statement USE finds. */
static int next_row(struct frontier *frontier, struct query *use, struct frontier_row *row)
{
    int64_t id;
    int error = db_find_number(frontier->db, use, ERROR_END, &id);

    if (error)
        return error;
    error = frontier_get(frontier, id, row);
    if (error == ERROR_NOT_FOUND)
        return db_fail(frontier->db, ERROR_CORRUPT, "the answer of URL %" PRId64 " belongs to no URL", id);
    return error;
}

int frontier_visits(struct frontier *frontier, int64_t after, struct frontier_row *row)
{
    return next_row(frontier, db_with(frontier->db, ROW_NEXT_VISIT, VALUES(with_int(":after", after))), row);
}

int frontier_visits_above(struct frontier *frontier, int64_t sequence, int64_t before,
                          struct frontier_row *row)
{
    return next_row(frontier,
                    db_with(frontier->db, ROW_LAST_VISIT,
                            VALUES(with_int(":before", before), with_int(":above", sequence))),
                    row);
}

int frontier_next_leaving(struct frontier *frontier, enum frontier_leaving which, int64_t after,
                          struct frontier_row *row)
{
    return next_row(frontier,
                    db_with(frontier->db, which == FRONTIER_GONE_FILES ? GONE_NEXT : LEAVES_NEXT,
                            VALUES(with_int(":after", after))),
                    row);
}

struct row_cache *row_cache_new(void)
{
    struct row_cache *cache = MEM_NEW(struct row_cache);

    cache->changes = -1;
    for (size_t i = 0; i < HOPS_KEPT; i++)
        buf_init(&cache->hops[i].text, 2 * LIMIT_URL_BYTES);
    buf_init(&cache->long_path, PATH_MAX_BYTES);
    buf_init(&cache->fragment, PATH_MAX_BYTES);
    return cache;
}

void row_cache_free(struct row_cache *cache)
{
    if (!cache)
        return;
    for (size_t i = 0; i < HOPS_KEPT; i++)
        buf_release(&cache->hops[i].text);
    free(cache->slots);
    bits_release(&cache->expected);
    buf_release(&cache->long_path);
    buf_release(&cache->fragment);
    free(cache);
}

static const struct columns hop_columns =
    COLUMNS("URL", COLUMN(struct frontier_hop, kind), COLUMN(struct frontier_hop, referrer),
            COLUMN(struct frontier_hop, via), COLUMN(struct frontier_hop, url));

static struct kept_hop *hop_of(struct frontier *frontier, int64_t id)
{
    return &frontier->rows->hops[(uint64_t)id % HOPS_KEPT];
}

static struct slot *slot_of(struct frontier *frontier, int64_t id)
{
    struct row_cache *cache = frontier->rows;

    if (!cache->slots)
        cache->slots = mem_new(SLOTS, sizeof *cache->slots);
    return &cache->slots[(uint64_t)id % SLOTS];
}

static void forget_target(struct frontier *frontier, int64_t id)
{
    struct slot *slot = frontier->rows->slots ? slot_of(frontier, id) : NULL;

    if (slot && slot->id == id)
        slot->id = 0;
    bits_remove(&frontier->rows->expected, id);
}

void row_forget(struct frontier *frontier, int64_t id)
{
    struct kept_hop *kept = hop_of(frontier, id);

    if (kept->id == id)
        kept->id = 0;
    forget_target(frontier, id);
}

int frontier_hop(struct frontier *frontier, int64_t id, struct frontier_hop *hop)
{
    struct kept_hop *kept = hop_of(frontier, id);
    int error = 0;

    if (kept->id != id) {
        kept->id = 0;
        error = columns_find(frontier->db, db_with(frontier->db, ROW_HOP, VALUES(with_int(":id", id))),
                             &hop_columns, &kept->text, &kept->hop);
    }
    if (error)
        return error;
    kept->id = id;
    *hop = kept->hop;
    if (hop->kind >= FRONTIER_KINDS)
        hop->kind = FRONTIER_PAGE;
    return 0;
}

#define OF_VISIT(name, kind) COLUMN_AT(struct frontier_visit, name, name, kind),
static const struct columns visit_columns = COLUMNS("answer", COLUMNS_OF_VISIT(OF_VISIT));

/* Caches the target of the URL that VISIT has just settled. */
static void target_put(struct frontier *frontier, const struct frontier_visit *visit)
{
    bool moved = visit->state == FRONTIER_REDIRECTED;
    struct span path = moved ? visit->redirect_fragment : visit->path;
    struct slot *slot = slot_of(frontier, visit->url);

    if (path.len > PATH_KEPT || !(moved || (visit->state == FRONTIER_DONE && path.len > 0)))
        return;
    *slot = (struct slot){.id = visit->url,
                          .redirect_to = visit->redirect_to,
                          .state = (uint8_t)visit->state,
                          .path_len = (uint8_t)path.len};
    if (path.len > 0)
        memcpy(slot->path, path.at, path.len);
}

int frontier_finish(struct frontier *frontier, const struct frontier_visit *visit)
{
    struct frontier_visit written = *visit;
    struct query *use;
    int error;

    if (frontier->run == 0 || visit->state == FRONTIER_QUEUED || visit->state == FRONTIER_REFUSED)
        die("frontier: an answer outside a run, or one that settles nothing");
    error = facts_set(frontier, visit, 0, FACTS_ANSWERED);
    if (error)
        return error;
    use = db_with(frontier->db, VISIT_SET,
                  VALUES(intern_value(":preferences", &frontier->rules, frontier->db, visit->preferences)));
    written.run = written.seen_run = frontier->run;
    written.sequence = frontier->sequence + 1;
    written.seen_ms = visit->requested_ms;
    written.seen_status = visit->status;
    written.damaged = false;
    columns_bind(use, &visit_columns, &written);
    error = db_run(frontier->db, use);
    if (error)
        return error;
    target_put(frontier, visit);
    frontier->sequence++;
    return 0;
}

int64_t frontier_sequence(const struct frontier *frontier)
{
    return frontier->sequence;
}

void frontier_count_on(struct frontier *frontier)
{
    frontier->sequence++;
}

int frontier_set_woven(struct frontier *frontier, int64_t url, int64_t sequence)
{
    return db_run_with(frontier->db, VISIT_SET_WOVEN,
                       VALUES(with_int(":woven", sequence), with_int(":url", url)));
}

int frontier_set_damaged(struct frontier *frontier, int64_t url, bool damaged)
{
    return db_run_with(frontier->db, VISIT_SET_DAMAGED,
                       VALUES(with_int(":damaged", damaged), with_int(":url", url)));
}

/* Finds the URL other than URL that STATEMENT returns for KEY. ERROR_NOT_FOUND without one. */
static int find_holder(struct frontier *frontier, enum statement statement, struct span key, int64_t url,
                       int64_t *holder)
{
    struct query *use =
        db_with(frontier->db, statement, VALUES(with_text(":key", key), with_int(":url", url)));

    return db_find_number(frontier->db, use, ERROR_NOT_FOUND, holder);
}

int frontier_file_holder(struct frontier *frontier, struct span key, int64_t *url)
{
    return find_holder(frontier, FILE_HOLDER, key, 0, url);
}

/* Sets HOLDER to the URL that has this file, a file where one of its directories belongs, or a file below it.
 * The directories of the path that was claimed last are known to be free, and are not looked up again. */
static int find_clash(struct frontier *frontier, int64_t url, struct span key, int64_t *holder)
{
    struct span folder = buf_span(&frontier->texts[TEXT_FOLDER]);
    size_t first = span_equals(span_part(key, 0, folder.len), folder) ? folder.len : 0;
    int error = find_holder(frontier, FILE_CLASH, key, url, holder);

    for (size_t i = first; i < key.len && error == ERROR_NOT_FOUND; i++)
        if (key.at[i] == '/')
            error = find_holder(frontier, FILE_HOLDER, span_part(key, 0, i), url, holder);
    return error;
}

int frontier_claim_path(struct frontier *frontier, int64_t url, struct span path, struct span key,
                        int64_t *holder)
{
    int error = find_clash(frontier, url, key, holder);

    if (error == 0)
        return db_fail(frontier->db, ERROR_LOCKED, "another URL has this file");
    if (error == ERROR_NOT_FOUND)
        error = db_run_with(frontier->db, FILE_SET,
                            VALUES(with_int(":url", url), with_text(":path", path), with_text(":key", key)));
    if (error)
        return error;
    forget_target(frontier, url);
    (void)buf_set(&frontier->texts[TEXT_FOLDER], span_part(key, 0, span_after_last(key, '/')));
    return 0;
}

void row_forget_targets(struct frontier *frontier)
{
    free(frontier->rows->slots);
    frontier->rows->slots = NULL;
    frontier_forget_expected_files(frontier);
}

bool frontier_has_expected_file(const struct frontier *frontier, int64_t id)
{
    return bits_has(&frontier->rows->expected, id);
}

void frontier_note_expected_file(struct frontier *frontier, int64_t id)
{
    bits_add(&frontier->rows->expected, id);
}

void frontier_forget_expected_files(struct frontier *frontier)
{
    bits_release(&frontier->rows->expected);
}

/* Reads the row of ID into SLOT, which is filled even if it cannot be kept. */
static int load_slot(struct frontier *frontier, int64_t id, struct slot *slot, struct span *path)
{
    struct query *use QUERY_LOCAL = db_with(frontier->db, TARGET_GET, VALUES(with_int(":id", id)));
    struct buf *long_path = &frontier->rows->long_path;
    int got = db_step(frontier->db, use);
    int64_t state = got > 0 ? db_int64(use, 0) : 0;
    struct span seen = got > 0 ? db_column(use, 2) : span_of("");

    if (got <= 0)
        return got < 0 ? got : ERROR_NOT_FOUND;
    if (state < 0 || state >= FRONTIER_STATES)
        return db_fail(frontier->db, ERROR_CORRUPT, "URL %" PRId64 " has an unknown state", id);
    *slot = (struct slot){.id = id, .redirect_to = db_int64(use, 1), .state = (uint8_t)state};
    if (seen.len <= PATH_KEPT) {
        slot->path_len = (uint8_t)seen.len;
        if (seen.len > 0)
            memcpy(slot->path, seen.at, seen.len);
        *path = span_make(slot->path, slot->path_len);
        return 0;
    }
    slot->id = 0;
    if (buf_set(long_path, seen) != 0)
        return db_fail(frontier->db, ERROR_CORRUPT, "the path of URL %" PRId64 " is too long", id);
    *path = buf_span(long_path);
    return 0;
}

int frontier_target(struct frontier *frontier, int64_t id, struct frontier_target *target)
{
    struct span path = {0};
    struct slot *slot = NULL;
    struct buf *fragment = &frontier->rows->fragment;

    buf_clear(fragment);
    for (int hops = 0; hops <= LIMIT_REDIRECTS; hops++) {
        slot = slot_of(frontier, id);
        if (slot->id == id) {
            path = span_make(slot->path, slot->path_len);
        } else {
            int error = load_slot(frontier, id, slot, &path);

            if (error)
                return error;
        }
        if (slot->state != FRONTIER_REDIRECTED || slot->redirect_to == 0)
            break;
        if (path.len > 0)
            (void)buf_set(fragment, path);
        if (hops < LIMIT_REDIRECTS)
            id = slot->redirect_to;
    }
    *target = (struct frontier_target){
        .id = id, .state = (enum frontier_state)slot->state, .fragment = buf_span(fragment)};
    if (slot->state == FRONTIER_DONE)
        target->path = path;
    return 0;
}

int frontier_target_of(struct frontier *frontier, struct span url, struct frontier_target *target)
{
    struct frontier_row row;
    int error = frontier_get_by_url(frontier, url, &row);

    return error ? error : frontier_target(frontier, row.item.id, target);
}
