/* SPDX-License-Identifier: MIT */
/* Content codings and chunks: complete, cut at every byte, damaged, and bombs. */
#include "config.h"

#include "answer/decode.h"

#include <fcntl.h>

#include <zlib.h>
#include <zstd.h>

#include "base/alloc.h"
#include "base/http.h"
#include "base/limits.h"
#include "tap.h"

#define TEXT "hello world, hello world, hello world, hello world\n"
/* TEXT, and 40 MiB of zeros, by brotli. */
#define BROTLI                                                                                               \
    "\x1b\x32\x00\xf8\x8d\x54\xb5\xbf\x06\x29\x43\x63\xd3\x0a\x2c\x6c\x6f\x52\x91\x59\xaa\xa9\x06\x32\x48"   \
    "\xde"                                                                                                   \
    "\xfc\x02"
#define BROTLI_BOMB                                                                                          \
    "\xcb\xff\xff\x3f\xf8\x27\x00\xe2\xb1\x40\x20\xf7\xfe\x8f\xff\xff\x7f\xf0\x4f\x00\xc4\x61\x11\x80"       \
    "\xee\xfd\x1f\xff\xff\xff\xe0\x9f\x00\x88\xc3\x02\x00\xdd\xfb\x3f\xfe\xff\xff\xc1\x3f\x01\x10\x87"       \
    "\x05\x00\xba\xf7\x7f\xf9\xff\xff\x87\x7f\x02\x20\x0e\x0b\x00\x74\xef\xff\x00"

enum { ROOM = 128 * 1024 };

struct coded {
    char bytes[ROOM];
    size_t len;
};

static struct decoder *decoder;

static struct span span_of_coded(const struct coded *coded)
{
    return span_make(coded->bytes, coded->len);
}

/* BITS as zlib's windowBits: 31 gzip, 15 zlib, -15 raw. */
static void deflate_with(int bits, struct span plain, struct coded *coded)
{
    z_stream zlib = {0};
    char *copy = mem_copy_text(plain.at, plain.len);

    if (deflateInit2(&zlib, 9, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        abort();
    zlib.next_in = (Bytef *)copy;
    zlib.avail_in = (uInt)plain.len;
    zlib.next_out = (Bytef *)coded->bytes;
    zlib.avail_out = sizeof coded->bytes;
    if (deflate(&zlib, Z_FINISH) != Z_STREAM_END)
        abort();
    coded->len = sizeof coded->bytes - zlib.avail_out;
    (void)deflateEnd(&zlib);
    free(copy);
}

static void zstd_with(struct span plain, struct coded *coded)
{
    coded->len = ZSTD_compress(coded->bytes, sizeof coded->bytes, plain.at, plain.len, 3);
    if (ZSTD_isError(coded->len))
        abort();
}

static void add(struct coded *coded, struct span more)
{
    if (more.len > sizeof coded->bytes - coded->len)
        abort();
    memcpy(coded->bytes + coded->len, more.at, more.len);
    coded->len += more.len;
}

struct outcome {
    enum decode_result result;
    bool mislabelled;
    struct body plain;
};

static struct outcome run(const char *codings, struct span coded, uint64_t max)
{
    struct outcome outcome;

    body_init(&outcome.plain, AT_FDCWD, LIMIT_BODY_IN_MEMORY, max);
    outcome.result = decoder_run(decoder, span_of(codings), coded, &outcome.plain, &outcome.mislabelled);
    return outcome;
}

static void check(const char *label, const char *codings, struct span coded, enum decode_result wanted,
                  bool mislabelled, struct span plain)
{
    struct outcome outcome = run(codings, coded, 1 << 20);
    struct span seen = {0};
    bool right = body_span(&outcome.plain, &seen) == 0 && outcome.result == wanted &&
                 outcome.mislabelled == mislabelled && span_equals(seen, plain);

    if (!ok(right, "%s: %s", codings, label)) {
        printf("# %s, mislabelled %d\n", decode_result_text(outcome.result), outcome.mislabelled);
        tap_show("seen", seen);
    }
    body_release(&outcome.plain);
}

static void check_whole(const char *label, const char *codings, const struct coded *coded)
{
    check(label, codings, span_of_coded(coded), DECODE_OK, false, span_of(TEXT));
}

/* Every proper prefix must be truncated and decode to a prefix of the text. */
static void check_prefixes(const char *codings, const struct coded *coded)
{
    size_t wrong = 0;

    for (size_t len = 1; len < coded->len; len++) {
        struct outcome outcome = run(codings, span_make(coded->bytes, len), 1 << 20);
        struct span seen = {0};

        if (body_span(&outcome.plain, &seen) != 0 || outcome.result != DECODE_TRUNCATED ||
            outcome.mislabelled || !span_equals(seen, span_part(span_of(TEXT), 0, seen.len))) {
            printf("# cut at %zu: %s\n", len, decode_result_text(outcome.result));
            wrong++;
        }
        body_release(&outcome.plain);
    }
    ok(wrong == 0, "%s: cut at each of %zu bytes", codings, coded->len);
}

static void test_codings(void)
{
    struct coded gzip, zlib, raw, zstd, brotli = {.len = 0}, twice;
    struct coded gzip_junk, gzip_two, gzip_damaged, zstd_junk;

    deflate_with(31, span_of(TEXT), &gzip);
    deflate_with(15, span_of(TEXT), &zlib);
    deflate_with(-15, span_of(TEXT), &raw);
    deflate_with(31, span_of_coded(&zlib), &twice);
    zstd_with(span_of(TEXT), &zstd);
    add(&brotli, span_make(BROTLI, sizeof BROTLI - 1));
    check_whole("whole", "gzip", &gzip);
    check_whole("the old name", "X-GZip", &gzip);
    check_whole("with the zlib format", "deflate", &zlib);
    check_whole("raw", "deflate", &raw);
    check_whole("whole", "br", &brotli);
    check_whole("whole", "zstd", &zstd);
    check_whole("one after the other", " deflate , identity,gzip", &twice);
    check_prefixes("gzip", &gzip);
    check_prefixes("deflate", &zlib);
    check_prefixes("deflate", &raw);
    check_prefixes("br", &brotli);
    check_prefixes("zstd", &zstd);
    check_prefixes("deflate, gzip", &twice);

    gzip_junk = gzip;
    add(&gzip_junk, span_of("\n<!-- cached -->"));
    check_whole("junk after the end", "gzip", &gzip_junk);
    gzip_junk = gzip;
    add(&gzip_junk, span_of("\x1f\x8b no gzip member at all"));
    check_whole("junk that starts like gzip", "gzip", &gzip_junk);
    zstd_junk = zstd;
    add(&zstd_junk, span_of("\n<!-- cached -->"));
    check_whole("junk after the end", "zstd", &zstd_junk);
    gzip_two = gzip;
    add(&gzip_two, span_of_coded(&gzip));
    check("two members", "gzip", span_of_coded(&gzip_two), DECODE_OK, false, span_of(TEXT TEXT));
    gzip_two.bytes[gzip_two.len - 6] ^= 1;
    check("two members, the second damaged", "gzip", span_of_coded(&gzip_two), DECODE_CORRUPT, false,
          span_of(TEXT TEXT));
    gzip_two.bytes[gzip.len + 10] = 7; /* no type of a block */
    check("two members, the second damaged at its start", "gzip", span_of_coded(&gzip_two), DECODE_CORRUPT,
          false, span_of(TEXT));
    gzip_two.bytes[gzip.len + 10] = gzip.bytes[10];
    gzip_two.len -= 8;
    check("two members, the second cut", "gzip", span_of_coded(&gzip_two), DECODE_TRUNCATED, false,
          span_of(TEXT TEXT));
    gzip_damaged = gzip;
    gzip_damaged.bytes[gzip.len - 6] ^= 1;
    check("wrong checksum", "gzip", span_of_coded(&gzip_damaged), DECODE_CORRUPT, false, span_of(TEXT));
}

static const struct {
    const char *codings, *coded;
    enum decode_result result;
    bool mislabelled;
    const char *plain;
} oddities[] = {
    {"", TEXT, DECODE_OK, false, TEXT},
    {"identity", TEXT, DECODE_OK, false, TEXT},
    {"gzip", "", DECODE_OK, false, ""},
    {"br", "", DECODE_OK, false, ""},
    {"gzip", TEXT, DECODE_OK, true, TEXT},
    {"deflate", TEXT, DECODE_OK, true, TEXT},
    {"br", TEXT, DECODE_OK, true, TEXT},
    {"zstd", TEXT, DECODE_OK, true, TEXT},
    {"gzip, gzip", TEXT, DECODE_OK, true, TEXT},
    {"br", "<!DOCTYPE html><html><head><title>x</title>", DECODE_OK, true,
     "<!DOCTYPE html><html><head><title>x</title>"},
    {"deflate", "<!DOCTYPE html><html><head><title>x</title>", DECODE_OK, true,
     "<!DOCTYPE html><html><head><title>x</title>"},
    {"UTF-8", TEXT, DECODE_OK, false, TEXT},
    {"compress", TEXT, DECODE_UNKNOWN, false, ""},
    {"gzip, gzip, gzip", TEXT, DECODE_UNKNOWN, false, ""},
    {"br", "\xff\xff\xff\xff\xff\xff", DECODE_CORRUPT, false, ""},
    {"deflate", "\xff\xff\xff\xff\xff\xff", DECODE_CORRUPT, false, ""},
    {"gzip", "\x1f\x8b\x07 no such method, and long enough", DECODE_CORRUPT, false, ""},
    {"zstd", "\x28\xb5\x2f\xfd\x0c\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", DECODE_CORRUPT, false, ""},
};

static void test_oddities(void)
{
    for (size_t i = 0; i < COUNT_OF(oddities); i++)
        check(oddities[i].coded[0] ? "odd" : "nothing", oddities[i].codings, span_of(oddities[i].coded),
              oddities[i].result, oddities[i].mislabelled, span_of(oddities[i].plain));
    ok(decode_is_coded(span_of("x, gzip")) && !decode_is_coded(span_of("identity, utf-8")) &&
           decode_is_coded(span_of("compress")),
       "codings that must be undone");
}

static void check_bomb(const char *label, const char *codings, struct span coded, uint64_t max,
                       uint64_t least, uint64_t most)
{
    struct outcome outcome = run(codings, coded, max);

    ok(outcome.result == DECODE_BOMB && outcome.plain.len >= least && outcome.plain.len <= most, "%s: %s",
       codings, label);
    printf("# %s after %llu of %zu bytes\n", decode_result_text(outcome.result),
           (unsigned long long)outcome.plain.len, coded.len);
    body_release(&outcome.plain);
}

static void test_bombs(void)
{
    enum { ZEROS = 40 << 20, WINDOW = 128 * 1024 };
    char *zeros = mem_new(ZEROS, 1);
    struct coded gzip, gzip_twice, zstd;

    deflate_with(31, span_make(zeros, ZEROS), &gzip);
    deflate_with(31, span_of_coded(&gzip), &gzip_twice);
    zstd_with(span_make(zeros, ZEROS), &zstd);
    check_bomb("too many for one", "gzip", span_of_coded(&gzip), UINT64_MAX, LIMIT_DECODED_FREE,
               LIMIT_DECODED_FREE + WINDOW);
    check_bomb("too many for one, twice coded", "gzip, gzip", span_of_coded(&gzip_twice), UINT64_MAX,
               LIMIT_DECODED_FREE, LIMIT_DECODED_FREE + WINDOW);
    check_bomb("too many for one", "zstd", span_of_coded(&zstd), UINT64_MAX, LIMIT_DECODED_FREE,
               LIMIT_DECODED_FREE + WINDOW);
    check_bomb("too many for one", "br", span_make(BROTLI_BOMB, sizeof BROTLI_BOMB - 1), UINT64_MAX,
               LIMIT_DECODED_FREE, LIMIT_DECODED_FREE + WINDOW);
    check_bomb("beyond the maximum, kept up to it", "gzip", span_of_coded(&gzip), 1000, 1000, 1000);
    free(zeros);
}

static const struct {
    const char *framed, *payload, *rest;
    enum chunked_state state;
} chunks[] = {
    {"0\r\n\r\n", "", "", CHUNKED_DONE},
    {"5\r\nhello\r\n0\r\n\r\n", "hello", "", CHUNKED_DONE},
    {"5\r\nhello\r\n0\r\n\r\nHTTP/1.1 200", "hello", "HTTP/1.1 200", CHUNKED_DONE},
    {"05;a=b;c=\"d\"\r\nhello\r\n000\r\nX: y\r\nZ: w\r\n\r\n", "hello", "", CHUNKED_DONE},
    {"5 \r\nhello\r\n0\r\n\r\n", "hello", "", CHUNKED_DONE},
    {"A\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n", "01234567890123456789", "", CHUNKED_DONE},
    {"5\nhello\n0\n\n", "hello", "", CHUNKED_DONE},
    {"5\r\nhel", "hel", "", CHUNKED_DATA},
    {"5\r\nhello\r\n0\r\n", "hello", "", CHUNKED_TRAILER_START},
    {"-5\r\nhello\r\n0\r\n\r\n", "", "5\r\nhello\r\n0\r\n\r\n", CHUNKED_BAD},
    {"+5\r\n", "", "5\r\n", CHUNKED_BAD},
    {" 5\r\n", "", "5\r\n", CHUNKED_BAD},
    {"0x5\r\n", "", "5\r\n", CHUNKED_BAD},
    {"\r\n", "", "\n", CHUNKED_BAD},
    {";x\r\n", "", "x\r\n", CHUNKED_BAD},
    {"5\r\nhelloX", "hello", "", CHUNKED_BAD},
    {"5\rX", "", "", CHUNKED_BAD},
    {"FFFFFFFFFFFFFFFF\r\nhello", "hello", "", CHUNKED_DATA},
    {"10000000000000000\r\nhello", "", "\r\nhello", CHUNKED_BAD},
    {"FFFFFFFFFFFFFFFFF\r\nhello", "", "\r\nhello", CHUNKED_BAD},
};

/* Decodes FRAMED in pieces of at most STEP bytes; REST is the part that was not taken. */
static enum chunked_state unchunk(struct span framed, size_t step, struct buf *payload, struct span *rest)
{
    struct chunked chunked;

    chunked_init(&chunked);
    *rest = framed;
    while (rest->len > 0 && chunked.state != CHUNKED_DONE && chunked.state != CHUNKED_BAD) {
        struct span piece = span_part(*rest, 0, step), data;
        size_t given = piece.len;

        while (chunked_next(&chunked, &piece, &data))
            (void)buf_add_span(payload, data);
        *rest = span_part(*rest, given - piece.len, rest->len);
    }
    return chunked.state;
}

static void test_chunks(void)
{
    struct buf payload;

    buf_init(&payload, 1000);
    for (size_t i = 0; i < COUNT_OF(chunks); i++) {
        size_t wrong = 0;

        for (size_t step = 1; step <= strlen(chunks[i].framed); step++) {
            struct span rest;
            enum chunked_state state = unchunk(span_of(chunks[i].framed), step, &payload, &rest);

            wrong += state != chunks[i].state || !span_is(buf_span(&payload), chunks[i].payload) ||
                     !span_is(rest, chunks[i].rest);
            buf_clear(&payload);
        }
        ok(wrong == 0, "chunks %zu, in pieces of every size", i);
        tap_show("which", span_of(chunks[i].framed));
    }
    buf_release(&payload);
}

static void test_chunk_floods(void)
{
    struct buf flood, payload;
    struct span rest;

    buf_init(&flood, 1 << 20);
    buf_init(&payload, 1000);
    (void)buf_add_text(&flood, "5;");
    while (flood.len < 2 * LIMIT_CHUNK_LINE_BYTES)
        (void)buf_add_byte(&flood, 'x');
    is_int(unchunk(buf_span(&flood), 4096, &payload, &rest), CHUNKED_BAD, "an endless extension");
    buf_clear(&flood);
    (void)buf_add_text(&flood, "0\r\n");
    while (flood.len < 2 * LIMIT_CHUNK_LINE_BYTES)
        (void)buf_add_text(&flood, "X: y\r\n");
    is_int(unchunk(buf_span(&flood), 4096, &payload, &rest), CHUNKED_BAD, "endless trailers");
    buf_release(&flood);
    buf_release(&payload);
}

static const struct {
    bool is_chunked;
    const char *raw, *payload;
    enum decode_result result;
} messages[] = {
    {false, "5\r\nhello\r\n0\r\n\r\n", "5\r\nhello\r\n0\r\n\r\n", DECODE_OK},
    {true, "5\r\nhello\r\n0\r\n\r\n", "hello", DECODE_OK},
    {true, "5\r\nhel", "hel", DECODE_TRUNCATED},
    {true, "5\r\nhello!", "hello", DECODE_CORRUPT},
};

static void test_messages(void)
{
    for (size_t i = 0; i < COUNT_OF(messages); i++) {
        struct body payload;
        struct span seen = {0};
        enum decode_result result;

        body_init(&payload, AT_FDCWD, 1000, 1000);
        result = decode_transfer(messages[i].is_chunked, span_of(messages[i].raw), &payload);
        ok(result == messages[i].result && body_span(&payload, &seen) == 0 &&
               span_is(seen, messages[i].payload),
           "a stored message: %s", decode_result_text(result));
        body_release(&payload);
    }
}

int main(void)
{
    decoder = decoder_new();
    test_codings();
    test_oddities();
    test_bombs();
    test_chunks();
    test_chunk_floods();
    test_messages();
    decoder_free(decoder);
    return done();
}
