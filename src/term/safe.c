/* SPDX-License-Identifier: MIT */
/* Text from outside made harmless to terminals and logs. */
#include "config.h"

#include "term/safe.h"

#include <stdint.h>

#include "base/utf8.h"

/* True for characters that move the cursor, hide or reorder what is printed. */
static bool is_harmful(uint32_t c)
{
    static const struct range {
        uint32_t first, last;
    } harmful[] = {
        {0x00, 0x1f},       /* C0 */
        {0x7f, 0x9f},       /* DEL, C1 */
        {0xad, 0xad},       /* soft hyphen */
        {0x61c, 0x61c},     /* Arabic letter mark */
        {0x200e, 0x200f},   /* left-to-right and right-to-left marks */
        {0x2028, 0x202e},   /* separators, embeddings, overrides */
        {0x2060, 0x206f},   /* invisible operators, isolates */
        {0xfeff, 0xfeff},   /* byte order mark */
        {0xfff9, 0xfffb},   /* interlinear annotation */
        {0xe0000, 0xe0fff}, /* tags, selectors */
    };

    for (size_t i = 0; i < sizeof harmful / sizeof harmful[0]; i++)
        if (c >= harmful[i].first && c <= harmful[i].last)
            return true;
    return false;
}

int safe_add(struct buf *out, struct span text)
{
    size_t clean = 0; /* where the text begins that is still to be copied */
    size_t at = 0;
    int error = 0;

    while (at < text.len && !error) {
        uint32_t c;
        size_t len = utf8_decode(text.at + at, text.len - at, &c);

        if (len > 0 && !is_harmful(c)) {
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
