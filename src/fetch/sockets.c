/* SPDX-License-Identifier: MIT */
/* Keeps a list of sockets, with a linear search: there are only as many as open connections. */
#include "config.h"

#include "fetch/sockets.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include "base/alloc.h"

void sockets_release(struct sockets *sockets)
{
    free(sockets->entries);
    *sockets = (struct sockets){0};
}

struct socket_entry *sockets_find(struct sockets *sockets, int fd)
{
    for (size_t i = 0; i < sockets->count; i++) {
        if (sockets->entries[i].fd == fd)
            return &sockets->entries[i];
    }
    return NULL;
}

void sockets_remove(struct sockets *sockets, int fd)
{
    struct socket_entry *entry = sockets_find(sockets, fd);

    if (entry)
        *entry = sockets->entries[--sockets->count];
}

/* Adds FD. There are at most as many sockets as connections. */
void sockets_add(struct sockets *sockets, int fd)
{
    sockets_remove(sockets, fd); /* the number may be that of a socket that libcurl closed */
    sockets->entries = mem_extend(sockets->entries, sockets->count, &sockets->room, sizeof *sockets->entries);
    sockets->entries[sockets->count++] = (struct socket_entry){.fd = fd};
}

static int port_of(struct socket_entry *entry)
{
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
    } address;
    socklen_t len = sizeof address;

    if (entry->local_port == 0 && getsockname(entry->fd, &address.any, &len) == 0)
        entry->local_port =
            ntohs(address.any.sa_family == AF_INET6 ? address.v6.sin6_port : address.v4.sin_port);
    return entry->local_port;
}

void sockets_end(struct sockets *sockets, int local_port)
{
    for (size_t i = 0; i < sockets->count; i++) {
        if (port_of(&sockets->entries[i]) == local_port)
            (void)shutdown(sockets->entries[i].fd, SHUT_RDWR);
    }
}

void sockets_set_serial(struct sockets *sockets, int local_port)
{
    for (size_t i = 0; i < sockets->count; i++) {
        if (port_of(&sockets->entries[i]) == local_port)
            sockets->entries[i].is_serial = true;
    }
}

void sockets_end_if_unread(struct sockets *sockets, int local_port)
{
    char byte;

    for (size_t i = 0; i < sockets->count; i++) {
        struct socket_entry *entry = &sockets->entries[i];

        if (entry->is_serial && port_of(entry) == local_port &&
            recv(entry->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0)
            (void)shutdown(entry->fd, SHUT_RDWR);
    }
}
