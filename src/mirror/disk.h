/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_DISK_H
#define TIPTOE_MIRROR_DISK_H

#include <stdint.h>

struct mirror;

/* What a mirror takes on the disk: all its files, in whole blocks (file_blocks). Directories do not count. */
struct disk {
    int64_t rest; /* all except what the run adds to site/ and archive/, and mirror.db */
};

/* Measures all files of MIRROR, once at the start of a run. */
int disk_measure(struct disk *disk, const struct mirror *mirror) __attribute__((nonnull, warn_unused_result));

/* The bytes that MIRROR takes now: what was measured, and what the run has added since. It reads the sizes of
 * mirror.db and its journal, and of nothing else. */
uint64_t disk_used(const struct disk *disk, const struct mirror *mirror) __attribute__((nonnull));

#endif
