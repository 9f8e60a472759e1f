/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_TRAPS_H
#define TIPTOE_JUDGE_TRAPS_H

#include "base/span.h"
#include "url/url.h"

struct link_list;

/* Endless URLs: sort orders, calendars, trees that repeat themselves. They are distinguished
 * from large sites by what they show. A page is NEWS if it has a piece of text or an image that no page of
 * its FAMILY had before. A family that shows nothing new for longer than it ever showed something new is
 * exhausted. Then its links are refused, but only if they are DOUBTED, because no page that has them was
 * news: the links of an honest page are always requested. Memory is bounded: what is forgotten counts as
 * new. A new run starts empty. */
struct traps;

struct traps *traps_new(void) __attribute__((returns_nonnull, warn_unused_result));
void traps_free(struct traps *traps);

/* Returns the family of URL, by the first of these that fits; 0 for none, which is never a trap:
 * - all that differ from it only in numbers, where these are a year and a month;
 * - all with the same parameters, or with as many words in a list, where other pages of the folder have had
 * each value: combinations of filters or tags. Only their words without digits count, as those of dates;
 * - all of its path, where it has a query or parameters behind ';'. */
uint64_t traps_family(struct traps *traps, const struct url *url) NONNULL;

/* Returns whether the page of this URL, BYTES with LINKS, is news; it is known afterwards. */
bool traps_is_news(struct traps *traps, const struct url *url, struct span bytes,
                   const struct link_list *links) NONNULL;

/* Counts a page of FAMILY (not 0): whether it was news, or at least linked to something else. */
void traps_count(struct traps *traps, uint64_t family, bool news, bool leads_on) NONNULL;

/* Returns whether a new URL of FAMILY (perhaps 0) is something else for a page of another family. FAMILY is
 * that of the last URL for which traps_family was called. It is not if the last page of FAMILY had no news,
 * or if its URLs are combinations of known values: two families of one trap link to each other endlessly. */
bool traps_is_promising(const struct traps *traps, uint64_t family) __attribute__((nonnull, pure));

/* Returns whether the family of URL is exhausted. RULE then explains it (borrowed until the next such
 * verdict). */
bool traps_is_exhausted(struct traps *traps, const struct url *url, struct span *rule) NONNULL;

/* Doubts or trusts the URL of the frontier with this id. */
void traps_doubt(struct traps *traps, int64_t id) NONNULL;
void traps_trust(struct traps *traps, int64_t id) NONNULL;
bool traps_is_doubted(const struct traps *traps, int64_t id) __attribute__((nonnull, pure));

#endif
