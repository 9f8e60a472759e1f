/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_URL_PERCENT_H
#define TIPTOE_URL_PERCENT_H

#include "base/buf.h"

/* The places in a URL, each with its own set of bytes that are percent-encoded there. */
enum percent_set {
    PERCENT_FRAGMENT = 1,
    PERCENT_QUERY = 2, /* of http and https */
    PERCENT_PATH = 4,
    PERCENT_USERINFO = 8,
    PERCENT_URI = 16,      /* a whole URL by RFC 3986, which excludes some bytes that browsers send */
    PERCENT_REFERENCE = 32 /* a reference to a file, safe in HTML attributes, srcset and CSS url() */
};

/* Adds TEXT with the bytes of SET percent-encoded. */
int percent_add(struct buf *out, struct span text, enum percent_set set) NONNULL;

/* Adds TEXT with each %XX decoded; a '%' without two hexadecimal digits stays. */
int percent_decode(struct buf *out, struct span text) NONNULL;

/* Writes TEXT, a URL, to OUT in the one spelling of all that RFC 3986 section 6.2.2 calls equivalent: with
 * each %XX of a letter, a digit or one of "-._~" decoded, and the other digits in upper case. Returns its
 * length, which is at most that of TEXT. */
size_t percent_normalize(char *out, struct span text) NONNULL;

/* Writes queries in the legacy charset of a document. */
struct url_encoder;

/* Prepares *ENCODER (NULL before the first call) for the charset with this WHATWG name, a static text.
 * Returns it, or NULL if the query must be UTF-8: for UTF-8, UTF-16 and unknown names. */
struct url_encoder *url_encoder_choose(struct url_encoder **encoder, const char *name)
    __attribute__((nonnull(1)));
void url_encoder_free(struct url_encoder *encoder);

/* Adds QUERY (valid UTF-8), encoded and then percent-encoded. A code point N that the charset lacks becomes
 * "%26%23N%3B". */
int url_encoder_add(struct url_encoder *encoder, struct buf *out, struct span query) NONNULL;

#endif
