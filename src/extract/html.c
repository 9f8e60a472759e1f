/* SPDX-License-Identifier: MIT */
/* Extracts a page's links, title and META elements (metas.c) in one pass of the tokenizer over the bytes; a
 * base element after the first link causes a second pass. The robots directives are read earlier
 * (metas.c, too). The content of a srcdoc attribute is a document within the document, read the same way. */
#include "config.h"

#include "extract/html.h"

#include <stdio.h>

#include "apps/app.h"
#include "base/alloc.h"
#include "base/error.h"
#include "extract/metas.h"
#include "markup/charset.h"

enum { SEEN_WORDS = (LINK_ROWS_MAX + 63) / 64, EMPTY_MAX = 1000 };

static struct page_work *work_new(void)
{
    struct page_work *work = MEM_NEW(struct page_work);
    size_t count;
    const struct link_group *more = forms_elements(&count);

    link_index_init(&work->index, more, count);
    content_add_names(&work->wanted);
    glance_add(&work->wanted, span_of("meta"));
    glance_add(&work->wanted, span_of("select"));
    glance_add(&work->wanted, span_of("main"));
    collector_init(&work->collector);
    for (size_t i = 0; i < META_TEXTS; i++)
        buf_init(&work->meta_texts[i], METAS_BYTES);
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
    meta_list_release(&work->metas);
    meta_list_release(&work->robots);
    for (size_t i = 0; i < META_TEXTS; i++)
        buf_release(&work->meta_texts[i]);
    free(work);
}

void page_init(struct page *page)
{
    *page = (struct page){.encoding = "UTF-8", .work = work_new()};
}

void page_clear(struct page *page)
{
    struct link_list links = page->links;

    link_list_clear(&links);
    *page = (struct page){.encoding = "UTF-8",
                          .work = page->work,
                          .links = links,
                          .source = page->source,
                          .scripts = page->scripts,
                          .refresh = page->refresh};
}

void page_release(struct page *page)
{
    work_free(page->work);
    link_list_release(&page->links);
    *page = (struct page){.encoding = "UTF-8"};
}

/* Returns the element's name; in XML, its local name. */
static struct span local_name(const struct level *level)
{
    struct span name = level->tokenizer.token.name;

    return level->content.xml ? xml_local_name(name) : name;
}

static void page_scan(struct page_work *work, const struct layer *layer, unsigned depth);

/* Scans LAYER, a document within the one at DEPTH. */
static void scan_within(struct page_work *work, const struct layer *layer, unsigned depth)
{
    if (depth + 1 == LEVELS) {
        work->collector.links->truncated = true;
        return;
    }
    work->levels[depth + 1].base_seen = false;
    page_scan(work, layer, depth + 1);
}

/* Scans a template in a script element as a document: scripts add it to the page as it is or filled in. */
static void scan_template(struct page_work *work, const struct layer *outer, unsigned depth, size_t from,
                          size_t to)
{
    struct value *value = &work->levels[depth].value;
    struct layer layer = *outer;
    bool is_template = work->collector.is_template;

    value_decode(value, span_part(outer->text, from, to - from), &work->collector.transcoder, NULL, false);
    layer.text = value->text;
    layer.outer = outer;
    layer.value = value;
    layer.outer_at = from;
    layer.escape = LINK_ESCAPE_NONE;
    work->collector.is_template = true;
    scan_within(work, &layer, depth);
    work->collector.is_template = is_template;
}

/* Scripts may take markup from a form field that no one sees. */
static void read_field(struct page_work *work, const struct layer *layer, unsigned depth, size_t from,
                       size_t to)
{
    struct value *value = &work->levels[depth].value;

    value_decode(value, span_part(layer->text, from, to - from), &work->collector.transcoder, layer->encoding,
                 true);
    fragment_read(&work->collector, layer, from, to - from, value->text);
}

/* Adds the links of an attribute. That of a srcdoc is a document within the document. */
static void add_links(const struct spot *spot)
{
    struct layer layer;

    if (spot->row->form != LINK_FORM_SRCDOC) {
        spot_add_links(spot);
        return;
    }
    layer = spot_layer(spot);
    scan_within(spot->work, &layer, spot->depth);
}

/* Guesses the names of files, or finds a part of one, in an attribute that has no row. */
static void add_for_scripts(struct page_work *work, const struct layer *layer, unsigned depth,
                            const struct attribute *attribute)
{
    struct level *level = &work->levels[depth];
    struct span raw = tokenizer_value(&level->tokenizer, attribute);
    struct span name = tokenizer_name(&level->tokenizer, attribute);
    const struct link_row *row = link_row_for_scripts(level->tokenizer.token.name, name);

    if (span_starts_nocase(name, "data-"))
        collect_value(&work->collector, layer, attribute->value_at, raw.len, raw, "", name);
    if (row && span_find(raw, '.') < raw.len)
        spot_add_links(&(struct spot){.work = work,
                                      .level = level,
                                      .depth = depth,
                                      .layer = layer,
                                      .row = row,
                                      .attribute = attribute});
}

/* Removes an attribute that a page without scripts lacks: a handler, and the choice of pictures where src has
 * one. Also returns true for one that only scripts read. */
static bool strip_attribute(struct page_work *work, const struct layer *layer, unsigned depth,
                            const struct attribute *attribute)
{
    static const struct link_row row = {
        .form = LINK_FORM_GUARD, .role = LINK_SCRIPT, .where = "script attribute"};
    struct level *level = &work->levels[depth];
    struct span name = tokenizer_name(&level->tokenizer, attribute);
    struct spot spot = {work, level, depth, layer, &row, attribute};
    bool goes = span_starts_nocase(name, "on") ||
                (span_is_nocase(name, "srcset") && tokenizer_raw(&level->tokenizer, "src").len > 0);

    if (goes)
        spot_add_links(&spot);
    return goes || span_starts_nocase(name, "data-");
}

/* Returns true if a page without scripts lacks the current tag. Of links, it needs style sheets and icons. */
static bool must_go(const struct page_work *work, const struct level *level)
{
    const struct token *token = &level->tokenizer.token;
    struct span name = local_name(level), rel = tokenizer_raw(&level->tokenizer, "rel");
    struct span command = tokenizer_raw(&level->tokenizer, "http-equiv");

    return token->truncated || span_is_nocase(name, "script") ||
           (span_is_nocase(name, "noscript") && work->page->scripts == PAGE_WITHOUT_SCRIPTS) ||
           (span_is_nocase(name, "link") && !link_rel_has(rel, "stylesheet") && !link_rel_has(rel, "icon")) ||
           (span_is_nocase(name, "meta") && command.len > 0 && !span_is_nocase(command, "content-type"));
}

/* Removes the current tag, and its content if that is raw text. Returns false if the page keeps it. */
static bool strip_tag(struct page_work *work, const struct layer *layer, struct level *level)
{
    size_t at = level->tokenizer.token.at, end = level->tokenizer.token.end;

    if (work->page->scripts == PAGE_WITH_SCRIPTS || !must_go(work, level))
        return false;
    if (level->tokenizer.model != TEXT_DATA) {
        end = layer->text.len;
        if (tokenizer_next(&level->tokenizer)) {
            end = level->tokenizer.token.end;
            content_follow(&level->content, &level->tokenizer);
        }
    }
    (void)collect(&work->collector, layer, at, end - at, span_of(""), LINK_ESCAPE_NONE, LINK_SCRIPT,
                  "script");
    return true;
}

/* Adds the links of the current start tag. If an attribute name is repeated, the first one counts. */
static void scan_attributes(struct page_work *work, const struct layer *layer, unsigned depth)
{
    struct level *level = &work->levels[depth];
    const struct token *token = &level->tokenizer.token;
    struct span name = local_name(level);
    uint64_t seen[SEEN_WORDS] = {0};
    size_t first = work->collector.links->count;
    bool strips = work->page->scripts != PAGE_WITH_SCRIPTS;

    if (span_is_nocase(name, "select")) {
        level->select = tokenizer_raw(&level->tokenizer, "name");
        level->has_handler = tokenizer_raw(&level->tokenizer, "onchange").len > 0;
    }
    for (size_t i = 0; i < token->count; i++) {
        const struct attribute *attribute = &token->attributes[i];
        struct span attribute_name = tokenizer_name(&level->tokenizer, attribute);
        int row = -1;

        if (strips && strip_attribute(work, layer, depth, attribute))
            continue;
        if (glance_may_have(&work->index.attributes, attribute_name))
            row = link_index_find(&work->index, name, attribute_name);
        if (row < 0)
            add_for_scripts(work, layer, depth, attribute);
        if (row < 0 || seen[row / 64] >> (row % 64) & 1 ||
            (attribute->quote == QUOTE_NO_VALUE && work->index.rows[row].form != LINK_FORM_GUARD))
            continue;
        seen[row / 64] |= (uint64_t)1 << (row % 64);
        add_links(&(struct spot){.work = work,
                                 .level = level,
                                 .depth = depth,
                                 .layer = layer,
                                 .row = &work->index.rows[row],
                                 .attribute = attribute});
    }
    if (work->collector.links->count > first)
        guards_finish(work->collector.links, level, first);
}

/* The use of the text between a start tag and the next tag. */
enum text_use { TEXT_UNUSED, TEXT_STYLE, TEXT_TITLE, TEXT_OF_SCRIPT, TEXT_OF_FIELD };

/* Browsers ignore the text of a script element that has a src attribute. */
static enum text_use use_of_script(struct level *level)
{
    level->script = script_kind(tokenizer_raw(&level->tokenizer, "type"));
    return level->script == SCRIPT_DATA || !tokenizer_attribute(&level->tokenizer, "src") ? TEXT_OF_SCRIPT
                                                                                          : TEXT_UNUSED;
}

static enum text_use use_of_text(struct level *level, unsigned depth)
{
    struct span name = level->tokenizer.token.name;

    if (level->tokenizer.model == TEXT_RAW && span_is_nocase(name, "style"))
        return TEXT_STYLE;
    if (level->tokenizer.model == TEXT_SCRIPT)
        return use_of_script(level);
    if (level->tokenizer.model == TEXT_RCDATA && span_is_nocase(name, "textarea"))
        return TEXT_OF_FIELD;
    if (depth == 0 && span_is_nocase(name, "title") && level->content.depth == 0 &&
        level->content.templates == 0)
        return TEXT_TITLE;
    return TEXT_UNUSED;
}

/* Adds the links of a style element in XML, or in SVG inside HTML, where character references are decoded.
 * This holds only outside CDATA sections, which contain all of the text or none of it. */
static void use_marked_style(struct page_work *work, const struct layer *layer, struct level *level,
                             size_t from, size_t to)
{
    struct span raw = span_part(layer->text, from, to - from);
    struct layer inner = {.base = layer->base,
                          .outer = layer,
                          .value = &level->value,
                          .outer_at = from,
                          .escape = LINK_ESCAPE_DOUBLE};

    value_decode(&level->value, raw, &work->collector.transcoder, layer->encoding, true);
    inner.text = level->value.text;
    collect_css(&work->collector, &inner, 0, inner.text.len);
}

static bool is_marked(const struct level *level, struct span text)
{
    return (level->content.xml || content_kind(&level->content) != CONTENT_HTML) &&
           span_find(text, '&') < text.len && !span_starts(span_trim(text, HTML_WHITE "/*"), "<![CDATA[");
}

static void use_text(struct page_work *work, const struct layer *layer, unsigned depth, enum text_use use,
                     size_t from, size_t to)
{
    struct level *level = &work->levels[depth];

    if (use == TEXT_STYLE && is_marked(level, span_part(layer->text, from, to - from)))
        use_marked_style(work, layer, level, from, to);
    else if (use == TEXT_STYLE)
        collect_css(&work->collector, layer, from, to);
    if (use == TEXT_OF_FIELD)
        read_field(work, layer, depth, from, to);
    if (use == TEXT_OF_SCRIPT && level->script == SCRIPT_TEMPLATE)
        scan_template(work, layer, depth, from, to);
    else if (use == TEXT_OF_SCRIPT)
        collect_script(&work->collector, layer, level->script, from, to);
    if (use == TEXT_TITLE)
        page_read_title(work, layer, span_part(layer->text, from, to - from));
}

/* Adds a META element for the Refresh header, which a mirror's server may not send. */
static void say_refresh(struct page_work *work, const struct layer *layer, size_t at)
{
    struct span header = span_trim_white(work->page->refresh);
    struct link *link;
    size_t url_at, url_len, delay = 0;
    char element[96];

    if (!refresh_find(header, &url_at, &url_len))
        return;
    while (delay < 20 && (ascii_is_digit(header.at[delay]) || header.at[delay] == '.'))
        delay++;
    (void)snprintf(element, sizeof element, "<meta http-equiv=\"refresh\" content=\"%.*s;url=", (int)delay,
                   header.at);
    link = collect(&work->collector, layer, at, 0, span_part(header, url_at, url_len), LINK_ESCAPE_REFRESH,
                   LINK_REFRESH, "header Refresh");
    if (!link)
        return;
    link->escape[1] = LINK_ESCAPE_DOUBLE;
    link->text = arena_copy(&work->collector.links->text, span_of(element));
    work->refresh = work->collector.links->count;
}

/* Removes ours from a page with a META refresh of its own: a copy of a mirror would have two otherwise. */
static void settle_refresh(const struct page_work *work)
{
    struct link *links = work->collector.links->links;

    for (size_t i = work->refresh; work->refresh > 0 && i < work->collector.links->count; i++)
        if (links[i].role == LINK_REFRESH)
            links[work->refresh - 1].stands = true;
}

/* Allows browsers to load for a page without scripts, and for its frames, only what is in it. */
static const char policy[] = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src data:;"
                             "style-src data: 'unsafe-inline';script-src 'none'\">";

/* Says what only the answer's header says in META elements, and the policy of a page without scripts. */
static void say_header(struct page_work *work, const struct layer *layer, size_t at)
{
    work->says_header = false;
    if (work->says_encoding)
        collect_encoding(&work->collector, layer, at, 0, "<meta charset=\"", span_of(work->page->encoding),
                         "\">");
    if (work->page->scripts == PAGE_WITH_SCRIPTS)
        say_refresh(work, layer, at);
    else
        collect_encoding(&work->collector, layer, at, 0, "", span_of(policy), "");
}

/* Says it as early as possible: before the first tag other than html and head, or after head; a policy before
 * a text, which begins the body, where it has no effect. */
static void say_header_at(struct page_work *work, const struct layer *layer, const struct token *token)
{
    size_t mark = span_starts(layer->text, "\xef\xbb\xbf") ? 3 : 0;
    size_t end = span_after_last(span_part(layer->text, 0, token->at), '>'), front = end > 0 ? end : mark;
    struct span text = span_part(layer->text, front, token->at - front);

    if (work->page->scripts && span_trim_white(text).len > 0)
        say_header(work, layer, front);
    else if (!span_is_nocase(token->name, "html"))
        say_header(work, layer, span_is_nocase(token->name, "head") ? token->end : token->at);
}

static bool next_tag(const struct page_work *work, struct level *level)
{
    bool all = work->says_header || work->page->scripts || !content_is_html(&level->content);

    level->tokenizer.wanted = all ? NULL : &work->wanted;
    return !work->late_base && tokenizer_next(&level->tokenizer);
}

/* Returns true if the current tag begins a MAIN element that has nothing but space. */
static bool is_empty_main(const struct tokenizer *tokenizer)
{
    struct span rest = span_part(tokenizer->text, tokenizer->token.end, EMPTY_MAX);

    return span_is_nocase(tokenizer->token.name, "main") && span_starts(span_trim_white(rest), "</main>");
}

/* Scans a document or, at a DEPTH above 0, the document in a srcdoc attribute. */
static void page_scan(struct page_work *work, const struct layer *whole, unsigned depth)
{
    struct level *level = &work->levels[depth];
    const struct layer *layer = &level->layer;
    struct tokenizer *tokenizer = &level->tokenizer;
    enum text_use use = TEXT_UNUSED;
    size_t text_at = 0;

    level->layer = *whole;
    level->media_cors = 0;
    level->select = span_make(NULL, 0);
    tokenizer_start(tokenizer, layer->text);
    tokenizer->source = depth == 0 ? work->page->source : NULL;
    tokenizer->wanted_attributes = &work->index.attributes;
    content_start(&level->content, depth == 0 && level->content.xml);
    while (next_tag(work, level)) {
        bool concerns =
            !content_is_html(&level->content) || glance_may_have(&work->wanted, tokenizer->token.name);

        if (use != TEXT_UNUSED)
            use_text(work, layer, depth, use, text_at, tokenizer->token.at);
        use = TEXT_UNUSED;
        if (concerns)
            content_follow(&level->content, tokenizer);
        if (strip_tag(work, layer, level) || tokenizer->token.kind == TOKEN_END)
            continue;
        if (concerns)
            use = use_of_text(level, depth);
        text_at = tokenizer->token.end;
        work->page->lacks_main |= depth == 0 && is_empty_main(tokenizer);
        if (work->says_header && !span_is_nocase(tokenizer->token.name, "head"))
            say_header_at(work, layer, &tokenizer->token);
        if (depth == 0 && span_is_nocase(tokenizer->token.name, "meta") && level->content.templates == 0)
            meta_list_add_token(&work->metas, work, layer, span_make(NULL, 0));
        if (tokenizer->token.count > 0)
            scan_attributes(work, layer, depth);
        if (work->says_header)
            say_header_at(work, layer, &tokenizer->token);
    }
    if (use != TEXT_UNUSED && !work->late_base)
        use_text(work, layer, depth, use, text_at, layer->text.len);
}

/* Returns the length of the XML declaration at the start of TEXT, or 0. */
static size_t declaration_len(struct span text)
{
    size_t len = span_find(text, '>');

    return span_starts(text, "<?xml ") && len < text.len ? len + 1 : 0;
}

/* Handles the part before the first tag: the encoding declaration and, in XML, the prolog. */
static void scan_front(struct page_work *work, const struct layer *root, struct span document)
{
    bool xml = work->levels[0].content.xml;
    struct span mark = charset_mark(document, work->page->encoding, work->own_encoding);

    work->says_encoding = mark.len > 0 && ascii_is_alpha(mark.at[0]) && !xml;
    work->refresh = 0;
    work->says_header =
        !xml && (work->says_encoding || ((work->page->refresh.len > 0 || work->page->scripts) &&
                                         work->collector.code_units == LINK_ESCAPE_NONE));
    if (mark.len > 0 && !ascii_is_alpha(mark.at[0]))
        collect_encoding(&work->collector, root, 0, 0, "", mark, "");
    else if (mark.len > 0 && xml)
        collect_encoding(&work->collector, root, 0, declaration_len(document),
                         "<?xml version=\"1.0\" encoding=\"", mark, "\"?>");
    if (xml)
        collect_prolog(&work->collector, root);
}

/* Scans again from the start, with the base URL known. */
static void scan_again(struct page_work *work, const struct layer *root, struct span document)
{
    work->late_base = false;
    work->levels[0].base_seen = false;
    work->collector.links->count = 0;
    work->collector.candidates = 0;
    meta_list_clear(&work->metas);
    scan_front(work, root, document);
    page_scan(work, root, 0);
}

static bool is_xml_type(struct span content_type)
{
    struct span type = span_trim_white(span_take_until(&content_type, ';'));

    return span_has_suffix_nocase(type, "+xml") || span_is_one_of_nocase(type, "text/xml application/xml");
}

int page_open(struct page *page, struct span document, struct span content_type,
              const struct url *document_url)
{
    struct page_work *work = page->work;
    bool xml = is_xml_type(content_type);

    page_clear(page);
    if (document.len > LIMIT_DOCUMENT_BYTES)
        return ERROR_TOO_LARGE;
    work->page = page;
    work->document = document;
    work->levels[0].content.xml = xml;
    page->encoding = work->own_encoding = charset_of_page(document, content_type, xml);
    if (charset_of_type(content_type))
        work->own_encoding = charset_of_page(document, span_make(NULL, 0), xml);
    return collector_start(&work->collector, &page->links, document, page->encoding, document_url,
                           &work->root);
}

void page_read_links(struct page *page)
{
    struct page_work *work = page->work;

    work->late_base = false;
    work->levels[0].base_seen = false;
    page->links.lacks_icon = span_starts_nocase(span_trim_white(work->root.text), "<!doctype");
    meta_list_clear(&work->metas);
    scan_front(work, &work->root, work->document);
    page_scan(work, &work->root, 0);
    if (work->late_base)
        scan_again(work, &work->root, work->document);
    if (work->says_header) /* the page has no tags */
        say_header(work, &work->root, work->root.text.len);
    settle_refresh(work);
    collector_finish(&work->collector, work->document);
    page->metas = work->metas.entries;
    page->meta_count = work->metas.count;
    page->metas_cut = work->metas.cut;
    page->imports = buf_span(&work->collector.imports);
}
