/* SPDX-License-Identifier: MIT */
/* `tiptoe status`: how far a mirror is. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/clock.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "crawl/courtesy.h"
#include "crawl/mirror.h"
#include "frontier/courtesy.h"
#include "frontier/frontier.h"
#include "frontier/stats.h"
#include "term/message.h"

enum { WHY_MAX = 16 * 1024 };

static const struct option_row rows[] = {
    {.name = "json", .kind = OPTION_FLAG, .help = "print one JSON object"},
    {.kind = OPTION_END},
};

static const char *describe_run(const struct frontier_run *run)
{
    if (run->id == 0)
        return "never run";
    return run->ended_ms == 0 ? "running, or killed" : run->why;
}

/* What the last run has cost the site. */
static void print_courtesy(const struct frontier_courtesy *courtesy)
{
    const char *name = "courtesy";
    struct buf text;
    struct span rest;

    buf_init(&text, WHY_MAX);
    courtesy_describe(courtesy, &text);
    for (rest = buf_span(&text); rest.len > 0; name = "") {
        struct span line = span_take_until(&rest, '\n');

        printf("%-9s %.*s\n", name, (int)line.len, line.at);
    }
    buf_release(&text);
}

static void print_courtesy_json(const struct frontier_courtesy *courtesy)
{
    printf(",\"courtesy\":{\"requests\":%" PRId64 ",\"robots_requests\":%" PRId64 ",\"not_modified\":%" PRId64
           ",\"bytes\":%" PRId64 ",\"shortest_gap_ms\":%" PRId64 ",\"longest_gap_ms\":%" PRId64
           ",\"connections\":%" PRId64 ",\"waits\":%" PRId64 ",\"waited_ms\":%" PRId64 "}",
           courtesy->requests, courtesy->robots_requests, courtesy->not_modified, courtesy->bytes,
           courtesy->shortest_gap_ms, courtesy->longest_gap_ms, courtesy->connections, courtesy->waits,
           courtesy->waited_ms);
}

static void print_text(const struct mirror *mirror, const struct frontier_stats *stats,
                       const struct frontier_run *run, const struct frontier_courtesy *courtesy)
{
    char started[CLOCK_TEXT_SIZE];

    clock_format(run->started_ms * 1000, 0, started);
    printf("start     %s\n", buf_text(&mirror->start));
    printf("last run  %s, %s\n", run->id > 0 ? started : "-", describe_run(run));
    printf("known     %" PRIu64 "\n", stats->known);
    for (int state = 0; state < FRONTIER_STATES; state++) {
        printf("%-9s %" PRIu64 "\n", frontier_state_name(state), stats->states[state]);
        for (int reason = 1; reason < FRONTIER_REASONS; reason++) {
            if (stats->reasons[state][reason] > 0)
                printf("          %" PRIu64 " %s\n", stats->reasons[state][reason],
                       frontier_reason_name(reason));
        }
    }
    printf("bytes     %" PRIu64 " received, %" PRIu64 " decoded\n", stats->wire_bytes, stats->plain_bytes);
    if (run->id > 0)
        print_courtesy(courtesy);
}

/* Nothing here holds a quote or a control character: a URL is canonical, names and reasons are ours. */
static void print_json(const struct mirror *mirror, const struct frontier_stats *stats,
                       const struct frontier_run *run, const struct frontier_courtesy *courtesy)
{
    printf("{\"start\":\"%s\",\"run\":%" PRId64 ",\"running\":%s,\"exit\":%d,\"known\":%" PRIu64,
           buf_text(&mirror->start), run->id, run->id > 0 && run->ended_ms == 0 ? "true" : "false",
           run->exit_status, stats->known);
    for (int state = 0; state < FRONTIER_STATES; state++)
        printf(",\"%s\":%" PRIu64, frontier_state_name(state), stats->states[state]);
    printf(",\"wire_bytes\":%" PRIu64 ",\"plain_bytes\":%" PRIu64 ",\"reasons\":{", stats->wire_bytes,
           stats->plain_bytes);
    for (int state = 0, first = 1; state < FRONTIER_STATES; state++) {
        for (int reason = 1; reason < FRONTIER_REASONS; reason++) {
            if (stats->reasons[state][reason] == 0)
                continue;
            printf("%s\"%s %s\":%" PRIu64, first ? "" : ",", frontier_state_name(state),
                   frontier_reason_name(reason), stats->reasons[state][reason]);
            first = 0;
        }
    }
    putchar('}');
    print_courtesy_json(courtesy);
    printf("}\n");
}

static int status_run(const struct options *given)
{
    struct frontier_courtesy courtesy = {0};
    struct frontier_run run = {0};
    struct frontier_stats stats;
    struct mirror mirror;
    struct buf why;
    int error;

    buf_init(&why, WHY_MAX);
    error = mirror_open(&mirror, given->operands[0], FOLDER_READ, &why);
    if (error) {
        message_error("%s", buf_text(&why));
        buf_release(&why);
        return EXIT_LOCAL;
    }
    frontier_stats(mirror.frontier, &stats);
    if (frontier_last_run(mirror.frontier, &run))
        run.id = 0;
    if (run.id > 0 && frontier_courtesy(mirror.frontier, run.id, &courtesy))
        courtesy = (struct frontier_courtesy){0};
    (options_flag(given, "json") ? print_json : print_text)(&mirror, &stats, &run, &courtesy);
    mirror_close(&mirror);
    buf_release(&why);
    return EXIT_COMPLETE;
}

const struct command command_status = {
    .name = "status",
    .usage = "[--json] DIR",
    .summary = "how far a mirror is",
    .options = rows,
    .operands_min = 1,
    .operands_max = 1,
    .run = status_run,
};
