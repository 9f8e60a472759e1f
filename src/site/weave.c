/* SPDX-License-Identifier: MIT */
/* Writes a document with new references instead of the old ones. Each reference first becomes printable ASCII
 * by percent-encoding, which changes nothing for a browser. Then it is escaped for its place, from the
 * innermost text (a CSS string, for example) through the enclosing attributes to its encoding. */
#include "config.h"

#include "site/weave.h"

#include "base/error.h"

/* A reference with each byte as a character reference in all of the nested attributes, or a large file. */
enum { WRITTEN_MAX = 8 * 1024 * LIMIT_URL_BYTES };

/* The bytes of a document that are in memory at a time. */
enum { BETWEEN_MAX = 256 * 1024 };

/* Adds TEXT with all bytes as %XX that are neither printable ASCII nor in ALLOWED: the first step, for URLs,
 * and for texts that may have white space. */
static void write_printable(struct span text, const char *allowed, struct buf *out)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];

        if ((c <= 0x20 || c >= 0x7f) && !byte_is_in(text.at[i], allowed))
            (void)buf_add_format(out, "%%%02X", c);
        else
            (void)buf_add_byte(out, text.at[i]);
    }
}

/* Writes a comma at either end as %2C: it would not be part of the candidate. */
static void write_srcset(struct span text, struct buf *out)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == ',' && (i == 0 || i + 1 == text.len))
            (void)buf_add_text(out, "%2C");
        else
            (void)buf_add_byte(out, text.at[i]);
    }
}

/* The escapes of a place, and the bytes that need one there. JSON and scripts may be inside a page, so '<'
 * and '&' need one there too; "</style" would end a style element; '$' may begin code in a template. */
static const struct place {
    enum { BY_PERCENT, BY_BACKSLASH, BY_UNICODE, BY_HEX, BY_REFERENCE } escape;
    const char *set;
} places[] = {
    [LINK_ESCAPE_REFRESH] = {BY_PERCENT, "\"'"},
    [LINK_ESCAPE_LIST] = {BY_PERCENT, ","},
    [LINK_ESCAPE_CSS_URL] = {BY_BACKSLASH, "<\"'()\\"},
    [LINK_ESCAPE_CSS_TEXT] = {BY_BACKSLASH, "<\"'\\"},
    [LINK_ESCAPE_JSON] = {BY_UNICODE, "\"\\<&"},
    [LINK_ESCAPE_IMPORT_MAP] = {BY_UNICODE, "\"\\<&"},
    [LINK_ESCAPE_JS] = {BY_HEX, "\"'`\\<&$"},
    [LINK_ESCAPE_JS_VALUE] = {BY_HEX, "\"'`\\<&$"},
    [LINK_ESCAPE_DOUBLE] = {BY_REFERENCE, "&\""},
    [LINK_ESCAPE_SINGLE] = {BY_REFERENCE, "&'"},
    [LINK_ESCAPE_BARE] = {BY_REFERENCE, "&\""},
    [LINK_ESCAPE_BARE_PART] = {BY_REFERENCE, "&\"'`=<> \t\n\f\r"},
};

static void add_escape(struct buf *out, const struct place *place, char c)
{
    switch (place->escape) {
    case BY_PERCENT:
        (void)buf_add_format(out, "%%%02X", (unsigned)c);
        break;
    case BY_BACKSLASH:
        (void)(c == '<' ? buf_add_text(out, "\\3c ") : buf_add_format(out, "\\%c", c));
        break;
    case BY_UNICODE:
        (void)buf_add_format(out, "\\u%04x", (unsigned)c);
        break;
    case BY_HEX:
        (void)buf_add_format(out, "\\x%02x", (unsigned)c);
        break;
    case BY_REFERENCE:
        (void)(c == '&' ? buf_add_text(out, "&amp;") : buf_add_format(out, "&#%d;", c));
        break;
    }
}

/* Adds TEXT, which is ASCII, with the escapes of PLACE. */
static void write_escaped(struct span text, const struct place *place, struct buf *out)
{
    for (; text.len > 0; text = span_part(text, 1, text.len)) {
        (void)buf_add_span(out, span_take_until_any(&text, place->set));
        if (text.len > 0)
            add_escape(out, place, text.at[0]);
    }
}

/* Adds "./" before a relative reference, which would be the name of a module without a dot. */
static void begin_with_dot(struct span text, struct buf *out)
{
    struct span first = span_part(text, 0, span_find(text, '/'));

    if (text.len > 0 &&
        (first.len == 0 || span_is(first, ".") || span_is(first, "..") || span_find(first, ':') < first.len))
        return;
    (void)buf_add_text(out, "./");
}

/* Adds quotes around a whole value if it is empty or has bytes that only a quoted value should have. */
static void write_bare(struct span text, struct buf *out)
{
    const char *quote = text.len == 0 ? "\"" : "";

    for (size_t i = 0; i < text.len; i++)
        if (text.at[i] != '&' && strchr(places[LINK_ESCAPE_BARE_PART].set, text.at[i]))
            quote = "\"";
    (void)buf_add_text(out, quote);
    write_escaped(text, &places[LINK_ESCAPE_BARE], out);
    (void)buf_add_text(out, quote);
}

/* Adds an expression for the absolute URL, wherever the page is. "URL" is not what it is for a browser in
 * every page: handlers find document.URL first. */
static void write_value(struct span text, struct buf *out)
{
    (void)buf_add_text(out, " Object.assign(document.createElement(\"a\"),{href:\"");
    write_escaped(text, &places[LINK_ESCAPE_JS_VALUE], out);
    (void)buf_add_text(out, "\"}).href ");
}

static void write_utf16(struct span text, bool big_endian, struct buf *out)
{
    for (size_t i = 0; i < text.len; i++) {
        char unit[2] = {0, 0};

        unit[big_endian] = text.at[i];
        (void)buf_add(out, unit, sizeof unit);
    }
}

/* Adds TEXT as ESCAPE requires. */
static void write_step(struct span text, enum link_escape escape, struct buf *out)
{
    bool is_map = escape == LINK_ESCAPE_IMPORT_MAP;

    if (escape == LINK_ESCAPE_JS || (is_map && text.len > 0)) /* an empty text in a map removes a digest */
        begin_with_dot(text, out);
    if (escape == LINK_ESCAPE_SRCSET)
        write_srcset(text, out);
    else if (escape == LINK_ESCAPE_BARE)
        write_bare(text, out);
    else if (escape == LINK_ESCAPE_JS_VALUE)
        write_value(text, out);
    else if (escape == LINK_ESCAPE_JS_CODE)
        (void)buf_add_span(out, text);
    else if (escape == LINK_ESCAPE_UTF16LE || escape == LINK_ESCAPE_UTF16BE)
        write_utf16(text, escape == LINK_ESCAPE_UTF16BE, out);
    else
        write_escaped(text, &places[escape], out);
}

/* Returns true if an element is inserted for the link: a META refresh. */
static bool is_inserted(const struct link *link)
{
    return link->role == LINK_REFRESH && link->text.len > 0;
}

/* Returns true if REFERENCE needs no escape at the place of LINK, as nearly all. */
static bool is_plain(const struct link *link, struct span reference)
{
    static const bool plain[256] = {
        ['a' ... 'z'] = true, ['A' ... 'Z'] = true, ['0' ... '9'] = true, ['-'] = true,
        ['.'] = true,         ['_'] = true,         ['/'] = true,         ['#'] = true,
        [':'] = true,         ['%'] = true,         ['~'] = true,         ['?'] = true};
    enum link_escape last = LINK_ESCAPE_NONE;

    if (is_inserted(link))
        return false;
    if (link->escape[0] == LINK_ESCAPE_JS || link->escape[0] == LINK_ESCAPE_IMPORT_MAP ||
        link->escape[0] == LINK_ESCAPE_JS_VALUE)
        return false; /* it may need "./", or becomes an expression */
    for (size_t i = 0; i < reference.len; i++)
        if (!plain[(unsigned char)reference.at[i]])
            return false;
    for (size_t i = 0; i < LINK_ESCAPES && link->escape[i] != LINK_ESCAPE_NONE; i++)
        last = (enum link_escape)link->escape[i];
    return reference.len > 0 && last != LINK_ESCAPE_UTF16LE && last != LINK_ESCAPE_UTF16BE;
}

/* Writes REFERENCE, escaped for the place of LINK, to FROM or TO and returns that. */
static struct buf *write_reference(const struct link *link, struct span reference, struct buf *from,
                                   struct buf *to)
{
    buf_clear(from);
    if (link->role == LINK_POLICY)
        write_printable(reference, HTML_WHITE, from);
    else if (link->role == LINK_ENCODING)
        (void)buf_add_span(from, reference);
    else
        write_printable(reference, "", from);
    for (size_t i = 0; i < LINK_ESCAPES && link->escape[i] != LINK_ESCAPE_NONE; i++) {
        struct buf *written = to;

        buf_clear(to);
        write_step(buf_span(from), (enum link_escape)link->escape[i], to);
        to = from;
        from = written;
    }
    if (is_inserted(link)) {
        (void)buf_set(to, link->text);
        (void)buf_add_span(to, buf_span(from));
        (void)buf_add_text(to, "\">");
        from = to;
    }
    return from;
}

static int add_between(struct span document, struct body *source, size_t from, size_t to, struct body *out)
{
    struct span rest = span_part(document, from, to - from);
    int error = 0;

    while (rest.len > 0 && !error) {
        struct span piece = span_part(rest, 0, BETWEEN_MAX);

        error = body_add(out, piece.at, piece.len);
        rest = span_part(rest, piece.len, rest.len);
        body_passed(source, rest.at);
    }
    return error;
}

int weave(struct span document, struct body *source, const struct link_list *links,
          const struct span *references, struct body *out)
{
    struct buf one BUF_LOCAL(WRITTEN_MAX), other BUF_LOCAL(WRITTEN_MAX);
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
            const struct buf *buffer = write_reference(link, written, &one, &other);

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
