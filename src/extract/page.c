/* SPDX-License-Identifier: MIT */
/* What a page says of itself: META, title, base, refresh, canonical, as browsers read them. */
#include "config.h"

#include "extract/page.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "extract/spot.h"
#include "url/utf8.h"

/* More META than this is no page's: what is beyond is not read, and the page says so. A title is cut, for
 * people read it. */
enum { SAYINGS_MAX = 1024 * 1024, TITLE_RAW_MAX = 8192, TITLE_MAX = 4096 };

void sayings_init(struct sayings *sayings)
{
    *sayings = (struct sayings){0};
    /* a byte becomes at most three: U+FFFD */
    buf_init(&sayings->valid, 4 * (size_t)LIMIT_TAG_BYTES);
}

void sayings_release(struct sayings *sayings)
{
    free(sayings->metas);
    buf_release(&sayings->valid);
}

void sayings_clear(struct page_work *work)
{
    struct page *page = work->page;

    page->title = page->base = page->refresh = page->canonical = span_make(NULL, 0);
    page->meta_count = 0;
    page->incomplete = false;
    work->sayings.bytes = 0;
}

/* What RAW stands for, in valid UTF-8; lives until the next call. */
static struct span read_text(struct page_work *work, const struct layer *layer, struct span raw)
{
    struct value *value = &work->levels[0].value;
    struct buf *valid = &work->sayings.valid;

    value_decode(value, raw, &work->collector.transcoder, layer->encoding, true);
    if (utf8_is_ascii(value->text))
        return value->text;
    buf_clear(valid);
    if (transcode(&work->collector.transcoder, NULL, value->text, valid))
        work->page->incomplete = true;
    return buf_span(valid);
}

static struct span keep(struct page_work *work, struct span text)
{
    return arena_copy(&work->page->links.text, text);
}

/* The value of an attribute of the tag at hand; without a start where it has none. */
static struct span read_value(struct page_work *work, const struct layer *layer, const char *name)
{
    const struct tokenizer *tokenizer = &work->levels[0].tokenizer;
    const struct attribute *attribute = tokenizer_attribute(tokenizer, name);

    if (!attribute || attribute->quote == QUOTE_NO_VALUE)
        return span_make(NULL, 0);
    return keep(work, read_text(work, layer, tokenizer_value(tokenizer, attribute)));
}

static void read_meta(struct page_work *work, const struct layer *layer)
{
    struct sayings *sayings = &work->sayings;
    struct page *page = work->page;
    struct page_meta meta = {
        .name = read_value(work, layer, "name"),
        .http_equiv = read_value(work, layer, "http-equiv"),
        .content = read_value(work, layer, "content"),
    };

    if (page->meta_count == sayings->room) {
        sayings->room = sayings->room ? 2 * sayings->room : 16;
        sayings->metas = mem_grow(sayings->metas, sayings->room, sizeof *sayings->metas);
    }
    page->metas = sayings->metas;
    page->metas[page->meta_count++] = meta;
    if (page->refresh.len == 0 && span_is_nocase(meta.http_equiv, "refresh"))
        page->refresh = meta.content;
}

/* Whether so much more may be read. */
static bool take(struct page_work *work, size_t bytes)
{
    struct sayings *sayings = &work->sayings;

    if (bytes > LIMIT_TAG_BYTES || bytes > SAYINGS_MAX - sayings->bytes) {
        work->page->incomplete = true;
        return false;
    }
    sayings->bytes += bytes;
    return true;
}

static bool says_something(const struct level *level)
{
    struct span name = level->tokenizer.token.name;

    if (level->content.templates > 0)
        return false;
    if (span_is_nocase(name, "meta") || span_is_nocase(name, "base"))
        return true;
    return span_is_nocase(name, "link") && link_rel_has(level_raw_value(level, "rel"), "canonical");
}

void sayings_read_tag(struct page_work *work, const struct layer *layer)
{
    const struct token *token = &work->levels[0].tokenizer.token;
    struct page *page = work->page;

    if (!says_something(&work->levels[0]))
        return;
    if (token->truncated)
        page->incomplete = true;
    else if (!take(work, token->end - token->at))
        return;
    else if (span_is_nocase(token->name, "meta"))
        read_meta(work, layer);
    else if (span_is_nocase(token->name, "base") && !page->base.at)
        page->base = read_value(work, layer, "href");
    else if (span_is_nocase(token->name, "link") && !page->canonical.at)
        page->canonical = read_value(work, layer, "href");
}

void sayings_read_title(struct page_work *work, const struct layer *layer, size_t from, size_t to)
{
    size_t len = to - from < TITLE_RAW_MAX ? to - from : TITLE_RAW_MAX;
    struct span text;

    if (work->page->title.at || len == 0 || !take(work, len))
        return;
    text = read_text(work, layer, span_part(layer->text, from, len));
    if (text.len > TITLE_MAX) {
        for (text.len = TITLE_MAX; text.len > 0 && (text.at[text.len] & 0xc0) == 0x80;)
            text.len--;
    }
    work->page->title = keep(work, text);
}
