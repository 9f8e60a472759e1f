/* SPDX-License-Identifier: MIT */
/* `tiptoe url`: prints the canonical text of a URL, as a browser resolves it. */
#include "config.h"

#include <stdio.h>

#include "cmd/command.h"
#include "term/message.h"
#include "url/url.h"

/* Resolves the second operand against the first. With an empty base, or one of another scheme, it must be
 * absolute. */
static int run_url(const struct options *given)
{
    const char *text = given->operands[0];
    struct url url URL_LOCAL;
    struct url base URL_LOCAL;
    enum url_result result = url_parse(&base, span_of(text), NULL, NULL);
    bool has_base = result == URL_OK;

    if (given->operand_count > 1 && (has_base || result == URL_NOT_HTTP || *text == '\0')) {
        text = given->operands[1];
        result = url_parse(&url, span_of(text), has_base ? &base : NULL, NULL);
    }
    if (result == URL_OK)
        (void)puts(buf_text(given->operand_count > 1 ? &url.text : &base.text));
    else
        message_error("%s: %s", text, url_result_text(result));
    return result == URL_OK ? EXIT_COMPLETE : EXIT_LOCAL;
}

const struct command command_url = {
    .name = "url",
    .usage = "BASE [REF]",
    .summary = "print the canonical form of a URL, as a browser resolves it",
    .operands_min = 1,
    .operands_max = 2,
    .run = run_url,
};
