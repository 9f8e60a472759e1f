/* SPDX-License-Identifier: MIT */
/* The capture of a URL that is in force at a time, and the originals of revisits. */
#include "config.h"

#include "archive/captures.h"

#include <sys/mman.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "tap.h"

/* Records in the order of the file; HTTP is the whole block. */
static const struct {
    const char *type, *id, *url, *date, *more, *http;
} records[] = {
    {"response", "1", "http://a.org/logo", "2020-01-01T00:00:00Z", "",
     "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\npng"},
    {"response", "2", "<http://A.org:80/p#f>", "2020-01-03T00:00:00Z", "WARC-Payload-Digest: sha1:P\r\n",
     "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=x\r\n\r\nsecond"},
    {"response", "3", "http://a.org/p", "2020-01-01T00:00:00Z", "", "HTTP/1.1 404 No\r\n\r\nfirst"},
    {"revisit", "4", "http://a.org/p", "2020-01-05T00:00:00Z",
     "WARC-Profile: http://netpreserve.org/warc/1.0/revisit/server-not-modified\r\n",
     "HTTP/1.1 304 Not Modified\r\n\r\n"},
    {"revisit", "5", "http://a.org/q", "2020-01-05T00:00:00Z", "WARC-Payload-Digest: sha1:P\r\n",
     "HTTP/1.1 203 Same\r\n\r\n"},
    {"revisit", "6", "http://a.org/r", "2020-01-05T00:00:00Z",
     "WARC-Refers-To-Target-URI: http://a.org/p\r\nWARC-Refers-To-Date: 2020-01-01T00:00:00Z\r\n",
     "HTTP/1.1 200 OK\r\n\r\n"},
    {"revisit", "7", "http://a.org/s", "2020-01-05T00:00:00Z", "WARC-Payload-Digest: sha1:NONE\r\n",
     "HTTP/1.1 200 OK\r\n\r\n"},
    {"request", "8", "http://a.org/post", "2020-01-05T00:00:00Z", "WARC-Concurrent-To: <9>\r\n",
     "POST /post HTTP/1.1\r\n\r\n"},
    {"response", "9", "http://a.org/post", "2020-01-05T00:00:00Z", "", "HTTP/1.1 200 OK\r\n\r\nposted"},
    {"request", "10", "http://a.org/got", "2020-01-05T00:00:00Z", "", "GET /got HTTP/1.1\r\n\r\n"},
    {"response", "11", "http://a.org/got", "2020-01-05T00:00:00Z", "WARC-Concurrent-To: <10>\r\n",
     "HTTP/1.1 200 OK\r\n\r\ngot"},
    {"request", "33", "http://a.org/odd", "2020-01-05T00:00:00Z", "", "HTTP/1.1 200 OK\r\n\r\n"},
    {"response", "34", "http://a.org/odd", "2020-01-05T00:00:00Z", "WARC-Concurrent-To: <33>\r\n",
     "HTTP/1.1 200 OK\r\n\r\nodd"},
    {"response", "12", "http://a.org/part", "2020-01-05T00:00:00Z", "", "HTTP/1.1 206 Part\r\n\r\nx"},
    {"response", "24", "http://a.org/all", "2020-01-05T00:00:00Z", "",
     "HTTP/1.1 206 Part\r\nContent-Range: bytes 0-1/2\r\n\r\nxy"},
    {"response", "13", "gopher://a.org/", "2020-01-05T00:00:00Z", "", "HTTP/1.1 200 OK\r\n\r\nx"},
    {"resource", "14", "http://a.org/resource", "2020-01-05T00:00:00Z", "", "x"},
    {"response", "15", "http://a.org/undated", "yesterday", "", "HTTP/1.1 200 OK\r\n\r\nx"},
    {"response", "16", "http://a.org/t", "2020-01-01T00:00:00.999999Z", "", "HTTP/1.1 200 OK\r\n\r\nt"},
    {"response", "17", "http://a.org/t", "2020-01-01T00:00:01Z", "", "HTTP/1.1 200 OK\r\n\r\nlater"},
    {"revisit", "18", "http://a.org/u", "2020-01-05T00:00:00Z",
     "WARC-Refers-To-Target-URI: http://a.org/t\r\nWARC-Refers-To-Date: 2020-01-01T00:00:00Z\r\n",
     "HTTP/1.1 200 OK\r\n\r\n"},
    {"response", "19", "http://a.org/twice", "2020-01-05T00:00:00Z", "", "HTTP/1.1 200 OK\r\n\r\nfirst"},
    {"response", "20", "http://a.org/twice", "2020-01-05T00:00:00Z", "", "HTTP/1.1 200 OK\r\n\r\nsecond"},
    {"response", "21", "http://a.org/interim", "2020-01-05T00:00:00Z", "", "HTTP/1.1 199 No\r\n\r\nx"},
    {"RESPONSE", "49", "http://a.org/hints", "2020-01-05T00:00:00Z", "",
     "HTTP/1.1 103 Hints\r\n\r\nHTTP/1.1 200 OK\r\n\r\nx"},
    {"response", "22", "http://a.org/kept", "2020-01-05T00:00:00Z", "", "HTTP/1.1 304 No\r\n\r\n"},
    {"response", "23", "http://a.org/999", "2020-01-05T00:00:00Z", "", "HTTP/1.1 999 No\r\n\r\nx"},
    {"revisit", "24", "http://a.org/999", "2020-01-06T00:00:00Z", "", ""},
    {"revisit", "25", "http://a.org/999", "2020-01-07T00:00:00Z",
     "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/server-not-modified\r\n",
     "HTTP/1.1 200 OK\r\n\r\n"},
    {"revisit", "26", "http://a.org/alone", "2020-01-06T00:00:00Z", "", ""},
    {"request", "27", "http://a.org/form", "2020-01-05T00:00:00Z", "", "POST /form HTTP/1.1\r\n\r\n"},
    {"response", "28", "http://a.org/form", "2020-01-05T00:00:00Z", "WARC-Concurrent-To: <27>\r\n",
     "HTTP/1.1 200 OK\r\n\r\nposted"},
    {"revisit", "29", "http://a.org/v", "2020-01-05T00:00:00Z",
     "WARC-Refers-To-Target-URI: http://a.org/t\r\n", "HTTP/1.1 200 OK\r\n\r\n"},
    {"revisit", "30", "http://a.org/t", "2020-01-05T00:00:00Z", "WARC-Payload-Digest: sha1:NONE\r\n",
     "HTTP/1.1 200 OK\r\n\r\n"},
    {"revisit", "32", "http://a.org/w", "2020-01-05T00:00:00Z",
     "WARC-Payload-Digest: sha1:P\r\nWARC-Refers-To-Target-URI: http://a.org/t\r\n"
     "WARC-Refers-To-Date: 2020-01-01T00:00:01Z\r\n",
     "HTTP/1.1 200 OK\r\n\r\n"},
    {"revisit", "31", "http://a.org/999", "2020-01-08T00:00:00Z",
     "WARC-Refers-To-Target-URI: http://a.org/p\r\nWARC-Refers-To-Date: 2020-01-01T00:00:00Z\r\n", ""},
    {"response", "33", "http://a.org/whole-first", "2020-01-05T00:00:00Z", "",
     "HTTP/1.1 200 OK\r\n\r\nwhole"},
    {"response", "34", "http://a.org/whole-first", "2020-01-06T00:00:00Z", "WARC-Truncated: length\r\n",
     "HTTP/1.1 200 OK\r\n\r\nwho"},
    {"response", "35", "http://a.org/cut-first", "2020-01-05T00:00:00Z", "WARC-Truncated: length\r\n",
     "HTTP/1.1 200 OK\r\n\r\nwho"},
    {"response", "36", "http://a.org/cut-first", "2020-01-06T00:00:00Z", "", "HTTP/1.1 200 OK\r\n\r\nwhole"},
    {"response", "37", "http://a.org/cut-again", "2020-01-05T00:00:00Z", "", "HTTP/1.1 404 No\r\n\r\n"},
    {"response", "38", "http://a.org/cut-again", "2020-01-06T00:00:00Z",
     "WARC-Payload-Digest: sha1:C\r\nWARC-Truncated: time\r\n", "HTTP/1.1 200 OK\r\n\r\nwho"},
    {"response", "39", "http://a.org/revisited", "2020-01-05T00:00:00Z", "", "HTTP/1.1 200 OK\r\n\r\nwhole"},
    {"revisit", "40", "http://a.org/revisited", "2020-01-06T00:00:00Z", "WARC-Payload-Digest: sha1:C\r\n",
     "HTTP/1.1 200 OK\r\n\r\n"},
    {"revisit", "41", "http://a.org/headers-only", "2020-01-06T00:00:00Z",
     "WARC-Payload-Digest: sha1:P\r\nWARC-Truncated: length\r\n", "HTTP/1.1 200 OK\r\n\r\n"},
    {"response", "42", "http://a.org/headers-only", "2020-01-05T00:00:00Z", "",
     "HTTP/1.1 200 OK\r\n\r\nother"},
    {"request", "43", "http://a.org/after-a-line", "2020-01-05T00:00:00Z", "", "\r\nGET / HTTP/1.1\r\n\r\n"},
    {"response", "44", "http://a.org/after-a-line", "2020-01-05T00:00:00Z", "WARC-Concurrent-To: <43>\r\n",
     "HTTP/1.1 200 OK\r\n\r\nx"},
    {"response", "45", "http://a.org/short", "2020-01-05T00:00:00Z", "", "HTTP/1.1 200 OK\r\n\r\nwhole"},
    {"response", "46", "http://a.org/short", "2020-01-06T00:00:00Z", "",
     "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwho"},
    {"response", "47", "http://a.org/unknown", "2020-01-05T00:00:00Z", "", "HTTP/1.1 200 OK\r\n\r\nx"},
    {"request", "48", "http://a.org/unknown", "2020-01-05T00:00:00Z", "WARC-Concurrent-To: <47>\r\n",
     "GETX / HTTP/1.1\r\n\r\n"},
};

/* A URL at a time, and the record in force: its status, and the id of the record with its body. */
static const struct {
    const char *url, *until;
    int status;
    const char *body;
} wanted[] = {
    {"http://a.org/p", "2020", 200, "2"},
    {"http://a.org/p", "2020-01-04", 200, "2"},
    {"http://a.org/p", "2020-01-02", 404, "3"},
    {"http://a.org/p", "2019", 0, ""},
    {"http://a.org/q", "2020", 203, "2"},
    {"http://a.org/r", "2020", 200, "3"},
    {"http://a.org/s", "2020", 0, ""},
    {"http://a.org/post", "2020", 0, ""},
    {"http://a.org/got", "2020", 200, "11"},
    {"http://a.org/odd", "2020", 200, "34"},
    {"http://a.org/part", "2020", 0, ""},
    {"http://a.org/resource", "2020", 200, "14"},
    {"http://a.org/all", "2020", 206, "24"},
    {"http://a.org/undated", "2020", 200, "15"},
    {"http://a.org/nothing", "2020", 0, ""},
    {"http://a.org/u", "2020", 200, "16"},
    {"http://a.org/twice", "2020", 200, "20"},
    {"http://a.org/interim", "2020", 0, ""},
    {"http://a.org/kept", "2020", 0, ""},
    {"http://a.org/999", "2020-01-05", 999, "23"},
    {"http://a.org/999", "2020-01-06", 999, "23"},
    {"http://a.org/999", "2020-01-07", 999, "23"},
    {"http://a.org/alone", "2020", 0, ""},
    {"http://a.org/form", "2020", 0, ""},
    {"http://a.org/v", "2020", 200, "17"},
    {"http://a.org/t", "2020", 200, "17"},
    {"http://a.org/999", "2020-01-08", 404, "3"},
    {"http://a.org/w", "2020", 200, "17"},
    {"http://a.org/whole-first", "2020", 200, "33"},
    {"http://a.org/cut-first", "2020", 200, "36"},
    {"http://a.org/cut-first", "2020-01-05", 200, "35"},
    {"http://a.org/cut-again", "2020", 200, "38"},
    {"http://a.org/revisited", "2020", 200, "39"},
    {"http://a.org/headers-only", "2020", 200, "2"},
    {"http://a.org/after-a-line", "2020", 200, "44"},
    {"http://a.org/short", "2020", 200, "45"},
    {"http://a.org/unknown", "2020", 200, "47"},
    {"http://a.org/hints", "2020", 200, "49"},
};

static int make_file(struct buf *text)
{
    int fd = memfd_create("captures", MFD_CLOEXEC);

    for (size_t i = 0; i < COUNT_OF(records); i++)
        (void)buf_add_format(text,
                             "WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: <%s>\r\nWARC-Target-URI: "
                             "%s\r\nWARC-Date: %s\r\n%sContent-Length: %zu\r\n\r\n%s\r\n\r\n",
                             records[i].type, records[i].id, records[i].url, records[i].date, records[i].more,
                             strlen(records[i].http), records[i].http);
    ok(write(fd, text->at, text->len) == (ssize_t)text->len, "a file");
    return fd;
}

/* A file is read up to a limit: a record that continues after it is not a capture. */
static void test_limit(int fd, const struct buf *text)
{
    const char *second = memmem(text->at + 1, text->len - 1, "WARC/1.1", 8);
    size_t len = (size_t)(second - text->at);

    for (size_t cut = 0; cut < 2; cut++) {
        struct captures *captures = captures_new();

        is_int(captures_add_file(captures, fd, len - 5 * cut, 1), 0, "a limit");
        captures_finish(captures);
        is_int((int)captures->all.count, (int)(1 - cut), "captures before it");
        captures_free(captures);
    }
}

/* A file whose only capture repeats one that is not there. */
static void test_orphan(void)
{
    static const char record[] = "WARC/1.1\r\nWARC-Type: revisit\r\nWARC-Target-URI: http://a.org/\r\n"
                                 "WARC-Date: 2020-01-05T00:00:00Z\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
    struct captures *captures = captures_new();
    int fd = memfd_create("orphan", MFD_CLOEXEC);

    ok(write(fd, record, sizeof record - 1) == (ssize_t)sizeof record - 1, "an unchanged page");
    is_int(captures_add_file(captures, fd, UINT64_MAX, 1), 0, "it is read");
    captures_finish(captures);
    is_int((int)captures->all.count, 0, "without its original it is not a capture");
    is_int((int)captures->orphans, 1, "but an orphan");
    captures_free(captures);
    close(fd);
}

/* The id of the record at OFFSET. */
static struct span id_at(const struct buf *text, uint64_t offset)
{
    struct span rest = span_part(buf_span(text), (size_t)offset, text->len);

    (void)span_take_until(&rest, '<');
    return span_take_until(&rest, '>');
}

int main(void)
{
    struct captures *captures = captures_new();
    struct buf text;
    int fd;

    buf_init(&text, 64 * 1024);
    fd = make_file(&text);
    is_int(captures_add_file(captures, fd, UINT64_MAX, 7), 0, "it is read");
    captures_finish(captures);
    is_int((int)captures->all.count, 37, "captures");
    is_int((int)captures->orphans, 3, "revisits whose originals are missing");
    for (size_t i = 0; i < COUNT_OF(wanted); i++) {
        int64_t first = 0, last = 0;
        const struct capture *capture, *body;

        ok(moment_parse(span_of(wanted[i].until), &first, &last), "%s at %s", wanted[i].url, wanted[i].until);
        capture = captures_find(captures, span_of(wanted[i].url), last);
        is_int(capture ? capture->status : 0, wanted[i].status, "its status");
        body = capture ? &captures->all.items[capture->body] : NULL;
        is_span(body ? id_at(&text, body->offset) : span_of(""), span_of(wanted[i].body), "its body");
    }
    ok(captures_is_outdone(captures, captures_find(captures, span_of("http://a.org/p"), 1577836800000000)),
       "a later capture");
    ok(!captures_is_outdone(captures, captures_find(captures, span_of("http://a.org/p"), INT64_MAX)), "none");
    for (size_t i = 1; i < captures->all.count; i++)
        ok(captures->all.items[captures->order[i - 1]].offset <
               captures->all.items[captures->order[i]].offset,
           "in the order of the file");
    captures_free(captures);
    test_orphan();
    test_limit(fd, &text);
    buf_release(&text);
    close(fd);
    return done();
}
