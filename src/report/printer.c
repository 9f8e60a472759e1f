/* SPDX-License-Identifier: MIT */
/* Prints reports: text, JSON, and a self-contained page without scripts and requests, which a policy
 * enforces. The page is also well-formed XML. Text from outside passes through add_clean or add_text there,
 * which clean, escape and isolate it; only http and https addresses become links. */
#include "config.h"

#include "report/printer.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "report/style_css.h"
#include "term/message.h"
#include "url/url.h"

enum { FLUSH_BYTES = 64 * 1024, OUT_MAX = 256 * 1024 * 1024, SCRATCH_MAX = 64 * 1024 * 1024 };

enum {
    ROWS_SHOWN = 3, /* of a table in a summary for a terminal */
    LINE_NAME = 10  /* the columns of a name in lines */
};

static const char END_FACTS[] = "</dl>\n", END_CHARTS[] = "</div>\n";

void printer_init(struct printer *printer, enum report_format format, int fd,
                  const struct report_source *source)
{
    *printer = (struct printer){.format = format, .source = source, .fd = fd};
    buf_init(&printer->out, OUT_MAX);
    buf_init(&printer->scratch, SCRATCH_MAX);
    json_init(&printer->json, &printer->out);
}

void printer_release(struct printer *printer)
{
    buf_release(&printer->out);
    buf_release(&printer->scratch);
}

static void write_out(struct printer *printer)
{
    if (!printer->error && printer->out.full)
        printer->error = ERROR_TOO_LARGE;
    if (!printer->error)
        printer->error = file_write(printer->fd, buf_text(&printer->out), printer->out.len);
    buf_clear(&printer->out);
}

/* Writes the output if it has grown large, to keep memory bounded. */
static void flush(struct printer *printer)
{
    if (printer->fd >= 0 && printer->out.len >= FLUSH_BYTES)
        write_out(printer);
}

static void add_count(struct buf *out, int64_t number)
{
    char digits[24];
    int len = snprintf(digits, sizeof digits, "%" PRId64, number);

    for (int i = 0; i < len; i++) {
        (void)buf_add_byte(out, digits[i]);
        if (digits[i] != '-' && i + 1 < len && (len - i - 1) % 3 == 0)
            (void)buf_add_byte(out, ',');
    }
}

static void add_time(struct buf *out, int64_t ms)
{
    char text[CLOCK_TEXT_SIZE];

    clock_format(clock_us(ms), 0, text);
    (void)buf_add_format(out, "%.10s %.5s UTC", text, text + 11);
}

void printer_add_number(struct buf *out, enum value_kind kind, int64_t number)
{
    if (kind == VALUE_BYTES)
        units_add_bytes(out, number);
    else if (kind == VALUE_MS)
        units_add_ms(out, number);
    else if (kind != VALUE_TIME)
        add_count(out, number);
    else if (number > 0)
        add_time(out, number);
    else
        (void)buf_add_byte(out, '-');
}

static void add(struct printer *printer, const char *html)
{
    (void)buf_add_text(&printer->out, html);
}

static void add_escaped(struct printer *printer, struct span text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (byte_is_in(text.at[i], "&<>\"'"))
            (void)buf_add_format(&printer->out, "&#%d;", text.at[i]);
        else
            (void)buf_add_byte(&printer->out, text.at[i]);
    }
}

/* Adds text from outside to the content of an element or to a quoted attribute. */
static void add_clean(struct printer *printer, struct span text)
{
    buf_clear(&printer->scratch);
    (void)safe_add(&printer->scratch, text);
    add_escaped(printer, buf_span(&printer->scratch));
}

static void add_text(struct printer *printer, struct span text)
{
    add(printer, "<bdi>");
    add_clean(printer, text);
    add(printer, "</bdi>");
}

static void add_live_link(struct printer *printer, struct span url, const char *class, struct span text)
{
    if (!url_starts_http(url)) {
        add_text(printer, text);
        return;
    }
    (void)buf_add_format(&printer->out, "<a%s rel=\"noreferrer\" href=\"", class);
    add_escaped(printer, url);
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

/* Adds an address: on a page, a link to the copy, if there is one, and a link to the live page. */
static void add_address(struct printer *printer, int64_t id)
{
    struct report_address address;

    printer->source->address(printer->source->context, id, &address);
    if (printer->format != REPORT_HTML) {
        (void)safe_add(&printer->out, address.url);
        return;
    }
    if (address.href.len == 0) {
        add_live_link(printer, address.url, "", shorten(printer, address.url));
        return;
    }
    add(printer, "<a href=\"");
    add_escaped(printer, address.href);
    add(printer, "\"");
    if (address.title.len > 0) {
        add(printer, " title=\"");
        add_clean(printer, address.title);
        add(printer, "\"");
    }
    add(printer, ">");
    add_text(printer, shorten(printer, address.url));
    add(printer, "</a>");
    if (url_starts_http(address.url))
        add_live_link(printer, address.url, " class=\"live\"", span_of("live"));
}

/* Adds several addresses; text has only the first. */
static void add_addresses(struct printer *printer, const struct report_value *value)
{
    if (printer->format != REPORT_HTML) {
        if (value->count > 0)
            add_address(printer, value->ids[0]);
        return;
    }
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

/* Adds text of several lines, with SEPARATOR between them. */
static void add_lines(struct printer *printer, struct span text, const char *separator)
{
    while (text.len > 0) {
        struct span line = span_take_until(&text, '\n');

        if (printer->format == REPORT_HTML)
            add_text(printer, line);
        else
            (void)safe_add(&printer->out, line);
        if (text.len > 0)
            add(printer, separator);
    }
}

/* Adds a value to a page or to text; SEPARATOR is between its lines. */
static void add_value(struct printer *printer, const struct report_value *value, const char *separator)
{
    if (value->kind == VALUE_ADDRESS && printer->format == REPORT_HTML)
        add_live_link(printer, value->text, "", value->text);
    else if (value->kind == VALUE_TEXT || value->kind == VALUE_ADDRESS)
        add_lines(printer, value->text, separator);
    else if (value->kind == VALUE_URL)
        add_address(printer, value->number);
    else if (value->kind == VALUE_URLS)
        add_addresses(printer, value);
    else
        printer_add_number(&printer->out, value->kind, value->number);
}

/* Adds the addresses of COUNT ids. */
static void add_json_addresses(struct printer *printer, const uint32_t *ids, size_t count)
{
    struct report_address address;

    for (size_t i = 0; i < count; i++) {
        printer->source->address(printer->source->context, ids[i], &address);
        json_text(&printer->json, address.url);
    }
}

static void add_json_value(struct printer *printer, const struct report_value *value)
{
    char time[CLOCK_TEXT_SIZE];

    if (value->kind == VALUE_TIME) {
        clock_format(clock_us(value->number), 0, time);
        json_text(&printer->json, span_of(value->number > 0 ? time : ""));
    } else if (value->kind == VALUE_TEXT || value->kind == VALUE_ADDRESS) {
        json_text(&printer->json, value->text);
    } else if (value->kind == VALUE_BOOL) {
        json_bool(&printer->json, value->number != 0);
    } else if (value->kind == VALUE_URL) {
        add_json_addresses(printer, (uint32_t[]){(uint32_t)value->number}, 1);
    } else if (value->kind == VALUE_URLS) {
        json_open(&printer->json, '[');
        add_json_addresses(printer, value->ids, value->count);
        json_close(&printer->json);
    } else {
        json_integer(&printer->json, value->number);
    }
}

static const char *const tones[] = {[TONE_PLAIN] = "", [TONE_GOOD] = "good", [TONE_BAD] = "bad"};

static void begin_page(struct printer *printer, struct span start, const struct fact *verdict,
                       const struct section *sections, size_t count)
{
    printer->site = url_origin_text(start);
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
    if (verdict) {
        (void)buf_add_format(&printer->out, "<p class=\"verdict %s\">", tones[verdict->tone]);
        add_value(printer, &verdict->value, "<br/>");
        add(printer, "</p>");
    }
    add(printer, "</header>\n<nav aria-label=\"Sections\"><ul>");
    for (size_t i = 0; i < count; i++)
        (void)buf_add_format(&printer->out, "<li><a href=\"#%s\">%s</a></li>", sections[i].key,
                             sections[i].title);
    add(printer, "</ul></nav>\n<main>\n");
}

void printer_begin(struct printer *printer, struct span start, const struct fact *verdict,
                   const struct section *sections, size_t count)
{
    if (printer->format == REPORT_HTML) {
        begin_page(printer, start, verdict, sections, count);
    } else if (printer->format == REPORT_JSON) {
        json_open(&printer->json, '{');
    } else if (printer->format == REPORT_TEXT) {
        (void)safe_add(&printer->out, start);
        add(printer, "\n");
        if (verdict)
            (void)safe_add(&printer->out, verdict->value.text);
        add(printer, verdict ? "\n" : "");
    }
}

void printer_section(struct printer *printer, const struct section *section)
{
    if (printer->format == REPORT_HTML) {
        (void)buf_add_format(&printer->out, "<section id=\"%s\"><h2>%s</h2>\n<p class=\"about\">%s</p>\n",
                             section->key, section->title, section->about);
    } else if (printer->format == REPORT_JSON) {
        json_line(&printer->json);
        json_open_member(&printer->json, section->key, '{');
    } else {
        (void)buf_add_format(&printer->out, "\n%s\n", section->title);
    }
}

/* Begins or continues a group of consecutive facts or charts, which END ends; NULL: only ends the
 * open one. */
static void set_group(struct printer *printer, const char *begin, const char *end)
{
    if (printer->group_end == end)
        return;
    add(printer, printer->group_end ? printer->group_end : "");
    add(printer, begin);
    printer->group_end = end;
}

static void add_page_fact(struct printer *printer, const struct fact *fact)
{
    bool is_wide = fact->value.kind >= VALUE_TIME;

    if (fact->is_line) {
        set_group(printer, "", NULL);
        (void)buf_add_format(&printer->out, "<p class=\"line\">%s: ", fact->label);
        add_value(printer, &fact->value, "<br/>");
        add(printer, "</p>\n");
        return;
    }
    set_group(printer, "<dl>", END_FACTS);
    (void)buf_add_format(&printer->out, "<div class=\"%s%s\"><dt>%s</dt><dd>", tones[fact->tone],
                         is_wide ? " wide" : "", fact->label);
    add_value(printer, &fact->value, "<br/>");
    add(printer, "</dd></div>");
}

static void add_line(struct printer *printer, const struct fact *fact)
{
    char name[64], time[CLOCK_TEXT_SIZE];

    (void)snprintf(name, sizeof name, "%-*s ", LINE_NAME, fact->key);
    for (char *c = name; *c; c++)
        (void)buf_add_byte(&printer->out, *c == '_' ? ' ' : *c);
    clock_format(clock_us(fact->value.number), 0, time);
    if (fact->value.kind == VALUE_TEXT)
        add_lines(printer, fact->value.text, "\n           ");
    else if (fact->value.kind == VALUE_TIME)
        add(printer, time);
    else if (fact->value.kind == VALUE_BOOL)
        add(printer, fact->value.number ? "yes" : "no");
    else
        (void)buf_add_format(&printer->out, "%" PRId64, fact->value.number);
    add(printer, "\n");
}

void printer_text(struct printer *printer, const char *key, const char *format, ...)
{
    struct buf text BUF_LOCAL(OUT_MAX);
    va_list args;

    va_start(args, format);
    (void)buf_add_format_args(&text, format, args);
    va_end(args);
    printer_fact(printer, &(struct fact){key, key, TEXT(buf_span(&text))});
}

void printer_fact(struct printer *printer, const struct fact *fact)
{
    if (printer->format == REPORT_HTML) {
        add_page_fact(printer, fact);
    } else if (printer->format == REPORT_LINES) {
        if (fact->value.kind != VALUE_TIME || fact->value.number > 0) /* else it is unknown */
            add_line(printer, fact);
    } else if (printer->format == REPORT_JSON) {
        json_key(&printer->json, fact->key);
        add_json_value(printer, &fact->value);
    } else {
        (void)buf_add_format(&printer->out, "  %s: ", fact->label);
        add_value(printer, &fact->value, fact->value.kind == VALUE_TEXT ? "\n    " : "; ");
        add(printer, "\n");
    }
}

void printer_facts(struct printer *printer, const struct fact *facts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (facts[i].key)
            printer_fact(printer, &facts[i]);
}

void printer_object(struct printer *printer, const char *key, const struct fact *facts, size_t count)
{
    struct buf text BUF_LOCAL(OUT_MAX);

    if (printer->format == REPORT_JSON) {
        json_open_member(&printer->json, key, '{');
        printer_facts(printer, facts, count);
        json_close(&printer->json);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        (void)buf_add_format(&text, "%s: ", facts[i].label);
        printer_add_number(&text, facts[i].value.kind, facts[i].value.number);
        (void)buf_add_byte(&text, '\n');
    }
    if (text.len > 0)
        printer_text(printer, key, "%s", buf_text(&text));
}

static bool is_number(enum value_kind kind)
{
    return kind == VALUE_COUNT || kind == VALUE_BYTES || kind == VALUE_MS;
}

static void begin_page_table(struct printer *printer, const struct table *table)
{
    set_group(printer, "", NULL);
    if (printer->total == 0 && table->nothing)
        (void)buf_add_format(&printer->out, "<p class=\"fine\">%s</p>\n", table->nothing);
    if (printer->total == 0)
        return;
    (void)buf_add_format(&printer->out, "<h3>%s</h3>\n<div class=\"list\"><table><thead><tr>", table->title);
    for (size_t i = 0; table->columns[i].key; i++)
        (void)buf_add_format(&printer->out, "<th scope=\"col\"%s>%s</th>",
                             is_number(table->columns[i].kind) ? " class=\"n\"" : "",
                             table->columns[i].label);
    add(printer, "</tr></thead><tbody>\n");
}

void printer_table(struct printer *printer, const struct table *table, size_t total)
{
    char key[64];

    printer->total = total;
    printer->rows = 0;
    if (printer->format == REPORT_HTML) {
        begin_page_table(printer, table);
    } else if (printer->format == REPORT_JSON) {
        (void)snprintf(key, sizeof key, "%s_total", table->key);
        json_member_integer(&printer->json, key, (int64_t)total);
        json_open_member(&printer->json, table->key, '[');
    } else if (total > 0) {
        (void)buf_add_format(&printer->out, "  %s: %zu\n", table->title, total);
    } else if (table->nothing) {
        (void)buf_add_format(&printer->out, "  %s\n", table->nothing);
    }
}

static void add_page_cell(struct printer *printer, const struct report_value *value)
{
    const char *class = is_number(value->kind)                                   ? "n"
                        : value->kind == VALUE_TEXT || value->kind == VALUE_TIME ? "t"
                                                                                 : "u";

    (void)buf_add_format(&printer->out, "<td class=\"%s\">", class);
    add_value(printer, value, "<br/>");
    add(printer, "</td>");
}

/* Adds a value after two spaces, unless it is empty. */
static void add_text_cell(struct printer *printer, const struct report_value *value, bool is_first)
{
    size_t start = printer->out.len, before;

    add(printer, is_first ? "" : "  ");
    before = printer->out.len;
    add_value(printer, value, "; ");
    if (printer->out.len == before)
        buf_cut(&printer->out, start);
}

void printer_row(struct printer *printer, const struct table *table, const struct report_value *values)
{
    enum report_format format = printer->format;

    if (printer->rows++ >= ROWS_SHOWN && format == REPORT_TEXT && !printer->all)
        return;
    if (format == REPORT_JSON) {
        json_line(&printer->json);
        json_open(&printer->json, '{');
    } else {
        add(printer, format == REPORT_HTML ? "<tr>" : "    ");
    }
    for (size_t i = 0; table->columns[i].key; i++) {
        if (format == REPORT_JSON) {
            json_key(&printer->json, table->columns[i].key);
            add_json_value(printer, &values[i]);
        } else if (format == REPORT_HTML) {
            add_page_cell(printer, &values[i]);
        } else {
            add_text_cell(printer, &values[i], i == 0);
        }
    }
    if (format == REPORT_JSON)
        json_close(&printer->json);
    else
        add(printer, format == REPORT_HTML ? "</tr>\n" : "\n");
    flush(printer);
}

static void end_page_table(struct printer *printer)
{
    if (printer->total > 0)
        add(printer, "</tbody></table></div>\n");
    if (printer->total <= printer->rows)
        return;
    add(printer, "<p class=\"more\">The first ");
    printer_add_number(&printer->out, VALUE_COUNT, (int64_t)printer->rows);
    add(printer, " of ");
    printer_add_number(&printer->out, VALUE_COUNT, (int64_t)printer->total);
    add(printer, "; <code>tiptoe report --json --all</code> prints all of them.</p>\n");
}

void printer_end_table(struct printer *printer)
{
    if (printer->format == REPORT_HTML)
        end_page_table(printer);
    else if (printer->format == REPORT_JSON)
        json_close(&printer->json);
    else if (printer->total > ROWS_SHOWN && !printer->all)
        (void)buf_add_format(&printer->out, "    and %zu more\n", printer->total - ROWS_SHOWN);
}

static void add_page_chart(struct printer *printer, const struct chart *chart)
{
    int64_t most = 1;

    for (size_t i = 0; i < chart->count; i++)
        most = chart->values[i] > most ? chart->values[i] : most;
    set_group(printer, "<div class=\"charts\">", END_CHARTS);
    (void)buf_add_format(&printer->out, "<figure><figcaption>%s</figcaption><table>", chart->title);
    for (size_t i = 0; i < chart->count; i++) {
        add(printer, "<tr><th scope=\"row\">");
        add_escaped(printer, span_of(chart->labels[i]));
        (void)buf_add_format(&printer->out,
                             "</th><td><meter max=\"%" PRId64 "\" value=\"%" PRId64
                             "\"></meter></td><td class=\"n\">",
                             most, chart->values[i]);
        add_count(&printer->out, chart->values[i]);
        add(printer, "</td></tr>");
    }
    add(printer, "</table></figure>\n");
}

/* Prints pairs in JSON, not members, because the order of a histogram matters. Text has no charts. */
void printer_chart(struct printer *printer, const struct chart *chart)
{
    if (printer->format == REPORT_HTML)
        add_page_chart(printer, chart);
    if (printer->format != REPORT_JSON)
        return;
    json_open_member(&printer->json, chart->key, '[');
    for (size_t i = 0; i < chart->count; i++) {
        json_open(&printer->json, '[');
        json_text(&printer->json, span_of(chart->labels[i]));
        json_integer(&printer->json, chart->values[i]);
        json_close(&printer->json);
    }
    json_close(&printer->json);
}

void printer_end_section(struct printer *printer)
{
    if (printer->format == REPORT_HTML) {
        set_group(printer, "", NULL);
        add(printer, "</section>\n");
    } else if (printer->format == REPORT_JSON) {
        json_close(&printer->json);
    }
    flush(printer);
}

int printer_end(struct printer *printer)
{
    if (printer->format == REPORT_HTML)
        add(printer,
            "</main>\n<footer>Made by tiptoe " PACKAGE_VERSION
            " from mirror.db. This page loads nothing: it has no scripts and no images, and sends no "
            "requests. Links named <i>live</i> lead to the site itself, all others to the "
            "copy.</footer></body></html>\n");
    if (printer->format == REPORT_JSON) {
        json_close(&printer->json);
        add(printer, "\n");
    }
    if (printer->fd >= 0)
        write_out(printer);
    return printer->error;
}
