/* SPDX-License-Identifier: MIT */
/* One gzip member (RFC 1952) for each record. ISA-L deflates, piece by piece, at its level 1: half the time
 * of other libraries for a few per cent more bytes. Small or already compressed records go into stored blocks
 * (RFC 1951, 3.2.4), which this file writes. */
#include "config.h"

#include "archive/member.h"

#include <isa-l.h>

#include "base/alloc.h"
#include "base/die.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"

enum {
    LEVEL = 1,
    PIECE_BYTES = 64 * 1024,
    PIECE_LEAST = 1024,
    INPUT_STEP = 1 << 30,
    STORED_BLOCK_MAX = 65535,
    WRITE_ABOVE = 256 * 1024,
    PENDING_MAX = 4 * LIMIT_BODY_IN_MEMORY,
    WORTH_DEFLATING = 1600 /* measured: below this, deflating takes several us and saves 200 bytes */
};

struct member_maker {
    struct isal_zstream stream;
    unsigned char level_memory[ISAL_DEF_LVL1_DEFAULT];
};

void member_file_init(struct member_file *file, int fd, uint64_t written)
{
    *file = (struct member_file){.fd = fd, .written = written};
    buf_init(&file->pending, PENDING_MAX);
}

void member_file_release(struct member_file *file)
{
    buf_release(&file->pending);
}

uint64_t member_file_len(const struct member_file *file)
{
    return file->written + file->pending.len;
}

int member_file_write(struct member_file *file)
{
    int error = file_write(file->fd, buf_text(&file->pending), file->pending.len);

    if (error)
        return error;
    file->written += file->pending.len;
    buf_clear(&file->pending);
    return 0;
}

static int write_if_enough(struct member_file *file)
{
    return file->fd >= 0 && file->pending.len > WRITE_ABOVE ? member_file_write(file) : 0;
}

int member_file_add(struct member_file *file, struct span members)
{
    int error = buf_add_span(&file->pending, members);

    return error ? error : write_if_enough(file);
}

struct member_maker *member_maker_new(void)
{
    struct member_maker *maker = MEM_NEW(struct member_maker);

    isal_deflate_init(&maker->stream);
    return maker;
}

void member_maker_free(struct member_maker *maker)
{
    free(maker);
}

/* A member that is being written. */
struct making {
    struct isal_zstream *stream; /* NULL: it is stored */
    struct member_file *file;
    uint64_t left;     /* bytes to come */
    size_t block_left; /* bytes to come in the stored block */
    uint32_t crc;
};

static int deflate_part(struct making *making, struct span part)
{
    struct isal_zstream *stream = making->stream;
    int error = 0;

    making->left -= part.len;
    do {
        size_t step = part.len < INPUT_STEP ? part.len : INPUT_STEP;
        size_t room = step / 2 < PIECE_BYTES ? step / 2 + PIECE_LEAST : PIECE_BYTES;
        char *to = buf_reserve(&making->file->pending, room);

        if (!to)
            return ERROR_TOO_LARGE;
        stream->next_in = (unsigned char *)(uintptr_t)part.at; /* it is only read */
        stream->avail_in = (uint32_t)step;
        stream->end_of_stream = making->left == 0 && step == part.len;
        stream->next_out = (unsigned char *)to;
        stream->avail_out = (uint32_t)room;
        if (isal_deflate(stream) != COMP_OK)
            die("ISA-L does not deflate");
        buf_grew(&making->file->pending, room - stream->avail_out);
        part = span_part(part, step - stream->avail_in, part.len);
        error = write_if_enough(making->file);
    } while (!error && (part.len > 0 || stream->avail_out == 0));
    return error;
}

static void add_number(struct buf *to, uint32_t number, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        (void)buf_add_byte(to, (char)(number >> 8 * i & 0xff));
}

static void start_stored_block(struct making *making)
{
    struct buf *to = &making->file->pending;

    making->block_left = making->left < STORED_BLOCK_MAX ? (size_t)making->left : STORED_BLOCK_MAX;
    (void)buf_add_byte(to, making->block_left == making->left); /* 1: the last block */
    add_number(to, (uint32_t)making->block_left, 2);
    add_number(to, ~(uint32_t)making->block_left, 2);
}

static int store_part(struct making *making, struct span part)
{
    int error = 0;

    making->crc = crc32_gzip_refl(making->crc, (const unsigned char *)part.at, part.len);
    while (!error && part.len > 0) {
        struct span now;

        if (making->block_left == 0)
            start_stored_block(making);
        now = span_part(part, 0, making->block_left);
        error = buf_add_span(&making->file->pending, now);
        making->block_left -= now.len;
        making->left -= now.len;
        part = span_part(part, now.len, part.len);
        if (!error)
            error = write_if_enough(making->file);
    }
    return error;
}

static int add_part(struct making *making, struct span part)
{
    if (part.len == 0)
        return 0;
    return making->stream ? deflate_part(making, part) : store_part(making, part);
}

static int add_parts(struct making *making, const struct member *member)
{
    struct span piece;
    int error = add_part(making, member->before[0]);

    if (!error)
        error = add_part(making, member->before[1]);
    for (uint64_t at = 0; !error && member->body; at += piece.len) {
        error = body_piece(member->body, at, &piece);
        if (error || piece.len == 0)
            break;
        error = add_part(making, piece);
    }
    return error ? error : add_part(making, member->after);
}

static struct isal_zstream *start_deflating(struct member_maker *maker)
{
    struct isal_zstream *stream = &maker->stream;

    isal_deflate_reset(stream);
    stream->level = LEVEL;
    stream->level_buf = maker->level_memory;
    stream->level_buf_size = sizeof maker->level_memory;
    stream->gzip_flag = IGZIP_GZIP;
    stream->flush = NO_FLUSH;
    return stream;
}

int member_add(struct member_maker *maker, const struct member *member, struct member_file *file)
{
    static const char stored_head[] = "\x1f\x8b\x08\0\0\0\0\0\0\xff";
    uint64_t len = member->before[0].len + member->before[1].len + member->after.len +
                   (member->body ? member->body->len : 0);
    struct making making = {.file = file, .left = len};
    int error = write_if_enough(file);

    if (error)
        return error;
    if (!member->store && len >= WORTH_DEFLATING) {
        making.stream = start_deflating(maker);
        return add_parts(&making, member);
    }
    (void)buf_add(&file->pending, stored_head, sizeof stored_head - 1);
    start_stored_block(&making);
    error = add_parts(&making, member);
    add_number(&file->pending, making.crc, 4);
    add_number(&file->pending, (uint32_t)len, 4);
    return error;
}
