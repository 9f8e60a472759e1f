/* SPDX-License-Identifier: MIT */
/* Records with one fault each, and the codes of the findings. */
#include "config.h"

#include "archive/check.h"

#include <fcntl.h>
#include <unistd.h>

#include "archive/check_scene.h"
#include "base/file.h"
#include "tap.h"

#include <zlib.h>

/* LF stands for CR LF in a head. Content-Length is added if the head has none. */
static const struct {
    const char *label, *head, *block, *codes;
} cases[] = {
    {"no faults", INFO, "software: x\r\n", ""},
    {"a response without a warcinfo before it", ANY, "x", "warcinfo"},
    {"another version", "WARC/0.18\nWARC-Type: warcinfo\n" ID DATE, "", "version,date"},
    {"1.0 has whole seconds", "WARC/1.0\nWARC-Type: warcinfo\n" ID DATE, "", "date"},
    {"1.0 with a URI in brackets",
     "WARC/1.0\nWARC-Type: response\n" ID "WARC-Date: 2024-02-29T15:44:00Z\n"
     "WARC-Target-URI: <http://example.org/>\nContent-Type: text/plain\n",
     "x", "brackets,warcinfo"},
    {"no type", START ID DATE, "", "missing,warcinfo"},
    {"no date", START "WARC-Type: warcinfo\n" ID, "", "missing"},
    {"no id", START "WARC-Type: warcinfo\n" DATE, "", "missing"},
    {"an id without brackets", START "WARC-Type: warcinfo\nWARC-Record-ID: urn:uuid:1\n" DATE, "", "id"},
    {"a date by day", START "WARC-Type: warcinfo\n" ID "WARC-Date: 2024-02-29\n", "", ""},
    {"ten decimals", START "WARC-Type: warcinfo\n" ID "WARC-Date: 2024-02-29T15:44:00.0123456789Z\n", "",
     "date"},
    {"a date with a zone", START "WARC-Type: warcinfo\n" ID "WARC-Date: 2024-02-29T15:44:00+01:00\n", "",
     "date"},
    {"a block without a type", START "WARC-Type: warcinfo\n" ID DATE, "x", "missing"},
    {"a response without a URI", START "WARC-Type: response\n" ID DATE, "", "missing,warcinfo"},
    {"a space in a URI", START "WARC-Type: response\n" ID DATE "WARC-Target-URI: http://a/b c\n", "",
     "uri,warcinfo"},
    {"a URI without a scheme", START "WARC-Type: response\n" ID DATE "WARC-Target-URI: example.org\n", "",
     "uri,warcinfo"},
    {"| in a URI", START "WARC-Type: response\n" ID DATE "WARC-Target-URI: http://a/b|c\n", "",
     "uri,warcinfo"},
    {"non-ASCII in a URI", START "WARC-Type: response\n" ID DATE "WARC-Target-URI: http://a/\xc3\xa9\n", "",
     "uri,warcinfo"},
    {"bytes that are not UTF-8", INFO "X: \xe9\n", "", "utf-8"},
    {"folding", INFO "X: a\n b\n", "", "folded"},
    {"a line without a colon", INFO "X\n", "", "field"},
    {"a name with a space", INFO "X y: z\n", "", "field"},
    {"a field twice", INFO "WARC-Filename: a\nWARC-Filename: b\n", "", "repeated"},
    {"a filename in a response", ANY "WARC-Filename: a\n", "x", "forbidden,warcinfo"},
    {"a payload digest of a warcinfo", INFO NOTHING, "", "forbidden"},
    {"a response that refers to a record",
     ANY "WARC-Refers-To: <urn:uuid:00000000-0000-4000-8000-000000000002>\n", "x", "forbidden,warcinfo"},
    {"an address with a port", ANY "WARC-IP-Address: 1.2.3.4:80\n", "x", "ip,warcinfo"},
    {"IPv6 in full", ANY "WARC-IP-Address: 2001:db8:0:0:0:0:0:1\n", "x", "ip,warcinfo"},
    {"IPv6 in short form", ANY "WARC-IP-Address: 2001:db8::1\n", "x", "warcinfo"},
    {"an unknown reason", ANY "WARC-Truncated: boredom\n", "x", "truncated,warcinfo"},
    {"no length", INFO "content-length: many\n", "", "length"},
    {"a length that is too short", INFO "Content-Length: 2\n", "abc", "end"},
    {"a length that is too long", INFO "Content-Length: 99\n", "abc", "cut"},
    {"no record", "GET / HTTP/1.1\n", "", "damaged"},
    {"a malformed digest", INFO "WARC-Block-Digest: sha1:x\n", "", "digest"},
    {"another block", INFO "WARC-Block-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\n", "x", "block digest"},
    {"a digest of an unknown kind", INFO "WARC-Block-Digest: crc:1\n", "x", ""},
    {"another payload", HTTP NOTHING, "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx",
     "warcinfo,payload digest"},
    {"an empty payload", HTTP NOTHING, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "warcinfo"},
    {"a digest over the framing", HTTP "WARC-Payload-Digest: sha1:QNU642WZJBTDPQGU3EUEH6RTNVRKDH7A\n",
     "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n", "warcinfo,payload digest"},
    {"a body cut short", HTTP, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nx", "warcinfo,cut body"},
    {"a body cut short, and marked", HTTP "WARC-Truncated: disconnect\n",
     "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nx", "warcinfo"},
    {"chunks cut short", HTTP, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nx",
     "warcinfo,cut body"},
    {"a body longer than announced", HTTP, "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nxyz",
     "warcinfo,long body"},
    {"304 with a Content-Length", HTTP, "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", "warcinfo"},
    {"a status line of HTTP/2", HTTP, "HTTP/2 200\r\n\r\n", "warcinfo,status line"},
    {"an interim answer before the answer", HTTP,
     "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx", "warcinfo"},
    {"an interim answer", HTTP, "HTTP/1.1 103 Early Hints\r\n\r\n", "warcinfo,status line"},
    {"no header block", HTTP, "HTTP/1.1 200 OK\r\n", "warcinfo,http"},
    {"a revisit without a profile", AGAIN FROM, "", "missing,warcinfo,link"},
    {"an unknown profile", AGAIN FROM "WARC-Profile: http://example.org/\n", "", "profile,warcinfo,link"},
    {"a revisit without its original",
     AGAIN SAME "WARC-Payload-Digest: sha1:QNU642WZJBTDPQGU3EUEH6RTNVRKDH7A\n", "", "refers-to,warcinfo"},
    {"a revisit with the digest of empty input", AGAIN SAME FROM NOTHING, "", "warcinfo,payload digest,link"},
    {"a link to a missing record",
     HTTP "WARC-Concurrent-To: <urn:uuid:00000000-0000-4000-8000-000000000002>\n", "", "warcinfo,link"},
    {"a missing warcinfo", HTTP "WARC-Warcinfo-ID: <urn:uuid:00000000-0000-4000-8000-000000000002>\n", "",
     "warcinfo,link"},

    {"204 with a Content-Length", HTTP, "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n", "warcinfo"},
    {"205 with a Content-Length", HTTP, "HTTP/1.1 205 Reset Content\r\nContent-Length: 5\r\n\r\n",
     "warcinfo,cut body"},
    {"a body of the announced length", HTTP, "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx", "warcinfo"},
    {"a status line without a reason", HTTP, "HTTP/1.1 200\r\n\r\n", "warcinfo"},
    {"a status of two digits", HTTP, "HTTP/1.1 20\r\n\r\n", "warcinfo,status line"},
    {"a status that is not a number", HTTP, "HTTP/1.1 two hundred\r\n\r\n", "warcinfo,status line"},
    {"a status line of HTTP/3", HTTP, "HTTP/3 200 OK OK\r\n\r\n", "warcinfo,status line"},
    {"an empty HTTP block", HTTP, "", "warcinfo"},
    {"the length of a request is not checked", REQUEST "Content-Type: application/http;msgtype=request\n",
     "GET /a HTTP/1.1\r\nContent-Length: 5\r\n\r\nx", "warcinfo"},
    {"metadata is not HTTP", METADATA "Content-Type: application/http\n", "x", "warcinfo"},
    {"a response of another type is not HTTP", ANY, "HTTP/2 200\r\n\r\n", "warcinfo"},
    {"a request with another payload", REQUEST "Content-Type: application/http\n" NOTHING,
     "POST /a HTTP/1.1\r\n\r\nx", "warcinfo,payload digest"},
    {"a resource with another payload", RESOURCE NOTHING, "x", "warcinfo,payload digest"},
    {"a resource with its payload", RESOURCE OF_X, "x", "warcinfo"},
    {"the payload of a conversion is not checked",
     START "WARC-Type: conversion\n" ID DATE URL "Content-Type: text/plain\n" NOTHING, "x", "warcinfo"},
    {"a malformed sha256", INFO "WARC-Block-Digest: sha256:zz\n", "", "digest"},
    {"a digest without a label", INFO "WARC-Block-Digest: 3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\n", "", "digest"},

    {"a revisit", AGAIN SAME FROM OF_X, "", "warcinfo,link"},
    {"a revisit with headers, marked",
     AGAIN SAME FROM OF_X "Content-Type: application/http\nWARC-Truncated: length\n",
     "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", "warcinfo,link"},
    {"a revisit with headers, not marked", AGAIN SAME FROM OF_X "Content-Type: application/http\n",
     "HTTP/1.1 200 OK\r\n\r\n", "truncated,warcinfo,link"},
    {"an unchanged page with headers", AGAIN UNCHANGED FROM "Content-Type: application/http\n",
     "HTTP/1.1 304 Not Modified\r\n\r\n", "warcinfo,link"},
    {"an unchanged page without a payload digest", AGAIN UNCHANGED FROM, "", "warcinfo,link"},
    {"a repeated payload without a payload digest", AGAIN SAME FROM, "", "missing,warcinfo,link"},
    {"a profile of 1.0",
     AGAIN FROM "WARC-Profile: http://netpreserve.org/warc/1.0/revisit/server-not-modified\n", "",
     "warcinfo,link"},
    {"a revisit without the date of its original",
     AGAIN SAME OF_X "WARC-Refers-To-Target-URI: http://example.org/a\n", "", "refers-to,warcinfo"},
    {"a revisit without the URI of its original",
     AGAIN SAME OF_X "WARC-Refers-To-Date: 2024-02-29T15:44:00.123456Z\n", "", "refers-to,warcinfo"},

    {"a date with a space", START "WARC-Type: warcinfo\n" ID "WARC-Date: 2024-02-29 15:44:00Z\n", "", "date"},
    {"a date with a letter", START "WARC-Type: warcinfo\n" ID "WARC-Date: 2024-1x-20T15:44:00Z\n", "",
     "date"},
    {"a year with a letter", START "WARC-Type: warcinfo\n" ID "WARC-Date: 2x24\n", "", "date"},
    {"a date by year", START "WARC-Type: warcinfo\n" ID "WARC-Date: 2024\n", "", ""},
    {"a date by month", START "WARC-Type: warcinfo\n" ID "WARC-Date: 2024-11\n", "", ""},
    {"a date by minute", START "WARC-Type: warcinfo\n" ID "WARC-Date: 2024-02-29T15:44Z\n", "", ""},
    {"half a month", START "WARC-Type: warcinfo\n" ID "WARC-Date: 2024-1\n", "", "date"},
    {"one decimal", START "WARC-Type: warcinfo\n" ID "WARC-Date: 2024-02-29T15:44:00.1Z\n", "", ""},
    {"nine decimals", START "WARC-Type: warcinfo\n" ID "WARC-Date: 2024-02-29T15:44:00.123456789Z\n", "", ""},
    {"a dot without decimals", START "WARC-Type: warcinfo\n" ID "WARC-Date: 2024-02-29T15:44:00.Z\n", "",
     "date"},
    {"a date with two Z", START "WARC-Type: warcinfo\n" ID "WARC-Date: 2024-02-29T15:44:00ZZ\n", "", "date"},
    {"decimals with two Z", START "WARC-Type: warcinfo\n" ID "WARC-Date: 2024-02-29T15:44:00.1ZZ\n", "",
     "date"},
    {"decimals without Z", START "WARC-Type: warcinfo\n" ID "WARC-Date: 2024-02-29T15:44:00.1\n", "", "date"},
    {"1.0 with seconds", "WARC/1.0\nWARC-Type: warcinfo\n" ID "WARC-Date: 2024-02-29T15:44:00Z\n", "", ""},
    {"1.0 with a day", "WARC/1.0\nWARC-Type: warcinfo\n" ID "WARC-Date: 2024-02-29\n", "", "date"},

    {"an id of brackets only", START "WARC-Type: warcinfo\nWARC-Record-ID: <>\n" DATE, "", "id"},
    {"an id without a scheme", START "WARC-Type: warcinfo\nWARC-Record-ID: <:a>\n" DATE, "", "id"},
    {"an id whose scheme is a number", START "WARC-Type: warcinfo\nWARC-Record-ID: <1:a>\n" DATE, "", "id"},
    {"a short id", START "WARC-Type: warcinfo\nWARC-Record-ID: <a:>\n" DATE, "", ""},
    {"an id with one bracket", START "WARC-Type: warcinfo\nWARC-Record-ID: <urn:uuid:1\n" DATE, "", "id"},
    {"punctuation in a field name", INFO "X!#9: a\n", "", ""},
    {"a bracket in a field name", INFO "X(: a\n", "", "field"},
    {"a field name of 63 characters, twice", INFO NAME_63 ": a\n" NAME_63 ": b\n", "", "repeated"},
    {"a longer field name, twice", INFO NAME_63 "x: a\n" NAME_63 "x: b\n", "", ""},
    {"an extension field, twice", INFO "X-Y: a\nX-Y: b\n", "", ""},
    {"IPv4", ANY "WARC-IP-Address: 1.2.3.4\n", "x", "warcinfo"},
    {"an address that is too long", ANY "WARC-IP-Address: 1:2:3:4:5:6:7:8" BLANKS_40 "\n", "x",
     "ip,warcinfo"},
    {"truncated by length", ANY "WARC-Truncated: length\n", "x", "warcinfo"},
    {"truncated by time", ANY "WARC-Truncated: time\n", "x", "warcinfo"},
    {"truncated for an unknown reason", ANY "WARC-Truncated: unspecified\n", "x", "warcinfo"},
};

/* Two records of a file, and the codes of the findings. */
static const struct {
    const char *label, *first, *second, *codes;
} pairs[] = {
    {"records of one capture", ANY, REQUEST_2 DATE URL CONCURRENT, "warcinfo"},
    {"records of one capture with two dates", ANY,
     REQUEST_2 "WARC-Date: 2024-02-29T15:44:00.123457Z\n" URL CONCURRENT, "warcinfo,link"},
    {"records of one capture with two URIs", ANY,
     REQUEST_2 DATE "WARC-Target-URI: http://example.org/b\n" CONCURRENT, "warcinfo,link"},
    {"sixteen links to records", ANY, REQUEST_2 DATE URL FOUR_TIMES FOUR_TIMES FOUR_TIMES FOUR_TIMES MISSING,
     "warcinfo"},
    {"fifteen links, and one to a missing record", ANY,
     REQUEST_2 DATE URL FOUR_TIMES FOUR_TIMES FOUR_TIMES CONCURRENT CONCURRENT CONCURRENT MISSING,
     "warcinfo,link"},
    {"the warcinfo of a request", INFO, REQUEST_2 DATE URL "WARC-Warcinfo-ID: " ID_1 "\n", ""},
    {"a response instead of a warcinfo", ANY, REQUEST_2 DATE URL "WARC-Warcinfo-ID: " ID_1 "\n",
     "warcinfo,link"},
    {"two records with one id", INFO, ANY, "warcinfo,id"},
    {"a revisit of a response", ANY, REVISIT_2 FROM REFERS, "warcinfo"},
    {"a revisit of a resource", RESOURCE, REVISIT_2 FROM REFERS, "warcinfo"},
    {"a revisit of a request", REQUEST "Content-Type: text/plain\n", REVISIT_2 FROM REFERS,
     "warcinfo,link,link"},
    {"a revisit of a missing record", ANY,
     REVISIT_2 FROM "WARC-Refers-To: <urn:uuid:00000000-0000-4000-8000-000000000009>\n", "warcinfo,link"},
    {"a revisit of another date", ANY,
     REVISIT_2 "WARC-Refers-To-Target-URI: http://example.org/a\nWARC-Refers-To-Date: 2024-02-29T15:44:01Z\n",
     "warcinfo,link"},
    {"a revisit of another URI", ANY,
     REVISIT_2 "WARC-Refers-To-Target-URI: http://example.org/b\n"
               "WARC-Refers-To-Date: 2024-02-29T15:44:00.123456Z\n",
     "warcinfo,link"},
};

static void test_cases(void)
{
    struct warc_check_result result;
    struct buf file;

    buf_init(&file, 65536);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        buf_clear(&file);
        add_record(&file, cases[i].head, cases[i].block);
        is_str(check_bytes(buf_span(&file), &result), cases[i].codes, cases[i].label);
    }
    buf_release(&file);
}

static void test_pairs(void)
{
    struct warc_check_result result;
    struct buf file;

    buf_init(&file, 65536);
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        buf_clear(&file);
        add_record(&file, pairs[i].first, "x");
        add_record(&file, pairs[i].second, "");
        is_str(check_bytes(buf_span(&file), &result), pairs[i].codes, pairs[i].label);
        is_int((int64_t)result.records, 2, "two records");
    }
    buf_release(&file);
}

/* Errors and warnings are counted separately. */
static void test_counts(void)
{
    struct warc_check_result result;
    struct buf file;

    buf_init(&file, 65536);
    add_record(&file, ANY "WARC-Truncated: boredom\n", "x");
    check_bytes(buf_span(&file), &result);
    is_int((int64_t)result.errors, 1, "an error");
    is_int((int64_t)result.warnings, 2, "two warnings");
    is_int((int64_t)result.files, 1, "a file");
    buf_release(&file);
}

static struct buf seen;

static void note_answer(void *context, const struct warc_answer *answer)
{
    (void)context;
    (void)buf_add_format(&seen, "%s %zu %.*s\n", answer->file, (size_t)answer->offset, (int)answer->url.len,
                         answer->url.at);
}

static void ignore(void *context, const struct warc_finding *finding)
{
    (void)context;
    (void)finding;
}

/* The caller sees complete responses, resources and revisits, and no other records. */
static void test_watch(void)
{
    struct warc_check *check = warc_check_new((struct warc_watch){.say = ignore, .see = note_answer}, -1);
    int fd = memfd_create("check-test", MFD_CLOEXEC);
    struct buf file;
    size_t resource, revisit;

    buf_init(&file, 65536);
    buf_init(&seen, 4096);
    add_record(&file, ANY, "x");
    resource = file.len;
    add_record(&file, RESOURCE, "x");
    revisit = file.len;
    add_record(&file, REVISIT_2 FROM, "");
    add_record(&file, METADATA, "");
    add_record(&file, ANY "Content-Length: 99\n", "x");
    ok(fd >= 0 && file_write(fd, file.at, file.len) == 0 && warc_check_file(check, fd, UINT64_MAX, "f") == 0,
       "a file is checked");
    buf_clear(&codes);
    (void)buf_add_format(&codes,
                         "f 0 http://example.org/a\nf %zu http://example.org/a\nf %zu http://example.org/a\n",
                         resource, revisit);
    is_str(buf_text(&seen), buf_text(&codes), "its complete answers are seen");
    warc_check_free(check);
    close(fd);
    buf_release(&file);
    buf_release(&seen);
}

/* The last finding about a link, their number, and of those that come before the previous one. */
struct order {
    uint64_t last, count, misplaced;
};

static void note_order(void *context, const struct warc_finding *finding)
{
    struct order *order = context;

    if (strcmp(finding->code, "link") != 0)
        return;
    order->misplaced += order->count++ > 0 && finding->offset <= order->last;
    order->last = finding->offset;
}

/* Findings about links come in the order of the file. */
static void test_order(void)
{
    struct order order = {0};
    struct warc_check *check = warc_check_new((struct warc_watch){.context = &order, .say = note_order}, -1);
    int fd = memfd_create("check-test", MFD_CLOEXEC);
    struct buf file;
    char head[500];

    buf_init(&file, 65536);
    for (int i = 1; i <= 40; i++) {
        (void)snprintf(head, sizeof head,
                       START "WARC-Type: request\nWARC-Record-ID: <urn:x:%d>\n" DATE URL IP
                             "WARC-Concurrent-To: <urn:x:-%d>\n",
                       i, i);
        add_record(&file, head, "x");
    }
    ok(fd >= 0 && file_write(fd, file.at, file.len) == 0 && warc_check_file(check, fd, UINT64_MAX, "f") == 0,
       "a file is checked");
    is_int(warc_check_links(check), 0, "its links as well");
    is_int((int64_t)order.count, 40, "each link is reported");
    is_int((int64_t)order.misplaced, 0, "in the order of the file");
    warc_check_free(check);
    close(fd);
    buf_release(&file);
}

static void add_member(struct buf *file, struct span bytes)
{
    z_stream zlib = {0};
    char *to = buf_reserve(file, bytes.len + 1024);

    if (deflateInit2(&zlib, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK || !to)
        abort();
    zlib.next_in = (Bytef *)(uintptr_t)bytes.at;
    zlib.avail_in = (uInt)bytes.len;
    zlib.next_out = (Bytef *)to;
    zlib.avail_out = (uInt)(bytes.len + 1024);
    if (deflate(&zlib, Z_FINISH) != Z_STREAM_END)
        abort();
    buf_grew(file, bytes.len + 1024 - zlib.avail_out);
    (void)deflateEnd(&zlib);
}

/* Three records, each with its own id; SECOND and THIRD are the offsets of their members. */
static void three(struct buf *file, size_t *second, size_t *third)
{
    uint32_t seed = 1;
    struct buf record;

    buf_init(&record, 65536);
    for (int i = 1; i <= 3; i++) {
        buf_clear(&record);
        (void)buf_add_format(&record,
                             "WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: "
                             "<urn:uuid:00000000-0000-4000-8000-00000000000%d>\r\n"
                             "WARC-Date: 2024-02-29T15:44:00Z\r\nContent-Type: text/plain\r\n"
                             "%sContent-Length: 3000\r\n\r\n",
                             i == 1 ? "warcinfo" : "metadata", i,
                             i == 1 ? "" : "WARC-Warcinfo-ID: " ID_1 "\r\n");
        for (int j = 0; j < 3000; j++)
            (void)buf_add_byte(&record, (char)('a' + (seed = seed * 1103515245 + 12345) / 65536 % 26));
        (void)buf_add_text(&record, "\r\n\r\n");
        *(i == 2 ? second : third) = file->len;
        add_member(file, buf_span(&record));
    }
    buf_release(&record);
}

static void test_damage(void)
{
    struct warc_check_result result;
    size_t second = 0, third = 0;
    struct buf file, other;

    buf_init(&file, 1 << 20);
    buf_init(&other, 1 << 20);
    three(&file, &second, &third);
    is_str(check_bytes(buf_span(&file), &result), "", "three whole records");
    is_int(result.records, 3, "three records");
    is_str(check_bytes(span_part(buf_span(&file), 0, third + 200), &result), "cut", "the third is cut");
    is_int(result.records, 3, "and still counts");
    file.at[second + 1500] ^= 0x55;
    check_bytes(buf_span(&file), &result);
    ok(result.errors >= 1 && codes.len > 0, "a flipped byte in the second is found");
    is_int(result.records, 3, "and the third one is found after it");
    file.at[second + 1500] ^= 0x55;
    (void)buf_add(&other, file.at, second);
    (void)buf_add_text(&other, "some rubbish between them");
    (void)buf_add(&other, file.at + second, file.len - second);
    check_bytes(buf_span(&other), &result);
    ok(result.errors >= 1, "rubbish between members is found");
    is_int(result.records, 3, "and all records after it");
    buf_release(&file);
    buf_release(&other);
}

int main(void)
{
    buf_init(&codes, 4096);
    test_cases();
    test_pairs();
    test_counts();
    test_watch();
    test_order();
    test_damage();
    buf_release(&codes);
    return done();
}
