/* SPDX-License-Identifier: MIT */
/* The writer of JSON, and the reader that tests use: it reads valid data and refuses invalid data. */
#include "config.h"

#include "base/json.h"

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

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
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

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
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

/* Every value of the file NAME can be read. Releases BYTES. */
static void check_values(const char *name, struct buf *bytes)
{
    struct span rest = buf_span(bytes);
    bool whole = true;

    while (rest.len > 0 && whole) {
        struct json *value = json_next(&rest);

        whole = value != NULL;
        json_free(value);
    }
    ok(whole, "all of %s is read", name);
    buf_release(bytes);
}

static void test_files(void)
{
    static const char *const own[] = {"tests/robots/cases.jsonl", "tests/robots/meta-cases.jsonl"};
    static const char *const third_party[] = {"url/urltestdata.json",
                                              "url/toascii.json",
                                              "url/IdnaTestV2.json",
                                              "url/percent-encoding.json",
                                              "html5lib-tokenizer/test3.test",
                                              "html5lib-tokenizer/namedEntities.test",
                                              "html5lib-tokenizer/unicodeCharsProblematic.test"};
    struct buf bytes;

    for (size_t i = 0; i < COUNT_OF(own); i++) {
        ok(source_read(own[i], &bytes), "%s can be opened", own[i]);
        check_values(own[i], &bytes);
    }
    for (size_t i = 0; i < COUNT_OF(third_party); i++) {
        if (conformance_read(third_party[i], &bytes)) {
            check_values(third_party[i], &bytes);
        } else {
            ok(true, "%s # SKIP not installed (tests/conformance.md)", third_party[i]);
            buf_release(&bytes);
        }
    }
}

static void test_written_text(void)
{
    static const struct {
        const char *text;
        const char *json;
    } cases[] = {
        {"", "\"\""},
        {"plain", "\"plain\""},
        {"\"\\/", "\"\\\"\\\\/\""},
        {"a\tb\r\n", "\"a\\tb\\r\\n\""},
        {"\x01\x1b[2J\x7f", "\"\\u0001\\u001b[2J\\u007f\""},
        {"\xc2\x9b", "\"\\u009b\""},
        {"\xc3\xa9", "\"\xc3\xa9\""},
        {"\xe2\x80\xaegpj", "\"\\u202egpj\""},
        {"\xf3\xa0\x80\xa1", "\"\\udb40\\udc21\""},
        {"\xf0\x9f\x98\x80", "\"\xf0\x9f\x98\x80\""},
        {"x\xffy\xc3", "\"x\\ufffdy\\ufffd\""},
        {"\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\""},
    };
    struct json_writer json;
    struct buf out;

    buf_init(&out, 1000);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        buf_clear(&out);
        json_init(&json, &out);
        json_text(&json, span_of(cases[i].text));
        is_span(buf_span(&out), span_of(cases[i].json), cases[i].json);
    }
    buf_clear(&out);
    json_init(&json, &out);
    json_text(&json, span_make("a\0b", 3));
    is_span(buf_span(&out), span_of("\"a\\u0000b\""), "a NUL");
    buf_release(&out);
    buf_init(&out, 4);
    json_init(&json, &out);
    json_text(&json, span_of("abcdef"));
    ok(out.full, "too long for the buffer");
    buf_release(&out);
}

/* What is good UTF-8 can be read again as it was. */
static void test_text_comes_back(void)
{
    char ascii[128] = {0};
    const struct span cases[] = {span_make(ascii, sizeof ascii),
                                 span_of("\xc2\x80\xe2\x80\xae\xef\xbf\xbf\xf3\xa0\x80\xa1")};

    for (int i = 0; i < 128; i++)
        ascii[i] = (char)i;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct json_writer json;
        struct json *value;
        struct span rest;
        struct buf out;

        buf_init(&out, 4096);
        json_init(&json, &out);
        json_text(&json, cases[i]);
        rest = buf_span(&out);
        value = json_next(&rest);
        is_span(value ? value->text : span_of("refused"), cases[i], "comes back");
        json_free(value);
        buf_release(&out);
    }
}

static void test_written_numbers(void)
{
    static const struct {
        double number;
        const char *json;
    } cases[] = {{0, "0"},           {10, "10"},       {-3, "-3"},        {0.5, "0.5"},
                 {1.0 / 3, "0.333"}, {1e6, "1000000"}, {100.25, "100.25"}};
    struct json_writer json;
    struct buf out;

    buf_init(&out, 1000);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        buf_clear(&out);
        json_init(&json, &out);
        json_number(&json, cases[i].number);
        is_span(buf_span(&out), span_of(cases[i].json), cases[i].json);
    }
    buf_clear(&out);
    json_init(&json, &out);
    json_integer(&json, INT64_MIN);
    is_str(buf_text(&out), "-9223372036854775808", "the least integer");
    buf_release(&out);
}

static void test_written_trees(void)
{
    struct json_writer json;
    struct buf out;
    struct span rest;
    struct json *read;

    buf_init(&out, 1000);
    json_init(&json, &out);
    json_open(&json, '{');
    json_member_integer(&json, "a", 1);
    json_key(&json, "b");
    json_open(&json, '[');
    for (int i = 0; i < 2; i++) {
        json_line(&json);
        json_open(&json, '{');
        json_member_bool(&json, "i", i == 0);
        json_close(&json);
    }
    json_close(&json);
    json_key(&json, "c");
    json_open(&json, '[');
    json_close(&json);
    json_member_number(&json, "d", 0.25);
    json_member_text(&json, "e", span_of("f"));
    json_close(&json);
    is_str(buf_text(&out), "{\"a\":1,\"b\":[\n{\"i\":true},\n{\"i\":false}],\"c\":[],\"d\":0.25,\"e\":\"f\"}",
           "objects, arrays, lines");
    rest = buf_span(&out);
    read = json_next(&rest);
    ok(read && rest.len == 0 && json_is_true(json_get(read, "b")->first, "i"), "and it can be read");
    json_free(read);
    buf_release(&out);
}

int main(void)
{
    test_written_text();
    test_text_comes_back();
    test_written_numbers();
    test_written_trees();
    test_strings();
    test_refused();
    test_trees();
    test_files();
    return done();
}
