/* SPDX-License-Identifier: MIT */
/* refuse ERROR CALL COMMAND…: runs COMMAND where the kernel refuses the system call CALL with ERROR (ENOSYS,
 * EPERM or ENODEV), as older kernels, the profiles of containers and some file systems do. A filter of
 * seccomp also refuses what syscall(2) and the libraries call, which a preloaded library would not see. Exit
 * status 77: no such filter here. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/span.h"

/* A call, or only those whose ARGUMENT has the bits VALUE under MASK. */
struct call {
    const char *name;
    unsigned number, argument, mask, value;
};

static const struct call calls[] = {
    {.name = "clone3", .number = SYS_clone3},
    {.name = "faccessat2", .number = SYS_faccessat2},
    {.name = "fchown", .number = SYS_fchown},
    {.name = "fdatasync", .number = SYS_fdatasync},
    {.name = "flock", .number = SYS_flock},
    {.name = "getrandom", .number = SYS_getrandom},
    {.name = "linkat", .number = SYS_linkat},
    {.name = "locks", .number = SYS_fcntl, .argument = 1, .mask = 0xffffffff, .value = F_SETLK},
    {.name = "madvise", .number = SYS_madvise},
    {.name = "mremap", .number = SYS_mremap},
    {.name = "openat2", .number = SYS_openat2},
    {.name = "renameat", .number = SYS_renameat},
    {.name = "shared-memory", .number = SYS_mmap, .argument = 3, .mask = MAP_TYPE, .value = MAP_SHARED},
    {.name = "socketpair", .number = SYS_socketpair},
    {.name = "statx", .number = SYS_statx},
    {.name = "syncfs", .number = SYS_syncfs},
    {.name = "sysinfo", .number = SYS_sysinfo},
};

static const struct call *find_call(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(calls); i++)
        if (strcmp(calls[i].name, name) == 0)
            return &calls[i];
    return NULL;
}

static unsigned find_error(const char *name)
{
    return strcmp(name, "EPERM") == 0 ? EPERM : strcmp(name, "ENODEV") == 0 ? ENODEV : ENOSYS;
}

int main(int count, char **words)
{
    const struct call *call = count > 3 ? find_call(words[2]) : NULL;

    if (!call) {
        fprintf(stderr, "usage: refuse ENOSYS|EPERM|ENODEV CALL COMMAND…\n");
        return 2;
    }
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call->number, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                 (unsigned)offsetof(struct seccomp_data, args) + 8 * call->argument),
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, call->mask),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call->value, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | find_error(words[1])),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = COUNT_OF(steps), .filter = steps};

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0) {
        perror("refuse");
        return 77;
    }
    execvp(words[3], words + 3);
    perror(words[3]);
    return 2;
}
