/* SPDX-License-Identifier: MIT */
/* Counts by key: the order, the examples, and what is beyond the maximum. */
#include "config.h"

#include "report/facts.h"

#include "tap.h"

static void test_order(void)
{
    static const int keys[][2] = {{1, 1}, {2, 0}, {1, 2}, {2, 0}, {2, 0}, {2, 0}, {1, 2}};
    struct groups groups = {0};

    for (size_t i = 0; i < COUNT_OF(keys); i++)
        groups_add(&groups, keys[i][0], keys[i][1], (int64_t)i + 100);
    groups_sort(&groups, true, SIZE_MAX);
    is_int(groups.count, 3, "three keys");
    is_int(groups.list[0].first, 2, "the most frequent first");
    is_int(groups.list[0].count, 4, "of four");
    is_int(groups.list[0].ids[0], 101, "its first example");
    is_int(groups.list[0].ids[2], 104, "and its third");
    is_int(groups.list[1].second, 2, "then the next");
    is_int(groups.list[2].count, 1, "then the last");
    groups_release(&groups);
}

static void test_many(void)
{
    struct groups groups = {0};
    int64_t sum = 0;

    for (int64_t i = 0; i < GROUPS_MAX + 1000; i++)
        groups_add(&groups, i, i * 7, i + 1);
    groups_add(&groups, 5, 35, 1);
    groups_sort(&groups, true, SIZE_MAX);
    is_int(groups.count, GROUPS_MAX + 1, "no more keys than there may be, and one for all others");
    is_int(groups.list[0].count, 1000, "which counts them");
    is_int(groups.list[0].first, -1, "and is known by its key");
    is_int(groups.list[1].first, 5, "a key that was there is found still");
    for (size_t i = 0; i < groups.count; i++)
        sum += groups.list[i].count;
    is_int(sum, GROUPS_MAX + 1001, "nothing is lost");
    groups_release(&groups);
}

/* Rows that are not counted by key: some are kept, all are counted. */
static void test_rows(void)
{
    struct groups groups = {0};

    for (int64_t i = 0; i < 10; i++) {
        struct group *row = groups_append(&groups, 10 - i, i, 4);

        ok(!row == (i >= 4), "row %d is kept, or not", (int)i);
    }
    is_int(groups.total, 10, "all are counted");
    groups_sort(&groups, false, 2);
    is_int(groups.list[0].first, 7, "by key");
    is_int(groups.count, 2, "and cut");
    groups_release(&groups);
}

/* The URLs of a row: each once, the first of them kept. */
static void test_urls(void)
{
    struct groups groups = {0};
    struct group *row = groups_append(&groups, 20, 0, SIZE_MAX);

    for (int64_t url = 1; url <= 2 * GROUP_IDS; url++) {
        group_count(row, url);
        group_count(row, url);
    }
    is_int(row->count, 2 * GROUP_IDS, "a URL that repeats counts once");
    is_int(row->ids[GROUP_IDS - 1], GROUP_IDS, "the last that is kept");
    groups_release(&groups);
}

int main(void)
{
    struct groups none = {0};

    test_order();
    test_many();
    test_rows();
    test_urls();
    groups_sort(&none, true, SIZE_MAX);
    is_int(none.count, 0, "nothing at all");
    groups_release(&none);
    return done();
}
