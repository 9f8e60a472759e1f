/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_WEAVE_NAMING_H
#define TIPTOE_WEAVE_NAMING_H

#include "base/span.h"

struct frontier_row;
struct frontier_visit;
struct url;
struct weaver;

/* Finds the URL whose file is the one that URL, with an answer of TYPE, would get: /d/ for /d/index.html. ROW
 * becomes its row, and SAME whether it has the same type and bytes as VISIT, the answer of URL.
 * ERROR_NOT_FOUND without one. */
int naming_find_holder(struct weaver *weaver, const struct url *url, struct span type,
                       const struct frontier_visit *visit, struct frontier_row *row, bool *same) CHECKED;

/* Finds a file for URL, which has this id and a body of TYPE; PATH is borrowed until the next call. Of URLs
 * that would have the same file, the shortest gets it, and of equally short ones the first in the order of
 * bytes; all others get twins' names. So names do not depend on which answer came first: the URL that has had
 * the file may have to move. KEPT is the path that the URL already has, empty if none: it stays where TYPE
 * has the same extension, also if another version of the Unicode tables would name the file otherwise.
 * ERROR_LOCKED where no name is free. */
int naming_choose(struct weaver *weaver, int64_t id, const struct url *url, struct span type,
                  struct span kept, struct span *path) CHECKED;

#endif
