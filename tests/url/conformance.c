/* SPDX-License-Identifier: MIT */
/* The web platform's tests of URL parsing that concern http and https. */
#include "config.h"

#include "url/url.h"

#include "json.h"
#include "tap.h"

enum { HTTP_CASES = 446 };

#define LABEL_PART(text) (int)((text).len < 80 ? (text).len : 80), ((text).len > 0 ? (text).at : "")

static bool is_http(struct span text)
{
    return span_starts_nocase(text, "http:") || span_starts_nocase(text, "https:");
}

/* Whether the case concerns us: its result is http(s), or it fails and its input or base is http(s). */
static bool concerns_http(const struct json *test)
{
    if (json_get(test, "failure"))
        return is_http(json_get_text(test, "input")) || is_http(json_get_text(test, "base"));
    return is_http(json_get_text(test, "href"));
}

/* Resolves like `tiptoe url BASE INPUT`. */
static enum url_result resolve(struct url *url, const struct json *test)
{
    const struct json *base_value = json_get(test, "base");
    struct url base;
    enum url_result result = URL_NOT_HTTP;

    base = (struct url){0};
    if (base_value && base_value->type == JSON_STRING)
        result = url_parse(&base, base_value->text, NULL, NULL);
    if (result == URL_OK || result == URL_NOT_HTTP)
        result = url_parse(url, json_get_text(test, "input"), result == URL_OK ? &base : NULL, NULL);
    url_release(&base);
    return result;
}

static void check_parts(const struct url *url, const struct json *test, const char *label)
{
    static const struct {
        const char *name;
        struct span (*part)(const struct url *);
    } parts[] = {{"hostname", url_host}, {"port", url_port}, {"pathname", url_path}, {"origin", url_origin}};
    struct span search = json_get_text(test, "search"), hash = json_get_text(test, "hash");

    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        if (json_get(test, parts[i].name))
            is_span(parts[i].part(url), json_get_text(test, parts[i].name), label);
    }
    is_span(url_query(url), span_part(search, 1, search.len), label);
    is_span(url_fragment(url), span_part(hash, 1, hash.len), label);
}

static void check_case(struct url *url, struct json *test)
{
    char label[200];
    enum url_result result;

    for (struct json *member = test->first; member; member = member->next)
        json_scalars(member);
    result = resolve(url, test);
    (void)snprintf(label, sizeof label, "'%.*s' at '%.*s'", LABEL_PART(json_get_text(test, "input")),
                   LABEL_PART(json_get_text(test, "base")));
    for (char *c = label; *c; c++)
        *c = *c < 0x20 || *c == 0x7f || *c == '#' ? '.' : *c;
    if (json_get(test, "failure")) {
        ok(result != URL_OK, "%s fails", label);
        return;
    }
    is_span(buf_span(&url->text), json_get_text(test, "href"), label);
    if (result == URL_OK)
        check_parts(url, test, label);
}

int main(void)
{
    struct buf bytes;
    struct span rest;
    struct json *tests;
    struct url url;
    int count = 0;

    if (!conformance_read("url/urltestdata.json", &bytes))
        skip_all("url/urltestdata.json is not installed; see tests/conformance.md");
    rest = buf_span(&bytes);
    tests = json_next(&rest);
    url = (struct url){0};
    for (struct json *test = tests ? tests->first : NULL; test; test = test->next) {
        if (test->type == JSON_OBJECT && concerns_http(test)) {
            check_case(&url, test);
            count++;
        }
    }
    is_int(count, HTTP_CASES, "all cases of http and https were tried");
    url_release(&url);
    json_free(tests);
    buf_release(&bytes);
    return done();
}
