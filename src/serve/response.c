/* SPDX-License-Identifier: MIT */
/* From an answer to the bytes of a response: conditions, ranges, and the header fields. Each response has
 * fields that prevent a page from sending requests to other hosts, from a form or a frame too, and from
 * revealing its own address. Links that a reader follows still work. */
#include "config.h"

#include "serve/response.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "serve/request.h"
#include "serve/server.h"

enum {
    OK = 200,
    PARTIAL_CONTENT = 206,
    NOT_MODIFIED = 304,
    NOT_ALLOWED = 405,
    RANGE_NOT_SATISFIABLE = 416,
    VALUE_MAX = 32 * 1024 /* of a header field */
};

/* The part of the body to send. */
struct part {
    unsigned status;
    uint64_t first, len, size;
};

/* Adds a value from outside. Control characters, which could end the line or be refused, become spaces. */
static void add_header(struct buf *out, const char *name, struct span value)
{
    if (value.len > VALUE_MAX)
        return;
    (void)buf_add_format(out, "%s: ", name);
    for (size_t i = 0; i < value.len; i++)
        (void)buf_add_byte(out, (unsigned char)value.at[i] < 0x20 || value.at[i] == 0x7f ? ' ' : value.at[i]);
    (void)buf_add_text(out, "\r\n");
}

/* Adds the fields that keep a page from other hosts, from other mirrors, and from data that it could leave in
 * the browser.
 */
static void add_restrictions(struct buf *out, const struct server_answer *answer)
{
    static const char shown[] =
        "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; base-uri 'self'; "
        "form-action 'self'; frame-ancestors 'self'";
    static const char still[] =
        "default-src 'self' data: blob: 'unsafe-inline'; script-src 'none'; base-uri 'self'; form-action "
        "'self'; "
        "frame-ancestors 'self'; sandbox allow-same-origin allow-forms allow-popups allow-downloads "
        "allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";
    static const char own[] =
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'self'";
    const char *policy = answer->ours ? own : answer->no_scripts ? still : shown;

    add_header(out, "Cache-Control", span_of("no-cache"));
    add_header(out, "Content-Security-Policy", span_of(policy));
    add_header(out, "Cross-Origin-Opener-Policy", span_of("same-origin"));
    add_header(out, "Cross-Origin-Resource-Policy", span_of("same-origin"));
    add_header(out, "Referrer-Policy", span_of("no-referrer"));
    add_header(out, "X-DNS-Prefetch-Control", span_of("off"));
    add_header(out, "X-Robots-Tag", span_of("noindex"));
    if (answer->ours)
        add_header(out, "X-Content-Type-Options", span_of("nosniff"));
}

/* Adds what RFC 7089 says of a capture. */
static void add_memento(struct buf *out, const struct server_answer *answer)
{
    if (answer->links.len == 0)
        return;
    if (answer->memento.len > 0)
        add_header(out, "Memento-Datetime", answer->memento);
    add_header(out, "Link", answer->links);
    add_header(out, "Vary", span_of("Accept-Datetime"));
    if (answer->place.len > 0)
        add_header(out, "Content-Location", answer->place);
}

static void add_facts(struct buf *out, const struct server_answer *answer, const struct part *part)
{
    char range[80];

    if (answer->type.len > 0)
        add_header(out, "Content-Type", answer->type);
    if (answer->location.len > 0)
        add_header(out, "Location", answer->location);
    if (answer->refresh.len > 0)
        add_header(out, "Refresh", answer->refresh);
    if (answer->tag.len > 0 && answer->tag.len < sizeof range - 2) {
        (void)snprintf(range, sizeof range, "\"%.*s\"", (int)answer->tag.len, answer->tag.at);
        add_header(out, "ETag", span_of(range));
    }
    if (request_fields_is_unmodified(answer->modified, answer->modified))
        add_header(out, "Last-Modified", answer->modified);
    add_memento(out, answer);
    if (answer->status == OK)
        add_header(out, "Accept-Ranges", span_of("bytes"));
    if (part->status == PARTIAL_CONTENT) {
        (void)snprintf(range, sizeof range, "bytes %llu-%llu/%llu", (unsigned long long)part->first,
                       (unsigned long long)(part->first + part->len - 1), (unsigned long long)part->size);
        add_header(out, "Content-Range", span_of(range));
    } else if (part->status == RANGE_NOT_SATISFIABLE) {
        (void)snprintf(range, sizeof range, "bytes */%llu", (unsigned long long)part->size);
        add_header(out, "Content-Range", span_of(range));
    }
}

/* Applies the conditions of a request, then its range. */
static struct part choose_part(const struct request *request, const struct server_answer *answer)
{
    struct part part = {.status = (unsigned)answer->status,
                        .size = answer->fd >= 0 ? answer->size : answer->body.len};
    struct span none_match = request_field(request, "If-None-Match"),
                since = request_field(request, "If-Modified-Since");
    uint64_t first, last;

    part.len = part.size;
    if (answer->status != OK)
        return part;
    if (none_match.len > 0 ? request_fields_has_tag(none_match, answer->tag)
                           : request_fields_is_unmodified(since, answer->modified)) {
        part.status = NOT_MODIFIED;
        part.len = 0;
        return part;
    }
    if (!span_is(request->method, "GET") ||
        !request_fields_is_same(request_field(request, "If-Range"), answer->tag, answer->modified))
        return part;
    switch (request_fields_range(request_field(request, "Range"), part.size, &first, &last)) {
    case RANGE_PART:
        part.status = PARTIAL_CONTENT;
        part.first = first;
        part.len = last - first + 1;
        break;
    case RANGE_BEYOND:
        part.status = RANGE_NOT_SATISFIABLE;
        part.len = 0;
        break;
    case RANGE_ALL:
    default:
        break;
    }
    return part;
}

/* Returns the reason phrase of a status; "" for others, which need none (RFC 9112, 4). */
static const char *words_of(unsigned status)
{
    static const struct {
        unsigned status;
        const char *words;
    } known[] = {
        {200, "OK"},
        {206, "Partial Content"},
        {301, "Moved Permanently"},
        {302, "Found"},
        {304, "Not Modified"},
        {400, "Bad Request"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {410, "Gone"},
        {413, "Content Too Large"},
        {416, "Range Not Satisfiable"},
        {421, "Misdirected Request"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {503, "Service Unavailable"},
    };

    for (size_t i = 0; i < COUNT_OF(known); i++) {
        if (known[i].status == status)
            return known[i].words;
    }
    return "";
}

/* Adds the fields of every response. */
static void begin(struct buf *out, const struct part *part, bool keeps)
{
    char date[MOMENT_HTTP_SIZE];

    moment_http(clock_wall_us(), date);
    (void)buf_add_format(out, "HTTP/1.1 %u %s\r\nDate: %s\r\n", part->status, words_of(part->status), date);
    if (part->status != NOT_MODIFIED)
        (void)buf_add_format(out, "Content-Length: %" PRIu64 "\r\n", part->len);
    if (!keeps)
        (void)buf_add_text(out, "Connection: close\r\n");
}

void response_add(struct buf *out, const struct request *request, const struct server_answer *answer,
                  bool keeps, struct response_file *file)
{
    struct request unknown = {.keeps = false};
    struct part part = choose_part(request ? request : &unknown, answer);

    begin(out, &part, keeps);
    add_restrictions(out, answer);
    add_facts(out, answer, &part);
    if (part.status == NOT_ALLOWED)
        add_header(out, "Allow", span_of("GET, HEAD"));
    (void)buf_add_text(out, "\r\n");
    *file = (struct response_file){.fd = answer->fd};
    if (part.len == 0 || (request && span_is(request->method, "HEAD")))
        return;
    if (answer->fd < 0)
        (void)buf_add(out, answer->body.at + part.first, part.len);
    else
        *file = (struct response_file){.fd = answer->fd, .at = part.first, .left = part.len};
}
