/* SPDX-License-Identifier: MIT */
/* Any bytes as the answer of a server, through libcurl and our callbacks to a result. The transport is a pair
 * of sockets in place of a connection: socket(2) and connect(2) below stand in front of the C library's. */
#include "config.h"

#include <fcntl.h>
#include <sys/socket.h>

#include "base/limits.h"
#include "fetch/fetch.h"
#include "fuzz.h"

enum { INPUT_MAX = 60000 };

static struct {
    const uint8_t *data;
    size_t size;
    int server; /* our end; -1: none */
} mock = {.server = -1};

static void end_connection(void)
{
    if (mock.server >= 0)
        close(mock.server);
    mock.server = -1;
}

int socket(int domain, int type, int protocol)
{
    int ends[2];

    (void)domain;
    (void)type;
    (void)protocol;
    end_connection();
    demand(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
    demand(write(ends[1], mock.data, mock.size) == (ssize_t)mock.size && shutdown(ends[1], SHUT_WR) == 0);
    mock.server = ends[1];
    return ends[0];
}

int connect(int fd, const struct sockaddr *address, socklen_t len)
{
    (void)fd;
    (void)address;
    (void)len;
    return 0;
}

static void check_result(const struct fetch_result *result)
{
    struct span plain;

    demand(result->plain->len <= LIMIT_UNANNOUNCED_BYTES);
    demand(result->outcome != FETCH_OK || (result->status >= 200 && result->status < 300));
    demand((result->status == 0) == (result->response_head.len == 0));
    demand(!fetch_outcome_is_answer(result->outcome) || result->truncation == FETCH_WHOLE);
    demand(result->wire_bytes <= mock.size);
    demand(result->payload == NULL || result->payload->len == result->payload_bytes);
    demand(body_span(result->plain, &plain) == 0);
    for (size_t i = 0; i < result->fields->line_count; i++) {
        struct span text = result->fields->lines[i].text;

        demand(text.at >= result->response_head.at &&
               text.at + text.len <= result->response_head.at + result->response_head.len);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const private_hosts[] = {"127.0.0.1"};
    static struct fetch *fetch;
    struct fetch_request request = {.url = span_of("http://127.0.0.1:9/x"), .keep_raw = true};
    struct fetch_result *result;

    if (!fetch)
        fetch = fetch_new(&(struct fetch_options){.user_agent = "fuzz",
                                                  .private_hosts = {private_hosts, 1},
                                                  .spool_dir = open("/tmp", O_RDONLY | O_DIRECTORY),
                                                  .wake_fd = -1});
    mock.data = data;
    mock.size = size < INPUT_MAX ? size : INPUT_MAX;
    fetch_start(fetch, &request);
    while (!(result = fetch_take(fetch)))
        fetch_wait(fetch, 1000);
    check_result(result);
    fetch_recycle(fetch, result);
    end_connection();
    return 0;
}
