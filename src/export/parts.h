/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_PARTS_H
#define TIPTOE_EXPORT_PARTS_H

#include "archive/warc.h"
#include "base/span.h"

struct buf;
struct mirror;

/* The URLs that the site has withdrawn (frontier/row.h). The archive may still have earlier answers of them,
 * which exports omit. */
struct withdrawn {
    struct withdrawn_url {
        uint64_t hash;
        bool omitted; /* at least one record */
    } * urls;         /* sorted by hash */
    size_t count, room;
    uint64_t key[2];
};

/* Adds all of them to a zeroed struct, which is an empty list. */
int withdrawn_read(struct withdrawn *withdrawn, struct mirror *mirror) CHECKED;
void withdrawn_release(struct withdrawn *withdrawn) NONNULL;

/* Returns the entry of a WARC-Target-URI; NULL if it is not withdrawn. */
struct withdrawn_url *withdrawn_find(const struct withdrawn *withdrawn, struct span target) NONNULL;

/* The WARC files of an export: those of the archive, each up to its committed length, and last one with the
 * files that only site/ has (of a mirror that archives documents) and a note about each withdrawn URL. */
struct parts {
    struct mirror *mirror;
    struct withdrawn withdrawn; /* URLs whose answers are omitted */
    struct part {
        int64_t id; /* in the frontier */
        struct warc_file file;
        int fd; /* without a name on the disk; -1: it is the archive's */
    } * all;
    size_t count, room;
};

/* Finds and makes them, without the answers of withdrawn URLs unless WITH_WITHDRAWN. 0, or an error with a
 * sentence in WHY. To be followed by parts_release either way. */
int parts_open(struct parts *parts, struct mirror *mirror, bool with_withdrawn, struct buf *why) CHECKED;
void parts_release(struct parts *parts) NONNULL;

/* Calls EACH for every file, open for reading, in order; stops at an error of it, with a sentence in WHY. */
typedef int part_reader(void *context, const struct warc_file *file, int fd);
int parts_each(const struct parts *parts, part_reader *each, void *context, struct buf *why) CHECKED;

#endif
