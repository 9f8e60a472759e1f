/* SPDX-License-Identifier: MIT */
/* `tiptoe resume`: continues a mirror with the options that it was started with. */
#include "config.h"

#include <stddef.h>

#include "cmd/command.h"
#include "cmd/run.h"
#include "cmd/run_options.h"
#include "term/message.h"

static int resume_run(const struct options *given)
{
    struct buf urls;
    int status;

    if (options_flag(given, "dry-run") || options_given(given, "output")) {
        message_error(
            "resume: --dry-run and --output do not apply to an existing mirror; use them with mirror");
        return EXIT_USAGE;
    }
    if (run_refuses_move(given))
        return EXIT_USAGE;
    buf_init(&urls, RUN_URLS_MAX);
    status = run_read_urls(&urls, given, 1);
    if (!status)
        status = run_mirror(given->operands[0], FOLDER_RUN, NULL, buf_span(&urls), given);
    buf_release(&urls);
    return status;
}

const struct command command_resume = {
    .name = "resume",
    .usage = "[options] [DIR]",
    .summary = "continue an interrupted mirror; options given now replace those of the mirror",
    .options = run_option_rows,
    .operands_min = 1,
    .operands_max = 1,
    .has_dir = true,
    .needs = NEEDS_MORE,
    .run = resume_run,
};
