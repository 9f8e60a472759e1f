/* SPDX-License-Identifier: MIT */
/* Recognises addresses that are not on the public Internet, by IANA's special-purpose address registries (RFC
 * 6890). The check applies to the address that libcurl is about to connect to, so that no host name can hide
 * it. */
#include "config.h"

#include "fetch/address.h"

#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

#include "base/span.h"

static const struct {
    uint32_t net;
    int bits;
} private_v4[] = {
    {0x00000000, 8},  /* this network */
    {0x0a000000, 8},  /* private */
    {0x64400000, 10}, /* carrier-grade NAT */
    {0x7f000000, 8},  /* loopback */
    {0xa9fe0000, 16}, /* link-local; metadata services of clouds */
    {0xac100000, 12}, /* private */
    {0xc0000000, 24}, /* protocol assignments */
    {0xc0a80000, 16}, /* private */
    {0xc6120000, 15}, /* benchmarks */
    {0xe0000000, 3},  /* multicast, reserved, broadcast */
};

static const struct {
    unsigned char net[8];
    int bits;
} private_v6[] = {
    {{0xfc}, 7},                    /* unique local */
    {{0xfe, 0x80}, 10},             /* link-local */
    {{0xfe, 0xc0}, 10},             /* site-local (deprecated) */
    {{0xff}, 8},                    /* multicast */
    {{0x01}, 64},                   /* discard-only */
    {{0x20, 0x01}, 23},             /* protocol assignments; Teredo, which contains IPv4 addresses */
    {{0x20, 0x01, 0x0d, 0xb8}, 32}, /* documentation */
    {{0x3f, 0xff}, 20},             /* documentation */
    {{0x5f}, 16},                   /* segments of a network's own routing (SRv6) */
};

/* IPv6 prefixes of addresses that contain an IPv4 one. */
static const struct {
    unsigned char prefix[12];
    size_t len;
    size_t at;     /* of the IPv4 address */
    bool is_local; /* private, whatever the IPv4 address is */
} carriers[] = {
    {{0}, 12, 12, false},                                           /* "compatible", and :: and ::1 */
    {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}, 12, 12, false},    /* mapped */
    {{0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0}, 12, 12, false},    /* translated (RFC 2765) */
    {{0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0}, 12, 12, false}, /* NAT64 */
    {{0, 0x64, 0xff, 0x9b, 0, 1}, 6, 12, true},                     /* NAT64 of this network (RFC 8215) */
    {{0x20, 0x02}, 2, 2, false},                                    /* 6to4 */
};

static bool is_private_v4(uint32_t address)
{
    for (size_t i = 0; i < COUNT_OF(private_v4); i++) {
        if ((address ^ private_v4[i].net) >> (32 - private_v4[i].bits) == 0)
            return true;
    }
    return false;
}

static bool shares_bits(const unsigned char *a, const unsigned char *b, int bits)
{
    size_t whole = (size_t)bits / 8;
    int rest = bits % 8;

    return memcmp(a, b, whole) == 0 && (rest == 0 || (a[whole] ^ b[whole]) >> (8 - rest) == 0);
}

/* Returns the row of `carriers` for ADDRESS, or their number; sets INNER to the IPv4 address. */
static size_t find_carrier(const unsigned char *address, uint32_t *inner)
{
    size_t i = 0;

    while (i < COUNT_OF(carriers) && memcmp(address, carriers[i].prefix, carriers[i].len) != 0)
        i++;
    if (i < COUNT_OF(carriers)) {
        memcpy(inner, address + carriers[i].at, sizeof *inner);
        *inner = ntohl(*inner);
    }
    return i;
}

static bool is_private_v6(const unsigned char *address)
{
    uint32_t inner;
    size_t carrier = find_carrier(address, &inner);

    if (carrier < COUNT_OF(carriers))
        return carriers[carrier].is_local || is_private_v4(inner);
    for (size_t i = 0; i < COUNT_OF(private_v6); i++) {
        if (shares_bits(address, private_v6[i].net, private_v6[i].bits))
            return true;
    }
    return false;
}

bool address_is_private(const struct sockaddr *address)
{
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;

    switch (address->sa_family) {
    case AF_INET:
        memcpy(&v4, address, sizeof v4);
        return is_private_v4(ntohl(v4.sin_addr.s_addr));
    case AF_INET6:
        memcpy(&v6, address, sizeof v6);
        return is_private_v6(v6.sin6_addr.s6_addr);
    default:
        return true;
    }
}

/* Of AWS and Google. Their others are link-local; those of Alibaba and Oracle are in private_v4. */
static const unsigned char metadata_v6[][16] = {
    {0xfd, 0, 0x0e, 0xc2, [14] = 0x02, 0x54},
    {0xfd, 0x20, 0, 0xce, [14] = 0x02, 0x54},
};

bool address_is_metadata(const struct sockaddr *address)
{
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    uint32_t inner = 0;

    if (address->sa_family == AF_INET) {
        memcpy(&v4, address, sizeof v4);
        inner = ntohl(v4.sin_addr.s_addr);
    } else if (address->sa_family == AF_INET6) {
        memcpy(&v6, address, sizeof v6);
        for (size_t i = 0; i < COUNT_OF(metadata_v6); i++)
            if (memcmp(v6.sin6_addr.s6_addr, metadata_v6[i], sizeof metadata_v6[i]) == 0)
                return true;
        (void)find_carrier(v6.sin6_addr.s6_addr, &inner);
    }
    return inner >> 16 == 0xa9fe || inner == 0x646464c8 || inner == 0xc00000c0;
}
