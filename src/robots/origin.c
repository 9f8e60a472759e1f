/* SPDX-License-Identifier: MIT */
/* Reads rules that are absolute URLs: those of the same site count as its paths, as in WWW::RobotRules. */
#include "config.h"

#include "robots/origin.h"

static bool is_scheme_byte(char c, bool is_first)
{
    return ascii_is_alpha(c) || (!is_first && (ascii_is_digit(c) || c == '+' || c == '-' || c == '.'));
}

/* Returns the length of the scheme at the front of VALUE; 0 without one. Without "//" only well-known schemes
 * count, because a path that lacks its first slash may contain a colon. */
static size_t scheme_len(struct span value)
{
    size_t len = 0;

    while (len < value.len && is_scheme_byte(value.at[len], len == 0))
        len++;
    if (len == 0 || len == value.len || value.at[len] != ':')
        return 0;
    if (span_starts(span_part(value, len, value.len), "://") ||
        span_is_one_of_nocase(span_part(value, 0, len), "http https mailto ftp file javascript data tel news "
                                                        "nntp gopher about"))
        return len;
    return 0;
}

/* Returns host and port, without user information and default port. */
static struct span host_of(struct span scheme, struct span authority)
{
    const char *port = span_is_nocase(scheme, "https") ? ":443" : ":80";
    size_t port_len = strlen(port);

    authority = span_part(authority, span_after_last(authority, '@'), authority.len);
    if (authority.len > port_len && span_is(span_part(authority, authority.len - port_len, port_len), port))
        authority.len -= port_len;
    else if (span_is(span_part(authority, authority.len - (authority.len > 0), 1), ":"))
        authority.len--;
    return authority;
}

/* Takes "//authority" off the front of REST. */
static struct span take_authority(struct span *rest)
{
    size_t end = 2;
    struct span authority;

    if (!span_starts(*rest, "//"))
        return span_make(NULL, 0);
    while (end < rest->len && rest->at[end] != '/' && rest->at[end] != '?')
        end++;
    authority = span_part(*rest, 2, end - 2);
    *rest = span_part(*rest, end, rest->len);
    return authority;
}

bool origin_rule_path(struct span origin, struct span value, struct span *path)
{
    size_t len = scheme_len(value), own_len = scheme_len(origin);
    struct span scheme = span_part(value, 0, len), own_scheme = span_part(origin, 0, own_len);
    struct span rest = span_part(value, len + 1, value.len),
                own_rest = span_part(origin, own_len + 1, origin.len);
    bool has_authority = span_starts(rest, "//");
    struct span host = host_of(scheme, take_authority(&rest)),
                own = host_of(own_scheme, take_authority(&own_rest));

    if (len == 0) {
        *path = value;
        return true;
    }
    if (origin.len == 0 ? !span_is_nocase(scheme, "http") && !span_is_nocase(scheme, "https")
                        : !span_equals_nocase(scheme, own_scheme))
        return false;
    if (origin.len > 0 && has_authority && !span_equals_nocase(host, own))
        return false;
    *path = rest;
    return true;
}

bool origin_of(struct span url, struct buf *origin)
{
    size_t len = scheme_len(url), start = origin->len;
    struct span scheme = span_part(url, 0, len), rest = span_part(url, len + 1, url.len), host;

    if (!span_is_nocase(scheme, "http") && !span_is_nocase(scheme, "https"))
        return false;
    rest = span_part(rest, 0, span_find(rest, '#'));
    host = host_of(scheme, take_authority(&rest));
    if (host.len == 0)
        return false;
    buf_add_span(origin, scheme);
    buf_add_text(origin, "://");
    if (buf_add_span(origin, host)) {
        buf_cut(origin, start);
        return false;
    }
    for (size_t i = start; i < origin->len; i++)
        origin->at[i] = ascii_lower(origin->at[i]);
    return true;
}
