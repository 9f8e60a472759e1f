/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_ERROR_H
#define TIPTOE_BASE_ERROR_H

/* What the local world can do to us. Functions return 0 or one of these; what a remote does is never among
 * them. */
enum error {
    ERROR_NONE = 0,
    ERROR_IO = -1,          /* reading or writing failed; errno says how */
    ERROR_DISK_FULL = -2,   /* no room, or a quota or file size limit was met */
    ERROR_DATABASE = -3,    /* SQLite refused; the database object keeps its words */
    ERROR_NOT_FOUND = -4,   /* what was asked for is not there */
    ERROR_TOO_LARGE = -5,   /* a ceiling of limits.h was met */
    ERROR_INVALID = -6,     /* the input is not of the form it must have */
    ERROR_LOCKED = -7,      /* another run holds the mirror */
    ERROR_TOO_NEW = -8,     /* written by a newer tiptoe */
    ERROR_CORRUPT = -9,     /* stored data contradicts itself */
    ERROR_UNSAFE_PATH = -10 /* the path leaves its directory or passes a symbolic link */
};

/* A short English phrase for an enum error; never NULL. */
const char *error_text(int error);

/* The enum error for an errno value: full disks and unsafe paths are told from the rest. */
int error_from_errno(int number);

#endif
