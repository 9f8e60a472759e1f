/* SPDX-License-Identifier: MIT */
/* Keeps the beginnings of bodies that were cut off, so that a large file survives disconnections, limits and
 * kills. A length in mirror.db never exceeds what was synced, so a power cut costs a few seconds at most. */
#include "config.h"

#include "crawl/state.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "frontier/frontier.h"
#include "mirror/mirror.h"
#include "site/tree.h"

/* A try that brings fewer new bytes counts as a failure. */
enum { PROGRESS_BYTES = 64 * 1024 };

enum { SAVE_EVERY_MS = 3000, KEY_SIZE = 32, VALUE_MAX = 32 * 1024 };

/* The setting of a URL: name, length, and the greatest length so far; then the head. */
struct partial {
    struct fetch_part part; /* of length 0: nothing of the body is left; in TEXT */
    uint64_t most;
    char text[];
};

static const char *key_of(int64_t id, char key[KEY_SIZE])
{
    (void)snprintf(key, KEY_SIZE, "part %" PRId64, id);
    return key;
}

/* Returns the part of the URL with this id, for the caller to free; NULL without one. */
static struct partial *read_part(const struct crawl *crawl, int64_t id)
{
    char key[KEY_SIZE];
    struct span text = frontier_setting_text(crawl->frontier, key_of(id, key));
    struct partial *partial;
    struct span name;

    if (text.len == 0)
        return NULL;
    partial = mem_new(1, sizeof *partial + text.len);
    memcpy(partial->text, text.at, text.len);
    text.at = partial->text;
    name = span_take_until(&text, ' ');
    if (span_to_u64(span_take_until(&text, ' '), &partial->part.len) &&
        span_to_u64(span_take_until(&text, '\n'), &partial->most) && span_starts(name, TREE_PART_PREFIX) &&
        !span_has(name, "/")) {
        partial->text[name.len] = '\0';
        partial->part.name = partial->text;
        partial->part.head = text;
        return partial;
    }
    free(partial);
    return NULL;
}

static void free_part(struct partial **partial)
{
    free(*partial);
}

/* Schedules the removal of the file NAME after the next commit. With too many, it waits for a sweep. */
static void leave(struct crawl *crawl, const char *name)
{
    (void)!buf_add(&crawl->partials.leaving, name, strlen(name) + 1);
}

/* Saves PART, of which MOST bytes have come, for JOB's URL instead of BEFORE, which may be NULL. */
static int write_part(struct crawl *crawl, struct job *job, const struct partial *before,
                      const struct fetch_part *part, uint64_t most)
{
    char key[KEY_SIZE];
    struct buf text BUF_LOCAL(VALUE_MAX);
    int error = buf_add_format(&text, "%s %" PRIu64 " %" PRIu64 "\n", part->name, part->len,
                               before && before->most > most ? before->most : most);

    if (!error)
        error = buf_add_span(&text, part->head);
    if (!error)
        error = frontier_set_setting(crawl->frontier, key_of(job->item.id, key), buf_span(&text));
    job->has_part = crawl->partials.any = true;
    if (before && (part->len == 0 || strcmp(before->part.name, part->name) != 0))
        leave(crawl, before->part.name);
    crawl->mirror->part_bytes +=
        (int64_t)file_blocks(part->len) - (before ? (int64_t)file_blocks(before->part.len) : 0);
    return error;
}

static int drop(struct crawl *crawl, int64_t id, const struct partial *partial)
{
    char key[KEY_SIZE];

    leave(crawl, partial->part.name);
    crawl->mirror->part_bytes -= (int64_t)file_blocks(partial->part.len);
    return frontier_drop_setting(crawl->frontier, key_of(id, key));
}

/* Returns whether the URL with this id is still to be requested. */
static bool is_queued(const struct crawl *crawl, int64_t id)
{
    struct frontier_row row;
    int error = frontier_get(crawl->frontier, id, &row);

    return error ? error != ERROR_NOT_FOUND : row.state == FRONTIER_QUEUED;
}

static bool sweep_file(void *context, const char *name)
{
    struct crawl *crawl = context;
    struct span rest = span_of(name);
    struct partial *partial RELEASED_BY(free_part) = NULL;
    uint64_t id = 0;

    if (!span_starts(rest, TREE_PART_PREFIX))
        return true;
    rest = span_part(rest, sizeof TREE_PART_PREFIX - 1, rest.len);
    if (span_take_number(&rest, &id))
        partial = read_part(crawl, (int64_t)id);
    if (!partial || strcmp(partial->part.name, name) != 0) {
        leave(crawl, name);
        return true;
    }
    crawl->partials.any = true;
    crawl->mirror->part_bytes += (int64_t)file_blocks(partial->part.len);
    if (!is_queued(crawl, (int64_t)id))
        crawl_note_error(crawl, drop(crawl, (int64_t)id, partial));
    return true;
}

int partials_sweep(struct crawl *crawl)
{
    int error;

    crawl->mirror->part_bytes = 0;
    crawl->partials.serial = random_u32();
    error = file_list(crawl->mirror->folder.tmp_dir, sweep_file, crawl);
    return error ? error : crawl->error;
}

void partials_prepare(struct crawl *crawl, struct job *job, struct fetch_request *request)
{
    bool may_have = crawl->partials.any || job->item.not_before_ms > 0;
    struct partial *partial = may_have ? read_part(crawl, job->item.id) : NULL;

    (void)snprintf(job->spool_name, sizeof job->spool_name, TREE_PART_PREFIX "%" PRId64 "-%08x", job->item.id,
                   (unsigned)crawl->partials.serial++);
    request->spool_name = job->spool_name;
    job->part = partial;
    job->has_part = partial;
    if (partial && !file_exists(crawl->mirror->folder.tmp_dir, partial->part.name))
        partial->part.len = 0;
    if (!partial || partial->part.len == 0)
        return;
    request->part = &partial->part;
    request->keep_raw = crawl->settings->archive == ARCHIVE_ALL;
    request->if_none_match = request->if_modified_since = span_make(NULL, 0);
}

/* Takes an answer without a body to be kept: of a beginning that is whole or cannot be continued, only its
 * greatest length is still known. The same bytes, sent again, do not count as progress. */
static int take_end(struct crawl *crawl, struct job *job, struct fetch_result *result,
                    const struct partial *partial)
{
    bool is_refused =
        job->part && job->part->part.len > 0 && (result->status == 416 || result->status == 206);
    const char *name = result->plain->name;

    if (name && body_is_spooled(result->plain) && (!partial || strcmp(name, partial->part.name) != 0))
        leave(crawl, name);
    if (result->status == 416 && is_refused)
        result->outcome = FETCH_PROTOCOL; /* the whole body may still come */
    if (!partial || !(is_refused || result->outcome == FETCH_OK))
        return 0;
    return write_part(crawl, job, partial, &(struct fetch_part){partial->part.name}, 0);
}

/* Returns whether the body of RESULT was cut off, and is in a named file. */
static bool is_cut(const struct fetch_result *result)
{
    enum fetch_truncation cut = result->truncation;

    return (cut == FETCH_CUT_DISCONNECT || cut == FETCH_CUT_TIME || result->outcome == FETCH_STOPPED) &&
           result->plain->name && body_is_spooled(result->plain);
}

int partials_keep(struct crawl *crawl, struct job *job, struct fetch_result *result)
{
    struct fetch_part part = {result->plain->name, result->plain->len, result->response_head};
    struct partial *before RELEASED_BY(free_part) = NULL;
    uint64_t most;

    if (job->kind != JOB_URL)
        return 0;
    before = job->has_part ? read_part(crawl, job->item.id) : NULL;
    if (!is_cut(result))
        return take_end(crawl, job, result, before);
    if (body_flush(result->plain) || file_sync(result->plain->fd))
        return 0;
    most = job->part ? job->part->most : 0;
    if (part.len >= most + PROGRESS_BYTES && result->outcome != FETCH_STOPPED)
        job->item.attempts = -1;
    return write_part(crawl, job, before, &part, part.len);
}

int partials_drop_settled(struct crawl *crawl, const struct job *job)
{
    struct partial *partial RELEASED_BY(free_part) = job->has_part ? read_part(crawl, job->item.id) : NULL;

    return !partial || is_queued(crawl, job->item.id) ? 0 : drop(crawl, job->item.id, partial);
}

int partials_save(struct crawl *crawl, int64_t now_ms)
{
    struct fetch_part part;
    unsigned index = 0;
    int error = 0;
    void *tag;

    if (now_ms - crawl->partials.saved_ms < SAVE_EVERY_MS)
        return 0;
    while (!error && fetch_next_part(crawl->fetch, &index, &tag, &part)) {
        struct job *job = tag;
        struct partial *before RELEASED_BY(free_part) = job->has_part ? read_part(crawl, job->item.id) : NULL;

        error = write_part(crawl, job, before, &part, part.len);
    }
    crawl->partials.saved_ms = now_ms;
    return error;
}

void partials_remove_files(struct crawl *crawl)
{
    struct buf *leaving = &crawl->partials.leaving;

    for (size_t at = 0; at < leaving->len; at += strlen(buf_text(leaving) + at) + 1)
        (void)!file_remove(crawl->mirror->folder.tmp_dir, buf_text(leaving) + at);
    buf_clear(leaving);
}
