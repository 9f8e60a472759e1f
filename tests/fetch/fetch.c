/* SPDX-License-Identifier: MIT */
/* fetch as its caller sees it: many at once, ceilings, what goes out and to whom, guards, time, rate, being
 * stopped. */
#include "config.h"

#include "fetch/fetch.h"

#include "base/clock.h"
#include "fetch/scene.h"

/* Waits for all of COUNT requests for PATH. Returns how many had OUTCOME. */
static unsigned get_many(struct fetch *fetch, const char *path, unsigned count, enum fetch_outcome outcome)
{
    unsigned right = 0;
    char url[256];

    (void)snprintf(url, sizeof url, "http://127.0.0.1:%d%s", player.port, path);
    for (unsigned i = 0; i < count; i++)
        fetch_start(fetch, &(struct fetch_request){.url = span_of(url), .max_bytes = 10000});
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
    is_int(get_many(fetch, "/endless", 8, FETCH_TOO_LARGE), 8, "eight endless ones at once");
    is_int(fetch_in_flight(fetch), 0, "none is left");
}

static void test_large(struct fetch *fetch)
{
    struct fetch_result *result = get(fetch, "/spool", (struct fetch_request){.max_bytes = 0});
    struct span whole = body_of(result->plain);

    ok(result->outcome == FETCH_OK && body_is_spooled(result->plain), "a large body is spooled");
    is_int(whole.len, 3200016, "all of it");
    is_payload_digest(result, whole, "with its digest");
    is_int(result->wire_bytes, 3200016 + sizeof(OK "Content-Length: 3200016\r\n\r\n") - 1, "and its cost");
    fetch_recycle(fetch, result);

    result = get(fetch, "/endless", (struct fetch_request){.max_bytes = 5000, .keep_raw = true});
    ok(result->outcome == FETCH_TOO_LARGE && result->truncation == FETCH_CUT_LENGTH,
       "an endless body is stopped");
    is_int(result->payload->len, 5000, "at the maximum");
    is_payload_digest(result, body_of(result->payload), "with the digest of what was kept");
    fetch_recycle(fetch, result);

    result = get(fetch, "/gzip", (struct fetch_request){.max_bytes = 5, .keep_raw = true});
    is_int(result->outcome, FETCH_TOO_LARGE, "announced as too long");
    fetch_recycle(fetch, result);
}

static bool sent(const char *line)
{
    bool found = strstr(player.last_request, line) != NULL;

    if (!found)
        tap_show("request", span_of(player.last_request));
    return found;
}

static void test_request_head(void)
{
    static const char *const everywhere[] = {"X-All: 1", NULL}, *const own[] = {"X-Token: secret", NULL};
    struct fetch_options options = usual_options();
    char origin[64], wanted[512];
    struct fetch_request request = {
        .if_none_match = span_of("W/\"a b\""),
        .if_modified_since = span_of("Fri, 20 Nov 2026 16:00:00 GMT"),
        .accept = span_of("text/css\r\nX-Evil: 1"),
    };
    struct fetch_result *result;
    struct fetch *fetch;
    struct buf head;

    (void)snprintf(origin, sizeof origin, "http://127.0.0.1:%d", player.port);
    options.origin = origin;
    options.headers = everywhere;
    options.origin_headers = own;
    options.credentials = "user:password";
    fetch = fetch_new(&options);
    result = get(fetch, "/plain", request);
    is_span(result->request_head, span_of(player.last_request), "the request head is what was sent");
    ok(sent("\r\nIf-None-Match: W/\"a b\"\r\n") && sent("\r\nIf-Modified-Since: Fri, 20 Nov") &&
           sent("\r\nUser-Agent: tiptoe-test/1 (+nobody)\r\n") && sent("\r\nFrom: someone@example.org\r\n") &&
           sent("\r\nAccept-Encoding: gzip, br, zstd, deflate\r\n") && sent("\r\nX-All: 1\r\n") &&
           sent("\r\nX-Token: secret\r\n") && sent("\r\nAuthorization: Basic dXNlcjpwYXNzd29yZA=="),
       "it has all that was asked for");
    ok(!strstr(player.last_request, "X-Evil"), "and no value with a line break");
    buf_init(&head, 4096);
    is_int(fetch_public_request(fetch, result, &head), 0, "for the archive");
    (void)snprintf(
        wanted, sizeof wanted,
        "GET /plain HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUser-Agent: tiptoe-test/1 (+nobody)\r\n"
        "Accept: */*\r\nIf-None-Match: W/\"a b\"\r\n"
        "If-Modified-Since: Fri, 20 Nov 2026 16:00:00 GMT\r\n"
        "Accept-Encoding: gzip, br, zstd, deflate\r\nFrom: someone@example.org\r\nX-All: 1\r\n\r\n",
        player.port);
    is_span(buf_span(&head), span_of(wanted), "without secrets");
    fetch_recycle(fetch, result);

    (void)snprintf(wanted, sizeof wanted, "http://localhost:%d/plain", player.port);
    fetch_start(fetch, &(struct fetch_request){.url = span_of(wanted)});
    result = wait_for(fetch);
    ok(result->outcome == FETCH_OK && !strstr(player.last_request, "secret") &&
           !strstr(player.last_request, "Authorization") && sent("X-All: 1"),
       "another origin gets no secrets");
    fetch_recycle(fetch, result);
    result = get(fetch, "/a%2Fb/../%c3%A9|?q=%zz//", (struct fetch_request){.max_bytes = 0});
    ok(result->outcome == FETCH_OK && sent("GET /a%2Fb/../%c3%A9|?q=%zz// HTTP/1.1\r\n"),
       "the path is sent as it is");
    fetch_recycle(fetch, result);
    buf_release(&head);
    fetch_free(fetch);
}

static void test_cookies(bool kept)
{
    struct fetch_options options = usual_options();
    struct fetch_result *result;
    struct fetch *fetch;

    options.cookies = kept;
    fetch = fetch_new(&options);
    fetch_recycle(fetch, get(fetch, "/cookie", (struct fetch_request){.max_bytes = 0}));
    (void)get_many(fetch, "/plain", 2, FETCH_OK); /* on two handles */
    result = get(fetch, "/plain", (struct fetch_request){.max_bytes = 0});
    ok(kept == (strstr(player.last_request, "\r\nCookie: k=v\r\n") != NULL), "cookies are %s",
       kept ? "kept where asked for" : "not kept");
    fetch_recycle(fetch, result);
    fetch_free(fetch);
}

static void test_proxy(void)
{
    struct fetch_options options = usual_options();
    struct fetch_result *result;
    struct fetch *fetch;
    char proxy[64];

    (void)snprintf(proxy, sizeof proxy, "http://127.0.0.1:%d", player.port);
    options.proxy = proxy;
    options.allow_private = false;
    fetch = fetch_new(&options);
    fetch_start(fetch, &(struct fetch_request){.url = span_of("http://example.org/a?b")});
    result = wait_for(fetch);
    ok(result->outcome == FETCH_OK && sent("GET http://example.org/a?b HTTP/1.1\r\nHost: example.org\r\n"),
       "a proxy is asked for the whole URL, and may be a neighbour");
    fetch_recycle(fetch, result);
    fetch_free(fetch);
}

static const struct {
    const char *url;
    enum fetch_outcome outcome;
} urls[] = {
    {"http://user:password@127.0.0.1/", FETCH_BAD_URL},
    {"http://user@127.0.0.1/", FETCH_BAD_URL},
    {"ftp://127.0.0.1/", FETCH_BAD_URL},
    {"file:///etc/passwd", FETCH_BAD_URL},
    {"http:/127.0.0.1/", FETCH_BAD_URL},
    {"http:///", FETCH_BAD_URL},
    {"http://127.0.0.1", FETCH_BAD_URL},
    {"http://127.0.0.1/a b", FETCH_BAD_URL},
    {"http://127.0.0.1/\r\nX: y", FETCH_BAD_URL},
    {"http://127.0.0.1/#x", FETCH_BAD_URL},
    {"http://127.0.0.1\\@example.org/", FETCH_BAD_URL},
    {"http://example.org:99999/", FETCH_BAD_URL},
    {"http://0x7f.1/", FETCH_BAD_URL},
    {"http://\xc3\xa9.example/", FETCH_BAD_URL},
    {"", FETCH_BAD_URL},
    {"http://127.0.0.1:1/", FETCH_PRIVATE_ADDRESS},
    {"http://[::1]:1/", FETCH_PRIVATE_ADDRESS},
    {"http://localhost:1/", FETCH_PRIVATE_ADDRESS},
    {"http://169.254.169.254/latest/", FETCH_PRIVATE_ADDRESS},
};

static void test_guards(void)
{
    struct fetch_options options = usual_options();
    struct fetch *fetch;

    options.allow_private = false;
    fetch = fetch_new(&options);
    for (size_t i = 0; i < sizeof urls / sizeof urls[0]; i++) {
        struct fetch_result *result;

        fetch_start(fetch, &(struct fetch_request){.url = span_of(urls[i].url)});
        result = wait_for(fetch);
        ok(result->outcome == urls[i].outcome && result->status == 0 && result->plain->len == 0, "%.40s: %s",
           i == 8 ? "a line break" : urls[i].url, fetch_outcome_word(result->outcome));
        fetch_recycle(fetch, result);
    }
    fetch_free(fetch);
}

static void test_refused(void)
{
    struct fetch_options options = usual_options();
    struct fetch *fetch = fetch_new(&options);
    struct fetch_result *result;

    fetch_start(fetch, &(struct fetch_request){.url = span_of("http://127.0.0.1:1/"), .tag = &options});
    result = wait_for(fetch);
    is_int(result->outcome, FETCH_REFUSED, "nobody listens");
    ok(result->tag == &options && result->error[0] && result->first_byte_ms == -1, "what is known of it");
    fetch_recycle(fetch, result);
    fetch_free(fetch);
}

static void test_abort_and_wake(void)
{
    struct fetch_options options = usual_options();
    struct fetch_result *result;
    struct fetch *fetch;
    int ends[2];
    int64_t start;
    char url[64];

    if (pipe(ends) != 0 || write(ends[1], "x", 1) != 1)
        abort();
    options.wake_fd = ends[0];
    options.total_timeout_ms = 60000;
    fetch = fetch_new(&options);
    (void)snprintf(url, sizeof url, "http://127.0.0.1:%d/hang", player.port);
    fetch_start(fetch, &(struct fetch_request){.url = span_of(url)});
    start = clock_monotonic_ms();
    fetch_wait(fetch, 30000);
    ok(clock_monotonic_ms() - start < 10000, "the wake descriptor ends a wait");
    is_int(fetch_in_flight(fetch), 1, "the transfer goes on");
    fetch_abort(fetch);
    result = fetch_take(fetch);
    ok(result && result->outcome == FETCH_STOPPED, "until it is stopped");
    fetch_recycle(fetch, result);
    fetch_start(fetch, &(struct fetch_request){.url = span_of(url)});
    fetch_free(fetch);
    close(ends[0]);
    close(ends[1]);
}

static void test_timeouts(void)
{
    struct fetch_options options = usual_options();
    struct fetch_result *result;
    struct fetch *fetch;

    options.total_timeout_ms = 60000;
    options.document_timeout_ms = 300;
    fetch = fetch_new(&options);
    result = get(fetch, "/hang", (struct fetch_request){.keep_raw = true});
    ok(result->outcome == FETCH_TIMEOUT && result->total_ms < 10000, "a document that hangs has less time");
    is_span(body_of(result->raw), span_of("hello"), "what came is kept");
    fetch_recycle(fetch, result);
    fetch_free(fetch);

    options.stall_timeout_ms = 1000;
    options.document_timeout_ms = 0;
    fetch = fetch_new(&options);
    result = get(fetch, "/silent", (struct fetch_request){.max_bytes = 0});
    ok(result->outcome == FETCH_TIMEOUT && result->total_ms < 10000, "silence is noticed");
    fetch_recycle(fetch, result);
    fetch_free(fetch);
}

/* 3.2 MB at 4 MB a second: most of a second, which without a limit would be a few milliseconds. */
static void test_rate(void)
{
    struct fetch_options options = usual_options();
    struct fetch_result *result;
    struct fetch *fetch;

    options.rate = 4 * 1000 * 1000;
    options.total_timeout_ms = 60000;
    fetch = fetch_new(&options);
    result = get(fetch, "/spool", (struct fetch_request){.max_bytes = 0});
    ok(result->outcome == FETCH_OK && result->total_ms >= 600, "a limited rate takes its time");
    printf("# %d ms\n", (int)result->total_ms);
    fetch_recycle(fetch, result);
    fetch_free(fetch);
}

int main(void)
{
    struct fetch_options options = usual_options();
    struct fetch *fetch;

    player_start(&player, replies, sizeof replies / sizeof replies[0]);
    fetch = fetch_new(&options);
    test_many(fetch);
    test_large(fetch);
    fetch_free(fetch);
    test_request_head();
    test_cookies(true);
    test_cookies(false);
    test_proxy();
    test_guards();
    test_refused();
    test_abort_and_wake();
    test_timeouts();
    test_rate();
    return done();
}
