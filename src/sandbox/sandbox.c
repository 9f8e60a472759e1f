/* SPDX-License-Identifier: MIT */
/* Confines the program to the files that the command works on, and for a crawl, connections: an attacker who
 * runs code in it can use nothing else. The confinement is permanent, and holds for programs that it
 * starts. */
#include "config.h"

#include "sandbox/sandbox.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/span.h"
#include "sandbox/filter.h"
#include "sandbox/landlock.h"
#include "sandbox/system.h"

static const unsigned files_of[] = {
    [SANDBOX_READ] = LANDLOCK_FILES_READ,
    [SANDBOX_WRITE] = LANDLOCK_FILES_WRITE,
    [SANDBOX_APPEND] = LANDLOCK_FILES_WRITE,
    [SANDBOX_FOLDER] = LANDLOCK_FILES_WRITE,
};

/* Accesses that an older ABI cannot refuse. */
static const struct {
    int abi;
    const char *what;
} gaps[] = {{3, "truncation"}, {4, "TCP"}, {5, "devices"}, {6, "signals"}};

static void allow(void *context, const char *path, unsigned files)
{
    struct sandbox *sandbox = context;

    if (sandbox->ruleset >= 0)
        landlock_allow(sandbox->ruleset, sandbox->abi, path, files);
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
        allow_folder_of(sandbox, path,
                        access == SANDBOX_REMOVE ? LANDLOCK_FOLDERS_REMOVE : LANDLOCK_FILES_WRITE);
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
    sandbox->has_landlock = sandbox->ruleset >= 0 && landlock_enter(sandbox->ruleset);
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
