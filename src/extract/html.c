/* SPDX-License-Identifier: MIT */
/* The links of a page, and the elements by which it says something of itself (read by page.c). One pass by
 * the tokenizer over the bytes; a second one where a base element comes late. The content of srcdoc
 * attributes is a document within the document, scanned the same way. */
#include "config.h"

#include "extract/html.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/die.h"
#include "base/error.h"
#include "extract/collect.h"
#include "extract/page.h"
#include "markup/charset.h"
#include "markup/content.h"
#include "markup/refresh.h"
#include "markup/srcset.h"
#include "markup/tokenizer.h"

#define WHITE "\t\n\f\r "

/* More META than this is no page's: what is beyond is not read, and the page says so. A title is cut, for
 * people read it. */
enum { SAYINGS_MAX = 1024 * 1024, TITLE_BYTES = 8192 };

enum { LEVELS = LIMIT_SRCDOC_DEPTH + 1 };

enum { SEEN_WORDS = (LINK_ROWS_MAX + 63) / 64 };

/* A document and those in its srcdoc attributes each have one. */
struct level {
    struct tokenizer tokenizer;
    struct content content;
    struct value value; /* of the attribute at hand */
    struct url base;
    bool base_seen; /* the first base element with a href decides, be it good or not */
};

struct page_work {
    struct page *page;
    struct link_index index;
    struct collector collector;
    struct level levels[LEVELS];
    struct url code_base;
    struct page_reader *reader;
    struct buf sayings;
    bool late_base; /* found after links: begin again */
};

/* An attribute that holds links, and where. */
struct spot {
    struct page_work *work;
    struct level *level;
    unsigned depth;
    const struct layer *layer;
    const struct link_row *row;
    const struct attribute *attribute;
};

static struct page_work *work_new(void)
{
    struct page_work *work = MEM_NEW(struct page_work);

    link_index_init(&work->index);
    collector_init(&work->collector);
    for (size_t i = 0; i < LEVELS; i++) {
        tokenizer_init(&work->levels[i].tokenizer);
        value_init(&work->levels[i].value);
        url_init(&work->levels[i].base);
    }
    url_init(&work->code_base);
    work->reader = page_reader_new();
    buf_init(&work->sayings, SAYINGS_MAX);
    return work;
}

static void work_free(struct page_work *work)
{
    collector_release(&work->collector);
    for (size_t i = 0; i < LEVELS; i++) {
        tokenizer_release(&work->levels[i].tokenizer);
        value_release(&work->levels[i].value);
        url_release(&work->levels[i].base);
    }
    url_release(&work->code_base);
    page_reader_free(work->reader);
    buf_release(&work->sayings);
    free(work);
}

void page_init(struct page *page)
{
    *page = (struct page){.encoding = "UTF-8", .work = work_new()};
    link_list_init(&page->links);
}

void page_clear(struct page *page)
{
    struct link_list links = page->links;

    link_list_clear(&links);
    *page = (struct page){.encoding = "UTF-8", .work = page->work, .links = links};
}

void page_release(struct page *page)
{
    work_free(page->work);
    link_list_release(&page->links);
    *page = (struct page){.encoding = "UTF-8"};
}

/* --- Attributes
 * ------------------------------------------------------------------------------------------------- */

static const struct span nothing;

/* The raw value of an attribute of the tag at hand; empty where it has none. */
static struct span raw_value(const struct level *level, const char *name)
{
    const struct attribute *attribute = tokenizer_attribute(&level->tokenizer, name);

    return attribute ? tokenizer_value(&level->tokenizer, attribute) : nothing;
}

static enum link_escape escape_of(const struct attribute *attribute, bool whole)
{
    switch (attribute->quote) {
    case QUOTE_DOUBLE:
        return LINK_ESCAPE_DOUBLE;
    case QUOTE_SINGLE:
        return LINK_ESCAPE_SINGLE;
    case QUOTE_BARE:
    case QUOTE_NO_VALUE:
        break;
    }
    return whole ? LINK_ESCAPE_BARE : LINK_ESCAPE_BARE_PART;
}

static struct span decode(const struct spot *spot)
{
    struct span raw = tokenizer_value(&spot->level->tokenizer, spot->attribute);

    value_decode(&spot->level->value, raw, &spot->work->collector.transcoder, spot->layer->encoding, true);
    return spot->level->value.text;
}

/* The decoded value as a text of its own, for scanning. */
static struct layer value_layer(const struct spot *spot)
{
    return (struct layer){
        .text = decode(spot),
        .outer = spot->layer,
        .value = &spot->level->value,
        .outer_at = spot->attribute->value_at,
        .escape = escape_of(spot->attribute, false),
    };
}

/* A link that the whole value is. */
static struct link *add_whole(const struct spot *spot, struct span text, enum link_role role,
                              const char *where)
{
    return collect(&spot->work->collector, spot->layer, spot->attribute->value_at, spot->attribute->value_len,
                   text, escape_of(spot->attribute, true), role, where);
}

/* Whether an empty address leads anywhere: to the page itself, for a reader; browsers load nothing for it. */
static bool is_for_readers(enum link_role role)
{
    return role == LINK_PAGE || role == LINK_LIVE;
}

static void add_url(const struct spot *spot, enum link_role role)
{
    struct span text = span_trim(decode(spot), WHITE);
    struct link *link;

    if (text.len == 0 && !is_for_readers(role))
        return;
    link = add_whole(spot, text, role, spot->row->where);
    if (link)
        link->nofollow = link_rel_has(raw_value(spot->level, "rel"), "nofollow");
}

/* Attributes that no standard gives a meaning hold anything: an address there has no blanks or braces, and a
 * '.' or '/'. */
static bool may_be_address(struct span text)
{
    bool mark = false;

    text = span_trim(text, WHITE);
    for (size_t i = 0; i < text.len; i++) {
        if (strchr(WHITE "{}<>\"", text.at[i]))
            return false;
        mark |= text.at[i] == '.' || text.at[i] == '/';
    }
    return mark;
}

static void add_single(const struct spot *spot)
{
    if (span_starts(span_of(spot->row->attribute), "data-") && !may_be_address(decode(spot)))
        return;
    add_url(spot, spot->row->role);
}

static void add_srcset(const struct spot *spot)
{
    struct layer layer = value_layer(spot);
    size_t at = 0;
    size_t url_at, url_len;

    while (srcset_next(layer.text, &at, &url_at, &url_len))
        (void)collect(&spot->work->collector, &layer, url_at, url_len, span_part(layer.text, url_at, url_len),
                      LINK_ESCAPE_SRCSET, spot->row->role, spot->row->where);
}

static void add_css(const struct spot *spot)
{
    struct layer layer = value_layer(spot);

    collect_css(&spot->work->collector, &layer, 0, layer.text.len);
}

static void add_either(const struct spot *spot)
{
    struct span text = decode(spot);

    for (size_t at = 0; at < text.len; at++) {
        at += span_find(span_part(text, at, text.len), '(');
        if (at >= 3 && at < text.len && span_starts_nocase(span_part(text, at - 3, 3), "url")) {
            add_css(spot);
            return;
        }
    }
    add_single(spot);
}

static void add_rel(const struct spot *spot)
{
    add_url(spot, link_rel_role(raw_value(spot->level, "rel"), raw_value(spot->level, "type")));
}

static void add_refresh(const struct spot *spot, const char *where)
{
    struct layer layer = value_layer(spot);
    size_t at, len;

    if (refresh_find(layer.text, &at, &len))
        (void)collect(&spot->work->collector, &layer, at, len, span_part(layer.text, at, len),
                      LINK_ESCAPE_REFRESH, LINK_REFRESH, where);
}

static void add_meta(const struct spot *spot)
{
    struct span name = raw_value(spot->level, "property");
    enum link_role role;
    const char *where;
    struct span text;

    if (name.len == 0)
        name = raw_value(spot->level, "name");
    if (name.len == 0)
        name = raw_value(spot->level, "itemprop");
    if (!link_meta_role(raw_value(spot->level, "http-equiv"), name, &role, &where))
        return;
    text = span_trim(decode(spot), WHITE);
    if (role == LINK_REFRESH)
        add_refresh(spot, where);
    else if (text.len > 0)
        (void)add_whole(spot, text, role, where);
}

static void add_param(const struct spot *spot)
{
    if (link_param_is_address(raw_value(spot->level, "name"), raw_value(spot->level, "valuetype")))
        add_url(spot, spot->row->role);
}

/* Addresses of an applet, which are relative to its codebase. */
static void add_code(const struct spot *spot)
{
    struct collector *collector = &spot->work->collector;
    const struct url *base = collector->base;
    struct span code_base = raw_value(spot->level, "codebase");
    struct layer layer = value_layer(spot);
    struct span rest = layer.text;

    if (code_base.at && url_parse(&spot->work->code_base, code_base, base, collector->encoding) == URL_OK)
        collector->base = &spot->work->code_base;
    while (rest.len > 0) {
        struct span text = span_trim(span_take_until(&rest, ','), WHITE);

        if (text.len > 0)
            (void)collect(collector, &layer, (size_t)(text.at - layer.text.at), text.len, text,
                          LINK_ESCAPE_LIST, spot->row->role, spot->row->where);
    }
    collector->base = base;
}

static void add_code_base(const struct spot *spot)
{
    (void)add_whole(spot, nothing, LINK_BASE, spot->row->where);
}

/* Makes the href of this base element what everything else is resolved against; false where it is no address.
 */
static bool take_base(const struct spot *spot)
{
    struct page_work *work = spot->work;
    struct collector *collector = &work->collector;

    if (url_parse(&spot->level->base, decode(spot), collector->base, collector->encoding) != URL_OK)
        return false;
    if (spot->depth == 0 && collector->links->count > 0) {
        work->late_base = true;
        collector->base_from = spot->attribute->value_at;
    }
    collector->base = &spot->level->base;
    collector->has_base = true;
    return true;
}

/* The first base element with a href counts, be it good or not. */
static void add_base(const struct spot *spot)
{
    bool known = spot->depth == 0 && spot->work->collector.base_from > 0;

    if (spot->level->base_seen || spot->level->content.templates > 0)
        return;
    spot->level->base_seen = true;
    if (known || take_base(spot))
        (void)add_whole(spot, nothing, LINK_BASE, spot->row->where);
}

static void scan(struct page_work *work, const struct layer *layer, unsigned depth);

static void add_srcdoc(const struct spot *spot)
{
    struct collector *collector = &spot->work->collector;
    const struct url *base = collector->base;
    bool has_base = collector->has_base;
    struct layer layer = value_layer(spot);

    if (spot->depth + 1 == LEVELS) {
        collector->links->truncated = true;
        return;
    }
    spot->level[1].base_seen = false;
    scan(spot->work, &layer, spot->depth + 1);
    collector->base = base;
    collector->has_base = has_base;
}

static void add_links(const struct spot *spot)
{
    static void (*const add[])(const struct spot *) = {
        [LINK_FORM_URL] = add_single,
        [LINK_FORM_SRCSET] = add_srcset,
        [LINK_FORM_CSS] = add_css,
        [LINK_FORM_SRCDOC] = add_srcdoc,
        [LINK_FORM_REL] = add_rel,
        [LINK_FORM_META] = add_meta,
        [LINK_FORM_PARAM] = add_param,
        [LINK_FORM_BASE] = add_base,
        [LINK_FORM_CODEBASE] = add_code_base,
        [LINK_FORM_CODE] = add_code,
        [LINK_FORM_EITHER] = add_either,
    };

    add[spot->row->form](spot);
}

/* --- Tags
 * ------------------------------------------------------------------------------------------------------- */

/* The links of the start tag at hand: of each attribute name the first counts. */
static void scan_attributes(struct page_work *work, const struct layer *layer, unsigned depth)
{
    struct level *level = &work->levels[depth];
    const struct token *token = &level->tokenizer.token;
    uint64_t seen[SEEN_WORDS] = {0};
    size_t rows_count;
    const struct link_row *rows = link_rows(&rows_count);

    for (size_t i = 0; i < token->count; i++) {
        const struct attribute *attribute = &token->attributes[i];
        int row = link_index_find(&work->index, token->name, tokenizer_name(&level->tokenizer, attribute));

        if (row < 0 || attribute->quote == QUOTE_NO_VALUE || seen[row / 64] >> (row % 64) & 1)
            continue;
        seen[row / 64] |= (uint64_t)1 << (row % 64);
        add_links(&(struct spot){.work = work,
                                 .level = level,
                                 .depth = depth,
                                 .layer = layer,
                                 .row = &rows[row],
                                 .attribute = attribute});
    }
}

/* Keeps a part of the page for libxml2. */
static void say(struct page_work *work, const struct layer *layer, size_t from, size_t to)
{
    if (to - from > LIMIT_TAG_BYTES || transcode(&work->collector.transcoder, layer->encoding,
                                                 span_part(layer->text, from, to - from), &work->sayings))
        work->page->incomplete = true;
}

static bool says_something(const struct level *level)
{
    struct span name = level->tokenizer.token.name;

    if (level->content.templates > 0)
        return false;
    if (span_is_nocase(name, "meta") || span_is_nocase(name, "base"))
        return true;
    return span_is_nocase(name, "link") && link_rel_has(raw_value(level, "rel"), "canonical");
}

static void note_saying(struct page_work *work, const struct layer *layer)
{
    const struct level *level = &work->levels[0];
    const struct token *token = &level->tokenizer.token;

    if (!says_something(level))
        return;
    if (token->truncated)
        work->page->incomplete = true;
    else
        say(work, layer, token->at, token->end);
}

/* What the text after a start tag is for, up to the next tag. */
enum text_use { TEXT_UNUSED, TEXT_STYLE, TEXT_TITLE };

static enum text_use use_of_text(const struct level *level, unsigned depth)
{
    struct span name = level->tokenizer.token.name;

    if (level->tokenizer.model == TEXT_RAW && span_is_nocase(name, "style"))
        return TEXT_STYLE;
    if (depth == 0 && span_is_nocase(name, "title") && level->content.depth == 0 &&
        level->content.templates == 0)
        return TEXT_TITLE;
    return TEXT_UNUSED;
}

static void use_text(struct page_work *work, const struct layer *layer, enum text_use use, size_t from,
                     size_t to)
{
    if (use == TEXT_STYLE)
        collect_css(&work->collector, layer, from, to);
    if (use == TEXT_TITLE && to > from) {
        (void)buf_add_text(&work->sayings, "<title>");
        say(work, layer, from, to - from < TITLE_BYTES ? to : from + TITLE_BYTES);
        (void)buf_add_text(&work->sayings, "</title>");
    }
}

static void scan(struct page_work *work, const struct layer *layer, unsigned depth)
{
    struct level *level = &work->levels[depth];
    struct tokenizer *tokenizer = &level->tokenizer;
    enum text_use use = TEXT_UNUSED;
    size_t text_at = 0;

    tokenizer_start(tokenizer, layer->text);
    content_start(&level->content, depth == 0 && level->content.xml);
    while (!work->late_base && tokenizer_next(tokenizer)) {
        if (use != TEXT_UNUSED)
            use_text(work, layer, use, text_at, tokenizer->token.at);
        use = TEXT_UNUSED;
        content_follow(&level->content, tokenizer);
        if (tokenizer->token.kind == TOKEN_END)
            continue;
        use = use_of_text(level, depth);
        text_at = tokenizer->token.end;
        if (depth == 0)
            note_saying(work, layer);
        if (tokenizer->token.count > 0)
            scan_attributes(work, layer, depth);
    }
    if (use != TEXT_UNUSED && !work->late_base)
        use_text(work, layer, use, text_at, layer->text.len);
}

/* --- Pages
 * ------------------------------------------------------------------------------------------------------ */

/* Begins again, the base that was found known from the start. */
static void scan_again(struct page_work *work, const struct layer *root)
{
    work->late_base = false;
    work->levels[0].base_seen = false;
    work->page->incomplete = false;
    work->collector.links->count = 0;
    buf_clear(&work->sayings);
    scan(work, root, 0);
}

static bool is_xml_type(struct span content_type)
{
    struct span type = span_trim(span_take_until(&content_type, ';'), WHITE);

    return (type.len > 4 && span_is_nocase(span_part(type, type.len - 4, 4), "+xml")) ||
           span_is_nocase(type, "text/xml") || span_is_nocase(type, "application/xml");
}

int extract_html(struct page *page, struct span document, struct span content_type,
                 const struct url *document_url)
{
    struct page_work *work = page->work;
    struct level *level = &work->levels[0];
    struct layer root;
    int error;

    page_clear(page);
    if (document.len > LIMIT_DOCUMENT_BYTES)
        return ERROR_TOO_LARGE;
    work->page = page;
    work->late_base = false;
    level->base_seen = false;
    level->content.xml = is_xml_type(content_type);
    page->encoding = charset_of_page(document, content_type, level->content.xml);
    buf_clear(&work->sayings);
    error = collector_start(&work->collector, &page->links, document, page->encoding, document_url, &root);
    if (error)
        return error;
    scan(work, &root, 0);
    if (work->late_base)
        scan_again(work, &root);
    collector_finish(&work->collector, document);
    if (work->sayings.len > 0)
        page_read(work->reader, page, buf_span(&work->sayings));
    return 0;
}
