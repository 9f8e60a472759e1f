/* SPDX-License-Identifier: MIT */
/* What the archive gets of a request and its answer: the way to the URL, the trouble, and what it repeats. */
#include "config.h"

#include "mirror/exchange.h"

#include "frontier/frontier.h"
#include "mirror/scene.h"

#define OK_HEAD "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"

static char large[EXCHANGE_REPEATED_BYTES];

/* Fills EXCHANGE, which must be released, with an answer for CAUSE. */
static void fill(struct scene *scene, struct exchange *exchange, const struct request_purpose *purpose)
{
    struct fetch_result result = scene_result(scene, OK_HEAD, span_of("body"));

    result.url = purpose->url;
    *exchange = (struct exchange){0};
    must(exchange_fill(exchange, &scene->mirror, purpose, &result, NULL));
}

static void is_way(struct scene *scene, const struct request_purpose *purpose, const char *hops,
                   const char *via)
{
    struct exchange exchange;

    fill(scene, &exchange, purpose);
    is_span(exchange.warc.hops, span_of(hops), "hops");
    is_span(exchange.warc.via, span_of(via), via);
    exchange_release(&exchange);
}

static void test_hops(struct scene *scene)
{
    static const struct {
        const char *url, *via, *hops, *from;
        enum frontier_kind kind;
        int referrer; /* index; -1: none */
    } cases[] = {
        {SITE "/", "", "", "", FRONTIER_START, -1},
        {SITE "/a|b", "a href", "L", SITE "/", FRONTIER_PAGE, 0},
        {SITE "/c.css", "link stylesheet", "LE", SITE "/a%7Cb", FRONTIER_REQUISITE, 1},
        {SITE "/d", "redirect", "LER", SITE "/c.css", FRONTIER_REQUISITE, 2},
        {SITE "/e", "sitemap 1", "M", SITE "/", FRONTIER_PAGE, 0},
        {SITE "/f", "script", "MX", SITE "/e", FRONTIER_CANDIDATE, 4},
        {SITE "/g", "redirect", "MXR", SITE "/f", FRONTIER_CANDIDATE, 5},
        {SITE "/h", "a href", "L", "", FRONTIER_PAGE, -1},
        {SITE "/i", "a href", "LL", SITE "/h", FRONTIER_PAGE, 7},
    };
    int64_t ids[COUNT_OF(cases)], id;
    char url[60], hops[65] = "";

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int64_t referrer = cases[i].referrer < 0 ? 0 : ids[cases[i].referrer];
        struct request_purpose purpose = {.url = span_of(cases[i].url)};

        ids[i] = scene_add(scene, cases[i].url, cases[i].kind, referrer, cases[i].via);
        purpose.id = ids[i];
        is_way(scene, &purpose, cases[i].hops, cases[i].from);
    }
    id = ids[0];
    for (int i = 0; i < 66; i++) {
        (void)snprintf(url, sizeof url, SITE "/deep/%d", i);
        id = scene_add(scene, url, FRONTIER_PAGE, id, i < 2 ? "redirect" : "a href");
    }
    memset(hops, 'L', 64);
    is_way(scene, &(struct request_purpose){.url = span_of(url), .id = id}, hops, SITE "/deep/64");
}

static void test_others(struct scene *scene)
{
    static const struct {
        const char *of;
        int redirects, level;
        const char *hops, *via;
    } cases[] = {
        {SITE, 0, 0, "P", ""},
        {SITE, 1, 0, "PR", SITE "/robots.txt"},
        {SITE, 2, 0, "PRR", SITE "/robots.txt"},
        {SITE, 0, 1, "PM", SITE "/robots.txt"},
        {SITE, 0, 3, "PMMM", SITE "/robots.txt"},
        {"", 0, 1, "PM", ""},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++)
        is_way(scene,
               &(struct request_purpose){.url = span_of(SITE "/x"),
                                         .robots_of = span_of(cases[i].of),
                                         .redirects = cases[i].redirects,
                                         .sitemap_level = cases[i].level},
               cases[i].hops, cases[i].via);
}

static void test_fields(struct scene *scene)
{
    const struct request_purpose purpose = {.url = span_of(SITE "/a{b}"), .robots_of = span_of(SITE)};
    struct fetch_result result = scene_result(scene, OK_HEAD, span_of("body"));
    struct frontier_visit visit = {.preferences = span_of("tdm-reservation: 1")};
    struct exchange exchange = {0}; /* filled again and again, as in a run */
    char text[DIGEST_TEXT_SIZE];

    result.url = purpose.url;
    must(exchange_fill(&exchange, &scene->mirror, &purpose, &result, &visit));
    is_span(exchange.warc.url, span_of(SITE "/a%7Bb%7D"), "the URL as a URI");
    is_span(exchange.warc.usage, visit.preferences, "preferences");
    is_span(exchange.warc.request_head, result.request_head, "the request");
    is_str(exchange.warc.ip, "192.0.2.7", "the address of the server");
    ok(!exchange.warc.protocol && !exchange.warc.truncated && exchange.warc.trouble.len == 0 &&
           exchange.warc.fetch_ms == 5 && exchange.warc.response_body == &scene->body,
       "a usual answer");
    ok(memcmp(exchange.digest, result.payload_sha256, 32) == 0, "its digest");
    scene->mirror.archiving.sha1 = true;
    scene->mirror.archiving.has_proxy = true;
    result.http_version = 20;
    result.truncation = FETCH_CUT_TIME;
    result.outcome = FETCH_TIMEOUT;
    result.error = "proxy.local is silent";
    must(exchange_fill(&exchange, &scene->mirror, &purpose, &result, NULL));
    digest_text(DIGEST_SHA1, exchange.digest, text);
    is_str(text, "sha1:AIED6RLZ4CFGCJBFYDA2C7XEPLOXQO4U", "SHA-1");
    is_str(exchange.warc.ip, "", "the address of a proxy is left out");
    is_str(exchange.warc.protocol, "h2", "HTTP/2");
    is_str(exchange.warc.truncated, "time", "why it is cut");
    is_span(exchange.warc.trouble, span_of(fetch_outcomes[FETCH_TIMEOUT].word), "without the proxy's name");
    scene->mirror.archiving.sha1 = scene->mirror.archiving.has_proxy = false;
    must(exchange_fill(&exchange, &scene->mirror, &purpose, &result, NULL));
    ok(span_starts(exchange.warc.trouble, fetch_outcomes[FETCH_TIMEOUT].word) &&
           memmem(exchange.warc.trouble.at, exchange.warc.trouble.len, ": proxy.local", 13),
       "the trouble in words");
    exchange_withhold(&exchange, span_of("META robots: noarchive"));
    is_span(exchange.warc.trouble, span_of("withheld: META robots: noarchive"), "withheld");
    is_int(exchange.warc.response_head.len, 0, "without its answer");
    exchange_release(&exchange);
}

/* What an answer of LEN bytes and this STATUS repeats. */
static enum warc_revisit revisit_of(struct scene *scene, size_t len, int status,
                                    enum fetch_truncation truncation, const struct frontier_place *kept,
                                    struct buf *original)
{
    struct request_purpose purpose = {.url = span_of(SITE "/again"), .robots_of = span_of(SITE)};
    struct fetch_result result = scene_result(scene, OK_HEAD, span_make(large, len));
    struct exchange exchange = {0};
    enum warc_revisit revisit;

    if (kept)
        purpose.kept = *kept;
    result.url = purpose.url;
    result.status = status;
    result.truncation = truncation;
    must(exchange_fill(&exchange, &scene->mirror, &purpose, &result, NULL));
    must(exchange_compare(&exchange, &scene->mirror, &purpose, &result));
    revisit = exchange.warc.revisit;
    if (original) {
        const struct warc_original *o = &exchange.warc.original;

        buf_clear(original);
        must(buf_add_format(original, "%.*s %.*s %.*s %.*s", (int)o->id.len, o->id.at, (int)o->url.len,
                            o->url.at, (int)o->date.len, o->date.at, (int)o->payload_digest.len,
                            o->payload_digest.at));
    }
    exchange_release(&exchange);
    return revisit;
}

static void test_compare(struct scene *scene)
{
    enum { REPEATED = EXCHANGE_REPEATED_BYTES };
    struct frontier_place place = {0}, revisit = {0};
    struct buf by_payload, by_record, by_revisit;
    struct frontier_row row;
    int64_t id = scene_add(scene, SITE "/large", FRONTIER_PAGE, 0, "");
    int64_t same = scene_add(scene, SITE "/same", FRONTIER_PAGE, 0, "");
    char text[REPEATED + 1];

    buf_init(&by_payload, 1000);
    buf_init(&by_record, 1000);
    buf_init(&by_revisit, 1000);
    memset(large, 'x', sizeof large);
    memset(text, 'x', REPEATED);
    text[REPEATED] = '\0';
    scene->mirror.archiving.all = true;
    is_int(revisit_of(scene, REPEATED, 200, FETCH_WHOLE, NULL, NULL), WARC_NO_REVISIT, "the first time");
    scene_archive(scene, id, SITE "/large", "large.html", OK_HEAD, text, false);
    is_int(revisit_of(scene, REPEATED, 200, FETCH_WHOLE, NULL, &by_payload), WARC_SAME_PAYLOAD,
           "again, before the commit");
    scene_archive(scene, same, SITE "/same", "same.html", OK_HEAD, text, false);
    must(mirror_commit(&scene->mirror));
    must(frontier_get(scene->frontier, id, &row));
    place = (struct frontier_place){row.visit.archive, row.visit.archive_offset, row.visit.archive_length};
    must(frontier_get(scene->frontier, same, &row));
    revisit = (struct frontier_place){row.visit.archive, row.visit.archive_offset, row.visit.archive_length};
    ok(place.length > 0 && revisit.offset > place.offset, "both have records");
    is_int(revisit_of(scene, REPEATED, 200, FETCH_WHOLE, NULL, NULL), WARC_SAME_PAYLOAD, "after the commit");
    is_int(revisit_of(scene, REPEATED - 1, 200, FETCH_WHOLE, NULL, NULL), WARC_NO_REVISIT, "another body");
    is_int(revisit_of(scene, REPEATED, 200, FETCH_CUT_LENGTH, NULL, NULL), WARC_NO_REVISIT, "a cut one");
    is_int(revisit_of(scene, REPEATED, 304, FETCH_WHOLE, NULL, NULL), WARC_NO_REVISIT,
           "unchanged, without a record");
    is_int(revisit_of(scene, 0, 304, FETCH_WHOLE, &place, &by_record), WARC_NOT_MODIFIED,
           "unchanged, with a record");
    is_int(revisit_of(scene, 0, 304, FETCH_WHOLE, &revisit, &by_revisit), WARC_NOT_MODIFIED,
           "unchanged, with a revisit");
    is_span(buf_span(&by_record), buf_span(&by_payload), "the original is the same record");
    is_span(buf_span(&by_revisit), buf_span(&by_payload), "a revisit never leads to another");
    ok(memmem(by_payload.at, by_payload.len, "> " SITE "/large 2026-11-20T16:00:00.123", 45) != NULL,
       "with its URL and date: %s", buf_text(&by_payload));
    place.offset++;
    is_int(revisit_of(scene, 0, 304, FETCH_WHOLE, &place, NULL), WARC_NO_REVISIT, "no record there");
    place.archive = 77;
    is_int(revisit_of(scene, 0, 304, FETCH_WHOLE, &place, NULL), WARC_NO_REVISIT, "no such file");
    scene->mirror.archiving.all = false;
    is_int(revisit_of(scene, REPEATED, 200, FETCH_WHOLE, NULL, NULL), WARC_NO_REVISIT,
           "only with --archive all");
    buf_release(&by_payload);
    buf_release(&by_record);
    buf_release(&by_revisit);
}

int main(void)
{
    struct scene scene;

    scene_make(&scene);
    test_hops(&scene);
    test_others(&scene);
    test_fields(&scene);
    test_compare(&scene);
    scene_remove(&scene);
    return done();
}
