/* SPDX-License-Identifier: MIT */
/* Files with one fault each beside what every good file has, and the severities and codes of the findings. */
#include "config.h"

#include "archive/check.h"

#include "archive/check_scene.h"
#include "tap.h"

#define OK_X      "HTTP/1.1 200 OK\r\n"
#define INFO_ID   "WARC-Warcinfo-ID: <urn:uuid:00000000-0000-4000-8000-000000000007>\n"
#define OF_INFO   "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000007>\n"
#define WHOLE     HTTP INFO_ID
#define ASKED     REQUEST INFO_ID "Content-Type: application/http;msgtype=request\n"
#define ID_6      "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000006>\n"
#define ROBOTS    "WARC-Target-URI: http://example.org/robots.txt\n"
#define ID_8      "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000008>\n"
#define CONTINUED START "WARC-Type: continuation\n" ID DATE URL INFO_ID "Content-Type: text/plain\n"
#define OF_8      "WARC-Segment-Origin-ID: <urn:uuid:00000000-0000-4000-8000-000000000008>\n"
#define AGAIN_2   REVISIT_2 INFO_ID
#define OF_Y      "WARC-Payload-Digest: sha1:SXNZGYL2ZGKDPDQSFRZPU6QJJYR3CXMV\n"
#define OLD_SAME  "WARC-Profile: http://netpreserve.org/warc/1.0/revisit/identical-payload-digest\n"
#define SAID      OK_X "Content-Length: 1\r\n\r\nx"

/* Each file begins with a warcinfo (its block is INFO_TEXT, or "software: x") and has a robots.txt, so that
 * the findings are about the records that follow: E for an error, W for a warning. */
static const struct {
    const char *label, *info_text, *first, *first_block, *second, *second_block, *findings;
} strict[] = {
    {"nothing to find", NULL, WHOLE, SAID, NULL, NULL, ""},
    {"a revisit whose digest is that of its original", NULL, WHOLE OF_X, SAID, AGAIN_2 FROM REFERS, "", ""},
    {"a revisit whose digest is not that of its original", NULL, WHOLE, OK_X "\r\nxy", AGAIN_2 FROM REFERS,
     "", "E link"},
    {"the same, found by its URI and date", NULL, WHOLE, OK_X "\r\nxy", AGAIN_2 FROM, "", "E link"},
    {"the same, with the digest that its original states", NULL, WHOLE OF_X, OK_X "\r\nxy",
     AGAIN_2 FROM REFERS, "", "E payload digest"},
    {"a revisit with a body", NULL, WHOLE OF_X, SAID,
     AGAIN_2 FROM "WARC-Truncated: length\nContent-Type: application/http\n", SAID, "E revisit"},
    {"a revisit of 1.0 by payload, without its digest", NULL, WHOLE, SAID,
     START "WARC-Type: revisit\n" ID_2 DATE URL OLD_SAME FROM INFO_ID, "", "E missing"},
    {"a uuid that is too short", NULL,
     WHOLE "X: y\n"
           "WARC-Concurrent-To: <urn:uuid:1>\n",
     SAID, NULL, NULL, "E id,E link"},
    {"a uuid without lines", NULL,
     START "WARC-Type: metadata\nWARC-Record-ID: <urn:uuid:00000000000040008000000000000001>\n" DATE INFO_ID,
     "", NULL, NULL, "E id"},
    {"a uuid in capital letters", NULL,
     START
     "WARC-Type: metadata\nWARC-Record-ID: <urn:uuid:0000000A-0000-4000-8000-00000000000F>\n" DATE INFO_ID,
     "", NULL, NULL, ""},
    {"a first segment", NULL, WHOLE "WARC-Segment-Number: 1\n", SAID, NULL, NULL, ""},
    {"a continuation without a number", NULL, CONTINUED OF_8, "x", NULL, NULL, "E missing"},
    {"a continuation that is the first segment", NULL, CONTINUED OF_8 "WARC-Segment-Number: 1\n", "x", NULL,
     NULL, "E segment"},
    {"a continuation with a total length", NULL,
     CONTINUED OF_8 "WARC-Segment-Number: 2\nWARC-Segment-Total-Length: 9\n", "x", NULL, NULL, ""},
    {"a total length that is not a number", NULL,
     CONTINUED OF_8 "WARC-Segment-Number: 2\nWARC-Segment-Total-Length: all\n", "x", NULL, NULL, "E segment"},
    {"a first segment with the number 2", NULL, WHOLE "WARC-Segment-Number: 2\n", SAID, NULL, NULL,
     "E segment"},
    {"a request", NULL, ASKED, "GET /a HTTP/1.1\r\nHost: example.org\r\n\r\n", NULL, NULL, ""},
    {"a request to a proxy", NULL, ASKED, "GET http://example.org/a HTTP/1.1\r\nHost: x\r\n\r\n", NULL, NULL,
     ""},
    {"a request without Host", NULL, ASKED, "GET /a HTTP/1.0\r\n\r\n", NULL, NULL, ""},
    {"a request with the default port", NULL, ASKED, "GET /a HTTP/1.1\r\nHost: EXAMPLE.org:80\r\n\r\n", NULL,
     NULL, ""},
    {"a request with a character that URIs escape", NULL,
     START "WARC-Type: request\n" ID DATE "WARC-Target-URI: http://example.org/a%7Cb\n" IP INFO_ID
           "Content-Type: application/http\n",
     "GET /a|b HTTP/1.1\r\nHost: example.org\r\n\r\n", NULL, NULL, ""},
    {"a request for more of the path", NULL, ASKED, "GET /ab HTTP/1.1\r\nHost: example.org\r\n\r\n", NULL,
     NULL, "E target"},
    {"a request for another path", NULL, ASKED, "GET /b HTTP/1.1\r\nHost: example.org\r\n\r\n", NULL, NULL,
     "E target"},
    {"a request for another host", NULL, ASKED, "GET /a HTTP/1.1\r\nHost: example.com\r\n\r\n", NULL, NULL,
     "E target"},
    {"a request whose response is missing", NULL, ASKED MISSING,
     "GET /a HTTP/1.1\r\nHost: example.org\r\n\r\n", NULL, NULL, "E link"},
    {"a coding that cannot be undone", NULL, WHOLE, OK_X "Content-Encoding: gzip\r\n\r\nbad", NULL, NULL,
     "E encoding"},
    {"a coding that can be undone", NULL, WHOLE, OK_X "Content-Encoding: gzip\r\n\r\ngood", NULL, NULL, ""},
    {"a coding in chunks", NULL, WHOLE,
     OK_X "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ngood\r\n0\r\n\r\n", NULL, NULL,
     ""},
    {"a coding of a truncated body", NULL, WHOLE "WARC-Truncated: length\n",
     OK_X "Content-Encoding: gzip\r\n\r\nbad", NULL, NULL, ""},
    {"a coding of an empty body", NULL, WHOLE, OK_X "Content-Encoding: gzip\r\n\r\n", NULL, NULL, ""},

    {"an unknown type", NULL, START "WARC-Type: robots\n" ID DATE INFO_ID, "", NULL, NULL, "W type"},
    {"no address", NULL, START "WARC-Type: response\n" ID DATE URL INFO_ID "Content-Type: application/http\n",
     SAID, NULL, NULL, "W ip"},
    {"no warcinfo id", NULL, HTTP, SAID, NULL, NULL, "W warcinfo"},
    {"a password in a request", NULL, ASKED,
     "GET /a HTTP/1.1\r\nHost: example.org\r\nAuthorization: Basic eA==\r\n\r\n", NULL, NULL,
     "W credentials"},
    {"a password for a proxy", NULL, ASKED,
     "GET /a HTTP/1.1\r\nHost: example.org\r\nProxy-Authorization: Basic eA==\r\n\r\n", NULL, NULL,
     "W credentials"},
    {"a cookie", NULL, ASKED, "GET /a HTTP/1.1\r\nHost: example.org\r\nCookie: a=b\r\n\r\n", NULL, NULL,
     "W credentials"},
    {"a user name in the URI", NULL,
     START "WARC-Type: request\n" ID DATE "WARC-Target-URI: http://u:p@example.org/a\n" IP INFO_ID
           "Content-Type: application/http\n",
     "GET /a HTTP/1.1\r\nHost: example.org\r\n\r\n", NULL, NULL, "W credentials"},
    {"two ways to frame a body", NULL, WHOLE,
     OK_X "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n", NULL, NULL,
     "W framing"},
    {"a date in the future", NULL,
     START "WARC-Type: metadata\n" ID "WARC-Date: 9999-01-01T00:00:00Z\n" INFO_ID, "", NULL, NULL, "W date"},
    {"a day that does not exist", NULL,
     START "WARC-Type: metadata\n" ID "WARC-Date: 2023-02-29T00:00:00Z\n" INFO_ID, "", NULL, NULL, "E date"},
    {"a path in the warcinfo", "wget-arguments: \"-o\" \"/home/me/log\"\r\n", NULL, NULL, NULL, NULL,
     "W path"},
    {"a path of Windows", "isPartOf: C:\\crawls\\1\r\n", NULL, NULL, NULL, NULL, "W path"},
    {"a path as a URL", "description: file:///srv/x\r\n", NULL, NULL, NULL, NULL, "W path"},
    {"no paths", "software: a/1.0 +http://a.org/b/c (x; y) a/b\r\nconformsTo: http://a.org/b\r\n", NULL, NULL,
     NULL, NULL, ""},
    {"a host without robots.txt", NULL,
     START "WARC-Type: response\n" ID DATE "WARC-Target-URI: http://example.com/a\n" IP INFO_ID
           "Content-Type: application/http\n",
     SAID,
     START "WARC-Type: response\n" ID_8 DATE "WARC-Target-URI: http://example.com/b\n" IP INFO_ID
           "Content-Type: application/http\n",
     SAID, "W robots"},
    {"an answer of a draft", NULL,
     "WARC/0.18\nWARC-Type: metadata\n" ID "WARC-Date: 2024-02-29T00:00:00Z\n" INFO_ID, "", NULL, NULL,
     "W version"},

    {"a body without its chunks", NULL, WHOLE OF_X, OK_X "Transfer-Encoding: chunked\r\n\r\nx", NULL, NULL,
     "W framing"},
    {"a longer one", NULL, WHOLE, OK_X "Transfer-Encoding: chunked\r\n\r\n<p>a page that had chunks once</p>",
     NULL, NULL, "W framing"},
    {"two protocols", NULL, WHOLE "WARC-Protocol: h2\nWARC-Protocol: tls/1.3\n", SAID, NULL, NULL, ""},
    {"a folded field of 1.0", NULL,
     "WARC/1.0\nWARC-Type: metadata\n" ID "WARC-Date: 2024-02-29T00:00:00Z\n" INFO_ID "X: a\n b\n", "", NULL,
     NULL, ""},
};

static void test_strict(void)
{
    struct warc_check_result result;
    struct buf file;

    buf_init(&file, 65536);
    graded = true;
    for (size_t i = 0; i < COUNT_OF(strict); i++) {
        buf_clear(&file);
        add_record(&file,
                   START "WARC-Type: warcinfo\n" OF_INFO DATE "Content-Type: application/warc-fields\n",
                   strict[i].info_text ? strict[i].info_text : "software: x\r\n");
        add_record(&file,
                   START "WARC-Type: response\n" ID_6 DATE ROBOTS IP INFO_ID
                         "Content-Type: application/http\n",
                   SAID);
        if (strict[i].first)
            add_record(&file, strict[i].first, strict[i].first_block);
        if (strict[i].second)
            add_record(&file, strict[i].second, strict[i].second_block);
        is_str(check_bytes(buf_span(&file), &result), strict[i].findings, strict[i].label);
    }
    graded = false;
    buf_release(&file);
}

int main(void)
{
    buf_init(&codes, 4096);
    test_strict();
    buf_release(&codes);
    return done();
}
