/* SPDX-License-Identifier: MIT */
/* `tiptoe serve`: shows a mirror to a browser on this machine. */
#include "config.h"

#include <stdio.h>

#include "base/buf.h"
#include "base/error.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "mirror/mirror.h"
#include "serve/server.h"
#include "serve/serving.h"
#include "term/message.h"

enum { WHY_MAX = 16 * 1024 };

static const struct option_row rows[] = {
    {.name = "port",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .max = 65535,
     .standard = "0",
     .help = "listen on this port; 0: any free port"},
    {.name = "at",
     .kind = OPTION_TEXT,
     .argument = "TIME",
     .help = "show the mirror as it was at a date, at a date and time, or after a run (its number)"},
    {.name = "no-scripts", .kind = OPTION_FLAG, .help = "have browsers run no scripts of the pages"},
    {.kind = OPTION_END},
};

static int serve_mirror(struct mirror *mirror, const struct options *given, struct buf *why)
{
    struct serving serving;
    struct serving_options options = {.port = (unsigned)options_number(given, "port"),
                                      .at = options_text(given, "at"),
                                      .no_scripts = options_flag(given, "no-scripts")};
    int error = serving_open(&serving, mirror, &options, why);

    if (!error) {
        printf("http://%s/\n", server_authority(serving.server));
        (void)fflush(stdout);
        serving_run(&serving);
    }
    serving_close(&serving);
    return error;
}

static int serve_run(const struct options *given)
{
    struct mirror mirror;
    struct buf why;
    int error;

    buf_init(&why, WHY_MAX);
    error = mirror_open(&mirror, given->operands[0], FOLDER_READ, &why);
    if (!error) {
        error = serve_mirror(&mirror, given, &why);
        mirror_close(&mirror);
    }
    if (error)
        message_error("%s", buf_text(&why));
    buf_release(&why);
    if (error == ERROR_INVALID && options_given(given, "at"))
        return EXIT_USAGE;
    return error ? EXIT_LOCAL : EXIT_COMPLETE;
}

const struct command command_serve = {
    .name = "serve",
    .usage = "[options] [DIR]",
    .summary = "serve a mirror to browsers on this machine, at the site's own paths",
    .options = rows,
    .operands_min = 1,
    .operands_max = 1,
    .has_dir = true,
    .run = serve_run,
};
