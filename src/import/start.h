/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_IMPORT_START_H
#define TIPTOE_IMPORT_START_H

#include "base/buf.h"

struct sources;

/* Sets URL to the start page of SOURCES: the page that a package names; otherwise, among their HTML pages
 * with status 200, the one with the best evidence: a record urn:pageinfo, then metadata of a seed, then
 * requests without a Referer and the Referers of other requests; otherwise the first one. Without a page, the
 * first other file with status 200. ERROR_NOT_FOUND without such a file, or the error of a file; WHY then has
 * a sentence. */
int start_find(const struct sources *sources, struct buf *url, struct buf *why) CHECKED;

#endif
