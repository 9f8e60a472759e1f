/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ARCHIVE_CHECK_H
#define TIPTOE_ARCHIVE_CHECK_H

#include "base/span.h"

/* Checks WARC files of any writer against the standard: framing, fields, digests, the length of HTTP
 * messages, and links between records. */
struct warc_check;

enum warc_severity {
    WARC_ERROR,  /* violates the standard, or a record contradicts its fields */
    WARC_WARNING /* violates a recommendation of the standard, or prevents replay */
};

struct warc_finding {
    enum warc_severity severity;
    const char *file; /* the label for warc_check_file */
    uint64_t offset;  /* of the record in the file */
    const char *code; /* a short word for programs, which never changes */
    struct span text; /* one sentence; may quote the file, so print it safely */
};

struct warc_check_result {
    uint64_t files, records, errors, warnings;
};

/* An answer in a file. */
struct warc_answer {
    const char *file;
    uint64_t offset, len;     /* of its gzip member, or of its bytes */
    struct span url;          /* without brackets */
    struct span date, digest; /* as in the record; empty: none */
    int status;               /* 0: none */
    bool is_resource;
};

/* Returns NULL if CODED, with the content codings CODINGS, can be decoded, otherwise the reason: a short
 * phrase. */
typedef const char *warc_decoder(void *context, struct span codings, struct span coded);

/* Functions, called with CONTEXT: SAY for every finding, in the order of the file, and at the end, in the
 * same order, for links between records; SEE, or NULL, for every complete response, revisit and resource
 * record; DECODE, or NULL, for every complete body that has a content coding. */
struct warc_watch {
    void *context;
    void (*say)(void *context, const struct warc_finding *finding);
    void (*see)(void *context, const struct warc_answer *answer);
    warc_decoder *decode;
};

/* Creates a check. SPOOL_DIR outlives the check and stores some 200 bytes for each record, in unnamed files;
 * -1: memory stores them. */
struct warc_check *warc_check_new(struct warc_watch watch, int spool_dir) __attribute__((returns_nonnull));
void warc_check_free(struct warc_check *check);

/* Counts and reports a finding of the caller's own about something at OFFSET of FILE. */
void warc_check_say(struct warc_check *check, const char *file, uint64_t offset, enum warc_severity severity,
                    const char *code, struct span text) NONNULL;

/* Checks the first LIMIT bytes of a file (UINT64_MAX: all of it). LABEL is copied. 0, or the error of reading
 * it. */
int warc_check_file(struct warc_check *check, int fd, uint64_t limit, const char *label) CHECKED;

/* Checks the links between the records of all files, after the last one. Returns 0, or an error of
 * spooling. */
int warc_check_links(struct warc_check *check) CHECKED;

const struct warc_check_result *warc_check_result(const struct warc_check *check)
    __attribute__((nonnull, returns_nonnull));

#endif
