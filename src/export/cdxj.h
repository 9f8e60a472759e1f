/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_CDXJ_H
#define TIPTOE_EXPORT_CDXJ_H

#include "url/url.h"

struct withdrawn;

/* An index of WARC files in the form CDXJ 0.1.0: a line `key 14-digits {json}` for each response, revisit and
 * resource, in byte order (LC_ALL=C). It depends only on the files: the same
 * files give the same bytes. */
struct cdxj;

/* Creates an index. Many lines are spooled below SPOOL_DIR, which outlives this, like WITHDRAWN, whose URLs
 * get no lines. Never NULL. */
struct cdxj *cdxj_new(int spool_dir, const struct withdrawn *withdrawn)
    __attribute__((nonnull, returns_nonnull));
void cdxj_free(struct cdxj *cdxj);

/* Adds the records in the first LIMIT bytes of a file; NAME is its name in the index. Damaged records, which
 * `tiptoe verify` reports, are skipped. */
int cdxj_add_file(struct cdxj *cdxj, int fd, uint64_t limit, struct span name) CHECKED;

/* Sets LINE, with its LF, to the next one; borrowed until the next call. ERROR_END after the last. Nothing
 * may be added after the first call. */
int cdxj_next(struct cdxj *cdxj, struct span *line) CHECKED;

/* Appends the 14 digits of a WARC-Date up to its second. A day or a year counts as its first second. */
void cdxj_add_date(struct buf *line, struct span date) NONNULL;

/* The memory for making keys of indexes; zeroed at first. */
struct surt {
    struct url url;
    struct buf lower;
};

void surt_release(struct surt *surt) NONNULL;

/* Appends the key under which replay looks up TARGET: in lower case, without scheme, "www." and the scheme's
 * default port; the host's labels in reverse order with commas, ")", the path, and the sorted parts of the
 * query. warcio.js and wabac.js compute the same key. A target that is not an http(s) URL is its own key,
 * with blanks and control bytes escaped. */
void surt_add(struct surt *surt, struct span target, struct buf *out) NONNULL;

#endif
