/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_URL_PERCENT_H
#define TIPTOE_URL_PERCENT_H

#include "base/buf.h"
#include "base/span.h"

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
int percent_add(struct buf *out, struct span text, enum percent_set set) __attribute__((nonnull));

/* Adds TEXT with each %XX decoded; a '%' without two hexadecimal digits stays. */
int percent_decode(struct buf *out, struct span text) __attribute__((nonnull));

#endif
