/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_SOCKETS_H
#define TIPTOE_FETCH_SOCKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* libcurl's sockets, in use and idle. libcurl identifies the connection of a request only by its local port.
 */
struct sockets {
    struct socket_entry {
        int fd;
        int local_port;  /* 0: not known yet */
        bool is_serial;  /* HTTP/1: one answer after the other */
        uint32_t events; /* that epoll watches */
        bool is_idle;    /* no transfer uses it */
    } * entries;
    size_t count, room;
};

/* Releases the list. A zeroed struct is an empty list. */
void sockets_release(struct sockets *sockets) __attribute__((nonnull));

void sockets_add(struct sockets *sockets, int fd) __attribute__((nonnull));

/* Returns the entry of FD, valid until the next change, or NULL. */
struct socket_entry *sockets_find(struct sockets *sockets, int fd) __attribute__((nonnull));

void sockets_remove(struct sockets *sockets, int fd) __attribute__((nonnull));

/* Closes the connections from LOCAL_PORT; libcurl then finds them dead. */
void sockets_end(struct sockets *sockets, int local_port) __attribute__((nonnull));

/* Marks the connections from LOCAL_PORT as HTTP/1. */
void sockets_set_serial(struct sockets *sockets, int local_port) __attribute__((nonnull));

/* Closes every HTTP/1 connection from LOCAL_PORT that has unread bytes: the server sent them without a
 * request, and libcurl would treat them as the next answer. HTTP/2 may have frames to read at any time. */
void sockets_end_if_unread(struct sockets *sockets, int local_port) __attribute__((nonnull));

#endif
