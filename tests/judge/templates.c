/* SPDX-License-Identifier: MIT */
/* Guesses from templates and values, in either order, in one run or in two. */
#include "config.h"

#include "judge/judge.h"

#include "frontier/links.h"
#include "judge/scene.h"
#include "markup/link.h"

#define TEMPLATE "https://example.org/api/" LINK_TEMPLATE_VALUE ".json"

/* The start page has a template, or without URL a value, at WHERE. */
static void meet_at(struct scene *scene, const char *url, const char *value, const char *where)
{
    struct frontier_item page = {.id = 1, .roles = FRONTIER_AS_PAGE};
    struct frontier_ids targets = {0};
    struct discovery from = {.page = &page, .targets = &targets, .stored = true};
    struct link link = {.role = LINK_CANDIDATE, .url = span_of(url), .text = span_of(value), .where = where};
    struct link_list links = {.links = &link, .count = 1};

    must(discover_links(&scene->site, &from, &links));
    frontier_ids_release(&targets);
}

static void meet(struct scene *scene, const char *url, const char *value)
{
    meet_at(scene, url, value, "script template id");
}

static bool is_guessed(struct scene *scene, const char *name)
{
    char url[80];
    int64_t id;
    unsigned flags;

    snprintf(url, sizeof url, "https://example.org/api/%s.json", name);
    return frontier_known(scene->mirror.frontier, span_of(url), &id, &flags);
}

/* Begins another run on the mirror. */
static void begin_again(struct scene *scene)
{
    site_close(&scene->site);
    must(site_open(&scene->site, &scene->mirror, &scene->settings));
}

static void test_orders(void)
{
    struct scene scene;

    scene_make(&scene);
    meet(&scene, "", "before");
    meet(&scene, TEMPLATE, "");
    meet(&scene, "", "after");
    ok(is_guessed(&scene, "before") && is_guessed(&scene, "after"), "in either order");
    begin_again(&scene);
    meet(&scene, "", "later");
    ok(is_guessed(&scene, "later"), "a value that another run meets");
    meet(&scene, "https://example.org/api/x-" LINK_TEMPLATE_VALUE ".json", "");
    ok(is_guessed(&scene, "x-before") && is_guessed(&scene, "x-later"), "and a template");
    scene_remove(&scene);
}

static void meet_many(struct scene *scene, int from, int end)
{
    char value[20];

    for (int i = from; i < end; i++) {
        snprintf(value, sizeof value, "%d", i);
        meet(scene, "", value);
    }
}

/* What is not kept is still tried in what is. Another run keeps its own, instead of what it did not meet. */
static void test_limit(void)
{
    struct scene scene;

    scene_make(&scene);
    meet(&scene, TEMPLATE, "");
    meet_many(&scene, 0, LIMIT_TEMPLATE_VALUES + 2);
    ok(is_guessed(&scene, "0") && is_guessed(&scene, "1001"), "all in the template");
    begin_again(&scene);
    meet(&scene, "", "1002");
    ok(is_guessed(&scene, "1002"), "also in another run");
    meet(&scene, "https://example.org/api/x-" LINK_TEMPLATE_VALUE ".json", "");
    ok(is_guessed(&scene, "x-1") && is_guessed(&scene, "x-999") && is_guessed(&scene, "x-1002") &&
           !is_guessed(&scene, "x-0") && !is_guessed(&scene, "x-1000"),
       "those that are kept in a later template");
    scene_remove(&scene);
}

static void meet_templates(struct scene *scene, char build)
{
    char url[80];

    for (int i = 0; i < LIMIT_TEMPLATES; i++) {
        snprintf(url, sizeof url, "https://example.org/api/%c%d-%s.json", build, i, LINK_TEMPLATE_VALUE);
        meet(scene, url, "");
    }
}

/* A site with the id of its build in each name: what this run meets stays, and the rest of earlier runs goes.
 */
static void test_builds(void)
{
    struct scene scene;

    scene_make(&scene);
    meet_templates(&scene, 'a');
    begin_again(&scene);
    meet(&scene, "https://example.org/api/a0-" LINK_TEMPLATE_VALUE ".json", "");
    meet_templates(&scene, 'b');
    meet(&scene, "", "now");
    ok(is_guessed(&scene, "a0-now") && is_guessed(&scene, "b0-now") && is_guessed(&scene, "b30-now"),
       "those of this run");
    ok(!is_guessed(&scene, "a1-now") && !is_guessed(&scene, "b31-now"), "no more than there is room for");
    begin_again(&scene);
    meet(&scene, "", "later");
    ok(is_guessed(&scene, "a0-later") && is_guessed(&scene, "b30-later"), "and of the run before");
    scene_remove(&scene);
}

/* The address of a page takes the value that it names, and no other. */
static void test_links(void)
{
    struct scene scene;

    scene_make(&scene);
    meet_at(&scene, TEMPLATE, "", PLACE_TEMPLATE_TEXT "slug");
    meet(&scene, "", "an-id");
    meet_at(&scene, "", "a-slug", PLACE_VALUE_TEXT "slug");
    ok(is_guessed(&scene, "a-slug") && !is_guessed(&scene, "an-id"), "of values only its own");
    scene_remove(&scene);
}

/* A value of an option is tried in the templates so far whose script reads options, and is not kept. */
static void test_listed(void)
{
    struct scene scene;

    scene_make(&scene);
    meet_at(&scene, TEMPLATE, "", "script request list option data-kind");
    meet_at(&scene, "https://example.org/api/n" LINK_TEMPLATE_VALUE ".json", "", PLACE_NUMBER_TEXT " list");
    meet_at(&scene, "", "first", PLACE_LISTED_TEXT "option plant");
    meet_at(&scene, "", "second", PLACE_LISTED_TEXT "data-kind");
    meet_at(&scene, "", "third", PLACE_LISTED_TEXT "data-other");
    meet_at(&scene, "", "fourth", PLACE_LISTED_TEXT "list plant");
    meet(&scene, "", "an-id");
    ok(is_guessed(&scene, "first") && is_guessed(&scene, "second") && is_guessed(&scene, "fourth") &&
           !is_guessed(&scene, "third"),
       "values of the kinds that it takes");
    ok(is_guessed(&scene, "nfourth") && !is_guessed(&scene, "nfirst") && !is_guessed(&scene, "nan-id"),
       "in a template for numbers, too");
    meet_at(&scene, "https://example.org/api/x-" LINK_TEMPLATE_VALUE ".json", "",
            "script request list option");
    ok(is_guessed(&scene, "x-an-id") && !is_guessed(&scene, "x-first"), "not in a later one");
    scene_remove(&scene);
}

/* No run makes guesses without end. */
static void test_guesses(void)
{
    struct scene scene;

    scene_make(&scene);
    meet_at(&scene, TEMPLATE, "", "script request list");
    for (int i = 0; i <= LIMIT_TEMPLATE_GUESSES; i++) {
        char value[20];

        snprintf(value, sizeof value, "%d", i);
        meet_at(&scene, "", value, PLACE_LISTED_TEXT "list");
    }
    ok(is_guessed(&scene, "15999") && !is_guessed(&scene, "16000"), "as many as a run makes");
    scene_remove(&scene);
}

/* A mirror.db that others made. */
static void test_damaged(void)
{
    struct scene scene;

    scene_make(&scene);
    must(frontier_set_setting(scene.mirror.frontier, "template 0", span_of("no value, no line break")));
    must(frontier_set_setting(scene.mirror.frontier, "template 1",
                              span_of("\nnot a URL " LINK_TEMPLATE_VALUE)));
    must(frontier_set_setting(scene.mirror.frontier, "template value 0", span_of("")));
    meet(&scene, "", "a");
    meet(&scene, TEMPLATE, "");
    ok(is_guessed(&scene, "a"), "what is not a template is none");
    scene_remove(&scene);
}

int main(void)
{
    test_orders();
    test_limit();
    test_builds();
    test_links();
    test_listed();
    test_guesses();
    test_damaged();
    return done();
}
