/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_TARGET_H
#define TIPTOE_FRONTIER_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"
#include "frontier/names.h"

struct frontier;

/* The target of a link in the mirror. */
struct frontier_target {
    int64_t id;                /* of the last URL, after all redirects */
    enum frontier_state state; /* of that URL; REDIRECTED if there are more than LIMIT_REDIRECTS redirects */
    struct span path; /* its file below site/, borrowed until the next call of the frontier; empty: none */
    struct span
        fragment; /* of the last redirect that has one, borrowed as well; it replaces that of the link */
};

/* Follows the recorded redirects. Repeated calls for the same ids use a bounded cache, which every change of
 * a row updates. ERROR_NOT_FOUND for an id without a row. */
int frontier_target(struct frontier *frontier, int64_t id, struct frontier_target *target)
    __attribute__((nonnull, warn_unused_result));

/* Returns a bit of each URL that is kept in memory for callers that compute the file that a URL most likely
 * gets: its own answer is in force, and that file shows it. Every change of the row clears the bit. ID has a
 * row.
 */
bool frontier_has_expected_file(const struct frontier *frontier, int64_t id) __attribute__((nonnull, pure));
void frontier_note_expected_file(struct frontier *frontier, int64_t id) __attribute__((nonnull));

/* Forgets the expected file of ID, or of all URLs: another one is expected now. */
void frontier_forget_expected_file(struct frontier *frontier, int64_t id) __attribute__((nonnull));
void frontier_forget_expected_files(struct frontier *frontier) __attribute__((nonnull));

#endif
