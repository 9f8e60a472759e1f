/* SPDX-License-Identifier: MIT */
/* Converts URLs of the mirror to request targets, and request targets to URLs. */
#include "config.h"

#include "serve/server.h"

#include "url/url.h"

#define HOSTS "/_hosts/"

/* Returns host and port of an origin. */
static struct span authority_of(struct span origin)
{
    return span_part(origin, span_find(origin, ':') + strlen("://"), origin.len);
}

static bool has_port(struct span authority)
{
    struct span end = authority;

    if (authority.len > 0 && authority.at[0] == '[')
        end = span_part(authority, span_find(authority, ']'), authority.len);
    return span_find(end, ':') < end.len;
}

void target_make(struct buf *out, struct span url, struct span fragment, struct span site)
{
    struct span origin = url_origin_text(url), path = span_part(url, origin.len, url.len);

    buf_clear(out);
    if (!span_equals(origin, site) || span_starts(path, HOSTS) || span_starts(path, TARGET_OWN)) {
        struct span authority = authority_of(origin);

        (void)buf_add_text(out, HOSTS);
        (void)buf_add_span(out, authority);
        if (span_starts(origin, "http://") && !has_port(authority))
            (void)buf_add_text(out, ":80");
    } else if (span_starts(path, "//")) {
        (void)buf_add_text(out, "/."); /* two slashes at the front would name a host */
    }
    (void)buf_add_span(out, path);
    (void)buf_add_span(out, fragment);
}

/* Splits the text after /_hosts/ into host and path; false if there is no host. */
static bool cut_host(struct span target, struct span *host, struct span *path)
{
    if (!span_take_text(&target, HOSTS))
        return false;
    *host = span_take_until_any(&target, "/?");
    *path = target;
    return host->len > 0;
}

static void join(struct buf *out, const char *scheme, struct span authority, struct span path)
{
    (void)buf_set(out, span_of(scheme));
    (void)buf_add_span(out, authority);
    if (path.len == 0 || path.at[0] != '/')
        (void)buf_add_byte(out, '/');
    (void)buf_add_span(out, path);
}

/* Sets OUT to the site's URL with the other scheme; false if the site has an explicit port. */
static bool join_other_scheme(struct buf *out, struct span target, struct span site)
{
    if (has_port(authority_of(site)))
        return false;
    join(out, span_starts(site, "https:") ? "http://" : "https://", authority_of(site), target);
    return true;
}

/* Returns whether the scheme of a host below /_hosts/ is most likely http. target_make writes :80 for http;
 * for other ports, the site's scheme is the best guess. */
static bool is_plain(struct span host, struct span site)
{
    return has_port(host) && (span_has_suffix(host, ":80") || span_starts(site, "http://"));
}

bool target_url(struct buf *out, struct span target, struct span site, unsigned index)
{
    struct span host, path;

    if (!span_starts(target, "/"))
        return false;
    if (cut_host(target, &host, &path)) {
        if (index < 2) {
            join(out, is_plain(host, site) == (index == 0) ? "http://" : "https://", host, path);
            return true;
        }
        index -= 2;
    }
    if (index == 0)
        join(out, "", site, target);
    return index == 0 || (index == 1 && join_other_scheme(out, target, site));
}
