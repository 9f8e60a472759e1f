/* SPDX-License-Identifier: MIT */
/* Reads the header fields of requests. libcurl parses the dates. */
#include "config.h"

#include "serve/request_fields.h"

#include <curl/curl.h>

#define BLANK " \t"

/* Longer than any HTTP date. */
enum { DATE_SIZE = 64 };

bool request_fields_has_tag(struct span list, struct span tag)
{
    if (tag.len == 0)
        return false;
    while (list.len > 0) {
        struct span item = span_trim(span_take_until(&list, ','), BLANK);

        if (span_is(item, "*"))
            return true;
        if (span_starts(item, "W/"))
            item = span_part(item, 2, item.len);
        if (item.len == tag.len + 2 && item.at[0] == '"' && span_equals(span_part(item, 1, tag.len), tag))
            return true;
    }
    return false;
}

int64_t request_fields_date(struct span text)
{
    char copy[DATE_SIZE];

    if (text.len == 0 || text.len >= sizeof copy)
        return -1;
    memcpy(copy, text.at, text.len);
    copy[text.len] = '\0';
    return curl_getdate(copy, NULL);
}

bool request_fields_is_unmodified(struct span since, struct span modified)
{
    int64_t then = request_fields_date(since), last = request_fields_date(modified);

    return then >= 0 && last >= 0 && last <= then;
}

bool request_fields_is_same(struct span if_range, struct span tag, struct span modified)
{
    if (if_range.len == 0)
        return true;
    if (if_range.at[0] == '"')
        return request_fields_has_tag(if_range, tag);
    return request_fields_date(if_range) >= 0 &&
           request_fields_date(if_range) == request_fields_date(modified);
}

/* Reads "-N", the last N bytes. */
static enum request_fields_range read_suffix(struct span count, uint64_t size, uint64_t *first,
                                             uint64_t *last)
{
    uint64_t wanted;

    if (!span_to_u64(count, &wanted))
        return RANGE_ALL;
    if (wanted == 0 || size == 0)
        return RANGE_BEYOND;
    *first = wanted < size ? size - wanted : 0;
    *last = size - 1;
    return RANGE_PART;
}

enum request_fields_range request_fields_range(struct span range, uint64_t size, uint64_t *first,
                                               uint64_t *last)
{
    struct span unit = span_take_until(&range, '='), from;
    uint64_t begin, end = UINT64_MAX;

    if (!span_is_nocase(span_trim(unit, BLANK), "bytes") || span_find(range, ',') < range.len ||
        span_find(range, '-') == range.len)
        return RANGE_ALL;
    from = span_trim(span_take_until(&range, '-'), BLANK);
    range = span_trim(range, BLANK);
    if (from.len == 0)
        return read_suffix(range, size, first, last);
    if (!span_to_u64(from, &begin) || (range.len > 0 && !span_to_u64(range, &end)) || end < begin)
        return RANGE_ALL;
    if (begin >= size)
        return RANGE_BEYOND;
    *first = begin;
    *last = end < size ? end : size - 1;
    return RANGE_PART;
}

bool request_fields_want_page(struct span dest, struct span accept)
{
    static const char *const pages[] = {"", "document", "iframe", "frame"};

    for (size_t i = 0; i < COUNT_OF(pages); i++) {
        if (!span_is(dest, pages[i]))
            continue;
        while (accept.len > 0) {
            struct span item = span_take_until(&accept, ',');

            if (span_is_nocase(span_trim(span_take_until(&item, ';'), BLANK), "text/html"))
                return true;
        }
    }
    return false;
}
