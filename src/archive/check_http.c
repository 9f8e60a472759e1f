/* SPDX-License-Identifier: MIT */
/* Checks the HTTP messages in records: the start line, the length, the codings, and whether a request is for
 * the URL of its record. */
#include "config.h"

#include <inttypes.h>

#include "archive/check_inside.h"
#include "base/http.h"
#include "base/limits.h"

/* Checks the start line ("HTTP/1.1 200"). Later versions of HTTP have no status line, and readers fail on one
 * that names them. */
static void check_start_line(struct warc_check *check)
{
    struct span head = buf_span(&check->block.head);
    struct span line = span_trim(span_take_until(&head, '\n'), "\r");

    if (check->subject.type == WARC_TYPE_REQUEST)
        return;
    if (span_starts(line, "HTTP/2") || span_starts(line, "HTTP/3"))
        warc_say(check, WARC_WARNING, "status line",
                 "the status line is of HTTP/2 or 3, which replay tools cannot read");
    else if (!span_starts(line, "HTTP/1.") || line.len < 12 || !ascii_is_digit(line.at[9]))
        warc_say(check, WARC_ERROR, "status line", "the HTTP message does not begin with a status line");
    else if (line.at[9] == '1')
        warc_say(check, WARC_ERROR, "status line", "an interim answer (1xx) replaces the final one");
}

static bool has_body(struct span head)
{
    struct span status = span_part(head, 9, 3);

    return !span_is(status, "204") && !span_is(status, "304");
}

/* Checks that the message has the length that its header block states. */
static void check_length(struct warc_check *check)
{
    const struct warc_block *block = &check->block;
    struct span head = buf_span(&block->head), text;
    uint64_t length;

    if (block->is_chunked) {
        if (block->chunked.state != CHUNKED_DONE)
            warc_say(check, WARC_ERROR, "cut body",
                     "the chunked body is cut off or damaged, and there is no WARC-Truncated");
        return;
    }
    if (!has_body(head) || !head_value(head, "Content-Length", 0, &text) || !span_to_u64(text, &length))
        return;
    if (block->body_len < length)
        warc_say(check, WARC_ERROR, "cut body",
                 "the body has %" PRIu64 " of %" PRIu64 " bytes, and there is no WARC-Truncated",
                 block->body_len, length);
    else if (block->body_len > length)
        warc_say(check, WARC_WARNING, "long body",
                 "the body has %" PRIu64 " bytes, but its Content-Length is %" PRIu64, block->body_len,
                 length);
}

/* Checks that the header block describes the framing of the body that follows it. */
static void check_framing(struct warc_check *check)
{
    struct span head = buf_span(&check->block.head), value;

    if (check->block.lacks_chunks)
        warc_say(check, WARC_WARNING, "framing",
                 "the header has Transfer-Encoding: chunked, but the body is not in chunks");
    if (head_value(head, "Transfer-Encoding", 0, &value) && head_value(head, "Content-Length", 0, &value))
        warc_say(check, WARC_WARNING, "framing", "the header has both Transfer-Encoding and Content-Length");
}

/* Checks that the payload can be decoded. */
static void check_coding(struct warc_check *check)
{
    struct warc_block *block = &check->block;
    struct span codings, coded;
    const char *why;

    if (!block->is_coded || block->coded.len == 0 || check->subject.truncated ||
        !head_value(buf_span(&block->head), "Content-Encoding", 0, &codings))
        return;
    if (!block->coded_is_whole) {
        warc_say(check, WARC_WARNING, "encoding", "the body is too large to check whether it can be decoded");
        return;
    }
    if (body_span(&block->coded, &coded))
        return;
    why = check->decode(check->context, codings, coded);
    if (why)
        warc_say(check, WARC_ERROR, "encoding", "the body cannot be decoded as %.*s: %s", (int)codings.len,
                 codings.at, why);
}

static void check_response(struct warc_check *check)
{
    check_framing(check);
    if (!check->subject.truncated)
        check_length(check);
    check_coding(check);
}

/* Sets OTHER to the URL of the request. Returns false if the request names none. */
static bool requested_url(struct warc_check *check, struct span head)
{
    struct span line = head, method, target, host, authority = {0};
    struct buf text BUF_LOCAL(2 * LIMIT_URL_BYTES);

    line = span_take_until(&line, '\n');
    method = span_take_until(&line, ' ');
    target = span_take_until(&line, ' ');
    if (span_is(method, "CONNECT") || target.len == 0)
        return false;
    if (target.at[0] != '/')
        return url_parse(&check->other, target, NULL, NULL) == URL_OK;
    host = url_origin(&check->url);
    (void)span_take_until(&host, '/');
    (void)span_take_until(&host, '/');
    if (head_value(head, "Host", 0, &authority) && authority.len > 0)
        host = authority;
    (void)buf_add_span(&text, url_scheme(&check->url));
    (void)buf_add_text(&text, "://");
    (void)buf_add_span(&text, host);
    (void)buf_add_span(&text, target);
    return !text.full && url_parse(&check->other, buf_span(&text), NULL, NULL) == URL_OK;
}

/* Takes a byte off the front of TEXT, which may be an escape. */
static unsigned char take_byte(struct span *text)
{
    int escape = span_escape(*text);
    unsigned char byte = escape >= 0 ? (unsigned char)escape : (unsigned char)text->at[0];

    *text = span_part(*text, escape >= 0 ? 3 : 1, text->len);
    return byte;
}

/* Returns true if two URLs differ only in their escapes: a record must escape characters that requests may
 * contain. */
static bool is_same_url(struct span a, struct span b)
{
    while (a.len > 0 && b.len > 0) {
        if (take_byte(&a) != take_byte(&b))
            return false;
    }
    return a.len == b.len;
}

static void check_request(struct warc_check *check)
{
    static const char *const secrets[] = {"Authorization", "Proxy-Authorization", "Cookie"};
    struct span head = buf_span(&check->block.head), value;

    for (size_t i = 0; i < COUNT_OF(secrets); i++) {
        if (head_value(head, secrets[i], 0, &value))
            warc_say(check, WARC_WARNING, "credentials", "the request contains %s, which may be a secret",
                     secrets[i]);
    }
    if (url_parse(&check->url, check->subject.url, NULL, NULL) != URL_OK)
        return;
    if (url_has_userinfo(&check->url))
        warc_say(check, WARC_WARNING, "credentials", "WARC-Target-URI contains a user name");
    if (!requested_url(check, head))
        return;
    url_strip(&check->url);
    url_strip(&check->other);
    if (!is_same_url(buf_span(&check->url.text), buf_span(&check->other.text)))
        warc_say(check, WARC_ERROR, "target", "the request is for %.*s, which is not its WARC-Target-URI",
                 (int)check->other.text.len, check->other.text.at);
}

void warc_check_http(struct warc_check *check)
{
    if (check->block.len == 0)
        return;
    check_start_line(check);
    if (!check->block.head_ended)
        warc_say(check, WARC_ERROR, "http", "the HTTP message has no complete header block");
    else if (check->subject.type == WARC_TYPE_RESPONSE)
        check_response(check);
    else if (check->subject.type == WARC_TYPE_REQUEST)
        check_request(check);
    else if (check->block.body_len > 0)
        warc_say(check, WARC_ERROR, "revisit", "the revisit has a body, which only its original may have");
}

bool warc_check_is_http(const struct warc_subject *subject)
{
    enum warc_type type = subject->type;

    return (type == WARC_TYPE_RESPONSE || type == WARC_TYPE_REQUEST || type == WARC_TYPE_REVISIT) &&
           span_starts_nocase(subject->content_type, "application/http");
}
