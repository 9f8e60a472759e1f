/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_FETCH_PLAYER_H
#define TIPTOE_TESTS_FETCH_PLAYER_H

/* A server that plays prepared bytes, even invalid ones, with a thread per connection. It counts requests and
 * connections and stores the last request. */
#include <stdio.h>
#include <string.h>

#include "base/span.h"
#include "fetch/listener.h"

enum after { KEEP, CLOSE, RESET, HANG };

struct reply {
    const char *path;
    const char *bytes;
    size_t len;
    enum after after;
    size_t repeat; /* send the bytes from repeat_at on this many times more */
    size_t repeat_at;
    const char *late; /* sent a while after the answer, which may look complete to the client */
};

struct player {
    const struct reply *replies;
    size_t count;
    struct listener listener;
    atomic_int requests, late; /* late: the number of late parts sent */
    char last_request[8192];
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

/* Whether the connection stays open. */
static bool player_play(struct player *player, int fd, const struct reply *reply)
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
        player->late++;
    }
    if (reply->after == HANG)
        (void)!read(fd, &rest, 1); /* until the client closes the connection */
    if (reply->after == RESET) {
        usleep(20000);
        (void)setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    }
    return reply->after == KEEP;
}

static void player_serve(void *argument, int fd)
{
    struct player *player = argument;
    const struct reply *reply;
    char request[8192];

    do {
        if (player_read_request(fd, request, sizeof request) == 0)
            break;
        player->requests++;
        memcpy(player->last_request, request, sizeof request);
        reply = player_find(player, request);
    } while (reply && player_play(player, fd, reply));
}

static void player_start(struct player *player, const struct reply *replies, size_t count)
{
    player->replies = replies;
    player->count = count;
    listener_start(&player->listener, player_serve, player);
}

#endif
