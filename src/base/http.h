/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_HTTP_H
#define TIPTOE_BASE_HTTP_H

#include "base/span.h"

/* HTTP header blocks as they were sent: start line, field lines, empty line. */

/* Sets VALUE to the INDEX-th value (from 0) of field NAME in any case, trimmed. Returns false, with VALUE
 * untouched, if there are fewer. A folded value contains its line breaks: treat them as white space. */
bool head_value(struct span head, const char *name, size_t index, struct span *value) NONNULL;

/* Returns true if one of the transfer codings is "chunked". */
bool head_is_chunked(struct span head);

/* Returns the media type in the value of Content-Type, without its parameters. */
static inline struct span http_essence(struct span content_type)
{
    return span_trim(span_take_until(&content_type, ';'), PLAIN_WHITE);
}

/* Returns the status code; 0 if the status line has no three digits after the version. */
int head_status(struct span head);

/* Returns true for the head of an interim response, which another one follows (RFC 9110, section 15.2); a
 * protocol that is not HTTP follows 101. */
bool head_is_interim(struct span head);

/* Reads "Content-Range: bytes 2-41/42" (RFC 9110, 14.4); false for any other or none. */
struct head_range {
    uint64_t first, last, length;
};
bool head_range(struct span head, struct head_range *range) NONNULL;

/* Returns true if an answer with status 206 has the whole body. */
bool head_range_is_whole(struct span head);

/* Returns true if Content-Length announces more than LEN bytes of body. Its value proves nothing if a coding
 * may have been undone without adjusting it. */
bool head_announces_more(struct span head, uint64_t len);

/* Takes the next line with its line break, and the folded lines after it, off the front of REST. */
struct span head_take_line(struct span *rest) NONNULL;

/* Returns true if HEAD ends with an empty line, of CR LF or bare LF. */
bool head_is_whole(struct span head);

/* Returns the text before the colon of a field line; empty without a colon. */
struct span head_line_name(struct span line);

/* A decoder of the chunked transfer coding for bytes that arrive in pieces. It ignores chunk extensions and
 * trailers. */
enum chunked_state {
    CHUNKED_SIZE_START,
    CHUNKED_SIZE,
    CHUNKED_EXTENSION,
    CHUNKED_SIZE_LF,
    CHUNKED_DATA,
    CHUNKED_DATA_CR,
    CHUNKED_DATA_LF,
    CHUNKED_TRAILER_START,
    CHUNKED_TRAILER,
    CHUNKED_END_LF,
    CHUNKED_DONE,
    CHUNKED_BAD
};

struct chunked {
    enum chunked_state state;
    uint64_t left;     /* of the current chunk */
    uint32_t overhead; /* bytes of the current size line, or of the trailers: bounded */
};

void chunked_init(struct chunked *chunked) NONNULL;

/* Takes bytes off the front of INPUT up to and including the next run of data, which DATA borrows. False if
 * INPUT has no more data: the caller must supply more, or the state is CHUNKED_DONE (the rest of INPUT is not
 * part of the message) or CHUNKED_BAD. */
bool chunked_next(struct chunked *chunked, struct span *input, struct span *data) NONNULL;

/* Returns false if START, of a body, shows that it is not in chunks: some archives remove them and keep the
 * field. */
bool chunked_may_start(struct span start);

#endif
