/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_WORDING_H
#define TIPTOE_EXTRACT_WORDING_H

#include "base/span.h"

struct visible;

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
