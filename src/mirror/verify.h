/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_VERIFY_H
#define TIPTOE_MIRROR_VERIFY_H

#include "base/span.h"

struct documents;
struct frontier_row;
struct mirror;

/* Checks, after a run that was killed, every answer that was committed after the last sync against its file
 * and its record. After a kill of the process all of them exist. After a power cut some may be missing: their
 * URLs are queued again, and the archive is cut where it stops being whole. Synced answers are not checked;
 * tiptoe verify checks everything. */
int recover(struct mirror *mirror, const struct documents *documents) CHECKED;

/* The counts of a check. */
struct verify_result {
    uint64_t files, records; /* checked */
    uint64_t imported;       /* archive files from an import, checked as wholes */
    uint64_t problems;
    uint64_t known;    /* problems of archive/ that an earlier repair had found; not counted above */
    uint64_t repaired; /* answers that had problems: their files are right again, */
    uint64_t noted;    /* or an update fetches them again, */
    uint64_t waiting;  /* which these problems have waited for since an earlier repair */
};

/* Takes a line, without its end; puts() is one. */
typedef int verify_printer(const char *line);

/* Compares everything that MIRROR says is stored with what is there: the database with itself, every file of
 * site/ with its digest or with what its original weaves to, every record of the archive with its digests.
 * Each problem is a line for PRINT that names the file and is safe for a terminal. No run may be in progress.
 * Returns 0, or the first local error that kept it from checking.
 *
 * Unless REPAIR, the mirror is only read. Otherwise files are written again from their originals; where that
 * is impossible, damage is noted for the next update. Damage within archive/ stays, and is remembered as
 * known. */
int verify(struct mirror *mirror, const struct documents *documents, bool repair, verify_printer *print,
           struct verify_result *result) CHECKED;

/* Compares the record of ROW's answer with ROW: URL, time and body. For an answer that is stored as it came,
 * also compares the file PATH with the decoded body. TROUBLE describes a difference; NULL: they agree. ROW is
 * invalid afterwards. */
int record_check_answer(struct mirror *mirror, const struct frontier_row *row, const char *path,
                        const char **trouble) __attribute__((nonnull(1, 2, 4), warn_unused_result));

#endif
