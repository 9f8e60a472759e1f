/* SPDX-License-Identifier: MIT */
/* Encodings: whatever a page says of its own, there is a name, and its text becomes UTF-8; a decoded value
 * leads back to where it came from. */
#include "config.h"

#include "markup/charset.h"
#include "fuzz.h"
#include "markup/value.h"
#include "base/utf8.h"

static void check_utf8(struct span text)
{
    uint32_t code;

    for (size_t at = 0; at < text.len;) {
        size_t len = utf8_next(text, at, &code);

        demand(code != UTF8_REPLACEMENT || span_starts(span_part(text, at, len), "\xef\xbf\xbd"));
        at += len;
    }
}

/* Characters of no reference and no other encoding stand where the map says. */
static void check_value(struct span raw, struct transcoder *transcoder, const char *encoding)
{
    struct value value;
    size_t last = 0;

    value = (struct value){0};
    value_decode(&value, raw, transcoder, encoding, true);
    for (size_t i = 0; i <= value.text.len; i++) {
        size_t at = value_raw(&value, i);

        demand(at >= last && at <= raw.len);
        last = at;
    }
    demand(last == raw.len);
    value_release(&value);
}

/* Every name is a label of its own encoding. */
static bool is_name(const char *encoding)
{
    const char *found = charset_find(span_of(encoding));

    return found && strcmp(found, encoding) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span text = span_make((const char *)data, size);
    const char *encoding = charset_of_page(text, span_of(""), size % 2);
    const char *sheet = charset_of_css(text, text, "Big5");
    struct transcoder transcoder = {0};
    struct buf out;

    buf_init(&out, 1024 * 1024 * 1024);
    demand(is_name(encoding) && is_name(sheet));
    demand(!transcode(&transcoder, encoding, text, &out));
    check_utf8(buf_span(&out));
    if (charset_kind(encoding) <= CHARSET_ASCII_SAFE)
        check_value(text, &transcoder, encoding);
    buf_release(&out);
    transcoder_release(&transcoder);
    return 0;
}
