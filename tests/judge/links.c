/* SPDX-License-Identifier: MIT */
/* From links to rows of the frontier, and the judgement when a URL's turn comes. */
#include "config.h"

#include "base/limits.h"
#include "frontier/links.h"
#include "judge/judge.h"
#include "judge/scene.h"
#include "markup/link.h"

static const char rules[] = "User-agent: *\nDisallow: /private\n";

static void set_rules(struct scene *scene, const char *text)
{
    must(rules_answered(&scene->site, scene_origin(scene), span_of("https://example.org/robots.txt"),
                        scene_answer(scene, 200, "Content-Type: text/plain\r\n", text), false));
}

static struct frontier_row find(struct scene *scene, const char *url)
{
    struct frontier_row row = {.state = FRONTIER_DONE};
    int64_t id;
    unsigned flags;

    if (frontier_known(scene->mirror.frontier, span_of(url), &id, &flags))
        row = scene_row(scene, id);
    return row;
}

/* Follows one link of the start page. */
static size_t follow(struct scene *scene, const char *url, enum link_role role, bool nofollow, bool stored)
{
    struct frontier_item page = {.id = 1, .depth = 2, .roles = FRONTIER_AS_PAGE};
    struct frontier_ids targets = {0};
    struct discovery from = {.page = &page, .targets = &targets, .stored = stored};
    struct link link = {.role = role, .url = span_of(url), .where = "a href", .nofollow = nofollow};
    struct link_list links = {.links = &link, .count = 1};
    size_t count;

    must(discover_links(&scene->site, &from, &links));
    count = targets.count;
    frontier_ids_release(&targets);
    return count;
}

static void test_links(void)
{
    static const struct {
        const char *url, *label;
        enum link_role role;
        bool nofollow, stored;
        size_t targets;
        enum frontier_state state; /* DONE: it is unknown */
        enum frontier_reason reason;
        enum frontier_kind kind;
        int depth;
    } cases[] = {
        {"https://example.org/a", "a page", LINK_PAGE, false, true, 1, FRONTIER_QUEUED, 0, FRONTIER_PAGE, 3},
        {"https://example.org/b.png", "a requisite", LINK_REQUISITE, false, true, 1, FRONTIER_QUEUED, 0,
         FRONTIER_REQUISITE, 2},
        {"https://example.org/c.png", "a requisite of a page that is not stored", LINK_REQUISITE, false,
         false, 0, FRONTIER_DONE, 0, 0, 0},
        {"https://other.example/", "another host", LINK_PAGE, false, true, 1, FRONTIER_REFUSED,
         FRONTIER_BY_SCOPE, FRONTIER_PAGE, 3},
        {"https://cdn.example/x.css", "another host's requisite", LINK_REQUISITE, false, true, 1,
         FRONTIER_QUEUED, 0, FRONTIER_REQUISITE, 2},
        {"https://example.org/private/d", "disallowed", LINK_PAGE, false, true, 1, FRONTIER_REFUSED,
         FRONTIER_BY_ROBOTS, FRONTIER_PAGE, 3},
        {"https://example.org/e", "rel=nofollow", LINK_PAGE, true, true, 1, FRONTIER_REFUSED,
         FRONTIER_BY_NOFOLLOW, FRONTIER_PAGE, 3},
        {"https://example.org/f.png", "a requisite with nofollow", LINK_REQUISITE, true, true, 1,
         FRONTIER_QUEUED, 0, FRONTIER_REQUISITE, 2},
        {"https://example.org/g.js", "a guess", LINK_CANDIDATE, false, true, 0, FRONTIER_QUEUED, 0,
         FRONTIER_CANDIDATE, 3},
        {"https://example.org/h.js", "a guess of a page that is not stored", LINK_CANDIDATE, false, false, 0,
         FRONTIER_DONE, 0, 0, 0},
        {"https://other.example/i.js", "a guess at another host", LINK_CANDIDATE, false, true, 0,
         FRONTIER_DONE, 0, 0, 0},
        {"https://example.org/form", "a form", LINK_ACTION, false, true, 1, FRONTIER_QUEUED, 0, FRONTIER_PAGE,
         3},
        {"https://example.org/private/form", "a form that is disallowed", LINK_ACTION, false, true, 1,
         FRONTIER_REFUSED, FRONTIER_BY_ROBOTS, FRONTIER_CANDIDATE, 3},
        {"https://example.org/j", "a link that is not fetched", LINK_LIVE, false, true, 0, FRONTIER_DONE, 0,
         0, 0},
        {"", "no URL", LINK_PAGE, false, true, 0, FRONTIER_DONE, 0, 0, 0},
    };
    struct scene scene;

    scene_make(&scene);
    set_rules(&scene, rules);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct frontier_row row;

        ok(follow(&scene, cases[i].url, cases[i].role, cases[i].nofollow, cases[i].stored) ==
               cases[i].targets,
           "%s: targets", cases[i].label);
        row = find(&scene, cases[i].url);
        ok(row.state == cases[i].state && row.reason == cases[i].reason, "%s: state %d, reason %d",
           cases[i].label, (int)row.state, (int)row.reason);
        if (row.state != FRONTIER_DONE)
            ok(row.item.kind == cases[i].kind && row.item.depth == cases[i].depth && row.item.referrer == 1,
               "%s: kind %d, depth %d", cases[i].label, (int)row.item.kind, row.item.depth);
    }
    is_span(find(&scene, "https://example.org/private/d").rule, span_of("line 2: Disallow: /private"),
            "the rule");
    scene_remove(&scene);
}

static void test_again(void)
{
    struct scene scene;
    struct frontier_row row;

    scene_make(&scene);
    (void)follow(&scene, "https://example.org/e", LINK_PAGE, true, true);
    (void)follow(&scene, "https://example.org/e", LINK_PAGE, false, true);
    is_int(find(&scene, "https://example.org/e").state, FRONTIER_QUEUED,
           "a nofollow link does not bind another page");
    (void)follow(&scene, "https://example.org/p.png", LINK_REQUISITE, false, true);
    (void)follow(&scene, "https://example.org/p.png", LINK_PAGE, false, true);
    row = find(&scene, "https://example.org/p.png");
    ok(row.item.roles == (FRONTIER_AS_PAGE | FRONTIER_AS_REQUISITE), "both roles");
    must(discover_listed(&scene.site, span_of("not a URL"), span_of("test"), 1));
    ok(find(&scene, "not a URL").state == FRONTIER_DONE, "a list with something that is not a URL");
    scene_remove(&scene);
}

static void test_redirect(void)
{
    struct frontier_item from = {
        .id = 1, .kind = FRONTIER_REQUISITE, .roles = FRONTIER_AS_REQUISITE, .depth = 4};
    struct scene scene;
    struct frontier_row row;
    int64_t id = 0, again = 0;

    scene_make(&scene);
    must(discover_redirect(&scene.site, &from, scene_url(&scene, "https://example.org/to"), &id));
    row = scene_row(&scene, id);
    ok(row.item.kind == FRONTIER_REQUISITE && row.item.depth == 4 && row.item.referrer == 1,
       "the target's role");
    is_span(row.via, span_of("redirect"), "via");
    must(discover_redirect(&scene.site, &from, scene_url(&scene, "https://example.org/to"), &again));
    is_int(again, id, "the same target again");
    from.roles = FRONTIER_AS_PAGE;
    from.kind = FRONTIER_PAGE;
    must(discover_redirect(&scene.site, &from, scene_url(&scene, "https://example.org/to"), &again));
    row = scene_row(&scene, id);
    ok(again == id && row.item.roles == (FRONTIER_AS_PAGE | FRONTIER_AS_REQUISITE), "and in another role");
    scene_remove(&scene);
}

/* What an update of an imported mirror adds. */
static void test_no_growth(struct scene *scene)
{
    struct frontier_item page = {.id = 1, .kind = FRONTIER_PAGE, .roles = FRONTIER_AS_PAGE};
    int64_t id;

    scene->site.as_imported = true;
    (void)follow(scene, "https://example.org/late.png", LINK_REQUISITE, false, true);
    is_int(find(scene, "https://example.org/late.png").reason, FRONTIER_NO_REASON, "a requisite");
    must(discover_redirect(&scene->site, &page, scene_url(scene, "https://example.org/moved"), &id));
    is_int(scene_row(scene, id).reason, FRONTIER_NO_REASON, "the target of a redirect");
    (void)follow(scene, "https://example.org/late", LINK_PAGE, false, true);
    is_int(find(scene, "https://example.org/late").reason, FRONTIER_BY_IMPORT, "not a page");
    must(discover_listed(&scene->site, span_of("https://example.org/new"), span_of("test"), 1));
    is_int(find(scene, "https://example.org/new").reason, FRONTIER_BY_IMPORT, "nor one that a list names");
}

static void test_archived(void)
{
    struct scene scene;
    struct frontier_row row;

    scene_make(&scene);
    must(discover_archived(&scene.site, span_of("https://example.org/a"), span_of("archive")));
    row = find(&scene, "https://example.org/a");
    ok(row.item.kind == FRONTIER_PAGE && row.item.depth == 1, "a page of the site");
    must(discover_archived(&scene.site, span_of("https://cdn.example/a.js"), span_of("archive")));
    is_int(find(&scene, "https://cdn.example/a.js").item.kind, FRONTIER_REQUISITE,
           "a requisite of another host");
    (void)follow(&scene, "https://example.org/far", LINK_PAGE, true, true);
    is_int(find(&scene, "https://example.org/far").reason, FRONTIER_BY_NOFOLLOW, "one that no link led to");
    must(discover_archived(&scene.site, span_of("https://example.org/far"), span_of("archive")));
    row = find(&scene, "https://example.org/far");
    ok(row.state == FRONTIER_QUEUED && row.item.depth == 3, "is queued as deep as it is");
    test_no_growth(&scene);
    scene_remove(&scene);
}

/* Guesses are refused once most were wrong; pages are not, and what refused them before counts first. */
static void test_turn_of_guess(struct scene *scene)
{
    struct frontier_item guess = {.id = 1, .kind = FRONTIER_CANDIDATE, .depth = 1};
    struct span rule = {0};

    for (int i = 0; i < LIMIT_GUESSES_WRONG; i++) {
        char url[64];
        struct frontier_new row = {
            .kind = FRONTIER_CANDIDATE, .origin = 1, .depth = 1, .via = span_of("script text")};
        int64_t id;

        (void)snprintf(url, sizeof url, "https://example.org/%d/guess", i);
        row.url = guess.url = span_of(url);
        must(frontier_add(scene->mirror.frontier, &row, &id));
        guess.id = id;
        is_int(judge_turn(&scene->site, scene_origin(scene), &guess, scene_url(scene, url), false, &rule),
               FRONTIER_NO_REASON, "a guess");
        scene_finish(scene, id, FRONTIER_GONE, 1, NULL);
    }
    guess.id = 0;
    guess.url = span_of("https://example.org/x");
    is_int(judge_turn(&scene->site, scene_origin(scene), &guess, scene_url(scene, "https://example.org/x"),
                      false, &rule),
           FRONTIER_BY_GUESSES, "too many wrong guesses");
    guess.kind = FRONTIER_PAGE;
    guess.roles = FRONTIER_AS_PAGE;
    is_int(judge_turn(&scene->site, scene_origin(scene), &guess, scene_url(scene, "https://example.org/x"),
                      false, &rule),
           FRONTIER_NO_REASON, "a page is not a guess");
    guess.kind = FRONTIER_CANDIDATE;
    scene->settings.max_bytes = 0;
    is_int(judge_turn(&scene->site, scene_origin(scene), &guess, scene_url(scene, "https://example.org/x"),
                      false, &rule),
           FRONTIER_BY_MAX_BYTES, "a limit comes before that");
    scene->settings.max_bytes = -1;
}

/* Of one shape two values are tried in vain. A long answer of one does not change where the next was found.
 */
static void test_turn_of_value(void)
{
    static char etag[7000];
    struct frontier_new row = {.kind = FRONTIER_CANDIDATE, .depth = 1, .via = span_of("script value option")};
    struct frontier_item guess = {.kind = FRONTIER_CANDIDATE, .depth = 1};
    struct scene scene;

    memset(etag, 'e', sizeof etag - 1);
    scene_make(&scene);
    must(frontier_origin(scene.mirror.frontier, span_of("https://example.org"), &row.origin));
    for (int i = 0; i <= LIMIT_VALUES_WRONG; i++) {
        struct frontier_visit visit = {.state = FRONTIER_GONE, .status = 404, .etag = span_of(etag)};
        char url[64];

        (void)snprintf(url, sizeof url, "https://example.org/api/%.*s.json", 1 + 9 * i,
                       "abcdefghijklmnopqrstuvw");
        row.url = span_of(url);
        must(frontier_add(scene.mirror.frontier, &row, &guess.id));
        is_int(judge_guess(&scene.site, &guess, scene_url(&scene, url)),
               i < LIMIT_VALUES_WRONG ? FRONTIER_NO_REASON : FRONTIER_BY_GUESSES, "a value");
        visit.url = guess.id;
        must(frontier_finish(scene.mirror.frontier, &visit));
    }
    scene_remove(&scene);
}

static void test_turn(void)
{
    static const char *const none[] = {"*/c*"};
    struct scene scene;
    struct frontier_row row;
    struct span rule = {0};
    int64_t a, b, c;

    scene_make(&scene);
    a = scene_list(&scene, "https://example.org/a");
    b = scene_list(&scene, "https://example.org/private/b");
    c = scene_list(&scene, "https://example.org/c");
    set_rules(&scene, rules);
    is_int(scene_row(&scene, b).state, FRONTIER_QUEUED, "the first rules do not judge the queue");
    row = scene_row(&scene, a);
    is_int(judge_turn(&scene.site, scene_origin(&scene), &row.item,
                      scene_url(&scene, "https://example.org/a"), false, &rule),
           FRONTIER_NO_REASON, "allowed");
    row = scene_row(&scene, b);
    is_int(judge_turn(&scene.site, scene_origin(&scene), &row.item,
                      scene_url(&scene, "https://example.org/private/b"), false, &rule),
           FRONTIER_BY_ROBOTS, "disallowed by now");
    is_span(rule, span_of("line 2: Disallow: /private"), "its rule");
    scene.settings.scope.excludes = (struct texts){none, 1};
    must(site_move(&scene.site, scene_url(&scene, "https://example.org/")));
    row = scene_row(&scene, c);
    is_int(judge_turn(&scene.site, scene_origin(&scene), &row.item,
                      scene_url(&scene, "https://example.org/c"), false, &rule),
           FRONTIER_BY_PATTERN, "excluded by now");
    row = scene_row(&scene, 1);
    is_int(judge_turn(&scene.site, scene_origin(&scene), &row.item,
                      scene_url(&scene, "https://example.org/c"), true, &rule),
           FRONTIER_NO_REASON, "patterns do not refuse the start page");
    test_turn_of_guess(&scene);
    scene_remove(&scene);
}

int main(void)
{
    test_links();
    test_again();
    test_redirect();
    test_archived();
    test_turn();
    test_turn_of_value();
    return done();
}
