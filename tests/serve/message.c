/* SPDX-License-Identifier: MIT */
/* Header fields of requests, in all their spellings. */
#include "config.h"

#include "serve/server.h"

#include "tap.h"

static const struct {
    const char *list;
    bool has;
} tags[] = {
    {"\"abc\"", true},
    {"W/\"abc\"", true},
    {"\"x\", \"abc\"", true},
    {"\"x\",W/\"abc\" ,\"y\"", true},
    {"*", true},
    {"abc", false},
    {"\"ab\"", false},
    {"\"abcd\"", false},
    {"", false},
    {"\"", false},
    {",,,", false},
    {"\"abc", false},
    {"\"x\", \"y\"", false},
};

static const struct {
    const char *since, *modified;
    bool unmodified;
} dates[] = {
    {"Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", true},
    {"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", true},
    {"Sun, 06 Nov 1994 08:49:38 GMT", "Sun Nov  6 08:49:37 1994", true},
    {"Sun, 06 Nov 1994 08:49:36 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", false},
    {"", "Sun, 06 Nov 1994 08:49:37 GMT", false},
    {"Sun, 06 Nov 1994 08:49:37 GMT", "", false},
    {"yesterday", "Sun, 06 Nov 1994 08:49:37 GMT", false},
    {"Sun, 06 Nov 1994 08:49:37 GMT                                            ",
     "Sun, 06 Nov 1994 08:49:37 GMT", false},
};

static const struct {
    const char *range;
    uint64_t size;
    enum request_fields_range result;
    uint64_t first, last;
} ranges[] = {
    {"bytes=0-", 10, RANGE_PART, 0, 9},
    {"bytes=0-0", 10, RANGE_PART, 0, 0},
    {"bytes=2-5", 10, RANGE_PART, 2, 5},
    {"bytes=9-9", 10, RANGE_PART, 9, 9},
    {"bytes=2-99999999999", 10, RANGE_PART, 2, 9},
    {"Bytes = 2 - 5", 10, RANGE_PART, 2, 5},
    {"bytes=-3", 10, RANGE_PART, 7, 9},
    {"bytes=-30", 10, RANGE_PART, 0, 9},
    {"bytes=-0", 10, RANGE_BEYOND, 0, 0},
    {"bytes=10-", 10, RANGE_BEYOND, 0, 0},
    {"bytes=10-12", 10, RANGE_BEYOND, 0, 0},
    {"bytes=0-", 0, RANGE_BEYOND, 0, 0},
    {"bytes=-1", 0, RANGE_BEYOND, 0, 0},
    {"bytes=5-2", 10, RANGE_ALL, 0, 0},
    {"bytes=0-1,3-4", 10, RANGE_ALL, 0, 0},
    {"bytes=a-b", 10, RANGE_ALL, 0, 0},
    {"bytes=--1", 10, RANGE_ALL, 0, 0},
    {"bytes=-", 10, RANGE_ALL, 0, 0},
    {"bytes=", 10, RANGE_ALL, 0, 0},
    {"bytes", 10, RANGE_ALL, 0, 0},
    {"", 10, RANGE_ALL, 0, 0},
    {"pages=1-2", 10, RANGE_ALL, 0, 0},
    {"bytes=0-18446744073709551615", 10, RANGE_PART, 0, 9},
    {"bytes=18446744073709551616-", 10, RANGE_ALL, 0, 0},
    {"bytes=18446744073709551615-", UINT64_MAX, RANGE_BEYOND, 0, 0},
};

static const struct {
    const char *if_range;
    bool same;
} whole[] = {
    {"", true},           {"\"abc\"", true},
    {"\"abd\"", false},   {"Sun, 06 Nov 1994 08:49:37 GMT", true},
    {"W/\"abc\"", false}, {"Sun, 06 Nov 1994 08:49:38 GMT", false},
    {"x", false},
};

static const struct {
    const char *dest, *accept;
    bool page;
} readers[] = {
    {"document", "text/html,application/xhtml+xml,*/*;q=0.8", true},
    {"iframe", "text/html", true},
    {"", "application/xml, Text/HTML;q=0.5", true},
    {"", "*/*", false},
    {"", "", false},
    {"document", "*/*", false},
    {"empty", "text/html", false},
    {"image", "text/html,image/*", false},
    {"script", "*/*", false},
};

int main(void)
{
    struct span tag = span_of("abc"), modified = span_of("Sun, 06 Nov 1994 08:49:37 GMT");
    uint64_t first, last;

    for (size_t i = 0; i < COUNT_OF(tags); i++)
        ok(request_fields_has_tag(span_of(tags[i].list), tag) == tags[i].has, "If-None-Match: %s",
           tags[i].list);
    ok(!request_fields_has_tag(span_of("*"), span_of("")), "a body without a tag matches none");
    for (size_t i = 0; i < COUNT_OF(dates); i++)
        ok(request_fields_is_unmodified(span_of(dates[i].since), span_of(dates[i].modified)) ==
               dates[i].unmodified,
           "%s after %s", dates[i].since, dates[i].modified);
    for (size_t i = 0; i < COUNT_OF(whole); i++)
        ok(request_fields_is_same(span_of(whole[i].if_range), tag, modified) == whole[i].same, "If-Range: %s",
           whole[i].if_range);
    for (size_t i = 0; i < COUNT_OF(ranges); i++) {
        first = last = 0;
        is_int(request_fields_range(span_of(ranges[i].range), ranges[i].size, &first, &last),
               ranges[i].result, ranges[i].range);
        ok(first == ranges[i].first && last == ranges[i].last, "%s: its ends", ranges[i].range);
    }
    for (size_t i = 0; i < COUNT_OF(readers); i++)
        ok(request_fields_want_page(span_of(readers[i].dest), span_of(readers[i].accept)) == readers[i].page,
           "%s: %s", readers[i].dest, readers[i].accept);
    return done();
}
