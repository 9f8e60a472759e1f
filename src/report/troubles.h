/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_REPORT_TROUBLES_H
#define TIPTOE_REPORT_TROUBLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* URLs that pages of the mirror lead to in vain, and which pages these are. First every URL is added in the
 * order of ids, then troubles_settle is called, then the links of every page are added. */
enum { TROUBLE_PAGES = 5 };

enum trouble_kind {
    TROUBLE_NONE = 0,
    TROUBLE_LINK = 1,      /* a link that is broken */
    TROUBLE_REQUISITE = 2, /* what a page needs and has not */
};

struct trouble {
    uint32_t id;
    uint32_t pages;                /* that lead there, straight or by redirects */
    uint32_t first[TROUBLE_PAGES]; /* the first of them */
    uint32_t last;                 /* and the last that was added */
    unsigned kinds;                /* bits of trouble_kind */
};

/* A redirect; after troubles_settle `to` is an index into the troubles, of those that end at one. */
struct trouble_way {
    uint32_t id, to;
};

struct troubles {
    struct trouble *list; /* by id */
    size_t count, room;
    struct trouble_way *ways;
    size_t way_count, way_room;
    uint64_t *marks; /* a bit for each id that leads to a trouble */
    size_t mark_words;
    size_t links, requisites; /* how many of each kind there are */
};

/* REFERRER is where it was found first; it stands for the pages where no page's links have it. */
void troubles_add(struct troubles *troubles, int64_t id, int64_t referrer, unsigned kinds)
    __attribute__((nonnull));
void troubles_add_redirect(struct troubles *troubles, int64_t id, int64_t to) __attribute__((nonnull));
void troubles_settle(struct troubles *troubles) __attribute__((nonnull));
void troubles_add_links(struct troubles *troubles, int64_t page, const int64_t *targets, size_t count)
    __attribute__((nonnull(1)));

/* Those on most pages first. */
void troubles_sort(struct troubles *troubles) __attribute__((nonnull));
void troubles_release(struct troubles *troubles) __attribute__((nonnull));

#endif
