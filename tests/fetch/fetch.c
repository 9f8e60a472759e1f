/* SPDX-License-Identifier: MIT */
/* fetch against a server that plays bytes: whole answers of every framing, broken ones of every kind,
 * connections kept and given up, what goes out, and the guards. */
#include "config.h"

#include "fetch/fetch.h"

#include <fcntl.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/limits.h"
#include "fetch/player.h"
#include "tap.h"

#define BYTES(text) (text), sizeof(text) - 1
#define OK          "HTTP/1.1 200 OK\r\n"
#define HTML        "Content-Type: text/html\r\n"
#define GZIP_HELLO                                                                                           \
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\x48\xcd\xc9\xc9\x57\x28\xcf\x2f\xca\x49\xe1\x02\x00\x2d"   \
    "\x3b\x08\xaf\x0c\x00\x00\x00"
#define GZIP_LEN "32"

static const struct reply replies[] = {
    {"/plain", BYTES(OK HTML "Content-Length: 6\r\n\r\nhello\n"), KEEP, 0, 0, NULL},
    {"/close", BYTES(OK "\r\nuntil the end"), CLOSE, 0, 0, NULL},
    {"/empty", BYTES(OK "Content-Length: 0\r\n\r\n"), KEEP, 0, 0, NULL},
    {"/204", BYTES("HTTP/1.1 204 No Content\r\n\r\n"), KEEP, 0, 0, NULL},
    {"/304", BYTES("HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n\r\n"), KEEP, 0, 0, NULL},
    {"/302", BYTES("HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 4\r\n\r\ngone"),
     KEEP, 0, 0, NULL},
    {"/302-nowhere", BYTES("HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n"), KEEP, 0, 0, NULL},
    {"/404", BYTES("HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno"), KEEP, 0, 0, NULL},
    {"/503", BYTES("HTTP/1.1 503 Wait\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n"), KEEP, 0, 0, NULL},
    {"/chunked",
     BYTES(OK "Transfer-Encoding: chunked\r\n\r\n4;x=y\r\nhell\r\n2\r\no\n\r\n0\r\nX-T: 1\r\n\r\n"), KEEP, 0,
     0, NULL},
    {"/gzip", BYTES(OK "Content-Encoding: gzip\r\nContent-Length: " GZIP_LEN "\r\n\r\n" GZIP_HELLO), KEEP, 0,
     0, NULL},
    {"/gzip-chunked",
     BYTES(OK "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n20\r\n" GZIP_HELLO
              "\r\n0\r\n\r\n"),
     KEEP, 0, 0, NULL},
    {"/gzip-cut",
     BYTES(OK "Content-Encoding: gzip\r\nContent-Length: "
              "20\r\n\r\n\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\x48\xcd\xc9\xc9\x57\x28\xcf\x2f\xca"),
     KEEP, 0, 0, NULL},
    {"/gzip-not", BYTES(OK "Content-Encoding: gzip\r\nContent-Length: 6\r\n\r\nhello\n"), KEEP, 0, 0, NULL},
    {"/charset-coding", BYTES(OK "Content-Encoding: UTF-8\r\nContent-Length: 6\r\n\r\nhello\n"), KEEP, 0, 0,
     NULL},
    {"/compress", BYTES(OK "Content-Encoding: compress\r\nContent-Length: 6\r\n\r\nhello\n"), KEEP, 0, 0,
     NULL},
    {"/hints",
     BYTES("HTTP/1.1 100 Continue\r\nX-A: no\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" OK
           "X-A: yes\r\nContent-Length: 2\r\n\r\nok"),
     KEEP, 0, 0, NULL},
    {"/headers",
     BYTES(OK "sEt-CooKie: a=1\r\nX: \xe9\r\nSet-Cookie:b=2 \r\nX-Fold: one\r\n two\r\nContent-Length:   "
              "2\r\n\r\nok"),
     KEEP, 0, 0, NULL},
    {"/cl-too-long", BYTES(OK "Content-Length: 10\r\n\r\nhello"), CLOSE, 0, 0, NULL},
    {"/cl-reset", BYTES(OK "Content-Length: 10\r\n\r\nhello"), RESET, 0, 0, NULL},
    {"/cl-too-short", BYTES(OK "Content-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"),
     KEEP, 0, 0, NULL},
    {"/cl-late", BYTES(OK "Content-Length: 2\r\n\r\nok"), KEEP, 0, 0,
     "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"},
    {"/204-late", BYTES("HTTP/1.1 204 No\r\n\r\n"), KEEP, 0, 0,
     "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"},
    {"/cl-conflict", BYTES(OK "Content-Length: 2\r\nContent-Length: 5\r\n\r\nhello"), KEEP, 0, 0, NULL},
    {"/cl-twice", BYTES(OK "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello"), KEEP, 0, 0, NULL},
    {"/cl-negative", BYTES(OK "Content-Length: -1\r\n\r\nhello"), KEEP, 0, 0, NULL},
    {"/cl-and-te", BYTES(OK "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"),
     KEEP, 0, 0, NULL},
    {"/te-gzip", BYTES(OK "Transfer-Encoding: gzip\r\n\r\n" GZIP_HELLO), CLOSE, 0, 0, NULL},
    {"/chunk-cut", BYTES(OK "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"), CLOSE, 0, 0, NULL},
    {"/chunk-negative", BYTES(OK "Transfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n"), CLOSE, 0, 0,
     NULL},
    {"/chunk-overflow", BYTES(OK "Transfer-Encoding: chunked\r\n\r\n10000000000000005\r\nhello\r\n0\r\n\r\n"),
     CLOSE, 0, 0, NULL},
    {"/hang", BYTES(OK HTML "Content-Length: 10\r\n\r\nhello"), HANG, 0, 0, NULL},
    {"/silent", BYTES(""), HANG, 0, 0, NULL},
    {"/no-answer", BYTES(""), CLOSE, 0, 0, NULL},
    {"/half-head", BYTES(OK "X-Half"), CLOSE, 0, 0, NULL},
    {"/http09", BYTES("<html>hello</html>"), CLOSE, 0, 0, NULL},
    {"/206", BYTES("HTTP/1.1 206 Partial\r\nContent-Length: 2\r\n\r\nok"), KEEP, 0, 0, NULL},
    {"/101", BYTES("HTTP/1.1 101 Switching\r\nUpgrade: h2c\r\n\r\n"), HANG, 0, 0, NULL},
    {"/big", BYTES(OK "Content-Length: 2000000\r\n\r\n"), HANG, 0, 0, NULL},
    {"/endless", BYTES(OK "\r\n0123456789abcdef"), CLOSE, 1000000, sizeof(OK "\r\n") - 1, NULL},
    {"/spool", BYTES(OK "Content-Length: 3200016\r\n\r\n0123456789abcdef"), KEEP, 200000,
     sizeof(OK "Content-Length: 3200016\r\n\r\n") - 1, NULL},
    {"/flood", BYTES(OK "X-Flood: 0123456789abcdef0123456789abcdef\r\n"), HANG, 20000, sizeof(OK) - 1, NULL},
    {"/flood-100", BYTES("HTTP/1.1 100 Continue\r\n\r\n"), HANG, 100000, 0, NULL},
    {"/a%2Fb/../%c3%A9|?q=%zz//", BYTES(OK "Content-Length: 2\r\n\r\nok"), KEEP, 0, 0, NULL},
};

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

static struct player player;

static struct fetch_options usual_options(void)
{
    return (struct fetch_options){
        .user_agent = "tiptoe-test/1 (+nobody)",
        .from = "someone@example.org",
        .allow_private = true,
        .spool_dir = AT_FDCWD,
        .wake_fd = -1,
        .total_timeout_ms = 700,
    };
}

static struct span body_of(struct body *body)
{
    struct span whole = {0};

    return body && body_span(body, &whole) == 0 ? whole : span_make(NULL, 0);
}

static struct fetch_result *wait_for(struct fetch *fetch)
{
    struct fetch_result *result;

    while (!(result = fetch_take(fetch)))
        fetch_wait(fetch, 1000);
    return result;
}

static struct fetch_result *get(struct fetch *fetch, const char *path, struct fetch_request request)
{
    char url[1024];

    (void)snprintf(url, sizeof url, "http://127.0.0.1:%d%s", player.port, path);
    request.url = span_of(url);
    fetch_start(fetch, &request);
    return wait_for(fetch);
}

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
    struct fetch *fetch = fetch_new(&options);

    for (size_t i = 0; i < sizeof expectations / sizeof expectations[0]; i++) {
        check_expectation(fetch, &expectations[i], false);
        check_expectation(fetch, &expectations[i], true);
    }
    fetch_free(fetch);
}

static void is_payload_digest(const struct fetch_result *result, struct span payload, const char *label)
{
    unsigned char wanted[DIGEST_MAX_BYTES];
    struct digest digest;

    digest_init(&digest, DIGEST_SHA256);
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
    ok(span_is(body_of(result->plain), "hello\n") && player.connections - before == wanted_connections,
       "%s then another: %d connection(s)", first, wanted_connections);
    printf("# connections %d\n", player.connections - before);
    tap_show("second", body_of(result->plain));
    fetch_recycle(fetch, result);
    fetch_free(fetch);
}

int main(void)
{
    struct fetch_options options = usual_options();
    struct fetch *fetch;

    player_start(&player, replies, sizeof replies / sizeof replies[0]);
    test_expectations();
    fetch = fetch_new(&options);
    test_three_bodies(fetch);
    test_headers(fetch);
    fetch_free(fetch);
    check_reuse("/plain", 1);
    check_reuse("/chunked", 1);
    check_reuse("/404", 1);
    check_reuse("/cl-and-te", 2);
    check_reuse("/cl-too-short", 2);
    check_reuse("/cl-late", 2);
    check_reuse("/204-late", 2);
    return done();
}
