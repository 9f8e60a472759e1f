/* SPDX-License-Identifier: MIT */
/* Which sets of changed pages are a broken site. */
#include "config.h"

#include "update/update.h"

#include "frontier/frontier.h"
#include "frontier/row.h"
#include "judge/scene.h"

enum { PAGES = 24 };

/* The words of a page: those that all pages have, and some of its own. */
struct look {
    int common, own;
};

static void make_wording(struct wording *wording, int page, const struct look *look)
{
    *wording =
        (struct wording){.bytes = (uint64_t)page << 32 | (uint64_t)look->common << 16 | (uint64_t)look->own};
    wording->text = wording->bytes;
    for (int i = 0; i < WORDING_PARTS; i++) {
        wording->all[i] = (uint16_t)(look->common + (i < look->own ? page * 7 + i + 1 : 0));
        wording->own[i] = wording->all[i];
    }
}

/* Of each four pages, PART change from BEFORE to NOW, the others to OTHERS. */
static const struct {
    const char *label;
    struct look before, now, others;
    int part;
    unsigned kept;
} cases[] = {
    {"all pages become one page", {1, 20}, {2, 0}, {0}, 4, PAGES},
    {"all become one page in a large menu, with some names", {1, 20}, {1, 4}, {0}, 4, PAGES},
    {"a redesign", {1, 20}, {2, 20}, {0}, 4, 0},
    {"a redesign that adds words", {1, 20}, {2, 30}, {0}, 4, 0},
    {"a redesign that removes a few words", {1, 20}, {2, 12}, {0}, 4, 0},
    {"pages that were alike stay alike", {1, 1}, {2, 1}, {0}, 4, 0},
    {"every second page becomes one page, the others change", {1, 20}, {2, 0}, {3, 20}, 2, PAGES / 2},
    {"a quarter becomes one page", {1, 20}, {2, 0}, {3, 20}, 1, PAGES / 4},
    {"two pages by turns", {1, 20}, {2, 0}, {3, 0}, 2, PAGES},
};

static void hold(struct scene *scene, int page, const struct look *before, const struct look *now)
{
    static const unsigned char digest[32] = "x";
    struct outage_change change;
    struct frontier_held held = {.url = page + 1,
                                 .digest = span_make((const char *)digest, sizeof digest),
                                 .archive = 1,
                                 .wordings = span_make((const char *)&change, sizeof change)};

    make_wording(&change.before, page, before);
    make_wording(&change.now, page, now);
    must(frontier_hold(scene->mirror.frontier, &held));
}

static void test_cases(struct scene *scene)
{
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint64_t left = 0;
        struct frontier_held held = {.url = 0};

        for (int page = 0; page < PAGES; page++)
            hold(scene, page, &cases[i].before, page % 4 < cases[i].part ? &cases[i].now : &cases[i].others);
        must(outage_judge(&scene->update));
        is_int(scene->update.outage.kept, cases[i].kept, cases[i].label);
        while (frontier_next_held(scene->mirror.frontier, held.url, &held) == 0)
            left++;
        is_int(left, PAGES - cases[i].kept, "the others are still held");
    }
}

static void test_row(void)
{
    static struct outage outage;
    struct outage_change change;

    for (int page = 0; page < 5; page++) {
        make_wording(&change.before, page, &(struct look){1, 20});
        make_wording(&change.now, page, &(struct look){2, 0});
        outage_note(&outage, &change);
    }
    is_int(outage.in_row, 5, "pages in a row that become one page");
    make_wording(&change.now, 6, &(struct look){2, 20});
    outage_note(&outage, &change);
    is_int(outage.in_row, 1, "another page begins a row");
    outage_note(&outage, NULL);
    is_int(outage.in_row, 0, "a page that is as before ends it");
}

int main(void)
{
    struct scene scene;

    scene_make(&scene);
    must(frontier_add_archive(scene.mirror.frontier, span_of("a.warc.gz"), &(int64_t){0}));
    for (int i = 0; i < PAGES; i++) {
        char url[64];

        (void)snprintf(url, sizeof url, "https://example.org/%d", i);
        scene_finish(&scene, scene_list(&scene, url), FRONTIER_DONE, 1, url + strlen("https://example.org/"));
    }
    must(frontier_set_setting(scene.mirror.frontier, "update", span_of("1 1000")));
    scene.site.updating.since_ms = 1000;
    scene.update.run = scene.run;
    must(frontier_set_setting(scene.mirror.frontier, "updating", span_of("yes")));
    test_cases(&scene);
    test_row();
    scene_remove(&scene);
    return done();
}
