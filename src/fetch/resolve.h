/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_RESOLVE_H
#define TIPTOE_FETCH_RESOLVE_H

#include <stdbool.h>

/* Returns true if the resolver says that HOST does not exist, or that it has no address. Returns false if the
 * resolver cannot say, as without a network. Blocks until the resolver has answered. */
bool resolve_finds_none(const char *host) __attribute__((nonnull));

/* Returns true if the resolver knows no HOST because it must not read its configuration, for example a new
 * file instead of the one that the sandbox allows. Blocks as long. */
bool resolve_is_cut_off(const char *host) __attribute__((nonnull));

#endif
