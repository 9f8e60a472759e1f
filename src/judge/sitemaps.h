/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_SITEMAPS_H
#define TIPTOE_JUDGE_SITEMAPS_H

#include <stdbool.h>

struct fetch_result;
struct frontier_sitemap;
struct origin;
struct site;

/* The sitemaps that robots.txt names: requested after the start page and before all else, under the same
 * rules and at the same pace as pages. The pages they list are judged like links of the start page. They are
 * read and not kept: a sitemap that a page links to is mirrored as any file. One that cannot be fetched is
 * passed over until the next update. */

/* At the start of a run: what an earlier one left to be read. */
int sitemaps_begin(struct site *site) __attribute__((nonnull, warn_unused_result));

/* Takes the Sitemap lines of ORIGIN's rules, once in a run, where pages of the site are queued there. */
int sitemaps_note(struct site *site, struct origin *origin) __attribute__((nonnull, warn_unused_result));

/* Whether ORIGIN may have some to be requested; and whether that may be now. */
bool sitemaps_remain(const struct site *site, const struct origin *origin) __attribute__((nonnull));
bool sitemaps_wait(const struct site *site, const struct origin *origin) __attribute__((nonnull));

/* Sets SITEMAP to the next one of ORIGIN to be requested, and marks ORIGIN so. FOUND is false where there is
 * none, or where robots.txt forbids the next one, which is settled then. */
int sitemaps_next(struct site *site, struct origin *origin, struct frontier_sitemap *sitemap, bool *found)
    __attribute__((nonnull, warn_unused_result));

/* Takes the answer to the request for ROW. */
int sitemaps_answered(struct site *site, const struct frontier_sitemap *row,
                      const struct fetch_result *result) __attribute__((nonnull, warn_unused_result));

#endif
