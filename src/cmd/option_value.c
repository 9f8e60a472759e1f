/* SPDX-License-Identifier: MIT */
/* Reads the values of options from their text, with one reader for each kind, and finds the nearest known
 * word for one that is unknown: within a third of its length, or beginning with it. No value is rounded or
 * clamped silently. */
#include "config.h"

#include "cmd/option_value.h"

#include <inttypes.h>

#include "base/error.h"
#include "robots/lines.h"

enum { MS = 1000, PREFIX_MIN = 2 };

void suggest_offer(struct suggestion *suggestion, struct span name)
{
    struct span typed = suggestion->typed;
    bool is_beginning = typed.len >= PREFIX_MIN && span_equals(span_part(name, 0, typed.len), typed);
    size_t distance = is_beginning ? 1 : text_distance(typed, name);

    if (distance > (typed.len + 1) / 3 || (suggestion->best.len > 0 && distance >= suggestion->distance))
        return;
    suggestion->best = name;
    suggestion->distance = distance;
}

void suggest_add(const struct suggestion *suggestion, const char *prefix, struct buf *out)
{
    if (suggestion->best.len > 0)
        (void)buf_add_format(out, " (did you mean '%s%.*s'?)", prefix, (int)suggestion->best.len,
                             suggestion->best.at);
}

/* Takes the digits at the front of REST; false without digits, or if they overflow. */
static bool take_number(struct span *rest, int64_t *number)
{
    uint64_t value;

    if (!span_take_number(rest, &value) || value > INT64_MAX)
        return false;
    *number = (int64_t)value;
    return true;
}

static bool read_number(struct span text, int64_t *number)
{
    bool negative = span_take_byte(&text, '-');

    if (!take_number(&text, number) || text.len > 0)
        return false;
    if (negative)
        *number = -*number;
    return true;
}

static bool read_size(struct span text, int64_t *number)
{
    static const char suffixes[] = "kmgt";

    if (!take_number(&text, number))
        return false;
    if (text.len == 0)
        return true;
    for (int i = 0; suffixes[i]; i++)
        if (text.len == 1 && ascii_lower(text.at[0]) == suffixes[i])
            return !__builtin_mul_overflow(*number, INT64_C(1) << (10 * (i + 1)), number);
    return false;
}

bool option_value_seconds(struct span text, int64_t *number)
{
    int64_t decimals = 0, unit = MS;

    if (!take_number(&text, number) || __builtin_mul_overflow(*number, (int64_t)MS, number))
        return false;
    if (text.len == 0)
        return true;
    if (text.at[0] != '.' || text.len < 2 || text.len > 4)
        return false;
    for (size_t i = 1; i < text.len; i++) {
        if (!ascii_is_digit(text.at[i]))
            return false;
        unit /= 10;
        decimals += (text.at[i] - '0') * unit;
    }
    return !__builtin_add_overflow(*number, decimals, number);
}

static bool read_delays(struct span text, int64_t *number)
{
    size_t equals = span_find(text, '=');

    return equals > 0 && option_value_seconds(span_part(text, span_after_last(text, '='), text.len), number);
}

/* Returns the milliseconds of UNIT; 0 for an unknown one. */
static int64_t time_unit(char unit)
{
    static const char units[] = "smhd";
    static const int64_t seconds[] = {1, 60, 3600, 86400};
    const char *found = unit ? strchr(units, ascii_lower(unit)) : NULL;

    return found ? seconds[found - units] * MS : 0;
}

static bool read_time(struct span text, int64_t *number)
{
    int64_t sum = 0, part, last_unit = INT64_MAX;

    do {
        int64_t unit = MS;

        if (!take_number(&text, &part))
            return false;
        if (text.len > 0)
            unit = time_unit(text.at[0]);
        else if (last_unit != INT64_MAX)
            return false; /* 1h30: the unit of 30 is missing */
        if (unit == 0 || unit >= last_unit)
            return false;
        last_unit = unit;
        text = span_part(text, 1, text.len);
        if (__builtin_mul_overflow(part, unit, &part) || __builtin_add_overflow(sum, part, &sum))
            return false;
    } while (text.len > 0);
    *number = sum;
    return true;
}

static bool read_choice(const struct option_row *row, struct span text, int64_t *number)
{
    struct span rest = span_of(row->argument);

    for (int64_t i = 0; rest.len > 0; i++) {
        if (span_equals(span_take_until(&rest, '|'), text)) {
            *number = i;
            return true;
        }
    }
    return false;
}

static bool read_flag(struct span text, int64_t *number)
{
    *number = 1;
    return span_is(text, "yes");
}

/* The kinds that a reader turns into a number. */
static const struct {
    bool (*read)(struct span text, int64_t *number);
    const char *expects;
} kinds[] = {
    [OPTION_FLAG] = {read_flag, "yes"},
    [OPTION_NUMBER] = {read_number, "a whole number"},
    [OPTION_SIZE] = {read_size, "a size such as 500, 20K, 1M or 4G"},
    [OPTION_DELAYS] = {read_delays, "seconds such as 2 or 0.25"},
    [OPTION_TIME] = {read_time, "a time such as 90s, 15m, 2h or 1h30m"},
    [OPTION_CHOICE] = {NULL, NULL},
};

/* Adds a bound in the form that a user types. */
static void add_bound(const struct option_row *row, int64_t bound, struct buf *out)
{
    static const char suffixes[] = "KMGT";
    int power = 0;

    if (row->kind == OPTION_DELAYS || row->kind == OPTION_TIME) {
        buf_add_format(out, "%" PRId64, bound / MS);
        if (bound % MS != 0)
            buf_add_format(out, ".%03" PRId64, bound % MS);
        if (row->kind == OPTION_TIME)
            buf_add_text(out, "s");
        return;
    }
    while (row->kind == OPTION_SIZE && bound >= 1024 && bound % 1024 == 0 && suffixes[power]) {
        bound /= 1024;
        power++;
    }
    buf_add_format(out, "%" PRId64, bound);
    if (power > 0)
        buf_add_byte(out, suffixes[power - 1]);
}

void option_value_add_range(const struct option_row *row, struct buf *out)
{
    if (row->max == 0 || row->kind == OPTION_LIST)
        return;
    if (row->max >= OPTION_NO_MAX) {
        buf_add_text(out, "at least ");
        add_bound(row, row->min, out);
        return;
    }
    add_bound(row, row->min, out);
    buf_add_text(out, " to ");
    add_bound(row, row->max, out);
}

/* Adds "host, domain or path". */
static void add_choices(const struct option_row *row, struct suggestion *suggestion, struct buf *out)
{
    struct span rest = span_of(row->argument);
    const char *before = "";

    while (rest.len > 0) {
        struct span word = span_take_until(&rest, '|');

        suggest_offer(suggestion, word);
        buf_add_format(out, "%s%.*s", before, (int)word.len, word.at);
        before = span_find(rest, '|') < rest.len ? ", " : " or ";
    }
}

static int value_refuse(const struct option_row *row, const char *text, struct buf *why)
{
    struct suggestion suggestion = {.typed = span_of(text)};

    buf_add_format(why, "--%s expects ", row->name);
    if (row->kind == OPTION_CHOICE) {
        add_choices(row, &suggestion, why);
    } else {
        buf_add_text(why, kinds[row->kind].expects);
        if (row->max > 0)
            buf_add_text(why, row->max >= OPTION_NO_MAX ? ", " : ", from ");
        option_value_add_range(row, why);
    }
    buf_add_format(why, "; not '%s'", text);
    suggest_add(&suggestion, "", why);
    return ERROR_INVALID;
}

static bool in_range(const struct option_row *row, int64_t number)
{
    if (row->min == 0 && row->max == 0)
        return number >= 0;
    return number >= row->min && number <= row->max;
}

int option_value_read(const struct option_row *row, const char *text, int64_t *number, struct buf *why)
{
    int64_t seen = 0;
    bool good = true;

    if (row->kind == OPTION_CHOICE)
        good = read_choice(row, span_of(text), &seen);
    else if (kinds[row->kind].read)
        good = kinds[row->kind].read(span_of(text), &seen) && in_range(row, seen);
    if (!good)
        return value_refuse(row, text, why);
    *number = seen;
    return 0;
}
