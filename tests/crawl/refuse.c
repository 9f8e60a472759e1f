/* SPDX-License-Identifier: MIT */
/* refuse ERROR CALL COMMAND…: runs COMMAND where the kernel refuses the system call CALL with ERROR, ENOSYS
 * or EPERM, as older kernels and the profiles of containers do. A filter of seccomp also refuses what
 * syscall(2) and the libraries call, which a preloaded library would not see. Exit status 77: no such filter
 * here. */
#include "config.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
    const char *name;
    unsigned number;
} calls[] = {
    {"clone3", SYS_clone3},         {"epoll_create1", SYS_epoll_create1},
    {"faccessat2", SYS_faccessat2}, {"fchown", SYS_fchown},
    {"fdatasync", SYS_fdatasync},   {"flock", SYS_flock},
    {"fsync", SYS_fsync},           {"getrandom", SYS_getrandom},
    {"linkat", SYS_linkat},         {"madvise", SYS_madvise},
    {"mremap", SYS_mremap},         {"openat2", SYS_openat2},
    {"pipe2", SYS_pipe2},           {"prlimit64", SYS_prlimit64},
    {"renameat", SYS_renameat},     {"socketpair", SYS_socketpair},
    {"statx", SYS_statx},           {"syncfs", SYS_syncfs},
    {"sysinfo", SYS_sysinfo},
};

static int find_call(const char *name, unsigned *number)
{
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        *number = calls[i].number;
        if (strcmp(calls[i].name, name) == 0)
            return 1;
    }
    return 0;
}

int main(int count, char **words)
{
    unsigned number, error = count > 1 && strcmp(words[1], "EPERM") == 0 ? EPERM : ENOSYS;

    if (count < 4 || !find_call(words[2], &number)) {
        fprintf(stderr, "usage: refuse ENOSYS|EPERM CALL COMMAND…\n");
        return 2;
    }
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof steps / sizeof steps[0], .filter = steps};

    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0) {
        perror("refuse");
        return 77;
    }
    execvp(words[3], words + 3);
    perror(words[3]);
    return 2;
}
