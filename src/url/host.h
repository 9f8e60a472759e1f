/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_URL_HOST_H
#define TIPTOE_URL_HOST_H

#include "base/buf.h"

/* Adds the canonical form of HOST (valid UTF-8 from a URL, possibly percent-encoded): a name in lower-case
 * ASCII, an IPv4 address as four decimal numbers, or an IPv6 address in brackets. Returns false for an
 * invalid host; OUT may then have a part of it. SCRATCH is working memory. */
bool host_add(struct buf *out, struct buf *scratch, struct span host) CHECKED;

/* Returns true if HOST, from a canonical URL, is localhost or below it (RFC 6761): this machine. */
bool host_is_localhost(struct span host);

/* Returns true if HOST, from a canonical URL, is a name that public DNS can point anywhere, at private
 * addresses too: not an address, localhost, or a name without a dot. */
bool host_is_dns_name(struct span host);

#endif
