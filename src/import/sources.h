/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_IMPORT_SOURCES_H
#define TIPTOE_IMPORT_SOURCES_H

#include "base/buf.h"

/* The WARC files of an import or a check. Those inside packages (WACZ, also of packages) and files that zstd
 * compressed are unpacked to unnamed files, below the current directory or, if that cannot be written to,
 * $TMPDIR or /tmp. A package may hold 100 times as much as it has bytes. */
struct source {
    char *label; /* its path, or "PACKAGE: path in it" */
    int fd;
};

struct sources {
    struct source *all;
    size_t count, room, damaged;
    struct buf list;  /* the name and size of each file that the user gave, a line each */
    struct buf pages; /* the URLs of the pages that packages name, the best start page first, a line each */
    uint64_t budget;  /* bytes that may be unpacked yet */
    struct buf *why;
};

/* Opens COUNT files. ERROR_INVALID for a file that is not an archive of WARC records, or the error of reading
 * one; WHY then has a sentence. A damaged part of a package is left out, counted and reported. To be followed
 * by sources_release either way. */
int sources_open(struct sources *sources, char *const *paths, size_t count, struct buf *why) CHECKED;
void sources_release(struct sources *sources) NONNULL;

#endif
