/* SPDX-License-Identifier: MIT */
/* Knows the names of the site, and finds out whether its twin, with or without "www.", is one of them. The
 * frontier has the list, so that readers of the mirror follow links with these names, too. A setting
 * has the decision, with the evidence. */
#include "config.h"

#include <stdlib.h>

#include "answer/answer.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/error.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "judge/judge.h"
#include "judge/scope.h"
#include "judge/site.h"
#include "mirror/mirror.h"
#include "term/message.h"
#include "weave/rebuild.h"

static const char www[] = "www.", preferred[] = "preferred name";

/* The words of the setting, by the state. */
static const char *const words[] = {[TWIN_UNKNOWN] = "", [TWIN_IS_SITE] = "one", [TWIN_IS_OTHER] = "other"};

enum { TEXT_MAX = 64 * 1024 };

/* Returns host and port of the site. */
static struct span main_name(const struct site *site)
{
    struct span origin = buf_span(&site->mirror->site);

    (void)span_take_after(&origin, "://");
    return origin;
}

/* Returns the name that may be another one of the site at HOST; NULL if no other is likely to be. */
static char *twin_of(struct span host)
{
    char *name = mem_copy_text(host.at, host.len), *domain = scope_registrable(name), *twin = NULL;
    struct buf text BUF_LOCAL(LIMIT_URL_BYTES);
    bool has_www = span_starts(host, www);
    bool is_name = strchr(domain, '.') && !strchr(name, ':') && !ascii_is_digit(name[host.len - 1]);

    if (is_name && has_www && !span_is(host, domain))
        twin = mem_copy_text(name + strlen(www), host.len - strlen(www));
    else if (is_name && !has_www && buf_add_format(&text, "%s%s", www, name) == 0)
        twin = mem_copy_text(buf_text(&text), text.len);
    free(domain);
    free(name);
    return twin;
}

/* Makes the URL of ROW, which was refused, a redirect to that of the site. */
static int merge(struct site *site, struct frontier_row *row, struct span text)
{
    struct frontier_item item = row->item;
    struct frontier_visit visit = {.url = item.id,
                                   .state = FRONTIER_REDIRECTED,
                                   .requested_ms = clock_wall_ms(),
                                   .rule = span_of("its host is another name of the site")};
    struct url url URL_LOCAL;
    int error = url_parse(&url, text, NULL, NULL) == URL_OK ? 0 : ERROR_CORRUPT;

    item.url = span_make(NULL, 0);
    if (!error)
        error = discover_redirect(site, &item, &url, &visit.redirect_to);
    if (!error)
        error = frontier_finish(site->frontier, &visit);
    return error ? error : unexpected_note(&site->weaver, item.id, PAGES_ALL);
}

/* Merges the URLs that were refused before their host was known to be the site. */
static int merge_all(struct site *site)
{
    struct buf text BUF_LOCAL(LIMIT_URL_BYTES);
    struct frontier_row row;
    int64_t id = 0;
    int error = 0;

    while (!error && (error = frontier_next_refused(site->frontier, FRONTIER_BY_SCOPE, id, &id)) == 0) {
        error = frontier_get(site->frontier, id, &row);
        buf_clear(&text);
        if (!error && frontier_rename(site->frontier, row.item.url, &text))
            error = merge(site, &row, buf_span(&text));
    }
    return error == ERROR_END ? 0 : error;
}

/* Gives the frontier the list of names: first the site's own. */
static int set_names(struct site *site)
{
    const struct texts *aliases = &site->settings->scope.aliases;
    struct span main = main_name(site);
    struct buf names BUF_LOCAL(TEXT_MAX);
    bool changed;
    int error;

    (void)buf_add_format(&names, "%.*s\n", (int)main.len, main.at);
    for (size_t i = 0; i < aliases->count; i++)
        (void)buf_add_format(&names, "%s\n", aliases->all[i]);
    if (site->twin.state == TWIN_IS_SITE)
        (void)buf_add_format(&names, "%s\n", site->twin.host);
    error = frontier_set_names(site->frontier, buf_span(&names), &changed);
    return error || !changed ? error : merge_all(site);
}

int names_open(struct site *site)
{
    struct twin *twin = &site->twin;
    struct span kept, word;

    names_close(site);
    *twin = (struct twin){.host = twin_of(main_name(site))};
    kept = frontier_setting_text(site->frontier, FRONTIER_TWIN);
    word = span_take_until(&kept, '\n');
    if (twin->host && span_is(span_take_until(&kept, '\n'), twin->host)) {
        twin->state = span_is(word, words[TWIN_IS_SITE]) ? TWIN_IS_SITE : TWIN_IS_OTHER;
        twin->is_preferred = twin->state == TWIN_IS_SITE &&
                             span_is(frontier_setting_text(site->frontier, preferred), twin->host);
    }
    return set_names(site);
}

void names_close(struct site *site)
{
    free(site->twin.host);
    site->twin.host = NULL;
}

enum url_result names_parse(struct site *site, struct span text)
{
    struct buf own BUF_LOCAL(LIMIT_URL_BYTES);

    return url_parse(&site->found, frontier_rename(site->frontier, text, &own) ? buf_span(&own) : text, NULL,
                     NULL);
}

bool names_may_probe(struct site *site, const struct url *url)
{
    struct twin *twin = &site->twin;
    struct frontier_row row;

    if (!twin->host || twin->state != TWIN_UNKNOWN || twin->counterpart > 0 || twin->tries == TWIN_TRIES ||
        site->imports || url_port(url).len > 0 || !span_is(url_host(url), twin->host))
        return false;
    if (twin->probe > 0 && frontier_get(site->frontier, twin->probe, &row) == 0 &&
        row.state != FRONTIER_QUEUED) /* robots.txt forbids it */
        twin->probe = 0;
    return twin->probe == 0;
}

int names_refuse_probe(struct site *site, int64_t id)
{
    struct frontier_row row;
    struct span rule = {0};
    int error = frontier_get(site->frontier, id, &row);

    site->twin.probe = 0;
    if (!error && url_parse(&site->found, row.item.url, NULL, NULL) == URL_OK)
        (void)scope_judge(site->scope, &site->found, FRONTIER_AS_PAGE, row.item.depth, &rule);
    return error ? error : frontier_settle(site->frontier, id, FRONTIER_REFUSED, FRONTIER_BY_SCOPE, rule);
}

void names_probe(struct site *site, int64_t id)
{
    site->twin.probe = id;
    site->twin.tries++;
}

/* Keeps a decision about the twin, with the EVIDENCE. */
static int decide(struct site *site, enum twin_state state, const char *evidence)
{
    struct twin *twin = &site->twin;
    struct buf text BUF_LOCAL(TEXT_MAX);
    char time[CLOCK_TEXT_SIZE];
    int error;

    twin->state = state;
    clock_format(clock_us(clock_wall_ms()), 0, time);
    (void)buf_add_format(&text, "%s\n%s\n%s is another %s (%s): %s", words[state], twin->host, twin->host,
                         state == TWIN_IS_SITE ? "name of the site" : "site", time, evidence);
    error = frontier_set_setting(site->frontier, FRONTIER_TWIN, buf_span(&text));
    if (error)
        return error;
    message_note("%s is another %s: %s", twin->host, state == TWIN_IS_SITE ? "name of the site" : "site",
                 evidence);
    if (state == TWIN_IS_OTHER && twin->tries < TWIN_TRIES)
        twin->state = TWIN_UNKNOWN; /* a page may have a date in it; another URL may prove more */
    return set_names(site);
}

/* Returns whether URL is a page of the site, at the path of PROBE. */
static bool is_counterpart(const struct site *site, const struct url *url, const struct url *probe)
{
    return span_equals(url_host(url), main_name(site)) && url_port(url).len == 0 &&
           span_equals(url_target(url), url_target(probe));
}

int names_compare(struct site *site, int64_t id, struct span digest)
{
    struct twin *twin = &site->twin;
    struct frontier_row row;
    struct buf evidence BUF_LOCAL(2 * LIMIT_URL_BYTES);
    bool same;
    int error;

    if (id == 0 || id != twin->counterpart || digest.len != sizeof twin->probed)
        return 0;
    twin->counterpart = 0;
    same = memcmp(digest.at, twin->probed, digest.len) == 0;
    error = frontier_get(site->frontier, id, &row);
    (void)buf_add_format(&evidence, "%.*s has %s there", (int)row.item.url.len, row.item.url.at,
                         same ? "the same bytes" : "other bytes");
    return error ? error : decide(site, same ? TWIN_IS_SITE : TWIN_IS_OTHER, buf_text(&evidence));
}

int names_take_probe(struct site *site, const struct frontier_item *item, const struct url *url,
                     const struct url *location, const struct fetch_result *result)
{
    struct twin *twin = &site->twin;
    struct span main = main_name(site), target = url_target(url), scheme = url_scheme(url);
    struct frontier_item guess = {.id = item->id, .kind = FRONTIER_CANDIDATE, .depth = item->depth};
    struct buf text BUF_LOCAL(2 * LIMIT_URL_BYTES);
    struct url own URL_LOCAL;
    struct frontier_row row;
    int error;

    if (location && is_counterpart(site, location, url)) {
        (void)buf_add_format(&text, "%s redirects to %s", buf_text(&url->text), buf_text(&location->text));
        return decide(site, TWIN_IS_SITE, buf_text(&text));
    }
    (void)buf_add_format(&text, "%.*s://%.*s%.*s", (int)scheme.len, scheme.at, (int)main.len, main.at,
                         (int)target.len, target.at);
    if (result->outcome != FETCH_OK || url_parse(&own, buf_span(&text), NULL, NULL) != URL_OK)
        return 0;
    memcpy(twin->probed, result->payload_sha256, sizeof twin->probed);
    error = discover_redirect(site, &guess, &own, &twin->counterpart);
    if (!error)
        error = frontier_get(site->frontier, twin->counterpart, &row);
    return error || !row.answered ? error : names_compare(site, twin->counterpart, row.visit.digest);
}

bool names_requested(const struct site *site, const struct url *url, struct buf *out)
{
    struct span target = url_target(url), scheme = url_scheme(url);

    return site->twin.is_preferred && span_equals(url_host(url), main_name(site)) && url_port(url).len == 0 &&
           buf_add_format(out, "%.*s://%s%.*s", (int)scheme.len, scheme.at, site->twin.host, (int)target.len,
                          target.at) == 0;
}

/* Requests the site by its twin's name, or by its own. Its robots.txt is that of the name in use. */
static int prefer(struct site *site, bool twin)
{
    struct frontier_robots kept;
    struct origin *origin;
    int64_t id;
    int error = frontier_origin(site->frontier, buf_span(&site->mirror->site), &id);

    site->twin.is_preferred = twin;
    if (!error)
        error = site_origin(site, id, &origin);
    if (!error)
        error = frontier_set_setting(site->frontier, preferred, span_of(twin ? site->twin.host : ""));
    if (error)
        return error;
    origin->rules_until_ms = 0;
    if (frontier_robots(site->frontier, id, &kept))
        return 0;
    kept.answer = ROBOTS_UNREACHABLE;
    return frontier_set_robots(site->frontier, id, &kept);
}

int names_take_redirect(struct site *site, const struct url *url, struct span requested,
                        const struct url *location, bool *prefers)
{
    struct twin *twin = &site->twin;
    bool to_twin = twin->host && span_is(url_host(location), twin->host) && url_port(location).len == 0;
    struct buf evidence BUF_LOCAL(2 * LIMIT_URL_BYTES);
    int error = 0;

    *prefers = (to_twin || is_counterpart(site, location, url)) &&
               span_equals(url_host(url), main_name(site)) &&
               span_equals(url_scheme(url), url_scheme(location)) &&
               span_equals(url_target(url), url_target(location)) &&
               !span_equals(requested, buf_span(&location->text));
    if (!*prefers)
        return 0;
    (void)buf_add_format(&evidence, "%.*s redirects to %s", (int)requested.len, requested.at,
                         buf_text(&location->text));
    if (twin->state != TWIN_IS_SITE)
        error = decide(site, TWIN_IS_SITE, buf_text(&evidence));
    return error || twin->is_preferred == to_twin ? error : prefer(site, to_twin);
}
