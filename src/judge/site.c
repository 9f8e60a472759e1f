/* SPDX-License-Identifier: MIT */
/* Opens and closes the site of a run as one object, and answers the questions that every file of this room
 * asks. The files named after its parts have their decisions. */
#include "config.h"

#include "judge/site.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/limits.h"
#include "frontier/next.h"
#include "frontier/origin.h"
#include "frontier/queue.h"
#include "frontier/revisit.h"
#include "frontier/row.h"
#include "judge/scope.h"
#include "judge/traps.h"
#include "mirror/control.h"
#include "mirror/mirror.h"
#include "pace/waits.h"

/* Sets the scope by the start page, which is in site->found, and by where the site is. */
static void bound_site(struct site *site, const struct url *page)
{
    struct scope_options options = site->settings->scope;

    options.live_excludes = &site->live_excludes;
    scope_free(site->scope);
    site->scope = scope_new(&options, &site->found);
    if (!span_equals(buf_span(&page->text), buf_span(&site->mirror->start)))
        scope_move(site->scope, page);
}

int site_open(struct site *site, struct mirror *mirror, const struct settings *settings)
{
    int error;

    *site = (struct site){.mirror = mirror,
                          .frontier = mirror->frontier,
                          .settings = settings,
                          .limits = settings->pace,
                          .imports = settings->imports,
                          .wall_ahead_ms = clock_wall_ms() - clock_monotonic_ms(),
                          .known_origins = frontier_origin_count(mirror->frontier)};
    site->traps = traps_new();
    url_init(&site->found);
    buf_init(&site->rule, LIMIT_URL_BYTES);
    buf_init(&site->live_excludes, CONTROL_EXCLUDES_MAX);
    (void)control_read_excludes(mirror->folder.control_dir, &site->live_excludes);
    error = weaver_open(&site->weaver, mirror);
    if (!error && url_parse(&site->found, buf_span(&mirror->start), NULL, NULL) != URL_OK)
        error = ERROR_CORRUPT;
    if (error)
        return error;
    bound_site(site, &site->weaver.url);
    return 0;
}

void site_close(struct site *site)
{
    scope_free(site->scope);
    traps_free(site->traps);
    templates_release(&site->templates);
    origin_set_release(&site->origins);
    url_release(&site->found);
    buf_release(&site->rule);
    buf_release(&site->live_excludes);
    weaver_close(&site->weaver);
}

int64_t site_now_ms(const struct site *site)
{
    return clock_monotonic_ms() + site->wall_ahead_ms;
}

/* Returns the delay that the user set for the host of ORIGIN, "https://host:port"; -1: none. */
static int64_t own_delay(const struct settings *settings, struct span origin)
{
    struct span host = span_part(origin, span_find(origin, '/') + 2, origin.len);

    for (size_t i = settings->host_delay_count; i-- > 0;) {
        struct span wanted = settings->host_delays[i].host;

        if (span_equals_nocase(span_part(host, 0, wanted.len), wanted) &&
            (host.len == wanted.len || host.at[wanted.len] == ':'))
            return settings->host_delays[i].ms;
    }
    return -1;
}

int site_origin(struct site *site, int64_t id, struct origin **origin)
{
    bool after_kill = site->mirror->was_killed && id <= site->known_origins;
    int error = 0;

    *origin = origin_set_get(&site->origins, site->frontier, id, after_kill, &error);
    if (!error)
        (*origin)->pace.own_delay_ms = own_delay(site->settings, span_of((*origin)->text));
    return error;
}

int site_activate_origins(struct site *site)
{
    int64_t now_ms = site_now_ms(site), longest_ms = retry_pause_max_ms(site->limits.delay_ms), back_ms;
    struct frontier_origin kept;
    struct origin *origin;
    int error = 0;

    for (int64_t id = 0; !error && (id = frontier_busy_origin(site->frontier, id)) > 0;) {
        error = site_origin(site, id, &origin);
        if (error)
            return error;
        frontier_get_origin(site->frontier, id, &kept);
        back_ms = kept.pace.last_request_ms - now_ms;
        if (back_ms > 0)
            error = frontier_retry_sooner(site->frontier, id, back_ms, now_ms + longest_ms);
        if (!error)
            origin_set_activate(&site->origins, origin);
    }
    return error;
}

bool site_is_updating(const struct site *site)
{
    return site->updating.since_ms > 0;
}

bool site_has_copy(struct site *site, const struct frontier_item *item)
{
    struct frontier_row row;

    return site_is_updating(site) && frontier_get(site->frontier, item->id, &row) == 0 && row.answered &&
           row.visit.state == FRONTIER_DONE;
}

int site_request_gone(struct site *site, int64_t id)
{
    return site->updating.skipped > 0 ? frontier_revisit_gone(site->frontier, id) : 0;
}

int64_t site_start_id(const struct site *site)
{
    int64_t id;
    unsigned flags;

    return frontier_known(site->frontier, buf_span(&site->mirror->start), &id, &flags) ? id : 0;
}

int site_move(struct site *site, const struct url *url)
{
    struct mirror *mirror = site->mirror;

    if (url_parse(&site->found, buf_span(&mirror->start), NULL, NULL) != URL_OK)
        return ERROR_CORRUPT;
    bound_site(site, url);
    buf_clear(&mirror->site);
    (void)buf_add_span(&mirror->site, url_origin(url));
    return mirror_set(mirror, "moved", buf_span(&url->text));
}

bool site_is_own(const struct site *site, const struct origin *origin)
{
    return span_is(buf_span(&site->mirror->site), origin->text);
}
