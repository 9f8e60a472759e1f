/* SPDX-License-Identifier: MIT */
/* `tiptoe mirror`: creates or continues a mirror. */
#include "config.h"

#include "base/limits.h"
#include "cmd/command.h"
#include "cmd/run.h"
#include "cmd/run_options.h"
#include "url/url.h"

/* The default of --output: the host, and the port in the way of site/_hosts/. */
static void name_folder(struct buf *folder, const struct url *url)
{
    (void)buf_add_span(folder, span_trim(url_host(url), "[]"));
    if (url_port(url).len > 0) {
        (void)buf_add_byte(folder, '_');
        (void)buf_add_span(folder, url_port(url));
    }
}

static int mirror_run(const struct options *given)
{
    const char *output = options_text(given, "output");
    struct buf folder;
    struct url url;
    int status;

    if (run_refuses_move(given))
        return EXIT_USAGE;
    url_init(&url);
    buf_init(&folder, LIMIT_URL_BYTES);
    status = run_read_start(&url, given->operands[0]);
    if (!status) {
        if (output)
            (void)buf_add_text(&folder, output);
        else
            name_folder(&folder, &url);
        status = run_mirror(buf_text(&folder), FOLDER_CREATE, &url, given);
    }
    buf_release(&folder);
    url_release(&url);
    return status;
}

const struct command command_mirror = {
    .name = "mirror",
    .usage = "[options] URL",
    .summary = "create or continue a mirror of the site at URL",
    .options = run_option_rows,
    .operands_min = 1,
    .operands_max = 1,
    .run = mirror_run,
};
