/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_ADDRESS_H
#define TIPTOE_FETCH_ADDRESS_H

#include <stdbool.h>

struct sockaddr;

/* Returns true if ADDRESS is not on the public Internet (loopback, link-local, private, shared, multicast,
 * reserved), so that a public page has no reason to refer to it. Of an IPv6 address that contains an IPv4 one
 * (mapped, NAT64, 6to4), the inner address counts. Other address families are private. */
bool address_is_private(const struct sockaddr *address) __attribute__((nonnull));

/* Returns true if clouds serve credentials at ADDRESS: one in 169.254.0.0/16 (link-local), some others, or an
 * IPv6 address that contains such an IPv4 one. */
bool address_is_metadata(const struct sockaddr *address) __attribute__((nonnull));

#endif
