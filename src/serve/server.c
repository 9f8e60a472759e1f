/* SPDX-License-Identifier: MIT */
/* HTTP/1.1 for browsers on this machine. Its own, and small, because a page of a mirror is untrusted: what
 * libraries accept beyond the standard (a bare LF, two Host fields, bodies that are read to be ignored) is
 * refused here, and no client can keep others waiting: there is always room for one more connection. */
#include "config.h"

#include "serve/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "serve/message.h"

enum {
    CONNECTIONS_MAX = 256,
    HEAD_BYTES = 64 * 1024, /* several of the longest URLs */
    OUT_BYTES = 1024 * 1024 * 1024,
    OUT_KEPT = 64 * 1024,
    DROPPED_BYTES = 256 * 1024,
    PIECE_BYTES = 64 * 1024,
    HEAD_MS = 10 * 1000, /* short, like SEND_MS: such a client may keep others waiting */
    IDLE_MS = 120 * 1000,
    SEND_MS = 60 * 1000,
    CLOSE_MS = 1000,
    OTHER_FILES = 24, /* that the program has open */
    ACCEPT_AGAIN_MS = 100,
    AUTHORITY_SIZE = 48,
    OK = 200,
    BAD_REQUEST = 400,
    FORBIDDEN = 403,
    NOT_ALLOWED = 405,
    TOO_LARGE = 413,
    MISDIRECTED = 421,
    HEAD_TOO_LARGE = 431
};

/* A client's connection: one request and its response at a time. No function that moves bytes blocks. */
struct connection {
    int fd;
    enum {
        CONNECTION_READING, /* a head, or waiting for one */
        CONNECTION_SENDING,
        CONNECTION_CLOSING /* all is sent; what the client still sends is dropped, for a moment */
    } state;
    int64_t deadline_ms; /* monotonic: it ends then */
    bool keeps;          /* after the response */
    struct buf in, out;
    size_t sent; /* of out */
    struct response_file file;
};

struct server {
    struct server_options options;
    int listener;
    char authority[AUTHORITY_SIZE];
    server_answer_fn *answer;
    void *context;
    struct connection *connections[CONNECTIONS_MAX];
    size_t count, most;
    int64_t accept_at_ms; /* not before, because this machine had no memory or files for a connection */
};

static struct connection *connection_new(int fd, int64_t now_ms)
{
    struct connection *connection = MEM_NEW(struct connection);

    connection->fd = fd;
    connection->deadline_ms = now_ms + HEAD_MS;
    connection->file.fd = -1;
    buf_init(&connection->in, HEAD_BYTES);
    buf_init(&connection->out, OUT_BYTES);
    return connection;
}

static void end_file(struct connection *connection)
{
    if (connection->file.fd >= 0)
        (void)close(connection->file.fd);
    connection->file.fd = -1;
}

static void connection_free(struct connection *connection)
{
    end_file(connection);
    (void)close(connection->fd);
    buf_release(&connection->in);
    buf_release(&connection->out);
    free(connection);
}

/* Returns whether a call that failed may succeed later. */
static bool is_waiting(void)
{
    return errno == EAGAIN || errno == EINTR;
}

/* Receives bytes. False if the client is gone, or has sent too much after its request. */
static bool connection_receive(struct connection *connection, int64_t now_ms)
{
    size_t room = HEAD_BYTES - 1 - connection->in.len;
    char *to = connection->state == CONNECTION_READING ? buf_reserve(&connection->in, room) : NULL;
    char dropped[PIECE_BYTES];
    ssize_t got = to ? recv(connection->fd, to, room, 0) : recv(connection->fd, dropped, sizeof dropped, 0);

    if (got < 0)
        return is_waiting();
    if (got == 0)
        return false;
    if (!to) {
        connection->sent += (size_t)got;
        return connection->sent < DROPPED_BYTES;
    }
    if (connection->in.len == 0)
        connection->deadline_ms = now_ms + HEAD_MS;
    buf_grew(&connection->in, (size_t)got);
    return true;
}

/* Begins to send the response in out and file, to the request in the first LEN bytes received. */
static void connection_answer(struct connection *connection, size_t len, bool keeps, int64_t now_ms)
{
    struct buf *in = &connection->in;

    memmove(in->at, in->at + len, in->len - len);
    buf_cut(in, in->len - len);
    connection->state = CONNECTION_SENDING;
    connection->keeps = keeps;
    connection->sent = 0;
    connection->deadline_ms = now_ms + SEND_MS;
}

static void end_response(struct connection *connection, int64_t now_ms)
{
    end_file(connection);
    buf_clear(&connection->out);
    buf_recycle(&connection->out, OUT_KEPT);
    connection->sent = 0;
    if (connection->keeps) {
        connection->state = CONNECTION_READING;
        connection->deadline_ms = now_ms + (connection->in.len > 0 ? HEAD_MS : IDLE_MS);
    } else {
        connection->state = CONNECTION_CLOSING;
        connection->deadline_ms = now_ms + CLOSE_MS;
        (void)shutdown(connection->fd, SHUT_WR);
    }
}

/* Sends a piece of the file. A file that became shorter, or cannot be read, ends the connection, so that the
 * client sees that the body is incomplete. */
static ssize_t send_file(struct connection *connection)
{
    struct response_file *file = &connection->file;
    char piece[PIECE_BYTES];
    size_t wanted = file->left < sizeof piece ? (size_t)file->left : sizeof piece;
    ssize_t got = pread(file->fd, piece, wanted, (off_t)file->at);

    if (got <= 0) {
        errno = EIO;
        return -1;
    }
    got = send(connection->fd, piece, (size_t)got, MSG_NOSIGNAL);
    if (got > 0) {
        file->at += (uint64_t)got;
        file->left -= (uint64_t)got;
    }
    return got;
}

/* Sends what the client takes of the response; then its state is another. False if the client is gone. */
static bool connection_send(struct connection *connection, int64_t now_ms)
{
    for (;;) {
        size_t left = connection->out.len - connection->sent;
        bool has_file = connection->file.fd >= 0 && connection->file.left > 0;
        ssize_t gone;

        if (left == 0 && !has_file)
            break;
        gone = left > 0 ? send(connection->fd, connection->out.at + connection->sent, left,
                               MSG_NOSIGNAL | (has_file ? MSG_MORE : 0))
                        : send_file(connection);
        if (gone < 0)
            return is_waiting();
        if (left > 0)
            connection->sent += (size_t)gone;
        connection->deadline_ms = now_ms + SEND_MS;
    }
    end_response(connection, now_ms);
    return true;
}

static void refuse_request(struct server_answer *answer, int status, const char *text)
{
    *answer = (struct server_answer){.status = status,
                                     .ours = true,
                                     .type = span_of("text/plain; charset=utf-8"),
                                     .body = span_of(text),
                                     .fd = -1};
}

/* Sets ANSWER and returns true if REQUEST is not for the owner. */
static bool refuse(const struct server *server, const struct request *request, struct server_answer *answer)
{
    if (!span_is_nocase(request_field(request, "Host"), server->authority))
        refuse_request(answer, MISDIRECTED,
                       "Wrong host name. Use the address that tiptoe serve has printed.\n");
    else if (!span_is(request->method, "GET") && !span_is(request->method, "HEAD"))
        refuse_request(answer, NOT_ALLOWED, "Method not allowed. A mirror answers only GET and HEAD.\n");
    else if (request->has_body)
        refuse_request(answer, TOO_LARGE, "A mirror takes no uploads.\n");
    else if (!span_starts(request->target, "/"))
        refuse_request(answer, BAD_REQUEST, "Invalid request target. Use a path such as /.\n");
    else if (span_is_nocase(request_field(request, "Service-Worker"), "script"))
        refuse_request(answer, FORBIDDEN, "A page of a mirror must not install a service worker.\n");
    else
        return false;
    return true;
}

/* Answers the request at the start of what CONNECTION has received; STATUS is that of request_read. */
static void answer_one(struct server *server, struct connection *connection, const struct request *request,
                       int status, size_t len, int64_t now_ms)
{
    struct server_answer answer = {.status = OK, .fd = -1};
    bool is_read = status == OK, keeps = is_read && request->keeps && !request->has_body;

    if (status == HEAD_TOO_LARGE) {
        refuse_request(&answer, status, "The head of the request is too large.\n");
    } else if (!is_read) {
        refuse_request(&answer, status, "Malformed request.\n");
    } else if (!refuse(server, request, &answer)) {
        struct server_request asked = {.target = request->target,
                                       .then = request_field(request, "Accept-Datetime"),
                                       .wants_page =
                                           request_fields_want_page(request_field(request, "Sec-Fetch-Dest"),
                                                                    request_field(request, "Accept"))};

        server->answer(server->context, &asked, &answer);
    }
    answer.no_scripts = server->options.no_scripts;
    response_add(&connection->out, is_read ? request : NULL, &answer, keeps, &connection->file);
    connection_answer(connection, len, keeps, now_ms);
}

/* Answers what has arrived, as long as the client takes it. False if the connection is over. */
static bool serve_connection(struct server *server, struct connection *connection, int64_t now_ms)
{
    bool alive = connection->state != CONNECTION_SENDING || connection_send(connection, now_ms);

    while (alive && connection->state == CONNECTION_READING && connection->in.len > 0) {
        struct request request;
        size_t len = 0;
        int status = request_read(buf_span(&connection->in), &request, &len);

        if (status == 0 && connection->in.len + 1 >= connection->in.max)
            status = HEAD_TOO_LARGE;
        if (status == 0)
            break;
        answer_one(server, connection, &request, status, len, now_ms);
        alive = connection_send(connection, now_ms);
    }
    return alive;
}

static void drop(struct server *server, size_t index)
{
    connection_free(server->connections[index]);
    server->connections[index] = server->connections[--server->count];
}

/* Ends the connection that would end first, one that sends nothing if there is such a one. */
static void drop_one(struct server *server)
{
    size_t worst = 0;

    for (size_t i = 1; i < server->count; i++) {
        const struct connection *a = server->connections[i], *b = server->connections[worst];
        bool sends_a = a->state == CONNECTION_SENDING, sends_b = b->state == CONNECTION_SENDING;

        if (sends_a != sends_b ? sends_b : a->deadline_ms < b->deadline_ms)
            worst = i;
    }
    if (server->count > 0)
        drop(server, worst);
}

/* Takes one client, instead of another if there are too many. False if no client waits. */
static bool accept_one(struct server *server, int64_t now_ms)
{
    int one = 1;
    int fd = accept4(server->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

    if (fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)) {
        drop_one(server);
        server->accept_at_ms = now_ms + ACCEPT_AGAIN_MS;
    }
    if (fd < 0)
        return false;
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (server->count == server->most)
        drop_one(server);
    server->connections[server->count++] = connection_new(fd, now_ms);
    return true;
}

static int listen_at(uint32_t address, unsigned port)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int one = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    at.sin_addr.s_addr = htonl(address);
    if (fd < 0)
        return -1;
    if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) != 0 ||
        bind(fd, (const struct sockaddr *)&at, sizeof at) != 0 || listen(fd, SOMAXCONN) != 0) {
        int saved = errno;

        (void)close(fd);
        errno = saved;
        return -1;
    }
    return fd;
}

/* Sets the host of the server. A browser keeps the data of each host apart, so a name of its own is as good
 * as an address. */
static void name_server(struct server *server, bool has_address)
{
    uint32_t address = server->options.address;
    struct sockaddr_in at = {.sin_port = 0};
    socklen_t len = sizeof at;
    char host[INET_ADDRSTRLEN + 16];

    (void)getsockname(server->listener, (struct sockaddr *)&at, &len);
    if (!has_address || !inet_ntop(AF_INET, &at.sin_addr, host, INET_ADDRSTRLEN))
        (void)snprintf(host, sizeof host, "m%06x.localhost", (unsigned)(address & 0xffffff));
    if (at.sin_port == htons(80))
        (void)snprintf(server->authority, sizeof server->authority, "%s", host);
    else
        (void)snprintf(server->authority, sizeof server->authority, "%s:%u", host, ntohs(at.sin_port));
}

static size_t most_connections(void)
{
    struct rlimit files;

    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= 2 * CONNECTIONS_MAX)
        return CONNECTIONS_MAX;
    return files.rlim_cur > 2 * OTHER_FILES ? (files.rlim_cur - OTHER_FILES) / 2 : 1; /* each with a file */
}

struct server *server_open(const struct server_options *options, server_answer_fn *answer, void *context)
{
    struct server *server = MEM_NEW(struct server);
    bool has_address = true;

    *server = (struct server){
        .options = *options, .answer = answer, .context = context, .most = most_connections()};
    server->listener = listen_at(options->address, options->port);
    if (server->listener < 0 && errno == EADDRNOTAVAIL) {
        has_address = false;
        server->listener = listen_at(INADDR_LOOPBACK, options->port);
    }
    if (server->listener < 0) {
        int saved = errno;

        free(server);
        errno = saved;
        return NULL;
    }
    name_server(server, has_address);
    return server;
}

void server_close(struct server *server)
{
    if (!server)
        return;
    while (server->count > 0)
        drop(server, server->count - 1);
    (void)close(server->listener);
    free(server);
}

const char *server_authority(const struct server *server)
{
    return server->authority;
}

/* Fills FDS with what to wait for, and returns the milliseconds until the next deadline; -1 for none. */
static int prepare_poll(const struct server *server, struct pollfd *fds, int wake_fd, int64_t now_ms)
{
    bool accepts = server->accept_at_ms <= now_ms;
    int64_t next_ms = accepts ? INT64_MAX : server->accept_at_ms;

    fds[0] = (struct pollfd){.fd = wake_fd, .events = POLLIN};
    fds[1] = (struct pollfd){.fd = accepts ? server->listener : -1, .events = POLLIN};
    for (size_t i = 0; i < server->count; i++) {
        const struct connection *connection = server->connections[i];
        bool sends = connection->state == CONNECTION_SENDING;

        fds[i + 2] = (struct pollfd){.fd = connection->fd, .events = sends ? POLLOUT : POLLIN};
        if (connection->deadline_ms < next_ms)
            next_ms = connection->deadline_ms;
    }
    if (next_ms == INT64_MAX)
        return -1;
    return next_ms > now_ms ? (int)(next_ms - now_ms) : 0;
}

void server_turn(struct server *server, int wake_fd)
{
    struct pollfd fds[CONNECTIONS_MAX + 2];
    int timeout_ms = prepare_poll(server, fds, wake_fd, clock_monotonic_ms());
    bool any = poll(fds, (nfds_t)server->count + 2, timeout_ms) > 0;
    int64_t now_ms = clock_monotonic_ms();

    for (size_t i = server->count; i-- > 0;) { /* from the end, because drop moves the last one */
        struct connection *connection = server->connections[i];
        bool alive = true;

        if (any && fds[i + 2].revents)
            alive = (connection->state == CONNECTION_SENDING || connection_receive(connection, now_ms)) &&
                    serve_connection(server, connection, now_ms);
        if (!alive || connection->deadline_ms <= now_ms)
            drop(server, i);
    }
    for (int i = 0; any && fds[1].revents && i < CONNECTIONS_MAX && accept_one(server, now_ms); i++)
        continue;
}
