/* SPDX-License-Identifier: MIT */
/* The only source of random numbers, so that tests can pass their own to the code that uses them. */
#include "config.h"

#include "base/random.h"

#include <fcntl.h>
#include <stdbool.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/die.h"

/* Where getrandom is missing or refused. */
static bool read_device(char *bytes, size_t len)
{
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    ssize_t got = 1;

    while (fd >= 0 && len > 0 && got > 0) {
        got = read(fd, bytes, len);
        if (got > 0) {
            bytes += got;
            len -= (size_t)got;
        }
    }
    if (fd >= 0)
        close(fd);
    return len == 0;
}

void random_fill(void *bytes, size_t len)
{
    if (getrandom(bytes, len, 0) != (ssize_t)len && !read_device(bytes, len))
        die("no random bytes: neither getrandom nor /dev/urandom works; allow one of them");
}

uint32_t random_u32(void)
{
    uint32_t number;

    random_fill(&number, sizeof number);
    return number;
}
