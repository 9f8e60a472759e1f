/* SPDX-License-Identifier: MIT */
/* `tiptoe report`: writes report.html again and prints a summary, or prints the report as JSON. For several
 * mirrors the summary is a line, and --output writes a page with a row for each. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"
#include "cmd/command.h"
#include "frontier/frontier.h"
#include "mirror/folder.h"
#include "mirror/mirror.h"
#include "report/overview.h"
#include "report/report.h"
#include "report/standing.h"
#include "term/message.h"

static const struct option_row rows[] = {
    {.name = "json",
     .kind = OPTION_FLAG,
     .help = "print one JSON object for each mirror, and do not write report.html"},
    {.name = "all",
     .kind = OPTION_FLAG,
     .help = "print all rows of every list, and do not write report.html"},
    {.name = "output",
     .letter = 'o',
     .kind = OPTION_TEXT,
     .access = SANDBOX_WRITE_BESIDE,
     .argument = "FILE",
     .help = "write a page with a row for each mirror"},
    {.kind = OPTION_END},
};

/* Prints the line of one of several mirrors. */
static void print_line(const struct mirror *mirror)
{
    struct buf line BUF_LOCAL(LIMIT_WHY_BYTES);
    struct standing standing;

    standing_read(&standing, mirror, 0);
    standing_line(&standing, &line);
    (void)puts(buf_text(&line));
}

static int print(struct mirror *mirror, const struct options *given)
{
    bool as_json = options_flag(given, "json"), all = options_flag(given, "all"), prints = as_json || all;
    struct report_output output = {as_json ? REPORT_JSON : REPORT_TEXT, STDOUT_FILENO};
    int error;

    if (!prints && !folder_is_writable(mirror->path)) {
        message_note("%s is read-only here: its report.html stays as it is", mirror->path);
        prints = true;
    }
    if (prints)
        return report_print(mirror, all, &output, 1);
    error = report_write(mirror, given->operand_count == 1 ? STDOUT_FILENO : -1);
    if (!error && given->operand_count > 1)
        print_line(mirror);
    else if (!error)
        printf("\nfull report: %s/report.html\n", mirror->path);
    return error;
}

/* Reports on the mirror in DIR; PAGE may be NULL. Returns an exit status. */
static int report_one(const char *dir, const struct options *given, struct overview *page)
{
    struct mirror mirror;
    int error;

    if (open_mirror(&mirror, dir, FOLDER_READ))
        return EXIT_LOCAL;
    error = print(&mirror, given);
    if (page)
        overview_add(page, &mirror);
    if (error == ERROR_DATABASE || error == ERROR_CORRUPT)
        message_error("%s: %s", mirror.path, frontier_error_text(mirror.frontier));
    else
        (void)open_end(&mirror, error);
    mirror_close(&mirror);
    return error ? EXIT_LOCAL : EXIT_COMPLETE;
}

static int report_each(const struct options *given, struct overview *page)
{
    int status = EXIT_COMPLETE;

    for (size_t i = 0; i < given->operand_count; i++) {
        if (report_one(given->operands[i], given, page) != EXIT_COMPLETE)
            status = EXIT_LOCAL;
    }
    return status;
}

/* Reports on each mirror, with a page at PATH. */
static int report_page(const struct options *given, const char *path)
{
    struct overview page;
    struct output output;
    char folder[64], *real;
    int status = EXIT_LOCAL, error = output_begin(&output, path);

    if (!error) {
        (void)snprintf(folder, sizeof folder, "/proc/self/fd/%d", output.dir);
        real = realpath(folder, NULL);
        overview_begin(&page, output.fd, real ? real : "/", given->operand_count);
        status = report_each(given, &page);
        error = output_end(&output, overview_end(&page));
        free(real);
    }
    if (!error)
        return status;
    message_error("%s: %s; choose another file with --output", path, strerror(errno));
    return EXIT_LOCAL;
}

static int report_run(const struct options *given)
{
    const char *path = options_text(given, "output");

    return path ? report_page(given, path) : report_each(given, NULL);
}

const struct command command_report = {
    .name = "report",
    .usage = "[--json] [--all] [--output FILE] [DIR…]",
    .summary = "report broken links, withheld and omitted pages, sizes and load",
    .options = rows,
    .operands_max = OPERANDS_ANY,
    .needs = NEEDS_MIRRORS,
    .run = report_run,
};
