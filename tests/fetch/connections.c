/* SPDX-License-Identifier: MIT */
/* When fetch reuses a connection of HTTP/1.1, and the outcome of a request that a connection lost. */
#include "config.h"

#include "fetch/fetch.h"

#include <fcntl.h>

#include "fetch/player.h"
#include "tap.h"

static const char *const private_hosts[] = {"127.0.0.1"};

#define BYTES(text) (text), sizeof(text) - 1
#define OK          "HTTP/1.1 200 OK\r\n"
#define EVIL        "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"

static const struct reply replies[] = {
    {"/plain", BYTES(OK "Content-Length: 6\r\n\r\nhello\n"), KEEP, 0, 0, NULL},
    {"/close", BYTES(OK "\r\nuntil the end"), CLOSE, 0, 0, NULL},
    {"/204", BYTES("HTTP/1.1 204 No Content\r\n\r\n"), KEEP, 0, 0, NULL},
    {"/404", BYTES("HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno"), KEEP, 0, 0, NULL},
    {"/chunked", BYTES(OK "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"), KEEP, 0, 0, NULL},
    {"/gzip-not", BYTES(OK "Content-Encoding: gzip\r\nContent-Length: 6\r\n\r\nhello\n"), KEEP, 0, 0, NULL},
    {"/cl-too-short", BYTES(OK "Content-Length: 2\r\n\r\nok" EVIL), KEEP, 0, 0, NULL},
    {"/cl-late", BYTES(OK "Content-Length: 2\r\n\r\nok"), KEEP, 0, 0, EVIL},
    {"/204-late", BYTES("HTTP/1.1 204 No\r\n\r\n"), KEEP, 0, 0, EVIL},
    {"/304", BYTES("HTTP/1.1 304 Not Modified\r\n\r\n"), KEEP, 0, 0, NULL},
    {"/304-length", BYTES("HTTP/1.1 304 Not Modified\r\nContent-Length: 6\r\n\r\n"), KEEP, 0, 0, NULL},
    {"/304-chunked", BYTES("HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n"), KEEP, 0, 0,
     NULL},
    {"/chunks-and-more", BYTES(OK "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n" EVIL), KEEP, 0, 0,
     NULL},
    {"/cl-and-te", BYTES(OK "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"),
     KEEP, 0, 0, NULL},
    {"/no-answer", BYTES(""), CLOSE, 0, 0, NULL},
};

static struct player player;

static struct fetch *new_fetch(void)
{
    struct fetch_options options = {.user_agent = "tiptoe-test/1",
                                    .private_hosts = {private_hosts, 1},
                                    .spool_dir = AT_FDCWD,
                                    .wake_fd = -1};

    return fetch_new(&options);
}

static struct fetch_result *get(struct fetch *fetch, const char *path)
{
    char url[128];

    (void)snprintf(url, sizeof url, "http://127.0.0.1:%d%s", player.listener.port, path);
    fetch_start(fetch, &(struct fetch_request){.url = span_of(url)});
    return wait_for(fetch);
}

/* Requests FIRST and then /plain; checks the second answer and the number of connections. */
static void check_reuse(const char *first, int wanted_connections, bool is_late)
{
    struct fetch *fetch = new_fetch();
    int before = player.listener.connections, late = player.late;
    struct fetch_result *result = get(fetch, first);

    fetch_recycle(fetch, result);
    while (is_late && player.late == late)
        fetch_wait(fetch, 10);
    result = get(fetch, "/plain");
    is_span(body_of(result->plain), span_of("hello\n"), first);
    is_int(player.listener.connections - before, wanted_connections,
           "… and the number of connections for /plain after it");
    fetch_recycle(fetch, result);
    fetch_free(fetch);
}

/* libcurl would repeat a request at once if a kept connection ends without an answer. */
static void test_unanswered(void)
{
    struct fetch *fetch = new_fetch();
    int before = player.requests;

    for (int i = 0; i < 2; i++) {
        struct fetch_result *result;

        fetch_recycle(fetch, get(fetch, "/plain"));
        result = get(fetch, "/no-answer");
        is_int(result->outcome, i == 0 ? FETCH_AGAIN : FETCH_RESET,
               i == 0 ? "a kept connection ends without an answer"
                      : "then a new connection for the same URL");
        fetch_recycle(fetch, result);
    }
    is_int(player.requests - before, 4, "no request was sent twice");
    fetch_free(fetch);
}

int main(void)
{
    static const struct {
        const char *first;
        int connections;
        bool is_late;
    } reuses[] = {
        {"/plain", 1, false},        {"/chunked", 1, false},
        {"/gzip-not", 1, false},     {"/404", 1, false},
        {"/204", 1, false},          {"/cl-and-te", 2, false},
        {"/cl-late", 2, true},       {"/204-late", 2, true},
        {"/cl-too-short", 2, false}, {"/close", 2, false},
        {"/304", 1, false},          {"/304-length", 2, false},
        {"/304-chunked", 2, false},  {"/chunks-and-more", 2, false},
    };

    player_start(&player, replies, COUNT_OF(replies));
    for (size_t i = 0; i < COUNT_OF(reuses); i++)
        check_reuse(reuses[i].first, reuses[i].connections, reuses[i].is_late);
    test_unanswered();
    return done();
}
