/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_FETCH_REPLIES_H
#define TIPTOE_TESTS_FETCH_REPLIES_H

/* The prepared answers of fetch.c, by path. */
#include "base/limits.h"
#include "fetch/player.h"

#define BYTES(text) (text), sizeof(text) - 1
#define OK          "HTTP/1.1 200 OK\r\n"
#define HEAD(fold)  OK "sEt-CooKie: a=1\r\nX: \xe9\r\nSet-Cookie:b=2 \r\n" fold "Content-Length:   2\r\n\r\n"
#define HTML        "Content-Type: text/html\r\n"
#define GZIP_HELLO                                                                                           \
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\x48\xcd\xc9\xc9\x57\x28\xcf\x2f\xca\x49\xe1\x02\x00\x2d"   \
    "\x3b\x08\xaf\x0c\x00\x00\x00"
#define GZIP_LEN "32"

/* Header blocks of exactly the limit, and of a byte more. */
static char head_limit[LIMIT_HEADER_BYTES], head_beyond[LIMIT_HEADER_BYTES + 1];

static const struct reply replies[] = {
    {"/plain", BYTES(OK HTML "Content-Length: 6\r\n\r\nhello\n"), KEEP, 0, 0, NULL},
    {"/close", BYTES(OK "\r\nuntil the end"), CLOSE, 0, 0, NULL},
    {"/empty", BYTES(OK "Content-Length: 0\r\n\r\n"), KEEP, 0, 0, NULL},
    {"/204", BYTES("HTTP/1.1 204 No Content\r\n\r\n"), KEEP, 0, 0, NULL},
    {"/304", BYTES("HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n\r\n"), KEEP, 0, 0, NULL},
    {"/302", BYTES("HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 4\r\n\r\ngone"),
     KEEP, 0, 0, NULL},
    {"/302-nowhere", BYTES("HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n"), KEEP, 0, 0, NULL},
    {"/404", BYTES("HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno"), KEEP, 0, 0, NULL},
    {"/421", BYTES("HTTP/1.1 421 Not Here\r\nContent-Length: 2\r\n\r\nno"), KEEP, 0, 0, NULL},
    {"/503", BYTES("HTTP/1.1 503 Wait\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n"), KEEP, 0, 0, NULL},
    {"/chunked",
     BYTES(OK "Transfer-Encoding: chunked\r\n\r\n4;x=y\r\nhell\r\n2\r\no\n\r\n0\r\nX-T: 1\r\n\r\n"), KEEP, 0,
     0, NULL},
    {"/chunked-length",
     BYTES(OK HTML "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"), KEEP, 0, 0,
     NULL},
    {"/gzip", BYTES(OK "Content-Encoding: gzip\r\nContent-Length: " GZIP_LEN "\r\n\r\n" GZIP_HELLO), KEEP, 0,
     0, NULL},
    {"/gzip-chunked",
     BYTES(OK "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n20\r\n" GZIP_HELLO
              "\r\n0\r\n\r\n"),
     KEEP, 0, 0, NULL},
    {"/gzip-cut",
     BYTES(OK "Content-Encoding: gzip\r\nContent-Length: "
              "20\r\n\r\n\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\x48\xcd\xc9\xc9\x57\x28\xcf\x2f\xca"),
     KEEP, 0, 0, NULL},
    {"/gzip-not", BYTES(OK "Content-Encoding: gzip\r\nContent-Length: 6\r\n\r\nhello\n"), KEEP, 0, 0, NULL},
    {"/charset-coding", BYTES(OK "Content-Encoding: UTF-8\r\nContent-Length: 6\r\n\r\nhello\n"), KEEP, 0, 0,
     NULL},
    {"/compress", BYTES(OK "Content-Encoding: compress\r\nContent-Length: 6\r\n\r\nhello\n"), KEEP, 0, 0,
     NULL},
    {"/hints",
     BYTES("HTTP/1.1 100 Continue\r\nX-A: no\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" OK
           "X-A: yes\r\nContent-Length: 2\r\n\r\nok"),
     KEEP, 0, 0, NULL},
    {"/headers", BYTES(HEAD("X-Fold: one\r\n two\r\n") "ok"), KEEP, 0, 0, NULL},
    {"/cl-too-long", BYTES(OK "Content-Length: 10\r\n\r\nhello"), CLOSE, 0, 0, NULL},
    {"/cl-reset", BYTES(OK "Content-Length: 10\r\n\r\nhello"), RESET, 0, 0, NULL},
    {"/cl-conflict", BYTES(OK "Content-Length: 2\r\nContent-Length: 5\r\n\r\nhello"), KEEP, 0, 0, NULL},
    {"/cl-twice", BYTES(OK "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello"), KEEP, 0, 0, NULL},
    {"/cl-negative", BYTES(OK "Content-Length: -1\r\n\r\nhello"), KEEP, 0, 0, NULL},
    {"/te-gzip", BYTES(OK "Transfer-Encoding: gzip\r\n\r\n" GZIP_HELLO), CLOSE, 0, 0, NULL},
    {"/chunk-cut", BYTES(OK "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"), CLOSE, 0, 0, NULL},
    {"/chunk-negative", BYTES(OK "Transfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n"), CLOSE, 0, 0,
     NULL},
    {"/chunk-overflow", BYTES(OK "Transfer-Encoding: chunked\r\n\r\n10000000000000005\r\nhello\r\n0\r\n\r\n"),
     CLOSE, 0, 0, NULL},
    {"/304-length", BYTES("HTTP/1.1 304 Not Modified\r\nContent-Length: 6\r\n\r\n"), CLOSE, 0, 0, NULL},
    {"/204-chunked", BYTES("HTTP/1.1 204 No\r\nTransfer-Encoding: chunked\r\n\r\n"), CLOSE, 0, 0, NULL},
    {"/te-identity", BYTES(OK "Transfer-Encoding: identity\r\nContent-Length: 2\r\n\r\nok"), CLOSE, 0, 0,
     NULL},
    {"/cl-list", BYTES(OK "Content-Length: 5, 5\r\n\r\nhello"), KEEP, 0, 0, NULL},
    {"/cl-list-differs", BYTES(OK "Content-Length: 5, 6\r\n\r\nhello"), CLOSE, 0, 0, NULL},
    {"/cl-list-text", BYTES(OK "Content-Length: 5, x\r\n\r\nhello"), CLOSE, 0, 0, NULL},
    {"/cl-text", BYTES(OK "Content-Length: 5\r\nContent-Length: x\r\n\r\nhello"), KEEP, 0, 0, NULL},
    {"/199", BYTES("HTTP/1.1 199 Misc\r\n\r\n" OK "Content-Length: 2\r\n\r\nok"), KEEP, 0, 0, NULL},
    {"/hang", BYTES(OK HTML "Content-Length: 10\r\n\r\nhello"), HANG, 0, 0, NULL},
    {"/late-html", BYTES(OK HTML "Content-Length: 4\r\n\r\nok"), KEEP, 0, 0, "ok"},
    {"/late-json", BYTES(OK "Content-Type: Application/JSON\r\nContent-Length: 4\r\n\r\nok"), KEEP, 0, 0,
     "ok"},
    {"/late-image", BYTES(OK "Content-Type: image/png\r\nContent-Length: 4\r\n\r\nok"), KEEP, 0, 0, "ok"},
    {"/late-untyped", BYTES(OK "Content-Length: 4\r\n\r\nok"), KEEP, 0, 0, "ok"},
    {"/silent", BYTES(""), HANG, 0, 0, NULL},
    {"/no-answer", BYTES(""), CLOSE, 0, 0, NULL},
    {"/half-head", BYTES(OK "X-Half"), CLOSE, 0, 0, NULL},
    {"/version-2", BYTES("HTTP/2 200 OK\r\nContent-Length: 2\r\n\r\nok"), KEEP, 0, 0, NULL},
    {"/http09", BYTES("<html>hello</html>"), CLOSE, 0, 0, NULL},
    {"/206", BYTES("HTTP/1.1 206 Partial\r\nContent-Length: 2\r\n\r\nok"), KEEP, 0, 0, NULL},
    {"/101", BYTES("HTTP/1.1 101 Switching\r\nUpgrade: h2c\r\n\r\n"), HANG, 0, 0, NULL},
    {"/slow", BYTES(""), KEEP, 0, 0, OK "Content-Length: 2\r\n\r\nok"},
    {"/big", BYTES(OK "Content-Length: 2000000\r\n\r\n"), HANG, 0, 0, NULL},
    {"/endless", BYTES(OK "\r\n0123456789abcdef"), CLOSE, 1000000, sizeof(OK "\r\n") - 1, NULL},
    {"/spool", BYTES(OK "Content-Length: 3200016\r\n\r\n0123456789abcdef"), KEEP, 200000,
     sizeof(OK "Content-Length: 3200016\r\n\r\n") - 1, NULL},
    {"/flood", BYTES(OK "X-Flood: 0123456789abcdef0123456789abcdef\r\n"), HANG, 20000, sizeof(OK) - 1, NULL},
    {"/head-limit", head_limit, sizeof head_limit, CLOSE, 0, 0, NULL},
    {"/head-beyond", head_beyond, sizeof head_beyond, CLOSE, 0, 0, NULL},
    {"/flood-100", BYTES("HTTP/1.1 100 Continue\r\n\r\n"), HANG, 100000, 0, NULL},
};

#endif
