/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_WEAVE_NAMING_H
#define TIPTOE_WEAVE_NAMING_H

#include "base/span.h"

struct frontier;
struct frontier_row;
struct frontier_visit;
struct url;
struct weaver;

/* Finds the URL whose file is the one that URL, with an answer of TYPE, would get: /d/ for /d/index.html. ROW
 * becomes its row, and SAME whether it has the same type and bytes as VISIT, the answer of URL.
 * ERROR_NOT_FOUND without one. */
int naming_find_holder(struct weaver *weaver, const struct url *url, struct span type,
                       const struct frontier_visit *visit, struct frontier_row *row, bool *same) CHECKED;

/* Finds a file for URL, which has this id and a body of TYPE; PATH is borrowed until the next call, and
 * before it is only not empty if naming_find_holder was just called for URL. Of URLs that would have the same
 * file, the shortest gets it, and of equally short ones the first in the order of bytes; all others get
 * twins' names. So names do not depend on which answer came first: the URL that has had the file may have to
 * move. KEPT is the path that the URL already has, empty if none: it stays where TYPE has the same extension,
 * also if another version of the Unicode tables would name the file otherwise. ERROR_LOCKED where no name is
 * free. */
int naming_choose(struct weaver *weaver, int64_t id, const struct url *url, struct span type,
                  struct span kept, struct span *path) CHECKED;

/* Finds the files that links name: of stored URLs their own, of queued ones the expected file. One object
 * serves for many pages. */
struct expected;

/* The file of a link's target. */
struct target_file {
    struct span file;     /* empty: it is not in the mirror; borrowed until the next call */
    int64_t answer;       /* the id of what the file shows; 0 while the file is only expected */
    struct span fragment; /* of a redirect on the way: browsers treat it as the link's own */
};

/* Makes an object for names of at most NAME_MAX bytes, by the facts of FRONTIER, which outlives it. */
struct expected *expected_new(struct frontier *frontier, size_t name_max)
    __attribute__((nonnull, returns_nonnull, warn_unused_result));
void expected_free(struct expected *expected);

/* Returns the expected file of a queued URL with these ROLES (enum frontier_role); SITE is the origin at the
 * root of the tree. Borrowed until the next call. */
struct span expected_file(struct expected *expected, const struct url *url, unsigned roles, struct span site)
    NONNULL;

/* Sets the SITE of the functions below. Returns true if there was another one before. */
bool expected_set_site(struct expected *expected, struct span site) NONNULL;

/* Returns the same for the URL with this ID, from a cache, after expected_set_site. May be a part of URL. */
struct span expected_file_of(struct expected *expected, int64_t id, struct span url, unsigned roles) NONNULL;

/* Sets FOUND for the canonical URL, after expected_set_site. Returns 0 or the frontier's error. */
int expected_find(struct expected *expected, struct span url, struct target_file *found) CHECKED;

#endif
