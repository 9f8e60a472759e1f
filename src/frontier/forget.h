/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_FORGET_H
#define TIPTOE_FRONTIER_FORGET_H

#include "base/span.h"

struct frontier;

/* URLs that are forgotten for good (update/forget.h). All changes are part of one transaction. */

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

/* Replaces the file ARCHIVE by NAME, of LENGTH bytes. */
int frontier_replace_archive(struct frontier *frontier, int64_t archive, struct span name, int64_t length)
    CHECKED;

/* Deletes everything that came from answers of forgotten URLs, and applies the moves. Nothing may be added to
 * this frontier afterwards. */
int frontier_erase_forgotten(struct frontier *frontier) CHECKED;

/* Writes the database again, with working files in DIR, so that nothing is left in it or its log of what was
 * deleted. Everything must be committed. ERROR_LOCKED if a reader keeps the log in use. */
int frontier_purge(struct frontier *frontier, const char *dir) CHECKED;

#endif
