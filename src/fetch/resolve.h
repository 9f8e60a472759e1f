/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_RESOLVE_H
#define TIPTOE_FETCH_RESOLVE_H

#include <stdbool.h>

/* Whether the resolver says that there is no HOST, or that it has no address. False where it cannot say, as
 * without a network. Blocks until the resolver has answered. */
bool resolve_finds_none(const char *host) __attribute__((nonnull));

#endif
