/* SPDX-License-Identifier: MIT */
/* Walks over the records of an archive file, in two layers: a source of uncompressed bytes, which knows where
 * gzip members begin and end, and above it the record's three parts. After damage, the source searches for
 * the next place that begins like a record. */
#include "config.h"

#include "archive/walk.h"

#include <errno.h>
#include <unistd.h>

#include "base/gzip.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/limits.h"

enum { INPUT_BYTES = 64 * 1024, WINDOW_BYTES = 128 * 1024 };

/* Blocks that reach into later records are read again, but no more than the file so many times: each of its
 * records may reach to its end. */
enum { AGAIN_TIMES = 16 };

struct warc_walk {
    int fd;
    bool coded, file_ended, broken;
    uint64_t limit;    /* of bytes of the file */
    uint64_t read_at;  /* bytes of the file that were read into `input` */
    struct span input; /* of these, the ones not used yet */
    char *input_room;
    uint64_t member_at; /* offset of the current gzip member */
    bool in_member;
    uint64_t again; /* bytes that were read, and gone back over */
    struct gzip_reader *gzip;
    char *window;
    struct span plain; /* uncompressed, not used yet */

    struct warc_found found;
    bool open; /* a record has begun and not ended */
};

static int read_input(struct warc_walk *walk)
{
    uint64_t left = walk->limit - walk->read_at, room = left < INPUT_BYTES ? left : INPUT_BYTES;
    ssize_t got;

    if (walk->input.len > 0 || walk->file_ended)
        return 0;
    do {
        got = pread(walk->fd, walk->input_room, room, (off_t)walk->read_at);
    } while (got < 0 && errno == EINTR);
    if (got < 0)
        return error_from_errno(errno);
    walk->read_at += (uint64_t)got;
    walk->input = span_make(walk->input_room, (size_t)got);
    walk->file_ended = got == 0;
    return 0;
}

/* Returns the offset in the file of the first byte of `input`. */
static uint64_t input_at(const struct warc_walk *walk)
{
    return walk->read_at - walk->input.len;
}

static void jump_to(struct warc_walk *walk, uint64_t to)
{
    walk->read_at = to;
    walk->input = walk->plain = span_make(NULL, 0);
    walk->file_ended = walk->broken = walk->in_member = false;
}

void warc_walk_open(struct warc_walk *walk, int fd, uint64_t offset, uint64_t limit)
{
    unsigned char magic[2] = {0};

    walk->fd = fd;
    walk->limit = limit;
    walk->coded =
        pread(fd, magic, sizeof magic, (off_t)offset) == sizeof magic && magic[0] == 0x1f && magic[1] == 0x8b;
    walk->open = false;
    walk->again = 0;
    jump_to(walk, offset);
}

struct warc_walk *warc_walk_new(int fd, uint64_t limit)
{
    struct warc_walk *walk = MEM_NEW(struct warc_walk);

    walk->gzip = gzip_reader_new();
    walk->input_room = mem_grow(NULL, INPUT_BYTES, 1); /* for every document that is read, so not zeroed */
    walk->window = mem_grow(NULL, WINDOW_BYTES, 1);
    buf_init(&walk->found.head, LIMIT_WARC_HEAD_BYTES);
    warc_walk_open(walk, fd, 0, limit);
    return walk;
}

void warc_walk_free(struct warc_walk *walk)
{
    if (!walk)
        return;
    gzip_reader_free(walk->gzip);
    buf_release(&walk->found.head);
    free(walk->input_room);
    free(walk->window);
    free(walk);
}

bool warc_walk_is_coded(const struct warc_walk *walk)
{
    return walk->coded;
}

static void start_member(struct warc_walk *walk)
{
    gzip_reader_start(walk->gzip, GZIP_MEMBER);
    walk->in_member = true;
}

/* Fills `plain` from the current member. It stays empty at the member's end, at damage, and at the end of the
 * file. */
static int fill_plain(struct warc_walk *walk)
{
    bool ends = false, is_ended;
    size_t made;
    int error = 0;

    while (!error && walk->plain.len == 0 && !ends && !walk->broken && (!walk->coded || walk->in_member)) {
        error = read_input(walk);
        if (error)
            break;
        ends = walk->input.len == 0; /* of a member, some bytes may still be to come */
        if (walk->coded) {
            walk->broken =
                gzip_read(walk->gzip, &walk->input, walk->window, WINDOW_BYTES, &made, &is_ended) != 0;
            walk->plain = span_make(walk->window, made);
            walk->in_member = walk->broken || !is_ended;
        } else {
            walk->plain = walk->input;
            walk->input = span_make(NULL, 0);
        }
    }
    return error;
}

/* Returns true if the gzip member at OFFSET begins like a record. */
static bool is_record_at(struct warc_walk *walk, uint64_t offset)
{
    jump_to(walk, offset);
    start_member(walk);
    return fill_plain(walk) == 0 && span_starts_nocase(walk->plain, "WARC/");
}

/* Fills `plain`, and at the member's end continues with the next member: the record is split, unless another
 * one begins there. */
static int fill_plain_across(struct warc_walk *walk)
{
    int error = fill_plain(walk);

    while (!error && walk->coded && walk->plain.len == 0 && !walk->broken && !walk->in_member) {
        uint64_t at = input_at(walk);
        bool is_record;

        error = read_input(walk);
        if (error || walk->input.len == 0)
            break;
        is_record = is_record_at(walk, at);
        jump_to(walk, at);
        if (is_record)
            break;
        start_member(walk);
        walk->found.faults |= WARC_SPLIT_MEMBER;
        error = fill_plain(walk);
    }
    return error;
}

/* Returns the offset of the first MARK at FROM or after it, or UINT64_MAX. */
static uint64_t find_mark(struct warc_walk *walk, uint64_t from, const char *mark, size_t mark_len)
{
    char *room = walk->window;
    ssize_t got;

    while ((got = pread(walk->fd, room, WINDOW_BYTES, (off_t)from)) >= (ssize_t)mark_len) {
        const char *at = memmem(room, (size_t)got, mark, mark_len);

        if (at && from + (uint64_t)(at - room) >= walk->limit)
            return UINT64_MAX;
        if (at)
            return from + (uint64_t)(at - room);
        from += (uint64_t)got - (mark_len - 1);
    }
    return UINT64_MAX;
}

/* Returns the offset after the current record. */
static uint64_t next_record_at(const struct warc_walk *walk)
{
    return walk->coded ? input_at(walk) : input_at(walk) - walk->plain.len;
}

/* Moves to the first record at FROM or after it, or to the end of the file. */
static void find_next(struct warc_walk *walk, uint64_t from)
{
    static const char member[] = {0x1f, (char)0x8b, 0x08};
    static const char line[] = "\nWARC/";
    uint64_t at = from, here = next_record_at(walk), size = (uint64_t)lseek(walk->fd, 0, SEEK_END);

    size = size < walk->limit ? size : walk->limit;
    walk->again += here > from ? here - from : 0;
    if (walk->again / AGAIN_TIMES > size) {
        walk->found.faults |= WARC_OVERLAPS;
        jump_to(walk, size);
        return;
    }
    while (walk->coded && (at = find_mark(walk, at, member, sizeof member)) != UINT64_MAX) {
        if (is_record_at(walk, at)) {
            jump_to(walk, at);
            return;
        }
        at++;
    }
    if (!walk->coded && (at = find_mark(walk, from, line, sizeof line - 1)) != UINT64_MAX) {
        jump_to(walk, at + 1);
        return;
    }
    jump_to(walk, size);
}

static int skip_member(struct warc_walk *walk)
{
    int error = 0;

    while (!error && walk->in_member && !walk->broken) {
        uint64_t before = input_at(walk);

        walk->plain = span_make(NULL, 0);
        error = fill_plain(walk);
        if (walk->plain.len == 0 && input_at(walk) == before)
            break;
    }
    walk->plain = span_make(NULL, 0);
    return error;
}

/* Moves to the next record behind a block that has no end mark. A stray line end may follow it, or its
 * length reaches into that record. */
static void find_next_after_block(struct warc_walk *walk)
{
    uint64_t at = next_record_at(walk);

    find_next(walk, at - 2);
    if (walk->read_at - at > 2)
        find_next(walk, walk->found.offset + walk->found.head.len);
}

/* Moves to the next record after damage. */
static int find_next_after_faults(struct warc_walk *walk)
{
    unsigned faults = walk->found.faults;

    if (faults & WARC_CUT && walk->coded && !walk->in_member && !walk->broken)
        return 0; /* the next member begins here */
    if (faults & (WARC_CUT | WARC_NO_RECORD | WARC_NO_LENGTH))
        find_next(walk, walk->found.offset + 1);
    else if (faults & WARC_BAD_END && walk->coded)
        return skip_member(walk);
    else if (faults & WARC_BAD_END)
        find_next_after_block(walk);
    return 0;
}

/* Moves to the first byte of the next record; ERROR_END at the end of the file. Members may be empty (RFC
 * 1952, section 2.2), and stray line ends between records mean nothing. At damage, and where a member is cut
 * off, `plain` stays empty. */
static int begin_record(struct warc_walk *walk)
{
    int error;

    while ((error = fill_plain(walk)) == 0 && !walk->broken) {
        walk->plain = span_part(walk->plain, span_skip(walk->plain, 0, "\r\n"), walk->plain.len);
        if (walk->plain.len > 0)
            break;
        error = read_input(walk);
        if (error)
            break;
        if (walk->input.len == 0)
            return walk->in_member ? 0 : ERROR_END;
        if (walk->coded && !walk->in_member) {
            walk->member_at = input_at(walk);
            start_member(walk);
        }
    }
    return error;
}

static int read_head(struct warc_walk *walk)
{
    struct buf *head = &walk->found.head;
    int error = 0;

    while (!error && !head_is_whole(buf_span(head))) {
        struct span before;

        error = fill_plain_across(walk);
        before = walk->plain;
        if (error || before.len == 0)
            break;
        (void)span_take_until(&walk->plain, '\n');
        if (buf_add(head, before.at, before.len - walk->plain.len) != 0 ||
            (head->len >= 5 && !span_starts_nocase(buf_span(head), "WARC/"))) {
            walk->found.faults |= WARC_NO_RECORD;
            return 0;
        }
    }
    if (!error && !head_is_whole(buf_span(head)))
        walk->found.faults |= head->len >= 5 ? WARC_CUT : WARC_NO_RECORD;
    return error;
}

/* Reads the length of the block, and looks for faults in the head. */
static void check_head(struct warc_walk *walk)
{
    struct warc_found *found = &walk->found;
    struct span head = buf_span(&found->head), length;

    for (size_t i = 0; i < head.len; i++) {
        if (head.at[i] == '\n' && (i == 0 || head.at[i - 1] != '\r'))
            found->faults |= WARC_BARE_LF;
    }
    found->block_len = 0;
    if (!head_value(head, "Content-Length", 0, &length) || !span_to_u64(length, &found->block_len))
        found->faults |= WARC_NO_LENGTH;
    walk->found.left = found->block_len;
}

int warc_walk_next(struct warc_walk *walk, struct warc_found **found)
{
    int error = walk->open ? warc_walk_end(walk) : 0;
    bool in_member = walk->coded && (walk->plain.len > 0 || walk->in_member);
    uint64_t member_at = walk->member_at;

    if (!error)
        error = begin_record(walk);
    if (error)
        return error;
    buf_clear(&walk->found.head);
    walk->found.faults = in_member && walk->member_at == member_at ? WARC_SHARED_MEMBER : 0;
    in_member = walk->coded && (walk->plain.len > 0 || walk->in_member);
    walk->found.offset = in_member ? walk->member_at : next_record_at(walk);
    walk->found.len = walk->found.left = walk->found.block_len = 0;
    walk->open = true;
    error = read_head(walk);
    if (!error && !(walk->found.faults & (WARC_CUT | WARC_NO_RECORD)))
        check_head(walk);
    *found = &walk->found;
    return error;
}

int warc_walk_block(struct warc_walk *walk, struct span *piece)
{
    int error = 0;

    *piece = span_make(NULL, 0);
    if (walk->found.left == 0)
        return 0;
    error = fill_plain_across(walk);
    if (error)
        return error;
    if (walk->plain.len == 0) {
        walk->found.faults |= WARC_CUT;
        walk->found.left = 0;
        return 0;
    }
    *piece = span_part(walk->plain, 0, walk->found.left < SIZE_MAX ? (size_t)walk->found.left : SIZE_MAX);
    walk->plain = span_part(walk->plain, piece->len, walk->plain.len);
    walk->found.left -= piece->len;
    return 0;
}

int warc_walk_http(struct warc_walk *walk, struct buf *head)
{
    struct span piece;
    int error;

    buf_clear(head);
    while ((error = warc_walk_block(walk, &piece)) == 0 && piece.len > 0) {
        while (piece.len > 0) {
            struct span before = piece;

            (void)span_take_until(&piece, '\n');
            if (buf_add(head, before.at, before.len - piece.len) == 0 && !head_is_whole(buf_span(head)))
                continue;
            if (head_is_interim(buf_span(head))) {
                buf_clear(head);
                continue;
            }
            walk->plain = span_make(piece.at, piece.len + walk->plain.len); /* the rest is of the body */
            walk->found.left += piece.len;
            return 0;
        }
    }
    return error;
}

/* Reads the four bytes after the block, and the end of the member. */
static int read_end(struct warc_walk *walk)
{
    static const char end[] = "\r\n\r\n";
    int error = 0;

    for (size_t i = 0; i < sizeof end - 1; i++) {
        error = fill_plain(walk);
        if (error)
            return error;
        if (walk->plain.len == 0 || walk->plain.at[0] != end[i]) {
            walk->found.faults |=
                walk->plain.len == 0 && (walk->broken || walk->in_member) ? WARC_CUT : WARC_BAD_END;
            return 0;
        }
        walk->plain = span_part(walk->plain, 1, walk->plain.len);
    }
    error = fill_plain(walk); /* also reads the member's checksum */
    if (walk->broken || (walk->coded && walk->in_member && walk->plain.len == 0))
        walk->found.faults |= WARC_CUT;
    if (walk->coded && walk->plain.len > 0)
        walk->found.faults |= WARC_SHARED_MEMBER;
    return error;
}

int warc_walk_end(struct warc_walk *walk)
{
    struct warc_found *found = &walk->found;
    struct span piece;
    int error = 0;

    if (!walk->open)
        return 0;
    do {
        error = warc_walk_block(walk, &piece);
    } while (!error && piece.len > 0);
    if (!error && !(found->faults & (WARC_CUT | WARC_NO_RECORD)))
        error = read_end(walk);
    if (error)
        return error;
    walk->open = false;
    error = find_next_after_faults(walk);
    found->len = next_record_at(walk) - found->offset;
    return error;
}

int warc_walk_body(struct warc_walk *walk, struct body *to)
{
    struct span piece;
    int error;

    while ((error = warc_walk_block(walk, &piece)) == 0 && piece.len > 0 &&
           (error = body_add(to, piece.at, piece.len)) == 0)
        continue;
    return error ? error : warc_walk_end(walk);
}

int warc_walk_each(int fd, uint64_t limit, warc_visitor *visit, void *context)
{
    struct warc_walk *walk = warc_walk_new(fd, limit);
    struct warc_found *found;
    int error;

    while ((error = warc_walk_next(walk, &found)) == 0 && (error = visit(context, walk, found)) == 0)
        continue;
    warc_walk_free(walk);
    return error == ERROR_END ? 0 : error;
}
