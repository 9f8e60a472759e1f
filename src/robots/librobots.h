/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_LIBROBOTS_H
#define TIPTOE_ROBOTS_LIBROBOTS_H

/* librobots: what robots.txt files and page tags say to a robot (RFC 9309, and what came before and after
 * it). It asks neither the net nor a clock: bytes in, verdicts out. librobots(3) tells more.
 *
 * Texts are C strings unless a length stands beside them. Times are seconds since 1970 UTC. An object may be
 * used by one thread at a time; different objects have nothing in common. Where memory is lacking the program
 * ends with a message. */
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

/* What the answer to a request for robots.txt means. */
enum robots_answer {
    ROBOTS_ANSWER_UNKNOWN,    /* none was read yet */
    ROBOTS_ANSWER_RULES,      /* the body's rules hold */
    ROBOTS_ANSWER_OPEN,       /* there is no file, and no rule */
    ROBOTS_ANSWER_CLOSED,     /* the site does not want to be visited */
    ROBOTS_ANSWER_UNREACHABLE /* nothing was learned: nothing may be fetched for now */
};

/* STATUS is the HTTP status of the last answer; 0 where none came, or its body ended early. A redirect that
 * was not followed, for one after the fifth, is given as it is. STRICT: see robots_rules_set_strict. */
ROBOTS_PUBLIC enum robots_answer robots_answer(int status, bool strict);

/* The robots.txt files of any number of sites, read for one agent. Bytes are kept, not verdicts, so that
 * agent and mode may change at any time. */
struct robots_rules;

/* AGENT is a product token ("Example"), or a User-Agent value that begins with one. Free it with
 * robots_rules_free, which takes NULL too. */
ROBOTS_PUBLIC struct robots_rules *robots_rules_new(const char *agent);
ROBOTS_PUBLIC void robots_rules_free(struct robots_rules *rules);

/* From now on all files are read for AGENT. */
ROBOTS_PUBLIC void robots_rules_set_agent(struct robots_rules *rules, const char *agent);
ROBOTS_PUBLIC const char *robots_rules_agent(const struct robots_rules *rules);

/* Strict: a tie between Allow and Disallow forbids; unusual 4xx answers, a file larger than ROBOTS_BODY_MAX
 * and a web page in its place close the site. */
ROBOTS_PUBLIC void robots_rules_set_strict(struct robots_rules *rules, bool strict);

/* Groups for AGENT restrict us too. False, and nothing is changed, after ROBOTS_ALSO_MAX of them. */
#define ROBOTS_ALSO_MAX 32
ROBOTS_PUBLIC bool robots_rules_also_obey(struct robots_rules *rules, const char *agent);

/* More of a file is not read. Give one byte more of a larger one, so that it is known to be cut. */
#define ROBOTS_BODY_MAX (2 * 1024 * 1024)

/* Takes a copy of the answer to the request for URL, the robots.txt of its site: of the address first asked
 * for, where redirects were followed. STATUS is as in robots_answer; BODY counts with a status of 2xx. A 304
 * renews what is there. Where nothing was learned, a copy younger than 30 days stays in force.
 * MAX_AGE are the seconds that Cache-Control allows, -1 where it is silent: the copy is good for so long, but
 * not for less than 10 minutes or more than a day. False, with nothing done: URL is not http or https. */
ROBOTS_PUBLIC bool robots_rules_parse(struct robots_rules *rules, const char *url, const void *body,
                                      size_t len, int status, int64_t now, int64_t max_age);

ROBOTS_PUBLIC void robots_rules_forget(struct robots_rules *rules, const char *url);

/* What is known of the site of URL. */
ROBOTS_PUBLIC enum robots_answer robots_rules_answer(struct robots_rules *rules, const char *url);
/* Until when the copy is good; 0 where there is none. */
ROBOTS_PUBLIC int64_t robots_rules_fresh_until(struct robots_rules *rules, const char *url);
/* The bytes; NULL where there are none. Borrowed until the next parse or forget. */
ROBOTS_PUBLIC const char *robots_rules_body(struct robots_rules *rules, const char *url, size_t *len);

/* Why a verdict is what it is. */
enum robots_why {
    ROBOTS_WHY_NO_RULE,    /* no rule matches */
    ROBOTS_WHY_RULE,       /* the line named */
    ROBOTS_WHY_ROBOTS_TXT, /* /robots.txt itself is always allowed */
    ROBOTS_WHY_ANSWER,     /* see robots_rules_answer */
    ROBOTS_WHY_SIZE,       /* strict: the file is too large */
    ROBOTS_WHY_FORM,       /* strict: it is a web page */
    ROBOTS_WHY_UNKNOWN,    /* the site's robots.txt has not been read: read it first */
    ROBOTS_WHY_STALE,      /* its copy is too old: read it again */
    ROBOTS_WHY_NO_URL      /* not an http or https URL */
};

/* Texts are lines of the file without their ends, not terminated, borrowed until the rules change in any way;
 * NULL, and line 0, where no line decided. */
struct robots_decision {
    bool allowed;
    bool store; /* false: may be fetched and followed, but not kept (Noindex lines) */
    enum robots_why why;
    uint32_t line;
    const char *text;
    size_t text_len;
    uint32_t store_line;
    const char *store_text;
    size_t store_text_len;
};

/* May URL be fetched at the time NOW? URL is absolute and in the form in which it will be sent; names beyond
 * ASCII are encoded. Returns verdict->allowed. */
ROBOTS_PUBLIC bool robots_rules_judge(struct robots_rules *rules, const char *url, int64_t now,
                                      struct robots_decision *verdict);
ROBOTS_PUBLIC bool robots_rules_allowed(struct robots_rules *rules, const char *url, int64_t now);

/* Least time between two requests to the site of URL, by Crawl-delay and the Request-rate that holds at NOW;
 * -1 where it asks for none. */
ROBOTS_PUBLIC int64_t robots_rules_delay_ms(struct robots_rules *rules, const char *url, int64_t now);
/* By Visit-time: how long from NOW until a visit is welcome; 0 now, -1 never. */
ROBOTS_PUBLIC int64_t robots_rules_visit_wait_ms(struct robots_rules *rules, const char *url, int64_t now);

/* The values of Sitemap lines, in order, as they are written; not terminated, borrowed as a verdict's text.
 */
ROBOTS_PUBLIC size_t robots_rules_sitemap_count(struct robots_rules *rules, const char *url);
ROBOTS_PUBLIC const char *robots_rules_sitemap(struct robots_rules *rules, const char *url, size_t i,
                                               size_t *len);

/* What a page says to robots about itself. */
struct robots_page_meta { /* a meta element: its attributes' values in UTF-8, NULL where there is none */
    const char *name;
    const char *http_equiv;
    const char *content;
};

struct robots_page {
    const char *agent;
    const struct robots_page_meta *metas;
    size_t meta_count;
    const char *const *headers; /* lines "X-Robots-Tag: noindex"; those of other names do not matter */
    size_t header_count;
    int64_t now; /* for unavailable_after */
};

/* These add up. Keep the page with neither of NO_INDEX and NO_ARCHIVE; take its links without NO_FOLLOW. */
enum robots_page_bits {
    ROBOTS_PAGE_NO_INDEX = 1,
    ROBOTS_PAGE_NO_FOLLOW = 2,
    ROBOTS_PAGE_NO_ARCHIVE = 4,
    ROBOTS_PAGE_NO_IMAGES = 8
};

/* The sum of the bits of all terms that speak to the agent: what restricts wins. FOUND, unless it is NULL, is
 * called for each known term in order: its text (not terminated) with its bits, and whether it stands in
 * headers[I] or in metas[I]. */
ROBOTS_PUBLIC unsigned robots_page_judge(const struct robots_page *page,
                                         void (*found)(void *context, const char *text, size_t len,
                                                       unsigned bits, bool is_header, size_t i),
                                         void *context);

#ifdef __cplusplus
}
#endif

#endif
