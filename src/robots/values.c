/* SPDX-License-Identifier: MIT */
/* Values of rules: lenient if the rule restricts, strict if it allows. */
#include "config.h"

#include "robots/values.h"

#include "robots/text.h"

/* Is VALUE several paths, not one path with spaces? */
static bool is_path_list(struct span value)
{
    struct span word;
    size_t count = 0;

    if (span_find(value, '*') < value.len || span_find(value, '$') < value.len)
        return false;
    for (; (word = text_take_word(&value)).len > 0; count++) {
        if (word.at[0] != '/')
            return false;
    }
    return count > 1;
}

void value_paths_start(struct value_paths *paths, const struct robots_line *line)
{
    struct span value = line->value;

    while (span_starts(value, ":"))
        value = text_trim(span_part(value, 1, value.len));
    if (line->unquoted || (value.len > 0 && value.at[0] != '/'))
        value = text_trim(text_unquote(value));
    *paths = (struct value_paths){.rest = value, .is_list = is_path_list(value)};
}

bool value_paths_next(struct value_paths *paths, struct span *path)
{
    if (paths->is_list) {
        *path = text_take_word(&paths->rest);
    } else {
        *path = paths->rest;
        paths->rest.len = 0;
    }
    return path->len > 0;
}

bool value_is_proper_allow(const struct robots_line *line)
{
    struct span value = line->value;

    if (line->damaged || line->trimmed || value.len == 0 || (value.at[0] != '/' && value.at[0] != '*'))
        return false;
    for (size_t i = 0; i < value.len; i++) {
        if (text_is_space(value.at[i]) || text_is_control(value.at[i]))
            return false;
    }
    return true;
}
