/* SPDX-License-Identifier: MIT */
/* Recognises lines, header fields and meta elements that state preferences about use
 * (draft-ietf-aipref-attach, Content Signals, TDMRep, RSL), by their names only. */
#include "config.h"

#include "robots/usage.h"

#include "robots/lines.h"

void usage_of_robots(struct span body, struct buf *out)
{
    struct robots_lines lines;
    struct robots_line line;
    struct buf decoded BUF_LOCAL(body.len * 2 + 4);

    lines_start(&lines, lines_decode(body, &decoded), false);
    while (lines_next(&lines, &line)) {
        struct span rest = line.text, field = span_trim(span_take_until(&rest, ':'), HTTP_WHITE);

        if (line.field != FIELD_OTHER ||
            !span_is_one_of_nocase(field, "content-usage content-signal license"))
            continue;
        if (line.text.len < out->max - out->len && buf_add_span(out, line.text) == 0)
            (void)buf_add_byte(out, '\n');
    }
}

bool usage_is_license(struct span link)
{
    while (link.len > 0) {
        struct span part = span_trim(span_take_until(&link, ';'), PLAIN_WHITE);

        if (span_starts_nocase(part, "rel=") &&
            span_is_nocase(span_trim(span_part(part, 4, part.len), "\""), "license"))
            return true;
    }
    return false;
}

bool usage_is_meta(struct span name)
{
    return span_is_one_of_nocase(span_trim(name, PLAIN_WHITE), "tdm-reservation tdm-policy");
}
