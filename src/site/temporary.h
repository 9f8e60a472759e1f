/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SITE_TEMPORARY_H
#define TIPTOE_SITE_TEMPORARY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

struct body;

/* Makes the temporary files of a tree. For this folder alone. */

/* Two directories: of files, and of temporary ones, whose names are numbers. */
struct temporaries {
    int dir, tree;
    _Atomic uint64_t next;
};

/* What a file is to hold: TEXT, or what BODY has. */
struct content {
    struct span text;
    struct body *body;
};

/* A file that is to become another. */
struct temporary {
    bool again;    /* told by the caller: there will be a file by then, so it is not looked for */
    bool same;     /* the file has the content: none was made */
    bool replaces; /* the file is there */
    uint64_t number;
    int fd;                  /* -1 unless it replaces a file, and is to be synced by itself */
    int error, error_number; /* why there is none, and its errno */
};

/* Makes a temporary file of CONTENT, unless PATH has it. A body is flushed; a spooled one becomes the file
 * itself where the system allows that. Several threads may do so at once. */
void temporary_make(struct temporaries *temporaries, const char *path, const struct content *content,
                    struct temporary *temporary) __attribute__((nonnull));

/* Renames it to NAME in the directory PARENT. */
int temporary_rename(const struct temporaries *temporaries, struct temporary *temporary, int parent,
                     const char *name) __attribute__((nonnull, warn_unused_result));

/* Closes it, for one that others sync. */
void temporary_close(struct temporary *temporary) __attribute__((nonnull));

/* Removes it. */
void temporary_discard(const struct temporaries *temporaries, struct temporary *temporary)
    __attribute__((nonnull));

#endif
