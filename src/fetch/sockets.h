/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_SOCKETS_H
#define TIPTOE_FETCH_SOCKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The sockets that libcurl holds, busy and idle: libcurl tells which connection a request takes by its local
 * port alone. */
struct sockets {
    struct socket_entry {
        int fd;
        int local_port;  /* 0: not asked yet */
        bool is_serial;  /* one answer after the other, as HTTP/1 has it */
        uint32_t events; /* that epoll waits for there */
        bool is_idle;    /* no transfer waits for it */
    } * entries;
    size_t count, room;
};

/* A zeroed struct is an empty one. */
void sockets_release(struct sockets *sockets) __attribute__((nonnull));

void sockets_add(struct sockets *sockets, int fd) __attribute__((nonnull));

/* NULL where FD is none of them; until the next change. */
struct socket_entry *sockets_find(struct sockets *sockets, int fd) __attribute__((nonnull));

void sockets_remove(struct sockets *sockets, int fd) __attribute__((nonnull));

/* Ends the connections from LOCAL_PORT: libcurl finds such a connection dead and makes another. */
void sockets_end(struct sockets *sockets, int local_port) __attribute__((nonnull));

/* Says that HTTP/1 is spoken on the connections from LOCAL_PORT. */
void sockets_set_serial(struct sockets *sockets, int local_port) __attribute__((nonnull));

/* Ends every such connection from LOCAL_PORT on which unread bytes stand: they were sent without being asked
 * for and would be taken for the answer to the next request. HTTP/2 has frames to read at any time. */
void sockets_end_if_unread(struct sockets *sockets, int local_port) __attribute__((nonnull));

/* How long ago TCP had the last bytes that came to LOCAL_PORT, read or not; 0 where that is not known. */
int64_t sockets_received_ms_ago(struct sockets *sockets, int local_port) __attribute__((nonnull));

#endif
