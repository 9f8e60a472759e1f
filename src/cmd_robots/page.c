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
#include "robots/text.h"
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

static int read_page(struct robots_page *page, const struct url *base, struct span agent)
{
    int error = page_open(&page->page, buf_span(&page->body), span_of(""), base);

    if (!error)
        page_read_robots(&page->page, text_token(agent));
    return error;
}

int robots_page_read(struct robots_page *page, const char *operand, struct span agent)
{
    struct url base;
    int error;

    split_operand(page, operand);
    error = input_read(page->file, &page->body);
    if (error)
        return error;
    url_init(&base);
    if (url_parse(&base, span_of(page->url ? page->url : "http://localhost/"), NULL, NULL) == URL_OK)
        error = read_page(page, &base, agent);
    else
        message_warn("%s: not a valid URL; checking the page without it", page->url);
    url_release(&base);
    if (error)
        message_error("%s: larger than any page for reading", page->file);
    return error;
}

void robots_page_lint(const struct robots_page *page, struct findings *findings, struct span agent,
                      const struct robots *robots)
{
    struct lint_page look = {
        .document = buf_span(&page->body),
        .input = {.agent = agent,
                  .entries = page->page.robots,
                  .entry_count = page->page.robots_count,
                  .now_ms = clock_wall_ms()},
    };

    if (page->url && robots) {
        struct robots_verdict verdict = robots_judge(robots, span_of(page->url));

        look.is_forbidden = !verdict.allowed;
        look.forbidden_line = verdict.line;
    }
    lint_page(findings, &look);
}
