/* SPDX-License-Identifier: MIT */
/* Reads the heads of requests and writes the heads of responses (RFC 9110, 9112), with conditions and ranges.
 * A request is read line by line, so that a malformed one is refused before it is complete. Each response has
 * fields that prevent a page from sending requests to other hosts, from a form or a frame too, and from
 * revealing its own address. Links that a reader follows still work. */
#include "config.h"

#include "serve/server.h"

#include <inttypes.h>
#include <openssl/crypto.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/http.h"
#include "robots/date.h"

enum {
    PARTIAL = 0, /* the end of the head is not there yet */
    FINE = 200,
    PARTIAL_CONTENT = 206,
    SEE_OTHER = 303,
    NOT_MODIFIED = 304,
    MALFORMED = 400,
    FORBIDDEN = 403,
    NOT_ALLOWED = 405,
    RANGE_NOT_SATISFIABLE = 416,
    OTHER_VERSION = 505
};
enum { VALUE_MAX = 32 * 1024 }; /* of a header field */

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
    request->head = line;
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

struct span request_field(const struct request *request, const char *name)
{
    struct span value = {0};

    (void)head_value(request->head, name, 0, &value);
    return value;
}

static bool has_field(const struct request *request, const char *name, size_t index)
{
    struct span value;

    return head_value(request->head, name, index, &value);
}

/* Decides whether a body follows, and whether another request may. */
static int read_framing(struct request *request)
{
    uint64_t length = 0;

    if (!has_field(request, "Host", 0) || has_field(request, "Host", 1) ||
        has_field(request, "Content-Length", 1) ||
        (has_field(request, "Content-Length", 0) &&
         !span_to_u64(request_field(request, "Content-Length"), &length)))
        return MALFORMED;
    request->has_body = length > 0 || has_field(request, "Transfer-Encoding", 0);
    request->keeps = request->keeps && !span_is_nocase(request_field(request, "Connection"), "close");
    return FINE;
}

int request_read(struct span bytes, struct request *request, size_t *len)
{
    struct span rest = bytes, line;
    int status;

    *request = (struct request){.keeps = false};
    while ((status = take_line(&rest, &line)) == FINE && line.len == 0)
        continue; /* after an earlier request (RFC 9112, 2.2) */
    if (status == FINE)
        status = read_first_line(line, request);
    while (status == FINE && (status = take_line(&rest, &line)) == FINE && line.len > 0) {
        if (!is_field(line))
            status = MALFORMED;
    }
    if (status != FINE)
        return status;
    request->head.len = (size_t)(line.at - request->head.at);
    *len = (size_t)(rest.at - bytes.at);
    return read_framing(request);
}

/* Compares in a time that does not depend on where TEXT differs. */
static bool is_key(struct span text, const char *key)
{
    return text.len == strlen(key) && CRYPTO_memcmp(text.at, key, text.len) == 0;
}

/* Answers a request without the cookie KEY: its target has the key, or it is refused. Returns false for one
 * with the cookie. */
static bool answer_stranger(const struct request *request, const char *key, struct server_answer *answer)
{
    struct span target = request->target, cookies = request_field(request, "Cookie");
    bool found = false, brings_key = span_take_text(&target, TARGET_OWN "?") && is_key(target, key);

    while (cookies.len > 0)
        found |= is_key(span_trim(span_take_until(&cookies, ';'), HTTP_WHITE), key);
    if (found && !brings_key)
        return false;
    *answer = (struct server_answer){
        .status = brings_key ? SEE_OTHER : FORBIDDEN,
        .location = span_of(brings_key ? "/" : ""),
        .cookie = brings_key ? key : NULL,
        .ours = true,
        .type = span_of("text/plain; charset=utf-8"),
        .body = span_of("This mirror needs its key: open the address that tiptoe serve has printed.\n"),
        .fd = -1};
    return true;
}

bool request_refuse(const struct request *request, int status, const char *authority, const char *key,
                    struct server_answer *answer)
{
    bool known = span_is(request->method, "GET") || span_is(request->method, "HEAD");
    const struct {
        bool refused;
        int status;
        const char *text;
    } checks[] = {
        {status == 431, status, "The head of the request is too large.\n"},
        {status != FINE, status, "Malformed request.\n"},
        {!span_is_nocase(request_field(request, "Host"), authority), 421,
         "Wrong host name. Use the address that tiptoe serve has printed.\n"},
        {!known, 405, "Method not allowed. A mirror answers only GET and HEAD.\n"},
        {request->has_body, 413, "A mirror takes no uploads.\n"},
        {!span_starts(request->target, "/"), 400, "Invalid request target. Use a path such as /.\n"},
        {span_is_nocase(request_field(request, "Service-Worker"), "script"), 403,
         "A page of a mirror must not install a service worker.\n"},
    };

    for (size_t i = 0; i < COUNT_OF(checks); i++) {
        if (!checks[i].refused)
            continue;
        *answer = (struct server_answer){.status = checks[i].status,
                                         .ours = true,
                                         .type = span_of("text/plain; charset=utf-8"),
                                         .body = span_of(checks[i].text),
                                         .fd = -1};
        return true;
    }
    return key && answer_stranger(request, key, answer);
}

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
    int64_t ms;

    return text.len > 0 && date_read(text, &ms) == text.len ? ms / 1000 : -1;
}

bool request_fields_is_unmodified(struct span since, struct span modified)
{
    int64_t then = request_fields_date(since), last = then >= 0 ? request_fields_date(modified) : -1;

    return last >= 0 && last <= then;
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
    if (dest.len > 0 && !span_is_one_of(dest, "document iframe frame"))
        return false;
    while (accept.len > 0) {
        struct span item = span_take_until(&accept, ',');

        if (span_is_nocase(span_trim(span_take_until(&item, ';'), HTTP_WHITE), "text/html"))
            return true;
    }
    return false;
}

/* The part of the body to send. */
struct part {
    unsigned status;
    uint64_t first, len, size;
};

/* Adds a field, unless it has no value. In a value from outside, control characters, which could end the line
 * or be refused, become spaces. */
static void add_header(struct buf *out, const char *name, struct span value)
{
    if (value.len == 0 || value.len > VALUE_MAX)
        return;
    (void)buf_add_format(out, "%s: ", name);
    for (size_t i = 0; i < value.len; i++)
        (void)buf_add_byte(out, (unsigned char)value.at[i] < 0x20 || value.at[i] == 0x7f ? ' ' : value.at[i]);
    (void)buf_add_text(out, "\r\n");
}

/* Adds the fields that keep a page from other hosts, from other mirrors, and from data that it could leave in
 * the browser. */
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

static void add_facts(struct buf *out, const struct server_answer *answer, const struct part *part)
{
    char range[80];

    add_header(out, "Content-Type", answer->type);
    add_header(out, "Location", answer->location);
    add_header(out, "Refresh", answer->refresh);
    if (answer->cookie)
        (void)buf_add_format(out, "Set-Cookie: %s; Path=/; HttpOnly; SameSite=Lax\r\n", answer->cookie);
    if (answer->tag.len > 0 && answer->tag.len < sizeof range - 2) {
        (void)snprintf(range, sizeof range, "\"%.*s\"", (int)answer->tag.len, answer->tag.at);
        add_header(out, "ETag", span_of(range));
    }
    if (request_fields_date(answer->modified) >= 0)
        add_header(out, "Last-Modified", answer->modified);
    if (answer->status == FINE)
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
    enum request_fields_range range;
    uint64_t first, last;

    part.len = part.size;
    if (answer->status != FINE)
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
    range = request_fields_range(request_field(request, "Range"), part.size, &first, &last);
    if (range == RANGE_PART) {
        part.status = PARTIAL_CONTENT;
        part.first = first;
        part.len = last - first + 1;
    } else if (range == RANGE_BEYOND) {
        part.status = RANGE_NOT_SATISFIABLE;
        part.len = 0;
    }
    return part;
}

/* Adds the status line, without the phrase that no program needs (RFC 9112, 4), and the fields of every
 * response. */
static void begin(struct buf *out, const struct part *part, bool keeps)
{
    char date[MOMENT_HTTP_SIZE];

    moment_http(clock_wall_us(), date);
    (void)buf_add_format(out, "HTTP/1.1 %u \r\nDate: %s\r\n", part->status, date);
    if (part->status != NOT_MODIFIED)
        (void)buf_add_format(out, "Content-Length: %" PRIu64 "\r\n", part->len);
    if (!keeps)
        (void)buf_add_text(out, "Connection: close\r\n");
}

void response_add(struct buf *out, const struct request *request, const struct server_answer *answer,
                  bool keeps, struct response_body *body)
{
    struct request unknown = {.keeps = false};
    struct part part = choose_part(request ? request : &unknown, answer);

    begin(out, &part, keeps);
    add_restrictions(out, answer);
    add_facts(out, answer, &part);
    if (part.status == NOT_ALLOWED)
        add_header(out, "Allow", span_of("GET, HEAD"));
    (void)buf_add_text(out, "\r\n");
    *body = (struct response_body){.memory = answer->body.at, .fd = answer->fd, .at = part.first};
    if (!request || !span_is(request->method, "HEAD"))
        body->left = part.len;
}
