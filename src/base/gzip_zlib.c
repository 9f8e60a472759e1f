/* SPDX-License-Identifier: MIT */
/* Makes and reads gzip members by zlib, at its level 1, for builds without ISA-L. */
#include "config.h"

#ifndef HAVE_ISAL
#include <zlib.h>

#include "base/gzip.h"
#include "base/alloc.h"
#include "base/error.h"

enum { LEVEL = 1, GZIP_BITS = 15 + 16, MEMORY = 8, INPUT_STEP = 1 << 30 };

struct gzip_maker {
    z_stream stream;
};

struct gzip_maker *gzip_maker_new(void)
{
    struct gzip_maker *maker = MEM_NEW(struct gzip_maker);

    if (deflateInit2(&maker->stream, LEVEL, Z_DEFLATED, GZIP_BITS, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        die("out of memory in zlib");
    return maker;
}

void gzip_maker_free(struct gzip_maker *maker)
{
    if (maker)
        (void)deflateEnd(&maker->stream);
    free(maker);
}

void gzip_maker_start(struct gzip_maker *maker)
{
    (void)deflateReset(&maker->stream);
}

/* Sets the next piece of IN and the place for the output; returns the length of the piece. */
static size_t set_buffers(z_stream *stream, struct span in, char *to, size_t room)
{
    size_t step = in.len < INPUT_STEP ? in.len : INPUT_STEP;

    stream->next_in = (unsigned char *)(uintptr_t)in.at; /* it is only read */
    stream->avail_in = (uInt)step;
    stream->next_out = (unsigned char *)to;
    stream->avail_out = (uInt)room;
    return step;
}

size_t gzip_make(struct gzip_maker *maker, struct span *in, bool is_last, char *to, size_t room)
{
    z_stream *stream = &maker->stream;
    size_t step = set_buffers(stream, *in, to, room);
    int code = deflate(stream, is_last && step == in->len ? Z_FINISH : Z_NO_FLUSH);

    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
        die("zlib does not deflate");
    *in = span_part(*in, step - stream->avail_in, in->len);
    return room - stream->avail_out;
}

uint32_t gzip_crc(uint32_t crc, struct span bytes)
{
    return (uint32_t)crc32_z(crc, (const unsigned char *)bytes.at, bytes.len);
}

struct gzip_reader {
    z_stream stream;
};

struct gzip_reader *gzip_reader_new(void)
{
    struct gzip_reader *reader = MEM_NEW(struct gzip_reader);

    if (inflateInit2(&reader->stream, GZIP_BITS) != Z_OK)
        die("out of memory in zlib");
    return reader;
}

void gzip_reader_free(struct gzip_reader *reader)
{
    if (reader)
        (void)inflateEnd(&reader->stream);
    free(reader);
}

void gzip_reader_start(struct gzip_reader *reader, enum gzip_form form)
{
    static const int bits[] = {[GZIP_MEMBER] = GZIP_BITS, [GZIP_ZLIB] = 15, [GZIP_RAW] = -15};

    (void)inflateReset2(&reader->stream, bits[form]);
}

int gzip_read(struct gzip_reader *reader, struct span *in, char *to, size_t room, size_t *made,
              bool *is_ended)
{
    z_stream *stream = &reader->stream;
    size_t step = set_buffers(stream, *in, to, room);
    int code = inflate(stream, Z_NO_FLUSH);

    *in = span_part(*in, step - stream->avail_in, in->len);
    *made = room - stream->avail_out;
    *is_ended = code == Z_STREAM_END;
    return code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR ? 0 : ERROR_CORRUPT;
}
#endif
