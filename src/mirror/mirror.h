/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_MIRROR_H
#define TIPTOE_MIRROR_MIRROR_H

#include "base/alloc.h"
#include "mirror/archiving.h"
#include "mirror/exchange.h"
#include "mirror/folder.h"

struct archived;
struct decoder;
struct frontier;
struct tree;
struct url;
struct warc;
struct worker;

/* An open mirror: its directory, database, tree and archive, which are committed together. */
struct mirror {
    char *path; /* as the user gave it */
    struct folder folder;
    struct frontier *frontier;
    struct worker *worker;   /* of the tree and the archive; NULL when opened for reading */
    struct tree *tree;       /* likewise */
    struct decoder *decoder; /* NULL until something is decoded (mirror_decoder) */
    struct orders orders;    /* in control/ */
    struct archiving_options archiving;
    struct warc *warc;              /* NULL until something is archived */
    int64_t warc_file;              /* the database's id of the file that grows */
    uint64_t archive_bytes;         /* its length at the last commit; 0: nothing was added in this run */
    int64_t disk_rest;              /* the bytes of all files except those that the run adds, and mirror.db */
    int64_t part_bytes;             /* of bodies in tmp/ that were cut off (crawl/partials.c) */
    uint64_t archive_grown;         /* the bytes that this run has added to archive/ */
    bool archived;                  /* since the last commit */
    LIST(struct archived) unplaced; /* whose places in the archive are known at the next commit */
    struct exchange exchange;       /* of one answer at a time */
    bool unsynced;                  /* something was committed since the last sync */
    uint64_t database;              /* its inode */
    size_t name_max;                /* the bytes of a name in site/; see path_fit */
    int64_t synced_ms;              /* when that was, on the monotonic clock */
    bool was_killed;                /* the previous run was killed */
    struct buf start;               /* the start page's URL */
    struct buf site;                /* the origin whose pages are at the root of site/ */
};

/* Opens the mirror at PATH. 0 or a negative enum error; WHY then has a sentence for the user. Unless 0,
 * MIRROR needs no closing. */
int mirror_open(struct mirror *mirror, const char *path, enum folder_use use, struct buf *why) CHECKED;

/* Closes it. Changes that were not committed are lost. */
void mirror_close(struct mirror *mirror) NONNULL;

/* Sets WHY to the sentence for ERROR that a part of the mirror returned, with the database's own words where
 * it was the database. */
void mirror_explain(const struct mirror *mirror, int error, struct buf *why) NONNULL;

/* Sets PAGE to the page that the site is known by (the start page, or the page that it has moved to), and
 * mirror->site to its origin. */
int mirror_locate(struct mirror *mirror, struct url *page) CHECKED;

/* Makes START the start page, because the user says that the site has moved. The former one becomes an
 * ordinary page. */
int mirror_move(struct mirror *mirror, const struct url *start) CHECKED;

/* Returns the decoder of content codings that all readers of the archive share; the mirror owns it. */
struct decoder *mirror_decoder(struct mirror *mirror) __attribute__((nonnull, returns_nonnull));

/* Returns why the work on the mirror must end: a signal or an order in control/, which is looked for at most
 * every quarter of a second; NULL: it continues. */
const char *mirror_stops(struct mirror *mirror) NONNULL;

/* Makes MIRROR, in which nothing was ever stored, one without a start page and settings; RESTARTED is false
 * where something is stored. WHY as above. */
int mirror_restart(struct mirror *mirror, bool *restarted, struct buf *why) CHECKED;

/* Makes everything since the last commit outlast a kill: files in place, archive written, then the database's
 * transaction. A second after the last sync, everything is made to outlast a power cut, too. */
int mirror_commit(struct mirror *mirror) CHECKED;

/* Returns whether DIR/mirror.db is the database that is open, and not gone or replaced: what is stored in it
 * is lost otherwise. */
bool mirror_has_database(const struct mirror *mirror) NONNULL;

/* Commits, and makes everything outlast a power cut. The settings "synced" and "synced-archive" then have the
 * sequence up to which answers are known to be on the disk, and the archive file and its length; what is
 * beyond is looked at again after a run that was killed (recover.c). */
int mirror_sync(struct mirror *mirror) CHECKED;

/* Measures all files of the mirror in whole blocks (file_blocks), without directories, once at the start of a
 * run: walking the tree for each page would cost more than the page. */
int mirror_measure_disk(struct mirror *mirror) CHECKED;

/* Returns the bytes that the mirror takes now: those measured, and those that the run has added since. Reads
 * the sizes of mirror.db and its journal only. */
uint64_t mirror_disk_used(const struct mirror *mirror) NONNULL;

#endif
