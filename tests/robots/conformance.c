/* SPDX-License-Identifier: MIT */
/* The cases of tests/robots/cases.jsonl: each one is a robots.txt and a URL, read as `tiptoe robots test`
 * does. */
#include "config.h"

#include "robots/robots.h"

#include "json.h"
#include "tap.h"
#include "url/url.h"

enum { ROBOTS_CASES = 209 };

static void add_base64(struct buf *out, struct span text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint32_t bits = 0;
    int count = 0;

    for (size_t i = 0; i < text.len && text.at[i] != '='; i++) {
        bits = bits << 6 | (uint32_t)(strchr(digits, text.at[i]) - digits);
        count += 6;
        if (count >= 8) {
            count -= 8;
            buf_add_byte(out, (char)(bits >> count & 0xff));
        }
    }
}

/* The robots.txt of a case. */
static void case_body(const struct json *test, struct buf *body)
{
    const struct json *parts = json_get(test, "robots_parts");

    buf_add_span(body, json_get_text(test, "robots"));
    add_base64(body, json_get_text(test, "robots_b64"));
    for (const struct json *part = parts ? parts->first : NULL; part; part = part->next) {
        const struct json *times = json_get(part, "times");

        for (int i = times ? (int)times->number : 1; i > 0; i--)
            buf_add_span(body, json_get_text(part, "text"));
    }
}

static int number(const struct json *test, const char *name, int otherwise)
{
    const struct json *value = json_get(test, name);

    return value ? (int)value->number : otherwise;
}

static void check_sitemaps(const struct robots *robots, const struct json *wanted, const char *label)
{
    size_t count = 0;

    for (const struct json *item = wanted->first; item; item = item->next, count++) {
        if (count < robots_sitemap_count(robots))
            is_span(robots_sitemap(robots, count), item->text, label);
    }
    is_int(robots_sitemap_count(robots), count, label);
}

static void check_case(const struct json *test, struct span body, struct span url)
{
    struct robots_options options = {.agent = json_get_text(test, "agent"),
                                     .origin = span_of("https://site.example")};
    struct robots *robots;
    struct robots_verdict verdict;
    const struct json *wanted;
    char label[80];

    (void)snprintf(label, sizeof label, "%s", json_get_text(test, "id").at);
    options.limit_bytes = (size_t)number(test, "limit", 0);
    options.class = robots_class(json_get(test, "error") ? 0 : number(test, "status", 200),
                                 (unsigned)number(test, "redirects", 0), ROBOTS_STANDARD);
    robots = robots_parse(body, &options);
    verdict = robots_judge(robots, url);
    is_int(verdict.allowed, json_is_true(test, "allowed"), label);
    wanted = json_get(test, "delay");
    if (wanted)
        is_int(robots_delay(robots, ROBOTS_ANY_TIME).ms,
               wanted->type == JSON_NULL ? -1 : (int64_t)(wanted->number * 1000), label);
    wanted = json_get(test, "store");
    if (wanted)
        is_int(verdict.store, wanted->type == JSON_TRUE, label);
    wanted = json_get(test, "sitemaps");
    if (wanted)
        check_sitemaps(robots, wanted, label);
    robots_free(robots);
}

int main(void)
{
    struct buf data, body;
    struct span rest;
    struct json *test;
    struct url url;
    enum url_result result;
    int count = 0;

    ok(source_read("tests/robots/cases.jsonl", &data),
       "tests/robots/cases.jsonl below $top_srcdir can be read");
    url = (struct url){0};
    rest = buf_span(&data);
    for (; rest.len > 0 && (test = json_next(&rest)) != NULL; count++) {
        buf_init(&body, JSON_MAX_BYTES);
        case_body(test, &body);
        /* Some URLs are longer than the limit of a fetch; they are judged as they are. */
        result = url_parse(&url, json_get_text(test, "url"), NULL, NULL);
        ok(result == URL_OK || result == URL_TOO_LONG, "the URL of a case");
        check_case(test, buf_span(&body),
                   result == URL_OK ? buf_span(&url.text) : json_get_text(test, "url"));
        buf_release(&body);
        json_free(test);
    }
    is_int(count, ROBOTS_CASES, "all cases");
    url_release(&url);
    buf_release(&data);
    return done();
}
