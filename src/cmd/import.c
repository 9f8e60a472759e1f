/* SPDX-License-Identifier: MIT */
/* `tiptoe import`: creates a mirror from existing WARC and WACZ files and folders, without requests. */
#include "config.h"

#include "base/buf.h"
#include "base/limits.h"
#include "cmd/command.h"
#include "cmd/run.h"
#include "import/sources.h"
#include "term/message.h"
#include "url/url.h"

/* Sets URL to the start page that the files have. */
static int find_start(const struct sources *sources, struct url *url)
{
    struct buf text BUF_LOCAL(LIMIT_URL_BYTES);
    struct buf why BUF_LOCAL(LIMIT_WHY_BYTES);

    if (start_find(sources, &text, &why) == 0)
        return run_read_start(url, buf_span(&text));
    message_error("%s", buf_text(&why));
    return EXIT_LOCAL;
}

static int import_run(const struct options *given)
{
    const char *given_start = options_text(given, "start");
    struct sandbox sandbox;
    struct sources sources;
    struct url start URL_LOCAL;
    struct buf folder BUF_LOCAL(LIMIT_URL_BYTES);
    struct buf why BUF_LOCAL(LIMIT_WHY_BYTES);
    int status;

    confine_begin(&sandbox, given, SANDBOX_ALL_FILES); /* the files name the mirror's folder */
    status = confine_end(&sandbox);
    if (!status && given_start)
        status = run_read_start(&start, span_of(given_start));
    if (status)
        return status;
    if (sources_open(&sources, given->operands, given->operand_count, given_start ? &start : NULL, NULL,
                     &why)) {
        message_error("%s", buf_text(&why));
        status = EXIT_LOCAL;
    }
    if (!status && !given_start)
        status = find_start(&sources, &start);
    if (!status) {
        run_name_folder(&folder, options_text(given, "output"), &start);
        status = run_crawl(
            (struct run){
                .path = buf_text(&folder), .use = FOLDER_CREATE, .start = &start, .sources = &sources},
            given);
    }
    sources_release(&sources);
    return status;
}

const struct command command_import = {
    .name = "import",
    .usage = "[options] FILE|DIR…",
    .summary = "create a mirror from WARC or WACZ, or a folder of wget or HTTrack",
    .options = run_option_rows,
    .own = "output start",
    .refused = "urls " RUN_OPTIONS_OF_REQUESTS,
    .operands_min = 1,
    .operands_max = OPERANDS_ANY,
    .needs = NEEDS_MORE,
    .run = import_run,
};
