/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_SITEMAP_H
#define TIPTOE_EXTRACT_SITEMAP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"
#include "markup/arena.h"

struct url;

/* Sitemaps by the protocol 0.9 (sitemaps.org): lists of pages, or of other sitemaps, in XML; or pages as
 * text, a line each. */

enum sitemap_kind {
    SITEMAP_NONE, /* something else */
    SITEMAP_PAGES,
    SITEMAP_INDEX /* of sitemaps */
};

struct sitemap_entry {
    struct span url;      /* canonical, without fragment and userinfo */
    struct span modified; /* lastmod as it is written, or empty */
};

/* Texts live until the sitemap is cleared. */
struct sitemap {
    enum sitemap_kind kind;
    struct sitemap_entry *entries;
    size_t count, room;
    bool truncated; /* there were more than LIMIT_SITEMAP_ENTRIES, or it is cut or malformed */
    struct arena text;
};

void sitemap_init(struct sitemap *sitemap) __attribute__((nonnull));
void sitemap_release(struct sitemap *sitemap) __attribute__((nonnull));

/* Reads DOCUMENT, decoded. Clears SITEMAP first. Addresses that are not absolute ones of http or https are
 * passed over. */
void sitemap_read(struct sitemap *sitemap, struct span document) __attribute__((nonnull));

/* Whether the sitemap at SITEMAP may speak of PAGE: all pages of the origin whose robots.txt vouches for it
 * (VOUCHER, "https://host"), and those of its own origin in its directory or below. */
bool sitemap_may_list(const struct url *sitemap, struct span voucher, const struct url *page)
    __attribute__((nonnull));

#endif
