/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SANDBOX_SANDBOX_H
#define TIPTOE_SANDBOX_SANDBOX_H

#include <stdbool.h>

/* Powers of a command beside working with its files. */
enum sandbox_power {
    SANDBOX_CONNECT = 1,  /* look up names, and connect; without it, no sockets are made */
    SANDBOX_PROGRAMS = 2, /* run other programs */
    SANDBOX_ALL_FILES = 4 /* until a second sandbox restricts them */
};

/* Rights of a command to a file, or to everything below a folder. */
enum sandbox_access {
    SANDBOX_NOTHING,
    SANDBOX_READ,
    SANDBOX_READ_DATABASE, /* a file, and the log of a database beside it */
    SANDBOX_WRITE,         /* and read, make, rename and remove */
    SANDBOX_WRITE_BESIDE,  /* the same in the folder that has it: for a file that is replaced */
    SANDBOX_APPEND,        /* to one file, which is created if it is missing */
    SANDBOX_FOLDER,        /* as SANDBOX_WRITE, and the folder is created if it is missing */
    SANDBOX_REMOVE         /* a folder that is empty, and those beside it */
};

enum sandbox_mode {
    SANDBOX_AUTO, /* as much as this kernel can */
    SANDBOX_REQUIRE,
    SANDBOX_OFF
};

enum { SANDBOX_TEXT_SIZE = 160 };

/* A sandbox while it is built: begin, allow any number of paths, enter. Files that are open before stay
 * open. */
struct sandbox {
    enum sandbox_mode mode;
    unsigned powers;
    int abi, ruleset; /* of Landlock; 0 and -1 without it */
    bool has_landlock, has_filter;
};

/* Begins with the files that the program's libraries need for POWERS (bits of enum sandbox_power). */
void sandbox_begin(struct sandbox *sandbox, enum sandbox_mode mode, unsigned powers) NONNULL;

/* Allows ACCESS at PATH, through symbolic links. A missing PATH is not an error, and stays missing. */
void sandbox_allow(struct sandbox *sandbox, const char *path, enum sandbox_access access) NONNULL;

/* Puts no_new_privs, Landlock and the filter of system calls in force for ever, without parts that this
 * kernel lacks. The program must not have started a thread. Returns false if a required part is missing. */
bool sandbox_enter(struct sandbox *sandbox) NONNULL;

/* Describes the sandbox that is in force: "Landlock ABI 7, seccomp". */
void sandbox_describe(const struct sandbox *sandbox, char text[SANDBOX_TEXT_SIZE]) NONNULL;

#endif
