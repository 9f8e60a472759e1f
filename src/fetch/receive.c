/* SPDX-License-Identifier: MIT */
/* Receives one transfer, by libcurl's callbacks: header lines, body bytes, the bytes of the request, new
 * sockets. libcurl passes on framing and codings unchanged, so that the archive gets the bytes of the wire.
 * This file therefore interprets the framing too (RFC 9112, 6), as libcurl does. After any framing anomaly
 * the connection is not used again. A callback that returns less than it was given stops the transfer. */
#include "config.h"

#include "fetch/transfer.h"

#include <netinet/in.h>
#include <openssl/crypto.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/limits.h"

static const char version_2[] = "HTTP/2";

void sockets_release(struct sockets *sockets)
{
    free(sockets->entries);
    *sockets = (struct sockets){0};
}

struct socket_entry *sockets_find(struct sockets *sockets, int fd)
{
    for (size_t i = 0; i < sockets->count; i++) {
        if (sockets->entries[i].fd == fd)
            return &sockets->entries[i];
    }
    return NULL;
}

static void remove_socket(struct sockets *sockets, int fd)
{
    struct socket_entry *entry = sockets_find(sockets, fd);

    if (entry)
        *entry = sockets->entries[--sockets->count];
}

/* Adds FD. There are only as many sockets as open connections, so the search for one is linear. */
static void add_socket(struct sockets *sockets, int fd)
{
    remove_socket(sockets, fd); /* the number may be that of a socket that libcurl closed */
    *MEM_ADD(sockets->entries, sockets->count, sockets->room) = (struct socket_entry){.fd = fd};
}

static int port_of(struct socket_entry *entry)
{
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
    } address;
    socklen_t len = sizeof address;

    if (entry->local_port == 0 && getsockname(entry->fd, &address.any, &len) == 0)
        entry->local_port =
            ntohs(address.any.sa_family == AF_INET6 ? address.v6.sin6_port : address.v4.sin_port);
    return entry->local_port;
}

void sockets_end(struct sockets *sockets, int local_port)
{
    for (size_t i = 0; i < sockets->count; i++) {
        if (port_of(&sockets->entries[i]) == local_port)
            (void)shutdown(sockets->entries[i].fd, SHUT_RDWR);
    }
}

/* Marks the connections from LOCAL_PORT as HTTP/1. */
static void set_serial(struct sockets *sockets, int local_port)
{
    for (size_t i = 0; i < sockets->count; i++) {
        if (port_of(&sockets->entries[i]) == local_port)
            sockets->entries[i].is_serial = true;
    }
}

/* Closes every HTTP/1 connection from LOCAL_PORT that has unread bytes: the server sent them without a
 * request, and libcurl would treat them as the next answer. HTTP/2 may have frames to read at any time. */
static void end_if_unread(struct sockets *sockets, int local_port)
{
    char byte;

    for (size_t i = 0; i < sockets->count; i++) {
        struct socket_entry *entry = &sockets->entries[i];

        if (entry->is_serial && port_of(entry) == local_port &&
            recv(entry->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0)
            (void)shutdown(entry->fd, SHUT_RDWR);
    }
}

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

/* Stops the transfer if libcurl is about to repeat the request, and returns true in that case. libcurl
 * repeats it at once if a kept connection ended, the server refused the stream, or it requires HTTP/1.1, and
 * pace/ would not know. */
static bool stop_repeat(struct transfer *transfer)
{
    if (!transfer->answer || transfer->sent_ms == 0)
        return false;
    if (transfer->next == NEXT_AS_BEFORE && (!transfer->is_on_kept || transfer->has_goaway)) {
        (void)stop(transfer, FETCH_RESET, "the server refused the request");
        if (transfer->is_http2)
            transfer->next = NEXT_SERIALLY;
        return true;
    }
    (void)stop(transfer, FETCH_AGAIN, "the server did not process the request; to be repeated");
    if (transfer->next == NEXT_AS_BEFORE)
        transfer->next = NEXT_APART;
    return true;
}

static void forbid_reuse(struct transfer *transfer)
{
    transfer_check(curl_easy_setopt(transfer->easy, CURLOPT_FORBID_REUSE, 1L));
}

/* Reads Content-Length, which may be repeated, or be a list, if all values are equal (RFC 9110, 8.6). */
static bool read_content_length(struct fetch_result *result)
{
    const struct answer_line *line;

    for (size_t at = 0; (line = answer_fields_next(result->fields, ANSWER_CONTENT_LENGTH, &at));) {
        struct span values = line->value;

        do {
            uint64_t length;

            if (!span_to_u64(span_trim(span_take_until(&values, ','), HTTP_WHITE), &length))
                return false;
            if (result->has_content_length && result->content_length != length)
                return false;
            result->has_content_length = true;
            result->content_length = length;
        } while (values.len > 0);
    }
    return true;
}

/* Returns true for HTML, CSS, XML, scripts and other text, which need no hour to arrive. */
static bool is_document(struct span type)
{
    return span_starts_one_of_nocase(type, "text/ application/xhtml application/xml application/json "
                                           "application/javascript");
}

/* Returns true for documents that are read for links. A list or a log as plain text may be long. */
static bool is_parsed(struct span type)
{
    return is_document(type) && !span_starts_nocase(type, "text/plain") &&
           !span_starts_nocase(type, "text/csv");
}

static void set_ceilings(struct transfer *transfer)
{
    struct answer *answer = transfer->answer;
    uint64_t most = transfer->max_bytes;

    if (most == 0 && answer->result.has_content_length && !transfer->is_chunked)
        most = UINT64_MAX;
    else if (most == 0)
        most = is_parsed(answer->fields.first[ANSWER_CONTENT_TYPE]) ? LIMIT_DOCUMENT_BYTES
                                                                    : LIMIT_UNANNOUNCED_BYTES;
    answer->payload.max = most;
    answer->raw.max = most > UINT64_MAX / 4 ? UINT64_MAX : 2 * most + LIMIT_HEADER_BYTES;
}

/* Sets the framing of the body. Returns false to stop the transfer. */
static bool read_framing(struct transfer *transfer)
{
    struct fetch_result *result = &transfer->answer->result;
    bool lengths_agree = read_content_length(result);
    struct span coding = result->fields->first[ANSWER_TRANSFER_ENCODING];

    transfer->is_chunked = coding.at && head_is_chunked(buf_span(&transfer->answer->response_head));
    if (!transfer->is_chunked && coding.at && !span_is_nocase(coding, "identity"))
        return stop(transfer, FETCH_PROTOCOL, "a transfer coding that was not requested");
    if (!transfer->is_chunked && !lengths_agree)
        return stop(transfer, FETCH_PROTOCOL, "no single valid Content-Length");
    if (transfer->is_chunked && (!lengths_agree || result->has_content_length))
        forbid_reuse(transfer);
    if (!fetch_status_has_body(result->status) && (transfer->is_chunked || result->content_length > 0))
        forbid_reuse(transfer);
    set_ceilings(transfer);
    if (transfer->read_to_limit || transfer->is_chunked || !fetch_status_has_body(result->status))
        return true;
    result->beyond_total = result->content_length > transfer->max_total - transfer->head_bytes;
    if (result->beyond_total ||
        result->content_length > transfer->answer->payload.max - transfer->answer->payload.len)
        return stop(transfer, FETCH_TOO_LARGE, "the announced length is beyond the limit");
    return true;
}

/* Makes the stored beginning of the body that of the answer, if this has the rest. */
static bool continue_body(struct transfer *transfer)
{
    int error = part_continue(transfer);

    if (error == ERROR_INVALID)
        return stop(transfer, FETCH_PROTOCOL, "another part of the body than the one that was requested");
    return error ? stop_locally(transfer, error) : true;
}

/* Returns whether the head announces a transmission without an end: of a camera, of events, of a radio. */
static bool is_live(const struct transfer *transfer)
{
    const struct answer *answer = transfer->answer;
    struct span type = answer->fields.first[ANSWER_CONTENT_TYPE], head = buf_span(&answer->response_head);

    if (span_starts_nocase(type, "multipart/x-mixed-replace") ||
        span_starts_nocase(type, "text/event-stream"))
        return true;
    while (!answer->result.has_content_length && head.len > 0)
        if (span_starts_nocase(span_take_until(&head, '\n'), "icy-"))
            return true;
    return false;
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
        return stop(transfer, FETCH_PROTOCOL, "no status, or one that does not answer a GET request");
    if (is_document(answer->fields.first[ANSWER_CONTENT_TYPE]))
        transfer_check(
            curl_easy_setopt(transfer->easy, CURLOPT_TIMEOUT_MS, (long)setup->options.document_timeout_ms));
    if (status < 300 && status != 206 && setup->options.wants_body &&
        !setup->options.wants_body(answer->result.tag, &answer->fields,
                                   is_parsed(answer->fields.first[ANSWER_CONTENT_TYPE])))
        return stop(transfer, FETCH_UNWANTED, fetch_outcomes[FETCH_UNWANTED].text);
    if (!continue_body(transfer) || !read_framing(transfer))
        return false;
    if (status < 300 && is_live(transfer))
        return stop(transfer, FETCH_LIVE, fetch_outcomes[FETCH_LIVE].text);
    transfer->may_be_live = !answer->result.has_content_length &&
                            span_starts_one_of_nocase(answer->fields.first[ANSWER_CONTENT_TYPE],
                                                      "audio/ video/ image/ application/ogg");
    if (transfer->may_be_live)
        transfer_check(
            curl_easy_setopt(transfer->easy, CURLOPT_TIMEOUT_MS, (long)setup->options.live_after_ms));
    if (part_is_possible(transfer))
        answer->payload.name = transfer->spool_name;
    return true;
}

/* Starts HEAD with LINE, which has the version at AT. HTTP/2 has no such lines: libcurl composes them, with a
 * version that readers of archives do not know. */
static int start_head(struct buf *head, struct span line, size_t at)
{
    buf_clear(head);
    if (!span_starts(span_part(line, at, line.len), version_2))
        return buf_add_span(head, line);
    (void)buf_add_span(head, span_part(line, 0, at));
    (void)buf_add_text(head, "HTTP/1.1");
    return buf_add_span(head, span_part(line, at + sizeof version_2 - 1, line.len));
}

/* Stops the transfer if more than max_total was received, and returns true in that case. */
static bool is_beyond_total(struct transfer *transfer)
{
    if (transfer->head_bytes + transfer->body_bytes <= transfer->max_total)
        return false;
    (void)stop(transfer, FETCH_STOPPED, "the limit on all that is received is reached");
    return true;
}

/* Sets whether libcurl is verbose: only then it shows the request, to debug_bytes. It then also formats
 * messages for each connection and, with HTTP/2, each field: so it is verbose only until the request is
 * sent. */
static void set_verbose(struct transfer *transfer, bool verbose)
{
    transfer_check(curl_easy_setopt(transfer->easy, CURLOPT_VERBOSE, (long)verbose));
}

static bool add_header(struct transfer *transfer, struct span line)
{
    struct buf *head = &transfer->answer->response_head;
    bool is_first = transfer->state == TRANSFER_HEAD_START;

    if (transfer->state == TRANSFER_BODY)
        return true; /* trailers of HTTP/2 are not stored */
    if (is_first && !transfer->is_http2 && span_starts(line, version_2))
        return stop(transfer, FETCH_PROTOCOL, "a status line of HTTP/2 on a connection of HTTP/1");
    transfer->state = TRANSFER_HEAD;
    if (is_first ? start_head(head, line, 0) : buf_add_span(head, line))
        return stop(transfer, FETCH_PROTOCOL, "more headers than the limit");
    return !(span_is(line, "\r\n") || span_is(line, "\n")) || end_head(transfer);
}

static size_t receive_header(char *bytes, size_t size, size_t count, void *argument)
{
    struct transfer *transfer = argument;
    size_t len = size * count;

    if (transfer->state == TRANSFER_STOPPED)
        return 0;
    if (transfer->head_bytes == 0) {
        set_verbose(transfer, false);
        transfer->first_ms = clock_monotonic_ms();
    }
    transfer->head_bytes += len;
    if (transfer->head_bytes > LIMIT_HEADER_BYTES) {
        (void)stop(transfer, FETCH_PROTOCOL, "more headers than the limit");
        return 0;
    }
    if (is_beyond_total(transfer))
        return 0;
    return add_header(transfer, span_make(bytes, len)) ? len : 0;
}

/* Adds bytes of the body; sets LEFT to the number of bytes of DATA beyond the limit. */
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

/* Adds bytes as they came. */
static bool add_raw(struct transfer *transfer, struct span bytes)
{
    int error = body_add(&transfer->answer->raw, bytes.at, bytes.len);

    if (error == ERROR_TOO_LARGE)
        return stop(transfer, FETCH_TOO_LARGE, "the framing of the body goes beyond the limit");
    return error ? stop_locally(transfer, error) : true;
}

static bool add_chunked(struct transfer *transfer, struct span bytes)
{
    struct span rest = bytes, data;
    bool going = true;
    size_t left = 0;

    while (going && chunked_next(&transfer->chunked, &rest, &data))
        going = add_payload(transfer, data, &left);
    if (transfer->keep_raw && /* up to the byte where the payload ends */
        !add_raw(transfer, span_part(bytes, 0, bytes.len - rest.len - left)))
        return false;
    if (transfer->chunked.state == CHUNKED_BAD)
        return stop(transfer, FETCH_PROTOCOL, "the chunks of the body are malformed");
    if (rest.len > 0)
        forbid_reuse(transfer);
    return going;
}

static size_t receive_body(char *bytes, size_t size, size_t count, void *argument)
{
    struct transfer *transfer = argument;
    struct span given = span_make(bytes, size * count);
    size_t left;
    bool going;

    if (transfer->state != TRANSFER_BODY)
        return 0;
    transfer->body_bytes += given.len;
    if (is_beyond_total(transfer))
        return 0;
    going = transfer->is_chunked ? add_chunked(transfer, given) : add_payload(transfer, given, &left);
    if (going && !transfer->is_chunked && transfer->part && transfer->keep_raw)
        going = add_raw(transfer, given);
    return going ? given.len : 0;
}

/* Reads two facts that libcurl states only in its messages. If a later libcurl words them differently, a
 * request that the server did not process ends as an ordinary failure. */
static void read_message(struct transfer *transfer, struct span message)
{
    if (span_starts(message, "Downgrades to HTTP/1.1"))
        transfer->next = NEXT_SERIALLY;
    else if (span_has(message, "GOAWAY, error=") && !span_has(message, "GOAWAY, error=0,"))
        transfer->has_goaway = true;
}

bool receive_knows_tls(void)
{
    const char *name = curl_version_info(CURLVERSION_NOW)->ssl_version;
    struct span text = span_of(name);

    return span_take_text(&text, "OpenSSL/") && span_is(text, OpenSSL_version(OPENSSL_VERSION_STRING));
}

bool fetch_unfolds(void)
{
    return curl_version_info(CURLVERSION_NOW)->version_num >= 0x081200;
}

/* Returns the name that WARC records have for the version, as the IIPC proposes. */
static const char *version_name(const SSL *ssl)
{
    static const char *const names[] = {"tls/1.0", "tls/1.1", "tls/1.2", "tls/1.3"};
    int after_1_0 = SSL_version(ssl) - TLS1_VERSION;

    return after_1_0 >= 0 && after_1_0 < (int)COUNT_OF(names) ? names[after_1_0] : NULL;
}

/* Sets tls_version and tls_cipher of RESULT to those of the connection on which EASY's request for an https
 * URL runs. It must be called from a callback of EASY: afterwards the connection may be gone. */
static void describe_tls(CURL *easy, struct fetch_result *result)
{
    const struct curl_tlssessioninfo *session = NULL;
    const SSL_CIPHER *cipher;

    if (curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || !session ||
        session->backend != CURLSSLBACKEND_OPENSSL || !session->internals)
        return;
    result->tls_version = version_name(session->internals);
    cipher = SSL_get_current_cipher(session->internals);
    result->tls_cipher = cipher ? SSL_CIPHER_standard_name(cipher) : NULL;
}

/* Records that the request has been sent; SENT starts with its request line, which is taken off. */
static void note_sent(struct transfer *transfer, struct span *sent)
{
    struct span line = head_take_line(sent);
    size_t at = 4 + span_find(span_part(line, 4, line.len), ' ') + 1;

    transfer->is_http2 = span_starts(span_part(line, at, line.len), version_2);
    transfer->sent_ms = clock_monotonic_ms();
    (void)start_head(&transfer->answer->request_head, line, at);
    if (!transfer->is_on_kept && !transfer->is_http2)
        set_serial(transfer->setup->sockets, transfer->local_port);
    if (transfer->setup->reads_tls && span_starts(buf_span(&transfer->answer->url), "https:"))
        describe_tls(transfer->easy, &transfer->answer->result);
    if (transfer->setup->options.sent)
        transfer->setup->options.sent(transfer->answer->result.tag, transfer->peer);
}

static int debug_bytes(CURL *easy, curl_infotype type, char *bytes, size_t len, void *argument)
{
    struct transfer *transfer = argument;
    struct span given = span_make(bytes, len);

    (void)easy;
    if (!transfer->answer || span_starts(given, "CONNECT "))
        return 0;
    if (type == CURLINFO_TEXT)
        read_message(transfer, given);
    if (type != CURLINFO_HEADER_OUT)
        return 0;
    if (span_starts(given, "GET "))
        note_sent(transfer, &given);
    (void)buf_add_span(&transfer->answer->request_head, given); /* one URL and our fields: it fits */
    return 0;
}

static curl_socket_t open_socket(void *argument, curlsocktype purpose, struct curl_sockaddr *address)
{
    struct transfer *transfer = argument;
    int fd;

    (void)purpose;
    if (stop_repeat(transfer))
        return CURL_SOCKET_BAD;
    if (!transfer->setup->has_proxy &&
        !guard_allows(&transfer->setup->guard, transfer_host(transfer), &address->addr)) {
        transfer->address_refused = true;
        return CURL_SOCKET_BAD;
    }
    if (transfer->answer && transfer->setup->options.may_connect &&
        !transfer->setup->options.may_connect(transfer->answer->result.tag, &address->addr)) {
        transfer->is_held = true;
        return CURL_SOCKET_BAD;
    }
    fd = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    if (fd != CURL_SOCKET_BAD)
        add_socket(transfer->setup->sockets, fd);
    return fd;
}

static int close_socket(void *sockets, curl_socket_t fd)
{
    remove_socket(sockets, fd);
    return close(fd);
}

static int connection_ready(void *argument, char *peer_ip, char *local_ip, int peer_port, int local_port)
{
    struct transfer *transfer = argument;
    long connects = 0;

    (void)local_ip;
    (void)peer_port;
    if (stop_repeat(transfer))
        return CURL_PREREQFUNC_ABORT;
    set_verbose(transfer, true);
    transfer->local_port = local_port;
    (void)snprintf(transfer->peer, sizeof transfer->peer, "%s", peer_ip ? peer_ip : "");
    transfer_check(curl_easy_getinfo(transfer->easy, CURLINFO_NUM_CONNECTS, &connects));
    transfer->is_on_kept = connects == 0;
    if (connects == 0)
        end_if_unread(transfer->setup->sockets, local_port);
    return CURL_PREREQFUNC_OK;
}

void receive_attach(struct transfer *transfer)
{
    CURL *easy = transfer->easy;

    transfer_check(curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer));
    transfer_check(curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, receive_header));
    transfer_check(curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer));
    transfer_check(curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive_body));
    transfer_check(curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer));
    transfer_check(curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, debug_bytes));
    transfer_check(curl_easy_setopt(easy, CURLOPT_DEBUGDATA, transfer));
    transfer_check(curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket));
    transfer_check(curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, transfer));
    transfer_check(
        curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, close_socket)); /* connections outlive */
    transfer_check(curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, transfer->setup->sockets)); /* transfers */
    transfer_check(curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, connection_ready));
    transfer_check(curl_easy_setopt(easy, CURLOPT_PREREQDATA, transfer));
}
