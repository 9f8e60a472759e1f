/* SPDX-License-Identifier: MIT */
/* What fetch sends, to whom, and what it refuses to request. */
#include "config.h"

#include "fetch/fetch.h"

#include <fcntl.h>

#include "fetch/player.h"
#include "tap.h"

static const char *const private_hosts[] = {"127.0.0.1"};

#define BYTES(text) (text), sizeof(text) - 1
#define OK          "HTTP/1.1 200 OK\r\n"

static const struct reply replies[] = {
    {"/plain", BYTES(OK "Content-Length: 6\r\n\r\nhello\n"), KEEP, 0, 0, NULL},
    {"/cookies", BYTES(OK "Set-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 0\r\n\r\n"), KEEP, 0, 0,
     NULL},
    {"/locked",
     BYTES("HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=x\r\nContent-Length: 0\r\n\r\n"), KEEP,
     0, 0, NULL},
    {"/a%2Fb/../%c3%A9|?q=%zz//", BYTES(OK "Content-Length: 2\r\n\r\nok"), KEEP, 0, 0, NULL},
};

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

static struct fetch_result *get(struct fetch *fetch, const char *path, struct fetch_request request)
{
    char url[1024];

    (void)snprintf(url, sizeof url, "http://127.0.0.1:%d%s", player.listener.port, path);
    request.url = span_of(url);
    fetch_start(fetch, &request);
    return wait_for(fetch);
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
    static const char *const own[] = {"X-Token: secret"};
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

    (void)snprintf(origin, sizeof origin, "http://127.0.0.1:%d", player.listener.port);
    options.origin = origin;
    options.origin_headers = (struct texts){own, 1};
    options.credentials = "user:password";
    fetch = fetch_new(&options);
    result = get(fetch, "/locked", (struct fetch_request){.max_bytes = 0});
    ok(result->outcome == FETCH_AGAIN && !strstr(player.last_request, "Authorization"),
       "no password before a challenge");
    fetch_recycle(fetch, result);
    result = get(fetch, "/plain", request);
    is_span(result->request_head, span_of(player.last_request), "the request head is what was sent");
    ok(sent("\r\nIf-None-Match: W/\"a b\"\r\n") && sent("\r\nIf-Modified-Since: Fri, 20 Nov") &&
           sent("\r\nUser-Agent: tiptoe-test/1 (+nobody)\r\n") && sent("\r\nFrom: someone@example.org\r\n") &&
           sent("\r\nAccept-Encoding: gzip, br, zstd, deflate\r\n") && sent("\r\nX-Token: secret\r\n") &&
           sent("\r\nAuthorization: Basic dXNlcjpwYXNzd29yZA=="),
       "it has all requested fields");
    ok(!strstr(player.last_request, "X-Evil"), "except a value with a line break");
    buf_init(&head, 4096);
    is_int(fetch_public_request(fetch, result, &head), 0, "the request head for the archive");
    (void)snprintf(wanted, sizeof wanted,
                   "GET /plain HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUser-Agent: tiptoe-test/1 (+nobody)\r\n"
                   "Accept: */*\r\nIf-None-Match: W/\"a b\"\r\n"
                   "If-Modified-Since: Fri, 20 Nov 2026 16:00:00 GMT\r\n"
                   "Accept-Encoding: gzip, br, zstd, deflate\r\nFrom: someone@example.org\r\n\r\n",
                   player.listener.port);
    is_span(buf_span(&head), span_of(wanted), "without secrets");
    fetch_recycle(fetch, result);

    (void)snprintf(wanted, sizeof wanted, "http://localhost:%d/plain", player.listener.port);
    fetch_start(fetch, &(struct fetch_request){.url = span_of(wanted)});
    result = wait_for(fetch);
    ok(result->outcome == FETCH_OK && !strstr(player.last_request, "secret") &&
           !strstr(player.last_request, "Authorization"),
       "another origin gets no secrets");
    fetch_recycle(fetch, result);
    result = get(fetch, "/a%2Fb/../%c3%A9|?q=%zz//", (struct fetch_request){.max_bytes = 0});
    ok(result->outcome == FETCH_OK && sent("GET /a%2Fb/../%c3%A9|?q=%zz// HTTP/1.1\r\n"),
       "the path is sent unchanged");
    fetch_recycle(fetch, result);
    buf_release(&head);
    fetch_free(fetch);
}

static void test_cookies(void)
{
    struct fetch_options options = usual_options();
    struct fetch_result *result;
    struct fetch *fetch;
    struct buf head;

    options.cookies = span_of("127.0.0.1\tFALSE\t/\tFALSE\t0\tfrom\tfile");
    fetch = fetch_new(&options);
    fetch_recycle(fetch, get(fetch, "/cookies", (struct fetch_request){.max_bytes = 0}));
    result = get(fetch, "/plain", (struct fetch_request){.max_bytes = 0});
    ok(sent("Cookie: ") && sent("from=file") && sent("a=1") && sent("b=2"),
       "cookies of the file and of the server");
    buf_init(&head, 4096);
    ok(fetch_public_request(fetch, result, &head) == 0 &&
           span_starts(buf_span(&head), "GET /plain HTTP/1.1\r\n") && !strstr(buf_text(&head), "Cookie"),
       "the request head for the archive has no cookies");
    buf_release(&head);
    fetch_recycle(fetch, result);
    fetch_free(fetch);
    options.origin = "https://127.0.0.1";
    fetch = fetch_new(&options);
    fetch_recycle(fetch, get(fetch, "/plain", (struct fetch_request){.max_bytes = 0}));
    ok(!sent("Cookie: "), "cookies of a site with https are not sent over http");
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

    options.private_hosts = (struct texts){0};
    fetch = fetch_new(&options);
    for (size_t i = 0; i < COUNT_OF(urls); i++) {
        struct fetch_result *result;

        fetch_start(fetch, &(struct fetch_request){.url = span_of(urls[i].url)});
        result = wait_for(fetch);
        ok(result->outcome == urls[i].outcome && result->status == 0 && result->plain->len == 0, "%.40s: %s",
           i == 8 ? "a line break" : urls[i].url, fetch_outcomes[result->outcome].word);
        fetch_recycle(fetch, result);
    }
    fetch_free(fetch);
}

/* A proxy looks up names; all else is seen before. */
static void test_proxy_guard(void)
{
    static const struct {
        const char *url;
        enum fetch_outcome outcome;
    } cases[] = {
        {"http://127.0.0.1:1/", FETCH_PRIVATE_ADDRESS},
        {"http://[::ffff:a00:1]/", FETCH_PRIVATE_ADDRESS},
        {"http://localhost/", FETCH_PRIVATE_ADDRESS},
        {"http://intranet/", FETCH_PRIVATE_ADDRESS},
        {"http://10.0.0.7/", FETCH_PROXY},
        {"http://db/", FETCH_PROXY},
        {"http://example.org/", FETCH_PROXY},
        {"http://8.8.8.8/", FETCH_PROXY},
    };
    static const char *const named[] = {"10.0.0.7", "DB"};
    struct fetch_options options = usual_options();
    struct fetch *fetch;

    options.private_hosts = (struct texts){named, 2};
    options.proxy = "http://127.0.0.1:1";
    fetch = fetch_new(&options);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct fetch_result *result;

        fetch_start(fetch, &(struct fetch_request){.url = span_of(cases[i].url)});
        result = wait_for(fetch);
        ok(result->outcome == cases[i].outcome, "by proxy, %s: %s", cases[i].url,
           fetch_outcomes[result->outcome].word);
        fetch_recycle(fetch, result);
    }
    fetch_free(fetch);
}

int main(void)
{
    player_start(&player, replies, COUNT_OF(replies));
    test_request_head();
    test_cookies();
    test_guards();
    test_proxy_guard();
    return done();
}
