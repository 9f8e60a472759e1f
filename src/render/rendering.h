/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_RENDER_RENDERING_H
#define TIPTOE_RENDER_RENDERING_H

#include "base/span.h"

struct browser;

/* The use of what a page requests. */
enum request_kind {
    REQUEST_DOCUMENT, /* the page itself, and what it redirects or navigates to */
    REQUEST_FRAME,
    REQUEST_SCRIPT,
    REQUEST_STYLE,
    REQUEST_IMAGE,
    REQUEST_FONT,
    REQUEST_MEDIA, /* audio, video, subtitles */
    REQUEST_FETCH, /* fetch() and XMLHttpRequest */
    REQUEST_OTHER  /* such as the script of a worker */
};

enum page_verdict {
    PAGE_ANSWER, /* the page gets the answer */
    PAGE_HOLD,   /* it is not known yet: the page ends with PAGE_HELD when all else has come to rest */
    PAGE_REFUSE  /* the page sees a request that failed */
};

/* An answer for a page. All is borrowed until the next call of page_ask, or the end of rendering_open. */
struct page_answer {
    int status; /* 100 to 599; a redirect with its Location in FIELDS is followed by the page, and asked */
    struct span fields; /* "Name: value" in lines; those about coding and length of the body are ignored */
    struct span body;   /* decoded: without content coding */
};

/* Answers the request for URL, which is http or https, as the browser spells it, without fragment. ANSWER is
 * zeroed. Is called only for GET requests of pages and workers; all others are refused without it: POST,
 * beacons, prefetch, EventSource, WebSocket, service workers. Pop-ups and downloads never start. */
typedef enum page_verdict page_ask(void *of, struct span url, enum request_kind kind,
                                   struct page_answer *answer);

/* The usual limit of time, two minutes. */
#define PAGE_MOST_MS (120 * 1000)

/* The page to open. */
struct page_task {
    struct span url;   /* may have a fragment: the view of a hash route */
    struct span agent; /* the User-Agent that the page sees */
    int64_t clock_ms;  /* the time that the page sees at its start, in milliseconds since 1970 */
    int64_t most_ms;   /* how long it may take, with the start of the browser: at most PAGE_MOST_MS */
    page_ask *ask;
    bool (*stops)(void *of); /* returns whether the run is to end, which ends the page; NULL: signals do */
    void *of;
};

/* How it ended. Only of PAGE_SETTLED there are a document, text, title, links and robots; only of PAGE_LEFT
 * there is `left_for`; there are requests of all. */
enum page_end {
    PAGE_SETTLED,
    PAGE_HELD,   /* some of its requests have PAGE_HOLD */
    PAGE_LEFT,   /* it navigated to another document (by a script, not by a redirect of HTTP) */
    PAGE_FAILED, /* the document itself was refused, or is nothing that a browser shows, such as a download */
    PAGE_CRASHED,   /* or what the browser said makes no sense */
    PAGE_TOO_LONG,  /* more than its time, or no answer to a call in time */
    PAGE_TOO_LARGE, /* 1 GB of memory, 64 MB of answers, 8 MB of document or text */
    PAGE_TOO_MANY,  /* 500 requests, 10,000 links */
    PAGE_STOPPED    /* the run is to end: nothing is known of the page */
};

struct page_link {
    struct span url; /* absolute, as the browser spells it, with its fragment */
    struct span rel;
};

struct page_request {
    struct span url; /* without fragment */
    enum request_kind kind;
    enum page_verdict verdict;
    bool is_get; /* others, which are refused, have no kind */
    int status;  /* of PAGE_ANSWER */
};

/* A page after its scripts have run. All lists are sorted, without repetitions. All text is UTF-8
 * from an untrusted page. */
struct rendering {
    enum page_end end;
    struct span document; /* as HTML, with its scripts and shadow roots */
    struct span text;     /* as shown (innerText) */
    struct span title;
    struct span left_for; /* without fragment */
    struct page_link *links;
    size_t link_count;
    struct span *robots; /* CONTENT of META robots and META tiptoe, also of those that scripts made */
    size_t robots_count;
    struct page_request *requests;
    size_t request_count;
    void *memory; /* for rendering_free */
};

/* Opens a page, lets its scripts run until it has settled, and reads it. Returns 0 whatever the page does,
 * and an enum error if no browser can be started; RENDERING is empty then. */
int rendering_open(struct browser *browser, const struct page_task *task, struct rendering *rendering)
    CHECKED;

void rendering_free(struct rendering *rendering) NONNULL;

/* Returns a phrase for the report about an end other than PAGE_SETTLED: "took more than two minutes". */
const char *page_end_text(enum page_end end) __attribute__((returns_nonnull));

#endif
