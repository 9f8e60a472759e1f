/* SPDX-License-Identifier: MIT */
/* Bodies in memory and in unnamed files. */
#include "config.h"

#include "base/body.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "tap.h"

/* A large body that is read piece by piece is unchanged. */
static void check_pieces(int dir, size_t len)
{
    char line[4096];
    struct span piece = {0};
    struct body body;
    uint64_t at = 0;
    bool same = true;
    int error = 0;

    body_init(&body, dir, 8, 1 << 30);
    for (size_t i = 0; !error && i < len / sizeof line; i++) {
        memset(line, (int)('a' + i % 23), sizeof line);
        error = body_add(&body, line, sizeof line);
    }
    while (!error && (error = body_piece(&body, at, &piece)) == 0 && piece.len > 0) {
        for (size_t i = 0; i < piece.len; i += 512)
            same = same && piece.at[i] == (char)('a' + (at + i) / sizeof line % 23);
        at += piece.len;
    }
    is_int(error, 0, "in pieces");
    is_int((int64_t)at, (int64_t)(len / sizeof line * sizeof line), "all of them");
    ok(same, "the same ones");
    is_int(body_piece(&body, 5000, &piece), 0, "a piece from the middle");
    ok(piece.len > 0 && piece.at[0] == 'b', "begins there");
    body_release(&body);
}

/* The number of MB of BYTES that are resident: pages that this process has mapped. */
static long resident_mb(struct span bytes)
{
    long page = sysconf(_SC_PAGESIZE), count = 0;
    int fd = open("/proc/self/pagemap", O_RDONLY);
    uint64_t entry;

    for (const char *at = bytes.at; at < bytes.at + bytes.len; at += page) {
        off_t where = (off_t)((uintptr_t)at / (uintptr_t)page * sizeof entry);

        if (pread(fd, &entry, sizeof entry, where) == (ssize_t)sizeof entry)
            count += (long)(entry >> 63);
    }
    close(fd);
    return count * page >> 20;
}

/* Reading a large body from front to back needs little memory. */
static void check_passing(int dir)
{
    static char block[1 << 20];
    struct span whole = {0};
    struct body body;
    long most = 0;
    int error = 0;
    bool same = true;

    body_init(&body, dir, 8, 1 << 30);
    for (int i = 0; i < 16 && !error; i++) {
        memset(block, 'a' + i, sizeof block);
        error = body_add(&body, block, sizeof block);
    }
    error = error ? error : body_span(&body, &whole);
    is_int(error, 0, "a large body");
    for (int pass = 0; pass < 2; pass++) {
        for (size_t at = 0; at < whole.len; at += 4096) {
            same = same && whole.at[at] == 'a' + (char)(at >> 20);
            body_passed(&body, whole.at + at);
            if (at % (1 << 18) == 0 && resident_mb(whole) > most)
                most = resident_mb(whole);
        }
    }
    ok(same && whole.at[0] == 'a', "what was passed is still there");
    ok(most <= 3, "little of it stays in memory: %ld MB", most);
    body_passed(&body, block);
    body_passed(NULL, block);
    body_release(&body);
}

/* A body in a named file, which a later one continues. */
static void check_resuming(int dir)
{
    static const char name[] = "body-test.part";
    struct body body;
    struct span whole;

    body_init(&body, dir, 2, 20);
    body.name = name;
    is_int(body_add(&body, "123456", 6), 0, "a body with a name");
    body_release(&body);
    body_init(&body, dir, 2, 20);
    is_int(body_resume(&body, name, 7), ERROR_CORRUPT, "its file is shorter");
    is_int(body_resume(&body, name, 4), 0, "its file stays");
    is_int(body_add(&body, "xyz", 3), 0, "and is continued");
    is_int(body_span(&body, &whole), 0, "map it");
    is_span(whole, span_of("1234xyz"), "after the length that was given");
    body_clear(&body, 0);
    ok(!body.name && !body_is_spooled(&body), "an emptied body has no file");
    body_release(&body);
    (void)unlinkat(dir, name, 0);
}

int main(void)
{
    int dir = open(".", O_RDONLY | O_DIRECTORY);
    struct span whole = {0};
    struct body body;

    close(STDIN_FILENO); /* so that 0 is the descriptor of the first file */
    body_init(&body, dir, 8, 20);
    is_int(body_add(&body, "12345678", 8), 0, "up to the threshold");
    ok(!body_is_spooled(&body), "stays in memory");
    is_int(body_add(&body, "9", 1), 0, "one more");
    ok(body_is_spooled(&body), "goes to a file");
    is_int(body_span(&body, &whole), 0, "map it");
    is_span(whole, span_of("123456789"), "nothing is lost between the two");
    is_int(body_add(&body, "abcdefghijk", 11), 0, "a mapped body can grow");
    is_int(body_span(&body, &whole), 0, "map it again");
    is_span(whole, span_of("123456789abcdefghijk"), "all is there");
    is_int(body_add(&body, "x", 1), ERROR_TOO_LARGE, "the maximum holds");
    is_int((int64_t)body.len, 20, "and nothing was added");
    body_release(&body);
    is_int(body_span(&body, &whole), 0, "an empty body");
    is_int((int64_t)whole.len, 0, "is empty");
    check_pieces(dir, 9 * 1024 * 1024);
    check_pieces(dir, 8 * 1024 * 1024);
    check_passing(dir);
    check_resuming(dir);
    body_init(&body, dir, 100, 100);
    is_int(body_add(&body, "in memory", 9), 0, "a small one");
    is_int(body_piece(&body, 3, &whole), 0, "its piece");
    is_span(whole, span_of("memory"), "is the rest");
    is_int(body_piece(&body, 9, &whole), 0, "its end");
    is_int((int64_t)whole.len, 0, "is empty");
    body_release(&body);
    close(dir);
    return done();
}
