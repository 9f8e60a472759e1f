/* SPDX-License-Identifier: MIT */
/* Loaded in front of libc (LD_PRELOAD): makes the kernel's Landlock look as old as ATTACK_ABI says, and at
 * the end of the program, when its work is done, does what an attacker with its powers would try: with the
 * files of the folder ATTACK, the port ATTACK_PORT, and programs. ATTACK_RESULT gets the names of all
 * attempts that were not refused. */
#include "config.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/net.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/span.h"

enum { CREATE_RULESET = 444, ARGUMENTS = 6 };

static struct {
    const char *folder, *inside;
    int result, tcp, server, local;
    struct sockaddr_in site;
    struct sockaddr_un name;
    socklen_t name_len;
} attack = {.result = -1};

/* The system call itself, without this library. */
static long call(long number, const long *a)
{
#if defined __x86_64__
    register long r10 __asm__("r10") = a[3];
    register long r8 __asm__("r8") = a[4];
    register long r9 __asm__("r9") = a[5];
    long got;

    __asm__ volatile("syscall"
                     : "=a"(got)
                     : "a"(number), "D"(a[0]), "S"(a[1]), "d"(a[2]), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
#elif defined __aarch64__
    register long x8 __asm__("x8") = number;
    register long got __asm__("x0") = a[0];
    register long x1 __asm__("x1") = a[1];
    register long x2 __asm__("x2") = a[2];
    register long x3 __asm__("x3") = a[3];
    register long x4 __asm__("x4") = a[4];
    register long x5 __asm__("x5") = a[5];

    __asm__ volatile("svc 0" : "+r"(got) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
#endif
    if (got >= 0 || got < -4095)
        return got;
    errno = (int)-got;
    return -1;
}

long syscall(long number, ...)
{
    const char *mask = getenv("ATTACK_ABI");
    long arguments[ARGUMENTS], most = mask ? atol(mask) : 99, got;
    va_list list;

    va_start(list, number);
    for (int i = 0; i < ARGUMENTS; i++)
        arguments[i] = va_arg(list, long);
    va_end(list);
    if (number == CREATE_RULESET && most == 0) {
        errno = ENOSYS;
        return -1;
    }
    got = call(number, arguments);
    return number == CREATE_RULESET && arguments[2] == 1 && got > most ? most : got;
}

/* Everything that needs a socket has one from before. */
__attribute__((constructor)) static void prepare(void)
{
    const char *path = getenv("ATTACK_RESULT"), *port = getenv("ATTACK_PORT");

    attack.folder = getenv("ATTACK");
    attack.inside = getenv("ATTACK_INSIDE");
    if (!path || !attack.folder)
        return;
    (void)unsetenv("LD_PRELOAD");
    attack.result = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    attack.tcp = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    attack.server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    attack.local = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    attack.site.sin_family = AF_INET;
    attack.site.sin_port = htons((uint16_t)atoi(port ? port : "0"));
    attack.site.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    attack.name.sun_family = AF_UNIX; /* an abstract one, which the kernel chooses */
    (void)bind(attack.server, (const struct sockaddr *)&attack.name, sizeof attack.name.sun_family);
    (void)listen(attack.server, 1);
    attack.name_len = sizeof attack.name;
    (void)getsockname(attack.server, (struct sockaddr *)&attack.name, &attack.name_len);
}

static void tell(const char *name)
{
    if (write(attack.result, name, strlen(name)) < 0 || write(attack.result, " ", 1) < 0)
        _exit(1);
}

/* Each attempt fails with EPERM or EACCES if it is refused. */
static int open_outside(const char *name, int flags)
{
    char path[4096];

    (void)snprintf(path, sizeof path, "%s/%s", attack.folder, name);
    return open(path, flags | O_CLOEXEC, 0666);
}

static int try_read(void)
{
    return open_outside("secret", O_RDONLY);
}

static int try_write(void)
{
    return open_outside("secret", O_WRONLY);
}

static int try_create(void)
{
    return open_outside("new", O_WRONLY | O_CREAT);
}

static int try_list(void)
{
    return open_outside(".", O_RDONLY | O_DIRECTORY);
}

static int try_remove(void)
{
    char path[4096];

    (void)snprintf(path, sizeof path, "%s/victim", attack.folder);
    return unlink(path);
}

static int try_truncate(void)
{
    char path[4096];

    (void)snprintf(path, sizeof path, "%s/secret", attack.folder);
    return truncate(path, 1);
}

/* Makes, changes or removes any file of the mirror but those that SQLite shares between processes. */
static int try_inside(void)
{
    static const char *const writable[] = {"mirror.db", "site/index.html", "report.html"};
    static const char *const removable[] = {"victim", "site/victim"};
    char path[4096];
    int done = -1;

    errno = EACCES;
    if (!attack.inside)
        return -1;
    (void)snprintf(path, sizeof path, "%s/site/attack", attack.inside);
    if (open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666) >= 0)
        done = 0;
    for (size_t i = 0; i < COUNT_OF(writable); i++) {
        (void)snprintf(path, sizeof path, "%s/%s", attack.inside, writable[i]);
        if (open(path, O_WRONLY | O_CLOEXEC) >= 0)
            done = 0;
    }
    for (size_t i = 0; i < COUNT_OF(removable); i++) {
        (void)snprintf(path, sizeof path, "%s/%s", attack.inside, removable[i]);
        if (unlink(path) == 0)
            done = 0;
    }
    errno = EACCES;
    return done;
}

static int try_run(void)
{
    pid_t child = fork();
    int how = 0;

    if (child == 0) {
        (void)execl("/bin/true", "true", NULL);
        _exit(errno);
    }
    (void)waitpid(child, &how, 0);
    errno = WEXITSTATUS(how);
    return errno ? -1 : 0;
}

static int try_socket(void)
{
    return socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

static int try_connect(void)
{
    return connect(attack.tcp, (const struct sockaddr *)&attack.site, sizeof attack.site);
}

static int try_bind(void)
{
    struct sockaddr_in any = {.sin_family = AF_INET};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    return bind(fd < 0 ? attack.tcp : fd, (const struct sockaddr *)&any, sizeof any);
}

static int try_abstract(void)
{
    return connect(attack.local, (const struct sockaddr *)&attack.name, attack.name_len);
}

static int try_signal(void)
{
    return kill(getppid(), 0);
}

static const struct {
    const char *name;
    int (*attempt)(void);
} attempts[] = {
    {"read", try_read},     {"write", try_write},     {"create", try_create},     {"list", try_list},
    {"remove", try_remove}, {"inside", try_inside},   {"truncate", try_truncate}, {"run", try_run},
    {"socket", try_socket}, {"connect", try_connect}, {"bind", try_bind},         {"abstract", try_abstract},
    {"signal", try_signal},
};

/* Calls with arguments that are never right, but for the socket, which is made: without a filter their error
 * is another one than EPERM, except for those that only root may make. */
static const struct {
    const char *name;
    long number, arguments[ARGUMENTS];
} calls[] = {
    {"unix", SYS_socket, {AF_UNIX, SOCK_STREAM}},
    {"fchmodat", SYS_fchmodat, {-1}},
    {"fchownat", SYS_fchownat, {-1}},
    {"setxattr", SYS_setxattr, {0}},
#ifndef SANITIZED
    {"ptrace", SYS_ptrace, {16, -1}},
#endif
    {"process_vm_readv", SYS_process_vm_readv, {-1}},
    {"process_vm_writev", SYS_process_vm_writev, {-1}},
    {"execveat", SYS_execveat, {-1, (long)"true"}},
    {"mount", SYS_mount, {0}},
    {"umount2", SYS_umount2, {0, -1}},
    {"fsopen", SYS_fsopen, {0}},
    {"open_tree", SYS_open_tree, {-1, 0, -1}},
    {"move_mount", SYS_move_mount, {-1, 0, -1, 0, -1}},
    {"chroot", SYS_chroot, {0}},
    {"bpf", SYS_bpf, {-1}},
    {"perf_event_open", SYS_perf_event_open, {0}},
    {"userfaultfd", SYS_userfaultfd, {-1}},
    {"io_uring_setup", SYS_io_uring_setup, {0}},
    {"keyctl", SYS_keyctl, {-1}},
    {"add_key", SYS_add_key, {0}},
    {"init_module", SYS_init_module, {0}},
    {"kexec_load", SYS_kexec_load, {0, -1}},
    {"unshare", SYS_unshare, {0}},
    {"setns", SYS_setns, {-1}},
    {"clone", SYS_clone, {CLONE_NEWUSER | CLONE_FS}},
    {"packet", SYS_socket, {AF_PACKET, -1}},
    {"alg", SYS_socket, {AF_ALG, -1}},
    {"raw", SYS_socket, {AF_INET, SOCK_RAW, IPPROTO_TCP}},
    {"sctp", SYS_socket, {AF_INET, SOCK_STREAM, IPPROTO_SCTP}},
    {"netfilter", SYS_socket, {AF_NETLINK, SOCK_RAW, NETLINK_NETFILTER}},
    {"vsock-pair", SYS_socketpair, {AF_VSOCK, -1}},
    {"shmget", SYS_shmget, {1, -1}},
    {"semget", SYS_semget, {1, -1}},
    {"msgget", SYS_msgget, {1}},
    {"mq_open", SYS_mq_open, {0}},
    {"prlimit64", SYS_prlimit64, {-1}},
    {"tiocsti", SYS_ioctl, {-1, TIOCSTI}},
#ifdef __x86_64__
    {"x32", 0x40000000 | SYS_getpid, {0}},
#endif
};

/* What a hostile mirror.db could do when SQLite first reads it. */
int sqlite3_open_v2(const char *path, void **db, int flags, const char *vfs)
{
    int (*next)(const char *, void **, int, const char *);
    const char *name = strrchr(path, '/'), *mask = getenv("ATTACK_ABI");
    const long nothing[ARGUMENTS] = {0};

    *(void **)&next = dlsym(RTLD_NEXT, "sqlite3_open_v2");
    if (attack.result >= 0 && name && strcmp(name, "/mirror.db") == 0 && access(path, F_OK) == 0 &&
        (call(SYS_unshare, nothing) >= 0 || ((!mask || atol(mask) > 0) && try_create() >= 0)))
        tell("early");
    return next(path, db, flags, vfs);
}

__attribute__((destructor)) static void attempt_all(void)
{
    if (attack.result < 0)
        return;
    for (size_t i = 0; i < COUNT_OF(attempts); i++)
        if (attempts[i].attempt() >= 0 || (errno != EACCES && errno != EPERM))
            tell(attempts[i].name);
    for (size_t i = 0; i < COUNT_OF(calls); i++)
        if (call(calls[i].number, calls[i].arguments) >= 0 || errno != EPERM)
            tell(calls[i].name);
    if (write(attack.result, "end\n", 4) < 0)
        _exit(1);
}
