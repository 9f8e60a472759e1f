/* SPDX-License-Identifier: MIT */
/* Keeps search.db in step with the mirror, and searches it. The documents of both are walked side by side, so
 * an update that was interrupted needs no notes to continue. Whatever search.db says, only pages that
 * mirror.db shows now are found, with their title, URL and file from there. */
#include "config.h"

#include "search/search.h"

#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/signals.h"
#include "frontier/row.h"
#include "frontier/search.h"
#include "frontier/stats.h"
#include "mirror/mirror.h"
#include "mirror/original.h"
#include "search/words.h"
#include "term/message.h"

enum {
    PATH_TEXT_MAX = 16 * 1024,
    TITLE_MAX = 8 * 1024,
    SNIPPET_MAX = 16 * 1024,
    COMMIT_MS = 1000, /* what a kill costs at most */
    SHARE = 10        /* of the time that search_after is given, one part */
};

static int open_index(struct search *search, bool writes)
{
    struct buf path BUF_LOCAL(PATH_TEXT_MAX);
    int error;

    search->index = frontier_search_new();
    search->writes = writes;
    error = buf_add_format(&path, "%s/search.db", search->dir);
    if (!error)
        error = frontier_search_open(search->index, buf_text(&path), writes);
    return error;
}

/* Opens an index that cannot be written for reading. */
static int reopen(struct search *search)
{
    frontier_search_free(search->index);
    return open_index(search, false);
}

int search_open(struct search *search, struct mirror *mirror, const char *dir, struct buf *why)
{
    int error;

    *search = (struct search){.mirror = mirror, .dir = dir};
    visible_init(&search->visible);
    buf_init(&search->text, VISIBLE_TEXT_MAX);
    buf_init(&search->title, TITLE_MAX);
    buf_init(&search->body, 4 * (size_t)VISIBLE_TEXT_MAX);
    buf_init(&search->snippet, SNIPPET_MAX);
    buf_init(&search->query, 8 * (size_t)WORDS_QUERY_MAX);
    error = open_index(search, folder_is_writable(dir));
    if (search->writes && (error == ERROR_IO || error == ERROR_REFUSED || error == ERROR_LOCKED))
        error = reopen(search);
    if (error)
        search_explain(search, error, why);
    return error;
}

void search_close(struct search *search)
{
    frontier_search_free(search->index);
    visible_release(&search->visible);
    buf_release(&search->text);
    buf_release(&search->title);
    buf_release(&search->body);
    buf_release(&search->snippet);
    buf_release(&search->query);
}

void search_explain(const struct search *search, int error, struct buf *why)
{
    const char *text = frontier_search_error(search->index);

    buf_clear(why);
    if (error == ERROR_NOT_FOUND)
        (void)buf_add_format(why, "%s/search.db does not exist and cannot be created", search->dir);
    else if (error == ERROR_INVALID && *text == '\0')
        (void)buf_add_text(why, "give a word to search for");
    else if (error == ERROR_TOO_LARGE && *text == '\0')
        (void)buf_add_format(why, "the search is too long; use at most %d words", WORDS_COUNT_MAX);
    else if (*text == '\0')
        mirror_explain(search->mirror, error, why);
    else if (error == ERROR_CORRUPT || error == ERROR_INVALID || error == ERROR_TOO_NEW)
        (void)buf_add_format(why, "%s/search.db: %s. Remove it: the next search makes it again", search->dir,
                             text);
    else
        (void)buf_add_format(why, "%s/search.db: %s", search->dir, text);
}

/* Returns whether a row is a page that readers may see now. */
static bool is_shown(const struct frontier_row *row)
{
    return row->answered && row->state != FRONTIER_REFUSED && !frontier_is_withdrawn(row) &&
           frontier_is_page(&row->visit);
}

static int add_page(struct search *search, const struct frontier_row *row)
{
    struct buf *texts[] = {&search->text, &search->title, &search->body};
    int64_t url = row->item.id, sequence = row->visit.sequence;
    struct original original;
    int error;

    for (size_t i = 0; i < COUNT_OF(texts); i++)
        buf_clear(texts[i]);
    visible_add(&search->text, row->visit.title);
    (void)words_separate(&search->title, buf_span(&search->text));
    buf_clear(&search->text);
    error = original_read(&original, search->mirror, row, LIMIT_DOCUMENT_BYTES);
    if (!error) {
        visible_read(&search->visible, original.bytes, original.content_type, &search->text);
        (void)words_separate(&search->body, buf_span(&search->text));
    }
    original_release(&original);
    if (error && error != ERROR_CORRUPT) /* the title of a damaged page is known */
        return error;
    return frontier_search_add(search->index, url, sequence,
                               &(struct frontier_words){buf_span(&search->title), buf_span(&search->body)});
}

static int add_document(struct search *search, const struct frontier_document *document)
{
    struct frontier_row row;
    int error = frontier_get(search->mirror->frontier, document->id, &row);

    if (error)
        return error;
    if (is_shown(&row))
        return add_page(search, &row);
    if (frontier_is_page(&row.visit)) /* it may be shown again, as it is */
        return 0;
    return frontier_search_add(search->index, document->id, document->sequence, NULL);
}

/* Reads the document of the index after the last one that was compared; at the end its url is INT64_MAX. */
static int next_indexed(struct search *search, struct frontier_searched_document *document)
{
    int error = frontier_search_next(search->index, search->at, document);

    if (error == ERROR_END)
        document->url = INT64_MAX;
    return error == ERROR_END ? 0 : error;
}

/* Compares one document of the mirror or of the index. ERROR_END after the last. */
static int update_one(struct search *search)
{
    struct frontier_document document = {.id = INT64_MAX};
    struct frontier_searched_document indexed;
    int error = frontier_documents(search->mirror->frontier, search->at, INT64_MAX, &document);

    if (error && error != ERROR_END)
        return error;
    error = next_indexed(search, &indexed);
    if (error || (indexed.url == INT64_MAX && document.id == INT64_MAX))
        return error ? error : ERROR_END;
    search->at = indexed.url < document.id ? indexed.url : document.id;
    if (indexed.url == document.id && indexed.sequence == document.sequence)
        return 0;
    if (indexed.url <= document.id)
        error = frontier_search_remove(search->index, indexed.url);
    return error || indexed.url < document.id ? error : add_document(search, &document);
}

/* Begins an update; COMPLETE: there is nothing to update. */
static int begin_update(struct search *search, bool *complete)
{
    struct frontier_searched state;
    struct frontier_run last;
    int error = frontier_search_state(search->index, &state);

    if (!error)
        error = frontier_last_run(search->mirror->frontier, &last);
    if (error)
        return error;
    search->run = last.id;
    search->number = frontier_sequence(search->mirror->frontier);
    *complete = state.run == search->run && state.sequence == search->number;
    return 0;
}

static int end_update(struct search *search)
{
    struct frontier_searched state = {search->run, search->number};

    search->at = 0;
    return frontier_search_set_state(search->index, state);
}

static int update_some(struct search *search, int64_t until_ms, bool *complete)
{
    int64_t now_ms = clock_monotonic_ms(), commit_ms = now_ms + COMMIT_MS;
    int error = 0;

    while (!error && !signals_stop() && now_ms < until_ms) {
        error = update_one(search);
        now_ms = clock_monotonic_ms();
        if (!error && now_ms >= commit_ms) {
            error = frontier_search_commit(search->index);
            commit_ms = now_ms + COMMIT_MS;
        }
    }
    *complete = error == ERROR_END;
    if (*complete)
        error = end_update(search);
    return error ? error : frontier_search_commit(search->index);
}

int search_update(struct search *search, int64_t until_ms, bool *complete)
{
    int error = 0;

    *complete = false;
    if (search->at == 0)
        error = begin_update(search, complete);
    if (!error && !*complete && search->writes)
        error = update_some(search, until_ms, complete);
    else if (!error && search->writes)
        error = frontier_search_commit(search->index);
    if (error == ERROR_LOCKED && search->writes) /* another process is about it */
        error = reopen(search);
    return error;
}

struct finding {
    struct search *search;
    uint64_t left;
    search_reader *each;
    void *context;
    int error;
};

static bool take_match(void *context, int64_t url, struct span snippet)
{
    struct finding *finding = context;
    struct search *search = finding->search;
    struct frontier_row row;

    finding->error = finding->left > 0 ? frontier_get(search->mirror->frontier, url, &row) : ERROR_END;
    if (finding->error == ERROR_NOT_FOUND)
        finding->error = 0;
    else if (!finding->error && is_shown(&row)) {
        finding->left--;
        buf_clear(&search->title);
        buf_clear(&search->snippet);
        visible_add(&search->title, row.visit.title);
        (void)words_join(&search->snippet, snippet);
        finding->each(finding->context,
                      &(struct search_result){.url = row.item.url,
                                              .title = span_trim(buf_span(&search->title), " "),
                                              .file = row.visit.path,
                                              .snippet = buf_span(&search->snippet)});
    }
    return !finding->error;
}

int search_find(struct search *search, struct span typed, uint64_t limit, search_reader *each, void *context,
                int64_t *count)
{
    struct finding finding = {.search = search, .left = limit, .each = each, .context = context};
    struct span query;
    int error = words_query(&search->query, typed);

    if (error)
        return error;
    query = buf_span(&search->query);
    error = frontier_search_count(search->index, query, count);
    if (!error)
        error = frontier_search_find(search->index, query, take_match, &finding);
    if (!error && finding.error != ERROR_END)
        error = finding.error;
    return error || !search->writes ? error : frontier_search_commit(search->index);
}

static void remove_index(const struct mirror *mirror)
{
    static const char *const names[] = {"search.db-wal", "search.db-shm", "search.db"};

    for (size_t i = 0; i < COUNT_OF(names); i++)
        (void)unlinkat(mirror->folder.dir, names[i], 0);
}

void search_after(struct mirror *mirror, int64_t time_ms, bool empties)
{
    int64_t until_ms = clock_monotonic_ms() + time_ms / SHARE;
    struct search search;
    struct buf why BUF_LOCAL(PATH_TEXT_MAX);
    bool complete;
    int error;

    if (empties)
        remove_index(mirror);
    if (time_ms <= 0)
        return;
    error = search_open(&search, mirror, mirror->path, &why);
    if (!error) {
        error = search_update(&search, until_ms, &complete);
        if (error)
            search_explain(&search, error, &why);
    }
    if (error)
        message_warn("%s; the mirror itself is complete", buf_text(&why));
    search_close(&search);
}
