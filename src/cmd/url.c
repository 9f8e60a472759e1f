/* SPDX-License-Identifier: MIT */
/* `tiptoe url`: prints the canonical text of a URL, as a browser resolves it. */
#include "config.h"

#include <stdio.h>

#include "cmd/command.h"
#include "cmd/options.h"
#include "term/message.h"
#include "url/url.h"

/* Parses TEXT and prints any error. */
static enum url_result parse(struct url *out, const char *text, const struct url *base)
{
    enum url_result result = url_parse(out, span_of(text), base, NULL);

    if (result != URL_OK)
        message_error("%s: %s", text, url_result_text(result));
    return result;
}

/* Resolves REF against BASE. With an empty base, or one of another scheme, REF must be absolute. */
static enum url_result resolve(struct url *out, const char *base, const char *ref)
{
    struct url base_url URL_LOCAL;
    enum url_result result = url_parse(&base_url, span_of(base), NULL, NULL);

    if (result == URL_OK)
        result = parse(out, ref, &base_url);
    else if (result == URL_NOT_HTTP || *base == '\0')
        result = parse(out, ref, NULL);
    else
        message_error("%s: %s", base, url_result_text(result));
    return result;
}

static int run_url(const struct options *given)
{
    struct url url URL_LOCAL;
    enum url_result result;

    if (given->operand_count > 1)
        result = resolve(&url, given->operands[0], given->operands[1]);
    else
        result = parse(&url, given->operands[0], NULL);
    if (result == URL_OK)
        (void)puts(buf_text(&url.text));
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
