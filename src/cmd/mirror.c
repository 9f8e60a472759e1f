/* SPDX-License-Identifier: MIT */
/* `tiptoe mirror`: creates or continues a mirror. */
#include "config.h"

#include "base/limits.h"
#include "cmd/command.h"
#include "cmd/run.h"
#include "cmd/run_options.h"
#include "term/message.h"
#include "url/url.h"

/* Mirrors URLS, one a line; the first one is the start page. */
static int run_urls(const struct options *given, struct span urls)
{
    struct span first = span_take_until(&urls, '\n');
    struct buf folder;
    struct url url;
    int status = EXIT_USAGE;

    url_init(&url);
    buf_init(&folder, LIMIT_URL_BYTES);
    if (url_parse(&url, first, NULL, NULL) != URL_OK) {
        message_error("mirror: missing URL; usage: tiptoe mirror %s; to continue a mirror: tiptoe resume DIR",
                      command_mirror.usage);
    } else {
        run_name_folder(&folder, options_text(given, "output"), &url);
        status = run_crawl(
            (struct run){.path = buf_text(&folder), .use = FOLDER_CREATE, .start = &url, .urls = urls},
            given);
    }
    buf_release(&folder);
    url_release(&url);
    return status;
}

static int mirror_run(const struct options *given)
{
    struct buf urls;
    int status;

    if (run_refuses_move(given))
        return EXIT_USAGE;
    buf_init(&urls, RUN_URLS_MAX);
    status = run_read_urls(&urls, given, 0);
    if (!status)
        status = run_urls(given, buf_span(&urls));
    buf_release(&urls);
    return status;
}

const struct command command_mirror = {
    .name = "mirror",
    .usage = "[options] URL…",
    .summary = "create or continue a mirror of the site at URL",
    .options = run_option_rows,
    .operands_max = OPERANDS_ANY,
    .needs = NEEDS_MORE,
    .run = mirror_run,
};
