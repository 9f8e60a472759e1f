/* SPDX-License-Identifier: MIT */
/* Strings of JSON: which there are, where they lead from, what is not whole; paths, and what escapes say. */
#include "config.h"

#include "markup/js_scan.h"
#include "markup/json_scan.h"

#include "tap.h"

/* Each string as "key:" or "'value'", then '.' for a whole text or '!' where it ends being JSON. */
static const struct {
    const char *text;
    const char *found;
} scans[] = {
    {"\"a\"", "'a'."},
    {" \t\r\n\"a\"\n", "'a'."},
    {"\xef\xbb\xbf\"a\"", "'a'."},
    {"{}", "."},
    {"[]", "."},
    {"{\"a\":\"b\"}", "a:'b'."},
    {"{\"a\":\"b\",\"c\":[\"d\",\"e\"]}", "a:'b'c:'d''e'."},
    {"[[[\"a\"]],{\"b\":{\"c\":\"d\"}}]", "'a'b:c:'d'."},
    {"{\"a\":1,\"b\":true,\"c\":null,\"d\":false}", "a:b:c:d:."},
    {"[0,-0,1.5,-1e9,2E+3,3e-2,\"z\"]", "'z'."},
    {"[\"\\\"\",\"\\\\\",\"\\u00e9\",\"\\/\"]", "'\\\"''\\\\''\\u00e9''\\/'."},
    {"\"\xff\xc3\"", "'\xff\xc3'."},
    {"\"\"", "''."},
    {"\"\\u12g4\\q\"", "'\\u12g4\\q'."},
    {"{\"a\":\"b\",\"c\" : [ \"d\" ] , /* e */ \"f\":}", "a:'b'c:'d'f:."},
    {"[\"a\",]", "'a'."},
    {"", "!"},
    {" ", "!"},
    {"a", "!"},
    {"'a'", "!"},
    {"\"a", "!"},
    {"\"a\\", "!"},
    {"\"a\\\"", "!"},
    {"[\"a\"}", "'a'!"},
    {"[\"a\"]]", "'a'!"},
    {"{\"a\":\"b\"]", "a:'b'!"},
    {"{\"a\":\"b\"", "a:'b'!"},
};

static void test_scans(void)
{
    struct json_scan scan;
    struct json_scan_string string;
    struct buf found;

    buf_init(&found, 10000);
    for (size_t i = 0; i < COUNT_OF(scans); i++) {
        buf_clear(&found);
        json_scan_start(&scan, tap_exact(span_of(scans[i].text)));
        while (json_scan_next(&scan, &string))
            buf_add_format(&found, string.is_key ? "%.*s:" : "'%.*s'", (int)string.len,
                           scans[i].text + string.at);
        buf_add_byte(&found, json_scan_is_whole(&scan) ? '.' : '!');
        is_str(buf_text(&found), scans[i].found, scans[i].text);
    }
    buf_release(&found);
}

/* How many levels of arrays are still read. */
static void test_depth(unsigned levels, bool whole)
{
    struct json_scan scan;
    struct json_scan_string string;
    struct buf text;

    buf_init(&text, 10000);
    for (unsigned i = 0; i < levels; i++)
        buf_add_byte(&text, '[');
    for (unsigned i = 0; i < levels; i++)
        buf_add_byte(&text, ']');
    json_scan_start(&scan, buf_span(&text));
    while (json_scan_next(&scan, &string)) {
    }
    ok(json_scan_is_whole(&scan) == whole, "%u levels", levels);
    buf_release(&text);
}

static const struct {
    const char *path;
    const char *text;
    const char *found; /* the strings there, each with a '|' */
} paths[] = {
    {"icons/[]/src", "{\"icons\":[{\"src\":\"a\"},{\"sizes\":\"b\",\"src\":\"c\"}]}", "src|a|src|c|"},
    {"icons/[]/src", "{\"icons\":{\"0\":{\"src\":\"a\"}}}", ""},
    {"icons/[]/src", "[{\"icons\":[{\"src\":\"a\"}]}]", ""},
    {"icons/[]/src", "{\"icons\":[{\"src\":[\"a\"]}],\"src\":\"b\"}", "src|"},
    {"icons/[]/src", "{\"icons\":[[{\"src\":\"a\"}]]}", ""},
    {"icons", "{\"ico\\u006es\":\"a\",\"icon\":\"b\",\"iconss\":\"c\",\"icons\":\"d\"}", "icons|d|"},
    {"scopes/{}/{}", "{\"scopes\":{\"/a/\":{\"m\":\"x\"},\"/b/\":{\"n\":\"y\"}}}", "m|x|n|y|"},
    {"a", "{\"b\":\"x\",\"a\":\"y\",\"c\":\"z\"}", "a|y|"},
    {"", "\"a\"", "a|"},
    {"a", "\"a\"", ""},
    {"a", "{\"a\":{\"\":\"x\"}}", "a|"},
    {"[]", "{\"[]\":\"x\"}", ""},
    {"[]", "[\"x\",[\"y\"],\"z\"]", "x|z|"},
};

static void test_paths(void)
{
    struct json_scan scan;
    struct json_scan_string string;
    struct buf found;

    buf_init(&found, 10000);
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        buf_clear(&found);
        json_scan_start(&scan, span_of(paths[i].text));
        while (json_scan_next(&scan, &string)) {
            if (json_scan_path_is(&scan, paths[i].path))
                buf_add_format(&found, "%.*s|", (int)string.len, paths[i].text + string.at);
        }
        is_str(buf_text(&found), paths[i].found, paths[i].text);
    }
    buf_release(&found);
}

static const struct {
    const char *raw;
    const char *text;
} escapes[] = {
    {"plain", "plain"},
    {"", ""},
    {"a\\/b\\\\c\\\"d", "a/b\\c\"d"},
    {"\\b\\f\\n\\r\\t", "\b\f\n\r\t"},
    {"x\\u0041\\u00e9\\u20AC", "xA\xc3\xa9\xe2\x82\xac"},
    {"\\ud83d\\ude00!", "\xf0\x9f\x98\x80!"},
    {"\\ud83d", "\xef\xbf\xbd"},
    {"\\ud7ff\\ue000", "\xed\x9f\xbf\xee\x80\x80"},
    {"\\ud800\\udc00\\udbff\\udfff", "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"},
    {"\\udc00\\udc00", "\xef\xbf\xbd\xef\xbf\xbd"},
    {"\\ud800\\ue000", "\xef\xbf\xbd\xee\x80\x80"},
    {"\\u12g4\\q", "u12g4q"},
    {"\\udfff", "\xef\xbf\xbd"},
    {"\\ud83dx\\ude00", "\xef\xbf\xbdx\xef\xbf\xbd"},
    {"\\ud83d\\u0041", "\xef\xbf\xbd"
                       "A"},
};

int main(void)
{
    struct buf scratch;

    test_scans();
    test_depth(JSON_SCAN_DEPTH, true);
    test_depth(JSON_SCAN_DEPTH + 1, false);
    test_paths();
    buf_init(&scratch, 1000);
    for (size_t i = 0; i < COUNT_OF(escapes); i++)
        is_span(js_unescape(tap_exact(span_of(escapes[i].raw)), &scratch), span_of(escapes[i].text),
                escapes[i].raw);
    buf_release(&scratch);
    return done();
}
