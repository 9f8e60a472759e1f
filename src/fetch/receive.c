/* SPDX-License-Identifier: MIT */
/* What arrives during one transfer: header lines, body bytes, our own request's bytes, sockets to be opened.
 * libcurl hands over framing and coding untouched, so that the archive has the wire's bytes; how a message is
 * framed is therefore read here too, and must be read as libcurl does. Where the framing is odd the
 * connection is not used again. Each callback answers "less than given" to stop the transfer; the answer then
 * says why. */
#include "config.h"

#include "fetch/receive.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/head.h"
#include "base/limits.h"
#include "fetch/address.h"
#include "fetch/transfer.h"

static const char version_2[] = "HTTP/2";

static bool stop(struct transfer *transfer, enum fetch_outcome outcome, const char *text)
{
    transfer->state = TRANSFER_STOPPED;
    answer_fail(transfer->answer, outcome, text);
    return false;
}

static bool stop_locally(struct transfer *transfer, int error)
{
    transfer->answer->result.local_error = error;
    return stop(transfer, FETCH_LOCAL, error_text(error));
}

/* Whether libcurl is about to send again what was sent: it does so at once where a kept connection ended, a
 * stream was refused, or HTTP/1.1 is wanted, and no pace would know of it. Stops the transfer then. */
static bool stop_repeat(struct transfer *transfer)
{
    if (!transfer->answer || transfer->sent_ms == 0)
        return false;
    if (transfer->next == NEXT_AS_BEFORE && !transfer->is_on_kept) {
        (void)stop(transfer, FETCH_RESET, "the server refused to hear it");
        if (transfer->is_http2)
            transfer->next = NEXT_SERIALLY;
        return true;
    }
    (void)stop(transfer, FETCH_AGAIN, "the server did not hear it; asked for again");
    if (transfer->next == NEXT_AS_BEFORE)
        transfer->next = NEXT_APART;
    return true;
}

static void forbid_reuse(struct transfer *transfer)
{
    transfer_check(curl_easy_setopt(transfer->easy, CURLOPT_FORBID_REUSE, 1L));
}

/* Content-Length may be repeated, or be a list, if all values are equal (RFC 9110, 8.6). */
static bool read_content_length(struct fetch_result *result)
{
    const struct answer_line *line;

    for (size_t at = 0; (line = answer_fields_next(result->fields, ANSWER_CONTENT_LENGTH, &at));) {
        struct span values = line->value;

        do {
            uint64_t length;

            if (!span_to_u64(span_trim(span_take_until(&values, ','), " \t"), &length))
                return false;
            if (result->has_content_length && result->content_length != length)
                return false;
            result->has_content_length = true;
            result->content_length = length;
        } while (values.len > 0);
    }
    return true;
}

static bool is_bodiless(int status)
{
    return status == 204 || status == 304;
}

/* HTML, CSS, XML, scripts and other texts, which nobody needs an hour for. */
static bool is_document(struct span type)
{
    static const char *const types[] = {"text/", "application/xhtml", "application/xml", "application/json",
                                        "application/javascript"};

    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (span_starts_nocase(type, types[i]))
            return true;
    }
    return false;
}

static void set_ceilings(struct transfer *transfer)
{
    struct answer *answer = transfer->answer;
    uint64_t most = transfer->max_bytes;

    if (most == 0)
        most =
            answer->result.has_content_length && !transfer->is_chunked ? UINT64_MAX : LIMIT_UNANNOUNCED_BYTES;
    answer->payload.max = most;
    answer->raw.max = most > UINT64_MAX / 4 ? UINT64_MAX : 2 * most + LIMIT_HEADER_BYTES;
}

/* Reads how the body is framed. False stops the transfer. */
static bool read_framing(struct transfer *transfer)
{
    struct fetch_result *result = &transfer->answer->result;
    bool lengths_agree = read_content_length(result);
    struct span coding = result->fields->first[ANSWER_TRANSFER_ENCODING];

    transfer->is_chunked = answer_fields_is_chunked(result->fields);
    if (!transfer->is_chunked && coding.at && !span_is_nocase(coding, "identity"))
        return stop(transfer, FETCH_PROTOCOL, "a transfer coding that was not asked for");
    if (!transfer->is_chunked && !lengths_agree)
        return stop(transfer, FETCH_PROTOCOL, "no single valid Content-Length");
    if (transfer->is_chunked && (!lengths_agree || result->has_content_length))
        forbid_reuse(transfer);
    if (is_bodiless(result->status) && (transfer->is_chunked || result->content_length > 0))
        forbid_reuse(transfer);
    set_ceilings(transfer);
    if (!transfer->read_to_limit && !transfer->is_chunked && !is_bodiless(result->status) &&
        result->content_length > transfer->answer->payload.max)
        return stop(transfer, FETCH_TOO_LARGE, "the announced length is beyond the limit");
    return true;
}

static bool end_head(struct transfer *transfer)
{
    struct answer *answer = transfer->answer;
    const struct transfer_setup *setup = transfer->setup;
    int status = head_status(buf_span(&answer->response_head));

    if (status >= 100 && status < 200 && status != 101) {
        transfer->state = TRANSFER_HEAD_START;
        return true;
    }
    transfer->state = TRANSFER_BODY;
    answer_read_head(answer);
    if (status < 200)
        return stop(transfer, FETCH_PROTOCOL, "no status, or one that answers nothing we asked");
    if (is_document(answer->fields.first[ANSWER_CONTENT_TYPE]) &&
        setup->document_timeout_ms < setup->total_timeout_ms)
        transfer_check(
            curl_easy_setopt(transfer->easy, CURLOPT_TIMEOUT_MS, (long)setup->document_timeout_ms));
    return read_framing(transfer);
}

/* Begins HEAD with LINE, in which the version stands AT. HTTP/2 has no such lines: libcurl makes them up,
 * with a version that readers of archives do not know. */
static int start_head(struct buf *head, struct span line, size_t at)
{
    buf_clear(head);
    if (!span_starts(span_part(line, at, line.len), version_2))
        return buf_add_span(head, line);
    (void)buf_add_span(head, span_part(line, 0, at));
    (void)buf_add_text(head, "HTTP/1.1");
    return buf_add_span(head, span_part(line, at + sizeof version_2 - 1, line.len));
}

static int add_line(struct transfer *transfer, struct span line)
{
    struct buf *head = &transfer->answer->response_head;

    if (transfer->state == TRANSFER_HEAD)
        return buf_add_span(head, line);
    transfer->state = TRANSFER_HEAD;
    return start_head(head, line, 0);
}

/* An answer that came sooner is quick, wherever the time went. */
enum { QUICK_MS = 20 };

/* libcurl shows the request to receive_debug alone, and only while it is verbose; but then it words messages
 * for it too, for each connection and, by HTTP/2, each header. */
static void set_verbose(struct transfer *transfer, bool verbose)
{
    transfer_check(curl_easy_setopt(transfer->easy, CURLOPT_VERBOSE, (long)verbose));
}

/* While we were busy, stopped, or without a processor, the answer lay here, which is not the server's doing.
 */
static void note_beginning(struct transfer *transfer)
{
    transfer->first_ms = clock_monotonic_ms();
    if (transfer->first_ms - transfer->sent_ms >= QUICK_MS)
        transfer->unread_ms = sockets_received_ms_ago(transfer->setup->sockets, transfer->local_port);
}

static bool add_header(struct transfer *transfer, struct span line)
{
    struct buf *head = &transfer->answer->response_head;

    if (transfer->head_bytes == 0) {
        set_verbose(transfer, false);
        note_beginning(transfer);
    }
    transfer->head_bytes += line.len;
    if (transfer->state == TRANSFER_HEAD_START && !transfer->is_http2 && span_starts(line, version_2))
        return stop(transfer, FETCH_PROTOCOL, "a status line of HTTP/2 where it is not spoken");
    if (transfer->head_bytes > LIMIT_HEADER_BYTES || add_line(transfer, line) != 0) {
        buf_clear(head);
        return stop(transfer, FETCH_PROTOCOL, "more headers than the limit");
    }
    if (span_is(line, "\r\n") || span_is(line, "\n"))
        return end_head(transfer);
    return true;
}

size_t receive_header(char *bytes, size_t size, size_t count, void *argument)
{
    struct transfer *transfer = argument;

    if (transfer->state == TRANSFER_BODY) {
        transfer->head_bytes += size * count; /* trailers of HTTP/2: counted, not kept */
        return transfer->head_bytes > LIMIT_HEADER_BYTES ? 0 : size * count;
    }
    if (transfer->state == TRANSFER_STOPPED || !add_header(transfer, span_make(bytes, size * count)))
        return 0;
    return size * count;
}

/* LEFT is how much of DATA had no room. */
static bool add_payload(struct transfer *transfer, struct span data, size_t *left)
{
    struct body *payload = &transfer->answer->payload;
    uint64_t room = payload->max - payload->len;
    bool fits = data.len <= room;
    int error;

    *left = fits ? 0 : data.len - (size_t)room;
    data = span_part(data, 0, data.len - *left);
    error = body_add(payload, data.at, data.len);
    if (error)
        return stop_locally(transfer, error);
    digest_add(&transfer->digest, data.at, data.len);
    return fits || stop(transfer, FETCH_TOO_LARGE, "the body goes beyond the limit");
}

static bool add_chunked(struct transfer *transfer, struct span bytes)
{
    struct span rest = bytes, data;
    bool going = true;
    size_t left = 0;
    int error = 0;

    while (going && chunked_next(&transfer->chunked, &rest, &data))
        going = add_payload(transfer, data, &left);
    if (transfer->keep_raw) /* what is kept of the framing ends where the payload does */
        error = body_add(&transfer->answer->raw, bytes.at, bytes.len - rest.len - left);
    if (error == ERROR_TOO_LARGE)
        return stop(transfer, FETCH_TOO_LARGE, "the framing of the body goes beyond the limit");
    if (error)
        return stop_locally(transfer, error);
    if (transfer->chunked.state == CHUNKED_BAD)
        return stop(transfer, FETCH_PROTOCOL, "the chunks of the body are malformed");
    if (rest.len > 0)
        forbid_reuse(transfer);
    return going;
}

size_t receive_body(char *bytes, size_t size, size_t count, void *argument)
{
    struct transfer *transfer = argument;
    struct span given = span_make(bytes, size * count);
    size_t left;
    bool going;

    if (transfer->state != TRANSFER_BODY)
        return 0;
    transfer->body_bytes += given.len;
    going = transfer->is_chunked ? add_chunked(transfer, given) : add_payload(transfer, given, &left);
    return going ? given.len : 0;
}

/* What only libcurl's talk tells. Where it says other words, a request counts as lost that was not heard. */
static void read_talk(struct transfer *transfer, struct span talk)
{
    static const char left[] = "GOAWAY, error=";
    const char *found = memmem(talk.at, talk.len, left, sizeof left - 1);

    if (span_starts(talk, "Downgrades to HTTP/1.1"))
        transfer->next = NEXT_SERIALLY;
    else if (found &&
             !span_starts(span_part(talk, (size_t)(found - talk.at) + sizeof left - 1, talk.len), "0,"))
        transfer->was_scolded = true;
}

/* The request goes out; SENT begins with its first line. */
static void note_sent(struct transfer *transfer, struct span *sent)
{
    struct span line = head_take_line(sent);
    size_t at = 4 + span_find(span_part(line, 4, line.len), ' ') + 1;

    transfer->is_http2 = span_starts(span_part(line, at, line.len), version_2);
    transfer->sent_ms = clock_monotonic_ms();
    (void)start_head(&transfer->answer->request_head, line, at);
    if (transfer->setup->sent)
        transfer->setup->sent(transfer->answer->result.tag);
}

int receive_debug(CURL *easy, curl_infotype type, char *bytes, size_t len, void *argument)
{
    struct transfer *transfer = argument;
    struct span said = span_make(bytes, len);

    (void)easy;
    if (!transfer->answer || span_starts(said, "CONNECT "))
        return 0;
    if (type == CURLINFO_TEXT)
        read_talk(transfer, said);
    if (type != CURLINFO_HEADER_OUT)
        return 0;
    if (span_starts(said, "GET "))
        note_sent(transfer, &said);
    (void)buf_add_span(&transfer->answer->request_head,
                       said); /* a URL and our headers: far from the maximum */
    return 0;
}

curl_socket_t receive_open_socket(void *argument, curlsocktype purpose, struct curl_sockaddr *address)
{
    struct transfer *transfer = argument;
    bool guarded = !transfer->setup->allow_private && !transfer->setup->has_proxy;
    int fd;

    (void)purpose;
    if (stop_repeat(transfer))
        return CURL_SOCKET_BAD;
    if (guarded && address_is_private(&address->addr)) {
        transfer->address_refused = true;
        return CURL_SOCKET_BAD;
    }
    fd = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    if (fd >= 0)
        sockets_add(transfer->setup->sockets, fd);
    return fd;
}

int receive_close_socket(void *sockets, curl_socket_t fd)
{
    sockets_remove(sockets, fd);
    return close(fd);
}

int receive_ready(void *argument, char *peer_ip, char *local_ip, int peer_port, int local_port)
{
    struct transfer *transfer = argument;
    long connects = 0;

    (void)peer_ip;
    (void)local_ip;
    (void)peer_port;
    if (stop_repeat(transfer))
        return CURL_PREREQFUNC_ABORT;
    set_verbose(transfer, true);
    transfer->local_port = local_port;
    transfer_check(curl_easy_getinfo(transfer->easy, CURLINFO_NUM_CONNECTS, &connects));
    transfer->is_on_kept = connects == 0;
    if (connects == 0)
        sockets_end_if_unread(transfer->setup->sockets, local_port);
    return CURL_PREREQFUNC_OK;
}
