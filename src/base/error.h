/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_ERROR_H
#define TIPTOE_BASE_ERROR_H

#include <stdbool.h>

/* Local failures: name, number and text. Functions return 0 or one of these; remote behaviour is never an
 * error. errno has the reason of ERROR_IO, ERROR_NO_TMPDIR and ERROR_REFUSED. */
#define ERRORS(ROW)                                                                                          \
    ROW(ERROR_NONE, 0, "no error")                                                                           \
    /* the disk failed, or no such file can exist there */                                                   \
    ROW(ERROR_IO, -1, "input or output failed")                                                              \
    /* also a quota or a file size limit */                                                                  \
    ROW(ERROR_DISK_FULL, -2, "no space left")                                                                \
    /* the database object has the message of SQLite */                                                      \
    ROW(ERROR_DATABASE, -3, "the database failed")                                                           \
    ROW(ERROR_NOT_FOUND, -4, "not found")                                                                    \
    ROW(ERROR_TOO_LARGE, -5, "larger than the limit")                                                        \
    ROW(ERROR_INVALID, -6, "not valid")                                                                      \
    /* or another URL has the file */                                                                        \
    ROW(ERROR_LOCKED, -7, "in use by another run")                                                           \
    ROW(ERROR_TOO_NEW, -8, "written by a newer version of tiptoe")                                           \
    /* stored data contradicts itself */                                                                     \
    ROW(ERROR_CORRUPT, -9, "damaged")                                                                        \
    /* or a path that leaves its directory */                                                                \
    ROW(ERROR_UNSAFE_PATH, -10,                                                                              \
        "not a regular file of the mirror: a symbolic link, or a FIFO, socket or device")                    \
    ROW(ERROR_NO_LOCKS, -11, "files cannot be locked here")                                                  \
    ROW(ERROR_READ_ONLY, -12, "read-only here")                                                              \
    ROW(ERROR_NO_TMPDIR, -13, "temporary files cannot be written")                                           \
    /* this process may not, or has no memory or descriptors for it */                                       \
    ROW(ERROR_REFUSED, -14, "refused by this system")                                                        \
    /* only for loops over items */                                                                          \
    ROW(ERROR_END, -15, "no more items")                                                                     \
    ROW(ERROR_TIMEOUT, -16, "not finished in time")

#define ERROR_NUMBER(name, number, text) name = number,
enum error { ERRORS(ERROR_NUMBER) };
#undef ERROR_NUMBER

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
