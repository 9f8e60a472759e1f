/* SPDX-License-Identifier: MIT */
/* Header blocks and the fields that are read from them. */
#include "config.h"

#include "answer/fields.h"

#include "base/buf.h"
#include "tap.h"

#define START "HTTP/1.1 200 OK\r\n"

/* The first value of a field; NULL: the block does not have it. */
static const struct {
    const char *head;
    enum answer_field field;
    const char *value;
} firsts[] = {
    {START "ETag: \"a\"\r\n\r\n", ANSWER_ETAG, "\"a\""},
    {START "ETag: \"a\"\r\n\r\n", ANSWER_LOCATION, NULL},
    {START "etag:\"a\"\n\n", ANSWER_ETAG, "\"a\""},
    {START "ETAG: \t \"a\" \t\r\nETag: \"b\"\r\n\r\n", ANSWER_ETAG, "\"a\""},
    {START "ETag:\r\n\r\n", ANSWER_ETAG, ""},
    {START "ETag:\r\nETag: \"b\"\r\n\r\n", ANSWER_ETAG, ""},
    {START "ETag : \"a\"\r\n\r\n", ANSWER_ETAG, NULL},
    {START " ETag: \"a\"\r\n\r\n", ANSWER_ETAG, NULL},
    {START "X: y\r\n ETag: \"a\"\r\n\r\n", ANSWER_ETAG, NULL},
    {START "XETag: \"a\"\r\nETagX: \"b\"\r\nE: \"c\"\r\n\r\n", ANSWER_ETAG, NULL},
    {START "ETag\r\n\r\n", ANSWER_ETAG, NULL},
    {START ": x\r\nETag: \"a\"\r\n\r\n", ANSWER_ETAG, "\"a\""},
    {"ETag: \"a\"\r\n\r\n", ANSWER_ETAG, NULL},
    {"ETag: \"a\"\r\nETag: \"b\"\r\n\r\n", ANSWER_ETAG, "\"b\""},
    {START "Link: <a>;\r\n\trel=next\r\nETag: \"a\"\r\n\r\n", ANSWER_LINK, "<a>;\r\n\trel=next"},
    {START "Link:\r\n <a>\r\n\r\n", ANSWER_LINK, "<a>"},
    {START "ETag: \"a\"", ANSWER_ETAG, "\"a\""},
    {START, ANSWER_ETAG, NULL},
    {"", ANSWER_ETAG, NULL},
};

/* Every name, in one block, in an order that is not the table's. */
static const struct {
    const char *name;
    enum answer_field field;
} names[] = {
    {"X-Robots-Tag", ANSWER_ROBOTS},
    {"Robots-Tag", ANSWER_ROBOTS},
    {"Content-Usage", ANSWER_USAGE},
    {"TDM-Policy", ANSWER_USAGE},
    {"TDM-Reservation", ANSWER_USAGE},
    {"CF-Mitigated", ANSWER_CHALLENGE},
    {"Sec-CP-Challenge", ANSWER_CHALLENGE},
    {"X-Amzn-WAF-Action", ANSWER_CHALLENGE},
    {"X-Vercel-Mitigated", ANSWER_CHALLENGE},
    {"Cache-Control", ANSWER_CACHE_CONTROL},
    {"Content-Encoding", ANSWER_CONTENT_ENCODING},
    {"Content-Length", ANSWER_CONTENT_LENGTH},
    {"Content-Type", ANSWER_CONTENT_TYPE},
    {"ETag", ANSWER_ETAG},
    {"Last-Modified", ANSWER_LAST_MODIFIED},
    {"Link", ANSWER_LINK},
    {"Location", ANSWER_LOCATION},
    {"RateLimit", ANSWER_RATELIMIT},
    {"RateLimit-Policy", ANSWER_RATELIMIT_POLICY},
    {"RateLimit-Remaining", ANSWER_RATELIMIT_REMAINING},
    {"RateLimit-Reset", ANSWER_RATELIMIT_RESET},
    {"Refresh", ANSWER_REFRESH},
    {"Retry-After", ANSWER_RETRY_AFTER},
    {"Transfer-Encoding", ANSWER_TRANSFER_ENCODING},
    {"X-Content-Type-Options", ANSWER_CONTENT_TYPE_OPTIONS},
    {"X-RateLimit-Remaining", ANSWER_RATELIMIT_REMAINING},
    {"X-RateLimit-Reset", ANSWER_RATELIMIT_RESET},
};

static void test_firsts(struct answer_fields *fields)
{
    for (size_t i = 0; i < COUNT_OF(firsts); i++) {
        struct span seen;

        answer_fields_read(fields, span_of(firsts[i].head));
        seen = fields->first[firsts[i].field];
        ok(firsts[i].value ? seen.at && span_is(seen, firsts[i].value) : !seen.at, "block %zu: %s", i,
           firsts[i].value ? "the first value, trimmed" : "no such field");
    }
}

static void test_names(struct answer_fields *fields)
{
    enum { COUNT = COUNT_OF(names) };
    struct buf head;

    buf_init(&head, 4096);
    (void)buf_add_text(&head, START "X-Other: 1\r\n");
    for (size_t i = 0; i < COUNT; i++)
        (void)buf_add_format(&head, "%s: value of %s\r\nTDM: 2\r\n", names[i].name, names[i].name);
    (void)buf_add_text(&head, "\r\n");
    answer_fields_read(fields, buf_span(&head));
    is_int((intmax_t)fields->line_count, COUNT, "a line for each field that is read, and for no other");
    for (size_t i = 0; i < COUNT && i < fields->line_count; i++) {
        const struct answer_line *line = &fields->lines[i];
        char text[80];

        (void)snprintf(text, sizeof text, "%s: value of %s", names[i].name, names[i].name);
        ok(line->field == names[i].field && span_is(line->text, text) &&
               span_is(line->value, text + strlen(names[i].name) + 2),
           "%s is read", names[i].name);
    }
    buf_release(&head);
}

static void test_lines(struct answer_fields *fields)
{
    static const char *const values[] = {"a", "b", "", "c"};
    const struct answer_line *line;
    size_t at = 0;

    answer_fields_read(fields,
                       span_of(START "Link: a\r\nETag: x\r\nlink: b\r\nLink:\r\nLINK: \r\n c\r\n\r\n"));
    for (size_t i = 0; i < 4; i++) {
        line = answer_fields_next(fields, ANSWER_LINK, &at);
        ok(line && span_is(line->value, values[i]), "line %zu of a field", i);
    }
    ok(!answer_fields_next(fields, ANSWER_LINK, &at), "there are no more");
    ok(!answer_fields_next(fields, ANSWER_LINK, &at), "nor later");
    ok(span_is(fields->lines[0].text, "Link: a"), "a line's text has no line break");
    ok(span_is(fields->lines[4].text, "LINK: \r\n c"), "except within");
    {
        struct span texts[3] = {0};

        ok(answer_fields_texts(fields, ANSWER_LINK, texts, 2) == 2 && span_is(texts[0], "Link: a") &&
               span_is(texts[1], "link: b") && !texts[2].at,
           "the texts of the first lines");
        is_int((intmax_t)answer_fields_texts(fields, ANSWER_ETAG, texts, 3), 1, "the texts of all lines");
    }
    answer_fields_clear(fields);
    at = 0;
    ok(!answer_fields_next(fields, ANSWER_LINK, &at) && !fields->first[ANSWER_LINK].at, "cleared");
}

static void test_many(struct answer_fields *fields)
{
    struct buf head;
    size_t at = 0, seen = 0;

    buf_init(&head, 1 << 20);
    (void)buf_add_text(&head, START);
    for (int i = 0; i < 1000; i++)
        (void)buf_add_format(&head, "Link: <%d>\r\n", i);
    answer_fields_read(fields, buf_span(&head));
    while (answer_fields_next(fields, ANSWER_LINK, &at))
        seen++;
    is_int((intmax_t)seen, 1000, "any number of lines");
    ok(span_is(fields->lines[999].value, "<999>"), "in their order");
    buf_release(&head);
}

int main(void)
{
    struct answer_fields fields = {0};

    test_firsts(&fields);
    test_names(&fields);
    test_lines(&fields);
    test_many(&fields);
    answer_fields_release(&fields);
    return done();
}
