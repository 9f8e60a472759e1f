/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_DISCOVER_H
#define TIPTOE_JUDGE_DISCOVER_H

#include <stdbool.h>

#include "frontier/names.h"
#include "url/url.h"

struct crawl;
struct job;
struct link_list;

/* What becomes of URLs that are met: each is judged by scope and, where its rules are known already, by
 * robots.txt, and gets its row in the frontier, queued or refused with the reason. */

/* Adds the start page. A mirror that has one already keeps it. */
int discover_start(struct crawl *crawl, const struct url *url) __attribute__((nonnull, warn_unused_result));

/* Adds what a document links to, and gathers the ids in crawl->targets. With STORED its requisites are wanted
 * too. */
int discover_links(struct crawl *crawl, const struct job *page, const struct link_list *links, bool stored)
    __attribute__((nonnull, warn_unused_result));

/* Adds where a redirect leads, in the role of what was asked for; ID becomes the target's. */
int discover_redirect(struct crawl *crawl, const struct job *from, const struct url *target, int64_t *id)
    __attribute__((nonnull, warn_unused_result));

/* Whether URL is of a kind that has shown nothing new for long, and no --include names it. RULE says so then,
 * borrowed until the next verdict. */
bool discover_is_trap(struct crawl *crawl, const struct url *url, struct span *rule) __attribute__((nonnull));

/* Judges a URL by the scope, at the moment it is met and again when its turn comes; of its roles (enum
 * frontier_role) one must be within it. RULE is borrowed until the next verdict. */
enum frontier_reason discover_judge(struct crawl *crawl, const struct url *url, unsigned roles, int depth,
                                    struct span *rule) __attribute__((nonnull));

/* Takes crawl->found, a page that a list names; VIA says which. */
int discover_listed(struct crawl *crawl, struct span via) __attribute__((nonnull, warn_unused_result));

/* Takes crawl->found, which the archive has and nothing leads to: a page of the site, or, of any other host,
 * something that only scripts knew they needed. */
int discover_archived(struct crawl *crawl, struct span via) __attribute__((nonnull, warn_unused_result));

#endif
