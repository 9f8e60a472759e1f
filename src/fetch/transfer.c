/* SPDX-License-Identifier: MIT */
/* Runs one request on one easy handle: the options set once, the options set for each request, and the answer
 * of an ended transfer. The URL is our parser's canonical text, and exactly its bytes go onto the wire. A URL
 * in which libcurl finds another host than our parser is refused. */
#include "config.h"

#include "fetch/transfer.h"

#include <errno.h>
#include <stdio.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/limits.h"
#include "fetch/credentials.h"

enum { RECEIVE_BUFFER_BYTES = 64 * 1024, HEADER_TEXT_BYTES = 64 * 1024 };

static void set_protocols(CURL *easy)
{
#if LIBCURL_VERSION_NUM >= 0x075500
    transfer_check(curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https"));
    transfer_check(curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https"));
#else
    transfer_check(curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS)));
    transfer_check(curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS)));
#endif
}

/* Sets the options that keep libcurl from acting on its own. */
static void set_restraints(CURL *easy)
{
    set_protocols(easy);
    transfer_check(curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L));
    transfer_check(curl_easy_setopt(easy, CURLOPT_HTTP_TRANSFER_DECODING, 0L));
    transfer_check(curl_easy_setopt(easy, CURLOPT_HTTP_CONTENT_DECODING, 0L));
    transfer_check(curl_easy_setopt(easy, CURLOPT_HTTP09_ALLOWED, 0L));
    transfer_check(curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED));
    transfer_check(curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L));
    transfer_check(curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L));
    transfer_check(curl_easy_setopt(easy, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L));
    transfer_check(curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L));
    transfer_check(curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L));
}

/* Returns the size of the buffer. libcurl checks its rate after every hundred buffers; with a small buffer it
 * stays close to the rate. */
static long buffer_bytes(uint64_t rate)
{
    enum { LEAST = 1024, READS_A_SECOND = 1000 };

    if (rate == 0 || rate / READS_A_SECOND >= RECEIVE_BUFFER_BYTES)
        return RECEIVE_BUFFER_BYTES;
    return rate / READS_A_SECOND > LEAST ? (long)(rate / READS_A_SECOND) : LEAST;
}

static void set_options(CURL *easy, const struct fetch_options *options, bool has_cookies)
{
    transfer_check(curl_easy_setopt(easy, CURLOPT_USERAGENT, options->user_agent));
    transfer_check(curl_easy_setopt(easy, CURLOPT_PROXY, options->proxy ? options->proxy : ""));
    transfer_check(curl_easy_setopt(easy, CURLOPT_NOPROXY, "")); /* not the environment's: see has_proxy */
    transfer_check(curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, buffer_bytes(options->rate)));
    transfer_check(curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)options->connect_timeout_ms));
    transfer_check(curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, (long)options->least_rate));
    transfer_check(
        curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, (long)((options->stall_timeout_ms + 999) / 1000)));
    if (options->ca_file) {
        transfer_check(curl_easy_setopt(easy, CURLOPT_CAINFO, options->ca_file));
        transfer_check(curl_easy_setopt(easy, CURLOPT_CAPATH, NULL));
    }
    if (has_cookies)
        transfer_check(curl_easy_setopt(easy, CURLOPT_COOKIEFILE, ""));
}

struct transfer *transfer_new(const struct transfer_setup *setup)
{
    struct transfer *transfer = MEM_NEW(struct transfer);

    transfer->setup = setup;
    transfer->easy = curl_easy_init();
    transfer->url = curl_url();
    if (!transfer->easy || !transfer->url)
        die("no memory for a transfer");
    buf_init(&transfer->url_text, LIMIT_URL_BYTES);
    buf_init(&transfer->header_text, HEADER_TEXT_BYTES);
    buf_init(&transfer->cookies, HEADER_TEXT_BYTES);
    set_restraints(transfer->easy);
    set_options(transfer->easy, &setup->options, setup->has_cookies);
    transfer_check(curl_easy_setopt(transfer->easy, CURLOPT_RESOLVE, setup->resolve));
    transfer_check(curl_easy_setopt(transfer->easy, CURLOPT_ERRORBUFFER, transfer->curl_error));
    receive_attach(transfer);
    return transfer;
}

void transfer_renew(struct transfer *transfer, const struct transfer *model)
{
    curl_easy_cleanup(transfer->easy);
    transfer->easy = curl_easy_duphandle(model->easy);
    if (!transfer->easy)
        die("no memory for a transfer");
    if (transfer->url_text.len > 0)
        transfer_check(curl_easy_setopt(transfer->easy, CURLOPT_CURLU, transfer->url));
    transfer_check(curl_easy_setopt(transfer->easy, CURLOPT_ERRORBUFFER, transfer->curl_error));
    receive_attach(transfer);
}

void transfer_free(struct transfer *transfer)
{
    if (!transfer)
        return;
    curl_easy_cleanup(transfer->easy);
    curl_url_cleanup(transfer->url);
    digest_release(&transfer->digest);
    buf_release(&transfer->url_text);
    buf_release(&transfer->header_text);
    buf_release(&transfer->cookies);
    answer_free(transfer->answer);
    free(transfer);
}

/* Returns host and port of a canonical URL; empty if URL is not canonical. */
static struct span authority_of(struct span url)
{
    size_t scheme_len = span_starts(url, "https://") ? 8 : 7;
    struct span rest = span_part(url, scheme_len, url.len), authority;

    if (!span_starts(url, "https://") && !span_starts(url, "http://"))
        return span_make(NULL, 0);
    authority = span_part(rest, 0, span_find(rest, '/'));
    return authority.len < rest.len ? authority : span_make(NULL, 0);
}

/* Returns the host in an authority without userinfo: an IPv6 address keeps its brackets. */
static struct span host_of(struct span authority)
{
    return span_part(authority, 0,
                     span_starts(authority, "[") ? span_find(authority, ']') + 1 : span_find(authority, ':'));
}

struct span transfer_host(const struct transfer *transfer)
{
    return transfer->answer ? host_of(authority_of(buf_span(&transfer->answer->url))) : span_of("");
}

/* Returns true if libcurl finds the same host and port in the URL. */
static bool agrees_with_curl(CURLU *parsed, struct span authority)
{
    char *host = NULL, *port = NULL;
    struct span rest;
    bool same = false;

    if (curl_url_get(parsed, CURLUPART_HOST, &host, 0) == CURLUE_OK && span_starts(authority, host)) {
        rest = span_part(authority, strlen(host), authority.len);
        if (curl_url_get(parsed, CURLUPART_PORT, &port, 0) == CURLUE_OK)
            same = span_starts(rest, ":") && span_is(span_part(rest, 1, rest.len), port);
        else
            same = rest.len == 0;
    }
    curl_free(host);
    curl_free(port);
    return same;
}

static bool refuse(struct answer *answer, enum fetch_outcome outcome, const char *text)
{
    answer_fail(answer, outcome, text);
    return false;
}

/* Sets the URL that libcurl connects to. The origin is enough, because the request target is set separately,
 * and it is often that of the last request; only cookies need the whole URL. */
static bool set_origin(struct transfer *transfer, struct span url, struct span authority)
{
    size_t origin_len = (size_t)(authority.at + authority.len - url.at);
    struct span text = transfer->setup->has_cookies ? url : span_part(url, 0, origin_len);
    bool agrees;

    if (span_equals(buf_span(&transfer->url_text), text))
        return true;
    buf_clear(&transfer->url_text);
    agrees = buf_add_span(&transfer->url_text, text) == 0 &&
             curl_url_set(transfer->url, CURLUPART_URL, buf_text(&transfer->url_text),
                          CURLU_PATH_AS_IS | CURLU_DISALLOW_USER) == CURLUE_OK &&
             agrees_with_curl(transfer->url, authority);
    if (agrees)
        transfer_check(curl_easy_setopt(transfer->easy, CURLOPT_CURLU, transfer->url));
    else
        buf_clear(&transfer->url_text);
    return agrees;
}

static bool set_url(struct transfer *transfer, struct span given)
{
    struct answer *answer = transfer->answer;
    struct span url, authority, target;

    if (buf_add_span(&answer->url, given) != 0)
        return refuse(answer, FETCH_BAD_URL, "the URL is too long");
    url = buf_span(&answer->url);
    if (!span_is_visible(url) || span_find(url, '#') < url.len || authority_of(url).len == 0)
        return refuse(answer, FETCH_BAD_URL, "not a canonical http or https URL");
    authority = authority_of(url);
    if (!set_origin(transfer, url, authority))
        return refuse(answer, FETCH_BAD_URL, "libcurl finds another host in the URL");
    if (transfer->setup->has_proxy && !guard_allows_unseen(&transfer->setup->guard, host_of(authority)))
        return refuse(answer, FETCH_PRIVATE_ADDRESS, fetch_outcomes[FETCH_PRIVATE_ADDRESS].text);
    target = span_part(url, (size_t)(authority.at + authority.len - url.at), url.len);
    if (transfer->setup->proxy_takes_urls && span_starts(url, "http:"))
        target = url;
    /* the target ends at the end of the buffer, so it is terminated */
    transfer_check(curl_easy_setopt(transfer->easy, CURLOPT_REQUEST_TARGET, target.at));
    return true;
}

/* Returns the value of Authorization, borrowed from OUT; empty without. */
static struct span authorization_of(struct transfer *transfer, struct buf *out)
{
    transfer->credentials_version =
        transfer->setup->credentials && transfer->path.len > 0
            ? credentials_add_field(transfer->setup->credentials, transfer->path, out)
            : 0;
    return buf_span(out);
}

/* Puts the fields that only this request has in front of TAIL. A value with control bytes did not come from
 * one field line, and is not sent. The list borrows header_text, which is complete before, because it may
 * move. */
static struct curl_slist *link_own_headers(struct transfer *transfer, const struct fetch_request *request,
                                           struct curl_slist *tail)
{
    struct buf authorization BUF_LOCAL(CREDENTIALS_FIELD_BYTES);
    struct answer_fields known = {0};
    char range[PART_RANGE_SIZE] = "";
    const struct {
        const char *name;
        struct span value;
    } own[TRANSFER_OWN_HEADERS] = {
        {"Accept: ", request->accept},
        {"Authorization: ", authorization_of(transfer, &authorization)},
        {"Cookie: ", buf_span(&transfer->cookies)},
        {"Referer: ", transfer->setup->sends_referrer ? request->referrer : span_of("")},
        {"If-None-Match: ", request->if_none_match},
        {"If-Modified-Since: ", request->if_modified_since},
        {"Range: ", part_range(request->part, range)},
        {"If-Range: ", part_version(request->part, &known)},
        {"Accept-Encoding: ", span_of(request->part ? "identity" : "")},
    };
    size_t starts[TRANSFER_OWN_HEADERS], count = 0;

    if (request->part)
        tail = tail->next; /* without its first, Accept-Encoding: a coded body has other parts */
    transfer->is_conditional = false;
    buf_clear(&transfer->header_text);
    for (size_t i = 0; i < TRANSFER_OWN_HEADERS; i++) {
        struct buf *text = &transfer->header_text;
        size_t start = text->len;

        if (own[i].value.len == 0 || own[i].value.len > HEADER_TEXT_BYTES / 4 ||
            span_has_control(own[i].value))
            continue;
        (void)buf_add_text(text, own[i].name);
        (void)buf_add_span(text, own[i].value);
        (void)buf_add_byte(text, '\0');
        starts[count++] = start;
        transfer->is_conditional |= span_starts(span_of(own[i].name), "If-") && !request->part;
    }
    answer_fields_release(&known);
    while (count-- > 0) {
        transfer->own_headers[count] =
            (struct curl_slist){.data = transfer->header_text.at + starts[count], .next = tail};
        tail = &transfer->own_headers[count];
    }
    return tail;
}

static bool is_at_origin(const char *origin, struct span url)
{
    size_t len = origin ? strlen(origin) : 0;

    return len > 0 && url.len > len && span_starts(url, origin) && url.at[len] == '/';
}

static bool may_be_http2(const struct transfer_setup *setup, struct span url)
{
    if (!setup->options.http2 || !span_starts(url, "https:"))
        return false;
    for (const struct curl_slist *serial = setup->serial_origins; serial; serial = serial->next) {
        if (is_at_origin(serial->data, url))
            return false;
    }
    return true;
}

/* Returns true for a request whose cookies anyone could read, where the site itself is safe from that. */
static bool betrays_cookies(const struct transfer_setup *setup, struct span url)
{
    return setup->origin && span_starts(span_of(setup->origin), "https:") && !span_starts(url, "https:");
}

static void set_request(struct transfer *transfer, const struct fetch_request *request, bool apart)
{
    const struct transfer_setup *setup = transfer->setup;
    bool at_origin = is_at_origin(setup->origin, request->url);
    struct span url = buf_span(&transfer->answer->url);
    CURLSH *share = betrays_cookies(setup, request->url) ? NULL : setup->share;
    struct curl_slist *headers = at_origin ? setup->origin_headers : setup->headers;
    bool http2 = may_be_http2(setup, request->url);
    long version = http2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1;
    CURL *easy = transfer->easy;

    transfer_check(curl_easy_setopt(easy, CURLOPT_SHARE, share));
    buf_clear(&transfer->cookies);
    if (request->sends_cookies && setup->sends_jar)
        jar_add_field(&setup->jar, request->url, &transfer->cookies);
    transfer->path = at_origin ? span_part(url, strlen(setup->origin), url.len) : span_make(NULL, 0);
    headers = link_own_headers(transfer, request, headers);
    transfer_check(curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers));
    transfer_check(curl_easy_setopt(easy, CURLOPT_SSLCERT, at_origin ? setup->client_file : NULL));
    transfer_check(curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, version));
    transfer_check(curl_easy_setopt(easy, CURLOPT_PIPEWAIT, (long)http2)); /* share a connection */
    transfer_check(curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, (long)apart));
    transfer_check(curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 0L));
    transfer_check(curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)setup->options.total_timeout_ms));
}

static void complete_answer(struct transfer *transfer, struct decoder *decoder)
{
    struct answer *answer = transfer->answer;

    digest_finish(&transfer->digest, answer->result.payload_sha256);
    answer_complete(answer, decoder, transfer->keep_raw, transfer->is_chunked);
    transfer->answer = NULL;
    transfer->state = TRANSFER_IDLE;
}

bool transfer_prepare(struct transfer *transfer, const struct fetch_request *request, bool apart,
                      struct answer *answer)
{
    *transfer = (struct transfer){
        .setup = transfer->setup,
        .easy = transfer->easy,
        .url = transfer->url,
        .url_text = transfer->url_text,
        .header_text = transfer->header_text,
        .cookies = transfer->cookies,
        .digest = transfer->digest,
        .answer = answer,
        .state = TRANSFER_HEAD_START,
        .keep_raw = request->keep_raw,
        .read_to_limit = request->read_to_limit,
        .spool_name = request->spool_name,
        .part = request->part,
        .max_bytes = request->max_bytes,
        .max_total = request->max_total > 0 ? request->max_total : UINT64_MAX,
        .started_ms = clock_monotonic_ms(),
    };
    chunked_init(&transfer->chunked);
    answer->result.tag = request->tag;
    answer->result.keeps_cookies = request->keeps_cookies;
    answer->result.started_wall_us = clock_wall_us();
    if (!set_url(transfer, request->url)) {
        complete_answer(transfer, NULL);
        return false;
    }
    set_request(transfer, request, apart);
    return true;
}

static void read_times(struct transfer *transfer, struct fetch_result *result)
{
    char *ip = NULL;
    long version = 0;

    transfer_check(curl_easy_getinfo(transfer->easy, CURLINFO_PRIMARY_IP, &ip));
    transfer_check(curl_easy_getinfo(transfer->easy, CURLINFO_HTTP_VERSION, &version));
    if (transfer->head_bytes > 0) {
        result->first_byte_ms = transfer->first_ms - transfer->started_ms;
        result->answer_ms = transfer->waited_ms;
    }
    result->total_ms = clock_monotonic_ms() - transfer->started_ms;
    (void)snprintf(result->peer_ip, sizeof result->peer_ip, "%s", ip ? ip : "");
    if (transfer->is_http2)
        result->http_version = 20;
    else if (version == CURL_HTTP_VERSION_1_0)
        result->http_version = 10;
    else if (version == CURL_HTTP_VERSION_1_1)
        result->http_version = 11;
}

/* Returns the defect of a body that libcurl considers complete; NULL without one. */
static const char *find_cut(const struct transfer *transfer)
{
    const struct fetch_result *result = &transfer->answer->result;

    if (!fetch_status_has_body(result->status))
        return NULL;
    if (transfer->is_chunked)
        return transfer->chunked.state == CHUNKED_DONE ? NULL : "the last chunk is missing";
    if (result->has_content_length && result->content_length != transfer->answer->payload.len)
        return "shorter than announced";
    return NULL;
}

/* Returns true if a server that closed a kept HTTP/2 connection did not process the last request (RFC 9113,
 * 6.8). */
static bool is_unprocessed(const struct transfer *transfer, CURLcode code)
{
    return code == CURLE_HTTP2 && transfer->head_bytes == 0 && transfer->is_on_kept && !transfer->has_goaway;
}

/* Returns true if the proxy, and not the server, is the reason for no answer. */
static bool proxy_fails(const struct transfer *transfer, CURLcode code)
{
    long status = 0;

    if (!transfer->setup->has_proxy)
        return false;
    (void)curl_easy_getinfo(transfer->easy, CURLINFO_HTTP_CONNECTCODE, &status);
    return code == CURLE_COULDNT_CONNECT || status == 407;
}

static void judge_cut(struct transfer *transfer, CURLcode code)
{
    struct answer *answer = transfer->answer;
    bool refused = transfer->address_refused && code == CURLE_COULDNT_CONNECT;
    long os_errno = 0;
    const char *text = transfer->curl_error[0] ? transfer->curl_error : curl_easy_strerror(code);
    enum fetch_outcome outcome = fetch_outcome_of_code((int)code, transfer->state == TRANSFER_BODY);

    if (code == CURLE_OPERATION_TIMEDOUT && transfer->may_be_live &&
        clock_monotonic_ms() - transfer->started_ms >= transfer->setup->options.live_after_ms) {
        answer_fail(answer, FETCH_LIVE, fetch_outcomes[FETCH_LIVE].text);
        return;
    }
    if (transfer->is_held && transfer->sent_ms == 0) {
        answer_fail(answer, FETCH_AGAIN, "not sent, to be repeated: it is not the turn of this address");
        return;
    }
    if (is_unprocessed(transfer, code)) {
        transfer->next = NEXT_APART;
        answer_fail(answer, FETCH_AGAIN,
                    "the server closed the connection before it processed the request; to be repeated");
        return;
    }
    (void)curl_easy_getinfo(transfer->easy, CURLINFO_OS_ERRNO, &os_errno);
    if (outcome == FETCH_UNREACHABLE && os_errno == ECONNREFUSED && !transfer->setup->has_proxy)
        outcome = FETCH_REFUSED;
    if (proxy_fails(transfer, code))
        outcome = FETCH_PROXY;
    if (code == CURLE_HTTP2 || code == CURLE_HTTP2_STREAM)
        transfer->next = NEXT_SERIALLY;
    if (refused)
        answer_fail(answer, FETCH_PRIVATE_ADDRESS, fetch_outcomes[FETCH_PRIVATE_ADDRESS].text);
    else
        answer_fail(answer, outcome, text);
    if (outcome == FETCH_LOCAL)
        answer->result.local_error = ERROR_IO;
}

/* Judges a whole answer. Without our validators, 304 says nothing: the copy it means is not ours (RFC 9110,
 * 15.4.5). */
static void judge_whole(const struct transfer *transfer, struct answer *answer)
{
    answer_judge_status(answer);
    if (answer->result.outcome == FETCH_NOT_MODIFIED && !transfer->is_conditional)
        answer_fail(answer, FETCH_PROTOCOL, "304 (not modified) to a request without a condition");
    if (answer->result.status == 407 && transfer->setup->has_proxy)
        answer_fail(answer, FETCH_PROXY, "the proxy requires a user name and a password");
}

static void judge(struct transfer *transfer, CURLcode code, enum fetch_outcome ended)
{
    struct answer *answer = transfer->answer;
    const char *cut;

    if (transfer->state == TRANSFER_STOPPED) {
        /* the answer has outcome and error */
    } else if (ended != FETCH_OK) {
        answer_fail(answer, ended, fetch_outcomes[ended].text);
    } else if (code != CURLE_OK) {
        judge_cut(transfer, code);
    } else if (transfer->state != TRANSFER_BODY) {
        answer_fail(answer, FETCH_RESET, "the connection ended within the headers");
    } else if ((cut = find_cut(transfer))) {
        answer_fail(answer, FETCH_PARTIAL, cut);
    } else {
        judge_whole(transfer, answer);
        return; /* the body is whole, whatever the status */
    }
    answer->result.truncation = fetch_outcomes[answer->result.outcome].truncation;
}

/* Sound and film are played at less than this many bytes a second; after so long one can tell. */
enum { LIVE_RATE = 512 * 1024, LIVE_WATCH_MS = 5000 };

bool transfer_is_slow(struct transfer *transfer, int64_t now_ms, uint64_t bytes_per_second)
{
    uint64_t bytes = transfer->head_bytes + transfer->body_bytes, wanted;
    int64_t watch_ms = transfer->may_be_live ? LIVE_WATCH_MS : transfer->setup->options.stall_timeout_ms;

    if (transfer->may_be_live)
        bytes_per_second = LIVE_RATE;

    if (transfer->watched_ms == 0)
        transfer->watched_ms = transfer->sent_ms;
    if (transfer->watched_ms == 0 || now_ms - transfer->watched_ms < watch_ms)
        return false;
    wanted = (uint64_t)(now_ms - transfer->watched_ms) * bytes_per_second / 1000;
    if (bytes - transfer->watched_bytes < wanted)
        return true;
    transfer->watched_ms = now_ms;
    transfer->watched_bytes = bytes;
    return false;
}

/* Returns true if the body may be truncated: libcurl does not say whether END_STREAM or RST_STREAM with
 * NO_ERROR ended a stream, and 7.88 reports success even if the connection broke the protocol. Only a length
 * or a coding proves that a body is complete. */
static bool may_be_cut(const struct fetch_result *result)
{
    return result->outcome == FETCH_OK && !result->has_content_length && !result->content_coded &&
           result->status != 204;
}

/* Changes the outcome of HTTP/2 answers that must be repeated with HTTP/1.1 on another connection. */
static void check_http2(struct transfer *transfer, struct answer *answer)
{
    const char *why = NULL;

    if (answer->result.status == 421)
        why = "misdirected request; to be repeated over HTTP/1.1";
    else if (may_be_cut(&answer->result))
        why = "not known to be complete; to be repeated over HTTP/1.1";
    if (!why || !transfer->is_http2)
        return;
    answer_fail(answer, FETCH_AGAIN, why);
    answer->result.truncation = FETCH_CUT_UNSPECIFIED;
    transfer->next = NEXT_SERIALLY;
}

struct answer *transfer_finish(struct transfer *transfer, CURLcode code, enum fetch_outcome ended,
                               struct decoder *decoder)
{
    struct answer *answer = transfer->answer;
    struct fetch_result *result = &answer->result;

    read_times(transfer, result);
    part_take_beginning(transfer);
    judge(transfer, code, ended);
    if (result->status == 0) { /* the block is incomplete, or 1xx */
        buf_clear(&answer->response_head);
        answer_fields_clear(&answer->fields);
    }
    result->wire_bytes = transfer->head_bytes + transfer->body_bytes;
    complete_answer(transfer, decoder);
    check_http2(transfer, answer);
    return answer;
}
