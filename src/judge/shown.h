/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_SHOWN_H
#define TIPTOE_JUDGE_SHOWN_H

#include "base/span.h"

struct link_list;

/* Returns a number by which the page BYTES with LINKS is compared with others: a hash of its title, the texts
 * between its tags, its files, and the pages that it links to, these without parameters; in any order, so
 * that a list that is sorted otherwise is the same. 0 if it has nothing. It is the same in all runs. */
int64_t shown_hash(struct span bytes, const struct link_list *links) __attribute__((nonnull, pure));

#endif
