/* SPDX-License-Identifier: MIT */
/* The words for the numbers in mirror.db. */
#include "config.h"

#include "frontier/names.h"

struct row {
    const char *name;
    struct frontier_served served;
};

#include "frontier/name_rows.h"

static const char *name_of(const struct row *rows, int count, int number)
{
    return number >= 0 && number < count ? rows[number].name : "?";
}

const char *frontier_state_name(int state)
{
    return name_of(state_rows, FRONTIER_STATES, state);
}

const char *frontier_reason_name(int reason)
{
    return name_of(reason_rows, FRONTIER_REASONS, reason);
}

const char *frontier_change_name(int kind)
{
    return name_of(change_rows, FRONTIER_CHANGE_KINDS, kind);
}

const struct frontier_result *frontier_result(size_t i)
{
    return i < COUNT_OF(results) ? &results[i] : NULL;
}

const char *frontier_result_words(int state, int reason)
{
    for (size_t i = 0; i < COUNT_OF(results); i++)
        if ((int)results[i].state == state && (int)results[i].reason == reason)
            return results[i].words;
    return frontier_state_name(state);
}

enum frontier_class frontier_class(enum frontier_state state, enum frontier_reason reason)
{
    return classes[state][reason];
}

struct frontier_served frontier_served(int state, int reason)
{
    if (state < 0 || state >= FRONTIER_STATES || reason < 0 || reason >= FRONTIER_REASONS)
        return (struct frontier_served){0};
    return state_rows[state].served.text ? state_rows[state].served : reason_rows[reason].served;
}

static const char line_mark[] = "line ";

void frontier_add_rule(struct buf *text, uint32_t line, struct span words)
{
    if (line > 0)
        (void)buf_add_format(text, "%s%u: ", line_mark, (unsigned)line);
    (void)buf_add_span(text, words);
}

uint32_t frontier_rule_line(struct span rule)
{
    uint64_t line;

    if (!span_take_text(&rule, line_mark) || !span_to_u64(span_take_until(&rule, ':'), &line))
        return 0;
    return line <= UINT32_MAX ? (uint32_t)line : 0;
}
