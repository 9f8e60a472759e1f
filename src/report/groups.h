/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_REPORT_GROUPS_H
#define TIPTOE_REPORT_GROUPS_H

#include <stddef.h>
#include <stdint.h>

/* Counts by key, with the first few URLs of each. Zero it first; release it at the end. */
enum { GROUP_EXAMPLES = 3, GROUPS_MAX = 65536 };

struct group {
    int64_t first, second; /* the key; both -1 for all keys beyond GROUPS_MAX */
    int64_t count;
    uint32_t examples[GROUP_EXAMPLES]; /* ids of the first URLs, at most `count` */
};

struct groups {
    struct group *list;
    size_t count, room;
    uint32_t *slots; /* by hash of the key: 1 + index into list */
    size_t slot_room;
};

void groups_add(struct groups *groups, int64_t first, int64_t second, int64_t url) __attribute__((nonnull));

/* Sorts by count, greatest first, then by key. Do not add anything afterwards. */
void groups_sort(struct groups *groups) __attribute__((nonnull));
void groups_release(struct groups *groups) __attribute__((nonnull));

#endif
