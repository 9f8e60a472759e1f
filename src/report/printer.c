/* SPDX-License-Identifier: MIT */
/* The common part of all printers: output, and the format of numbers. */
#include "config.h"

#include "report/printer.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"

enum { FLUSH_BYTES = 64 * 1024, OUT_MAX = 256 * 1024 * 1024, SCRATCH_MAX = 64 * 1024 * 1024 };

void printer_init(struct printer *printer, const struct printer_ops *ops, const struct report_source *source,
                  int fd)
{
    *printer = (struct printer){.ops = ops, .source = source, .fd = fd};
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

void printer_flush(struct printer *printer)
{
    if (printer->fd >= 0 && printer->out.len >= FLUSH_BYTES)
        write_out(printer);
}

int printer_end(struct printer *printer)
{
    printer->ops->end(printer);
    if (printer->fd >= 0)
        write_out(printer);
    return printer->error;
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

static void add_bytes(struct buf *out, int64_t bytes)
{
    static const char *const units[] = {"KB", "MB", "GB", "TB", "PB", "EB"};
    double number = (double)bytes / 1000;
    size_t unit = 0;

    if (bytes < 1000) {
        (void)buf_add_format(out, bytes == 1 ? "%" PRId64 " byte" : "%" PRId64 " bytes", bytes);
        return;
    }
    for (; number >= 999.5 && unit < 5; unit++)
        number /= 1000;
    (void)buf_add_format(out, number < 9.95 ? "%.1f %s" : "%.0f %s", number, units[unit]);
}

static void add_ms(struct buf *out, int64_t ms)
{
    if (ms < 1000)
        (void)buf_add_format(out, "%" PRId64 " ms", ms);
    else if (ms < 120 * 1000)
        (void)buf_add_format(out, "%.1f s", (double)ms / 1000);
    else if (ms < 120 * 60 * 1000)
        (void)buf_add_format(out, "%.0f min", (double)ms / 60000);
    else
        (void)buf_add_format(out, "%.1f h", (double)ms / 3600000);
}

static void add_time(struct buf *out, int64_t ms)
{
    char text[CLOCK_TEXT_SIZE];

    clock_format(clock_us(ms), 0, text);
    (void)buf_add_format(out, "%.10s %.5s UTC", text, text + 11);
}

void printer_add_number(struct buf *out, enum value_kind kind, int64_t number)
{
    switch (kind) {
    case VALUE_BYTES:
        add_bytes(out, number);
        break;
    case VALUE_MS:
        add_ms(out, number);
        break;
    case VALUE_TIME:
        if (number > 0)
            add_time(out, number);
        else
            (void)buf_add_byte(out, '-');
        break;
    case VALUE_COUNT:
    case VALUE_TEXT:
    case VALUE_URL:
    case VALUE_URLS:
    case VALUE_ADDRESS:
    default:
        add_count(out, number);
    }
}

void printer_fact(struct printer *printer, const char *key, const char *label, struct value value,
                  enum tone tone)
{
    struct fact fact = {.key = key, .label = label, .value = value, .tone = tone};

    printer->ops->fact(printer, &fact);
}

void printer_count(struct printer *printer, const char *key, const char *label, int64_t number)
{
    printer_fact(printer, key, label, COUNT(number), TONE_PLAIN);
}
