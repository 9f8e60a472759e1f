/* SPDX-License-Identifier: MIT */
/* Which pages lead to trouble: straight, by redirects, twice from one page, from none. */
#include "config.h"

#include "report/troubles.h"

#include "tap.h"

static const struct trouble *find(const struct troubles *troubles, uint32_t id)
{
    for (size_t i = 0; i < troubles->count; i++) {
        if (troubles->list[i].id == id)
            return &troubles->list[i];
    }
    return NULL;
}

static void add_links(struct troubles *troubles, int64_t page, const int64_t *ids)
{
    size_t count = 0;

    while (ids[count] > 0)
        count++;
    troubles_add_links(troubles, page, ids, count);
}

static void test_pages(void)
{
    struct troubles troubles = {0};

    troubles_add(&troubles, 3, 1, TROUBLE_LINK);
    troubles_add(&troubles, 4, 1, TROUBLE_NONE);
    troubles_add_redirect(&troubles, 5, 6); /* to 70 by two hops */
    troubles_add_redirect(&troubles, 6, 70);
    troubles_add_redirect(&troubles, 7, 4); /* to what is well */
    troubles_add_redirect(&troubles, 8, 9); /* a circle */
    troubles_add_redirect(&troubles, 9, 8);
    troubles_add(&troubles, 70, 1, TROUBLE_LINK | TROUBLE_REQUISITE);
    troubles_add(&troubles, 71, 2, TROUBLE_REQUISITE);
    troubles_settle(&troubles);
    is_int(troubles.links, 2, "links");
    is_int(troubles.requisites, 2, "requisites");
    add_links(&troubles, 1, (int64_t[]){3, 4, 3, 7, 8, 9, 1000000, 0});
    for (int64_t page = 10; page < 20; page++)
        add_links(&troubles, page, (int64_t[]){5, 70, 6, 0});
    troubles_sort(&troubles);
    is_int(troubles.list[0].id, 70, "the one on most pages first");
    is_int(troubles.list[0].pages, 10, "a page that links by three ways counts once");
    is_int(troubles.list[0].first[0], 10, "the first page");
    is_int(troubles.list[0].first[TROUBLE_PAGES - 1], 14, "and the last that is kept");
    is_int(find(&troubles, 3)->pages, 1, "linked twice from one page");
    is_int(find(&troubles, 71)->pages, 1, "in no list of links: the page that it was found on");
    is_int(find(&troubles, 71)->first[0], 2, "which is named");
    ok(!find(&troubles, 4), "a good URL is not a problem");
    troubles_release(&troubles);
}

static void test_none(void)
{
    struct troubles troubles = {0};

    troubles_settle(&troubles);
    add_links(&troubles, 1, (int64_t[]){1, 64, 65, 0});
    troubles_sort(&troubles);
    is_int(troubles.count, 0, "no trouble at all");
    troubles_release(&troubles);
}

int main(void)
{
    test_pages();
    test_none();
    return done();
}
