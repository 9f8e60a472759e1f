/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_CANDIDATE_H
#define TIPTOE_EXTRACT_CANDIDATE_H

/* Private to extract/: which texts of scripts and data are taken for addresses. */
#include "extract/collect.h"

/* How much speaks for it. */
enum candidate_sign {
    CANDIDATE_TEXT,  /* nothing but its own look: a path with a folder, and a file of a usual kind */
    CANDIDATE_NAMED, /* it is the value of something called src or the like: a file of a usual kind */
    CANDIDATE_ASKED  /* a request is made for it: any path */
};

/* Whether TEXT looks like an address of a file. Never where it has anything of a placeholder or of prose. */
bool candidate_is_likely(struct span text, enum candidate_sign sign);

/* A LINK_CANDIDATE at AT of LEN bytes of the layer where TEXT is likely. At most LIMIT_CANDIDATES a document.
 */
void collect_candidate(struct collector *collector, const struct layer *layer, size_t at, size_t len,
                       struct span text, enum candidate_sign sign, const char *where)
    __attribute__((nonnull(1, 2, 7)));

#endif
