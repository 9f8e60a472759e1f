/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_KIND_H
#define TIPTOE_JUDGE_KIND_H

#include "base/buf.h"
#include "base/span.h"
#include "url/url.h"

/* What a URL has in common with others that programs generate without end (traps.h). */
enum kind_sort {
    KIND_NONE,
    KIND_SESSION, /* a parameter whose value is like a session id: name is the origin and the parameter's */
    KIND_DEEP,    /* a path of more than 40 segments: name is the origin */
    KIND_DATE,    /* a year and a month: name is the URL with # for numbers */
    KIND_QUERY    /* any query: name is the URL up to it, with "?*" */
};

/* Sets NAME, which has room for LIMIT_URL_BYTES; it is empty for KIND_NONE. */
enum kind_sort kind_name(const struct url *url, struct buf *name) __attribute__((nonnull));

/* The words to put before a name. */
const char *kind_sort_text(enum kind_sort sort) __attribute__((returns_nonnull));

/* Adds TEXT to OUT without numbers (KIND_DATE) or without words that look like session ids (KIND_SESSION). */
void kind_essence(enum kind_sort sort, struct span text, struct buf *out) __attribute__((nonnull));

#endif
