/* SPDX-License-Identifier: MIT */
/* The server's own pages, as HTML or plain text. */
#include "config.h"

#include "serve/page.h"

#include "base/clock.h"
#include "serve/target.h"

static const char head[] = "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
                           "<meta name=\"viewport\" content=\"width=device-width\">\n"
                           "<style>\n"
                           "body { font: 16px/1.5 sans-serif; max-width: 46em; margin: 3em auto; padding: 0 "
                           "1em; color: #222; background: #fff }\n"
                           "h1 { font-size: 1.4em } dt, p { color: #666 } dd { margin: 0 0 .6em } a, dd { "
                           "overflow-wrap: anywhere; unicode-bidi: isolate }\n"
                           "input, button { font: inherit; color: inherit; background: inherit; padding: "
                           ".2em .5em; max-width: 70%; border: 1px solid #888 } mark { color: inherit; "
                           "background: #fd08 }\n"
                           "@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818 } "
                           "dt { color: #999 } a { color: #8bf } }\n"
                           "</style>\n";

/* Returns the HTML for a byte; NULL: the byte itself. Matches are marked. */
static const char *reference_of(char byte)
{
    static const struct {
        char byte;
        const char *reference;
    } references[] = {{'&', "&amp;"},  {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"},
                      {'\'', "&#39;"}, {1, "<mark>"}, {2, "</mark>"}};

    for (size_t i = 0; i < COUNT_OF(references); i++)
        if (byte == references[i].byte)
            return references[i].reference;
    return NULL;
}

/* Adds text, escaped for HTML. Control characters become spaces; with MARKS, 1 and 2 enclose a match. */
static void add_marked(struct page_text *page, struct span text, bool marks)
{
    for (size_t i = 0; i < text.len; i++) {
        bool control = (unsigned char)text.at[i] < ' ' || text.at[i] == 0x7f;
        const char *reference =
            page->html && (!control || (marks && text.at[i] <= 2)) ? reference_of(text.at[i]) : NULL;

        if (reference)
            (void)buf_add_text(page->out, reference);
        else
            (void)buf_add_byte(page->out, control ? ' ' : text.at[i]);
    }
}

static void add_text(struct page_text *page, struct span text)
{
    add_marked(page, text, false);
}

static void add_link(struct page_text *page, struct span text, struct span link)
{
    (void)buf_add_text(page->out, "<a rel=\"noreferrer\" href=\"");
    add_text(page, link);
    (void)buf_add_text(page->out, "\">");
    add_text(page, text);
    (void)buf_add_text(page->out, "</a>");
}

static void set_list(struct page_text *page, bool wanted)
{
    if (page->html && wanted != page->in_list)
        (void)buf_add_text(page->out, wanted ? "<dl>\n" : "</dl>\n");
    page->in_list = wanted;
}

void page_begin(struct page_text *page, struct buf *out, bool html, const char *title)
{
    *page = (struct page_text){.out = out, .html = html};
    buf_clear(out);
    if (html)
        (void)buf_add_format(out, "%s<title>%s</title>\n<h1>%s</h1>\n", head, title, title);
    else
        (void)buf_add_format(out, "%s\n", title);
}

void page_about(struct page_text *page, const struct page_mirror *mirror, struct span typed)
{
    char date[CLOCK_TEXT_SIZE];

    set_list(page, false);
    clock_format(clock_us(mirror->date_ms), 0, date);
    (void)buf_add_text(page->out, page->html ? "<p>This is a mirror of " : "Mirror: ");
    if (page->html)
        add_link(page, mirror->start, mirror->target);
    else
        add_text(page, mirror->start);
    if (mirror->date_ms > 0)
        (void)buf_add_format(page->out, page->html ? ", as it was at %s" : ", %s", date);
    (void)buf_add_text(page->out, page->html ? ".</p>\n" : "\n");
    if (!page->html || !mirror->index)
        return;
    (void)buf_add_text(page->out, "<form action=\"" TARGET_OWN "search\"><input type=\"search\" name=\"q\" "
                                  "size=\"30\" aria-label=\"Words\" value=\"");
    add_text(page, typed);
    (void)buf_add_text(page->out, "\"> <button>Search this mirror</button></form>\n");
}

void page_result(struct page_text *page, struct span title, struct span link, struct span url,
                 struct span snippet)
{
    set_list(page, true);
    (void)buf_add_text(page->out, "<dt>");
    add_link(page, title.len > 0 ? title : url, link);
    (void)buf_add_text(page->out, "</dt><dd>");
    add_marked(page, snippet, true);
    (void)buf_add_text(page->out, "<br><small>");
    add_text(page, url);
    (void)buf_add_text(page->out, "</small></dd>\n");
}

void page_fact(struct page_text *page, const char *label, struct span text, struct span link)
{
    set_list(page, true);
    (void)buf_add_format(page->out, page->html ? "<dt>%s</dt><dd>" : "%s: ", label);
    if (page->html && link.len > 0)
        add_link(page, text, link);
    else
        add_text(page, text);
    (void)buf_add_text(page->out, page->html ? "</dd>\n" : "\n");
}

void page_say(struct page_text *page, const char *text)
{
    set_list(page, false);
    (void)buf_add_format(page->out, page->html ? "<p>%s</p>\n" : "%s\n", text);
}

void page_end(struct page_text *page)
{
    set_list(page, false);
}
