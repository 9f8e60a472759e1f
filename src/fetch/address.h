/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_ADDRESS_H
#define TIPTOE_FETCH_ADDRESS_H

#include <stdbool.h>

struct sockaddr;

/* Whether ADDRESS can only be a machine or network near us (loopback, link-local, private, shared, multicast,
 * reserved), which a page on the public web has no business to send us to. Families other than IPv4 and IPv6
 * are. An IPv4 address inside an IPv6 one (mapped, NAT64, 6to4) is judged as what it is. */
bool address_is_private(const struct sockaddr *address) __attribute__((nonnull));

#endif
