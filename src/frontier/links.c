/* SPDX-License-Identifier: MIT */
/* Lists of links, and of what pages request in a browser, as blobs: differences of ids as variable-length
 * numbers, about two bytes for each link. schema.sql describes the format. And wrong guesses about URLs when
 * pages that link to them were woven. No index leads from a URL to the pages that link to it, so the links of
 * all pages are read once, in order. A bit for each URL selects the links that need a closer look. */
#include "config.h"

#include "frontier/links.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/inside.h"
#include "frontier/row.h"
#include "frontier/table_columns.h"

/* Numbers are below 2^29: at most five bytes of 7 bits. */
enum { NUMBER_BYTES = 5 };

void frontier_ids_add(struct frontier_ids *list, int64_t id)
{
    *MEM_ADD(list->ids, list->count, list->room) = id;
}

void frontier_ids_release(struct frontier_ids *list)
{
    free(list->ids);
    *list = (struct frontier_ids){0};
}

/* Sets BYTES to the blob for a list of links, borrowed until the next call of this. */
static int links_write(struct frontier *frontier, int64_t page, const struct frontier_ids *targets,
                       struct span *bytes)
{
    int64_t last = page;
    char *start = NULL, *end;

    buf_clear(&frontier->texts[TEXT_LINKS]);
    if (targets->count <= LIMIT_LINKS)
        start = buf_reserve(&frontier->texts[TEXT_LINKS], targets->count * NUMBER_BYTES + 1);
    if (!start)
        return db_fail(frontier->db, ERROR_TOO_LARGE, "more links than a page can have");
    end = start;
    for (size_t i = 0; i < targets->count; i++) {
        int64_t difference = targets->ids[i] - last;
        uint64_t number = (uint64_t)difference << 1 ^ (uint64_t)(difference >> 63);

        for (; number >= 128; number >>= 7)
            *end++ = (char)(number | 128);
        *end++ = (char)number;
        last = targets->ids[i];
    }
    *bytes = span_make(start, (size_t)(end - start));
    return 0;
}

int frontier_set_links(struct frontier *frontier, int64_t page, const struct frontier_ids *targets)
{
    struct span bytes;
    int error = links_write(frontier, page, targets, &bytes);

    return error ? error
                 : db_run_with(frontier->db, LINKS_SET,
                               VALUES(with_int(":page", page), with_blob(":targets", bytes)));
}

/* Removes one number from the front of REST; false if it is incomplete. */
static bool take_difference(struct span *rest, int64_t *difference)
{
    uint64_t number = 0;

    for (unsigned i = 0; i < NUMBER_BYTES && i < rest->len; i++) {
        unsigned char byte = (unsigned char)rest->at[i];

        number |= (uint64_t)(byte & 127) << 7 * i;
        if (byte < 128) {
            *difference = (int64_t)(number >> 1) ^ -(int64_t)(number & 1);
            *rest = span_part(*rest, i + 1, rest->len);
            return true;
        }
    }
    return false;
}

static int links_read(struct frontier *frontier, struct span bytes, int64_t page,
                      struct frontier_ids *targets)
{
    int64_t last = page, difference;

    targets->count = 0;
    while (bytes.len > 0) {
        if (!take_difference(&bytes, &difference))
            return db_fail(frontier->db, ERROR_CORRUPT, "the list of links of URL %" PRId64 " is damaged",
                           page);
        last += difference;
        frontier_ids_add(targets, last);
    }
    return 1;
}

int frontier_links(struct frontier *frontier, int64_t page, struct frontier_ids *targets)
{
    struct query *use = db_with(frontier->db, LINKS_GET, VALUES(with_int(":page", page)));
    int got = db_step(frontier->db, use);

    if (got > 0)
        got = links_read(frontier, db_column(use, 0), page, targets);
    return db_found(use, got);
}

int frontier_walk_links(struct frontier *frontier, frontier_links_reader *each, void *context)
{
    struct query *use QUERY_LOCAL = db_use(frontier->db, REPORT_LINKS);
    struct frontier_ids links RELEASED_BY(frontier_ids_release) = {0};
    int got;

    while ((got = db_step(frontier->db, use)) > 0) {
        int64_t page = db_int64(use, 0);

        got = links_read(frontier, db_column(use, 1), page, &links);
        if (got <= 0)
            break;
        each(context, page, &links);
    }
    return got;
}

int frontier_misguessed(struct frontier *frontier, int64_t url, int64_t sequence)
{
    return db_run_with(frontier->db, MISGUESS_SET,
                       VALUES(with_int(":url", url), with_int(":sequence", sequence)));
}

void frontier_misguesses_release(struct frontier_misguesses *misguesses)
{
    bits_release(&misguesses->urls);
    *misguesses = (struct frontier_misguesses){0};
}

/* Sets FOUND to the URLs that redirect to a misguessed one and are not recorded yet. They are misguessed too,
 * for all pages: a link to one that is woven while the target is queued points to the live site. */
static int find_redirects(struct frontier *frontier, struct frontier_ids *found)
{
    struct query *use QUERY_LOCAL = db_use(frontier->db, MISGUESS_REDIRECTS);
    int got;

    found->count = 0;
    while ((got = db_step(frontier->db, use)) > 0)
        frontier_ids_add(found, db_int64(use, 0));
    return got;
}

static int add_redirects(struct frontier *frontier)
{
    struct frontier_ids found RELEASED_BY(frontier_ids_release) = {0};
    int error = find_redirects(frontier, &found);

    for (int hops = 1; !error && found.count > 0 && hops <= LIMIT_REDIRECTS; hops++) {
        for (size_t i = 0; !error && i < found.count; i++)
            error = frontier_misguessed(frontier, found.ids[i], INT64_MAX);
        if (!error)
            error = find_redirects(frontier, &found);
    }
    return error;
}

int frontier_read_misguesses(struct frontier *frontier, struct frontier_misguesses *misguesses)
{
    struct query *use;
    uint64_t any;
    int got = frontier_count(frontier, FRONTIER_HAS_MISGUESSES, 0, &any);

    frontier_misguesses_release(misguesses);
    if (got == 0 && any)
        got = add_redirects(frontier);
    if (got < 0 || !any)
        return got;
    use = db_use(frontier->db, MISGUESS_ALL);
    while ((got = db_step(frontier->db, use)) > 0) {
        int64_t url = db_int64(use, 0), sequence = db_int64(use, 1);

        if (url < 1 || url > frontier->last_url) {
            got = db_fail(frontier->db, ERROR_CORRUPT, "the table misguess has an unknown URL");
            break;
        }
        if (misguesses->count == 0 || sequence < misguesses->least)
            misguesses->least = sequence;
        if (misguesses->count == 0 || sequence > misguesses->greatest)
            misguesses->greatest = sequence;
        bits_add(&misguesses->urls, url);
        misguesses->count++;
    }
    db_done(use);
    return got;
}

/* Returns whether a link to URL is wrong in a page that was woven at WOVEN: 1, 0, or an error. */
static int is_wrong(struct frontier *frontier, const struct frontier_misguesses *misguesses, int64_t url,
                    int64_t woven)
{
    int64_t sequence;
    int error;

    if (!bits_has(&misguesses->urls, url))
        return 0;
    if (woven < misguesses->least)
        return 1;
    error = db_number(frontier->db, db_with(frontier->db, MISGUESS_GET, VALUES(with_int(":url", url))),
                      &sequence);
    return error ? error : sequence > woven;
}

/* Returns whether the page in the current row of USE is stale: 1, 0, or an error. */
static int is_stale(struct frontier *frontier, struct query *use,
                    const struct frontier_misguesses *misguesses, struct frontier_ids *links)
{
    int64_t woven = db_int64(use, 2);
    int wrong = links_read(frontier, db_column(use, 1), db_int64(use, 0), links);

    if (wrong < 0)
        return wrong;
    wrong = is_wrong(frontier, misguesses, db_int64(use, 0), woven);
    for (size_t i = 0; wrong == 0 && i < links->count; i++)
        wrong = is_wrong(frontier, misguesses, links->ids[i], woven);
    return wrong;
}

int frontier_stale_pages(struct frontier *frontier, const struct frontier_misguesses *misguesses,
                         int64_t after, int64_t woven_below, int64_t *pages, size_t room, size_t *count)
{
    struct query *use QUERY_LOCAL = db_with(
        frontier->db, LINKS_WOVEN, VALUES(with_int(":after", after), with_int(":woven_below", woven_below)));
    struct frontier_ids links RELEASED_BY(frontier_ids_release) = {0};
    int got = 1;

    *count = 0;
    while (*count < room && got >= 0 && (got = db_step(frontier->db, use)) > 0) {
        got = is_stale(frontier, use, misguesses, &links);
        if (got > 0)
            pages[(*count)++] = db_int64(use, 0);
    }
    return got < 0 ? got : 0;
}

/* Marks the targets of redirects whose own URL is linked, or is the start page: 1 if there were new ones, 0,
 * or an error. */
static int mark_redirects(struct frontier *frontier, struct bits *linked)
{
    struct query *use QUERY_LOCAL = db_use(frontier->db, REDIRECTS_IN_FORCE);
    bool any = false;
    int got;

    while ((got = db_step(frontier->db, use)) > 0) {
        int64_t target = db_int64(use, 1);
        bool is_linked = db_int(use, 2) || bits_has(linked, db_int64(use, 0));

        if (!is_linked || target < 1 || target > frontier->last_url || bits_has(linked, target))
            continue;
        bits_add(linked, target);
        any = true;
    }
    return got < 0 ? got : any;
}

/* Marks the links of the pages in the rows of STATEMENT: 1, or an error. */
static int mark_links(struct frontier *frontier, enum statement statement, struct bits *linked)
{
    struct query *use QUERY_LOCAL = db_use(frontier->db, statement);
    struct frontier_ids links RELEASED_BY(frontier_ids_release) = {0};
    int got;

    while ((got = db_step(frontier->db, use)) > 0) {
        got = links_read(frontier, db_column(use, 1), db_int64(use, 0), &links);
        if (got <= 0)
            break;
        for (size_t i = 0; i < links.count; i++)
            if (links.ids[i] > 0 && links.ids[i] <= frontier->last_url)
                bits_add(linked, links.ids[i]);
    }
    return got == 0 ? 1 : got;
}

int frontier_find_linked(struct frontier *frontier, struct bits *linked)
{
    int got = mark_links(frontier, LINKS_IN_FORCE, linked);

    if (got > 0)
        got = mark_links(frontier, VIEW_INPUTS, linked);
    for (int hops = 0; got > 0 && hops <= LIMIT_REDIRECTS; hops++)
        got = mark_redirects(frontier, linked);
    return got < 0 ? got : 0;
}

/* Returns whether the URL in the current row is a failure. One that only the user or a sitemap names counts,
 * too: a page is missing. */
static bool is_failure(struct query *use, const struct bits *linked)
{
    int state = db_int(use, 1), kind = db_int(use, 2), reason = db_int(use, 3);

    if (reason == FRONTIER_BY_MAX_FILE_SIZE || reason == FRONTIER_BY_MAX_BYTES || reason == FRONTIER_BY_LIVE)
        return false;
    return kind == FRONTIER_START || (state == FRONTIER_FAILED && db_int(use, 4)) ||
           bits_has(linked, db_int64(use, 0));
}

int frontier_find_failures(struct frontier *frontier, int64_t *ids, size_t room, size_t *count)
{
    struct bits linked RELEASED_BY(bits_release) = {0};
    struct query *use QUERY_LOCAL = db_use(frontier->db, URL_FAILURES);
    int got = frontier_find_linked(frontier, &linked);

    *count = 0;
    if (got)
        return got;
    while (*count < room && (got = db_step(frontier->db, use)) > 0)
        if (is_failure(use, &linked))
            ids[(*count)++] = db_int64(use, 0);
    return got < 0 ? got : 0;
}

#define OF_VIEW(name, kind) COLUMN_AT(struct frontier_view, name, name, kind),
static const struct columns view_columns = COLUMNS("view", COLUMNS_OF_VIEW(OF_VIEW));
static const struct columns place_columns =
    COLUMNS("record", COLUMN(struct frontier_place, archive), COLUMN(struct frontier_place, offset),
            COLUMN(struct frontier_place, length));

int frontier_add_view(struct frontier *frontier, int64_t url, struct span fragment)
{
    return db_run_with(frontier->db, VIEW_ADD,
                       VALUES(with_int(":url", url), with_text(":fragment", fragment)));
}

int frontier_next_view(struct frontier *frontier, int64_t after, struct buf *texts,
                       struct frontier_view *view, struct frontier_ids *inputs)
{
    struct query *use = db_with(frontier->db, VIEW_NEXT, VALUES(with_int(":after", after)));
    int error = columns_next(frontier->db, use, &view_columns, texts, view);

    return error || links_read(frontier, view->inputs, view->url, inputs) > 0 ? error : ERROR_CORRUPT;
}

int frontier_set_view(struct frontier *frontier, const struct frontier_view *view,
                      const struct frontier_ids *inputs)
{
    struct frontier_view written = *view;
    int error = links_write(frontier, view->url, inputs, &written.inputs);
    struct query *use;

    if (error)
        return error;
    use = db_with(frontier->db, VIEW_SET,
                  VALUES(intern_value(":why", &frontier->rules, frontier->db, view->why)));
    columns_bind(use, &view_columns, &written);
    return db_run(frontier->db, use);
}

int frontier_rendered(struct frontier *frontier, int64_t url, struct span fragment,
                      struct frontier_place *place)
{
    struct query *use =
        db_with(frontier->db, VIEW_IN_FORCE, VALUES(with_int(":url", url), with_text(":fragment", fragment)));

    return columns_find(frontier->db, use, &place_columns, NULL, place);
}

int frontier_next_view_file(struct frontier *frontier, int64_t url, struct buf *fragment)
{
    struct query *use QUERY_LOCAL = db_with(
        frontier->db, VIEW_WITH_FILE, VALUES(with_int(":url", url), with_text(":after", buf_span(fragment))));
    int got = db_step(frontier->db, use);

    if (got <= 0)
        return got < 0 ? got : ERROR_END;
    return buf_set(fragment, db_column(use, 0));
}

int frontier_lose_rendered(struct frontier *frontier, int64_t url, struct span fragment)
{
    int64_t sequence;
    int error = fragment.len > 0 ? 0 : frontier_show_again(frontier, url, span_of(""), &sequence);

    return error ? error
                 : db_run_with(frontier->db, VIEW_LOSE,
                               VALUES(with_int(":url", url), with_text(":fragment", fragment)));
}

int frontier_show_again(struct frontier *frontier, int64_t url, struct span title, int64_t *sequence)
{
    int error;

    frontier_count_on(frontier);
    *sequence = frontier_sequence(frontier);
    error = db_run_with(frontier->db, VIEW_SHOW_AGAIN,
                        VALUES(with_int(":sequence", *sequence), with_int(":url", url)));
    return error ? error
                 : db_run_with(frontier->db, VISIT_RENDERED,
                               VALUES(with_int(":sequence", *sequence), with_any_text(":title", title),
                                      with_int(":url", url)));
}
