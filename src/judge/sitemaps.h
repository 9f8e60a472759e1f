/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_SITEMAPS_H
#define TIPTOE_JUDGE_SITEMAPS_H

#include <stdbool.h>

struct crawl;
struct fetch_result;
struct job;
struct origin;

/* The sitemaps that robots.txt names: asked for after the start page and before all else, under the same
 * rules and at the same pace as pages. The pages they list are judged like links of the start page. They are
 * read and not kept: a sitemap that a page links to is mirrored as any file. One that cannot be had is passed
 * over until the next update. */

/* At the start of a run: what an earlier one left to be read. */
int sitemaps_begin(struct crawl *crawl) __attribute__((nonnull, warn_unused_result));

/* Takes the Sitemap lines of ORIGIN's rules, once a run. Hosts that only lend images are not asked for
 * theirs. */
int sitemaps_note(struct crawl *crawl, struct origin *origin) __attribute__((nonnull, warn_unused_result));

/* Whether ORIGIN may have some to be asked for; and whether that may be now. */
bool sitemaps_remain(const struct crawl *crawl, const struct origin *origin) __attribute__((nonnull));
bool sitemaps_wait(const struct crawl *crawl, const struct origin *origin) __attribute__((nonnull));

/* Asks for it; false when robots.txt forbids it, and it is settled so. */
bool sitemaps_ask(struct crawl *crawl, struct origin *origin) __attribute__((nonnull));

/* Takes the answer. */
int sitemaps_answered(struct crawl *crawl, const struct job *job, struct fetch_result *result)
    __attribute__((nonnull, warn_unused_result));

#endif
