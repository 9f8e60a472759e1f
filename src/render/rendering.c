/* SPDX-License-Identifier: MIT */
/* Opens one page in the browser, answers what it requests, waits until it has settled, and reads it. The
 * clock of the page is virtual: it moves fast while nothing is requested, and stops while a request has no
 * answer. It does not wait for the compositor, which tells a page what is visible and when a frame begins; so
 * after it has run, the page gets frames and a little more time until that brings no request. */
#include "config.h"

#include "render/rendering.h"

#include <jansson.h>
#include <openssl/evp.h>
#include <stdio.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "render/reader_js.h"
#include "render/seed_js.h"
#include "url/url.h"

enum { CALL_MS = 20 * 1000, FRAMES_MS = 5 * 1000, QUIET_MS = 400 };
enum { WIDTH = 1280, HEIGHT = 12000 }; /* so high that pages that grow need not be scrolled */
enum { BUDGET_MS = 3000, MORE_MS = 400, SETTLE_ROUNDS = 20, SETTLE_CALM = 2 };
enum {
    REQUESTS_MOST = 500,
    LINKS_MOST = 10000,
    TEXT_MOST = 8 * 1000 * 1000,
    ANSWERS_MOST = 64 * 1000 * 1000
};

/* A page while it is open. */
struct opening {
    struct browser *browser;
    const struct page_task *task;
    struct rendering *rendering;
    json_t *kept;                           /* what the spans of `rendering` point into */
    const char *context, *target, *session; /* identifiers of the protocol, in `kept`; NULL: not known yet */
    int64_t until_ms;
    size_t requests_room, requested, held;
    uint64_t answered_bytes;
    int64_t frames;    /* the call that ends after two frames; 0 after that */
    bool has_document; /* its own, not only a redirect */
    bool is_over;
    bool is_spent; /* the page's clock has stopped */
};

/* Kinds of the protocol ("Network.ResourceType") that are requested for a page; others are refused. */
static const struct {
    const char *type;
    enum request_kind kind;
} kinds[] = {
    {"Document", REQUEST_DOCUMENT}, {"Script", REQUEST_SCRIPT}, {"Stylesheet", REQUEST_STYLE},
    {"Image", REQUEST_MEDIA},       {"Font", REQUEST_MEDIA},    {"Media", REQUEST_MEDIA},
    {"TextTrack", REQUEST_MEDIA},   {"XHR", REQUEST_FETCH},     {"Fetch", REQUEST_FETCH},
    {"Other", REQUEST_OTHER},
};

static const char attach_all[] =
    "{\"autoAttach\": true, \"waitForDebuggerOnStart\": true, \"flatten\": true}";

/* Calls that prepare each page, frame and worker before its first script. Those that a worker or an old
 * browser does not know fail, which loses nothing: without them it is refused more. */
static const struct {
    const char *method, *params;
} preparations[] = {
    {"Fetch.enable", "{\"patterns\": [{\"urlPattern\": \"*\"}]}"},
    {"Target.setAutoAttach", attach_all},
    {"Network.enable", "{\"maxTotalBufferSize\": 0, \"maxResourceBufferSize\": 0}"},
    {"Network.setBypassServiceWorker", "{\"bypass\": true}"},
    {"Network.setCacheDisabled", "{\"cacheDisabled\": true}"},
    {"Inspector.enable", "{}"},
    {"Page.enable", "{}"},
};

static struct span text_of(const json_t *value)
{
    return span_make(json_string_value(value), json_string_length(value));
}

/* Ends the page, if it has not ended before. */
static void end(struct opening *opening, enum page_end how)
{
    if (!opening->is_over)
        opening->rendering->end = how;
    opening->is_over = true;
}

static void call(struct opening *opening, const char *session, const char *method, json_t *params)
{
    (void)browser_send(opening->browser, session, method, params);
}

static void refuse(struct opening *opening, const char *session, const char *id)
{
    call(opening, session, "Fetch.failRequest",
         json_pack("{s:s,s:s}", "requestId", id, "errorReason", "BlockedByClient"));
}

/* Adds a request to the list, whose URL has no fragment, and returns it; NULL if its URL is longer than those
 * of a mirror, and once there are too many. */
static struct page_request *add_request(struct opening *opening, json_t *url, bool is_get)
{
    struct rendering *rendering = opening->rendering;
    struct page_request *request;
    struct span text = text_of(url);

    if (opening->requested++ == REQUESTS_MOST)
        end(opening, PAGE_TOO_MANY);
    if (opening->is_over || text.len > LIMIT_URL_BYTES)
        return NULL;
    request = MEM_ADD(rendering->requests, rendering->request_count, opening->requests_room);
    *request = (struct page_request){.url = span_part(text, 0, span_find(text, '#')), .is_get = is_get};
    request->kind = REQUEST_OTHER;
    request->verdict = PAGE_REFUSE;
    json_array_append(opening->kept, url);
    return request;
}

/* Returns the header fields of an answer in the form of the protocol. Fields that are not UTF-8 are left out.
 */
static json_t *fields_of(struct span lines, bool *redirects)
{
    static const char unfit[] = "content-encoding content-length transfer-encoding connection";
    json_t *fields = json_array();

    while (lines.len > 0) {
        struct span value = span_trim(span_take_until(&lines, '\n'), PLAIN_WHITE);
        struct span name = span_take_until(&value, ':');

        value = span_trim(value, HTTP_WHITE);
        if (name.len == 0 || span_is_one_of_nocase(name, unfit))
            continue;
        *redirects = *redirects || span_is_nocase(name, "location");
        (void)json_array_append_new(
            fields, json_pack("{s:s%,s:s%}", "name", name.at, name.len, "value", value.at, value.len));
    }
    return fields;
}

/* Answers a request. Returns whether the answer redirects it. */
static bool answer(struct opening *opening, const char *session, const char *id,
                   const struct page_answer *given)
{
    bool has_location = false;
    json_t *fields = fields_of(given->fields, &has_location), *body;
    char *coded = mem_new(given->body.len / 3 * 4 + 5, 1);

    (void)EVP_EncodeBlock((unsigned char *)coded, (const unsigned char *)given->body.at,
                          (int)given->body.len);
    body = json_string_nocheck(coded);
    free(coded);
    call(opening, session, "Fetch.fulfillRequest",
         json_pack("{s:s,s:i,s:o,s:o}", "requestId", id, "responseCode", given->status, "responseHeaders",
                   fields, "body", body));
    return has_location && given->status >= 300 && given->status < 400;
}

/* Asks about REQUEST, of the page's own document if IS_OWN, and carries out the verdict. */
static void ask(struct opening *opening, const char *session, const char *id, struct page_request *request,
                bool is_own)
{
    const struct page_task *task = opening->task;
    struct page_answer given = {0};

    request->verdict = task->ask(task->of, request->url, request->kind, &given);
    opening->answered_bytes += given.body.len;
    request->status = request->verdict == PAGE_ANSWER ? given.status : 0;
    if (opening->answered_bytes > ANSWERS_MOST)
        end(opening, PAGE_TOO_LARGE);
    else if (request->verdict == PAGE_HOLD)
        opening->held++;
    else if (request->verdict == PAGE_REFUSE)
        refuse(opening, session, id);
    else if (!answer(opening, session, id, &given))
        opening->has_document = opening->has_document || is_own;
    if (is_own && request->verdict != PAGE_ANSWER)
        end(opening, request->verdict == PAGE_HOLD ? PAGE_HELD : PAGE_FAILED);
}

/* Returns whether a request is of a kind that pages may make, and sets KIND; IS_FRAME: not of the page's own
 * document. EventSource, prefetch and service workers show by their header fields. */
static bool find_kind(const char *type, json_t *fields, bool is_frame, enum request_kind *kind)
{
    const char *accept = json_string_value(json_object_get(fields, "Accept"));

    if (json_object_get(fields, "Sec-Purpose") || json_object_get(fields, "Purpose") ||
        json_object_get(fields, "Service-Worker") || span_is(span_of(accept), "text/event-stream"))
        return false;
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        if (strcmp(kinds[i].type, type) == 0) {
            *kind = kinds[i].kind == REQUEST_DOCUMENT && is_frame ? REQUEST_FETCH : kinds[i].kind;
            return true;
        }
    }
    return false;
}

/* Takes a request that waits for an answer. Data and blob URLs are not requests. */
static void take_request(struct opening *opening, const char *session, json_t *params)
{
    const char *id, *type, *method, *frame = "";
    json_t *url, *fields;
    struct page_request *request;
    bool is_allowed, is_own;
    struct span text;

    if (json_unpack(params, "{s:s,s:s,s?s,s:{s:o,s:s,s:o}}", "requestId", &id, "resourceType", &type,
                    "frameId", &frame, "request", "url", &url, "method", &method, "headers", &fields) < 0)
        return;
    text = text_of(url);
    if (span_starts(text, "data:") || span_starts(text, "blob:")) {
        call(opening, session, "Fetch.continueRequest", json_pack("{s:s}", "requestId", id));
        return;
    }
    request = add_request(opening, url, strcmp(method, "GET") == 0);
    if (!request) {
        refuse(opening, session, id);
        return;
    }
    is_own = strcmp(frame, opening->target) == 0;
    is_allowed = find_kind(type, fields, !is_own, &request->kind) && request->is_get && url_starts_http(text);
    is_own = is_own && request->kind == REQUEST_DOCUMENT;
    if (is_own && opening->has_document) {
        if (request->is_get)
            opening->rendering->left_for = request->url;
        end(opening, PAGE_LEFT);
    } else if (is_allowed) {
        ask(opening, session, id, request, is_own);
    } else {
        refuse(opening, session, id);
    }
}

/* Keeps TEXT for the life of the rendering. */
static const char *keep(struct opening *opening, const char *text)
{
    json_t *kept = json_string(text);

    json_array_append_new(opening->kept, kept);
    return json_string_value(kept);
}

/* Takes a new page, frame or worker, which waits for its preparation. Pages after the first are pop-ups. */
static void take_target(struct opening *opening, json_t *params)
{
    const char *session, *type, *target, *context = "";
    bool is_page;

    if (json_unpack(params, "{s:s,s:{s:s,s:s,s?s}}", "sessionId", &session, "targetInfo", "type", &type,
                    "targetId", &target, "browserContextId", &context) < 0 ||
        strcmp(context, opening->context) != 0)
        return;
    is_page = strcmp(type, "page") == 0;
    if (strcmp(type, "service_worker") == 0 || (is_page && *opening->session)) {
        call(opening, "", "Target.closeTarget", json_pack("{s:s}", "targetId", target));
        return;
    }
    for (size_t i = 0; i < COUNT_OF(preparations); i++)
        call(opening, session, preparations[i].method, json_loads(preparations[i].params, 0, NULL));
    call(opening, session, "Emulation.setUserAgentOverride",
         json_pack("{s:s%,s:s}", "userAgent", opening->task->agent.at, opening->task->agent.len,
                   "acceptLanguage", "en"));
    call(opening, session, "Page.addScriptToEvaluateOnNewDocument", json_pack("{s:s}", "source", seed_js));
    if (is_page) {
        opening->target = keep(opening, target);
        opening->session = keep(opening, session);
    }
    call(opening, session, "Runtime.runIfWaitingForDebugger", NULL);
}

/* Hears of an event; METHOD is empty for the results of calls. */
static void hear(void *of, const char *session, const char *method, json_t *params)
{
    struct opening *opening = of;
    struct span event = span_of(method);
    json_t *url = json_object_get(params, "url");

    if (opening->is_over)
        return;
    if (event.len == 0 && json_integer_value(json_object_get(params, "id")) == opening->frames)
        opening->frames = 0;
    else if (span_is(event, "Fetch.requestPaused"))
        take_request(opening, session, params);
    else if (span_is(event, "Target.attachedToTarget"))
        take_target(opening, params);
    else if (span_is(event, "Page.javascriptDialogOpening"))
        call(opening, session, "Page.handleJavaScriptDialog", json_pack("{s:b}", "accept", 0));
    else if (span_is(event, "Network.webSocketCreated") && json_is_string(url))
        (void)add_request(opening, url, false);
    else if (span_is(event, "Emulation.virtualTimeBudgetExpired"))
        opening->is_spent = true;
    else if (span_is(event, "Inspector.targetCrashed"))
        end(opening, PAGE_CRASHED);
}

/* Calls, and returns the result; without one, NULL, and the page ends. */
static json_t *call_for_result(struct opening *opening, const char *session, const char *method,
                               json_t *params)
{
    int64_t until_ms = clock_monotonic_ms() + CALL_MS;
    json_t *result = browser_call(opening->browser, session, method, params,
                                  until_ms < opening->until_ms ? until_ms : opening->until_ms);
    enum page_end trouble = browser_trouble(opening->browser);

    if (!result)
        end(opening, trouble ? trouble : PAGE_CRASHED); /* the browser runs: the call itself has failed */
    return result;
}

/* Sets the page's clock going for BUDGET_MS of its own time, and waits until it has stopped. */
static void let_run(struct opening *opening, int budget_ms)
{
    opening->is_spent = false;
    call(opening, opening->session, "Emulation.setVirtualTimePolicy",
         json_pack("{s:s,s:i,s:i}", "policy", "pauseIfNetworkFetchesPending", "budget", budget_ms,
                   "maxVirtualTimeTaskStarvationCount", 100000));
    while (!opening->is_over && !opening->is_spent) {
        int64_t quiet_ms = clock_monotonic_ms() + QUIET_MS;
        enum page_end trouble;

        if (browser_turn(opening->browser, opening->held ? quiet_ms : opening->until_ms) &&
            quiet_ms < opening->until_ms + QUIET_MS)
            continue;
        trouble = browser_trouble(opening->browser);
        end(opening, trouble ? trouble : opening->held ? PAGE_HELD : PAGE_TOO_LONG);
    }
    if (opening->held)
        end(opening, PAGE_HELD);
}

/* Gives the page frames and a little more time, until that brings no more requests. WORLD is isolated. */
static void settle(struct opening *opening, json_int_t world)
{
    static const char two_frames[] =
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))";

    for (int calm = 0, round = 0; calm < SETTLE_CALM && round < SETTLE_ROUNDS && !opening->is_over; round++) {
        size_t before = opening->rendering->request_count;
        int64_t until_ms;

        opening->frames = browser_send(
            opening->browser, opening->session, "Runtime.evaluate",
            json_pack("{s:s,s:I,s:b}", "expression", two_frames, "contextId", world, "awaitPromise", 1));
        let_run(opening, MORE_MS);
        until_ms = clock_monotonic_ms() + FRAMES_MS;
        while (!opening->is_over && opening->frames && browser_turn(opening->browser, until_ms))
            continue;
        calm = opening->rendering->request_count == before ? calm + 1 : 0;
    }
}

/* Makes a page without content in a context of its own, which has no cookies and no storage yet. */
static void make_target(struct opening *opening)
{
    json_t *made =
        call_for_result(opening, "", "Target.createBrowserContext", json_pack("{s:b}", "disposeOnDetach", 1));
    const char *context = keep(opening, json_string_value(json_object_get(made, "browserContextId")));

    json_decref(made);
    if (!context)
        end(opening, PAGE_CRASHED);
    if (opening->is_over)
        return;
    opening->context = context;
    call(opening, "", "Target.setAutoAttach", json_loads(attach_all, 0, NULL));
    call(opening, "", "Browser.setDownloadBehavior",
         json_pack("{s:s,s:s}", "behavior", "deny", "browserContextId", context));
    json_decref(call_for_result(opening, "", "Target.createTarget",
                                json_pack("{s:s,s:s,s:i,s:i}", "url", "about:blank", "browserContextId",
                                          context, "width", WIDTH, "height", HEIGHT)));
    if (!*opening->session)
        end(opening, PAGE_CRASHED);
}

static int compare_requests(const void *left, const void *right)
{
    const struct page_request *a = left, *b = right;
    int order = span_compare(a->url, b->url);

    return order != 0               ? order
           : a->is_get != b->is_get ? a->is_get - b->is_get
           : a->kind != b->kind     ? (int)a->kind - (int)b->kind
                                    : (int)a->verdict - (int)b->verdict;
}

/* Sorts the requests, and removes repetitions. */
static void sort_requests(struct rendering *rendering)
{
    struct page_request *all = rendering->requests;
    size_t left = 0;

    if (rendering->request_count > 0)
        qsort(all, rendering->request_count, sizeof *all, compare_requests);
    for (size_t i = 0; i < rendering->request_count; i++) {
        if (left == 0 || compare_requests(&all[left - 1], &all[i]) != 0)
            all[left++] = all[i];
    }
    rendering->request_count = left;
}

/* Reads the page in WORLD. A page that the browser shows instead of something else has a URL of its own. */
static void read_page(struct opening *opening, json_int_t world)
{
    struct rendering *page = opening->rendering;
    json_t *values = json_pack("{s:s%,s:i,s:i}", "PAGE", opening->task->url.at, opening->task->url.len,
                               "LINKS_MOST", LINKS_MOST, "TEXT_MOST", TEXT_MOST);
    char *given = json_dumps(values, JSON_COMPACT);
    struct span *const texts[] = {&page->document, &page->text, &page->title, &page->links, &page->robots};
    const char *url = "";
    json_t *said, *read;
    int large = 0, many = 0;

    read = call_for_result(opening, opening->session, "Runtime.evaluate",
                           json_pack("{s:s+++,s:I,s:b}", "expression",
                                     "const { PAGE, LINKS_MOST, TEXT_MOST } = ", given ? given : "{}", ";",
                                     reader_js, "contextId", world, "returnByValue", 1));
    free(given);
    json_decref(values);
    json_array_append(opening->kept, read);
    if (json_unpack(read, "{s:{s:{s:s,s:b,s:b,s:o}}}", "result", "value", "url", &url, "large", &large,
                    "many", &many, "texts", &said) < 0)
        end(opening, PAGE_CRASHED);
    else if (!span_starts(span_of(url), "http"))
        end(opening, PAGE_FAILED);
    else if (large)
        end(opening, PAGE_TOO_LARGE);
    else if (many)
        end(opening, PAGE_TOO_MANY);
    for (size_t i = 0; i < COUNT_OF(texts) && !opening->is_over; i++)
        *texts[i] = text_of(json_array_get(said, i));
    json_decref(read);
}

/* Runs the page from its request to its reading. */
static void run(struct opening *opening)
{
    const struct page_task *task = opening->task;
    json_t *made;
    json_int_t world;

    /* Its result shows that all calls before it are in force. */
    json_decref(call_for_result(
        opening, opening->session, "Emulation.setVirtualTimePolicy",
        json_pack("{s:s,s:f}", "policy", "pause", "initialVirtualTime", (double)task->clock_ms / 1000)));
    call(opening, opening->session, "Page.navigate", json_pack("{s:s%}", "url", task->url.at, task->url.len));
    let_run(opening, BUDGET_MS);
    if (opening->is_over)
        return;
    made = call_for_result(opening, opening->session, "Page.createIsolatedWorld",
                           json_pack("{s:s}", "frameId", opening->target));
    world = json_integer_value(json_object_get(made, "executionContextId"));
    json_decref(made);
    settle(opening, world);
    if (!opening->is_over)
        read_page(opening, world);
}

/* Closes the page with all that belongs to it; with the browser, if one of them may be broken. */
static void close_page(struct opening *opening)
{
    struct browser *browser = opening->browser;
    enum page_end how = opening->rendering->end;

    opening->is_over = true; /* what the browser still says is of no interest */
    if (how == PAGE_CRASHED || how == PAGE_TOO_LONG || how == PAGE_TOO_LARGE)
        browser_stop(browser, PAGE_CRASHED);
    else
        json_decref(browser_call(browser, "", "Target.disposeBrowserContext",
                                 json_pack("{s:s}", "browserContextId", opening->context),
                                 clock_monotonic_ms() + CALL_MS));
}

int rendering_open(struct browser *browser, const struct page_task *task, struct rendering *rendering)
{
    struct opening opening = {.browser = browser, .task = task, .rendering = rendering};
    int error;

    opening.until_ms = clock_monotonic_ms() + task->most_ms;
    opening.context = opening.target = opening.session = "";
    opening.is_over = true; /* for what an older page says */
    error = browser_start(browser, opening.until_ms, hear, &opening, task->stops, task->of);
    *rendering = (struct rendering){.end = browser_trouble(browser)};
    if (error)
        return rendering->end == PAGE_STOPPED ? 0 : error;
    opening.is_over = false;
    opening.kept = json_array();
    rendering->memory = opening.kept;
    make_target(&opening);
    if (!opening.is_over)
        run(&opening);
    close_page(&opening);
    sort_requests(rendering);
    return 0;
}

void rendering_free(struct rendering *rendering)
{
    free(rendering->requests);
    json_decref(rendering->memory);
    *rendering = (struct rendering){.end = PAGE_SETTLED};
}
