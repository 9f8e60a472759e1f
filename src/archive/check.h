/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ARCHIVE_CHECK_H
#define TIPTOE_ARCHIVE_CHECK_H

#include <stdint.h>

#include "base/span.h"

/* Holds anyone's WARC files against the standard: framing, fields, digests, what an HTTP block says of its
 * own length, and links between records. Memory grows by some 40 bytes a record, and with nothing else. */
struct warc_check;

enum warc_severity {
    WARC_ERROR,  /* against the standard, or a record that is not what it says */
    WARC_WARNING /* against what the standard recommends, or what replay needs */
};

struct warc_finding {
    enum warc_severity severity;
    const char *file; /* as given to warc_check_file */
    uint64_t offset;  /* of the record in the file */
    const char *code; /* a short word that never changes, for programs */
    struct span text; /* one sentence; may quote the file: print it safely */
};

struct warc_check_result {
    uint64_t files, records, errors, warnings;
};

/* SAY is called for every finding, with CONTEXT, in the order of the file; for links between records at the
 * end. */
struct warc_check *warc_check_new(void (*say)(void *context, const struct warc_finding *finding),
                                  void *context) __attribute__((nonnull(1), returns_nonnull));
void warc_check_free(struct warc_check *check);

/* Has SEE called, with the same context, for every response and revisit record that is whole. */
struct warc_answer {
    const char *file;
    uint64_t offset;
    struct span url; /* as it stands there */
};
void warc_check_watch(struct warc_check *check, void (*see)(void *context, const struct warc_answer *answer))
    __attribute__((nonnull));

/* Reads a file up to LIMIT bytes (UINT64_MAX: all of it); LABEL is copied. 0, or the error of reading it. */
int warc_check_file(struct warc_check *check, int fd, uint64_t limit, const char *label)
    __attribute__((nonnull, warn_unused_result));

/* After the last file: links between records, of all files together. */
void warc_check_links(struct warc_check *check) __attribute__((nonnull));

const struct warc_check_result *warc_check_result(const struct warc_check *check)
    __attribute__((nonnull, returns_nonnull));

#endif
