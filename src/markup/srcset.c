/* SPDX-License-Identifier: MIT */
/* Finds the image candidates of a srcset attribute as the WHATWG HTML standard parses it. Departure:
 * descriptors are skipped unchecked, so a candidate with invalid descriptors counts too. */
#include "config.h"

#include "markup/srcset.h"

static bool is_white(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r' && c != '\v');
}

/* Returns the position after the comma that ends the descriptors at AT, or the end of the text. Commas in
 * parentheses do not count. */
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
