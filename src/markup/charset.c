/* SPDX-License-Identifier: MIT */
/* Determines the encoding of a document: "determining the character encoding" of the WHATWG HTML standard for
 * pages, CSS Syntax 3.2 for style sheets. Departure: the prescan continues beyond 1024 bytes while it finds
 * only head elements, because browsers also honour a late META by reloading the page. */
#include "config.h"

#include "markup/charset.h"

#include "base/utf8.h"

enum { PRESCAN_ALWAYS = 1024, PRESCAN_HEAD = 64 * 1024 };

/* The start of a document and the position of the prescan in it. */
struct scan {
    struct span text;
    size_t at;
};

/* One attribute as the prescan reads it, without decoding. */
struct pair {
    struct span name, value;
};

/* The relevant attributes of one META element. */
struct meta {
    bool has_type, has_content, has_charset; /* only the first attribute of each name counts */
    bool is_type;                            /* http-equiv=content-type */
    bool needs_type;                         /* the charset comes from the content attribute */
    bool found;
    struct span charset;
};

const char *charset_of_bom(struct span document, size_t *len)
{
    *len = 3;
    if (span_starts(document, "\xef\xbb\xbf"))
        return "UTF-8";
    *len = 2;
    if (span_starts(document, "\xff\xfe"))
        return "UTF-16LE";
    if (span_starts(document, "\xfe\xff"))
        return "UTF-16BE";
    *len = 0;
    return NULL;
}

const char *charset_of_type(struct span content_type)
{
    struct span rest = content_type;
    struct span name, value;

    (void)span_take_until(&rest, ';');
    while (rest.len > 0) {
        name = span_trim(span_take_until(&rest, '='), "; " HTML_WHITE);
        rest = span_trim_white(rest);
        if (rest.len > 0 && rest.at[0] == '"') {
            rest = span_part(rest, 1, rest.len);
            value = span_take_until(&rest, '"');
            (void)span_take_until(&rest, ';');
        } else {
            value = span_take_until(&rest, ';');
        }
        if (span_is_nocase(name, "charset"))
            return charset_find(value);
    }
    return NULL;
}

static bool is_at_end(const struct scan *scan)
{
    return scan->at >= scan->text.len;
}

static char current_byte(const struct scan *scan)
{
    return scan->text.at[scan->at];
}

static void skip_white(struct scan *scan)
{
    while (!is_at_end(scan) && ascii_is_white(current_byte(scan)))
        scan->at++;
}

/* Returns the text from FROM to the current position. */
static struct span text_since(const struct scan *scan, size_t from)
{
    return span_make(scan->text.at + from, scan->at - from);
}

static struct span prescan_value(struct scan *scan)
{
    size_t from;

    scan->at++;
    skip_white(scan);
    from = scan->at;
    if (is_at_end(scan))
        return text_since(scan, from);
    if (current_byte(scan) == '"' || current_byte(scan) == '\'') {
        char quote = current_byte(scan);
        struct span value;

        for (scan->at++; !is_at_end(scan) && current_byte(scan) != quote;)
            scan->at++;
        value = text_since(scan, from + 1);
        scan->at++;
        return value;
    }
    while (!is_at_end(scan) && !ascii_is_white(current_byte(scan)) && current_byte(scan) != '>')
        scan->at++;
    return text_since(scan, from);
}

static bool ends_name(char c)
{
    return c == '=' || c == '/' || c == '>';
}

/* Reads the next attribute. Returns false at the '>' of the tag and at the end of the text. */
static bool prescan_attribute(struct scan *scan, struct pair *pair)
{
    size_t from;

    while (!is_at_end(scan) && (ascii_is_white(current_byte(scan)) || current_byte(scan) == '/'))
        scan->at++;
    if (is_at_end(scan) || current_byte(scan) == '>')
        return false;
    from = scan->at++;
    while (!is_at_end(scan) && !ascii_is_white(current_byte(scan)) && !ends_name(current_byte(scan)))
        scan->at++;
    *pair = (struct pair){.name = text_since(scan, from)};
    skip_white(scan);
    if (!is_at_end(scan) && current_byte(scan) == '=')
        pair->value = prescan_value(scan);
    return true;
}

/* Extracts the charset from the content attribute of a META: the value after "charset" and '='. */
static bool charset_in_content(struct span content, struct span *charset)
{
    struct scan scan = {.text = content};

    for (; scan.at < content.len; scan.at++) {
        if (!span_starts_nocase(span_part(content, scan.at, content.len), "charset"))
            continue;
        scan.at += strlen("charset");
        skip_white(&scan);
        if (is_at_end(&scan))
            return false;
        if (current_byte(&scan) == '=')
            break;
        scan.at--;
    }
    if (is_at_end(&scan))
        return false;
    scan.at++;
    skip_white(&scan);
    *charset = span_part(content, scan.at, content.len);
    if (charset->len > 0 && (charset->at[0] == '"' || charset->at[0] == '\'')) {
        char quote = charset->at[0];

        *charset = span_part(*charset, 1, charset->len);
        if (span_find(*charset, quote) == charset->len)
            return false;
        *charset = span_take_until(charset, quote);
        return true;
    }
    for (size_t i = 0; i < charset->len; i++) {
        if (ascii_is_white(charset->at[i]) || charset->at[i] == ';')
            charset->len = i;
    }
    return true;
}

static void note_attribute(struct meta *meta, const struct pair *pair)
{
    if (span_is_nocase(pair->name, "http-equiv") && !meta->has_type) {
        meta->has_type = true;
        meta->is_type = span_is_nocase(pair->value, "content-type");
    } else if (span_is_nocase(pair->name, "content") && !meta->has_content) {
        meta->has_content = true;
        if (!meta->found && charset_in_content(pair->value, &meta->charset))
            meta->found = meta->needs_type = true;
    } else if (span_is_nocase(pair->name, "charset") && !meta->has_charset) {
        meta->has_charset = meta->found = true;
        meta->needs_type = false;
        meta->charset = pair->value;
    }
}

/* Returns the encoding declared by the META element whose attributes start at the current position, or NULL
 * if it declares none. */
static const char *prescan_meta(struct scan *scan)
{
    struct meta meta = {0};
    struct pair pair;
    const char *name;

    while (prescan_attribute(scan, &pair))
        note_attribute(&meta, &pair);
    if (is_at_end(scan) || !meta.found || (meta.needs_type && !meta.is_type))
        return NULL;
    name = charset_find(meta.charset);
    if (name && charset_kind(name) == CHARSET_UTF16)
        return "UTF-8";
    return name && strcmp(name, "x-user-defined") == 0 ? "windows-1252" : name;
}

/* Returns true for tags that may precede a late META. */
static bool is_head_tag(struct span rest)
{
    static const char *const names[] = {"html", "head",  "title",  "base",     "link",
                                        "meta", "style", "script", "noscript", "object"};

    for (size_t i = 0; i < COUNT_OF(names); i++) {
        if (span_starts_nocase(rest, names[i]))
            return true;
    }
    return false;
}

/* Skips the comment, tag or declaration at the current position. Returns false where the prescan ends. */
static bool prescan_skip(struct scan *scan, struct span rest)
{
    bool closing = rest.len > 1 && rest.at[1] == '/';
    struct span name = span_part(rest, closing ? 2 : 1, rest.len);
    struct pair pair;

    if (span_starts(rest, "<!--")) {
        for (scan->at += 4; !is_at_end(scan); scan->at++) {
            if (current_byte(scan) == '>' && span_starts(span_part(scan->text, scan->at - 2, 2), "--"))
                break;
        }
    } else if (name.len > 0 && ascii_is_alpha(name.at[0])) {
        if (scan->at >= PRESCAN_ALWAYS && !is_head_tag(name))
            return false;
        while (!is_at_end(scan) && !ascii_is_white(current_byte(scan)) && current_byte(scan) != '>')
            scan->at++;
        while (prescan_attribute(scan, &pair))
            continue;
    } else if (closing || (rest.len > 1 && (rest.at[1] == '!' || rest.at[1] == '?'))) {
        scan->at += span_find(rest, '>');
    }
    scan->at++;
    return true;
}

static const char *prescan_metas(struct span document)
{
    struct scan scan = {.text = span_part(document, 0, PRESCAN_HEAD)};

    while (!is_at_end(&scan)) {
        struct span rest;

        scan.at += span_find(span_part(scan.text, scan.at, scan.text.len), '<');
        rest = span_part(scan.text, scan.at, scan.text.len);
        if (span_starts_nocase(rest, "<meta") && rest.len > 5 &&
            (ascii_is_white(rest.at[5]) || rest.at[5] == '/')) {
            const char *found;

            scan.at += strlen("<meta");
            found = prescan_meta(&scan);
            if (found)
                return found;
        } else if (!prescan_skip(&scan, rest)) {
            return NULL;
        }
    }
    return NULL;
}

/* Returns the encoding declared by the XML declaration, or NULL. */
static const char *prescan_xml(struct span document)
{
    struct span rest = span_part(document, 0, PRESCAN_ALWAYS);
    struct span word;
    const char *name;

    if (!span_starts(rest, "<?xml"))
        return NULL;
    rest = span_take_until(&rest, '>');
    for (word = rest; word.len > 0 && !span_starts(word, "encoding");)
        word = span_part(word, 1, word.len);
    word = span_trim_white(span_part(word, strlen("encoding"), word.len));
    if (word.len == 0 || word.at[0] != '=')
        return NULL;
    word = span_trim_white(span_part(word, 1, word.len));
    if (word.len == 0 || (word.at[0] != '"' && word.at[0] != '\''))
        return NULL;
    rest = span_part(word, 1, word.len);
    name = charset_find(span_take_until(&rest, word.at[0]));
    return name && charset_kind(name) == CHARSET_UTF16 ? "UTF-8" : name;
}

/* Recognizes an XML declaration encoded as UTF-16. Returns the encoding or NULL. */
static const char *prescan_wide(struct span document)
{
    struct span front = span_part(document, 0, 6);

    if (span_equals(front, span_make("<\0?\0x\0", 6)))
        return "UTF-16LE";
    return span_equals(front, span_make("\0<\0?\0x", 6)) ? "UTF-16BE" : NULL;
}

/* Returns the encoding declared by META elements or an XML declaration at the start of DOCUMENT, or NULL. */
static const char *charset_prescan(struct span document)
{
    const char *found = prescan_wide(document);

    if (!found)
        found = prescan_metas(document);
    return found ? found : prescan_xml(document);
}

const char *charset_of_page(struct span document, struct span content_type, bool xml)
{
    size_t len;
    const char *found = charset_of_bom(document, &len);

    if (!found)
        found = charset_of_type(content_type);
    if (!found && xml)
        found = prescan_wide(document) ? prescan_wide(document) : prescan_xml(document);
    else if (!found)
        found = charset_prescan(document);
    if (found)
        return found;
    return xml ? "UTF-8" : "windows-1252";
}

/* Returns the encoding named by an @charset rule, which must be the first bytes of the style sheet in exactly
 * this form. */
static const char *charset_of_rule(struct span document)
{
    struct span rest = span_part(document, 0, PRESCAN_ALWAYS);
    const char *name;

    if (!span_take_text(&rest, "@charset \""))
        return NULL;
    name = charset_find(span_take_until(&rest, '"'));
    if (!name || !span_starts(rest, ";"))
        return NULL;
    return charset_kind(name) == CHARSET_UTF16 ? "UTF-8" : name;
}

const char *charset_of_css(struct span document, struct span content_type, const char *environment)
{
    size_t len;
    const char *found = charset_of_bom(document, &len);

    if (!found)
        found = charset_of_type(content_type);
    if (!found)
        found = charset_of_rule(document);
    if (!found && environment && charset_kind(environment) != CHARSET_UTF16)
        found = environment;
    return found ? found : "UTF-8";
}

struct span charset_mark(struct span document, const char *encoding, const char *without)
{
    size_t len;

    enum charset_kind kind = charset_kind(encoding);

    if (strcmp(encoding, without) == 0 || charset_of_bom(document, &len) || kind == CHARSET_REPLACEMENT)
        return span_make(NULL, 0);
    if (kind != CHARSET_ESCAPES && kind != CHARSET_UTF16 && utf8_is_ascii(document))
        return span_make(NULL, 0);
    if (strcmp(encoding, "UTF-8") == 0)
        return span_of("\xef\xbb\xbf");
    if (kind == CHARSET_UTF16)
        return span_of(strcmp(encoding, "UTF-16LE") == 0 ? "\xff\xfe" : "\xfe\xff");
    return span_of(encoding);
}
