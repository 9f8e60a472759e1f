/* SPDX-License-Identifier: MIT */
/* The robots.txt of an origin: lifetimes, redirects, failures, older copies. */
#include "config.h"

#include "base/clock.h"
#include "base/file.h"
#include "frontier/frontier.h"
#include "judge/judge.h"
#include "judge/scene.h"
#include "said.h"

static const struct span robots_url = {"https://example.org/robots.txt",
                                       sizeof "https://example.org/robots.txt" - 1};
enum { MINUTE_MS = 60 * 1000, HOUR_MS = 60 * MINUTE_MS };

static void answer(struct scene *scene, int status, const char *lines, const char *body)
{
    must(rules_answered(&scene->site, scene_origin(scene), robots_url,
                        scene_answer(scene, status, lines, body), false));
}

/* Whether the rules last for so long, give or take the time that a test takes. */
static bool lasts(struct scene *scene, int64_t ms)
{
    int64_t left_ms = scene_origin(scene)->rules_until_ms - clock_monotonic_ms();

    return left_ms <= ms && left_ms > ms - 5 * MINUTE_MS;
}

static void test_lifetimes(void)
{
    static const struct {
        const char *lines;
        int64_t ms;
    } cases[] = {
        {"", 24 * (int64_t)HOUR_MS},
        {"Cache-Control: max-age=7200\r\n", 2 * (int64_t)HOUR_MS},
        {"Cache-Control: public, MAX-AGE=7200\r\n", 2 * (int64_t)HOUR_MS},
        {"Cache-Control: public\r\nCache-Control: max-age=7200\r\n", 2 * (int64_t)HOUR_MS},
        {"Cache-Control: max-age=1\r\n", 10 * MINUTE_MS},
        {"Cache-Control: max-age=999999999\r\n", 24 * (int64_t)HOUR_MS},
        {"Cache-Control: max-age=x\r\n", 24 * (int64_t)HOUR_MS},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct scene scene;

        scene_make(&scene);
        answer(&scene, 200, cases[i].lines, "User-agent: *\nDisallow:\n");
        ok(lasts(&scene, cases[i].ms), "lifetime %zu", i);
        scene_remove(&scene);
    }
}

/* What mirror.db has of the last answer. */
static void is_failure(struct scene *scene, enum robots_class class, const char *error, int attempts)
{
    struct frontier_robots kept;

    must(frontier_robots(scene->mirror.frontier, scene_origin(scene)->id, &kept));
    ok(kept.answer == (int)class && span_is(kept.error, error) && kept.attempts == attempts,
       "mirror.db has \"%s\" after %d attempts", error, attempts);
}

static void test_states(void)
{
    struct scene scene;
    struct origin *origin;
    struct origin *host;

    scene_make(&scene);
    origin = scene_origin(&scene);
    ok(!rules_are_known(&scene.site, origin, clock_monotonic_ms()) && origin->rules == RULES_WANTED,
       "nothing is known");
    must(rules_host(&scene.site, origin, &host));
    ok(host == origin, "requested at the origin");
    is_span(buf_span(&origin->rules_url), robots_url, "the URL to request");
    answer(&scene, 503, "", "");
    ok(origin->rules == RULES_WAITING && origin->rules_until_ms > clock_monotonic_ms(), "a 503 waits");
    ok(!rules_are_known(&scene.site, origin, clock_monotonic_ms()), "and allows nothing");
    is_failure(&scene, ROBOTS_UNREACHABLE, "status 503", 1);
    ok(!rules_are_known(&scene.site, origin, origin->rules_until_ms) && origin->rules == RULES_WANTED,
       "after the wait it is wanted again");
    said_begin();
    answer(&scene, 503, "", "");
    ok(said("Trying again later."), "the user is told");
    answer(&scene, 503, "", "");
    ok(origin->rules == RULES_GIVEN_UP, "after two retries it is given up");
    ok(said("Giving up for this run."), "the user is told that too");
    is_failure(&scene, ROBOTS_UNREACHABLE, "status 503", 3);
    answer(&scene, 404, "", "");
    ok(origin->rules == RULES_KNOWN && rules_are_known(&scene.site, origin, clock_monotonic_ms()),
       "a 404 is known rules");
    ok(robots_judge(origin->robots, span_of("https://example.org/x")).allowed, "that allow all");
    ok(!rules_are_known(&scene.site, origin, origin->rules_until_ms) && origin->rules == RULES_WANTED,
       "they expire");
    answer(&scene, 403, "", "");
    ok(!robots_judge(origin->robots, span_of("https://example.org/x")).allowed, "a 403 closes the origin");
    answer(&scene, 500, "", "");
    ok(origin->rules == RULES_KNOWN, "a later failure: the saved answer stands in");
    ok(said("Using an earlier copy."), "the user is told");
    is_failure(&scene, ROBOTS_DISALLOW_ALL, "", 0);
    scene_remove(&scene);
}

/* Failures that are no answer, and answers that do not count. */
static void test_failures(void)
{
    struct scene scene;
    struct origin *origin;
    struct fetch_result *result;

    scene_make(&scene);
    origin = scene_origin(&scene);
    result = scene_answer(&scene, 200, "", "User-agent: *\nDisallow: /x\n");
    result->outcome = FETCH_STOPPED;
    origin->rules = RULES_ASKED;
    must(rules_answered(&scene.site, origin, robots_url, result, false));
    ok(origin->rules == RULES_WANTED && origin->rules_attempts == 0, "a request that was stopped");
    result->outcome = FETCH_DNS;
    result->status = 0;
    must(rules_answered(&scene.site, origin, robots_url, result, false));
    is_failure(&scene, ROBOTS_UNREACHABLE, "dns", 1);
    scene_remove(&scene);
}

/* A host of requisites gets two retries at most. */
static void test_elsewhere(void)
{
    static const struct {
        int retries, failures;
    } cases[] = {{0, 1}, {1, 2}, {2, 3}, {3, 3}, {9, 3}};

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct scene scene;
        struct origin *origin;
        int64_t id;
        int failures = 0;

        scene_make(&scene);
        scene.settings.retries = cases[i].retries;
        must(frontier_origin(scene.mirror.frontier, span_of("https://cdn.example"), &id));
        must(site_origin(&scene.site, id, &origin));
        said_begin();
        for (; origin->rules != RULES_GIVEN_UP && failures < 20; failures++)
            must(rules_answered(&scene.site, origin, span_of("https://cdn.example/robots.txt"),
                                scene_answer(&scene, 503, "", ""), false));
        is_int(failures, cases[i].failures, "failures until it is given up");
        ok(said("Skipping this host."), "the user is told");
        scene_remove(&scene);
    }
}

/* Later rules apply to what is queued already, when its turn comes. */
static void test_queued(void)
{
    struct scene scene;
    struct frontier_item item;
    struct span rule = {0};

    scene_make(&scene);
    item = (struct frontier_item){.id = scene_list(&scene, "https://example.org/b"),
                                  .url = span_of("https://example.org/b"),
                                  .kind = FRONTIER_PAGE,
                                  .roles = FRONTIER_AS_PAGE};
    answer(&scene, 200, "", "User-agent: *\nDisallow:\n");
    is_int(judge_turn(&scene.site, scene_origin(&scene), &item, scene_url(&scene, "https://example.org/b"),
                      false, &rule),
           FRONTIER_NO_REASON, "allowed");
    answer(&scene, 200, "", "User-agent: *\nDisallow: /b\n");
    is_int(judge_turn(&scene.site, scene_origin(&scene), &item, scene_url(&scene, "https://example.org/b"),
                      false, &rule),
           FRONTIER_BY_ROBOTS, "disallowed by now");
    is_span(rule, span_of("line 2: Disallow: /b"), "by this line");
    scene_remove(&scene);
}

/* The text of ROBOTS in the tree, after a commit. */
static bool is_in_tree(struct scene *scene, const char *text)
{
    struct buf seen;
    bool same;

    must(mirror_commit(&scene->mirror));
    buf_init(&seen, 1000);
    same =
        file_read(scene->mirror.folder.site_dir, "robots.txt", &seen) == 0 && span_is(buf_span(&seen), text);
    buf_release(&seen);
    return same;
}

/* A copy of the site that is served says the same as the site. */
static void test_tree(void)
{
    struct scene scene;
    struct origin *other;
    int64_t id;

    scene_make(&scene);
    answer(&scene, 404, "", "none");
    ok(!is_in_tree(&scene, "none"), "a 404 is not a file of the mirror");
    answer(&scene, 200, "", "User-agent: *\n");
    ok(is_in_tree(&scene, "User-agent: *\n"), "robots.txt is");
    must(frontier_origin(scene.mirror.frontier, span_of("https://cdn.example"), &id));
    must(site_origin(&scene.site, id, &other));
    must(rules_answered(&scene.site, other, span_of("https://cdn.example/robots.txt"),
                        scene_answer(&scene, 200, "", "another"), false));
    ok(is_in_tree(&scene, "User-agent: *\n"), "that of another host is not");
    scene_remove(&scene);
}

/* In an import, rules are as old as the archive. */
static void test_import(void)
{
    struct scene scene;
    struct frontier_robots kept;
    struct fetch_result *result;

    scene_make(&scene);
    result = scene_answer(&scene, 200, "", "User-agent: *\n");
    result->started_wall_us = 7000000;
    result->truncation = FETCH_CUT_LENGTH;
    must(rules_answered(&scene.site, scene_origin(&scene), robots_url, result, false));
    must(frontier_robots(scene.mirror.frontier, 1, &kept));
    ok(kept.fetched_ms > 7000 && kept.truncated, "now, and truncated");
    scene.site.imports = true;
    result->truncation = FETCH_WHOLE;
    must(rules_answered(&scene.site, scene_origin(&scene), robots_url, result, false));
    must(frontier_robots(scene.mirror.frontier, 1, &kept));
    ok(kept.fetched_ms == 7000 && !kept.truncated, "when the archive was made, and whole");
    scene_remove(&scene);
}

/* After a stop of more than five minutes, robots.txt is read again. */
static void test_expire(void)
{
    static const struct {
        int64_t stopped_ms;
        bool expires;
    } cases[] = {{0, false}, {5 * MINUTE_MS, false}, {5 * MINUTE_MS + 1, true}, {HOUR_MS, true}};

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int64_t now_ms = clock_monotonic_ms();
        struct scene scene;
        struct origin *known, *waiting;
        int64_t id;

        scene_make(&scene);
        known = scene_origin(&scene);
        must(frontier_origin(scene.mirror.frontier, span_of("https://cdn.example"), &id));
        must(site_origin(&scene.site, id, &waiting));
        answer(&scene, 200, "", "User-agent: *\n");
        waiting->rules = RULES_WAITING;
        waiting->rules_until_ms = now_ms + HOUR_MS;
        rules_expire(&scene.site, cases[i].stopped_ms, now_ms);
        ok((known->rules_until_ms == now_ms) == cases[i].expires, "known rules after a stop: %s",
           cases[i].expires ? "expire" : "hold");
        ok(waiting->rules_until_ms == now_ms + HOUR_MS, "a wait goes by the clock");
        known->rules_until_ms = now_ms - 5;
        rules_expire(&scene.site, cases[i].stopped_ms, now_ms);
        ok(known->rules_until_ms == now_ms - 5, "what has expired stays so");
        scene_remove(&scene);
    }
}

static void test_text(void)
{
    struct buf text;

    buf_init(&text, 1000);
    is_span(rules_text(&text, 12, span_of("Disallow: /x")), span_of("line 12: Disallow: /x"), "a line");
    is_span(rules_text(&text, 0, span_of("no such host")), span_of("no such host"), "no line");
    buf_release(&text);
}

static void test_redirects(void)
{
    struct scene scene;
    struct origin *origin, *host;

    scene_make(&scene);
    origin = scene_origin(&scene);
    answer(&scene, 301, "Location: https://www.example/r.txt#x\r\n", "");
    ok(origin->rules == RULES_WANTED && origin->rules_redirects == 1, "a redirect is followed");
    is_span(buf_span(&origin->rules_url), span_of("https://www.example/r.txt"), "without its fragment");
    must(rules_host(&scene.site, origin, &host));
    ok(host != origin && strcmp(host->text, "https://www.example") == 0,
       "its pace is that of the other host");
    for (int i = 1; i < LIMIT_ROBOTS_REDIRECTS; i++)
        answer(&scene, 302, "Location: /next\r\n", "");
    is_int(origin->rules_redirects, LIMIT_ROBOTS_REDIRECTS, "as many as are allowed");
    answer(&scene, 302, "Location: /next\r\n", "");
    ok(origin->rules != RULES_WANTED, "one more is not followed");
    scene_remove(&scene);
}

static void test_challenge(void)
{
    struct scene scene;
    struct origin *origin;

    scene_make(&scene);
    origin = scene_origin(&scene);
    must(rules_answered(&scene.site, origin, robots_url, scene_answer(&scene, 200, "", "<html>"), true));
    ok(origin->rules == RULES_WAITING, "a challenge with 200 is no robots.txt");
    scene_remove(&scene);
}

/* Answers in place of saved rules, which were fetched AGO hours ago with STATUS and hold for LEFT hours. */
static void test_doubt(void)
{
    static const struct {
        const char *label, *saved;
        int64_t ago;
        int status;
        int64_t left;
        int now;
        const char *body;
        bool stands_in;
        int64_t hours;
    } cases[] = {
        {"a page", "", 1, 200, 1, 200, "\xef\xbb\xbf\r\n<!doctype html><p>Later", true, 0},
        {"a page, 31 days later", "", 31 * 24, 200, 1, 200, "<!doctype html><p>Later", false, 24},
        {"a page where a page was", "<html>\n", 1, 200, 1, 200, "<html><p>Later", false, 24},
        {"other rules", "", 1, 200, 1, 200, "User-agent: *\nDisallow: /y\n", false, 24},
        {"an empty file", "", 1, 200, 1, 200, "", false, 24},
        {"404", "", 1, 200, 1, 404, "", true, 12},
        {"410", "", 1, 200, -1, 410, "", true, 12},
        {"404 after days", "", 99, 200, -75, 404, "", true, 12},
        {"404 again", "", 9, 404, 4, 404, "", true, 4},
        {"404 from the future", "", 9, 404, 99, 404, "", true, 12},
        {"404 after 410", "", 9, 410, -1, 404, "", true, 12},
        {"404 for half a day", "", 14, 404, -1, 404, "", false, 24},
        {"404 after 31 days", "", 31 * 24, 200, 1, 404, "", false, 24},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int64_t wall_ms = clock_wall_ms();
        struct frontier_robots kept = {.answer = ROBOTS_USE_FILE,
                                       .status = cases[i].status,
                                       .fetched_ms = wall_ms - cases[i].ago * HOUR_MS,
                                       .expires_ms = wall_ms + cases[i].left * HOUR_MS};
        struct scene scene;
        struct origin *origin;
        struct buf body;

        scene_make(&scene);
        origin = scene_origin(&scene);
        buf_init(&body, 100);
        must(buf_add_format(&body, "%sUser-agent: *\nDisallow: /x\n", cases[i].saved));
        kept.body = buf_span(&body);
        must(frontier_set_robots(scene.mirror.frontier, origin->id, &kept));
        answer(&scene, cases[i].now, "", cases[i].body);
        is_int(origin->rules, RULES_KNOWN, cases[i].label);
        ok(robots_judge(origin->robots, span_of("https://example.org/x")).allowed != cases[i].stands_in,
           "%s: the saved rules %sapply", cases[i].label, cases[i].stands_in ? "" : "do not ");
        ok(lasts(&scene, cases[i].hours ? cases[i].hours * (int64_t)HOUR_MS : 10 * MINUTE_MS),
           "%s: for so long", cases[i].label);
        must(frontier_robots(scene.mirror.frontier, origin->id, &kept));
        ok((kept.answer == ROBOTS_USE_FILE && span_starts(kept.body, "User-agent: *\nDisallow: /x")) ==
               cases[i].stands_in,
           "%s: they stay saved", cases[i].label);
        buf_release(&body);
        scene_remove(&scene);
    }
}

/* The origin was last requested AGO_MS ago. */
static void asked_ago(struct scene *scene, const struct origin *origin, int64_t ago_ms)
{
    struct frontier_pace pace = {.last_request_ms = clock_wall_ms() - ago_ms};

    frontier_set_pace(scene->mirror.frontier, origin->id, &pace);
}

/* Rules from mirror.db: when they were fetched and end, in hours from now. */
static void test_ages(void)
{
    static const struct {
        const char *label;
        int64_t fetched, ends;
        enum robots_class class;
        bool holds, stands_in; /* for a file that cannot be reached */
    } cases[] = {
        {"fresh", -1, 1, ROBOTS_USE_FILE, true, true},
        {"expired", -2, -1, ROBOTS_USE_FILE, false, true},
        {"from the future", 1, 2, ROBOTS_USE_FILE, false, false},
        {"29 days old", -29 * 24, 1, ROBOTS_USE_FILE, true, true},
        {"31 days old", -31 * 24, 1, ROBOTS_USE_FILE, false, false},
        {"unreachable then", -1, 1, ROBOTS_UNREACHABLE, false, false},
        {"none then", -1, 1, ROBOTS_ALLOW_ALL, true, true},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int64_t wall_ms = clock_wall_ms(), now_ms = clock_monotonic_ms();
        struct frontier_robots kept = {.answer = (int)cases[i].class,
                                       .body = span_of("User-agent: *\n"),
                                       .fetched_ms = wall_ms + cases[i].fetched * HOUR_MS,
                                       .expires_ms = wall_ms + cases[i].ends * HOUR_MS};
        struct scene scene;
        struct origin *origin;

        scene_make(&scene);
        origin = scene_origin(&scene);
        must(frontier_set_robots(scene.mirror.frontier, origin->id, &kept));
        asked_ago(&scene, origin, 0);
        ok(rules_are_known(&scene.site, origin, now_ms) == cases[i].holds, "%s: holds", cases[i].label);
        scene_remove(&scene);
        scene_make(&scene);
        origin = scene_origin(&scene);
        must(frontier_set_robots(scene.mirror.frontier, origin->id, &kept));
        answer(&scene, 503, "", "");
        ok((origin->rules == RULES_KNOWN) == cases[i].stands_in &&
               (!cases[i].stands_in || lasts(&scene, 10 * MINUTE_MS)),
           "%s: stands in", cases[i].label);
        scene_remove(&scene);
        scene_make(&scene);
        origin = scene_origin(&scene);
        scene.site.archive_since_ms = kept.fetched_ms + 1;
        must(frontier_set_robots(scene.mirror.frontier, origin->id, &kept));
        ok(!rules_are_known(&scene.site, origin, now_ms), "%s: not where the archive lacks them",
           cases[i].label);
        scene_remove(&scene);
    }
}

static void test_kept(void)
{
    struct frontier_robots kept = {.answer = ROBOTS_USE_FILE,
                                   .body = span_of("User-agent: *\nDisallow: /x\n")};
    struct scene scene;
    struct origin *origin;
    int64_t now_ms = clock_monotonic_ms();

    scene_make(&scene);
    origin = scene_origin(&scene);
    kept.fetched_ms = clock_wall_ms() - HOUR_MS;
    kept.expires_ms = clock_wall_ms() + HOUR_MS;
    must(frontier_set_robots(scene.mirror.frontier, origin->id, &kept));
    ok(!rules_are_known(&scene.site, origin, now_ms), "saved rules do not hold after a long stop");
    asked_ago(&scene, origin, 6 * MINUTE_MS);
    ok(!rules_are_known(&scene.site, origin, now_ms), "which is more than five minutes");
    asked_ago(&scene, origin, 4 * MINUTE_MS);
    ok(rules_are_known(&scene.site, origin, now_ms), "otherwise they do");
    ok(!robots_judge(origin->robots, span_of("https://example.org/x")).allowed, "and forbid");
    ok(lasts(&scene, HOUR_MS), "for as long as they were meant to");
    scene_remove(&scene);
    scene_make(&scene);
    origin = scene_origin(&scene);
    scene.site.updating.since_ms = kept.fetched_ms + 1;
    asked_ago(&scene, origin, 0);
    must(frontier_set_robots(scene.mirror.frontier, origin->id, &kept));
    ok(!rules_are_known(&scene.site, origin, now_ms), "an update reads them again");
    scene.site.updating.since_ms = kept.fetched_ms;
    ok(rules_are_known(&scene.site, origin, now_ms), "if they are older than the update");
    scene_remove(&scene);
    test_ages();
}

int main(void)
{
    test_lifetimes();
    test_states();
    test_failures();
    test_elsewhere();
    test_queued();
    test_tree();
    test_import();
    test_expire();
    test_text();
    test_redirects();
    test_challenge();
    test_doubt();
    test_kept();
    return done();
}
