/* SPDX-License-Identifier: MIT */
/* The origins of a run: what they keep from the last one, and which have something queued. */
#include "config.h"

#include "judge/site.h"

#include "base/clock.h"
#include "judge/scene.h"

enum { MINUTE_MS = 60 * 1000, MANY = 40 };

/* Whether a time is so long before now, give or take the time that a test takes. */
static bool is_before_now(int64_t at_ms, int64_t ms)
{
    int64_t since_ms = clock_monotonic_ms() - at_ms;

    return since_ms >= ms - MINUTE_MS / 2 && since_ms < ms + MINUTE_MS / 2;
}

/* What the frontier has of an origin, relative to now, and its pace in the next run. */
static void test_pace(void)
{
    static const struct {
        const char *label;
        int64_t last_ms; /* before now; 0: none */
        int64_t pause_ms;
        bool after_kill;
        int64_t start_ms; /* before now; -1: none */
        bool pauses;
    } cases[] = {
        {"nothing", 0, 0, false, -1, false},
        {"an hour ago", 60 * MINUTE_MS, 0, false, 60 * MINUTE_MS, false},
        {"in the future", -60 * MINUTE_MS, 0, false, 0, false},
        {"after a kill", 60 * MINUTE_MS, 0, true, 0, false},
        {"a pause", 60 * MINUTE_MS, 2 * MINUTE_MS, false, 60 * MINUTE_MS, true},
        {"a pause that is over", 60 * MINUTE_MS, -2 * MINUTE_MS, false, 60 * MINUTE_MS, false},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct scene scene;
        struct origin *origin;
        int64_t id, wall_ms = clock_wall_ms();
        struct frontier_pace pace = {.last_request_ms = cases[i].last_ms ? wall_ms - cases[i].last_ms : 0,
                                     .pause_until_ms = cases[i].pause_ms ? wall_ms + cases[i].pause_ms : 0,
                                     .pause_reason = PACE_BY_RETRY_AFTER};

        scene_make(&scene);
        must(frontier_origin(scene.mirror.frontier, span_of("https://b.example"), &id));
        frontier_set_pace(scene.mirror.frontier, id, &pace);
        scene.mirror.was_killed = cases[i].after_kill;
        scene.site.known_origins = id;
        must(site_origin(&scene.site, id, &origin));
        is_str(origin->text, "https://b.example", cases[i].label);
        ok(cases[i].start_ms < 0 ? origin->pace.last_start_ms == PACE_NEVER
                                 : is_before_now(origin->pace.last_start_ms, cases[i].start_ms),
           "the last request");
        ok(cases[i].pauses ? is_before_now(origin->pace.pause.until_ms, -cases[i].pause_ms) &&
                                 origin->pace.pause.reason == PACE_BY_RETRY_AFTER
                           : origin->pace.pause.until_ms == PACE_NEVER,
           "the pause");
        scene_remove(&scene);
    }
}

static void test_many(void)
{
    struct scene scene;
    struct origin_set *set = &scene.site.origins;
    struct origin *origins[MANY], *again;
    bool same = true;
    size_t first;

    scene_make(&scene);
    first = set->active_count;
    for (size_t i = 0; i < MANY; i++) {
        char text[40];
        int64_t id;

        (void)snprintf(text, sizeof text, "https://%zu.example", i);
        must(frontier_origin(scene.mirror.frontier, span_of(text), &id));
        must(site_origin(&scene.site, id, &origins[i]));
        origin_set_activate(set, origins[i]);
        origin_set_activate(set, origins[i]);
    }
    for (size_t i = 0; i < MANY; i++) {
        must(site_origin(&scene.site, origins[i]->id, &again));
        same = same && origins[i] == again;
    }
    ok(same, "each is made once");
    is_int((int64_t)(set->active_count - first), MANY, "and active once");
    origin_set_deactivate(set, first + 3);
    ok(set->active_count == first + MANY - 1 && !origins[3]->active &&
           set->active[first + 3] == origins[MANY - 1],
       "the last one takes the place of one that leaves");
    origin_set_activate(set, origins[3]);
    ok(set->active_count == first + MANY && origins[3]->active, "it may come back");
    scene_remove(&scene);
}

static void test_site(void)
{
    struct scene scene;
    struct origin *origin;
    int64_t id;

    scene_make(&scene);
    (void)scene_list(&scene, "https://example.org/a");
    must(frontier_origin(scene.mirror.frontier, span_of("https://idle.example"), &id));
    site_close(&scene.site);
    must(site_open(&scene.site, &scene.mirror, &scene.settings));
    is_int(site_activate_origins(&scene.site), 0, "a run begins");
    ok(scene.site.origins.active_count == 1 && scene_origin(&scene)->active,
       "with what has something queued");
    must(site_origin(&scene.site, id, &origin));
    ok(!origin->active, "not with others");
    ok(site_is_own(&scene.site, scene_origin(&scene)) && !site_is_own(&scene.site, origin), "the site's own");
    scene_remove(&scene);
}

/* After a kill, an origin that the last run knew may have received a request a moment ago. */
static void test_killed(void)
{
    struct scene scene;
    struct origin *known, *later;
    int64_t id;

    scene_make(&scene);
    site_close(&scene.site);
    scene.mirror.was_killed = true;
    must(site_open(&scene.site, &scene.mirror, &scene.settings));
    known = scene_origin(&scene);
    must(frontier_origin(scene.mirror.frontier, span_of("https://new.example"), &id));
    must(site_origin(&scene.site, id, &later));
    ok(is_before_now(known->pace.last_start_ms, 0), "one that the last run knew");
    is_int(later->pace.last_start_ms, PACE_NEVER, "one that it did not know");
    scene_remove(&scene);
}

int main(void)
{
    test_pace();
    test_many();
    test_site();
    test_killed();
    return done();
}
