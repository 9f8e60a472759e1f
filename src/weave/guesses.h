/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_WEAVE_GUESSES_H
#define TIPTOE_WEAVE_GUESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

struct frontier;
struct url;

/* Which file a queued URL will most likely get, where names have at most NAME_MAX bytes. Made once, used for
 * many. */
struct guesses;

struct guesses *guesses_new(size_t name_max) __attribute__((returns_nonnull, warn_unused_result));
void guesses_free(struct guesses *guesses);

/* The expected file of a queued URL with these ROLES (enum frontier_role); SITE is the origin at the root of
 * the tree. Borrowed until the next call. */
struct span guesses_make(struct guesses *guesses, const struct frontier *frontier, const struct url *url,
                         unsigned roles, struct span site) __attribute__((nonnull));

/* Sets the SITE of guesses_find; true if there was another one before. */
bool guesses_set_site(struct guesses *guesses, struct span site) __attribute__((nonnull));

/* The same for the URL with this ID, with a bounded cache, after guesses_set_site. */
struct span guesses_find(struct guesses *guesses, const struct frontier *frontier, int64_t id,
                         struct span url, unsigned roles) __attribute__((nonnull));

/* To be called when URL becomes known: whether the expected file of another queued URL changes, whose ID is
 * then set. */
bool guesses_differ(struct guesses *guesses, struct frontier *frontier, const struct url *url, int64_t *id)
    __attribute__((nonnull));

#endif
