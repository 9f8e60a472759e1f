/* SPDX-License-Identifier: MIT */
/* Chooses the proxy of a run. The variables are those of curl: http_proxy only in lower case, because servers
 * set HTTP_PROXY for their programs from a request; https_proxy, all_proxy and no_proxy in both. no_proxy
 * decides by the start page's host for the whole run: otherwise tiptoe could not know which hosts the proxy
 * looks up.
 */
#include "config.h"

#include "cmd/proxy.h"

#include <stdbool.h>
#include <stdlib.h>

#include "term/message.h"
#include "url/url.h"

/* Returns the value of the first of NAMES that has one, and sets *NAMES to it; NULL if none has a value. */
static const char *find(const char *const **names)
{
    for (; **names; ++*names) {
        const char *value = getenv(**names);

        if (value && *value)
            return value;
    }
    return NULL;
}

/* Returns true if an item of no_proxy names HOST: itself, a domain that it is in, or * for all hosts. */
static bool is_exempt(struct span host)
{
    static const char *const names[] = {"no_proxy", "NO_PROXY", NULL};
    const char *const *name = names;
    const char *value = find(&name);
    struct span rest = span_of(value ? value : "");

    while (rest.len > 0) {
        struct span item = span_trim(span_take_until(&rest, ','), " .");
        size_t before = host.len - item.len;

        if (span_is(item, "*"))
            return true;
        if (item.len == 0 || item.len > host.len)
            continue;
        if (span_equals_nocase(span_part(host, before, host.len), item) &&
            (before == 0 || host.at[before - 1] == '.'))
            return true;
    }
    return false;
}

static const char *from_environment(struct span start, const char **variable)
{
    static const char *const http[] = {"http_proxy", "all_proxy", "ALL_PROXY", NULL};
    static const char *const https[] = {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", NULL};
    const char *const *names = span_starts(start, "https:") ? https : http;
    const char *value = find(&names);
    struct url url;

    url_init(&url);
    if (value && url_parse(&url, start, NULL, NULL) == URL_OK && is_exempt(span_trim(url_host(&url), "[]")))
        value = NULL;
    url_release(&url);
    *variable = *names;
    return value;
}

const char *proxy_choose(const char *given, struct span start)
{
    const char *variable = NULL, *proxy = given ? given : from_environment(start, &variable);
    struct span shown;

    if (!proxy || span_is(span_of(proxy), "none"))
        return NULL;
    shown = span_of(proxy);
    shown = span_part(shown, span_after_last(shown, '@'), shown.len); /* without its password */
    if (!given)
        message_note("all requests go through the proxy %.*s, by the variable %s; --proxy none uses none",
                     (int)shown.len, shown.at, variable);
    message_note(
        "the proxy looks up host names itself, so names that lead to private addresses are not refused");
    return proxy;
}
