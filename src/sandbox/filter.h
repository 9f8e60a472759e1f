/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SANDBOX_FILTER_H
#define TIPTOE_SANDBOX_FILTER_H

#include <stdbool.h>

/* Defines SANITIZED in builds whose search for leaks reads /proc and stops threads with ptrace. */
#ifdef __SANITIZE_ADDRESS__
#define SANITIZED
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define SANITIZED
#endif
#endif

/* System calls that the filter allows, beside those that are never dangerous. */
struct filter_options {
    bool sockets;  /* socket and connect, for the internet and the routing table, */
    bool daemons;  /* and for this machine's daemons, by names of files */
    bool programs; /* execve and execveat, and changes of modes and owners */
};

/* Refuses all other dangerous system calls with EPERM, for all threads and what they start. Needs
 * no_new_privs. False if the kernel or the architecture has no such filter. */
bool filter_enter(const struct filter_options *options) CHECKED;

/* Keeps this process and all that it starts off the network, and refuses nothing else: sockets are of AF_UNIX
 * and AF_NETLINK only. Sets no_new_privs. False as above. */
bool filter_enter_offline(void) __attribute__((warn_unused_result));

#endif
