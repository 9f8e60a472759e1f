/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_WEAVE_REBUILD_H
#define TIPTOE_WEAVE_REBUILD_H

#include <stdint.h>

struct mirror;
struct weaver;

/* Weaves every stored document again from its original in the archive; COUNT becomes their number. Documents
 * whose original is damaged keep the file they have, and are named. Returns 0, or the first error. */
int rebuild(struct mirror *mirror, uint64_t *count) __attribute__((nonnull, warn_unused_result));

/* Weaves all documents again, at the end of a run, if the mirror is for the disk (only now every file is
 * there that documents may embed), or was, and is not any more. A signal ends it early. */
int rebuild_for_purpose(struct weaver *weaver) __attribute__((nonnull, warn_unused_result));

#endif
