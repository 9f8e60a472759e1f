/* SPDX-License-Identifier: MIT */
/* `tiptoe resume`: continues a mirror with the options that it was started with. */
#include "config.h"

#include "cmd/command.h"
#include "cmd/run.h"
#include "cmd/run_options.h"

static int resume_run(const struct options *given)
{
    return run_again(given, false);
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
