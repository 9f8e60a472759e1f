/* SPDX-License-Identifier: MIT */
/* Cookies of a site, where they are sent, and how many are kept. */
#include "config.h"

#include "fetch/cookies.h"

#include <stdio.h>

#include "base/buf.h"
#include "tap.h"

/* Set-Cookie fields of answers of one site, and what each URL then gets. */
static const struct {
    const char *url, *field;
} set[] = {
    {"http://a.example/x/y?q=/z/", "near=1"},
    {"http://a.example/x/y", "all=1; path=/; HttpOnly"},
    {"http://a.example/x/y", "all=2 ;Domain=other.example; PATH=/;Secure"},
    {"http://a.example/", "folder=1; Path=/x"},
    {"http://a.example/", "gone=1"},
    {"http://a.example/", "gone=; Max-Age=0"},
    {"http://a.example/", "past=1"},
    {"http://a.example/", "past=; Expires=Thu, 01-Jan-70 00:00:01 GMT"},
    {"http://a.example/", "now=1"},
    {"http://a.example/", "now=; expires=Fri, 20 Nov 2026 16:00:00 GMT"},
    {"http://a.example/x/", "aged=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT"},
    {"http://a.example/x/", "late=1; Expires=Fri, 20 Nov 2026 16:00:01 GMT"},
    {"http://a.example/", "noname"},
    {"http://a.example/", "=novalue"},
    {"http://a.example/", "bad=\x01"},
    {"http://a.example/", ""},
};

static const struct {
    const char *url, *cookies;
} wanted[] = {
    {"http://a.example/", "all=2"},
    {"http://a.example/x/", "near=1; all=2; folder=1; aged=1; late=1"},
    {"http://a.example/x?q", "all=2; folder=1"},
    {"http://a.example/xy", "all=2"},
    {"http://a.example:81/", ""},
    {"https://a.example/", ""},
    {"http://www.a.example/", ""},
};

static void add(const struct jar *jar, const char *url, struct buf *out)
{
    buf_clear(out);
    jar_add_field(jar, span_of(url), out);
}

static void take(struct jar *jar, const char *url, const char *field)
{
    struct answer_fields fields = {0};
    struct buf head BUF_LOCAL(2 * JAR_BYTES);

    (void)buf_add_format(
        &head, "HTTP/1.1 200 OK\r\nDate: Fri, 20 Nov 2026 16:00:00 GMT\r\nSet-Cookie: %s\r\n\r\n", field);
    answer_fields_read(&fields, buf_span(&head));
    jar_take(jar, span_of(url), &fields);
    answer_fields_release(&fields);
}

static void test_limits(struct jar *jar, struct buf *out)
{
    char field[JAR_BYTES + 2];

    for (int i = 0; i < 2 * JAR_COOKIES; i++) {
        (void)snprintf(field, sizeof field, "c%d=1", i);
        take(jar, "http://a.example/", field);
    }
    is_int((long)jar->count, JAR_COOKIES, "at most so many cookies");
    memset(field, 'x', sizeof field - 1);
    field[sizeof field - 1] = '\0';
    field[1] = '=';
    take(jar, "http://a.example/", field);
    is_int((long)jar->count, JAR_COOKIES, "one that is too long is none");
    field[JAR_BYTES] = '\0';
    take(jar, "http://a.example/", field);
    is_int((long)jar->count, 1, "a long one makes room for itself");
    take(jar, "https://b.example/", "b=1");
    add(jar, "https://b.example/", out);
    is_str(buf_text(out), "b=1", "another origin's cookies replace them");
}

int main(void)
{
    struct jar jar = {0};
    struct buf out;

    buf_init(&out, 2 * JAR_BYTES);
    add(&jar, "http://a.example/", &out);
    is_str(buf_text(&out), "", "an empty jar");
    for (size_t i = 0; i < COUNT_OF(set); i++)
        take(&jar, set[i].url, set[i].field);
    for (size_t i = 0; i < COUNT_OF(wanted); i++) {
        add(&jar, wanted[i].url, &out);
        is_str(buf_text(&out), wanted[i].cookies, wanted[i].url);
    }
    test_limits(&jar, &out);
    jar_release(&jar);
    buf_release(&out);
    return done();
}
