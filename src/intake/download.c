/* SPDX-License-Identifier: MIT */
/* Recognises files that are not pages although their type says so, or that have no type: by the field
 * Content-Disposition (RFC 6266), the first bytes (MIME Sniffing Standard, 6 and 7.1) and the file's name. */
#include "config.h"

#include "intake/store.h"

#include "answer/fields.h"
#include "site/path.h"
#include "url/url.h"

/* As many bytes as browsers examine. */
enum { SNIFFED = 1445 };

static bool is_page_type(struct span essence)
{
    return span_is_one_of_nocase(essence, "text/html application/xhtml+xml");
}

/* Returns the type whose files begin like BYTES; NULL for others. */
static const char *type_by_start(struct span bytes)
{
    static const struct {
        const char *start, *type;
    } starts[] = {
        {"%PDF-", "application/pdf"},
        {"PK\3\4", "application/zip"},
        {"\x1f\x8b\x08", "application/gzip"},
        {"\x89PNG\r\n", "image/png"},
        {"\xff\xd8\xff", "image/jpeg"},
        {"GIF8", "image/gif"},
        {"\x7f"
         "ELF",
         "application/octet-stream"},
    };

    for (size_t i = 0; i < COUNT_OF(starts); i++)
        if (span_starts(bytes, starts[i].start))
            return starts[i].type;
    return NULL;
}

/* Returns true if BYTES have one that no text has. Pages in UTF-16 do not count. */
static bool is_binary(struct span bytes)
{
    if (span_starts(bytes, "\xfe\xff") || span_starts(bytes, "\xff\xfe"))
        return false;
    for (size_t i = 0; i < bytes.len && i < SNIFFED; i++)
        if ((unsigned char)bytes.at[i] < ' ' && !byte_is_in(bytes.at[i], "\t\n\f\r\x1b"))
            return true;
    return false;
}

/* Returns the file name's extension in Content-Disposition, in either form; empty without one. */
static struct span extension_of_field(struct span value)
{
    static const char name[] = "filename";
    struct span found = span_of("");

    while (value.len > 0) {
        struct span part = span_trim(span_take_until(&value, ';'), HTTP_WHITE);

        if (!span_starts_nocase(part, name) || span_find(part, '=') == part.len)
            continue;
        part = span_part(part, span_find(part, '=') + 1, part.len);
        part = span_trim(part, HTTP_WHITE "\"");
        part = span_part(part, span_find(part, '\'') < part.len ? span_after_last(part, '\'') : 0, part.len);
        if (types_own_extension(part).len > 0)
            found = types_own_extension(part);
    }
    return found;
}

/* Returns the type of a file with EXTENSION, which is not that of a page. */
static struct span type_of_name(struct buf *made, struct span extension)
{
    const char *type = types_of_extension(extension);

    if (type && !is_page_type(span_of(type)))
        return span_of(type);
    if (type || extension.len == 0)
        return span_of("application/octet-stream");
    buf_clear(made);
    (void)buf_add_format(made, "application/octet-stream; name=x.%.*s", (int)extension.len, extension.at);
    return buf_span(made);
}

struct span download_type(struct buf *made, struct span type, const struct answer_fields *fields,
                          const struct url *url, struct span bytes)
{
    struct span value = fields->first[ANSWER_CONTENT_DISPOSITION], path = url_path(url), own;
    struct span essence = span_trim(span_part(type, 0, span_find(type, ';')), HTTP_WHITE);
    struct span name = span_part(path, span_after_last(path, '/'), path.len);
    bool is_page = is_page_type(essence);
    bool is_saved =
        span_is_nocase(span_trim(span_part(value, 0, span_find(value, ';')), HTTP_WHITE), "attachment");
    const char *start = is_page ? type_by_start(bytes) : NULL;

    if (!is_page &&
        !(is_saved && span_is_one_of_nocase(essence, "application/octet-stream application/force-download "
                                                     "application/download binary/octet-stream")))
        return type;
    if (!types_extension(span_of("application/octet-stream"), name, &own).at &&
        (is_saved || start || is_binary(bytes)))
        return type_of_name(made, own);
    if (start)
        return span_of(start);
    return is_saved ? type_of_name(made, extension_of_field(value)) : type;
}
