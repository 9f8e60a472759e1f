/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_URL_PERCENT_H
#define TIPTOE_URL_PERCENT_H

#include "base/buf.h"
#include "base/span.h"

/* Where bytes are written, which decides the ones that are percent-encoded there. */
enum percent_set {
    PERCENT_FRAGMENT = 1,
    PERCENT_QUERY = 2, /* of http and https */
    PERCENT_PATH = 4,
    PERCENT_USERINFO = 8,
    PERCENT_URI = 16, /* a whole URL as RFC 3986 has it, with no place for some bytes that browsers send */
};

/* Adds TEXT with the bytes of SET percent-encoded. */
int percent_add(struct buf *out, struct span text, enum percent_set set) __attribute__((nonnull));

/* Adds TEXT with each %XX made the byte it stands for; a '%' without two hexadecimal digits stays. */
int percent_decode(struct buf *out, struct span text) __attribute__((nonnull));

#endif
