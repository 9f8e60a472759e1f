/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_HTML_H
#define TIPTOE_EXPORT_HTML_H

#include "base/span.h"

struct buf;
struct mirror;

typedef bool html_test(void *context, struct span url);

/* Writes the page of URL as one file without scripts at PATH, which opens anywhere without a request. With
 * FITS instead: each page whose URL fits as such a file in the folder PATH, under the name that it has in
 * site/. Each appears whole or not at all; withdrawn pages are omitted. A note says which files a page has
 * not in itself because of the limit. 0, or an error with a sentence in WHY for the user. */
int export_html(struct mirror *mirror, const char *path, struct span url, html_test *fits, void *context,
                struct buf *why) __attribute__((nonnull(1, 2, 6), warn_unused_result));

#endif
