/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_MESSAGE_H
#define TIPTOE_SERVE_MESSAGE_H

#include "base/span.h"

struct buf;
struct server_answer;

/* The head of a request (RFC 9112), read strictly: where programs may read it differently, it is refused. */
struct request {
    struct span method, target; /* as sent */
    struct span head;           /* the request line and the field lines, each with its line end */
    bool keeps;                 /* the connection may be used again */
    bool has_body;
};

/* Reads the head at the start of BYTES, and sets LEN to its length. Returns 0 if its end is not there yet,
 * 200, or the HTTP status of a refusal: 400 for a bare LF, a folded line, no Host or two of them, and
 * anything else malformed; 505 for other versions than 1. REQUEST borrows BYTES. */
int request_read(struct span bytes, struct request *request, size_t *len) CHECKED;

/* Sets ANSWER to a refusal, and returns true, if REQUEST could not be read (STATUS is that of request_read,
 * or 431), is not for the server AUTHORITY, has no cookie KEY (unless that is NULL), or wants what no
 * mirror gives. The target TARGET_OWN "?KEY" gives the cookie, and redirects to the root. */
bool request_refuse(const struct request *request, int status, const char *authority, const char *key,
                    struct server_answer *answer) __attribute__((nonnull(1, 3, 5)));

/* Returns the value of the first field with this name; empty if no field has it. */
struct span request_field(const struct request *request, const char *name) NONNULL;

/* The header fields of a request (RFC 9110). All functions are pure; an absent field is an empty span. */

/* Seconds since 1970; -1 if TEXT is not an HTTP date. */
int64_t request_fields_date(struct span text);

/* Returns whether If-None-Match contains the entity tag TAG (without its quotes), or "*". */
bool request_fields_has_tag(struct span list, struct span tag);

/* Returns whether MODIFIED is not later than SINCE; false if either is not a date. */
bool request_fields_is_unmodified(struct span since, struct span modified);

/* Returns whether If-Range is absent, or matches TAG or MODIFIED. */
bool request_fields_is_same(struct span if_range, struct span tag, struct span modified);

enum request_fields_range {
    RANGE_ALL,   /* no range, or one to ignore: not in bytes, malformed, or several ranges */
    RANGE_PART,  /* FIRST to LAST, inclusive */
    RANGE_BEYOND /* entirely outside the body */
};

/* Reads Range for a body of SIZE bytes. */
enum request_fields_range request_fields_range(struct span range, uint64_t size, uint64_t *first,
                                               uint64_t *last) CHECKED;

/* Returns whether a reader opens a page, false for a script or an image of a page. DEST is Sec-Fetch-Dest. */
bool request_fields_want_page(struct span dest, struct span accept);

/* The part of an answer's body that follows the header section. */
struct response_body {
    const char *memory;
    int fd; /* -1: in memory */
    uint64_t at, left;
};

/* Adds the header section of the response to REQUEST (NULL if that cannot be read) to OUT, after conditions
 * and ranges, and sets BODY, which borrows from ANSWER. KEEPS: the connection may be used again. */
void response_add(struct buf *out, const struct request *request, const struct server_answer *answer,
                  bool keeps, struct response_body *body) __attribute__((nonnull(1, 3, 5)));

#endif
