/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_PARTS_H
#define TIPTOE_EXPORT_PARTS_H

#include "archive/warc.h"
#include "mirror/capture_reader.h"

struct frontier_move;
struct gzip_maker;
struct mirror;

/* URLs whose answers copies of the archive omit, such as those that the site has withdrawn (frontier/row.h).
 */
struct withdrawn {
    struct withdrawn_url {
        uint64_t hash;
        bool omitted; /* at least one record */
    } * urls;         /* sorted by hash */
    size_t count, room;
    uint64_t key[2];
};

/* Adds the answered URLs that are withdrawn, or with FITS, those that fit, to a zeroed struct, which is an
 * empty list. Always to be followed by withdrawn_release. */
typedef bool withdrawn_test(void *context, struct span url);
int withdrawn_read(struct withdrawn *withdrawn, struct mirror *mirror, withdrawn_test *fits, void *context)
    __attribute__((nonnull(1, 2), warn_unused_result));
void withdrawn_release(struct withdrawn *withdrawn) NONNULL;

/* Returns the entry of a WARC-Target-URI, however it spells the URL; NULL without one. */
struct withdrawn_url *withdrawn_find(const struct withdrawn *withdrawn, struct span target) NONNULL;

/* Calls EACH for every WARC file of an export, open for reading, in order: those of the archive, each up to
 * its committed length and without the answers of WITHDRAWN URLs, and last one with the files that only site/
 * has (of a mirror that archives documents) and a note about each URL of which answers were omitted. Stops at
 * an error, with a sentence in WHY. */
typedef int part_reader(void *context, const struct warc_file *file, int fd);
int parts_each(struct mirror *mirror, const struct withdrawn *withdrawn, part_reader *each, void *context,
               struct buf *why) CHECKED;

/* The name of the file with what only site/ has. */
#define SITE_FILES_NAME "site-files.warc.gz"

/* Writes it to FD: resource records, each file of site/ whose answer the archive lacks, and metadata records,
 * one for each WITHDRAWN URL of which answers were omitted. LEN is its length, 0 if it would have no record.
 * The same mirror gives the same bytes. A missing or damaged file is reported and left out. */
int site_files_write(struct mirror *mirror, const struct withdrawn *withdrawn, int fd, uint64_t *len) CHECKED;

/* Copies files of the archive without the records of some URLs: the answers of withdrawn ones, with what
 * belongs to them. With IS_FORGOTTEN, also without all other records of these URLs and of those for which it
 * returns true; metadata records name them. A revisit has no body: it refers to the record of another URL
 * with the same content. If that is omitted, the revisit would refer to nothing: it becomes a complete
 * response. */
struct copier {
    struct mirror *mirror;
    const struct withdrawn *withdrawn;
    withdrawn_test *is_forgotten;                                  /* or NULL; of a WARC-Target-URI */
    int (*moved)(void *context, const struct frontier_move *move); /* takes the new places of records */
    void *context;
    struct capture_reader reader;
    size_t next;    /* the next capture in the order of the files */
    struct url url; /* of a capture */
    struct gzip_maker *maker;
    struct digest digest;
    struct buf head, before;  /* of the record; of its block */
    struct buf answer;        /* the id of the last omitted answer */
    int64_t file;             /* the id of the current file */
    const char *name;         /* of the copy in tmp/; NULL: it has none on the disk */
    int from, to;             /* TO is -1 if nothing was changed yet */
    uint64_t copied, written; /* bytes of the one and of the other */
};

/* Indexes the archive, after the members up to CONTEXT are set. To be followed by copier_close, also after an
 * error. */
int copier_open(struct copier *copier) CHECKED;
void copier_close(struct copier *copier) NONNULL;

/* Copies the file with the id `file`, of LEN bytes, if any of its records changes, from `from` to `to`, which
 * was -1, and sets LEN to that of the copy. Files come in the order of their ids. ERROR_INVALID if a record
 * to be changed shares its gzip member with another. */
int copier_copy(struct copier *copier, uint64_t *len) CHECKED;

#endif
