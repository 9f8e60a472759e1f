/* SPDX-License-Identifier: MIT */
/* Which pages have links that were woven on a wrong guess. Targets that were misguessed are few; they are
 * kept in the database until the pages are mended, so that a kill changes nothing. */
#include "config.h"

#include "crawl/misguess.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/error.h"
#include "crawl/document.h"
#include "crawl/guesses.h"
#include "crawl/mirror.h"
#include "crawl/signals.h"
#include "crawl/state.h"
#include "frontier/guess.h"
#include "frontier/queue.h"
#include "frontier/row.h"
#include "frontier/visit.h"

/* After so many pages that were woven again, a commit. */
enum { PAGES_A_COMMIT = 64 };

static bool is_guess(struct crawl *crawl, const struct url *url, unsigned roles, struct span path)
{
    return span_equals(
        guesses_make(crawl->references.guesses, crawl->frontier, url, roles, buf_span(&crawl->mirror->site)),
        path);
}

int misguess_check(struct crawl *crawl, const struct job *job, const struct url *url, struct span path)
{
    bool as_page = job->roles & FRONTIER_AS_PAGE, as_requisite = job->roles & FRONTIER_AS_REQUISITE;

    if (path.len > 0 && (!as_page || is_guess(crawl, url, FRONTIER_AS_PAGE, path)) &&
        (!as_requisite || is_guess(crawl, url, FRONTIER_AS_REQUISITE, path)))
        return 0;
    return frontier_misguessed(crawl->frontier, job->id, frontier_sequence(crawl->frontier));
}

int misguess_met(struct crawl *crawl, const struct url *url)
{
    int64_t id;

    if (!guesses_differ(crawl->references.guesses, crawl->frontier, url, &id))
        return 0;
    return misguess_changed(crawl, id);
}

int misguess_bytes(struct crawl *crawl, int64_t id)
{
    return frontier_misguessed(crawl->frontier, id, frontier_sequence(crawl->frontier));
}

/* Perhaps no answer was counted for it, so pages woven since the last one are taken in too. */
int misguess_changed(struct crawl *crawl, int64_t id)
{
    return frontier_misguessed(crawl->frontier, id, frontier_sequence(crawl->frontier) + 1);
}

int misguess_always(struct crawl *crawl, int64_t id)
{
    return frontier_misguessed(crawl->frontier, id, INT64_MAX);
}

/* So many misguesses are held against all pages at once. A limit that bites makes one of every URL still
 * queued: without a bound, they, and SQLite's list of the rows to delete, would take more memory than the
 * URLs themselves. */
enum { MISGUESSES_AT_ONCE = 32 * 1024 };

struct misguesses {
    struct frontier_misguess *some; /* in the order of their URLs */
    size_t count;
    int64_t mended; /* the sequence of pages that are mended: above that of all others */
};

static int compare(const void *key, const void *entry)
{
    int64_t url = *(const int64_t *)key, other = ((const struct frontier_misguess *)entry)->url;

    return (url > other) - (url < other);
}

/* Whether PAGE links to something that was misguessed when it was woven. */
static int is_stale(struct crawl *crawl, const struct misguesses *misguesses,
                    const struct frontier_document *page, bool *stale)
{
    int error = frontier_links(crawl->frontier, page->id, &crawl->targets);

    *stale = false;
    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    for (size_t i = 0; !*stale && i < crawl->targets.count; i++) {
        const struct frontier_misguess *found = bsearch(&crawl->targets.ids[i], misguesses->some,
                                                        misguesses->count, sizeof *misguesses->some, compare);

        *stale = found && found->sequence > page->woven;
    }
    return 0;
}

/* Pages woven as late as this are all right. */
static int64_t woven_well(const struct misguesses *misguesses)
{
    int64_t greatest = 0;

    for (size_t i = 0; i < misguesses->count; i++)
        if (misguesses->some[i].sequence > greatest)
            greatest = misguesses->some[i].sequence;
    return greatest < misguesses->mended ? greatest : misguesses->mended;
}

static int mend_page(struct crawl *crawl, const struct misguesses *misguesses, int64_t page)
{
    struct frontier_row row;
    int error = frontier_get(crawl->frontier, page, &row);

    if (frontier_sequence(crawl->frontier) < misguesses->mended)
        frontier_count_on(crawl->frontier);
    return error ? error : document_weave_again(crawl, &row);
}

static int mend_pages(struct crawl *crawl, const struct misguesses *misguesses)
{
    struct frontier_document page = {.id = 0};
    int64_t woven_below = woven_well(misguesses);
    unsigned mended = 0;
    bool stale;
    int error = 0;

    while (!crawl->stop && (error = frontier_documents(crawl->frontier, page.id, woven_below, &page)) == 0) {
        if (signals_stop())
            crawl->stop = "asked to stop";
        error = is_stale(crawl, misguesses, &page, &stale);
        if (!error && stale) {
            error = mend_page(crawl, misguesses, page.id);
            if (!error && ++mended % PAGES_A_COMMIT == 0)
                error = mirror_commit(crawl->mirror);
        }
        if (error)
            return error;
    }
    return error == ERROR_NOT_FOUND || error == 0 ? mirror_commit(crawl->mirror) : error;
}

int misguess_mend(struct crawl *crawl)
{
    struct misguesses misguesses = {.some = mem_new(MISGUESSES_AT_ONCE, sizeof *misguesses.some),
                                    .mended = frontier_sequence(crawl->frontier) + 1};
    int error;

    while ((error = frontier_misguesses(crawl->frontier, misguesses.some, MISGUESSES_AT_ONCE,
                                        &misguesses.count)) == 0 &&
           misguesses.count > 0) {
        error = mend_pages(crawl, &misguesses);
        if (crawl->stop)
            break;
        if (!error)
            error = frontier_forget_misguesses(crawl->frontier, misguesses.some[misguesses.count - 1].url);
        if (error)
            break;
    }
    free(misguesses.some);
    return error;
}
