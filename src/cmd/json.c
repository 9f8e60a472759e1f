/* SPDX-License-Identifier: MIT */
/* Text of the remote is made safe, then escaped. */
#include "config.h"

#include "cmd/json.h"

#include <inttypes.h>

#include "term/safe.h"

static void add_comma(struct buf *out)
{
    if (out->len > 0 && !memchr("{[:,", out->at[out->len - 1], 4))
        buf_add_byte(out, ',');
}

void json_open(struct buf *out, char bracket)
{
    add_comma(out);
    buf_add_byte(out, bracket);
}

void json_close(struct buf *out, char bracket)
{
    buf_add_byte(out, bracket);
}

void json_key(struct buf *out, const char *key)
{
    add_comma(out);
    buf_add_format(out, "\"%s\":", key);
}

void json_text(struct buf *out, struct span text)
{
    struct buf safe;

    add_comma(out);
    buf_init(&safe, 4 * text.len + 1);
    (void)safe_add(&safe, text);
    buf_add_byte(out, '"');
    for (size_t i = 0; i < safe.len; i++) {
        if (safe.at[i] == '"' || safe.at[i] == '\\')
            buf_add_byte(out, '\\');
        buf_add_byte(out, safe.at[i]);
    }
    buf_add_byte(out, '"');
    buf_release(&safe);
}

void json_number(struct buf *out, double number)
{
    add_comma(out);
    buf_add_format(out, "%.3f", number);
    while (out->at[out->len - 1] == '0')
        buf_cut(out, out->len - 1);
    if (out->at[out->len - 1] == '.')
        buf_cut(out, out->len - 1);
}

void json_bool(struct buf *out, bool value)
{
    add_comma(out);
    buf_add_text(out, value ? "true" : "false");
}
