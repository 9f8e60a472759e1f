/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ANSWER_FIELDS_H
#define TIPTOE_ANSWER_FIELDS_H

#include "base/span.h"

/* The header fields that a stage reads. Fields with the same purpose share a constant. */
enum answer_field {
    ANSWER_AUTHENTICATE, /* WWW-Authenticate */
    ANSWER_CACHE_CONTROL,
    ANSWER_CHALLENGE, /* fields by which firewalls mark their own pages */
    ANSWER_CONTENT_DISPOSITION,
    ANSWER_CONTENT_ENCODING,
    ANSWER_CONTENT_LENGTH,
    ANSWER_CONTENT_TYPE,
    ANSWER_CONTENT_TYPE_OPTIONS, /* X-Content-Type-Options */
    ANSWER_DATE,
    ANSWER_ETAG,
    ANSWER_LAST_MODIFIED,
    ANSWER_LINK,
    ANSWER_LOCATION,
    ANSWER_RATELIMIT,
    ANSWER_RATELIMIT_POLICY,
    ANSWER_RATELIMIT_REMAINING, /* also in the older forms, which begin with X- */
    ANSWER_RATELIMIT_RESET,
    ANSWER_REFERRER_POLICY,
    ANSWER_REFRESH,
    ANSWER_RETRY_AFTER,
    ANSWER_ROBOTS, /* X-Robots-Tag, Robots-Tag */
    ANSWER_SET_COOKIE,
    ANSWER_TRANSFER_ENCODING,
    ANSWER_USAGE, /* fields that state preferences about the use of the content */
    ANSWER_FIELD_COUNT
};

/* One field line. All spans of this file borrow from the header block. */
struct answer_line {
    enum answer_field field;
    struct span text;  /* name, colon and value, with folded lines, without the final line break */
    struct span value; /* trimmed; a folded value contains its line breaks: treat them as white space */
};

/* The fields of one header block. A zeroed struct is that of an empty block. */
struct answer_fields {
    struct span first[ANSWER_FIELD_COUNT]; /* value of the first line of each field, but the Content-Type that
                                            * counts; .at is NULL if absent */
    struct answer_line *lines;             /* of these fields, in the order of the block */
    size_t line_count, line_room;
};

/* Replaces the contents of FIELDS with the fields of HEAD: status line, field lines, empty line. */
void answer_fields_read(struct answer_fields *fields, struct span head) NONNULL;

/* Empties FIELDS; its memory stays for the next block. */
void answer_fields_clear(struct answer_fields *fields) NONNULL;
void answer_fields_release(struct answer_fields *fields) NONNULL;

/* Returns the next line of FIELD from line *AT on, or NULL; *AT moves behind it. Start with *AT = 0. */
const struct answer_line *answer_fields_next(const struct answer_fields *fields, enum answer_field field,
                                             size_t *at) NONNULL;

/* Sets TEXTS to up to MAX lines of FIELD, and returns their number. */
size_t answer_fields_texts(const struct answer_fields *fields, enum answer_field field, struct span *texts,
                           size_t max) NONNULL;

#endif
