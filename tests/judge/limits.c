/* SPDX-License-Identifier: MIT */
/* --max-pages, --max-bytes, --max-file-size, and the limit on guesses. */
#include "config.h"

#include "judge/judge.h"

#include "judge/scene.h"

static enum frontier_reason judge_page(struct scene *scene, int64_t id, struct span *rule)
{
    struct frontier_row row = scene_row(scene, id);

    return judge_by_limits(&scene->site, &row.item, scene_url(scene, "https://example.org/x"), rule);
}

static void test_pages(void)
{
    struct scene scene;
    struct span rule = {0};
    int64_t a, b;

    scene_make(&scene);
    a = scene_list(&scene, "https://example.org/a");
    b = scene_list(&scene, "https://example.org/b");
    is_int(judge_page(&scene, a, &rule), FRONTIER_NO_REASON, "no limit");
    scene.settings.max_pages = 2;
    scene_finish(&scene, 1, FRONTIER_DONE, 10, "index.html");
    is_int(judge_page(&scene, a, &rule), FRONTIER_NO_REASON, "one of two pages is stored");
    scene.site.pages_in_flight = 1;
    is_int(judge_page(&scene, a, &rule), FRONTIER_BY_MAX_PAGES, "a page in flight counts");
    is_span(rule, span_of("--max-pages 2"), "the rule");
    ok(judge_may_allow_later(&scene.site), "it may turn out not to be a page");
    is_int(judge_page(&scene, 1, &rule), FRONTIER_NO_REASON, "the start page is never refused");
    scene.site.pages_in_flight = 0;
    ok(!judge_may_allow_later(&scene.site), "nothing is in flight");
    scene_finish(&scene, a, FRONTIER_DONE, 10, "a.html");
    is_int(judge_page(&scene, b, &rule), FRONTIER_BY_MAX_PAGES, "two of two are stored");
    scene.site.pages_in_flight = 1;
    ok(!judge_may_allow_later(&scene.site), "two of two are stored: not later either");
    scene.settings.max_pages = 3;
    scene.site.pages_in_flight = 0;
    is_int(judge_page(&scene, b, &rule), FRONTIER_NO_REASON, "two of three are stored");
    scene.site.updating.kept_pages = 1;
    is_int(judge_page(&scene, b, &rule), FRONTIER_BY_MAX_PAGES, "a page still to be updated counts");
    scene_remove(&scene);
}

static void test_bytes(void)
{
    struct scene scene;
    struct span rule = {0};
    int64_t a;

    scene_make(&scene);
    a = scene_list(&scene, "https://example.org/a");
    ok(judge_bytes_left(&scene.site) == UINT64_MAX, "no limit");
    scene.settings.max_bytes = 1000;
    scene_finish(&scene, 1, FRONTIER_DONE, 700, "index.html");
    is_int((int64_t)judge_bytes_left(&scene.site), 300, "what answers leave");
    scene.site.received_bytes = 900;
    is_int((int64_t)judge_bytes_left(&scene.site), 100, "what all requests leave");
    is_int(judge_page(&scene, a, &rule), FRONTIER_NO_REASON, "below the limit");
    scene.settings.max_bytes = 900;
    is_int(judge_page(&scene, a, &rule), FRONTIER_BY_MAX_BYTES, "at the limit");
    scene.settings.max_bytes = 901;
    is_int(judge_page(&scene, a, &rule), FRONTIER_NO_REASON, "one byte below");
    scene.site.received_bytes = 1000;
    is_int((int64_t)judge_bytes_left(&scene.site), 0, "beyond the limit");
    scene.settings.max_bytes = 700;
    scene.settings.max_file_size = 500;
    is_int(judge_page(&scene, a, &rule), FRONTIER_BY_MAX_BYTES, "beyond the limit");
    is_span(rule, span_of("--max-bytes 700"), "the rule");
    is_span(judge_limit_rule(&scene.site, FRONTIER_BY_MAX_FILE_SIZE), span_of("--max-file-size 500"),
            "the other rule");
    scene.settings.max_bytes = 0;
    is_int(judge_page(&scene, a, &rule), FRONTIER_BY_MAX_BYTES, "no byte at all");
    scene.settings.max_bytes = -1;
    scene.settings.max_pages = 0;
    is_int(judge_page(&scene, a, &rule), FRONTIER_BY_MAX_PAGES, "no page at all");
    scene_remove(&scene);
}

static void test_what_counts(void)
{
    static const struct {
        enum frontier_kind kind;
        const char *url;
        bool counts;
    } cases[] = {
        {FRONTIER_START, "https://example.org/x.png", true},
        {FRONTIER_PAGE, "https://example.org/x.png", true},
        {FRONTIER_REQUISITE, "https://example.org/x.html", false},
        {FRONTIER_CANDIDATE, "https://example.org/x.html", true},
        {FRONTIER_CANDIDATE, "https://example.org/x.HTM", true},
        {FRONTIER_CANDIDATE, "https://example.org/.html", true},
        {FRONTIER_CANDIDATE, "https://example.org/html", false},
        {FRONTIER_CANDIDATE, "https://example.org/x.json", false},
    };
    struct scene scene;

    scene_make(&scene);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct frontier_item item = {.kind = cases[i].kind};

        ok(judge_counts_as_page(&scene.site, &item, scene_url(&scene, cases[i].url)) == cases[i].counts,
           "%d %s", (int)cases[i].kind, cases[i].url);
    }
    scene_remove(&scene);
}

/* Adds a candidate in FOLDER, has it judged, and settles it. */
static enum frontier_reason guess(struct scene *scene, const char *via, int folder, int number,
                                  enum frontier_state state)
{
    struct frontier_new row = {.kind = FRONTIER_CANDIDATE, .origin = 1, .depth = 1, .via = span_of(via)};
    struct frontier_item item = {.kind = FRONTIER_CANDIDATE};
    enum frontier_reason reason;
    char url[64];

    (void)snprintf(url, sizeof url, "https://example.org/%d/guess%d.js", folder, number);
    row.url = span_of(url);
    must(frontier_add(scene->mirror.frontier, &row, &item.id));
    reason = judge_guess(&scene->site, &item, scene_url(scene, url));
    if (!reason)
        scene_finish(scene, item.id, state, 1, NULL);
    return reason;
}

static void test_guesses(void)
{
    struct scene scene;
    int folder = 0;

    scene_make(&scene);
    for (; folder < LIMIT_GUESSES_WRONG; folder++)
        is_int(guess(&scene, "script text", folder, 1, folder % 2 ? FRONTIER_GONE : FRONTIER_FAILED),
               FRONTIER_NO_REASON, "not yet enough wrong guesses");
    is_int(guess(&scene, "script text", folder++, 1, FRONTIER_GONE), FRONTIER_BY_GUESSES, "enough");
    scene_remove(&scene);
}

static void test_shapes(void)
{
    struct scene scene;
    int number = 0;

    scene_make(&scene);
    for (; number < LIMIT_GUESSES_OF_SHAPE; number++)
        is_int(guess(&scene, "script text", 0, number, FRONTIER_GONE), FRONTIER_NO_REASON, "a new shape");
    is_int(guess(&scene, "script text", 0, number++, FRONTIER_GONE), FRONTIER_BY_GUESSES, "it does not pay");
    is_int(guess(&scene, "script text", 1, number++, FRONTIER_DONE), FRONTIER_NO_REASON, "another folder");
    for (int i = 0; i < 2 * LIMIT_GUESSES_WRONG; i++)
        is_int(guess(&scene, "script text", 1, number++, FRONTIER_GONE), FRONTIER_NO_REASON, "it pays");
    is_int(guess(&scene, "script text", 2, number++, FRONTIER_GONE), FRONTIER_BY_GUESSES,
           "most guesses are wrong, and this shape is new");
    scene_remove(&scene);
    scene_make(&scene);
    for (int i = 0; i <= LIMIT_GUESSES_OF_SHAPE; i++)
        is_int(guess(&scene, "Generator 1.0", i, number++, FRONTIER_GONE),
               i < LIMIT_GUESSES_OF_SHAPE ? FRONTIER_NO_REASON : FRONTIER_BY_GUESSES,
               "a generator's files are of one shape in all folders");
    scene_remove(&scene);
}

static void test_accept(void)
{
    static const struct {
        const char *url, *html;
        bool is_page;
    } cases[] = {
        {"https://example.org/a.html", "<!doctype html><p>", true},
        {"https://example.org/a.html", "\xef\xbb\xbf <HTML><p>", true},
        {"https://example.org/a.html", "<?xml version='1.0'?><!-- x --> <html>", true},
        {"https://example.org/a.html", "<p>fragment", false},
        {"https://example.org/a.html", "", false},
        {"https://example.org/a.json", "<!doctype html><p>", false},
    };
    struct scene scene;

    scene_make(&scene);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct frontier_item item = {.id = 1, .depth = 3};
        bool is_page = false;

        must(judge_guessed_page(&scene.site, &item, scene_url(&scene, cases[i].url), span_of(cases[i].html),
                                &is_page));
        ok(is_page == cases[i].is_page, "%s: %s", cases[i].url, cases[i].html);
    }
    scene_remove(&scene);
}

int main(void)
{
    test_pages();
    test_bytes();
    test_what_counts();
    test_guesses();
    test_shapes();
    test_accept();
    return done();
}
