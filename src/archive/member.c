/* SPDX-License-Identifier: MIT */
/* One gzip member a record: by libdeflate, in one go, where it fits in memory; by zlib, piece by piece, where
 * not. */
#include "config.h"

#include "archive/member.h"

#define ZLIB_CONST /* zlib then takes its input as const */
#include <libdeflate.h>
#include <zlib.h>

#include "base/alloc.h"
#include "base/die.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"

enum {
    PIECE_BYTES = 128 * 1024,
    INPUT_STEP = 1 << 30,
    GZIP_BITS = 15 + 16,
    MEMORY_LEVEL = 8,
    WORTH_DEFLATING = 1600, /* measured: deflating less takes 30 us a member and saves 200 bytes */
    HIGHEST_ZLIB = 9
};

struct member_maker {
    struct libdeflate_compressor *deflating, *storing;
    int level;
    struct buf whole; /* the parts side by side, as libdeflate wants them */
};

struct member_maker *member_maker_new(int level)
{
    struct member_maker *maker = MEM_NEW(struct member_maker);

    maker->level = level;
    maker->deflating = libdeflate_alloc_compressor(level);
    maker->storing = libdeflate_alloc_compressor(0);
    if (!maker->deflating || !maker->storing)
        die("libdeflate cannot compress at level %d", level);
    buf_init(&maker->whole, 2 * LIMIT_BODY_IN_MEMORY);
    return maker;
}

void member_maker_free(struct member_maker *maker)
{
    if (!maker)
        return;
    libdeflate_free_compressor(maker->deflating);
    libdeflate_free_compressor(maker->storing);
    buf_release(&maker->whole);
    free(maker);
}

int member_add(struct member_maker *maker, const struct member *member, struct buf *out)
{
    struct libdeflate_compressor *compressor;
    struct span body = {0};
    size_t most, made;
    char *to;
    int error = member->body ? body_span(member->body, &body) : 0;

    if (error)
        return error;
    buf_clear(&maker->whole);
    (void)buf_add_span(&maker->whole, member->before[0]);
    (void)buf_add_span(&maker->whole, member->before[1]);
    (void)buf_add_span(&maker->whole, body);
    (void)buf_add_span(&maker->whole, member->after);
    if (maker->whole.full)
        return ERROR_TOO_LARGE;
    compressor = member->store || maker->whole.len < WORTH_DEFLATING ? maker->storing : maker->deflating;
    most = libdeflate_gzip_compress_bound(compressor, maker->whole.len);
    if (most > out->max - out->len)
        return ERROR_TOO_LARGE;
    to = buf_reserve(out, most);
    made = to ? libdeflate_gzip_compress(compressor, buf_text(&maker->whole), maker->whole.len, to, most) : 0;
    if (made == 0)
        return ERROR_TOO_LARGE;
    buf_grew(out, made);
    return 0;
}

/* A member on its way into a file. */
struct writing {
    z_stream zlib;
    int fd;
    char *piece;
    uint64_t written;
};

/* Deflates PART and writes what comes of it; FLUSH as zlib's. */
static int write_part(struct writing *writing, struct span part, int flush)
{
    z_stream *zlib = &writing->zlib;
    int code = Z_OK;

    do {
        size_t step = part.len < INPUT_STEP ? part.len : INPUT_STEP, made;
        int error;

        zlib->next_in = (const Bytef *)part.at;
        zlib->avail_in = (uInt)step;
        zlib->next_out = (Bytef *)writing->piece;
        zlib->avail_out = PIECE_BYTES;
        code = deflate(zlib, flush);
        made = PIECE_BYTES - zlib->avail_out;
        part = span_part(part, step - zlib->avail_in, part.len);
        error = file_write(writing->fd, writing->piece, made);
        if (error)
            return error;
        writing->written += made;
    } while (part.len > 0 || zlib->avail_out == 0 || (flush == Z_FINISH && code == Z_OK));
    return 0;
}

static int write_body(struct writing *writing, struct body *body)
{
    struct span piece;
    int error = 0;

    for (uint64_t at = 0; !error; at += piece.len) {
        error = body_piece(body, at, &piece);
        if (error || piece.len == 0)
            break;
        error = write_part(writing, piece, Z_NO_FLUSH);
    }
    return error;
}

int member_write(struct member_maker *maker, const struct member *member, int fd, uint64_t *written)
{
    int level = member->store ? Z_NO_COMPRESSION : maker->level < HIGHEST_ZLIB ? maker->level : HIGHEST_ZLIB;
    struct writing writing = {.fd = fd, .piece = mem_new(PIECE_BYTES, 1)};
    int error;

    if (deflateInit2(&writing.zlib, level, Z_DEFLATED, GZIP_BITS, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
        die("no memory for zlib");
    error = write_part(&writing, member->before[0], Z_NO_FLUSH);
    if (!error)
        error = write_part(&writing, member->before[1], Z_NO_FLUSH);
    if (!error && member->body)
        error = write_body(&writing, member->body);
    if (!error)
        error = write_part(&writing, member->after, Z_NO_FLUSH);
    if (!error)
        error = write_part(&writing, span_make("", 0), Z_FINISH);
    (void)deflateEnd(&writing.zlib);
    free(writing.piece);
    if (!error)
        *written = writing.written;
    return error;
}
