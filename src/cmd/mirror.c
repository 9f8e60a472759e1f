/* SPDX-License-Identifier: MIT */
/* `tiptoe mirror`, `resume` and `update`: the commands that crawl. */
#include "config.h"

#include "base/limits.h"
#include "cmd/command.h"
#include "cmd/run.h"
#include "term/message.h"
#include "url/url.h"

enum { URLS_MAX = 256 * 1024 * 1024, SHOWN_BYTES = 60 };

/* Parses a URL, or a host name without a scheme. */
static enum url_result parse_start(struct url *url, struct span text)
{
    enum url_result result = url_parse(url, text, NULL, NULL);
    size_t port_at = span_find(text, ':') + 1;
    bool has_port = port_at < text.len && ascii_is_digit(text.at[port_at]);
    struct buf guess BUF_LOCAL(LIMIT_URL_BYTES);

    if ((result == URL_NO_BASE && span_find(text, '.') < text.len) || (result == URL_NOT_HTTP && has_port)) {
        (void)buf_add_text(&guess, "https://");
        if (buf_add_span(&guess, text) == 0)
            result = url_parse(url, buf_span(&guess), NULL, NULL);
    }
    return result;
}

/* Returns true if TEXT is the path of a mirror, and not a host with a mirror of this name. */
static bool is_mirror(struct span text, enum url_result result)
{
    struct buf path BUF_LOCAL(LIMIT_URL_BYTES);

    return (result == URL_NO_BASE || span_find(text, '/') + 1 < text.len) && buf_add_span(&path, text) == 0 &&
           open_is_mirror(buf_text(&path));
}

int run_read_start(struct url *url, struct span text)
{
    enum url_result result = parse_start(url, text);
    int len = (int)text.len;

    if (span_starts(text, "+")) {
        message_error("%.*s: a filter of HTTrack; use --include PATTERN or --only-types TYPE", len, text.at);
    } else if (is_mirror(text, result)) {
        message_error("%.*s: a mirror; to continue it: tiptoe resume %.*s; for what has changed since then: "
                      "tiptoe update %.*s",
                      len, text.at, len, text.at, len, text.at);
    } else if (result == URL_NO_BASE) {
        message_error("%.*s: not a URL; give one such as https://example.org/", len, text.at);
    } else if (result != URL_OK) {
        message_error("%.*s: %s; give a URL such as https://example.org/", len, text.at,
                      url_result_text(result));
    } else if (url_has_userinfo(url)) {
        message_error("the URL contains a user name or password; use --auth USER:PASSWORD instead");
    } else {
        url_strip(url);
        return 0;
    }
    return EXIT_USAGE;
}

static int add_url(struct buf *urls, struct span text)
{
    struct url url URL_LOCAL;
    int status = run_read_start(&url, text);

    if (!status)
        (void)buf_add_format(urls, "%s%.*s", urls->len > 0 ? "\n" : "", (int)url.text.len,
                             buf_text(&url.text));
    return status;
}

/* Adds the URLs of LINES, except empty lines and those that begin with #. */
static int add_lines(struct buf *urls, struct span lines)
{
    int status = 0;

    while (lines.len > 0 && !status) {
        struct span line = span_trim(span_take_until(&lines, '\n'), " \t\r");

        if (line.len == 0 || line.at[0] == '#')
            continue;
        if (line.len >= LIMIT_URL_BYTES) {
            message_error("--urls: a line is too long for a URL: %.*s…", SHOWN_BYTES, line.at);
            return EXIT_USAGE;
        }
        status = add_url(urls, line);
    }
    return status;
}

/* Adds the pages that the user wants to URLS, in canonical form, one a line: the operands of GIVEN from FROM
 * on, and those of --urls. Returns 0, or an exit status after an error message. */
static int read_urls(struct buf *urls, const struct options *given, size_t from)
{
    const char *file = options_text(given, "urls");
    struct buf lines BUF_LOCAL(URLS_MAX);
    int status = 0;

    for (size_t i = from; i < given->operand_count && !status; i++)
        status = add_url(urls, span_of(given->operands[i]));
    if (!file || status)
        return status;
    if (open_input(file, &lines))
        return EXIT_USAGE;
    if (lines.len < URLS_MAX)
        return add_lines(urls, buf_span(&lines));
    message_error("--urls %s: too long", file);
    return EXIT_USAGE;
}

/* Mirrors URLS, one a line; the first one is the start page. */
static int run_urls(const struct options *given, struct span urls)
{
    struct span first = span_take_until(&urls, '\n');
    struct buf folder BUF_LOCAL(LIMIT_URL_BYTES);
    struct url url URL_LOCAL;

    if (url_parse(&url, first, NULL, NULL) != URL_OK) {
        message_error("mirror: missing URL; usage: tiptoe mirror %s; to continue a mirror: tiptoe resume DIR",
                      command_mirror.usage);
        return EXIT_USAGE;
    }
    run_name_folder(&folder, options_text(given, "output"), &url);
    return run_rendering(
        (struct run){.path = buf_text(&folder), .use = FOLDER_CREATE, .start = &url, .urls = urls}, given);
}

static int mirror_run(const struct options *given)
{
    struct buf urls BUF_LOCAL(URLS_MAX);
    int status = read_urls(&urls, given, 0);

    return status ? status : run_urls(given, buf_span(&urls));
}

const struct command command_mirror = {
    .name = "mirror",
    .usage = "[options] URL…",
    .summary = "create or continue a mirror of the site at URL",
    .options = run_option_rows,
    .refused = "start moved-to",
    .operands_max = OPERANDS_ANY,
    .needs = NEEDS_MORE,
    .run = mirror_run,
};

/* Crawls with the mirror that the first operand names. */
static int run_again(const struct options *given)
{
    const char *moved_to = options_text(given, "moved-to");
    struct run run = {
        .path = given->operands[0], .use = FOLDER_RUN, .revisit = given->command == &command_update};
    struct url start URL_LOCAL;
    struct buf urls BUF_LOCAL(URLS_MAX);
    int status = read_urls(&urls, given, 1);

    if (!status && moved_to) {
        status = run_read_start(&start, span_of(moved_to));
        run.start = &start;
        run.moves = true;
    }
    run.urls = buf_span(&urls);
    return status ? status : run_rendering(run, given);
}

const struct command command_resume = {
    .name = "resume",
    .usage = "[options] [DIR]",
    .summary = "continue an interrupted mirror; new options replace its own",
    .options = run_option_rows,
    .refused = "output start moved-to dry-run",
    .needs = NEEDS_DIR | NEEDS_MORE,
    .run = run_again,
};

const struct command command_update = {
    .name = "update",
    .usage = "[options] [DIR]",
    .summary = "visit a finished mirror again and fetch what has changed",
    .options = run_option_rows,
    .own = "moved-to trust-sitemap withdraw-most delete delete-most",
    .refused = "output start dry-run",
    .needs = NEEDS_DIR | NEEDS_MORE,
    .run = run_again,
};
