/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_SITE_FILES_H
#define TIPTOE_EXPORT_SITE_FILES_H

#include <stdint.h>

struct mirror;
struct withdrawn;

/* The name of the file in an export. */
#define SITE_FILES_NAME "site-files.warc.gz"

/* Writes to FD a WARC file of resource records, each file of site/ whose answer the archive lacks, and of
 * metadata records, one for each WITHDRAWN URL of which answers were omitted. LEN is its length, 0 if it
 * would have no record. The same mirror gives the same bytes. A missing or damaged file is reported and left
 * out. */
int site_files_write(struct mirror *mirror, const struct withdrawn *withdrawn, int fd, uint64_t *len) CHECKED;

#endif
