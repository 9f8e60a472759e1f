/* SPDX-License-Identifier: MIT */
/* The files of a shared pace: turns, leases, the line, and records that cannot be right. */
#include "config.h"

#include "pace/share.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "tap.h"

enum { GAP = 1000 };

static const int64_t t = 1764000000000;
static int dir;

static int64_t wait_of(struct share *share, int64_t now_ms)
{
    int64_t wait_ms = -1;

    return share_take(dir, share, now_ms, GAP, &wait_ms) ? -2 : wait_ms;
}

static struct share new_share(const char *what)
{
    struct share share;

    share_name(&share, 'o', span_of(what));
    return share;
}

static void write_file(const struct share *share, const char *text)
{
    int fd = openat(dir, share->name, O_WRONLY | O_CREAT | O_TRUNC, 0666);

    ok(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text), "a file with: %.20s", text);
    close(fd);
}

static void test_turns(void)
{
    struct share a = new_share("turns"), b = a, c = a;

    is_int(wait_of(&a, t), 0, "the first turn is free");
    is_int(wait_of(&b, t + 10), GAP, "during a turn: a gap from now");
    is_int(share_sent(dir, &a, t + 100, GAP), 0, "it was sent");
    is_int(wait_of(&c, t + 110), 1900, "who comes later has a later place");
    is_int(wait_of(&b, t + 1010), 90, "a place comes too early: the gap counts");
    is_int(wait_of(&b, t + 1100), 0, "a gap after the first");
    is_int(share_sent(dir, &b, t + 1100, GAP), 0, "sent");
    is_int(wait_of(&a, t + 1110), 1900, "the first one is behind the third");
    is_int(wait_of(&c, t + 2010), 90, "the third has to wait for the second");
    is_int(wait_of(&c, t + 2100), 0, "a gap after the second");
    is_int(share_cancel(dir, &c), 0, "it sends nothing");
    is_int(wait_of(&c, t + 2200), 0, "and may take the turn again");
    is_int(share_sent(dir, &c, t + 2200, GAP), 0, "sent");
}

static void test_death(void)
{
    struct share a = new_share("death"), b = a;

    is_int(wait_of(&a, t), 0, "a turn is taken, and its process dies");
    is_int(wait_of(&b, t + 5000), GAP, "during the lease nothing is free");
    is_int(wait_of(&b, t + SHARE_LEASE_MS), GAP, "a request may have been sent at its end");
    is_int(wait_of(&b, t + SHARE_LEASE_MS + GAP), 0, "a gap later the next turn is free");
    is_int(share_sent(dir, &a, t + SHARE_LEASE_MS + GAP + 1, GAP), 0,
           "the first one was only asleep, and sends");
    is_int(share_sent(dir, &b, t + SHARE_LEASE_MS + GAP + 2, GAP), 0, "both have sent");
    is_int(wait_of(&a, t + SHARE_LEASE_MS + GAP + 2), GAP, "a gap after the last one");
}

static void test_pause(void)
{
    struct share a = new_share("pause"), b = a;

    is_int(wait_of(&a, t), 0, "a turn");
    is_int(share_sent(dir, &a, t, GAP), 0, "is sent");
    is_int(share_pause(dir, &a, t + 100, 60 * GAP), 0, "the server requests a pause");
    is_int(share_pause(dir, &a, t + 200, 10 * GAP), 0, "a shorter one");
    is_int(wait_of(&b, t + 300), 60 * GAP - 200, "another process keeps the longer one");
    is_int(b.pause_ms, t + 100 + 60 * GAP, "and knows it");
    is_int(wait_of(&b, t + 100 + 60 * GAP), 0, "then it has a turn");
    is_int(b.pause_ms, 0, "without a pause");
    is_int(wait_of(&a, t + 200 + 60 * GAP), GAP, "the others wait for it");
}

static void test_line(void)
{
    struct share first = new_share("line"), waiting;
    int64_t last = 0;
    bool later = true;

    is_int(wait_of(&first, t), 0, "one has the turn");
    for (int i = 0; i < 20; i++) {
        int64_t wait_ms;

        waiting = new_share("line");
        wait_ms = wait_of(&waiting, t);
        later = later && wait_ms > last;
        last = wait_ms;
    }
    ok(later && last == 20 * GAP, "twenty wait in a line");
    for (int i = 0; i < 20; i++) {
        waiting = new_share("line");
        last = wait_of(&waiting, t);
        ok(last >= 10 * GAP && last <= 20 * GAP, "the line is full: %d comes back in %d ms", i, (int)last);
    }
}

static void test_damage(void)
{
    static const char *const records[] = {
        "tiptoe pace 999999999999999 999999999999999 000000000000000 000000000000000\n",
        "tiptoe pace 999999999999999 000000000000000 999999999999999 000000000000000\n",
        "tiptoe pace -00000000000001 000000000000000 000000000000000 000000000000000\n",
        "tiptoe pace 000000000000000 000000000000000 000000000000000 999999999999999\n",
        "tiptoe pace 000000000000000 000000000000000 000000000000000\n",
        "tiptoe pace ",
        "x",
        "tiptoe pace 000000000000000 000000000000000 000000000000000 000000000000000\n and more",
    };
    struct share share;

    for (size_t i = 0; i < COUNT_OF(records); i++) {
        share = new_share("damage");
        write_file(&share, records[i]);
        is_int(wait_of(&share, t), GAP, "it costs a gap");
    }
    share = new_share("empty");
    write_file(&share, "");
    is_int(wait_of(&share, t), 0, "an empty file was never used");
}

static void test_locks(void)
{
    struct share share = new_share("lock");
    int fd = openat(dir, share.name, O_RDWR | O_CREAT, 0666);
    int64_t wait_ms = -1;

    ok(fd >= 0 && flock(fd, LOCK_EX) == 0, "another process has the lock");
    wait_ms = wait_of(&share, t);
    ok(wait_ms > 0 && wait_ms < 30, "try again soon");
    ok(share_take(dir, &share, t + 10000, GAP, &wait_ms) != 0, "ten seconds later it is an error");
    close(fd);
    is_int(wait_of(&share, t + 10001), 0, "the lock is free");
}

static void remove_files(const char *path)
{
    static const char *const names[] = {"turns", "death", "pause", "line", "damage", "empty", "lock"};

    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct share share = new_share(names[i]);

        (void)unlinkat(dir, share.name, 0);
    }
    close(dir);
    ok(rmdir(path) == 0, "one file for each name");
}

int main(void)
{
    char path[] = "/tmp/tiptoe-share.XXXXXX";

    if (!mkdtemp(path) || (dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0)
        return 1;
    test_turns();
    test_death();
    test_pause();
    test_line();
    test_damage();
    test_locks();
    remove_files(path);
    return done();
}
