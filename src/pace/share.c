/* SPDX-License-Identifier: MIT */
/* Shares a pace between processes, by a file with one record of fixed size: four times. `next` is the time of
 * the next request. A process that takes a turn puts it off by a lease, and corrects it when the request is
 * sent; if the process dies before, the lease ends without it. `line` is the end of the line of processes
 * that wait, which has a place for each gap. A place is only a hint when to look again: `next` alone decides.
 * The line is short, so that places of processes that died cost little; where it is full, processes come back
 * at random times. `pause` is the end of a pause that the server has requested. The lock (flock) covers only
 * reading and writing the record. No time is believed that lies further ahead than a lease and the longest
 * gap, and no pause beyond the longest that a server is believed: a clock may be wrong, and others may write
 * into the folder. */
#include "config.h"

#include "pace/share.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "pace/pace.h"

static const int64_t line_max_ms = 20 * 1000, lock_patience_ms = 10 * 1000;

/* Attempts to lock a file at once, a millisecond apart. */
enum { LOCK_TRIES = 20 };

/* The bytes of a digest in the name of a file. */
enum { NAME_DIGEST_BYTES = 20 };

struct record {
    int64_t next_ms;  /* no request before */
    int64_t line_ms;  /* places before this time are given away */
    int64_t lease_ms; /* the end of the turn that was taken and not ended yet; 0: none */
    int64_t pause_ms; /* no request before, because the server has said so */
};

/* "tiptoe pace " and four times of 15 digits, with a blank or a line end after each. */
enum { MARK_BYTES = 12, TIME_BYTES = 16, TIMES = 4, RECORD_BYTES = MARK_BYTES + TIMES * TIME_BYTES };
static const char mark[] = "tiptoe pace ";

void share_name(struct share *share, char kind, struct span what)
{
    unsigned char bytes[DIGEST_MAX_BYTES];
    struct digest digest;

    *share = (struct share){.name = {kind, '-'}};
    digest_init(&digest, DIGEST_SHA256);
    digest_add(&digest, what.at, what.len);
    digest_finish(&digest, bytes);
    digest_release(&digest);
    for (int i = 0; i < NAME_DIGEST_BYTES; i++)
        (void)snprintf(share->name + 2 + 2 * i, 3, "%02x", bytes[i]);
}

static bool read_time(const char *text, int64_t *ms)
{
    uint64_t number;

    if (!span_to_u64(span_make(text, TIME_BYTES - 1), &number))
        return false;
    *ms = (int64_t)number;
    return true;
}

/* Reads the record. An empty file was never used; another one is damaged, and counts as a request that was
 * made just now. */
static int read_record(int fd, int64_t now_ms, int64_t gap_ms, struct record *record)
{
    char text[RECORD_BYTES + 1];
    ssize_t got = pread(fd, text, sizeof text, 0);

    *record = (struct record){0};
    if (got < 0)
        return error_from_errno(errno);
    if (got > 0 && (got != RECORD_BYTES || memcmp(text, mark, MARK_BYTES) != 0 ||
                    !read_time(text + MARK_BYTES, &record->next_ms) ||
                    !read_time(text + MARK_BYTES + TIME_BYTES, &record->line_ms) ||
                    !read_time(text + MARK_BYTES + 2 * TIME_BYTES, &record->lease_ms) ||
                    !read_time(text + MARK_BYTES + 3 * TIME_BYTES, &record->pause_ms)))
        *record = (struct record){.next_ms = now_ms + gap_ms};
    return 0;
}

/* Limits what was read to what a process with a correct clock would have written. */
static void limit_record(struct record *record, int64_t now_ms, int64_t gap_ms)
{
    int64_t longest_ms = SHARE_LEASE_MS + (gap_ms > PACE_REST_MAX_MS ? gap_ms : PACE_REST_MAX_MS);

    if (record->lease_ms > now_ms + SHARE_LEASE_MS)
        record->lease_ms = now_ms + SHARE_LEASE_MS;
    if (record->next_ms > now_ms + longest_ms)
        record->next_ms = now_ms + gap_ms;
    if (record->line_ms > now_ms + line_max_ms + gap_ms)
        record->line_ms = now_ms + gap_ms;
    if (record->pause_ms > now_ms + PACE_BELIEVED_MS)
        record->pause_ms = now_ms + gap_ms;
}

static int write_record(int fd, const struct record *record)
{
    char text[RECORD_BYTES + 1];
    int len = snprintf(text, sizeof text, "%s%015" PRId64 " %015" PRId64 " %015" PRId64 " %015" PRId64 "\n",
                       mark, record->next_ms, record->line_ms, record->lease_ms, record->pause_ms);

    if (len != RECORD_BYTES) {
        errno = EOVERFLOW;
        return ERROR_IO;
    }
    if (pwrite(fd, text, RECORD_BYTES, 0) != RECORD_BYTES)
        return error_from_errno(errno);
    return ftruncate(fd, RECORD_BYTES) < 0 ? error_from_errno(errno) : 0;
}

/* Opens and locks the file of SHARE, and reads its record. ERROR_LOCKED: another process has the lock at this
 * moment. */
static int open_record(int dir, const struct share *share, int64_t now_ms, int64_t gap_ms, int *fd,
                       struct record *record)
{
    int error = file_open(dir, share->name, O_RDWR | O_CREAT, 0666, fd);

    if (error)
        return error;
    for (int i = 0; (error = file_lock(*fd, true)) == ERROR_LOCKED && i < LOCK_TRIES; i++)
        (void)poll(NULL, 0, 1);
    if (!error)
        error = read_record(*fd, now_ms, gap_ms, record);
    if (error) {
        int number = errno;

        close(*fd);
        errno = number;
    }
    return error;
}

/* Ends what open_record began; writes the record if it has CHANGED. */
static int close_record(int fd, const struct record *record, bool changed)
{
    int error = changed ? write_record(fd, record) : 0;

    close(fd);
    return error;
}

/* Returns the earliest time of the next request, as known at NOW_MS: while another process has its turn, a
 * gap from now. */
static int64_t earliest(const struct record *record, int64_t now_ms, int64_t gap_ms)
{
    return record->lease_ms > now_ms ? now_ms + gap_ms : record->next_ms;
}

/* Takes a place in the line, and returns when to come back. */
static int64_t line_up(struct share *share, struct record *record, int64_t now_ms, int64_t gap_ms)
{
    int64_t place_ms = earliest(record, now_ms, gap_ms);

    if (place_ms < record->line_ms)
        place_ms = record->line_ms;
    if (place_ms > now_ms + line_max_ms && record->line_ms > now_ms)
        return now_ms + line_max_ms / 2 + random_u32() % (line_max_ms / 2);
    share->place_ms = place_ms;
    record->line_ms = place_ms + gap_ms;
    return place_ms;
}

/* Takes our turn if it is free. Returns the time to come back, or 0: the turn is ours. */
static int64_t decide(struct share *share, struct record *record, int64_t now_ms, int64_t gap_ms)
{
    int64_t from_ms = earliest(record, now_ms, gap_ms);
    bool has_place = share->place_ms > 0 && share->place_ms <= now_ms + line_max_ms + gap_ms;

    share->pause_ms = record->pause_ms > now_ms ? record->pause_ms : 0;
    if (share->pause_ms > 0)
        return share->pause_ms;
    if (has_place && share->place_ms > now_ms)
        return share->place_ms;
    if (from_ms > now_ms && has_place)
        return from_ms;
    if (from_ms > now_ms || (!has_place && record->line_ms > now_ms))
        return line_up(share, record, now_ms, gap_ms);
    share->before_ms = record->next_ms;
    share->lease_ms = record->lease_ms = now_ms + SHARE_LEASE_MS;
    record->next_ms = share->lease_ms + gap_ms;
    return 0;
}

int share_take(int dir, struct share *share, int64_t now_ms, int64_t gap_ms, int64_t *wait_ms)
{
    struct record record;
    int64_t again_ms;
    int fd, error = open_record(dir, share, now_ms, gap_ms, &fd, &record);

    if (error == ERROR_LOCKED && (share->locked_since == 0 || share->locked_since > now_ms))
        share->locked_since = now_ms;
    if (error == ERROR_LOCKED && now_ms - share->locked_since < lock_patience_ms) {
        *wait_ms = 1 + random_u32() % 25;
        return 0;
    }
    if (error)
        return error;
    share->locked_since = 0;
    limit_record(&record, now_ms, gap_ms);
    again_ms = decide(share, &record, now_ms, gap_ms);
    *wait_ms = again_ms > now_ms ? again_ms - now_ms : 0;
    return close_record(fd, &record, true);
}

/* Ends a turn: sets `next`, unless another process has taken a turn since. */
static int end_turn(int dir, struct share *share, int64_t now_ms, int64_t next_ms, bool always)
{
    struct record record;
    int fd, error = open_record(dir, share, now_ms, 0, &fd, &record);
    bool is_ours, sets;

    if (error)
        return error;
    is_ours = share->lease_ms > 0 && record.lease_ms == share->lease_ms;
    sets = is_ours || (always && record.next_ms < next_ms);
    if (is_ours)
        record.lease_ms = 0;
    if (sets)
        record.next_ms = next_ms;
    return close_record(fd, &record, sets);
}

int share_sent(int dir, struct share *share, int64_t sent_ms, int64_t gap_ms)
{
    int error = end_turn(dir, share, sent_ms, sent_ms + gap_ms, true);

    share->lease_ms = share->place_ms = 0;
    return error;
}

int share_cancel(int dir, struct share *share)
{
    int error = share->lease_ms > 0 ? end_turn(dir, share, 0, share->before_ms, false) : 0;

    share->lease_ms = 0;
    return error;
}

int share_pause(int dir, const struct share *share, int64_t now_ms, int64_t wait_ms)
{
    struct record record;
    int fd, error = open_record(dir, share, now_ms, 0, &fd, &record);
    bool is_longer;

    if (error)
        return error;
    is_longer = record.pause_ms < now_ms + wait_ms;
    if (is_longer)
        record.pause_ms = now_ms + wait_ms;
    return close_record(fd, &record, is_longer);
}
