/* SPDX-License-Identifier: MIT */
/* readers HOST:PORT FAST SLOW REQUESTS TARGET…: reads from a server by many connections at once, and counts
 * what is whole. SLOW of them send their request first, and read nothing until the FAST ones, each with
 * REQUESTS requests one after the other, are finished, and a line has come from standard input. Each takes
 * the next TARGET. Prints the least, mean and longest wait of the fast ones for a whole answer, and at the
 * end "whole fast N slow N". */
#include "config.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { READERS_MAX = 1000, HEAD_MAX = 16 * 1024, PIECE = 256 * 1024, WAIT_MS = 120 * 1000 };

struct reader {
    int fd, left; /* LEFT: requests that are not answered */
    char head[HEAD_MAX];
    size_t head_len;
    bool in_body;
    int64_t body_left, began_us;
    size_t target;
};

static struct reader readers[READERS_MAX];
static const char *authority, *const *targets;
static size_t target_count;
static int64_t least_us = INT64_MAX, most_us, sum_us, answers;

static int64_t now_us(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static int connect_to(void)
{
    struct sockaddr_in at = {.sin_family = AF_INET};
    char host[64];
    unsigned short port;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (sscanf(authority, "%63[^:]:%hu", host, &port) != 2 || inet_pton(AF_INET, host, &at.sin_addr) != 1 ||
        fd < 0)
        exit(2);
    at.sin_port = htons(port);
    if (connect(fd, (const struct sockaddr *)&at, sizeof at) != 0)
        exit(2);
    return fd;
}

static void ask(struct reader *reader)
{
    char text[2000];
    int len = snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n",
                       targets[reader->target++ % target_count], authority);

    reader->head_len = 0;
    reader->in_body = false;
    reader->began_us = now_us();
    if (send(reader->fd, text, (size_t)len, MSG_NOSIGNAL) != len)
        reader->left = -1;
}

/* Takes what has arrived of an answer with status 200; anything else ends the reader. */
static void take(struct reader *reader, const char *bytes, size_t len)
{
    if (!reader->in_body) {
        size_t room = HEAD_MAX - 1 - reader->head_len, part = len < room ? len : room;
        const char *end, *length;

        memcpy(reader->head + reader->head_len, bytes, part);
        reader->head[reader->head_len + part] = '\0';
        end = strstr(reader->head, "\r\n\r\n");
        length = strstr(reader->head, "Content-Length: ");
        if (!end) {
            reader->head_len += part;
            return;
        }
        if (strncmp(reader->head, "HTTP/1.1 200 ", 13) != 0 || !length) {
            reader->left = -1;
            return;
        }
        reader->body_left = strtoll(length + 16, NULL, 10);
        reader->in_body = true;
        len -= (size_t)(end + 4 - reader->head) - reader->head_len;
    }
    reader->body_left -= (int64_t)len;
}

static void receive(struct reader *reader)
{
    static char piece[PIECE];
    ssize_t got = recv(reader->fd, piece, sizeof piece, MSG_DONTWAIT);
    int64_t took_us;

    if (got <= 0) {
        reader->left = -1;
        return;
    }
    take(reader, piece, (size_t)got);
    if (!reader->in_body || reader->body_left > 0)
        return;
    took_us = now_us() - reader->began_us;
    least_us = took_us < least_us ? took_us : least_us;
    most_us = took_us > most_us ? took_us : most_us;
    sum_us += took_us;
    answers++;
    if (--reader->left > 0)
        ask(reader);
}

/* Reads with readers FROM to TO until they end; returns how many got everything. */
static int read_all(int from, int to)
{
    static struct pollfd fds[READERS_MAX];
    int whole = 0, open = 1;

    while (open > 0) {
        open = 0;
        for (int i = from; i < to; i++) {
            fds[i] = (struct pollfd){.fd = readers[i].left > 0 ? readers[i].fd : -1, .events = POLLIN};
            open += readers[i].left > 0;
        }
        if (open > 0 && poll(fds + from, (nfds_t)(to - from), WAIT_MS) <= 0)
            break;
        for (int i = from; i < to; i++)
            if (fds[i].fd >= 0 && fds[i].revents)
                receive(&readers[i]);
    }
    for (int i = from; i < to; i++)
        whole += readers[i].left == 0;
    return whole;
}

int main(int argc, char **argv)
{
    struct rlimit files = {0};
    int fast, slow, whole;

    if (argc < 6 || getrlimit(RLIMIT_NOFILE, &files) != 0)
        return 2;
    files.rlim_cur = files.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &files);
    authority = argv[1];
    fast = atoi(argv[2]);
    slow = atoi(argv[3]);
    targets = (const char *const *)argv + 5;
    target_count = (size_t)argc - 5;
    if (fast < 0 || slow < 0 || fast + slow > READERS_MAX)
        return 2;
    for (int i = 0; i < slow + fast; i++) {
        readers[i] =
            (struct reader){.fd = connect_to(), .left = i < slow ? 1 : atoi(argv[4]), .target = (size_t)i};
        ask(&readers[i]);
    }
    whole = read_all(slow, slow + fast);
    printf("wait %" PRId64 " %" PRId64 " %" PRId64 " us, %" PRId64 " answers\n", least_us,
           answers > 0 ? sum_us / answers : 0, most_us, answers);
    (void)fflush(stdout);
    (void)getchar();
    printf("whole fast %d slow %d\n", whole, read_all(0, slow));
    return 0;
}
