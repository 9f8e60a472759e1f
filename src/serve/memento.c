/* SPDX-License-Identifier: MIT */
/* The words of RFC 7089: times of requests, links to mementos, and the list of them. */
#include "config.h"

#include "serve/memento.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "frontier/row.h"
#include "serve/request_fields.h"
#include "serve/past.h"
#include "serve/server.h"
#include "serve/target.h"

#define TARGET_AT  TARGET_OWN "at/"
#define TARGET_MAP TARGET_OWN "timemap"

enum { STAMP_DIGITS = 14, MEMENTOS_MAX = 1000 };

static const int64_t second_us = 1000 * 1000;

/* Reads the 14 digits at the start of TEXT. */
static bool read_stamp(struct span text, int64_t *until_us)
{
    char moment[CLOCK_TEXT_SIZE];
    int64_t first_us;
    const char *at = text.at;

    if (text.len < STAMP_DIGITS)
        return false;
    (void)snprintf(moment, sizeof moment, "%.4s-%.2s-%.2sT%.2s:%.2s:%.2sZ", at, at + 4, at + 6, at + 8,
                   at + 10, at + 12);
    return moment_parse(span_of(moment), &first_us, until_us);
}

static void add_stamp(struct buf *out, int64_t wall_us)
{
    char text[CLOCK_TEXT_SIZE];

    clock_format(wall_us, 0, text);
    for (const char *at = text; *at; at++) {
        if (ascii_is_digit(*at))
            (void)buf_add_byte(out, *at);
    }
}

bool memento_read(const struct server_request *request, struct memento_wish *wish)
{
    struct span rest = request->target;

    *wish = (struct memento_wish){.target = request->target};
    if (request->then.len > 0) {
        int64_t seconds = request_fields_date(request->then);

        wish->has_time = seconds >= 0;
        wish->until_us = seconds * second_us + second_us - 1;
    }
    if (span_starts(rest, TARGET_MAP "/")) {
        wish->wants_map = true;
        wish->target = span_part(rest, sizeof TARGET_MAP - 1, rest.len);
    } else if (span_take_text(&rest, TARGET_AT)) {
        if (rest.len > STAMP_DIGITS && rest.at[STAMP_DIGITS] == '/' && read_stamp(rest, &wish->until_us)) {
            wish->has_time = true;
            wish->target = span_part(rest, STAMP_DIGITS, rest.len);
            return true;
        }
    }
    return request->then.len == 0 || wish->has_time;
}

static void add_url(struct buf *out, const char *prefix, struct span target, const char *authority)
{
    (void)buf_add_format(out, "<http://%s%s%.*s>", authority, prefix, (int)target.len, target.at);
}

void memento_add_links(struct buf *out, struct span url, struct span target, const char *authority)
{
    (void)buf_add_format(out, "<%.*s>; rel=\"original\", ", (int)url.len, url.at);
    add_url(out, "", target, authority);
    (void)buf_add_text(out, "; rel=\"timegate\", ");
    add_url(out, TARGET_MAP, target, authority);
    (void)buf_add_text(out, "; rel=\"timemap\"; type=\"application/link-format\"");
}

void memento_add_place(struct buf *out, int64_t captured_us, struct span target, const char *authority)
{
    (void)buf_add_format(out, "http://%s" TARGET_AT, authority);
    add_stamp(out, captured_us);
    (void)buf_add_span(out, target);
}

static void add_memento(struct buf *out, const char *relation, int64_t captured_us, struct span target,
                        const char *authority)
{
    char date[MOMENT_HTTP_SIZE];

    moment_http(captured_us, date);
    (void)buf_add_text(out, ",\n<");
    memento_add_place(out, captured_us, target, authority);
    (void)buf_add_format(out, ">; rel=\"%smemento\"; datetime=\"%s\"", relation, date);
}

void memento_add_map(struct buf *out, const struct past *past, const struct frontier_row *row,
                     struct span target, const char *authority)
{
    int64_t *times = mem_new(MEMENTOS_MAX, sizeof *times);
    size_t count = past_times(past, row, times, MEMENTOS_MAX);

    (void)buf_add_format(out, "<%.*s>; rel=\"original\",\n", (int)row->item.url.len, row->item.url.at);
    add_url(out, TARGET_MAP, target, authority);
    (void)buf_add_text(out, "; rel=\"self\"; type=\"application/link-format\",\n");
    add_url(out, "", target, authority);
    (void)buf_add_text(out, "; rel=\"timegate\"");
    for (size_t i = count; i-- > 0;)
        add_memento(out,
                    count == 1       ? "first last "
                    : i == count - 1 ? "first "
                    : i == 0         ? "last "
                                     : "",
                    times[i], target, authority);
    (void)buf_add_byte(out, '\n');
    free(times);
}
