/* SPDX-License-Identifier: MIT */
/* Character references as attribute values hold them, legacy encodings, and the way back to the bytes. */
#include "config.h"

#include "markup/value.h"

#include "json.h"
#include "tap.h"

static const struct {
    const char *raw;
    const char *text;
} references[] = {
    {"plain", "plain"},
    {"a&amp;b", "a&b"},
    {"a&ampb", "a&ampb"},
    {"a&amp=b", "a&amp=b"},
    {"a&amp", "a&"},
    {"a&amp/b", "a&/b"},
    {"?a=1&copy=2", "?a=1&copy=2"},
    {"?a=1&copy;=2", "?a=1\xc2\xa9=2"},
    {"&notit;", "&notit;"},
    {"&notin;", "\xe2\x88\x89"},
    {"&unknown;", "&unknown;"},
    {"&", "&"},
    {"&;", "&;"},
    {"&#", "&#"},
    {"&#x", "&#x"},
    {"&#xg;", "&#xg;"},
    {"&#65", "A"},
    {"&#65b", "Ab"},
    {"&#x41;&#X42;", "AB"},
    {"&#128;", "\xe2\x82\xac"},
    {"&#0;", "\xef\xbf\xbd"},
    {"&#xD800;", "\xef\xbf\xbd"},
    {"&#x110000;", "\xef\xbf\xbd"},
    {"&#99999999999999999999;", "\xef\xbf\xbd"},
    {"&#x1F600;", "\xf0\x9f\x98\x80"},
    {"&NotEqualTilde;", "\xe2\x89\x82\xcc\xb8"},
    {"&AMP", "&"},
    {"&zwnj;&zwj;", "\xe2\x80\x8c\xe2\x80\x8d"},
};

static void test_references(struct value *value, struct transcoder *transcoder)
{
    for (size_t i = 0; i < COUNT_OF(references); i++) {
        value_decode(value, tap_exact(span_of(references[i].raw)), transcoder, NULL, true);
        is_span(value->text, span_of(references[i].text), references[i].raw);
    }
    value_decode(value, span_of("a&amp;b"), transcoder, NULL, false);
    is_span(value->text, span_of("a&amp;b"), "left alone where references mean nothing");
    value_decode(value, span_make("a\0b", 3), transcoder, NULL, true);
    is_span(value->text,
            span_of("a\xef\xbf\xbd"
                    "b"),
            "U+0000 is replaced");
}

static const struct {
    const char *encoding;
    const char *raw;
    const char *text;
} encodings[] = {
    {"UTF-8", "\xc3\xa9", "\xc3\xa9"},
    {"windows-1252", "x\x80\xe9\x81y", "x\xe2\x82\xac\xc3\xa9\xc2\x81y"},
    {"windows-1251", "\xef\xf0&#33;\xe8", "\xd0\xbf\xd1\x80!\xd0\xb8"},
    {"EUC-JP",
     "a\xa4\xa2"
     "b",
     "a\xe3\x81\x82"
     "b"},
    {"EUC-JP", "a\xa4", "a\xef\xbf\xbd"},
    {"KOI8-R", "\xc1", "\xd0\xb0"},
    {"x-user-defined", "\x80", "\xef\x9e\x80"},
    {"ISO-8859-8-I", "\xe0", "\xd7\x90"},
    {"x-mac-cyrillic", "\xa2", "\xd2\x90"},
};

static void test_encodings(struct value *value, struct transcoder *transcoder)
{
    for (size_t i = 0; i < COUNT_OF(encodings); i++) {
        value_decode(value, span_of(encodings[i].raw), transcoder, encodings[i].encoding, true);
        is_span(value->text, span_of(encodings[i].text), encodings[i].encoding);
    }
}

/* For each '|' in TEXT: where it stands in the raw bytes. */
static void check_map(struct value *value, struct transcoder *transcoder, const char *encoding,
                      const char *raw)
{
    struct span bytes = span_of(raw);
    size_t from = 0;

    value_decode(value, bytes, transcoder, encoding, true);
    for (size_t i = 0; i < value->text.len; i++) {
        if (value->text.at[i] != '|')
            continue;
        from += span_find(span_part(bytes, from, bytes.len), '|');
        is_int(value_raw(value, i), from++, raw);
    }
    is_int(value_raw(value, value->text.len), bytes.len, "the end leads to the end");
}

static void test_map(struct value *value, struct transcoder *transcoder)
{
    check_map(value, transcoder, NULL, "|a|");
    check_map(value, transcoder, NULL, "&amp;|a&lt|b|&copy;|&#x1f600;|");
    check_map(value, transcoder, "windows-1251", "|\xef\xf0|&amp;|\xe8|");
    value_decode(value, span_of("ab&amp;cd"), transcoder, NULL, true);
    is_int(value_raw(value, 2), 2, "a reference begins where its '&' is");
    is_int(value_raw(value, 3), 7, "and ends after its ';'");
    value_decode(value, span_of("a\x80\x80z"), transcoder, "windows-1252", true);
    is_int(value_raw(value, 1), 1, "bytes that are three each in UTF-8");
    is_int(value_raw(value, 6), 3, "no place in them is beyond their end");
    is_int(value_raw(value, 7), 3, "where the next text is found");
    value_decode(value, span_of("&amp;&lt;&gt;"), transcoder, NULL, true);
    is_int(value->count, 4, "references that follow each other share points");
}

/* html5lib's tests of references are of text; where the rules for attributes are the same, they judge here
 * too. */
static bool is_same_in_attributes(struct span input, struct span output)
{
    if (input.len < 2 || input.at[0] != '&')
        return false;
    for (size_t i = 1; i + 1 < input.len; i++) {
        if (!ascii_is_alpha(input.at[i]) && !ascii_is_digit(input.at[i]) && input.at[i] != '#')
            return false;
    }
    return output.at[0] == '&' || !strchr(";abcdefghijklmnopqrstuvwxyz", output.at[output.len - 1]);
}

static void test_html5lib(struct value *value, struct transcoder *transcoder, const char *name)
{
    struct buf text;
    struct span rest;
    struct json *all;
    unsigned cases = 0, failed = 0;

    if (!conformance_read(name, &text)) {
        ok(true, "html5lib's references # SKIP %s is not installed; see tests/conformance.md", name);
        return;
    }
    rest = buf_span(&text);
    all = json_next(&rest);
    for (const struct json *test = all ? all->first->first : NULL; test; test = test->next) {
        const struct json *output = json_get(test, "output");
        struct span input = json_get_text(test, "input");

        if (!output->first || output->first->next ||
            !is_same_in_attributes(input, output->first->first->next->text))
            continue;
        value_decode(value, input, transcoder, NULL, true);
        cases++;
        if (span_equals(value->text, output->first->first->next->text))
            continue;
        failed++;
        tap_show("input", input);
        tap_show("seen", value->text);
    }
    ok(cases > 300 && failed == 0, "%s: %u of %u cases", name, cases - failed, cases);
    json_free(all);
    buf_release(&text);
}

int main(void)
{
    struct value value;
    struct transcoder transcoder = {0};

    value = (struct value){0};
    test_references(&value, &transcoder);
    test_encodings(&value, &transcoder);
    test_map(&value, &transcoder);
    test_html5lib(&value, &transcoder, "html5lib-tokenizer/namedEntities.test");
    test_html5lib(&value, &transcoder, "html5lib-tokenizer/numericEntities.test");
    value_release(&value);
    transcoder_release(&transcoder);
    return done();
}
