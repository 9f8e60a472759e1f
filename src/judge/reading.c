/* SPDX-License-Identifier: MIT */
/* Makes the rules of an origin from the bytes of its robots.txt. */
#include "config.h"

#include "judge/reading.h"

#include "base/clock.h"
#include "base/error.h"
#include "frontier/robots.h"
#include "judge/site.h"
#include "mirror/mirror.h"
#include "robots/usage.h"
#include "term/message.h"

/* Hours are given in minutes, so the clock need not be checked more often. */
enum { LOOK_EVERY_MS = 60 * 1000 };

/* Mirroring tools that sites name. */
static const char *const mirror_tools[] = {
    "HTTrack",          "Wget",        "WebCopier",   "WebZIP", "Teleport", "TeleportPro",
    "Offline Explorer", "WebStripper", "SiteSnagger",
};

/* Gathers the names of --also-obey; each item is a list. */
static size_t gather_names(const struct settings *settings, struct span names[ROBOTS_ALSO_OBEY_MAX])
{
    size_t count = 0;

    for (size_t i = 0; i < settings->also_obey.count; i++) {
        struct span rest = span_of(settings->also_obey.all[i]);

        while (rest.len > 0 && count < ROBOTS_ALSO_OBEY_MAX) {
            struct span name = span_trim(span_take_until(&rest, ','), HTTP_WHITE);

            if (name.len > 0)
                names[count++] = name;
        }
    }
    return count;
}

/* Returns whether BODY disallows the start page for the robot NAME. */
static bool is_shut_out(const struct site *site, const char *name, const struct robots_options *ours,
                        struct span body)
{
    struct robots_options options = *ours;
    struct robots *robots;
    bool allowed;

    options.agent = span_of(name);
    options.also_obey_count = 0;
    robots = robots_parse(body, &options);
    allowed = robots_judge(robots, buf_span(&site->mirror->start)).allowed;
    robots_free(robots);
    return !allowed;
}

/* Tells the user of rules for other tools. They do not bind tiptoe. */
static void tell_of_tools(struct site *site, const struct robots_options *options, struct span body)
{
    struct buf names;

    buf_init(&names, 1024);
    for (size_t i = 0; i < COUNT_OF(mirror_tools); i++) {
        if (is_shut_out(site, mirror_tools[i], options, body))
            (void)buf_add_format(&names, "%s%s", names.len > 0 ? ", " : "", mirror_tools[i]);
    }
    if (names.len > 0)
        message_note("robots.txt of this site excludes mirroring tools (%s); to obey these rules too, add "
                     "--also-obey NAME",
                     buf_text(&names));
    buf_release(&names);
}

static void read_times(struct origin *origin, int64_t now_ms)
{
    int64_t wall_ms = clock_wall_ms();
    struct robots_delay delay = robots_delay(origin->robots, wall_ms);
    int64_t wait_ms = robots_visit_wait_ms(origin->robots, wall_ms);

    origin->pace.robots_delay_ms = delay.ms > 0 ? delay.ms : 0;
    if (wait_ms != 0)
        pace_pause(&origin->pace, now_ms, wait_ms < 0 ? PACE_LONGEST_MS : wait_ms, PACE_BY_HOURS);
    origin->clock_read_ms = now_ms;
}

/* Returns how the robots.txt of ORIGIN is read; NAMES has room for the names of --also-obey. */
static struct robots_options reading_options(const struct site *site, const struct origin *origin,
                                             enum robots_class class, bool truncated, struct span *names)
{
    return (struct robots_options){
        .agent = span_of("tiptoe"),
        .origin = span_of(origin->text),
        .mode = site->settings->robots,
        .class = class,
        .truncated = truncated,
        .also_obey = names,
        .also_obey_count = gather_names(site->settings, names),
    };
}

int reading_recall_delay(struct site *site, struct origin *origin)
{
    struct span names[ROBOTS_ALSO_OBEY_MAX];
    struct robots_options options;
    struct frontier_robots kept;
    struct robots *robots;
    struct robots_delay delay;
    int error;

    if (origin->robots || origin->clock_read_ms > 0)
        return 0;
    origin->clock_read_ms = clock_monotonic_ms();
    error = frontier_robots(site->frontier, origin->id, &kept);
    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    options = reading_options(site, origin, (enum robots_class)kept.answer, kept.truncated, names);
    robots = robots_parse(kept.body, &options);
    delay = robots_delay(robots, clock_wall_ms());
    origin->pace.robots_delay_ms = delay.ms > 0 ? delay.ms : 0;
    robots_free(robots);
    return 0;
}

void reading_apply(struct site *site, struct origin *origin, enum robots_class class, struct span body,
                   bool truncated)
{
    struct span names[ROBOTS_ALSO_OBEY_MAX];
    struct robots_options options = reading_options(site, origin, class, truncated, names);
    bool is_first = !origin->robots && site_is_own(site, origin);

    robots_free(origin->robots);
    origin->robots = robots_parse(body, &options);
    buf_clear(&origin->preferences);
    if (class == ROBOTS_USE_FILE)
        usage_of_robots(body, &origin->preferences);
    read_times(origin, clock_monotonic_ms());
    origin->rules = RULES_KNOWN;
    origin->rules_attempts = 0;
    if (is_first && class == ROBOTS_USE_FILE && options.also_obey_count == 0 &&
        robots_judge(origin->robots, buf_span(&site->mirror->start)).allowed)
        tell_of_tools(site, &options, body);
}

void reading_follow_clock(struct site *site, struct origin *origin, int64_t now_ms)
{
    bool was_open = origin->pace.pause_until_ms <= now_ms;

    if (now_ms - origin->clock_read_ms < LOOK_EVERY_MS)
        return;
    read_times(origin, now_ms);
    if (was_open && origin->pace.pause_until_ms > now_ms)
        message_note("%s allows visits only at other hours; waiting (%zu origins are busy)", origin->text,
                     site->origins.active_count);
}
