/* SPDX-License-Identifier: MIT */
/* Finds the page around a file: its encoding, in which browsers read a style sheet with bytes that are not
 * ASCII and without a charset of its own; and its address, to which the requests of a script are relative.
 * What a sheet imports is read as the importing sheet, one level up. */
#include "config.h"

#include "weave/environment.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "frontier/row.h"
#include "markup/charset.h"
#include "mirror/mirror.h"
#include "mirror/original.h"
#include "weave/weaver.h"

static bool needs_encoding(struct span sheet, struct span content_type)
{
    return !utf8_is_ascii(sheet) && strcmp(charset_of_css(sheet, content_type, "KOI8-U"), "KOI8-U") == 0;
}

/* Returns the encoding of a stored document; ROW is invalid afterwards. */
static const char *encoding_of(struct weaver *weaver, const struct frontier_row *row)
{
    struct original original;
    const char *encoding = NULL;

    if (original_read(&original, weaver->mirror, row, LIMIT_DOCUMENT_BYTES) == 0) {
        struct span type = original.content_type;

        if (span_starts_nocase(type, "text/css"))
            encoding = charset_of_css(original.bytes, type, NULL);
        else
            encoding = charset_of_page(original.bytes, type, false);
    }
    original_release(&original);
    return encoding;
}

/* Returns the encoding of the document that first led to the URL with this ID. */
static const char *encoding_around(struct weaver *weaver, int64_t id)
{
    struct frontier_row row;
    struct buf referrer;
    const char *encoding = NULL;

    buf_init(&referrer, LIMIT_URL_BYTES);
    if (frontier_get(weaver->mirror->frontier, id, &row) == 0 && row.referrer_url.len > 0 &&
        buf_add_span(&referrer, row.referrer_url) == 0 &&
        frontier_get_by_url(weaver->mirror->frontier, buf_span(&referrer), &row) == 0 && row.answered &&
        row.visit.document)
        encoding = encoding_of(weaver, &row);
    buf_release(&referrer);
    return encoding;
}

const char *environment_encoding(struct weaver *weaver, int64_t id, struct span sheet,
                                 struct span content_type)
{
    return needs_encoding(sheet, content_type) ? encoding_around(weaver, id) : NULL;
}

const char *environment_of_script(struct weaver *weaver, int64_t id, struct span script,
                                  struct span content_type)
{
    return charset_of_type(content_type) && !utf8_is_ascii(script) ? encoding_around(weaver, id) : NULL;
}

static bool is_page_type(struct span type)
{
    return span_starts_nocase(type, "text/html") || span_starts_nocase(type, "application/xhtml");
}

const struct url *environment_page(struct weaver *weaver, int64_t id)
{
    struct frontier_row row;

    for (int hops = 0; hops <= LIMIT_REDIRECTS; hops++) {
        if (frontier_get(weaver->mirror->frontier, id, &row) || row.item.referrer == 0)
            return NULL;
        id = row.item.referrer;
        if (frontier_get(weaver->mirror->frontier, id, &row))
            return NULL;
        if (row.answered && is_page_type(row.visit.content_type))
            return url_parse(&weaver->script_page, row.item.url, NULL, NULL) == URL_OK ? &weaver->script_page
                                                                                       : NULL;
    }
    return NULL;
}
