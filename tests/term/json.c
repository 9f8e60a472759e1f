/* SPDX-License-Identifier: MIT */
/* JSON strings, held against the reader that tests use, too. */
#include "config.h"

#include "term/json.h"

#include "base/error.h"
#include "json.h"
#include "tap.h"

static void check(struct span text, const char *wanted)
{
    struct buf out;

    buf_init(&out, 1024);
    is_int(json_add_string(&out, text), 0, "fits");
    is_str(buf_text(&out), wanted, wanted);
    buf_release(&out);
}

/* What is good UTF-8 comes back as it was. */
static void check_back(struct span text)
{
    struct json *value;
    struct span rest;
    struct buf out;

    buf_init(&out, 4096);
    (void)json_add_string(&out, text);
    rest = buf_span(&out);
    value = json_next(&rest);
    ok(value && value->type == JSON_STRING && span_equals(value->text, text), "%s comes back",
       buf_text(&out));
    json_free(value);
    buf_release(&out);
}

int main(void)
{
    struct buf tiny;
    char ascii[127];

    for (int i = 0; i < 127; i++)
        ascii[i] = (char)(i + 1);
    check(span_of(""), "\"\"");
    check(span_of("a\"b\\c\n\r\t"), "\"a\\\"b\\\\c\\n\\r\\t\"");
    check(span_make("\0\x1f\x7f", 3), "\"\\u0000\\u001f\\u007f\"");
    check(span_of("\xc2\x85\xc3\xa9\xf0\x9f\x98\x80"), "\"\\u0085\xc3\xa9\xf0\x9f\x98\x80\"");
    check(span_of("\xff\xc3"), "\"\\ufffd\\ufffd\"");
    check_back(span_make(ascii, sizeof ascii));
    check_back(span_of("\xc2\x80\xe2\x80\xae\xef\xbf\xbf"));
    buf_init(&tiny, 4);
    is_int(json_add_string(&tiny, span_of("abcdef")), ERROR_TOO_LARGE, "too long for the buffer");
    buf_release(&tiny);
    return done();
}
