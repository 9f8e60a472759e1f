/* SPDX-License-Identifier: MIT */
/* Makes and reads gzip members, at level 1: by ISA-L, which needs half the time of other libraries for a few
 * per cent more bytes, or by zlib in builds without ISA-L. The streams of both have the same members for
 * their buffers. */
#include "config.h"

#include "base/gzip.h"

#include "base/alloc.h"
#include "base/error.h"

enum { LEVEL = 1, INPUT_STEP = 1 << 30 };

#ifdef HAVE_ISAL
#include <isa-l.h>

/* Of so many pages, the first ones get codes of their own, and those of the others are made from them. */
enum { PAGES_OF_CODES = 256, PAGES_READ = 8 };

struct gzip_maker {
    struct isal_zstream stream;
    struct isal_huff_histogram seen; /* in the pages that are read */
    struct isal_hufftables codes;
    size_t pages;
    bool reads, has_codes;
    unsigned char level_memory[ISAL_DEF_LVL1_DEFAULT];
};

struct gzip_maker *gzip_maker_new(void)
{
    struct gzip_maker *maker = MEM_NEW(struct gzip_maker);

    isal_deflate_init(&maker->stream);
    return maker;
}

void gzip_maker_free(struct gzip_maker *maker)
{
    free(maker);
}

/* Codes of its own are a quarter of the cost of a page of 14 KB. Only level 0 has given ones. */
void gzip_maker_start(struct gzip_maker *maker, bool is_page)
{
    struct isal_zstream *stream = &maker->stream;
    size_t page = is_page ? maker->pages++ % PAGES_OF_CODES : 0;
    bool is_given;

    if (page == PAGES_READ) {
        maker->has_codes = isal_create_hufftables(&maker->codes, &maker->seen) == 0;
        maker->seen = (struct isal_huff_histogram){.hash_table = {0}};
    }
    is_given = page >= PAGES_READ && maker->has_codes;
    maker->reads = is_page && page < PAGES_READ;
    isal_deflate_reset(stream);
    (void)isal_deflate_set_hufftables(stream, &maker->codes,
                                      is_given ? IGZIP_HUFFTABLE_CUSTOM : IGZIP_HUFFTABLE_DEFAULT);
    stream->level = is_given ? 0 : LEVEL;
    stream->level_buf = maker->level_memory;
    stream->level_buf_size = sizeof maker->level_memory;
    stream->gzip_flag = IGZIP_GZIP;
}

static bool make_some(struct gzip_maker *maker, bool is_last)
{
    if (maker->reads)
        isal_update_histogram(maker->stream.next_in, (int)maker->stream.avail_in, &maker->seen);
    maker->stream.end_of_stream = is_last;
    return isal_deflate(&maker->stream) == COMP_OK;
}

uint32_t gzip_crc(uint32_t crc, struct span bytes)
{
    return crc32_gzip_refl(crc, (const unsigned char *)bytes.at, bytes.len);
}

/* Large, and allocated for every document that is read again, so it is not zeroed. */
struct gzip_reader {
    struct inflate_state stream;
};

struct gzip_reader *gzip_reader_new(void)
{
    struct gzip_reader *reader = mem_grow(NULL, 1, sizeof *reader); /* at most one at a time */

    isal_inflate_init(&reader->stream);
    return reader;
}

void gzip_reader_free(struct gzip_reader *reader)
{
    free(reader);
}

void gzip_reader_start(struct gzip_reader *reader, enum gzip_form form)
{
    static const uint32_t flags[] = {
        [GZIP_MEMBER] = ISAL_GZIP, [GZIP_ZLIB] = ISAL_ZLIB, [GZIP_RAW] = ISAL_DEFLATE};

    isal_inflate_reset(&reader->stream);
    reader->stream.crc_flag = flags[form];
}

/* Sets MADE to how much of ROOM was written. After a symbol or a reference that cannot be, ISA-L counts
 * output that it has never written. */
static bool read_some(struct inflate_state *stream, size_t room, size_t *made, bool *is_ended)
{
    int code = isal_inflate(stream);

    *made = code == ISAL_DECOMP_OK || code == ISAL_INCORRECT_CHECKSUM ? room - stream->avail_out : 0;
    *is_ended = stream->block_state == ISAL_BLOCK_FINISH;
    return code == ISAL_DECOMP_OK;
}

#else
#include <zlib.h>

enum { GZIP_BITS = 15 + 16, MEMORY = 8 };

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

void gzip_maker_start(struct gzip_maker *maker, bool is_page)
{
    (void)is_page;
    (void)deflateReset(&maker->stream);
}

static bool make_some(struct gzip_maker *maker, bool is_last)
{
    int code = deflate(&maker->stream, is_last ? Z_FINISH : Z_NO_FLUSH);

    return code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR;
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

static bool read_some(z_stream *stream, size_t room, size_t *made, bool *is_ended)
{
    int code = inflate(stream, Z_NO_FLUSH);

    *made = room - stream->avail_out;
    *is_ended = code == Z_STREAM_END;
    return code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR;
}
#endif

size_t gzip_make(struct gzip_maker *maker, struct span *in, bool is_last, char *to, size_t room)
{
    size_t step = in->len < INPUT_STEP ? in->len : INPUT_STEP;

    maker->stream.next_in = (unsigned char *)(uintptr_t)in->at; /* it is only read */
    maker->stream.avail_in = (uint32_t)step;
    maker->stream.next_out = (unsigned char *)to;
    maker->stream.avail_out = (uint32_t)room;
    if (!make_some(maker, is_last && step == in->len))
        die("the compression library does not deflate");
    *in = span_part(*in, step - maker->stream.avail_in, in->len);
    return room - maker->stream.avail_out;
}

int gzip_read(struct gzip_reader *reader, struct span *in, char *to, size_t room, size_t *made,
              bool *is_ended)
{
    size_t step = in->len < INPUT_STEP ? in->len : INPUT_STEP;
    bool is_good;

    reader->stream.next_in = (unsigned char *)(uintptr_t)in->at; /* it is only read */
    reader->stream.avail_in = (uint32_t)step;
    reader->stream.next_out = (unsigned char *)to;
    reader->stream.avail_out = (uint32_t)room;
    is_good = read_some(&reader->stream, room, made, is_ended);
    *in = span_part(*in, step - reader->stream.avail_in, in->len);
    return is_good ? 0 : ERROR_CORRUPT;
}
