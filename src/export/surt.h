/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_SURT_H
#define TIPTOE_EXPORT_SURT_H

#include "base/buf.h"
#include "base/span.h"
#include "url/url.h"

/* The memory for making keys of indexes. */
struct surt {
    struct url url;
    struct buf lower;
};

void surt_init(struct surt *surt) __attribute__((nonnull));
void surt_release(struct surt *surt) __attribute__((nonnull));

/* Appends the key under which replay looks up TARGET: in lower case, without scheme, "www." and the scheme's
 * default port; the host's labels in reverse order with commas, ")", the path, and the sorted parts of the
 * query. warcio.js and wabac.js compute the same key. A target that is not an http(s) URL is its own key. */
void surt_add(struct surt *surt, struct span target, struct buf *out) __attribute__((nonnull));

#endif
