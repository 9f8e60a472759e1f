/* SPDX-License-Identifier: MIT */
/* The summary for a terminal: every fact, and the first few rows of each list. */
#include "config.h"

#include "report/printer.h"

enum { ROWS_SHOWN = 3 };

static void text_begin(struct printer *printer, struct span start, const struct section *sections,
                       size_t count)
{
    (void)sections;
    (void)count;
    (void)printer->source->clean(&printer->out, start);
    (void)buf_add_byte(&printer->out, '\n');
    if (printer->verdict.key) {
        (void)printer->source->clean(&printer->out, printer->verdict.value.text);
        (void)buf_add_byte(&printer->out, '\n');
    }
}

static void text_section(struct printer *printer, const struct section *section)
{
    (void)buf_add_format(&printer->out, "\n%s\n", section->title);
}

/* Adds text of several lines, with SEPARATOR between them. */
static void add_lines(struct printer *printer, struct span text, const char *separator)
{
    while (text.len > 0) {
        (void)printer->source->clean(&printer->out, span_take_until(&text, '\n'));
        if (text.len > 0)
            (void)buf_add_text(&printer->out, separator);
    }
}

static void add_value(struct printer *printer, const struct value *value)
{
    const struct report_source *source = printer->source;
    struct report_address address;

    switch (value->kind) {
    case VALUE_TEXT:
    case VALUE_ADDRESS:
        add_lines(printer, value->text, "; ");
        break;
    case VALUE_URL:
        source->address(source->context, value->number, &address);
        (void)source->clean(&printer->out, address.url);
        break;
    case VALUE_URLS:
        if (value->count > 0)
            source->address(source->context, value->ids[0], &address);
        if (value->count > 0)
            (void)source->clean(&printer->out, address.url);
        break;
    case VALUE_COUNT:
    case VALUE_BYTES:
    case VALUE_MS:
    case VALUE_TIME:
    default:
        printer_add_number(&printer->out, value->kind, value->number);
    }
}

static void text_fact(struct printer *printer, const struct fact *fact)
{
    (void)buf_add_format(&printer->out, "  %s: ", fact->label);
    if (fact->value.kind == VALUE_TEXT)
        add_lines(printer, fact->value.text, "\n    ");
    else
        add_value(printer, &fact->value);
    (void)buf_add_byte(&printer->out, '\n');
}

static void text_table(struct printer *printer, const struct table *table)
{
    printer->rows = 0;
    if (table->total > 0)
        (void)buf_add_format(&printer->out, "  %s: %zu\n", table->title, table->total);
    else if (table->nothing)
        (void)buf_add_format(&printer->out, "  %s\n", table->nothing);
}

static void text_row(struct printer *printer, const struct table *table, const struct value *values)
{
    if (printer->rows++ >= ROWS_SHOWN && !printer->all)
        return;
    (void)buf_add_text(&printer->out, "    ");
    for (size_t i = 0; i < table->column_count; i++) {
        size_t start;

        if (i > 0)
            (void)buf_add_text(&printer->out, "  ");
        start = printer->out.len;
        add_value(printer, &values[i]);
        if (printer->out.len == start && i > 0)
            buf_cut(&printer->out, start - 2);
    }
    (void)buf_add_byte(&printer->out, '\n');
}

static void text_end_table(struct printer *printer, const struct table *table)
{
    if (table->total > ROWS_SHOWN && !printer->all)
        (void)buf_add_format(&printer->out, "    and %zu more\n", table->total - ROWS_SHOWN);
}

/* Only the page has charts; the JSON has their numbers. */
static void text_chart(struct printer *printer, const struct chart *chart)
{
    (void)printer;
    (void)chart;
}

static void text_end_section(struct printer *printer, const struct section *section)
{
    (void)section;
    printer_flush(printer);
}

static void text_end(struct printer *printer)
{
    (void)printer;
}

const struct printer_ops printer_text = {
    .begin = text_begin,
    .section = text_section,
    .fact = text_fact,
    .table = text_table,
    .row = text_row,
    .end_table = text_end_table,
    .chart = text_chart,
    .end_section = text_end_section,
    .end = text_end,
};
