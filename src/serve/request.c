/* SPDX-License-Identifier: MIT */
/* Reads the heads of requests and the values of their fields. A head is read line by line, so that a
 * malformed one is refused before it is complete. */
#include "config.h"

#include "serve/request.h"

#include <curl/curl.h>
#include <string.h>

enum { PARTIAL = 0, FINE = 200, MALFORMED = 400, OTHER_VERSION = 505 };

/* Removes a line, without its end, from the start of REST. */
static int take_line(struct span *rest, struct span *line)
{
    size_t end = span_find(*rest, '\n');

    if (end == rest->len)
        return PARTIAL;
    if (end == 0 || rest->at[end - 1] != '\r')
        return MALFORMED;
    *line = span_part(*rest, 0, end - 1);
    *rest = span_part(*rest, end + 1, rest->len);
    return FINE;
}

/* Returns whether TEXT has no control characters other than tabs. */
static bool is_plain(struct span text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (((unsigned char)text.at[i] < 0x20 && text.at[i] != '\t') || text.at[i] == 0x7f)
            return false;
    }
    return true;
}

static int read_first_line(struct span line, struct request *request)
{
    request->method = span_take_until(&line, ' ');
    request->target = span_take_until(&line, ' ');
    if (!span_is_token(request->method) || request->target.len == 0 || !is_plain(request->target) ||
        span_find(request->target, '\t') < request->target.len || !span_starts(line, "HTTP/"))
        return MALFORMED;
    request->keeps = span_is(line, "HTTP/1.1");
    return request->keeps || span_is(line, "HTTP/1.0") ? FINE : OTHER_VERSION;
}

/* Returns whether LINE is a field. A folded line begins with a blank, which no name has. */
static bool is_field(struct span line)
{
    struct span value = line, name = span_take_until(&value, ':');

    return name.len < line.len && span_is_token(name) && is_plain(value);
}

/* Removes a field from the start of FIELDS. */
static struct span take_field(struct span *fields, struct span *name)
{
    struct span line = span_take_until(fields, '\n');

    *name = span_take_until(&line, ':');
    return span_trim(line, " \t\r");
}

static size_t count_fields(const struct request *request, const char *wanted)
{
    struct span rest = request->fields, name;
    size_t count = 0;

    while (rest.len > 0) {
        (void)take_field(&rest, &name);
        count += span_is_nocase(name, wanted);
    }
    return count;
}

struct span request_field(const struct request *request, const char *wanted)
{
    struct span rest = request->fields, name;

    while (rest.len > 0) {
        struct span value = take_field(&rest, &name);

        if (span_is_nocase(name, wanted))
            return value;
    }
    return span_of("");
}

/* Decides whether a body follows, and whether another request may. */
static int read_framing(struct request *request)
{
    size_t lengths = count_fields(request, "Content-Length");
    uint64_t length = 0;

    if (count_fields(request, "Host") != 1 || lengths > 1 ||
        (lengths == 1 && !span_to_u64(request_field(request, "Content-Length"), &length)))
        return MALFORMED;
    request->has_body = length > 0 || count_fields(request, "Transfer-Encoding") > 0;
    request->keeps = request->keeps && !span_is_nocase(request_field(request, "Connection"), "close");
    return FINE;
}

int request_read(struct span bytes, struct request *request, size_t *len)
{
    struct span rest = bytes, line;
    const char *fields;
    int status;

    *request = (struct request){.keeps = false};
    while ((status = take_line(&rest, &line)) == FINE && line.len == 0)
        continue; /* after an earlier request (RFC 9112, 2.2) */
    if (status == FINE)
        status = read_first_line(line, request);
    fields = rest.at;
    while (status == FINE && (status = take_line(&rest, &line)) == FINE && line.len > 0) {
        if (!is_field(line))
            status = MALFORMED;
    }
    if (status != FINE)
        return status;
    request->fields = span_make(fields, (size_t)(line.at - fields));
    *len = (size_t)(rest.at - bytes.at);
    return read_framing(request);
}

/* Longer than any HTTP date. */
enum { DATE_SIZE = 64 };

bool request_fields_has_tag(struct span list, struct span tag)
{
    if (tag.len == 0)
        return false;
    while (list.len > 0) {
        struct span item = span_trim(span_take_until(&list, ','), HTTP_WHITE);

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

    if (!span_is_nocase(span_trim(unit, HTTP_WHITE), "bytes") || span_find(range, ',') < range.len ||
        span_find(range, '-') == range.len)
        return RANGE_ALL;
    from = span_trim(span_take_until(&range, '-'), HTTP_WHITE);
    range = span_trim(range, HTTP_WHITE);
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

            if (span_is_nocase(span_trim(span_take_until(&item, ';'), HTTP_WHITE), "text/html"))
                return true;
        }
    }
    return false;
}
