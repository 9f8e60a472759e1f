/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_IMPORT_ADOPT_H
#define TIPTOE_IMPORT_ADOPT_H

#include "base/buf.h"

struct mirror;
struct sources;

/* WARC files of other programs as a mirror's archive. A file with one gzip member for each record is copied
 * unchanged; any other file is rewritten with one member for each record, the records unchanged except for
 * line ends of their heads. Damaged records are reported; the part of an answer that exists is kept, marked
 * as a part. */

/* Imports SOURCES into MIRROR, which must be empty, and commits. A mirror that was made from the same files
 * stays as it is, whether its import is finished or not. ERROR_INVALID for a mirror made in another way, or
 * for a file without records; WHY then has a sentence. */
int adopt(struct mirror *mirror, const struct sources *sources, struct buf *why) CHECKED;

#endif
