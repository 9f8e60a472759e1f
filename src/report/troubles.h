/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_REPORT_TROUBLES_H
#define TIPTOE_REPORT_TROUBLES_H

#include <stddef.h>
#include <stdint.h>

/* The URLs that break links, and the pages that link to them. Add every URL in the order of ids, then call
 * troubles_settle, then add the links of every page. */
enum { TROUBLE_PAGES = 5 };

enum trouble_kind {
    TROUBLE_NONE = 0,
    TROUBLE_LINK = 1,      /* a broken link */
    TROUBLE_REQUISITE = 2, /* a missing part of a page */
    TROUBLE_PASSING = 4,   /* with TROUBLE_LINK: it may work on the site at another time */
};

struct trouble {
    uint32_t id;
    uint32_t pages;                /* number of pages that link to it, directly or by redirects */
    uint32_t first[TROUBLE_PAGES]; /* the first of these pages */
    uint32_t last;                 /* the page that was added last */
    unsigned kinds;                /* bits of trouble_kind */
};

/* A redirect. troubles_settle keeps only those that end at a trouble, and makes `to` its index. */
struct trouble_way {
    uint32_t id, to;
};

struct troubles {
    struct trouble *list; /* by id */
    size_t count, room;
    struct trouble_way *ways;
    size_t way_count, way_room;
    uint64_t *marks; /* a bit for each trouble, and each redirect to one */
    size_t mark_words;
    size_t links, requisites, passing; /* number of each kind */
};

/* Adds a URL. REFERRER is the page on which it was found first, which counts if no page's links contain the
 * URL. */
void troubles_add(struct troubles *troubles, int64_t id, int64_t referrer, unsigned kinds)
    __attribute__((nonnull));
void troubles_add_redirect(struct troubles *troubles, int64_t id, int64_t to) __attribute__((nonnull));
void troubles_settle(struct troubles *troubles) __attribute__((nonnull));
void troubles_add_links(struct troubles *troubles, int64_t page, const int64_t *targets, size_t count)
    __attribute__((nonnull(1)));

/* Sorts by number of pages, greatest first. */
void troubles_sort(struct troubles *troubles) __attribute__((nonnull));
void troubles_release(struct troubles *troubles) __attribute__((nonnull));

#endif
