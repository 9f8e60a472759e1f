/* SPDX-License-Identifier: MIT */
/* Finds the pages whose links name a file that their target did not get, and weaves them again. The targets
 * are kept in the database until that is done, so that a kill changes nothing. */
#include "config.h"

#include "weave/unexpected.h"

#include "frontier/links.h"
#include "frontier/queue.h"
#include "frontier/row.h"
#include "mirror/mirror.h"
#include "weave/document.h"
#include "weave/expected.h"
#include "weave/weaver.h"

/* Pages woven between two commits. */
enum { PAGES_A_COMMIT = 64 };

static bool is_expected(struct weaver *weaver, const struct url *url, unsigned roles, struct span path)
{
    return span_equals(
        expected_file(weaver->references.expected, url, roles, buf_span(&weaver->mirror->site)), path);
}

int unexpected_check(struct weaver *weaver, int64_t id, unsigned roles, const struct url *url,
                     struct span path)
{
    bool as_requisite = roles & FRONTIER_AS_REQUISITE;
    bool as_page = (roles & FRONTIER_AS_PAGE) || !as_requisite; /* as a page, too: candidates */

    if (path.len > 0 && (!as_page || is_expected(weaver, url, FRONTIER_AS_PAGE, path)) &&
        (!as_requisite || is_expected(weaver, url, FRONTIER_AS_REQUISITE, path)))
        return 0;
    return unexpected_note(weaver, id, PAGES_BEFORE);
}

/* Notes it. A change may have no answer of its own, so pages woven since the last answer count, too. */
int unexpected_note(struct weaver *weaver, int64_t id, enum unexpected_pages pages)
{
    int64_t sequence = frontier_sequence(weaver->mirror->frontier) + (pages == PAGES_SO_FAR);

    return frontier_misguessed(weaver->mirror->frontier, id, pages == PAGES_ALL ? INT64_MAX : sequence);
}

/* Weaves a stale page again. It may have lost its file since; this is rare, so it is checked here. */
static int fix_page(struct weaver *weaver, int64_t page, int64_t fixed)
{
    struct frontier_row row;
    bool damaged;
    int error = frontier_get(weaver->mirror->frontier, page, &row);

    if (error || row.visit.path.len == 0)
        return error;
    if (frontier_sequence(weaver->mirror->frontier) < fixed)
        frontier_count_on(weaver->mirror->frontier);
    return document_mend(weaver, &row, &damaged);
}

/* Weaves stale pages again. Those woven at FIXED, which is above the sequence of all others, are right. */
static int fix_pages(struct weaver *weaver, const struct frontier_misguesses *misguesses)
{
    int64_t pages[PAGES_A_COMMIT] = {0}, fixed = frontier_sequence(weaver->mirror->frontier) + 1;
    int64_t woven_below = misguesses->greatest < fixed ? misguesses->greatest : fixed;
    size_t count = 0;
    int error;

    do {
        int64_t after = count > 0 ? pages[count - 1] : 0;

        error = frontier_stale_pages(weaver->mirror->frontier, misguesses, after, woven_below, pages,
                                     PAGES_A_COMMIT, &count);
        for (size_t i = 0; !error && i < count && !mirror_stops(weaver->mirror); i++)
            error = fix_page(weaver, pages[i], fixed);
        if (!error)
            error = mirror_commit(weaver->mirror);
    } while (!error && count == PAGES_A_COMMIT && !mirror_stops(weaver->mirror));
    return error;
}

int unexpected_fix(struct weaver *weaver)
{
    struct frontier_misguesses misguesses = {0};
    int error = frontier_read_misguesses(weaver->mirror->frontier, &misguesses);

    if (!error && misguesses.count > 0)
        error = fix_pages(weaver, &misguesses);
    if (!error && misguesses.count > 0 && !mirror_stops(weaver->mirror))
        error = frontier_forget_misguesses(weaver->mirror->frontier);
    frontier_misguesses_release(&misguesses);
    return error;
}
