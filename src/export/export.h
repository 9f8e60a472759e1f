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

/* Exports a package of these WARC files, their index and a list of pages (package.h). */
int export_wacz(struct mirror *mirror, const char *path, const struct withdrawn *withdrawn, struct buf *why)
    CHECKED;

/* Exports a ZIM of the files below site/, by zimwriterfs. site/ never has withdrawn pages. */
int export_zim(struct mirror *mirror, const char *path, const struct withdrawn *withdrawn, struct buf *why)
    CHECKED;

/* Returns ERROR with a sentence about the file at PATH in WHY, unless WHY has one. */
int export_explain(int error, const char *path, struct buf *why) NONNULL;

#endif
