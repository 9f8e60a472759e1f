/* SPDX-License-Identifier: MIT */
/* `tiptoe mirror`: creates or continues a mirror. */
#include "config.h"

#include <string.h>

#include "base/limits.h"
#include "cmd/command.h"
#include "cmd/run.h"
#include "cmd/run_options.h"
#include "term/message.h"
#include "url/url.h"

/* Parses a URL, or a host name without a scheme. */
static enum url_result parse_start(struct url *url, const char *text)
{
    enum url_result result = url_parse(url, span_of(text), NULL, NULL);
    struct buf guess;

    if (result == URL_NO_BASE && strchr(text, '.')) {
        buf_init(&guess, LIMIT_URL_BYTES);
        (void)buf_add_format(&guess, "https://%.4000s", text);
        result = url_parse(url, buf_span(&guess), NULL, NULL);
        buf_release(&guess);
    }
    return result;
}

static int mirror_run(const struct options *given)
{
    const char *output = options_text(given, "output");
    struct buf folder;
    struct url url;
    enum url_result result;
    int status = EXIT_USAGE;

    url_init(&url);
    buf_init(&folder, LIMIT_URL_BYTES);
    result = parse_start(&url, given->operands[0]);
    if (result == URL_NO_BASE) {
        message_error("%s: not a URL; give one such as https://example.org/", given->operands[0]);
    } else if (result != URL_OK) {
        message_error("%s: %s; give a URL such as https://example.org/", given->operands[0],
                      url_result_text(result));
    } else if (url_has_userinfo(&url)) {
        message_error("the URL contains a user name or password; use --auth USER:PASSWORD instead");
    } else {
        url_strip(&url);
        (void)(output ? buf_add_text(&folder, output)
                      : buf_add_span(&folder, span_trim(url_host(&url), "[]")));
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
