/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_GUARD_H
#define TIPTOE_FETCH_GUARD_H

#include "base/buf.h"

struct sockaddr;

/* Decides which addresses may be connected to: all public ones, and the private ones of hosts that the user
 * named. Private are loopback, link-local, private, shared, multicast and reserved addresses, and all that
 * are not of the Internet; an IPv6 address that contains an IPv4 one (mapped, NAT64, 6to4) is what that is. A
 * zeroed guard opens no private address. */
struct guard {
    struct buf names; /* of hosts that the user named, as in canonical URLs, with a space after each */
    struct guard_address {
        unsigned char bytes[16]; /* IPv6, or IPv4 mapped into it */
    } * open;
    size_t open_count;
};

/* Opens the private addresses that HOST (in any form that a URL may have) has now. Looks its name up, which
 * may take seconds. */
void guard_open(struct guard *guard, struct span host) NONNULL;

/* Returns true if HOST, of a canonical URL, is an address and not a name. */
bool guard_is_address(struct span host);
void guard_release(struct guard *guard) NONNULL;

/* Returns true if a request to HOST, of a canonical URL, may connect to ADDRESS, which HOST has at this
 * moment. A name never opens 169.254.0.0/16, where clouds serve credentials; only such an address itself
 * does. */
bool guard_allows(const struct guard *guard, struct span host, const struct sockaddr *address) NONNULL;

/* Returns the same for a request through a proxy, by HOST alone: false for private addresses, localhost and
 * names without a dot that the user did not name. A proxy looks up all other names itself, unseen. */
bool guard_allows_unseen(const struct guard *guard, struct span host) NONNULL;

/* Returns true if the resolver says that HOST does not exist, or that it has no address. Returns false if the
 * resolver cannot say, as without a network. Blocks until the resolver has answered. */
bool resolve_finds_none(struct span host);

/* Returns true if the resolver knows no HOST because it must not read its configuration, for example a new
 * file instead of the one that the sandbox allows. Blocks as long. */
bool resolve_is_cut_off(struct span host);

#endif
