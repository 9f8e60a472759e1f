/* SPDX-License-Identifier: MIT */
/* fetch over HTTP/2, against a server that plays frames: complete answers, every way of cutting or refusing
 * one, and connections that fetch stops using. */
#include "config.h"

#include "fetch/fetch.h"

#include <fcntl.h>
#include <signal.h>

#include <curl/curl.h>

#include "fetch/player2.h"
#include "tap.h"

static const char *const private_hosts[] = {"127.0.0.1"};

enum {
    PROTOCOL_ERROR = 1,
    INTERNAL_ERROR,
    REFUSED_STREAM = 7,
    CANCEL,
    ENHANCE_YOUR_CALM = 11,
    HTTP_1_1_REQUIRED = 13
};

/* clang-format off */
#define TEXT   "content-type: text/plain\n"
#define OK     {PLAY_HEAD, "200\n" TEXT, 0}
#define ANSWER {PLAY_HEAD, "200\n" TEXT "content-length: 5", 0}, {PLAY_LAST, "hello", 0}
#define NEXT   {PLAY_NEXT, NULL, 0}
/* clang-format on */

/* Outcome, status, body, truncation. */
#define HELLO FETCH_OK, 200, "hello", FETCH_WHOLE
#define CUT   FETCH_PARTIAL, 200, "hel", FETCH_CUT_DISCONNECT
#define LOST  FETCH_RESET, 0, "", FETCH_CUT_DISCONNECT

/* Requests, connections, unseen, again. */
#define ONCE   1, 0, false, false
#define UNSEEN 1, 0, true, false
#define TWICE  2, 1, false, true

/* One request each, unless it must be repeated. */
static const struct expectation {
    const char *label;
    const struct step script[12];
    enum fetch_outcome outcome;
    int status;
    const char *plain;
    enum fetch_truncation truncation;
    int requests, connections; /* in addition to the first */
    bool unseen;               /* libcurl does not say how the stream ended */
    bool again;                /* FETCH_AGAIN comes first */
} expectations[] = {
    {"an answer", {ANSWER}, HELLO, ONCE},
    {"no length", {OK, {PLAY_DATA, "hel", 0}, {PLAY_LAST, "lo", 0}}, HELLO, UNSEEN},
    {"an empty last frame", {OK, {PLAY_DATA, "hello", 0}, {PLAY_LAST, "", 0}}, HELLO, UNSEEN},
    {"no body", {{PLAY_TRAILER, "204\nx: y", 0}}, FETCH_OK, 204, "", FETCH_WHOLE, ONCE},
    {"not modified", {{PLAY_TRAILER, "304\netag: \"x\"", 0}}, FETCH_NOT_MODIFIED, 304, "", FETCH_WHOLE, ONCE},
    {"a redirect", {{PLAY_TRAILER, "301\nlocation: /else", 0}}, FETCH_REDIRECT, 301, "", FETCH_WHOLE, ONCE},
    {"misdirected: repeated on another connection",
     {{PLAY_SERIAL, NULL, 0}, {PLAY_TRAILER, "421\nx: y", 0}},
     FETCH_OK,
     200,
     "serial",
     FETCH_WHOLE,
     TWICE},
    {"interim answers",
     {{PLAY_HEAD, "103\nlink: </a>", 0}, {PLAY_HEAD, "100\nx: no", 0}, ANSWER},
     HELLO,
     ONCE},
    {"a trailer", {OK, {PLAY_DATA, "hello", 0}, {PLAY_TRAILER, "x-sum: 1", 0}}, HELLO, UNSEEN},
    {"reset within the body", {OK, {PLAY_DATA, "hel", 0}, {PLAY_RESET, NULL, INTERNAL_ERROR}}, CUT, ONCE},
    {"cancelled within the body", {OK, {PLAY_DATA, "hel", 0}, {PLAY_RESET, NULL, CANCEL}}, CUT, ONCE},
    {"reset without an error within the body",
     {OK, {PLAY_DATA, "hel", 0}, {PLAY_RESET, NULL, 0}},
     CUT,
     UNSEEN},
    {"reset before the head", {{PLAY_RESET, NULL, INTERNAL_ERROR}}, LOST, ONCE},
    {"reset with ENHANCE_YOUR_CALM", {{PLAY_RESET, NULL, ENHANCE_YOUR_CALM}}, LOST, ONCE},
    {"shorter than announced",
     {{PLAY_HEAD, "200\ncontent-length: 9", 0}, {PLAY_LAST, "hello", 0}},
     FETCH_PARTIAL,
     200,
     "",
     FETCH_CUT_DISCONNECT,
     ONCE},
    {"longer than announced",
     {{PLAY_HEAD, "200\ncontent-length: 3", 0}, {PLAY_LAST, "hello", 0}},
     FETCH_PARTIAL,
     200,
     "",
     FETCH_CUT_DISCONNECT,
     ONCE},
    {"chunked",
     {{PLAY_HEAD, "200\ntransfer-encoding: chunked", 0}, {PLAY_LAST, "5\r\nhello\r\n0\r\n\r\n", 0}},
     LOST,
     ONCE},
    {"an unrequested push", {{PLAY_PUSH, NULL, 0}, ANSWER, NEXT, ANSWER}, HELLO, TWICE},
    {"closed within the body", {OK, {PLAY_DATA, "hel", 0}, {PLAY_CLOSE, NULL, 0}}, CUT, ONCE},
    {"broken within the body", {OK, {PLAY_DATA, "hel", 0}, {PLAY_BREAK, NULL, 0}}, CUT, ONCE},
    {"GOAWAY within the body, and closed",
     {OK, {PLAY_DATA, "hel", 0}, {PLAY_GOAWAY_AFTER, NULL, 0}, {PLAY_CLOSE, NULL, 0}},
     CUT,
     ONCE},
    {"GOAWAY with an error within the body",
     {OK, {PLAY_DATA, "hel", 0}, {PLAY_GOAWAY_AFTER, NULL, ENHANCE_YOUR_CALM}, {PLAY_CLOSE, NULL, 0}},
     CUT,
     ONCE},
    {"GOAWAY for an unprocessed stream within the body",
     {OK, {PLAY_DATA, "hel", 0}, {PLAY_GOAWAY, NULL, 0}, {PLAY_CLOSE, NULL, 0}},
     CUT,
     ONCE},
    {"GOAWAY, but a complete answer", {{PLAY_GOAWAY_AFTER, NULL, 0}, ANSWER}, HELLO, ONCE},
    {"an invalid frame within the body",
     {OK, {PLAY_DATA, "hel", 0}, {PLAY_RAW, "\0\0\1\0\0\0\0\0\0x", 10}},
     CUT,
     UNSEEN},
    {"closed without an answer", {{PLAY_CLOSE, NULL, 0}}, LOST, ONCE},
    {"a refused stream is repeated", {{PLAY_RESET, NULL, REFUSED_STREAM}, NEXT, ANSWER}, HELLO, TWICE},
    {"GOAWAY before the request was processed", {{PLAY_GOAWAY, NULL, 0}, NEXT, ANSWER}, HELLO, TWICE},
    {"GOAWAY before the request was processed, with an error",
     {{PLAY_GOAWAY, NULL, ENHANCE_YOUR_CALM}},
     LOST,
     ONCE},
    {"HTTP/1.1 is used where it is required",
     {{PLAY_SERIAL, NULL, 0}, {PLAY_RESET, NULL, HTTP_1_1_REQUIRED}},
     FETCH_OK,
     200,
     "serial",
     FETCH_WHOLE,
     TWICE},
};

static struct player2 player;
static int sent;
static char certificate[] = "/tmp/tiptoe-player.XXXXXX";

static void count_sent(void *tag, const char *peer)
{
    (void)peer;
    (void)tag;
    sent++;
}

/* Longer than any answer takes on a busy machine. */
enum { PATIENCE_MS = 60000 };

static struct fetch *new_fetch(int64_t timeout_ms)
{
    struct fetch_options options = {
        .user_agent = "tiptoe-test/1",
        .ca_file = certificate,
        .http2 = true,
        .private_hosts = {private_hosts, 1},
        .spool_dir = AT_FDCWD,
        .wake_fd = -1,
        .sent = count_sent,
        .total_timeout_ms = timeout_ms,
        .document_timeout_ms = timeout_ms,
    };

    sent = 0;
    return fetch_new(&options);
}

static void start_at(struct fetch *fetch, int port, const char *path)
{
    char url[128];

    (void)snprintf(url, sizeof url, "https://127.0.0.1:%d%s", port, path);
    fetch_start(fetch, &(struct fetch_request){
                           .url = span_of(url), .keep_raw = true, .if_none_match = span_of("\"x\"")});
}

static void start(struct fetch *fetch, const char *path)
{
    start_at(fetch, player.listener.port, path);
}

static struct fetch_result *get(struct fetch *fetch, const char *path)
{
    start(fetch, path);
    return wait_for(fetch);
}

static void play(const struct step *script)
{
    pthread_mutex_lock(&player.turn);
    player.script = script;
    pthread_mutex_unlock(&player.turn);
}

/* A fetch object with a connection that served an answer. */
static struct fetch *connected_fetch(int64_t timeout_ms)
{
    static const struct step script[] = {ANSWER, {PLAY_END, NULL, 0}};
    struct fetch *fetch = new_fetch(timeout_ms);

    player.serial = false;
    play(script);
    fetch_recycle(fetch, get(fetch, "/first"));
    player.requests = player.listener.connections = 0;
    return fetch;
}

/* What other versions of libcurl than 7.88 make of some of these: no answer that is taken for a whole one. */
static bool is_another(const char *label, enum fetch_outcome outcome)
{
    static const struct {
        const char *label;
        enum fetch_outcome outcome;
    } others[] = {
        {"shorter than announced", FETCH_PARTIAL},
        {"longer than announced", FETCH_PARTIAL},
        {"an unrequested push", FETCH_RESET},
        {"an invalid frame within the body", FETCH_PARTIAL},
        {"closed without an answer", FETCH_AGAIN},
        {"GOAWAY before the request was processed, with an error", FETCH_AGAIN},
    };

    for (size_t i = 0; i < COUNT_OF(others); i++) {
        if (strcmp(label, others[i].label) == 0 && outcome == others[i].outcome)
            return true;
    }
    return false;
}

static void check_expectation(const struct expectation *wanted)
{
    struct fetch *fetch = connected_fetch(PATIENCE_MS);
    struct fetch_result *result;
    struct span plain;
    bool lost;

    play(wanted->script);
    result = get(fetch, "/x");
    if (wanted->again && result->outcome == FETCH_AGAIN && player.requests == 1) {
        fetch_recycle(fetch, result);
        result = get(fetch, "/x");
    }
    plain = body_of(result->plain);
    /* The kernel drops what a connection has received when the other end resets it. */
    lost = plain.len == 0 && wanted->outcome == FETCH_PARTIAL && wanted->truncation == FETCH_CUT_DISCONNECT;
    if (!ok(is_another(wanted->label, result->outcome) ||
                (result->outcome == (wanted->unseen ? FETCH_AGAIN : wanted->outcome) &&
                 result->status == wanted->status && (span_is(plain, wanted->plain) || lost) &&
                 result->truncation == (wanted->unseen ? FETCH_CUT_UNSPECIFIED : wanted->truncation) &&
                 player.requests == wanted->requests && player.listener.connections == wanted->connections),
            "%s", wanted->label)) {
        printf("# outcome %s; status %d; truncation %d; requests %d; connections %d; error '%s'\n",
               fetch_outcomes[result->outcome].word, result->status, (int)result->truncation, player.requests,
               player.listener.connections, result->error);
        tap_show("plain", plain);
    }
    fetch_recycle(fetch, result);
    fetch_free(fetch);
}

/* The heads for the archive. */
static void test_heads(void)
{
    static const struct step script[] = {ANSWER, {PLAY_END, NULL, 0}};
    struct fetch *fetch = connected_fetch(PATIENCE_MS);
    struct fetch_result *result;

    play(script);
    result = get(fetch, "/x?y");
    is_int(result->http_version, 20, "HTTP/2 was used");
    ok(span_starts(result->request_head, "GET /x?y HTTP/1.1\r\nHost: "),
       "the request head is in the form of HTTP/1.1");
    is_span(result->response_head,
            span_of("HTTP/1.1 200 \r\ncontent-type: text/plain\r\ncontent-length: 5\r\n\r\n"),
            "and so is the response head");
    ok(result->raw == result->plain, "the body has no framing");
    fetch_recycle(fetch, result);
    fetch_free(fetch);
}

/* Stopping a stream does not affect the others of its connection. */
static void test_too_large(void)
{
    static const struct step script[] = {OK, {PLAY_DATA, "hello", 1000}, NEXT, ANSWER, {PLAY_END, NULL, 0}};
    struct fetch *fetch = connected_fetch(PATIENCE_MS);
    struct fetch_result *result;
    char url[128];

    play(script);
    (void)snprintf(url, sizeof url, "https://127.0.0.1:%d/", player.listener.port);
    fetch_start(fetch, &(struct fetch_request){.url = span_of(url), .max_bytes = 7});
    result = wait_for(fetch);
    ok(result->outcome == FETCH_TOO_LARGE && span_is(body_of(result->plain), "hellohe"),
       "no more than the limit");
    fetch_recycle(fetch, result);
    result = get(fetch, "/x");
    is_int(result->outcome, FETCH_OK, "the next request is answered");
    is_int(player.listener.connections, 0, "on the same connection");
    fetch_recycle(fetch, result);
    fetch_free(fetch);
}

static void test_many(bool serial)
{
    static const struct step script[] = {ANSWER, NEXT, ANSWER, NEXT,
                                         ANSWER, NEXT, ANSWER, {PLAY_END, NULL, 0}};
    struct fetch *fetch = new_fetch(PATIENCE_MS);
    int whole = 0;

    play(script);
    player.serial = serial;
    player.requests = player.listener.connections = 0;
    for (int i = 0; i < 4; i++)
        start(fetch, "/x");
    for (int i = 0; i < 4; i++) {
        struct fetch_result *result = wait_for(fetch);

        whole += result->outcome == FETCH_OK && result->http_version == (serial ? 11 : 20);
        fetch_recycle(fetch, result);
    }
    is_int(whole, 4, serial ? "four requests at once by HTTP/1.1" : "four requests at once");
    is_int(sent, 4, "each is reported as sent");
    if (!serial)
        is_int(player.listener.connections, 1, "on one connection");
    fetch_free(fetch);
}

/* Two requests on a silent connection end after TIMEOUT_MS, and the next one is answered on another. */
static bool leaves_dead_connection(int64_t timeout_ms)
{
    static const struct step script[] = {NEXT, NEXT, ANSWER, {PLAY_END, NULL, 0}};
    struct fetch *fetch = connected_fetch(timeout_ms);
    struct fetch_result *result;
    bool right = true;

    play(script);
    start(fetch, "/x");
    start(fetch, "/y");
    for (int i = 0; i < 2; i++) {
        result = wait_for(fetch);
        right = right && !fetch_outcome_is_answer(result->outcome);
        fetch_recycle(fetch, result);
    }
    result = get(fetch, "/z");
    right = right && result->outcome == FETCH_OK && player.listener.connections == 1;
    fetch_recycle(fetch, result);
    fetch_free(fetch);
    return right;
}

/* A connection that ends, or violates the protocol, within three answers. */
static void test_common_end(struct step last, const char *label)
{
    const struct step script[] = {OK,
                                  {PLAY_DATA, "hel", 0},
                                  NEXT,
                                  {PLAY_HEAD, "200\ncontent-length: 5", 0},
                                  {PLAY_DATA, "hel", 0},
                                  NEXT,
                                  OK,
                                  {PLAY_DATA, "hel", 0},
                                  NEXT,
                                  last,
                                  {PLAY_END, NULL, 0}};
    struct fetch *fetch = connected_fetch(500);
    int whole = 0;

    play(script);
    for (int i = 0; i < 4; i++)
        start(fetch, "/x");
    for (int i = 0; i < 4; i++) {
        struct fetch_result *result = wait_for(fetch);

        whole += fetch_outcome_is_answer(result->outcome);
        fetch_recycle(fetch, result);
    }
    is_int(whole, 0, label);
    fetch_free(fetch);
}

/* Requests wait for a connection that one of them opens, but not forever. */
static void test_waiting(bool listening, bool abort, enum fetch_outcome wanted, const char *label)
{
    struct fetch *fetch = new_fetch(wanted == FETCH_TIMEOUT ? 500 : PATIENCE_MS);
    int port, listener = listener_bind(&port), ended = 0;

    (void)(listening && listen(listener, 16));
    for (int i = 0; i < 4; i++)
        start_at(fetch, port, "/");
    fetch_wait(fetch, 50);
    if (abort)
        fetch_abort(fetch);
    for (int i = 0; i < 4; i++) {
        struct fetch_result *result = wait_for(fetch);

        ended += result->outcome == wanted;
        fetch_recycle(fetch, result);
    }
    is_int(ended, 4, label);
    is_int(sent, 0, "none of which was sent");
    fetch_free(fetch);
    close(listener);
}

/* After a failure of HTTP/2, requests use HTTP/1.1. */
static void test_change(const struct step *script, const char *label)
{
    struct fetch *fetch = connected_fetch(PATIENCE_MS);
    struct fetch_result *result;
    bool failed;

    play(script);
    result = get(fetch, "/x");
    failed = result->outcome != FETCH_OK;
    fetch_recycle(fetch, result);
    play(script);
    result = get(fetch, "/x");
    ok(!failed || (result->outcome == FETCH_OK && result->http_version == 11), "%s", label);
    fetch_recycle(fetch, result);
    fetch_free(fetch);
}

/* A server that requires HTTP/1.1 has to say so only once. */
static void test_wish(void)
{
    static const struct step wish[] = {{PLAY_RESET, NULL, HTTP_1_1_REQUIRED}, {PLAY_END, NULL, 0}};
    struct fetch *fetch = new_fetch(PATIENCE_MS);

    player.serial = false;
    play(wish);
    for (int i = 0; i < 2; i++)
        fetch_recycle(fetch, get(fetch, "/x"));
    play(wish);
    player.requests = player.listener.connections = 0;
    fetch_recycle(fetch, get(fetch, "/y"));
    is_int(player.requests, 1, "one request where HTTP/1.1 was required before");
    is_int(player.listener.connections, 0, "on the existing connection");
    fetch_free(fetch);
}

/* A server that refuses the first stream of a connection would refuse the next one too. */
static void test_refusal(void)
{
    static const struct step refuse[] = {{PLAY_RESET, NULL, REFUSED_STREAM}, {PLAY_END, NULL, 0}};
    struct fetch *fetch = new_fetch(PATIENCE_MS);
    struct fetch_result *result;

    player.serial = false;
    player.requests = 0;
    play(refuse);
    result = get(fetch, "/x");
    is_int(result->outcome, FETCH_RESET, "a refusal on a new connection is a failure");
    is_int(player.requests, 1, "after one request");
    fetch_recycle(fetch, result);
    player.serial = true;
    result = get(fetch, "/x");
    is_int(result->http_version, 11, "and the origin is restricted to HTTP/1.1");
    fetch_recycle(fetch, result);
    fetch_free(fetch);
}

static void test_unprocessed(void)
{
    static const char only_first[] = "\0\0\10\7\0\0\0\0\0\0\0\0\1\0\0\0\0"; /* GOAWAY */
    static const struct step script[] = {NEXT,
                                         NEXT,
                                         {PLAY_RAW, only_first, sizeof only_first - 1},
                                         NEXT,
                                         ANSWER,
                                         NEXT,
                                         ANSWER,
                                         NEXT,
                                         ANSWER,
                                         {PLAY_END, NULL, 0}};
    struct fetch *fetch = connected_fetch(PATIENCE_MS);
    int again = 0, whole = 0;

    play(script);
    for (int i = 0; i < 6; i++) {
        struct fetch_result *result;

        for (int n = 0; i % 3 == 0 && n < 3; n++)
            start(fetch, "/x");
        result = wait_for(fetch);
        again += result->outcome == FETCH_AGAIN;
        whole += result->outcome == FETCH_OK && result->http_version == 20;
        fetch_recycle(fetch, result);
    }
    is_int(again, 3, "three requests were not processed");
    is_int(whole, 3, "and are repeated over HTTP/2");
    fetch_free(fetch);
}

static void test_changes(void)
{
    static const struct step endless[] = {OK, {PLAY_LAST, "hello", 0}, {PLAY_END, NULL, 0}};
    static const struct step wrong[] = {
        {PLAY_HEAD, "200\ntransfer-encoding: chunked", 0}, {PLAY_LAST, "0\r\n\r\n", 0}, {PLAY_END, NULL, 0}};

    test_change(endless, "HTTP/1.1 after an answer that is not known to be complete");
    test_change(wrong, "HTTP/1.1 after an answer that is invalid in HTTP/2");
}

int main(void)
{
    int fd = mkstemp(certificate);

    if (fd < 0)
        abort();
    close(fd);
    (void)signal(SIGPIPE, SIG_IGN);
    player2_start(&player, certificate);
    for (size_t i = 0; i < COUNT_OF(expectations); i++)
        check_expectation(&expectations[i]);
    test_heads();
    test_too_large();
    test_many(false);
    test_many(true);
    test_common_end((struct step){PLAY_BREAK, NULL, 0}, "no answer is complete on a broken connection");
    test_common_end((struct step){PLAY_CLOSE, NULL, 0}, "nor on one that is closed");
    test_common_end((struct step){PLAY_GOAWAY, NULL, 0}, "nor after GOAWAY");
    test_common_end((struct step){PLAY_RAW, "\0\0\1\0\0\0\0\0\0x", 10}, "nor after a frame without a stream");
    test_waiting(false, false, FETCH_REFUSED, "four requests to a closed port");
    test_waiting(true, false, FETCH_TIMEOUT, "four requests to a silent port");
    test_waiting(true, true, FETCH_STOPPED, "four requests that are aborted");
    ok(leaves_dead_connection(3000) || leaves_dead_connection(30000),
       "a silent connection is not used again, but a new one");
    test_changes();
    test_wish();
    test_refusal();
    test_unprocessed();
    (void)unlink(certificate);
    listener_finish(&player.listener);
    return done();
}
