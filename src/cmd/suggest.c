/* SPDX-License-Identifier: MIT */
/* Finds the nearest known name by edit distance (optimal string alignment), for commands, options and
 * choices. A name counts as near within a third of the typed length, and when the typed text is its
 * beginning. */
#include "config.h"

#include "cmd/suggest.h"

enum { PREFIX_MIN = 2 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t suggest_distance(struct span a, struct span b)
{
    size_t rows[3][SUGGEST_NAME_BYTES + 1];
    size_t *above = rows[0], *last = rows[1], *row = rows[2];

    if (a.len > SUGGEST_NAME_BYTES || b.len > SUGGEST_NAME_BYTES)
        return SIZE_MAX;
    for (size_t j = 0; j <= b.len; j++)
        last[j] = j;
    for (size_t i = 1; i <= a.len; i++) {
        size_t *reused = above;

        row[0] = i;
        for (size_t j = 1; j <= b.len; j++) {
            row[j] = least(last[j - 1] + (a.at[i - 1] != b.at[j - 1]), least(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a.at[i - 1] == b.at[j - 2] && a.at[i - 2] == b.at[j - 1])
                row[j] = least(row[j], above[j - 2] + 1);
        }
        above = last;
        last = row;
        row = reused;
    }
    return last[b.len];
}

void suggest_offer(struct suggestion *suggestion, struct span name)
{
    struct span typed = suggestion->typed;
    bool is_beginning = typed.len >= PREFIX_MIN && span_equals(span_part(name, 0, typed.len), typed);
    size_t distance = is_beginning ? 1 : suggest_distance(typed, name);

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
