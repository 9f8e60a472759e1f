/* SPDX-License-Identifier: MIT */
/* Opens and closes the site of a run as one object, holds its origins with their pace and their rules, and
 * answers the questions that every file of this room asks. */
#include "config.h"

#include "judge/site.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/error.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "judge/evidence.h"
#include "judge/scope.h"
#include "mirror/folder.h"
#include "mirror/mirror.h"
#include "pace/waits.h"
#include "robots/robots.h"

/* Lines about uses of pages beyond this are dropped. */
enum { PREFERENCES_MAX = 4 * 1024 };

static void release_origins(struct origin_set *origins)
{
    for (size_t i = 0; i < origins->room; i++) {
        if (!origins->all[i])
            continue;
        robots_free(origins->all[i]->robots);
        buf_release(&origins->all[i]->rules_url);
        buf_release(&origins->all[i]->preferences);
        free(origins->all[i]->refused);
        free(origins->all[i]->text);
        free(origins->all[i]);
    }
    free(origins->all);
    free(origins->active);
}

/* Restores what an earlier run promised, in whole milliseconds rounded up: the time of its last request, and
 * any pause. If the clock was set back since, a request "in the future" counts as made just now, and the
 * pause that followed it begins again. */
static void restore_pace(struct origin *origin, const struct frontier_pace *kept, bool after_kill)
{
    int64_t now_ms = clock_monotonic_ms() + 1, wall_ms = clock_wall_ms();
    int64_t since_ms = kept->last_request_ms > 0 ? wall_ms - kept->last_request_ms : -1;
    int64_t left_ms = kept->pause_until_ms - wall_ms;
    struct pace_kept restored = {
        .ago_ms = since_ms, .rest_ms = kept->rest_ms, .usual_ms = kept->usual_ms, .limit_ms = kept->limit_ms};

    if (after_kill)
        origin->pace.last_start_ms = now_ms;
    else if (kept->last_request_ms > 0)
        origin->pace.last_start_ms = since_ms < 0 ? now_ms : now_ms - since_ms;
    if (left_ms > kept->pause_until_ms - kept->last_request_ms)
        left_ms = kept->pause_until_ms - kept->last_request_ms;
    if (left_ms > 0)
        pace_pause(&origin->pace, now_ms, left_ms, (enum pace_reason)kept->pause_reason);
    restored.spread_ms = kept->delay_reason == PACE_BY_RATELIMIT && kept->delay_ms > kept->limit_ms &&
                                 kept->last_request_ms > 0
                             ? kept->delay_ms
                             : 0;
    pace_restore(&origin->pace, now_ms, &restored);
}

void origin_set_activate(struct origin_set *origins, struct origin *origin)
{
    if (origin->active)
        return;
    *MEM_ADD(origins->active, origins->active_count, origins->active_room) = origin;
    origin->active = true;
}

void origin_set_defer(struct origin_set *origins, size_t index)
{
    struct origin *origin = origins->active[index];
    size_t last = origins->active_count - 1;

    memmove(origins->active + index, origins->active + index + 1, (last - index) * sizeof *origins->active);
    origins->active[last] = origin;
}

void origin_set_deactivate(struct origin_set *origins, size_t index)
{
    origins->active[index]->active = false;
    origins->active[index] = origins->active[--origins->active_count];
}

/* Sets the scope by the start page, which is in site->found, and by where the site is. */
static void bound_site(struct site *site, const struct url *page)
{
    struct scope_options options = site->settings->scope;

    options.forgotten = buf_span(&site->forgotten);
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
    site->evidence = evidence_new();
    buf_init(&site->rule, LIMIT_URL_BYTES);
    buf_init(&site->forgotten, FRONTIER_FORGOTTEN_MAX);
    (void)buf_add_span(&site->forgotten, frontier_setting_text(mirror->frontier, FRONTIER_FORGOTTEN));
    buf_init(&site->live_excludes, CONTROL_EXCLUDES_MAX);
    (void)control_read_excludes(mirror->folder.control_dir, &site->live_excludes);
    error = weaver_open(&site->weaver, mirror);
    if (!error && url_parse(&site->found, buf_span(&mirror->start), NULL, NULL) != URL_OK)
        error = ERROR_CORRUPT;
    if (error)
        return error;
    bound_site(site, &site->weaver.url);
    return evidence_load(site->evidence, site->frontier);
}

void site_close(struct site *site)
{
    names_close(site);
    scope_free(site->scope);
    evidence_free(site->evidence);
    for (size_t kind = 0; kind < TEMPLATE_KINDS; kind++)
        for (size_t i = 0; i < site->templates.lists[kind].count; i++)
            free(site->templates.lists[kind].texts[i].via);
    release_origins(&site->origins);
    url_release(&site->found);
    buf_release(&site->rule);
    buf_release(&site->forgotten);
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

static int make_origin(struct site *site, int64_t id, struct origin **made)
{
    bool after_kill = site->mirror->was_killed && id <= site->known_origins;
    struct frontier_origin kept;
    struct origin *origin;
    struct span text;
    int error = frontier_origin_text(site->frontier, id, &text);

    if (error)
        return error;
    origin = MEM_NEW(struct origin);
    origin->id = id;
    origin->text = mem_copy_text(text.at, text.len);
    buf_init(&origin->rules_url, LIMIT_URL_BYTES);
    buf_init(&origin->preferences, PREFERENCES_MAX);
    pace_init(&origin->pace);
    origin->pace.own_delay_ms = own_delay(site->settings, text);
    frontier_get_origin(site->frontier, id, &kept);
    restore_pace(origin, &kept.pace, after_kill);
    *made = origin;
    return 0;
}

int site_origin(struct site *site, int64_t id, struct origin **origin)
{
    struct origin_set *origins = &site->origins;
    size_t index = (size_t)id - 1;
    int error = 0;

    if (index >= origins->room) {
        size_t room = origins->room * 2 > index + 1 ? origins->room * 2 : index + 16;

        origins->all = mem_grow(origins->all, room, sizeof *origins->all);
        memset(origins->all + origins->room, 0, (room - origins->room) * sizeof *origins->all);
        origins->room = room;
    }
    if (!origins->all[index])
        error = make_origin(site, id, &origins->all[index]);
    *origin = origins->all[index];
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
    int error;

    if (url_parse(&site->found, buf_span(&mirror->start), NULL, NULL) != URL_OK)
        return ERROR_CORRUPT;
    bound_site(site, url);
    buf_clear(&mirror->site);
    (void)buf_add_span(&mirror->site, url_origin(url));
    error = names_open(site);
    return error ? error : frontier_set_setting(mirror->frontier, "moved", buf_span(&url->text));
}

bool site_is_own(const struct site *site, const struct origin *origin)
{
    return span_is(buf_span(&site->mirror->site), origin->text);
}
