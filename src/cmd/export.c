/* SPDX-License-Identifier: MIT */
/* `tiptoe export`: a mirror in the forms that other programs read. */
#include "config.h"

#include "export/export.h"

#include "base/buf.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "mirror/mirror.h"
#include "term/message.h"

enum { WHY_MAX = 16 * 1024 };

static const struct option_row rows[] = {
    {.name = "cdxj",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .help = "an index of the archive's records, CDXJ 0.1.0"},
    {.name = "warc",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .help = "one WARC 1.1 file of all that the mirror has, gzip members"},
    {.name = "wacz",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .help = "a package for replay in a browser, WACZ 1.1.1"},
    {.name = "zim",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .help = "a ZIM of the pages for Kiwix, by zimwriterfs"},
    {.kind = OPTION_END},
};

/* The forms, each with what writes it. */
static const struct {
    const char *option;
    int (*write)(struct mirror *mirror, const char *path, struct buf *why);
} forms[] = {
    {"cdxj", export_cdxj},
    {"warc", export_warc},
    {"wacz", export_wacz},
    {"zim", export_zim},
};

enum { FORMS = sizeof forms / sizeof forms[0] };

static int write_forms(const struct options *given, struct mirror *mirror, struct buf *why)
{
    for (size_t i = 0; i < FORMS; i++) {
        const char *path = options_text(given, forms[i].option);
        int error = path ? forms[i].write(mirror, path, why) : 0;

        if (error)
            return error;
    }
    return 0;
}

static int export_run(const struct options *given)
{
    struct mirror mirror;
    struct buf why;
    int error;
    bool any = false;

    for (size_t i = 0; i < FORMS; i++)
        any = any || options_text(given, forms[i].option);
    if (!any) {
        message_error("nothing to export: say in which form (tiptoe export --help)");
        return EXIT_USAGE;
    }
    buf_init(&why, WHY_MAX);
    error = mirror_open(&mirror, given->operands[0], FOLDER_READ, &why);
    if (!error) {
        error = write_forms(given, &mirror, &why);
        mirror_close(&mirror);
    }
    if (error)
        message_error("%s", buf_text(&why));
    buf_release(&why);
    return error ? EXIT_LOCAL : EXIT_COMPLETE;
}

const struct command command_export = {
    .name = "export",
    .usage = "[options] DIR",
    .summary = "write the mirror in forms that other programs read",
    .options = rows,
    .operands_min = 1,
    .operands_max = 1,
    .run = export_run,
};
