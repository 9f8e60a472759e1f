/* SPDX-License-Identifier: MIT */
/* Confines the program to the files that the command works on, and for a crawl, connections: an attacker who
 * runs code in it can use nothing else. The confinement is permanent, and holds for programs that it
 * starts. Files and the network are restricted by Landlock's three system calls: the headers and C library of
 * Debian 12 are older than the kernels that run there. A right that an older kernel cannot refuse is left out
 * of the ruleset. */
#include "config.h"

#include "sandbox/sandbox.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/span.h"
#include "sandbox/filter.h"
#include "sandbox/system.h"

static const unsigned files_of[] = {
    [SANDBOX_READ] = SYSTEM_FILES_READ,
    [SANDBOX_WRITE] = SYSTEM_FILES_WRITE,
    [SANDBOX_APPEND] = SYSTEM_FILES_WRITE,
    [SANDBOX_FOLDER] = SYSTEM_FILES_WRITE,
};

/* Accesses that an older ABI cannot refuse. */
static const struct {
    int abi;
    const char *what;
} gaps[] = {{3, "truncation"}, {4, "TCP"}, {5, "devices"}, {6, "signals"}};

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

/* Returns the ABI of the kernel, at most the newest known here; 0 if it cannot restrict a mirror. */
static int landlock_abi(void)
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

/* Begins a ruleset in which nothing is allowed, except TCP connections with CONNECT. Returns its descriptor,
 * or -1. */
static int landlock_begin(int abi, bool connect)
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
        files & (SYSTEM_FILES_READ | SYSTEM_FILES_WRITE | SYSTEM_FILES_RUN) ? READ_FILE | READ_DIR : 0;

    if (files & SYSTEM_FILES_WRITE)
        rights |= WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | MAKE_SYM | REFER | TRUNCATE;
    if (files & SYSTEM_FILES_RUN)
        rights |= EXECUTE;
    if (files & SYSTEM_FOLDERS_REMOVE)
        rights |= REMOVE_DIR;
    return rights;
}

/* Allows FILES, of enum system_files, at PATH and below it. A PATH that is missing changes nothing. */
static void allow(void *context, const char *path, unsigned files)
{
    struct sandbox *sandbox = context;
    struct path_rule rule = {.files = rights_of(files) & handled_files(sandbox->abi), .fd = -1};
    struct stat about;

    if (sandbox->ruleset >= 0)
        rule.fd = open(path, O_PATH | O_CLOEXEC);
    if (rule.fd < 0)
        return;
    if (fstat(rule.fd, &about) == 0 && !S_ISDIR(about.st_mode))
        rule.files &= OF_FILES;
    if (rule.files) /* fails for a pipe, which no ruleset restricts */
        (void)syscall(ADD_RULE, sandbox->ruleset, BELOW_PATH, &rule, 0);
    close(rule.fd);
}

void sandbox_begin(struct sandbox *sandbox, enum sandbox_mode mode, unsigned powers)
{
    if (mode != SANDBOX_OFF && powers & SANDBOX_CONNECT)
        system_load_network();
    *sandbox = (struct sandbox){.mode = mode, .powers = powers, .ruleset = -1};
    if (mode == SANDBOX_OFF || powers & SANDBOX_ALL_FILES)
        return;
    sandbox->abi = landlock_abi();
    if (sandbox->abi > 0)
        sandbox->ruleset = landlock_begin(sandbox->abi, powers & SANDBOX_CONNECT);
    if (sandbox->ruleset >= 0)
        system_paths(powers & SANDBOX_CONNECT, powers & SANDBOX_PROGRAMS, allow, sandbox);
}

/* Allows FILES in the folder that PATH's last part is in. */
static void allow_folder_of(struct sandbox *sandbox, const char *path, unsigned files)
{
    size_t len = strlen(path);
    char folder[PATH_MAX] = ".";

    while (len > 1 && path[len - 1] == '/')
        len--;
    while (len > 0 && path[len - 1] != '/')
        len--;
    if (len > 0 && len < sizeof folder)
        (void)snprintf(folder, sizeof folder, "%.*s", (int)len, path);
    allow(sandbox, folder, files);
}

void sandbox_allow(struct sandbox *sandbox, const char *path, enum sandbox_access access)
{
    int fd;

    if (sandbox->ruleset < 0 || access == SANDBOX_NOTHING)
        return;
    if (access == SANDBOX_WRITE_BESIDE || access == SANDBOX_REMOVE) {
        allow_folder_of(sandbox, path, access == SANDBOX_REMOVE ? SYSTEM_FOLDERS_REMOVE : SYSTEM_FILES_WRITE);
        return;
    }
    if (access == SANDBOX_APPEND) {
        fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0)
            close(fd);
    }
    if (access == SANDBOX_FOLDER)
        (void)mkdir(path, 0777);
    allow(sandbox, path, files_of[access]);
}

bool sandbox_enter(struct sandbox *sandbox)
{
    struct filter_options options = {.sockets = sandbox->powers & SANDBOX_CONNECT,
                                     .daemons = sandbox->powers & SANDBOX_CONNECT && system_asks_daemons(),
                                     .programs = sandbox->powers & SANDBOX_PROGRAMS};

    if (sandbox->mode == SANDBOX_OFF)
        return true;
    (void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (sandbox->ruleset >= 0) {
        sandbox->has_landlock = syscall(RESTRICT_SELF, sandbox->ruleset, 0) == 0;
        close(sandbox->ruleset);
    }
    sandbox->has_filter = filter_enter(&options);
    return sandbox->mode != SANDBOX_REQUIRE ||
           (sandbox->has_filter && (sandbox->has_landlock || sandbox->powers & SANDBOX_ALL_FILES));
}

void sandbox_describe(const struct sandbox *sandbox, char text[SANDBOX_TEXT_SIZE])
{
    char missing[80] = "";
    size_t len = 0;

    if (sandbox->mode == SANDBOX_OFF) {
        (void)snprintf(text, SANDBOX_TEXT_SIZE, "off");
        return;
    }
    for (size_t i = 0; sandbox->has_landlock && i < COUNT_OF(gaps); i++) {
        if (sandbox->abi < gaps[i].abi)
            len += (size_t)snprintf(missing + len, sizeof missing - len, "%s%s", len > 0 ? ", " : " without ",
                                    gaps[i].what);
    }
    if (sandbox->has_landlock)
        (void)snprintf(text, SANDBOX_TEXT_SIZE, "Landlock ABI %d%s; %s", sandbox->abi, missing,
                       sandbox->has_filter ? "seccomp" : "no seccomp");
    else
        (void)snprintf(text, SANDBOX_TEXT_SIZE, "%s",
                       sandbox->has_filter ? "seccomp; no Landlock" : "neither Landlock nor seccomp");
}
