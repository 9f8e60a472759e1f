/* SPDX-License-Identifier: MIT */
/* Answers: one row for each URL, written when it is settled. Also the files that were claimed for them. */
#include "config.h"

#include "frontier/visit.h"

#include "base/die.h"
#include "base/error.h"
#include "frontier/inside.h"

static int write_url(struct frontier *frontier, const struct frontier_visit *visit)
{
    int64_t rule = 0;
    int error = intern_id(&frontier->rules, frontier->db, visit->rule, &rule);
    struct query *use;

    if (error)
        return error;
    use = db_use(frontier->db, URL_SETTLE);
    db_bind_int(use, ":state", visit->state);
    db_bind_int(use, ":reason", visit->reason);
    db_bind_id(use, ":rule", rule);
    db_bind_int(use, ":attempts", visit->attempts);
    db_bind_int(use, ":gone", visit->gone);
    db_bind_int(use, ":id", visit->url);
    return db_run(frontier->db, use);
}

static int write_visit(struct frontier *frontier, const struct frontier_visit *visit)
{
    int64_t preferences;
    int error = intern_id(&frontier->rules, frontier->db, visit->preferences, &preferences);
    struct query *use;

    if (error)
        return error;
    use = db_use(frontier->db, VISIT_SET);
    db_bind_int(use, ":url", visit->url);
    db_bind_int(use, ":state", visit->state);
    db_bind_int(use, ":reason", visit->reason);
    db_bind_int(use, ":run", frontier->run);
    db_bind_int(use, ":sequence", frontier->sequence + 1);
    db_bind_int(use, ":woven", visit->woven);
    db_bind_int(use, ":document", visit->document && visit->shell ? DOCUMENT_SHELL : visit->document);
    db_bind_int(use, ":requested_ms", visit->requested_ms);
    db_bind_int(use, ":duration_ms", visit->duration_ms);
    db_bind_int(use, ":status", visit->status);
    db_bind_any_text(use, ":outcome", visit->outcome);
    db_bind_any_text(use, ":content_type", visit->content_type);
    db_bind_any_text(use, ":etag", visit->etag);
    db_bind_any_text(use, ":last_modified", visit->last_modified);
    db_bind_int(use, ":wire_bytes", visit->wire_bytes);
    db_bind_int(use, ":plain_bytes", visit->plain_bytes);
    if (visit->digest.len > 0)
        db_bind_blob(use, ":digest", visit->digest);
    if (visit->file_digest.len > 0)
        db_bind_blob(use, ":file_digest", visit->file_digest);
    db_bind_id(use, ":archive", visit->archive);
    db_bind_int(use, ":archive_offset", visit->archive_offset);
    db_bind_int(use, ":archive_length", visit->archive_length);
    db_bind_id(use, ":redirect_to", visit->redirect_to);
    db_bind_any_text(use, ":redirect_fragment", visit->redirect_fragment);
    db_bind_any_text(use, ":title", visit->title);
    db_bind_id(use, ":preferences", preferences);
    db_bind_any_text(use, ":robots_terms", visit->robots_terms);
    db_bind_int(use, ":unavailable_ms", visit->unavailable_ms);
    db_bind_int(use, ":document_state", visit->document_state);
    db_bind_any_text(use, ":meta_url", visit->meta_url);
    db_bind_any_text(use, ":canonical", visit->canonical);
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
    struct query *use = db_use(frontier->db, VISIT_SET_WOVEN);

    db_bind_int(use, ":url", url);
    db_bind_int(use, ":woven", sequence);
    return db_run(frontier->db, use);
}

int frontier_set_damaged(struct frontier *frontier, int64_t url, bool damaged)
{
    struct query *use = db_use(frontier->db, VISIT_SET_DAMAGED);

    db_bind_int(use, ":url", url);
    db_bind_int(use, ":damaged", damaged);
    return db_run(frontier->db, use);
}

/* HOLDER becomes the URL that STATEMENT finds for KEY, other than URL: 1, 0 for none, or an error. */
static int find_holder(struct frontier *frontier, enum statement statement, struct span key, int64_t url,
                       int64_t *holder)
{
    struct query *use = db_use(frontier->db, statement);
    int got;

    db_bind_text(use, ":key", key);
    db_bind_int(use, ":url", url);
    got = db_step(frontier->db, use);
    if (got > 0)
        *holder = db_int64(use, 0);
    db_done(use);
    return got;
}

int frontier_file_holder(struct frontier *frontier, struct span key, int64_t *url)
{
    int got = find_holder(frontier, FILE_HOLDER, key, 0, url);

    return got > 0 ? 0 : got < 0 ? got : ERROR_NOT_FOUND;
}

/* HOLDER becomes the URL that has this file, a file where one of its directories belongs, or a file below it.
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
    struct query *use;

    if (got < 0)
        return got;
    if (got > 0)
        return db_fail(frontier->db, ERROR_LOCKED, "another URL has this file");
    use = db_use(frontier->db, FILE_SET);
    db_bind_int(use, ":url", url);
    db_bind_text(use, ":path", path);
    db_bind_text(use, ":key", key);
    got = db_run(frontier->db, use);
    if (got)
        return got;
    target_forget(frontier, url);
    remember_folder(frontier, key);
    return 0;
}
