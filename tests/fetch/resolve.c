/* SPDX-License-Identifier: MIT */
/* What each answer of the resolver means. The resolver is played here, so that the test needs no network. */
#include "config.h"

#include "fetch/guard.h"

#include <netdb.h>
#include <string.h>

#include "tap.h"

static int next_answer;
static const char *last_name;

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **found)
{
    (void)service;
    (void)hints;
    *found = NULL;
    last_name = name;
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

int main(void)
{
    for (size_t i = 0; i < COUNT_OF(answers); i++) {
        next_answer = answers[i].answer;
        ok(resolve_finds_none("example.org") == answers[i].finds_none, "%s", answers[i].what);
    }
    is_str(last_name, "example.org", "the host that was looked up");
    return done();
}
