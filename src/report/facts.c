/* SPDX-License-Identifier: MIT */
/* Collects the facts of a report in one pass over all URLs and one over all links. A URL without a problem
 * needs no memory of its own. Rows are counted in lists, and found by their keys in a tree of libc. */
#include "config.h"

#include "report/facts.h"

#include <search.h>
#include <stdio.h>

#include "base/limits.h"
#include "base/sorted.h"
#include "frontier/row.h"

/* Returns the row of a key. The list never moves, because the tree refers to its rows; memory that is not
 * used yet costs nothing. */
static struct group *find(struct groups *groups, int64_t first, int64_t second)
{
    struct group *next, **found;

    if (!groups->list)
        groups->list = mem_grow(NULL, GROUPS_MAX + 2, sizeof *groups->list);
    next = &groups->list[groups->count];
    *next = (struct group){.first = first, .second = second};
    if (groups->count >= GROUPS_MAX && !tfind(next, &groups->tree, compare_numbers))
        *next = (struct group){.first = -1, .second = -1};
    found = tsearch(next, &groups->tree, compare_numbers);
    if (!found)
        die("out of memory");
    groups->count += *found == next;
    groups->total += *found == next;
    return *found;
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

static int compare_by_count(const void *a, const void *b)
{
    const struct group *one = a, *other = b;

    if (one->count != other->count)
        return one->count < other->count ? 1 : -1;
    return compare_numbers(a, b);
}

/* Leaves a row, which belongs to its list, when its tree ends. */
static void leave(void *row)
{
    (void)row;
}

void groups_sort(struct groups *groups, bool by_count, size_t max)
{
    if (groups->count > 0)
        qsort(groups->list, groups->count, sizeof *groups->list,
              by_count ? compare_by_count : compare_numbers);
    if (groups->count > max)
        groups->count = max;
    tdestroy(groups->tree, leave);
    groups->tree = NULL;
}

void groups_release(struct groups *groups)
{
    free(groups->list);
    tdestroy(groups->tree, leave);
    *groups = (struct groups){0};
}

void report_init(struct report_facts *facts, size_t list_max)
{
    *facts = (struct report_facts){.list_max = list_max};
}

/* Sets NAME to the media type without its parameters, in lower case, and cut to the size of NAME. */
static void read_type(struct span header, char name[REPORT_TYPE_BYTES])
{
    struct span type = span_trim(span_take_until(&header, ';'), HTTP_WHITE);
    size_t len = type.len < REPORT_TYPE_BYTES - 1 ? type.len : REPORT_TYPE_BYTES - 1;

    for (size_t i = 0; i < len; i++)
        name[i] = ascii_lower(type.at[i]);
    name[len] = '\0';
    if (len == 0)
        (void)snprintf(name, REPORT_TYPE_BYTES, "no type");
}

/* Returns the row of a media type. A linear search is enough: most files have one of the first few types. */
static struct group *find_type(struct report_facts *facts, const char *name)
{
    struct groups *rows = &facts->lists[LIST_TYPES];
    size_t at = 0;

    while (at < rows->count && strcmp(facts->type_names[at], name) != 0)
        at++;
    if (at < rows->count)
        return &rows->list[at];
    if (at == REPORT_TYPES)
        return &rows->list[at - 1];
    (void)snprintf(facts->type_names[at], REPORT_TYPE_BYTES, "%s",
                   at == REPORT_TYPES - 1 ? "other types" : name);
    return groups_append(rows, (int64_t)at, 0, REPORT_TYPES);
}

/* Keeps the URLs with the greatest values; of equal ones, the first. */
static void add_top(struct groups *top, int64_t id, int64_t value)
{
    size_t at = top->count;

    while (at > 0 && top->list[at - 1].count < value)
        at--;
    if (at == REPORT_TOP)
        return;
    if (top->count < REPORT_TOP)
        (void)groups_append(top, 0, 0, REPORT_TOP);
    memmove(&top->list[at + 1], &top->list[at], (top->count - 1 - at) * sizeof top->list[0]);
    top->list[at] = (struct group){.first = id, .count = value};
}

/* Returns the place of VALUE; each place except the first begins at a limit. */
static size_t place_of(int64_t value, const int64_t *limits, size_t count)
{
    size_t place = 0;

    while (place < count && value >= limits[place])
        place++;
    return place;
}

static void add_file(struct report_facts *facts, const struct frontier_known_url *url)
{
    static const int64_t limits[REPORT_SIZES - 1] = {1000,    4000,    16000,    64000,   256000,
                                                     1000000, 4000000, 16000000, 64000000};
    char name[REPORT_TYPE_BYTES];
    struct group *type;

    read_type(url->content_type, name);
    type = find_type(facts, name);
    type->count++;
    type->bytes += url->plain_bytes;
    facts->files++;
    facts->pages +=
        span_starts(span_of(name), "text/html") || span_starts(span_of(name), "application/xhtml");
    facts->wire_bytes += url->wire_bytes;
    facts->plain_bytes += url->plain_bytes;
    facts->charts[CHART_SIZES][place_of(url->plain_bytes, limits, REPORT_SIZES - 1)]++;
    add_top(&facts->lists[LIST_LARGEST], url->id, url->plain_bytes);
    bits_add(&facts->stored, url->id);
    if (url->preferences > 0)
        groups_add(&facts->lists[LIST_PREFERENCES], url->preferences, 0, url->id);
    if (url->why > 0 || (url->shell && !url->rendered))
        (void)groups_append(&facts->lists[LIST_SHELLS], url->id, url->why, facts->list_max);
}

static void add_answer(struct report_facts *facts, const struct frontier_known_url *url)
{
    static const int64_t limits[REPORT_TIMES - 1] = {10, 30, 100, 300, 1000, 3000, 10000};
    size_t place = 5;

    if (url->status == 304)
        place = 1;
    else if (url->status >= 200 && url->status < 600)
        place = (size_t[]){0, 2, 3, 4}[url->status / 100 - 2];
    facts->charts[CHART_STATUSES][place]++;
    if (url->status == 0)
        return;
    facts->charts[CHART_TIMES][place_of(url->duration_ms, limits, REPORT_TIMES - 1)]++;
    add_top(&facts->lists[LIST_SLOWEST], url->id, url->duration_ms);
}

/* Returns whether the last answer, or its absence, does not show that the page is missing on the site. */
static bool is_passing(const struct frontier_known_url *url)
{
    return url->state == FRONTIER_FAILED &&
           (url->reason == FRONTIER_BY_NETWORK || url->reason == FRONTIER_BY_CONTENT ||
            (url->reason == FRONTIER_BY_STATUS &&
             (url->status < 400 || url->status == 408 || url->status == 429 || url->status >= 500)));
}

/* Adds a URL to a list of those that break links, and to the set of this list. Its page is the one on which
 * it was found first, which counts if no page's links contain the URL. A report of all has more than
 * GROUPS_MAX. */
static void add_breaking(struct report_facts *facts, enum report_list list, struct bits *set,
                         const struct frontier_known_url *url)
{
    size_t max = facts->list_max < GROUPS_MAX ? GROUPS_MAX : facts->list_max;
    struct group *group = groups_append(&facts->lists[list], url->id, 0, max);

    if (!group)
        return;
    group->ids[0] = (uint32_t)url->referrer;
    bits_add(set, url->id);
}

/* Lists URL as a broken link, a missing requisite, or both, if links to it fail. */
static void add_failure(struct report_facts *facts, const struct frontier_known_url *url,
                        enum frontier_class class)
{
    bool is_unwanted = (url->state == FRONTIER_REFUSED || url->state == FRONTIER_WITHHELD) &&
                       (url->reason == FRONTIER_BY_REQUISITES || url->reason == FRONTIER_BY_PATTERN ||
                        url->reason == FRONTIER_BY_TRAP || url->reason == FRONTIER_BY_FAMILY);

    if (url->kind == FRONTIER_CANDIDATE || is_unwanted)
        return;
    if ((url->roles & FRONTIER_AS_PAGE) && class == FRONTIER_CLASS_BROKEN) {
        add_breaking(facts, LIST_LINKS, &facts->links, url);
        facts->passing += is_passing(url);
    }
    if ((url->roles & FRONTIER_AS_REQUISITE) && !url->stored &&
        (class == FRONTIER_CLASS_BROKEN || class == FRONTIER_CLASS_WITHHELD ||
         class == FRONTIER_CLASS_LEFT_OUT))
        add_breaking(facts, LIST_REQUISITES, &facts->requisites, url);
}

static void add_redirect(struct report_facts *facts, int64_t id, int64_t to)
{
    *LIST_ADD(facts->redirects) = (struct report_redirect){.from = id, .to = (uint32_t)to};
    bits_add(&facts->redirecting, id);
}

/* Adds a URL to a list by state and reason, which are small numbers, and by rule. */
static void add_group(struct groups *groups, const struct frontier_known_url *url)
{
    groups_add(groups, (int64_t)url->state << 16 | (int)url->reason, url->rule, url->id);
}

/* Returns the list that says why a URL of CLASS is not in the mirror; LISTS: none. */
static enum report_list list_of(const struct frontier_known_url *url, enum frontier_class class)
{
    if (url->kind == FRONTIER_CANDIDATE && class != FRONTIER_CLASS_STORED && class != FRONTIER_CLASS_QUEUED)
        return LIST_GUESSES;
    if (class == FRONTIER_CLASS_WITHHELD)
        return LIST_WITHHELD;
    if (class == FRONTIER_CLASS_LEFT_OUT || (url->state == FRONTIER_DONE && url->reason == FRONTIER_BY_CUT))
        return LIST_LEFT_OUT;
    return LISTS;
}

void report_add_url(void *context, const struct frontier_known_url *url)
{
    struct report_facts *facts = context;
    enum frontier_class class = frontier_class(url->state, url->reason);
    enum report_list list = list_of(url, class);

    facts->known++;
    facts->queued += url->state == FRONTIER_QUEUED;
    if (url->stored)
        add_file(facts, url);
    if (url->answered)
        add_answer(facts, url);
    if (list < LISTS)
        add_group(&facts->lists[list], url);
    if (url->state == FRONTIER_REFUSED && url->reason == FRONTIER_BY_SCOPE)
        (void)groups_add(&facts->lists[LIST_HOSTS], url->origin, 0, url->id);
    if (class == FRONTIER_CLASS_MOVED && url->redirect_to > 0)
        add_redirect(facts, url->id, url->redirect_to);
    else
        add_failure(facts, url, class);
}

/* Returns the redirect of ID; NULL if it has none. */
static struct report_redirect *find_redirect(const struct report_facts *facts, int64_t id)
{
    if (!bits_has(&facts->redirecting, id))
        return NULL;
    return bsearch(&id, facts->redirects.items, facts->redirects.count, sizeof *facts->redirects.items,
                   compare_number);
}

void report_begin_links(struct report_facts *facts)
{
    for (size_t i = 0; i < facts->redirects.count; i++) {
        struct report_redirect *first = &facts->redirects.items[i], *next = first;

        for (int hops = 0; hops < LIMIT_REDIRECTS && next; hops++) {
            first->end = next->to;
            next = find_redirect(facts, first->end);
        }
    }
}

/* Counts PAGE for the row of ID, if LIST, whose ids SET has, has one. Its rows are in the order of ids. */
static void count_page(struct groups *list, const struct bits *set, int64_t id, int64_t page)
{
    struct group *group = NULL;

    if (bits_has(set, id))
        group = bsearch(&id, list->list, list->count, sizeof *list->list, compare_number);
    if (group)
        group_count(group, page);
}

void report_add_links(void *context, int64_t page, const struct frontier_ids *links)
{
    struct report_facts *facts = context;

    for (size_t i = 0; i < links->count && bits_has(&facts->stored, page); i++) {
        const struct report_redirect *redirect = find_redirect(facts, links->ids[i]);
        int64_t id = redirect ? redirect->end : links->ids[i];

        count_page(&facts->lists[LIST_LINKS], &facts->links, id, page);
        count_page(&facts->lists[LIST_REQUISITES], &facts->requisites, id, page);
    }
}

void report_add_run(void *context, const struct frontier_run *run)
{
    struct report_facts *facts = context;

    *MEM_ADD(facts->runs, facts->run_count, facts->run_room) = *run;
}

void report_add_change(struct report_facts *facts, int64_t url, int kind)
{
    if (kind < 0 || kind >= FRONTIER_CHANGE_KINDS)
        return;
    if ((size_t)groups_add(&facts->lists[LIST_CHANGE_COUNTS], kind, 0, url)->count <= facts->list_max)
        (void)groups_append(&facts->lists[LIST_CHANGES], kind, url, SIZE_MAX);
    else
        facts->lists[LIST_CHANGES].total++;
}

/* Counts the page on which a URL was found for the rows that no link counted. */
static void add_first_pages(struct groups *list)
{
    for (size_t i = 0; i < list->count; i++)
        list->list[i].count += list->list[i].count == 0 && list->list[i].ids[0] > 0;
}

void report_finish(struct report_facts *facts)
{
    static const enum report_list counted[] = {LIST_LINKS,       LIST_REQUISITES, LIST_GUESSES,
                                               LIST_WITHHELD,    LIST_LEFT_OUT,   LIST_HOSTS,
                                               LIST_PREFERENCES, LIST_TYPES};

    add_first_pages(&facts->lists[LIST_LINKS]);
    add_first_pages(&facts->lists[LIST_REQUISITES]);
    for (size_t i = 0; i < COUNT_OF(counted); i++)
        groups_sort(&facts->lists[counted[i]], true, facts->list_max);
    groups_sort(&facts->lists[LIST_CHANGE_COUNTS], false, SIZE_MAX);
    groups_sort(&facts->lists[LIST_CHANGES], false, SIZE_MAX);
}

void report_release(struct report_facts *facts)
{
    for (int list = 0; list < LISTS; list++)
        groups_release(&facts->lists[list]);
    bits_release(&facts->stored);
    bits_release(&facts->links);
    bits_release(&facts->requisites);
    bits_release(&facts->redirecting);
    free(facts->redirects.items);
    free(facts->runs);
    *facts = (struct report_facts){0};
}
