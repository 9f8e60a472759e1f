/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_RECEIVE_H
#define TIPTOE_FETCH_RECEIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct transfer;

/* libcurl's sockets, in use and idle. It identifies the connection of a request only by its local port. */
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
void sockets_release(struct sockets *sockets) NONNULL;

/* Returns the entry of FD, valid until the next change, or NULL. */
struct socket_entry *sockets_find(struct sockets *sockets, int fd) NONNULL;

/* Closes the connections from LOCAL_PORT; libcurl then finds them dead. */
void sockets_end(struct sockets *sockets, int local_port) NONNULL;

/* Sets libcurl's callbacks on the handle of TRANSFER, which then fill in its answer. */
void receive_attach(struct transfer *transfer) NONNULL;

/* Returns true if the version and cipher suite of the TLS connections of this libcurl can be read. libcurl
 * only knows an object of its TLS library. It is read only if the library is the OpenSSL that this program
 * has: others have objects of other forms. */
bool receive_knows_tls(void);

#endif
