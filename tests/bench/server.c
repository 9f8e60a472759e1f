/* SPDX-License-Identifier: MIT */
/* A cheap server for measuring crawlers: one thread on epoll, HTTP/1.1 with persistent connections, on a free
 * port of 127.0.0.1, which it prints. It logs nothing. For each line on standard input it prints the number
 * of requests so far and the time of the first; it ends at the end of standard input. */
#include "config.h"

#include <arpa/inet.h>
#include <errno.h>
#include <getopt.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/span.h"
#include "content.h"

static const char usage[] =
    "usage: server [--port NUMBER] --tree DIRECTORY\n"
    "       server [--port NUMBER] --pages N [--size BYTES] [--links N] [--children N]\n";

enum {
    INPUT_BYTES = 16 * 1024,
    HEAD_BYTES = 1024,
    FILL_BYTES = 256 * 1024,
    EVENTS = 64,
    BODY_MAX = 1024 * 1024 * 1024
};

struct connection {
    int fd;
    char input[INPUT_BYTES];
    size_t input_len;
    char head[HEAD_BYTES];
    size_t head_len, sent; /* of head and body together */
    struct span body;
    struct buf scratch;
    uint64_t fill;
    bool answering, closing, waits_to_write;
};

struct server {
    struct content *content;
    int epoll_fd, listener;
    uint64_t requests;
    double first; /* 0: none yet */
    char fill[FILL_BYTES];
};

static uint64_t number_option(const char *text)
{
    uint64_t number;

    if (!span_to_u64(span_of(text), &number))
        die("server: not a number: %s", text);
    return number;
}

static unsigned parse_options(int argc, char **argv, struct content_options *options)
{
    static const struct option table[] = {
        {"port", required_argument, NULL, 'p'},
        {"tree", required_argument, NULL, 't'},
        {"pages", required_argument, NULL, 'n'},
        {"size", required_argument, NULL, 's'},
        {"links", required_argument, NULL, 'l'},
        {"children", required_argument, NULL, 'c'},
        {0},
    };
    unsigned port = 0;
    int option;

    *options = (struct content_options){.size = 14000, .links = 73, .children = 2};
    while ((option = getopt_long(argc, argv, "", table, NULL)) != -1) {
        if (option == 'p')
            port = (unsigned)number_option(optarg);
        else if (option == 't')
            options->tree = optarg;
        else if (option == 'n')
            options->pages = number_option(optarg);
        else if (option == 's')
            options->size = number_option(optarg);
        else if (option == 'l')
            options->links = number_option(optarg);
        else if (option == 'c')
            options->children = number_option(optarg);
        else
            die("%s", usage);
    }
    if (optind < argc || !options->tree == !options->pages)
        die("%s", usage);
    return port;
}

static void watch(const struct server *server, int operation, int fd, uint32_t events, void *data)
{
    struct epoll_event event = {.events = events, .data.ptr = data};

    if (epoll_ctl(server->epoll_fd, operation, fd, &event) < 0)
        die("server: epoll: %s", strerror(errno));
}

static unsigned listen_on(struct server *server, unsigned wanted)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)wanted)};
    socklen_t len = sizeof address;
    int one = 1;

    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    server->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (server->listener < 0 ||
        setsockopt(server->listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) != 0 ||
        bind(server->listener, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(server->listener, 1024) != 0 ||
        getsockname(server->listener, (struct sockaddr *)&address, &len) != 0)
        die("server: cannot listen: %s", strerror(errno));
    watch(server, EPOLL_CTL_ADD, server->listener, EPOLLIN, server);
    return ntohs(address.sin_port);
}

static void accept_all(const struct server *server)
{
    int one = 1, fd;

    while ((fd = accept4(server->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
        struct connection *connection = MEM_NEW(struct connection);

        connection->fd = fd;
        buf_init(&connection->scratch, BODY_MAX);
        (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        watch(server, EPOLL_CTL_ADD, fd, EPOLLIN, connection);
    }
}

static void end(struct connection *connection)
{
    close(connection->fd);
    buf_release(&connection->scratch);
    free(connection);
}

static bool head_has(struct span head, const char *line)
{
    return memmem(head.at, head.len, line, strlen(line)) != NULL;
}

static double monotonic_seconds(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Prepares the answer to the request HEAD. */
static void answer(struct server *server, struct connection *connection, struct span head)
{
    struct span rest = head, method = span_take_until(&rest, ' '), target = span_take_until(&rest, ' ');
    struct span path = span_take_until(&target, '?');
    struct content_answer found = content_find(server->content, path, &connection->scratch);
    bool known = found.status == 200 && head_has(head, "\r\nIf-None-Match: \"1\"\r\n");
    bool has_body = !span_is(method, "HEAD") && !known;
    const char *status = known                 ? "304 Not Modified"
                         : found.status == 200 ? "200 OK"
                         : found.status == 301 ? "301 Moved Permanently"
                                               : "404 Not Found";

    connection->closing = !span_starts(rest, "HTTP/1.1") || head_has(head, "\r\nConnection: close\r\n");
    connection->head_len =
        (size_t)snprintf(connection->head, HEAD_BYTES,
                         "HTTP/1.1 %s\r\nServer: bench\r\nContent-Type: %s\r\nContent-Length: "
                         "%llu\r\nLast-Modified: Thu, 01 Jan "
                         "2026 00:00:00 GMT\r\nETag: \"1\"\r\nConnection: %s\r\n",
                         status, found.type, (unsigned long long)(known ? 0 : found.body.len + found.fill),
                         connection->closing ? "close" : "keep-alive");
    if (found.status == 301 && found.location.len < HEAD_BYTES / 2)
        connection->head_len +=
            (size_t)snprintf(connection->head + connection->head_len, HEAD_BYTES - connection->head_len,
                             "Location: %.*s/\r\n", (int)found.location.len, found.location.at);
    memcpy(connection->head + connection->head_len, "\r\n", 2);
    connection->head_len += 2;
    connection->body = has_body ? found.body : (struct span){0};
    connection->fill = has_body ? found.fill : 0;
    connection->sent = 0;
    connection->answering = true;
    server->requests++;
    if (server->first <= 0)
        server->first = monotonic_seconds();
}

/* Sends as much as the kernel accepts; false when the connection has ended. */
static bool send_some(struct server *server, struct connection *connection)
{
    while (connection->answering) {
        size_t head = connection->sent < connection->head_len ? connection->sent : connection->head_len;
        size_t body = connection->sent - head,
               fill = connection->fill < FILL_BYTES ? connection->fill : FILL_BYTES;
        struct iovec parts[] = {{connection->head + head, connection->head_len - head},
                                {(char *)(uintptr_t)connection->body.at + body, connection->body.len - body},
                                {server->fill, fill}};
        ssize_t sent = writev(connection->fd, parts, connection->fill > 0 ? 3 : 2);
        size_t plain = parts[0].iov_len + parts[1].iov_len;

        if (sent < 0)
            return errno == EAGAIN;
        if ((size_t)sent > plain) {
            connection->fill -= (size_t)sent - plain;
            sent = (ssize_t)plain;
        }
        connection->sent += (size_t)sent;
        connection->answering =
            connection->sent < connection->head_len + connection->body.len || connection->fill > 0;
    }
    return !connection->closing;
}

/* Answers all complete requests of the input, as far as the kernel accepts the answers. */
static bool go_on(struct server *server, struct connection *connection)
{
    for (;;) {
        char *end_of_head;
        size_t len;

        if (!send_some(server, connection))
            return false;
        if (connection->answering)
            return true;
        end_of_head = memmem(connection->input, connection->input_len, "\r\n\r\n", 4);
        if (!end_of_head)
            return connection->input_len < INPUT_BYTES;
        len = (size_t)(end_of_head + 4 - connection->input);
        answer(server, connection, span_make(connection->input, len));
        connection->input_len -= len;
        memmove(connection->input, connection->input + len, connection->input_len);
    }
}

static void serve(struct server *server, struct connection *connection)
{
    bool going = true;

    if (!connection->answering) {
        ssize_t got = recv(connection->fd, connection->input + connection->input_len,
                           INPUT_BYTES - connection->input_len, 0);

        if (got <= 0)
            going = got < 0 && errno == EAGAIN;
        else
            connection->input_len += (size_t)got;
    }
    going = going && go_on(server, connection);
    if (!going) {
        end(connection);
        return;
    }
    if (connection->answering != connection->waits_to_write) {
        connection->waits_to_write = connection->answering;
        watch(server, EPOLL_CTL_MOD, connection->fd, connection->answering ? EPOLLOUT : EPOLLIN, connection);
    }
}

/* False at the end of standard input. */
static bool obey(struct server *server)
{
    char line[64];
    ssize_t len = read(STDIN_FILENO, line, sizeof line);

    if (len <= 0)
        return false;
    printf("%llu %.6f\n", (unsigned long long)server->requests, server->first);
    server->first = 0;
    return fflush(stdout) == 0;
}

static void run(struct server *server)
{
    struct epoll_event events[EVENTS];

    for (;;) {
        int count = epoll_wait(server->epoll_fd, events, EVENTS, -1);

        for (int i = 0; i < count; i++) {
            if (events[i].data.ptr == server)
                accept_all(server);
            else if (events[i].data.ptr)
                serve(server, events[i].data.ptr);
            else if (!obey(server))
                return;
        }
    }
}

int main(int argc, char **argv)
{
    struct content_options options;
    struct server *server = MEM_NEW(struct server);
    unsigned port = parse_options(argc, argv, &options);

    (void)signal(SIGPIPE, SIG_IGN);
    memset(server->fill, 'x', sizeof server->fill);
    server->content = content_new(&options);
    server->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    port = listen_on(server, port);
    watch(server, EPOLL_CTL_ADD, STDIN_FILENO, EPOLLIN, NULL);
    printf("%u\n", port);
    if (fflush(stdout) != 0)
        die("server: standard output is closed");
    run(server);
    return 0;
}
