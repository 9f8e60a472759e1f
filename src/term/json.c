/* SPDX-License-Identifier: MIT */
/* Strings of JSON (RFC 8259, section 7), pure ASCII where that matters to a terminal: controls, DEL and C1
 * are written as escapes. */
#include "config.h"

#include "term/json.h"

#include "base/utf8.h"

/* The letter after the backslash for characters that have one; 0 for others. */
static char short_escape(uint32_t character)
{
    switch (character) {
    case '"':
    case '\\':
        return (char)character;
    case '\n':
        return 'n';
    case '\r':
        return 'r';
    case '\t':
        return 't';
    default:
        return '\0';
    }
}

static void add_character(struct buf *out, const char *bytes, size_t len, uint32_t character)
{
    char letter = short_escape(character);

    if (len == 0)
        (void)buf_add_text(out, "\\ufffd");
    else if (letter)
        (void)buf_add_format(out, "\\%c", letter);
    else if (character < 0x20 || (character >= 0x7f && character < 0xa0))
        (void)buf_add_format(out, "\\u%04x", (unsigned)character);
    else
        (void)buf_add(out, bytes, len);
}

int json_add_string(struct buf *out, struct span text)
{
    (void)buf_add_byte(out, '"');
    for (size_t i = 0, len; i<text.len; i += len> 0 ? len : 1) {
        uint32_t character = 0;

        len = utf8_decode(text.at + i, text.len - i, &character);
        add_character(out, text.at + i, len, character);
    }
    return buf_add_byte(out, '"');
}
