/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_REBUILD_H
#define TIPTOE_CRAWL_REBUILD_H

struct mirror;

/* Weaves every stored document again from its original in the archive. Talks on stderr. Documents whose
 * original is damaged keep the file they have, and are named. 0, or the first error. */
int rebuild(struct mirror *mirror) __attribute__((nonnull, warn_unused_result));

#endif
