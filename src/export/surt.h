/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_SURT_H
#define TIPTOE_EXPORT_SURT_H

#include "base/buf.h"
#include "base/span.h"
#include "url/url.h"

/* Makes the keys of indexes; kept for its memory. */
struct surt {
    struct url url;
    struct buf lower;
};

void surt_init(struct surt *surt) __attribute__((nonnull));
void surt_release(struct surt *surt) __attribute__((nonnull));

/* Adds the key by which replay looks TARGET up: all in lower case, without scheme, "www." and the scheme's
 * own port, the host's labels turned round with commas between them, ")", path, and the query with its parts
 * in order. It is the key that warcio.js and wabac.js make; what is no http(s) URL is its own key. */
void surt_add(struct surt *surt, struct span target, struct buf *out) __attribute__((nonnull));

#endif
