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
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "markup/link.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"
#include "mirror/original.h"
#include "url/percent.h"

enum {
    HOPS_MAX = 64,
    TROUBLE_MAX = 2048,
    WHY_MAX = 2000,
    ORIGINAL_MAX = 4 * LIMIT_URL_BYTES,
    TEXT_KEPT = 16 * 1024
};

static const char *const truncations[] = {
    [FETCH_WHOLE] = NULL,
    [FETCH_CUT_LENGTH] = "length",
    [FETCH_CUT_TIME] = "time",
    [FETCH_CUT_DISCONNECT] = "disconnect",
    [FETCH_CUT_UNSPECIFIED] = "unspecified",
};

static void clear(struct buf *text, size_t max)
{
    text->max = max;
    buf_recycle(text, TEXT_KEPT);
}

static void clear_all(struct exchange *exchange)
{
    exchange->warc = (struct warc_exchange){0};
    clear(&exchange->url, 3 * LIMIT_URL_BYTES);
    clear(&exchange->via, 3 * LIMIT_URL_BYTES);
    clear(&exchange->hops, HOPS_MAX);
    clear(&exchange->request, LIMIT_HEADER_BYTES);
    clear(&exchange->response, LIMIT_HEADER_BYTES);
    clear(&exchange->trouble, TROUBLE_MAX);
    arena_clear(&exchange->texts);
}

void exchange_release(struct exchange *exchange)
{
    buf_release(&exchange->url);
    buf_release(&exchange->via);
    buf_release(&exchange->hops);
    buf_release(&exchange->request);
    buf_release(&exchange->response);
    buf_release(&exchange->trouble);
    arena_release(&exchange->texts);
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
    (void)buf_add_format(&exchange->trouble, "%s%s%.500s", fetch_outcomes[result->outcome].word,
                         *words ? ": " : "", words);
}

static int digest_payload(struct exchange *exchange, const struct mirror *mirror, struct fetch_result *result)
{
    bool is_part = result->part_head.len > 0;

    if (mirror->archiving.sha1)
        return digest_body(DIGEST_SHA1,
                           is_part && result->raw ? result->raw
                           : result->payload      ? result->payload
                                                  : result->plain,
                           exchange->digest);
    memcpy(exchange->digest, is_part ? result->part_sha256 : result->payload_sha256,
           sizeof result->payload_sha256);
    return 0;
}

int exchange_fill(struct exchange *exchange, struct mirror *mirror, const struct request_purpose *purpose,
                  struct fetch_result *result, const struct frontier_visit *visit)
{
    struct warc_exchange *warc = &exchange->warc;
    int error;

    clear_all(exchange);
    error = fetch_public_request(mirror->archiving.fetch, result, &exchange->request);
    if (!error)
        error = percent_add(&exchange->url, result->url, PERCENT_URI);
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
    warc->is_page = span_starts_nocase(result->fields->first[ANSWER_CONTENT_TYPE], "text/html");
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
    (void)buf_set(&exchange->trouble, span_of("withheld: "));
    (void)buf_add_span(&exchange->trouble, span_part(why, 0, WHY_MAX));
    exchange->warc.response_head = span_make(NULL, 0);
    exchange->warc.trouble = buf_span(&exchange->trouble);
}

/* Keeps the texts of the record that is repeated; false if they are too long. */
static bool keep_original(struct exchange *exchange, struct span id, struct span url, struct span date,
                          struct span digest)
{
    struct arena *texts = &exchange->texts;
    size_t text_len = id.len + url.len + date.len + digest.len;

    if (text_len > ORIGINAL_MAX)
        return false;
    exchange->warc.original = (struct warc_original){.id = arena_copy(texts, id),
                                                     .url = arena_copy(texts, url),
                                                     .date = arena_copy(texts, date),
                                                     .payload_digest = arena_copy(texts, digest)};
    return true;
}

/* Finds the record of the answer in force, or the record that it repeats. False if the archive has no
 * readable one. */
static bool find_kept(struct exchange *exchange, struct mirror *mirror, const struct frontier_place *kept)
{
    static const char *const names[2][3] = {
        {"WARC-Record-ID", "WARC-Target-URI", "WARC-Date"},
        {"WARC-Refers-To", "WARC-Refers-To-Target-URI", "WARC-Refers-To-Date"}};
    struct warc_record record RELEASED_BY(warc_record_release);
    struct span type, id, url, date, digest;
    const char *const *name;

    warc_record_init(&record, mirror->folder.tmp_dir, UINT64_MAX);
    if (original_head(mirror, kept, &record) || !warc_field(&record, "WARC-Type", &type))
        return false;
    name = names[span_is_nocase(type, "revisit")];
    return warc_field(&record, name[0], &id) && warc_field(&record, name[1], &url) &&
           warc_field(&record, name[2], &date) && warc_field(&record, "WARC-Payload-Digest", &digest) &&
           keep_original(exchange, id, url, date, digest);
}

static int find_payload(struct exchange *exchange, struct mirror *mirror, const struct fetch_result *result)
{
    struct span sha256 = span_make((const char *)result->payload_sha256, sizeof result->payload_sha256);
    struct frontier_payload payload;
    char date[CLOCK_TEXT_SIZE], digest[DIGEST_TEXT_SIZE], id[WARC_ID_SIZE + 16];
    int error = frontier_payload(mirror->frontier, sha256, &payload);

    if (error)
        return error;
    clock_format(payload.date_us, 6, date);
    digest_text(mirror->archiving.sha1 ? DIGEST_SHA1 : DIGEST_SHA256, exchange->digest, digest);
    (void)snprintf(id, sizeof id, "<urn:uuid:%.*s>", (int)payload.record.len, payload.record.at);
    return keep_original(exchange, span_of(id), payload.url, span_of(date), span_of(digest))
               ? 0
               : ERROR_TOO_LARGE;
}

int exchange_compare(struct exchange *exchange, struct mirror *mirror, const struct request_purpose *purpose,
                     const struct fetch_result *result)
{
    struct warc_exchange *warc = &exchange->warc;
    int error;

    if (!mirror->archiving.all || warc->response_head.len == 0 || warc->truncated ||
        result->part_head.len > 0)
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
