/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_FAMILY_H
#define TIPTOE_JUDGE_FAMILY_H

#include "base/buf.h"
#include "base/span.h"
#include "url/url.h"

/* The common feature of a URL and others that programs generate endlessly (traps.h). */
enum family_sort {
    FAMILY_NONE,
    FAMILY_SESSION, /* a parameter whose value is like a session id: name is the origin and the parameter's */
    FAMILY_DEEP,    /* a path of more than 40 segments: name is the origin */
    FAMILY_DATE,    /* a year and a month: name is the URL with # for numbers */
    FAMILY_QUERY    /* any query: name is the URL up to it, with "?*" */
};

/* Sets NAME, which has room for LIMIT_URL_BYTES; it is empty for FAMILY_NONE. */
enum family_sort family_name(const struct url *url, struct buf *name) __attribute__((nonnull));

/* Returns the words to put before a name. */
const char *family_sort_text(enum family_sort sort) __attribute__((returns_nonnull));

/* Adds TEXT to OUT without numbers (FAMILY_DATE) or without words that look like session ids
 * (FAMILY_SESSION). */
void family_essence(enum family_sort sort, struct span text, struct buf *out) __attribute__((nonnull));

#endif
