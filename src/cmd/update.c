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
    const char *moved_to = options_text(given, "moved-to");
    struct buf urls;
    struct url url;
    int status;

    if (options_flag(given, "dry-run") || options_given(given, "output")) {
        message_error(
            "update: --dry-run and --output do not apply to an existing mirror; use them with mirror");
        return EXIT_USAGE;
    }
    url_init(&url);
    buf_init(&urls, RUN_URLS_MAX);
    status = run_read_urls(&urls, given, 1);
    if (!status && moved_to)
        status = run_read_start(&url, moved_to);
    if (!status)
        status = run_update(given->operands[0], moved_to ? &url : NULL, buf_span(&urls), given);
    buf_release(&urls);
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
    .needs = NEEDS_MORE,
    .run = update_run,
};
