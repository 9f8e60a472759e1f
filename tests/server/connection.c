/* SPDX-License-Identifier: MIT */
/* One connection: a state machine that reads a request, waits, sends the answer with the rule's delays and
 * errors, and starts again. A client that shuts down its sending side counts as gone. */
#include "config.h"

#include "connection.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "answer.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "control.h"
#include "server.h"

enum {
    READ_BYTES = 16 * 1024,
    SEND_BYTES = 256 * 1024,
    CLOSING_US = 1000000,
    ONE_MOMENT_US = 100,
    LATEST_US = 60000000,
    HOLD_US = 60000000,
    HOLD_LOOK_US = 5000
};

enum connection_state {
    READING, /* the next request */
    WAITING, /* the delay before the answer */
    HOLDING, /* until other requests are open */
    SENDING,
    HANGING, /* by the rule; only the client can end it */
    CLOSING, /* our side is shut down; for a while, further input is discarded */
    CLOSED
};

struct connection {
    struct server *server;
    int fd;
    unsigned port;
    uint64_t id;
    enum connection_state state;
    struct buf in;
    uint64_t skip;       /* bytes of a request's body still to come */
    int64_t received_us; /* the first byte of the current request */
    int64_t deadline_us;

    bool answering; /* the fields below are in use, and the request counts as open */
    uint64_t number;
    struct request request; /* points into `in` */
    struct answer answer;
    int64_t sent;
};

struct connection *connection_new(struct server *server, int fd, unsigned port)
{
    struct connection *connection = MEM_NEW(struct connection);

    connection->server = server;
    connection->fd = fd;
    connection->port = port;
    connection->id = ++server->connections;
    connection->deadline_us = INT64_MAX;
    buf_init(&connection->in, REQUEST_HEAD_BYTES + READ_BYTES);
    return connection;
}

int connection_fd(const struct connection *connection)
{
    return connection->fd;
}

static void log_event(const struct connection *connection, const char *event, int64_t at_us)
{
    const struct server *server = connection->server;
    struct log_entry entry = {
        .at_us = at_us,
        .event = event,
        .number = connection->number,
        .port = connection->port,
        .connection = connection->id,
        .open = server->open[connection->port - 1],
        .request = &connection->request,
        .status = connection->answer.status,
        .bytes = connection->sent,
    };

    log_write(&server->log, &entry, strcmp(event, "request") == 0);
}

/* Ends the exchange, with the reason EVENT. */
static void end_exchange(struct connection *connection, const char *event)
{
    log_event(connection, event, log_now_us());
    connection->server->open[connection->port - 1]--;
    connection->answering = false;
    answer_release(&connection->answer);
}

void connection_free(struct connection *connection)
{
    if (!connection)
        return;
    if (connection->answering)
        end_exchange(connection, "aborted");
    if (connection->fd >= 0)
        close(connection->fd);
    buf_release(&connection->in);
    free(connection);
}

static void set_state(struct connection *connection, enum connection_state state, int64_t deadline_us)
{
    connection->state = state;
    connection->deadline_us = deadline_us;
}

short connection_events(const struct connection *connection)
{
    switch (connection->state) {
    case READING:
    case CLOSING:
        return POLLIN;
    case SENDING:
        return connection->deadline_us == INT64_MAX ? POLLOUT | POLLRDHUP : POLLRDHUP;
    case WAITING:
    case HOLDING:
    case HANGING:
    case CLOSED:
        break;
    }
    return POLLRDHUP;
}

int64_t connection_deadline(const struct connection *connection)
{
    return connection->deadline_us;
}

static void shut(struct connection *connection)
{
    (void)shutdown(connection->fd, SHUT_WR);
    set_state(connection, CLOSING, log_now_us() + CLOSING_US);
}

static void reset(struct connection *connection)
{
    struct linger linger = {.l_onoff = 1, .l_linger = 0};

    (void)setsockopt(connection->fd, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
    close(connection->fd);
    connection->fd = -1;
    set_state(connection, CLOSED, INT64_MAX);
}

static void begin_request(struct connection *connection, int64_t now_us);

/* Removes the answered request from the input, which may contain the next one. */
static void next_request(struct connection *connection, int64_t now_us)
{
    struct span rest = buf_span(&connection->in);
    uint64_t gone = connection->request.head.len + connection->request.body_bytes;

    connection->skip = gone > rest.len ? gone - rest.len : 0;
    rest = span_part(rest, gone > rest.len ? rest.len : (size_t)gone, rest.len);
    memmove(connection->in.at, rest.at, rest.len);
    buf_cut(&connection->in, rest.len);
    set_state(connection, READING, INT64_MAX);
    connection->received_us = now_us;
    if (rest.len > 0)
        begin_request(connection, now_us);
}

/* Everything is sent. */
static void finish(struct connection *connection, int64_t now_us)
{
    bool cut = connection->answer.end_at != ANSWER_NEVER;
    enum end_action end = connection->answer.end;

    if (end == END_HANG) {
        log_event(connection, "hang", now_us);
        set_state(connection, HANGING, INT64_MAX);
        return;
    }
    end_exchange(connection, cut || end == END_RESET ? "cut" : "done");
    if (end == END_RESET)
        reset(connection);
    else if (end == END_CLOSE || !connection->request.keeps_open)
        shut(connection);
    else
        next_request(connection, now_us);
}

/* The number of bytes that may be sent now. */
static struct span next_part(const struct connection *connection, const struct drip **drip)
{
    const struct answer *answer = &connection->answer;
    bool in_head = connection->sent < (int64_t)answer->head_len;
    struct span part = answer_part(answer, connection->sent);
    uint64_t most = SEND_BYTES;

    *drip = in_head ? &answer->drip_head : &answer->drip_body;
    if ((*drip)->bytes > 0 && (*drip)->bytes < most)
        most = (*drip)->bytes;
    if (in_head && answer->head_len - (uint64_t)connection->sent < most)
        most = answer->head_len - (uint64_t)connection->sent;
    if ((uint64_t)(answer->end_at - connection->sent) < most)
        most = (uint64_t)(answer->end_at - connection->sent);
    return span_part(part, 0, (size_t)most);
}

static void step_sending(struct connection *connection, int64_t now_us)
{
    const struct drip *drip;
    struct span part = next_part(connection, &drip);
    ssize_t sent;

    set_state(connection, SENDING, INT64_MAX);
    if (part.len == 0) {
        finish(connection, now_us);
        return;
    }
    sent = send(connection->fd, part.at, part.len, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EAGAIN)
        return;
    if (sent < 0) {
        set_state(connection, CLOSED, INT64_MAX);
        return;
    }
    log_wire(&connection->server->log, connection->number, "response", span_part(part, 0, (size_t)sent));
    connection->sent += sent;
    if (drip->bytes > 0)
        connection->deadline_us = now_us + (int64_t)drip->every_ms * 1000;
    if (next_part(connection, &drip).len == 0)
        finish(connection, now_us);
}

static void make_answer(struct connection *connection, int64_t now_us)
{
    struct server *server = connection->server;
    const struct rule *rule = site_rule(server->site, &connection->request, now_us);
    struct expansion values = {
        .request = &connection->request,
        .ports = server->ports,
        .seen = rule ? rule->seen : 0,
        .open = server->open[connection->port - 1],
        .wall_us = clock_wall_us(),
    };

    answer_init(&connection->answer);
    answer_make(&connection->answer, server->site, rule, &values);
}

/* Notes, for rules with `hold`, that the new request is open beside others. */
static void count_crowd(struct server *server, unsigned port)
{
    for (unsigned n = 1; n <= server->open[port - 1] && n <= SERVER_HOLD; n++)
        server->crowds[port - 1][n] = server->requests;
}

/* Ends the wait for other requests once enough have been open at the same time, or after a minute. */
static void step_holding(struct connection *connection, int64_t now_us)
{
    uint64_t crowd = connection->server->crowds[connection->port - 1][connection->answer.hold];

    if (crowd >= connection->number || now_us >= connection->received_us + HOLD_US)
        set_state(connection, SENDING, INT64_MAX);
    else
        set_state(connection, HOLDING, now_us + HOLD_LOOK_US);
}

static void begin_answer(struct connection *connection, int64_t now_us)
{
    struct server *server = connection->server;

    connection->request.port = connection->port;
    connection->number = ++server->requests;
    connection->answering = true;
    connection->sent = 0;
    server->open[connection->port - 1]++;
    count_crowd(server, connection->port);
    make_answer(connection, now_us);
    log_event(connection, "request", connection->received_us);
    log_wire(&server->log, connection->number, "request", connection->request.head);
    control_request(server, now_us);
    if (connection->answer.hold > 0)
        set_state(connection, HOLDING, now_us);
    else if (connection->answer.delay_ms > 0)
        set_state(connection, WAITING, connection->received_us + (int64_t)connection->answer.delay_ms * 1000);
    else
        set_state(connection, SENDING, INT64_MAX);
}

static void begin_request(struct connection *connection, int64_t now_us)
{
    static const char refusal[] =
        "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

    switch (request_parse(&connection->request, buf_span(&connection->in))) {
    case REQUEST_INCOMPLETE:
        break;
    case REQUEST_WHOLE:
        begin_answer(connection, now_us);
        break;
    case REQUEST_BROKEN:
        connection->number = 0;
        connection->sent = 0;
        log_event(connection, "bad", connection->received_us);
        (void)send(connection->fd, refusal, sizeof refusal - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
        shut(connection);
        break;
    }
}

/* The difference between the real-time clock and the log's, read at the same moment. */
static int64_t wall_ahead_us(void)
{
    int64_t before_us, ahead_us;

    do {
        before_us = log_now_us();
        ahead_us = clock_wall_us() - before_us;
    } while (log_now_us() - before_us > ONE_MOMENT_US);
    return ahead_us;
}

/* The time at which the kernel received a message, as this program may read it late; NOW_US if unknown. */
static int64_t arrival_us(struct msghdr *message, int64_t now_us)
{
    for (struct cmsghdr *part = CMSG_FIRSTHDR(message); part; part = CMSG_NXTHDR(message, part)) {
        struct timespec at;
        int64_t at_us;

        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_TIMESTAMPNS)
            continue;
        memcpy(&at, CMSG_DATA(part), sizeof at);
        at_us = (int64_t)at.tv_sec * 1000000 + at.tv_nsec / 1000 - wall_ahead_us();
        return at_us < now_us && at_us > now_us - LATEST_US ? at_us : now_us; /* else someone set the clock */
    }
    return now_us;
}

/* Reads available input into `in`, except bytes to skip. False at the end of the stream. */
static bool read_more(struct connection *connection)
{
    bool is_first = connection->in.len == 0;
    char *to = buf_reserve(&connection->in, READ_BYTES);
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(struct timespec))];
    struct iovec room = {.iov_base = to, .iov_len = READ_BYTES};
    struct msghdr message = {
        .msg_iov = &room, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    ssize_t got;
    size_t skipped;

    if (!to)
        return false;
    got = recvmsg(connection->fd, &message, MSG_DONTWAIT);
    if (got < 0 && errno == EAGAIN)
        return true;
    if (got <= 0)
        return false;
    if (is_first)
        connection->received_us = arrival_us(&message, log_now_us());
    skipped = connection->skip < (uint64_t)got ? (size_t)connection->skip : (size_t)got;
    connection->skip -= skipped;
    memmove(to, to + skipped, (size_t)got - skipped);
    buf_grew(&connection->in, (size_t)got - skipped);
    return true;
}

static void step_reading(struct connection *connection, int64_t now_us)
{
    if (!read_more(connection)) {
        set_state(connection, CLOSED, INT64_MAX);
        return;
    }
    if (connection->in.len > 0)
        begin_request(connection, now_us);
}

static void step_closing(struct connection *connection)
{
    char rubbish[READ_BYTES];

    if (recv(connection->fd, rubbish, sizeof rubbish, MSG_DONTWAIT) <= 0)
        set_state(connection, CLOSED, INT64_MAX);
}

bool connection_step(struct connection *connection, short events, int64_t now_us)
{
    bool due = now_us >= connection->deadline_us;

    if (events & (POLLERR | POLLHUP | POLLRDHUP | POLLNVAL) && connection->state != READING)
        set_state(connection, CLOSED, INT64_MAX);
    switch (connection->state) {
    case READING:
        if (events)
            step_reading(connection, now_us);
        break;
    case WAITING:
        if (due)
            set_state(connection, SENDING, INT64_MAX);
        break;
    case HOLDING:
        if (due)
            step_holding(connection, now_us);
        break;
    case SENDING:
        if (due || events & POLLOUT)
            step_sending(connection, now_us);
        break;
    case CLOSING:
        if (due)
            set_state(connection, CLOSED, INT64_MAX);
        else if (events)
            step_closing(connection);
        break;
    case HANGING:
    case CLOSED:
        break;
    }
    return connection->state != CLOSED;
}
