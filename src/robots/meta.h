/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_META_H
#define TIPTOE_ROBOTS_META_H

#include "base/span.h"

/* A page's directives for robots: META elements, and X-Robots-Tag and Robots-Tag header fields. Restrictive
 * terms add up and override all permissive ones. Pure functions: plain values in, a verdict out. */

/* Two parsers that share no code read a page's META elements: if one misjudges what is an element, the other
 * still finds the restrictive terms. */
enum meta_reader {
    META_BY_BOTH, /* or by the only parser that read the page */
    META_BY_TOKENIZER,
    META_BY_LIBXML2
};

/* One META element: the values of its attributes, decoded to UTF-8; empty for a missing attribute. */
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
    const struct span *headers; /* lines "Name: value" with any name, each as received */
    size_t header_count;
    int64_t now_ms; /* milliseconds since 1970 UTC */
    /* If it is not NULL, it is called with CONTEXT for each word that is addressed to us and is not a term,
     * nor part of an invalid date. */
    void (*unknown)(void *context, size_t index, struct span word);
    void *context;
};

/* The effect of a term. */
enum meta_effect {
    META_NOTHING,      /* permissive, irrelevant to a mirror, or a date in the future */
    META_NO_INDEX = 1, /* the restrictions are bits and add up */
    META_NO_FOLLOW = 2,
    META_NO_ARCHIVE = 4,
    META_NO_IMAGES = 8
};

enum meta_source { META_ELEMENT, META_X_ROBOTS_TAG, META_ROBOTS_TAG };

struct meta_term {
    struct span text; /* as written; borrowed from the input */
    unsigned effect;  /* of enum meta_effect */
    enum meta_source source;
    enum meta_reader reader; /* for META_ELEMENT: the reader that found it */
    size_t index;            /* of the entry or the header line */
};

/* Initialize once, judge many times, then release: the list of terms is reused. */
struct meta_verdict {
    unsigned effects;          /* of all terms; META_NO_IMAGES: strict mode stores no images of the page */
    int64_t unavailable_at_ms; /* the earliest unavailable_after in the future; -1 if none */
    struct meta_term *terms;   /* known terms addressed to us, in order: the first LIMIT_META_TERMS, and those
                                * that   decide */
    size_t term_count;
    size_t room;
    unsigned disagreements; /* restrictive terms that only one reader found */
};

void meta_init(struct meta_verdict *verdict) NONNULL;
void meta_release(struct meta_verdict *verdict) NONNULL;

/* Judges INPUT. The page may be stored without META_NO_INDEX and META_NO_ARCHIVE; its links may be followed
 * without META_NO_FOLLOW. VERDICT's spans live as long as INPUT's. */
void meta_judge(struct meta_verdict *verdict, const struct meta_input *input) NONNULL;

/* Returns true if ENTRY is addressed to all robots, or to the one with this product TOKEN. */
bool meta_is_addressed(const struct meta_entry *entry, struct span token) NONNULL;

/* Returns "meta element", "X-Robots-Tag" or "Robots-Tag". */
const char *meta_source_text(enum meta_source source) __attribute__((returns_nonnull));

/* Returns " (only libxml2 finds it)" or similar; an empty text for terms that both readers found. */
const char *meta_reader_text(enum meta_reader reader) __attribute__((returns_nonnull));

/* Returns true if the value of a Link field has the parameter rel=license (RSL). */
bool meta_is_license(struct span link);

/* Returns true if a meta element with this name is a preference about the use of the page (TDMRep). */
bool meta_is_usage(struct span name);

#endif
