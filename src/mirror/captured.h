/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_CAPTURED_H
#define TIPTOE_MIRROR_CAPTURED_H

#include <stdint.h>

#include "archive/captures.h"
#include "archive/warc_read.h"
#include "url/url.h"

struct answer;

/* The answers in a mirror's archive, by URL and time, in the form that fetch returns. */
struct captured {
    struct mirror *mirror;
    struct captures *index;
    struct warc_record record; /* with the body */
    struct warc_record own;    /* of a revisit */
    struct answer *answer;     /* the last one that was read */
};

/* Indexes the committed parts of the archive files with ids up to LAST. Call captured_close in any case. */
int captured_open(struct captured *captured, struct mirror *mirror, int64_t last)
    __attribute__((nonnull, warn_unused_result));
void captured_close(struct captured *captured) __attribute__((nonnull));

/* Reads CAPTURE of URL, a canonical text, into captured->answer. ERROR_CORRUPT or ERROR_TOO_LARGE if its
 * record cannot be read. */
int captured_read(struct captured *captured, const struct capture_entry *capture, struct span url)
    __attribute__((nonnull, warn_unused_result));

/* Whether the content that captured_read has just read contradicts its digest: that of its payload, with or
 * without the transfer coding, or if it has none, of the record. */
bool captured_is_altered(struct captured *captured) __attribute__((nonnull));

/* Parses the URL of CAPTURE into URL; a failure as above. */
int captured_url(struct captured *captured, const struct capture_entry *capture, struct url *url)
    __attribute__((nonnull, warn_unused_result));

/* The position of the record with CAPTURE's body. */
struct frontier_place captured_place(struct captured *captured, const struct capture_entry *capture)
    __attribute__((nonnull));

#endif
