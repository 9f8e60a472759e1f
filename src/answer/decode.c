/* SPDX-License-Identifier: MIT */
/* Undoes content codings (RFC 9110, 8.4) in bounded memory after the body has arrived. Lenient like browsers:
 * several gzip members, junk after the last, raw deflate under the name deflate, plain text under any name.
 */
#include "config.h"

#include "answer/decode.h"

#include <brotli/decode.h>
#include <zstd.h>

#include "base/alloc.h"
#include "base/gzip.h"
#include "base/http.h"
#include "base/limits.h"

enum {
    WINDOW_BYTES = 128 * 1024, /* decoded at a time */
    WINDOW_LOG_ZSTD = 23,      /* RFC 9659: 8 MiB for HTTP */
    GZIP_LEAST_BYTES = 18
};

struct decoder {
    struct gzip_reader *gzip;
    ZSTD_DCtx *zstd;
    char *window;
};

/* The destination of decoded bytes, and the length that their ratio refers to. */
struct sink {
    struct body *out;
    uint64_t coded_len;
};

const char *decode_result_text(enum decode_result result)
{
    static const char *const texts[] = {
        [DECODE_OK] = "decoded",
        [DECODE_TRUNCATED] = "the coded data ends too early",
        [DECODE_CORRUPT] = "the coded data is damaged",
        [DECODE_UNKNOWN] = "a content coding that was not requested",
        [DECODE_BOMB] = "decodes to more than the limit",
        [DECODE_SPOOL] = "the decoded data could not be written",
    };

    return (size_t)result < COUNT_OF(texts) ? texts[result] : "unknown result";
}

struct decoder *decoder_new(void)
{
    struct decoder *decoder = MEM_NEW(struct decoder);

    decoder->window = mem_new(WINDOW_BYTES, 1);
    decoder->zstd = ZSTD_createDCtx();
    decoder->gzip = gzip_reader_new();
    if (!decoder->zstd)
        die("no memory for decoding");
    if (ZSTD_isError(ZSTD_DCtx_setParameter(decoder->zstd, ZSTD_d_windowLogMax, WINDOW_LOG_ZSTD)))
        die("libzstd refuses a window of %d bits", WINDOW_LOG_ZSTD);
    return decoder;
}

void decoder_free(struct decoder *decoder)
{
    if (!decoder)
        return;
    gzip_reader_free(decoder->gzip);
    (void)ZSTD_freeDCtx(decoder->zstd);
    free(decoder->window);
    free(decoder);
}

/* Adds what fits, so that a truncated body reaches its maximum. */
static enum decode_result sink_add(struct sink *sink, const char *bytes, size_t len)
{
    uint64_t room = sink->out->max - sink->out->len;
    bool fits = len <= room;
    int error = body_add(sink->out, bytes, fits ? len : (size_t)room);

    if (error)
        return DECODE_SPOOL;
    if (!fits)
        return DECODE_BOMB;
    if (sink->out->len > LIMIT_DECODED_FREE && sink->out->len / LIMIT_DECODED_RATIO > sink->coded_len)
        return DECODE_BOMB;
    return DECODE_OK;
}

/* Takes one stream off the front of CODED and inflates it. */
static enum decode_result inflate_stream(struct decoder *decoder, enum gzip_form form, struct span *coded,
                                         struct sink *sink)
{
    bool is_ended = false;

    gzip_reader_start(decoder->gzip, form);
    while (!is_ended) {
        size_t made;
        int error = gzip_read(decoder->gzip, coded, decoder->window, WINDOW_BYTES, &made, &is_ended);
        enum decode_result kept = sink_add(sink, decoder->window, made);

        if (kept != DECODE_OK)
            return kept;
        if (error)
            return DECODE_CORRUPT;
        if (!is_ended && made == 0 && coded->len == 0)
            return DECODE_TRUNCATED;
    }
    return DECODE_OK;
}

/* Returns true if CODED starts with MAGIC, or is the start of it. */
static bool may_start(struct span coded, const char *magic, size_t magic_len)
{
    size_t len = coded.len < magic_len ? coded.len : magic_len;

    return len == 0 || memcmp(coded.at, magic, len) == 0;
}

static enum decode_result undo_gzip(struct decoder *decoder, struct span coded, struct sink *sink)
{
    static const char magic[] = "\x1f\x8b\x08";
    enum decode_result result;

    if (!may_start(coded, magic, 2))
        return DECODE_NOT_CODED;
    result = inflate_stream(decoder, GZIP_MEMBER, &coded, sink);
    /* Other bytes behind the last member are junk. */
    while (result == DECODE_OK && coded.len >= GZIP_LEAST_BYTES && may_start(coded, magic, 3))
        result = inflate_stream(decoder, GZIP_MEMBER, &coded, sink);
    return result;
}

/* Returns true if the first bytes are printable ASCII, which no compressor produces. */
static bool is_plainly_text(struct span coded)
{
    enum { LEAST = 16, ENOUGH = 64 };
    struct span first = span_part(coded, span_starts(coded, "\xef\xbb\xbf") ? 3 : 0, ENOUGH);

    for (size_t i = 0; i < first.len; i++) {
        char c = first.at[i];

        if ((c < 0x20 || c >= 0x7f) && !memchr("\t\n\r\f", c, 4))
            return false;
    }
    return first.len >= LEAST;
}

/* Returns the result of a coding without a magic number: after a failure, plain text is DECODE_NOT_CODED. */
static enum decode_result or_text(enum decode_result result, struct span coded, struct sink *sink)
{
    if ((result != DECODE_CORRUPT && result != DECODE_TRUNCATED) || !is_plainly_text(coded))
        return result;
    body_release(sink->out);
    return DECODE_NOT_CODED;
}

static bool has_zlib_header(struct span coded)
{
    const unsigned char *at = (const unsigned char *)coded.at;

    return coded.len >= 2 && (at[0] & 15) == 8 && (at[0] << 8 | at[1]) % 31 == 0;
}

static enum decode_result undo_deflate(struct decoder *decoder, struct span coded, struct sink *sink)
{
    struct span rest = coded;
    enum decode_result result = DECODE_CORRUPT;

    if (coded.len == 1)
        return DECODE_TRUNCATED;
    if (has_zlib_header(coded))
        result = inflate_stream(decoder, GZIP_ZLIB, &rest, sink);
    if (result == DECODE_CORRUPT && sink->out->len == 0) {
        rest = coded;
        result = inflate_stream(decoder, GZIP_RAW, &rest, sink);
    }
    return or_text(result, coded, sink);
}

static enum decode_result brotli_stream(struct decoder *decoder, BrotliDecoderState *brotli,
                                        struct span coded, struct sink *sink)
{
    const uint8_t *in = (const uint8_t *)coded.at;
    size_t in_left = coded.len;
    BrotliDecoderResult state;

    do {
        uint8_t *out = (uint8_t *)decoder->window;
        size_t out_left = WINDOW_BYTES;
        enum decode_result kept;

        state = BrotliDecoderDecompressStream(brotli, &in_left, &in, &out_left, &out, NULL);
        kept = sink_add(sink, decoder->window, WINDOW_BYTES - out_left);
        if (kept != DECODE_OK)
            return kept;
    } while (state == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT);
    if (state == BROTLI_DECODER_RESULT_SUCCESS)
        return DECODE_OK;
    return state == BROTLI_DECODER_RESULT_ERROR ? DECODE_CORRUPT : DECODE_TRUNCATED;
}

static enum decode_result undo_brotli(struct decoder *decoder, struct span coded, struct sink *sink)
{
    BrotliDecoderState *brotli = BrotliDecoderCreateInstance(NULL, NULL, NULL);
    enum decode_result result;

    if (!brotli)
        die("no memory for brotli");
    result = brotli_stream(decoder, brotli, coded, sink);
    BrotliDecoderDestroyInstance(brotli);
    return or_text(result, coded, sink);
}

/* Takes one frame off the front of CODED and decodes it. */
static enum decode_result zstd_frame(struct decoder *decoder, struct span *coded, struct sink *sink)
{
    ZSTD_inBuffer in = {coded->at, coded->len, 0};
    ZSTD_outBuffer out;
    size_t left;

    (void)ZSTD_DCtx_reset(decoder->zstd, ZSTD_reset_session_only);
    do {
        enum decode_result kept;

        out = (ZSTD_outBuffer){decoder->window, WINDOW_BYTES, 0};
        left = ZSTD_decompressStream(decoder->zstd, &out, &in);
        kept = sink_add(sink, decoder->window, out.pos);
        if (kept != DECODE_OK)
            return kept;
        if (ZSTD_isError(left))
            return DECODE_CORRUPT;
    } while (left > 0 && (in.pos < in.size || out.pos == out.size));
    *coded = span_part(*coded, in.pos, coded->len);
    return left > 0 ? DECODE_TRUNCATED : DECODE_OK;
}

static enum decode_result undo_zstd(struct decoder *decoder, struct span coded, struct sink *sink)
{
    static const char magic[] = "\x28\xb5\x2f\xfd";
    enum decode_result result;

    if (!may_start(coded, magic, 4))
        return DECODE_NOT_CODED;
    do {
        result = zstd_frame(decoder, &coded, sink);
    } while (result == DECODE_OK && coded.len > 4 && may_start(coded, magic, 4));
    return result;
}

struct coding {
    const char *name;
    enum decode_result (*undo)(struct decoder *decoder, struct span coded, struct sink *sink);
};

/* Codings without a function are registered, but we cannot undo them. Any other word is an error of the
 * server (a charset, a media type), which we ignore like browsers. */
static const struct coding codings_known[] = {
    {"gzip", undo_gzip}, {"x-gzip", undo_gzip}, {"deflate", undo_deflate}, {"br", undo_brotli},
    {"zstd", undo_zstd}, {"compress", NULL},    {"x-compress", NULL},      {"dcb", NULL},
    {"dcz", NULL},       {"exi", NULL},         {"pack200-gzip", NULL},    {"aes128gcm", NULL},
};

/* Lists the codings in the order of their application. False for more than LIMIT_CODINGS, or one that we
 * cannot undo. */
static bool list_codings(struct span names, const struct coding *list[LIMIT_CODINGS], size_t *count)
{
    *count = 0;
    while (names.len > 0) {
        struct span name = span_trim(span_take_until(&names, ','), PLAIN_WHITE);

        for (size_t i = 0; i < COUNT_OF(codings_known); i++) {
            if (!span_is_nocase(name, codings_known[i].name))
                continue;
            if (*count == LIMIT_CODINGS || !codings_known[i].undo)
                return false;
            list[(*count)++] = &codings_known[i];
        }
    }
    return true;
}

bool decode_is_coded(struct span codings)
{
    const struct coding *list[LIMIT_CODINGS];
    size_t count;

    return !list_codings(codings, list, &count) || count > 0;
}

enum decode_result decoder_run(struct decoder *decoder, struct span codings, struct span coded,
                               struct body *plain, bool *mislabelled)
{
    const struct coding *list[LIMIT_CODINGS];
    struct body between; /* the result of the last coding, which is undone first */
    struct span now = coded;
    enum decode_result result = DECODE_OK;
    bool written = false;
    size_t count;

    *mislabelled = false;
    if (!list_codings(codings, list, &count))
        return DECODE_UNKNOWN;
    body_init(&between, plain->spool_dir, plain->memory.max, plain->max);
    while (count-- > 0 && result == DECODE_OK && now.len > 0) {
        struct sink sink = {.out = count > 0 ? &between : plain, .coded_len = coded.len};

        result = list[count]->undo(decoder, now, &sink);
        if (result == DECODE_NOT_CODED) {
            result = DECODE_OK;
            *mislabelled = true;
            continue;
        }
        written = sink.out == plain;
        if (!written && result == DECODE_OK && body_span(&between, &now) != 0)
            result = DECODE_SPOOL;
    }
    if (!written && result == DECODE_OK)
        result = sink_add(&(struct sink){.out = plain, .coded_len = coded.len}, now.at, now.len);
    body_release(&between);
    return result;
}

enum decode_result decode_transfer(bool is_chunked, struct span raw, struct body *payload)
{
    struct sink sink = {.out = payload, .coded_len = raw.len};
    struct chunked chunked;
    struct span rest = raw, data;

    if (!is_chunked)
        return sink_add(&sink, raw.at, raw.len);
    chunked_init(&chunked);
    while (chunked_next(&chunked, &rest, &data)) {
        enum decode_result kept = sink_add(&sink, data.at, data.len);

        if (kept != DECODE_OK)
            return kept;
    }
    if (chunked.state == CHUNKED_BAD && payload->len == 0) /* the archive removed the coding */
        return sink_add(&sink, raw.at, raw.len);
    if (chunked.state == CHUNKED_BAD)
        return DECODE_CORRUPT;
    return chunked.state == CHUNKED_DONE ? DECODE_OK : DECODE_TRUNCATED;
}
