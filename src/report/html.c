/* SPDX-License-Identifier: MIT */
/* The report as one self-contained page: no script, no request, one style element, and a policy that enforces
 * this. It is also well-formed XML. Text from outside passes through add_text, which cleans, escapes and
 * isolates it. Only http and https addresses become links. */
#include "config.h"

#include "report/chart.h"
#include "report/printer.h"
#include "report/style_css.h"

static void add(struct printer *printer, const char *html)
{
    (void)buf_add_text(&printer->out, html);
}

/* Adds text from outside to the content of an element or to a quoted attribute. */
static void add_clean(struct printer *printer, struct span text)
{
    buf_clear(&printer->scratch);
    (void)printer->source->clean(&printer->scratch, text);
    html_escape(&printer->out, buf_span(&printer->scratch));
}

static void add_text(struct printer *printer, struct span text)
{
    add(printer, "<bdi>");
    add_clean(printer, text);
    add(printer, "</bdi>");
}

static bool may_link(struct span url)
{
    return span_starts(url, "https://") || span_starts(url, "http://");
}

static void add_live_link(struct printer *printer, struct span url, const char *class, struct span text)
{
    if (!may_link(url)) {
        add_text(printer, text);
        return;
    }
    (void)buf_add_format(&printer->out, "<a%s rel=\"noreferrer\" href=\"", class);
    html_escape(&printer->out, url);
    add(printer, "\">");
    add_text(printer, text);
    add(printer, "</a>");
}

/* Returns URL without the site's origin, if it begins with that. */
static struct span shorten(const struct printer *printer, struct span url)
{
    size_t len = printer->site.len;

    if (url.len <= len || url.at[len] != '/' || !span_equals(span_part(url, 0, len), printer->site))
        return url;
    return span_part(url, len, url.len);
}

static struct span origin_of(struct span url)
{
    struct span host = span_part(url, span_starts(url, "https://") ? 8 : 7, url.len);

    return span_part(url, 0, url.len - host.len + span_find(host, '/'));
}

/* Adds a link to the copy, if there is one, and a link to the live page. */
static void add_address(struct printer *printer, int64_t id)
{
    struct report_address address;

    printer->source->address(printer->source->context, id, &address);
    if (address.href.len == 0) {
        add_live_link(printer, address.url, "", shorten(printer, address.url));
        return;
    }
    add(printer, "<a href=\"");
    html_escape(&printer->out, address.href);
    add(printer, "\"");
    if (address.title.len > 0) {
        add(printer, " title=\"");
        add_clean(printer, address.title);
        add(printer, "\"");
    }
    add(printer, ">");
    add_text(printer, shorten(printer, address.url));
    add(printer, "</a>");
    add_live_link(printer, address.url, " class=\"live\"", span_of("live"));
}

static void add_addresses(struct printer *printer, const struct value *value)
{
    add(printer, "<ul>");
    for (size_t i = 0; i < value->count; i++) {
        add(printer, "<li>");
        add_address(printer, value->ids[i]);
        add(printer, "</li>");
    }
    if (value->number > (int64_t)value->count) {
        add(printer, "<li class=\"soft\">and ");
        printer_add_number(&printer->out, VALUE_COUNT, value->number - (int64_t)value->count);
        add(printer, " more</li>");
    }
    add(printer, "</ul>");
}

/* Adds text of several lines. */
static void add_lines(struct printer *printer, struct span text)
{
    bool is_first = true;

    while (text.len > 0) {
        if (!is_first)
            add(printer, "<br/>");
        add_text(printer, span_take_until(&text, '\n'));
        is_first = false;
    }
}

static void add_value(struct printer *printer, const struct value *value)
{
    switch (value->kind) {
    case VALUE_TEXT:
        add_lines(printer, value->text);
        break;
    case VALUE_ADDRESS:
        add_live_link(printer, value->text, "", value->text);
        break;
    case VALUE_URL:
        add_address(printer, value->number);
        break;
    case VALUE_URLS:
        add_addresses(printer, value);
        break;
    case VALUE_COUNT:
    case VALUE_BYTES:
    case VALUE_MS:
    case VALUE_TIME:
    default:
        printer_add_number(&printer->out, value->kind, value->number);
    }
}

static const char *const tones[] = {[TONE_PLAIN] = "", [TONE_GOOD] = "good", [TONE_BAD] = "bad"};

static void html_begin(struct printer *printer, struct span start, const struct section *sections,
                       size_t count)
{
    printer->site = origin_of(start);
    add(printer, "<!DOCTYPE html>\n<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\"><head><meta "
                 "charset=\"utf-8\"/>\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
                 "'none'; style-src 'unsafe-inline'\"/>\n"
                 "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                 "<meta name=\"referrer\" content=\"no-referrer\"/>\n<title>Mirror of ");
    add_clean(printer, start);
    add(printer, "</title>\n<style>\n");
    add(printer, style_css);
    add(printer, "</style></head>\n<body><header><h1>Mirror of ");
    add_text(printer, start);
    add(printer, "</h1>");
    if (printer->verdict.key) {
        (void)buf_add_format(&printer->out, "<p class=\"verdict %s\">", tones[printer->verdict.tone]);
        add_value(printer, &printer->verdict.value);
        add(printer, "</p>");
    }
    add(printer, "</header>\n<nav aria-label=\"Sections\"><ul>");
    for (size_t i = 0; i < count; i++)
        (void)buf_add_format(&printer->out, "<li><a href=\"#%s\">%s</a></li>", sections[i].key,
                             sections[i].title);
    add(printer, "</ul></nav>\n<main>\n");
}

static void html_section(struct printer *printer, const struct section *section)
{
    (void)buf_add_format(&printer->out, "<section id=\"%s\"><h2>%s</h2>\n<p class=\"about\">%s</p>\n",
                         section->key, section->title, section->about);
}

/* Consecutive facts form one list, and consecutive charts one group. */
static void close_group(struct printer *printer)
{
    if (printer->in_facts)
        add(printer, "</dl>\n");
    if (printer->in_charts)
        add(printer, "</div>\n");
    printer->in_facts = printer->in_charts = false;
}

static void html_fact(struct printer *printer, const struct fact *fact)
{
    bool is_wide = fact->value.kind >= VALUE_TIME;

    if (fact->is_line) {
        close_group(printer);
        (void)buf_add_format(&printer->out, "<p class=\"line\">%s: ", fact->label);
        add_value(printer, &fact->value);
        add(printer, "</p>\n");
        return;
    }
    if (!printer->in_facts) {
        close_group(printer);
        add(printer, "<dl>");
        printer->in_facts = true;
    }
    (void)buf_add_format(&printer->out, "<div class=\"%s%s\"><dt>%s</dt><dd>", tones[fact->tone],
                         is_wide ? " wide" : "", fact->label);
    add_value(printer, &fact->value);
    add(printer, "</dd></div>");
}

static bool is_number(enum value_kind kind)
{
    return kind == VALUE_COUNT || kind == VALUE_BYTES || kind == VALUE_MS;
}

static void html_table(struct printer *printer, const struct table *table)
{
    close_group(printer);
    if (table->total == 0) {
        if (table->nothing)
            (void)buf_add_format(&printer->out, "<p class=\"fine\">%s</p>\n", table->nothing);
        return;
    }
    (void)buf_add_format(&printer->out, "<h3>%s</h3>\n<div class=\"list\"><table><thead><tr>", table->title);
    for (size_t i = 0; i < table->column_count; i++)
        (void)buf_add_format(&printer->out, "<th scope=\"col\"%s>%s</th>",
                             is_number(table->columns[i].kind) ? " class=\"n\"" : "",
                             table->columns[i].label);
    add(printer, "</tr></thead><tbody>\n");
}

static void html_row(struct printer *printer, const struct table *table, const struct value *values)
{
    add(printer, "<tr>");
    for (size_t i = 0; i < table->column_count; i++) {
        enum value_kind kind = values[i].kind;
        const char *class = is_number(kind) ? "n" : kind == VALUE_TEXT || kind == VALUE_TIME ? "t" : "u";

        (void)buf_add_format(&printer->out, "<td class=\"%s\">", class);
        add_value(printer, &values[i]);
        add(printer, "</td>");
    }
    add(printer, "</tr>\n");
    printer_flush(printer);
}

static void html_end_table(struct printer *printer, const struct table *table)
{
    if (table->total == 0)
        return;
    add(printer, "</tbody></table></div>\n");
    if (table->total <= table->shown)
        return;
    add(printer, "<p class=\"more\">The first ");
    printer_add_number(&printer->out, VALUE_COUNT, (int64_t)table->shown);
    add(printer, " of ");
    printer_add_number(&printer->out, VALUE_COUNT, (int64_t)table->total);
    add(printer, "; <code>tiptoe report --json --all</code> prints all of them.</p>\n");
}

static void html_chart(struct printer *printer, const struct chart *chart)
{
    if (!printer->in_charts) {
        close_group(printer);
        add(printer, "<div class=\"charts\">");
        printer->in_charts = true;
    }
    (void)buf_add_format(&printer->out, "<figure><figcaption>%s</figcaption>", chart->title);
    chart_add(&printer->out, chart);
    add(printer, "</figure>\n");
}

static void html_end_section(struct printer *printer, const struct section *section)
{
    (void)section;
    close_group(printer);
    add(printer, "</section>\n");
}

static void html_end(struct printer *printer)
{
    add(printer,
        "</main>\n<footer>Made by tiptoe " PACKAGE_VERSION
        " from mirror.db. This page loads nothing: it has no scripts and no images, and sends no requests. "
        "Links named <i>live</i> lead to the site itself, all others to the copy.</footer></body></html>\n");
}

const struct printer_ops printer_html = {
    .begin = html_begin,
    .section = html_section,
    .fact = html_fact,
    .table = html_table,
    .row = html_row,
    .end_table = html_end_table,
    .chart = html_chart,
    .end_section = html_end_section,
    .end = html_end,
};
