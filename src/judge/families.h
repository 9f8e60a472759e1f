/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_FAMILIES_H
#define TIPTOE_JUDGE_FAMILIES_H

#include "base/span.h"
#include "url/url.h"

struct frontier_item;
struct link_list;
struct site;

/* Families of URLs, and what their pages bring. A family is a kind of path with a set of parameters, with as
 * many words in a list, or with a date. Its page brings something if it has a text or a file that no page of
 * this kind had, or links to a new URL of no family, and does not repeat another page; or if another page,
 * which was found on it, brings something to its own family. A family whose pages have brought nothing for
 * long has dried up: its URLs are kept back, while one request in twenty is still for one of them, and some
 * more are requested when nothing else is left. It is given up after a number of pages that grows with what
 * it has brought. One page that brings something queues all that was kept back. Evidence about families is in
 * the same table as that about features (judge/evidence.h). */

/* Reads the page BYTES with LINKS of ITEM, whose URL is URL. Returns a number by which it is compared; 0: it
 * needs none. */
int64_t families_read(struct site *site, const struct frontier_item *item, const struct url *url,
                      struct span bytes, const struct link_list *links) NONNULL;

/* Notes that the page that was read last links to URL, which is new. */
void families_note_link(struct site *site, const struct url *url) NONNULL;

/* Counts what ITEM's page, which has been stored or not, has brought to its family. */
int families_weigh(struct site *site, const struct frontier_item *item, const struct url *url) CHECKED;

/* Settles ITEM, whose URL is URL and whose turn has come, if it differs from a stored one in features without
 * effect only: HELD says so. WAITS: it does so from one that is in flight, whose answer decides. */
int families_hold(struct site *site, const struct frontier_item *item, const struct url *url, bool *held,
                  bool *waits) CHECKED;

/* Returns whether ITEM, whose turn has come, is kept back because its family has dried up. RULE then explains
 * it; it is borrowed until the next verdict. Otherwise, WAITS: one of another family, of URLs that may show
 * the same, is in flight; its answer comes first. */
bool families_keep_back(struct site *site, const struct frontier_item *item, const struct url *url,
                        bool *waits, struct span *rule) NONNULL;

/* Queues what was kept back, as there is nothing else to do: a few URLs of each family, so many times in a
 * run, and the last one of each feature without effect. ANY is true if there was one. */
int families_probe(struct site *site, bool *any) CHECKED;

/* Prints families of which URLs were left out, at the end of a run. */
void families_report(struct site *site) NONNULL;

#endif
