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
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"

enum {
    CONNECTIONS_MAX = 640,  /* with STORE_BYTES, less than 64 MB */
    HEAD_BYTES = 32 * 1024, /* several of the longest URLs */
    OUT_BYTES = 256 * 1024, /* the header section of a response */
    DROPPED_BYTES = 256 * 1024,
    PIECE_BYTES = 64 * 1024,
    TURN_BYTES = 1024 * 1024, /* that a client gets before the next one */
    HEAD_MS = 10 * 1000,      /* short, like SEND_MS: such a client may keep others waiting */
    IDLE_MS = 120 * 1000,
    SEND_MS = 60 * 1000,
    CLOSE_MS = 1000,
    OTHER_FILES = 16 * SERVER_THREADS, /* that the program has open, with one address */
    ADDRESS_FILES = 24,                /* and for each other one: its mirror is open in two threads */
    ACCEPT_AGAIN_MS = 100,
    AUTHORITY_SIZE = 48,
    OK = 200,
    HEAD_TOO_LARGE = 431,
    FDS_BEFORE = 2 /* those of addresses and then of clients, in a poll */
};

/* A client's connection: one request and its response at a time. No function that moves bytes blocks. */
struct connection {
    int fd;
    size_t address; /* of the server */
    enum {
        CONNECTION_READING, /* a head, or waiting for one */
        CONNECTION_WAITING, /* for its response, which a thread makes: only that one uses the rest meanwhile
                             */
        CONNECTION_SENDING,
        CONNECTION_CLOSING /* all is sent; what the client still sends is dropped, for a moment */
    } state;
    int64_t deadline_ms; /* monotonic: it ends then */
    bool keeps;          /* after the response */
    bool is_long;        /* only thread 1 answers the request */
    struct buf in, out;
    size_t sent; /* of out */
    struct response_body body;
    struct stored *stored;
    struct connection *next; /* in a list of the server */
    struct request request;
    size_t request_len;
    int status; /* of request_read */
};

struct server {
    struct server_options options;
    struct {
        int listener;
        char authority[AUTHORITY_SIZE];
    } addresses[SERVER_ADDRESSES_MAX];
    size_t address_count;
    server_answer_fn *answer;
    void *context;
    struct connection *connections[CONNECTIONS_MAX];
    size_t count, most;
    int64_t accept_at_ms; /* not before, because this machine had no memory or files for a connection */

    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t wanted;
    struct connection *waiting,
        *done;   /* WAITING: in the order of their requests; those whose response is made */
    int done_fd; /* wakes server_turn */
    size_t threads, numbered;
    pthread_t thread[SERVER_THREADS - 1];
    bool ends;
};

static struct connection *connection_new(int fd, size_t address, int64_t now_ms)
{
    struct connection *connection = MEM_NEW(struct connection);

    connection->fd = fd;
    connection->address = address;
    connection->deadline_ms = now_ms + HEAD_MS;
    connection->body.fd = -1;
    buf_init(&connection->in, HEAD_BYTES);
    buf_init(&connection->out, OUT_BYTES);
    return connection;
}

static void end_body(struct server *server, struct connection *connection)
{
    if (connection->body.fd >= 0)
        (void)close(connection->body.fd);
    store_release(server->options.store, connection->stored);
    connection->stored = NULL;
    connection->body = (struct response_body){.fd = -1};
}

static void connection_free(struct server *server, struct connection *connection)
{
    end_body(server, connection);
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

/* Begins to send the response in out and body. */
static void begin_response(struct connection *connection, int64_t now_ms)
{
    struct buf *in = &connection->in;

    memmove(in->at, in->at + connection->request_len, in->len - connection->request_len);
    buf_cut(in, in->len - connection->request_len);
    if (in->len == 0)
        buf_recycle(in, 0); /* a reader that takes long holds no memory */
    connection->state = CONNECTION_SENDING;
    connection->sent = 0;
    connection->deadline_ms = now_ms + SEND_MS;
}

static void end_response(struct server *server, struct connection *connection, int64_t now_ms)
{
    end_body(server, connection);
    buf_clear(&connection->out);
    buf_recycle(&connection->out, 0);
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

/* Sends a piece of the body. A file that became shorter, or cannot be read, ends the connection, so that the
 * client sees that the body is incomplete. */
static ssize_t send_body(const struct connection *connection)
{
    const struct response_body *body = &connection->body;
    size_t wanted = body->left < TURN_BYTES ? (size_t)body->left : TURN_BYTES;
    off_t at = (off_t)body->at;
    ssize_t gone;

    if (body->fd < 0)
        return send(connection->fd, body->memory + body->at, wanted, MSG_NOSIGNAL);
    gone = sendfile(connection->fd, body->fd, &at, wanted);
    if (gone == 0)
        errno = EIO;
    return gone > 0 ? gone : -1;
}

/* Sends what the client takes of the response, at most TURN_BYTES of its body; at its end its state is
 * another. False if the client is gone. */
static bool connection_send(struct server *server, struct connection *connection, int64_t now_ms)
{
    struct response_body *body = &connection->body;
    uint64_t until = body->left > TURN_BYTES ? body->left - TURN_BYTES : 0;

    while (connection->sent < connection->out.len || body->left > until) {
        size_t left = connection->out.len - connection->sent;
        ssize_t gone = left > 0 ? send(connection->fd, connection->out.at + connection->sent, left,
                                       MSG_NOSIGNAL | (body->left > 0 ? MSG_MORE : 0))
                                : send_body(connection);

        if (gone < 0)
            return is_waiting();
        if (left > 0) {
            connection->sent += (size_t)gone;
        } else {
            body->at += (uint64_t)gone;
            body->left -= (uint64_t)gone;
        }
        connection->deadline_ms = now_ms + SEND_MS;
    }
    if (body->left == 0)
        end_response(server, connection, now_ms);
    return true;
}

/* Makes the response to the request of CONNECTION, in the thread with this number. False if it takes long. */
static bool answer_one(struct server *server, struct connection *connection, size_t thread)
{
    const struct request *request = &connection->request;
    struct server_answer answer = {.status = OK, .fd = -1};
    bool is_read = connection->status == OK;

    connection->keeps = is_read && request->keeps && !request->has_body;
    if (!request_refuse(request, connection->status, server_authority(server, connection->address),
                        server->options.key, &answer)) {
        struct server_request asked = {.target = request->target,
                                       .address = connection->address,
                                       .wants_page =
                                           request_fields_want_page(request_field(request, "Sec-Fetch-Dest"),
                                                                    request_field(request, "Accept"))};

        if ((thread == 0 && connection->is_long) || !server->answer(server->context, thread, &asked, &answer))
            return false;
    }
    answer.no_scripts = server->options.no_scripts;
    connection->stored = answer.stored;
    response_add(&connection->out, is_read ? request : NULL, &answer, connection->keeps, &connection->body);
    return true;
}

/* Takes the first request that the thread with this number may answer; NULL without one. The caller holds the
 * lock. */
static struct connection *take_waiting(struct server *server, size_t thread)
{
    struct connection **at = &server->waiting, *taken;

    while (*at && (*at)->is_long && thread > 1)
        at = &(*at)->next;
    taken = *at;
    if (taken)
        *at = taken->next;
    return taken;
}

/* Answers requests in a thread of its own. */
static void *answer_all(void *context)
{
    const uint64_t one = 1;
    struct server *server = context;
    struct connection *connection;
    size_t thread;

    (void)pthread_mutex_lock(&server->lock);
    thread = ++server->numbered;
    while (!server->ends) {
        connection = take_waiting(server, thread);
        if (!connection) {
            (void)pthread_cond_wait(&server->wanted, &server->lock);
            continue;
        }
        (void)pthread_mutex_unlock(&server->lock);
        (void)answer_one(server, connection, thread);
        (void)pthread_mutex_lock(&server->lock);
        connection->next = server->done;
        server->done = connection;
        (void)!write(server->done_fd, &one, sizeof one);
    }
    (void)pthread_mutex_unlock(&server->lock);
    return NULL;
}

/* Starts the threads, which block all signals. */
static void start_threads(struct server *server)
{
    sigset_t all, before;

    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    while (server->threads < SERVER_THREADS - 1 &&
           pthread_create(&server->thread[server->threads], NULL, answer_all, server) == 0)
        server->threads++;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Lets another thread answer the request of CONNECTION. False if no thread can start. */
static bool hand_over(struct server *server, struct connection *connection)
{
    struct connection **end = &server->waiting;

    if (server->threads == 0)
        start_threads(server);
    if (server->threads == 0)
        return false;
    connection->state = CONNECTION_WAITING;
    connection->deadline_ms = INT64_MAX;
    connection->next = NULL;
    (void)pthread_mutex_lock(&server->lock);
    while (*end)
        end = &(*end)->next;
    *end = connection;
    (void)pthread_cond_broadcast(&server->wanted); /* for a long answer, thread 1 is among them */
    (void)pthread_mutex_unlock(&server->lock);
    return true;
}

/* Sends, and has answered what has arrived. False if the connection is over. */
static bool serve_connection(struct server *server, struct connection *connection, int64_t now_ms)
{
    bool alive = connection->state != CONNECTION_SENDING || connection_send(server, connection, now_ms);

    while (alive && connection->state == CONNECTION_READING && connection->in.len > 0) {
        connection->status =
            request_read(buf_span(&connection->in), &connection->request, &connection->request_len);
        if (connection->status == 0 && connection->in.len + 1 >= connection->in.max)
            connection->status = HEAD_TOO_LARGE;
        if (connection->status == 0)
            break;
        if (connection->status != OK)
            connection->request_len = 0;
        connection->is_long =
            connection->address < server->options.slow || span_starts(connection->request.target, TARGET_OWN);
        if (answer_one(server, connection, 0) ||
            (!hand_over(server, connection) && answer_one(server, connection, 1))) {
            begin_response(connection, now_ms);
            alive = connection_send(server, connection, now_ms);
        }
    }
    return alive;
}

/* Sends the responses that are made. */
static void take_done(struct server *server, int64_t now_ms)
{
    struct connection *done, *next;
    uint64_t count;

    (void)!read(server->done_fd, &count, sizeof count);
    (void)pthread_mutex_lock(&server->lock);
    done = server->done;
    server->done = NULL;
    (void)pthread_mutex_unlock(&server->lock);
    for (; done; done = next) {
        next = done->next;
        begin_response(done, now_ms);
        if (!serve_connection(server, done, now_ms))
            done->deadline_ms = now_ms;
    }
}

static void drop(struct server *server, size_t index)
{
    connection_free(server, server->connections[index]);
    server->connections[index] = server->connections[--server->count];
}

/* Ends the connection that would end first, one that sends nothing if there is such a one. False if all wait
 * for their responses. */
static bool drop_one(struct server *server)
{
    size_t worst = SIZE_MAX;

    for (size_t i = 0; i < server->count; i++) {
        const struct connection *a = server->connections[i], *b;
        bool sends_a = a->state == CONNECTION_SENDING;

        if (a->state == CONNECTION_WAITING)
            continue;
        b = worst < SIZE_MAX ? server->connections[worst] : NULL;
        if (!b || (sends_a != (b->state == CONNECTION_SENDING) ? !sends_a : a->deadline_ms < b->deadline_ms))
            worst = i;
    }
    if (worst < SIZE_MAX)
        drop(server, worst);
    return worst < SIZE_MAX;
}

/* Takes one client, instead of another if there are too many. False if no client waits. */
static bool accept_one(struct server *server, size_t address, int64_t now_ms)
{
    int one = 1;
    int fd = accept4(server->addresses[address].listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

    if (fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)) {
        (void)drop_one(server);
        server->accept_at_ms = now_ms + ACCEPT_AGAIN_MS;
    }
    if (fd < 0)
        return false;
    if (server->count == server->most && !drop_one(server)) {
        (void)close(fd);
        return true;
    }
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    server->connections[server->count++] = connection_new(fd, address, now_ms);
    return true;
}

static int listen_at(uint32_t address, unsigned port)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int one = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    at.sin_addr.s_addr = htonl(address);
    if (fd < 0)
        return -1;
    errno = EINVAL;
    if (port > UINT16_MAX || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) != 0 ||
        bind(fd, (const struct sockaddr *)&at, sizeof at) != 0 || listen(fd, SOMAXCONN) != 0) {
        int saved = errno;

        (void)close(fd);
        errno = saved;
        return -1;
    }
    return fd;
}

/* Sets the authority of the last address. */
static void name_address(struct server *server)
{
    char *authority = server->addresses[server->address_count].authority;
    struct sockaddr_in at = {.sin_port = 0};
    socklen_t len = sizeof at;
    char host[INET_ADDRSTRLEN] = "";

    (void)getsockname(server->addresses[server->address_count].listener, (struct sockaddr *)&at, &len);
    (void)inet_ntop(AF_INET, &at.sin_addr, host, sizeof host);
    if (at.sin_port == htons(80))
        (void)snprintf(authority, AUTHORITY_SIZE, "%s", host);
    else
        (void)snprintf(authority, AUTHORITY_SIZE, "%s:%u", host, ntohs(at.sin_port));
}

/* Returns how many connections may be open, each with a file; 0 if this machine allows too few files. */
static size_t most_connections(size_t addresses)
{
    const rlim_t others = OTHER_FILES + ADDRESS_FILES * (addresses - 1);
    const rlim_t wanted = 2 * CONNECTIONS_MAX + others;
    struct rlimit files;

    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return CONNECTIONS_MAX;
    if (files.rlim_cur < wanted) {
        files.rlim_cur = files.rlim_max < wanted ? files.rlim_max : wanted;
        (void)setrlimit(RLIMIT_NOFILE, &files);
    }
    if (files.rlim_cur >= wanted)
        return CONNECTIONS_MAX;
    return files.rlim_cur > others ? (files.rlim_cur - others) / 2 : 0;
}

struct server *server_open(const struct server_options *options, server_answer_fn *answer, void *context)
{
    struct server *server = MEM_NEW(struct server);

    *server = (struct server){.options = *options,
                              .answer = answer,
                              .context = context,
                              .done_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    (void)pthread_mutex_init(&server->lock, NULL);
    (void)pthread_cond_init(&server->wanted, NULL);
    if (server->done_fd < 0)
        die("no eventfd: %s", strerror(errno));
    return server;
}

int server_listen(struct server *server, uint32_t address, unsigned port)
{
    int fd = listen_at(address, port);

    if (fd < 0)
        return -1;
    server->addresses[server->address_count].listener = fd;
    name_address(server);
    server->most = most_connections(++server->address_count);
    errno = EMFILE;
    return server->most > 0 ? 0 : -1;
}

void server_close(struct server *server)
{
    if (!server)
        return;
    (void)pthread_mutex_lock(&server->lock);
    server->ends = true;
    (void)pthread_cond_broadcast(&server->wanted);
    (void)pthread_mutex_unlock(&server->lock);
    for (size_t i = 0; i < server->threads; i++)
        (void)pthread_join(server->thread[i], NULL);
    while (server->count > 0)
        drop(server, server->count - 1);
    for (size_t i = 0; i < server->address_count; i++)
        (void)close(server->addresses[i].listener);
    (void)close(server->done_fd);
    (void)pthread_cond_destroy(&server->wanted);
    (void)pthread_mutex_destroy(&server->lock);
    free(server);
}

const char *server_authority(const struct server *server, size_t address)
{
    return server->addresses[address].authority;
}

/* Fills FDS with what to wait for, and returns the milliseconds until the next deadline; -1 for none. */
static int prepare_poll(const struct server *server, struct pollfd *fds, int wake_fd, int64_t now_ms)
{
    bool accepts = server->accept_at_ms <= now_ms;
    int64_t next_ms = accepts ? INT64_MAX : server->accept_at_ms;

    fds[0] = (struct pollfd){.fd = wake_fd, .events = POLLIN};
    fds[1] = (struct pollfd){.fd = server->done_fd, .events = POLLIN};
    fds += FDS_BEFORE;
    for (size_t i = 0; i < server->address_count; i++)
        *fds++ = (struct pollfd){.fd = accepts ? server->addresses[i].listener : -1, .events = POLLIN};
    for (size_t i = 0; i < server->count; i++) {
        const struct connection *connection = server->connections[i];
        bool sends = connection->state == CONNECTION_SENDING;

        fds[i] = (struct pollfd){.fd = connection->state == CONNECTION_WAITING ? -1 : connection->fd,
                                 .events = sends ? POLLOUT : POLLIN};
        if (connection->deadline_ms < next_ms)
            next_ms = connection->deadline_ms;
    }
    if (next_ms == INT64_MAX)
        return -1;
    return next_ms > now_ms ? (int)(next_ms - now_ms) : 0;
}

void server_turn(struct server *server, int wake_fd)
{
    struct pollfd fds[FDS_BEFORE + SERVER_ADDRESSES_MAX + CONNECTIONS_MAX];
    size_t first = FDS_BEFORE + server->address_count;
    int timeout_ms = prepare_poll(server, fds, wake_fd, clock_monotonic_ms());
    bool any = poll(fds, (nfds_t)(first + server->count), timeout_ms) > 0;
    int64_t now_ms = clock_monotonic_ms();

    if (any && fds[1].revents)
        take_done(server, now_ms);
    for (size_t i = server->count; i-- > 0;) { /* from the end, because drop moves the last one */
        struct connection *connection = server->connections[i];
        bool alive = true;

        if (any && fds[first + i].revents)
            alive = (connection->state == CONNECTION_SENDING || connection_receive(connection, now_ms)) &&
                    serve_connection(server, connection, now_ms);
        if (!alive || connection->deadline_ms <= now_ms)
            drop(server, i);
    }
    for (size_t at = 0; any && at < server->address_count; at++)
        for (int i = 0; fds[FDS_BEFORE + at].revents && i < CONNECTIONS_MAX; i++)
            if (!accept_one(server, at, now_ms))
                break;
}
