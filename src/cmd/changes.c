/* SPDX-License-Identifier: MIT */
/* `tiptoe changes`: prints the differences that updates have found, run by run. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "base/limits.h"
#include "cmd/command.h"
#include "cmd/open.h"
#include "cmd/options.h"
#include "frontier/revisit.h"
#include "frontier/frontier.h"
#include "term/message.h"
#include "term/safe.h"

static const struct option_row rows[] = {
    {.name = "since",
     .kind = OPTION_NUMBER,
     .argument = "RUN",
     .min = 1,
     .max = OPTION_NO_MAX,
     .help = "the changes of this run and all later ones, instead of those of the last update"},
    {.name = "json", .kind = OPTION_FLAG, .help = "print one JSON object per line for each change"},
    {.kind = OPTION_END},
};

/* Prints a line. The rule is the site's text, which may have anything in it, as a mirror of someone else. */
static void print_change(const struct frontier_change *change, struct buf *line)
{
    buf_clear(line);
    (void)safe_add(line, change->text);
    (void)buf_add_text(line, change->rule.len > 0 ? "  " : "");
    (void)safe_add(line, change->rule);
    printf("%-8s  %s\n", frontier_change_name(change->kind), buf_text(line));
}

static void print_json(const struct frontier_change *change, struct buf *line)
{
    struct json_writer json;

    buf_clear(line);
    json_begin(&json, line);
    json_member_integer(&json, "run", change->run);
    json_member_text(&json, "change", span_of(frontier_change_name(change->kind)));
    json_member_text(&json, "url", change->text);
    if (change->rule.len > 0)
        json_member_text(&json, "rule", change->rule);
    json_close(&json);
    puts(buf_text(line));
}

static void print_run(const struct frontier_change *change)
{
    char started[CLOCK_TEXT_SIZE];

    clock_format(clock_us(change->run_started_ms), 0, started);
    printf("run %" PRId64 ", %s\n", change->run, started);
}

static int print_all(struct frontier *frontier, int64_t since, bool json)
{
    struct frontier_change change = {.run = since};
    struct buf line BUF_LOCAL(8 * LIMIT_URL_BYTES);
    int64_t run = -1;
    int error;

    while ((error = frontier_next_change(frontier, change.run, change.url, &change)) == 0) {
        if (change.run != run && !json)
            print_run(&change);
        run = change.run;
        if (json)
            print_json(&change, &line);
        else
            print_change(&change, &line);
    }
    if (error == ERROR_END && run < 0)
        message_note("no update has found a change");
    return error == ERROR_END ? 0 : error;
}

static int changes_run(const struct options *given)
{
    struct mirror mirror;
    int64_t since;
    int error;

    if (open_mirror(&mirror, given->operands[0], FOLDER_READ))
        return EXIT_LOCAL;
    since = options_given(given, "since") ? options_number(given, "since")
                                          : frontier_last_update(mirror.frontier);
    error = print_all(mirror.frontier, since, options_flag(given, "json"));
    if (error)
        message_error("%s: %s", mirror.path, frontier_error_text(mirror.frontier));
    mirror_close(&mirror);
    return error ? EXIT_LOCAL : EXIT_COMPLETE;
}

const struct command command_changes = {
    .name = "changes",
    .usage = "[--since RUN] [--json] [DIR]",
    .summary = "list pages that updates found new, changed, gone or withheld",
    .options = rows,
    .needs = NEEDS_MIRROR,
    .run = changes_run,
};
