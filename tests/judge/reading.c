/* SPDX-License-Identifier: MIT */
/* From a robots.txt to the rules and the pace of an origin. */
#include "config.h"

#include "judge/judge.h"

#include "base/clock.h"
#include "frontier/frontier.h"
#include "judge/scene.h"
#include "said.h"

enum { MINUTE_MS = 60 * 1000, HOUR_MS = 60 * MINUTE_MS };

static void apply(struct scene *scene, enum robots_class class, const char *body)
{
    rules_apply(&scene->site, scene_origin(scene), class, span_of(body), false);
}

static bool allows(struct scene *scene, const char *url)
{
    return robots_judge(scene_origin(scene)->robots, span_of(url)).allowed;
}

/* Whether the user is told that the site excludes tools that do the same. */
static void test_tools(void)
{
    static const char *const wget[] = {"Wget"};
    static const struct {
        const char *label, *body, *said;
        enum robots_class class;
        size_t also_obey;
    } cases[] = {
        {"one", "User-agent: Wget\nDisallow: /\n", "mirroring tools (Wget);", ROBOTS_USE_FILE, 0},
        {"two", "User-agent: Wget\nUser-agent: HTTrack\nDisallow: /\n", "(HTTrack, Wget);", ROBOTS_USE_FILE,
         0},
        {"only a part of the site", "User-agent: Wget\nDisallow: /x\n", NULL, ROBOTS_USE_FILE, 0},
        {"none", "User-agent: *\nDisallow:\n", NULL, ROBOTS_USE_FILE, 0},
        {"tiptoe too", "User-agent: *\nDisallow: /\n", NULL, ROBOTS_USE_FILE, 0},
        {"no file", "User-agent: Wget\nDisallow: /\n", NULL, ROBOTS_ALLOW_ALL, 0},
        {"the user knows", "User-agent: HTTrack\nDisallow: /\n", NULL, ROBOTS_USE_FILE, 1},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct scene scene;

        scene_make(&scene);
        scene.settings.also_obey = (struct texts){wget, cases[i].also_obey};
        said_begin();
        apply(&scene, cases[i].class, cases[i].body);
        ok(said(cases[i].said ? cases[i].said : "") == (cases[i].said != NULL), "%s", cases[i].label);
        said_begin();
        apply(&scene, cases[i].class, cases[i].body);
        ok(!said(""), "nothing the second time");
        scene_remove(&scene);
    }
}

static void test_other_host(void)
{
    struct scene scene;
    struct origin *origin;
    int64_t id;

    scene_make(&scene);
    must(frontier_origin(scene.mirror.frontier, span_of("https://cdn.example"), &id));
    must(site_origin(&scene.site, id, &origin));
    said_begin();
    rules_apply(&scene.site, origin, ROBOTS_USE_FILE, span_of("User-agent: Wget\nDisallow: /\n"), false);
    ok(!said(""), "nothing about a host of requisites");
    scene_remove(&scene);
}

/* The names of --also-obey. */
static void test_names(void)
{
    static const char *const lists[] = {",,,,,,,,,,,,,,,, ,\t,,,,,,,,,,,,,,,,,,,,,", " One ,, Two", "Three"};
    static const char *const many[] = {"1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,"
                                       "27,28,29,30,31,Last,Beyond",
                                       "More"};
    static const char body[] = "User-agent: One\nDisallow: /1\n\nUser-agent: Two\nDisallow: /2\n\n"
                               "User-agent: Three\nDisallow: /3\n\nUser-agent: Last\nDisallow: /last\n\n"
                               "User-agent: Beyond\nUser-agent: More\nDisallow: /beyond\n\n";
    struct scene scene;

    scene_make(&scene);
    scene.settings.also_obey = (struct texts){lists, 3};
    apply(&scene, ROBOTS_USE_FILE, body);
    ok(!allows(&scene, "https://example.org/1") && !allows(&scene, "https://example.org/2") &&
           !allows(&scene, "https://example.org/3") && allows(&scene, "https://example.org/last"),
       "each name of each list, and no empty one");
    scene.settings.also_obey = (struct texts){many, 2};
    apply(&scene, ROBOTS_USE_FILE, body);
    ok(!allows(&scene, "https://example.org/last") && allows(&scene, "https://example.org/beyond"),
       "as many as there may be");
    scene_remove(&scene);
}

static void test_times(void)
{
    struct scene scene;
    struct origin *origin;

    scene_make(&scene);
    origin = scene_origin(&scene);
    apply(&scene, ROBOTS_USE_FILE, "User-agent: *\nCrawl-delay: 7\nContent-Usage: train-ai=n\n");
    is_int(origin->pace.robots_delay_ms, 7000, "Crawl-delay");
    ok(origin->preferences.len > 0, "preferences about uses");
    origin->rules_attempts = 2;
    apply(&scene, ROBOTS_ALLOW_ALL, "User-agent: *\nCrawl-delay: 7\nContent-Usage: train-ai=n\n");
    is_int(origin->pace.robots_delay_ms, 0, "none without a file");
    is_int((int64_t)origin->preferences.len, 0, "nor preferences");
    ok(origin->rules == RULES_KNOWN && origin->rules_attempts == 0, "failures before it are forgotten");
    scene_remove(&scene);
}

/* The rule for visits from so many hours after now on, for an hour. */
static const char *visits_in(int hours)
{
    static char text[64];
    int hour = (int)(clock_wall_ms() / HOUR_MS % 24) + hours;

    (void)snprintf(text, sizeof text, "User-agent: *\nVisit-time: %02d00-%02d00\n", hour % 24,
                   (hour + 1) % 24);
    return text;
}

static void test_hours(void)
{
    struct scene scene;
    struct origin *origin;
    int64_t now_ms;

    scene_make(&scene);
    origin = scene_origin(&scene);
    apply(&scene, ROBOTS_USE_FILE, "User-agent: *\nVisit-time: 0000-0000\n");
    now_ms = clock_monotonic_ms();
    ok(origin->pace.pause.until_ms < now_ms, "at all hours");
    apply(&scene, ROBOTS_USE_FILE, visits_in(3));
    ok(origin->pace.pause.until_ms > now_ms + 2 * HOUR_MS - MINUTE_MS &&
           origin->pace.pause.until_ms < now_ms + 3 * HOUR_MS + MINUTE_MS &&
           origin->pace.pause.reason == PACE_BY_HOURS,
       "a pause until the hour comes");

    said_begin();
    origin->pace.pause.until_ms = now_ms;
    origin->clock_read_ms = now_ms - MINUTE_MS + 1;
    rules_follow_clock(&scene.site, origin, now_ms);
    ok(origin->pace.pause.until_ms == now_ms && !said(""), "within a minute, the clock is not read again");
    origin->clock_read_ms--;
    rules_follow_clock(&scene.site, origin, now_ms);
    ok(origin->pace.pause.until_ms > now_ms && origin->clock_read_ms == now_ms, "then it is");
    ok(said("https://example.org allows visits only at other hours"), "the user is told");
    said_begin();
    origin->clock_read_ms = now_ms - MINUTE_MS;
    rules_follow_clock(&scene.site, origin, now_ms);
    ok(!said(""), "once");
    apply(&scene, ROBOTS_USE_FILE, "User-agent: *\nVisit-time: 0000-0000\n");
    origin->pace.pause.until_ms = now_ms;
    origin->clock_read_ms = now_ms - MINUTE_MS;
    rules_follow_clock(&scene.site, origin, now_ms);
    ok(!said(""), "not while visits are allowed");
    scene_remove(&scene);
}

static void test_recall(void)
{
    struct frontier_robots kept = {.answer = ROBOTS_USE_FILE,
                                   .body = span_of("User-agent: *\nCrawl-delay: 7\n")};
    struct scene scene;
    struct origin *origin;

    scene_make(&scene);
    origin = scene_origin(&scene);
    must(frontier_set_robots(scene.mirror.frontier, origin->id, &kept));
    is_int(rules_recall_delay(&scene.site, origin), 0, "an old robots.txt");
    ok(origin->pace.robots_delay_ms == 7000 && !origin->robots, "only its delay applies");
    origin->pace.robots_delay_ms = 1;
    must(rules_recall_delay(&scene.site, origin));
    is_int(origin->pace.robots_delay_ms, 1, "it is read once");
    origin->clock_read_ms = 0;
    apply(&scene, ROBOTS_ALLOW_ALL, "");
    origin->clock_read_ms = 0;
    must(rules_recall_delay(&scene.site, origin));
    is_int(origin->pace.robots_delay_ms, 0, "and not when rules are known");
    scene_remove(&scene);

    scene_make(&scene);
    origin = scene_origin(&scene);
    is_int(rules_recall_delay(&scene.site, origin), 0, "no old robots.txt");
    is_int(origin->pace.robots_delay_ms, 0, "no delay");
    scene_remove(&scene);
}

static void test_mode(void)
{
    static const char tie[] = "User-agent: *\nAllow: /a\nDisallow: /a\n";
    struct scene scene;

    scene_make(&scene);
    apply(&scene, ROBOTS_USE_FILE, tie);
    ok(allows(&scene, "https://example.org/a"), "a tie allows");
    scene.settings.robots = ROBOTS_STRICT;
    apply(&scene, ROBOTS_USE_FILE, tie);
    ok(!allows(&scene, "https://example.org/a"), "with --robots strict, it does not");
    scene_remove(&scene);
}

int main(void)
{
    test_tools();
    test_other_host();
    test_names();
    test_times();
    test_hours();
    test_recall();
    test_mode();
    return done();
}
