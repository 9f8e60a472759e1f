/* SPDX-License-Identifier: MIT */
/* `tiptoe forget`: takes pages out of a mirror for good. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/limits.h"
#include "cmd/command.h"
#include "cmd/open.h"
#include "cmd/options.h"
#include "frontier/forget.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "mirror/mirror.h"
#include "report/report.h"
#include "search/search.h"
#include "term/message.h"
#include "term/safe.h"
#include "update/forget.h"
#include "url/url.h"

static void print(struct span text)
{
    struct buf line BUF_LOCAL(8 * LIMIT_URL_BYTES);

    (void)safe_add(&line, text);
    puts(buf_text(&line));
}

/* Sets RULES to those of the operands: a pattern as it is, a URL of the mirror in canonical form. */
static int read_rules(struct mirror *mirror, const struct options *given, struct buf *rules)
{
    struct frontier_row row;
    char date[CLOCK_TEXT_SIZE];

    clock_format(clock_wall_us(), 0, date);
    for (size_t i = 1; i < given->operand_count; i++) {
        const char *typed = given->operands[i];
        bool is_pattern = (typed[0] == '/' || strchr(typed, '*')) && !strpbrk(typed, PLAIN_WHITE);
        size_t from = rules->len;
        struct url url URL_LOCAL;

        if (!is_pattern && open_url(mirror, typed, &url))
            return ERROR_INVALID;
        if (is_pattern)
            (void)buf_add_text(rules, typed);
        else if (!frontier_rename(mirror->frontier, buf_span(&url.text), rules))
            (void)buf_add_span(rules, buf_span(&url.text));
        if (!is_pattern && !options_flag(given, "undo-rule") &&
            frontier_get_by_url(mirror->frontier, span_part(buf_span(rules), from, rules->len), &row)) {
            message_error("forget: %s: no such URL in %s; nothing was removed", typed, mirror->path);
            return ERROR_NOT_FOUND;
        }
        if (buf_add_format(rules, " %s\n", date)) {
            message_error("forget: too many patterns at once; give fewer");
            return ERROR_TOO_LARGE;
        }
    }
    return 0;
}

static int forget_pages(struct mirror *mirror, const struct options *given, struct span rules)
{
    bool prints = options_flag(given, "dry-run");
    uint64_t urls;
    struct buf why BUF_LOCAL(LIMIT_WHY_BYTES);
    int64_t started_ms = clock_monotonic_ms();
    int error = forget(mirror, rules, prints ? print : NULL, &urls, &why);

    if (!error && !prints)
        error = report_write(mirror, -1);
    if (error && why.len == 0)
        mirror_explain(mirror, error, &why);
    if (error) {
        message_error("forget: %s", buf_text(&why));
        return error == ERROR_INVALID ? EXIT_USAGE : EXIT_LOCAL;
    }
    message_note("%" PRIu64 " URL%s%s", urls, message_plural(urls), prints ? "" : " forgotten");
    if (!prints)
        search_after(mirror, clock_monotonic_ms() - started_ms, true);
    return EXIT_COMPLETE;
}

/* Returns whether a line of RULES has the pattern of LINE. */
static bool has_pattern(struct span rules, struct span line)
{
    struct span pattern = span_take_until(&line, ' ');

    while (rules.len > 0) {
        struct span other = span_take_until(&rules, '\n');

        if (span_equals(span_take_until(&other, ' '), pattern))
            return true;
    }
    return false;
}

/* Prints the rules, or drops those that have a pattern of DROPPED. */
static int walk_rules(struct mirror *mirror, struct span dropped)
{
    struct span rules = frontier_setting_text(mirror->frontier, FRONTIER_FORGOTTEN), rest = rules;
    struct buf kept BUF_LOCAL(FRONTIER_FORGOTTEN_MAX);
    int error;

    while (rest.len > 0) {
        struct span line = span_take_until(&rest, '\n');

        if (dropped.len == 0)
            print(line);
        else if (!has_pattern(dropped, line))
            (void)buf_add_format(&kept, "%.*s\n", (int)line.len, line.at);
    }
    if (dropped.len == 0)
        return EXIT_COMPLETE;
    if (kept.len == rules.len) {
        message_error("forget: no such rule; to list all: tiptoe forget --list %s", mirror->path);
        return EXIT_LOCAL;
    }
    error = frontier_set_setting(mirror->frontier, FRONTIER_FORGOTTEN, buf_span(&kept));
    if (!error)
        error = mirror_sync(mirror);
    if (error)
        message_error("%s: %s", mirror->path, frontier_error_text(mirror->frontier));
    return error ? EXIT_LOCAL : EXIT_COMPLETE;
}

static int forget_run(const struct options *given)
{
    bool lists = options_flag(given, "list"), undoes = options_flag(given, "undo-rule");
    bool reads = lists || options_flag(given, "dry-run");
    struct buf rules BUF_LOCAL(FRONTIER_FORGOTTEN_MAX);
    struct mirror mirror;
    int status, error;

    if (lists != (given->operand_count == 1)) {
        message_error("forget: %s", lists ? "--list needs no URL" : "name at least one URL after DIR");
        return EXIT_USAGE;
    }
    if (open_mirror(&mirror, given->operands[0], reads ? FOLDER_READ : FOLDER_WRITE))
        return EXIT_LOCAL;
    error = read_rules(&mirror, given, &rules);
    status = error == ERROR_NOT_FOUND ? EXIT_LOCAL : EXIT_USAGE;
    if (!error)
        status = lists || undoes ? walk_rules(&mirror, buf_span(&rules))
                                 : forget_pages(&mirror, given, buf_span(&rules));
    mirror_close(&mirror);
    return status;
}

static const struct option_row rows[] = {
    {.name = "dry-run", .kind = OPTION_FLAG, .help = "list the URLs that would be forgotten; change nothing"},
    {.name = "list", .kind = OPTION_FLAG, .help = "list what was forgotten, with dates"},
    {.name = "undo-rule",
     .kind = OPTION_FLAG,
     .help = "allow requests of these URLs again; what was removed stays removed"},
    {.kind = OPTION_END},
};

const struct command command_forget = {
    .name = "forget",
    .usage = "[options] DIR URL…",
    .options = rows,
    .summary = "remove pages and all their copies, and never request them again",
    .operands_max = OPERANDS_ANY,
    .needs = NEEDS_MIRROR,
    .run = forget_run,
};
