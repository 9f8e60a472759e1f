/* SPDX-License-Identifier: MIT */
/* A document with new references in the place of old ones. Each is first made printable ASCII by
 * percent-encoding, which changes nothing for a browser, and then written as its place demands: from the
 * innermost text (a CSS string, say) out through the attributes that hold it to the document's code units. */
#include "config.h"

#include "site/weave.h"

#include "base/buf.h"
#include "base/error.h"
#include "base/limits.h"

/* A reference with every byte written as a reference in each of the nested attributes. */
enum { WRITTEN_MAX = 1024 * LIMIT_URL_BYTES };

/* So much of a document goes through memory at once. */
enum { BETWEEN_MAX = 256 * 1024 };

/* Adds TEXT with every byte of SET and those outside printable ASCII as %XX. */
static void percent_encode(struct span text, const char *set, struct buf *out)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];

        if (c <= 0x20 || c >= 0x7f || strchr(set, c))
            (void)buf_add_format(out, "%%%02X", c);
        else
            (void)buf_add_byte(out, text.at[i]);
    }
}

/* What is text and no address: kept as it is but for what no attribute should hold. */
static void write_text(struct span text, struct buf *out)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];

        if ((c < 0x20 && !strchr("\t\n\f\r", c)) || c == '\0' || c >= 0x7f)
            (void)buf_add_format(out, "%%%02X", c);
        else
            (void)buf_add_byte(out, text.at[i]);
    }
}

/* A comma at either end of a candidate would not be part of it. */
static void write_srcset(struct span text, struct buf *out)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == ',' && (i == 0 || i + 1 == text.len))
            (void)buf_add_text(out, "%2C");
        else
            (void)buf_add_byte(out, text.at[i]);
    }
}

static void write_refresh(struct span text, struct buf *out)
{
    percent_encode(text, "\"'", out);
}

static void write_list(struct span text, struct buf *out)
{
    percent_encode(text, ",", out);
}

/* '<' is escaped too: in a style element, "</style" would end it. */
static void css_escape(struct span text, const char *set, struct buf *out)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == '<')
            (void)buf_add_text(out, "\\3c ");
        else if (strchr(set, text.at[i]))
            (void)buf_add_format(out, "\\%c", text.at[i]);
        else
            (void)buf_add_byte(out, text.at[i]);
    }
}

static void write_css_url(struct span text, struct buf *out)
{
    css_escape(text, "\"'()\\", out);
}

static void write_css_text(struct span text, struct buf *out)
{
    css_escape(text, "\"'\\", out);
}

/* '<' and '&' are escaped too: they may mean something to the page around it. */
static void write_json(struct span text, struct buf *out)
{
    for (size_t i = 0; i < text.len; i++) {
        if (strchr("\"\\<&", text.at[i]))
            (void)buf_add_format(out, "\\u%04x", (unsigned)(unsigned char)text.at[i]);
        else
            (void)buf_add_byte(out, text.at[i]);
    }
}

/* Adds "./" before a relative reference: without a dot it would be the name of a module. */
static void begin_with_dot(struct span text, struct buf *out)
{
    struct span first = span_part(text, 0, span_find(text, '/'));

    if (text.len > 0 &&
        (first.len == 0 || span_is(first, ".") || span_is(first, "..") || span_find(first, ':') < first.len))
        return;
    (void)buf_add_text(out, "./");
}

static void write_import_map(struct span text, struct buf *out)
{
    if (text.len > 0) /* else a digest that goes */
        begin_with_dot(text, out);
    write_json(text, out);
}

/* '<' and '&' as above, quotes of all kinds, and '$', which may begin code in a template. */
static void write_js(struct span text, struct buf *out)
{
    begin_with_dot(text, out);
    for (size_t i = 0; i < text.len; i++) {
        if (strchr("\"'`\\<&$", text.at[i]))
            (void)buf_add_format(out, "\\x%02x", (unsigned)(unsigned char)text.at[i]);
        else
            (void)buf_add_byte(out, text.at[i]);
    }
}

/* Adds TEXT with '&' and the bytes of SET as character references. */
static void refer(struct span text, const char *set, struct buf *out)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == '&')
            (void)buf_add_text(out, "&amp;");
        else if (strchr(set, text.at[i]))
            (void)buf_add_format(out, "&#%d;", text.at[i]);
        else
            (void)buf_add_byte(out, text.at[i]);
    }
}

static void write_double(struct span text, struct buf *out)
{
    refer(text, "\"", out);
}

static void write_single(struct span text, struct buf *out)
{
    refer(text, "'", out);
}

static void write_bare_part(struct span text, struct buf *out)
{
    refer(text, "\"'`=<> \t\n\f\r", out);
}

/* Quotes are added around a whole value that is empty or has bytes that no value without quotes should have.
 */
static void write_bare(struct span text, struct buf *out)
{
    bool quote = text.len == 0;

    for (size_t i = 0; i < text.len && !quote; i++)
        quote = strchr("\"'`=<> \t\n\f\r", text.at[i]) != NULL;
    if (quote)
        (void)buf_add_byte(out, '"');
    write_double(text, out);
    if (quote)
        (void)buf_add_byte(out, '"');
}

static void write_utf16le(struct span text, struct buf *out)
{
    for (size_t i = 0; i < text.len; i++)
        (void)buf_add(out, (char[]){text.at[i], 0}, 2);
}

static void write_utf16be(struct span text, struct buf *out)
{
    for (size_t i = 0; i < text.len; i++)
        (void)buf_add(out, (char[]){0, text.at[i]}, 2);
}

/* Whether REFERENCE is written as itself where LINK stands: so are nearly all. */
static bool is_plain(const struct link *link, struct span reference)
{
    static const bool plain[256] = {
        ['a' ... 'z'] = true, ['A' ... 'Z'] = true, ['0' ... '9'] = true, ['-'] = true,
        ['.'] = true,         ['_'] = true,         ['/'] = true,         ['#'] = true,
        [':'] = true,         ['%'] = true,         ['~'] = true,         ['?'] = true};
    enum link_escape last = LINK_ESCAPE_NONE;

    if (link->escape[0] == LINK_ESCAPE_JS || link->escape[0] == LINK_ESCAPE_IMPORT_MAP)
        return false; /* a dot may have to go before it */
    for (size_t i = 0; i < reference.len; i++)
        if (!plain[(unsigned char)reference.at[i]])
            return false;
    for (size_t i = 0; i < LINK_ESCAPES && link->escape[i] != LINK_ESCAPE_NONE; i++)
        last = (enum link_escape)link->escape[i];
    return reference.len > 0 && last != LINK_ESCAPE_UTF16LE && last != LINK_ESCAPE_UTF16BE;
}

/* Writes REFERENCE as LINK's place demands into one of the two buffers, which it returns. */
static struct buf *write_reference(const struct link *link, struct span reference, struct buf buffers[2])
{
    static void (*const write[])(struct span, struct buf *) = {
        [LINK_ESCAPE_SRCSET] = write_srcset,
        [LINK_ESCAPE_REFRESH] = write_refresh,
        [LINK_ESCAPE_LIST] = write_list,
        [LINK_ESCAPE_CSS_URL] = write_css_url,
        [LINK_ESCAPE_CSS_TEXT] = write_css_text,
        [LINK_ESCAPE_JSON] = write_json,
        [LINK_ESCAPE_IMPORT_MAP] = write_import_map,
        [LINK_ESCAPE_JS] = write_js,
        [LINK_ESCAPE_DOUBLE] = write_double,
        [LINK_ESCAPE_SINGLE] = write_single,
        [LINK_ESCAPE_BARE] = write_bare,
        [LINK_ESCAPE_BARE_PART] = write_bare_part,
        [LINK_ESCAPE_UTF16LE] = write_utf16le,
        [LINK_ESCAPE_UTF16BE] = write_utf16be,
    };
    struct buf *from = &buffers[0];
    struct buf *to = &buffers[1];

    buf_clear(from);
    if (link->role == LINK_POLICY)
        write_text(reference, from);
    else if (link->role == LINK_ENCODING)
        (void)buf_add_span(from, reference);
    else
        percent_encode(reference, "", from);
    for (size_t i = 0; i < LINK_ESCAPES && link->escape[i] != LINK_ESCAPE_NONE; i++) {
        struct buf *written = to;

        buf_clear(to);
        write[link->escape[i]](buf_span(from), to);
        to = from;
        from = written;
    }
    return from;
}

/* Adds what stands between FROM and TO of the document. */
static int add_between(struct span document, struct body *source, size_t from, size_t to, struct body *out)
{
    int error = 0;

    while (from < to && !error) {
        size_t len = to - from < BETWEEN_MAX ? to - from : BETWEEN_MAX;

        error = body_add(out, document.at + from, len);
        from += len;
        body_passed(source, document.at + from);
    }
    return error;
}

static int splice(struct span document, struct body *source, const struct link_list *links,
                  const struct span *references, struct buf buffers[2], struct body *out)
{
    size_t done = 0;
    int error = 0;

    for (size_t i = 0; i < links->count && !error; i++) {
        const struct link *link = &links->links[i];
        struct span written = references[i];

        if (!references[i].at)
            continue;
        if (link->at < done || link->at > document.len || link->len > document.len - link->at)
            return ERROR_INVALID;
        if (!is_plain(link, written)) {
            const struct buf *buffer = write_reference(link, written, buffers);

            if (buffer->full)
                return ERROR_TOO_LARGE;
            written = buf_span(buffer);
        }
        error = add_between(document, source, done, link->at, out);
        if (!error)
            error = body_add(out, written.at, written.len);
        done = link->at + link->len;
    }
    return error ? error : add_between(document, source, done, document.len, out);
}

int weave(struct span document, struct body *source, const struct link_list *links,
          const struct span *references, struct body *out)
{
    struct buf buffers[2];
    int error;

    buf_init(&buffers[0], WRITTEN_MAX);
    buf_init(&buffers[1], WRITTEN_MAX);
    error = splice(document, source, links, references, buffers, out);
    buf_release(&buffers[0]);
    buf_release(&buffers[1]);
    return error;
}
