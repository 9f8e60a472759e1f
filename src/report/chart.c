/* SPDX-License-Identifier: MIT */
/* Draws charts as SVG: horizontal bars for named things, columns for histograms. Sizes are in units of the
 * view box, which is as wide as a small phone: text in a chart has about the same size as the page's text. */
#include "config.h"

#include "report/chart.h"

enum {
    WIDTH = 360,
    ROW = 26,          /* from bar to bar */
    BAR = 14,          /* thickness of a bar */
    LABEL_WIDTH = 128, /* to the left of the bars */
    NUMBER_WIDTH = 62, /* to the right of the longest bar */
    COLUMNS_HEIGHT = 190,
    TOP = 18,   /* above columns, for numbers */
    BOTTOM = 24 /* below, for labels */
};

void html_escape(struct buf *out, struct span text)
{
    size_t clean = 0;

    for (size_t i = 0; i < text.len; i++) {
        const char *entity = text.at[i] == '&'    ? "&amp;"
                             : text.at[i] == '<'  ? "&lt;"
                             : text.at[i] == '>'  ? "&gt;"
                             : text.at[i] == '"'  ? "&quot;"
                             : text.at[i] == '\'' ? "&#39;"
                                                  : NULL;

        if (!entity)
            continue;
        (void)buf_add_span(out, span_part(text, clean, i - clean));
        (void)buf_add_text(out, entity);
        clean = i + 1;
    }
    (void)buf_add_span(out, span_part(text, clean, text.len));
}

double chart_length(int64_t value, int64_t greatest, double full)
{
    double length;

    if (value <= 0 || greatest <= 0)
        return 0;
    length = (double)value / (double)greatest * full;
    return length < 2 ? 2 : length;
}

static void add_text(struct buf *out, const char *class, const char *anchor, double x, double y,
                     const char *text)
{
    (void)buf_add_format(out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", class, x, y,
                         anchor);
    html_escape(out, span_of(text));
    (void)buf_add_text(out, "</text>");
}

static void add_number(struct buf *out, const struct chart *chart, size_t i, const char *anchor, double x,
                       double y)
{
    (void)buf_add_format(out, "<text class=\"number\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y,
                         anchor);
    printer_add_number(out, chart->unit, chart->values[i]);
    (void)buf_add_text(out, "</text>");
}

static void add_bar(struct buf *out, const struct chart *chart, size_t i, int row, int64_t most)
{
    double length = chart_length(chart->values[i], most, WIDTH - LABEL_WIDTH - NUMBER_WIDTH);
    double y = (double)row * ROW + 6;

    add_text(out, "label", "end", LABEL_WIDTH - 8, y + BAR - 2, chart->labels[i]);
    (void)buf_add_format(out,
                         "<rect class=\"bar\" x=\"%d\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>",
                         LABEL_WIDTH, y, length, BAR);
    add_number(out, chart, i, "start", LABEL_WIDTH + length + 6, y + BAR - 2);
}

static void add_column(struct buf *out, const struct chart *chart, size_t i, int64_t most)
{
    double step = (double)WIDTH / (double)chart->count;
    double height = chart_length(chart->values[i], most, COLUMNS_HEIGHT - TOP - BOTTOM);
    double x = (double)i * step, floor = COLUMNS_HEIGHT - BOTTOM;

    (void)buf_add_format(
        out, "<rect class=\"bar\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\"/>",
        x + step * 0.12, floor - height, step * 0.76, height);
    if (chart->values[i] > 0)
        add_number(out, chart, i, "middle", x + step / 2, floor - height - 5);
    add_text(out, "label", "middle", x + step / 2, COLUMNS_HEIGHT - 8, chart->labels[i]);
}

static void add_alternative(struct buf *out, const struct chart *chart)
{
    html_escape(out, span_of(chart->title));
    for (size_t i = 0; i < chart->count; i++) {
        (void)buf_add_text(out, i > 0 ? "; " : ": ");
        html_escape(out, span_of(chart->labels[i]));
        (void)buf_add_byte(out, ' ');
        printer_add_number(out, chart->unit, chart->values[i]);
    }
}

void chart_add(struct buf *out, const struct chart *chart)
{
    bool bars = chart->form == CHART_BARS;
    int height = COLUMNS_HEIGHT, count = 0, row = 0;
    int64_t most = 0;

    for (size_t i = 0; i < chart->count; i++) {
        most = chart->values[i] > most ? chart->values[i] : most;
        count += chart->values[i] > 0; /* a value of 0 has no bar */
    }
    if (bars)
        height = count * ROW + 4;
    (void)buf_add_format(out, "<svg class=\"%s\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"",
                         bars ? "bars" : "columns", WIDTH, height);
    add_alternative(out, chart);
    (void)buf_add_text(out, "\">");
    for (size_t i = 0; i < chart->count; i++) {
        if (!bars)
            add_column(out, chart, i, most);
        else if (chart->values[i] > 0)
            add_bar(out, chart, i, row++, most);
    }
    if (!bars)
        (void)buf_add_format(out, "<line class=\"axis\" x1=\"0\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>", WIDTH,
                             COLUMNS_HEIGHT - BOTTOM, COLUMNS_HEIGHT - BOTTOM);
    (void)buf_add_text(out, "</svg>");
}
