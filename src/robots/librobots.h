/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_LIBROBOTS_H
#define TIPTOE_ROBOTS_LIBROBOTS_H

/* librobots: the rules of robots.txt files and page tags for a robot (RFC 9309, and the texts before and
 * after it). It uses neither the network nor a clock: bytes in, verdicts out. See librobots(3).
 *
 * Texts are C strings unless they have a length. Times are seconds since 1970 UTC. Functions that take a
 * const object change nothing: several threads may call them at the same time, while none changes the object.
 * If memory runs out, or an argument that must not be NULL is NULL, a function returns its most restrictive
 * result and changes nothing. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined __GNUC__
#define ROBOTS_PUBLIC __attribute__((visibility("default")))
#else
#define ROBOTS_PUBLIC
#endif

/* Returns the version of the library, such as "0.2.0". */
ROBOTS_PUBLIC const char *robots_version(void);

/* The meaning of the answer to a request for robots.txt. */
enum robots_answer {
    ROBOTS_ANSWER_UNKNOWN,    /* robots.txt was not read yet */
    ROBOTS_ANSWER_RULES,      /* the rules of the body apply */
    ROBOTS_ANSWER_OPEN,       /* there is no file, so there are no rules */
    ROBOTS_ANSWER_CLOSED,     /* the site does not want to be visited */
    ROBOTS_ANSWER_UNREACHABLE /* nothing may be fetched for now */
};

/* Returns the meaning of an answer. STATUS is the HTTP status of the last answer; 0 without an answer, or if
 * its body ended early. Pass the status of a redirect that was not followed, for example after the fifth.
 * STRICT: see robots_rules_set_strict. */
ROBOTS_PUBLIC enum robots_answer robots_answer(int status, bool strict);

/* The robots.txt files of any number of sites, read for one agent. It keeps bytes, not verdicts, so agent and
 * mode may change at any time. */
struct robots_rules;

/* Creates the rules of AGENT: a product token ("Example"), or a User-Agent value that starts with one.
 * Returns NULL without memory. Free the result with robots_rules_free. */
ROBOTS_PUBLIC struct robots_rules *robots_rules_new(const char *agent);
ROBOTS_PUBLIC void robots_rules_free(struct robots_rules *rules);

/* Reads all files for AGENT afterwards. This function and the next two read all of them again. */
ROBOTS_PUBLIC bool robots_rules_set_agent(struct robots_rules *rules, const char *agent);
ROBOTS_PUBLIC const char *robots_rules_agent(const struct robots_rules *rules);

/* Reads all files strictly: a tie between Allow and Disallow forbids; unusual 4xx answers, a file larger than
 * ROBOTS_BODY_MAX and a web page instead of a file close the site. */
ROBOTS_PUBLIC bool robots_rules_set_strict(struct robots_rules *rules, bool strict);

/* Obeys groups for AGENT too. Returns false also after ROBOTS_ALSO_MAX of them. */
#define ROBOTS_ALSO_MAX 32
ROBOTS_PUBLIC bool robots_rules_also_obey(struct robots_rules *rules, const char *agent);

/* The part of a file that is read. Pass one byte more of a larger file, to show that it is cut. */
#define ROBOTS_BODY_MAX (2 * 1024 * 1024)

/* Copies the answer to the request for URL, the robots.txt of its site; after redirects, URL is the first
 * one. STATUS is as in robots_answer; BODY counts if it is 2xx. A 304 renews the copy. If the file is
 * unreachable, a copy younger than 30 days stays in force. MAX_AGE is the max-age of Cache-Control in
 * seconds, -1 without it: the copy is fresh for that long, but at least 10 minutes and at most a day. Returns
 * false, with nothing changed, if URL is not http or https, or memory runs out: the site stays as it was. */
ROBOTS_PUBLIC bool robots_rules_parse(struct robots_rules *rules, const char *url, const void *body,
                                      size_t len, int status, int64_t now, int64_t max_age);

ROBOTS_PUBLIC void robots_rules_forget(struct robots_rules *rules, const char *url);

/* Passes all answers to WRITE, piece by piece, in a form that robots_rules_load reads: a program can keep
 * them from one run to the next. Returns false if WRITE returned false. Agent and mode are not saved. */
ROBOTS_PUBLIC bool robots_rules_save(const struct robots_rules *rules,
                                     bool (*write)(void *context, const void *bytes, size_t len),
                                     void *context);
/* Adds the saved answers; those of known sites are replaced. Returns false at damage, or if memory runs out:
 * the sites before it are added. */
ROBOTS_PUBLIC bool robots_rules_load(struct robots_rules *rules, const void *bytes, size_t len);

/* Returns the meaning of the answer for the site of URL. */
ROBOTS_PUBLIC enum robots_answer robots_rules_answer(const struct robots_rules *rules, const char *url);
/* Returns the time until which the copy is fresh; 0 without a copy. */
ROBOTS_PUBLIC int64_t robots_rules_fresh_until(const struct robots_rules *rules, const char *url);
/* Returns the bytes; NULL without an answer. Borrowed until the object changes. LEN may be NULL. */
ROBOTS_PUBLIC const char *robots_rules_body(const struct robots_rules *rules, const char *url, size_t *len);

/* The reason for a verdict. */
enum robots_why {
    ROBOTS_WHY_NO_RULE,    /* no rule matches */
    ROBOTS_WHY_RULE,       /* the line of the verdict */
    ROBOTS_WHY_ROBOTS_TXT, /* /robots.txt itself is always allowed */
    ROBOTS_WHY_ANSWER,     /* see robots_rules_answer */
    ROBOTS_WHY_SIZE,       /* strict: the file is too large */
    ROBOTS_WHY_FORM,       /* strict: it is a web page */
    ROBOTS_WHY_UNKNOWN,    /* the site's robots.txt has not been read: read it first */
    ROBOTS_WHY_STALE,      /* its copy is too old: read it again */
    ROBOTS_WHY_NO_URL,     /* not an http or https URL, or an argument is NULL */
    ROBOTS_WHY_NO_MEMORY   /* memory ran out: ask again */
};

/* Texts are lines of the file without their ends, not NUL-terminated, borrowed until the rules change in any
 * way; NULL, with line 0, if no line decided. */
struct robots_decision {
    bool allowed;
    bool store; /* false: may be fetched and its links followed, but not stored (Noindex lines) */
    enum robots_why why;
    uint32_t line;
    const char *text;
    size_t text_len;
    uint32_t store_line;
    const char *store_text;
    size_t store_text_len;
};

/* Judges whether URL may be fetched at the time NOW. URL is absolute and in the form in which it will be
 * sent, with a host name in ASCII. Returns verdict->allowed. */
ROBOTS_PUBLIC bool robots_rules_judge(const struct robots_rules *rules, const char *url, int64_t now,
                                      struct robots_decision *verdict);
ROBOTS_PUBLIC bool robots_rules_allowed(const struct robots_rules *rules, const char *url, int64_t now);

/* Returns the least time between two requests to the site of URL, by Crawl-delay and the Request-rate that
 * applies at NOW; -1 if the file states none. */
ROBOTS_PUBLIC int64_t robots_rules_delay_ms(const struct robots_rules *rules, const char *url, int64_t now);
/* Returns the time from NOW until Visit-time allows a visit; 0 now, -1 never. */
ROBOTS_PUBLIC int64_t robots_rules_visit_wait_ms(const struct robots_rules *rules, const char *url,
                                                 int64_t now);

/* Return the values of Sitemap lines, in order, as written; not NUL-terminated, borrowed like a verdict's
 * text. NULL if I is not below the count. LEN may be NULL. */
ROBOTS_PUBLIC size_t robots_rules_sitemap_count(const struct robots_rules *rules, const char *url);
ROBOTS_PUBLIC const char *robots_rules_sitemap(const struct robots_rules *rules, const char *url, size_t i,
                                               size_t *len);

struct robots_page_meta { /* a meta element: values of its attributes in UTF-8, NULL if missing */
    const char *name;
    const char *http_equiv;
    const char *content;
};

struct robots_page {
    const char *agent;
    const struct robots_page_meta *metas;
    size_t meta_count;
    const char *const *headers; /* lines like "X-Robots-Tag: noindex"; other names are ignored */
    size_t header_count;
    int64_t now; /* for unavailable_after */
};

/* Bits. Store the page if neither NO_INDEX nor NO_ARCHIVE is set; follow its links if NO_FOLLOW is not. */
enum robots_page_bits {
    ROBOTS_PAGE_NO_INDEX = 1,
    ROBOTS_PAGE_NO_FOLLOW = 2,
    ROBOTS_PAGE_NO_ARCHIVE = 4,
    ROBOTS_PAGE_NO_IMAGES = 8
};

/* Returns the bits of all terms for the agent: restrictive terms win. Returns all bits if memory runs out.
 * FOUND, if it is not NULL, is called for each known term in order, with its text (not NUL-terminated), its
 * bits, and its place: headers[I] or metas[I]. */
ROBOTS_PUBLIC unsigned robots_page_judge(const struct robots_page *page,
                                         void (*found)(void *context, const char *text, size_t len,
                                                       unsigned bits, bool is_header, size_t i),
                                         void *context);

#ifdef __cplusplus
}
#endif

#endif
