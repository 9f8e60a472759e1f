/* SPDX-License-Identifier: MIT */
/* Answers read back from an archive by URL and time. */
#include "config.h"

#include "mirror/captured.h"

#include "answer/answer.h"
#include "base/error.h"
#include "frontier/archive.h"
#include "mirror/scene.h"

#define HEAD "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"

/* Large enough for a revisit (capture.h). */
enum { REPEATED = 1024 };

static char large[REPEATED + 1];

/* Adds an answer at SECOND seconds after the start. */
static void add(struct scene *scene, const char *url, int second, const char *head, struct span body,
                enum fetch_truncation cut)
{
    struct cause cause = {.url = span_of(url), .robots_of = span_of(SITE)};
    struct fetch_result result = scene_result(scene, head, body);
    char request[64];

    (void)snprintf(request, sizeof request, "GET %s HTTP/1.1\r\n\r\n", url + strlen(SITE));
    result.request_head = span_of(request);
    result.started_wall_us += second * 1000000LL;
    result.truncation = cut;
    must(archiving_add(&scene->mirror, &cause, &result, NULL));
}

static void is_answer(struct captured *captured, const char *url, int second, struct span body,
                      enum fetch_truncation cut, const char *type)
{
    int64_t date_us = (SCENE_STARTED_MS + second * 1000LL) * 1000;
    const struct capture_entry *capture = captures_find(captured->index, span_of(url), date_us);
    struct span seen = {0};

    if (!ok(capture && capture->date_us == date_us, "%s after %d s is found", url, second))
        return;
    is_int(captured_read(captured, capture, span_of(url)), 0, "and read");
    must(body_span(captured->answer->result.plain, &seen));
    is_span(seen, body, "its body");
    is_int(captured->answer->result.truncation, cut, "how it is cut");
    is_span(captured->answer->fields.first[ANSWER_CONTENT_TYPE], span_of(type), "its type");
    is_span(captured->answer->result.url, span_of(url), "its URL");
    ok(captured->answer->result.started_wall_us == date_us, "its time");
}

static void test_read(struct captured *captured)
{
    const struct span body = span_of("0123456789");

    is_answer(captured, SITE "/a", 0, body, FETCH_WHOLE, "text/plain");
    is_answer(captured, SITE "/a", 1, span_of(large), FETCH_WHOLE, "text/plain");
    is_answer(captured, SITE "/b", 2, span_of(large), FETCH_WHOLE, "c/d");
    is_answer(captured, SITE "/c", 3, body, FETCH_CUT_LENGTH, "text/plain");
    is_answer(captured, SITE "/c", 4, body, FETCH_CUT_TIME, "text/plain");
    is_answer(captured, SITE "/c", 5, body, FETCH_CUT_DISCONNECT, "text/plain");
    is_answer(captured, SITE "/c", 6, body, FETCH_CUT_UNSPECIFIED, "text/plain");
}

static void test_places(struct captured *captured)
{
    struct capture_entry *revisit = captures_find(captured->index, span_of(SITE "/b"), INT64_MAX);
    struct capture_entry *first = captures_at(captured->index, revisit->body);
    struct frontier_place place = captured_place(captured, revisit);
    struct capture_entry wrong = *first;
    struct url url;

    ok(revisit->kind == CAPTURE_REVISIT && revisit != first, "a revisit");
    ok(place.archive == first->file && place.offset == (int64_t)first->offset &&
           place.length == (int64_t)first->len,
       "its body is in the record of the first");
    url_init(&url);
    is_int(captured_url(captured, revisit, &url), 0, "the URL of a record");
    is_span(buf_span(&url.text), span_of(SITE "/b"), "is its own");
    wrong.offset++;
    is_int(captured_url(captured, &wrong, &url), ERROR_CORRUPT, "no record there");
    wrong = *first;
    wrong.file = 99;
    ok(captured_url(captured, &wrong, &url) != 0, "no such file");
    wrong.file = 0;
    is_int(captured_url(captured, &wrong, &url), ERROR_CORRUPT, "no file before the first");
    url_release(&url);
}

static void test_last(struct scene *scene, struct captured *captured)
{
    int64_t other;

    captured_close(captured);
    must(frontier_add_archive(scene->frontier, span_of("none.warc.gz"), &other));
    is_int(captured_open(captured, &scene->mirror, other - 1), 0, "files up to the last one");
    is_int((int64_t)captures_count(captured->index), 7, "all of their captures");
    captured_close(captured);
    is_int(captured_open(captured, &scene->mirror, 0), 0, "no file");
    is_int((int64_t)captures_count(captured->index), 0, "no capture");
    captured_close(captured);
    is_int(captured_open(captured, &scene->mirror, other), ERROR_NOT_FOUND, "a file that is missing");
}

int main(void)
{
    struct scene scene;
    struct captured captured;

    scene_make(&scene);
    memset(large, 'z', REPEATED);
    scene.mirror.archiving.all = true;
    add(&scene, SITE "/a", 0, HEAD "\r\n", span_of("0123456789"), FETCH_WHOLE);
    add(&scene, SITE "/a", 1, HEAD "\r\n", span_of(large), FETCH_WHOLE);
    add(&scene, SITE "/b", 2, "HTTP/1.1 200 OK\r\nContent-Type: c/d\r\n\r\n", span_of(large), FETCH_WHOLE);
    for (int i = 0; i < 4; i++)
        add(&scene, SITE "/c", 3 + i, HEAD "\r\n", span_of("0123456789"),
            (enum fetch_truncation)(FETCH_CUT_LENGTH + i));
    must(mirror_sync(&scene.mirror));
    must(captured_open(&captured, &scene.mirror, INT64_MAX));
    test_read(&captured);
    test_places(&captured);
    test_last(&scene, &captured);
    captured_close(&captured);
    scene_remove(&scene);
    return done();
}
