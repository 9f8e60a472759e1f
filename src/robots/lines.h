/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_LINES_H
#define TIPTOE_ROBOTS_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

/* A robots.txt as lines, and each line as a field and its value (ROBOTS.md, 5.1). */

enum robots_field {
    FIELD_NONE,  /* no colon, and no word that is taken for a field without one */
    FIELD_OTHER, /* a field that binds nobody */
    FIELD_USER_AGENT,
    FIELD_ALLOW,
    FIELD_DISALLOW,
    FIELD_NOINDEX, /* and Noarchive */
    FIELD_CRAWL_DELAY,
    FIELD_REQUEST_RATE,
    FIELD_VISIT_TIME,
    FIELD_SITEMAP
};

/* All spans are borrowed from the text. */
struct robots_line {
    uint32_t number;   /* from 1 */
    struct span text;  /* as it is written, without its end, at most LIMIT_ROBOTS_LINE bytes */
    struct span value; /* trimmed, also of invisible characters */
    enum robots_field field;
    bool damaged;  /* cut by a limit, or by a NUL */
    bool trimmed;  /* the value had invisible characters at its ends */
    bool unquoted; /* the field was quoted: "Disallow: /x" in quotes as a whole */
};

struct robots_lines {
    struct span rest;
    uint32_t number;
    bool truncated;
};

/* BODY without its byte order mark, as UTF-8 if it is UTF-16 (then it is in DECODED, which must have been
 * made with a maximum of two times the body's length), else the very bytes. Borrowed from both. */
struct span lines_decode(struct span body, struct buf *decoded) __attribute__((nonnull, warn_unused_result));

/* True for a web page that stands in the place of a robots.txt. */
bool lines_are_html(struct span text);

/* TRUNCATED: the last line may be cut. */
void lines_start(struct robots_lines *lines, struct span text, bool truncated) __attribute__((nonnull));

/* The next line that is neither blank nor only a comment; false at the end. */
bool lines_next(struct robots_lines *lines, struct robots_line *line)
    __attribute__((nonnull, warn_unused_result));

#endif
