/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_SITEMAP_H
#define TIPTOE_EXTRACT_SITEMAP_H

#include "base/span.h"
#include "markup/arena.h"

struct url;

/* Sitemaps, protocol 0.9 (sitemaps.org): in XML, lists of pages or of other sitemaps; as text, one page per
 * line. */

enum sitemap_kind {
    SITEMAP_NONE, /* not a sitemap */
    SITEMAP_PAGES,
    SITEMAP_INDEX /* a sitemap index */
};

struct sitemap_entry {
    struct span url;      /* canonical, without fragment and userinfo */
    struct span modified; /* lastmod as written, or empty */
};

/* Starts zeroed. Its texts live until the sitemap is released or read again. */
struct sitemap {
    enum sitemap_kind kind;
    struct sitemap_entry *entries;
    size_t count, room;
    bool truncated; /* more than LIMIT_SITEMAP_ENTRIES, or cut or malformed: there may be more entries */
    struct arena text;
};

void sitemap_release(struct sitemap *sitemap) NONNULL;

/* Reads DOCUMENT, already decoded. Clears SITEMAP first. Skips what are not http or https URLs. Those in XML
 * may be relative to BASE, its own URL. */
void sitemap_read(struct sitemap *sitemap, struct span document, const struct url *base) NONNULL;

/* Returns true if the sitemap at SITEMAP may list PAGE: any page of the origin whose robots.txt references
 * the sitemap (VOUCHER, "https://host"), and pages of its own origin in its directory or below. */
bool sitemap_may_list(const struct url *sitemap, struct span voucher, const struct url *page) NONNULL;

#endif
