/* SPDX-License-Identifier: MIT */
/* Records with one thing wrong each, and the code of what is found. */
#include "config.h"

#include "archive/check.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/file.h"
#include "tap.h"

#include <zlib.h>

#define ID    "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>\n"
#define DATE  "WARC-Date: 2026-11-20T15:44:00.123456Z\n"
#define START "WARC/1.1\n"
#define URL   "WARC-Target-URI: http://example.org/a\n"
#define INFO  START "WARC-Type: warcinfo\n" ID DATE "Content-Type: application/warc-fields\n"
#define ANY   START "WARC-Type: response\n" ID DATE URL "Content-Type: text/plain\n"
#define HTTP  START "WARC-Type: response\n" ID DATE URL "Content-Type: application/http;msgtype=response\n"
#define SAME  "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\n"
#define AGAIN START "WARC-Type: revisit\n" ID DATE URL
#define FROM                                                                                                 \
    "WARC-Refers-To-Target-URI: http://example.org/a\nWARC-Refers-To-Date: 2026-11-20T15:44:00.123456Z\n"
#define NOTHING "WARC-Payload-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\n"

/* LF stands for CR LF in a head; Content-Length is added where the head has none. */
static const struct {
    const char *label, *head, *block, *codes;
} cases[] = {
    {"nothing wrong", INFO, "software: x\r\n", ""},
    {"a response without a warcinfo before it", ANY, "x", "warcinfo"},
    {"another version", "WARC/0.18\nWARC-Type: warcinfo\n" ID DATE, "", "version"},
    {"1.0 has whole seconds", "WARC/1.0\nWARC-Type: warcinfo\n" ID DATE, "", "date"},
    {"1.0 with brackets round its URI",
     "WARC/1.0\nWARC-Type: response\n" ID "WARC-Date: 2026-11-20T15:44:00Z\n"
     "WARC-Target-URI: <http://example.org/>\nContent-Type: text/plain\n",
     "x", "brackets,warcinfo"},
    {"no type", START ID DATE, "", "missing,warcinfo"},
    {"no date", START "WARC-Type: warcinfo\n" ID, "", "missing"},
    {"no id", START "WARC-Type: warcinfo\n" DATE, "", "missing"},
    {"an id without brackets", START "WARC-Type: warcinfo\nWARC-Record-ID: urn:uuid:1\n" DATE, "", "id"},
    {"a date by day is one", START "WARC-Type: warcinfo\n" ID "WARC-Date: 2026-11-20\n", "", ""},
    {"ten decimals", START "WARC-Type: warcinfo\n" ID "WARC-Date: 2026-11-20T15:44:00.0123456789Z\n", "",
     "date"},
    {"a date with a zone", START "WARC-Type: warcinfo\n" ID "WARC-Date: 2026-11-20T15:44:00+01:00\n", "",
     "date"},
    {"a block without a type", START "WARC-Type: warcinfo\n" ID DATE, "x", "missing"},
    {"a response without a URI", START "WARC-Type: response\n" ID DATE, "", "missing,warcinfo"},
    {"a space in a URI", START "WARC-Type: response\n" ID DATE "WARC-Target-URI: http://a/b c\n", "",
     "uri,warcinfo"},
    {"| in a URI", START "WARC-Type: response\n" ID DATE "WARC-Target-URI: http://a/b|c\n", "",
     "uri,warcinfo"},
    {"non-ASCII in a URI", START "WARC-Type: response\n" ID DATE "WARC-Target-URI: http://a/\xc3\xa9\n", "",
     "uri,warcinfo"},
    {"bytes that are no UTF-8", INFO "X: \xe9\n", "", "utf-8"},
    {"folding", INFO "X: a\n b\n", "", "folded"},
    {"a line without a colon", INFO "X\n", "", "field"},
    {"a name with a space", INFO "X y: z\n", "", "field"},
    {"a field twice", INFO "WARC-Filename: a\nWARC-Filename: b\n", "", "repeated"},
    {"a filename elsewhere", ANY "WARC-Filename: a\n", "x", "forbidden,warcinfo"},
    {"a payload digest of a warcinfo", INFO NOTHING, "", "forbidden"},
    {"what a response refers to", ANY "WARC-Refers-To: <urn:uuid:2>\n", "x", "forbidden,warcinfo"},
    {"an address with a port", ANY "WARC-IP-Address: 1.2.3.4:80\n", "x", "ip,warcinfo"},
    {"IPv6 in full", ANY "WARC-IP-Address: 2001:db8:0:0:0:0:0:1\n", "x", "ip,warcinfo"},
    {"IPv6 as it should be", ANY "WARC-IP-Address: 2001:db8::1\n", "x", "warcinfo"},
    {"a reason that is none", ANY "WARC-Truncated: boredom\n", "x", "truncated,warcinfo"},
    {"no length", INFO "content-length: many\n", "", "length"},
    {"a length that is too short", INFO "Content-Length: 2\n", "abc", "end"},
    {"a length that is too long", INFO "Content-Length: 99\n", "abc", "cut"},
    {"no record", "GET / HTTP/1.1\n", "", "damaged"},
    {"a digest that cannot be read", INFO "WARC-Block-Digest: sha1:x\n", "", "digest"},
    {"another block", INFO "WARC-Block-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\n", "x", "block digest"},
    {"a digest of an unknown kind says nothing", INFO "WARC-Block-Digest: crc:1\n", "x", ""},
    {"another payload", HTTP NOTHING, "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx",
     "warcinfo,payload digest"},
    {"the payload of nothing", HTTP NOTHING, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "warcinfo"},
    {"a digest over the framing", HTTP "WARC-Payload-Digest: sha1:QNU642WZJBTDPQGU3EUEH6RTNVRKDH7A\n",
     "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n", "warcinfo,payload digest"},
    {"a body cut short", HTTP, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nx", "warcinfo,cut body"},
    {"a body cut short, and marked", HTTP "WARC-Truncated: disconnect\n",
     "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nx", "warcinfo"},
    {"chunks cut short", HTTP, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nx",
     "warcinfo,cut body"},
    {"a body longer than announced", HTTP, "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nxyz",
     "warcinfo,long body"},
    {"304 announces what it does not have", HTTP, "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n",
     "warcinfo"},
    {"a status line of HTTP/2", HTTP, "HTTP/2 200\r\n\r\n", "warcinfo,status line"},
    {"an interim answer", HTTP, "HTTP/1.1 103 Early Hints\r\n\r\n", "warcinfo,status line"},
    {"no header block", HTTP, "HTTP/1.1 200 OK\r\n", "warcinfo,http"},
    {"a revisit without a profile", AGAIN FROM, "", "missing,warcinfo"},
    {"a profile that is none", AGAIN FROM "WARC-Profile: http://example.org/\n", "", "profile,warcinfo"},
    {"a revisit that refers to nothing",
     AGAIN SAME "WARC-Payload-Digest: sha1:QNU642WZJBTDPQGU3EUEH6RTNVRKDH7A\n", "", "refers-to,warcinfo"},
    {"the digest of nothing", AGAIN SAME FROM NOTHING, "", "warcinfo,payload digest"},
    {"a link to no record", HTTP "WARC-Concurrent-To: <urn:uuid:2>\n", "", "warcinfo,link"},
    {"a warcinfo that is not there", HTTP "WARC-Warcinfo-ID: <urn:uuid:2>\n", "", "warcinfo,link"},
};

static struct buf codes;

static void note_code(void *context, const struct warc_finding *finding)
{
    (void)context;
    if (codes.len > 0)
        (void)buf_add_byte(&codes, ',');
    (void)buf_add_text(&codes, finding->code);
}

static void add_record(struct buf *file, const char *head, const char *block)
{
    for (; *head; head++) {
        if (*head == '\n')
            (void)buf_add_byte(file, '\r');
        (void)buf_add_byte(file, *head);
    }
    if (!strstr(buf_text(file), "ontent-length:") && !strstr(buf_text(file), "ontent-Length: "))
        (void)buf_add_format(file, "Content-Length: %zu\r\n", strlen(block));
    (void)buf_add_format(file, "\r\n%s\r\n\r\n", block);
}

/* The codes of what is found in BYTES. */
static const char *check_bytes(struct span bytes, struct warc_check_result *result)
{
    struct warc_check *check = warc_check_new(note_code, NULL);
    int fd = open("check-test.warc", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

    buf_clear(&codes);
    if (fd < 0 || file_write(fd, bytes.at, bytes.len) != 0 ||
        warc_check_file(check, fd, UINT64_MAX, "f") != 0)
        (void)buf_add_text(&codes, "not read");
    warc_check_links(check);
    *result = *warc_check_result(check);
    warc_check_free(check);
    close(fd);
    (void)unlink("check-test.warc");
    return buf_text(&codes);
}

static void test_cases(void)
{
    struct warc_check_result result;
    struct buf file;

    buf_init(&file, 65536);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        buf_clear(&file);
        add_record(&file, cases[i].head, cases[i].block);
        is_str(check_bytes(buf_span(&file), &result), cases[i].codes, cases[i].label);
    }
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

/* Three records, each with its own id, and where the second one's member begins and ends. */
static void three(struct buf *file, size_t *second, size_t *third)
{
    uint32_t seed = 1;
    struct buf record;

    buf_init(&record, 65536);
    for (int i = 1; i <= 3; i++) {
        buf_clear(&record);
        (void)buf_add_format(&record,
                             "WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:uuid:%d>\r\n"
                             "WARC-Date: 2026-11-20T15:44:00Z\r\nContent-Type: text/plain\r\n"
                             "Content-Length: 3000\r\n\r\n",
                             i == 1 ? "warcinfo" : "metadata", i);
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
    is_int(result.records, 3, "are three");
    is_str(check_bytes(span_part(buf_span(&file), 0, third + 200), &result), "cut", "the third is cut");
    is_int(result.records, 3, "and is one all the same");
    file.at[second + 1500] ^= 0x55;
    check_bytes(buf_span(&file), &result);
    ok(result.errors >= 1 && codes.len > 0, "a flipped byte in the second is found");
    is_int(result.records, 3, "and the third is found behind it");
    file.at[second + 1500] ^= 0x55;
    (void)buf_add(&other, file.at, second);
    (void)buf_add_text(&other, "some rubbish between them");
    (void)buf_add(&other, file.at + second, file.len - second);
    check_bytes(buf_span(&other), &result);
    ok(result.errors >= 1, "rubbish between members is found");
    is_int(result.records, 3, "and all records behind it");
    buf_release(&file);
    buf_release(&other);
}

int main(void)
{
    buf_init(&codes, 4096);
    test_cases();
    test_damage();
    buf_release(&codes);
    return done();
}
