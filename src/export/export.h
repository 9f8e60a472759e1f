/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_EXPORT_H
#define TIPTOE_EXPORT_EXPORT_H

#include "base/span.h"

struct buf;
struct mirror;
struct withdrawn;

/* Each of these writes a file at PATH from a mirror that is only read; it appears whole or not at all. 0, or
 * an error with a sentence in WHY for the user. Answers of WITHDRAWN URLs (parts.h) are omitted. */

/* Exports the index of the archive's records (cdxj.h). */
int export_cdxj(struct mirror *mirror, const char *path, const struct withdrawn *withdrawn, struct buf *why)
    CHECKED;

/* Exports one WARC file of everything: the files of the archive, and the files that only site/ has. */
int export_warc(struct mirror *mirror, const char *path, const struct withdrawn *withdrawn, struct buf *why)
    CHECKED;

/* Exports a package (WACZ 1.1.1) of these WARC files, their index and a list of pages. Memory does not grow
 * with the size of entries. */
int export_wacz(struct mirror *mirror, const char *path, const struct withdrawn *withdrawn, struct buf *why)
    CHECKED;

/* Exports a ZIM of the files below site/, by zimwriterfs. site/ never has withdrawn pages. */
int export_zim(struct mirror *mirror, const char *path, const struct withdrawn *withdrawn, struct buf *why)
    CHECKED;

/* Copies a page to OUT without what would mislead zimwriterfs, which makes a redirect of any META refresh: a
 * target is removed unless it is another file of the mirror than NAME, which is the page itself, and is
 * reached soon. Returns false if there is nothing to change, or no room. */
bool zim_page_still(struct span page, struct span name, struct buf *out) NONNULL;

/* Reads the language of a page (ISO 639-3; "eng" if it names none) and its description, which stays empty
 * without one in UTF-8. */
enum { ZIM_LANGUAGE_SIZE = 4 };
void zim_page_read(struct span page, char language[ZIM_LANGUAGE_SIZE], struct buf *description) NONNULL;

/* Writes the page of URL as one file without scripts at PATH, which opens anywhere without a request. With
 * FITS instead: each page whose URL fits as such a file in the folder PATH, which is made, under the name
 * that it has in site/; withdrawn pages are omitted. A note says which files a page has not in itself because
 * of the limit.
 */
typedef bool html_test(void *context, struct span url);
int export_html(struct mirror *mirror, const char *path, struct span url, html_test *fits, void *context,
                struct buf *why) __attribute__((nonnull(1, 2, 6), warn_unused_result));

/* Returns ERROR with a sentence about the file at PATH in WHY, unless WHY has one. */
int export_explain(int error, const char *path, struct buf *why) NONNULL;

#endif
