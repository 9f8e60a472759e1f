/* SPDX-License-Identifier: MIT */
/* Addresses at the edges of every special range, and IPv4 within IPv6; what each answer of the resolver
 * means. The resolver is played here, so that the test needs no network. */
#include "config.h"

#include "fetch/guard.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include "tap.h"

static const struct {
    const char *text;
    bool is_private;
} addresses[] = {
    {"93.184.215.14", false},
    {"8.8.8.8", false},
    {"0.0.0.0", true},
    {"10.1.2.3", true},
    {"100.63.255.255", false},
    {"100.64.0.1", true},
    {"100.128.0.0", false},
    {"127.0.0.1", true},
    {"127.255.255.255", true},
    {"128.0.0.1", false},
    {"169.254.169.254", true},
    {"172.15.255.255", false},
    {"172.16.0.1", true},
    {"172.31.255.255", true},
    {"172.32.0.0", false},
    {"192.168.0.1", true},
    {"192.169.0.1", false},
    {"192.0.0.8", true},
    {"192.0.2.1", false},
    {"198.18.0.1", true},
    {"198.20.0.1", false},
    {"223.255.255.255", false},
    {"224.0.0.1", true},
    {"255.255.255.255", true},
    {"2606:4700::1111", false},
    {"::", true},
    {"::1", true},
    {"::127.0.0.1", true},
    {"::ffff:127.0.0.1", true},
    {"::ffff:8.8.8.8", false},
    {"64:ff9b::10.0.0.1", true},
    {"64:ff9b::8.8.8.8", false},
    {"64:ff9b:1::8.8.8.8", true},
    {"64:ff9b:1:ffff:ffff:ffff:808:808", true},
    {"64:ff9b:2::8.8.8.8", false},
    {"::ffff:0:10.0.0.1", true},
    {"::ffff:0:8.8.8.8", false},
    {"2002:7f00:1::1", true},
    {"2001:0:4136:e378:8000:63bf:f5ff:fffe", true},
    {"2001:1ff::1", true},
    {"2001:200::1", false},
    {"2001:db8::1", true},
    {"2001:db9::1", false},
    {"3fff:fff::1", true},
    {"3fff:1000::1", false},
    {"5f00::1", true},
    {"5f01::1", false},
    {"2002:808:808::1", false},
    {"fc00::1", true},
    {"fdff::1", true},
    {"fe80::1", true},
    {"febf::1", true},
    {"fec0::1", true},
    {"ff02::1", true},
    {"100::1", true},
    {"100:0:0:1::1", false},
};

/* Services that give out a machine's credentials. */
static const struct {
    const char *text;
    bool is_metadata;
} services[] = {
    {"169.254.169.254", true},
    {"::ffff:169.254.169.254", true},
    {"64:ff9b::169.254.169.254", true},
    {"100.100.100.200", true},
    {"::ffff:100.100.100.200", true},
    {"192.0.0.192", true},
    {"fd00:ec2::254", true},
    {"fd20:ce::254", true},
    {"100.100.100.201", false},
    {"fd00:ec2::253", false},
    {"10.0.0.1", false},
};

union address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
};

static union address parse(const char *text)
{
    union address address = {.v6 = {.sin6_family = AF_INET6}};

    if (inet_pton(AF_INET6, text, &address.v6.sin6_addr) == 1)
        return address;
    address.v4 = (struct sockaddr_in){.sin_family = AF_INET};
    if (inet_pton(AF_INET, text, &address.v4.sin_addr) != 1)
        abort();
    return address;
}

static int next_answer;
static char last_name[64];

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **found)
{
    (void)service;
    (void)hints;
    *found = NULL;
    (void)snprintf(last_name, sizeof last_name, "%s", name);
    return next_answer;
}

void freeaddrinfo(struct addrinfo *found)
{
    (void)found;
}

static const struct {
    const char *what;
    int answer;
    bool finds_none;
} answers[] = {
    {"an address", 0, false},
    {"no such name", EAI_NONAME, true},
#ifdef EAI_NODATA
    {"a name without an address", EAI_NODATA, true},
#endif
    {"no answer", EAI_AGAIN, false},
    {"a broken resolver", EAI_FAIL, false},
    {"a failure of the system", EAI_SYSTEM, false},
};

static void test_resolving(void)
{
    for (size_t i = 0; i < COUNT_OF(answers); i++) {
        next_answer = answers[i].answer;
        ok(resolve_finds_none(span_of("example.org")) == answers[i].finds_none, "%s", answers[i].what);
    }
    is_str(last_name, "example.org", "the host that was looked up");
}

int main(void)
{
    const struct guard closed = {0};
    struct guard named = {0};
    const struct sockaddr other = {.sa_family = AF_UNIX};

    buf_init(&named.names, 16);
    (void)buf_add_text(&named.names, "h ");
    for (size_t i = 0; i < COUNT_OF(addresses); i++) {
        union address address = parse(addresses[i].text);

        ok(guard_allows(&closed, span_of("h"), &address.any) != addresses[i].is_private, "%s is %s",
           addresses[i].text, addresses[i].is_private ? "private" : "public");
    }
    for (size_t i = 0; i < COUNT_OF(services); i++) {
        union address address = parse(services[i].text);

        ok(guard_allows(&named, span_of("h"), &address.any) != services[i].is_metadata, "%s is %s service",
           services[i].text, services[i].is_metadata ? "such a" : "no such");
    }
    ok(!guard_allows(&named, span_of("h"), &other), "no address of another family is allowed");
    test_resolving();
    guard_release(&named);
    return done();
}
