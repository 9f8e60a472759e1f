/* SPDX-License-Identifier: MIT */
/* Plays nscd, the daemon through which glibc looks up names if its socket is there: every name has the
 * address in the first argument. It offers no shared memory. Prints a line when ready, and ends with its
 * standard input. */
#include "config.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/alloc.h"

enum { PROTOCOL = 2, GET_ADDRESSES = 14, KEY_MAX = 1024 };

/* Of glibc's nscd/nscd-client.h. */
struct request {
    int32_t version, type, key_len;
};
struct answer {
    int32_t version, found, addresses, addresses_len, canon_len, error;
    unsigned char address[4], family;
} __attribute__((packed));

static void serve(int listener, const char *address)
{
    struct answer answer = {
        .version = PROTOCOL, .found = 1, .addresses = 1, .addresses_len = 4, .family = AF_INET};
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    struct request request;
    char key[KEY_MAX];

    if (fd < 0)
        return;
    if (read(fd, &request, sizeof request) == sizeof request && request.key_len > 0 &&
        request.key_len <= KEY_MAX && read(fd, key, (size_t)request.key_len) == request.key_len &&
        request.type == GET_ADDRESSES && inet_pton(AF_INET, address, answer.address) == 1)
        (void)!write(fd, &answer, sizeof answer);
    close(fd);
}

int main(int argc, char **argv)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "/var/run/nscd/socket"};
    struct pollfd waits[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.events = POLLIN}};

    if (argc != 2)
        die("usage: nscd ADDRESS");
    waits[1].fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (waits[1].fd < 0 || bind(waits[1].fd, (struct sockaddr *)&name, sizeof name) != 0 ||
        listen(waits[1].fd, 64) != 0)
        die("nscd: %s: %s", name.sun_path, strerror(errno));
    puts("ready");
    (void)fflush(stdout);
    while (poll(waits, 2, -1) >= 0 && !waits[0].revents)
        serve(waits[1].fd, argv[1]);
    return 0;
}
