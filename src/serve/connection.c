/* SPDX-License-Identifier: MIT */
/* Deadlines are short where a client keeps others waiting: for a head that has begun, and for a client that
 * does not read. */
#include "config.h"

#include "serve/connection.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"

enum {
    HEAD_BYTES = 64 * 1024, /* several of the longest URLs */
    OUT_BYTES = 1024 * 1024 * 1024,
    OUT_KEPT = 64 * 1024,
    DROPPED_BYTES = 256 * 1024,
    PIECE_BYTES = 64 * 1024,
    HEAD_MS = 10 * 1000,
    IDLE_MS = 120 * 1000,
    SEND_MS = 60 * 1000,
    CLOSE_MS = 1000
};

struct connection *connection_new(int fd, int64_t now_ms)
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

void connection_free(struct connection *connection)
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

bool connection_receive(struct connection *connection, int64_t now_ms)
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

void connection_answer(struct connection *connection, size_t len, bool keeps, int64_t now_ms)
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

bool connection_send(struct connection *connection, int64_t now_ms)
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
