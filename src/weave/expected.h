/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_WEAVE_EXPECTED_H
#define TIPTOE_WEAVE_EXPECTED_H

#include "base/span.h"

struct frontier;
struct url;

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

/* Returns the same for the URL with this ID, with a bounded cache, after expected_set_site. */
struct span expected_file_of(struct expected *expected, int64_t id, struct span url, unsigned roles) NONNULL;

/* Sets FOUND for the canonical URL, after expected_set_site. Returns 0 or the frontier's error. */
int expected_find(struct expected *expected, struct span url, struct target_file *found) CHECKED;

#endif
