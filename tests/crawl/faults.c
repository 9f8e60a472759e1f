/* SPDX-License-Identifier: MIT */
/* Loaded in front of libc (LD_PRELOAD): counts the calls that change files and makes the one that FAULT_AT
 * names go wrong: FAULT=die ends the process there; FAULT=ENOSPC or EIO makes it fail, and with FAULT_EVER
 * set all after it too. FAULT_COUNT names a file that gets the number of calls at the end. */
#include "config.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static _Atomic long calls; /* of whatever thread */

/* Only files count: pipes, and what is said on stderr, are not what a crash could tear. */
static int is_file(int fd)
{
    struct stat status;

    return fd > STDERR_FILENO && fstat(fd, &status) == 0 &&
           (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
}

/* Whether this call is to fail; then errno is set. */
static int is_faulty(void)
{
    const char *at = getenv("FAULT_AT"), *fault = getenv("FAULT");
    long number = at ? atol(at) : 0, call = ++calls;

    if (number == 0 || !fault || call < number || (call > number && !getenv("FAULT_EVER")))
        return 0;
    if (strcmp(fault, "die") == 0)
        _exit(99);
    errno = strcmp(fault, "EIO") == 0 ? EIO : ENOSPC;
    return 1;
}

#define REAL(name) ((__typeof__(&(name)))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *bytes, size_t len)
{
    return is_file(fd) && is_faulty() ? -1 : REAL(write)(fd, bytes, len);
}

ssize_t pwrite64(int fd, const void *bytes, size_t len, off64_t offset)
{
    return is_faulty() ? -1 : REAL(pwrite64)(fd, bytes, len, offset);
}

int fdatasync(int fd)
{
    return is_faulty() ? -1 : REAL(fdatasync)(fd);
}

int fsync(int fd)
{
    return is_faulty() ? -1 : REAL(fsync)(fd);
}

int syncfs(int fd)
{
    return is_faulty() ? -1 : REAL(syncfs)(fd);
}

int ftruncate64(int fd, off64_t len)
{
    return is_faulty() ? -1 : REAL(ftruncate64)(fd, len);
}

int renameat(int from_dir, const char *from, int to_dir, const char *to)
{
    return is_faulty() ? -1 : REAL(renameat)(from_dir, from, to_dir, to);
}

int mkdirat(int dir, const char *path, mode_t mode)
{
    return is_faulty() ? -1 : REAL(mkdirat)(dir, path, mode);
}

/* Opened before the sandbox refuses it. */
static int result = -1;

__attribute__((constructor)) static void prepare(void)
{
    const char *path = getenv("FAULT_COUNT");

    if (path)
        result = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
}

__attribute__((destructor)) static void tell(void)
{
    char text[64];
    int len = snprintf(text, sizeof text, "%ld\n", calls);

    if (result >= 0 && REAL(write)(result, text, (size_t)len) < 0)
        perror("result");
}
