/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_IMPORT_SOURCES_H
#define TIPTOE_IMPORT_SOURCES_H

#include "base/buf.h"

struct mirror;
struct url;

/* The WARC files of an import or a check. Those inside packages (WACZ, also of packages) and files that zstd
 * compressed are unpacked to unnamed files, below the current directory or, if that cannot be written to,
 * $TMPDIR or /tmp. A package may hold 100 times as much as it has bytes. A folder becomes an unnamed file of
 * records (folder_read). */
struct source {
    char *label; /* its path, or "PACKAGE: path in it" */
    int fd;
};

/* Reads packages themselves, beside the files in them, but not packages in packages: each entry with all its
 * bytes, in pieces. IS_STORED: it is not compressed. */
struct package_reader {
    void *context;
    void (*begin_entry)(void *context, const char *package, const char *path, bool is_stored);
    void (*add)(void *context, struct span bytes);
    void (*end_entry)(void *context, bool is_damaged);
    void (*end_package)(void *context);
};

struct sources {
    const struct package_reader *reader; /* NULL: none */
    const struct url *start;             /* the start page of folders; NULL: unknown */
    struct source *all;
    size_t count, room, damaged;
    struct buf list;  /* the name and size of each file that the user gave, a line each */
    struct buf pages; /* the URLs of the pages that packages name, the best start page first, a line each */
    uint64_t budget;  /* bytes that may be unpacked yet */
    struct buf *why;
};

/* Opens COUNT files or folders; READER and START may be NULL. ERROR_INVALID for a file that is not an archive
 * of WARC records, or a folder without the start page, or the error of reading one; WHY then has a sentence.
 * A damaged part of a package is left out, counted and reported. To be followed by sources_release either
 * way. */
int sources_open(struct sources *sources, char *const *paths, size_t count, const struct url *start,
                 const struct package_reader *reader, struct buf *why)
    __attribute__((nonnull(1, 2, 6), warn_unused_result));
void sources_release(struct sources *sources) NONNULL;

/* Sets URL to the start page of SOURCES: the page that a package names; otherwise, among their HTML pages
 * with status 200, the one with the best evidence: a record urn:pageinfo, then metadata of a seed, then
 * requests without a Referer and the Referers of other requests; otherwise the first one. Without a page, the
 * first other file with status 200. ERROR_NOT_FOUND without such a file, or the error of a file; WHY then has
 * a sentence. */
int start_find(const struct sources *sources, struct buf *url, struct buf *why) CHECKED;

/* Imports SOURCES into MIRROR, which must be empty, as its archive, and commits. A file with one gzip member
 * for each record is copied unchanged; any other file is rewritten with one member for each record, the
 * records unchanged except for line ends of their heads. Damaged records are reported; the part of an answer
 * that exists is kept, marked as a part. A mirror that was made from the same files stays as it is, whether
 * its import is finished or not. ERROR_INVALID for a mirror made in another way, or for a file without
 * records; WHY then has a sentence. */
int adopt(struct mirror *mirror, const struct sources *sources, struct buf *why) CHECKED;

/* Writes to the file TO the WARC records of the folder DIR, whose path is LABEL, that wget, Wget2 or HTTrack
 * has made: a response for each entry of HTTrack's cache; without a cache, a resource for each file whose
 * name says of which URL it is. The others are left out, reported, and added to LEFT_OUT. Where nothing says
 * whether the URL of x.html ends in .html, it does: an update then proves it. No symbolic link is followed.
 * ERROR_NOT_FOUND if START, the start page, is needed and NULL, or has no file; or the error of writing. */
int folder_read(int dir, const char *label, const struct url *start, int to, size_t *left_out)
    __attribute__((nonnull(2, 5), warn_unused_result));

#endif
