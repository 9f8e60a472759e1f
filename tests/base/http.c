/* SPDX-License-Identifier: MIT */
/* Lines, values and statuses of header blocks; the chunked coding, whole and byte by byte. */
#include "config.h"

#include "base/http.h"

#include "base/buf.h"
#include "base/limits.h"
#include "tap.h"

#define START "HTTP/1.1 200 OK\r\n"

static const struct {
    const char *head;
    size_t index;
    const char *value; /* of X; NULL: there is none */
} values[] = {
    {START "X: a\r\n\r\n", 0, "a"},
    {START "x:a\n\n", 0, "a"},
    {START "X: \t a \t\r\n\r\n", 0, "a"},
    {START "X: a\r\n\r\n", 1, NULL},
    {START "X: a\r\nY: n\r\nX: b\r\n\r\n", 1, "b"},
    {START "X: a\r\nY: n\r\nx: b\r\n\r\n", 2, NULL},
    {START "X: a\r\n b\r\nX: c\r\n\r\n", 0, "a\r\n b"},
    {START "X: a\r\n\tX: b\r\nX: c\r\n\r\n", 1, "c"},
    {START "X: a\r\n\tX: b\r\n\r\n", 1, NULL},
    {START "X:\r\n\r\n", 0, ""},
    {START "X:", 0, ""},
    {START "X", 0, NULL},
    {START "X : a\r\n\r\n", 0, NULL},
    {START "XX: a\r\nY: b\r\n\r\n", 0, NULL},
    {START, 0, NULL},
    {"X: a\r\n\r\n", 0, NULL},
    {"", 0, NULL},
};

static const struct {
    const char *head;
    int status;
} statuses[] = {
    {START, 200},
    {"HTTP/1.1 404\r\n", 404},
    {"HTTP/1.1 404\n", 404},
    {"HTTP/1.1 404", 404},
    {"HTTP/2 304 x\r\n", 304},
    {"HTTP/1.1 2000\r\n", 0},
    {"HTTP/1.1 20\r\n", 0},
    {"HTTP/1.1 20", 0},
    {"HTTP/1.1 20x\r\n", 0},
    {"HTTP/1.1\r\n 200\r\n", 0},
    {"HTTP/1.1\r\n", 0},
    {"", 0},
};

static const struct {
    const char *head;
    bool is_whole;
} ends[] = {
    {START "\r\n", true},
    {START "X: a\r\n\r\n", true},
    {"HTTP/1.1 200 OK\nX: a\n\n", true},
    {START "X: a\n\n", true},
    {START, false},
    {START "X: a\r\n", false},
    {START "X: a\r\n\r", false},
    {"\r\n\r\n", true},
    {"\n\n", true},
    {"\n\r\n", false},
    {"\n", false},
    {"", false},
};

static const struct {
    const char *head;
    bool is_chunked;
} transfers[] = {
    {START "\r\n", false},
    {START "Transfer-Encoding: chunked\r\n\r\n", true},
    {START "transfer-encoding: Chunked\r\n\r\n", true},
    {START "Transfer-Encoding: x, chunked\r\n\r\n", true},
    {START "Transfer-Encoding: chunked ,x\r\n\r\n", true},
    {START "Transfer-Encoding: x\r\nTransfer-Encoding: chunked\r\n\r\n", true},
    {START "Transfer-Encoding: x,\r\n chunked\r\n\r\n", true},
    {START "Transfer-Encoding: chunkedx\r\n\r\n", false},
    {START "Transfer-Encoding: x chunked\r\n\r\n", false},
    {START "Transfer-Encoding:\r\n\r\n", false},
    {START "TE: chunked\r\n\r\n", false},
};

static void test_lines(void)
{
    static const char *const lines[] = {"A: b\r\n", "C: d\r\n e\r\n\tf\n"};
    static const char *const names[] = {"A", "C"};
    struct span rest = span_of("A: b\r\nC: d\r\n e\r\n\tf\n");

    for (size_t i = 0; i < 2; i++) {
        struct span line = head_take_line(&rest);

        ok(span_is(line, lines[i]) && span_is(head_line_name(line), names[i]), "line %zu, with folded lines",
           i);
    }
    is_int((intmax_t)rest.len, 0, "nothing is left");
    rest = span_of("G");
    ok(span_is(head_take_line(&rest), "G") && rest.len == 0, "a line without its end");
    ok(head_take_line(&rest).len == 0, "no line");
    ok(head_line_name(span_of(": x")).len == 0, "an empty name");
    ok(span_is(head_line_name(span_of("A:")), "A"), "a name without a value");
}

static void test_heads(void)
{
    for (size_t i = 0; i < COUNT_OF(values); i++) {
        struct span value = span_of("untouched");
        bool found = head_value(tap_exact(span_of(values[i].head)), "X", values[i].index, &value);

        ok(found == (values[i].value != NULL) && span_is(value, found ? values[i].value : "untouched"),
           "value %zu of block %zu", values[i].index, i);
    }
    for (size_t i = 0; i < COUNT_OF(statuses); i++)
        is_int(head_status(tap_exact(span_of(statuses[i].head))), statuses[i].status, "a status line");
    for (size_t i = 0; i < COUNT_OF(ends); i++)
        ok(head_is_whole(tap_exact(span_of(ends[i].head))) == ends[i].is_whole, "end of block %zu", i);
    for (size_t i = 0; i < COUNT_OF(transfers); i++)
        ok(head_is_chunked(span_of(transfers[i].head)) == transfers[i].is_chunked,
           "%schunked: transfer coding %zu", transfers[i].is_chunked ? "" : "not ", i);
    test_lines();
}

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
    for (size_t i = 0; i < 2 * COUNT_OF(cases); i++) {
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

static void test_ranges(void)
{
    static const struct {
        const char *value;
        bool valid, whole;
    } ranges[] = {
        {"bytes 2-41/42", true, false},         {"bytes 0-41/42", true, true},
        {"Bytes 41-41/42", true, false},        {"bytes 0-42/42", false, false},
        {"bytes 5-4/42", false, false},         {"bytes 0-41/*", false, false},
        {"bytes */42", false, false},           {"bytes 0-0/0", false, false},
        {"lines 0-41/42", false, false},        {"bytes -1-41/42", false, false},
        {"bytes 0-41/42, 1-2/3", false, false}, {"bytes 0-18446744073709551616/42", false, false},
    };
    struct buf head BUF_LOCAL(256);
    struct head_range range;

    for (size_t i = 0; i < COUNT_OF(ranges); i++) {
        buf_clear(&head);
        (void)buf_add_format(&head, START "Content-Range: %s\r\n\r\n", ranges[i].value);
        ok(head_range(buf_span(&head), &range) == ranges[i].valid &&
               head_range_is_whole(buf_span(&head)) == ranges[i].whole,
           "%s", ranges[i].value);
    }
    ok(!head_range(span_of(START "\r\n"), &range), "no range");
}

int main(void)
{
    test_heads();
    test_ranges();
    test_cases();
    is_int(state_after("1;", LIMIT_CHUNK_LINE_BYTES), CHUNKED_EXTENSION,
           "an extension of the greatest length");
    is_int(state_after("1;", LIMIT_CHUNK_LINE_BYTES + 1), CHUNKED_BAD, "a longer one is refused");
    is_int(state_after("0\n", LIMIT_CHUNK_LINE_BYTES + 1), CHUNKED_TRAILER,
           "a trailer of the greatest length");
    is_int(state_after("0\n", LIMIT_CHUNK_LINE_BYTES + 2), CHUNKED_BAD, "a longer one is refused");
    return done();
}
