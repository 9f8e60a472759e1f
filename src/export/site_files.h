/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_SITE_FILES_H
#define TIPTOE_EXPORT_SITE_FILES_H

#include <stdint.h>

struct mirror;

/* What the file is called in an export. */
#define SITE_FILES_NAME "site-files.warc.gz"

/* Writes to FD a WARC file of resource records: each file of site/ whose answer the archive does not have.
 * LEN is its length, 0 where there is no such file. The same mirror gives the same bytes. A file that is
 * missing or damaged is told to the user, and left out. */
int site_files_write(struct mirror *mirror, int fd, uint64_t *len)
    __attribute__((nonnull, warn_unused_result));

#endif
