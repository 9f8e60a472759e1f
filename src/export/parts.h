/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_PARTS_H
#define TIPTOE_EXPORT_PARTS_H

#include <stddef.h>

#include "archive/warc.h"

struct buf;
struct mirror;

/* The WARC files of an export: those of the archive, each up to its committed length, and last one with the
 * files that only site/ has (of a mirror that archives documents). */
struct parts {
    struct mirror *mirror;
    struct warc_file *all;
    size_t count, room;
    int site_files; /* the last one, without a name on the disk; -1: no file is only in site/ */
};

/* Finds and makes them. 0, or an error with a sentence in WHY. To be followed by parts_release either way. */
int parts_open(struct parts *parts, struct mirror *mirror, struct buf *why)
    __attribute__((nonnull, warn_unused_result));
void parts_release(struct parts *parts) __attribute__((nonnull));

/* Calls EACH for every file, open for reading, in order; stops at an error of it, with a sentence in WHY. */
typedef int part_reader(void *context, const struct warc_file *file, int fd);
int parts_each(const struct parts *parts, part_reader *each, void *context, struct buf *why)
    __attribute__((nonnull, warn_unused_result));

#endif
