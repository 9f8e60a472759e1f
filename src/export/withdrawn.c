/* SPDX-License-Identifier: MIT */
/* Omits answers of withdrawn URLs from WARC files. A capture is its answer and the records after it that are
 * linked to it by WARC-Concurrent-To. */
#include "config.h"

#include "export/withdrawn.h"

#include <stdlib.h>
#include <unistd.h>

#include "archive/captures.h"
#include "archive/walk.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/limits.h"
#include "export/revisit_rewriter.h"
#include "frontier/row.h"
#include "mirror/mirror.h"
#include "url/percent.h"
#include "url/url.h"

enum { CHUNK_BYTES = 256 * 1024, ID_MAX = 128 };

/* Ours are spelled by RFC 3986, those of other writers as they like: all get the same form. */
static uint64_t hash_url(const struct withdrawn *withdrawn, struct span url)
{
    struct buf uri;
    uint64_t hash;

    buf_init(&uri, 3 * LIMIT_URL_BYTES);
    (void)percent_add(&uri, url, PERCENT_URI);
    hash = siphash13(withdrawn->key, buf_span(&uri));
    buf_release(&uri);
    return hash;
}

static void add_url(struct withdrawn *withdrawn, struct span url)
{
    withdrawn->urls =
        mem_extend(withdrawn->urls, withdrawn->count, &withdrawn->room, sizeof *withdrawn->urls);
    withdrawn->urls[withdrawn->count++] = (struct withdrawn_url){.hash = hash_url(withdrawn, url)};
}

static int compare_urls(const void *a, const void *b)
{
    const struct withdrawn_url *left = a, *right = b;

    return left->hash < right->hash ? -1 : left->hash > right->hash;
}

int withdrawn_read(struct withdrawn *withdrawn, struct mirror *mirror)
{
    struct frontier_row row = {.answered = false};
    int error;

    random_fill(withdrawn->key, sizeof withdrawn->key);
    while ((error = frontier_visits(mirror->frontier, row.item.id, 0, &row)) == 0) {
        if (frontier_is_withdrawn(&row))
            add_url(withdrawn, row.item.url);
    }
    if (withdrawn->count > 0)
        qsort(withdrawn->urls, withdrawn->count, sizeof *withdrawn->urls, compare_urls);
    return error == ERROR_END ? 0 : error;
}

void withdrawn_release(struct withdrawn *withdrawn)
{
    free(withdrawn->urls);
    *withdrawn = (struct withdrawn){.count = 0};
}

struct withdrawn_url *withdrawn_find(const struct withdrawn *withdrawn, struct span target)
{
    struct withdrawn_url key, *found = NULL;
    struct url url;

    if (withdrawn->count == 0)
        return NULL;
    url_init(&url);
    if (url_parse(&url, span_trim(target, "<> \t"), NULL, NULL) == URL_OK) {
        url_strip(&url);
        key.hash = hash_url(withdrawn, buf_span(&url.text));
        found = bsearch(&key, withdrawn->urls, withdrawn->count, sizeof key, compare_urls);
    }
    url_release(&url);
    return found;
}

/* The copy of one file. */
struct cut {
    struct withdrawn *withdrawn;
    struct revisit_rewriter *rewriter;
    const struct withdrawn_file *file;
    int to; /* -1: nothing was changed yet */
    int dir;
    uint64_t copied, written; /* bytes of the one and of the other */
    struct buf answer;        /* the id of the last omitted answer */
    char *chunk;
};

/* Whether the record with HEAD is an answer of a withdrawn URL, or belongs to the last one that was omitted.
 */
static bool is_omitted(struct cut *cut, struct span head)
{
    struct span type = {0}, id = {0}, target, concurrent;
    struct withdrawn_url *url;

    if (cut->answer.len > 0 && warc_walk_field(head, "WARC-Concurrent-To", 0, &concurrent) &&
        span_equals(concurrent, buf_span(&cut->answer)))
        return true;
    if (!warc_walk_field(head, "WARC-Type", 0, &type) ||
        !(span_is(type, "response") || span_is(type, "revisit") || span_is(type, "resource")) ||
        !warc_walk_field(head, "WARC-Target-URI", 0, &target))
        return false;
    url = withdrawn_find(cut->withdrawn, target);
    if (!url)
        return false;
    url->omitted = true;
    buf_clear(&cut->answer);
    if (warc_walk_field(head, "WARC-Record-ID", 0, &id))
        (void)buf_add_span(&cut->answer, id);
    return true;
}

/* Copies everything up to UNTIL that is not copied yet. */
static int copy_until(struct cut *cut, uint64_t until)
{
    int error = 0;

    while (!error && cut->copied < until) {
        uint64_t left = until - cut->copied;
        size_t step = left < CHUNK_BYTES ? (size_t)left : CHUNK_BYTES;

        error = file_read_at(cut->file->fd, cut->copied, cut->chunk, step);
        if (!error)
            error = file_write(cut->to, cut->chunk, step);
        cut->copied += step;
        cut->written += step;
    }
    return error;
}

/* Copies everything up to the record FOUND, which is not copied. */
static int leave_out(struct cut *cut, const struct warc_found *found)
{
    int error = cut->to < 0 ? file_open_unnamed(cut->dir, &cut->to) : 0;

    if (!error && (found->faults & (WARC_SHARED_MEMBER | WARC_SPLIT_MEMBER)))
        error = ERROR_INVALID;
    if (!error)
        error = copy_until(cut, found->offset);
    cut->copied = found->offset + found->len;
    return error;
}

static int take_record(struct cut *cut, struct warc_walk *walk, const struct warc_found *found)
{
    bool omitted = !(found->faults & WARC_NO_RECORD) && is_omitted(cut, buf_span(&found->head));
    const struct capture *capture = NULL;
    int error = warc_walk_end(walk);

    if (!error && !omitted)
        error = revisit_rewriter_find(cut->rewriter, cut->withdrawn, cut->file->id, found->offset, &capture);
    if (!error && (omitted || capture))
        error = leave_out(cut, found);
    return error || !capture ? error : revisit_rewriter_write(cut->rewriter, capture, cut->to, &cut->written);
}

int withdrawn_cut(struct withdrawn *withdrawn, struct revisit_rewriter *rewriter,
                  const struct withdrawn_file *file, int dir, int *cut_fd, uint64_t *cut_len)
{
    struct cut cut = {.withdrawn = withdrawn, .rewriter = rewriter, .file = file, .to = -1, .dir = dir};
    struct warc_walk *walk = warc_walk_new(file->fd, file->len);
    struct warc_found *found;
    int error = 0;

    *cut_fd = -1;
    buf_init(&cut.answer, ID_MAX);
    cut.chunk = mem_new(CHUNK_BYTES, 1);
    while (!error && (error = warc_walk_next(walk, &found)) == 0)
        error = take_record(&cut, walk, found);
    if (error == ERROR_END)
        error = cut.to >= 0 ? copy_until(&cut, file->len) : 0;
    if (error && cut.to >= 0)
        close(cut.to);
    warc_walk_free(walk);
    buf_release(&cut.answer);
    free(cut.chunk);
    if (error || cut.to < 0)
        return error;
    *cut_fd = cut.to;
    *cut_len = cut.written;
    return 0;
}
