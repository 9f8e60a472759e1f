/* SPDX-License-Identifier: MIT */
/* Page-level tags. An input is an agent and then lines, each of which is both a header line and an element's
 * content. Whatever they are: the verdict is the sum of the terms, every term lies in its source, and more
 * sources never allow more. */
#include "config.h"

#include <stdint.h>

#include "fuzz.h"
#include "robots/meta.h"

enum { LINES_MAX = 64 };

static void check_terms(const struct meta_verdict *verdict, const struct meta_input *input)
{
    unsigned effects = 0;

    for (size_t i = 0; i < verdict->term_count; i++) {
        const struct meta_term *term = &verdict->terms[i];
        bool is_element = term->source == META_ELEMENT;
        struct span source;

        demand(term->index < (is_element ? input->entry_count : input->header_count));
        source = is_element ? input->entries[term->index].content : input->headers[term->index];
        demand(term->text.len > 0 && term->text.at >= source.at);
        demand(term->text.at + term->text.len <= source.at + source.len);
        effects |= term->effect;
    }
    demand(verdict->effects == effects);
    demand(verdict->unavailable_at_ms == -1 || verdict->unavailable_at_ms > input->now_ms);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span rest = span_make((const char *)data, size), headers[LINES_MAX];
    struct meta_entry entries[LINES_MAX];
    struct meta_input input = {.headers = headers, .entries = entries, .now_ms = 1234567890123};
    struct meta_verdict verdict;
    unsigned effects;

    input.agent = span_take_until(&rest, '\n');
    for (; rest.len > 0 && input.header_count < LINES_MAX; input.header_count++, input.entry_count++) {
        struct span line = span_take_until(&rest, '\n');

        headers[input.header_count] = line;
        entries[input.entry_count] = (struct meta_entry){.name = span_of("robots"), .content = line};
    }
    meta_init(&verdict);
    meta_judge(&verdict, &input);
    check_terms(&verdict, &input);
    effects = verdict.effects;
    input.entry_count = 0;
    meta_judge(&verdict, &input);
    check_terms(&verdict, &input);
    demand((verdict.effects & ~effects) == 0);
    meta_release(&verdict);
    return 0;
}
