/* SPDX-License-Identifier: MIT */
/* A request and its answer in the form that the archive takes: how the URL was found, the exchange, and
 * whether it repeats a record. Hop letters are those of other crawlers: L a link, E a requisite, R a
 * redirect, X a candidate, P robots.txt, M a sitemap. */
#include "config.h"

#include "mirror/capture.h"

#include <stdio.h>
#include <string.h>

#include "archive/warc_read.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/limits.h"
#include "fetch/fetch.h"
#include "frontier/archive.h"
#include "frontier/row.h"
#include "frontier/visit.h"
#include "mirror/cause.h"
#include "mirror/mirror.h"
#include "mirror/original.h"
#include "url/percent.h"

enum { HOPS_MAX = 64, TROUBLE_MAX = 2048, WHY_MAX = 2000, ORIGINAL_MAX = 4 * LIMIT_URL_BYTES };

static const char *const truncations[] = {
    [FETCH_WHOLE] = NULL,
    [FETCH_CUT_LENGTH] = "length",
    [FETCH_CUT_TIME] = "time",
    [FETCH_CUT_DISCONNECT] = "disconnect",
    [FETCH_CUT_UNSPECIFIED] = "unspecified",
};

void capture_init(struct capture *capture)
{
    *capture = (struct capture){.warc = {.fetch_ms = -1}};
    buf_init(&capture->url, 3 * LIMIT_URL_BYTES);
    buf_init(&capture->via, 3 * LIMIT_URL_BYTES);
    buf_init(&capture->hops, HOPS_MAX);
    buf_init(&capture->request, LIMIT_HEADER_BYTES);
    buf_init(&capture->response, LIMIT_HEADER_BYTES);
    buf_init(&capture->trouble, TROUBLE_MAX);
    buf_init(&capture->original, ORIGINAL_MAX);
}

void capture_release(struct capture *capture)
{
    buf_release(&capture->url);
    buf_release(&capture->via);
    buf_release(&capture->hops);
    buf_release(&capture->request);
    buf_release(&capture->response);
    buf_release(&capture->trouble);
    buf_release(&capture->original);
}

/* The letter of the hop to a URL. */
static char letter_of(const struct frontier_hop *hop)
{
    if (frontier_found(hop->via) == FRONTIER_FOUND_BY_REDIRECT)
        return 'R';
    if (frontier_found(hop->via) == FRONTIER_FOUND_BY_SITEMAP)
        return 'M';
    if (hop->kind == FRONTIER_CANDIDATE)
        return 'X';
    return hop->kind == FRONTIER_REQUISITE ? 'E' : 'L';
}

/* The hops from the start page, found backwards, and the URL that led to ID. */
static int add_hops(struct capture *capture, struct mirror *mirror, int64_t id)
{
    struct buf *hops = &capture->hops;
    struct frontier_hop hop;
    int error = 0;

    while (!error && hops->len < HOPS_MAX && frontier_hop(mirror->frontier, id, &hop) == 0) {
        if (hops->len == 1)
            error = percent_add(&capture->via, hop.url, PERCENT_URI);
        if (hop.kind == FRONTIER_START)
            break;
        (void)buf_add_byte(hops, letter_of(&hop));
        if (hop.referrer == 0 || hop.referrer == id)
            break;
        id = hop.referrer;
    }
    for (size_t i = 0; i < hops->len / 2; i++) {
        char letter = hops->at[i];

        hops->at[i] = hops->at[hops->len - 1 - i];
        hops->at[hops->len - 1 - i] = letter;
    }
    return error;
}

/* The hops to a robots.txt or a sitemap. */
static int trace_other(struct capture *capture, const struct cause *cause)
{
    char letter = cause->sitemap_level > 0 ? 'M' : 'R';

    (void)buf_add_byte(&capture->hops, 'P');
    for (int i = 0; i < cause->redirects + cause->sitemap_level; i++)
        (void)buf_add_byte(&capture->hops, letter);
    if (capture->hops.len == 1 || cause->robots_of.len == 0)
        return 0;
    return buf_add_format(&capture->via, "%.*s/robots.txt", (int)cause->robots_of.len, cause->robots_of.at);
}

/* How a request failed, in words that do not reveal a proxy's name. */
static void describe_trouble(struct capture *capture, const struct mirror *mirror,
                             const struct fetch_result *result)
{
    const char *words = mirror->archiving.has_proxy ? "" : result->error;

    if (fetch_outcome_is_answer(result->outcome))
        return;
    (void)buf_add_format(&capture->trouble, "%s%s%.500s", fetch_outcome_word(result->outcome),
                         *words ? ": " : "", words);
}

/* The digest that the archive uses. */
static int digest_payload(struct capture *capture, const struct mirror *mirror, struct fetch_result *result)
{
    struct digest digest;
    int error;

    if (!mirror->archiving.sha1) {
        memcpy(capture->digest, result->payload_sha256, sizeof result->payload_sha256);
        return 0;
    }
    digest_init(&digest, DIGEST_SHA1);
    error = digest_add_body(&digest, result->payload ? result->payload : result->plain);
    digest_finish(&digest, capture->digest);
    digest_release(&digest);
    return error;
}

int capture_fill(struct capture *capture, struct mirror *mirror, const struct cause *cause,
                 struct fetch_result *result, const struct frontier_visit *visit)
{
    struct warc_capture *warc = &capture->warc;
    int error = fetch_public_request(mirror->archiving.fetch, result, &capture->request);

    if (!error)
        error = percent_add(&capture->url, cause->url, PERCENT_URI);
    if (!error)
        error = cause->id > 0 ? add_hops(capture, mirror, cause->id) : trace_other(capture, cause);
    if (!error)
        error = digest_payload(capture, mirror, result);
    describe_trouble(capture, mirror, result);
    warc->url = buf_span(&capture->url);
    warc->started_wall_us = result->started_wall_us;
    warc->ip = mirror->archiving.has_proxy ? "" : result->peer_ip;
    warc->protocol = result->http_version == 20 ? "h2" : NULL;
    warc->tls_version = result->tls_version;
    warc->tls_cipher = result->tls_cipher;
    warc->request_head = buf_span(&capture->request);
    warc->response_head = fetch_public_response(mirror->archiving.fetch, result, &capture->response);
    warc->response_body = result->raw ? result->raw : result->plain;
    warc->payload_digest = capture->digest;
    warc->truncated = truncations[result->truncation];
    warc->is_coded = result->content_coded;
    warc->via = buf_span(&capture->via);
    warc->hops = buf_span(&capture->hops);
    warc->fetch_ms = result->total_ms;
    warc->trouble = buf_span(&capture->trouble);
    if (visit)
        warc->usage = visit->preferences;
    return error;
}

void capture_withhold(struct capture *capture, struct span why)
{
    buf_clear(&capture->trouble);
    (void)buf_add_text(&capture->trouble, "withheld: ");
    (void)buf_add_span(&capture->trouble, span_part(why, 0, WHY_MAX));
    capture->warc.response_head = span_make(NULL, 0);
    capture->warc.trouble = buf_span(&capture->trouble);
}

/* Adds TEXT to the original's texts, which have room for it, and returns the copy. */
static struct span keep_text(struct buf *texts, struct span text)
{
    size_t start = texts->len;

    (void)buf_add_span(texts, text);
    return span_part(buf_span(texts), start, texts->len - start);
}

static int reserve_texts(struct buf *texts)
{
    buf_clear(texts);
    return buf_reserve(texts, ORIGINAL_MAX) ? 0 : ERROR_TOO_LARGE;
}

/* Finds the record of the answer in force, or the record that it repeats. False if the archive has no
 * readable one. */
static bool find_kept(struct capture *capture, struct mirror *mirror, const struct frontier_place *kept)
{
    static const char *const names[2][3] = {
        {"WARC-Record-ID", "WARC-Target-URI", "WARC-Date"},
        {"WARC-Refers-To", "WARC-Refers-To-Target-URI", "WARC-Refers-To-Date"}};
    struct warc_original *original = &capture->warc.original;
    struct warc_record record;
    struct span type, id, url, date, digest;
    bool found;

    warc_record_init(&record, mirror->folder.tmp_dir, UINT64_MAX);
    found = original_head(mirror, kept, &record) == 0 && warc_field(&record, "WARC-Type", &type);
    if (found) {
        const char *const *name = names[span_is(type, "revisit")];

        found = warc_field(&record, name[0], &id) && warc_field(&record, name[1], &url) &&
                warc_field(&record, name[2], &date) && warc_field(&record, "WARC-Payload-Digest", &digest) &&
                id.len + url.len + date.len + digest.len <= ORIGINAL_MAX &&
                reserve_texts(&capture->original) == 0;
    }
    if (found) {
        original->id = keep_text(&capture->original, id);
        original->url = keep_text(&capture->original, url);
        original->date = keep_text(&capture->original, date);
        original->payload_digest = keep_text(&capture->original, digest);
    }
    warc_record_release(&record);
    return found;
}

/* The record that has the payload. */
static int find_payload(struct capture *capture, struct mirror *mirror, const struct fetch_result *result)
{
    struct span sha256 = span_make((const char *)result->payload_sha256, sizeof result->payload_sha256);
    struct warc_original *original = &capture->warc.original;
    struct frontier_payload payload;
    char date[CLOCK_TEXT_SIZE], digest[DIGEST_TEXT_SIZE], id[WARC_ID_SIZE + 16];
    int error = frontier_payload(mirror->frontier, sha256, &payload);

    if (!error)
        error = reserve_texts(&capture->original);
    if (error)
        return error;
    clock_format(payload.date_us, 6, date);
    digest_text(mirror->archiving.sha1 ? DIGEST_SHA1 : DIGEST_SHA256, capture->digest, digest);
    (void)snprintf(id, sizeof id, "<urn:uuid:%.*s>", (int)payload.record.len, payload.record.at);
    original->id = keep_text(&capture->original, span_of(id));
    original->url = keep_text(&capture->original, payload.url);
    original->date = keep_text(&capture->original, span_of(date));
    original->payload_digest = keep_text(&capture->original, span_of(digest));
    return 0;
}

int capture_compare(struct capture *capture, struct mirror *mirror, const struct cause *cause,
                    const struct fetch_result *result)
{
    struct warc_capture *warc = &capture->warc;
    int error;

    if (!mirror->archiving.all || warc->response_head.len == 0 || warc->truncated)
        return 0;
    if (result->status == 304) {
        if (cause->kept.archive > 0 && find_kept(capture, mirror, &cause->kept))
            warc->revisit = WARC_NOT_MODIFIED;
        return 0;
    }
    if (result->payload_bytes < CAPTURE_REPEATED_BYTES)
        return 0;
    error = find_payload(capture, mirror, result);
    if (!error)
        warc->revisit = WARC_SAME_PAYLOAD;
    return error == ERROR_NOT_FOUND ? 0 : error;
}
