/* SPDX-License-Identifier: MIT */
/* `tiptoe rebuild`: weaves all documents of a mirror again from its archive. */
#include "config.h"

#include <errno.h>
#include <inttypes.h>

#include "base/clock.h"
#include "base/error.h"
#include "cmd/command.h"
#include "frontier/frontier.h"
#include "search/search.h"
#include "term/message.h"
#include "weave/rebuild.h"

static int rebuild_run(const struct options *given)
{
    int64_t started_ms = clock_monotonic_ms();
    struct mirror mirror;
    uint64_t count;
    int error = 0;

    if (open_mirror(&mirror, given->operands[0], FOLDER_WRITE))
        return EXIT_LOCAL;
    if (options_given(given, "for"))
        error = frontier_set_setting(mirror.frontier, "for", span_of(options_text(given, "for")));
    if (!error)
        error = rebuild(&mirror, &count);
    if (error == ERROR_CORRUPT && count > 0) {
        message_error("made the pages of site/ again, except those whose originals are damaged or missing, "
                      "which keep their files; to fetch these pages again, run: tiptoe update %s",
                      given->operands[0]);
    } else if (error) {
        message_error("%s: %s", given->operands[0], error_reason(error, errno));
    } else {
        message_note("made %" PRIu64 " document%s of site/ again from the archived originals", count,
                     message_plural(count));
        search_after(&mirror, clock_monotonic_ms() - started_ms, true);
    }
    mirror_close(&mirror);
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
    .usage = "[options] [DIR]",
    .options = rows,
    .summary = "make site/ again from the archived originals",
    .needs = NEEDS_MIRROR,
    .run = rebuild_run,
};
