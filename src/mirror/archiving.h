/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_ARCHIVING_H
#define TIPTOE_MIRROR_ARCHIVING_H

#include "base/span.h"
#include "frontier/frontier.h"

struct body;
struct buf;
struct fetch;
struct fetch_result;
struct frontier_row;
struct frontier_view;
struct frontier_visit;
struct mirror;
struct warc_file;

/* The purpose of a request, which its WARC records state. */
struct request_purpose {
    struct span url;
    int64_t id;            /* the frontier's, of a URL of the mirror; 0: it was a robots.txt or a sitemap */
    struct span robots_of; /* the origin whose robots.txt it was, or that vouches for the sitemap */
    int redirects;         /* of a robots.txt: how many led here */
    int sitemap_level;     /* of a sitemap: 1 and more; 0: not a sitemap */
    struct frontier_place kept; /* of a URL: the record of the answer in force; archive 0: none */
};

/* How a run archives answers. Texts are borrowed for the run. */
struct archiving_options {
    bool all;                  /* every answer; otherwise only the originals of rewritten documents */
    bool unfolds;              /* folded header lines arrive as one line, which warcinfo records state */
    bool sha1;                 /* digests in records are SHA-1 */
    bool has_proxy;            /* omits the proxy's address, and errors that may name it */
    uint64_t roll_bytes;       /* of a file with several captures, at most */
    const char *contact;       /* or NULL */
    const char *agent;         /* the User-Agent */
    const char *sandbox;       /* what is in force, or NULL */
    int64_t update_since_ms;   /* wall clock: the start of the current update; 0: none */
    const struct fetch *fetch; /* sent the requests */
};

/* Returns what the user says about the archive (--archive-info), as in record_take_info. Borrowed until the
 * next frontier_setting. */
struct span archiving_info(struct mirror *mirror) NONNULL;

/* Finds the last file of the archive, its committed length, and its id in the database; ERROR_NOT_FOUND
 * without files. */
int archiving_last(struct mirror *mirror, struct warc_file *file, int64_t *id) CHECKED;

/* Returns whether the database has an archive file with this name. */
bool archiving_lists(struct mirror *mirror, const char *name) NONNULL;

/* Writes the added records, and stores their positions and the length of the file in the database. */
int archiving_flush(struct mirror *mirror) CHECKED;

/* Sets SINCE_MS, at the start of a run, to the time since which every answer is archived, or to 0 without
 * --archive all. */
int archiving_begin(struct mirror *mirror, int64_t *since_ms) CHECKED;

/* Opens the archive, and begins another file if the current one has no room for ROOM bytes (warc_room). The
 * first call continues the last file at its committed length, if that belongs to this crawl or update. */
int archiving_ready(struct mirror *mirror, uint64_t room) CHECKED;

/* Adds a request and its answer to the archive, and sets the archive's id in VISIT, which may be NULL;
 * archiving_flush adds the position. With --archive all, a body that the archive already has becomes a
 * revisit. */
int archiving_add(struct mirror *mirror, const struct request_purpose *purpose, struct fetch_result *result,
                  struct frontier_visit *visit) __attribute__((nonnull(1, 2, 3), warn_unused_result));

/* Adds HTML, which the scripts of the page ROW made, as a conversion of its record, with the fragment of
 * VIEW. VIEW, which is then to be kept, gets the archive's id; archiving_flush adds the position. ROW and its
 * texts are borrowed, also from the frontier. */
int archiving_add_conversion(struct mirror *mirror, const struct frontier_row *row, struct body *html,
                             struct frontier_view *view) CHECKED;

/* Records, with --archive all, a request whose answer must not be stored, and WHY. */
int archiving_withhold(struct mirror *mirror, const struct request_purpose *purpose,
                       struct fetch_result *result, struct span why) CHECKED;

/* The files of archive/ that other programs made and `tiptoe import` brought in. Nothing is ever added to
 * them, and their records may break rules that tiptoe's own records keep. The setting "imported" has the id
 * of the last of them, "import-digests" a line "NAME DIGEST" for each. */

/* Returns the id of the last imported file; 0 without one. */
int64_t imported_last(struct mirror *mirror) NONNULL;

/* Returns whether the archive file with this id was imported. */
bool imported_has(struct mirror *mirror, int64_t archive) NONNULL;

/* Adds the line of the file NAME, open as FD, to LIST. */
int imported_add_digest(const char *name, int fd, struct buf *list) CHECKED;

/* Sets IMPORTED to whether the archive file NAME, open as FD, was imported, and SAME to whether it still has
 * the bytes it had then. */
int imported_check(struct mirror *mirror, const char *name, int fd, bool *imported, bool *same) CHECKED;

#endif
