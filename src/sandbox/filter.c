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
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/span.h"
#include "sandbox/sanitized.h"

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
static const int own_process[] = {0};
static const int terminals[] = {TIOCSTI, TIOCLINUX}; /* these type into the terminal, for the shell to run */
static const int namespaces[] = {
    CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET,
};
/* clang-format on */

#define REFUSE (SECCOMP_RET_ERRNO | EPERM)

/* The target of a jump: the next instruction, or a place of the same rule that is marked later. */
enum label { NEXT, FOUND, TYPE, NETLINK, REFUSED, ALLOWED, OTHERS, LABELS };

/* A filter while it is written. */
struct program {
    struct sock_filter code[FILTER_MAX]; /* of the rule that is being written, jumps have labels */
    size_t len, rule, place[LABELS];
};

static void add(struct program *program, unsigned operation, uint32_t operand, enum label yes, enum label no)
{
    program->code[program->len++] =
        (struct sock_filter){(uint16_t)operation, (uint8_t)yes, (uint8_t)no, operand};
}

static void load(struct program *program, size_t offset)
{
    add(program, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, NEXT, NEXT);
}

static void compare(struct program *program, unsigned test, int operand, enum label yes, enum label no)
{
    add(program, BPF_JMP | test | BPF_K, (uint32_t)operand, yes, no);
}

static void end(struct program *program, uint32_t verdict)
{
    add(program, BPF_RET | BPF_K, verdict, NEXT, NEXT);
}

static void mark(struct program *program, enum label label)
{
    program->place[label] = program->len;
}

static uint8_t distance(const struct program *program, size_t from, uint8_t label)
{
    size_t to = label == NEXT ? from + 1 : program->place[label];

    if (to <= from || to - from - 1 > UINT8_MAX)
        die("a jump in the filter of system calls has no target");
    return (uint8_t)(to - from - 1);
}

/* Ends a rule: OTHERS is what follows it. */
static void end_rule(struct program *program)
{
    mark(program, OTHERS);
    for (; program->rule < program->len; program->rule++) {
        struct sock_filter *step = &program->code[program->rule];

        if (BPF_CLASS(step->code) == BPF_JMP) {
            step->jt = distance(program, program->rule, step->jt);
            step->jf = distance(program, program->rule, step->jf);
        }
    }
}

static void judge(struct program *program, int call, uint32_t verdict)
{
    compare(program, BPF_JEQ, call, NEXT, OTHERS);
    end(program, verdict);
    end_rule(program);
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
    compare(program, BPF_JEQ, call, NEXT, OTHERS);
    load(program, offsetof(struct seccomp_data, args) + index * sizeof(uint64_t));
    for (size_t i = 0; i < count; i++)
        compare(program, test, values[i], FOUND, NEXT);
    end(program, otherwise);
    mark(program, FOUND);
    end(program, found);
    end_rule(program);
}

/* Judges socket calls: TCP and UDP pass, raw packets and protocols that load modules do not; of netlink, the
 * list of addresses passes. */
static void judge_socket(struct program *program, const struct filter_options *options)
{
    enum { WITHOUT_FLAGS = 0xf };

    compare(program, BPF_JEQ, SYS_socket, NEXT, OTHERS);
    load(program, offsetof(struct seccomp_data, args[0]));
    compare(program, BPF_JEQ, AF_NETLINK, NETLINK, NEXT);
    compare(program, BPF_JEQ, AF_INET, TYPE, NEXT);
    compare(program, BPF_JEQ, options->daemons ? AF_UNIX : AF_INET, TYPE, NEXT);
    compare(program, BPF_JEQ, AF_INET6, TYPE, REFUSED);
    mark(program, TYPE);
    load(program, offsetof(struct seccomp_data, args[1]));
    add(program, BPF_ALU | BPF_AND | BPF_K, WITHOUT_FLAGS, NEXT, NEXT);
    compare(program, BPF_JGT, SOCK_DGRAM, REFUSED, NEXT);
    load(program, offsetof(struct seccomp_data, args[2]));
    compare(program, BPF_JEQ, IPPROTO_TCP, ALLOWED, NEXT);
    compare(program, BPF_JEQ, IPPROTO_UDP, ALLOWED, NEXT);
    mark(program, NETLINK);
    load(program, offsetof(struct seccomp_data, args[2]));
    compare(program, BPF_JEQ, NETLINK_ROUTE, ALLOWED, REFUSED); /* 0, any for the others */
    mark(program, REFUSED);
    end(program, REFUSE);
    mark(program, ALLOWED);
    end(program, SECCOMP_RET_ALLOW);
    end_rule(program);
}

static void write_filter(struct program *program, const struct filter_options *options)
{
    load(program, offsetof(struct seccomp_data, arch));
    compare(program, BPF_JEQ, (int)ARCHITECTURE, OTHERS, NEXT);
    end(program, REFUSE);
    end_rule(program);
    load(program, offsetof(struct seccomp_data, nr));
    compare(program, BPF_JGE, X32, NEXT, OTHERS);
    end(program, REFUSE);
    end_rule(program);
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
    end(program, SECCOMP_RET_ALLOW);
}

/* Enters the filter. SPEC_ALLOW: older kernels otherwise slow down everything against attacks by code in a
 * sandbox. */
bool filter_enter(const struct filter_options *options)
{
    struct program program = {.len = 0};
    struct sock_fprog given = {.filter = program.code};

    write_filter(&program, options);
    given.len = (unsigned short)program.len;
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                   SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_SPEC_ALLOW, &given) == 0;
}

#else

bool filter_enter(const struct filter_options *options)
{
    (void)options;
    return false;
}

#endif
