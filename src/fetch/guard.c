/* SPDX-License-Identifier: MIT */
/* Decides which private addresses a request may connect to: those of hosts that the user names, and never
 * because of the words of a server. Hosts are looked up once, before the first request, so that other names
 * of the same server work too; a named host may also use addresses that it gets later. */
#include "config.h"

#include "fetch/guard.h"

#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "fetch/address.h"
#include "url/address.h"
#include "url/host.h"

union address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
};

/* Sets BYTES to ADDRESS in IPv6, to be compared. Returns false for other families. */
static bool address_bytes(const struct sockaddr *address, struct guard_address *bytes)
{
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
    union address copy;

    switch (address->sa_family) {
    case AF_INET:
        memcpy(&copy.v4, address, sizeof copy.v4);
        memcpy(bytes->bytes, mapped, sizeof mapped);
        memcpy(bytes->bytes + sizeof mapped, &copy.v4.sin_addr, 4);
        return true;
    case AF_INET6:
        memcpy(&copy.v6, address, sizeof copy.v6);
        memcpy(bytes->bytes, &copy.v6.sin6_addr, sizeof bytes->bytes);
        return true;
    default:
        return false;
    }
}

/* Reads HOST as an address; false for a name. */
static bool address_of_host(struct span host, union address *address)
{
    uint16_t pieces[ADDRESS_PIECES];
    uint32_t number;

    memset(address, 0, sizeof *address);
    if (span_starts(host, "[") && address_parse_6(span_part(host, 1, host.len - 1), pieces)) {
        address->v6.sin6_family = AF_INET6;
        for (size_t i = 0; i < ADDRESS_PIECES; i++) {
            address->v6.sin6_addr.s6_addr[2 * i] = (unsigned char)(pieces[i] >> 8);
            address->v6.sin6_addr.s6_addr[2 * i + 1] = (unsigned char)pieces[i];
        }
        return true;
    }
    if (!address_ends_in_number(host) || !address_parse_4(host, &number))
        return false;
    address->v4.sin_family = AF_INET;
    address->v4.sin_addr.s_addr = htonl(number);
    return true;
}

static void open_address(struct guard *guard, const struct sockaddr *address)
{
    guard->open = mem_grow(guard->open, guard->open_count + 1, sizeof *guard->open);
    if (address_bytes(address, &guard->open[guard->open_count]))
        guard->open_count++;
}

/* Opens the addresses of localhost, which libcurl itself knows. */
static void open_loopback(struct guard *guard)
{
    union address address = {.v4 = {.sin_family = AF_INET}};

    address.v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    open_address(guard, &address.any);
    address.v6 = (struct sockaddr_in6){.sin6_family = AF_INET6, .sin6_addr = in6addr_loopback};
    open_address(guard, &address.any);
}

static void open_name(struct guard *guard, const char *name)
{
    struct addrinfo *found = NULL;

    guard->names = mem_grow(guard->names, guard->name_count + 1, sizeof *guard->names);
    guard->names[guard->name_count++] = mem_copy_text(name, strlen(name));
    if (host_is_localhost(span_of(name))) {
        open_loopback(guard);
        return;
    }
    if (getaddrinfo(name, NULL, &(struct addrinfo){.ai_socktype = SOCK_STREAM}, &found) != 0)
        return;
    for (const struct addrinfo *at = found; at; at = at->ai_next) {
        if (!address_is_metadata(at->ai_addr))
            open_address(guard, at->ai_addr);
    }
    freeaddrinfo(found);
}

void guard_open(struct guard *guard, const char *const *hosts)
{
    struct buf host, scratch;

    buf_init(&host, LIMIT_URL_BYTES);
    buf_init(&scratch, LIMIT_URL_BYTES);
    for (; hosts && *hosts; hosts++) {
        union address address;

        buf_clear(&host);
        if (!host_add(&host, &scratch, span_of(*hosts)))
            continue;
        if (address_of_host(buf_span(&host), &address))
            open_address(guard, &address.any);
        else
            open_name(guard, buf_text(&host));
    }
    buf_release(&host);
    buf_release(&scratch);
}

void guard_release(struct guard *guard)
{
    for (size_t i = 0; i < guard->name_count; i++)
        free(guard->names[i]);
    free(guard->names);
    free(guard->open);
    *guard = (struct guard){0};
}

static bool is_named(const struct guard *guard, struct span host)
{
    for (size_t i = 0; i < guard->name_count; i++) {
        if (span_is(host, guard->names[i]))
            return true;
    }
    return false;
}

static bool is_open(const struct guard *guard, const struct sockaddr *address)
{
    struct guard_address wanted;

    for (size_t i = 0; address_bytes(address, &wanted) && i < guard->open_count; i++) {
        if (memcmp(&guard->open[i], &wanted, sizeof wanted) == 0)
            return true;
    }
    return false;
}

bool guard_allows(const struct guard *guard, struct span host, const struct sockaddr *address)
{
    return !address_is_private(address) || is_open(guard, address) ||
           (is_named(guard, host) && !address_is_metadata(address));
}

bool guard_allows_unseen(const struct guard *guard, struct span host)
{
    union address address;

    if (address_of_host(host, &address))
        return guard_allows(guard, host, &address.any);
    return host_is_dns_name(host) || is_named(guard, host);
}
