/* SPDX-License-Identifier: MIT */
/* Prepares the WARC records of a request and its answer: how the URL was found, both messages, and whether
 * the answer repeats a record. Hop letters are those of other crawlers: L a link, E a requisite, R a
 * redirect, X a candidate, P robots.txt, M a sitemap. */
#include "config.h"

#include "mirror/exchange.h"

#include <stdio.h>

#include "archive/warc_read.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/limits.h"
#include "fetch/fetch.h"
#include "frontier/archive.h"
#include "frontier/row.h"
#include "markup/link.h"
#include "mirror/archiving.h"
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

void exchange_init(struct exchange *exchange)
{
    *exchange = (struct exchange){.warc = {.fetch_ms = -1}};
    buf_init(&exchange->url, 3 * LIMIT_URL_BYTES);
    buf_init(&exchange->via, 3 * LIMIT_URL_BYTES);
    buf_init(&exchange->hops, HOPS_MAX);
    buf_init(&exchange->request, LIMIT_HEADER_BYTES);
    buf_init(&exchange->response, LIMIT_HEADER_BYTES);
    buf_init(&exchange->trouble, TROUBLE_MAX);
    buf_init(&exchange->original, ORIGINAL_MAX);
}

void exchange_release(struct exchange *exchange)
{
    buf_release(&exchange->url);
    buf_release(&exchange->via);
    buf_release(&exchange->hops);
    buf_release(&exchange->request);
    buf_release(&exchange->response);
    buf_release(&exchange->trouble);
    buf_release(&exchange->original);
}

static char letter_of(const struct frontier_hop *hop)
{
    if (link_place(hop->via) == PLACE_REDIRECT)
        return 'R';
    if (link_place(hop->via) == PLACE_SITEMAP)
        return 'M';
    if (hop->kind == FRONTIER_CANDIDATE)
        return 'X';
    return hop->kind == FRONTIER_REQUISITE ? 'E' : 'L';
}

/* Adds the hops from the start page, found backwards, and the URL that linked to ID. */
static int add_hops(struct exchange *exchange, struct mirror *mirror, int64_t id)
{
    struct buf *hops = &exchange->hops;
    struct frontier_hop hop;
    int error = 0;

    while (!error && hops->len < HOPS_MAX && frontier_hop(mirror->frontier, id, &hop) == 0) {
        if (hops->len == 1)
            error = percent_add(&exchange->via, hop.url, PERCENT_URI);
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

static int trace_other(struct exchange *exchange, const struct request_purpose *purpose)
{
    char letter = purpose->sitemap_level > 0 ? 'M' : 'R';

    (void)buf_add_byte(&exchange->hops, 'P');
    for (int i = 0; i < purpose->redirects + purpose->sitemap_level; i++)
        (void)buf_add_byte(&exchange->hops, letter);
    if (exchange->hops.len == 1 || purpose->robots_of.len == 0)
        return 0;
    return buf_add_format(&exchange->via, "%.*s/robots.txt", (int)purpose->robots_of.len,
                          purpose->robots_of.at);
}

/* States how a request failed, in words that do not reveal a proxy's name. */
static void describe_trouble(struct exchange *exchange, const struct mirror *mirror,
                             const struct fetch_result *result)
{
    const char *words = mirror->archiving.has_proxy ? "" : result->error;

    if (fetch_outcome_is_answer(result->outcome))
        return;
    (void)buf_add_format(&exchange->trouble, "%s%s%.500s", fetch_outcome_word(result->outcome),
                         *words ? ": " : "", words);
}

static int digest_payload(struct exchange *exchange, const struct mirror *mirror, struct fetch_result *result)
{
    struct digest digest;
    int error;

    if (!mirror->archiving.sha1) {
        memcpy(exchange->digest, result->payload_sha256, sizeof result->payload_sha256);
        return 0;
    }
    digest_init(&digest, DIGEST_SHA1);
    error = digest_add_body(&digest, result->payload ? result->payload : result->plain);
    digest_finish(&digest, exchange->digest);
    digest_release(&digest);
    return error;
}

int exchange_fill(struct exchange *exchange, struct mirror *mirror, const struct request_purpose *purpose,
                  struct fetch_result *result, const struct frontier_visit *visit)
{
    struct warc_exchange *warc = &exchange->warc;
    int error = fetch_public_request(mirror->archiving.fetch, result, &exchange->request);

    if (!error)
        error = percent_add(&exchange->url, purpose->url, PERCENT_URI);
    if (!error)
        error = purpose->id > 0 ? add_hops(exchange, mirror, purpose->id) : trace_other(exchange, purpose);
    if (!error)
        error = digest_payload(exchange, mirror, result);
    describe_trouble(exchange, mirror, result);
    warc->url = buf_span(&exchange->url);
    warc->started_wall_us = result->started_wall_us;
    warc->ip = mirror->archiving.has_proxy ? "" : result->peer_ip;
    warc->protocol = result->http_version == 20 ? "h2" : NULL;
    warc->tls_version = result->tls_version;
    warc->tls_cipher = result->tls_cipher;
    warc->request_head = buf_span(&exchange->request);
    warc->response_head = fetch_public_response(mirror->archiving.fetch, result, &exchange->response);
    warc->response_body = result->raw ? result->raw : result->plain;
    warc->payload_digest = exchange->digest;
    warc->truncated = truncations[result->truncation];
    warc->is_coded = result->content_coded;
    warc->via = buf_span(&exchange->via);
    warc->hops = buf_span(&exchange->hops);
    warc->fetch_ms = result->total_ms;
    warc->trouble = buf_span(&exchange->trouble);
    if (visit)
        warc->usage = visit->preferences;
    return error;
}

void exchange_withhold(struct exchange *exchange, struct span why)
{
    buf_clear(&exchange->trouble);
    (void)buf_add_text(&exchange->trouble, "withheld: ");
    (void)buf_add_span(&exchange->trouble, span_part(why, 0, WHY_MAX));
    exchange->warc.response_head = span_make(NULL, 0);
    exchange->warc.trouble = buf_span(&exchange->trouble);
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
static bool find_kept(struct exchange *exchange, struct mirror *mirror, const struct frontier_place *kept)
{
    static const char *const names[2][3] = {
        {"WARC-Record-ID", "WARC-Target-URI", "WARC-Date"},
        {"WARC-Refers-To", "WARC-Refers-To-Target-URI", "WARC-Refers-To-Date"}};
    struct warc_original *original = &exchange->warc.original;
    struct warc_record record;
    struct span type, id, url, date, digest;
    bool found;

    warc_record_init(&record, mirror->folder.tmp_dir, UINT64_MAX);
    found = original_head(mirror, kept, &record) == 0 && warc_field(&record, "WARC-Type", &type);
    if (found) {
        const char *const *name = names[span_is_nocase(type, "revisit")];

        found = warc_field(&record, name[0], &id) && warc_field(&record, name[1], &url) &&
                warc_field(&record, name[2], &date) && warc_field(&record, "WARC-Payload-Digest", &digest) &&
                id.len + url.len + date.len + digest.len <= ORIGINAL_MAX &&
                reserve_texts(&exchange->original) == 0;
    }
    if (found) {
        original->id = keep_text(&exchange->original, id);
        original->url = keep_text(&exchange->original, url);
        original->date = keep_text(&exchange->original, date);
        original->payload_digest = keep_text(&exchange->original, digest);
    }
    warc_record_release(&record);
    return found;
}

static int find_payload(struct exchange *exchange, struct mirror *mirror, const struct fetch_result *result)
{
    struct span sha256 = span_make((const char *)result->payload_sha256, sizeof result->payload_sha256);
    struct warc_original *original = &exchange->warc.original;
    struct frontier_payload payload;
    char date[CLOCK_TEXT_SIZE], digest[DIGEST_TEXT_SIZE], id[WARC_ID_SIZE + 16];
    int error = frontier_payload(mirror->frontier, sha256, &payload);

    if (!error)
        error = reserve_texts(&exchange->original);
    if (error)
        return error;
    clock_format(payload.date_us, 6, date);
    digest_text(mirror->archiving.sha1 ? DIGEST_SHA1 : DIGEST_SHA256, exchange->digest, digest);
    (void)snprintf(id, sizeof id, "<urn:uuid:%.*s>", (int)payload.record.len, payload.record.at);
    original->id = keep_text(&exchange->original, span_of(id));
    original->url = keep_text(&exchange->original, payload.url);
    original->date = keep_text(&exchange->original, span_of(date));
    original->payload_digest = keep_text(&exchange->original, span_of(digest));
    return 0;
}

int exchange_compare(struct exchange *exchange, struct mirror *mirror, const struct request_purpose *purpose,
                     const struct fetch_result *result)
{
    struct warc_exchange *warc = &exchange->warc;
    int error;

    if (!mirror->archiving.all || warc->response_head.len == 0 || warc->truncated)
        return 0;
    if (result->status == 304) {
        if (purpose->kept.archive > 0 && find_kept(exchange, mirror, &purpose->kept))
            warc->revisit = WARC_NOT_MODIFIED;
        return 0;
    }
    if (result->payload_bytes < EXCHANGE_REPEATED_BYTES)
        return 0;
    error = find_payload(exchange, mirror, result);
    if (!error)
        warc->revisit = WARC_SAME_PAYLOAD;
    return error == ERROR_NOT_FOUND ? 0 : error;
}
