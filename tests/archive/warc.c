/* SPDX-License-Identifier: MIT */
/* WARC files written, cut, damaged and read back. */
#include "config.h"

#include "archive/warc.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/record.h"
#include "archive/warc_read.h"
#include "base/alloc.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/worker.h"
#include "tap.h"

#define CHUNKED_HEAD "HTTP/1.1 200 OK\r\nTRANSFER-encoding: chunked\r\nX: \xe9\r\n\r\n"

static char root[] = "warc-test-XXXXXX";
static int dir;
static struct worker *worker;

/* Writes all records; POSITION, if not NULL, is completed. */
static int flush(struct warc *warc, struct warc_file *file, struct warc_position *position)
{
    int error = warc_flush(warc, file);

    if (!error && position)
        warc_locate(warc, position);
    return error;
}

static bool is_full(struct warc *warc)
{
    bool full = false;

    return warc_is_full(warc, 1, &full) == 0 && full;
}

static struct warc *new_warc(uint64_t roll_bytes)
{
    struct warc_options options = {
        .dir = dir,
        .worker = worker,
        .prefix = "../example.org",
        .roll_bytes = roll_bytes,
        .software = "tiptoe/test",
        .robots = "classic",
        .user_agent = "tiptoe/test (+nobody)\r\nevil: 1",
    };

    return warc_new(&options);
}

static void digest_of(const char *payload, unsigned char sha256[DIGEST_MAX_BYTES])
{
    struct digest digest;

    digest = (struct digest){0};
    digest_add(&digest, payload, strlen(payload));
    digest_finish(&digest, sha256);
    digest_release(&digest);
}

/* The body of captures, one at a time. */
static struct body *body_of(struct span bytes)
{
    static struct body body;
    static bool is_made;

    if (is_made)
        body_release(&body);
    is_made = true;
    body_init(&body, dir, 1 << 20, UINT64_MAX);
    if (body_add(&body, bytes.at, bytes.len))
        abort();
    return &body;
}

static struct warc_exchange capture_of(struct span body, const unsigned char *sha256)
{
    return (struct warc_exchange){
        .url = span_of("http://example.org/a%20b"),
        .started_wall_us = 1795190400123456,
        .ip = "192.0.2.7",
        .request_head = span_of("GET /a%20b HTTP/1.1\r\nHost: example.org\r\n\r\n"),
        .response_head = span_of(CHUNKED_HEAD),
        .response_body = body_of(body),
        .payload_digest = sha256,
        .via = span_of("http://example.org/"),
        .hops = span_of("L"),
        .fetch_ms = 12,
    };
}

static bool field_is(const struct warc_record *record, const char *name, const char *wanted)
{
    struct span value = {0};
    bool found = warc_field(record, name, &value);

    if (found == (wanted != NULL) && (!wanted || span_is(value, wanted)))
        return true;
    tap_show(name, value);
    return false;
}

/* Reads the record that starts at *OFFSET and moves it on to the next. */
static int read_next(const char *name, uint64_t *offset, struct warc_record *record)
{
    int fd FILE_LOCAL;
    int error = file_open(dir, name, O_RDONLY, 0, &fd);

    if (!error)
        error = warc_read_from(fd, *offset, UINT64_MAX, record);
    *offset += record->member_len;
    return error;
}

static void check_group(const struct warc_position *position, struct warc_record *record, const char *body)
{
    char response_id[64];
    struct span head, seen, whole;
    uint64_t offset = position->offset + position->len;

    is_int(warc_read(dir, position->name, position->offset, position->len, record), 0,
           "the response is read back");
    (void)snprintf(response_id, sizeof response_id, "<urn:uuid:%s>", position->id);
    ok(field_is(record, "WARC-Record-ID", response_id), "with the id of its position");
    ok(field_is(record, "WARC-Type", "response") &&
           field_is(record, "WARC-Date", "2026-11-20T16:00:00.123456Z") &&
           field_is(record, "WARC-Target-URI", "http://example.org/a%20b") &&
           field_is(record, "WARC-IP-Address", "192.0.2.7") && field_is(record, "WARC-Concurrent-To", NULL) &&
           field_is(record, "Content-Type", "application/http;msgtype=response"),
       "its fields");
    is_int(warc_http(record, &head, &seen), 0, "its block is an HTTP message");
    is_span(head, span_of(CHUNKED_HEAD), "head verbatim");
    is_span(seen, span_of(body), "body verbatim");

    is_int(read_next(position->name, &offset, record), 0, "the request follows");
    ok(field_is(record, "WARC-Type", "request") && field_is(record, "WARC-Concurrent-To", response_id) &&
           field_is(record, "WARC-Date", "2026-11-20T16:00:00.123456Z") &&
           field_is(record, "WARC-Payload-Digest", NULL),
       "concurrent to the response, with the same date");
    is_int(read_next(position->name, &offset, record), 0, "the metadata follows");
    ok(field_is(record, "WARC-Type", "metadata") && field_is(record, "WARC-Concurrent-To", response_id) &&
           field_is(record, "WARC-Payload-Digest", NULL),
       "concurrent to the response, without a payload");
    is_int(body_span(&record->block, &whole), 0, "its block");
    is_span(whole, span_of("via: http://example.org/\r\nhopsFromSeed: L\r\nfetchTimeMs: 12\r\n"),
            "names the referrer");
}

static void check_info(const char *name, struct warc_record *record)
{
    uint64_t offset = 0;
    struct span whole;

    is_int(read_next(name, &offset, record), 0, "the file starts with a record");
    ok(field_is(record, "WARC-Type", "warcinfo") && field_is(record, "WARC-Filename", name) &&
           field_is(record, "WARC-Warcinfo-ID", NULL) && field_is(record, "WARC-Target-URI", NULL),
       "a warcinfo");
    is_int(body_span(&record->block, &whole), 0, "with a block");
    ok(memmem(whole.at, whole.len, "software: tiptoe/test\r\n", 23) &&
           memmem(whole.at, whole.len, "(+nobody)  evil: 1\r\n", 20),
       "a line break in a value becomes blanks");
}

static void check_zcat(const char *name)
{
    char command[256];

    (void)snprintf(command, sizeof command, "gzip -t < %s/%s", root, name);
    ok(system(command) == 0, "gzip reads every member");
}

static void test_write_and_read(void)
{
    static const char one[] = "5\r\nhello\r\n0\r\n\r\n", two[] = "2;x\r\nhe\r\n3\r\nllo\r\n0\r\nT: 1\r\n\r\n";
    struct warc *warc = new_warc(0);
    unsigned char sha256[DIGEST_MAX_BYTES];
    struct warc_position first, second;
    struct warc_exchange capture;
    struct warc_record record;
    struct warc_file file;

    warc_record_init(&record, dir, 1 << 20);
    digest_of("hello", sha256);
    is_int(warc_begin(warc, &file), 0, "begin");
    ok(file.len > 0 && span_starts(span_of(file.name), "-.-example.org-") && !strchr(file.name, '/'), "%s",
       file.name);
    capture = capture_of(span_of(one), sha256);
    is_int(warc_add(warc, &capture, &first), 0, "add");
    capture.response_body = body_of(span_of(two));
    capture.is_coded = true;
    is_int(warc_add(warc, &capture, &second), 0, "add the same page, chunked differently");
    is_int(flush(warc, &file, &first), 0, "flush");
    warc_locate(warc, &second);
    check_info(file.name, &record);
    check_group(&first, &record, one);
    check_group(&second, &record, two);
    is_int(warc_read(dir, first.name, first.offset, first.len, &record), 0, "first chunking");
    ok(field_is(&record, "WARC-Payload-Digest",
                "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"),
       "digest of the payload");
    is_int(warc_read(dir, second.name, second.offset, second.len, &record), 0, "second chunking");
    ok(field_is(&record, "WARC-Payload-Digest",
                "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"),
       "the same digest");
    ok(!is_full(warc), "not full");
    check_zcat(file.name);
    warc_record_release(&record);
    warc_free(warc);
}

static void append(const char *name, const char *bytes, size_t len)
{
    int fd;

    if (file_open(dir, name, O_WRONLY | O_APPEND, 0, &fd) != 0 || file_write(fd, bytes, len) != 0)
        abort();
    close(fd);
}

static uint64_t size_of(const char *name)
{
    struct stat status;

    return fstatat(dir, name, &status, 0) == 0 ? (uint64_t)status.st_size : 0;
}

static void test_torn_tail(void)
{
    struct warc *warc = new_warc(0);
    unsigned char sha256[DIGEST_MAX_BYTES];
    struct warc_position position;
    struct warc_file file, more;
    struct warc_record record;
    struct warc_exchange capture;
    bool same = false;

    digest_of("hello", sha256);
    capture = capture_of(span_of("5\r\nhello\r\n0\r\n\r\n"), sha256);
    warc_record_init(&record, dir, 1 << 20);
    is_int(warc_begin(warc, &file), 0, "begin a second file in the same second");
    is_int(warc_add(warc, &capture, &position), 0, "add");
    is_int(warc_flush(warc, &file), 0, "flush");
    is_int(warc_add(warc, &capture, &position), 0, "add more that is never flushed");
    warc_free(warc);
    is_int(size_of(file.name), file.len, "the file has the flushed records");
    append(file.name, "\x1f\x8b\x08torn", 7);

    warc = new_warc(0);
    is_int(warc_continue(warc, &file, &same), 0, "continue");
    is_int(size_of(file.name), file.len, "the torn tail is cut");
    ok(same, "its warcinfo equals that of a new file");
    is_int(warc_add(warc, &capture, &position), 0, "add");
    is_int(flush(warc, &more, &position), 0, "flush");
    ok(strcmp(more.name, file.name) == 0 && position.offset == file.len && more.len > file.len,
       "after the old end");
    check_group(&position, &record, "5\r\nhello\r\n0\r\n\r\n");
    check_zcat(file.name);
    warc_free(warc);

    warc = new_warc(0);
    more.len++;
    is_int(warc_continue(warc, &more, &same), ERROR_CORRUPT,
           "a file that is shorter than its committed length is damaged");
    is_int(size_of(file.name), more.len - 1, "and is not changed");
    append(file.name, "x", 1);
    more.len--;
    (void)snprintf(file.name, sizeof file.name, "not-there.warc.gz");
    is_int(warc_continue(warc, &file, &same), ERROR_NOT_FOUND, "a missing file");
    warc_free(warc);
    warc_record_release(&record);
}

/* A file with another warcinfo is not for more records of this run. */
static void test_other_info(void)
{
    struct warc_options options = {
        .dir = dir, .worker = worker, .prefix = "x", .software = "tiptoe/test", .is_part_of = "one"};
    struct warc *warc = warc_new(&options);
    struct warc_file file, next;
    bool same = true;

    is_int(warc_begin(warc, &file), 0, "begin");
    warc_free(warc);
    options.is_part_of = "two";
    warc = warc_new(&options);
    is_int(warc_continue(warc, &file, &same), 0, "it can be continued");
    ok(!same, "but its warcinfo differs");
    is_int(warc_begin(warc, &next), 0, "a new file");
    ok(strcmp(file.name, next.name) != 0, "under another name");
    warc_free(warc);
}

static void test_revisits(void)
{
    static const struct {
        enum warc_revisit revisit;
        const char *profile, *truncated;
    } rows[] = {
        {WARC_SAME_PAYLOAD, "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest", "length"},
        {WARC_NOT_MODIFIED, "http://netpreserve.org/warc/1.1/revisit/server-not-modified", NULL},
    };
    struct warc_original original = {.id = span_of("<urn:uuid:x>"),
                                     .url = span_of("http://example.org/first"),
                                     .date = span_of("2026-11-20T16:00:00.000001Z"),
                                     .payload_digest = span_of("sha1:ABCD")};
    struct warc *warc = new_warc(0);
    unsigned char sha256[DIGEST_MAX_BYTES];
    struct warc_exchange capture;
    struct warc_position position;
    struct warc_record record;
    struct warc_file file;
    struct span block;

    digest_of("hello", sha256);
    warc_record_init(&record, dir, 1 << 20);
    is_int(warc_begin(warc, &file), 0, "begin");
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        capture = capture_of(span_of("5\r\nhello\r\n0\r\n\r\n"), sha256);
        capture.revisit = rows[i].revisit;
        capture.original = original;
        ok(warc_add(warc, &capture, &position) == 0 && flush(warc, &file, &position) == 0, "add a revisit");
        is_int(warc_read_head(dir, position.name, position.offset, &record), 0, "only its head");
        ok(field_is(&record, "WARC-Type", "revisit") && field_is(&record, "WARC-Profile", rows[i].profile) &&
               field_is(&record, "WARC-Truncated", rows[i].truncated) &&
               field_is(&record, "WARC-Refers-To", "<urn:uuid:x>") &&
               field_is(&record, "WARC-Refers-To-Target-URI", "http://example.org/first") &&
               field_is(&record, "WARC-Refers-To-Date", "2026-11-20T16:00:00.000001Z") &&
               field_is(&record, "WARC-Payload-Digest", "sha1:ABCD"),
           "its fields");
        is_int(warc_read(dir, position.name, position.offset, position.len, &record), 0, "read it");
        is_int(body_span(&record.block, &block), 0, "its block");
        is_span(block, span_of(CHUNKED_HEAD), "is the head of the answer");
    }
    warc_record_release(&record);
    warc_free(warc);
}

/* A request without an answer, and records that no server sent. */
static void test_own_records(void)
{
    struct warc *warc = new_warc(0);
    struct warc_exchange capture = capture_of(span_of(""), NULL);
    struct warc_position position;
    struct warc_record record;
    struct warc_file file;
    struct span block;
    uint64_t offset;

    warc_record_init(&record, dir, 1 << 20);
    capture.usage = span_of("a\n\n b\x01 \n");
    capture.response_head = span_make(NULL, 0);
    capture.trouble = span_of("reset: gone\r\nevil: 1");
    is_int(warc_begin(warc, &file), 0, "begin");
    is_int(warc_add(warc, &capture, &position), 0, "a request without an answer");
    is_int(warc_add_resource(warc, span_of("urn:x:y"), 0, span_of(""), "text/plain",
                             body_of(span_of("hello")), NULL),
           0, "a resource");
    is_int(flush(warc, &file, &position), 0, "flush");
    offset = position.offset;
    ok(read_next(file.name, &offset, &record) == 0 && field_is(&record, "WARC-Type", "metadata") &&
           field_is(&record, "WARC-Concurrent-To", NULL) && body_span(&record.block, &block) == 0,
       "metadata replaces the answer");
    ok(memmem(block.at, block.len, "error: reset: gone  evil: 1\r\n", 29), "with the reason, on one line");
    ok(memmem(block.at, block.len, "usage: a\r\nusage: b \r\n", 21), "each statement about uses is a line");
    ok(read_next(file.name, &offset, &record) == 0 && field_is(&record, "WARC-Type", "request"),
       "the request belongs to it");
    ok(read_next(file.name, &offset, &record) == 0 && field_is(&record, "WARC-Type", "resource") &&
           field_is(&record, "WARC-Target-URI", "urn:x:y") &&
           field_is(&record, "Content-Type", "text/plain") &&
           field_is(&record, "WARC-Payload-Digest",
                    "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"),
       "the payload digest of a resource is that of its block");
    warc_record_release(&record);
    warc_free(warc);
}

static void test_large_body(void)
{
    enum { LARGE = 3 << 20 };
    char *bytes = mem_new(LARGE, 1);
    struct warc *warc = new_warc(LARGE);
    unsigned char sha256[DIGEST_MAX_BYTES] = {0};
    struct warc_exchange capture;
    struct warc_position position;
    struct warc_record record;
    struct warc_file file;
    struct span head, body;

    for (size_t i = 0; i < LARGE; i++)
        bytes[i] = (char)((i * i * 2654435761u) >> 13);
    capture = capture_of(span_make(bytes, LARGE), sha256);
    capture.is_coded = true;
    warc_record_init(&record, dir, LARGE + 1000);
    is_int(warc_begin(warc, &file), 0, "begin");
    is_int(warc_add(warc, &capture, &position), 0, "a body that is spooled");
    is_int(flush(warc, &file, &position), 0, "flush");
    ok(is_full(warc), "the file is full");
    is_int(warc_read(dir, position.name, position.offset, position.len, &record), 0, "read back, spooled");
    ok(warc_http(&record, &head, &body) == 0 && span_equals(body, span_make(bytes, LARGE)), "byte for byte");
    is_int(warc_read(dir, position.name, position.offset, position.len - 1, &record), ERROR_CORRUPT,
           "with a wrong length");
    is_int(warc_read(dir, position.name, 1 << 30, LIMIT_BODY_IN_MEMORY + 1, &record), ERROR_CORRUPT,
           "beyond the end of its file");
    check_zcat(file.name);
    warc_record_release(&record);
    warc_record_init(&record, dir, LARGE / 2);
    is_int(warc_read(dir, position.name, position.offset, position.len, &record), ERROR_TOO_LARGE,
           "beyond the maximum");
    is_int(warc_begin(warc, &file), 0, "roll over");
    ok(strcmp(file.name, position.name) != 0, "to another file");
    warc_record_release(&record);
    warc_free(warc);
    free(bytes);
}

/* A full disk, simulated by a limit on file sizes. */
static void test_full_disk(void)
{
    struct rlimit usual, tight;
    char body[2000];
    unsigned char sha256[DIGEST_MAX_BYTES] = {0};
    struct warc_exchange capture;
    struct warc *warc = new_warc(0);
    struct warc_position position;
    struct warc_file file, after;

    for (size_t i = 0; i < sizeof body; i++)
        body[i] = (char)((i * i * 2654435761u) >> 11);
    capture = capture_of(span_make(body, sizeof body), sha256);
    is_int(warc_begin(warc, &file), 0, "begin");
    (void)signal(SIGXFSZ, SIG_IGN);
    if (getrlimit(RLIMIT_FSIZE, &usual) != 0)
        abort();
    tight = usual;
    tight.rlim_cur = file.len + 1000;
    if (setrlimit(RLIMIT_FSIZE, &tight) != 0)
        abort();
    is_int(warc_add(warc, &capture, &position), 0, "add");
    is_int(warc_flush(warc, &after), ERROR_DISK_FULL, "no room");
    is_int(size_of(file.name), file.len, "the file is unchanged");
    if (setrlimit(RLIMIT_FSIZE, &usual) != 0)
        abort();
    is_int(warc_add(warc, &capture, &position), 0, "there is room again");
    is_int(flush(warc, &after, &position), 0, "records can be added again");
    is_int(position.offset, file.len, "at the same offset");
    check_zcat(file.name);
    warc_free(warc);
}

/* A record damaged at each byte gives an error or, if no check covers the byte, the same record. */
static void test_damage(void)
{
    struct warc *warc = new_warc(0);
    unsigned char sha256[DIGEST_MAX_BYTES];
    struct warc_position position;
    struct warc_record record, damaged;
    struct warc_file file;
    struct warc_exchange capture;
    struct buf whole;
    size_t silent = 0, cut = 0;
    int fd FILE_LOCAL;

    digest_of("hello", sha256);
    capture = capture_of(span_of("5\r\nhello\r\n0\r\n\r\n"), sha256);
    buf_init(&whole, 1 << 20);
    warc_record_init(&record, dir, 1 << 20);
    warc_record_init(&damaged, dir, 1 << 20);
    if (warc_begin(warc, &file) != 0 || warc_add(warc, &capture, &position) != 0 ||
        flush(warc, &file, &position) != 0 || file_read(dir, file.name, &whole) != 0 ||
        file_open_unnamed(dir, &fd) != 0 || file_write(fd, whole.at, whole.len) != 0 ||
        warc_read(dir, position.name, position.offset, position.len, &record) != 0)
        abort();
    for (size_t i = 0; i < position.len; i++) {
        char byte = whole.at[position.offset + i], other = (char)(byte ^ 0x10);
        off_t at = (off_t)(position.offset + i);

        if (pwrite(fd, &other, 1, at) != 1)
            abort();
        if (warc_read_from(fd, position.offset, whole.len, &damaged) == 0 &&
            !span_equals(buf_span(&damaged.head), buf_span(&record.head)))
            silent++;
        if (pwrite(fd, &byte, 1, at) != 1)
            abort();
        if (warc_read_from(fd, position.offset, position.offset + i, &damaged) == 0)
            cut++;
    }
    is_int(silent, 0, "no flipped bit gives another record");
    is_int(cut, 0, "no cut member is a record");
    warc_record_release(&record);
    warc_record_release(&damaged);
    buf_release(&whole);
    warc_free(warc);
}

/* Random ids are UUIDs of version 4, and all different, also after the random bytes are used up. */
static void test_ids(void)
{
    enum { IDS = 40 };
    struct record_ids *ids = mem_new(1, sizeof *ids);
    char made[IDS][WARC_ID_SIZE];
    size_t right = 0, same = 0;

    for (size_t i = 0; i < IDS; i++) {
        record_make_id(ids, made[i]);
        right += strlen(made[i]) == WARC_ID_SIZE - 1 && made[i][14] == '4' && strchr("89ab", made[i][19]);
        for (size_t j = 0; j < i; j++)
            same += strcmp(made[i], made[j]) == 0;
    }
    is_int((int64_t)right, IDS, "UUIDs of version 4");
    is_int((int64_t)same, 0, "no two are the same");
    free(ids);
}

static void test_refusals(void)
{
    struct warc *warc = new_warc(0);
    unsigned char sha256[DIGEST_MAX_BYTES] = {0};
    struct warc_exchange capture = capture_of(span_of(""), sha256);
    struct warc_position position;
    struct warc_file file;

    is_int(warc_add(warc, &capture, &position), ERROR_NOT_FOUND, "no record without a file");
    is_int(warc_begin(warc, &file), 0, "begin");
    capture.url = span_of("http://example.org/\r\nWARC-Type: evil");
    is_int(warc_add(warc, &capture, &position), ERROR_INVALID, "a URL with a line break");
    capture.url = span_of("http://example.org/\xc3\xa9");
    is_int(warc_add(warc, &capture, &position), ERROR_INVALID, "a URL that is not a URI");
    warc_free(warc);
}

int main(void)
{
    char command[64];

    if (!mkdtemp(root))
        return 1;
    dir = open(root, O_RDONLY | O_DIRECTORY);
    worker = worker_new();
    test_write_and_read();
    test_torn_tail();
    test_other_info();
    test_revisits();
    test_own_records();
    test_large_body();
    test_full_disk();
    test_damage();
    test_refusals();
    test_ids();
    worker_free(worker);
    close(dir);
    (void)snprintf(command, sizeof command, "rm -r %s", root);
    return system(command) == 0 ? done() : 1;
}
