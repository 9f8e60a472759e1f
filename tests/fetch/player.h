/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_FETCH_PLAYER_H
#define TIPTOE_TESTS_FETCH_PLAYER_H

/* A server that plays prepared bytes, however broken, on a port of its own; a thread a connection. What it
 * was asked and how often it was connected to is counted for the test to look at. */
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/span.h"

enum after { KEEP, CLOSE, RESET, HANG };

struct reply {
    const char *path;
    const char *bytes;
    size_t len;
    enum after after;
    size_t repeat; /* play the bytes' last part, from REPEAT_AT, so many times more */
    size_t repeat_at;
    const char *late; /* sent after the answer, once the client may have taken it for whole */
};

struct player {
    const struct reply *replies;
    size_t count;
    int listener;
    int port;
    atomic_int connections, requests;
    char last_request[8192];
};

struct player_connection {
    struct player *player;
    int fd;
};

static size_t player_read_request(int fd, char *text, size_t room)
{
    size_t len = 0;

    while (len < room - 1) {
        ssize_t got = read(fd, text + len, room - 1 - len);

        if (got <= 0)
            return 0;
        len += (size_t)got;
        text[len] = '\0';
        if (strstr(text, "\r\n\r\n"))
            return len;
    }
    return 0;
}

static const struct reply *player_find(const struct player *player, const char *request)
{
    struct span rest = span_of(request), target;

    (void)span_take_until(&rest, ' ');
    target = span_take_until(&rest, ' ');
    for (size_t i = 0; i < player->count; i++) {
        if (span_is(target, player->replies[i].path))
            return &player->replies[i];
    }
    return NULL;
}

static bool player_send(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t sent = send(fd, bytes, len, MSG_NOSIGNAL);

        if (sent <= 0)
            return false;
        bytes += sent;
        len -= (size_t)sent;
    }
    return true;
}

/* Whether the connection goes on. */
static bool player_play(int fd, const struct reply *reply)
{
    struct linger at_once = {.l_onoff = 1, .l_linger = 0};
    char rest;

    if (!player_send(fd, reply->bytes, reply->len))
        return false;
    for (size_t i = 0; i < reply->repeat; i++) {
        if (!player_send(fd, reply->bytes + reply->repeat_at, reply->len - reply->repeat_at))
            return false;
    }
    if (reply->late) {
        usleep(30000);
        (void)player_send(fd, reply->late, strlen(reply->late));
    }
    if (reply->after == HANG)
        (void)!read(fd, &rest, 1); /* until the client gives up */
    if (reply->after == RESET) {
        usleep(20000);
        (void)setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    }
    return reply->after == KEEP;
}

static void *player_serve(void *argument)
{
    struct player_connection connection = *(struct player_connection *)argument;
    struct player *player = connection.player;
    const struct reply *reply;
    char request[8192];

    free(argument);
    do {
        if (player_read_request(connection.fd, request, sizeof request) == 0)
            break;
        player->requests++;
        memcpy(player->last_request, request, sizeof request);
        reply = player_find(player, request);
    } while (reply && player_play(connection.fd, reply));
    close(connection.fd);
    return NULL;
}

static void *player_accept(void *argument)
{
    struct player *player = argument;
    int fd;

    while ((fd = accept(player->listener, NULL, NULL)) >= 0) {
        struct player_connection *connection = malloc(sizeof *connection);
        pthread_t thread;

        if (!connection)
            abort();
        *connection = (struct player_connection){player, fd};
        player->connections++;
        if (pthread_create(&thread, NULL, player_serve, connection) != 0)
            abort();
        pthread_detach(thread);
    }
    return NULL;
}

/* Starts playing; the thread lives as long as the program. */
static void player_start(struct player *player, const struct reply *replies, size_t count)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof address;
    pthread_t thread;

    player->replies = replies;
    player->count = count;
    player->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (player->listener < 0 || bind(player->listener, (struct sockaddr *)&address, len) < 0 ||
        listen(player->listener, 16) < 0 ||
        getsockname(player->listener, (struct sockaddr *)&address, &len) < 0)
        abort();
    player->port = ntohs(address.sin_port);
    if (pthread_create(&thread, NULL, player_accept, player) != 0)
        abort();
    pthread_detach(thread);
}

#endif
