/* SPDX-License-Identifier: MIT */
/* `tiptoe report`: writes report.html again and prints a summary, or prints the report as JSON. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/error.h"
#include "cmd/command.h"
#include "cmd/open.h"
#include "cmd/options.h"
#include "frontier/frontier.h"
#include "report/printer.h"
#include "report/report.h"
#include "term/message.h"

enum { WHY_MAX = 16 * 1024 };

static const struct option_row rows[] = {
    {.name = "json", .kind = OPTION_FLAG, .help = "print one JSON object, and do not write report.html"},
    {.name = "all", .kind = OPTION_FLAG, .help = "with --json: print all rows of every list"},
    {.kind = OPTION_END},
};

static int print(struct mirror *mirror, const struct options *given)
{
    struct report_output json = {&printer_json, STDOUT_FILENO};
    int error;

    if (options_flag(given, "json"))
        return report_print(mirror, options_flag(given, "all"), &json, 1);
    error = report_write(mirror, STDOUT_FILENO);
    if (!error)
        printf("\nfull report: %s/report.html\n", mirror->path);
    return error;
}

static int report_run(const struct options *given)
{
    struct mirror mirror;
    struct buf why;
    int error;

    if (options_flag(given, "all") && !options_flag(given, "json")) {
        message_error("report: --all needs --json; add it, or leave --all out");
        return EXIT_USAGE;
    }
    if (open_mirror(&mirror, given->operands[0], FOLDER_READ))
        return EXIT_LOCAL;
    error = print(&mirror, given);
    if (error == ERROR_DATABASE || error == ERROR_CORRUPT) {
        message_error("%s: %s", mirror.path, frontier_error_text(mirror.frontier));
    } else if (error) {
        buf_init(&why, WHY_MAX);
        mirror_explain(&mirror, error, &why);
        message_error("%s", buf_text(&why));
        buf_release(&why);
    }
    mirror_close(&mirror);
    return error ? EXIT_LOCAL : EXIT_COMPLETE;
}

const struct command command_report = {
    .name = "report",
    .usage = "[--json [--all]] [DIR]",
    .summary = "report broken links, withheld and omitted pages, sizes, and the load on the site",
    .options = rows,
    .operands_min = 1,
    .operands_max = 1,
    .has_dir = true,
    .run = report_run,
};
