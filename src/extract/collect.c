/* SPDX-License-Identifier: MIT */
/* Adds links to a list. URLs are resolved as browsers resolve them. Each link records its position in the
 * document's bytes, however deeply its text is nested, and how to escape a new reference there. Resolved
 * URLs of the document are kept in a hash table of a fixed size without chains, since pages repeat them: a
 * collision only means that a URL is resolved again. */
#include "config.h"

#include "extract/collect.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/utf8.h"
#include "markup/css_scan.h"

enum { SLOTS_BITS = 10 };

struct repeat {
    struct span address, url; /* in the memory of the document with this number */
    uint64_t document;
};

/* Returns the slot for ADDRESS by its end, where the URLs of a site differ most. */
static struct repeat *slot_of(struct collector *c, struct span address)
{
    static const uint64_t factors[] = {0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f, 0x165667b19e3779f9};
    uint64_t end[2] = {0};
    size_t len = address.len < sizeof end ? address.len : sizeof end;

    if (!c->repeats)
        c->repeats = mem_new((size_t)1 << SLOTS_BITS, sizeof *c->repeats);
    if (len > 0)
        memcpy(end, address.at + address.len - len, len);
    return &c->repeats[(end[0] * factors[0] ^ end[1] * factors[1] ^ address.len * factors[2]) >>
                       (64 - SLOTS_BITS)];
}

/* The maximum size in UTF-8 of the largest document, plus room for one step of the decoder. */
#define WHOLE_MAX (3 * (size_t)LIMIT_DOCUMENT_BYTES + 8192)

void collector_init(struct collector *collector)
{
    *collector = (struct collector){0};
    buf_init(&collector->markup, LIMIT_DOCUMENT_BYTES);
    buf_init(&collector->imports, LIMIT_IMPORTS_BYTES);
    buf_init(&collector->mapped, LIMIT_URL_BYTES);
    buf_init(&collector->unescaped, 3 * (size_t)LIMIT_DOCUMENT_BYTES);
    for (size_t i = 0; i < COLLECTOR_DULL; i++)
        buf_init(&collector->dull[i], COLLECTOR_DULL_BYTES);
    buf_init(&collector->whole, WHOLE_MAX);
}

void collector_release(struct collector *collector)
{
    url_release(&collector->target);
    url_release(&collector->folder);
    url_release(&collector->shelf);
    tokenizer_release(&collector->tags);
    value_release(&collector->attribute);
    buf_release(&collector->markup);
    free(collector->repeats);
    transcoder_release(&collector->transcoder);
    value_release(&collector->piece);
    buf_release(&collector->imports);
    buf_release(&collector->mapped);
    buf_release(&collector->unescaped);
    for (size_t i = 0; i < COLLECTOR_DULL; i++)
        buf_release(&collector->dull[i]);
    buf_release(&collector->whole);
}

static struct span own_text(struct collector *collector)
{
    if (url_parse(&collector->target, buf_span(&collector->document->text), NULL, NULL) != URL_OK)
        return span_make(NULL, 0);
    url_strip(&collector->target);
    return arena_copy(&collector->links->text, buf_span(&collector->target.text));
}

int collector_start(struct collector *c, struct link_list *links, struct span document, const char *encoding,
                    const struct url *document_url, struct layer *root)
{
    enum charset_kind kind = charset_kind(encoding);
    int error;

    link_list_clear(links);
    c->links = links;
    c->encoding = encoding;
    c->code_units = LINK_ESCAPE_NONE;
    c->document = document_url;
    c->base_from = 0;
    c->candidates = c->form_urls = c->values = 0;
    c->names.constant_count = 0;
    c->names.guess_count = 0;
    c->is_template = false;
    buf_clear(&c->imports);
    c->same_page = own_text(c);
    c->documents++;
    *root = (struct layer){
        .text = document, .base = document_url, .encoding = kind == CHARSET_UTF8 ? NULL : encoding};
    if (charset_is_plain(kind))
        return 0;
    if (kind == CHARSET_UTF16)
        c->code_units = strcmp(encoding, "UTF-16LE") == 0 ? LINK_ESCAPE_UTF16LE : LINK_ESCAPE_UTF16BE;
    buf_clear(&c->whole);
    error = transcode(&c->transcoder, encoding, document, &c->whole);
    if (error)
        return error;
    *root = (struct layer){.text = buf_span(&c->whole), .base = document_url};
    return 0;
}

void collector_finish(struct collector *c, struct span document)
{
    struct transcode_walk walk;

    if (c->links->count == 0 || charset_is_plain(charset_kind(c->encoding)))
        return;
    transcode_walk_start(&walk, &c->transcoder, c->encoding, document);
    for (size_t i = 0; i < c->links->count; i++) {
        struct link *link = &c->links->links[i];
        size_t end = link->at + link->len;

        link->at = transcode_walk_to(&walk, link->at);
        link->len = transcode_walk_to(&walk, end) - link->at;
    }
}

static int compare_places(const void *a, const void *b)
{
    const struct link *one = a, *other = b;

    return (one->at > other->at) - (one->at < other->at);
}

void collect_sort(struct collector *c)
{
    if (c->links->count > 1)
        qsort(c->links->links, c->links->count, sizeof *c->links->links, compare_places);
}

int collect_file(struct link_list *links, struct span document, const char *encoding, const struct url *url,
                 collect_reader *read, void *context)
{
    struct collector collector;
    struct layer root;
    int error;

    link_list_clear(links);
    if (document.len > LIMIT_DOCUMENT_BYTES)
        return ERROR_TOO_LARGE;
    collector_init(&collector);
    error = collector_start(&collector, links, document, encoding, url, &root);
    if (!error) {
        read(&collector, &root, context);
        collector_finish(&collector, document);
    }
    collector_release(&collector);
    return error;
}

static size_t place_in_document(const struct layer *layer, size_t at)
{
    for (; layer->outer; layer = layer->outer)
        at = layer->outer_at + value_raw(layer->value, at);
    return at;
}

static void set_escapes(struct link *link, const struct layer *layer, enum link_escape first,
                        enum link_escape last)
{
    size_t count = 0;

    if (first != LINK_ESCAPE_NONE)
        link->escape[count++] = (uint8_t)first;
    for (; layer->outer; layer = layer->outer)
        if (layer->escape != LINK_ESCAPE_NONE)
            link->escape[count++] = (uint8_t)layer->escape;
    if (last != LINK_ESCAPE_NONE)
        link->escape[count] = (uint8_t)last;
}

/* Returns true if browsers would serialize the fragment exactly as it is written. */
static bool is_plain_fragment(struct span text)
{
    static const bool plain[256] = {
        ['a' ... 'z'] = true, ['A' ... 'Z'] = true, ['0' ... '9'] = true, ['-'] = true,
        ['_'] = true,         ['.'] = true,         [':'] = true};
    size_t i = 1;

    while (i < text.len && plain[(unsigned char)text.at[i]])
        i++;
    return i >= text.len;
}

/* Copies '#' and the fragment of the URL just parsed into the list's memory. */
static struct span keep_fragment(struct collector *c)
{
    struct span fragment = url_fragment(&c->target);
    char *text = arena_take(&c->links->text, fragment.len + 1);

    text[0] = '#';
    if (fragment.len > 0)
        memcpy(text + 1, fragment.at, fragment.len);
    return span_make(text, fragment.len + 1);
}

static const struct url *base_for(const struct collector *c, const struct layer *layer,
                                  const struct link *link)
{
    bool early = link->at < c->base_from &&
                 (link->role == LINK_REQUISITE || link->role == LINK_FRAME || link->role == LINK_OBJECT);

    return early ? c->document : layer->base;
}

/* Returns true if ADDRESS, without its fragment, always resolves to the same URL in this document. It must
 * use the document's own URL as its base, and not end in a byte that parsing strips unless a fragment
 * follows. */
static bool is_lasting(const struct collector *c, const struct url *base, struct span address)
{
    return address.len > 0 && (unsigned char)address.at[address.len - 1] > ' ' && base == c->document;
}

/* Returns true if a template's text is filled in later: "{{url}}", "${url}", "<%= url %>", "[[url]]". */
static bool has_placeholder(struct span text)
{
    return span_find(text, '{') < text.len || span_find(text, '<') < text.len || span_starts(text, "[[");
}

static void resolve_link(struct collector *c, const struct layer *layer, struct link *link, struct span text)
{
    const struct url *base = base_for(c, layer, link);
    struct span address, fragment;
    struct repeat *repeat = NULL;

    text = span_trim_white(text);
    if (c->is_template && has_placeholder(text))
        return;
    if (text.len > 0 && text.at[0] == '#' && !layer->has_base) {
        link->same_page = true;
        if (is_plain_fragment(text)) {
            link->url = c->same_page;
            link->fragment = arena_copy(&c->links->text, text);
            return;
        }
    }
    address = span_part(text, 0, span_find(text, '#'));
    fragment = span_part(text, address.len, text.len);
    if (is_lasting(c, base, address))
        repeat = slot_of(c, address);
    if (repeat && repeat->document == c->documents && span_equals(repeat->address, address) &&
        is_plain_fragment(fragment)) {
        link->url = repeat->url;
        if (fragment.len > 0)
            link->fragment = arena_copy(&c->links->text, fragment);
        return;
    }
    if (url_parse(&c->target, text, base, c->encoding) != URL_OK)
        return;
    if (url_has_fragment(&c->target))
        link->fragment = keep_fragment(c);
    url_strip(&c->target);
    link->url = arena_copy(&c->links->text, buf_span(&c->target.text));
    if (repeat)
        *repeat = (struct repeat){arena_copy(&c->links->text, address), link->url, c->documents};
}

static bool has_address(enum link_role role)
{
    return role < LINK_INTEGRITY && role != LINK_BASE;
}

/* Returns the length of RAW, an address in quotes, without a fragment with bytes beyond ASCII. These stay as
 * they are: the target's id has the same, whatever encoding a browser reads both in. */
static size_t len_to_replace(struct span raw)
{
    size_t len = span_find(raw, '#');
    bool is_plain = utf8_is_ascii(span_part(raw, len, raw.len)) || span_has(raw, "&#");

    return is_plain ? raw.len : len;
}

struct link *collect(struct collector *c, const struct layer *layer, size_t at, size_t len, struct span text,
                     enum link_escape escape, enum link_role role, const char *where)
{
    struct link *link = link_list_add(c->links);

    if (!link)
        return NULL;
    link->at = place_in_document(layer, at);
    link->len = place_in_document(layer, at + len) - link->at;
    link->role = role;
    link->where = where;
    set_escapes(link, layer, escape, c->code_units);
    if (has_address(role))
        resolve_link(c, layer, link, text);
    if (!link->same_page && link->fragment.len > 0 &&
        (escape == LINK_ESCAPE_DOUBLE || escape == LINK_ESCAPE_SINGLE)) {
        size_t kept = len_to_replace(span_part(layer->text, at, len));

        if (kept < len)
            link->fragment.len = 0;
        link->len = place_in_document(layer, at + kept) - link->at;
    }
    return link;
}

void collect_css(struct collector *c, const struct layer *layer, size_t from, size_t to)
{
    struct css_scan scan;
    struct css_link found;

    css_scan_start(&scan, span_part(layer->text, from, to - from));
    while (css_scan_next(&scan, &found)) {
        struct span raw = span_part(scan.text, found.at, found.len);

        value_decode(&c->piece, raw, &c->transcoder, layer->encoding, false);
        (void)collect(c, layer, from + found.at, found.len, css_unescape(c->piece.text, &c->unescaped),
                      found.quoted ? LINK_ESCAPE_CSS_TEXT : LINK_ESCAPE_CSS_URL, LINK_REQUISITE, found.where);
    }
}

void collect_prolog(struct collector *c, const struct layer *layer)
{
    struct prolog_sheet sheet;
    size_t at = 0;

    while (prolog_next(layer->text, &at, &sheet)) {
        value_decode(&c->piece, span_part(layer->text, sheet.at, sheet.len), &c->transcoder, layer->encoding,
                     true);
        (void)collect(c, layer, sheet.at, sheet.len, c->piece.text,
                      sheet.quote == '"' ? LINK_ESCAPE_DOUBLE : LINK_ESCAPE_SINGLE, LINK_REQUISITE,
                      "xml-stylesheet");
    }
}

void collect_value(struct collector *c, const struct layer *layer, size_t at, size_t len, struct span text,
                   const char *kind, struct span name)
{
    size_t room = strlen(PLACE_LISTED_TEXT) + strlen(kind) + name.len + 1;
    struct link *link;
    char *where;

    if (text.len > LIMIT_VALUE_BYTES || !span_is_plain(text, "-_") || name.len > LIMIT_VALUE_BYTES ||
        (name.len > 0 && !span_is_plain(name, "-_.:[]")) || c->values == LIMIT_TEMPLATE_VALUES)
        return;
    c->values++;
    where = arena_take(&c->links->text, room);
    (void)snprintf(where, room, PLACE_LISTED_TEXT "%s%.*s", kind, (int)name.len, name.at);
    link = collect(c, layer, at, len, span_of("data:"), LINK_ESCAPE_NONE, LINK_CANDIDATE, where);
    if (link)
        link->text = arena_copy(&c->links->text, text);
}

struct span take_word(struct js_cursor *list)
{
    struct span word;

    if (!js_cursor_text(list, &word) || !span_is_plain(word, "-_"))
        return span_make(NULL, 0);
    (void)js_cursor_take(list, ',');
    return word;
}

bool is_list_of_words(struct js_cursor list)
{
    size_t count = 0;

    while (take_word(&list).len > 0)
        count++;
    return count > 1 && js_cursor_take(&list, ']');
}

void collect_insertion(struct collector *c, const struct layer *layer, size_t at, const char *code)
{
    struct link *link = collect(c, layer, at, 0, span_of(""), LINK_ESCAPE_JS_CODE, LINK_ENCODING, "script");

    if (link)
        link->text = span_of(code);
}

void collect_encoding(struct collector *c, const struct layer *layer, size_t at, size_t len,
                      const char *before, struct span name, const char *after)
{
    struct link *link = link_list_add(c->links);
    size_t text_len = strlen(before) + name.len + strlen(after);
    char *text;

    if (!link)
        return;
    text = arena_take(&c->links->text, text_len + 1);
    (void)snprintf(text, text_len + 1, "%s%.*s%s", before, (int)name.len, name.at, after);
    link->at = place_in_document(layer, at);
    link->len = place_in_document(layer, at + len) - link->at;
    link->role = LINK_ENCODING;
    link->where = "encoding";
    link->text = span_make(text, text_len);
}

/* A style sheet that is read. */
struct sheet {
    struct span document;
    const char *environment;
};

static void read_sheet(struct collector *collector, const struct layer *root, void *context)
{
    const struct sheet *sheet = context;
    const char *without = charset_of_css(sheet->document, span_make(NULL, 0), sheet->environment);
    struct span name = charset_mark(sheet->document, collector->encoding, without);

    /* declares an encoding that only the response header gave */
    if (name.len > 0 && ascii_is_alpha(name.at[0]))
        collect_encoding(collector, root, 0, 0, "@charset \"", name, "\";");
    else if (name.len > 0)
        collect_encoding(collector, root, 0, 0, "", name, "");
    collect_css(collector, root, 0, root->text.len);
}

int extract_css(struct link_list *links, struct span document, struct span content_type,
                const struct url *base, const char *environment_encoding)
{
    return collect_file(links, document, charset_of_css(document, content_type, environment_encoding), base,
                        read_sheet, &(struct sheet){document, environment_encoding});
}

/* Returns true if TEXT starts with more "../" than there are folders above BASE: then it is relative to
 * another file. */
static bool climbs_out(const struct url *base, struct span text)
{
    struct span path = url_path(base);
    size_t folders = 0;

    for (size_t i = 1; i < path.len; i++)
        folders += path.at[i] == '/';
    for (; span_starts(text, "../"); folders--) {
        if (folders == 0)
            return true;
        text = span_part(text, 3, text.len);
    }
    return false;
}

void collect_candidate(struct collector *collector, const struct layer *layer, size_t at, size_t len,
                       struct span text, enum candidate_sign sign, const char *where, bool is_value)
{
    bool is_woven = is_value && url_starts_http(text);

    text = span_trim(text, PLAIN_WHITE);
    if (collector->candidates == LIMIT_CANDIDATES || !candidate_is_likely(text, sign) ||
        climbs_out(layer->base, text))
        return;
    collector->candidates++;
    (void)collect(collector, layer, at - is_woven, len + 2 * (size_t)is_woven, text,
                  is_woven ? LINK_ESCAPE_JS_VALUE : LINK_ESCAPE_NONE, LINK_CANDIDATE, where);
}
