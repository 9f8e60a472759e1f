/* SPDX-License-Identifier: MIT */
/* The JSON reader of the tests: what it makes of good data, and that it refuses bad data. */
#include "config.h"

#include "json.h"

#include "tap.h"

static void test_strings(void)
{
    static const struct {
        const char *json;
        const char *text;
    } cases[] = {
        {"\"\"", ""},
        {"\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "a\"\\/\b\f\n\r\t"},
        {"\"\\u0041\\u00e9\\u20AC\"", "A\xc3\xa9\xe2\x82\xac"},
        {"\"\\ud83d\\ude00\"", "\xf0\x9f\x98\x80"},
        {"\"\\ud83dx\"", "\xed\xa0\xbdx"},
        {"\"\\ud83d\\u0041\"", "\xed\xa0\xbd"
                               "A"},
        {"\"\\ude00\\ud83d\"", "\xed\xb8\x80\xed\xa0\xbd"},
        {"\"\xc3\xa9\"", "\xc3\xa9"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct span rest = span_of(cases[i].json);
        struct json *value = json_next(&rest);

        is_span(value ? value->text : span_of("refused"), span_of(cases[i].text), cases[i].json);
        json_free(value);
    }
}

static void test_refused(void)
{
    static const char *const cases[] = {"",        "\"",        "[1",          "[1,", "{\"a\"}", "{\"a\":1,}",
                                        "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "nul", "]",       "{1:2}"};

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct span rest = span_of(cases[i]);
        struct json *value = json_next(&rest);

        ok(!value, "refused: %s", cases[i]);
        json_free(value);
    }
}

static void test_trees(void)
{
    struct span rest = span_of(" {\"a\": [1, -2.5e1, true, false, null, {}], \"b\": \"x\\ud800y\"}\n[]\n");
    struct json *object = json_next(&rest), *array = json_next(&rest);
    struct json *item = json_get(object, "a")->first;

    ok(array && array->type == JSON_ARRAY && !array->first && rest.len == 0, "two lines, two values");
    ok(item->number > 0.9 && item->number < 1.1, "a number");
    ok(item->next->number > -25.1 && item->next->number < -24.9, "a negative number with an exponent");
    is_int(item->next->next->type, JSON_TRUE, "true");
    is_int(item->next->next->next->type, JSON_FALSE, "false");
    is_int(item->next->next->next->next->type, JSON_NULL, "null");
    is_int(item->next->next->next->next->next->type, JSON_OBJECT, "an object");
    json_scalars(object->first->next);
    is_span(json_get_text(object, "b"), span_of("x\xef\xbf\xbdy"), "a lone surrogate replaced");
    ok(!json_get(object, "c") && json_get_text(object, "c").len == 0, "a member that is not there");
    json_free(object);
    json_free(array);
}

static void test_files(void)
{
    static const char *const names[] = {"url/urltestdata.json",
                                        "url/toascii.json",
                                        "url/IdnaTestV2.json",
                                        "url/percent-encoding.json",
                                        "robots/cases.jsonl",
                                        "robots/meta-cases.jsonl",
                                        "html5lib-tokenizer/test3.test",
                                        "html5lib-tokenizer/namedEntities.test",
                                        "html5lib-tokenizer/unicodeCharsProblematic.test"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct buf bytes;
        struct span rest;
        bool whole = true;

        if (!conformance_read(names[i], &bytes)) {
            ok(true, "%s # SKIP not there; set TIPTOE_CONFORMANCE", names[i]);
            buf_release(&bytes);
            continue;
        }
        rest = buf_span(&bytes);
        while (rest.len > 0 && whole) {
            struct json *value = json_next(&rest);

            whole = value != NULL;
            json_free(value);
        }
        ok(whole, "all of %s is read", names[i]);
        buf_release(&bytes);
    }
}

int main(void)
{
    test_strings();
    test_refused();
    test_trees();
    test_files();
    return done();
}
