/* SPDX-License-Identifier: MIT */
/* Which capture of a URL is in force at which time, and what revisits repeat. */
#include "config.h"

#include "archive/captures.h"

#include <sys/mman.h>
#include <unistd.h>

#include "base/moment.h"
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
    {"response", "12", "http://a.org/part", "2020-01-05T00:00:00Z", "", "HTTP/1.1 206 Part\r\n\r\nx"},
    {"response", "13", "gopher://a.org/", "2020-01-05T00:00:00Z", "", "HTTP/1.1 200 OK\r\n\r\nx"},
    {"resource", "14", "http://a.org/resource", "2020-01-05T00:00:00Z", "", "x"},
    {"response", "15", "http://a.org/undated", "yesterday", "", "HTTP/1.1 200 OK\r\n\r\nx"},
};

/* A URL at a time, and the record that is in force: the status, and the id of the one with the body. */
static const struct {
    const char *url, *until;
    int status;
    const char *body;
} wanted[] = {
    {"http://a.org/p", "2020", 200, "2"},       {"http://a.org/p", "2020-01-04", 200, "2"},
    {"http://a.org/p", "2020-01-02", 404, "3"}, {"http://a.org/p", "2019", 0, ""},
    {"http://a.org/q", "2020", 203, "2"},       {"http://a.org/r", "2020", 200, "3"},
    {"http://a.org/s", "2020", 0, ""},          {"http://a.org/post", "2020", 0, ""},
    {"http://a.org/got", "2020", 200, "11"},    {"http://a.org/part", "2020", 0, ""},
    {"http://a.org/resource", "2020", 0, ""},   {"http://a.org/undated", "2020", 200, "15"},
    {"http://a.org/nothing", "2020", 0, ""},
};

static int make_file(struct buf *text)
{
    int fd = memfd_create("captures", MFD_CLOEXEC);

    for (size_t i = 0; i < sizeof records / sizeof *records; i++)
        (void)buf_add_format(text,
                             "WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: <%s>\r\nWARC-Target-URI: "
                             "%s\r\nWARC-Date: %s\r\n%sContent-Length: %zu\r\n\r\n%s\r\n\r\n",
                             records[i].type, records[i].id, records[i].url, records[i].date, records[i].more,
                             strlen(records[i].http), records[i].http);
    ok(write(fd, text->at, text->len) == (ssize_t)text->len, "a file");
    return fd;
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
    struct buf text, url;
    int fd;

    buf_init(&text, 64 * 1024);
    buf_init(&url, 1024);
    fd = make_file(&text);
    is_int(captures_add_file(captures, fd, UINT64_MAX, 7), 0, "it is read");
    captures_finish(captures);
    is_int((int)captures_count(captures), 8, "captures");
    is_int((int)captures_orphans(captures), 1, "a revisit of nothing");
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        int64_t first = 0, last = 0;
        const struct capture *capture, *body;

        ok(moment_parse(span_of(wanted[i].until), &first, &last), "%s at %s", wanted[i].url, wanted[i].until);
        capture = captures_find(captures, span_of(wanted[i].url), last);
        is_int(capture ? capture->status : 0, wanted[i].status, "its status");
        body = capture ? captures_at(captures, capture->body) : NULL;
        is_span(body ? id_at(&text, body->offset) : span_of(""), span_of(wanted[i].body), "its body");
    }
    ok(captures_is_outdone(captures, captures_find(captures, span_of("http://a.org/p"), 1577836800000000)),
       "a later capture");
    ok(!captures_is_outdone(captures, captures_find(captures, span_of("http://a.org/p"), INT64_MAX)), "none");
    for (size_t i = 1; i < captures_count(captures); i++)
        ok(captures_in_order(captures, i - 1)->offset < captures_in_order(captures, i)->offset,
           "in the file's order");
    is_int(captures_first_page(fd, &url), 0, "the first page");
    is_span(buf_span(&url), span_of("http://a.org/p"), "which is HTML");
    captures_free(captures);
    buf_release(&text);
    buf_release(&url);
    close(fd);
    return done();
}
