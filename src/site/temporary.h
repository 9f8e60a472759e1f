/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SITE_TEMPORARY_H
#define TIPTOE_SITE_TEMPORARY_H

#include "base/span.h"

struct body;

/* Creates the temporary files of a tree. Only for this folder. */

struct temporaries {
    int dir;  /* of the temporary files, whose names are numbers */
    int tree; /* of the files that they become */
    _Atomic uint64_t next;
};

/* The content of a file: BODY or, if that is NULL, TEXT. */
struct content {
    struct span text;
    struct body *body;
    int64_t modified_ms; /* the time of the file, since 1970; 0: now */
};

/* A file that will replace or become another. */
struct temporary {
    bool again;    /* set by the caller: PATH is staged already, so temporary_make does not look for a file */
    bool same;     /* the file has this content already: there is no temporary file */
    bool replaces; /* the file exists */
    uint64_t number;
    uint64_t size;           /* of its content in bytes */
    uint64_t replaced_size;  /* of the file that it replaces; 0: none */
    int error, error_number; /* the reason for its absence, and errno */
};

/* Creates a temporary file with CONTENT, unless PATH has the same bytes. Flushes a body; the file of a
 * spooled one becomes the temporary file if the system allows that. Threads may call this together. */
void temporary_make(struct temporaries *temporaries, const char *path, const struct content *content,
                    struct temporary *temporary) NONNULL;

/* Renames the file to NAME in the directory PARENT. */
int temporary_rename(const struct temporaries *temporaries, const struct temporary *temporary, int parent,
                     const char *name) CHECKED;

/* Removes the file. */
void temporary_discard(const struct temporaries *temporaries, const struct temporary *temporary) NONNULL;

#endif
