/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_FETCH_LISTENER_H
#define TIPTOE_TESTS_FETCH_LISTENER_H

/* Shared by the players of HTTP/1.1 and HTTP/2: a port on loopback with a thread per connection. Shared by
 * their tests: waiting for a result and reading its body. */
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fetch/fetch.h"

struct listener {
    int fd, port;
    atomic_int connections, running;     /* in all; whose threads have not ended */
    void (*serve)(void *player, int fd); /* the caller closes FD */
    void *player;
};

struct listener_connection {
    struct listener *listener;
    int fd;
};

/* A socket on a free port, not listening yet. */
static int listener_bind(int *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (fd < 0 || bind(fd, (struct sockaddr *)&address, len) < 0 ||
        getsockname(fd, (struct sockaddr *)&address, &len) < 0)
        abort();
    *port = ntohs(address.sin_port);
    return fd;
}

static void *listener_serve(void *argument)
{
    struct listener_connection connection = *(struct listener_connection *)argument;

    free(argument);
    connection.listener->serve(connection.listener->player, connection.fd);
    close(connection.fd);
    connection.listener->running--;
    return NULL;
}

static void *listener_accept(void *argument)
{
    struct listener *listener = argument;
    int fd;

    while ((fd = accept(listener->fd, NULL, NULL)) >= 0) {
        struct listener_connection *connection = malloc(sizeof *connection);
        pthread_t thread;

        if (!connection)
            abort();
        *connection = (struct listener_connection){listener, fd};
        listener->connections++;
        listener->running++;
        if (pthread_create(&thread, NULL, listener_serve, connection) != 0)
            abort();
        pthread_detach(thread);
    }
    return NULL;
}

/* Starts serving, in a thread that ends with the program. */
static void listener_start(struct listener *listener, void (*serve)(void *player, int fd), void *player)
{
    pthread_t thread;

    listener->serve = serve;
    listener->player = player;
    listener->fd = listener_bind(&listener->port);
    if (listen(listener->fd, 16) < 0 || pthread_create(&thread, NULL, listener_accept, listener) != 0)
        abort();
    pthread_detach(thread);
}

/* Waits, for a while, until no connection is open: what a thread still holds would count as a leak. */
__attribute__((unused)) static void listener_finish(struct listener *listener)
{
    for (int i = 0; i < 10000 && listener->running > 0; i++)
        (void)usleep(1000);
}

__attribute__((unused)) static struct span body_of(struct body *body)
{
    struct span whole = {0};

    return body && body_span(body, &whole) == 0 ? whole : span_make(NULL, 0);
}

static struct fetch_result *wait_for(struct fetch *fetch)
{
    struct fetch_result *result;

    while (!(result = fetch_take(fetch)))
        fetch_wait(fetch, 1000);
    return result;
}

#endif
