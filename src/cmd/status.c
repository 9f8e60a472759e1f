/* SPDX-License-Identifier: MIT */
/* `tiptoe status`: prints the progress of mirrors. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/json.h"
#include "cmd/command.h"
#include "cmd/open.h"
#include "cmd/options.h"
#include "cmd/servers.h"
#include "crawl/load.h"
#include "frontier/frontier.h"
#include "frontier/setting.h"
#include "frontier/stats.h"
#include "report/overview.h"
#include "report/verdict.h"
#include "term/safe.h"

enum { TEXT_MAX = 16 * 1024, JSON_MAX = 1024 * 1024 };

static const struct option_row rows[] = {
    {.name = "json", .kind = OPTION_FLAG, .help = "print one JSON object for each mirror"},
    {.kind = OPTION_END},
};

/* Prints TEXT, of several lines, beside NAME. */
static void print_lines(const char *name, struct span text)
{
    struct buf line;

    buf_init(&line, TEXT_MAX);
    for (; text.len > 0; name = "") {
        buf_clear(&line);
        (void)safe_add(&line, span_take_until(&text, '\n'));
        printf("%-10s %s\n", name, buf_text(&line));
    }
    buf_release(&line);
}

/* Prints the load that the last run has put on the site, what counted as one server, and what to ask its
 * owner for if it refused that run. */
static void print_load(struct frontier *frontier, const struct frontier_load *load)
{
    struct buf text;

    buf_init(&text, TEXT_MAX);
    load_describe(load, &text);
    print_lines("courtesy", buf_span(&text));
    buf_clear(&text);
    servers_describe(frontier, &text);
    print_lines("servers", buf_span(&text));
    buf_clear(&text);
    permission_describe(frontier, &text);
    print_lines("permission", buf_span(&text));
    buf_release(&text);
}

static void add_load(struct json_writer *json, const struct frontier_load *load)
{
    json_key(json, "courtesy");
    json_open(json, '{');
    json_member_integer(json, "requests", load->requests);
    json_member_integer(json, "robots_requests", load->robots_requests);
    json_member_integer(json, "not_modified", load->not_modified);
    json_member_integer(json, "bytes", load->bytes);
    json_member_integer(json, "shortest_gap_ms", load->shortest_gap_ms);
    json_member_integer(json, "longest_gap_ms", load->longest_gap_ms);
    json_member_integer(json, "connections", load->connections);
    json_member_integer(json, "waits", load->waits);
    json_member_integer(json, "waited_ms", load->waited_ms);
    json_close(json);
}

static void add_permission(struct json_writer *json, struct frontier *frontier)
{
    struct buf text;

    buf_init(&text, TEXT_MAX);
    permission_describe(frontier, &text);
    if (text.len > 0)
        json_member_text(json, "permission", buf_span(&text));
    buf_release(&text);
}

/* What was in force during the last run; empty if that was with an older version. Borrowed. */
static struct span sandbox_of(const struct mirror *mirror)
{
    struct span text;

    return frontier_setting(mirror->frontier, "sandbox", &text) ? span_of("") : text;
}

static void print_text(const struct mirror *mirror, const struct frontier_stats *stats,
                       const struct frontier_run *run, const struct frontier_load *load)
{
    char started[CLOCK_TEXT_SIZE];
    bool is_running;

    clock_format(clock_us(run->started_ms), 0, started);
    printf("start      %s\n", buf_text(&mirror->start));
    printf("last run   %s, %s\n", run->id > 0 ? started : "-", overview_run(mirror, run, &is_running));
    printf("known      %" PRIu64 "\n", stats->known);
    for (int state = 0; state < FRONTIER_STATES; state++) {
        printf("%-10s %" PRIu64 "\n", frontier_state_name(state), stats->states[state]);
        for (int reason = 1; reason < FRONTIER_REASONS; reason++) {
            if (stats->reasons[state][reason] > 0)
                printf("           %" PRIu64 " %s\n", stats->reasons[state][reason],
                       frontier_reason_name(reason));
        }
    }
    print_lines("sandbox", sandbox_of(mirror));
    printf("bytes      %" PRIu64 " received, %" PRIu64 " decoded\n", stats->wire_bytes, stats->plain_bytes);
    if (run->id > 0)
        print_load(mirror->frontier, load);
}

/* Adds members such as "refused robots" for counts above 0. */
static void add_reasons(struct json_writer *json, const struct frontier_stats *stats)
{
    char key[64];

    json_key(json, "reasons");
    json_open(json, '{');
    for (int state = 0; state < FRONTIER_STATES; state++) {
        for (int reason = 1; reason < FRONTIER_REASONS; reason++) {
            if (stats->reasons[state][reason] == 0)
                continue;
            (void)snprintf(key, sizeof key, "%s %s", frontier_state_name(state),
                           frontier_reason_name(reason));
            json_member_integer(json, key, (int64_t)stats->reasons[state][reason]);
        }
    }
    json_close(json);
}

static void print_json(const struct mirror *mirror, const struct frontier_stats *stats,
                       const struct frontier_run *run, const struct frontier_load *load)
{
    struct json_writer json;
    struct buf out;
    bool is_running;

    (void)overview_run(mirror, run, &is_running);
    buf_init(&out, JSON_MAX);
    json_init(&json, &out);
    json_open(&json, '{');
    json_member_text(&json, "directory", span_of(mirror->path));
    json_member_text(&json, "start", buf_span(&mirror->start));
    json_member_integer(&json, "run", run->id);
    json_member_bool(&json, "running", is_running);
    json_member_integer(&json, "exit", run->exit_status);
    json_member_text(&json, "sandbox", sandbox_of(mirror));
    json_member_integer(&json, "known", (int64_t)stats->known);
    for (int state = 0; state < FRONTIER_STATES; state++)
        json_member_integer(&json, frontier_state_name(state), (int64_t)stats->states[state]);
    json_member_integer(&json, "wire_bytes", (int64_t)stats->wire_bytes);
    json_member_integer(&json, "plain_bytes", (int64_t)stats->plain_bytes);
    add_reasons(&json, stats);
    add_load(&json, load);
    servers_add(mirror->frontier, &json);
    add_permission(&json, mirror->frontier);
    json_close(&json);
    puts(buf_text(&out));
    buf_release(&out);
}

static void print_one(const struct mirror *mirror, bool as_json)
{
    struct frontier_load load = {0};
    struct frontier_run run = {0};
    struct frontier_stats stats;

    frontier_stats(mirror->frontier, &stats);
    if (frontier_last_run(mirror->frontier, &run))
        run.id = 0;
    if (run.id > 0 && frontier_load_of(mirror->frontier, run.id, &load))
        load = (struct frontier_load){0};
    (as_json ? print_json : print_text)(mirror, &stats, &run, &load);
}

static void print_line(const struct mirror *mirror)
{
    struct buf line;

    buf_init(&line, TEXT_MAX);
    overview_line(mirror, &line);
    puts(buf_text(&line));
    buf_release(&line);
}

static int status_run(const struct options *given)
{
    bool as_json = options_flag(given, "json");
    int status = EXIT_COMPLETE;

    for (size_t i = 0; i < given->operand_count; i++) {
        struct mirror mirror;

        if (open_mirror(&mirror, given->operands[i], FOLDER_READ)) {
            status = EXIT_LOCAL;
            continue;
        }
        if (as_json || given->operand_count == 1)
            print_one(&mirror, as_json);
        else
            print_line(&mirror);
        mirror_close(&mirror);
    }
    return status;
}

const struct command command_status = {
    .name = "status",
    .usage = "[--json] [DIR…]",
    .summary = "show the progress of a mirror, or one line for each of several",
    .options = rows,
    .operands_min = 1,
    .operands_max = OPERANDS_ANY,
    .has_dir = true,
    .needs = NEEDS_MIRRORS,
    .run = status_run,
};
