/* SPDX-License-Identifier: MIT */
/* `tiptoe status`: prints the progress of mirrors. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "cmd/command.h"
#include "cmd/run.h"
#include "frontier/frontier.h"
#include "report/overview.h"
#include "report/printer.h"
#include "term/message.h"

enum { REASON_SIZE = 64, WORDS_MAX = 1024 * 1024, METRICS_MAX = 256 * 1024 * 1024 };

/* The words of --format. */
enum { FORMAT_TEXT, FORMAT_JSON, FORMAT_PROMETHEUS };

static const struct option_row rows[] = {
    {.name = "json", .kind = OPTION_FLAG, .help = "print one JSON object for each mirror"},
    {.name = "format",
     .kind = OPTION_CHOICE,
     .argument = "text|json|prometheus",
     .standard = "text",
     .help = "print text, the same as --json, or metrics for Prometheus"},
    {.name = "max-age",
     .kind = OPTION_TIME,
     .argument = "T",
     .max = OPTION_NO_MAX,
     .help = "print a line for each mirror, and exit with 1 if one was not complete for longer, as Nagios "
             "expects"},
    {.name = "critical",
     .kind = OPTION_TIME,
     .argument = "T",
     .max = OPTION_NO_MAX,
     .help = "the same with 2"},
    {.kind = OPTION_END},
};

/* Prints how many URLs have each state, and each reason, as "refused robots". */
static void print_states(struct printer *printer, const struct frontier_stats *stats)
{
    char keys[FRONTIER_STATES * FRONTIER_REASONS][REASON_SIZE];
    struct fact facts[FRONTIER_STATES * FRONTIER_REASONS];
    size_t count = 0;

    for (int state = 0; state < FRONTIER_STATES; state++) {
        printer_fact(printer,
                     &(struct fact){.key = frontier_state_name(state), .value = COUNT(stats->states[state])});
        for (int reason = 1; reason < FRONTIER_REASONS; reason++) {
            if (stats->reasons[state][reason] == 0)
                continue;
            (void)snprintf(keys[count], REASON_SIZE, "%s %s", frontier_state_name(state),
                           frontier_reason_name(reason));
            facts[count] = (struct fact){keys[count], keys[count], COUNT(stats->reasons[state][reason])};
            count++;
        }
    }
    printer_object(printer, "reasons", facts, count);
}

void status_print(const struct mirror *mirror, const struct standing *standing, enum report_format format)
{
    struct buf text BUF_LOCAL(WORDS_MAX);
    struct span sandbox = frontier_setting_text(mirror->frontier, "sandbox");
    struct fact facts[STANDING_FACTS];
    struct printer printer;

    standing_facts(standing, facts);
    if (standing->is_running && format != REPORT_JSON)
        facts[STANDING_EXIT].key = NULL; /* is not printed */
    printer_init(&printer, format, -1, NULL);
    printer_begin(&printer, buf_span(&mirror->start), NULL, NULL, 0);
    printer_text(&printer, "directory", "%s", mirror->path);
    printer_text(&printer, "start", "%s", buf_text(&mirror->start));
    printer_facts(&printer, facts, STANDING_OF_LOAD);
    printer_fact(&printer, &(struct fact){.key = "known", .value = COUNT(standing->stats.known)});
    if (format == REPORT_JSON) {
        print_states(&printer, &standing->stats);
    } else {
        standing_add_results(&standing->stats, true, &text);
        printer_text(&printer, "results", "%s", buf_text(&text));
        buf_clear(&text);
    }
    printer_text(&printer, "sandbox", "%.*s", (int)sandbox.len, sandbox.at ? sandbox.at : "");
    if (message_level() >= MESSAGE_VERBOSE) {
        kept_describe(mirror->frontier, &text);
        printer_text(&printer, "options", "%s", buf_text(&text));
    }
    if (format == REPORT_JSON || standing->run.load.requests > 0)
        printer_object(&printer, "courtesy", facts + STANDING_OF_LOAD, LOAD_FACTS);
    buf_clear(&text);
    permission_describe(mirror->frontier, &text);
    if (text.len > 0)
        printer_text(&printer, "permission", "%s", buf_text(&text));
    if (printer_end(&printer) == 0)
        (void)fputs(buf_text(&printer.out), stdout);
    printer_release(&printer);
}

/* The results for Nagios, by exit status. */
enum { LEVEL_OK, LEVEL_WARNING, LEVEL_CRITICAL };

static int level_of(const struct options *given, const struct standing *standing, int64_t age_ms)
{
    if (!standing->is_read ||
        (options_given(given, "critical") && age_ms > options_number(given, "critical")))
        return LEVEL_CRITICAL;
    return options_given(given, "max-age") && age_ms > options_number(given, "max-age") ? LEVEL_WARNING
                                                                                        : LEVEL_OK;
}

/* Prints the line of a mirror, and how old it is if it has a LEVEL. */
static void print_line(const char *level, const struct standing *standing, int64_t age_ms)
{
    struct buf line BUF_LOCAL(WORDS_MAX);

    if (level)
        (void)buf_add_format(&line, "%s: ", level);
    standing_line(standing, &line);
    if (level)
        (void)buf_add_text(&line, standing->completed_ms > 0 ? "; complete " : "; never complete");
    if (level && standing->completed_ms > 0) {
        units_add_ms(&line, age_ms);
        (void)buf_add_text(&line, " ago");
    }
    for (size_t i = 0; level && i < line.len; i++)
        if (line.at[i] == '|')
            line.at[i] = '?'; /* Nagios reads numbers after it */
    (void)puts(buf_text(&line));
}

/* Prints a line for each mirror that can be read, or with levels for each mirror, the worst first, if PRINTS.
 * Returns the worst level, which is the exit status. */
static int print_lines(const struct options *given, const struct standing *all, bool has_levels, bool prints)
{
    static const char *const names[] = {"OK", "WARNING", "CRITICAL"};
    int64_t now_ms = clock_wall_ms();
    int worst = LEVEL_OK;

    for (int level = has_levels ? LEVEL_CRITICAL : LEVEL_OK; level >= LEVEL_OK; level--) {
        for (size_t i = 0; i < given->operand_count; i++) {
            int64_t age_ms = now_ms - standing_since_ms(&all[i]);

            if (has_levels ? level_of(given, &all[i], age_ms) != level : !all[i].is_read)
                continue;
            if (prints)
                print_line(has_levels ? names[level] : NULL, &all[i], age_ms);
            worst = level > worst ? level : worst;
        }
    }
    return worst;
}

static int status_run(const struct options *given)
{
    bool has_levels = options_given(given, "max-age") || options_given(given, "critical");
    bool as_json = options_flag(given, "json") || options_number(given, "format") == FORMAT_JSON;
    bool has_metrics = options_number(given, "format") == FORMAT_PROMETHEUS;
    bool has_lines = !as_json && !has_metrics && (has_levels || given->operand_count > 1);
    struct standing *all = mem_new(given->operand_count + 1, sizeof *all);
    struct buf metrics BUF_LOCAL(METRICS_MAX);
    int status = EXIT_COMPLETE, worst;

    for (size_t i = 0; i < given->operand_count; i++) {
        struct mirror mirror;

        all[i].directory = given->operands[i];
        if (open_mirror(&mirror, given->operands[i], FOLDER_READ)) {
            status = EXIT_LOCAL;
            continue;
        }
        standing_read(&all[i], &mirror, options_number(given, "max-age"));
        all[i].directory = given->operands[i];
        if (!has_lines && !has_metrics)
            status_print(&mirror, &all[i], as_json ? REPORT_JSON : REPORT_LINES);
        mirror_close(&mirror);
    }
    if (has_metrics) {
        standing_add_metrics(all, given->operand_count, &metrics);
        (void)fputs(buf_text(&metrics), stdout);
    }
    worst = print_lines(given, all, has_levels, has_lines);
    free(all);
    return has_levels ? worst : status;
}

const struct command command_status = {
    .name = "status",
    .usage = "[--format FORMAT] [--max-age T] [--critical T] [DIR…]",
    .summary = "show the progress of a mirror, or a line for each of several",
    .options = rows,
    .operands_max = OPERANDS_ANY,
    .needs = NEEDS_MIRRORS,
    .run = status_run,
};
