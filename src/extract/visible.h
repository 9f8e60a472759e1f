/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_VISIBLE_H
#define TIPTOE_EXTRACT_VISIBLE_H

#include "markup/tokenizer.h"
#include "markup/value.h"

/* The maximum text of one page. A book of 150,000 words is shorter. */
enum { VISIBLE_TEXT_MAX = 1024 * 1024 };

/* Reads the text that a page shows: in UTF-8, with references decoded, without scripts, styles, templates,
 * noscript and the title. Blocks and words are separated by one space; there are no control or invisible
 * characters. Its memory is used again from page to page. */
struct visible {
    struct tokenizer tokenizer;
    struct content content;
    struct transcoder transcoder;
    struct value value;
    const char *encoding; /* of the text that is read */
    struct span hiding;   /* the element whose content is not shown now, */
    unsigned depth;       /* and how many of that name are open */
    struct glance hidden, lined;
    unsigned scripts, roots; /* script files, and elements that wait for scripts to fill them */
    bool opened;             /* such an element has just begun */
    bool has_content;        /* links, pictures, forms or frames */
    size_t heading;          /* where the text of the open heading begins */
    bool by_lines;           /* for the caller to set: blocks are separated by line ends, not spaces */
    struct buf *headings;    /* the same: gets a copy of the text of h1 to h6; NULL: none is wanted */
};

void visible_init(struct visible *visible) NONNULL;
void visible_release(struct visible *visible) NONNULL;

/* Adds the text of a document of type text/html or application/xhtml+xml to OUT, cut at its maximum or at
 * VISIBLE_TEXT_MAX. CONTENT_TYPE is the header value, and may be empty. */
void visible_read(struct visible *visible, struct span document, struct span content_type, struct buf *out)
    NONNULL;

/* Returns true if a page shows almost nothing until its scripts have built it: it has a script file or a
 * script that finds or makes elements, no links, pictures, forms or frames, and no text at all, or little and
 * an empty element to fill. */
bool visible_is_shell(struct visible *visible, struct span document, struct span content_type) NONNULL;

/* Adds TEXT, in UTF-8, as above: malformed bytes become U+FFFD, white space becomes one space, or none at the
 * start of OUT. */
void visible_add(struct buf *out, struct span text) NONNULL;

enum { WORDING_PARTS = 32 };

/* The content signature of a page: its visible words without numbers, dates and tokens, with and without the
 * words of its URL and title. The whole program compares the contents of pages by this. Each word belongs to
 * a part, so two pages that differ in a few words differ in a few parts, however long they are. The numbers
 * are the same in each run, so a mirror can keep them. */
struct wording {
    uint16_t all[WORDING_PARTS]; /* sums over the words of each part, */
    uint16_t own[WORDING_PARTS]; /* and over those that neither URL nor title has */
    uint64_t text;  /* words, numbers, title and links, in their order, without times and tokens */
    uint64_t bytes; /* the whole body */
};

/* A page to read. */
struct wording_page {
    struct span bytes, type; /* type: the header Content-Type */
    struct span digest;      /* of the body */
    struct span url;         /* may be empty */
};

/* Reads the wording of PAGE. A body without visible words, or with an empty TYPE, has one word: its digest.
 */
void wording_read(struct wording *wording, struct visible *visible, const struct wording_page *page) NONNULL;

/* Returns the number of parts in which two pages differ, OWN: by the words that neither URL nor title has. It
 * is about twice the number of words that were replaced, at most WORDING_PARTS. */
unsigned wording_distance(const struct wording *a, const struct wording *b, bool own)
    __attribute__((nonnull, pure));

#endif
