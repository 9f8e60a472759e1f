/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ARCHIVE_CAPTURES_H
#define TIPTOE_ARCHIVE_CAPTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

/* What WARC files hold of which URL at which time: an index in memory, about 60 bytes a capture, made from
 * the files alone. A capture is a response to GET, or a revisit whose original is in the files too. URLs are
 * known by hashes under a random key. What is damaged is passed over. */
struct captures;

enum capture_kind {
    CAPTURE_RESPONSE, /* the record has it all */
    CAPTURE_REVISIT,  /* the record has a head of its own, the body is another's */
    CAPTURE_UNCHANGED /* the server said so: head and body are another's */
};

struct capture {
    uint64_t url; /* its hash */
    int64_t date_us;
    uint64_t offset, len; /* of the record in its file */
    uint32_t file;        /* as captures_add_file was told */
    uint32_t body;        /* captures_at: the one that has the body; itself for a response */
    uint16_t status;      /* of HTTP; of CAPTURE_UNCHANGED: of the other */
    uint8_t kind;         /* enum capture_kind */
    bool used;            /* the caller's */
};

/* Never NULL. */
struct captures *captures_new(void) __attribute__((returns_nonnull));
void captures_free(struct captures *captures);

/* Adds the records of a file, up to LIMIT bytes of it. NUMBER is what captures will say of it. */
int captures_add_file(struct captures *captures, int fd, uint64_t limit, uint32_t number)
    __attribute__((nonnull, warn_unused_result));

/* Puts all in order and finds what revisits repeat. Nothing may be added afterwards. */
void captures_finish(struct captures *captures) __attribute__((nonnull));

/* The last capture of URL, a canonical text, that began at UNTIL_US or before; NULL where there is none. */
struct capture *captures_find(struct captures *captures, struct span url, int64_t until_us)
    __attribute__((nonnull));

/* Whether a later capture of the same URL is there. */
bool captures_is_outdone(const struct captures *captures, const struct capture *capture)
    __attribute__((nonnull));

/* How many captures there are; the INDEX-th, and the INDEX-th as the files have them. */
size_t captures_count(const struct captures *captures) __attribute__((nonnull));
struct capture *captures_at(struct captures *captures, size_t index)
    __attribute__((nonnull, returns_nonnull));
struct capture *captures_in_order(struct captures *captures, size_t index)
    __attribute__((nonnull, returns_nonnull));

/* How many revisits repeat what the files do not have. */
size_t captures_orphans(const struct captures *captures) __attribute__((nonnull));

/* Adds to URL the canonical text of the first HTML page of a file that was answered with 200;
 * ERROR_NOT_FOUND where there is none. */
int captures_first_page(int fd, struct buf *url) __attribute__((nonnull, warn_unused_result));

#endif
