/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_ARCHIVE_CHECK_SCENE_H
#define TIPTOE_TESTS_ARCHIVE_CHECK_SCENE_H

/* Parts of records, and the codes of what the check finds in a file of them. */
#include <sys/mman.h>
#include <unistd.h>

#include "archive/check.h"
#include "base/file.h"

#define ID    "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>\n"
#define DATE  "WARC-Date: 2024-02-29T15:44:00.123456Z\n"
#define START "WARC/1.1\n"
#define URL   "WARC-Target-URI: http://example.org/a\n"
#define INFO  START "WARC-Type: warcinfo\n" ID DATE "Content-Type: application/warc-fields\n"
#define ANY   START "WARC-Type: response\n" ID DATE URL "Content-Type: text/plain\n"
#define IP    "WARC-IP-Address: 192.0.2.1\n"
#define HTTP  START "WARC-Type: response\n" ID DATE URL IP "Content-Type: application/http;msgtype=response\n"
#define SAME  "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\n"
#define AGAIN START "WARC-Type: revisit\n" ID DATE URL
#define FROM                                                                                                 \
    "WARC-Refers-To-Target-URI: http://example.org/a\nWARC-Refers-To-Date: 2024-02-29T15:44:00.123456Z\n"
#define NOTHING    "WARC-Payload-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\n"
#define OF_X       "WARC-Payload-Digest: sha1:CH3K3DWFFIUYJK5K7V6DWULFAN4FYIDS\n"
#define UNCHANGED  "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/server-not-modified\n"
#define REQUEST    START "WARC-Type: request\n" ID DATE URL IP
#define METADATA   START "WARC-Type: metadata\n" ID DATE URL
#define RESOURCE   START "WARC-Type: resource\n" ID DATE URL "Content-Type: text/plain\n"
#define NAME_63    "WARC-567890123456789012345678901234567890123456789012345678901x"
#define BLANKS_40  "                                        1"

#define ID_1       "<urn:uuid:00000000-0000-4000-8000-000000000001>"
#define ID_2       "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000002>\n"
#define REQUEST_2  START "WARC-Type: request\n" ID_2
#define CONCURRENT "WARC-Concurrent-To: " ID_1 "\n"
#define FOUR_TIMES CONCURRENT CONCURRENT CONCURRENT CONCURRENT
#define MISSING    "WARC-Concurrent-To: <urn:uuid:00000000-0000-4000-8000-000000000009>\n"
#define REVISIT_2  START "WARC-Type: revisit\n" ID_2 DATE URL SAME OF_X
#define REFERS     "WARC-Refers-To: " ID_1 "\n"

static struct buf codes;
static bool graded; /* each code follows a letter for its severity */

static void note_code(void *context, const struct warc_finding *finding)
{
    (void)context;
    if (!graded && strcmp(finding->code, "robots") == 0) /* one record is never enough */
        return;
    if (codes.len > 0)
        (void)buf_add_byte(&codes, ',');
    if (graded)
        (void)buf_add_text(&codes, finding->severity == WARC_ERROR ? "E " : "W ");
    (void)buf_add_text(&codes, finding->code);
}

static void add_record(struct buf *file, const char *head, const char *block)
{
    size_t start = file->len;

    for (; *head; head++) {
        if (*head == '\n')
            (void)buf_add_byte(file, '\r');
        (void)buf_add_byte(file, *head);
    }
    if (!strstr(buf_text(file) + start, "ontent-length:") &&
        !strstr(buf_text(file) + start, "ontent-Length: "))
        (void)buf_add_format(file, "Content-Length: %zu\r\n", strlen(block));
    (void)buf_add_format(file, "\r\n%s\r\n\r\n", block);
}

/* A coding that turns "good" into anything, and nothing else. */
static const char *decode(void *context, struct span codings, struct span coded)
{
    (void)context;
    return span_is(codings, "gzip") && span_is(coded, "good") ? NULL : "damaged";
}

/* The codes of the findings in BYTES. */
static const char *check_bytes(struct span bytes, struct warc_check_result *result)
{
    struct warc_check *check = warc_check_new((struct warc_watch){.say = note_code, .decode = decode}, -1);
    int fd = memfd_create("check-test", MFD_CLOEXEC);

    buf_clear(&codes);
    if (fd < 0 || file_write(fd, bytes.at, bytes.len) != 0 ||
        warc_check_file(check, fd, UINT64_MAX, "f") != 0 || warc_check_links(check) != 0)
        (void)buf_add_text(&codes, "not read");
    *result = *warc_check_result(check);
    warc_check_free(check);
    close(fd);
    return buf_text(&codes);
}

#endif
