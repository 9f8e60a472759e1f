/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_URL_HOST_H
#define TIPTOE_URL_HOST_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/span.h"

/* Adds the canonical form of HOST (valid UTF-8 from a URL, possibly percent-encoded): a name in lower-case
 * ASCII, an IPv4 address as four decimal numbers, or an IPv6 address in brackets. Returns false for an
 * invalid host; OUT may then have a part of it. SCRATCH is working memory. */
bool host_add(struct buf *out, struct buf *scratch, struct span host)
    __attribute__((nonnull, warn_unused_result));

/* Whether HOST, from a canonical URL, is this machine or in a private network. A user who names such a host
 * allows tiptoe to connect to it. */
bool host_is_private(struct span host);

#endif
