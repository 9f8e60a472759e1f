/* SPDX-License-Identifier: MIT */
/* Restricts access to files and the network by Landlock's three system calls: the headers and C library of
 * Debian 12 are older than the kernels that run there. A right that an older kernel cannot refuse is left out
 * of the ruleset. */
#include "config.h"

#include "sandbox/landlock.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { ASK_VERSION = 1, BELOW_PATH = 1 };
/* With ABI 1, no file can be renamed to another folder, as files of a mirror are. */
enum { ABI_LEAST = 2, ABI_TRUNCATE = 3, ABI_NETWORK = 4, ABI_DEVICES = 5, ABI_SCOPE = 6, ABI_MOST = 7 };

enum {
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_DIR = 1 << 3,
    REMOVE_DIR = 1 << 4,
    REMOVE_FILE = 1 << 5,
    MAKE_DIR = 1 << 7,
    MAKE_REG = 1 << 8,
    MAKE_SYM = 1 << 12,
    REFER = 1 << 13,
    TRUNCATE = 1 << 14,
    IOCTL_DEV = 1 << 15,
    OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE
};
enum { BIND_TCP = 1 << 0, CONNECT_TCP = 1 << 1 };
enum { ABSTRACT_SOCKETS = 1 << 0, SIGNALS = 1 << 1 };

/* Of the kernel: struct landlock_ruleset_attr and landlock_path_beneath_attr. */
struct ruleset {
    uint64_t files, network, scope;
};
struct path_rule {
    uint64_t files;
    int32_t fd;
} __attribute__((packed));

int landlock_abi(void)
{
    long abi = syscall(CREATE_RULESET, NULL, (size_t)0, ASK_VERSION);

    if (abi < ABI_LEAST)
        return 0;
    return abi < ABI_MOST ? (int)abi : ABI_MOST;
}

/* Returns the rights to files that ABI can refuse. */
static uint64_t handled_files(int abi)
{
    uint64_t files = 2 * REFER - 1;

    if (abi >= ABI_TRUNCATE)
        files |= TRUNCATE;
    if (abi >= ABI_DEVICES)
        files |= IOCTL_DEV;
    return files;
}

int landlock_begin(int abi, bool connect)
{
    struct ruleset ruleset = {.files = handled_files(abi)};

    if (abi >= ABI_NETWORK)
        ruleset.network = connect ? BIND_TCP : BIND_TCP | CONNECT_TCP;
    if (abi >= ABI_SCOPE)
        ruleset.scope = ABSTRACT_SOCKETS | SIGNALS;
    return (int)syscall(CREATE_RULESET, &ruleset, sizeof ruleset, 0);
}

static uint64_t rights_of(unsigned files)
{
    uint64_t rights =
        files & (LANDLOCK_FILES_READ | LANDLOCK_FILES_WRITE | LANDLOCK_FILES_RUN) ? READ_FILE | READ_DIR : 0;

    if (files & LANDLOCK_FILES_WRITE)
        rights |= WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | MAKE_SYM | REFER | TRUNCATE;
    if (files & LANDLOCK_FILES_RUN)
        rights |= EXECUTE;
    if (files & LANDLOCK_FOLDERS_REMOVE)
        rights |= REMOVE_DIR;
    return rights;
}

void landlock_allow(int ruleset, int abi, const char *path, unsigned files)
{
    struct path_rule rule = {.files = rights_of(files) & handled_files(abi),
                             .fd = open(path, O_PATH | O_CLOEXEC)};
    struct stat about;

    if (rule.fd < 0)
        return;
    if (fstat(rule.fd, &about) == 0 && !S_ISDIR(about.st_mode))
        rule.files &= OF_FILES;
    if (rule.files) /* fails for a pipe, which no ruleset restricts */
        (void)syscall(ADD_RULE, ruleset, BELOW_PATH, &rule, 0);
    close(rule.fd);
}

bool landlock_enter(int ruleset)
{
    bool entered = syscall(RESTRICT_SELF, ruleset, 0) == 0;

    close(ruleset);
    return entered;
}
