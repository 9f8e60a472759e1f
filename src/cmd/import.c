/* SPDX-License-Identifier: MIT */
/* `tiptoe import`: creates a mirror from existing WARC and WACZ files, without requests. */
#include "config.h"

#include "base/buf.h"
#include "base/limits.h"
#include "cmd/command.h"
#include "cmd/kept.h"
#include "cmd/open.h"
#include "cmd/run.h"
#include "cmd/run_options.h"
#include "import/sources.h"
#include "import/start.h"
#include "term/message.h"
#include "url/url.h"

static const struct option_row rows[] = {
    {.name = "output",
     .letter = 'o',
     .kind = OPTION_TEXT,
     .argument = "DIR",
     .help = "the mirror's directory, instead of the site's host name"},
    {.name = "start",
     .kind = OPTION_TEXT,
     .argument = "URL",
     .help = "the start page, instead of the one that a package or its records name"},
    RUN_SCOPE_ROWS,
    {.kind = OPTION_END},
};

static int restore(void *options, const struct option_row *row, struct span value)
{
    struct buf why BUF_LOCAL(LIMIT_WHY_BYTES);

    return options_restore(options, row->name, value, FROM_CALL, NULL, &why);
}

/* Imports with the options of a run; GIVEN has only some of them. */
static int import_at(const char *path, const struct url *start, const struct sources *sources,
                     const struct options *given)
{
    struct options options;
    struct buf why BUF_LOCAL(LIMIT_WHY_BYTES);
    int status = EXIT_USAGE;
    struct span sandbox = span_of(options_text(given, "sandbox"));
    int error = 0;

    options_init(&options, run_option_rows);
    error = options_save(given, restore, &options);
    if (!error)
        error = options_restore(&options, "sandbox", sandbox, FROM_CALL, NULL, &why);
    if (!error && !options_flag(given, "no-config"))
        error = kept_load_defaults(&options, &why);
    if (error)
        message_error("%s", buf_text(&why));
    else
        status = run_crawl(
            (struct run){.path = path, .use = FOLDER_CREATE, .start = start, .sources = sources}, &options);
    options_release(&options);
    return status;
}

/* Sets URL to the start page, from --start or from the files. */
static int find_start(const struct options *given, const struct sources *sources, struct url *url)
{
    const char *start = options_text(given, "start");
    enum url_result result;
    struct buf text BUF_LOCAL(LIMIT_URL_BYTES);
    struct buf why BUF_LOCAL(LIMIT_WHY_BYTES);
    int error = 0;

    if (start)
        error = buf_add_text(&text, start);
    else
        error = start_find(sources, &text, &why);
    if (error)
        message_error("%s", why.len > 0 ? buf_text(&why) : "--start: the URL is too long");
    result = url_parse(url, buf_span(&text), NULL, NULL);
    if (!error && result != URL_OK) {
        message_error("--start %s: %s", buf_text(&text), url_result_text(result));
        error = -1;
    }
    url_strip(url);
    return error ? (start ? EXIT_USAGE : EXIT_LOCAL) : EXIT_COMPLETE;
}

static int import_sources(const struct options *given, const struct sources *sources)
{
    struct buf folder BUF_LOCAL(LIMIT_URL_BYTES);
    struct url start URL_LOCAL;
    int status = find_start(given, sources, &start);

    if (status)
        return status;
    run_name_folder(&folder, options_text(given, "output"), &start);
    return import_at(buf_text(&folder), &start, sources, given);
}

static int import_run(const struct options *given)
{
    struct sandbox sandbox;
    struct sources sources;
    struct buf why BUF_LOCAL(LIMIT_WHY_BYTES);
    int status;

    confine_begin(&sandbox, given, SANDBOX_ALL_FILES); /* the files name the mirror's folder */
    status = confine_end(&sandbox);
    if (status)
        return status;
    status = sources_open(&sources, given->operands, given->operand_count, NULL, &why) ? EXIT_LOCAL
                                                                                       : EXIT_COMPLETE;
    if (status)
        message_error("%s", buf_text(&why));
    else
        status = import_sources(given, &sources);
    sources_release(&sources);
    return status;
}

const struct command command_import = {
    .name = "import",
    .usage = "[options] FILE…",
    .summary = "create a mirror from WARC or WACZ files, without requests",
    .options = rows,
    .operands_min = 1,
    .operands_max = OPERANDS_ANY,
    .needs = NEEDS_MORE,
    .run = import_run,
};
