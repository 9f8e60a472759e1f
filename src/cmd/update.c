/* SPDX-License-Identifier: MIT */
/* `tiptoe update`: visits a finished mirror again, with the options that it was made with. */
#include "config.h"

#include "cmd/command.h"
#include "cmd/run.h"
#include "cmd/run_options.h"

static int update_run(const struct options *given)
{
    return run_again(given, true);
}

const struct command command_update = {
    .name = "update",
    .usage = "[options] [DIR]",
    .summary = "visit a finished mirror again and fetch what has changed",
    .options = run_option_rows,
    .operands_min = 1,
    .operands_max = 1,
    .has_dir = true,
    .needs = NEEDS_MORE,
    .run = update_run,
};
