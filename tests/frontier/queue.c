/* SPDX-License-Identifier: MIT */
/* The queue: its order, URLs in flight, retries, promotion, refusals. */
#include "config.h"

#include "base/error.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/inside.h"
#include "frontier/links.h"
#include "frontier/row.h"
#include "frontier/scene.h"

/* The id of the next URL, which is then in flight; 0 for none, -1 for an error. */
static int64_t next_up_to(struct scene *scene, enum frontier_kind kind_max, int64_t now_ms)
{
    struct frontier_item item;
    int error = frontier_next(scene->frontier, scene->origin, kind_max, now_ms, &item);

    return error == 0 ? item.id : error == ERROR_END ? 0 : -1;
}

static int64_t next(struct scene *scene)
{
    return next_up_to(scene, FRONTIER_PAGE, 5000);
}

static void test_order(struct scene *scene)
{
    int64_t page = scene_add(scene, "https://example.org/page", FRONTIER_PAGE);
    int64_t page2 = scene_add(scene, "https://example.org/page2", FRONTIER_PAGE);
    int64_t image = scene_add(scene, "https://example.org/image", FRONTIER_REQUISITE);
    int64_t start = scene_add(scene, "https://example.org/", FRONTIER_START);
    int64_t again = scene_add(scene, "https://example.org/again", FRONTIER_REQUISITE);
    int64_t earliest = 0;

    is_int(frontier_earliest_retry(scene->frontier, scene->origin, &earliest), ERROR_NOT_FOUND,
           "no retry waits");
    must(frontier_retry(scene->frontier, again, 1, 4000));
    must(frontier_earliest_retry(scene->frontier, scene->origin, &earliest));
    is_int(earliest, 4000, "the earliest retry");
    is_int(next(scene), start, "the start first");
    is_int(next_up_to(scene, FRONTIER_REQUISITE, 3999), image, "then requisites");
    is_int(next_up_to(scene, FRONTIER_REQUISITE, 3999), 0,
           "no page if only requisites are requested, and no retry before its time");
    is_int(next(scene), page, "then pages");
    frontier_release(scene->frontier, page);
    is_int(next(scene), page, "a released URL comes again");
    is_int(next(scene), page2, "by id");
    is_int(next(scene), again, "retries last");
    is_int(next(scene), 0, "then nothing");
    is_int(scene->frontier->flying.count, 5, "all are in flight");
    scene_reopen(scene);
}

static void test_item(struct scene *scene)
{
    int64_t page = scene_add(scene, "https://example.org/from", FRONTIER_PAGE), id;
    struct frontier_new row = scene_row(scene, "https://example.org/to?a=b", FRONTIER_REQUISITE);
    struct frontier_item item;

    row.depth = 3;
    row.referrer = page;
    row.via = span_of("img src");
    must(frontier_add(scene->frontier, &row, &id));
    must(frontier_retry(scene->frontier, id, 2, 1234));
    must(frontier_settle(scene->frontier, page, FRONTIER_REFUSED, FRONTIER_BY_ROBOTS, span_of("line 1")));
    must(frontier_next(scene->frontier, scene->origin, FRONTIER_PAGE, 1234, &item));
    is_int(item.id, id, "the item");
    is_span(item.url, row.url, "its URL");
    ok(item.kind == FRONTIER_REQUISITE && item.roles == FRONTIER_AS_REQUISITE && item.depth == 3 &&
           item.referrer == page && item.attempts == 2 && item.not_before_ms == 1234 &&
           item.origin == scene->origin,
       "its other members");
    scene_reopen(scene);
}

static void test_known(struct scene *scene)
{
    int64_t page = scene_add(scene, "https://example.org/known", FRONTIER_PAGE), id = 0;
    unsigned flags = 99;

    ok(!frontier_known(scene->frontier, span_of("https://example.org/unknown"), &id, &flags), "unknown");
    ok(frontier_known(scene->frontier, span_of("https://example.org/known"), &id, &flags) && id == page &&
           flags == FRONTIER_AS_PAGE,
       "known as a page");
    ok(frontier_known(scene->frontier, span_of("https://example.org/%6Bnown"), &id, &flags) && id == page,
       "known in another spelling");
    must(
        frontier_settle(scene->frontier, page, FRONTIER_REFUSED, FRONTIER_BY_SCOPE, span_of("--scope host")));
    must(frontier_commit(scene->frontier));
    for (int i = 0; i < 2; i++) {
        frontier_known(scene->frontier, span_of("https://example.org/known"), &id, &flags);
        is_int(flags, FRONTIER_AS_PAGE | FRONTIER_IS_REFUSED, i ? "refused, after a restart too" : "refused");
        scene_reopen(scene);
    }
    scene_finish(scene, page);
    frontier_known(scene->frontier, span_of("https://example.org/known"), &id, &flags);
    is_int(flags, FRONTIER_AS_PAGE | FRONTIER_IS_SETTLED, "done");
    scene_reopen(scene);
}

/* The longest URL is added and handed out; a longer one is refused. */
static void test_long_url(struct scene *scene)
{
    static char url[LIMIT_URL_BYTES + 2] = "https://example.org/";
    struct frontier_new row;
    struct frontier_item item;
    int64_t id = 0;

    memset(url + strlen(url), 'x', LIMIT_URL_BYTES + 1 - strlen(url));
    row = scene_row(scene, url, FRONTIER_PAGE);
    is_int(frontier_add(scene->frontier, &row, &id), ERROR_TOO_LARGE, "a URL that is too long");
    row.url.len--;
    must(frontier_add(scene->frontier, &row, &id));
    must(frontier_next(scene->frontier, scene->origin, FRONTIER_PAGE, 1, &item));
    is_span(item.url, row.url, "the longest URL");
    scene_reopen(scene);
}

static void test_want(struct scene *scene)
{
    struct frontier_new row = scene_row(scene, "https://example.org/out", FRONTIER_PAGE);
    struct frontier_stats stats;
    int64_t refused, fresh, id;
    unsigned flags;

    row.reason = FRONTIER_BY_SCOPE;
    row.rule = span_of("--scope host");
    must(frontier_add(scene->frontier, &row, &refused));
    fresh = scene_add(scene, "https://example.org/fresh", FRONTIER_PAGE);
    for (int i = 0; i < 100; i++) {
        char url[60];

        snprintf(url, sizeof url, "https://example.org/more/%d", i);
        scene_add(scene, url, FRONTIER_PAGE);
    }
    is_int(next(scene), fresh, "a refused URL is not next");
    row = scene_row(scene, "", FRONTIER_REQUISITE);
    row.reason = FRONTIER_BY_REQUISITES;
    must(frontier_want(scene->frontier, refused, &row));
    frontier_known(scene->frontier, span_of("https://example.org/out"), &id, &flags);
    is_int(flags, 3 | FRONTIER_IS_REFUSED, "wanted and refused in another role");
    row.reason = FRONTIER_NO_REASON;
    row.depth = 7;
    must(frontier_want(scene->frontier, refused, &row));
    frontier_known(scene->frontier, span_of("https://example.org/out"), &id, &flags);
    is_int(flags, 3, "wanted: both roles, not refused");
    is_int(next(scene), refused, "it comes before pages, also after a greater id was handed out");
    must(frontier_want(scene->frontier, fresh + 50, &row));
    is_int(next(scene), fresh + 50, "a queued page that is needed as a requisite comes first");
    frontier_stats(scene->frontier, &stats);
    is_int(stats.kinds[FRONTIER_QUEUED][FRONTIER_REQUISITE], 2, "counted as requisites");
    is_int(stats.states[FRONTIER_REFUSED], 1, "the refusal of an earlier test remains");
    scene_finish(scene, refused);
    must(frontier_want(scene->frontier, refused, &row));
    frontier_stats(scene->frontier, &stats);
    is_int(stats.states[FRONTIER_DONE], 1, "a stored URL is not requested again");
    must(frontier_requeue(scene->frontier, refused));
    is_int(next(scene), refused, "unless it is queued again");
    scene_reopen(scene);
}

static void test_walk(struct scene *scene)
{
    struct frontier_item item;
    char url[60];
    int seen = 0;
    bool ordered = true;
    int64_t last = 0;

    for (int i = 0; i < 50; i++) {
        snprintf(url, sizeof url, "https://example.org/walk/%d", i);
        scene_add(scene, url, i % 2 ? FRONTIER_PAGE : FRONTIER_REQUISITE);
    }
    next(scene);
    must(frontier_retry(scene->frontier, next(scene), 1, 9000));
    while (frontier_next(scene->frontier, scene->origin, FRONTIER_CANDIDATE, INT64_MAX, &item) == 0) {
        seen++;
        ordered = ordered && (item.id > last || item.kind == FRONTIER_PAGE || item.not_before_ms > 0);
        last = item.id;
        if (seen % 2)
            must(frontier_settle(scene->frontier, item.id, FRONTIER_REFUSED, FRONTIER_BY_ROBOTS,
                                 span_of("line 4")));
    }
    is_int(seen, 49, "all URLs that are not in flight, also if half of them are refused meanwhile");
    ok(ordered, "in the order of the queue");
    is_int(item.not_before_ms, 9000, "the waiting one last");
    scene_reopen(scene);
}

static void test_origins(struct scene *scene)
{
    struct frontier_new row = scene_row(scene, "https://other.example/a", FRONTIER_PAGE);
    struct frontier_origin origin;
    struct span text;
    int64_t other, same;
    int64_t first = scene_add(scene, "https://example.org/first", FRONTIER_PAGE);

    must(frontier_origin(scene->frontier, span_of("https://other.example"), &other));
    must(frontier_origin(scene->frontier, span_of("https://other.example"), &same));
    ok(other != scene->origin && other == same, "each origin has one id");
    is_int(frontier_origin_count(scene->frontier), 2, "two origins");
    row.origin = other;
    must(frontier_add(scene->frontier, &row, NULL));
    must(frontier_retry(scene->frontier, first, 1, 77));
    frontier_set_pace(scene->frontier, other,
                      &(struct frontier_pace){.last_request_ms = 11,
                                              .pause_until_ms = 22,
                                              .delay_ms = 33,
                                              .pause_reason = 5,
                                              .delay_reason = 3,
                                              .connections = 2,
                                              .limit_ms = 44,
                                              .rest_ms = 55,
                                              .answer_ms = 66,
                                              .usual_ms = 77});
    must(frontier_commit(scene->frontier));
    for (int i = 0; i < 2; i++) {
        frontier_get_origin(scene->frontier, other, &origin);
        ok(origin.pace.last_request_ms == 11 && origin.pace.pause_until_ms == 22 &&
               origin.pace.delay_ms == 33,
           "the pace%s", i ? ", after a restart" : "");
        ok(origin.pace.pause_reason == 5 && origin.pace.delay_reason == 3 && origin.pace.connections == 2 &&
               origin.pace.limit_ms == 44 && origin.pace.rest_ms == 55 && origin.pace.answer_ms == 66 &&
               origin.pace.usual_ms == 77,
           "the reasons and values of the pace");
        is_int(origin.queued[FRONTIER_PAGE], 1, "one page queued");
        is_int(origin.waiting, 0, "none waiting");
        frontier_get_origin(scene->frontier, scene->origin, &origin);
        is_int(origin.waiting, 1, "one waiting at the other");
        must(frontier_origin_text(scene->frontier, other, &text));
        is_span(text, span_of("https://other.example"), "its text");
        is_int(frontier_busy_origin(scene->frontier, 0), scene->origin, "the first busy origin");
        is_int(frontier_busy_origin(scene->frontier, scene->origin), other, "the second");
        is_int(frontier_busy_origin(scene->frontier, other), 0, "no more");
        scene_reopen(scene);
    }
    must(frontier_origin(scene->frontier, span_of("https://paused.example"), &other));
    frontier_set_pace(scene->frontier, other, &(struct frontier_pace){.pause_until_ms = 22});
    must(frontier_commit(scene->frontier));
    scene_reopen(scene);
    frontier_get_origin(scene->frontier, other, &origin);
    is_int(origin.pace.pause_until_ms, 22, "a pause is known after a restart, with nothing queued");
    is_int(scene_query(
               scene,
               "SELECT min(starts = (SELECT count(*) FROM url WHERE url.origin = o.id AND state = 0 AND"
               " kind = 0) AND requisites = (SELECT count(*) FROM url WHERE url.origin = o.id AND"
               " state = 0 AND kind = 1) AND pages = (SELECT count(*) FROM url WHERE"
               " url.origin = o.id AND state = 0 AND kind = 2) AND candidates = (SELECT count(*) FROM url"
               " WHERE url.origin = o.id AND state = 0 AND kind = 3)) FROM origin AS o"),
           1, "the stored counts are right");
}

static void test_reopen(struct scene *scene)
{
    struct frontier_new row = scene_row(scene, "https://example.org/deep", FRONTIER_PAGE);
    struct frontier_misguesses misguesses = {0};
    int64_t deep, other;
    uint64_t count = 0;
    unsigned flags = 0;
    uint64_t wrong;

    row.reason = FRONTIER_BY_DEPTH;
    must(frontier_add(scene->frontier, &row, &deep));
    row.url = span_of("https://example.org/forbidden");
    row.reason = FRONTIER_BY_ROBOTS;
    must(frontier_add(scene->frontier, &row, &other));
    must(frontier_reopen(scene->frontier, FRONTIER_BY_DEPTH, &count));
    is_int((int64_t)count, 1, "one was refused for its depth");
    is_int(next(scene), deep, "it is queued again");
    ok(frontier_known(scene->frontier, row.url, &other, &flags) && (flags & FRONTIER_IS_REFUSED),
       "the other is not");
    must(frontier_read_misguesses(scene->frontier, &misguesses));
    ok(misguesses.count == 1 && bits_has(&misguesses.urls, deep),
       "pages that link to it must be woven again");
    must(frontier_edit(scene->frontier, FRONTIER_FORGET_MISGUESSES, 0));
    must(frontier_count(scene->frontier, FRONTIER_HAS_MISGUESSES, 0, &wrong));
    ok(!wrong, "until they are forgotten");
    frontier_misguesses_release(&misguesses);
    scene_reopen(scene);
}

/* Settles ID with an answer in STATE. */
static void settle(struct scene *scene, int64_t id, enum frontier_state state)
{
    struct frontier_visit visit = {.url = id, .state = state, .reason = FRONTIER_BY_STATUS, .attempts = 1};

    must(frontier_finish(scene->frontier, &visit));
}

static void test_candidates(struct scene *scene)
{
    int64_t guess = scene_add(scene, "https://example.org/guess.json", FRONTIER_CANDIDATE);
    int64_t wanted = scene_add(scene, "https://example.org/wanted.json", FRONTIER_CANDIDATE);
    int64_t late = scene_add(scene, "https://example.org/late.html", FRONTIER_CANDIDATE);
    int64_t page = scene_add(scene, "https://example.org/", FRONTIER_PAGE), id;
    struct frontier_new row = scene_row(scene, "https://example.org/wanted.json", FRONTIER_REQUISITE);
    struct frontier_new form = scene_row(scene, "https://example.org/form", FRONTIER_PAGE);
    struct frontier_item item;
    struct frontier_stats stats;
    uint64_t count;
    unsigned flags = 9;

    ok(frontier_known(scene->frontier, row.url, &id, &flags) && flags == 0, "a candidate has no roles");
    must(frontier_want(scene->frontier, wanted, &row));
    is_int(next(scene), wanted, "one that a page needs is a requisite");
    is_int(next(scene), page, "then come pages");
    is_int(next_up_to(scene, FRONTIER_PAGE, 5000), 0, "a candidate is not a page");
    is_int(next_up_to(scene, FRONTIER_CANDIDATE, 5000), guess, "candidates come last");
    form.roles = 0;
    must(frontier_add(scene->frontier, &form, &id));
    must(frontier_next(scene->frontier, scene->origin, FRONTIER_PAGE, 5000, &item));
    ok(item.id == id && item.kind == FRONTIER_CANDIDATE,
       "a page without roles is one in the place of a page");
    frontier_release(scene->frontier, id);
    must(frontier_next(scene->frontier, scene->origin, FRONTIER_PAGE, 5000, &item));
    is_int(item.id, id, "and keeps it when it is released");
    must(frontier_take(scene->frontier, &item));
    frontier_release(scene->frontier, id);
    is_int(next_up_to(scene, FRONTIER_PAGE, 5000), 0, "until it is taken");
    must(frontier_next(scene->frontier, scene->origin, FRONTIER_CANDIDATE, 5000, &item));
    settle(scene, wanted, FRONTIER_DONE);
    settle(scene, page, FRONTIER_DONE);
    settle(scene, guess, FRONTIER_GONE);
    settle(scene, late, FRONTIER_GONE);
    settle(scene, id, FRONTIER_GONE);
    must(frontier_commit(scene->frontier));
    scene_reopen(scene);
    frontier_stats(scene->frontier, &stats);
    is_int((int64_t)stats.states[FRONTIER_GONE], 3, "three are gone");
    is_int((int64_t)stats.guesses[FRONTIER_GONE][FRONTIER_BY_STATUS], 3, "and are guesses");
    is_int((int64_t)frontier_failures(&stats), 0, "so nothing failed");
    row = scene_row(scene, "https://example.org/late.html", FRONTIER_PAGE);
    must(frontier_want(scene->frontier, late, &row));
    frontier_stats(scene->frontier, &stats);
    is_int((int64_t)frontier_failures(&stats), 1, "until a page links to one of them");
    is_int(scene_query(scene, "SELECT count(*) FROM url WHERE kind = 3"), 3, "uncommitted so far");
    must(frontier_commit(scene->frontier));
    is_int(scene_query(scene, "SELECT count(*) FROM url WHERE kind = 3"), 2, "two are candidates still");
    must(frontier_revisit_all(scene->frontier, 0, &count));
    frontier_stats(scene->frontier, &stats);
    is_int((int64_t)stats.states[FRONTIER_QUEUED], 3, "an update requests all except that candidate");
    is_int((int64_t)count, 0, "nothing is gone for good");
}

/* Rows that change while they are in flight. */
static void test_flight(struct scene *scene)
{
    int64_t first = scene_add(scene, "https://example.org/1", FRONTIER_PAGE);
    int64_t second = scene_add(scene, "https://example.org/2", FRONTIER_PAGE);
    int64_t third = scene_add(scene, "https://example.org/3", FRONTIER_PAGE);
    struct frontier_new row = scene_row(scene, "https://example.org/1", FRONTIER_REQUISITE);
    struct frontier_origin origin;

    is_int(next(scene), first, "the first page");
    is_int(next(scene), second, "the second");
    must(frontier_want(scene->frontier, first, &row));
    row.url = span_of("https://example.org/3");
    must(frontier_want(scene->frontier, third, &row));
    is_int(next(scene), third, "the requisite that is not in flight");
    frontier_release(scene->frontier, first);
    is_int(next(scene), first, "the other one, once it is released");
    must(frontier_retry(scene->frontier, second, 1, 4000));
    must(frontier_settle(scene->frontier, third, FRONTIER_FAILED, FRONTIER_BY_NETWORK, span_of("")));
    scene_finish(scene, first);
    is_int(next(scene), second, "the one to be tried again");
    scene_finish(scene, second);
    must(frontier_requeue(scene->frontier, second));
    is_int(next(scene), second, "and is queued again");
    scene_finish(scene, second);
    frontier_get_origin(scene->frontier, scene->origin, &origin);
    is_int(origin.waiting + origin.queued[FRONTIER_PAGE] + origin.queued[FRONTIER_REQUISITE], 0,
           "its origin has nothing queued");
    must(frontier_commit(scene->frontier));
    is_int(scene_query(scene,
                       "SELECT min(urls = (SELECT count(*) FROM url WHERE (url.state, url.kind, url.reason) ="
                       " (tally.state, tally.kind, tally.reason))) AND sum(wire_bytes) = 200 FROM tally"),
           1, "all are counted in their final state");
}

/* A URL of the test below; flying: it was handed out. */
struct queued {
    int64_t id, not_before_ms;
    enum frontier_kind kind;
    bool flying, settled;
};

/* Returns the URL that is next by the definition of the queue; NULL for none. */
static struct queued *first_of(struct queued *urls, size_t count, enum frontier_kind kind_max)
{
    struct queued *first = NULL;

    for (struct queued *url = urls; url < urls + count; url++) {
        bool earlier =
            !first || (url->not_before_ms != first->not_before_ms ? url->not_before_ms < first->not_before_ms
                                                                  : url->kind < first->kind); /* then by id */

        if (earlier && !url->flying && !url->settled && url->kind <= kind_max && url->not_before_ms <= 5000)
            first = url;
    }
    return first;
}

/* Whatever happens to URLs, the next one is that of a search from the start of the queue. */
static void test_random(struct scene *scene)
{
    enum { URLS = 400, STEPS = 8000 };
    static struct queued urls[URLS];
    size_t count = 0, wrong = 0, taken = 0;
    unsigned seed = 1;

    for (int i = 0; i < STEPS; i++) {
        unsigned roll = (seed = seed * 1103515245 + 12345) >> 16 & 0x7fff;
        struct queued *url = &urls[roll / 8 % (count + 1)], *expected;
        enum frontier_kind kind = roll / 8 % 3 ? FRONTIER_PAGE : FRONTIER_REQUISITE;
        char text[64];

        if (roll % 8 == 0 && count < URLS) {
            snprintf(text, sizeof text, "https://example.org/random/%zu", count);
            urls[count++] = (struct queued){.id = scene_add(scene, text, kind), .kind = kind};
        } else if (roll % 8 < 4) {
            expected = first_of(urls, count, kind);
            wrong += next_up_to(scene, kind, 5000) != (expected ? expected->id : 0);
            if (expected)
                expected->flying = true;
            taken += expected != NULL;
        } else if (url < urls + count && url->flying) {
            url->flying = false;
            url->settled = roll % 8 == 4;
            if (url->settled)
                scene_finish(scene, url->id);
            else if (roll % 8 == 5)
                must(frontier_retry(scene->frontier, url->id, 1, url->not_before_ms = 4000 + roll % 3 * 500));
            else
                frontier_release(scene->frontier, url->id);
        }
    }
    ok(taken > STEPS / 8, "%zu URLs are handed out", taken);
    is_int((int64_t)wrong, 0, "each in its turn");
}

/* The origin of a URL is cached, and changes with its row. */
static void test_hops(struct scene *scene)
{
    int64_t page = scene_add(scene, "https://example.org/hop", FRONTIER_PAGE), id;
    struct frontier_new row = scene_row(scene, "https://example.org/hop.png", FRONTIER_PAGE);
    struct frontier_hop hop;

    row.via = span_of("a href");
    row.reason = FRONTIER_BY_DEPTH;
    must(frontier_add(scene->frontier, &row, &id));
    for (int i = 0; i < 2; i++) {
        must(frontier_hop(scene->frontier, id, &hop));
        ok(hop.kind == FRONTIER_PAGE && hop.referrer == 0, "how it was found%s", i ? ", from the cache" : "");
        is_span(hop.via, span_of("a href"), "where");
        is_span(hop.url, row.url, "its URL");
    }
    row = scene_row(scene, "https://example.org/hop.png", FRONTIER_REQUISITE);
    row.via = span_of("img src");
    row.referrer = page;
    must(frontier_want(scene->frontier, id, &row));
    must(frontier_hop(scene->frontier, id, &hop));
    ok(hop.kind == FRONTIER_REQUISITE && hop.referrer == page, "found in another place");
    is_span(hop.via, span_of("img src"), "where");
    is_int(frontier_hop(scene->frontier, id + 64, &hop), ERROR_NOT_FOUND, "no such URL");
    must(frontier_hop(scene->frontier, id, &hop));
    is_span(hop.via, span_of("img src"), "another URL does not replace it");
}

int main(void)
{
    struct scene scene;

    scene_make(&scene);
    test_order(&scene);
    test_item(&scene);
    test_known(&scene);
    test_long_url(&scene);
    test_want(&scene);
    test_walk(&scene);
    test_origins(&scene);
    test_reopen(&scene);
    scene_remove(&scene);
    scene_make(&scene);
    test_candidates(&scene);
    scene_remove(&scene);
    scene_make(&scene);
    test_flight(&scene);
    test_hops(&scene);
    scene_remove(&scene);
    scene_make(&scene);
    test_random(&scene);
    scene_remove(&scene);
    return done();
}
