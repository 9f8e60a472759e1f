/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_COOKIES_H
#define TIPTOE_FETCH_COOKIES_H

#include <curl/curl.h>

#include "answer/fields.h"

struct buf;

/* Adds LINES, in the Netscape format, to the cookies that all transfers of SHARE share. */
void cookies_load(CURLSH *share, struct span lines) NONNULL;

/* Returns true if libcurl reads a cookie from LINES that has not expired. */
bool cookies_are_in(struct span lines);

/* Writes these cookies to FD, in the Netscape format. 0, or the error of writing. */
int cookies_write(CURLSH *share, int fd) CHECKED;

/* A jar keeps at most so many cookies, with at most so many bytes together, so that no server's limit on
 * headers is reached; the oldest make room for new ones. */
enum { JAR_COOKIES = 50, JAR_BYTES = 4096 };

/* The cookies of one origin, in memory only (RFC 6265). They are never sent to another origin, whatever their
 * Domain says. A Max-Age of 0, or without one an Expires that is past by the server's clock, deletes a
 * cookie; other dates do not matter during a run. Zeroed: an empty jar. */
struct jar {
    char *origin;
    struct cookie {
        char *pair; /* name=value */
        char *path;
    } cookies[JAR_COOKIES];
    size_t count, bytes;
};

void jar_release(struct jar *jar) NONNULL;

/* Takes the cookies that the answer of the canonical http(s) URL sets. A jar that has cookies of another
 * origin is emptied before. */
void jar_take(struct jar *jar, struct span url, const struct answer_fields *fields) NONNULL;

/* Adds the value of the Cookie field of a request for URL to OUT: nothing, or pairs separated by "; ". */
void jar_add_field(const struct jar *jar, struct span url, struct buf *out) NONNULL;

#endif
