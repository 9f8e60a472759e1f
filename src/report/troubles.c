/* SPDX-License-Identifier: MIT */
/* A bitmap by id separates the few links with a problem from the many without; only the former need a search.
 * All lists are in the order of ids, as they were added. */
#include "config.h"

#include "report/troubles.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"

void troubles_add(struct troubles *troubles, int64_t id, int64_t referrer, unsigned kinds)
{
    if (kinds == TROUBLE_NONE)
        return;
    troubles->list = mem_extend(troubles->list, troubles->count, &troubles->room, sizeof *troubles->list);
    troubles->list[troubles->count++] =
        (struct trouble){.id = (uint32_t)id, .first = {(uint32_t)referrer}, .kinds = kinds};
    troubles->links += (kinds & TROUBLE_LINK) > 0;
    troubles->requisites += (kinds & TROUBLE_REQUISITE) > 0;
    troubles->passing += (kinds & TROUBLE_PASSING) > 0;
}

void troubles_add_redirect(struct troubles *troubles, int64_t id, int64_t to)
{
    troubles->ways =
        mem_extend(troubles->ways, troubles->way_count, &troubles->way_room, sizeof *troubles->ways);
    troubles->ways[troubles->way_count++] = (struct trouble_way){.id = (uint32_t)id, .to = (uint32_t)to};
}

/* Compares ids, with which both types of elements begin. */
static int compare_ids(const void *key, const void *element)
{
    uint32_t id = *(const uint32_t *)key, other = *(const uint32_t *)element;

    return (id > other) - (id < other);
}

static struct trouble *find(const struct troubles *troubles, uint32_t id)
{
    return troubles->count > 0
               ? bsearch(&id, troubles->list, troubles->count, sizeof *troubles->list, compare_ids)
               : NULL;
}

static const struct trouble_way *find_way(const struct troubles *troubles, uint32_t id)
{
    return bsearch(&id, troubles->ways, troubles->way_count, sizeof *troubles->ways, compare_ids);
}

static void mark(struct troubles *troubles, uint32_t id)
{
    troubles->marks[id / 64] |= (uint64_t)1 << id % 64;
}

static bool is_marked(const struct troubles *troubles, uint32_t id)
{
    return id / 64 < troubles->mark_words && (troubles->marks[id / 64] >> id % 64 & 1);
}

/* Follows the redirects that begin with WAY. Returns the trouble at their end, or NULL. */
static const struct trouble *follow(const struct troubles *troubles, const struct trouble_way *way)
{
    uint32_t id = way->id;

    for (int hops = 0; way && hops < LIMIT_REDIRECTS; hops++) {
        id = way->to;
        way = find_way(troubles, id);
    }
    return find(troubles, id);
}

void troubles_settle(struct troubles *troubles)
{
    uint32_t last = troubles->count > 0 ? troubles->list[troubles->count - 1].id : 0;
    struct trouble_way *kept;
    size_t count = 0;

    if (troubles->way_count > 0 && troubles->ways[troubles->way_count - 1].id > last)
        last = troubles->ways[troubles->way_count - 1].id;
    troubles->mark_words = last / 64 + 1;
    troubles->marks = mem_new(troubles->mark_words, sizeof *troubles->marks);
    for (size_t i = 0; i < troubles->count; i++)
        mark(troubles, troubles->list[i].id);
    kept = mem_new(troubles->way_count + 1, sizeof *kept);
    for (size_t i = 0; i < troubles->way_count; i++) {
        const struct trouble *end = follow(troubles, &troubles->ways[i]);

        if (!end)
            continue;
        mark(troubles, troubles->ways[i].id);
        kept[count++] =
            (struct trouble_way){.id = troubles->ways[i].id, .to = (uint32_t)(end - troubles->list)};
    }
    free(troubles->ways);
    troubles->ways = kept;
    troubles->way_count = count;
}

static void add_page(struct trouble *trouble, uint32_t page)
{
    if (trouble->pages > 0 && trouble->last == page)
        return;
    if (trouble->pages < TROUBLE_PAGES)
        trouble->first[trouble->pages] = page;
    trouble->pages++;
    trouble->last = page;
}

void troubles_add_links(struct troubles *troubles, int64_t page, const int64_t *targets, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t id = (uint32_t)targets[i];
        struct trouble *trouble;
        const struct trouble_way *way;

        if (!is_marked(troubles, id))
            continue;
        trouble = find(troubles, id);
        way = trouble ? NULL : find_way(troubles, id);
        if (way)
            trouble = &troubles->list[way->to];
        if (trouble)
            add_page(trouble, (uint32_t)page);
    }
}

static int compare(const void *a, const void *b)
{
    const struct trouble *one = a, *other = b;

    if (one->pages != other->pages)
        return one->pages < other->pages ? 1 : -1;
    return (one->id > other->id) - (one->id < other->id);
}

void troubles_sort(struct troubles *troubles)
{
    for (size_t i = 0; i < troubles->count; i++) {
        if (troubles->list[i].pages == 0 && troubles->list[i].first[0] > 0)
            troubles->list[i].pages = 1;
    }
    if (troubles->count > 0)
        qsort(troubles->list, troubles->count, sizeof *troubles->list, compare);
}

void troubles_release(struct troubles *troubles)
{
    free(troubles->list);
    free(troubles->ways);
    free(troubles->marks);
    *troubles = (struct troubles){0};
}
