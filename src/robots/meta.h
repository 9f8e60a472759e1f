/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_META_H
#define TIPTOE_ROBOTS_META_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

/* What a page says to robots about itself: META elements, X-Robots-Tag and Robots-Tag header fields. The sum
 * of the restrictive terms wins over everything permissive. Pure: plain values in, verdict out. */

/* A page's META elements are read by two parsers that share no code: if one of them is wrong about what is an
 * element, the other one still finds what restricts. */
enum meta_reader {
    META_BY_BOTH, /* or by the only one that read the page */
    META_BY_TOKENIZER,
    META_BY_LIBXML2
};

/* One meta element: its attributes' values, decoded to UTF-8, empty for a missing attribute. */
struct meta_entry {
    struct span name;
    struct span http_equiv;
    struct span content;
    enum meta_reader reader;
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
    enum meta_reader reader; /* of META_ELEMENT: which reader found it */
    size_t index;            /* of the entry or the header line */
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
    unsigned disagreements; /* restrictive terms that only one of the two readers found */
};

void meta_init(struct meta_verdict *verdict) __attribute__((nonnull));
void meta_release(struct meta_verdict *verdict) __attribute__((nonnull));

/* Store a page if index and archive, extract its links if follow. VERDICT's spans live as long as INPUT's. */
void meta_judge(struct meta_verdict *verdict, const struct meta_input *input) __attribute__((nonnull));

/* Whether ENTRY speaks to all robots, or to the one with this product TOKEN. */
bool meta_is_addressed(const struct meta_entry *entry, struct span token) __attribute__((nonnull));

/* "meta element", "X-Robots-Tag", "Robots-Tag". */
const char *meta_source_text(enum meta_source source) __attribute__((returns_nonnull));

/* " (only libxml2 finds it)" and the like; empty for what both readers found. */
const char *meta_reader_text(enum meta_reader reader) __attribute__((returns_nonnull));

#endif
