/* SPDX-License-Identifier: MIT */
/* Makes text from outside harmless to terminals and logs. */
#include "config.h"

#include "term/message.h"

#include "base/utf8.h"

int safe_add(struct buf *out, struct span text)
{
    size_t clean = 0; /* start of the text that is not copied yet */
    size_t at = 0;
    int error = 0;

    while (at < text.len && !error) {
        uint32_t c;
        size_t len = utf8_decode(text.at + at, text.len - at, &c);

        if (len > 0 && !utf8_is_harmful(c)) {
            at += len;
            continue;
        }
        error = buf_add(out, text.at + clean, at - clean);
        if (len == 0)
            len = 1;
        for (; len > 0 && !error; len--)
            error = buf_add_format(out, "\\x%02X", (unsigned char)text.at[at++]);
        clean = at;
    }
    return error ? error : buf_add(out, text.at ? text.at + clean : "", at - clean);
}
