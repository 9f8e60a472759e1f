/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_DISCOVER_H
#define TIPTOE_JUDGE_DISCOVER_H

#include "base/span.h"
#include "frontier/names.h"
#include "markup/link.h"
#include "url/url.h"

struct frontier_ids;
struct frontier_item;
struct link_list;
struct site;

/* Each URL that is found is judged by scope and, where the rules of its origin are known,
 * by robots.txt, and gets a row in the frontier, queued or refused with the reason. */

/* A document whose links are followed. */
struct discovery {
    const struct frontier_item *page;
    const struct url *url;        /* its own */
    struct frontier_ids *targets; /* receives the ids of its targets */
    bool stored;                  /* its requisites are fetched too */
    enum referrer_policy referrer;
    bool repeats; /* it is the same as pages on the way to it */
};

/* Adds the start page, unless the mirror has one. */
int discover_start(struct site *site, const struct url *url) CHECKED;

/* Adds the targets of LINKS. */
int discover_links(struct site *site, struct discovery *from, const struct link_list *links) CHECKED;

/* Adds URL, a guess by what VIA says, which is not a link of the page. KIND is its place in the queue. */
int discover_guess(struct site *site, struct discovery *from, enum frontier_kind kind, struct span url,
                   const char *via) CHECKED;

/* Adds TARGET, where FROM redirects to, in the role of FROM; ID becomes the target's. If FROM is a page of
 * the site and TARGET is not, it is a download: a guess that it is a file, which then is a requisite. */
int discover_redirect(struct site *site, const struct frontier_item *from, const struct url *target,
                      int64_t *id) CHECKED;

/* Adds the file after the one of ITEM, which exists at URL, if that was found as one of numbered files. */
int discover_next(struct site *site, const struct frontier_item *item, const struct url *url) CHECKED;

/* Returns whether ITEM is a download, and not another page. */
bool discover_is_download(const struct frontier_item *item) __attribute__((nonnull, pure));

/* Adds URL, a page that a list names; VIA says which one. Its links are DEPTH + 1 links from the start. */
int discover_listed(struct site *site, struct span url, struct span via, int depth) CHECKED;

/* Adds the pages that the user names beside the start page: URLs in canonical form, one a line. They are
 * judged like any other; a warning says how many do not belong to the mirror. */
int discover_named(struct site *site, struct span urls) CHECKED;

/* Adds URL, which the page FROM requests, or links to, once its scripts have run; VIA says which. ROLE is how
 * it uses it. A fragment is ignored. A guess that was refused before is queued. ID becomes the id; 0: URL is
 * malformed. */
int discover_rendered(struct site *site, const struct frontier_item *from, struct span url, unsigned role,
                      const char *via, int64_t *id) CHECKED;

/* Adds URL, which the archive has and no page links to: a page of the site, or a requisite from another host
 * that only scripts request. */
int discover_archived(struct site *site, struct span url, struct span via) CHECKED;

#endif
