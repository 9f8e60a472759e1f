/* SPDX-License-Identifier: MIT */
/* Wrong guesses, and the pages that must be woven again because of them. */
#include "config.h"

#include "frontier/links.h"
#include "frontier/scene.h"

enum { TARGETS = 3, PAGES = 3 };

/* Three targets, and pages that were woven at the sequences 5, 10 and 15. */
struct site {
    int64_t targets[TARGETS], pages[PAGES];
};

static int64_t add_page(struct scene *scene, const char *url, int64_t woven, const int64_t *links,
                        size_t count)
{
    struct frontier_ids list = {0};
    int64_t id = scene_add(scene, url, FRONTIER_PAGE);

    scene_finish(scene, id);
    must(frontier_set_woven(scene->frontier, id, woven));
    for (size_t i = 0; i < count; i++)
        frontier_ids_add(&list, links[i]);
    must(frontier_set_links(scene->frontier, id, &list));
    frontier_ids_release(&list);
    return id;
}

static void make_site(struct scene *scene, struct site *site)
{
    int64_t *targets = site->targets;

    targets[0] = scene_add(scene, "https://example.org/t0", FRONTIER_PAGE);
    targets[1] = scene_add(scene, "https://example.org/t1", FRONTIER_PAGE);
    targets[2] = scene_add(scene, "https://example.org/t2", FRONTIER_PAGE);
    site->pages[0] = add_page(scene, "https://example.org/p0", 5, (int64_t[]){targets[0]}, 1);
    site->pages[1] = add_page(scene, "https://example.org/p1", 10, (int64_t[]){targets[0], targets[1]}, 2);
    site->pages[2] = add_page(scene, "https://example.org/p2", 15, (int64_t[]){targets[2], targets[1]}, 2);
}

/* The stale pages as digits: "02" is the first and the third. */
static const char *stale(struct scene *scene, const struct site *site, int64_t after, int64_t woven_below,
                         size_t room)
{
    static char text[PAGES + 2];
    struct frontier_misguesses misguesses = {0};
    int64_t pages[PAGES + 1];
    size_t count = 0, len = 0;

    must(frontier_read_misguesses(scene->frontier, &misguesses));
    must(frontier_stale_pages(scene->frontier, &misguesses, after, woven_below, pages, room, &count));
    for (size_t i = 0; i < count; i++)
        for (int page = 0; page < PAGES; page++)
            if (site->pages[page] == pages[i])
                text[len++] = (char)('0' + page);
    text[len] = '\0';
    frontier_misguesses_release(&misguesses);
    return text;
}

static void test_sequences(struct scene *scene)
{
    struct frontier_misguesses misguesses = {0};
    struct site site;

    make_site(scene, &site);
    must(frontier_misguessed(scene->frontier, site.targets[0], 10));
    is_str(stale(scene, &site, 0, INT64_MAX, 4), "0", "a page that was woven before the wrong guess");
    must(frontier_misguessed(scene->frontier, site.targets[0], 11));
    is_str(stale(scene, &site, 0, INT64_MAX, 4), "01", "two pages, because the greater sequence counts");
    must(frontier_misguessed(scene->frontier, site.targets[0], 7));
    is_str(stale(scene, &site, 0, INT64_MAX, 4), "01", "a lesser sequence changes nothing");
    must(frontier_misguessed(scene->frontier, site.targets[1], 16));
    is_str(stale(scene, &site, 0, INT64_MAX, 4), "012", "all pages that link to one of two");
    is_str(stale(scene, &site, 0, INT64_MAX, 3), "012", "as many as there is room for");
    is_str(stale(scene, &site, 0, INT64_MAX, 2), "01", "no more than there is room for");
    is_str(stale(scene, &site, site.pages[0], INT64_MAX, 2), "12", "the next ones");
    is_str(stale(scene, &site, site.pages[2], INT64_MAX, 2), "", "no more pages");
    is_str(stale(scene, &site, 0, 10, 4), "0", "pages woven before a sequence");
    is_str(stale(scene, &site, 0, 11, 4), "01", "and before the next one");
    must(frontier_read_misguesses(scene->frontier, &misguesses));
    ok(misguesses.count == 2 && misguesses.least == 11 && misguesses.greatest == 16,
       "the least and the greatest sequence");
    must(frontier_edit(scene->frontier, FRONTIER_FORGET_MISGUESSES, 0));
    must(frontier_read_misguesses(scene->frontier, &misguesses));
    ok(misguesses.count == 0 && !misguesses.urls.words, "no wrong guesses");
    must(frontier_misguessed(scene->frontier, site.targets[2], 20));
    must(frontier_misguessed(scene->frontier, site.targets[1], 30));
    must(frontier_misguessed(scene->frontier, site.targets[0], 3));
    must(frontier_read_misguesses(scene->frontier, &misguesses));
    ok(misguesses.least == 3 && misguesses.greatest == 30, "in another order");
    frontier_misguesses_release(&misguesses);
    is_str(stale(scene, &site, 0, INT64_MAX, 4), "12", "a page woven after the guess was known is right");
}

static void redirect(struct scene *scene, int64_t from, int64_t to)
{
    struct frontier_visit visit = {
        .url = from, .state = FRONTIER_REDIRECTED, .attempts = 1, .status = 301, .redirect_to = to};

    must(frontier_finish(scene->frontier, &visit));
}

/* A URL that redirects to a wrong guess, directly or not, is wrong for all pages. */
static void test_redirects(struct scene *scene)
{
    struct site site;
    int64_t last;

    make_site(scene, &site);
    last = scene_add(scene, "https://example.org/last", FRONTIER_PAGE);
    redirect(scene, site.targets[1], site.targets[2]);
    redirect(scene, site.targets[2], last);
    must(frontier_misguessed(scene->frontier, last, 2));
    is_str(stale(scene, &site, 0, INT64_MAX, 4), "12", "pages that link to redirects");
    is_int(scene_query(scene, "SELECT count(*) FROM misguess"), 0, "not committed");
    must(frontier_commit(scene->frontier));
    is_int(scene_query(scene, "SELECT count(*) FROM misguess WHERE sequence = 9223372036854775807"), 2,
           "for all pages");
    is_str(stale(scene, &site, 0, INT64_MAX, 4), "12", "the same again");
}

/* Links to ids that do not exist are ignored. */
static void test_damaged_links(struct scene *scene)
{
    struct site site;
    int64_t last;

    make_site(scene, &site);
    last = scene_add(scene, "https://example.org/last", FRONTIER_PAGE);
    must(frontier_misguessed(scene->frontier, last, 100));
    for (int i = 0; i < 5; i++) {
        int64_t id = (int64_t[]){-1, 0, 1, last, last + 1}[i];
        struct frontier_ids links = {.ids = &id, .count = 1};
        char label[60];

        must(frontier_set_links(scene->frontier, site.pages[1], &links));
        (void)snprintf(label, sizeof label, "a link to %d of %d", (int)id, (int)last);
        is_str(stale(scene, &site, 0, INT64_MAX, 4), id == last ? "1" : "", label);
    }
}

int main(void)
{
    static void (*const tests[])(struct scene *) = {test_sequences, test_redirects, test_damaged_links};

    for (size_t i = 0; i < COUNT_OF(tests); i++) {
        struct scene scene;

        scene_make(&scene);
        tests[i](&scene);
        scene_remove(&scene);
    }
    return done();
}
