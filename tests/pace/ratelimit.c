/* SPDX-License-Identifier: MIT */
/* RateLimit in the forms of the drafts, and the older ones. */
#include "config.h"

#include "pace/pace.h"

#include "tap.h"

static const int64_t friday_ms = 1795190400000; /* Fri, 20 Nov 2026 16:00:00 GMT */

struct row {
    const char *policy, *limit, *remaining, *reset;
    int64_t interval_ms, spread_ms, spread_for_ms, wait_ms;
    int connections;
};

static const struct row rows[] = {
    {"\"a\";q=100;w=60", NULL, NULL, NULL, 600, 0, 0, 0, 0},
    {"\"a\";q=100;w=60, \"b\";q=1000;w=3600", NULL, NULL, NULL, 3600, 0, 0, 0, 0},
    {" \"a\" ; q=7 ; w=1 ", NULL, NULL, NULL, 143, 0, 0, 0, 0},
    {"\"a,b;q=1\";q=100;w=60", NULL, NULL, NULL, 600, 0, 0, 0, 0},
    {"\"a\\\";q=1;w=9\";q=100;w=60", NULL, NULL, NULL, 600, 0, 0, 0, 0},
    {"\"a\";q=100;w=60;pk=:cGs=:", NULL, NULL, NULL, 600, 0, 0, 0, 0},
    {"\"a\";q=100;w=60;qu=\"requests\"", NULL, NULL, NULL, 600, 0, 0, 0, 0},
    {"\"a\";q=100;w=60;qu=\"content-bytes\"", NULL, NULL, NULL, 0, 0, 0, 0, 0},
    {"\"a\";q=4;qu=\"concurrent-requests\"", NULL, NULL, NULL, 0, 0, 0, 0, 4},
    {"\"a\";q=0;qu=\"concurrent-requests\", \"b\";q=9;qu=\"concurrent-requests\"", NULL, NULL, NULL, 0, 0, 0,
     0, 1},
    {"\"a\";q=0;w=60", NULL, NULL, NULL, 60000, 0, 0, 0, 0},
    {"\"a\";q=100", NULL, NULL, NULL, 0, 0, 0, 0, 0},
    {"\"a\";q=100;w=0", NULL, NULL, NULL, 0, 0, 0, 0, 0},
    {"\"a\";q=-5;w=60", NULL, NULL, NULL, 0, 0, 0, 0, 0},
    {"\"a\";q=1;w=99999999999999999999", NULL, NULL, NULL, 31536000000, 0, 0, 0, 0},
    {"\"a\";q=99999999999999999999;w=60", NULL, NULL, NULL, 1, 0, 0, 0, 0},
    {"100;w=60", NULL, NULL, NULL, 600, 0, 0, 0, 0},
    {"10;w=1, 50;w=60", NULL, NULL, NULL, 1200, 0, 0, 0, 0},
    {"", NULL, NULL, NULL, 0, 0, 0, 0, 0},
    {",;=\"", NULL, NULL, NULL, 0, 0, 0, 0, 0},

    {NULL, "\"a\";r=0;t=30", NULL, NULL, 0, 0, 0, 30000, 0},
    {NULL, "\"a\";r=50;t=30", NULL, NULL, 0, 0, 0, 0, 0},
    {NULL, "\"a\";r=10;t=30", NULL, NULL, 0, 3000, 30000, 0, 0},
    {NULL, "\"a\";r=10;t=30, \"b\";r=0;t=5", NULL, NULL, 0, 3000, 30000, 5000, 0},
    {NULL, "\"a\";r=0;t=99999999999", NULL, NULL, 0, 0, 0, 31536000000, 0},
    {NULL, "\"a\";r=0", NULL, NULL, 0, 0, 0, 0, 0},
    {NULL, "a;r=0;t=1.5", NULL, NULL, 0, 0, 0, 2000, 0},
    {"\"a\";q=100;w=60", "\"a\";r=24;t=30", NULL, NULL, 600, 1250, 30000, 0, 0},
    {"\"a\";q=100;w=60", "\"a\";r=25;t=30", NULL, NULL, 600, 0, 0, 0, 0},
    {"\"a\";q=100;w=60", "\"a\";r=0", NULL, NULL, 600, 0, 0, 60000, 0},
    {"\"a\";q=9;w=60;qu=\"content-bytes\"", "\"a\";r=0;t=8", NULL, NULL, 0, 0, 0, 8000, 0},
    {"\"a\";q=9;w=60;qu=\"content-bytes\"", "\"a\";r=1;t=8", NULL, NULL, 0, 0, 0, 0, 0},
    {"\"a\";q=2;qu=\"concurrent-requests\"", "\"a\";r=0;t=8", NULL, NULL, 0, 0, 0, 0, 2},
    {NULL, "limit=100, remaining=0, reset=7", NULL, NULL, 0, 0, 0, 7000, 0},
    {NULL, "limit=100, remaining=3, reset=7", NULL, NULL, 0, 0, 0, 0, 0},

    {NULL, NULL, "0", "12", 0, 0, 0, 12000, 0},
    {NULL, NULL, " 0 ", "1795190409", 0, 0, 0, 9000, 0},
    {NULL, NULL, "0", "1795190409000", 0, 0, 0, 9000, 0},
    {NULL, NULL, "0", "1795190000", 0, 0, 0, 0, 0},
    {NULL, NULL, "0", "1000000000", 0, 0, 0, 31536000000, 0},
    {NULL, NULL, "0", "999999999999999999999", 0, 0, 0, 31536000000, 0},
    {NULL, NULL, "0", "Fri, 20 Nov 2026 16:00:30 GMT", 0, 0, 0, 30000, 0},
    {NULL, NULL, "0", "2026-11-20T16:00:30Z", 0, 0, 0, 30000, 0},
    {NULL, NULL, "0", "6m0s", 0, 0, 0, 360000, 0},
    {NULL, NULL, "0", "1.2", 0, 0, 0, 2000, 0},
    {NULL, NULL, "1", "12", 0, 0, 0, 0, 0},
    {NULL, NULL, "-1", "12", 0, 0, 0, 0, 0},
    {NULL, NULL, "0", NULL, 0, 0, 0, 0, 0},
    {NULL, NULL, "0", "12 seconds", 0, 0, 0, 12000, 0},
    {NULL, NULL, "0", "12.", 0, 0, 0, 12000, 0},
    {NULL, NULL, "0", "12.s", 0, 0, 0, 12000, 0},
    {NULL, NULL, "0", "1000000001", 0, 0, 0, 0, 0},
    {NULL, NULL, "0", "1795190400001", 0, 0, 0, 1, 0},
    {NULL, "\"a\";r=11;t=30", NULL, NULL, 0, 0, 0, 0, 0},
    {NULL, "a;r=0;t=5;", NULL, NULL, 0, 0, 0, 5000, 0},
    {NULL, "a;r=0;t", NULL, NULL, 0, 0, 0, 0, 0},
    {"\"a\";q=0;w=60", "\"a\";r=11;t=30", NULL, NULL, 60000, 0, 0, 0, 0},
    {"\"a\";q=9;qu=\"concurrent-requests\", \"b\";q=7;qu=\"concurrent-requests\"", NULL, NULL, NULL, 0, 0, 0,
     0, 7},
    {"\"a\";q=32768;qu=\"concurrent-requests\"", NULL, NULL, NULL, 0, 0, 0, 0, 32767},
    {"\"a", NULL, NULL, NULL, 0, 0, 0, 0, 0},
};

static const char *shown(const char *text)
{
    return text ? text : "-";
}

/* A copy without a NUL after it, so that the sanitizers notice a read past its end. */
static struct span exact_copy(const char *text)
{
    size_t len = text ? strlen(text) : 0;
    char *copy = malloc(len > 0 ? len : 1);

    if (!copy)
        abort();
    return span_make(len > 0 ? memcpy(copy, text, len) : copy, len);
}

static void test_row(const struct row *row)
{
    struct span texts[] = {exact_copy(row->policy), exact_copy(row->limit), exact_copy(row->remaining),
                           exact_copy(row->reset)};
    struct ratelimit_fields fields = {
        .policies = {texts[0]}, .limits = {texts[1]}, .remaining = {texts[2]}, .resets = {texts[3]}};
    struct ratelimit limit;

    limit = ratelimit_read(&fields, friday_ms);
    if (!ok(limit.interval_ms == row->interval_ms && limit.spread_ms == row->spread_ms &&
                limit.spread_for_ms == row->spread_for_ms && limit.wait_ms == row->wait_ms &&
                limit.connections == row->connections,
            "%s | %s | %s | %s", shown(row->policy), shown(row->limit), shown(row->remaining),
            shown(row->reset)))
        printf("#   seen %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %d\n", limit.interval_ms,
               limit.spread_ms, limit.spread_for_ms, limit.wait_ms, limit.connections);
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        free((void *)(uintptr_t)texts[i].at);
}

static void test_lines(void)
{
    struct ratelimit_fields fields = {.policies = {span_of("\"a\";q=100;w=60"), span_of("\"b\";q=1;w=2")}};
    struct ratelimit limit = ratelimit_read(&fields, friday_ms);

    is_int(limit.interval_ms, 2000, "several lines of one field are one list");
    ok(limit.is_given, "is_given with a valid field");
    fields = (struct ratelimit_fields){.remaining = {span_of("5"), span_of("0")},
                                       .resets = {span_of("60"), span_of("1795190409")}};
    is_int(ratelimit_read(&fields, friday_ms).wait_ms, 60000, "the least rest and the latest renewal");
    fields = (struct ratelimit_fields){0};
    ok(!ratelimit_read(&fields, friday_ms).is_given, "not is_given without fields");
}

int main(void)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        test_row(&rows[i]);
    test_lines();
    return done();
}
