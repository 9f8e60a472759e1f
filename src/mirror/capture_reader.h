/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_CAPTURE_READER_H
#define TIPTOE_MIRROR_CAPTURE_READER_H

#include "archive/captures.h"
#include "archive/warc_read.h"

struct answer;
struct frontier_place;

/* Reads captures from a mirror's archive, by URL and time, in the form that fetch/ returns. */
struct capture_reader {
    struct mirror *mirror;
    struct captures *index;
    struct warc_record record; /* with the body */
    struct warc_record own;    /* of a revisit */
    struct answer *answer;     /* the last one that was read */
};

/* Indexes the committed parts of the archive files with ids up to LAST. Call capture_reader_close in any
 * case. */
int capture_reader_open(struct capture_reader *reader, struct mirror *mirror, int64_t last) CHECKED;
void capture_reader_close(struct capture_reader *reader) NONNULL;

/* Reads CAPTURE of URL, a canonical text, into reader->answer. ERROR_CORRUPT or ERROR_TOO_LARGE if its
 * record cannot be read. */
int capture_reader_read(struct capture_reader *reader, const struct capture *capture, struct span url)
    CHECKED;

/* Reads the record at PLACE, of an answer of URL whose body has this DIGEST, into reader->answer in the same
 * way, without an index. The record is not trusted: ERROR_CORRUPT if it has another body. */
int capture_reader_read_at(struct capture_reader *reader, const struct frontier_place *place, struct span url,
                           struct span digest) CHECKED;

/* Returns whether the content that capture_reader_read has just read contradicts its digest: that of its
 * payload, with or without the transfer coding, or if it has none, of the record. */
bool capture_reader_is_altered(struct capture_reader *reader) NONNULL;

/* Parses the URL of CAPTURE into URL; a failure as above. */
int capture_reader_url(struct capture_reader *reader, const struct capture *capture, struct url *url) CHECKED;

/* Returns the position of the record with CAPTURE's body. */
struct frontier_place capture_reader_place(struct capture_reader *reader, const struct capture *capture)
    NONNULL;

#endif
