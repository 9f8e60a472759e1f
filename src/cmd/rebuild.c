/* SPDX-License-Identifier: MIT */
/* `tiptoe rebuild`: weaves all documents of a mirror again from its archive. */
#include "config.h"

#include "base/buf.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "mirror/mirror.h"
#include "term/message.h"
#include "weave/rebuild.h"

enum { WHY_MAX = 16 * 1024 };

static int rebuild_run(const struct options *given)
{
    struct mirror mirror;
    struct buf why;
    int error;

    buf_init(&why, WHY_MAX);
    error = mirror_open(&mirror, given->operands[0], FOLDER_WRITE, &why);
    if (error) {
        message_error("%s", buf_text(&why));
    } else {
        if (options_given(given, "for"))
            error = mirror_set(&mirror, "for", span_of(options_text(given, "for")));
        if (!error)
            error = rebuild(&mirror);
        mirror_close(&mirror);
    }
    buf_release(&why);
    return error ? EXIT_LOCAL : EXIT_COMPLETE;
}

static const struct option_row rows[] = {
    {.name = "for",
     .kind = OPTION_CHOICE,
     .argument = "both|disk",
     .help = "change how the pages will be opened, as for mirror; the mirror keeps the new value"},
    {.kind = OPTION_END},
};

const struct command command_rebuild = {
    .name = "rebuild",
    .usage = "[options] DIR",
    .options = rows,
    .summary = "make site/ again from the archived originals",
    .operands_min = 1,
    .operands_max = 1,
    .run = rebuild_run,
};
