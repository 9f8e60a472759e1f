/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_URL_HOST_H
#define TIPTOE_URL_HOST_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/span.h"

/* Adds the canonical form of HOST (valid UTF-8, as it stands in a URL, percent-encoded perhaps): a name in
 * lower case and ASCII, an IPv4 address in four decimal numbers, an IPv6 address in brackets. False for what
 * is no host; OUT may then hold a part of it. SCRATCH is memory to work in. */
bool host_add(struct buf *out, struct buf *scratch, struct span host)
    __attribute__((nonnull, warn_unused_result));

#endif
