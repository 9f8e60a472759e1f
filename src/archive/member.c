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

int member_add(struct member_maker *maker, const struct span *parts, size_t count, bool store,
               struct buf *out)
{
    struct libdeflate_compressor *compressor;
    size_t most, made;
    char *to;

    buf_clear(&maker->whole);
    for (size_t i = 0; i < count; i++)
        (void)buf_add_span(&maker->whole, parts[i]);
    if (maker->whole.full)
        return ERROR_TOO_LARGE;
    compressor = store || maker->whole.len < WORTH_DEFLATING ? maker->storing : maker->deflating;
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

/* Deflates PART and writes what comes of it; FLUSH as zlib's. */
static int write_part(z_stream *zlib, struct span part, int flush, char *piece, int fd, uint64_t *written)
{
    int code = Z_OK;

    do {
        size_t step = part.len < INPUT_STEP ? part.len : INPUT_STEP, made;
        int error;

        zlib->next_in = (const Bytef *)part.at;
        zlib->avail_in = (uInt)step;
        zlib->next_out = (Bytef *)piece;
        zlib->avail_out = PIECE_BYTES;
        code = deflate(zlib, flush);
        made = PIECE_BYTES - zlib->avail_out;
        part = span_part(part, step - zlib->avail_in, part.len);
        error = file_write(fd, piece, made);
        if (error)
            return error;
        *written += made;
    } while (part.len > 0 || zlib->avail_out == 0 || (flush == Z_FINISH && code == Z_OK));
    return 0;
}

int member_write(struct member_maker *maker, const struct span *parts, size_t count, bool store, int fd,
                 uint64_t *written)
{
    int level = store ? Z_NO_COMPRESSION : maker->level < HIGHEST_ZLIB ? maker->level : HIGHEST_ZLIB;
    char *piece = mem_new(PIECE_BYTES, 1);
    uint64_t sum = 0;
    z_stream zlib = {0};
    int error = 0;

    if (deflateInit2(&zlib, level, Z_DEFLATED, GZIP_BITS, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
        die("no memory for zlib");
    for (size_t i = 0; i < count && !error; i++)
        error = write_part(&zlib, parts[i], Z_NO_FLUSH, piece, fd, &sum);
    if (!error)
        error = write_part(&zlib, span_make("", 0), Z_FINISH, piece, fd, &sum);
    (void)deflateEnd(&zlib);
    free(piece);
    if (!error)
        *written = sum;
    return error;
}
