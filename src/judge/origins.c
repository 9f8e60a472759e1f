/* SPDX-License-Identifier: MIT */
/* Holds the origins of a run in memory: their pace, their rules, and whether they have something queued. */
#include "config.h"

#include "judge/origins.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "frontier/origin.h"
#include "robots/robots.h"

/* Lines about uses of pages beyond this are dropped. */
enum { PREFERENCES_MAX = 4 * 1024 };

void origin_set_release(struct origin_set *origins)
{
    for (size_t i = 0; i < origins->room; i++) {
        if (!origins->all[i])
            continue;
        robots_free(origins->all[i]->robots);
        buf_release(&origins->all[i]->rules_url);
        buf_release(&origins->all[i]->preferences);
        free(origins->all[i]->refused);
        free(origins->all[i]->doubted);
        free(origins->all[i]->text);
        free(origins->all[i]);
    }
    free(origins->all);
    free(origins->active);
    *origins = (struct origin_set){0};
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

static int make(struct frontier *frontier, int64_t id, bool after_kill, struct origin **made)
{
    struct frontier_origin kept;
    struct origin *origin;
    struct span text;
    int error = frontier_origin_text(frontier, id, &text);

    if (error)
        return error;
    origin = MEM_NEW(struct origin);
    origin->id = id;
    origin->text = mem_copy_text(text.at, text.len);
    buf_init(&origin->rules_url, LIMIT_URL_BYTES);
    buf_init(&origin->preferences, PREFERENCES_MAX);
    pace_init(&origin->pace);
    frontier_get_origin(frontier, id, &kept);
    restore_pace(origin, &kept.pace, after_kill);
    *made = origin;
    return 0;
}

struct origin *origin_set_get(struct origin_set *origins, struct frontier *frontier, int64_t id,
                              bool after_kill, int *error)
{
    size_t index = (size_t)id - 1;

    if (index >= origins->room) {
        size_t room = origins->room * 2 > index + 1 ? origins->room * 2 : index + 16;

        origins->all = mem_grow(origins->all, room, sizeof *origins->all);
        memset(origins->all + origins->room, 0, (room - origins->room) * sizeof *origins->all);
        origins->room = room;
    }
    if (!origins->all[index])
        *error = make(frontier, id, after_kill, &origins->all[index]);
    return origins->all[index];
}

void origin_set_activate(struct origin_set *origins, struct origin *origin)
{
    if (origin->active)
        return;
    origins->active =
        mem_extend(origins->active, origins->active_count, &origins->active_room, sizeof *origins->active);
    origins->active[origins->active_count++] = origin;
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
