/* SPDX-License-Identifier: MIT */
/* The walk over records: positions, blocks and faults in files of every kind, whole and damaged. */
#include "config.h"

#include "archive/walk.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "archive/record.h"
#include "base/error.h"
#include "tap.h"

#define HTTP_HEAD "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n"

enum { RECORDS = 3 };

/* One block is empty, and one is longer than a window of the walk. */
static const size_t block_lens[RECORDS] = {0, 5, 300000};

static void add_member(struct buf *file, struct span bytes)
{
    struct gzip_maker *maker = gzip_maker_new();
    struct member_file to;

    member_file_init(&to, -1, 0);
    if (member_add(maker, &(struct member){.before = {bytes}}, &to) ||
        buf_add_span(file, buf_span(&to.pending)))
        abort();
    member_file_release(&to);
    gzip_maker_free(maker);
}

static void add_record(struct buf *to, size_t number)
{
    (void)buf_add_format(
        to, "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Record-ID: <%zu>\r\nContent-Length: %zu\r\n\r\n", number,
        block_lens[number]);
    for (size_t i = 0; i < block_lens[number]; i++)
        (void)buf_add_byte(to, (char)('a' + (i * i + number) % 23));
    (void)buf_add_text(to, "\r\n\r\n");
}

static int file_of(struct span bytes)
{
    int fd = memfd_create("walk", MFD_CLOEXEC);

    if (fd < 0 || write(fd, bytes.at, bytes.len) != (ssize_t)bytes.len)
        abort();
    return fd;
}

/* Reads the block of the current record; the number of its bytes that are as add_record made them. */
static size_t right_bytes(struct warc_walk *walk, size_t number)
{
    struct span piece;
    size_t at = 0, right = 0;

    while (warc_walk_block(walk, &piece) == 0 && piece.len > 0)
        for (size_t i = 0; i < piece.len; i++, at++)
            right += piece.at[i] == (char)('a' + (at * at + number) % 23);
    return right;
}

/* How the records of a file are compressed, and the fault of each. */
enum coding { PLAIN, MEMBERS, ONE_MEMBER, SPLIT };
static const struct {
    const char *label;
    enum coding coding;
    unsigned faults[RECORDS];
} codings[] = {
    {"no compression", PLAIN, {0, 0, 0}},
    {"a member for each record", MEMBERS, {0, 0, 0}},
    {"one member", ONE_MEMBER, {WARC_SHARED_MEMBER, WARC_SHARED_MEMBER, WARC_SHARED_MEMBER}},
    {"two members for each record", SPLIT, {WARC_SPLIT_MEMBER, WARC_SPLIT_MEMBER, WARC_SPLIT_MEMBER}},
};

/* Makes FILE; OFFSETS are those of the records, and of its end. */
static void make_file(struct buf *file, enum coding coding, size_t offsets[RECORDS + 1])
{
    struct buf plain;
    size_t begun = 0;

    buf_init(&plain, 1 << 20);
    for (size_t i = 0; i < RECORDS; i++) {
        struct span record;

        offsets[i] = coding == PLAIN ? plain.len : file->len;
        add_record(&plain, i);
        record = span_part(buf_span(&plain), begun, plain.len - begun);
        if (coding == MEMBERS)
            add_member(file, record);
        if (coding == SPLIT) {
            add_member(file, span_part(record, 0, 20));
            add_member(file, span_part(record, 20, record.len));
        }
        begun = plain.len;
    }
    if (coding == PLAIN)
        (void)buf_add_span(file, buf_span(&plain));
    if (coding == ONE_MEMBER)
        add_member(file, buf_span(&plain));
    offsets[RECORDS] = file->len;
    buf_release(&plain);
}

static void test_codings(void)
{
    for (size_t c = 0; c < COUNT_OF(codings); c++) {
        size_t offsets[RECORDS + 1], count = 0;
        struct warc_found *found;
        struct warc_walk *walk;
        struct buf file;
        int fd, error;

        buf_init(&file, 4 << 20);
        make_file(&file, codings[c].coding, offsets);
        fd = file_of(buf_span(&file));
        walk = warc_walk_new(fd, UINT64_MAX);
        ok(warc_walk_is_coded(walk) == (codings[c].coding != PLAIN), "%s", codings[c].label);
        while ((error = warc_walk_next(walk, &found)) == 0 && count < RECORDS) {
            is_int((int64_t)found->block_len, (int64_t)block_lens[count], "the length of the block");
            is_int((int64_t)right_bytes(walk, count), (int64_t)block_lens[count], "the block");
            is_int(warc_walk_end(walk), 0, "the end of the record");
            is_int(found->faults, codings[c].faults[count], "faults");
            if (codings[c].coding != ONE_MEMBER) {
                is_int((int64_t)found->offset, (int64_t)offsets[count], "its offset");
                is_int((int64_t)found->len, (int64_t)(offsets[count + 1] - offsets[count]), "its length");
            }
            count++;
        }
        is_int(error, ERROR_END, "the end of the file");
        is_int((int64_t)count, RECORDS, "all records");
        warc_walk_free(walk);

        walk = warc_walk_new(fd, UINT64_MAX);
        for (count = 0; warc_walk_next(walk, &found) == 0; count++)
            continue;
        is_int((int64_t)count, RECORDS, "the same records if blocks are skipped");
        warc_walk_free(walk);
        close(fd);
        buf_release(&file);
    }
}

/* The number of records without faults in the first LIMIT bytes, and of those with CUT. */
static size_t whole_records(int fd, uint64_t limit, size_t *cut)
{
    struct warc_walk *walk = warc_walk_new(fd, limit);
    struct warc_found *found;
    size_t whole = 0;

    *cut = 0;
    while (warc_walk_next(walk, &found) == 0) {
        if (warc_walk_end(walk) != 0)
            break;
        whole += !(found->faults & (WARC_CUT | WARC_NO_RECORD));
        *cut += (found->faults & (WARC_CUT | WARC_NO_RECORD)) != 0;
    }
    warc_walk_free(walk);
    return whole;
}

/* A file that ends anywhere has the records before that place, and at most one that is cut. Without
 * compression, a record is whole without the four bytes after its block. */
static void test_limits(void)
{
    for (enum coding coding = PLAIN; coding <= MEMBERS; coding++) {
        size_t offsets[RECORDS + 1], wrong = 0, cut, spare = coding == PLAIN ? 4 : 0;
        struct buf file;
        int fd;

        buf_init(&file, 4 << 20);
        make_file(&file, coding, offsets);
        fd = file_of(buf_span(&file));
        for (size_t limit = 0; limit <= offsets[2] + 100; limit++) {
            size_t whole = whole_records(fd, limit, &cut), before = 0;

            while (before < RECORDS && offsets[before + 1] <= limit + spare)
                before++;
            wrong += whole != before || cut != (before < RECORDS && limit > offsets[before]);
        }
        is_int((int64_t)wrong, 0, "limits with a wrong number of records");
        is_int((int64_t)whole_records(fd, file.len, &cut), RECORDS, "the whole file");
        is_int((int64_t)whole_records(fd, file.len - spare - 1, &cut), RECORDS - 1, "without its last byte");
        is_int((int64_t)cut, 1, "the last record is cut");
        close(fd);
        buf_release(&file);
    }
}

#define RECORD(fields, block) "WARC/1.1\r\n" fields "\r\n" block
#define NEXT                  RECORD("Content-Length: 1\r\n", "x\r\n\r\n")

/* A record with a fault, before another one. */
static void test_faults(void)
{
    static const struct {
        const char *label, *file;
        unsigned faults;
    } cases[] = {
        {"none", RECORD("Content-Length: 2\r\n", "ab\r\n\r\n") NEXT, 0},
        {"a line that ends with LF", RECORD("X: y\nContent-Length: 2\r\n", "ab\r\n\r\n") NEXT, WARC_BARE_LF},
        {"no length", RECORD("X: y\r\n", "\r\n\r\n") NEXT, WARC_NO_LENGTH},
        {"a length that is not a number", RECORD("Content-Length: 2x\r\n", "ab\r\n\r\n") NEXT,
         WARC_NO_LENGTH | WARC_BAD_END},
        {"a length that is too short", RECORD("Content-Length: 1\r\n", "ab\r\n\r\n") NEXT, WARC_BAD_END},
        {"a length that reaches into the next record", RECORD("Content-Length: 9\r\n", "ab\r\n\r\n") NEXT,
         WARC_BAD_END},
        {"no record", "GET / HTTP/1.1\r\n\r\n" NEXT, WARC_NO_RECORD},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int fd = file_of(span_of(cases[i].file));
        struct warc_walk *walk = warc_walk_new(fd, UINT64_MAX);
        struct warc_found *found;

        is_int(warc_walk_next(walk, &found), 0, cases[i].label);
        is_int(warc_walk_end(walk), 0, "its end");
        is_int(found->faults, cases[i].faults, "its faults");
        is_int(warc_walk_next(walk, &found), 0, "the next record");
        is_int(warc_walk_end(walk), 0, "its end");
        is_int((int64_t)found->offset, (int64_t)(strlen(cases[i].file) - strlen(NEXT)), "its offset");
        is_int(found->faults, 0, "its faults");
        is_int(warc_walk_next(walk, &found), ERROR_END, "no more records");
        warc_walk_free(walk);
        close(fd);
    }
}

/* A block ends where the next member begins with a record, whatever its length. */
static void test_long_block(void)
{
    struct warc_found *found;
    struct warc_walk *walk;
    struct buf file;
    size_t second;
    int fd;

    buf_init(&file, 4096);
    add_member(&file, span_of(RECORD("Content-Length: 9\r\n", "ab\r\n\r\n")));
    second = file.len;
    add_member(&file, span_of(NEXT));
    fd = file_of(buf_span(&file));
    walk = warc_walk_new(fd, UINT64_MAX);
    is_int(warc_walk_next(walk, &found), 0, "a record that is longer than its member");
    is_int(warc_walk_end(walk), 0, "its end");
    is_int(found->faults, WARC_CUT, "is cut off");
    is_int((int64_t)found->len, (int64_t)second, "has its member only");
    is_int(warc_walk_next(walk, &found), 0, "the next record");
    is_int(warc_walk_end(walk), 0, "its end");
    is_int((int64_t)found->offset, (int64_t)second, "is in the next member");
    is_int(found->faults, 0, "and whole");
    warc_walk_free(walk);
    close(fd);
    buf_release(&file);
}

/* Members that are empty or have only line ends hide no record, wherever they are. */
static void test_empty_members(void)
{
    size_t offsets[RECORDS], count = 0;
    struct warc_found *found;
    struct warc_walk *walk;
    struct buf file, record;
    int fd, error;

    buf_init(&file, 4 << 20);
    buf_init(&record, 1 << 20);
    for (size_t i = 0; i <= RECORDS; i++) {
        add_member(&file, span_of(""));
        add_member(&file, span_of("\r\n\r\n"));
        add_member(&file, span_of(""));
        if (i == RECORDS)
            break;
        offsets[i] = file.len;
        buf_clear(&record);
        add_record(&record, i);
        add_member(&file, buf_span(&record));
    }
    fd = file_of(buf_span(&file));
    walk = warc_walk_new(fd, UINT64_MAX);
    while ((error = warc_walk_next(walk, &found)) == 0 && count < RECORDS) {
        is_int((int64_t)found->offset, (int64_t)offsets[count], "a record behind empty members");
        is_int((int64_t)right_bytes(walk, count), (int64_t)block_lens[count], "its block");
        is_int(warc_walk_end(walk), 0, "its end");
        is_int(found->faults, 0, "its faults");
        count++;
    }
    is_int(error, ERROR_END, "the end of the file");
    is_int((int64_t)count, RECORDS, "all records");
    warc_walk_open(walk, fd, offsets[1], UINT64_MAX);
    is_int(warc_walk_next(walk, &found), 0, "a jump back");
    is_int((int64_t)found->offset, (int64_t)offsets[1], "to a record");
    warc_walk_free(walk);
    close(fd);
    buf_release(&file);
    buf_release(&record);
}

/* The next record is found wherever it begins, also across the border of two windows of the search. */
static void test_search(void)
{
    enum { WINDOW = 128 * 1024 };

    for (size_t before = 0; before < 12; before++) {
        size_t at = 1 + WINDOW - before;
        struct warc_found *found;
        struct warc_walk *walk;
        struct buf file;
        int fd;

        buf_init(&file, 2 * WINDOW);
        for (size_t i = 0; i < at; i++)
            (void)buf_add_byte(&file, 'x');
        (void)buf_add_text(&file, "\n" NEXT);
        fd = file_of(buf_span(&file));
        walk = warc_walk_new(fd, UINT64_MAX);
        is_int(warc_walk_next(walk, &found), 0, "no record");
        is_int(warc_walk_next(walk, &found), 0, "a record");
        is_int((int64_t)found->offset, (int64_t)at + 1, "its offset");
        warc_walk_free(walk);
        close(fd);
        buf_release(&file);
    }
}

/* The header block of an HTTP message ends at its empty line, and the walk continues after the block. */
static void test_http(void)
{
    static const struct {
        const char *label, *block, *head;
    } cases[] = {
        {"a message", HTTP_HEAD "body\r\n\r\n", HTTP_HEAD},
        {"a message without a body", HTTP_HEAD, HTTP_HEAD},
        {"a cut header block", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\n"},
        {"interim responses before it",
         "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: x\r\n\r\n" HTTP_HEAD "body", HTTP_HEAD},
        {"an empty block", "", ""},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct warc_found *found;
        struct warc_walk *walk;
        struct buf file, head;
        int fd;

        buf_init(&file, 4096);
        buf_init(&head, 4096);
        (void)buf_add_format(&file, "WARC/1.1\r\nContent-Length: %zu\r\n\r\n%s\r\n\r\n%s",
                             strlen(cases[i].block), cases[i].block, NEXT);
        fd = file_of(buf_span(&file));
        walk = warc_walk_new(fd, UINT64_MAX);
        is_int(warc_walk_next(walk, &found), 0, cases[i].label);
        is_int(warc_walk_http(walk, &head), 0, "its header block");
        is_str(buf_text(&head), cases[i].head, "verbatim");
        is_int(warc_walk_next(walk, &found), 0, "the next record");
        is_int(warc_walk_end(walk), 0, "its end");
        is_int(found->faults, 0, "its faults");
        warc_walk_free(walk);
        close(fd);
        buf_release(&file);
        buf_release(&head);
    }
}

static void test_fields(void)
{
    char *exact = memcpy(malloc(3), "x\nA", 3);
    struct span head =
                    span_of("WARC/1.1: a\r\nA: 1\r\nAB: 2\r\na:  3 \r\nC:\r\nD 4\r\nF:\r\n folded\r\n\r\n"),
                value;
    static const struct {
        const char *name;
        size_t index;
        const char *value;
    } cases[] = {
        {"A", 0, "1"}, {"A", 1, "3"},  {"A", 2, NULL}, {"AB", 0, "2"},        {"ab", 0, "2"},
        {"C", 0, ""},  {"D", 0, NULL}, {"E", 0, NULL}, {"WARC/1.1", 0, NULL}, {"F", 0, "folded"},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        bool found = head_value(head, cases[i].name, cases[i].index, &value);

        ok(found == (cases[i].value != NULL), "%s %zu", cases[i].name, cases[i].index);
        if (found)
            is_span(value, span_of(cases[i].value), "its value");
    }
    ok(!head_value(span_make(exact, 3), "A", 0, &value), "a name at the end of the head");
    free(exact);
}

/* Records that all reach to the end of the file, or into each other, are not read again without an end. */
static void test_overlaps(void)
{
    static const char *const lengths[] = {"99999999", "1000000"};

    for (size_t i = 0; i < COUNT_OF(lengths); i++) {
        struct warc_walk *walk;
        struct warc_found *found;
        struct buf file;
        size_t count = 0;
        bool given_up = false;
        int fd;

        buf_init(&file, 16 << 20);
        for (int k = 0; k < 200000; k++)
            (void)buf_add_format(&file, RECORD("Content-Length: %s\r\n", "x\r\n\r\n"), lengths[i]);
        fd = file_of(buf_span(&file));
        walk = warc_walk_new(fd, UINT64_MAX);
        while (warc_walk_next(walk, &found) == 0 && warc_walk_end(walk) == 0) {
            count++;
            given_up |= (found->faults & WARC_OVERLAPS) != 0;
        }
        ok(given_up && count > 10 && count < 500, "%zu records of a length of %s", count, lengths[i]);
        warc_walk_free(walk);
        close(fd);
        buf_release(&file);
    }
}

int main(void)
{
    test_codings();
    test_limits();
    test_faults();
    test_long_block();
    test_empty_members();
    test_search();
    test_http();
    test_fields();
    test_overlaps();
    return done();
}
