/* SPDX-License-Identifier: MIT */
/* Stores answers that stay in force while their URLs are requested again, files that are to be removed, and
 * the changes that updates found: one row for each URL and run. */
#include "config.h"

#include "base/error.h"
#include "frontier/frontier.h"
#include "frontier/inside.h"
#include "frontier/links.h"
#include "frontier/row.h"
#include "frontier/table_columns.h"

/* Queues the URL again, after new ones by NOT_BEFORE_MS; among the new ones if that is 0. */
static int revisit_url(struct frontier *frontier, int64_t id, int64_t not_before_ms)
{
    return facts_set(frontier, &(struct frontier_visit){.url = id}, not_before_ms, FACTS_AGAIN);
}

int frontier_revisit(struct frontier *frontier, int64_t id)
{
    return revisit_url(frontier, id, FRONTIER_LATER_MS);
}

int frontier_promote(struct frontier *frontier, int64_t id)
{
    return revisit_url(frontier, id, 0);
}

struct settled {
    int64_t id;
    bool is_gone; /* for good */
    enum frontier_document_state document_state;
    int64_t seen_ms;
};
static const struct columns settled_columns =
    COLUMNS("URL", COLUMN(struct settled, id), COLUMN(struct settled, is_gone),
            COLUMN(struct settled, document_state), COLUMN(struct settled, seen_ms));

/* Returns the place in the queue of a page that an update visits again: by its last visit, if that was before
 * LATEST_MS. */
static int64_t place_of(const struct settled *settled, int64_t latest_ms)
{
    if (settled->document_state == FRONTIER_DYNAMIC)
        return 0;
    return settled->seen_ms > FRONTIER_LATER_MS && settled->seen_ms <= latest_ms ? settled->seen_ms
                                                                                 : FRONTIER_LATER_MS;
}

/* Queues the settled URL after ID again and sets ID to it; ERROR_END at the end. One that is gone for good
 * and not LINKED is not requested again, and counts for SKIPPED. */
static int revisit_next(struct frontier *frontier, const struct bits *linked, int64_t latest_ms, int64_t *id,
                        uint64_t *skipped)
{
    struct query *use = db_with(frontier->db, URL_NEXT_SETTLED, VALUES(with_int(":after", *id)));
    struct settled settled;
    int error = columns_next(frontier->db, use, &settled_columns, NULL, &settled);

    if (error)
        return error;
    *id = settled.id;
    if (!settled.is_gone || bits_has(linked, *id))
        return revisit_url(frontier, *id, place_of(&settled, latest_ms));
    ++*skipped;
    return 0;
}

int frontier_revisit_all(struct frontier *frontier, int64_t latest_ms, uint64_t *skipped)
{
    struct bits linked RELEASED_BY(bits_release) = {0};
    int64_t id = 0, any;
    int error = db_number(frontier->db, db_use(frontier->db, URL_GONE_FOR_GOOD), &any);

    frontier->updated = true;
    *skipped = 0;
    if (!error && any)
        error = frontier_find_linked(frontier, &linked);
    /* Pages were woven as if URLs that failed without an answer did not exist. */
    if (!error)
        error = db_run_with(frontier->db, MISGUESS_UNANSWERED,
                            VALUES(with_int(":sequence", frontier->sequence + 1)));
    while (!error)
        error = revisit_next(frontier, &linked, latest_ms, &id, skipped);
    return error == ERROR_END ? 0 : error;
}

int frontier_revisit_gone(struct frontier *frontier, int64_t id)
{
    struct query *use =
        db_with(frontier->db, URL_LEFT_OUT, VALUES(with_int(":id", id), with_int(":run", frontier->run)));
    int64_t is_left_out = 0;
    int error = db_number(frontier->db, use, &is_left_out);

    return error || !is_left_out ? error : revisit_url(frontier, id, FRONTIER_LATER_MS);
}

static int mark_seen(struct frontier *frontier, const struct frontier_visit *answer, bool renews)
{
    struct query *use =
        db_with(frontier->db, VISIT_SEEN,
                VALUES(with_int(":run", frontier->run), with_int(":requested_ms", answer->requested_ms),
                       with_int(":status", answer->status), with_id(":redirect_to", answer->redirect_to),
                       with_int(":url", answer->url)));

    if (renews)
        db_bind(use, VALUES(with_any_text(":etag", answer->etag),
                            answer->last_modified.at ? with_text(":last_modified", answer->last_modified)
                                                     : with_any_text(":last_modified", answer->last_modified),
                            with_id(":archive", answer->archive),
                            with_int(":archive_offset", answer->archive_offset),
                            with_int(":archive_length", answer->archive_length)));
    if (renews && answer->status != 304)
        db_bind(use, VALUES(with_int(":unavailable_ms", answer->unavailable_ms),
                            with_int(":document_state", answer->document_state),
                            with_any_text(":meta_url", answer->meta_url),
                            with_any_text(":canonical", answer->canonical)));
    return db_run(frontier->db, use);
}

static int keep_answer(struct frontier *frontier, const struct frontier_visit *answer, bool renews)
{
    int error = mark_seen(frontier, answer, renews);

    return error ? error : facts_set(frontier, answer, 0, FACTS_LANDS);
}

static const struct columns verdict_columns =
    COLUMNS("answer", COLUMN(struct frontier_visit, state), COLUMN(struct frontier_visit, reason));

int frontier_not_modified(struct frontier *frontier, const struct frontier_visit *answer, bool renews)
{
    struct query *use = db_with(frontier->db, VISIT_STATE, VALUES(with_int(":url", answer->url)));
    struct frontier_visit kept = *answer;
    int error = columns_find(frontier->db, use, &verdict_columns, NULL, &kept);

    if (error && error != ERROR_NOT_FOUND)
        return error;
    if (error || kept.state == FRONTIER_QUEUED || kept.state >= FRONTIER_STATES ||
        kept.reason >= FRONTIER_REASONS)
        return db_fail(frontier->db, ERROR_CORRUPT, "a URL without an answer cannot be unchanged");
    return keep_answer(frontier, &kept, renews);
}

int frontier_keep_answer(struct frontier *frontier, const struct frontier_visit *answer)
{
    return keep_answer(frontier, answer, false);
}

#define OF_HELD(name, kind) COLUMN_AT(struct frontier_held, name, name, kind),
static const struct columns held_columns = COLUMNS("held answer", COLUMNS_OF_HELD(OF_HELD));

int frontier_hold(struct frontier *frontier, const struct frontier_held *held)
{
    struct query *use = db_use(frontier->db, HELD_SET);

    columns_bind(use, &held_columns, held);
    return db_run(frontier->db, use);
}

int frontier_next_held(struct frontier *frontier, int64_t after, struct frontier_held *held)
{
    struct query *use = db_with(frontier->db, HELD_NEXT, VALUES(with_int(":after", after)));

    return columns_next(frontier->db, use, &held_columns, &frontier->texts[TEXT_HELD], held);
}

int frontier_edit(struct frontier *frontier, enum frontier_edit edit, int64_t url)
{
    static const enum statement statements[] = {
        [FRONTIER_DROP_ANSWER] = VISIT_LOSE,
        [FRONTIER_BECOME_REDIRECT] = VISIT_REDIRECT,
        [FRONTIER_WITHHOLD_ANSWER] = VISIT_WITHHOLD,
        [FRONTIER_RELEASE_PATH] = FILE_RELEASE,
        [FRONTIER_DROP_HELD] = HELD_DROP,
        [FRONTIER_REQUEUE_SITEMAPS] = SITEMAP_REQUEUE,
        [FRONTIER_FORGET_MISGUESSES] = MISGUESS_FORGET,
        [FRONTIER_ADD_SHELLS] = VIEW_ADD_SHELLS,
    };
    struct query *use = db_use(frontier->db, statements[edit]);
    int error;

    if (url > 0)
        db_bind(use, VALUES(with_int(":url", url)));
    error = db_run(frontier->db, use);
    if (!error)
        row_forget(frontier, url);
    return error;
}

int frontier_schedule_removal(struct frontier *frontier, struct span path)
{
    return db_run_with(frontier->db, LEAVING_ADD, VALUES(with_text(":path", path)));
}

int frontier_removal_done(struct frontier *frontier, struct span path)
{
    return db_run_with(frontier->db, LEAVING_DONE, VALUES(with_text(":path", path)));
}

int frontier_next_removal(struct frontier *frontier, struct buf *path)
{
    struct query *use = db_use(frontier->db, LEAVING_NEXT);
    struct span found;
    int error = columns_find_text(frontier->db, use, "path", &frontier->texts[TEXT_ROW], &found);

    return error == ERROR_NOT_FOUND ? ERROR_END : error ? error : buf_set(path, found);
}

int frontier_has_file(struct frontier *frontier, struct span path, struct span key, bool *has)
{
    struct query *use =
        db_with(frontier->db, FILE_EXISTS, VALUES(with_text(":key", key), with_text(":path", path)));
    int64_t number = 0;
    int error = db_number(frontier->db, use, &number);

    *has = number > 0;
    return error;
}

int frontier_count(struct frontier *frontier, enum frontier_count what, int64_t run, uint64_t *count)
{
    static const enum statement statements[] = {
        [FRONTIER_FILES] = FILE_COUNT,
        [FRONTIER_FILES_OF_PAGES] = PAGE_COUNT,
        [FRONTIER_HAS_FILES] = FILE_ANY,
        [FRONTIER_KEPT_PAGES] = KEPT_PAGES,
        [FRONTIER_HAS_MISGUESSES] = MISGUESS_ANY,
        [FRONTIER_SHELLS] = SHELL_COUNT,
        [FRONTIER_FIRST_START] = RUN_FIRST,
        [FRONTIER_PAGES_CHANGED] = CHANGE_COUNT,
        [FRONTIER_RUN_END] = RUN_ENDED,
        [FRONTIER_LATEST_ANSWER] = VISIT_LATEST,
    };
    struct query *use = db_use(frontier->db, statements[what]);
    int64_t number;
    int error;

    if (what >= FRONTIER_PAGES_CHANGED)
        db_bind(use, VALUES(with_int(":run", run)));
    error = db_number(frontier->db, use, &number);
    *count = (uint64_t)number;
    return error;
}

bool frontier_is_empty(struct frontier *frontier)
{
    uint64_t any;

    return frontier_count(frontier, FRONTIER_HAS_FILES, 0, &any) == 0 && any == 0;
}

int frontier_note_change(struct frontier *frontier, int64_t url, enum frontier_change_kind kind,
                         struct span rule)
{
    return db_run_with(frontier->db, CHANGE_SET,
                       VALUES(with_int(":run", frontier->run), with_int(":url", url), with_int(":kind", kind),
                              intern_value(":rule", &frontier->rules, frontier->db, rule)));
}

int64_t frontier_last_update(struct frontier *frontier)
{
    return frontier_setting_number(frontier, "update");
}

static const struct columns change_columns =
    COLUMNS("text", COLUMN(struct frontier_change, run), COLUMN(struct frontier_change, url),
            COLUMN(struct frontier_change, kind), COLUMN(struct frontier_change, run_started_ms),
            COLUMN(struct frontier_change, text), COLUMN(struct frontier_change, rule));

int frontier_next_change(struct frontier *frontier, int64_t run, int64_t url, struct frontier_change *change)
{
    struct query *use =
        db_with(frontier->db, CHANGE_NEXT, VALUES(with_int(":run", run), with_int(":url", url)));

    return columns_next(frontier->db, use, &change_columns, &frontier->texts[TEXT_ROW], change);
}
