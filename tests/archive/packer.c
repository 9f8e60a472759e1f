/* SPDX-License-Identifier: MIT */
/* Records packed by two threads give the same file as by one thread, with the same positions. */
#include "config.h"

#include "archive/packer.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/worker.h"
#include "tap.h"

enum { RECORDS = 400, LARGE = LIMIT_BODY_IN_MEMORY + 1000 };

static char root[] = "packer-test-XXXXXX";
static int dir;
static struct worker *worker;
static char bytes[LARGE];

static int create(const char *name)
{
    int fd = -1;

    if (file_open(dir, name, O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0666, &fd))
        abort();
    return fd;
}

/* Records of all sizes: most like pages, some short, some stored, a few too large to be packed in memory. */
static struct record record_of(size_t i)
{
    static char url[64];
    size_t len = i % 97 == 13 ? LARGE : i % 7 == 0 ? 100 + i : (i * 7919) % 40000;

    (void)snprintf(url, sizeof url, "http://a.example/%zu", i);
    return (struct record){.type = i % 2 ? "resource" : "response",
                           .content_type = "text/plain",
                           .id = "00000000-0000-4000-8000-000000000000",
                           .date = "2026-01-01T00:00:00Z",
                           .url = span_of(url),
                           .payload_is_block = i % 2,
                           .block = span_make(bytes + i, len > sizeof bytes - i ? sizeof bytes - i : len),
                           .store = i % 5 == 0};
}

static void read_back(const char *name, struct buf *whole)
{
    buf_init(whole, 64u << 20);
    if (file_read(dir, name, whole))
        abort();
}

/* Writes the records one by one; PLACES become their positions. */
static void write_alone(struct packer_place *places)
{
    struct digest digest;
    struct member_file file;
    struct gzip_maker *maker = gzip_maker_new();
    struct buf head;

    digest = (struct digest){0};
    member_file_init(&file, create("alone"), 0);
    buf_init(&head, LIMIT_WARC_HEAD_BYTES);
    for (size_t i = 0; i < RECORDS; i++) {
        struct record record = record_of(i);

        places[i].offset = member_file_len(&file);
        if (record_write(&record, &head, &digest, maker, &file))
            abort();
        places[i].len = member_file_len(&file) - places[i].offset;
    }
    if (member_file_write(&file))
        abort();
    close(file.fd);
    buf_release(&head);
    gzip_maker_free(maker);
    member_file_release(&file);
    digest_release(&digest);
}

/* Whether asking for the position of a record that was never added ends the program. */
static bool dies_for(const struct packer *packer, size_t number)
{
    int status = 0;
    pid_t child = fork();

    if (child == 0) {
        (void)packer_place(packer, number);
        _exit(0);
    }
    return waitpid(child, &status, 0) == child && status != 0;
}

static void test_order(void)
{
    struct packer_place places[RECORDS];
    struct member_file file;
    struct packer *packer = packer_new(DIGEST_SHA256, &file, worker);
    struct buf alone, together;
    size_t number, wrong = 0;
    int error = 0;

    write_alone(places);
    member_file_init(&file, create("together"), 0);
    for (size_t i = 0; i < RECORDS && !error; i++) {
        struct record record = record_of(i);

        error = packer_add(packer, &record, &number);
        wrong += number != i;
        if (!error && i % 3 == 2)
            error = packer_push(packer);
        if (!error && i % 150 == 149)
            error = packer_finish(packer);
    }
    is_int(error, 0, "added");
    is_int(packer_finish(packer), 0, "finished");
    is_int((long long)packer_held(packer), 0, "nothing is held");
    is_int(member_file_write(&file), 0, "written");
    for (size_t i = 0; i < RECORDS; i++) {
        struct packer_place place = packer_place(packer, i);

        wrong += place.offset != places[i].offset || place.len != places[i].len;
    }
    is_int((long long)wrong, 0, "each record has the same position");
    ok(!dies_for(packer, RECORDS - 1), "the last record");
    ok(dies_for(packer, RECORDS), "no record after it");
    read_back("alone", &alone);
    read_back("together", &together);
    ok(span_equals(buf_span(&alone), buf_span(&together)), "the same bytes as with one thread");
    packer_free(packer);
    close(file.fd);
    member_file_release(&file);
    buf_release(&alone);
    buf_release(&together);
}

static void test_drop(void)
{
    struct member_file file;
    struct packer *packer = packer_new(DIGEST_SHA1, &file, worker);
    struct record record = record_of(1);
    size_t number = 7;
    int error = 0;

    member_file_init(&file, create("dropped"), 0);
    for (size_t i = 0; i < 5 && !error; i++) {
        error = packer_add(packer, &record, &number);
        if (!error)
            error = packer_push(packer);
    }
    is_int(error, 0, "added");
    packer_drop(packer);
    is_int((long long)packer_held(packer), 0, "dropped");
    is_int(packer_add(packer, &record, &number), 0, "records can be added again");
    is_int((long long)number, 0, "and their numbers begin at 0");
    is_int(packer_finish(packer), 0, "finished");
    is_int((long long)packer_place(packer, 0).offset, 0, "at the beginning");
    packer_free(packer);
    close(file.fd);
    member_file_release(&file);
}

/* A full disk is reported at the latest when all records are finished and written. */
static void test_full_disk(void)
{
    struct rlimit usual, tight;
    struct member_file file;
    struct packer *packer = packer_new(DIGEST_SHA256, &file, worker);
    size_t number;
    int error = 0;

    member_file_init(&file, create("full"), 0);
    (void)signal(SIGXFSZ, SIG_IGN);
    if (getrlimit(RLIMIT_FSIZE, &usual))
        abort();
    tight = usual;
    tight.rlim_cur = 100 * 1000;
    if (setrlimit(RLIMIT_FSIZE, &tight))
        abort();
    for (size_t i = 0; i < RECORDS && !error; i++) {
        struct record record = record_of(i);

        error = packer_add(packer, &record, &number);
        if (!error)
            error = packer_push(packer);
    }
    if (!error)
        error = packer_finish(packer);
    is_int(error ? error : member_file_write(&file), ERROR_DISK_FULL, "the disk is full");
    if (setrlimit(RLIMIT_FSIZE, &usual))
        abort();
    packer_drop(packer);
    is_int((long long)packer_held(packer), 0, "nothing is held");
    packer_free(packer);
    close(file.fd);
    member_file_release(&file);
}

int main(void)
{
    char command[64];

    if (!mkdtemp(root) || (dir = open(root, O_RDONLY | O_DIRECTORY)) < 0)
        abort();
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)("etaoin shrdlu"[i * i % 13] + (i * 2654435761u >> 29 == 0));
    worker = worker_new();
    test_order();
    test_drop();
    test_full_disk();
    worker_free(worker);
    close(dir);
    (void)snprintf(command, sizeof command, "rm -r %s", root);
    return system(command) == 0 ? done() : 1;
}
