/* SPDX-License-Identifier: MIT */
/* Reads the condition of a mirror, and prints it as a line or as metrics. */
#include "config.h"

#include "report/standing.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/exit_status.h"
#include "frontier/frontier.h"
#include "mirror/mirror.h"
#include "pace/waits.h"
#include "term/message.h"

enum { LABEL_MAX = 64 * 1024 };

static void take_run(void *context, const struct frontier_run *run)
{
    struct standing *standing = context;

    if (standing->run.id == 0)
        standing->run = *run;
    if (standing->completed_ms == 0 && run->ended_ms > 0 && run->load.requests > 0 &&
        exit_status_is_complete(run->exit_status))
        standing->completed_ms = run->ended_ms;
    standing->first_ms = run->started_ms;
}

/* Returns the state of the last run in words, or in TEXT. A run without an end is either active or was
 * killed. */
static const char *describe_run(const struct standing *standing, const struct mirror *mirror,
                                char text[HOURS_TEXT_SIZE])
{
    struct control control;
    struct hours hours;

    if (standing->run.id == 0)
        return "none yet";
    if (standing->run.ended_ms > 0)
        return standing->run.why;
    if (!standing->is_running)
        return "killed; tiptoe resume continues it";
    control_read(mirror->folder.control_dir, &control);
    if (control.paused)
        return "paused; tiptoe go continues it";
    return hours_parse(frontier_setting_text(mirror->frontier, "hours"), &hours) &&
                   hours_describe(&hours, clock_wall_ms(), text)
               ? text
               : "still running";
}

void standing_read(struct standing *standing, const struct mirror *mirror, int64_t max_age_ms)
{
    char hours[HOURS_TEXT_SIZE];

    *standing = (struct standing){.directory = mirror->path};
    standing->is_read = frontier_walk_runs(mirror->frontier, take_run, standing) == 0;
    standing->due_ms = max_age_ms > 0 ? standing_since_ms(standing) + max_age_ms : 0;
    standing->is_running = standing->run.id > 0 && standing->run.ended_ms == 0 &&
                           control_is_attended(mirror->folder.control_dir);
    (void)snprintf(standing->end, sizeof standing->end, "%s", describe_run(standing, mirror, hours));
    frontier_stats(mirror->frontier, &standing->stats);
}

void standing_line(const struct standing *standing, struct buf *out)
{
    (void)safe_add(out, span_of(standing->directory));
    (void)buf_add_text(out, ": ");
    (void)safe_add(out, span_of(standing->is_read ? standing->end : "cannot be read"));
    if (standing->is_read)
        (void)buf_add_format(out, "; %" PRIu64 " stored, %" PRIu64 " queued, %" PRIu64 " failed",
                             standing->stats.states[FRONTIER_DONE], standing->stats.states[FRONTIER_QUEUED],
                             frontier_failures(&standing->stats));
}

/* Adds a line with COUNT, unless it is 0. */
static void add_count(struct buf *out, uint64_t count, const char *words)
{
    if (count > 0)
        (void)buf_add_format(out, "%7" PRIu64 " %s\n", count, words);
}

void standing_add_results(const struct frontier_stats *stats, bool all, struct buf *out)
{
    const struct frontier_result *result;
    uint64_t refused = stats->kinds[FRONTIER_REFUSED][FRONTIER_CANDIDATE];
    uint64_t missing = stats->kinds[FRONTIER_GONE][FRONTIER_CANDIDATE] -
                       stats->guesses[FRONTIER_GONE][FRONTIER_NO_REASON] +
                       stats->kinds[FRONTIER_FAILED][FRONTIER_CANDIDATE];

    for (size_t i = 0; (result = frontier_result(i)); i++) {
        enum frontier_state state = result->state;
        bool is_alone = state == FRONTIER_REFUSED || state == FRONTIER_GONE || state == FRONTIER_FAILED;

        if (all || !result->is_usual)
            add_count(out,
                      stats->reasons[state][result->reason] -
                          (is_alone ? stats->guesses[state][result->reason] : 0),
                      result->words);
    }
    /* They are not failures, but they are requests that the site had to answer. */
    add_count(out, missing, "guessed, from texts in scripts or data, and not found");
    add_count(out, refused, "guessed, from texts in scripts or data, and not requested");
}

void load_facts(const struct frontier_load *load, struct fact facts[LOAD_FACTS])
{
    const struct fact list[LOAD_FACTS] = {
        {"requests", "requests to all servers", COUNT(load->requests)},
        {"robots_requests", "of these, for robots.txt, which always comes first",
         COUNT(load->robots_requests)},
        {"not_modified", "answered “not modified”, which costs a server very little",
         COUNT(load->not_modified)},
        {"bytes", "received, including headers", BYTES(load->bytes)},
        {"shortest_gap_ms", "shortest time between two requests to one server", MS(load->shortest_gap_ms)},
        {"longest_gap_ms", "longest time between two requests to one server", MS(load->longest_gap_ms)},
        {"connections", "maximum of simultaneous requests to one server", COUNT(load->connections)},
        {"waits", "pauses that a server requested and tiptoe kept", COUNT(load->waits)},
        {"waited_ms", "total length of these pauses", MS(load->waited_ms)},
    };

    memcpy(facts, list, sizeof list);
}

void standing_facts(const struct standing *standing, struct fact facts[STANDING_FACTS])
{
    const struct frontier_run *run = &standing->run;
    bool is_killed = run->id > 0 && run->ended_ms == 0 && !standing->is_running;
    const struct fact list[] = {
        {"run", "number of the last run", COUNT(run->id)},
        {"running", "a run is active", BOOL(standing->is_running)},
        {"exit", "exit status of the last run", COUNT(is_killed ? EXIT_STOPPED : run->exit_status)},
        {"end", "how the last run ended", TEXT(span_of(standing->end))},
        {"started", "start of the last run", TIME(run->started_ms)},
        {"ended", "end of the last run", TIME(run->ended_ms)},
        {"completed", "end of the last run that was complete and sent requests",
         TIME(standing->completed_ms)},
        {"due", "time at which the next complete run must have ended", TIME(standing->due_ms)},
        {"wire_bytes", "received for the present copies", BYTES((int64_t)standing->stats.wire_bytes)},
        {"plain_bytes", "the same, decoded", BYTES((int64_t)standing->stats.plain_bytes)},
    };

    memcpy(facts, list, sizeof list);
    load_facts(&run->load, facts + STANDING_OF_LOAD);
}

/* Adds the value of a label, made safe: one that is not UTF-8 would make all metrics unreadable. */
static void add_label(struct buf *out, const char *text)
{
    struct buf safe BUF_LOCAL(LABEL_MAX);

    (void)safe_add(&safe, span_of(text));
    for (text = buf_text(&safe); *text; text++)
        (void)buf_add_format(out, "%s%c", *text == '\\' || *text == '"' ? "\\" : "", *text);
}

static void add_head(struct buf *out, const char *name, const char *help)
{
    (void)buf_add_format(out, "# HELP %s %s\n# TYPE %s gauge\n", name, help, name);
}

/* Adds a sample, also with the label "state" unless that is NULL. */
static void add_sample(struct buf *out, const char *name, const char *directory, const char *state,
                       double value)
{
    (void)buf_add_format(out, "%s{mirror=\"", name);
    add_label(out, directory);
    if (state)
        (void)buf_add_format(out, "\",state=\"%s", state);
    (void)buf_add_format(out, "\"} %.15g\n", value);
}

static void add_metric(const struct standing *all, size_t count, size_t index, struct buf *out)
{
    struct fact facts[STANDING_FACTS];
    const struct fact *fact = &facts[index];
    char name[64];

    for (size_t i = 0; i < count; i++) {
        bool is_ms, is_time;

        standing_facts(&all[i], facts);
        is_ms = fact->value.kind == VALUE_MS;
        is_time = fact->value.kind == VALUE_TIME;
        if (fact->value.kind == VALUE_TEXT)
            return;
        (void)snprintf(name, sizeof name, "tiptoe_%s%.*s%s%s", index >= STANDING_OF_LOAD ? "run_" : "",
                       (int)strlen(fact->key) - (is_ms ? 3 : 0), fact->key, is_time ? "_timestamp" : "",
                       is_ms || is_time ? "_seconds" : "");
        if (i == 0)
            add_head(out, name, fact->label);
        if (all[i].is_read && (fact->value.number > 0 || !is_time)) /* a time that is unknown has no sample */
            add_sample(out, name, all[i].directory, NULL,
                       (double)fact->value.number / (is_ms || is_time ? 1000 : 1));
    }
}

void standing_add_metrics(const struct standing *all, size_t count, struct buf *out)
{
    add_head(out, "tiptoe_readable", "the mirror can be read");
    for (size_t i = 0; i < count; i++)
        add_sample(out, "tiptoe_readable", all[i].directory, NULL, all[i].is_read);
    for (size_t i = 0; i < STANDING_FACTS; i++)
        add_metric(all, count, i, out);
    add_head(out, "tiptoe_urls", "known URLs, by state");
    for (size_t i = 0; i < count; i++)
        for (int state = 0; state < FRONTIER_STATES && all[i].is_read; state++)
            add_sample(out, "tiptoe_urls", all[i].directory, frontier_state_name(state),
                       (double)all[i].stats.states[state]);
}
