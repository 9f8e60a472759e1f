/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_ERROR_H
#define TIPTOE_BASE_ERROR_H

#include <stdbool.h>

/* Local failures. Functions return 0 or one of these; remote behaviour is never an error. */
enum error {
    ERROR_NONE = 0,
    ERROR_IO = -1,           /* the disk failed, or no such file can exist there; errno has the reason */
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
    ERROR_NO_TMPDIR = -13,   /* temporary files cannot be created or written; errno has the reason */
    ERROR_REFUSED = -14, /* this process may not, or has no memory or descriptors for it; errno has which */
    ERROR_END = -15      /* no more items; only for loops over items */
};

/* Returns a short English phrase for an enum error; never NULL. */
const char *error_text(int error);

/* Returns the same, or for errors whose reason is an errno, the text of NUMBER, the errno of that time. */
const char *error_reason(int error, int number);

/* Returns the enum error for an errno value; ERROR_REFUSED for all without one of their own. */
int error_from_errno(int number);

/* Turns an error of a temporary file into one that says nothing about what is stored: ERROR_DISK_FULL, else
 * ERROR_NO_TMPDIR. */
int error_of_temporary(int error);

/* Returns whether ERROR, from reading something stored, says that it is damaged or missing. All other errors
 * are of this machine or this process, and what is stored may be whole. */
bool error_is_damage(int error);

#endif
