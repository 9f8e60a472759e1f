/* SPDX-License-Identifier: MIT */
/* Shares a pace between processes, by a file with one record, which a lock (flock) protects while it is read
 * and written. A process that takes a turn puts `next` off by a lease, and corrects it when the request is
 * sent; if the process dies before, the lease ends without it. Processes that wait are in a line, which has a
 * place for each gap. A place is only a hint when to look again: `next` alone decides. The line is short, so
 * that places of processes that died cost little; where it is full, processes come back at random times.
 * Clocks of machines differ, so the time is that of the file system: the modification time of the file. Times
 * are changed only if they lie so far ahead that no process can have meant them: other programs may write
 * into the folder. */
#include "config.h"

#include "pace/share.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/stat.h> /* struct statx, which older versions of musl lack */
#include <poll.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "pace/pace.h"

/* The length of the line, and how much further ahead a time may be than expected. */
static const int64_t line_max_ms = 20 * 1000, slack_ms = 60 * 1000;

/* The largest step of a file system's clock: a timer tick of the slowest kernels. */
enum { CLOCK_STEP_MS = 10 };

/* Attempts to lock a file, a millisecond apart: before another attempt later, and to end a turn. */
enum { TAKE_TRIES = 20, END_TRIES = 2000 };

/* Takes in a row that may find the file locked: about ten seconds. */
enum { LOCKED_MOST = 300 };

/* The bytes of a digest in the name of a file. */
enum { NAME_DIGEST_BYTES = 20 };

struct record {
    int64_t next_ms;  /* no request before */
    int64_t line_ms;  /* places before this time are given away */
    int64_t lease_ms; /* the end of the turn that was taken and not ended yet; 0: none */
    int64_t pause_ms; /* no request before, because the server has said so */
    int64_t owner;    /* the random number of the last turn, by which its process knows it; 0: none */
};

/* "tiptoe pace " and five numbers of 15 digits, with a blank or a line end after each. */
enum { MARK_BYTES = 12, NUMBER_BYTES = 16, NUMBERS = 5, RECORD_BYTES = MARK_BYTES + NUMBERS * NUMBER_BYTES };
static const char mark[] = "tiptoe pace ";

/* A file that is open and locked. */
struct opened {
    int fd;
    int64_t now_ms;
    struct record read, record; /* as it was read, and as it is to be */
};

/* Returns the time by the clock of the file system, or ours if it keeps whole seconds: writes BYTE, the first
 * one that the file is to have, and reads when that was. libc's functions for times would set our own. */
static int read_clock(int fd, char byte, int64_t *now_ms)
{
    struct statx status;

    if (pwrite(fd, &byte, 1, 0) != 1 ||
        syscall(SYS_statx, fd, "", AT_EMPTY_PATH | AT_STATX_FORCE_SYNC, STATX_MTIME, &status) < 0)
        return error_from_errno(errno);
    *now_ms = status.stx_mtime.tv_nsec == 0
                  ? clock_wall_ms()
                  : status.stx_mtime.tv_sec * 1000 + status.stx_mtime.tv_nsec / 1000000;
    return 0;
}

int share_open(struct share_folder *folder, const char *path)
{
    struct stat status;

    *folder = (struct share_folder){.dir = -1, .clock = read_clock};
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        folder->dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder->dir < 0 || fstat(folder->dir, &status) < 0)
        return error_from_errno(errno);
    folder->mode = status.st_mode;
    folder->owner = status.st_uid;
    return 0;
}

void share_name(struct share *share, char kind, struct span what)
{
    unsigned char bytes[DIGEST_MAX_BYTES];
    struct digest digest = {0};

    *share = (struct share){.name = {kind, '-'}};
    digest_add(&digest, what.at, what.len);
    digest_finish(&digest, bytes);
    digest_release(&digest);
    *digest_hex(bytes, NAME_DIGEST_BYTES, share->name + 2) = '\0';
}

/* Reads the numbers of TEXT, a whole record, into RECORD. */
static bool read_numbers(struct record *record, const char *text)
{
    int64_t *const numbers[NUMBERS] = {&record->next_ms, &record->line_ms, &record->lease_ms,
                                       &record->pause_ms, &record->owner};

    for (int i = 0; i < NUMBERS; i++) {
        uint64_t number;

        if (!span_to_u64(span_make(text + MARK_BYTES + i * NUMBER_BYTES, NUMBER_BYTES - 1), &number))
            return false;
        *numbers[i] = (int64_t)number;
    }
    return true;
}

static bool is_zero(const char *bytes, size_t len)
{
    while (len > 0 && bytes[len - 1] == '\0')
        len--;
    return len == 0;
}

/* Returns ERROR_INVALID if FD has a second name, or belongs to somebody else although only its owner may
 * write in the folder; ERROR_LOCKED if it was removed meanwhile. */
static int check_file(const struct share_folder *folder, int fd)
{
    bool is_open = (folder->mode & (S_IWGRP | S_IWOTH)) != 0;
    struct stat status;

    if (fstat(fd, &status) < 0)
        return error_from_errno(errno);
    if (status.st_nlink == 0)
        return ERROR_LOCKED;
    if (status.st_nlink > 1 || (!is_open && status.st_uid != geteuid() && status.st_uid != folder->owner))
        return ERROR_INVALID;
    return 0;
}

/* Reads time and record of FILE. An empty file was never used; a damaged record counts as a request that was
 * made just now, followed by GAP_MS. ERROR_INVALID: the content is not ours. */
static int read_record(const struct share_folder *folder, struct opened *file, int64_t gap_ms)
{
    struct record *record = &file->record;
    char text[RECORD_BYTES + 1];
    ssize_t got = pread(file->fd, text, sizeof text, 0);
    int error;

    *record = (struct record){0};
    if (got < 0)
        return error_from_errno(errno);
    if (memcmp(text, mark, got < MARK_BYTES ? (size_t)got : MARK_BYTES) != 0 &&
        (got > RECORD_BYTES || !is_zero(text, (size_t)got)))
        return ERROR_INVALID;
    error = folder->clock(file->fd, mark[0], &file->now_ms);
    if (got > 0 && (got != RECORD_BYTES || !read_numbers(record, text)))
        *record = (struct record){.next_ms = file->now_ms + gap_ms};
    file->read = *record;
    return error;
}

/* Limits what was read to what a process could have written. */
static void limit_record(struct record *record, int64_t now_ms, int64_t gap_ms)
{
    int64_t far_ms = now_ms + slack_ms,
            longest_ms = SHARE_LEASE_MS + (gap_ms > PACE_REST_MAX_MS ? gap_ms : PACE_REST_MAX_MS);

    if (record->lease_ms > far_ms + SHARE_LEASE_MS)
        record->lease_ms = now_ms + SHARE_LEASE_MS;
    if (record->next_ms > far_ms + longest_ms)
        record->next_ms = now_ms + gap_ms;
    if (record->line_ms > far_ms + line_max_ms + gap_ms)
        record->line_ms = now_ms + gap_ms;
    if (record->pause_ms > far_ms + PACE_BELIEVED_MS)
        record->pause_ms = now_ms + gap_ms;
}

static int write_record(int fd, const struct record *record)
{
    char text[RECORD_BYTES + 1];
    int len = snprintf(text, sizeof text,
                       "%s%015" PRId64 " %015" PRId64 " %015" PRId64 " %015" PRId64 " %015" PRId64 "\n", mark,
                       record->next_ms, record->line_ms, record->lease_ms, record->pause_ms, record->owner);

    if (len != RECORD_BYTES) {
        errno = EOVERFLOW;
        return ERROR_IO;
    }
    if (pwrite(fd, text, RECORD_BYTES, 0) != RECORD_BYTES)
        return error_from_errno(errno);
    return ftruncate(fd, RECORD_BYTES) < 0 ? error_from_errno(errno) : 0;
}

/* Opens the file of SHARE, or creates it with the mode of the folder. The flag that would do both at once is
 * refused in a folder like /tmp, for a file of another user. */
static int open_file(const struct share_folder *folder, const struct share *share, int *fd)
{
    int error = file_open(folder->dir, share->name, O_RDWR, 0, fd);

    if (error != ERROR_NOT_FOUND)
        return error;
    error = file_open(folder->dir, share->name, O_RDWR | O_CREAT | O_EXCL, folder->mode & 0666, fd);
    if (!error)
        (void)fchmod(*fd, folder->mode & 0666); /* whatever the umask; some file systems have no modes */
    return error && errno == EEXIST ? ERROR_LOCKED : error;
}

/* Opens and locks the file of SHARE, and reads its record, with at most TRIES. ERROR_LOCKED: another process
 * has the lock all the time. One that creates the file gives others access a moment later. */
static int open_record(const struct share_folder *folder, const struct share *share, int tries,
                       int64_t gap_ms, struct opened *file)
{
    int error = ERROR_LOCKED, number;

    for (int i = 0; i < tries && (error == ERROR_LOCKED || (error && errno == EACCES && i < TAKE_TRIES));
         i++) {
        if (i > 0)
            (void)poll(NULL, 0, 1);
        error = open_file(folder, share, &file->fd);
        if (error)
            continue;
        error = file_lock(file->fd, true);
        if (!error)
            error = check_file(folder, file->fd);
        if (!error)
            error = read_record(folder, file, gap_ms);
        number = errno;
        if (error)
            close(file->fd);
        errno = number;
    }
    return error;
}

/* Ends what open_record began; writes the record if it has changed. */
static int close_record(struct opened *file)
{
    bool changed = memcmp(&file->read, &file->record, sizeof file->read) != 0;
    int error = changed ? write_record(file->fd, &file->record) : 0;

    close(file->fd);
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

    share->pause_ms = record->pause_ms > now_ms ? record->pause_ms - now_ms : 0;
    if (share->pause_ms > 0)
        return record->pause_ms;
    if (has_place && share->place_ms > now_ms)
        return share->place_ms;
    if (from_ms > now_ms && has_place)
        return from_ms;
    if (from_ms > now_ms || (!has_place && record->line_ms > now_ms))
        return line_up(share, record, now_ms, gap_ms);
    share->before_ms = record->next_ms;
    share->has_turn = true;
    share->owner = record->owner = 1 + (int64_t)random_u32();
    record->lease_ms = now_ms + SHARE_LEASE_MS;
    record->next_ms = record->lease_ms + gap_ms;
    return 0;
}

int share_take(const struct share_folder *folder, struct share *share, int64_t gap_ms, int64_t *wait_ms)
{
    struct opened file;
    int64_t again_ms;
    int error = open_record(folder, share, TAKE_TRIES, gap_ms, &file);

    if (error == ERROR_LOCKED && share->locked++ < LOCKED_MOST) {
        *wait_ms = 1 + random_u32() % 25;
        return 0;
    }
    if (error)
        return error;
    share->locked = 0;
    limit_record(&file.record, file.now_ms, gap_ms);
    again_ms = decide(share, &file.record, file.now_ms, gap_ms);
    *wait_ms = again_ms > file.now_ms ? again_ms - file.now_ms : 0;
    return close_record(&file);
}

int share_sent(const struct share_folder *folder, struct share *share, int64_t ahead_ms, int64_t gap_ms)
{
    struct opened file;
    int error = open_record(folder, share, END_TRIES, gap_ms, &file);
    bool is_ours;
    int64_t next_ms;

    if (error)
        return error;
    is_ours = share->owner > 0 && file.record.owner == share->owner;
    next_ms = file.now_ms + CLOCK_STEP_MS + ahead_ms + gap_ms;
    if (is_ours || file.record.next_ms < next_ms) {
        file.record.owner = is_ours ? share->owner : 0;
        file.record.next_ms = next_ms;
        file.record.lease_ms = 0;
    }
    share->has_turn = false;
    share->place_ms = 0;
    return close_record(&file);
}

int share_cancel(const struct share_folder *folder, struct share *share)
{
    struct opened file;
    int error;

    if (!share->has_turn)
        return 0;
    share->has_turn = false;
    error = open_record(folder, share, END_TRIES, 0, &file);
    if (error)
        return error;
    if (file.record.owner == share->owner) {
        file.record.lease_ms = 0;
        file.record.next_ms = share->before_ms;
    }
    return close_record(&file);
}

int share_pause(const struct share_folder *folder, const struct share *share, int64_t wait_ms)
{
    struct opened file;
    int error = open_record(folder, share, END_TRIES, 0, &file);

    if (error)
        return error;
    if (file.record.pause_ms < file.now_ms + wait_ms)
        file.record.pause_ms = file.now_ms + wait_ms;
    return close_record(&file);
}
