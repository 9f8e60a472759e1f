/* SPDX-License-Identifier: MIT */
/* Writes records as one gzip member each (RFC 1952). gzip.h deflates, piece by piece. Small or already
 * compressed records go into stored blocks (RFC 1951, 3.2.4), which this file writes. */
#include "config.h"

#include "archive/member.h"

#include "archive/gzip.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"

enum {
    PIECE_BYTES = 64 * 1024,
    PIECE_LEAST = 1024,
    STORED_BLOCK_MAX = 65535,
    WRITE_ABOVE = 256 * 1024,
    PENDING_MAX = 4 * LIMIT_BODY_IN_MEMORY,
    WORTH_DEFLATING = 1600 /* measured: below this, deflating takes several us and saves 200 bytes */
};

struct member_maker {
    struct gzip_maker *gzip;
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

    maker->gzip = gzip_maker_new();
    return maker;
}

void member_maker_free(struct member_maker *maker)
{
    if (maker)
        gzip_maker_free(maker->gzip);
    free(maker);
}

/* A member that is being written. */
struct making {
    struct gzip_maker *gzip; /* NULL: it is stored */
    struct member_file *file;
    uint64_t left;     /* bytes to come */
    size_t block_left; /* bytes to come in the stored block */
    uint32_t crc;
};

static int deflate_part(struct making *making, struct span part)
{
    size_t room, made;
    int error = 0;

    making->left -= part.len;
    do {
        char *to;

        room = part.len / 2 < PIECE_BYTES ? part.len / 2 + PIECE_LEAST : PIECE_BYTES;
        to = buf_reserve(&making->file->pending, room);
        if (!to)
            return ERROR_TOO_LARGE;
        made = gzip_make(making->gzip, &part, making->left == 0, to, room);
        buf_grew(&making->file->pending, made);
        error = write_if_enough(making->file);
    } while (!error && (part.len > 0 || made == room));
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

    making->crc = gzip_crc(making->crc, part);
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
    return making->gzip ? deflate_part(making, part) : store_part(making, part);
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
        making.gzip = maker->gzip;
        gzip_maker_start(making.gzip);
        return add_parts(&making, member);
    }
    (void)buf_add(&file->pending, stored_head, sizeof stored_head - 1);
    start_stored_block(&making);
    error = add_parts(&making, member);
    add_number(&file->pending, making.crc, 4);
    add_number(&file->pending, (uint32_t)len, 4);
    return error;
}
