/* SPDX-License-Identifier: MIT */
/* Image candidates, as the WHATWG HTML standard parses a srcset attribute. Descriptors are passed over, not
 * judged: a candidate with bad ones is one too. */
#include "config.h"

#include "markup/srcset.h"

static bool is_white(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r' && c != '\v');
}

/* After the comma that ends the descriptors which begin at AT, or the end; commas in parentheses end nothing.
 */
static size_t after_descriptors(struct span text, size_t at)
{
    bool inside = false;

    for (; at < text.len; at++) {
        if (text.at[at] == '(')
            inside = true;
        else if (text.at[at] == ')')
            inside = false;
        else if (text.at[at] == ',' && !inside)
            return at + 1;
    }
    return at;
}

bool srcset_next(struct span text, size_t *at, size_t *url_at, size_t *url_len)
{
    size_t start = *at;
    size_t end;

    while (start < text.len && (is_white(text.at[start]) || text.at[start] == ','))
        start++;
    if (start == text.len)
        return false;
    for (end = start; end < text.len && !is_white(text.at[end]);)
        end++;
    *at = end;
    *url_at = start;
    if (text.at[end - 1] == ',') {
        while (text.at[end - 1] == ',')
            end--;
    } else {
        *at = after_descriptors(text, end);
    }
    *url_len = end - start;
    return true;
}
