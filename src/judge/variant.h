/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_VARIANT_H
#define TIPTOE_JUDGE_VARIANT_H

#include "base/buf.h"
#include "url/url.h"

/* The features of a URL that may make no difference: what it would be without them. */

enum feature_sort {
    FEATURE_PARAMETER, /* one name, in the query or after ';' in the path */
    FEATURE_TOKENS,    /* all parameters whose names are known to be without effect (apps/views.h) */
    FEATURE_ALL,       /* all parameters together, if there are several */
    FEATURE_ORDER,     /* of the parameters of the query */
    FEATURE_LIST,      /* the order of the words of a list in the path: a+b or a,b */
    FEATURE_SLASH,     /* at the end of the path, or before index.html */
    FEATURE_INDEX,     /* index.html at the end of the path */
    FEATURE_EMPTY,     /* a query without parameters */
    /* Of no single URL: */
    FEATURE_FAMILY, /* the names of all parameters, the number of words in a list, or a date */
    FEATURE_TEXT    /* a text of pages that differs at each visit */
};

enum { VARIANT_PARTS = 20, VARIANT_FEATURES = VARIANT_PARTS + 7, VARIANT_NAMES = 1024 };

/* A feature of a URL. */
struct feature {
    enum feature_sort sort;
    struct span name; /* for readers */
    uint32_t parts;   /* a bit for each parameter that it consists of */
};

/* A URL in parts; it borrows the URL. */
struct variant {
    struct span origin, path;
    struct {
        struct span text, name;
        unsigned segment; /* of the path, from 1; 0: of the query */
    } parts[VARIANT_PARTS];
    size_t part_count;
    struct feature features[VARIANT_FEATURES];
    size_t feature_count;
    char separator; /* of the query; '\0': no query */
    char names[VARIANT_NAMES];
};

/* Takes URL apart. A URL of too many parameters has no features. */
void variant_read(struct variant *variant, const struct url *url) NONNULL;

/* Sets OUT to a text that is the same for all URLs that differ only in the features of WITHOUT (a bit for
 * each). */
void variant_write(const struct variant *variant, uint32_t without, struct buf *out) NONNULL;

/* Returns whether TEXT has a year and a month beside each other, or as one number. */
bool variant_has_date(struct span text) __attribute__((pure));

/* Sets OUT to the family of the URL among those of its kind: the sorted names of its parameters, except
 * those known for sessions, and the number of words in its list. False: it has neither, and no date; then it
 * is of no family. */
bool variant_family(const struct variant *variant, struct buf *out) NONNULL;

/* Sets OUT to the kind of path of the URL: with # for numbers; WIDE: with * for the name of the page, unless
 * that is the name of a program. */
void variant_kind(const struct variant *variant, bool wide, struct buf *out) NONNULL;

#endif
