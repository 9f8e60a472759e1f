/* SPDX-License-Identifier: MIT */
/* Decides which addresses a request may connect to: those of the public Internet, by IANA's special-purpose
 * address registries (RFC 6890), and the private ones of hosts that the user names, never because of the
 * words of a server. The check applies to the address that libcurl is about to connect to, so that no host
 * name can hide it. Hosts are looked up once, before the first request, so that other names of the same
 * server work too; a named host may also use addresses that it gets later. Also finds the reason why a name
 * was not found: libcurl's code is the same for a name that does not exist and for a resolver that does not
 * answer. */
#include "config.h"

#include "fetch/guard.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <resolv.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "url/host.h"

/* The bytes before an IPv4 address that is mapped into IPv6. */
enum { MAPPED_BYTES = 12 };

enum { NAMES_BYTES = 1024 * 1024 };

/* Sets BYTES to ADDRESS in IPv6, to be compared. Returns false for other families. */
static bool read_socket(const struct sockaddr *address, struct guard_address *bytes)
{
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;

    switch (address->sa_family) {
    case AF_INET:
        memcpy(&v4, address, sizeof v4);
        *bytes = (struct guard_address){{[10] = 0xff, 0xff}};
        memcpy(bytes->bytes + MAPPED_BYTES, &v4.sin_addr, 4);
        return true;
    case AF_INET6:
        memcpy(&v6, address, sizeof v6);
        memcpy(bytes->bytes, &v6.sin6_addr, sizeof bytes->bytes);
        return true;
    default:
        return false;
    }
}

/* The addresses that share these bits. An IPv4 address is mapped into IPv6. */
struct network {
    unsigned char net[16];
    int bits;
};

static const struct network private_networks[] = {
    {{[10] = 0xff, 0xff, 0}, 96 + 8},          /* this network */
    {{[10] = 0xff, 0xff, 10}, 96 + 8},         /* private */
    {{[10] = 0xff, 0xff, 100, 64}, 96 + 10},   /* carrier-grade NAT */
    {{[10] = 0xff, 0xff, 127}, 96 + 8},        /* loopback */
    {{[10] = 0xff, 0xff, 169, 254}, 96 + 16},  /* link-local; metadata services of clouds */
    {{[10] = 0xff, 0xff, 172, 16}, 96 + 12},   /* private */
    {{[10] = 0xff, 0xff, 192, 0, 0}, 96 + 24}, /* protocol assignments */
    {{[10] = 0xff, 0xff, 192, 168}, 96 + 16},  /* private */
    {{[10] = 0xff, 0xff, 198, 18}, 96 + 15},   /* benchmarks */
    {{[10] = 0xff, 0xff, 224}, 96 + 3},        /* multicast, reserved, broadcast */
    {{0xfc}, 7},                               /* unique local */
    {{0xfe, 0x80}, 10},                        /* link-local */
    {{0xfe, 0xc0}, 10},                        /* site-local (deprecated) */
    {{0xff}, 8},                               /* multicast */
    {{0x01}, 64},                              /* discard-only */
    {{0x20, 0x01}, 23},                /* protocol assignments; Teredo, which contains IPv4 addresses */
    {{0x20, 0x01, 0x0d, 0xb8}, 32},    /* documentation */
    {{0x3f, 0xff}, 20},                /* documentation */
    {{0x5f}, 16},                      /* segments of a network's own routing (SRv6) */
    {{0, 0x64, 0xff, 0x9b, 0, 1}, 48}, /* NAT64 of this network (RFC 8215) */
};

/* Of clouds, which serve credentials there. The others of AWS and Google are link-local. */
static const struct network metadata_networks[] = {
    {{[10] = 0xff, 0xff, 169, 254}, 96 + 16},
    {{[10] = 0xff, 0xff, 100, 100, 100, 200}, 128}, /* Alibaba */
    {{[10] = 0xff, 0xff, 192, 0, 0, 192}, 128},     /* Oracle */
    {{0xfd, 0, 0x0e, 0xc2, [14] = 0x02, 0x54}, 128},
    {{0xfd, 0x20, 0, 0xce, [14] = 0x02, 0x54}, 128},
};

/* The networks of addresses that contain an IPv4 one, and where. */
static const struct {
    struct network network;
    size_t at;
} carriers[] = {
    {{{0}, 96}, 12},                         /* "compatible", and :: and ::1 */
    {{{[8] = 0xff, 0xff}, 96}, 12},          /* translated (RFC 2765) */
    {{{0, 0x64, 0xff, 0x9b}, 96}, 12},       /* NAT64 */
    {{{0, 0x64, 0xff, 0x9b, 0, 1}, 48}, 12}, /* NAT64 of this network */
    {{{0x20, 0x02}, 16}, 2},                 /* 6to4 */
};

static bool has_address(const struct network *network, const struct guard_address *address)
{
    size_t whole = (size_t)network->bits / 8;
    int rest = network->bits % 8;

    return memcmp(address->bytes, network->net, whole) == 0 &&
           (rest == 0 || (address->bytes[whole] ^ network->net[whole]) >> (8 - rest) == 0);
}

/* Returns the IPv4 address in ADDRESS, mapped into IPv6; ADDRESS itself if it has none. */
static struct guard_address inner_address(const struct guard_address *address)
{
    struct guard_address inner = {{[10] = 0xff, 0xff}};

    for (size_t i = 0; i < COUNT_OF(carriers); i++) {
        if (has_address(&carriers[i].network, address)) {
            memcpy(inner.bytes + MAPPED_BYTES, address->bytes + carriers[i].at, 4);
            return inner;
        }
    }
    return *address;
}

/* Returns true if ADDRESS, or the IPv4 address in it, is in one of COUNT networks. */
static bool is_in(const struct network *networks, size_t count, const struct guard_address *address)
{
    struct guard_address inner = inner_address(address);

    for (size_t i = 0; i < count; i++) {
        if (has_address(&networks[i], address) || has_address(&networks[i], &inner))
            return true;
    }
    return false;
}

static bool is_metadata(const struct guard_address *address)
{
    return is_in(metadata_networks, COUNT_OF(metadata_networks), address);
}

/* Reads HOST, of a canonical URL, as an address; false for a name. */
static bool read_host(struct span host, struct guard_address *address)
{
    char text[INET6_ADDRSTRLEN];
    bool is_6 = span_take_byte(&host, '[');

    if (host.len == 0 || host.len > sizeof text || (is_6 && host.at[host.len - 1] != ']'))
        return false;
    *address = (struct guard_address){{[10] = 0xff, 0xff}};
    (void)snprintf(text, sizeof text, "%.*s", (int)(host.len - is_6), host.at);
    return inet_pton(is_6 ? AF_INET6 : AF_INET, text, address->bytes + (is_6 ? 0 : MAPPED_BYTES)) == 1;
}

bool guard_is_address(struct span host)
{
    struct guard_address address;

    return read_host(host, &address);
}

static void open_address(struct guard *guard, const struct guard_address *address)
{
    guard->open = mem_grow(guard->open, guard->open_count + 1, sizeof *guard->open);
    guard->open[guard->open_count++] = *address;
}

static void open_name(struct guard *guard, const char *name)
{
    static const struct guard_address loopback[] = {{{[10] = 0xff, 0xff, 127, 0, 0, 1}}, {{[15] = 1}}};
    struct addrinfo *found = NULL;
    struct guard_address address;

    if (guard->names.len == 0)
        buf_init(&guard->names, NAMES_BYTES);
    if (buf_add_format(&guard->names, "%s ", name))
        die("too many hosts whose addresses may be private");
    if (host_is_localhost(span_of(name))) { /* libcurl itself knows its addresses */
        for (size_t i = 0; i < COUNT_OF(loopback); i++)
            open_address(guard, &loopback[i]);
        return;
    }
    if (getaddrinfo(name, NULL, &(struct addrinfo){.ai_socktype = SOCK_STREAM}, &found) != 0)
        return;
    for (const struct addrinfo *at = found; at; at = at->ai_next) {
        if (read_socket(at->ai_addr, &address) && !is_metadata(&address))
            open_address(guard, &address);
    }
    freeaddrinfo(found);
}

void guard_open(struct guard *guard, struct span host)
{
    struct buf canonical BUF_LOCAL(LIMIT_URL_BYTES);
    struct buf scratch BUF_LOCAL(LIMIT_URL_BYTES);
    struct guard_address address;

    if (!host_add(&canonical, &scratch, host))
        return;
    if (read_host(buf_span(&canonical), &address))
        open_address(guard, &address);
    else
        open_name(guard, buf_text(&canonical));
}

void guard_release(struct guard *guard)
{
    buf_release(&guard->names);
    free(guard->open);
    *guard = (struct guard){0};
}

static bool is_named(const struct guard *guard, struct span host)
{
    return span_is_one_of(host, buf_text(&guard->names));
}

static bool is_open(const struct guard *guard, const struct guard_address *address)
{
    for (size_t i = 0; i < guard->open_count; i++) {
        if (memcmp(&guard->open[i], address, sizeof *address) == 0)
            return true;
    }
    return false;
}

static bool allows(const struct guard *guard, struct span host, const struct guard_address *address)
{
    return !is_in(private_networks, COUNT_OF(private_networks), address) || is_open(guard, address) ||
           (is_named(guard, host) && !is_metadata(address));
}

bool guard_allows(const struct guard *guard, struct span host, const struct sockaddr *address)
{
    struct guard_address bytes;

    return read_socket(address, &bytes) && allows(guard, host, &bytes);
}

bool guard_allows_unseen(const struct guard *guard, struct span host)
{
    struct guard_address address;

    if (read_host(host, &address))
        return allows(guard, host, &address);
    return host_is_dns_name(host) || is_named(guard, host);
}

bool resolve_finds_none(struct span host)
{
    char *name = mem_copy_text(host.at, host.len);
    struct addrinfo *found = NULL;
    int error = getaddrinfo(name, NULL, &(struct addrinfo){.ai_socktype = SOCK_STREAM}, &found);

    free(name);
    if (error == 0)
        freeaddrinfo(found);
#ifdef EAI_NODATA
    if (error == EAI_NODATA)
        return true;
#endif
    return error == EAI_NONAME;
}

bool resolve_is_cut_off(struct span host)
{
    int fd = open(_PATH_RESCONF, O_RDONLY | O_CLOEXEC);

    if (fd >= 0)
        close(fd);
    return fd < 0 && errno == EACCES && !resolve_finds_none(host);
}
