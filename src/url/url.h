/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_URL_URL_H
#define TIPTOE_URL_URL_H

#include "base/buf.h"
#include "base/limits.h"

/* One http or https URL as browsers understand it (WHATWG URL Standard). TEXT is its canonical form: two
 * spellings that are the same URL for a browser have the same text. A zeroed object is empty; it serves for
 * many parses and reuses its memory. */
struct url {
    struct buf text;
    struct buf origin; /* without the userinfo; empty if TEXT has none, so that it begins with the origin */
    struct buf input; /* a copy of the input without its tabs, line ends and malformed bytes, if it has any */
    struct buf name;  /* working memory for a host name */
    struct url_encoder *encoder; /* for queries in a legacy charset; created when first needed */
    uint32_t scheme_len;         /* "http" or "https" */
    uint32_t host_at;            /* the start of the host, after "://" and the userinfo with its '@' */
    uint32_t host_end;           /* at the ':' of the port, or the path */
    uint32_t path_at;
    uint32_t query_at;    /* at the '?'; without one, at the fragment */
    uint32_t fragment_at; /* at the '#', or the end of the text */
};

enum url_result {
    URL_OK,
    URL_NOT_HTTP, /* another scheme; the rest is not checked */
    URL_NO_BASE,  /* relative, without a base */
    URL_BAD_HOST,
    URL_BAD_PORT,
    URL_TOO_LONG, /* the text would exceed LIMIT_URL_BYTES */
};

void url_release(struct url *url) NONNULL;

/* As BUF_LOCAL, for a URL. */
#define URL_LOCAL RELEASED_BY(url_release) = {0}

/* Parses INPUT (not a part of OUT), resolved against BASE (another object than OUT, parsed with URL_OK; NULL
 * for none). Bytes that are not UTF-8 count as U+FFFD, as in browsers. ENCODING is the WHATWG name, a static
 * text, of the charset of the document that contains INPUT; the query is written in it. NULL and unknown
 * names mean UTF-8. Unless the result is URL_OK, OUT is empty. */
enum url_result url_parse(struct url *out, struct span input, const struct url *base, const char *encoding)
    __attribute__((nonnull(1), warn_unused_result));

/* Parses INPUT as url_parse does, for a URL in a header field or in robots.txt, which has no encoding: if
 * INPUT is not UTF-8, the bytes that are not ASCII are percent-encoded as they are. */
enum url_result url_parse_bytes(struct url *out, struct span input, const struct url *base)
    __attribute__((nonnull(1)));

/* Returns a short English phrase, never NULL. */
const char *url_result_text(enum url_result result) __attribute__((returns_nonnull));

/* Returns a part of the text, borrowed until the next change; empty for an empty URL. The port is empty if
 * it is the scheme's default; query and fragment come without their '?' and '#'. */
struct span url_scheme(const struct url *url) NONNULL;
struct span url_host(const struct url *url) NONNULL;
struct span url_port(const struct url *url) NONNULL;
struct span url_path(const struct url *url) NONNULL;
struct span url_target(const struct url *url) NONNULL; /* path and query, as requested */
struct span url_query(const struct url *url) NONNULL;
struct span url_fragment(const struct url *url) NONNULL;

/* Returns "https://host:port" (without the default port), without userinfo, borrowed until the next
 * change. */
struct span url_origin(const struct url *url) NONNULL;

/* Returns true if the text has the part, even if it is empty: "/a?" has a query and is another URL than
 * "/a". */
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

/* Returns "https://host:port" at the front of an absolute URL; empty for other text. */
static inline struct span url_origin_text(struct span url)
{
    const char *mark = url.len > 0 && url.at[0] != '/' ? memmem(url.at, url.len, "://", 3) : NULL;
    size_t len = mark ? (size_t)(mark - url.at) + 3 : 0;

    while (mark && len < url.len && !byte_is_in(url.at[len], "/?#"))
        len++;
    return span_part(url, 0, len);
}

/* Returns true if TEXT begins like an absolute URL of http or https. */
static inline bool url_starts_http(struct span text)
{
    return span_starts_nocase(text, "https://") || span_starts_nocase(text, "http://");
}

/* Removes userinfo and fragment. The rest is requested, and identifies the URL. */
void url_strip(struct url *url) NONNULL;

#endif
