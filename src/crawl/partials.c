/* SPDX-License-Identifier: MIT */
/* Keeps the beginnings of bodies that were cut off, so that a large file survives disconnections, limits and
 * kills. A length in mirror.db never exceeds what was synced, so a power cut costs a few seconds at most. */
#include "config.h"

#include "crawl/partials.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "crawl/state.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "mirror/mirror.h"
#include "site/tree.h"

/* Of the setting: its lines with their heads, and how many there may be. */
enum { PARTIALS_MOST = 64, LINE_MAX = 100, HEAD_MAX = 16 * 1024 };

/* A try that brings fewer new bytes counts as a failure. */
enum { PROGRESS_BYTES = 64 * 1024 };

enum { SAVE_EVERY_MS = 3000 };

static const char setting[] = "partials";

struct partial {
    int64_t id;             /* of the URL */
    struct fetch_part part; /* with memory of its own; of length 0: nothing of the body is left */
    uint64_t most;          /* the greatest length in this run */
};

static struct partial *find(const struct partials *partials, int64_t id)
{
    for (size_t i = 0; i < partials->count; i++)
        if (partials->all[i]->id == id)
            return partials->all[i];
    return NULL;
}

/* Schedules the removal of the file NAME, whose memory it takes, after the next commit. */
static void leave(struct partials *partials, char *name)
{
    partials->leaving =
        mem_extend(partials->leaving, partials->leaving_count, &partials->leaving_room, sizeof(char *));
    partials->leaving[partials->leaving_count++] = name;
}

static void free_partial(struct partial *partial)
{
    free((char *)(uintptr_t)partial->part.head.at);
    free(partial);
}

/* Removes PARTIAL, if it is not NULL, and its file; returns whether it did. */
static bool drop(struct partials *partials, struct partial *partial)
{
    size_t i = 0;

    if (!partial)
        return false;
    while (partials->all[i] != partial)
        i++;
    partials->all[i] = partials->all[--partials->count];
    leave(partials, (char *)(uintptr_t)partial->part.name);
    free_partial(partial);
    return true;
}

/* Makes PART the beginning of the body of the URL with this id. Of too many, one is not kept. */
static struct partial *set_part(struct partials *partials, int64_t id, const struct fetch_part *part)
{
    struct partial *partial = find(partials, id);

    if (!partial && partials->count == PARTIALS_MOST) {
        leave(partials, mem_copy_text(part->name, strlen(part->name)));
        return NULL;
    }
    if (!partial) {
        partial = MEM_NEW(struct partial);
        partial->id = id;
        partials->all = mem_extend(partials->all, partials->count, &partials->room, sizeof(struct partial *));
        partials->all[partials->count++] = partial;
    }
    if (partial->part.name && strcmp(partial->part.name, part->name) != 0) {
        leave(partials, (char *)(uintptr_t)partial->part.name);
        free((char *)(uintptr_t)partial->part.head.at);
        partial->part = (struct fetch_part){.name = NULL};
    }
    if (!partial->part.name) {
        partial->part.name = mem_copy_text(part->name, strlen(part->name));
        partial->part.head = span_make(mem_copy_text(part->head.at, part->head.len), part->head.len);
    }
    partial->part.len = part->len;
    return partial;
}

/* Notes how much the parts take on the disk. */
static void count_bytes(struct crawl *crawl)
{
    crawl->mirror->part_bytes = 0;
    for (size_t i = 0; i < crawl->partials.count; i++)
        crawl->mirror->part_bytes += (int64_t)file_blocks(crawl->partials.all[i]->part.len);
}

static int store(struct crawl *crawl)
{
    const struct partials *partials = &crawl->partials;
    struct buf text;
    int error = 0;

    count_bytes(crawl);
    buf_init(&text, (size_t)PARTIALS_MOST * (LINE_MAX + HEAD_MAX));
    for (size_t i = 0; i < partials->count && !error; i++) {
        const struct partial *partial = partials->all[i];

        error = buf_add_format(&text, "%" PRId64 " %s %" PRIu64 " %zu\n", partial->id, partial->part.name,
                               partial->part.len, partial->part.head.len);
        if (!error)
            error = buf_add_span(&text, partial->part.head);
    }
    if (!error)
        error = frontier_set_setting(crawl->frontier, setting, buf_span(&text));
    buf_release(&text);
    return error;
}

/* Takes the next part off the front of TEXT; false at the end, or if it is damaged. */
static bool take_part(struct partials *partials, struct span *text)
{
    struct span line = span_take_until(text, '\n'), name;
    uint64_t id, len, head_len;
    char copy[LINE_MAX];
    struct fetch_part part;

    if (!span_to_u64(span_take_until(&line, ' '), &id))
        return false;
    name = span_take_until(&line, ' ');
    if (!span_starts(name, TREE_PART_PREFIX) || name.len >= sizeof copy || span_has(name, "/") ||
        !span_to_u64(span_take_until(&line, ' '), &len) || !span_to_u64(line, &head_len) ||
        head_len > text->len)
        return false;
    memcpy(copy, name.at, name.len);
    copy[name.len] = '\0';
    part = (struct fetch_part){copy, len, span_part(*text, 0, (size_t)head_len)};
    *text = span_part(*text, (size_t)head_len, text->len);
    (void)set_part(partials, (int64_t)id, &part);
    return true;
}

/* Removes the file NAME of a killed run, if no part has it. */
static bool remove_stray(void *context, const char *name)
{
    const struct crawl *crawl = context;
    const struct partials *partials = &crawl->partials;
    bool is_kept = !span_starts(span_of(name), TREE_PART_PREFIX);

    for (size_t i = 0; i < partials->count; i++)
        is_kept = is_kept || strcmp(partials->all[i]->part.name, name) == 0;
    if (!is_kept)
        (void)unlinkat(crawl->mirror->folder.tmp_dir, name, 0);
    return true;
}

int partials_open(struct crawl *crawl)
{
    struct span text = frontier_setting_text(crawl->frontier, setting);
    int error;

    crawl->partials.serial = random_u32();
    while (text.len > 0 && take_part(&crawl->partials, &text))
        continue;
    for (size_t i = crawl->partials.count; i-- > 0;) {
        struct partial *partial = crawl->partials.all[i];

        if (!file_exists(crawl->mirror->folder.tmp_dir, partial->part.name))
            (void)drop(&crawl->partials, partial);
    }
    count_bytes(crawl);
    error = partials_drop_settled(crawl, NULL);
    return error ? error : file_list(crawl->mirror->folder.tmp_dir, remove_stray, crawl);
}

void partials_release(struct partials *partials)
{
    while (partials->count > 0)
        (void)drop(partials, partials->all[0]);
    while (partials->leaving_count > 0)
        free(partials->leaving[--partials->leaving_count]);
    free(partials->leaving);
    free(partials->all);
}

void partials_prepare(struct crawl *crawl, struct job *job, struct fetch_request *request)
{
    const struct partial *partial = find(&crawl->partials, job->item.id);

    (void)snprintf(job->spool_name, sizeof job->spool_name, TREE_PART_PREFIX "%" PRId64 "-%08x", job->item.id,
                   (unsigned)crawl->partials.serial++);
    request->spool_name = job->spool_name;
    job->part_len = partial ? partial->part.len : 0;
    if (job->part_len == 0)
        return;
    request->part = &partial->part;
    request->keep_raw = crawl->settings->archive == ARCHIVE_ALL;
    request->if_none_match = request->if_modified_since = span_make(NULL, 0);
}

/* Takes an answer without a body to be kept: of a beginning that is whole or cannot be continued, only its
 * greatest length is still known. The same bytes, sent again, do not count as progress. */
static int take_end(struct crawl *crawl, const struct job *job, struct fetch_result *result,
                    struct partial *partial)
{
    struct partials *partials = &crawl->partials;
    const char *name = result->plain->name;
    bool is_refused = job->part_len > 0 && (result->status == 416 || result->status == 206);

    if (name && body_is_spooled(result->plain) && (!partial || strcmp(name, partial->part.name) != 0))
        leave(partials, mem_copy_text(name, strlen(name)));
    if (result->status == 416 && is_refused)
        result->outcome = FETCH_PROTOCOL; /* the whole body may still come */
    if (!partial || !(is_refused || result->outcome == FETCH_OK))
        return 0;
    leave(partials, mem_copy_text(partial->part.name, strlen(partial->part.name)));
    partial->part.len = 0;
    return store(crawl);
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
    struct partials *partials = &crawl->partials;
    struct fetch_part part = {result->plain->name, result->plain->len, result->response_head};
    struct partial *partial = find(partials, job->item.id);
    uint64_t before = partial ? partial->most : 0;

    if (job->kind != JOB_URL)
        return 0;
    if (!is_cut(result))
        return take_end(crawl, job, result, partial);
    if (body_flush(result->plain) || file_sync(result->plain->fd))
        return 0;
    before = before > job->part_len ? before : job->part_len;
    partial = set_part(partials, job->item.id, &part);
    if (partial && part.len > before)
        partial->most = part.len;
    if (partial && part.len >= before + PROGRESS_BYTES && result->outcome != FETCH_STOPPED)
        job->item.attempts = -1;
    return store(crawl);
}

int partials_drop_settled(struct crawl *crawl, const struct job *job)
{
    struct partials *partials = &crawl->partials;
    bool changed = false;

    for (size_t i = partials->count; i-- > 0;) {
        struct partial *partial = partials->all[i];
        struct frontier_row row;
        int error;

        if (job && (job->kind != JOB_URL || job->item.id != partial->id))
            continue;
        error = frontier_get(crawl->frontier, partial->id, &row);
        if (error && error != ERROR_NOT_FOUND)
            return error;
        if (error || row.state != FRONTIER_QUEUED)
            changed |= drop(partials, partial);
    }
    return changed ? store(crawl) : 0;
}

int partials_save(struct crawl *crawl, int64_t now_ms)
{
    struct fetch_part part;
    unsigned index = 0;
    bool any = false;
    void *tag;

    if (now_ms - crawl->partials.saved_ms < SAVE_EVERY_MS)
        return 0;
    while (fetch_next_part(crawl->fetch, &index, &tag, &part)) {
        const struct job *job = tag;

        any |= set_part(&crawl->partials, job->item.id, &part) != NULL;
    }
    crawl->partials.saved_ms = now_ms;
    return any ? store(crawl) : 0;
}

void partials_remove_files(struct crawl *crawl)
{
    struct partials *partials = &crawl->partials;

    while (partials->leaving_count > 0) {
        char *name = partials->leaving[--partials->leaving_count];

        (void)!file_remove(crawl->mirror->folder.tmp_dir, name);
        free(name);
    }
}
