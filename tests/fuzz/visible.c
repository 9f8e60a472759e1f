/* SPDX-License-Identifier: MIT */
/* The text of a page, and its words. The first line of an input is a Content-Type, the rest a page. The text
 * is valid UTF-8 with single spaces and no control characters, and comes back from its words. */
#include "config.h"

#include <stdint.h>

#include "base/utf8.h"
#include "extract/visible.h"
#include "fuzz.h"
#include "search/search.h"

static void claim_clean(struct span text)
{
    demand(utf8_is_valid(text));
    demand(text.len == 0 || (text.at[0] != ' ' && text.at[text.len - 1] != ' '));
    for (size_t i = 0; i < text.len; i++) {
        demand((unsigned char)text.at[i] >= ' ' && text.at[i] != 0x7f);
        demand(i == 0 || text.at[i] != ' ' || text.at[i - 1] != ' ');
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span page = span_make((const char *)data, size), type = span_take_until(&page, '\n');
    struct visible visible;
    struct buf text, words, joined, query;
    int error;

    visible_init(&visible);
    buf_init(&text, VISIBLE_TEXT_MAX);
    buf_init(&words, 4 * (size_t)VISIBLE_TEXT_MAX);
    buf_init(&joined, VISIBLE_TEXT_MAX);
    buf_init(&query, 8 * (size_t)WORDS_QUERY_MAX);
    visible_read(&visible, page, type, &text);
    claim_clean(buf_span(&text));
    demand(words_separate(&words, buf_span(&text)) == 0);
    demand(words_join(&joined, buf_span(&words)) == 0);
    demand(span_equals(buf_span(&joined), buf_span(&text)));
    error = words_query(&query, span_part(page, 0, WORDS_QUERY_MAX));
    demand(error || query.len > 0);
    buf_release(&text);
    buf_release(&words);
    buf_release(&joined);
    buf_release(&query);
    visible_release(&visible);
    return 0;
}
