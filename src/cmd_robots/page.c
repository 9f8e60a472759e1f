/* SPDX-License-Identifier: MIT */
/* A page from a file, read for its META elements. */
#include "config.h"

#include "cmd_robots/page.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "cmd/input.h"
#include "term/message.h"
#include "url/url.h"

void robots_page_init(struct robots_page *page)
{
    *page = (struct robots_page){0};
    buf_init(&page->body, LIMIT_DOCUMENT_BYTES + 1);
    page_init(&page->page);
}

void robots_page_release(struct robots_page *page)
{
    free(page->file);
    free(page->entries);
    buf_release(&page->body);
    page_release(&page->page);
}

/* FILE=URL, the URL being the last that begins after '='. */
static void split_operand(struct robots_page *page, const char *operand)
{
    const char *end = strstr(operand, "=http://"), *secure = strstr(operand, "=https://");

    end = end ? end : secure;
    page->url = end ? end + 1 : NULL;
    page->file = mem_copy_text(operand, end ? (size_t)(end - operand) : strlen(operand));
}

int robots_page_read(struct robots_page *page, const char *operand)
{
    struct url base;
    int error;

    split_operand(page, operand);
    error = input_read(page->file, &page->body);
    if (error)
        return error;
    url_init(&base);
    if (url_parse(&base, span_of(page->url ? page->url : "http://localhost/"), NULL, NULL) == URL_OK)
        error = extract_html(&page->page, buf_span(&page->body), span_of(""), &base);
    else
        message_warn("%s is no URL: the page is checked without it", page->url);
    url_release(&base);
    if (error)
        message_error("%s: larger than any page for reading", page->file);
    page->entries = mem_new(page->page.meta_count, sizeof *page->entries);
    for (size_t i = 0; i < page->page.meta_count; i++) {
        const struct page_meta *meta = &page->page.metas[i];

        page->entries[i] = (struct meta_entry){meta->name, meta->http_equiv, meta->content};
    }
    return error;
}

void robots_page_lint(const struct robots_page *page, struct findings *findings, struct span agent,
                      const struct robots *robots)
{
    struct lint_page look = {
        .document = buf_span(&page->body),
        .input = {.agent = agent,
                  .entries = page->entries,
                  .entry_count = page->page.meta_count,
                  .now_ms = clock_wall_ms()},
    };

    if (page->url && robots) {
        struct robots_verdict verdict = robots_judge(robots, span_of(page->url));

        look.is_forbidden = !verdict.allowed;
        look.forbidden_line = verdict.line;
    }
    lint_page(findings, &look);
}
