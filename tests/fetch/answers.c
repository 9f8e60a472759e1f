/* SPDX-License-Identifier: MIT */
/* fetch against a server that plays bytes: whole answers of every framing, broken ones of every kind,
 * connections kept and given up. */
#include "config.h"

#include "fetch/fetch.h"

#include "fetch/scene.h"

struct expectation {
    const char *path;
    enum fetch_outcome outcome;
    int status;
    const char *plain;
    enum fetch_truncation truncation;
};

static const struct expectation expectations[] = {
    {"/plain", FETCH_OK, 200, "hello\n", FETCH_WHOLE},
    {"/close", FETCH_OK, 200, "until the end", FETCH_WHOLE},
    {"/empty", FETCH_OK, 200, "", FETCH_WHOLE},
    {"/204", FETCH_OK, 204, "", FETCH_WHOLE},
    {"/304", FETCH_NOT_MODIFIED, 304, "", FETCH_WHOLE},
    {"/302", FETCH_REDIRECT, 302, "gone", FETCH_WHOLE},
    {"/302-nowhere", FETCH_PROTOCOL, 302, "", FETCH_WHOLE},
    {"/404", FETCH_CLIENT_ERROR, 404, "no", FETCH_WHOLE},
    {"/503", FETCH_SERVER_ERROR, 503, "", FETCH_WHOLE},
    {"/chunked", FETCH_OK, 200, "hello\n", FETCH_WHOLE},
    {"/gzip", FETCH_OK, 200, "hello world\n", FETCH_WHOLE},
    {"/gzip-chunked", FETCH_OK, 200, "hello world\n", FETCH_WHOLE},
    {"/gzip-cut", FETCH_BAD_CODING, 200, "hello wor", FETCH_WHOLE},
    {"/gzip-not", FETCH_OK, 200, "hello\n", FETCH_WHOLE},
    {"/charset-coding", FETCH_OK, 200, "hello\n", FETCH_WHOLE},
    {"/compress", FETCH_BAD_CODING, 200, "", FETCH_WHOLE},
    {"/hints", FETCH_OK, 200, "ok", FETCH_WHOLE},
    {"/cl-too-long", FETCH_PARTIAL, 200, "hello", FETCH_CUT_DISCONNECT},
    {"/cl-reset", FETCH_PARTIAL, 200, "hello", FETCH_CUT_DISCONNECT},
    {"/cl-conflict", FETCH_PROTOCOL, 200, "", FETCH_CUT_UNSPECIFIED},
    {"/cl-twice", FETCH_OK, 200, "hello", FETCH_WHOLE},
    {"/cl-negative", FETCH_PROTOCOL, 0, "", FETCH_CUT_UNSPECIFIED},
    {"/te-gzip", FETCH_PROTOCOL, 200, "", FETCH_CUT_UNSPECIFIED},
    {"/chunk-cut", FETCH_PARTIAL, 200, "hello", FETCH_CUT_DISCONNECT},
    {"/chunk-negative", FETCH_PROTOCOL, 200, "", FETCH_CUT_UNSPECIFIED},
    {"/chunk-overflow", FETCH_PROTOCOL, 200, "", FETCH_CUT_UNSPECIFIED},
    {"/hang", FETCH_TIMEOUT, 200, "hello", FETCH_CUT_TIME},
    {"/silent", FETCH_TIMEOUT, 0, "", FETCH_CUT_TIME},
    {"/no-answer", FETCH_RESET, 0, "", FETCH_CUT_DISCONNECT},
    {"/half-head", FETCH_RESET, 0, "", FETCH_CUT_DISCONNECT},
    {"/http09", FETCH_PROTOCOL, 0, "", FETCH_CUT_UNSPECIFIED},
    {"/206", FETCH_PROTOCOL, 206, "ok", FETCH_WHOLE},
    {"/101", FETCH_PROTOCOL, 101, "", FETCH_CUT_UNSPECIFIED},
    {"/big", FETCH_TOO_LARGE, 200, "", FETCH_CUT_LENGTH},
    {"/flood", FETCH_PROTOCOL, 0, "", FETCH_CUT_UNSPECIFIED},
    {"/flood-100", FETCH_PROTOCOL, 0, "", FETCH_CUT_UNSPECIFIED},
};

static void check_expectation(struct fetch *fetch, const struct expectation *wanted, bool keep_raw)
{
    struct fetch_result *result =
        get(fetch, wanted->path, (struct fetch_request){.max_bytes = 1000000, .keep_raw = keep_raw});
    struct span plain = body_of(result->plain);
    bool right = result->outcome == wanted->outcome && result->status == wanted->status &&
                 span_is(plain, wanted->plain) && result->truncation == wanted->truncation &&
                 (result->error[0] == '\0') == fetch_outcome_is_answer(wanted->outcome);

    if (!ok(right, "%s%s", wanted->path, keep_raw ? ", kept raw" : "")) {
        printf("# outcome %s, wanted %s; status %d; truncation %d; error '%s'\n",
               fetch_outcome_word(result->outcome), fetch_outcome_word(wanted->outcome), result->status,
               (int)result->truncation, result->error);
        tap_show("plain", plain);
    }
    fetch_recycle(fetch, result);
}

static void test_expectations(void)
{
    struct fetch_options options = usual_options();
    struct fetch *patient = fetch_new(&options), *hasty;

    options.total_timeout_ms = 400;
    hasty = fetch_new(&options);
    for (size_t i = 0; i < sizeof expectations / sizeof expectations[0]; i++) {
        struct fetch *fetch = expectations[i].outcome == FETCH_TIMEOUT ? hasty : patient;

        check_expectation(fetch, &expectations[i], false);
        check_expectation(fetch, &expectations[i], true);
    }
    fetch_free(patient);
    fetch_free(hasty);
}

static void test_three_bodies(struct fetch *fetch)
{
    static const char framed[] = "20\r\n" GZIP_HELLO "\r\n0\r\n\r\n";
    struct span gzip = span_make(BYTES(GZIP_HELLO));
    struct fetch_result *result = get(fetch, "/gzip-chunked", (struct fetch_request){.keep_raw = true});

    is_span(body_of(result->raw), span_make(BYTES(framed)), "raw is the wire's, framing included");
    is_span(body_of(result->payload), gzip, "payload is without framing");
    is_payload_digest(result, gzip, "the digest is the payload's");
    ok(result->content_coded && !result->mislabelled, "the coding was undone");
    fetch_recycle(fetch, result);

    result = get(fetch, "/plain", (struct fetch_request){.keep_raw = true});
    ok(result->raw == result->plain && result->payload == result->plain, "equal bodies are one");
    is_int(result->content_length, 6, "the announced length");
    fetch_recycle(fetch, result);

    result = get(fetch, "/gzip-chunked", (struct fetch_request){.keep_raw = false});
    ok(!result->raw && !result->payload && result->plain, "without keep_raw, plain alone");
    fetch_recycle(fetch, result);

    result = get(fetch, "/chunked", (struct fetch_request){.keep_raw = true});
    is_span(body_of(result->raw), span_of("4;x=y\r\nhell\r\n2\r\no\n\r\n0\r\nX-T: 1\r\n\r\n"),
            "extensions and trailers are in raw");
    ok(result->payload == result->plain, "payload and plain are one");
    fetch_recycle(fetch, result);
}

static void test_headers(struct fetch *fetch)
{
    struct fetch_result *result = get(fetch, "/headers", (struct fetch_request){.max_bytes = 0});
    struct span value;

    is_span(result->response_head,
            span_of(OK "sEt-CooKie: a=1\r\nX: \xe9\r\nSet-Cookie:b=2 \r\nX-Fold: one\r\n "
                       "two\r\nContent-Length:   2\r\n\r\n"),
            "the head is verbatim");
    ok(fetch_header(result, "Set-Cookie", 0, &value) && span_is(value, "a=1"), "first of a repeated header");
    ok(fetch_header(result, "set-cookie", 1, &value) && span_is(value, "b=2"), "second, trimmed");
    ok(!fetch_header(result, "Set-Cookie", 2, &value), "no third");
    ok(fetch_header(result, "X-Fold", 0, &value) && span_is(value, "one\r\n two"),
       "a folded value is one value");
    fetch_recycle(fetch, result);

    result = get(fetch, "/hints", (struct fetch_request){.max_bytes = 0});
    is_span(result->response_head, span_of(OK "X-A: yes\r\nContent-Length: 2\r\n\r\n"),
            "1xx blocks leave no trace");
    fetch_recycle(fetch, result);
}

/* Asks FIRST and then /plain: what does the second see, over how many connections? */
static void check_reuse(const char *first, int wanted_connections)
{
    struct fetch_options options = usual_options();
    struct fetch *fetch = fetch_new(&options);
    int before = player.connections;
    struct fetch_result *result = get(fetch, first, (struct fetch_request){.max_bytes = 0});

    fetch_recycle(fetch, result);
    usleep(60000);
    result = get(fetch, "/plain", (struct fetch_request){.max_bytes = 0});
    is_span(body_of(result->plain), span_of("hello\n"), first);
    is_int(player.connections - before, wanted_connections, "… then another: connections");
    fetch_recycle(fetch, result);
    fetch_free(fetch);
}

int main(void)
{
    static const struct {
        const char *first;
        int connections;
    } reuses[] = {
        {"/plain", 1},     {"/chunked", 1},      {"/gzip", 1},    {"/404", 1},      {"/204", 1},
        {"/cl-and-te", 2}, {"/cl-too-short", 2}, {"/cl-late", 2}, {"/204-late", 2}, {"/close", 2},
    };
    struct fetch_options options = usual_options();
    struct fetch *fetch;

    player_start(&player, replies, sizeof replies / sizeof replies[0]);
    test_expectations();
    fetch = fetch_new(&options);
    test_three_bodies(fetch);
    test_headers(fetch);
    fetch_free(fetch);
    for (size_t i = 0; i < sizeof reuses / sizeof reuses[0]; i++)
        check_reuse(reuses[i].first, reuses[i].connections);
    return done();
}
