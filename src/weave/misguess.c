/* SPDX-License-Identifier: MIT */
/* Which pages have links that were woven on a wrong guess. What was misguessed is kept in the database until
 * the pages are mended, so that a kill changes nothing. */
#include "config.h"

#include "weave/misguess.h"

#include "base/error.h"
#include "frontier/links.h"
#include "frontier/queue.h"
#include "frontier/row.h"
#include "frontier/visit.h"
#include "mirror/mirror.h"
#include "weave/document.h"
#include "weave/guesses.h"
#include "weave/weaver.h"

/* Pages woven between two commits. */
enum { PAGES_A_COMMIT = 64 };

static bool is_guess(struct weaver *weaver, const struct url *url, unsigned roles, struct span path)
{
    return span_equals(guesses_make(weaver->references.guesses, weaver->mirror->frontier, url, roles,
                                    buf_span(&weaver->mirror->site)),
                       path);
}

int misguess_check(struct weaver *weaver, int64_t id, unsigned roles, const struct url *url, struct span path)
{
    bool as_requisite = roles & FRONTIER_AS_REQUISITE;
    bool as_page = (roles & FRONTIER_AS_PAGE) || !as_requisite; /* so are candidates' files guessed */

    if (path.len > 0 && (!as_page || is_guess(weaver, url, FRONTIER_AS_PAGE, path)) &&
        (!as_requisite || is_guess(weaver, url, FRONTIER_AS_REQUISITE, path)))
        return 0;
    return frontier_misguessed(weaver->mirror->frontier, id, frontier_sequence(weaver->mirror->frontier));
}

int misguess_met(struct weaver *weaver, const struct url *url)
{
    int64_t id;

    if (!guesses_differ(weaver->references.guesses, weaver->mirror->frontier, url, &id))
        return 0;
    return misguess_changed(weaver, id);
}

int misguess_bytes(struct weaver *weaver, int64_t id)
{
    return frontier_misguessed(weaver->mirror->frontier, id, frontier_sequence(weaver->mirror->frontier));
}

/* The change may have no answer of its own, so pages woven since the last answer count too. */
int misguess_changed(struct weaver *weaver, int64_t id)
{
    return frontier_misguessed(weaver->mirror->frontier, id, frontier_sequence(weaver->mirror->frontier) + 1);
}

int misguess_always(struct weaver *weaver, int64_t id)
{
    return frontier_misguessed(weaver->mirror->frontier, id, INT64_MAX);
}

/* A stale page may have lost its file since; this is rare, so it is checked here. */
static int mend_page(struct weaver *weaver, int64_t page, int64_t mended)
{
    struct frontier_row row;
    bool damaged;
    int error = frontier_get(weaver->mirror->frontier, page, &row);

    if (error || row.visit.path.len == 0)
        return error;
    if (frontier_sequence(weaver->mirror->frontier) < mended)
        frontier_count_on(weaver->mirror->frontier);
    return document_mend(weaver, &row, &damaged);
}

/* Pages woven at MENDED, which is above the sequence of all others, are mended already. */
static int mend_pages(struct weaver *weaver, const struct frontier_misguesses *misguesses)
{
    int64_t pages[PAGES_A_COMMIT] = {0}, mended = frontier_sequence(weaver->mirror->frontier) + 1;
    int64_t woven_below = misguesses->greatest < mended ? misguesses->greatest : mended;
    size_t count = 0;
    int error;

    do {
        int64_t after = count > 0 ? pages[count - 1] : 0;

        error = frontier_stale_pages(weaver->mirror->frontier, misguesses, after, woven_below, pages,
                                     PAGES_A_COMMIT, &count);
        for (size_t i = 0; !error && i < count && !mirror_stops(weaver->mirror); i++)
            error = mend_page(weaver, pages[i], mended);
        if (!error)
            error = mirror_commit(weaver->mirror);
    } while (!error && count == PAGES_A_COMMIT && !mirror_stops(weaver->mirror));
    return error;
}

int misguess_mend(struct weaver *weaver)
{
    struct frontier_misguesses misguesses = {0};
    int error = frontier_read_misguesses(weaver->mirror->frontier, &misguesses);

    if (!error && misguesses.count > 0)
        error = mend_pages(weaver, &misguesses);
    if (!error && misguesses.count > 0 && !mirror_stops(weaver->mirror))
        error = frontier_forget_misguesses(weaver->mirror->frontier);
    frontier_misguesses_release(&misguesses);
    return error;
}
