/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_LINES_H
#define TIPTOE_ROBOTS_LINES_H

#include "base/buf.h"
#include "base/span.h"

/* The lines of a robots.txt, each with its field and value (RFC 9309 §2.2). */

enum robots_field {
    FIELD_NONE,  /* no colon, and the first word is not a field that needs none */
    FIELD_OTHER, /* a field without effect */
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
    struct span text;  /* as written, without its end, at most LIMIT_ROBOTS_LINE bytes */
    struct span code;  /* without comment, white space around it and text after a NUL */
    struct span value; /* without white space and invisible characters at its ends */
    enum robots_field field;
    bool damaged;  /* cut at a limit or NUL */
    bool trimmed;  /* the value has invisible characters at its ends */
    bool unquoted; /* the field starts or ends with a quote, as if the whole line were quoted */
};

struct robots_lines {
    struct span rest;
    uint32_t number;
    bool truncated;
};

/* Returns BODY without its byte order mark, borrowed; UTF-16 is converted to UTF-8 in DECODED, whose maximum
 * must be at least twice the length of BODY. */
struct span lines_decode(struct span body, struct buf *decoded) CHECKED;

/* Returns true for a web page that is served as robots.txt. */
bool lines_are_html(struct span text);

/* Returns the field for which google/robotstxt takes NAME too, by its beginning; FIELD_OTHER for another
 * name. "user_agent" is read only here. */
enum robots_field lines_field_by_beginning(struct span name);

/* Reads one line, all of RAW, into all members of LINE but its number. IS_CUT: the line may continue after
 * RAW. Returns false if it is blank or only a comment. */
bool lines_read(struct robots_line *line, struct span raw, bool is_cut) CHECKED;

/* Starts at the first line. TRUNCATED: the text is not the whole file, so its last line may be cut. */
void lines_start(struct robots_lines *lines, struct span text, bool truncated) NONNULL;

/* Reads the next line that is neither blank nor only a comment. Returns false at the end. */
bool lines_next(struct robots_lines *lines, struct robots_line *line) CHECKED;

/* Adds the lines of a robots.txt that state preferences about the use of pages (AIPREF, Content Signals,
 * RSL), each as written and with a line feed. Preferences are recorded with each stored copy, never
 * interpreted or enforced: a mirror for reading is neither training nor mining. Lines that do not fit into
 * OUT are dropped. */
void lines_add_usage(struct span body, struct buf *out) NONNULL;

#endif
