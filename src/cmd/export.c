/* SPDX-License-Identifier: MIT */
/* `tiptoe export`: writes a mirror in formats that other programs read. */
#include "config.h"

#include "export/export.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/limits.h"
#include "cmd/command.h"
#include "export/parts.h"
#include "judge/scope.h"
#include "mirror/mirror.h"
#include "term/message.h"
#include "url/url.h"

/* The row of a format. */
#define FORMAT(format, text)                                                                                 \
    {                                                                                                        \
        .name = (format), .kind = OPTION_TEXT, .access = SANDBOX_WRITE_BESIDE, .argument = "FILE",           \
        .help = (text)                                                                                       \
    }

static const struct option_row rows[] = {
    FORMAT("cdxj", "write an index of the archive's records, CDXJ 0.1.0; - is standard output"),
    FORMAT("html", "write the start page, or the page of URL, as one file with all that it needs and without "
                   "scripts; with FILE/ or a PATTERN (as of --include), a folder with all pages that match"),
    FORMAT("warc", "write everything in the mirror as one gzipped WARC 1.1 file; - is standard output"),
    FORMAT("wacz", "write a package for replay in a browser, WACZ 1.1.1"),
    FORMAT("zim", "write a ZIM file of the pages for Kiwix, with zimwriterfs"),
    {.name = "with-withdrawn",
     .kind = OPTION_FLAG,
     .help = "include archived answers of pages that the site has withdrawn since"},
    {.kind = OPTION_END},
};

static const struct {
    const char *option;
    int (*write)(struct mirror *mirror, const char *path, const struct withdrawn *withdrawn, struct buf *why);
    bool streams; /* to standard output too, as - */
} formats[] = {
    {"cdxj", export_cdxj, true}, {"warc", export_warc, true}, {"wacz", export_wacz, false},
    {"zim", export_zim, false},  {"html", NULL, true},
};

enum { FORMATS = COUNT_OF(formats) };

/* Returns true if PATH is free, or a regular file, which the output replaces. */
static bool may_be_written(const char *path, bool streams)
{
    struct stat status;

    if (path && strcmp(path, "-") == 0 && (!streams || isatty(STDOUT_FILENO))) {
        message_error(streams ? "export: standard output is a terminal; redirect it to a file or a program"
                              : "export: only --warc, --cdxj and --html can be written to standard output");
        return false;
    }
    if (!path || strcmp(path, "-") == 0)
        return true;
    if (lstat(path, &status) < 0 || S_ISREG(status.st_mode))
        return true;
    message_error("export: %s is not a regular file; give the name of a file to write", path);
    return false;
}

/* Returns whether URL matches one of the patterns CONTEXT; without patterns, each does. */
static bool fits(void *context, struct span url)
{
    const struct texts *patterns = context;
    struct url parsed URL_LOCAL;

    return patterns->count == 0 ||
           (url_parse(&parsed, url, NULL, NULL) == URL_OK && scope_first_match(patterns, &parsed));
}

/* Returns whether PATH, of --html, is or becomes a folder: for FOLDER/ or a pattern. '?' begins a query. */
static bool is_folder(const struct options *given, const char *path)
{
    bool is_new = span_has_suffix(span_of(path), "/");

    for (size_t i = 1; i < given->operand_count; i++)
        is_new |= strchr(given->operands[i], '*') != NULL;
    return open_is_folder(path) || (is_new && strcmp(path, "-") != 0 && access(path, F_OK) < 0);
}

/* Writes the page, or to a folder the pages, that the operands after the first name. */
static int write_html(const struct options *given, struct mirror *mirror, struct buf *why)
{
    const char *path = options_text(given, "html");
    struct texts named = {(const char *const *)given->operands + 1, given->operand_count - 1};
    struct url url URL_LOCAL;
    int error = 0;

    if (is_folder(given, path))
        return export_html(mirror, path, span_of(""), fits, &named, why);
    if (named.count == 1)
        error = open_url(mirror, named.all[0], &url);
    if (!error)
        error = export_html(mirror, path, buf_span(named.count == 1 ? &url.text : &mirror->start), NULL, NULL,
                            why);
    return error;
}

static int write_formats(const struct options *given, struct mirror *mirror, struct buf *why)
{
    struct withdrawn withdrawn = {.count = 0};
    int error = options_given(given, "with-withdrawn") ? 0 : withdrawn_read(&withdrawn, mirror, NULL, NULL);

    error = export_explain(error, "mirror.db", why);
    for (size_t i = 0; i < FORMATS && !error; i++) {
        const char *path = options_text(given, formats[i].option);

        if (path)
            error = formats[i].write ? formats[i].write(mirror, path, &withdrawn, why)
                                     : write_html(given, mirror, why);
        if (!error && path && strcmp(path, "-") != 0)
            message_note("%s is complete", path);
    }
    withdrawn_release(&withdrawn);
    return error;
}

static int export_run(const struct options *given)
{
    struct sandbox sandbox;
    struct mirror mirror;
    struct buf why BUF_LOCAL(LIMIT_WHY_BYTES);
    const char *html = options_text(given, "html");
    int error;
    bool any = false;

    for (size_t i = 0; i < FORMATS; i++) {
        const char *path = options_text(given, formats[i].option);

        if (!(path && !formats[i].write && is_folder(given, path)) &&
            !may_be_written(path, formats[i].streams))
            return EXIT_LOCAL;
        any = any || path;
    }
    if (!any) {
        message_error(
            "export: missing format; give at least one of --cdxj, --html, --warc, --wacz and --zim");
        return EXIT_USAGE;
    }
    if (given->operand_count > 1 && (!html || (given->operand_count > 2 && !is_folder(given, html)))) {
        message_error("export: unexpected operand '%s'; a URL needs --html, and several need FOLDER/ for it",
                      given->operands[given->operand_count - 1]);
        return EXIT_USAGE;
    }
    confine_begin(&sandbox, given, options_given(given, "zim") ? SANDBOX_PROGRAMS : 0);
    confine_to_mirror(&sandbox, given->operands[0]);
    error = confine_end(&sandbox);
    if (error)
        return error;
    error = mirror_open(&mirror, given->operands[0], FOLDER_READ, &why);
    if (!error) {
        error = write_formats(given, &mirror, &why);
        mirror_close(&mirror);
    }
    if (error && why.len > 0) /* else open_url has said it */
        message_error("%s", buf_text(&why));
    return error ? EXIT_LOCAL : EXIT_COMPLETE;
}

const struct command command_export = {
    .name = "export",
    .usage = "[options] [DIR [URL|PATTERN…]]",
    .summary = "write a mirror as WARC, WACZ, CDXJ or ZIM, or a page as one file",
    .options = rows,
    .operands_max = OPERANDS_ANY,
    .needs = NEEDS_DIR | NEEDS_MORE,
    .run = export_run,
};
