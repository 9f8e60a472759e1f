/* SPDX-License-Identifier: MIT */
/* The web platform's tests of host names beyond ASCII and of percent-encoding in legacy charsets, and names
 * with symbols. */
#include "config.h"

#include "url/url.h"

#include <unicode/uchar.h>

#include "base/utf8.h"
#include "json.h"
#include "tap.h"

/* The host of "https://NAME"; empty if that is not a URL. */
static struct span host_of(struct url *url, struct span name)
{
    struct buf text;
    enum url_result result;

    buf_init(&text, 64 * 1024);
    buf_add_text(&text, "https://");
    buf_add_span(&text, name);
    result = url_parse(url, buf_span(&text), NULL, NULL);
    buf_release(&text);
    return result == URL_OK ? url_host(url) : span_of(NULL);
}

/* Whether NAME has a code point that the Unicode of this ICU lacks. */
static bool is_newer(struct span name)
{
    uint32_t code;

    for (size_t at = 0; at < name.len;) {
        at += utf8_next(name, at, &code);
        if (u_charType((UChar32)code) == U_UNASSIGNED)
            return true;
    }
    return false;
}

static void check_name(struct url *url, struct json *test)
{
    struct span input = json_get_text(test, "input"), wanted = json_get_text(test, "output"), host;
    char label[100];

    for (struct json *member = test->first; member; member = member->next)
        json_scalars(member);
    (void)snprintf(label, sizeof label, "'%.*s'", (int)(input.len < 90 ? input.len : 90),
                   input.len ? input.at : "");
    for (char *c = label; *c; c++)
        *c = *c == '#' || (*c >= 0 && *c < 0x20) ? '.' : *c;
    host = host_of(url, input);
    if (host.len == 0 && wanted.len > 0 && is_newer(input))
        ok(true, "%s # SKIP this ICU is too old", label);
    else
        is_span(host, wanted, label);
}

/* The query that INPUT becomes in a document of ENCODING. */
static void check_query(struct url *url, struct span input, const struct json *output)
{
    struct buf text;

    buf_init(&text, 1024);
    buf_add_text(&text, "https://h/?");
    buf_add_span(&text, input);
    is_int(url_parse(url, buf_span(&text), NULL, output->name.at), URL_OK, "a query");
    is_span(url_query(url), output->text, output->name.at);
    buf_release(&text);
}

static void check_encodings(struct url *url, struct json *test)
{
    const struct json *outputs = json_get(test, "output");

    for (const struct json *output = outputs ? outputs->first : NULL; output; output = output->next)
        check_query(url, json_get_text(test, "input"), output);
}

static void test_file(const char *file, void (*check)(struct url *, struct json *), int wanted_count)
{
    struct buf bytes;
    struct span rest;
    struct json *tests;
    struct url url;
    int count = 0;

    if (!conformance_read(file, &bytes)) {
        ok(true, "%s # SKIP it is not installed; see tests/conformance.md", file);
        return;
    }
    rest = buf_span(&bytes);
    tests = json_next(&rest);
    url = (struct url){0};
    for (struct json *test = tests ? tests->first : NULL; test; test = test->next) {
        if (test->type != JSON_OBJECT)
            continue;
        check(&url, test);
        count++;
    }
    is_int(count, wanted_count, file);
    url_release(&url);
    json_free(tests);
    buf_release(&bytes);
}

static void test_names(void)
{
    static const struct {
        const char *name;
        const char *host;
    } cases[] = {
        {"i\xe2\x9d\xa4.example", "xn--i-7iq.example"},
        {"\xf0\x9f\x92\xa9.example", "xn--ls8h.example"},
        {"I\xe2\x9d\xa4\xef\xb8\x8f.example", "xn--i-7iq.example"},
        {"XN--LS8H.example", "xn--ls8h.example"},
        {"r1---b\xc3\xbc"
         "cher.example",
         "xn--r1---bcher-feb.example"},
        {"xn--b\xc3\xbc"
         "cher",
         ""},
        {"\xef\xbd\x98n--\xe2\x9d\xa4", ""},
        {"a\xe2\x84\x80"
         "b.example",
         ""},
        {"\xe2\x9d\xa4\xcc\xb8.example", "xn--5ta336p.example"},
        {"\xcc\x81"
         "a.example",
         ""},
        {"\xe2\x80\x8d.example", ""},
        {"\xef\xbc\x91.2.3.4", "1.2.3.4"},
        {"1.2.3.\xef\xbc\x94\xef\xbc\x94\xef\xbc\x94", ""},
        {"xn-a.example", "xn-a.example"},
        {"\xc2\xa1.example", "xn--7a.example"},
        {"\xc2\xa7.example", "xn--eba.example"},
        {"\xc2\xa9.example", "xn--gba.example"},
        {"\xc2\x80.example", ""},
        {"a\xe2\x88\xab.example", "xn--a-tco.example"},
        {"a..\xc3\xa9.example", "a..xn--9ca.example"},
    };
    struct url url;
    struct buf name;

    url = (struct url){0};
    buf_init(&name, 4096);
    for (size_t i = 0; i < 1025; i++)
        buf_add_text(&name, "\xc3\xa9");
    is_span(host_of(&url, buf_span(&name)), span_of(""), "more code points than a name may have");
    buf_release(&name);
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        is_span(host_of(&url, span_of(cases[i].name)), span_of(cases[i].host), cases[i].name);
    url_release(&url);
}

int main(void)
{
    test_names();
    test_file("url/toascii.json", check_name, 87);
    test_file("url/IdnaTestV2.json", check_name, 2671);
    test_file("url/percent-encoding.json", check_encodings, 7);
    return done();
}
