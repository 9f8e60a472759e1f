/* SPDX-License-Identifier: MIT */
/* Lists of counted rows, found by their keys through a hash table. The keys are ids of our own database, so
 * that a site cannot make them collide. */
#include "config.h"

#include "report/groups.h"

#include <stdlib.h>

#include "base/alloc.h"

static size_t slot_of(const struct groups *groups, int64_t first, int64_t second)
{
    uint64_t hash = ((uint64_t)first * 0x9e3779b97f4a7c15U ^ (uint64_t)second) * 0xff51afd7ed558ccdU;
    size_t slot = (size_t)(hash >> 32) & (groups->slot_room - 1);

    while (groups->slots[slot] > 0) {
        const struct group *group = &groups->list[groups->slots[slot] - 1];

        if (group->first == first && group->second == second)
            break;
        slot = (slot + 1) & (groups->slot_room - 1);
    }
    return slot;
}

static void grow(struct groups *groups)
{
    groups->room = groups->room * 2 + 64;
    groups->list = mem_grow(groups->list, groups->room, sizeof *groups->list);
    groups->slot_room = groups->slot_room > 0 ? groups->slot_room * 2 : 128;
    while (groups->slot_room < 2 * groups->room)
        groups->slot_room *= 2;
    free(groups->slots);
    groups->slots = mem_new(groups->slot_room, sizeof *groups->slots);
    for (size_t i = 0; i < groups->count; i++)
        groups->slots[slot_of(groups, groups->list[i].first, groups->list[i].second)] = (uint32_t)i + 1;
}

static struct group *find(struct groups *groups, int64_t first, int64_t second)
{
    size_t slot;

    if (groups->count == groups->room)
        grow(groups);
    slot = slot_of(groups, first, second);
    if (groups->slots[slot] == 0) {
        if (groups->count >= GROUPS_MAX && first != -1)
            return find(groups, -1, -1);
        groups->list[groups->count++] = (struct group){.first = first, .second = second};
        groups->total++;
        groups->slots[slot] = (uint32_t)groups->count;
    }
    return &groups->list[groups->slots[slot] - 1];
}

void group_count(struct group *group, int64_t url)
{
    if (group->count > 0 && group->last == (uint32_t)url)
        return;
    if (group->count < GROUP_IDS)
        group->ids[group->count] = (uint32_t)url;
    group->count++;
    group->last = (uint32_t)url;
}

struct group *groups_add(struct groups *groups, int64_t first, int64_t second, int64_t url)
{
    struct group *group = find(groups, first, second);

    group_count(group, url);
    return group;
}

struct group *groups_append(struct groups *groups, int64_t first, int64_t second, size_t max)
{
    struct group *group;

    groups->total++;
    if (groups->count >= max)
        return NULL;
    group = MEM_ADD(groups->list, groups->count, groups->room);
    *group = (struct group){.first = first, .second = second};
    return group;
}

static int compare_by_first(const void *a, const void *b)
{
    const struct group *one = a, *other = b;

    if (one->first != other->first)
        return one->first < other->first ? -1 : 1;
    return (one->second > other->second) - (one->second < other->second);
}

static int compare_by_count(const void *a, const void *b)
{
    const struct group *one = a, *other = b;

    if (one->count != other->count)
        return one->count < other->count ? 1 : -1;
    return compare_by_first(a, b);
}

static int compare_by_second(const void *a, const void *b)
{
    const struct group *one = a, *other = b;

    if (one->second != other->second)
        return one->second < other->second ? -1 : 1;
    return compare_by_first(a, b);
}

void groups_sort(struct groups *groups, enum groups_order order, size_t max)
{
    if (groups->count > 0)
        qsort(groups->list, groups->count, sizeof *groups->list,
              order == GROUPS_BY_COUNT ? compare_by_count : compare_by_second);
    if (groups->count > max)
        groups->count = max;
    free(groups->slots);
    groups->slots = NULL;
}

void groups_release(struct groups *groups)
{
    free(groups->list);
    free(groups->slots);
    *groups = (struct groups){0};
}
