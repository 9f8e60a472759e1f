/* SPDX-License-Identifier: MIT */
/* The chunked coding: what is data, where a message ends, and what is malformed, in one piece and byte by
 * byte. */
#include "config.h"

#include "base/http.h"

#include "base/buf.h"
#include "base/limits.h"
#include "tap.h"

static const struct chunked_case {
    const char *coded, *data;
    enum chunked_state state;
    const char *rest;
} cases[] = {
    {"5\r\nhello\r\n0\r\n\r\nmore", "hello", CHUNKED_DONE, "more"},
    {"1\nx\n0\n\n", "x", CHUNKED_DONE, ""},
    {"A\r\n0123456789\r\n00\r\n\r\n", "0123456789", CHUNKED_DONE, ""},
    {"2;name=\"v\"\r\nab\r\n1 \t\r\nc\r\n0;x\r\n\r\n", "abc", CHUNKED_DONE, ""},
    {"0\r\nTrailer: x\r\nB\r\n\r\n!", "", CHUNKED_DONE, "!"},
    {"0\r\n\rx", "", CHUNKED_BAD, ""},
    {"3\r\nab", "ab", CHUNKED_DATA, ""},
    {"2\r\nabc", "ab", CHUNKED_BAD, ""},
    {"2\r\nab\rx", "ab", CHUNKED_BAD, ""},
    {"2\r\nab\n\r", "ab", CHUNKED_BAD, ""},
    {"\r\n", "", CHUNKED_BAD, ""},
    {";\r\n", "", CHUNKED_BAD, ""},
    {"g\r\n", "", CHUNKED_BAD, ""},
    {"1g\r\n", "", CHUNKED_BAD, ""},
    {"1\rx", "", CHUNKED_BAD, ""},
    {"fffffffffffffff\r\nx", "x", CHUNKED_DATA, ""},
    {"ffffffffffffffff\r\nx", "x", CHUNKED_DATA, ""},
    {"10000000000000000\r\nx", "", CHUNKED_BAD, ""},
};

/* Feeds TEXT in pieces of STEP bytes; returns what is left. */
static struct span feed(struct chunked *chunked, struct span text, size_t step, struct buf *data)
{
    struct span taken, piece = span_make(NULL, 0);

    while (text.len > 0 && chunked->state != CHUNKED_DONE && chunked->state != CHUNKED_BAD) {
        piece = span_part(text, 0, step);
        text = span_part(text, step, text.len);
        while (chunked_next(chunked, &piece, &taken))
            buf_add_span(data, taken);
    }
    return span_make(piece.at, piece.len + text.len);
}

static void test_cases(void)
{
    for (size_t i = 0; i < 2 * sizeof cases / sizeof cases[0]; i++) {
        const struct chunked_case *c = &cases[i / 2];
        struct chunked chunked;
        struct span rest;
        struct buf data;

        buf_init(&data, 100);
        chunked_init(&chunked);
        rest = feed(&chunked, span_of(c->coded), i % 2 ? 1 : 1000, &data);
        is_span(buf_span(&data), span_of(c->data), c->data);
        is_int(chunked.state, c->state, "its state");
        if (c->state == CHUNKED_DONE)
            is_span(rest, span_of(c->rest), "bytes after the message are left");
        buf_release(&data);
    }
}

/* The state after LEN bytes of PREFIX and then 'x'. */
static enum chunked_state state_after(const char *prefix, size_t len)
{
    static char text[2 * LIMIT_CHUNK_LINE_BYTES];
    struct chunked chunked;
    struct buf data;

    buf_init(&data, 100);
    memset(text, 'x', sizeof text);
    memcpy(text, prefix, strlen(prefix));
    chunked_init(&chunked);
    (void)feed(&chunked, span_make(text, len), len, &data);
    buf_release(&data);
    return chunked.state;
}

int main(void)
{
    test_cases();
    is_int(state_after("1;", LIMIT_CHUNK_LINE_BYTES), CHUNKED_EXTENSION,
           "an extension of the greatest length");
    is_int(state_after("1;", LIMIT_CHUNK_LINE_BYTES + 1), CHUNKED_BAD, "a longer one is refused");
    is_int(state_after("0\n", LIMIT_CHUNK_LINE_BYTES + 1), CHUNKED_TRAILER,
           "a trailer of the greatest length");
    is_int(state_after("0\n", LIMIT_CHUNK_LINE_BYTES + 2), CHUNKED_BAD, "a longer one is refused");
    return done();
}
