/* SPDX-License-Identifier: MIT */
/* The server's own pages, as HTML or plain text. */
#include "config.h"

#include "serve/page.h"

static const char head[] = "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
                           "<meta name=\"viewport\" content=\"width=device-width\">\n"
                           "<style>\n"
                           "body { font: 16px/1.5 sans-serif; max-width: 46em; margin: 3em auto; padding: 0 "
                           "1em; color: #222; background: #fff }\n"
                           "h1 { font-size: 1.4em } dt { color: #666 } dd { margin: 0 0 .6em; overflow-wrap: "
                           "anywhere; unicode-bidi: isolate }\n"
                           "@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818 } "
                           "dt { color: #999 } a { color: #8bf } }\n"
                           "</style>\n";

/* Adds text, escaped for HTML. Control characters become spaces. */
static void add_text(struct page_text *page, struct span text)
{
    static const struct {
        char byte;
        const char *reference;
    } escapes[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};

    for (size_t i = 0; i < text.len; i++) {
        const char *reference = NULL;

        for (size_t k = 0; page->html && k < sizeof escapes / sizeof escapes[0]; k++) {
            if (text.at[i] == escapes[k].byte)
                reference = escapes[k].reference;
        }
        if (reference)
            (void)buf_add_text(page->out, reference);
        else
            (void)buf_add_byte(page->out,
                               (unsigned char)text.at[i] < 0x20 || text.at[i] == 0x7f ? ' ' : text.at[i]);
    }
}

void page_begin(struct page_text *page, struct buf *out, bool html, const char *title)
{
    *page = (struct page_text){.out = out, .html = html};
    buf_clear(out);
    if (html)
        (void)buf_add_format(out, "%s<title>%s</title>\n<h1>%s</h1>\n<dl>\n", head, title, title);
    else
        (void)buf_add_format(out, "%s\n", title);
}

void page_fact(struct page_text *page, const char *label, struct span text, struct span link)
{
    (void)buf_add_format(page->out, page->html ? "<dt>%s</dt><dd>" : "%s: ", label);
    if (page->html && link.len > 0) {
        (void)buf_add_text(page->out, "<a rel=\"noreferrer\" href=\"");
        add_text(page, link);
        (void)buf_add_text(page->out, "\">");
    }
    add_text(page, text);
    (void)buf_add_text(page->out, !page->html ? "\n" : link.len > 0 ? "</a></dd>\n" : "</dd>\n");
}

void page_say(struct page_text *page, const char *text)
{
    (void)buf_add_format(page->out, page->html ? "<dd>%s</dd>\n" : "%s\n", text);
}

void page_end(struct page_text *page)
{
    if (page->html)
        (void)buf_add_text(page->out, "</dl>\n");
}
