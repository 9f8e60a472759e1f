/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_LINKS_H
#define TIPTOE_FRONTIER_LINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bits.h"
#include "base/span.h"

struct buf;
struct frontier;
struct frontier_place;

/* The URLs that a page links to that is stored, or withheld and followed. */

/* A list that grows as needed and can be reused. Start with zeros, and release it at the end. */
struct frontier_ids {
    int64_t *ids;
    size_t count, room;
};
void frontier_ids_add(struct frontier_ids *list, int64_t id) NONNULL;
void frontier_ids_release(struct frontier_ids *list) NONNULL;

/* Replaces the links of PAGE. Order and repetitions are kept. */
int frontier_set_links(struct frontier *frontier, int64_t page, const struct frontier_ids *targets) CHECKED;

/* Sets TARGETS to the links of PAGE. ERROR_NOT_FOUND if none were set, ERROR_CORRUPT if the stored list is
 * damaged. [read] */
int frontier_links(struct frontier *frontier, int64_t page, struct frontier_ids *targets) CHECKED;

/* Calls EACH for every page with its links, in the order of ids. LINKS is borrowed for the call. EACH must
 * not call other functions of the frontier. [read] */
typedef void frontier_links_reader(void *context, int64_t page, const struct frontier_ids *links);
int frontier_walk_links(struct frontier *frontier, frontier_links_reader *each, void *context) CHECKED;

/* URLs whose outcome differs from what earlier woven pages assumed. A page must be woven again if it is one
 * of them, or links to one, and its `woven` is less than the sequence stored here. */

/* Stores the URL. A greater SEQUENCE replaces a lesser one. */
int frontier_misguessed(struct frontier *frontier, int64_t url, int64_t sequence) CHECKED;

/* All of them, and the URLs that redirect to them. Start
 * with zeros, and release it at the end. */
struct frontier_misguesses {
    struct bits urls;
    size_t count;
    int64_t least, greatest; /* of their sequences */
};
int frontier_read_misguesses(struct frontier *frontier, struct frontier_misguesses *misguesses) CHECKED;
void frontier_misguesses_release(struct frontier_misguesses *misguesses) NONNULL;

/* Sets PAGES to the ids of the next ROOM pages above AFTER that were woven before WOVEN_BELOW and must be
 * woven again. COUNT becomes their number, which is less than ROOM at the end. */
int frontier_stale_pages(struct frontier *frontier, const struct frontier_misguesses *misguesses,
                         int64_t after, int64_t woven_below, int64_t *pages, size_t room, size_t *count)
    CHECKED;

/* Adds to LINKED the URLs to which pages link or redirect that may be followed, except pages that are gone,
 * and those that pages requested in a browser. */
int frontier_find_linked(struct frontier *frontier, struct bits *linked) CHECKED;

/* Sets IDS to the first ROOM failures and COUNT to their number: URLs that have failed or are gone, and the
 * mirror links to them; or they have failed, and only a sitemap names them. Those that a limit of the user
 * left out do not count. [read] */
int frontier_find_failures(struct frontier *frontier, int64_t *ids, size_t room, size_t *count) CHECKED;

/* The pages that are opened in a browser. Each column of the table view has a member of its name. */
struct frontier_view {
    int64_t id, url;
    struct span fragment;
    int rounds;
    struct span inputs; /* as stored */
    int64_t seen, sequence;
    struct span why, digest;
    int64_t archive, archive_offset, archive_length;
};

/* Adds a view, unless there is one, or there are 300 with a fragment. */
int frontier_add_view(struct frontier *frontier, int64_t url, struct span fragment) CHECKED;

/* Finds the next view with an id above AFTER, and sets INPUTS to the URLs that it requested; ERROR_END at the
 * end. Its texts are in TEXTS. [read] */
int frontier_next_view(struct frontier *frontier, int64_t after, struct buf *texts,
                       struct frontier_view *view, struct frontier_ids *inputs) CHECKED;

/* Keeps VIEW, whose `inputs` become INPUTS; it is a new one if its id is 0. */
int frontier_set_view(struct frontier *frontier, const struct frontier_view *view,
                      const struct frontier_ids *inputs) CHECKED;

/* Sets PLACE to the conversion record whose document site/ shows of URL, or of its view FRAGMENT;
 * ERROR_NOT_FOUND if it shows what the site sent, or no such view. [read] */
int frontier_rendered(struct frontier *frontier, int64_t url, struct span fragment,
                      struct frontier_place *place) CHECKED;

/* Sets FRAGMENT, at first empty, to that of the next view of URL that has a file; ERROR_END at the end.
 * [read] */
int frontier_next_view_file(struct frontier *frontier, int64_t url, struct buf *fragment) CHECKED;

/* Forgets the conversion record of a view, which is damaged or not to be shown: the page is opened again. */
int frontier_lose_rendered(struct frontier *frontier, int64_t url, struct span fragment) CHECKED;

/* Notes that site/ is to show URL in another way than before, as of the new sequence SEQUENCE, and with TITLE
 * unless that is empty: it counts as never woven. */
int frontier_show_again(struct frontier *frontier, int64_t url, struct span title, int64_t *sequence) CHECKED;

#endif
