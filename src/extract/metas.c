/* SPDX-License-Identifier: MIT */
/* Reads a page's title, its META elements, and, before anything else is done with it, its robots directives
 * in these. Those count anywhere in head, body and noscript. Two readers find them: our tokenizer, and
 * libxml2's HTML parser (libxml.c). Their results are merged: if they disagree about what is an element, the
 * more restrictive reading applies. A page that mentions no robot (mention.c) costs only the search for such
 * a mention. */
#include "config.h"

#include "extract/metas.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "extract/attributes.h"
#include "extract/html.h"
#include "markup/charset.h"

/* Titles are for display: a longer one is cut, both before and after decoding. */
enum { TITLE_RAW_MAX = 8192, TITLE_MAX = 4096 };

void meta_list_clear(struct meta_list *list)
{
    arena_clear(&list->text);
    list->count = list->bytes = 0;
    list->cut = false;
}

void meta_list_release(struct meta_list *list)
{
    arena_release(&list->text);
    free(list->entries);
    *list = (struct meta_list){0};
}

void meta_list_add(struct meta_list *list, struct meta_entry entry)
{
    size_t bytes = entry.name.len + entry.http_equiv.len + entry.content.len;

    if (list->count == METAS_MAX || bytes > METAS_BYTES - list->bytes) {
        list->cut = true;
        return;
    }
    list->entries = mem_extend(list->entries, list->count, &list->room, sizeof *list->entries);
    entry.name = arena_copy(&list->text, entry.name);
    entry.http_equiv = arena_copy(&list->text, entry.http_equiv);
    entry.content = arena_copy(&list->text, entry.content);
    list->entries[list->count++] = entry;
    list->bytes += bytes;
}

/* Decodes RAW to valid UTF-8; the result is borrowed from the buffer TEXT. */
static struct span decode_text(struct page_work *work, const struct layer *layer, struct span raw,
                               struct buf *text)
{
    struct value *value = &work->levels[0].value;

    value_decode(value, raw, &work->collector.transcoder, layer->encoding, true);
    buf_clear(text);
    if (transcode(&work->collector.transcoder, NULL, value->text, text))
        return span_make(NULL, 0);
    return buf_span(text);
}

void meta_list_add_token(struct meta_list *list, struct page_work *work, const struct layer *layer,
                         struct span token)
{
    struct level *level = &work->levels[0];
    struct buf *texts = work->meta_texts;
    struct span content = level_raw_value(level, "content");
    struct meta_entry entry = {
        .name = decode_text(work, layer, level_raw_value(level, "name"), &texts[0]),
        .http_equiv = decode_text(work, layer, level_raw_value(level, "http-equiv"), &texts[1]),
        .content = decode_text(work, layer, content.len > 0 ? content : level_raw_value(level, "value"),
                               &texts[2]), /* as libxml.c */
    };

    list->cut |= texts[0].full || texts[1].full || texts[2].full;
    if (token.len == 0 || meta_is_addressed(&entry, token))
        meta_list_add(list, entry);
}

void page_read_title(struct page_work *work, const struct layer *layer, struct span raw)
{
    struct page *page = work->page;
    struct span title;

    if (page->title.at || raw.len == 0)
        return;
    title = span_part(decode_text(work, layer, span_part(raw, 0, TITLE_RAW_MAX), &work->meta_texts[0]), 0,
                      TITLE_MAX + 1);
    if (title.len > TITLE_MAX)
        do
            title.len--;
        while (title.len > 0 && (title.at[title.len] & 0xc0) == 0x80);
    page->title = arena_copy(&page->links.text, title);
}

/* Notes the META element that is the current token, if it is addressed to us. An oversized element is not
 * read. */
static void note_meta(struct page_work *work, struct span token)
{
    const struct token *tag = &work->levels[0].tokenizer.token;

    if (tag->truncated || tag->end - tag->at > LIMIT_TAG_BYTES)
        work->robots.cut = true;
    else
        meta_list_add_token(&work->robots, work, &work->root, token);
}

static void read_by_tokenizer(struct page_work *work, struct span token)
{
    static const struct glance nothing;
    struct level *level = &work->levels[0];
    struct tokenizer *tokenizer = &level->tokenizer;

    tokenizer_start(tokenizer, work->root.text);
    tokenizer->source = work->page->source;
    tokenizer->wanted_attributes = &nothing;
    content_start(&level->content, level->content.xml);
    do {
        tokenizer->wanted = content_is_html(&level->content) ? &work->wanted : NULL;
        if (!tokenizer_next(tokenizer))
            return;
        content_follow(&level->content, tokenizer);
        if (tokenizer->token.kind == TOKEN_START && level->content.templates == 0 &&
            span_is_nocase(tokenizer->token.name, "meta"))
            note_meta(work, token);
    } while (true);
}

static bool is_same(const struct meta_entry *a, const struct meta_entry *b)
{
    return span_equals(a->name, b->name) && span_equals(a->http_equiv, b->http_equiv) &&
           span_equals(a->content, b->content);
}

/* Merges the entries that libxml2 found, which begin at FIRST, with those of the tokenizer before them. */
static void join_readings(struct meta_list *list, size_t first)
{
    size_t kept = first;

    for (size_t i = 0; i < first; i++)
        list->entries[i].reader = META_BY_TOKENIZER;
    for (size_t i = first; i < list->count; i++) {
        struct meta_entry *entry = &list->entries[i];
        size_t same = 0;

        while (same < first &&
               (list->entries[same].reader == META_BY_BOTH || !is_same(&list->entries[same], entry)))
            same++;
        if (same < first) {
            list->entries[same].reader = META_BY_BOTH;
            continue;
        }
        entry->reader = META_BY_LIBXML2;
        list->entries[kept++] = *entry;
    }
    list->count = kept;
}

/* Returns the text for libxml2: the tokenizer's text without a byte order mark. Browsers decode no text from
 * an encoding of the kind CHARSET_REPLACEMENT; its bytes are read as windows-1252, because META elements are
 * ASCII. */
static struct span whole_text(const struct page_work *work, const char **encoding)
{
    struct span text = work->root.text;

    *encoding = work->root.encoding;
    if (charset_kind(work->page->encoding) == CHARSET_REPLACEMENT) {
        *encoding = "windows-1252";
        return work->document;
    }
    return span_starts(text, "\xef\xbb\xbf") ? span_part(text, 3, text.len) : text;
}

void page_read_robots(struct page *page, struct span token)
{
    struct page_work *work = page->work;
    struct meta_list *list = &work->robots;
    const char *encoding;
    struct span text = whole_text(work, &encoding);
    size_t first;

    meta_list_clear(list);
    page->robots_count = 0;
    page->unread = NULL;
    if (!mention_is_in(text, token))
        return;
    read_by_tokenizer(work, token);
    first = list->count;
    if (!libxml_read(list, &work->collector.transcoder, text, encoding, token))
        page->unread = "libxml2 cannot read the page within reasonable time";
    if (list->cut)
        page->unread = "its META elements for robots are too many or too large";
    join_readings(list, first);
    page->robots = list->entries;
    page->robots_count = list->count;
}
