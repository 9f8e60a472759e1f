/* SPDX-License-Identifier: MIT */
/* The public interface to the robots terms of a page (meta.c), in plain C types. */
#include "config.h"

#include "base/alloc.h"
#include "robots/librobots.h"
#include "robots/meta.h"

#define SAME(public, inner) _Static_assert((int)(public) == (int)(inner), "one is passed as the other")
SAME(ROBOTS_PAGE_NO_INDEX, META_NO_INDEX);
SAME(ROBOTS_PAGE_NO_FOLLOW, META_NO_FOLLOW);
SAME(ROBOTS_PAGE_NO_ARCHIVE, META_NO_ARCHIVE);
SAME(ROBOTS_PAGE_NO_IMAGES, META_NO_IMAGES);

/* A page to judge, for mem_try. */
struct page_judging {
    const struct robots_page *page;
    struct meta_verdict verdict;
};

static void judge_page(void *context)
{
    struct page_judging *judging = context;
    const struct robots_page *page = judging->page;
    struct meta_entry *entries = mem_new(page->meta_count, sizeof *entries);
    struct span *headers = mem_new(page->header_count, sizeof *headers);
    struct meta_input input = {.agent = span_of(page->agent),
                               .entries = entries,
                               .entry_count = page->meta_count,
                               .headers = headers,
                               .header_count = page->header_count,
                               .now_ms = 1000 * page->now};

    for (size_t i = 0; i < page->meta_count; i++)
        entries[i] = (struct meta_entry){.name = span_of(page->metas[i].name),
                                         .http_equiv = span_of(page->metas[i].http_equiv),
                                         .content = span_of(page->metas[i].content)};
    for (size_t i = 0; i < page->header_count; i++)
        headers[i] = span_of(page->headers[i]);
    meta_init(&judging->verdict);
    meta_judge(&judging->verdict, &input);
    mem_free(entries);
    mem_free(headers);
}

unsigned robots_page_judge(const struct robots_page *page,
                           void (*found)(void *context, const char *text, size_t len, unsigned bits,
                                         bool is_header, size_t i),
                           void *context)
{
    struct page_judging judging = {.page = page};
    unsigned bits;

    if (!page || (!page->metas && page->meta_count > 0) || (!page->headers && page->header_count > 0) ||
        !mem_try(judge_page, &judging))
        return ROBOTS_PAGE_NO_INDEX | ROBOTS_PAGE_NO_FOLLOW | ROBOTS_PAGE_NO_ARCHIVE | ROBOTS_PAGE_NO_IMAGES;
    for (size_t i = 0; found && i < judging.verdict.term_count; i++) {
        const struct meta_term *term = &judging.verdict.terms[i];

        found(context, term->text.at, term->text.len, term->effect, term->source != META_ELEMENT,
              term->index);
    }
    bits = judging.verdict.effects;
    meta_release(&judging.verdict);
    return bits;
}
