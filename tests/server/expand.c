/* SPDX-License-Identifier: MIT */
/* Replaces @WORD@ in texts of a site file: texts of the request, dates, and sums that are evaluated strictly
 * from left to right, so that a few lines can describe a site of a million pages. */
#include "config.h"

#include "expand.h"

#include <time.h>

/* Words are short, so that e-mail addresses and CSS rules do not count as words. */
enum { WORD_BYTES = 40 };

static bool is_word_byte(char c)
{
    return (c >= 'A' && c <= 'Z') || ascii_is_digit(c) || (c != '\0' && strchr("+-*%:", c));
}

/* The last number in TEXT, or 0. */
static uint64_t number_in(struct span text)
{
    size_t end = text.len;
    size_t start;
    uint64_t value = 0;

    while (end > 0 && !ascii_is_digit(text.at[end - 1]))
        end--;
    start = end;
    while (start > 0 && ascii_is_digit(text.at[start - 1]))
        start--;
    return span_to_u64(span_part(text, start, end - start), &value) ? value : 0;
}

static bool port_value(struct span name, const struct expansion *values, uint64_t *value)
{
    uint64_t port = values->request->port;

    name = span_part(name, 4, name.len);
    if (name.len > 0 && !span_to_u64(name, &port))
        return false;
    if (port < 1 || port > SERVER_PORTS)
        return false;
    *value = values->ports[port - 1];
    return true;
}

static bool operand_value(struct span name, const struct expansion *values, uint64_t *value)
{
    if (span_to_u64(name, value))
        return true;
    if (span_starts(name, "PORT"))
        return port_value(name, values, value);
    if (span_is(name, "N"))
        *value = number_in(values->request->path);
    else if (span_is(name, "Q"))
        *value = number_in(values->request->target);
    else if (span_is(name, "I"))
        *value = values->index;
    else if (span_is(name, "COUNT"))
        *value = values->seen;
    else if (span_is(name, "OPEN"))
        *value = values->open;
    else
        return false;
    return true;
}

static uint64_t apply(char sign, uint64_t left, uint64_t right)
{
    switch (sign) {
    case '+':
        return left + right;
    case '-':
        return left < right ? 0 : left - right;
    case '*':
        return left * right;
    case '%':
        return right == 0 ? 0 : left % right;
    default:
        return right;
    }
}

static bool sum_value(struct span word, const struct expansion *values, uint64_t *sum)
{
    char sign = '\0';

    *sum = 0;
    for (;;) {
        size_t len = 0;
        uint64_t value;

        while (len < word.len && !strchr("+-*%", word.at[len]))
            len++;
        if (!operand_value(span_part(word, 0, len), values, &value))
            return false;
        *sum = apply(sign, *sum, value);
        if (len == word.len)
            return true;
        sign = word.at[len];
        word = span_part(word, len + 1, word.len);
    }
}

/* DATE, DATE+seconds or DATE-seconds as an HTTP date. */
static bool add_date(struct buf *out, struct span word, int64_t wall_us)
{
    time_t when = (time_t)(wall_us / 1000000);
    char text[64];
    uint64_t shift = 0;
    struct tm parts;

    if (word.len > 4) {
        if (!span_to_u64(span_part(word, 5, word.len), &shift))
            return false;
        when += word.at[4] == '-' ? -(time_t)shift : (time_t)shift;
    }
    if (!gmtime_r(&when, &parts))
        return false;
    (void)strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &parts);
    return buf_add_text(out, text) == 0;
}

static bool add_fill(struct buf *out, struct span count)
{
    uint64_t bytes;
    char *to;

    if (!span_to_u64(count, &bytes))
        return false;
    to = buf_reserve(out, bytes);
    if (!to)
        return false;
    memset(to, 'x', bytes);
    buf_grew(out, bytes);
    return true;
}

static bool add_word(struct buf *out, struct span word, const struct expansion *values)
{
    uint64_t value;

    if (span_starts(word, "DATE"))
        return add_date(out, word, values->wall_us);
    if (span_starts(word, "FILL:"))
        return add_fill(out, span_part(word, 5, word.len));
    if (span_is(word, "PATH"))
        return buf_add_span(out, values->request->path) == 0;
    if (span_is(word, "TARGET"))
        return buf_add_span(out, values->request->target) == 0;
    if (span_is(word, "METHOD"))
        return buf_add_span(out, values->request->method) == 0;
    if (span_is(word, "HOST"))
        return buf_add_span(out, request_header(values->request, "Host")) == 0;
    if (!sum_value(word, values, &value))
        return false;
    return buf_add_format(out, "%llu", (unsigned long long)value) == 0;
}

/* The length of the word after an @, if another @ ends it; otherwise 0. */
static size_t word_length(struct span text)
{
    size_t len = 0;

    while (len < text.len && len < WORD_BYTES && is_word_byte(text.at[len]))
        len++;
    return len < text.len && text.at[len] == '@' ? len : 0;
}

bool expand(struct buf *out, struct span text, const struct expansion *values)
{
    bool known = true;

    while (text.len > 0) {
        size_t plain = span_find(text, '@');
        struct span word;

        (void)buf_add_span(out, span_part(text, 0, plain));
        text = span_part(text, plain, text.len);
        if (text.len == 0)
            break;
        word = span_part(text, 1, word_length(span_part(text, 1, text.len)));
        if (word.len == 0) {
            (void)buf_add_byte(out, '@');
            text = span_part(text, 1, text.len);
            continue;
        }
        known = add_word(out, word, values) && known;
        text = span_part(text, word.len + 2, text.len);
    }
    return known;
}
