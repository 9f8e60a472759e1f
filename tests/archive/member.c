/* SPDX-License-Identifier: MIT */
/* Members of all sizes, deflated and stored, in one file: zlib reads them back. */
#include "config.h"

#include "archive/record.h"

#include <fcntl.h>
#include <unistd.h>

#define ZLIB_CONST /* zlib then takes its input as const */
#include <zlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "tap.h"

enum { MOST = 3 * LIMIT_BODY_IN_MEMORY, GZIP_BITS = 15 + 16 };

static const struct {
    size_t before, body, after;
    bool store;
} members[] = {
    {0, 0, 0, false},
    {1, 0, 0, false},
    {300, 0, 4, true},
    {300, 1295, 4, false},
    {300, 1296, 4, false},
    {300, 65231, 4, true},
    {300, 65232, 4, true},
    {0, 200000, 0, false},
    {0, 200000, 0, true},
    {300, 2 * LIMIT_BODY_IN_MEMORY, 4, false},
    {300, 2 * LIMIT_BODY_IN_MEMORY, 4, true},
};

enum { MEMBERS = COUNT_OF(members) };

static char bytes[MOST];

/* Writes the members to FD; LEN becomes the length of the file. */
static int write_all(int fd, int spool_dir, uint64_t *len)
{
    struct gzip_maker *maker = gzip_maker_new();
    struct member_file file;
    int error = 0;

    member_file_init(&file, fd, 0);
    for (size_t i = 0; i < MEMBERS && !error; i++) {
        size_t at = members[i].before;
        struct member member = {.before = {span_make(bytes, at)}, .store = members[i].store};
        struct body body;

        body_init(&body, spool_dir, LIMIT_BODY_IN_MEMORY, MOST);
        error = body_add(&body, bytes + at, members[i].body);
        member.body = members[i].body > 0 ? &body : NULL;
        member.after = span_make(bytes + at + members[i].body, members[i].after);
        if (!error)
            error = member_add(maker, &member, &file);
        body_release(&body);
    }
    *len = member_file_len(&file);
    if (!error)
        error = member_file_write(&file);
    member_file_release(&file);
    gzip_maker_free(maker);
    return error;
}

/* Removes the next member from CODED; returns the number of its bytes, or -1 if it is not a member. */
static int64_t take_member(struct span *coded, char *plain)
{
    z_stream zlib = {.next_in = (const Bytef *)coded->at, .avail_in = (uInt)coded->len};
    int64_t len = -1;

    zlib.next_out = (Bytef *)plain;
    zlib.avail_out = MOST;
    if (inflateInit2(&zlib, GZIP_BITS) == Z_OK && inflate(&zlib, Z_FINISH) == Z_STREAM_END)
        len = (int64_t)zlib.total_out;
    *coded = span_part(*coded, coded->len - zlib.avail_in, coded->len);
    (void)inflateEnd(&zlib);
    return len;
}

/* Packs pages of 5,000 bytes from BYTES, the last of which has all values, and reads them. None that is like
 * those before it may be much longer than with codes of its own. */
static void test_pages(char *plain)
{
    enum { PAGES = 300, PAGE_BYTES = 5000 };
    struct gzip_maker *maker = gzip_maker_new();
    struct member_file file, own;
    bool is_same = true, is_short = true;

    member_file_init(&file, -1, 0);
    member_file_init(&own, -1, 0);
    for (size_t i = 0; i <= PAGES; i++) {
        struct member member = {.before = {span_make(bytes + i * PAGE_BYTES, PAGE_BYTES)}};
        struct span coded;

        for (size_t at = 0; i == PAGES && at < PAGE_BYTES; at++)
            bytes[i * PAGE_BYTES + at] = (char)(at * 7);
        buf_clear(&own.pending);
        is_same &= member_add(maker, &member, &own) == 0;
        member.is_page = true;
        buf_clear(&file.pending);
        is_same &= member_add(maker, &member, &file) == 0;
        coded = buf_span(&file.pending);
        is_same &= take_member(&coded, plain) == PAGE_BYTES &&
                   memcmp(plain, bytes + i * PAGE_BYTES, PAGE_BYTES) == 0 && coded.len == 0;
        is_short &= i == PAGES || file.pending.len < own.pending.len * 11 / 10;
    }
    ok(is_same, "pages, which share codes, and one with other bytes");
    ok(is_short, "no page is much longer than with its own");
    member_file_release(&file);
    member_file_release(&own);
    gzip_maker_free(maker);
}

int main(void)
{
    int dir = open(".", O_RDONLY | O_DIRECTORY), fd = open(".", O_TMPFILE | O_RDWR, 0600);
    char *plain = mem_new(MOST, 1), *file;
    struct span coded;
    uint64_t len = 0;
    uint32_t state = 1;

    for (size_t i = 0; i < MOST; i++) {
        state = state * 1103515245 + 12345;
        bytes[i] = (char)('a' + (state >> 16) % 8);
    }
    is_int(write_all(fd, dir, &len), 0, "members of all sizes");
    is_int(lseek(fd, 0, SEEK_END), (int64_t)len, "the file has that length");
    file = mem_new(len + 1, 1);
    is_int(pread(fd, file, len, 0), (int64_t)len, "read back");
    coded = span_make(file, len);
    for (size_t i = 0; i < MEMBERS; i++) {
        size_t wanted = members[i].before + members[i].body + members[i].after, before = coded.len;
        bool same = take_member(&coded, plain) == (int64_t)wanted && memcmp(plain, bytes, wanted) == 0;

        ok(same, "%zu bytes%s", wanted, members[i].store ? ", stored" : "");
        if (members[i].store)
            is_int(before - coded.len, wanted + 18 + 5 * (wanted / 65535 + (wanted % 65535 > 0)),
                   "… in blocks of 64 KB");
    }
    is_int(coded.len, 0, "and nothing else");
    test_pages(plain);
    free(file);
    free(plain);
    close(fd);
    close(dir);
    return done();
}
