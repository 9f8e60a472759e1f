/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_ERROR_H
#define TIPTOE_BASE_ERROR_H

/* Local failures. Functions return 0 or one of these; remote behaviour is never an error. */
enum error {
    ERROR_NONE = 0,
    ERROR_IO = -1,           /* reading or writing failed; errno has the reason */
    ERROR_DISK_FULL = -2,    /* no space, or a quota or file size limit is reached */
    ERROR_DATABASE = -3,     /* SQLite failed; the database object has its message */
    ERROR_NOT_FOUND = -4,    /* the object does not exist */
    ERROR_TOO_LARGE = -5,    /* a maximum of limits.h is exceeded */
    ERROR_INVALID = -6,      /* the input is malformed */
    ERROR_LOCKED = -7,       /* another run uses the mirror, or another URL the file */
    ERROR_TOO_NEW = -8,      /* written by a newer tiptoe */
    ERROR_CORRUPT = -9,      /* stored data contradicts itself */
    ERROR_UNSAFE_PATH = -10, /* the path leaves its directory or passes a symbolic link */
    ERROR_NO_LOCKS = -11,    /* the file system or the kernel has no locks on files */
    ERROR_READ_ONLY = -12,   /* no permission to write, or read-only media */
    ERROR_NO_TMPDIR = -13,   /* no temporary files can be made below $TMPDIR; errno has the reason */
    ERROR_END = -14          /* no more items; only for loops over items */
};

/* A short English phrase for an enum error; never NULL. */
const char *error_text(int error);

/* The enum error for an errno value; ERROR_IO for all without one of their own. */
int error_from_errno(int number);

#endif
