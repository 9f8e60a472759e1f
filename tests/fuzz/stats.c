/* SPDX-License-Identifier: MIT */
/* Figures of any bytes: parts are never more than the whole, a file is open, closed or partly so, and two
 * files add up to what each has. */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>

#include "fuzz.h"
#include "lint/stats.h"

static void check_file(const struct stats_file *file)
{
    const double *figures = file->figures;
    bool is_page = measure_has(file->traits, TRAIT_HTML);

    demand(figures[FIGURE_UNPARSED_LINES] <= figures[FIGURE_LINES]);
    demand(figures[FIGURE_LINES] <= figures[FIGURE_BYTES] + 1);
    demand(figures[FIGURE_COMMENT_LINES] <= figures[FIGURE_COMMENTED_LINES]);
    demand(figures[FIGURE_UNPARSED_PERCENT] >= 0 && figures[FIGURE_UNPARSED_PERCENT] <= 100);
    demand(figures[FIGURE_USER_AGENTS] + figures[FIGURE_DIRECTIVES] + figures[FIGURE_SITEMAPS] <=
           figures[FIGURE_LINES]);
    demand(figures[FIGURE_GROUPS] <= figures[FIGURE_USER_AGENTS]);
    demand(measure_has(file->traits, TRAIT_OPEN) + measure_has(file->traits, TRAIT_CLOSED) +
               measure_has(file->traits, TRAIT_PARTLY) ==
           !is_page);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span body = span_make((const char *)data, size), half = span_part(body, 0, size / 2);
    struct stats stats;
    struct tally_row *names;
    size_t count, times = 0;

    stats_init(&stats, span_of("tiptoe"));
    stats_add(&stats, body);
    stats_add(&stats, half);
    check_file(&stats.files[0]);
    check_file(&stats.files[1]);
    demand(stats.files[0].figures[FIGURE_USER_AGENTS] + stats.files[1].figures[FIGURE_USER_AGENTS] <=
           (double)stats.agent_disallows.count);
    names = tally_rows(&stats.names, &count);
    for (size_t i = 0; i < count; i++) {
        demand(names[i].files >= 1 && names[i].files <= 2 && names[i].files <= names[i].times);
        times += names[i].times;
    }
    demand(times == stats.names.count);
    free(names);
    stats_release(&stats);
    return 0;
}
