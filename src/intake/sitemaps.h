/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_INTAKE_SITEMAPS_H
#define TIPTOE_INTAKE_SITEMAPS_H

#include <stdbool.h>

struct fetch_result;
struct frontier_sitemap;
struct link_list;
struct origin;
struct site;
struct url;

/* The sitemaps that robots.txt names. They are requested after the start page and before all else, under the
 * same rules and at the same pace as pages. The pages they list are judged like links of the start page.
 * Sitemaps are read and not stored, except where a page links to one. One that cannot be fetched is skipped
 * until the next update. An index names sitemaps of its own host, in LIMIT_SITEMAP_LEVELS levels. */

/* Finds the sitemaps that an earlier run left in the queue, at the start of a run. */
int sitemaps_begin(struct site *site) CHECKED;

/* Queues the sitemaps that ORIGIN's rules name, once in a run, if pages of the site are queued there. */
int sitemaps_note(struct site *site, struct origin *origin) CHECKED;

/* Queues the sitemaps that LINKS, those of the document at INDEX of ORIGIN, has as entries of a sitemap
 * index: a page links to it, and it counts like one that robots.txt names. Without --sitemaps, and with
 * --depth, which sitemaps know nothing of, such entries are left alone. */
int sitemaps_linked(struct site *site, const struct url *index, const struct origin *origin,
                    const struct link_list *links) CHECKED;

/* Returns whether ORIGIN may have sitemaps to request; and whether one may be requested now. */
bool sitemaps_remain(const struct site *site, const struct origin *origin) NONNULL;
bool sitemaps_wait(const struct site *site, const struct origin *origin) NONNULL;

/* Sets SITEMAP to the next one of ORIGIN, and notes in ORIGIN that it is requested. FOUND is false if no
 * sitemap is left, or if robots.txt disallows the next one, which is then settled. */
int sitemaps_next(struct site *site, struct origin *origin, struct frontier_sitemap *sitemap, bool *found)
    CHECKED;

/* Settles the queued sitemaps of ORIGIN, of which nothing may be requested in this run. */
int sitemaps_abandon(struct site *site, struct origin *origin) CHECKED;

/* Takes the answer to the request for ROW. */
int sitemaps_answered(struct site *site, const struct frontier_sitemap *row,
                      const struct fetch_result *result) CHECKED;

#endif
