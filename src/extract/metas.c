/* SPDX-License-Identifier: MIT */
/* Reads a page's META elements, whose attributes are decoded here, and its title, as found by our
 * tokenizer. */
#include "config.h"

#include "extract/metas.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "extract/html.h"
#include "markup/transcode.h"

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
    struct meta_entry entry = {
        .name = decode_text(work, layer, level_raw_value(level, "name"), &texts[0]),
        .http_equiv = decode_text(work, layer, level_raw_value(level, "http-equiv"), &texts[1]),
        .content = decode_text(work, layer, level_raw_value(level, "content"), &texts[2]),
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
    if (title.len > TITLE_MAX) {
        do
            title.len--;
        while (title.len > 0 && (title.at[title.len] & 0xc0) == 0x80);
    }
    page->title = arena_copy(&page->links.text, title);
}
