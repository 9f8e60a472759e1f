/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_RESOLVE_H
#define TIPTOE_FETCH_RESOLVE_H

#include <stdbool.h>

/* Whether the resolver says that there is no HOST, or that it has no address. False where it cannot say, as
 * without a network. Blocks until the resolver has answered. */
bool resolve_finds_none(const char *host) __attribute__((nonnull));

/* Whether the resolver cannot say more of HOST because it must not read its configuration, for example one
 * that has replaced what the sandbox allows. Blocks as long. */
bool resolve_is_cut_off(const char *host) __attribute__((nonnull));

#endif
