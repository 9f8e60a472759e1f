/* SPDX-License-Identifier: MIT */
/* fetch against a server that plays prepared bytes: complete answers of every framing, broken answers of
 * every kind, the bytes of requests, and refused URLs. */
#include "config.h"

#include "fetch/fetch.h"

#include <fcntl.h>

#include "base/clock.h"
#include "base/digest.h"
#include "fetch/replies.h"
#include "tap.h"

static const char *const private_hosts[] = {"127.0.0.1"};

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
    {"/421", FETCH_CLIENT_ERROR, 421, "no", FETCH_WHOLE},
    {"/503", FETCH_SERVER_ERROR, 503, "", FETCH_WHOLE},
    {"/chunked", FETCH_OK, 200, "hello\n", FETCH_WHOLE},
    {"/gzip", FETCH_OK, 200, "hello world\n", FETCH_WHOLE},
    {"/gzip-chunked", FETCH_OK, 200, "hello world\n", FETCH_WHOLE},
    {"/gzip-cut", FETCH_BAD_CODING, 200, "hello wor", FETCH_WHOLE},
    {"/gzip-not", FETCH_OK, 200, "hello\n", FETCH_WHOLE},
    {"/charset-coding", FETCH_OK, 200, "hello\n", FETCH_WHOLE},
    {"/compress", FETCH_BAD_CODING, 200, "", FETCH_WHOLE},
    {"/hints", FETCH_OK, 200, "ok", FETCH_WHOLE},
    {"/304-length", FETCH_NOT_MODIFIED, 304, "", FETCH_WHOLE},
    {"/204-chunked", FETCH_OK, 204, "", FETCH_WHOLE},
    {"/te-identity", FETCH_OK, 200, "ok", FETCH_WHOLE},
    {"/cl-list", FETCH_OK, 200, "hello", FETCH_WHOLE},
    {"/cl-list-differs", FETCH_PROTOCOL, 200, "", FETCH_CUT_UNSPECIFIED},
    {"/cl-list-text", FETCH_PROTOCOL, 200, "", FETCH_CUT_UNSPECIFIED},
    {"/cl-text", FETCH_PROTOCOL, 0, "", FETCH_CUT_UNSPECIFIED},
    {"/199", FETCH_OK, 200, "ok", FETCH_WHOLE},
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
    {"/version-2", FETCH_PROTOCOL, 0, "", FETCH_CUT_UNSPECIFIED},
    {"/http09", FETCH_PROTOCOL, 0, "", FETCH_CUT_UNSPECIFIED},
    {"/206", FETCH_PROTOCOL, 206, "ok", FETCH_WHOLE},
    {"/101", FETCH_PROTOCOL, 101, "", FETCH_CUT_UNSPECIFIED},
    {"/big", FETCH_TOO_LARGE, 200, "", FETCH_CUT_LENGTH},
    {"/flood", FETCH_PROTOCOL, 0, "", FETCH_CUT_UNSPECIFIED},
    {"/head-limit", FETCH_OK, 200, "", FETCH_WHOLE},
    {"/head-beyond", FETCH_PROTOCOL, 0, "", FETCH_CUT_UNSPECIFIED},
    {"/flood-100", FETCH_PROTOCOL, 0, "", FETCH_CUT_UNSPECIFIED},
};

enum { LONGEST_TIMEOUT_MS = 32000 };

static struct player player;

static struct fetch_options usual_options(void)
{
    return (struct fetch_options){
        .user_agent = "tiptoe-test/1 (+nobody)",
        .from = "someone@example.org",
        .private_hosts = {private_hosts, 1},
        .spool_dir = AT_FDCWD,
        .wake_fd = -1,
        .total_timeout_ms = 20000,
    };
}

static void start(struct fetch *fetch, const char *path, struct fetch_request request)
{
    char url[1024];

    (void)snprintf(url, sizeof url, "http://127.0.0.1:%d%s", player.listener.port, path);
    request.url = span_of(url);
    fetch_start(fetch, &request);
}

static struct fetch_result *get(struct fetch *fetch, const char *path, struct fetch_request request)
{
    start(fetch, path, request);
    return wait_for(fetch);
}

/* Later versions of libcurl refuse a head with contradictory fields as a whole, earlier ones its body. */
static bool is_expected(const struct fetch_result *result, const struct expectation *wanted)
{
    return result->outcome == wanted->outcome &&
           (result->status == wanted->status || (wanted->outcome == FETCH_PROTOCOL && !result->status)) &&
           span_is(body_of(result->plain), wanted->plain) && result->truncation == wanted->truncation &&
           (result->error[0] == '\0') == fetch_outcome_is_answer(wanted->outcome);
}

/* Requests the path of WANTED; if the result differs, the last try shows it. */
static bool try_expectation(struct fetch *fetch, const struct expectation *wanted, bool keep_raw,
                            bool is_last)
{
    const struct fetch_request request = {
        .max_bytes = 1000000, .keep_raw = keep_raw, .if_none_match = span_of("\"x\"")};
    struct fetch_result *result = get(fetch, wanted->path, request);
    bool right;

    if (result->outcome == FETCH_AGAIN &&
        wanted->outcome != FETCH_AGAIN) { /* the last answer's connection had ended */
        fetch_recycle(fetch, result);
        result = get(fetch, wanted->path, request);
    }
    right = is_expected(result, wanted);
    if (!right && is_last) {
        printf("# outcome %s, wanted %s; status %d; truncation %d; error '%s'\n",
               fetch_outcomes[result->outcome].word, fetch_outcomes[wanted->outcome].word, result->status,
               (int)result->truncation, result->error);
        tap_show("plain", body_of(result->plain));
    }
    fetch_recycle(fetch, result);
    return right;
}

/* A timeout of one second, or of up to 32, after which a busy machine has received the first part, too. */
static bool try_with_timeouts(const struct expectation *wanted, bool keep_raw)
{
    struct fetch_options options = usual_options();
    bool right = false;

    for (int64_t ms = 1000; !right && ms <= LONGEST_TIMEOUT_MS; ms *= 2) {
        struct fetch *fetch;

        options.total_timeout_ms = options.document_timeout_ms = ms;
        fetch = fetch_new(&options);
        right = try_expectation(fetch, wanted, keep_raw, ms == LONGEST_TIMEOUT_MS);
        fetch_free(fetch);
    }
    return right;
}

static void test_expectations(void)
{
    struct fetch_options options = usual_options();
    struct fetch *fetch = fetch_new(&options);

    for (size_t i = 0; i < 2 * COUNT_OF(expectations); i++) {
        const struct expectation *wanted = &expectations[i / 2];
        bool keep_raw = i % 2 == 1;

        ok(wanted->outcome == FETCH_TIMEOUT ? try_with_timeouts(wanted, keep_raw)
                                            : try_expectation(fetch, wanted, keep_raw, true),
           "%s%s", wanted->path, keep_raw ? ", keep_raw" : "");
    }
    fetch_free(fetch);
}

static void is_payload_digest(const struct fetch_result *result, struct span payload, const char *label)
{
    unsigned char wanted[DIGEST_MAX_BYTES];
    struct digest digest;

    digest = (struct digest){0};
    digest_add(&digest, payload.at, payload.len);
    digest_finish(&digest, wanted);
    digest_release(&digest);
    ok(memcmp(result->payload_sha256, wanted, sizeof wanted) == 0, "%s", label);
}

static void test_three_bodies(struct fetch *fetch)
{
    static const char framed[] = "20\r\n" GZIP_HELLO "\r\n0\r\n\r\n";
    struct span gzip = span_make(BYTES(GZIP_HELLO));
    struct fetch_result *result = get(fetch, "/gzip-chunked", (struct fetch_request){.keep_raw = true});

    is_span(body_of(result->raw), span_make(BYTES(framed)), "raw is as on the wire, with framing");
    is_span(body_of(result->payload), gzip, "payload is without framing");
    is_payload_digest(result, gzip, "the digest is that of the payload");
    ok(result->content_coded && !result->mislabelled, "the coding was undone");
    fetch_recycle(fetch, result);

    result = get(fetch, "/plain", (struct fetch_request){.keep_raw = true});
    ok(result->raw == result->plain && result->payload == result->plain, "equal bodies are the same struct");
    is_int(result->content_length, 6, "the announced length");
    fetch_recycle(fetch, result);

    result = get(fetch, "/gzip-chunked", (struct fetch_request){.keep_raw = false});
    ok(!result->raw && !result->payload && result->plain, "without keep_raw, only plain");
    fetch_recycle(fetch, result);

    result = get(fetch, "/chunked", (struct fetch_request){.keep_raw = true});
    is_span(body_of(result->raw), span_of("4;x=y\r\nhell\r\n2\r\no\n\r\n0\r\nX-T: 1\r\n\r\n"),
            "extensions and trailers are in raw");
    ok(result->payload == result->plain, "payload and plain are the same struct");
    fetch_recycle(fetch, result);
}

static void test_headers(struct fetch *fetch)
{
    struct fetch_result *result = get(fetch, "/headers", (struct fetch_request){.max_bytes = 0});

    is_span(result->response_head,
            span_of(fetch_unfolds() ? HEAD("X-Fold: one two\r\n") : HEAD("X-Fold: one\r\n two\r\n")),
            "the head is verbatim, but for a line that libcurl unfolds");
    ok(span_is(result->fields->first[ANSWER_CONTENT_LENGTH], "2"), "its fields are parsed");
    fetch_recycle(fetch, result);

    result = get(fetch, "/hints", (struct fetch_request){.max_bytes = 0});
    is_span(result->response_head, span_of(OK "X-A: yes\r\nContent-Length: 2\r\n\r\n"),
            "1xx blocks are not stored");
    fetch_recycle(fetch, result);
}

/* Starts COUNT requests for PATH and waits for them. Returns the number with OUTCOME. */
static unsigned get_many(struct fetch *fetch, const char *path, unsigned count, enum fetch_outcome outcome)
{
    unsigned right = 0;

    for (unsigned i = 0; i < count; i++)
        start(fetch, path, (struct fetch_request){.max_bytes = 10000});
    for (unsigned i = 0; i < count; i++) {
        struct fetch_result *result = wait_for(fetch);

        right += result->outcome == outcome;
        fetch_recycle(fetch, result);
    }
    return right;
}

static void test_many(struct fetch *fetch)
{
    ok(fetch_has_room(fetch), "there is room");
    is_int(get_many(fetch, "/plain", 8, FETCH_OK), 8, "eight at once");
    is_int(get_many(fetch, "/endless", 8, FETCH_TOO_LARGE), 8, "eight endless answers at once");
    is_int(fetch_in_flight(fetch), 0, "none is running afterwards");
}

static void test_large(struct fetch *fetch)
{
    struct fetch_result *result = get(fetch, "/spool", (struct fetch_request){.max_bytes = 0});
    struct span whole = body_of(result->plain);

    ok(result->outcome == FETCH_OK && body_is_spooled(result->plain), "a large body is spooled");
    is_int(whole.len, 3200016, "complete");
    is_payload_digest(result, whole, "with its digest");
    is_int(result->wire_bytes, 3200016 + sizeof(OK "Content-Length: 3200016\r\n\r\n") - 1,
           "and the bytes on the wire");
    fetch_recycle(fetch, result);

    result = get(fetch, "/endless", (struct fetch_request){.max_bytes = 5000, .keep_raw = true});
    ok(result->outcome == FETCH_TOO_LARGE && result->truncation == FETCH_CUT_LENGTH,
       "an endless body is stopped");
    is_int(result->payload->len, 5000, "at the maximum");
    is_payload_digest(result, body_of(result->payload), "with the digest of the stored part");
    ok(result->raw == result->payload, "without chunks, raw is the payload");
    fetch_recycle(fetch, result);

    result = get(fetch, "/gzip", (struct fetch_request){.max_bytes = 5, .keep_raw = true});
    is_int(result->outcome, FETCH_TOO_LARGE, "announced as too long");
    fetch_recycle(fetch, result);
}

static void test_limits(struct fetch *fetch)
{
    static const struct {
        const char *path;
        uint64_t max_bytes;
        bool read_to_limit;
        enum fetch_outcome outcome;
        const char *plain;
    } limits[] = {
        {"/plain", 6, false, FETCH_OK, "hello\n"},
        {"/plain", 5, false, FETCH_TOO_LARGE, ""},
        {"/plain", 5, true, FETCH_TOO_LARGE, "hello"},
        {"/plain", 6, true, FETCH_OK, "hello\n"},
        {"/close", 13, false, FETCH_OK, "until the end"},
        {"/close", 12, false, FETCH_TOO_LARGE, "until the en"},
        {"/chunked", 6, false, FETCH_OK, "hello\n"},
        {"/chunked", 5, false, FETCH_TOO_LARGE, "hello"},
        {"/304-length", 5, false, FETCH_NOT_MODIFIED, ""},
    };

    for (size_t i = 0; i < COUNT_OF(limits); i++) {
        struct fetch_request request = {.max_bytes = limits[i].max_bytes,
                                        .read_to_limit = limits[i].read_to_limit,
                                        .keep_raw = true,
                                        .if_none_match = span_of("\"x\"")};
        struct fetch_result *result = get(fetch, limits[i].path, request);

        ok(result->outcome == limits[i].outcome && span_is(body_of(result->plain), limits[i].plain),
           "%s, at most %d bytes%s: %s", limits[i].path, (int)limits[i].max_bytes,
           limits[i].read_to_limit ? ", read to the limit" : "", fetch_outcomes[result->outcome].word);
        fetch_recycle(fetch, result);
    }
}

/* Only a request with a validator can be answered by 304. One with control bytes is not sent. */
static void test_conditions(struct fetch *fetch)
{
    static const struct {
        const char *etag, *modified;
        enum fetch_outcome outcome;
    } conditions[] = {
        {"\"x\"", "", FETCH_NOT_MODIFIED},
        {"", "Fri, 02 Jan 2026 03:04:05 GMT", FETCH_NOT_MODIFIED},
        {"", "", FETCH_PROTOCOL},
        {"\"x\n\"", "", FETCH_PROTOCOL},
    };

    for (size_t i = 0; i < COUNT_OF(conditions); i++) {
        struct fetch_request request = {.max_bytes = 1000000,
                                        .if_none_match = span_of(conditions[i].etag),
                                        .if_modified_since = span_of(conditions[i].modified)};
        struct fetch_result *result = get(fetch, "/304", request);

        ok(result->outcome == conditions[i].outcome && result->truncation == FETCH_WHOLE,
           "304 to a request with the validators '%s' and '%s': %s", conditions[i].etag,
           conditions[i].modified, fetch_outcomes[result->outcome].word);
        fetch_recycle(fetch, result);
    }
}

/* The limit of a body without max_bytes. */
static void test_default_limits(struct fetch *fetch)
{
    static const struct {
        const char *path;
        uint64_t max;
    } defaults[] = {
        {"/plain", UINT64_MAX},
        {"/close", LIMIT_UNANNOUNCED_BYTES},
        {"/chunked", LIMIT_UNANNOUNCED_BYTES},
        {"/chunked-length", LIMIT_DOCUMENT_BYTES},
    };

    for (size_t i = 0; i < COUNT_OF(defaults); i++) {
        struct fetch_result *result = get(fetch, defaults[i].path, (struct fetch_request){.max_bytes = 0});

        ok(result->plain->max == defaults[i].max, "the limit of %s", defaults[i].path);
        fetch_recycle(fetch, result);
    }
}

/* The time of the server does not include the time that an answer waits while we do something else. */
static void test_times(struct fetch *fetch)
{
    struct fetch_result *result = get(fetch, "/slow", (struct fetch_request){.max_bytes = 0});
    int late;

    ok(result->answer_ms >= 20 && result->answer_ms <= result->first_byte_ms,
       "the server took %lld of %lld ms", (long long)result->answer_ms, (long long)result->first_byte_ms);
    fetch_recycle(fetch, result);

    late = player.late;
    start(fetch, "/slow", (struct fetch_request){.max_bytes = 0});
    fetch_wait(fetch, 0);
    while (player.late == late)
        usleep(1000);
    usleep(300000);
    result = wait_for(fetch);
    ok(result->first_byte_ms >= 300 && result->answer_ms <= result->first_byte_ms - 250,
       "the server took %lld of %lld ms", (long long)result->answer_ms, (long long)result->first_byte_ms);
    fetch_recycle(fetch, result);

    start(fetch, "/plain", (struct fetch_request){.max_bytes = 0});
    usleep(100000);
    result = wait_for(fetch);
    ok(result->first_byte_ms >= 100, "first_byte_ms includes the time before the request was sent: %lld ms",
       (long long)result->first_byte_ms);
    fetch_recycle(fetch, result);
}

static void test_refused(void)
{
    struct fetch_options options = usual_options();
    struct fetch *fetch = fetch_new(&options);
    struct fetch_result *result;

    fetch_start(fetch, &(struct fetch_request){.url = span_of("http://127.0.0.1:1/"), .tag = &options});
    result = wait_for(fetch);
    is_int(result->outcome, FETCH_REFUSED, "nothing listens on the port");
    ok(result->tag == &options && result->error[0] && result->first_byte_ms == -1,
       "the result has tag and error");
    fetch_recycle(fetch, result);
    fetch_free(fetch);
}

static void test_abort_and_wake(void)
{
    struct fetch_options options = usual_options();
    struct fetch_result *result;
    struct fetch *fetch;
    int ends[2];
    int64_t began;

    if (pipe(ends) != 0 || write(ends[1], "x", 1) != 1)
        abort();
    options.wake_fd = ends[0];
    options.total_timeout_ms = 120000;
    fetch = fetch_new(&options);
    start(fetch, "/hang", (struct fetch_request){.max_bytes = 0});
    began = clock_monotonic_ms();
    fetch_wait(fetch, 60000);
    ok(clock_monotonic_ms() - began < 50000, "the wake descriptor ends a wait");
    is_int(fetch_in_flight(fetch), 1, "the transfer continues");
    fetch_abort(fetch);
    result = fetch_take(fetch);
    ok(result && result->outcome == FETCH_STOPPED, "until fetch_abort stops it");
    fetch_recycle(fetch, result);
    start(fetch, "/hang", (struct fetch_request){.max_bytes = 0});
    fetch_free(fetch);
    close(ends[0]);
    close(ends[1]);
}

static void test_timeouts(void)
{
    static const struct {
        const char *path;
        enum fetch_outcome outcome;
    } lates[] = {
        {"/late-html", FETCH_TIMEOUT},
        {"/late-json", FETCH_TIMEOUT},
        {"/late-image", FETCH_OK},
        {"/late-untyped", FETCH_OK},
    };
    struct fetch_options options = usual_options();
    struct fetch_result *result;
    struct fetch *fetch;
    bool late = false, stored = false;

    options.total_timeout_ms = 120000;
    for (options.document_timeout_ms = 300; !stored; options.document_timeout_ms *= 2) {
        fetch = fetch_new(&options);
        result = get(fetch, "/hang", (struct fetch_request){.keep_raw = true});
        late = result->outcome != FETCH_TIMEOUT || result->total_ms > 60000;
        stored = late || span_is(body_of(result->raw), "hello");
        fetch_recycle(fetch, result);
        fetch_free(fetch);
    }
    ok(!late, "a document has a shorter timeout, and the received part is stored");

    options.document_timeout_ms = 10;
    fetch = fetch_new(&options);
    for (size_t i = 0; i < COUNT_OF(lates); i++) {
        result = get(fetch, lates[i].path, (struct fetch_request){.max_bytes = 0});
        is_int(result->outcome, lates[i].outcome, lates[i].path);
        fetch_recycle(fetch, result);
    }
    fetch_free(fetch);

    options.stall_timeout_ms = 1000;
    options.document_timeout_ms = 0;
    fetch = fetch_new(&options);
    result = get(fetch, "/silent", (struct fetch_request){.max_bytes = 0});
    ok(result->outcome == FETCH_TIMEOUT && result->total_ms < 60000, "silence is a timeout");
    fetch_recycle(fetch, result);
    fetch_free(fetch);
}

/* 3.2 MB at 4 MB per second take most of a second; without a limit, a few milliseconds. */
static void test_rate(void)
{
    struct fetch_options options = usual_options();
    struct fetch_result *result;
    struct fetch *fetch;

    options.rate = 4 * 1000 * 1000;
    options.total_timeout_ms = 60000;
    fetch = fetch_new(&options);
    result = get(fetch, "/spool", (struct fetch_request){.max_bytes = 0});
    ok(result->outcome == FETCH_OK && result->total_ms >= 600, "the rate is limited");
    printf("# %d ms\n", (int)result->total_ms);
    fetch_recycle(fetch, result);
    fetch_free(fetch);
}

static void fill_head(char *head, size_t len)
{
    static const char start[] = OK "Content-Length: 0\r\n", end[] = "\r\n\r\n",
                      line[] = "X: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\r\n";
    size_t at = sizeof start - 1;

    memset(head, 'x', len);
    memcpy(head, start, at);
    for (; at + 200 < len; at += sizeof line - 1)
        memcpy(head + at, line, sizeof line - 1);
    memcpy(head + at, "X:", 2);
    memcpy(head + len - 4, end, 4);
}

int main(void)
{
    struct fetch_options options = usual_options();
    struct fetch *fetch;

    fill_head(head_limit, sizeof head_limit);
    fill_head(head_beyond, sizeof head_beyond);
    player_start(&player, replies, COUNT_OF(replies));
    test_expectations();
    fetch = fetch_new(&options);
    test_three_bodies(fetch);
    test_headers(fetch);
    test_many(fetch);
    test_large(fetch);
    test_limits(fetch);
    test_conditions(fetch);
    test_default_limits(fetch);
    test_times(fetch);
    fetch_free(fetch);
    test_refused();
    test_abort_and_wake();
    test_timeouts();
    test_rate();
    return done();
}
