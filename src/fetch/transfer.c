/* SPDX-License-Identifier: MIT */
/* One request on one easy handle: what is set once, what is set for each request, and how an ended transfer
 * becomes an answer. The URL is our parser's canonical text: what goes onto the wire is its very bytes, and a
 * URL of which libcurl would ask another host than we read is refused. */
#include "config.h"

#include "fetch/transfer.h"

#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/die.h"
#include "base/error.h"
#include "base/limits.h"
#include "fetch/fetch.h"
#include "fetch/receive.h"

enum { LOW_SPEED_BYTES = 100, RECEIVE_BUFFER_BYTES = 64 * 1024, HEADER_TEXT_BYTES = 64 * 1024 };

void transfer_check(CURLcode code)
{
    if (code != CURLE_OK)
        die("libcurl %s: %s", curl_version(), curl_easy_strerror(code));
}

static void set_callbacks(struct transfer *transfer)
{
    CURL *easy = transfer->easy;

    transfer_check(curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer));
    transfer_check(curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, receive_header));
    transfer_check(curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer));
    transfer_check(curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive_body));
    transfer_check(curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer));
    transfer_check(curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, receive_debug));
    transfer_check(curl_easy_setopt(easy, CURLOPT_DEBUGDATA, transfer));
    transfer_check(curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, receive_open_socket));
    transfer_check(curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, transfer));
    transfer_check(curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, receive_close_socket));
    transfer_check(curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, transfer->setup->sockets));
    transfer_check(curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, receive_ready));
    transfer_check(curl_easy_setopt(easy, CURLOPT_PREREQDATA, transfer));
    transfer_check(curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->curl_error));
}

/* What libcurl must not do by itself. */
static void set_restraints(CURL *easy)
{
    transfer_check(curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https"));
    transfer_check(curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https"));
    transfer_check(curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L));
    transfer_check(curl_easy_setopt(easy, CURLOPT_HTTP_TRANSFER_DECODING, 0L));
    transfer_check(curl_easy_setopt(easy, CURLOPT_HTTP_CONTENT_DECODING, 0L));
    transfer_check(curl_easy_setopt(easy, CURLOPT_HTTP09_ALLOWED, 0L));
    transfer_check(curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED));
    transfer_check(curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L));
    transfer_check(curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L));
    transfer_check(curl_easy_setopt(easy, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L));
    transfer_check(curl_easy_setopt(easy, CURLOPT_HTTPAUTH, (long)CURLAUTH_BASIC));
    transfer_check(curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L));
    transfer_check(curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L));
}

/* libcurl reads a hundred buffers before it looks at its rate again: with a small one it stays near it. */
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
    transfer_check(curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, buffer_bytes(options->rate)));
    transfer_check(curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)options->connect_timeout_ms));
    transfer_check(curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, (long)LOW_SPEED_BYTES));
    transfer_check(
        curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, (long)((options->stall_timeout_ms + 999) / 1000)));
    if (options->ca_file) {
        transfer_check(curl_easy_setopt(easy, CURLOPT_CAINFO, options->ca_file));
        transfer_check(curl_easy_setopt(easy, CURLOPT_CAPATH, NULL));
    }
    if (has_cookies)
        transfer_check(curl_easy_setopt(easy, CURLOPT_COOKIEFILE, ""));
}

struct transfer *transfer_new(const struct transfer_setup *setup, const struct fetch_options *options,
                              CURLSH *share)
{
    struct transfer *transfer = MEM_NEW(struct transfer);

    transfer->setup = setup;
    transfer->easy = curl_easy_init();
    transfer->url = curl_url();
    if (!transfer->easy || !transfer->url)
        die("no memory for a transfer");
    digest_init(&transfer->digest, DIGEST_SHA256);
    buf_init(&transfer->told, LIMIT_URL_BYTES);
    buf_init(&transfer->header_text, HEADER_TEXT_BYTES);
    set_callbacks(transfer);
    set_restraints(transfer->easy);
    set_options(transfer->easy, options, setup->has_cookies);
    transfer_check(curl_easy_setopt(transfer->easy, CURLOPT_SHARE, share));
    return transfer;
}

void transfer_free(struct transfer *transfer)
{
    if (!transfer)
        return;
    curl_easy_cleanup(transfer->easy);
    curl_url_cleanup(transfer->url);
    digest_release(&transfer->digest);
    buf_release(&transfer->told);
    buf_release(&transfer->header_text);
    answer_free(transfer->answer);
    free(transfer);
}

void transfer_set_rate(struct transfer *transfer, uint64_t bytes_per_second)
{
    curl_off_t rate = bytes_per_second > INT64_MAX ? INT64_MAX : (curl_off_t)bytes_per_second;

    transfer_check(curl_easy_setopt(transfer->easy, CURLOPT_MAX_RECV_SPEED_LARGE, rate));
}

/* Host and port as they stand in URL; empty where it has another form than canonical text has. */
static struct span authority_of(struct span url)
{
    size_t scheme_len = span_starts(url, "https://") ? 8 : 7;
    struct span rest = span_part(url, scheme_len, url.len), authority;

    if (!span_starts(url, "https://") && !span_starts(url, "http://"))
        return span_make(NULL, 0);
    authority = span_part(rest, 0, span_find(rest, '/'));
    return authority.len < rest.len ? authority : span_make(NULL, 0);
}

static bool is_requestable(struct span url)
{
    for (size_t i = 0; i < url.len; i++) {
        if (url.at[i] <= 0x20 || url.at[i] >= 0x7f || url.at[i] == '#')
            return false;
    }
    return authority_of(url).len > 0;
}

/* Whether libcurl finds the host and port in the URL that stand there. */
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

/* Tells libcurl where to connect to: the origin, since the request's target is given apart, and what was told
 * for the last request is often right. Cookies go by the whole URL. */
static bool tell(struct transfer *transfer, struct span url, struct span authority)
{
    size_t origin_len = (size_t)(authority.at + authority.len - url.at);
    struct span told = transfer->setup->has_cookies ? url : span_part(url, 0, origin_len);
    bool agrees;

    if (span_equals(buf_span(&transfer->told), told))
        return true;
    buf_clear(&transfer->told);
    agrees = buf_add_span(&transfer->told, told) == 0 &&
             curl_url_set(transfer->url, CURLUPART_URL, buf_text(&transfer->told),
                          CURLU_PATH_AS_IS | CURLU_DISALLOW_USER) == CURLUE_OK &&
             agrees_with_curl(transfer->url, authority);
    if (agrees)
        transfer_check(curl_easy_setopt(transfer->easy, CURLOPT_CURLU, transfer->url));
    else
        buf_clear(&transfer->told);
    return agrees;
}

static bool set_url(struct transfer *transfer, struct span given)
{
    struct answer *answer = transfer->answer;
    struct span url, authority, target;

    if (buf_add_span(&answer->url, given) != 0)
        return refuse(answer, FETCH_BAD_URL, "the URL is too long");
    url = buf_span(&answer->url);
    if (!is_requestable(url))
        return refuse(answer, FETCH_BAD_URL, "not a canonical http or https URL");
    authority = authority_of(url);
    if (!tell(transfer, url, authority))
        return refuse(answer, FETCH_BAD_URL, "libcurl reads the URL differently");
    target = span_part(url, (size_t)(authority.at + authority.len - url.at), url.len);
    if (transfer->setup->proxy_takes_urls && span_starts(url, "http:"))
        target = url;
    transfer_check(curl_easy_setopt(transfer->easy, CURLOPT_REQUEST_TARGET,
                                    target.at)); /* it ends where the buffer ends */
    return true;
}

static bool has_control_bytes(struct span value)
{
    for (size_t i = 0; i < value.len; i++) {
        if ((unsigned char)value.at[i] < 0x20 || value.at[i] == 0x7f)
            return true;
    }
    return false;
}

/* The request's own headers, linked in front of TAIL. A value with control bytes cannot have come from one
 * header line, and is not sent. The list borrows header_text, which is filled first because it may move. */
static struct curl_slist *own_headers(struct transfer *transfer, const struct fetch_request *request,
                                      struct curl_slist *tail)
{
    const struct {
        const char *name;
        struct span value;
    } own[] = {
        {"Accept: ", request->accept},
        {"If-None-Match: ", request->if_none_match},
        {"If-Modified-Since: ", request->if_modified_since},
    };
    size_t starts[3], count = 0;

    buf_clear(&transfer->header_text);
    for (size_t i = 0; i < 3; i++) {
        struct buf *text = &transfer->header_text;
        size_t start = text->len;

        if (own[i].value.len == 0 || own[i].value.len > HEADER_TEXT_BYTES / 4 ||
            has_control_bytes(own[i].value))
            continue;
        (void)buf_add_text(text, own[i].name);
        (void)buf_add_span(text, own[i].value);
        (void)buf_add_byte(text, '\0');
        starts[count++] = start;
    }
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
    if (!setup->http2 || !span_starts(url, "https:"))
        return false;
    for (const struct curl_slist *serial = setup->serial_origins; serial; serial = serial->next) {
        if (is_at_origin(serial->data, url))
            return false;
    }
    return true;
}

static void set_request(struct transfer *transfer, const struct fetch_request *request, bool apart)
{
    const struct transfer_setup *setup = transfer->setup;
    bool at_origin = is_at_origin(setup->origin, request->url);
    struct curl_slist *headers = at_origin ? setup->origin_headers : setup->headers;
    bool http2 = may_be_http2(setup, request->url);
    long version = http2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1;
    CURL *easy = transfer->easy;

    headers = own_headers(transfer, request, headers);
    transfer_check(curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers));
    if (setup->credentials)
        transfer_check(curl_easy_setopt(easy, CURLOPT_USERPWD, at_origin ? setup->credentials : NULL));
    transfer_check(curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, version));
    transfer_check(
        curl_easy_setopt(easy, CURLOPT_PIPEWAIT, (long)http2)); /* for a stream where there is one */
    transfer_check(curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, (long)apart));
    transfer_check(curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 0L));
    transfer_check(curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)setup->total_timeout_ms));
}

bool transfer_prepare(struct transfer *transfer, const struct fetch_request *request, bool apart,
                      struct answer *answer)
{
    transfer->answer = answer;
    transfer->state = TRANSFER_HEAD_START;
    transfer->keep_raw = request->keep_raw;
    transfer->read_to_limit = request->read_to_limit;
    transfer->is_chunked = transfer->is_http2 = transfer->address_refused = false;
    transfer->is_on_kept = transfer->was_scolded = false;
    transfer->next = NEXT_AS_BEFORE;
    transfer->local_port = 0;
    transfer->max_bytes = request->max_bytes;
    transfer->head_bytes = transfer->body_bytes = 0;
    transfer->started_ms = clock_monotonic_ms();
    transfer->sent_ms = transfer->first_ms = transfer->unread_ms = 0;
    transfer->curl_error[0] = '\0';
    chunked_init(&transfer->chunked);
    answer->result.tag = request->tag;
    if (!set_url(transfer, request->url))
        return false;
    set_request(transfer, request, apart);
    answer->result.started_wall_us = clock_wall_us();
    return true;
}

static void read_times(struct transfer *transfer, struct fetch_result *result)
{
    char *ip = NULL;
    long version = 0, connects = 0;

    transfer_check(curl_easy_getinfo(transfer->easy, CURLINFO_NUM_CONNECTS, &connects));
    transfer_check(curl_easy_getinfo(transfer->easy, CURLINFO_PRIMARY_IP, &ip));
    transfer_check(curl_easy_getinfo(transfer->easy, CURLINFO_HTTP_VERSION, &version));
    if (transfer->head_bytes > 0) {
        result->first_byte_ms = transfer->first_ms - transfer->started_ms;
        result->answer_ms = transfer->first_ms - transfer->sent_ms - transfer->unread_ms;
        if (result->answer_ms < 0)
            result->answer_ms = 0;
    }
    result->total_ms = clock_monotonic_ms() - transfer->started_ms;
    (void)snprintf(result->peer_ip, sizeof result->peer_ip, "%s", ip ? ip : "");
    if (transfer->is_http2)
        result->http_version = 20;
    else if (version == CURL_HTTP_VERSION_1_0)
        result->http_version = 10;
    else if (version == CURL_HTTP_VERSION_1_1)
        result->http_version = 11;
    if (connects > 0 && version != 0 && !transfer->is_http2)
        sockets_set_serial(transfer->setup->sockets, transfer->local_port);
}

/* What is wrong with a body that libcurl took for whole; NULL for nothing. */
static const char *find_cut(const struct transfer *transfer)
{
    const struct fetch_result *result = &transfer->answer->result;

    if (result->status == 204 || result->status == 304)
        return NULL;
    if (transfer->is_chunked)
        return transfer->chunked.state == CHUNKED_DONE ? NULL : "the last chunk is missing";
    if (result->has_content_length && result->content_length != transfer->answer->payload.len)
        return "shorter than announced";
    return NULL;
}

/* HTTP/2 ended with CODE before an answer began: a server that leaves a kept connection, and says so, did not
 * hear what was sent there last (RFC 9113, 6.8). */
static bool is_unheard(const struct transfer *transfer, CURLcode code)
{
    return code == CURLE_HTTP2 && transfer->head_bytes == 0 && transfer->is_on_kept && !transfer->was_scolded;
}

static void judge_cut(struct transfer *transfer, CURLcode code)
{
    struct answer *answer = transfer->answer;
    struct fetch_ending ending = {
        .curl_code = (int)code,
        .answered = transfer->state == TRANSFER_BODY,
        .address_refused = transfer->address_refused,
    };
    enum fetch_outcome outcome = fetch_outcome_of_ending(&ending);
    const char *text = transfer->curl_error[0] ? transfer->curl_error : curl_easy_strerror(code);

    if (is_unheard(transfer, code)) {
        transfer->next = NEXT_APART;
        answer_fail(answer, FETCH_AGAIN,
                    "the server left the connection before it heard it; asked for again");
        return;
    }
    if (code == CURLE_HTTP2 || code == CURLE_HTTP2_STREAM)
        transfer->next = NEXT_SERIALLY;
    if (outcome == FETCH_PRIVATE_ADDRESS)
        text = fetch_outcome_text(outcome);
    answer_fail(answer, outcome, text);
    if (outcome == FETCH_LOCAL)
        answer->result.local_error = ERROR_IO;
}

static void judge(struct transfer *transfer, CURLcode code, bool stopped)
{
    struct answer *answer = transfer->answer;
    const char *cut;

    if (transfer->state == TRANSFER_STOPPED) {
        /* it says why */
    } else if (stopped) {
        answer_fail(answer, FETCH_STOPPED, fetch_outcome_text(FETCH_STOPPED));
    } else if (code != CURLE_OK) {
        judge_cut(transfer, code);
    } else if (transfer->state != TRANSFER_BODY) {
        answer_fail(answer, FETCH_RESET, "the connection ended within the headers");
    } else if ((cut = find_cut(transfer))) {
        answer_fail(answer, FETCH_PARTIAL, cut);
    } else {
        answer_judge_status(answer);
        return; /* the body is whole, whatever the status */
    }
    answer->result.truncation = fetch_outcome_truncation(answer->result.outcome);
}

/* Completes the answer and parts with it. */
static struct answer *give_away(struct transfer *transfer, struct decoder *decoder)
{
    struct answer *answer = transfer->answer;

    digest_finish(&transfer->digest, answer->result.payload_sha256);
    answer_complete(answer, decoder, transfer->keep_raw, transfer->is_chunked);
    transfer->answer = NULL;
    transfer->state = TRANSFER_IDLE;
    return answer;
}

/* libcurl before 8.0 takes a stream that was reset without an error, or whose connection broke the protocol,
 * for one that ended: then only a length or a coding tells. */
static bool has_unseen_end(const struct transfer *transfer, const struct fetch_result *result)
{
    return result->outcome == FETCH_OK && !transfer->setup->sees_ends && !result->has_content_length &&
           !result->content_coded && result->status != 204;
}

/* What came by HTTP/2 and is to be asked for once more, by HTTP/1.1 on another connection. */
static void doubt(struct transfer *transfer, struct answer *answer)
{
    const char *why = NULL;

    if (answer->result.status == 421)
        why = "the server says that it is another's to answer; asked for again over HTTP/1.1";
    else if (has_unseen_end(transfer, &answer->result))
        why = "not known to be whole; asked for again over HTTP/1.1";
    if (!why || !transfer->is_http2)
        return;
    answer_fail(answer, FETCH_AGAIN, why);
    answer->result.truncation = FETCH_CUT_UNSPECIFIED;
    transfer->next = NEXT_SERIALLY;
}

struct answer *transfer_refuse(struct transfer *transfer)
{
    transfer->answer->result.started_wall_us = clock_wall_us();
    return give_away(transfer, NULL);
}

struct answer *transfer_finish(struct transfer *transfer, CURLcode code, bool stopped,
                               struct decoder *decoder)
{
    struct answer *answer = transfer->answer;
    struct fetch_result *result = &answer->result;

    read_times(transfer, result);
    judge(transfer, code, stopped);
    if (transfer->state == TRANSFER_HEAD || transfer->state == TRANSFER_HEAD_START)
        buf_clear(&answer->response_head); /* an unfinished block, or 1xx */
    result->wire_bytes = transfer->head_bytes + transfer->body_bytes;
    (void)give_away(transfer, decoder);
    doubt(transfer, answer);
    return answer;
}
