/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_RENDER_RENDERING_H
#define TIPTOE_RENDER_RENDERING_H

#include "browser/browser.h"

/* The use of what a page requests. */
enum request_kind {
    REQUEST_DOCUMENT, /* the page itself, and what it redirects or navigates to */
    REQUEST_SCRIPT,
    REQUEST_STYLE,
    REQUEST_MEDIA, /* images, fonts, audio, video, subtitles */
    REQUEST_FETCH, /* fetch() and XMLHttpRequest, and frames */
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

struct page_request {
    struct span url; /* without fragment */
    enum request_kind kind;
    enum page_verdict verdict;
    bool is_get; /* others, which are refused, have no kind */
    int status;  /* of PAGE_ANSWER */
};

/* A page after its scripts have run. Only of PAGE_SETTLED there are a document, text, title, links and
 * robots; only of PAGE_LEFT there is `left_for`; there are requests of all. All lists are sorted, without
 * repetitions. All text is UTF-8 from an untrusted page. */
struct rendering {
    enum page_end end;
    struct span document; /* as HTML, with shadow roots and without its scripts */
    struct span text;     /* as shown (innerText) */
    struct span title;
    struct span left_for; /* without fragment */
    struct span
        links; /* lines: an absolute URL as the browser spells it, with its fragment, and the words of REL */
    struct span robots; /* lines: CONTENT of META robots and META tiptoe, also of those that scripts made */
    struct page_request *requests;
    size_t request_count;
    void *memory; /* for rendering_free */
};

/* Opens a page, lets its scripts run until it has settled, and reads it. Returns 0 whatever the page does,
 * and an enum error if no browser can be started; RENDERING is empty then. */
int rendering_open(struct browser *browser, const struct page_task *task, struct rendering *rendering)
    CHECKED;

void rendering_free(struct rendering *rendering) NONNULL;

#endif
