/* SPDX-License-Identifier: MIT */
/* Reads HTTP/1.1 as it was sent. Fields of header blocks are borrowed bytes: nothing is copied, joined or
 * normalised, because the archive stores the blocks verbatim; answer/fields.c parses a whole block. The
 * chunked coding (RFC 9112, 7.1) is undone byte by byte outside the data, in runs within, as leniently as by
 * libcurl, which reads the same bytes and must find the same end. Line breaks are LF with or without CR
 * (2.2). */
#include "config.h"

#include "base/http.h"

#include "base/limits.h"

bool head_announces_more(struct span head, uint64_t len)
{
    struct span value;
    uint64_t announced;

    return head_value(head, "Content-Length", 0, &value) && span_to_u64(value, &announced) &&
           announced > len && !head_value(head, "Content-Encoding", 0, &value) &&
           !head_value(head, "Transfer-Encoding", 0, &value);
}

struct span head_take_line(struct span *rest)
{
    struct span whole = *rest;

    do {
        (void)span_take_until(rest, '\n');
    } while (rest->len > 0 && byte_is_in(rest->at[0], HTTP_WHITE)); /* a folded line */
    return span_part(whole, 0, whole.len - rest->len);
}

struct span head_line_name(struct span line)
{
    size_t colon = span_find(line, ':');

    return colon < line.len ? span_part(line, 0, colon) : span_make(NULL, 0);
}

bool head_value(struct span head, const char *name, size_t index, struct span *value)
{
    (void)head_take_line(&head); /* the start line */
    while (head.len > 0) {
        struct span line = head_take_line(&head), found = head_line_name(line);

        if (span_is_nocase(found, name) && index-- == 0) {
            *value = span_trim(span_part(line, found.len + 1, line.len), PLAIN_WHITE);
            return true;
        }
    }
    return false;
}

bool head_is_chunked(struct span head)
{
    struct span value;

    for (size_t i = 0; head_value(head, "Transfer-Encoding", i, &value); i++) {
        while (value.len > 0) {
            if (span_is_nocase(span_trim(span_take_until(&value, ','), PLAIN_WHITE), "chunked"))
                return true;
        }
    }
    return false;
}

int head_status(struct span head)
{
    struct span rest = span_part(head, 0, span_find(head, '\n'));
    uint64_t status;

    (void)span_take_until(&rest, ' ');
    if (rest.len < 3 || !span_to_u64(span_part(rest, 0, 3), &status) ||
        (rest.len > 3 && ascii_is_digit(rest.at[3])))
        return 0;
    return (int)status;
}

bool head_is_interim(struct span head)
{
    int status = head_is_whole(head) ? head_status(head) : 0;

    return status >= 100 && status < 200 && status != 101;
}

bool head_range(struct span head, struct head_range *range)
{
    struct span text;

    if (!head_value(head, "Content-Range", 0, &text) || !span_starts_nocase(text, "bytes "))
        return false;
    text = span_trim(span_part(text, sizeof "bytes " - 1, text.len), HTTP_WHITE);
    return span_to_u64(span_take_until(&text, '-'), &range->first) &&
           span_to_u64(span_take_until(&text, '/'), &range->last) && span_to_u64(text, &range->length) &&
           range->first <= range->last && range->last < range->length;
}

bool head_range_is_whole(struct span head)
{
    struct head_range range;

    return head_range(head, &range) && range.first == 0 && range.last == range.length - 1;
}

bool head_is_whole(struct span head)
{
    return (head.len >= 4 && memcmp(head.at + head.len - 4, "\r\n\r\n", 4) == 0) ||
           (head.len >= 2 && memcmp(head.at + head.len - 2, "\n\n", 2) == 0);
}

void chunked_init(struct chunked *chunked)
{
    *chunked = (struct chunked){.state = CHUNKED_SIZE_START};
}

static enum chunked_state end_size_line(struct chunked *chunked)
{
    chunked->overhead = 0;
    return chunked->left > 0 ? CHUNKED_DATA : CHUNKED_TRAILER_START;
}

static enum chunked_state in_size(struct chunked *chunked, char byte)
{
    int value = ascii_hex_value(byte);

    if (value >= 0 && chunked->left > UINT64_MAX >> 4)
        return CHUNKED_BAD;
    if (value >= 0) {
        chunked->left = chunked->left << 4 | (unsigned)value;
        return CHUNKED_SIZE;
    }
    switch (byte) {
    case '\r':
        return CHUNKED_SIZE_LF;
    case '\n':
        return end_size_line(chunked);
    case ';':
    case ' ':
    case '\t':
        return CHUNKED_EXTENSION;
    default:
        return CHUNKED_BAD;
    }
}

static enum chunked_state in_trailer(struct chunked *chunked, char byte)
{
    if (byte == '\n')
        return chunked->state == CHUNKED_TRAILER_START ? CHUNKED_DONE : CHUNKED_TRAILER_START;
    if (byte == '\r' && chunked->state == CHUNKED_TRAILER_START)
        return CHUNKED_END_LF;
    return CHUNKED_TRAILER;
}

/* Returns the state after one byte that is not data. */
static enum chunked_state step(struct chunked *chunked, char byte)
{
    switch (chunked->state) {
    case CHUNKED_SIZE_START:
        chunked->left = 0;
        return ascii_is_hex(byte) ? in_size(chunked, byte) : CHUNKED_BAD;
    case CHUNKED_SIZE:
        return in_size(chunked, byte);
    case CHUNKED_EXTENSION:
        return byte == '\n' ? end_size_line(chunked) : CHUNKED_EXTENSION;
    case CHUNKED_SIZE_LF:
        return byte == '\n' ? end_size_line(chunked) : CHUNKED_BAD;
    case CHUNKED_DATA_CR:
        if (byte == '\r')
            return CHUNKED_DATA_LF;
        return byte == '\n' ? CHUNKED_SIZE_START : CHUNKED_BAD;
    case CHUNKED_DATA_LF:
        return byte == '\n' ? CHUNKED_SIZE_START : CHUNKED_BAD;
    case CHUNKED_TRAILER_START:
    case CHUNKED_TRAILER:
        return in_trailer(chunked, byte);
    case CHUNKED_END_LF:
        return byte == '\n' ? CHUNKED_DONE : CHUNKED_BAD;
    case CHUNKED_DATA:
    case CHUNKED_DONE:
    case CHUNKED_BAD:
        break;
    }
    return CHUNKED_BAD;
}

static void take_data(struct chunked *chunked, struct span *input, struct span *data)
{
    size_t len = chunked->left < input->len ? (size_t)chunked->left : input->len;

    *data = span_part(*input, 0, len);
    *input = span_part(*input, len, input->len);
    chunked->left -= len;
    if (chunked->left == 0)
        chunked->state = CHUNKED_DATA_CR;
}

bool chunked_next(struct chunked *chunked, struct span *input, struct span *data)
{
    while (input->len > 0 && chunked->state != CHUNKED_DONE && chunked->state != CHUNKED_BAD) {
        if (chunked->state == CHUNKED_DATA) {
            take_data(chunked, input, data);
            return true;
        }
        chunked->state = step(chunked, input->at[0]);
        *input = span_part(*input, 1, input->len);
        if (++chunked->overhead > LIMIT_CHUNK_LINE_BYTES)
            chunked->state = CHUNKED_BAD;
    }
    return false;
}

bool chunked_may_start(struct span start)
{
    struct chunked chunked;
    struct span data;

    chunked_init(&chunked);
    return chunked_next(&chunked, &start, &data) || chunked.state != CHUNKED_BAD;
}
