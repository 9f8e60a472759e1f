/* SPDX-License-Identifier: MIT */
/* `tiptoe changes`: prints the differences that updates have found, run by run, or the versions of a page and
 * how two of them differ. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "base/limits.h"
#include "cmd/command.h"
#include "extract/visible.h"
#include "frontier/row.h"
#include "mirror/versions.h"
#include "term/message.h"

static const struct option_row rows[] = {
    {.name = "since",
     .kind = OPTION_NUMBER,
     .argument = "RUN",
     .min = 1,
     .max = OPTION_NO_MAX,
     .help = "the changes of this run and all later ones, instead of those of the last update"},
    {.name = "from",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .min = 1,
     .max = OPTION_NO_MAX,
     .help = "of the page URL: compare this version, by its number in the list; otherwise the last but one"},
    {.name = "to",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .min = 1,
     .max = OPTION_NO_MAX,
     .help = "with this version; otherwise the last"},
    {.name = "json",
     .kind = OPTION_FLAG,
     .help = "print one JSON object per line for each change, version or line"},
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

enum { LINE_MAX = 4 * VISIBLE_TEXT_MAX, SHOWN_DIGITS = 12 };

/* The output of a comparison. */
struct shown {
    struct buf line;
    bool as_json, coloured;
};

/* Prints a line of a difference. */
static void print_difference(void *context, char sign, struct span text)
{
    struct shown *shown = context;
    const char name[] = {sign, '\0'};
    const char *colour = !shown->coloured ? "" : sign == '-' ? "\033[31m" : sign == '+' ? "\033[32m" : "";
    struct json_writer json;

    buf_clear(&shown->line);
    if (shown->as_json) {
        json_begin(&json, &shown->line);
        json_member_text(&json, "sign", span_of(name));
        json_member_text(&json, "text", text);
        json_close(&json);
        puts(buf_text(&shown->line));
        return;
    }
    (void)safe_add(&shown->line, text);
    printf("%s%s%s%s\n", colour, name, buf_text(&shown->line), *colour ? "\033[0m" : "");
}

static void print_version(const struct version *version, size_t number, struct shown *shown)
{
    struct json_writer json;
    char time[CLOCK_TEXT_SIZE];

    clock_format(version->capture->date_us, 0, time);
    if (!shown->as_json) {
        printf("%4zu  %s  %d  %10" PRIu64 " bytes  %.*s…\n", number, time, version->status, version->bytes,
               (int)strcspn(version->digest, ":") + 1 + SHOWN_DIGITS, version->digest);
        return;
    }
    buf_clear(&shown->line);
    json_begin(&json, &shown->line);
    json_member_integer(&json, "version", (int64_t)number);
    json_member_text(&json, "time", span_of(time));
    json_member_integer(&json, "status", version->status);
    json_member_integer(&json, "bytes", (int64_t)version->bytes);
    json_member_text(&json, "digest", span_of(version->digest));
    json_close(&json);
    puts(buf_text(&shown->line));
}

/* Prints how the versions with these numbers differ. */
static int compare(struct versions *versions, size_t from, size_t to, struct shown *shown)
{
    const char *note = NULL;
    int error;

    if (!shown->as_json)
        printf("\n--- version %zu\n+++ version %zu\n", from, to);
    error = versions_compare(versions, from - 1, to - 1, print_difference, shown, &note);
    if (note)
        message_note("%s", note);
    return error;
}

/* Prints the versions of URL, and compares two of them. */
static int show_versions(struct mirror *mirror, const struct url *url, const struct options *given)
{
    struct shown shown = {.as_json = options_flag(given, "json"),
                          .coloured = isatty(STDOUT_FILENO) && !getenv("NO_COLOR")};
    size_t from = (size_t)options_number(given, "from"), to = (size_t)options_number(given, "to");
    struct capture_reader reader;
    struct versions versions = {.count = 0};
    int error = capture_reader_open(&reader, mirror, INT64_MAX);

    if (!error)
        error = versions_open(&versions, &reader, buf_span(&url->text));

    buf_init(&shown.line, LINE_MAX);
    for (size_t i = 0; !error && i < versions.count; i++)
        print_version(&versions.all[i], i + 1, &shown);
    if (!error && versions.count == 0)
        error = ERROR_NOT_FOUND;
    to = to > 0 ? to : versions.count;
    from = from > 0 ? from : to - (to > 1);
    if (error == ERROR_NOT_FOUND) {
        message_error("%s: no version of it can be shown; for the reason: tiptoe explain %s %s",
                      buf_text(&url->text), mirror->path, buf_text(&url->text));
    } else if (!error && (from > versions.count || to > versions.count)) {
        message_error("--from and --to: there are %zu versions", versions.count);
        error = ERROR_NOT_FOUND;
    } else if (!error && from != to) {
        error = compare(&versions, from, to, &shown);
    }
    versions_close(&versions);
    capture_reader_close(&reader);
    buf_release(&shown.line);
    return error;
}

static int changes_run(const struct options *given)
{
    struct mirror mirror;
    struct url url URL_LOCAL;
    int error = 0;

    if (open_mirror(&mirror, given->operands[0], FOLDER_READ))
        return EXIT_LOCAL;
    if (given->operand_count > 1) {
        error = open_url(&mirror, given->operands[1], &url);
        if (!error)
            error = show_versions(&mirror, &url, given);
    } else {
        error = print_all(mirror.frontier,
                          options_given(given, "since") ? options_number(given, "since")
                                                        : frontier_last_update(mirror.frontier),
                          options_flag(given, "json"));
    }
    if (error != ERROR_NOT_FOUND && error != ERROR_INVALID)
        (void)open_end(&mirror, error);
    mirror_close(&mirror);
    return error ? EXIT_LOCAL : EXIT_COMPLETE;
}

const struct command command_changes = {
    .name = "changes",
    .usage = "[options] [DIR [URL]]",
    .summary = "list what updates found, or the versions of a page",
    .options = rows,
    .operands_max = 1,
    .needs = NEEDS_MIRROR,
    .run = changes_run,
};
