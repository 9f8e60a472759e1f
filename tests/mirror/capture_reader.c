/* SPDX-License-Identifier: MIT */
/* Answers read back from an archive by URL and time. */
#include "config.h"

#include "mirror/capture_reader.h"

#include "answer/answer.h"
#include "base/error.h"
#include "frontier/frontier.h"
#include "mirror/scene.h"

#define HEAD "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"

/* Large enough for a revisit (exchange.h). */
enum { REPEATED = 1024 };

static char large[REPEATED + 1];

/* Adds an answer at SECOND seconds after the start. */
static void add(struct scene *scene, const char *url, int second, const char *head, struct span body,
                enum fetch_truncation cut)
{
    struct request_purpose purpose = {.url = span_of(url), .robots_of = span_of(SITE)};
    struct fetch_result result = scene_result(scene, head, body);
    char request[64];

    (void)snprintf(request, sizeof request, "GET %s HTTP/1.1\r\n\r\n", url + strlen(SITE));
    result.url = purpose.url;
    result.request_head = span_of(request);
    result.started_wall_us += second * 1000000LL;
    result.truncation = cut;
    must(archiving_add(&scene->mirror, &purpose, &result, NULL));
}

static void is_answer(struct capture_reader *reader, const char *url, int second, struct span body,
                      enum fetch_truncation cut, const char *type)
{
    int64_t date_us = (SCENE_STARTED_MS + second * 1000LL) * 1000;
    const struct capture *capture = captures_find(reader->index, span_of(url), date_us);
    struct span seen = {0};

    if (!ok(capture && capture->date_us == date_us, "%s after %d s is found", url, second))
        return;
    is_int(capture_reader_read(reader, capture, span_of(url)), 0, "and read");
    must(body_span(reader->answer->result.plain, &seen));
    is_span(seen, body, "its body");
    is_int(reader->answer->result.truncation, cut, "how it is cut");
    is_span(reader->answer->fields.first[ANSWER_CONTENT_TYPE], span_of(type), "its type");
    is_span(reader->answer->result.url, span_of(url), "its URL");
    ok(reader->answer->result.started_wall_us == date_us, "its time");
}

static void test_read(struct capture_reader *reader)
{
    const struct span body = span_of("0123456789");

    is_answer(reader, SITE "/a", 0, body, FETCH_WHOLE, "text/plain");
    is_answer(reader, SITE "/a", 1, span_of(large), FETCH_WHOLE, "text/plain");
    is_answer(reader, SITE "/b", 2, span_of(large), FETCH_WHOLE, "c/d");
    is_answer(reader, SITE "/c", 3, body, FETCH_CUT_LENGTH, "text/plain");
    is_answer(reader, SITE "/c", 4, body, FETCH_CUT_TIME, "text/plain");
    is_answer(reader, SITE "/c", 5, body, FETCH_CUT_DISCONNECT, "text/plain");
    is_answer(reader, SITE "/c", 6, body, FETCH_CUT_UNSPECIFIED, "text/plain");
}

static void test_places(struct capture_reader *reader)
{
    struct capture *revisit = captures_find(reader->index, span_of(SITE "/b"), INT64_MAX);
    struct capture *first = &reader->index->all.items[revisit->body];
    struct frontier_place place = capture_reader_place(reader, revisit);
    struct capture wrong = *first;
    struct url url;

    ok(revisit->kind == CAPTURE_REVISIT && revisit != first, "a revisit");
    ok(place.archive == first->file && place.offset == (int64_t)first->offset &&
           place.length == (int64_t)first->len,
       "its body is in the record of the first");
    url = (struct url){0};
    is_int(capture_reader_url(reader, revisit, &url), 0, "the URL of a record");
    is_span(buf_span(&url.text), span_of(SITE "/b"), "is its own");
    wrong.offset++;
    is_int(capture_reader_url(reader, &wrong, &url), ERROR_CORRUPT, "no record there");
    wrong = *first;
    wrong.file = 99;
    ok(capture_reader_url(reader, &wrong, &url) != 0, "no such file");
    wrong.file = 0;
    is_int(capture_reader_url(reader, &wrong, &url), ERROR_CORRUPT, "no file before the first");
    url_release(&url);
}

static void test_last(struct scene *scene, struct capture_reader *reader)
{
    int64_t other;

    capture_reader_close(reader);
    must(frontier_add_archive(scene->frontier, span_of("none.warc.gz"), &other));
    is_int(capture_reader_open(reader, &scene->mirror, other - 1), 0, "files up to the last one");
    is_int((int64_t)reader->index->all.count, 7, "all of their captures");
    capture_reader_close(reader);
    is_int(capture_reader_open(reader, &scene->mirror, 0), 0, "no file");
    is_int((int64_t)reader->index->all.count, 0, "no capture");
    capture_reader_close(reader);
    is_int(capture_reader_open(reader, &scene->mirror, other), ERROR_NOT_FOUND, "a file that is missing");
}

int main(void)
{
    struct scene scene;
    struct capture_reader reader;

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
    must(capture_reader_open(&reader, &scene.mirror, INT64_MAX));
    test_read(&reader);
    test_places(&reader);
    test_last(&scene, &reader);
    capture_reader_close(&reader);
    scene_remove(&scene);
    return done();
}
