/* SPDX-License-Identifier: MIT */
/* UTF-8 as RFC 3629 has it, nothing more. */
#include "config.h"

#include "base/utf8.h"

size_t utf8_decode(const char *bytes, size_t len, uint32_t *character)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000}; /* by length: below is overlong */
    unsigned char first = len > 0 ? (unsigned char)bytes[0] : 0xff;
    size_t need = first < 0x80   ? 1
                  : first < 0xc0 ? 0
                  : first < 0xe0 ? 2
                  : first < 0xf0 ? 3
                  : first < 0xf8 ? 4
                                 : 0;
    uint32_t value;

    if (need == 0 || need > len)
        return 0;
    value = need == 1 ? first : first & (0x7fU >> need);
    for (size_t i = 1; i < need; i++) {
        if (((unsigned char)bytes[i] & 0xc0) != 0x80)
            return 0;
        value = value << 6 | ((unsigned char)bytes[i] & 0x3f);
    }
    if (value < least[need] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
        return 0;
    *character = value;
    return need;
}

bool utf8_is_harmful(uint32_t character)
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
        if (character >= harmful[i].first && character <= harmful[i].last)
            return true;
    return false;
}

bool utf8_is_valid(struct span text)
{
    while (text.len > 0) {
        uint32_t character;
        size_t len = utf8_decode(text.at, text.len, &character);

        if (len == 0)
            return false;
        text = span_part(text, len, text.len);
    }
    return true;
}
