/* SPDX-License-Identifier: MIT */
/* The report as one JSON object. It has a member for each section, with one for each fact, list and chart. */
#include "config.h"

#include <stdio.h>

#include "base/clock.h"
#include "report/printer.h"

static void json_begin(struct printer *printer, struct span start, const struct section *sections,
                       size_t count)
{
    (void)start;
    (void)sections;
    (void)count;
    json_open(&printer->json, '{');
}

static void json_section(struct printer *printer, const struct section *section)
{
    json_line(&printer->json);
    json_key(&printer->json, section->key);
    json_open(&printer->json, '{');
}

static void add_address(struct printer *printer, int64_t id)
{
    struct report_address address;

    printer->source->address(printer->source->context, id, &address);
    json_text(&printer->json, address.url);
}

static void add_time(struct json_writer *json, int64_t ms)
{
    char text[CLOCK_TEXT_SIZE];

    clock_format(clock_us(ms), 0, text);
    json_text(json, ms > 0 ? span_of(text) : span_of(""));
}

static void add_value(struct printer *printer, const struct value *value)
{
    switch (value->kind) {
    case VALUE_TIME:
        add_time(&printer->json, value->number);
        break;
    case VALUE_TEXT:
    case VALUE_ADDRESS:
        json_text(&printer->json, value->text);
        break;
    case VALUE_URL:
        add_address(printer, value->number);
        break;
    case VALUE_URLS:
        json_open(&printer->json, '[');
        for (size_t i = 0; i < value->count; i++)
            add_address(printer, value->ids[i]);
        json_close(&printer->json);
        break;
    case VALUE_COUNT:
    case VALUE_BYTES:
    case VALUE_MS:
    default:
        json_integer(&printer->json, value->number);
    }
}

static void json_fact(struct printer *printer, const struct fact *fact)
{
    json_key(&printer->json, fact->key);
    add_value(printer, &fact->value);
}

static void json_table(struct printer *printer, const struct table *table)
{
    char key[64];

    (void)snprintf(key, sizeof key, "%s_total", table->key);
    json_member_integer(&printer->json, key, (int64_t)table->total);
    json_key(&printer->json, table->key);
    json_open(&printer->json, '[');
}

static void json_row(struct printer *printer, const struct table *table, const struct value *values)
{
    json_line(&printer->json);
    json_open(&printer->json, '{');
    for (size_t i = 0; i < table->column_count; i++) {
        json_key(&printer->json, table->columns[i].key);
        add_value(printer, &values[i]);
    }
    json_close(&printer->json);
    printer_flush(printer);
}

static void json_end_table(struct printer *printer, const struct table *table)
{
    (void)table;
    json_close(&printer->json);
}

/* Adds pairs, not members, because the order of a histogram matters. */
static void json_chart(struct printer *printer, const struct chart *chart)
{
    json_key(&printer->json, chart->key);
    json_open(&printer->json, '[');
    for (size_t i = 0; i < chart->count; i++) {
        json_open(&printer->json, '[');
        json_text(&printer->json, span_of(chart->labels[i]));
        json_integer(&printer->json, chart->values[i]);
        json_close(&printer->json);
    }
    json_close(&printer->json);
}

static void json_end_section(struct printer *printer, const struct section *section)
{
    (void)section;
    json_close(&printer->json);
}

static void json_end(struct printer *printer)
{
    json_close(&printer->json);
    (void)buf_add_byte(&printer->out, '\n');
}

const struct printer_ops printer_json = {
    .prints_all = true,
    .begin = json_begin,
    .section = json_section,
    .fact = json_fact,
    .table = json_table,
    .row = json_row,
    .end_table = json_end_table,
    .chart = json_chart,
    .end_section = json_end_section,
    .end = json_end,
};
