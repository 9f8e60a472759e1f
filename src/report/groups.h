/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_REPORT_GROUPS_H
#define TIPTOE_REPORT_GROUPS_H

#include <stddef.h>
#include <stdint.h>

/* A list of a report: counts by key, with the ids of the first few URLs of each. Zero it first; release it at
 * the end. */
enum { GROUP_IDS = 5, GROUPS_MAX = 65536 };

struct group {
    int64_t first, second; /* the key; both -1 for all keys beyond GROUPS_MAX */
    int64_t count, bytes;
    uint32_t ids[GROUP_IDS]; /* the first URLs, at most `count` */
    uint32_t last;           /* the URL that was counted last */
};

struct groups {
    struct group *list;
    size_t count, room;
    size_t total;    /* rows, including those that were not kept */
    uint32_t *slots; /* by hash of the key: 1 + index into list */
    size_t slot_room;
};

/* Counts URL for GROUP; a URL that is counted several times in a row counts once. */
void group_count(struct group *group, int64_t url) NONNULL;

/* Counts URL for the key, and returns the row of the key, which is valid until the next call. */
struct group *groups_add(struct groups *groups, int64_t first, int64_t second, int64_t url)
    __attribute__((nonnull, returns_nonnull));

/* Adds a row, and returns it; NULL if there are already MAX. Do not mix it with groups_add. */
struct group *groups_append(struct groups *groups, int64_t first, int64_t second, size_t max) NONNULL;

/* Sorts by count, greatest first, then by key; or by the second number of the key. Then keeps MAX rows. Do
 * not add anything afterwards. */
enum groups_order { GROUPS_BY_COUNT, GROUPS_BY_SECOND };
void groups_sort(struct groups *groups, enum groups_order order, size_t max) NONNULL;
void groups_release(struct groups *groups) NONNULL;

#endif
