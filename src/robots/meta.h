/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_META_H
#define TIPTOE_ROBOTS_META_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

/* What a page says to robots about itself: META elements, X-Robots-Tag and Robots-Tag header fields. The sum
 * of the restrictive terms wins over everything permissive. Pure: plain values in, verdict out. */

/* One meta element: its attributes' values, decoded to UTF-8. An attribute that is not there has a NULL
 * start. */
struct meta_entry {
    struct span name;
    struct span http_equiv;
    struct span content;
};

struct meta_input {
    struct span agent; /* "tiptoe", "tiptoe/1.0" or a whole User-Agent value */
    const struct meta_entry *entries;
    size_t entry_count;
    const struct span *headers; /* lines "Name: value" of any name, each as it was received */
    size_t header_count;
    int64_t now_ms; /* since 1970 UTC */
};

/* What a term that was found does. */
enum meta_effect {
    META_NOTHING,      /* permissive, unknown to a mirror, or a date to come */
    META_NO_INDEX = 1, /* these add up */
    META_NO_FOLLOW = 2,
    META_NO_ARCHIVE = 4,
    META_NO_IMAGES = 8
};

enum meta_source { META_ELEMENT, META_X_ROBOTS_TAG, META_ROBOTS_TAG };

struct meta_term {
    struct span text; /* as it is written; borrowed from the input */
    unsigned effect;  /* of enum meta_effect */
    enum meta_source source;
    size_t index; /* of the entry or the header line */
};

/* Init once, judge many, release: the list of terms keeps its memory. */
struct meta_verdict {
    bool index;
    bool follow;
    bool archive;
    bool images;               /* false: noimageindex; strict mode then stores no images of the page */
    int64_t unavailable_at_ms; /* the earliest unavailable_after still to come; -1 none */
    struct meta_term *terms;   /* all that were addressed to us and known, in order */
    size_t term_count;
    size_t room;
};

void meta_init(struct meta_verdict *verdict) __attribute__((nonnull));
void meta_release(struct meta_verdict *verdict) __attribute__((nonnull));

/* Store a page if index and archive, extract its links if follow. VERDICT's spans live as long as INPUT's. */
void meta_judge(struct meta_verdict *verdict, const struct meta_input *input) __attribute__((nonnull));

/* "meta element", "X-Robots-Tag", "Robots-Tag". */
const char *meta_source_text(enum meta_source source) __attribute__((returns_nonnull));

#endif
