/* SPDX-License-Identifier: MIT */
/* Undoes the chunked transfer coding (RFC 9112, 7.1): byte by byte outside the data, in runs within. As
 * lenient as libcurl, which reads the same bytes and must find the same end: a line may end in a bare LF. */
#include "config.h"

#include "base/chunked.h"

#include "base/limits.h"

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
