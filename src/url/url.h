/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_URL_URL_H
#define TIPTOE_URL_URL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

/* One http or https URL as browsers understand it (WHATWG URL Standard). TEXT is its one canonical form: two
 * spellings that a browser takes for the same URL have the same text. Made once, parsed into many times:
 * after the first few parses its memory is only reused. */
struct url {
    struct buf text;
    struct buf origin; /* without the userinfo; empty where TEXT has none, and so begins with the origin */
    struct buf input;  /* what is left of an input whose tabs, line ends or bad bytes had to go */
    struct buf name;   /* a host name on its way to ASCII */
    struct url_encoder *encoder; /* for queries in a legacy charset; made when first needed */
    uint32_t scheme_len;         /* "http" or "https" */
    uint32_t host_at;            /* where the host begins, after "://" and the userinfo with its '@' */
    uint32_t host_end;           /* at the ':' of the port, or the path */
    uint32_t path_at;
    uint32_t query_at;    /* at the '?'; where there is none, at the fragment */
    uint32_t fragment_at; /* at the '#', or the end of the text */
};

enum url_result {
    URL_OK,
    URL_NOT_HTTP, /* another scheme: well-formed or not is not looked at */
    URL_NO_BASE,  /* relative, and nothing to resolve it against */
    URL_BAD_HOST,
    URL_BAD_PORT,
    URL_TOO_LONG, /* the text would pass LIMIT_URL_BYTES */
};

void url_init(struct url *url) __attribute__((nonnull));
void url_release(struct url *url) __attribute__((nonnull));

/* Parses INPUT (not a part of OUT), resolved against BASE (another object than OUT, parsed well; NULL for
 * none). INPUT should be UTF-8; bytes that are not are taken as U+FFFD, as a browser takes them. ENCODING is
 * the WHATWG name of the charset of the document that INPUT stands in, in which the query is written; NULL or
 * an unknown name mean UTF-8. Unless URL_OK, OUT is empty. */
enum url_result url_parse(struct url *out, struct span input, const struct url *base, const char *encoding)
    __attribute__((nonnull(1), warn_unused_result));

/* A short English phrase, never NULL. */
const char *url_result_text(enum url_result result) __attribute__((returns_nonnull));

/* Parts of the text, borrowed until the next change; all empty for an empty URL. The port is empty where it
 * is the scheme's own; query and fragment come without their '?' and '#'. */
struct span url_scheme(const struct url *url) __attribute__((nonnull));
struct span url_host(const struct url *url) __attribute__((nonnull));
struct span url_port(const struct url *url) __attribute__((nonnull));
struct span url_path(const struct url *url) __attribute__((nonnull));
struct span url_query(const struct url *url) __attribute__((nonnull));
struct span url_fragment(const struct url *url) __attribute__((nonnull));

/* "https://host:port" (no port where it is the scheme's own), without userinfo. Borrowed until the next
 * change. */
struct span url_origin(const struct url *url) __attribute__((nonnull));

/* Whether the text has the part, be it empty: "/a?" has a query and is another URL than "/a". */
static inline bool url_has_userinfo(const struct url *url)
{
    return url->host_at > url->scheme_len + 3;
}

static inline bool url_has_query(const struct url *url)
{
    return url->query_at < url->fragment_at;
}

static inline bool url_has_fragment(const struct url *url)
{
    return url->fragment_at < url->text.len;
}

/* Takes userinfo and fragment out. What is left is what is requested, and the identity by which a URL is
 * known. */
void url_strip(struct url *url) __attribute__((nonnull));

#endif
