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

/* Adds all of them to a zeroed struct, which is an empty list. Always to be followed by withdrawn_release. */
int withdrawn_read(struct withdrawn *withdrawn, struct mirror *mirror) CHECKED;
void withdrawn_release(struct withdrawn *withdrawn) NONNULL;

/* Returns the entry of a WARC-Target-URI; NULL if it is not withdrawn. */
struct withdrawn_url *withdrawn_find(const struct withdrawn *withdrawn, struct span target) NONNULL;

/* Calls EACH for every WARC file of an export, open for reading, in order: those of the archive, each up to
 * its committed length and without the answers of WITHDRAWN URLs, and last one with the files that only site/
 * has (of a mirror that archives documents) and a note about each URL of which answers were omitted. Stops at
 * an error, with a sentence in WHY. */
typedef int part_reader(void *context, const struct warc_file *file, int fd);
int parts_each(struct mirror *mirror, const struct withdrawn *withdrawn, part_reader *each, void *context,
               struct buf *why) CHECKED;

#endif
