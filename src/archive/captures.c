/* SPDX-License-Identifier: MIT */
/* Finds captures in archive files by URL and time. One pass over the files collects captures and their
 * references to others; then everything is sorted and searched by bisection. Request records, which may
 * precede or follow their response, show which responses answer methods other than GET. */
#include "config.h"

#include "archive/captures.h"

#include "archive/walk.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/http.h"
#include "base/sorted.h"
#include "base/clock.h"

/* The fields of a capture that identify its original, until captures_finish. Zero: the field is missing. */
struct lead {
    uint64_t id, concurrent; /* hashes of record ids */
    uint64_t payload;        /* of the payload digest's text */
    uint64_t refers_url;
    int64_t refers_us;
};

struct payload {
    uint64_t digest, capture;
};

struct captures *captures_new(void)
{
    struct captures *captures = MEM_NEW(struct captures);

    random_fill(captures->key, sizeof captures->key);
    buf_init(&captures->http, LIMIT_HEADER_BYTES);
    return captures;
}

/* Frees what is needed until captures_finish. */
static void drop_leads(struct captures *captures)
{
    free(captures->leads.items);
    free(captures->others.items);
    free(captures->payloads.items);
    free(captures->responses);
    captures->leads.items = NULL;
    captures->others.items = NULL;
    captures->payloads.items = NULL;
    captures->responses = NULL;
}

void captures_free(struct captures *captures)
{
    if (!captures)
        return;
    url_release(&captures->url);
    buf_release(&captures->http);
    free(captures->all.items);
    drop_leads(captures);
    free(captures->order);
    free(captures->conversions.items);
    free(captures);
}

/* Returns the hash of a text; 0 for the empty text. */
static uint64_t hash_text(const struct captures *captures, struct span text)
{
    return text.len > 0 ? siphash13(captures->key, text) | 1 : 0;
}

/* Returns the hash of a URL field, 0 for any other text. Some writers put it in brackets. */
static uint64_t hash_url(struct captures *captures, struct span text)
{
    if (url_parse(&captures->url, span_trim(text, "<> \t"), NULL, NULL) != URL_OK)
        return 0;
    url_strip(&captures->url);
    return hash_text(captures, buf_span(&captures->url.text));
}

static int64_t date_of(struct span head, const char *name)
{
    int64_t first_us = 0, last_us;

    return moment_parse(warc_walk_value(head, name), &first_us, &last_us) ? first_us : 0;
}

static void add_other(struct captures *captures, struct span id)
{
    if (id.len == 0)
        return;
    *LIST_ADD(captures->others) = hash_text(captures, id);
}

/* Returns true if HTTP is a request by a method that does not get a page. Some tools write other texts
 * instead of requests, for example the answer's head. */
static bool is_other_request(struct span http)
{
    return span_is_one_of(span_take_until(&http, ' '),
                          "POST HEAD OPTIONS PUT PATCH DELETE TRACE CONNECT PROPFIND REPORT SEARCH");
}

/* Reads a request record: the answer to a request other than GET is not a capture. */
static int read_request(struct captures *captures, struct warc_walk *walk, struct span head)
{
    int error = warc_walk_http(walk, &captures->http);

    if (error || !is_other_request(span_trim(buf_span(&captures->http), "\r\n")))
        return error;
    add_other(captures, warc_walk_value(head, "WARC-Record-ID"));
    add_other(captures, warc_walk_value(head, "WARC-Concurrent-To"));
    return 0;
}

/* Returns the kind of a capture. A revisit record without an HTTP head only says that the page is
 * unchanged. */
static enum capture_kind kind_of(struct span head, bool is_revisit, int status)
{
    struct span profile = warc_walk_value(head, "WARC-Profile");

    if (!is_revisit)
        return CAPTURE_RESPONSE;
    if (status == 0 || status == 304 || span_has(profile, "not-modified"))
        return CAPTURE_UNCHANGED;
    return CAPTURE_REVISIT;
}

/* Returns true for the answer to a plain request. 304 is not a page, and 206 only if it has all of one: they
 * answer conditional and range requests of another client. */
static bool is_answer(int status, struct span http)
{
    return status >= 200 && status <= 999 && status != 304 && (status != 206 || head_range_is_whole(http));
}

static int read_capture(struct captures *captures, struct warc_walk *walk, struct warc_found *found,
                        struct span type)
{
    struct span head = buf_span(&found->head);
    bool is_resource = span_is_nocase(type, "resource"), is_revisit = span_is_nocase(type, "revisit");
    int error = is_resource ? 0 : warc_walk_http(walk, &captures->http);
    int status = is_resource ? 200 : head_status(buf_span(&captures->http));
    struct capture capture = {
        .url = hash_url(captures, warc_walk_value(head, "WARC-Target-URI")),
        .date_us = date_of(head, "WARC-Date"),
        .offset = found->offset,
        .file = captures->file,
        .body = (uint32_t)captures->leads.count,
        .status = (uint16_t)status,
        .kind = (uint8_t)kind_of(head, is_revisit, status),
        .cut = warc_walk_value(head, "WARC-Truncated").len > 0 ||
               (!is_resource && status < 300 && head_announces_more(buf_span(&captures->http), found->left)),
    };
    struct lead lead = {
        .id = hash_text(captures, warc_walk_value(head, "WARC-Record-ID")),
        .concurrent = hash_text(captures, warc_walk_value(head, "WARC-Concurrent-To")),
        .payload = hash_text(captures, warc_walk_value(head, "WARC-Payload-Digest")),
        .refers_url = hash_url(captures, warc_walk_value(head, "WARC-Refers-To-Target-URI")),
        .refers_us = date_of(head, "WARC-Refers-To-Date"),
    };

    if (!error)
        error = warc_walk_end(walk);
    if (error || (found->faults & (WARC_CUT | WARC_NO_LENGTH)) || capture.url == 0)
        return error;
    capture.len = found->len;
    if (capture.kind != CAPTURE_UNCHANGED && !is_answer(status, buf_span(&captures->http)))
        return 0;
    *LIST_ADD(captures->leads) = lead;
    *LIST_ADD(captures->all) = capture;
    return 0;
}

static int read_record(void *context, struct warc_walk *walk, struct warc_found *found)
{
    struct captures *captures = context;
    struct span head = buf_span(&found->head), type = warc_walk_value(head, "WARC-Type");

    if (captures->all.count >= UINT32_MAX)
        return ERROR_TOO_LARGE;
    if (found->faults & WARC_NO_RECORD)
        return 0;
    if (span_is_one_of_nocase(type, "response revisit resource"))
        return read_capture(captures, walk, found, type);
    if (span_is_nocase(type, "conversion")) {
        int error = warc_walk_end(walk);

        if (!error)
            *LIST_ADD(captures->conversions) =
                (struct capture){.file = captures->file, .offset = found->offset, .len = found->len};
        return error;
    }
    return span_is_nocase(type, "request") ? read_request(captures, walk, head) : 0;
}

int captures_add_file(struct captures *captures, int fd, uint64_t limit, uint32_t number)
{
    captures->file = number;
    return warc_walk_each(fd, limit, read_record, captures);
}

static bool is_other(const struct captures *captures, uint64_t id)
{
    return id != 0 && captures->others.count > 0 &&
           bsearch(&id, captures->others.items, captures->others.count, sizeof id, compare_number);
}

/* Removes the answers to requests other than GET. */
static void drop_others(struct captures *captures)
{
    size_t kept = 0;

    if (captures->others.count > 0)
        qsort(captures->others.items, captures->others.count, sizeof *captures->others.items, compare_number);
    for (size_t i = 0; i < captures->all.count; i++) {
        const struct lead *lead = &captures->leads.items[captures->all.items[i].body];

        if (!is_other(captures, lead->id) && !is_other(captures, lead->concurrent))
            captures->all.items[kept++] = captures->all.items[i];
    }
    captures->all.count = kept;
}

/* Compares by URL and time; at the same time, by the order of the files. */
static int compare_captures(const void *a, const void *b)
{
    const struct capture *left = a, *right = b;

    if (left->url != right->url)
        return left->url < right->url ? -1 : 1;
    if (left->date_us != right->date_us)
        return left->date_us < right->date_us ? -1 : 1;
    return left->body < right->body ? -1 : left->body > right->body;
}

/* Returns the index after the last capture of a URL up to a time. */
static size_t find_end(const struct captures *captures, uint64_t url, int64_t until_us)
{
    size_t low = 0, high = captures->all.count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct capture *at = &captures->all.items[middle];

        if (at->url < url || (at->url == url && at->date_us <= until_us))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Lists the last response up to each capture, because there may be many revisits after it; and the responses
 * by their payload digests. */
static void list_responses(struct captures *captures)
{
    captures->responses = mem_new(captures->all.count + 1, sizeof *captures->responses);
    for (size_t i = 0; i < captures->all.count; i++) {
        const struct capture *capture = &captures->all.items[i];
        uint64_t digest = captures->leads.items[capture->body].payload;
        bool is_response = capture->kind == CAPTURE_RESPONSE;

        if (is_response)
            captures->responses[i] = (uint32_t)i;
        else
            captures->responses[i] =
                i > 0 && capture[-1].url == capture->url ? captures->responses[i - 1] : UINT32_MAX;
        if (is_response && digest != 0)
            *LIST_ADD(captures->payloads) = (struct payload){digest, i};
    }
    if (captures->payloads.count > 0)
        qsort(captures->payloads.items, captures->payloads.count, sizeof(struct payload), compare_numbers);
}

/* Returns the last response of a URL up to a time, or UINT32_MAX. */
static uint32_t find_response(const struct captures *captures, uint64_t url, int64_t until_us)
{
    size_t end = find_end(captures, url, until_us);

    return end > 0 && captures->all.items[end - 1].url == url ? captures->responses[end - 1] : UINT32_MAX;
}

static uint32_t find_payload(const struct captures *captures, uint64_t digest)
{
    const struct payload *found = captures->payloads.count > 0
                                      ? bsearch(&digest, captures->payloads.items, captures->payloads.count,
                                                sizeof *found, compare_number)
                                      : NULL;

    return found ? (uint32_t)found->capture : UINT32_MAX;
}

/* Returns the response that a revisit repeats: the one that it names, otherwise one with its payload,
 * otherwise, if the server said that nothing had changed, the preceding one of its URL. */
static uint32_t find_body(const struct captures *captures, const struct capture *capture,
                          const struct lead *lead)
{
    static const int64_t second_us = 1000000;
    uint32_t index = UINT32_MAX;

    if (lead->refers_url != 0) /* some writers give whole seconds only */
        index = find_response(captures, lead->refers_url,
                              lead->refers_us > 0 ? lead->refers_us + second_us - 1 : capture->date_us);
    if (index == UINT32_MAX && lead->payload != 0)
        index = find_payload(captures, lead->payload);
    if (index == UINT32_MAX && capture->kind == CAPTURE_UNCHANGED)
        index = find_response(captures, capture->url, capture->date_us);
    return index;
}

/* Replaces the index of each capture's lead by that of its body, and removes captures without a body. */
static void resolve_bodies(struct captures *captures)
{
    uint32_t *bodies = mem_new(captures->all.count + 1, sizeof *bodies);
    size_t kept = 0;

    for (size_t i = 0; i < captures->all.count; i++) {
        const struct capture *capture = &captures->all.items[i];

        bodies[i] = capture->kind == CAPTURE_RESPONSE
                        ? (uint32_t)i
                        : find_body(captures, capture, &captures->leads.items[capture->body]);
        captures->orphans += bodies[i] == UINT32_MAX;
    }
    for (size_t i = 0; i < captures->all.count; i++) { /* bodies[i] becomes the new index of capture i */
        captures->all.items[i].body = bodies[i];
        if (bodies[i] != UINT32_MAX)
            captures->all.items[i].cut = captures->all.items[bodies[i]].cut;
        if (captures->all.items[i].kind == CAPTURE_UNCHANGED && bodies[i] != UINT32_MAX)
            captures->all.items[i].status = captures->all.items[bodies[i]].status;
        bodies[i] = (uint32_t)kept;
        kept += captures->all.items[i].body != UINT32_MAX;
    }
    for (size_t i = 0; i < captures->all.count; i++) {
        struct capture moved = captures->all.items[i];

        if (moved.body == UINT32_MAX)
            continue;
        moved.body = bodies[moved.body];
        captures->all.items[bodies[i]] = moved;
    }
    captures->all.count = kept;
    free(bodies);
}

static int compare_places(const void *a, const void *b, void *context)
{
    const struct capture *list = context;
    const struct capture *left = &list[*(const uint32_t *)a], *right = &list[*(const uint32_t *)b];

    if (left->file != right->file)
        return left->file < right->file ? -1 : 1;
    return left->offset < right->offset ? -1 : left->offset > right->offset;
}

/* Finds for each capture the one that counts at its time: itself, unless it is cut off and one before it is
 * whole. */
static void find_whole(struct captures *captures)
{
    const struct capture *whole = NULL;

    for (size_t i = 0; i < captures->all.count; i++) {
        struct capture *capture = &captures->all.items[i];

        if (!capture->cut && capture->status < 400)
            whole = capture;
        capture->counts = (uint32_t)(capture->cut && whole && whole->url == capture->url
                                         ? (size_t)(whole - captures->all.items)
                                         : i);
    }
}

void captures_finish(struct captures *captures)
{
    drop_others(captures);
    if (captures->all.count > 0)
        qsort(captures->all.items, captures->all.count, sizeof *captures->all.items, compare_captures);
    list_responses(captures);
    resolve_bodies(captures);
    find_whole(captures);
    captures->order = mem_new(captures->all.count + 1, sizeof *captures->order);
    for (size_t i = 0; i < captures->all.count; i++)
        captures->order[i] = (uint32_t)i;
    if (captures->all.count > 0)
        qsort_r(captures->order, captures->all.count, sizeof *captures->order, compare_places,
                captures->all.items);
    drop_leads(captures);
}

struct capture *captures_find(struct captures *captures, struct span url, int64_t until_us)
{
    uint64_t wanted = hash_text(captures, url);
    size_t end = find_end(captures, wanted, until_us);

    return end > 0 && captures->all.items[end - 1].url == wanted
               ? &captures->all.items[captures->all.items[end - 1].counts]
               : NULL;
}

bool captures_is_outdone(const struct captures *captures, const struct capture *capture)
{
    size_t last = find_end(captures, capture->url, INT64_MAX) - 1;

    return &captures->all.items[captures->all.items[last].counts] != capture;
}
