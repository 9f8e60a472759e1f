/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_WEAVE_NAMING_H
#define TIPTOE_WEAVE_NAMING_H

#include "base/span.h"

struct url;
struct weaver;

/* Finds a file for URL, which has this id and a body of TYPE; PATH is borrowed until the next call. Of URLs
 * that would have the same file, the shortest gets it, and of equally short ones the first in the order of
 * bytes; all others get twins' names. So names do not depend on which answer came first: the URL that has had
 * the file may have to move. KEPT is the path that the URL already has, empty if none: it stays where TYPE
 * has the same extension, also if another version of the Unicode tables would name the file otherwise.
 * ERROR_LOCKED where no name is free. */
int naming_choose(struct weaver *weaver, int64_t id, const struct url *url, struct span type,
                  struct span kept, struct span *path) __attribute__((nonnull, warn_unused_result));

#endif
