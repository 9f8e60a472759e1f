/* SPDX-License-Identifier: MIT */
/* Reads the head of a request, strictly, to notice errors of the client under test. */
#include "config.h"

#include "request.h"

static bool parse_first_line(struct request *request, struct span line)
{
    struct span version;

    request->method = span_take_until(&line, ' ');
    request->target = span_take_until(&line, ' ');
    version = line;
    request->path = span_part(request->target, 0, span_find(request->target, '?'));
    request->keeps_open = span_is(version, "HTTP/1.1");
    return request->method.len > 0 && request->target.len > 0 &&
           (request->keeps_open || span_is(version, "HTTP/1.0"));
}

static bool parse_header(struct request *request, struct span line)
{
    struct request_header *header;
    size_t colon = span_find(line, ':');

    if (colon == 0 || colon == line.len || request->header_count == REQUEST_HEADERS)
        return false;
    header = &request->headers[request->header_count++];
    header->name = span_part(line, 0, colon);
    header->value = span_trim(span_part(line, colon + 1, line.len), " \t");
    return true;
}

struct span request_header(const struct request *request, const char *name)
{
    for (size_t i = 0; i < request->header_count; i++) {
        if (span_is_nocase(request->headers[i].name, name))
            return request->headers[i].value;
    }
    return span_make(NULL, 0);
}

/* The length of the head with its empty line; 0 before the empty line has arrived. */
static size_t head_length(struct span bytes)
{
    const char *end = bytes.len > 0 ? memmem(bytes.at, bytes.len, "\r\n\r\n", 4) : NULL;

    return end ? (size_t)(end - bytes.at) + 4 : 0;
}

enum request_state request_parse(struct request *request, struct span bytes)
{
    struct span rest, length;

    *request = (struct request){0};
    request->head = span_part(bytes, 0, head_length(bytes));
    /* As other servers do: TLS, which begins with the byte 0x16, is refused before a line of it ends. */
    if (request->head.len == 0)
        return bytes.len < REQUEST_HEAD_BYTES && (bytes.len == 0 || ascii_is_alpha(bytes.at[0]))
                   ? REQUEST_INCOMPLETE
                   : REQUEST_BROKEN;
    rest = span_part(request->head, 0, request->head.len - 2);
    if (!parse_first_line(request, span_trim(span_take_until(&rest, '\n'), "\r")))
        return REQUEST_BROKEN;
    while (rest.len > 0) {
        if (!parse_header(request, span_trim(span_take_until(&rest, '\n'), "\r")))
            return REQUEST_BROKEN;
    }
    length = request_header(request, "Content-Length");
    if (length.at && !span_to_u64(length, &request->body_bytes))
        return REQUEST_BROKEN;
    if (span_is_nocase(request_header(request, "Connection"), "close"))
        request->keeps_open = false;
    return REQUEST_WHOLE;
}
