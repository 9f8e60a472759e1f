/* SPDX-License-Identifier: MIT */
/* Answers, of which each URL has at most one, and the files that were claimed for them. */
#include "config.h"

#include "frontier/visit.h"

#include "base/die.h"
#include "base/error.h"
#include "frontier/columns.h"
#include "frontier/inside.h"
#include "frontier/table_columns.h"

#define OF_VISIT(name, kind) COLUMN_AT(struct frontier_visit, name, name, kind),
static const struct column visit_list[] = {COLUMNS_OF_VISIT(OF_VISIT)};
static const struct columns visit_columns = COLUMNS(visit_list, "answer");

static int write_url(struct frontier *frontier, const struct frontier_visit *visit)
{
    int64_t rule = 0;
    int error = intern_id(&frontier->rules, frontier->db, visit->rule, &rule);

    if (error)
        return error;
    return db_run_with(frontier->db, URL_SETTLE,
                       VALUES(with_int(":state", visit->state), with_int(":reason", visit->reason),
                              with_id(":rule", rule), with_int(":attempts", visit->attempts),
                              with_int(":gone", visit->gone), with_int(":id", visit->url)));
}

static int write_visit(struct frontier *frontier, const struct frontier_visit *visit)
{
    struct frontier_visit written = *visit;
    int64_t preferences;
    int error = intern_id(&frontier->rules, frontier->db, visit->preferences, &preferences);
    struct query *use;

    if (error)
        return error;
    written.run = written.seen_run = frontier->run;
    written.sequence = frontier->sequence + 1;
    written.seen_ms = visit->requested_ms;
    written.seen_status = visit->status;
    written.damaged = false;
    use = db_with(frontier->db, VISIT_SET, VALUES(with_id(":preferences", preferences)));
    columns_bind(use, &visit_columns, &written);
    return db_run(frontier->db, use);
}

int frontier_finish(struct frontier *frontier, const struct frontier_visit *visit)
{
    struct facts old, new;
    int error;

    if (frontier->run == 0 || visit->state == FRONTIER_QUEUED || visit->state == FRONTIER_REFUSED)
        die("frontier: an answer outside a run, or one that settles nothing");
    error = facts_get(frontier, visit->url, &old);
    if (!error)
        error = write_url(frontier, visit);
    if (!error)
        error = write_visit(frontier, visit);
    if (error)
        return error;
    new = old;
    new.state = visit->state;
    new.reason = visit->reason;
    new.waiting = false;
    new.wire_bytes = (uint64_t)visit->wire_bytes;
    new.plain_bytes = (uint64_t)visit->plain_bytes;
    facts_change(frontier, &old, &new);
    target_put(frontier, visit);
    flying_remove(&frontier->flying, visit->url);
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

/* Finds the URL other than URL that STATEMENT returns for KEY: 1, 0 for none, or an error. */
static int find_holder(struct frontier *frontier, enum statement statement, struct span key, int64_t url,
                       int64_t *holder)
{
    struct query *use =
        db_with(frontier->db, statement, VALUES(with_text(":key", key), with_int(":url", url)));
    int error = db_find_number(frontier->db, use, ERROR_NOT_FOUND, holder);

    return error == ERROR_NOT_FOUND ? 0 : error ? error : 1;
}

int frontier_file_holder(struct frontier *frontier, struct span key, int64_t *url)
{
    int got = find_holder(frontier, FILE_HOLDER, key, 0, url);

    return got > 0 ? 0 : got < 0 ? got : ERROR_NOT_FOUND;
}

/* Sets HOLDER to the URL that has this file, a file where one of its directories belongs, or a file below it.
 * The directories of the path that was claimed last are known to be free, and are not looked up again. */
static int find_clash(struct frontier *frontier, int64_t url, struct span key, int64_t *holder)
{
    struct span folder = buf_span(&frontier->texts[TEXT_FOLDER]);
    size_t first = span_equals(span_part(key, 0, folder.len), folder) ? folder.len : 0;
    int64_t like;
    int got = find_holder(frontier, FILE_NEAR, key, url, &like);

    if (got > 0) {
        got = find_holder(frontier, FILE_HOLDER, key, url, holder);
        if (got == 0)
            got = find_holder(frontier, FILE_BELOW, key, url, holder);
    }
    for (size_t i = first; i < key.len && got == 0; i++)
        if (key.at[i] == '/')
            got = find_holder(frontier, FILE_HOLDER, span_part(key, 0, i), url, holder);
    return got;
}

/* Remembers the directory of KEY, whose row was just written. */
static void remember_folder(struct frontier *frontier, struct span key)
{
    buf_clear(&frontier->texts[TEXT_FOLDER]);
    (void)buf_add_span(&frontier->texts[TEXT_FOLDER], span_part(key, 0, span_after_last(key, '/')));
}

int frontier_claim_path(struct frontier *frontier, int64_t url, struct span path, struct span key,
                        int64_t *holder)
{
    int got = find_clash(frontier, url, key, holder);

    if (got < 0)
        return got;
    if (got > 0)
        return db_fail(frontier->db, ERROR_LOCKED, "another URL has this file");
    got = db_run_with(frontier->db, FILE_SET,
                      VALUES(with_int(":url", url), with_text(":path", path), with_text(":key", key)));
    if (got)
        return got;
    target_forget(frontier, url);
    remember_folder(frontier, key);
    return 0;
}
