/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_CANDIDATE_H
#define TIPTOE_EXTRACT_CANDIDATE_H

/* Private to extract/: which texts in scripts and data are treated as URLs. */
#include "extract/collect.h"

/* The evidence that a text is a URL, and what it must look like. */
enum candidate_sign {
    CANDIDATE_TEXT,  /* only its form: a path with a folder and a listed extension */
    CANDIDATE_NAMED, /* the value of a property such as src: a file name with a listed extension */
    CANDIDATE_BUILT, /* in a form in which bundlers write the names of their files */
    CANDIDATE_ASKED  /* passed to a function that requests it: any path */
};

/* Whether TEXT looks like the URL of a file. Always false for texts that contain placeholders or prose. */
bool candidate_is_likely(struct span text, enum candidate_sign sign);

/* Adds a LINK_CANDIDATE of LEN bytes at AT in the layer if TEXT is a likely URL. Adds at most
 * LIMIT_CANDIDATES per document. IS_VALUE: it is a string between quotes in a page's own script, which may be
 * replaced if it is absolute. */
void collect_candidate(struct collector *collector, const struct layer *layer, size_t at, size_t len,
                       struct span text, enum candidate_sign sign, const char *where, bool is_value)
    __attribute__((nonnull(1, 2, 7)));

#endif
