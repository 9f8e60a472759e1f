/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_ARCHIVE_H
#define TIPTOE_FRONTIER_ARCHIVE_H

#include "base/span.h"

struct frontier;

/* The archive's files with their committed lengths. The next start cuts off what a file has beyond that. */

struct frontier_archive {
    int64_t id;
    const char *name; /* below archive/; borrowed until the next call here */
    int64_t length;
};

/* Adds a file of length 0; its name must be new. */
int frontier_add_archive(struct frontier *frontier, struct span name, int64_t *id) CHECKED;

/* Sets LENGTH, in the same transaction as the visits whose records it covers. */
int frontier_set_archive(struct frontier *frontier, int64_t id, int64_t length) CHECKED;

/* Replaces the file ID by NAME, of LENGTH bytes. */
int frontier_replace_archive(struct frontier *frontier, int64_t id, struct span name, int64_t length) CHECKED;

/* The position of a record. */
struct frontier_place {
    int64_t archive, offset, length;
};

/* Sets the position of the record of all that have this archive and no offset yet: the answer of URL, in
 * force or held, the document of the view with the id VIEW, and the payload with this DIGEST. 0 or empty:
 * none. */
int frontier_set_place(struct frontier *frontier, int64_t url, int64_t view, struct span digest,
                       const struct frontier_place *place) CHECKED;

/* Finds the next file with an id above AFTER; ERROR_END at the end. [read] */
int frontier_archives(struct frontier *frontier, int64_t after, struct frontier_archive *archive) CHECKED;

/* Finds the file ID; ERROR_CORRUPT if it does not exist, because ids come from other rows. [read] */
int frontier_get_archive(struct frontier *frontier, int64_t id, struct frontier_archive *archive) CHECKED;

/* The bodies in the archive, by their digest. A body that comes again, from any URL, need not be written
 * again. */

struct frontier_payload {
    struct span digest;                              /* SHA-256 of the body as received */
    struct span url;                                 /* of the record that has it */
    int64_t date_us;                                 /* of the record */
    struct span record;                              /* the UUID of the record */
    int64_t archive, archive_offset, archive_length; /* the position of the record */
};

/* Adds a payload; one that is already known is left unchanged. */
int frontier_add_payload(struct frontier *frontier, const struct frontier_payload *payload) CHECKED;

/* Finds the record of a payload. ERROR_NOT_FOUND if no record has it. Spans are borrowed until the next call
 * of this. [read] */
int frontier_payload(struct frontier *frontier, struct span digest, struct frontier_payload *payload) CHECKED;

/* Deletes one: its record is damaged. */
int frontier_lose_payload(struct frontier *frontier, struct span digest) CHECKED;

/* Deletes the payloads at OFFSET of the file ARCHIVE and after it: they were lost. */
int frontier_lose_payloads(struct frontier *frontier, int64_t archive, int64_t offset) CHECKED;

/* URLs that are forgotten for good (cmd/forget.c). All changes are part of one transaction. */

/* The setting with the rules: a line "PATTERN DATE" each. */
#define FRONTIER_FORGOTTEN "forgotten"
enum { FRONTIER_FORGOTTEN_MAX = 512 * 1024 };

/* Refuses the URL ID for FRONTIER_BY_FORGET, whatever its state. Pages that link to it are to be woven again.
 */
int frontier_forget_url(struct frontier *frontier, int64_t id, struct span rule) CHECKED;

/* Notes that the records of the file ARCHIVE from FROM to the next place that is noted are now SHIFT bytes
 * later, or with IS_LOST, not there. LENGTH: a record at FROM has this length now; 0: it has the same. The
 * place 0 of a file is always noted. */
struct frontier_move {
    int64_t archive, from, shift, length;
    bool is_lost;
};
int frontier_move_records(struct frontier *frontier, const struct frontier_move *move) CHECKED;

/* Deletes everything that came from answers of forgotten URLs, and applies the moves. Nothing may be added to
 * this frontier afterwards. */
int frontier_erase_forgotten(struct frontier *frontier) CHECKED;

/* Writes the database again, with working files in DIR, so that nothing is left in it or its log of what was
 * deleted. Everything must be committed. ERROR_LOCKED if a reader keeps the log in use. */
int frontier_purge(struct frontier *frontier, const char *dir) CHECKED;

#endif
