/* SPDX-License-Identifier: MIT */
/* `tiptoe update`: visits a finished mirror again, with the options that it was made with. */
#include "config.h"

#include <stddef.h>

#include "cmd/command.h"
#include "cmd/run.h"
#include "cmd/run_options.h"
#include "term/message.h"
#include "url/url.h"

static int update_run(const struct options *given)
{
    struct url url;
    int status;

    if (options_flag(given, "dry-run") || options_given(given, "output")) {
        message_error(
            "update: --dry-run and --output do not apply to an existing mirror; use them with mirror");
        return EXIT_USAGE;
    }
    if (!options_given(given, "moved-to"))
        return run_update(given->operands[0], NULL, given);
    url_init(&url);
    status = run_read_start(&url, options_text(given, "moved-to"));
    if (!status)
        status = run_update(given->operands[0], &url, given);
    url_release(&url);
    return status;
}

const struct command command_update = {
    .name = "update",
    .usage = "[options] [DIR]",
    .summary = "visit a finished mirror again and fetch what has changed",
    .options = run_option_rows,
    .operands_min = 1,
    .operands_max = 1,
    .has_dir = true,
    .run = update_run,
};
