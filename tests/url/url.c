/* SPDX-License-Identifier: MIT */
/* URLs: equal and different spellings, addresses, parts, limits, stripping, and queries in legacy charsets.
 */
#include "config.h"

#include "url/url.h"

#include "base/limits.h"
#include "tap.h"
#include "url/host.h"

static const char *const long_base = "https://user:pw@www.example.org:8443/a/b;p?q=1#frag";

/* Resolves REF against BASE (NULL for none). */
static enum url_result resolve(struct url *url, const char *ref, const char *base)
{
    struct url base_url;
    enum url_result result = URL_OK;

    base_url = (struct url){0};
    if (base)
        result = url_parse(&base_url, span_of(base), NULL, NULL);
    if (result == URL_OK)
        result = url_parse(url, tap_exact(span_of(ref)), base ? &base_url : NULL, NULL);
    url_release(&base_url);
    return result;
}

static void test_identity(struct url *url)
{
    static const struct {
        const char *one;
        const char *other;
        bool same;
    } cases[] = {
        {"http://example.org", "http://example.org/", true},
        {"HTTP://EXAMPLE.org:80/a", "http://example.org/a", true},
        {"https://example.org:443/", "https://example.org/", true},
        {"http://example.org:00080/", "http://example.org/", true},
        {"http://example.org/a/./b/../c", "http://example.org/a/c", true},
        {"http://example.org/a/%2E%2e/c", "http://example.org/c", true},
        {"http://example.org\\a\\b", "http://example.org/a/b", true},
        {"  http://example.org/a\n", "http://example.org/a", true},
        {"http://exa\tmple.org/a\nb", "http://example.org/ab", true},
        {"http:////example.org/", "http://example.org/", true},
        {"http://b\xc3\xbc"
         "cher.example/",
         "http://xn--bcher-kva.example/", true},
        {"http://B%C3%9Ccher.example/", "http://xn--bcher-kva.example/", true},
        {"http://example\xe3\x80\x82org/", "http://example.org/", true},
        {"http://0x7f.1/", "http://127.0.0.1/", true},
        {"http://[0:0::1]/", "http://[::1]/", true},
        {"http://example.org/a b", "http://example.org/a%20b", true},
        {"http://example.org/\xc3\xa9", "http://example.org/%C3%A9", true},
        {"http://example.org/\xff", "http://example.org/%EF%BF%BD", true},
        {"http://:@example.org/", "http://example.org/", true},
        {"http://example.org/?a=1&b=2", "http://example.org/?b=2&a=1", false},
        {"http://www.example.org/", "http://example.org/", false},
        {"http://example.org./", "http://example.org/", false},
        {"http://example.org/a", "http://example.org/a/", false},
        {"http://example.org/a?", "http://example.org/a", false},
        {"http://example.org/a//b", "http://example.org/a/b", false},
        {"http://example.org/A", "http://example.org/a", false},
        {"http://example.org/%7ea", "http://example.org/~a", false},
        {"http://example.org/%c3%a9", "http://example.org/%C3%A9", false},
        {"http://example.org/index.html", "http://example.org/", false},
        {"http://example.org/?a=%20", "http://example.org/?a=+", false},
        {"http://example.org/;s=1", "http://example.org/", false},
        {"http://example.org/", "https://example.org/", false},
        {"http://example.org:8080/", "http://example.org/", false},
        {"http://example.org:443/", "http://example.org/", false},
    };
    struct url other;

    other = (struct url){0};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        bool good =
            resolve(url, cases[i].one, NULL) == URL_OK && resolve(&other, cases[i].other, NULL) == URL_OK;

        ok(good && span_equals(buf_span(&url->text), buf_span(&other.text)) == cases[i].same,
           "case %zu: %s is %s URL", i, cases[i].other, cases[i].same ? "the same" : "another");
    }
    url_release(&other);
}

static void test_resolve(struct url *url)
{
    static const struct {
        const char *ref;
        const char *text;
    } cases[] = {
        {"", "https://user:pw@www.example.org:8443/a/b;p?q=1"},
        {"#", "https://user:pw@www.example.org:8443/a/b;p?q=1#"},
        {"#x y", "https://user:pw@www.example.org:8443/a/b;p?q=1#x%20y"},
        {"?", "https://user:pw@www.example.org:8443/a/b;p?"},
        {"?y'z", "https://user:pw@www.example.org:8443/a/b;p?y%27z"},
        {"c", "https://user:pw@www.example.org:8443/a/c"},
        {"./c/", "https://user:pw@www.example.org:8443/a/c/"},
        {"..", "https://user:pw@www.example.org:8443/"},
        {"../../../c", "https://user:pw@www.example.org:8443/c"},
        {"/c", "https://user:pw@www.example.org:8443/c"},
        {"\\c", "https://user:pw@www.example.org:8443/c"},
        {"https:c", "https://user:pw@www.example.org:8443/a/c"},
        {"http:c", "http://c/"},
        {"//h", "https://h/"},
        {"/\\h", "https://h/"},
        {"c?d=/../e", "https://user:pw@www.example.org:8443/a/c?d=/../e"},
        {"c#d?e/../f", "https://user:pw@www.example.org:8443/a/c#d?e/../f"},
        {"a:b", ""},
        {"./a:b", "https://user:pw@www.example.org:8443/a/a:b"},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        (void)!resolve(url, cases[i].ref, long_base);
        is_span(buf_span(&url->text), span_of(cases[i].text), cases[i].ref);
    }
}

static void test_failures(struct url *url)
{
    static const struct {
        const char *input;
        enum url_result result;
    } cases[] = {
        {"mailto:a@b", URL_NOT_HTTP},
        {"javascript:void(0)", URL_NOT_HTTP},
        {"data:,", URL_NOT_HTTP},
        {"ht\ntps://a/", URL_OK},
        {"f\ntp://a/", URL_NOT_HTTP},
        {"a", URL_NO_BASE},
        {"", URL_NO_BASE},
        {"//a", URL_NO_BASE},
        {"http://", URL_BAD_HOST},
        {"http://a b/", URL_BAD_HOST},
        {"http://a@/", URL_BAD_HOST},
        {"http://:80/", URL_BAD_HOST},
        {"http://[::1/", URL_BAD_HOST},
        {"http://1.2.3.256/", URL_BAD_HOST},
        {"http://a%00b/", URL_BAD_HOST},
        {"http://\xc2\xad/", URL_BAD_HOST},
        {"http://\xff/", URL_BAD_HOST},
        {"http://a:65536/", URL_BAD_PORT},
        {"http://a:b/", URL_BAD_PORT},
        {"http://a:-1/", URL_BAD_PORT},
        {"http://a:65535/", URL_OK},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        is_int(resolve(url, cases[i].input, NULL), cases[i].result, url_result_text(cases[i].result));
        ok((url->text.len == 0) == (cases[i].result != URL_OK), "only a valid URL has a text");
    }
}

static const struct {
    const char *host, *canonical; /* NULL: not a valid host */
} addresses[] = {
    {"1.2.3.4", "1.2.3.4"},
    {"1.2.3.4.", "1.2.3.4"},
    {"1.2.3", "1.2.0.3"},
    {"256", "0.0.1.0"},
    {"4294967295", "255.255.255.255"},
    {"4294967296", NULL},
    {"0xFFffFFff", "255.255.255.255"},
    {"0x100000000", NULL},
    {"0377.0", "255.0.0.0"},
    {"0x", "0.0.0.0"},
    {"0", "0.0.0.0"},
    {"08", NULL},
    {"1.16777215", "1.255.255.255"},
    {"1.16777216", NULL},
    {"1.2.65535", "1.2.255.255"},
    {"1.2.65536", NULL},
    {"255.1", "255.0.0.1"},
    {"256.1", NULL},
    {"1.2.3.255", "1.2.3.255"},
    {"1.2.3.4.5", NULL},
    {"1..2", NULL},
    {".1", NULL},
    {"1.2.3.4..", "1.2.3.4.."},
    {"a.09", NULL},
    {"a.9z", "a.9z"},
    {"a.0xg", "a.0xg"},
    {"a.0x1", NULL},
    {"[::]", "[::]"},
    {"[1::]", "[1::]"},
    {"[::8]", "[::8]"},
    {"[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7:8]"},
    {"[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:7:0]"},
    {"[::2:3:4:5:6:7:8]", "[0:2:3:4:5:6:7:8]"},
    {"[1::2:3:4:5:6:7:8]", NULL},
    {"[1:2:3:4:5:6:7:8::]", NULL},
    {"[1:2:3:4:5:6:7:8:9]", NULL},
    {"[1:2:3:4:5:6:7]", NULL},
    {"[1:0:0:2:0:0:0:3]", "[1:0:0:2::3]"},
    {"[1:0:0:2:0:0:3:4]", "[1::2:0:0:3:4]"},
    {"[1:0:2:0:3:0:4:0]", "[1:0:2:0:3:0:4:0]"},
    {"[1:2:3:4:5:6:0:0]", "[1:2:3:4:5:6::]"},
    {"[000A:FFFF::]", "[a:ffff::]"},
    {"[00001::]", NULL},
    {"[::1.2.3.4]", "[::102:304]"},
    {"[1:2:3:4:5:6:255.254.253.252]", "[1:2:3:4:5:6:fffe:fdfc]"},
    {"[1:2:3:4:5:6:7:1.2.3.4]", NULL},
    {"[1:2:3:4:5:1.2.3.4]", NULL},
    {"[::1.2.3]", NULL},
    {"[::1.2.3.4.5]", NULL},
    {"[::1.2.3.256]", NULL},
    {"[::1.2.3.04]", NULL},
    {"[::1.2.3.0]", "[::102:300]"},
    {"[::1.2.3.4:5]", NULL},
    {"[::.1.2.3]", NULL},
    {"[1::2::3]", NULL},
    {"[:1]", NULL},
    {"[:]", NULL},
    {"[1:]", NULL},
    {"[1::2:]", NULL},
    {"[:::1]", NULL},
    {"[g::]", NULL},
    {"[]", NULL},
    {"[", NULL},
    {"[::", NULL},
    {"::]", NULL},
};

static void test_addresses(struct url *url)
{
    for (size_t i = 0; i < COUNT_OF(addresses); i++) {
        struct buf out, scratch;
        bool good;

        buf_init(&out, 100);
        buf_init(&scratch, 100);
        good = host_add(&out, &scratch, tap_exact(span_of(addresses[i].host)));
        ok(good == (addresses[i].canonical != NULL), "%s: %s", addresses[i].host, good ? "valid" : "invalid");
        if (good)
            is_span(buf_span(&out), span_of(addresses[i].canonical), addresses[i].host);
        buf_release(&out);
        buf_release(&scratch);
    }
    is_int(resolve(url, "http://[::1]:81/", NULL), URL_OK, "an address with a port");
    is_span(url_host(url), span_of("[::1]"), "the host keeps its brackets");
    is_span(url_port(url), span_of("81"), "the port follows them");
}

static void test_names(void)
{
    static const struct {
        const char *host;
        bool is_dns, is_localhost;
    } cases[] = {
        {"127.0.0.1", false, false},
        {"8.8.8.8", false, false},
        {"[::1]", false, false},
        {"localhost", false, true},
        {"localhost.", false, true},
        {"a.localhost", false, true},
        {"a.localhost.", false, true},
        {".localhost", true, false},
        {"xlocalhost.a", true, false},
        {"intranet", false, false},
        {"intranet.", false, false},
        {"intranet.corp.test", true, false},
        {"a.localhost.org", true, false},
        {"example.org.", true, false},
        {"127.evil.test", true, false},
        {"10.evil.test", true, false},
        {"169.254.evil.test", true, false},
        {"192.168.evil.test", true, false},
        {"172.16.evil.test", true, false},
        {"fd.evil.test", true, false},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct span host = tap_exact(span_of(cases[i].host));

        ok(host_is_dns_name(host) == cases[i].is_dns, "%s: public DNS", cases[i].host);
        ok(host_is_localhost(host) == cases[i].is_localhost, "%s: localhost", cases[i].host);
    }
}

static void test_parts(struct url *url)
{
    is_int(resolve(url, long_base, NULL), URL_OK, "a URL of all parts");
    is_span(url_scheme(url), span_of("https"), "scheme");
    is_span(url_host(url), span_of("www.example.org"), "host");
    is_span(url_port(url), span_of("8443"), "port");
    is_span(url_path(url), span_of("/a/b;p"), "path");
    is_span(url_query(url), span_of("q=1"), "query");
    is_span(url_fragment(url), span_of("frag"), "fragment");
    is_span(url_origin(url), span_of("https://www.example.org:8443"), "the origin has no userinfo");
    ok(url_has_userinfo(url) && url_has_query(url) && url_has_fragment(url), "it has them all");
    url_strip(url);
    is_str(buf_text(&url->text), "https://www.example.org:8443/a/b;p?q=1", "stripped");
    is_span(url_host(url), span_of("www.example.org"), "host of the stripped");
    is_span(url_port(url), span_of("8443"), "port of the stripped");
    is_span(url_path(url), span_of("/a/b;p"), "path of the stripped");
    is_span(url_query(url), span_of("q=1"), "query of the stripped");
    is_span(url_fragment(url), span_of(""), "fragment of the stripped");
    is_span(url_origin(url), span_of("https://www.example.org:8443"), "origin of the stripped");
    ok(!url_has_userinfo(url) && url_has_query(url) && !url_has_fragment(url), "only the query is left");
    is_int(resolve(url, "http://h", NULL), URL_OK, "a URL of few parts");
    is_span(url_port(url), span_of(""), "no port");
    is_span(url_query(url), span_of(""), "no query");
    is_span(url_fragment(url), span_of(""), "no fragment");
    ok(!url_has_userinfo(url) && !url_has_query(url) && !url_has_fragment(url), "it has none of them");
    url_strip(url);
    is_str(buf_text(&url->text), "http://h/", "nothing to strip");
    is_int(resolve(url, "http://", NULL), URL_BAD_HOST, "no URL");
    url_strip(url);
    ok(url_host(url).len == 0 && url_origin(url).len == 0 && url_port(url).len == 0, "it has no parts");
}

static void test_lengths(struct url *url)
{
    static char text[128 * 1024];
    const struct {
        size_t len;
        char fill;
        enum url_result result;
    } cases[] = {
        {LIMIT_URL_BYTES, 'a', URL_OK},           {LIMIT_URL_BYTES + 1, 'a', URL_TOO_LONG},
        {LIMIT_URL_BYTES / 2, ' ', URL_TOO_LONG}, {LIMIT_URL_BYTES, '\n', URL_OK},
        {LIMIT_URL_BYTES * 2, '/', URL_TOO_LONG}, {sizeof text, 'a', URL_TOO_LONG},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        memset(text, cases[i].fill, sizeof text);
        memcpy(text, "http://h/", 9);
        text[cases[i].len - 1] = 'z';
        is_int(url_parse(url, span_make(text, cases[i].len), NULL, NULL), cases[i].result, "a long URL");
        is_int(resolve(url, "http://h/", NULL), URL_OK, "the next one is fine again");
    }
    memset(text, 'a', sizeof text);
    memcpy(text, "data:", 5);
    is_int(url_parse(url, span_make(text, sizeof text), NULL, NULL), URL_NOT_HTTP,
           "a long URL of another scheme");
}

static void test_charsets(struct url *url)
{
    static const struct {
        const char *encoding;
        const char *query;
        const char *text;
    } cases[] = {
        {"UTF-8", "\xc3\xa9", "%C3%A9"},
        {"UTF-16LE", "\xc3\xa9", "%C3%A9"},
        {"no such", "\xc3\xa9", "%C3%A9"},
        {"windows-1252", "\xc3\xa9'\xe2\x82\xac<", "%E9%27%80%3C"},
        {"WINDOWS-1252", "\xc3\xa9", "%E9"},
        {"windows-1252", "\xe6\xbc\xa2", "%26%2328450%3B"},
        {"ISO-8859-8-I", "\xd7\x90", "%E0"},
        {"Shift_JIS", "\xe6\xbc\xa2\xc2\xa5\xef\xbd\xb1", "%8A%BF\\%B1"},
        {"EUC-JP", "\xe6\xbc\xa2\xe4\xb8\x82", "%B4%C1%26%2319970%3B"},
        {"ISO-2022-JP",
         "a\xe6\xbc\xa2"
         "b",
         "a%1B$B4A%1B(Bb"},
        {"ISO-2022-JP", "\xe6\xbc\xa2", "%1B$B4A%1B(B"},
        {"ISO-2022-JP", "\xe6\xbc\xa2\xf0\x9f\x98\x80", "%1B$B4A%1B(B%26%23128512%3B"},
        {"Shift_JIS", "\xc2\xa5\xe2\x80\xbe", "\\~"},
        {"GBK", "\xe2\x82\xac\xe6\xbc\xa2\xf0\x9f\x98\x80", "%80%9Dh%26%23128512%3B"},
        {"gb18030", "\xe2\x82\xac\xf0\x9f\x98\x80", "%A2%E3%949%FC6"},
        {"Big5", "\xe6\xbc\xa2", "%BA~"},
        {"Big5", "\xe3\x80\x80", "%A1@"},
        {"Big5", "\xe4\x8f\xb0", "%26%2317392%3B"},
        {"ISO-2022-JP", "\xc2\x80", "%26%23128%3B"},
        {"ISO-2022-JP", "\x0e", "%26%2365533%3B"},
        {"Shift_JIS", "\xe2\x80\xbe\xc2\x80", "~%80"},
        {"EUC-JP", "\xc2\xa5\xe2\x80\xbe", "\\~"},
        {"EUC-KR", "\xed\x95\x9c", "%C7%D1"},
        {"KOI8-R", "\xd0\xb9", "%CA"},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char input[64];

        (void)snprintf(input, sizeof input, "http://h/\xc3\xa9?%s#\xc3\xa9", cases[i].query);
        is_int(url_parse(url, span_of(input), NULL, cases[i].encoding), URL_OK, cases[i].encoding);
        is_span(url_query(url), span_of(cases[i].text), cases[i].encoding);
        ok(span_is(url_path(url), "/%C3%A9") && span_is(url_fragment(url), "%C3%A9"), "only the query is %s",
           cases[i].encoding);
    }
}

/* A base that has no URL is none. */
static void test_empty_base(struct url *url)
{
    struct url base;

    base = (struct url){0};
    is_int(url_parse(url, span_of("a"), &base, NULL), URL_NO_BASE, "an empty base");
    is_int(url_parse(url, span_of("http:a"), &base, NULL), URL_OK, "an absolute URL with it");
    is_str(buf_text(&url->text), "http://a/", "has its own host");
    url_release(&base);
}

/* An object that was used before gives the same results as a fresh one. */
static void test_used(struct url *url)
{
    static const struct {
        const char *before, *input, *text;
    } cases[] = {
        {"http://a:81/b?c#d", "http://a:81/../x/./y", "http://a:81/x/y"},
        {"http://a:81/b?c#d", "http://a:81/", "http://a:81/"},
        {"http://a/b", "http://a/?#", "http://a/?#"},
        {"http://a/b", "http://a", "http://a/"},
        {"http://a/b", "http://a:81/c", "http://a:81/c"},
        {"http://a/b", "http://a:80/c", "http://a/c"},
        {"http://a/b", "http://ab/c", "http://ab/c"},
        {"http://a.b/", "http://a/b", "http://a/b"},
        {"http://a/b", "http://a@c/d", "http://a@c/d"},
        {"http://u:p@a/b", "http://a/c", "http://a/c"},
        {"http://u:p@a/b", "http://u:p@a/c", "http://u:p@a/c"},
        {"https://a/b", "http://a/b", "http://a/b"},
        {"http://a/b", " http://a/c\td\n", "http://a/cd"},
        {"http://a/b", "http://a/\xff?\xff", "http://a/%EF%BF%BD?%EF%BF%BD"},
        {"http://a/b", "http://a\\c", "http://a/c"},
        {"http://xn--maana-pta/b", "http://xn--maana-pta/c", "http://xn--maana-pta/c"},
        {"http://[::1]/b", "http://[::1]/c", "http://[::1]/c"},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct url fresh;

        fresh = (struct url){0};
        is_int(url_parse(url, span_of(cases[i].before), NULL, NULL), URL_OK, cases[i].before);
        is_int(url_parse(url, span_of(cases[i].input), NULL, NULL), URL_OK, cases[i].input);
        is_str(buf_text(&url->text), cases[i].text, cases[i].input);
        is_int(url_parse(&fresh, span_of(cases[i].input), NULL, NULL), URL_OK, cases[i].input);
        ok(span_equals(url_origin(url), url_origin(&fresh)) && url->host_at == fresh.host_at &&
               url->host_end == fresh.host_end && url->path_at == fresh.path_at &&
               url->query_at == fresh.query_at && url->fragment_at == fresh.fragment_at,
           "its parts are those of a fresh one");
        url_release(&fresh);
    }
    is_int(url_parse(url, span_of("http://a/b"), NULL, NULL), URL_OK, "http://a/b");
    is_int(url_parse(url, span_of("http://a:x/"), NULL, NULL), URL_BAD_PORT, "http://a:x/");
    ok(url->text.len == 0, "a failure leaves it empty");
}

int main(void)
{
    struct url url;

    url = (struct url){0};
    test_identity(&url);
    test_resolve(&url);
    test_failures(&url);
    test_addresses(&url);
    test_names();
    test_parts(&url);
    test_lengths(&url);
    test_charsets(&url);
    test_used(&url);
    test_empty_base(&url);
    url_release(&url);
    return done();
}
