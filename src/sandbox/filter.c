/* SPDX-License-Identifier: MIT */
/* Refuses system calls by a list, in the kernel's packet filter language (seccomp). A list of calls to allow
 * would break with every new version of the C library, libcurl or SQLite. The list has calls that run
 * programs, reach into other processes, or have most of the kernel's privilege escalations, and that tiptoe
 * and its libraries never need. */
#include "config.h"

#include "sandbox/filter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/netlink.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/span.h"

#if defined __x86_64__ && defined __LP64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__ && defined __LP64__ && defined __AARCH64EL__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

/* On x86_64, calls of the x32 ABI have the same architecture, and this bit. No other number is as large. */
enum { X32 = 0x40000000 };
enum { FILTER_MAX = 320 };

/* Calls with numbers that older headers lack. */
enum { FCHMODAT2 = 452, OPEN_TREE_ATTR = 467 };

/* clang-format off */
static const int never[] = {
    /* other processes */
#ifndef SANITIZED /* a search for leaks stops the other threads with it */
    SYS_ptrace,
#endif
    SYS_process_vm_readv, SYS_process_vm_writev, SYS_process_madvise, SYS_pidfd_getfd, SYS_kcmp,
    SYS_shmget, SYS_shmat, SYS_shmctl, SYS_semget, SYS_semop, SYS_semtimedop, SYS_semctl, SYS_msgget,
    SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_mq_open, SYS_mq_unlink,
    /* file systems */
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_open_tree, OPEN_TREE_ATTR, SYS_move_mount,
    SYS_fsopen, SYS_fsconfig, SYS_fsmount, SYS_fspick, SYS_mount_setattr, SYS_swapon, SYS_swapoff,
    SYS_open_by_handle_at,
    /* large parts of the kernel */
    SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_io_uring_setup, SYS_io_uring_enter,
    SYS_io_uring_register, SYS_keyctl, SYS_add_key, SYS_request_key,
    /* the machine, and namespaces */
    SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_kexec_file_load, SYS_reboot,
    SYS_acct, SYS_quotactl, SYS_syslog, SYS_settimeofday, SYS_clock_settime, SYS_sethostname,
    SYS_setdomainname, SYS_unshare, SYS_setns,
#ifdef __x86_64__
    SYS_iopl, SYS_ioperm, SYS_modify_ldt,
#endif
};
static const int programs[] = {SYS_execve, SYS_execveat};
/* Landlock does not restrict these, which name any file. */
static const int attributes[] = {
#ifdef __x86_64__
    SYS_chmod, SYS_chown, SYS_lchown,
#endif
    SYS_fchmodat, FCHMODAT2, SYS_fchownat, SYS_setxattr, SYS_lsetxattr, SYS_removexattr, SYS_lremovexattr,
};
static const int sockets[] = {SYS_socket, SYS_connect, SYS_bind, SYS_listen};
static const int families[] = {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK};
static const int families_of_machine[] = {AF_UNIX, AF_NETLINK};
static const int own_process[] = {0};
static const int terminals[] = {TIOCSTI, TIOCLINUX}; /* these type into the terminal, for the shell to run */
static const int namespaces[] = {
    CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET,
};
/* clang-format on */

#define REFUSE (SECCOMP_RET_ERRNO | EPERM)

/* The steps of a filter: loading a member of struct seccomp_data, a comparison, and the end. YES and NO are
 * the numbers of the next steps that a comparison skips. */
#define LOAD(member)                                                                                         \
    ((struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member)))
#define COMPARE(test, value, yes, no)                                                                        \
    ((struct sock_filter)BPF_JUMP(BPF_JMP | (test) | BPF_K, (uint32_t)(value), (yes), (no)))
#define END(verdict) ((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, (verdict)))

/* A filter while it is written. */
struct program {
    struct sock_filter code[FILTER_MAX];
    size_t len;
};

static void add(struct program *program, struct sock_filter step)
{
    if (program->len == FILTER_MAX)
        die("the filter of system calls is too long");
    program->code[program->len++] = step;
}

static void judge(struct program *program, int call, uint32_t verdict)
{
    add(program, COMPARE(BPF_JEQ, call, 0, 1));
    add(program, END(verdict));
}

static void refuse_all(struct program *program, const int *calls, size_t count)
{
    for (size_t i = 0; i < count; i++)
        judge(program, calls[i], REFUSE);
}

/* Judges CALL by its argument INDEX, of which 32 bits count. TEST, a jump, compares it with each of VALUES.
 */
static void judge_argument(struct program *program, int call, unsigned index, unsigned test,
                           const int *values, size_t count, uint32_t found, uint32_t otherwise)
{
    add(program, COMPARE(BPF_JEQ, call, 0, (uint8_t)(count + 3)));
    add(program, LOAD(args[index]));
    for (size_t i = 0; i < count; i++)
        add(program, COMPARE(test, values[i], (uint8_t)(count - i), 0));
    add(program, END(otherwise));
    add(program, END(found));
}

/* Judges socket calls: TCP and UDP pass, raw packets and protocols that load modules do not; of netlink, the
 * list of addresses passes. */
static void judge_socket(struct program *program, const struct filter_options *options)
{
    enum { WITHOUT_FLAGS = 0xf };

    const struct sock_filter steps[] = {
        COMPARE(BPF_JEQ, SYS_socket, 0, 15), /* to the end of the list */
        LOAD(args[0]),
        COMPARE(BPF_JEQ, AF_NETLINK, 9, 0), /* to the second LOAD(args[2]) */
        COMPARE(BPF_JEQ, AF_INET, 2, 0),
        COMPARE(BPF_JEQ, options->daemons ? AF_UNIX : AF_INET, 1, 0),
        COMPARE(BPF_JEQ, AF_INET6, 0, 8), /* to END(REFUSE) */
        LOAD(args[1]),
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, WITHOUT_FLAGS),
        COMPARE(BPF_JGT, SOCK_DGRAM, 5, 0), /* to END(REFUSE) */
        LOAD(args[2]),
        COMPARE(BPF_JEQ, IPPROTO_TCP, 4, 0), /* to the last step */
        COMPARE(BPF_JEQ, IPPROTO_UDP, 3, 0),
        LOAD(args[2]),
        COMPARE(BPF_JEQ, NETLINK_ROUTE, 1, 0), /* 0, any for the others */
        END(REFUSE),
        END(SECCOMP_RET_ALLOW),
    };

    for (size_t i = 0; i < COUNT_OF(steps); i++)
        add(program, steps[i]);
}

/* Begins a filter: refuses the calls of other architectures. */
static void begin(struct program *program)
{
    add(program, LOAD(arch));
    add(program, COMPARE(BPF_JEQ, ARCHITECTURE, 1, 0));
    add(program, END(REFUSE));
    add(program, LOAD(nr));
    add(program, COMPARE(BPF_JGE, X32, 0, 1));
    add(program, END(REFUSE));
}

static void write_filter(struct program *program, const struct filter_options *options)
{
    begin(program);
    refuse_all(program, never, COUNT_OF(never));
    if (!options->programs) {
        refuse_all(program, programs, COUNT_OF(programs));
        refuse_all(program, attributes, COUNT_OF(attributes));
    }
    if (!options->sockets)
        refuse_all(program, sockets, COUNT_OF(sockets));
    judge(program, SYS_clone3, SECCOMP_RET_ERRNO | ENOSYS); /* its flags are in memory: clone instead */
    judge_socket(program, options);
    judge_argument(program, SYS_socketpair, 0, BPF_JEQ, families, COUNT_OF(families), SECCOMP_RET_ALLOW,
                   REFUSE);
    judge_argument(program, SYS_prlimit64, 0, BPF_JEQ, own_process, COUNT_OF(own_process), SECCOMP_RET_ALLOW,
                   REFUSE);
    judge_argument(program, SYS_clone, 0, BPF_JSET, namespaces, COUNT_OF(namespaces), REFUSE,
                   SECCOMP_RET_ALLOW);
    judge_argument(program, SYS_ioctl, 1, BPF_JEQ, terminals, COUNT_OF(terminals), REFUSE, SECCOMP_RET_ALLOW);
}

/* Ends the filter, and enters it. SPEC_ALLOW: older kernels otherwise slow down everything against attacks by
 * code in a sandbox. */
static bool enter(struct program *program)
{
    struct sock_fprog given = {.filter = program->code};

    add(program, END(SECCOMP_RET_ALLOW));
    given.len = (unsigned short)program->len;
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                   SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_SPEC_ALLOW, &given) == 0;
}

bool filter_enter(const struct filter_options *options)
{
    struct program program = {.len = 0};

    write_filter(&program, options);
    return enter(&program);
}

/* Refuses io_uring, too, which makes sockets without socket(2). */
bool filter_enter_offline(void)
{
    struct program program = {.len = 0};

    begin(&program);
    judge(&program, SYS_io_uring_setup, SECCOMP_RET_ERRNO | ENOSYS);
    judge_argument(&program, SYS_socket, 0, BPF_JEQ, families_of_machine, COUNT_OF(families_of_machine),
                   SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO | EAFNOSUPPORT);
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && enter(&program);
}

#else

bool filter_enter(const struct filter_options *options)
{
    (void)options;
    return false;
}

bool filter_enter_offline(void)
{
    return false;
}

#endif
