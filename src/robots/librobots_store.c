/* SPDX-License-Identifier: MIT */
/* Saves the robots.txt answers of all sites as bytes, which a program may keep in a file, and loads them with
 * the care that a file of unknown origin needs. */
#include "config.h"

#include <inttypes.h>
#include <search.h>
#include <stdio.h>
#include <string.h>

#include "base/span.h"
#include "robots/librobots_inside.h"

/* The largest time that is read. */
#define TIME_MAX INT64_C(100000000000000)

/* A saved store: FIRST_LINE, then for each site a line "ORIGIN STATUS READ-AT FRESH-UNTIL LENGTH", the bytes
 * of the file and a line end; and LAST_LINE, without which the store was cut. */
#define FIRST_LINE "librobots 1\n"
#define LAST_LINE  "end\n"

struct saving {
    bool (*write)(void *context, const void *bytes, size_t len);
    void *context;
    bool is_complete;
};

static void save_site(const void *node, VISIT visit, void *closure)
{
    const struct site_rules *site = *(struct site_rules *const *)node;
    struct saving *saving = closure;
    char line[ORIGIN_MAX + 128];
    int len;

    if ((visit != postorder && visit != leaf) || !saving->is_complete)
        return;
    len = snprintf(line, sizeof line, "%s %d %" PRId64 " %" PRId64 " %zu\n", site->origin, site->status,
                   site->read_at, site->fresh_until, site->len);
    saving->is_complete = saving->write(saving->context, line, (size_t)len) &&
                          (site->len == 0 || saving->write(saving->context, site->body, site->len)) &&
                          saving->write(saving->context, "\n", 1);
}

bool robots_rules_save(const struct robots_rules *rules,
                       bool (*write)(void *context, const void *bytes, size_t len), void *context)
{
    struct saving saving = {.write = write, .context = context};

    if (!rules || !write)
        return false;
    saving.is_complete = write(context, FIRST_LINE, sizeof FIRST_LINE - 1);
    twalk_r(rules->sites, save_site, &saving);
    return saving.is_complete && write(context, LAST_LINE, sizeof LAST_LINE - 1);
}

/* Reads the next number of LINE, at most LARGEST on both sides of 0. */
static bool take_number(struct span *line, int64_t largest, int64_t *number)
{
    struct span digits = span_take_until(line, ' ');
    bool is_negative = span_starts(digits, "-");

    digits = span_part(digits, is_negative, digits.len);
    *number = 0;
    for (size_t i = 0; i < digits.len; i++) {
        if (!ascii_is_digit(digits.at[i]) || *number > (largest - (digits.at[i] - '0')) / 10)
            return false;
        *number = 10 * *number + (digits.at[i] - '0');
    }
    if (is_negative)
        *number = -*number;
    return digits.len > 0;
}

/* Takes one site off the front of REST. */
static bool load_site(struct robots_rules *rules, struct span *rest)
{
    struct span line = span_take_until(rest, '\n'), name = span_take_until(&line, ' ');
    struct site_rules answer = {0};
    int64_t status, len;
    struct origin origin;
    char url[ORIGIN_MAX + 1];

    if (name.len > ORIGIN_MAX || !take_number(&line, 999, &status) || status < 0 ||
        !take_number(&line, TIME_MAX, &answer.read_at) ||
        !take_number(&line, TIME_MAX, &answer.fresh_until) ||
        !take_number(&line, ROBOTS_BODY_MAX + 1, &len) || len < 0 || (size_t)len >= rest->len ||
        rest->at[len] != '\n')
        return false;
    memcpy(url, name.at, name.len);
    url[name.len] = '\0';
    if (!robots_read_origin(&origin, url) || strcmp(origin.text, url) != 0)
        return false;
    answer.status = (int)status;
    answer.len = (size_t)len;
    if (!robots_keep_answer(rules, &origin, &answer, rest->at))
        return false;
    *rest = span_part(*rest, answer.len + 1, rest->len);
    return true;
}

bool robots_rules_load(struct robots_rules *rules, const void *bytes, size_t len)
{
    struct span rest = span_make(bytes, len);

    if (!rules || !bytes || !span_take_text(&rest, FIRST_LINE))
        return false;
    while (!span_is(rest, LAST_LINE)) {
        if (!load_site(rules, &rest))
            return false;
    }
    return true;
}
