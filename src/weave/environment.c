/* SPDX-License-Identifier: MIT */
/* Finds the page around a file: its encoding, in which browsers read a style sheet with bytes that are not
 * ASCII and without a charset of its own; and its address, to which the requests of a script are relative.
 * What a sheet imports is read as the importing sheet, one level up. */
#include "config.h"

#include "weave/environment.h"

#include "base/error.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "frontier/row.h"
#include "markup/charset.h"
#include "mirror/mirror.h"
#include "mirror/original.h"
#include "weave/weaver.h"

static bool needs_encoding(struct span bytes, struct span content_type, bool is_script)
{
    if (utf8_is_ascii(bytes))
        return false;
    return is_script ? charset_of_type(content_type) != NULL
                     : strcmp(charset_of_css(bytes, content_type, "KOI8-U"), "KOI8-U") == 0;
}

/* Finds the encoding of a stored document; ROW is invalid afterwards. A damaged original tells nothing. */
static int encoding_of(struct weaver *weaver, const struct frontier_row *row, const char **encoding)
{
    struct original original;
    int error = original_read(&original, weaver->mirror, row, LIMIT_DOCUMENT_BYTES);

    if (!error && span_starts_nocase(original.content_type, "text/css"))
        *encoding = charset_of_css(original.bytes, original.content_type, NULL);
    else if (!error)
        *encoding = charset_of_page(original.bytes, original.content_type, false);
    original_release(&original);
    return error == ERROR_CORRUPT || error == ERROR_TOO_LARGE ? 0 : error;
}

int environment_encoding(struct weaver *weaver, int64_t id, struct span bytes, struct span content_type,
                         bool is_script, const char **encoding)
{
    struct frontier_row row;
    int error;

    *encoding = NULL;
    if (!needs_encoding(bytes, content_type, is_script))
        return 0;
    error = frontier_get(weaver->mirror->frontier, id, &row);
    if (!error)
        error = frontier_get(weaver->mirror->frontier, row.item.referrer, &row);
    if (!error && row.answered && row.visit.document)
        error = encoding_of(weaver, &row, encoding);
    return error == ERROR_NOT_FOUND ? 0 : error;
}

static bool is_page_type(struct span type)
{
    return span_starts_nocase(type, "text/html") || span_starts_nocase(type, "application/xhtml");
}

int environment_page(struct weaver *weaver, int64_t id, const struct url **page)
{
    struct frontier_row row;
    int error = frontier_get(weaver->mirror->frontier, id, &row);

    *page = NULL;
    for (int hops = 0; !error && hops <= LIMIT_REDIRECTS; hops++) {
        error = frontier_get(weaver->mirror->frontier, row.item.referrer, &row);
        if (error || !row.answered || !is_page_type(row.visit.content_type))
            continue;
        if (url_parse(&weaver->script_page, row.item.url, NULL, NULL) == URL_OK)
            *page = &weaver->script_page;
        break;
    }
    return error == ERROR_NOT_FOUND ? 0 : error;
}
