/* SPDX-License-Identifier: MIT */
/* Reads the code of declarations, where no slash begins a regular expression. */
#include "config.h"

#include "markup/js_cursor.h"

#include "markup/js_use.h"

void js_cursor_skip(struct js_cursor *cursor)
{
    while (cursor->at < cursor->text.len) {
        struct span rest = span_part(cursor->text, cursor->at, 2);

        if (span_is(rest, "/*"))
            cursor->at = js_use_comment_end(cursor->text, cursor->at + 2);
        else if (span_is(rest, "//"))
            cursor->at += span_find(span_part(cursor->text, cursor->at, cursor->text.len), '\n');
        else if (ascii_is_white(rest.at[0]))
            cursor->at++;
        else
            break;
    }
}

bool js_cursor_take(struct js_cursor *cursor, char c)
{
    js_cursor_skip(cursor);
    if (cursor->at == cursor->text.len || cursor->text.at[cursor->at] != c)
        return false;
    cursor->at++;
    return true;
}

struct span js_cursor_name(struct js_cursor *cursor)
{
    size_t from;

    js_cursor_skip(cursor);
    from = cursor->at;
    while (cursor->at < cursor->text.len && js_cursor_is_name(cursor->text.at[cursor->at]))
        cursor->at++;
    return span_part(cursor->text, from, cursor->at - from);
}

bool js_cursor_word(struct js_cursor *cursor, const char *word)
{
    struct js_cursor ahead = *cursor;
    bool found = span_is(js_cursor_name(&ahead), word);

    if (found)
        *cursor = ahead;
    return found;
}

struct span js_cursor_string(struct js_cursor *cursor)
{
    size_t from, at;
    char quote;

    js_cursor_skip(cursor);
    from = at = cursor->at;
    quote = at < cursor->text.len ? cursor->text.at[at] : '\0';
    if (quote != '"' && quote != '\'')
        return span_make(NULL, 0);
    for (at++; at < cursor->text.len && cursor->text.at[at] != quote; at++)
        if (cursor->text.at[at] == '\\')
            at++;
    if (at >= cursor->text.len)
        return span_make(NULL, 0);
    cursor->at = at + 1;
    return span_part(cursor->text, from, cursor->at - from);
}
