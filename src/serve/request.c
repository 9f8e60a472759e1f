/* SPDX-License-Identifier: MIT */
/* Line by line, so that a malformed head is refused before it is complete. */
#include "config.h"

#include "serve/request.h"

#include <stdint.h>
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
