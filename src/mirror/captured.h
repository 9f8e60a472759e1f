/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_CAPTURED_H
#define TIPTOE_MIRROR_CAPTURED_H

#include <stdint.h>

#include "archive/captures.h"
#include "archive/warc_read.h"
#include "url/url.h"

struct answer;

/* The answers that a mirror's archive holds, by URL and time, read back as fetch would have given them. */
struct captured {
    struct mirror *mirror;
    struct captures *index;
    struct warc_record record; /* that has the body */
    struct warc_record own;    /* of a revisit */
    struct answer *answer;     /* the last one that was read */
};

/* Indexes the archive's files, those with ids up to LAST, as far as they are committed. Always to be followed
 * by captured_close. */
int captured_open(struct captured *captured, struct mirror *mirror, int64_t last)
    __attribute__((nonnull, warn_unused_result));
void captured_close(struct captured *captured) __attribute__((nonnull));

/* Reads what CAPTURE of URL, a canonical text, has into captured->answer. ERROR_CORRUPT or ERROR_TOO_LARGE
 * where its record cannot be read. */
int captured_read(struct captured *captured, const struct capture *capture, struct span url)
    __attribute__((nonnull, warn_unused_result));

/* Parses the URL of CAPTURE into URL; a failure as above. */
int captured_url(struct captured *captured, const struct capture *capture, struct url *url)
    __attribute__((nonnull, warn_unused_result));

/* Where the record that has CAPTURE's body stands. */
struct frontier_place captured_place(struct captured *captured, const struct capture *capture)
    __attribute__((nonnull));

#endif
