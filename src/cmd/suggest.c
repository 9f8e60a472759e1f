/* SPDX-License-Identifier: MIT */
/* Finds the nearest known name by edit distance, for commands, options and choices. A name counts as near
 * within a third of the typed length, and when the typed text is its beginning. */
#include "config.h"

#include "cmd/suggest.h"

#include "robots/text.h"

enum { PREFIX_MIN = 2 };

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
