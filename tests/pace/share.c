/* SPDX-License-Identifier: MIT */
/* The files of a shared pace: turns, leases, the line, and records that cannot be right. */
#include "config.h"

#include "pace/share.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/error.h"
#include "pace/pace.h"
#include "tap.h"

enum { GAP = 1000 };

static const int64_t t = 1764000000000;
static int64_t now;
static struct share_folder folder;

static int clock_of_test(int fd, char byte, int64_t *now_ms)
{
    *now_ms = now;
    return pwrite(fd, &byte, 1, 0) == 1 ? 0 : -1;
}

static int64_t wait_of(struct share *share, int64_t now_ms)
{
    int64_t wait_ms = -1;
    int error;

    now = now_ms;
    error = share_take(&folder, share, GAP, &wait_ms);
    return error ? error : wait_ms;
}

/* The time of a request is a clock's step later at most, which this takes off. */
static int sent(struct share *share, int64_t now_ms)
{
    now = now_ms;
    return share_sent(&folder, share, -10, GAP);
}

static struct share new_share(const char *what)
{
    struct share share;

    share_name(&share, 'o', span_of(what));
    return share;
}

static void write_file(const struct share *share, const char *text)
{
    int fd = openat(folder.dir, share->name, O_WRONLY | O_CREAT | O_TRUNC, 0666);

    ok(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text), "a file with: %.20s", text);
    close(fd);
}

static int pause_of(const struct share *share, int64_t now_ms, int64_t wait_ms)
{
    now = now_ms;
    return share_pause(&folder, share, wait_ms);
}

static void test_turns(void)
{
    struct share a = new_share("turns"), b = a, c = a;

    is_int(wait_of(&a, t), 0, "the first turn is free");
    is_int(wait_of(&b, t + 10), GAP, "during a turn: a gap from now");
    is_int(sent(&a, t + 100), 0, "it was sent");
    is_int(wait_of(&c, t + 110), 1900, "who comes later has a later place");
    is_int(wait_of(&b, t + 1010), 90, "a place comes too early: the gap counts");
    is_int(wait_of(&b, t + 1100), 0, "a gap after the first");
    is_int(sent(&b, t + 1100), 0, "sent");
    is_int(wait_of(&a, t + 1110), 1900, "the first one is behind the third");
    is_int(wait_of(&c, t + 2010), 90, "the third has to wait for the second");
    is_int(wait_of(&c, t + 2100), 0, "a gap after the second");
    is_int(share_cancel(&folder, &c), 0, "it sends nothing");
    is_int(wait_of(&c, t + 2200), 0, "and may take the turn again");
    is_int(sent(&c, t + 2200), 0, "sent");
}

static void test_death(void)
{
    struct share a = new_share("death"), b = a;

    is_int(wait_of(&a, t), 0, "a turn is taken, and its process dies");
    is_int(wait_of(&b, t + 5000), GAP, "during the lease nothing is free");
    is_int(wait_of(&b, t + SHARE_LEASE_MS), GAP, "a request may have been sent at its end");
    is_int(wait_of(&b, t + SHARE_LEASE_MS + GAP), 0, "a gap later the next turn is free");
    is_int(sent(&a, t + SHARE_LEASE_MS + GAP + 1), 0, "the first one was only asleep, and sends");
    is_int(sent(&b, t + SHARE_LEASE_MS + GAP + 2), 0, "both have sent");
    is_int(wait_of(&a, t + SHARE_LEASE_MS + GAP + 2), GAP, "a gap after the last one");
}

static void test_pause(void)
{
    struct share a = new_share("pause"), b = a;

    is_int(wait_of(&a, t), 0, "a turn");
    is_int(sent(&a, t), 0, "is sent");
    is_int(pause_of(&a, t + 100, 60 * GAP), 0, "the server requests a pause");
    is_int(pause_of(&a, t + 200, 10 * GAP), 0, "a shorter one");
    is_int(wait_of(&b, t + 300), 60 * GAP - 200, "another process keeps the longer one");
    is_int(b.pause_ms, 60 * GAP - 200, "and knows it");
    is_int(wait_of(&b, t + 100 + 60 * GAP), 0, "then it has a turn");
    is_int(b.pause_ms, 0, "without a pause");
    is_int(wait_of(&a, t + 200 + 60 * GAP), GAP, "the others wait for it");
    is_int(pause_of(&a, t + 60 * GAP, PACE_BELIEVED_MS), 0, "the longest pause");
    is_int(wait_of(&b, t + 60 * GAP - 5), PACE_BELIEVED_MS + 5, "is kept by a clock that is behind");
}

/* Clocks of two processes: the one that is behind must not shorten the other's turn. */
static void test_clocks(void)
{
    struct share a = new_share("clocks"), b = a;

    is_int(wait_of(&a, t + 2000), 0, "a turn, by a clock that is ahead");
    is_int(wait_of(&b, t), GAP, "it is free for no other clock");
    is_int(sent(&a, t + 2001), 0, "its owner ends it");
    is_int(wait_of(&b, t + GAP), 2001, "the next one is a gap after it");
    is_int(wait_of(&b, t + GAP + 2001), 0, "and not after a lease");
}

/* An answer shows that a request was early. */
static void test_correction(void)
{
    struct share a = new_share("correction"), b = a;

    is_int(wait_of(&a, t), 0, "a turn");
    is_int(sent(&a, t + 50), 0, "sent in 50 ms at the latest");
    is_int(sent(&a, t + 2), 0, "it arrived earlier");
    is_int(wait_of(&b, t + GAP + 1), 1, "the gap starts there");
    is_int(wait_of(&b, t + GAP + 2), 0, "the next turn");
    is_int(sent(&a, t + 3), 0, "a correction that comes late");
    is_int(wait_of(&a, t + GAP + 3), GAP, "changes nothing");
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
        "tiptoe pace 999999999999999 999999999999999 000000000000000 000000000000000 000000000000000\n",
        "tiptoe pace 999999999999999 000000000000000 999999999999999 000000000000000 000000000000000\n",
        "tiptoe pace -00000000000001 000000000000000 000000000000000 000000000000000 000000000000000\n",
        "tiptoe pace 000000000000000 000000000000000 000000000000000 999999999999999 000000000000000\n",
        "tiptoe pace 000000000000000 000000000000000 000000000000000 000000000000000\n",
        "tiptoe pace ",
        "t",
        "tiptoe pace 000000000000000 000000000000000 000000000000000 000000000000000 000000000000000\n more",
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

/* Files that are not ours are left as they are. */
static void test_others(void)
{
    struct share share = new_share("others"), other = new_share("other");
    char text[8] = "";
    int fd;

    write_file(&share, "a diary");
    is_int(wait_of(&share, t), ERROR_INVALID, "other content is refused");
    is_int(share_sent(&folder, &share, 0, GAP), ERROR_INVALID, "always");
    fd = openat(folder.dir, share.name, O_RDONLY);
    ok(read(fd, text, sizeof text) == 7 && memcmp(text, "a diary", 7) == 0, "and unchanged");
    close(fd);
    is_int(wait_of(&other, t), 0, "a file of a pace");
    ok(linkat(folder.dir, other.name, folder.dir, "second", 0) == 0, "gets a second name");
    is_int(wait_of(&other, t + SHARE_LEASE_MS), ERROR_INVALID, "which is refused");
    ok(unlinkat(folder.dir, "second", 0) == 0, "the second name is removed");
    is_int(wait_of(&other, t + 2 * SHARE_LEASE_MS), 0, "the file is used again");
}

/* The file system's own clock: turns are a gap apart. */
static void test_clock(void)
{
    struct share_folder real = folder;
    struct share a = new_share("clock"), b = a;
    int64_t wait_ms = -1;

    real.clock = folder.clock;
    folder.clock = clock_of_test;
    is_int(share_take(&real, &a, GAP, &wait_ms), 0, "a turn by the real clock");
    is_int(share_sent(&real, &a, 0, GAP), 0, "is sent");
    ok(wait_ms == 0 && share_take(&real, &b, GAP, &wait_ms) == 0 && wait_ms > 0 && wait_ms <= GAP + 10,
       "the next one waits");
}

static void test_locks(void)
{
    struct share share = new_share("lock");
    int fd = openat(folder.dir, share.name, O_RDWR | O_CREAT, 0666);
    int64_t wait_ms = -1;

    ok(fd >= 0 && flock(fd, LOCK_EX) == 0, "another process has the lock");
    wait_ms = wait_of(&share, t);
    ok(wait_ms > 0 && wait_ms < 30, "try again soon");
    share.locked = 1000;
    is_int(wait_of(&share, t), ERROR_LOCKED, "after many attempts it is an error");
    close(fd);
    is_int(wait_of(&share, t + 10001), 0, "the lock is free");
}

static void remove_files(const char *path)
{
    static const char *const names[] = {"turns", "death",  "pause",      "line",   "damage", "empty",
                                        "lock",  "clocks", "correction", "others", "other",  "clock"};

    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct share share = new_share(names[i]);

        (void)unlinkat(folder.dir, share.name, 0);
    }
    close(folder.dir);
    ok(rmdir(path) == 0, "one file for each name");
}

int main(void)
{
    char path[] = "/tmp/tiptoe-share.XXXXXX";

    if (!mkdtemp(path) || share_open(&folder, path))
        return 1;
    test_clock();
    test_turns();
    test_death();
    test_pause();
    test_clocks();
    test_correction();
    test_line();
    test_damage();
    test_others();
    test_locks();
    remove_files(path);
    return done();
}
