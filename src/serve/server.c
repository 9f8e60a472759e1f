/* SPDX-License-Identifier: MIT */
/* HTTP with libmicrohttpd, driven by an external poll. Request targets are used as sent, because the library
 * would decode them. Each answer has headers that prevent a served page from sending requests to other hosts,
 * whatever its scripts do, and from revealing its own address. Links and forms that a reader uses still work.
 */
#include "config.h"

#include "serve/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <microhttpd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "serve/fields.h"

enum {
    DAEMONS = 2,
    CONNECTIONS_MAX = 256,
    CONNECTION_BYTES =
        64 * 1024, /* the header section of a request or an answer: several of the longest URLs */
    IDLE_SECONDS = 120,
    VALUE_MAX = 32 * 1024 /* of a header field */
};

struct server {
    struct MHD_Daemon *daemons[DAEMONS];
    unsigned port;
    server_answer_fn *answer;
    void *context;
};

/* A request that is being read. To answer before its body is read would close the connection. */
struct reading {
    char *target;
    bool has_head;
};

/* The part of the body to send. */
struct part {
    unsigned status;
    uint64_t first, len, size;
};

static struct span field(struct MHD_Connection *connection, const char *name)
{
    return span_of(MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name));
}

/* Adds a value from outside. Control characters, which could end the line or be refused, become spaces. */
static void add_header(struct MHD_Response *response, const char *name, struct span value)
{
    struct buf text;

    buf_init(&text, VALUE_MAX);
    for (size_t i = 0; i < value.len; i++)
        (void)buf_add_byte(&text,
                           (unsigned char)value.at[i] < 0x20 || value.at[i] == 0x7f ? ' ' : value.at[i]);
    if (!text.full)
        (void)MHD_add_response_header(response, name, buf_text(&text));
    buf_release(&text);
}

static void add_restrictions(struct MHD_Response *response, bool ours)
{
    static const char shown[] = "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'";
    static const char own[] = "default-src 'none'; style-src 'unsafe-inline'";

    (void)MHD_add_response_header(response, "Cache-Control", "no-cache");
    (void)MHD_add_response_header(response, "Content-Security-Policy", ours ? own : shown);
    (void)MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    (void)MHD_add_response_header(response, "X-DNS-Prefetch-Control", "off");
    (void)MHD_add_response_header(response, "X-Robots-Tag", "noindex");
    if (ours)
        (void)MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
}

/* Adds the time of the capture and the original URL. */
static void add_memento(struct MHD_Response *response, const struct server_answer *answer)
{
    struct buf link;

    if (answer->memento.len == 0)
        return;
    buf_init(&link, VALUE_MAX);
    (void)buf_add_format(&link, "<%.*s>; rel=\"original\"", (int)answer->original.len, answer->original.at);
    add_header(response, "Memento-Datetime", answer->memento);
    add_header(response, "Link", buf_span(&link));
    buf_release(&link);
}

static void add_facts(struct MHD_Response *response, const struct server_answer *answer,
                      const struct part *part)
{
    char range[80];

    if (answer->type.len > 0)
        add_header(response, "Content-Type", answer->type);
    if (answer->location.len > 0)
        add_header(response, "Location", answer->location);
    if (answer->refresh.len > 0)
        add_header(response, "Refresh", answer->refresh);
    if (answer->tag.len > 0 && answer->tag.len < sizeof range - 2) {
        (void)snprintf(range, sizeof range, "\"%.*s\"", (int)answer->tag.len, answer->tag.at);
        add_header(response, "ETag", span_of(range));
    }
    if (fields_is_unmodified(answer->modified, answer->modified))
        add_header(response, "Last-Modified", answer->modified);
    add_memento(response, answer);
    if (answer->status == MHD_HTTP_OK)
        (void)MHD_add_response_header(response, "Accept-Ranges", "bytes");
    if (part->status == MHD_HTTP_PARTIAL_CONTENT) {
        (void)snprintf(range, sizeof range, "bytes %llu-%llu/%llu", (unsigned long long)part->first,
                       (unsigned long long)(part->first + part->len - 1), (unsigned long long)part->size);
        add_header(response, "Content-Range", span_of(range));
    } else if (part->status == MHD_HTTP_RANGE_NOT_SATISFIABLE) {
        (void)snprintf(range, sizeof range, "bytes */%llu", (unsigned long long)part->size);
        add_header(response, "Content-Range", span_of(range));
    }
}

/* Applies the conditions of a request, then its range. */
static struct part choose_part(struct MHD_Connection *connection, const struct server_answer *answer,
                               bool is_get)
{
    struct part part = {.status = (unsigned)answer->status,
                        .size = answer->fd >= 0 ? answer->size : answer->body.len};
    struct span none_match = field(connection, "If-None-Match"),
                since = field(connection, "If-Modified-Since");
    uint64_t first, last;

    part.len = part.size;
    if (answer->status != MHD_HTTP_OK)
        return part;
    if (none_match.len > 0 ? fields_has_tag(none_match, answer->tag)
                           : fields_is_unmodified(since, answer->modified)) {
        part.status = MHD_HTTP_NOT_MODIFIED;
        part.len = 0;
        return part;
    }
    if (!is_get || !fields_is_same(field(connection, "If-Range"), answer->tag, answer->modified))
        return part;
    switch (fields_range(field(connection, "Range"), part.size, &first, &last)) {
    case RANGE_PART:
        part.status = MHD_HTTP_PARTIAL_CONTENT;
        part.first = first;
        part.len = last - first + 1;
        break;
    case RANGE_BEYOND:
        part.status = MHD_HTTP_RANGE_NOT_SATISFIABLE;
        part.len = 0;
        break;
    case RANGE_ALL:
    default:
        break;
    }
    return part;
}

/* Makes the response with PART of the body. Takes ownership of the answer's file. */
static struct MHD_Response *make_response(const struct server_answer *answer, const struct part *part)
{
    struct MHD_Response *response = NULL;

    if (answer->fd >= 0 && part->len > 0)
        response = MHD_create_response_from_fd_at_offset64(part->len, answer->fd, part->first);
    if (answer->fd >= 0 && !response)
        (void)close(answer->fd);
    if (!response && answer->fd < 0 && part->len > 0) {
        char *bytes = mem_new(part->len, 1);

        memcpy(bytes, answer->body.at + part->first, part->len);
        response = MHD_create_response_from_buffer(part->len, bytes, MHD_RESPMEM_MUST_FREE);
    } else if (!response && part->len == 0) {
        response = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    }
    return response;
}

static enum MHD_Result reply(struct MHD_Connection *connection, const struct server_answer *answer,
                             bool is_get)
{
    struct part part = choose_part(connection, answer, is_get);
    struct MHD_Response *response = make_response(answer, &part);
    enum MHD_Result result;

    if (!response)
        return MHD_NO;
    add_restrictions(response, answer->ours);
    add_facts(response, answer, &part);
    if (part.status == MHD_HTTP_METHOD_NOT_ALLOWED)
        (void)MHD_add_response_header(response, "Allow", "GET, HEAD");
    result = MHD_queue_response(connection, part.status, response);
    MHD_destroy_response(response);
    return result;
}

static void refuse_request(struct server_answer *answer, int status, const char *text)
{
    answer->status = status;
    answer->ours = true;
    answer->type = span_of("text/plain; charset=utf-8");
    answer->body = span_of(text);
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **data)
{
    struct server *server = context;
    struct reading *reading = *data;
    struct server_request request = {.target = span_of(reading->target)};
    struct server_answer answer = {.status = MHD_HTTP_OK, .fd = -1};
    bool is_get = strcmp(method, "GET") == 0;

    (void)url, (void)version, (void)upload;
    if (!reading->has_head || *upload_size > 0) {
        reading->has_head = true;
        *upload_size = 0;
        return MHD_YES;
    }
    request.wants_page = fields_want_page(field(connection, "Sec-Fetch-Dest"), field(connection, "Accept"));
    if (!fields_host_is_ours(field(connection, "Host"), server->port))
        refuse_request(&answer, MHD_HTTP_MISDIRECTED_REQUEST,
                       "Wrong host name. Use the address that tiptoe serve has printed.\n");
    else if (!is_get && strcmp(method, "HEAD") != 0)
        refuse_request(&answer, MHD_HTTP_METHOD_NOT_ALLOWED,
                       "Method not allowed. A mirror answers only GET and HEAD.\n");
    else if (!span_starts(request.target, "/"))
        refuse_request(&answer, MHD_HTTP_BAD_REQUEST, "Invalid request target. Use a path such as /.\n");
    else
        server->answer(server->context, &request, &answer);
    return reply(connection, &answer, is_get);
}

/* Keeps the target before the library decodes it. */
static void *keep_target(void *context, const char *target, struct MHD_Connection *connection)
{
    struct reading *reading = MEM_NEW(struct reading);

    (void)context, (void)connection;
    reading->target = mem_copy_text(target, strlen(target));
    return reading;
}

static void forget_target(void *context, struct MHD_Connection *connection, void **data,
                          enum MHD_RequestTerminationCode code)
{
    struct reading *reading = *data;

    (void)context, (void)connection, (void)code;
    if (reading)
        free(reading->target);
    free(reading);
    *data = NULL;
}

static size_t leave_encoded(void *context, struct MHD_Connection *connection, char *text)
{
    (void)context, (void)connection;
    return strlen(text);
}

static struct MHD_Daemon *start_daemon(struct server *server, unsigned flags, const struct sockaddr *address)
{
    return MHD_start_daemon(flags | MHD_USE_EPOLL, 0, NULL, NULL, handle, server, MHD_OPTION_SOCK_ADDR,
                            address, MHD_OPTION_URI_LOG_CALLBACK, keep_target, NULL,
                            MHD_OPTION_NOTIFY_COMPLETED, forget_target, NULL, MHD_OPTION_UNESCAPE_CALLBACK,
                            leave_encoded, NULL, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS_MAX,
                            MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_BYTES,
                            MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS, MHD_OPTION_END);
}

struct server *server_open(unsigned port, server_answer_fn *answer, void *context)
{
    struct server *server = MEM_NEW(struct server);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct sockaddr_in6 address6 = {.sin6_family = AF_INET6, .sin6_addr = in6addr_loopback};
    const union MHD_DaemonInfo *info = NULL;

    server->answer = answer;
    server->context = context;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    server->daemons[0] = start_daemon(server, 0, (const struct sockaddr *)&address);
    if (server->daemons[0])
        info = MHD_get_daemon_info(server->daemons[0], MHD_DAEMON_INFO_BIND_PORT);
    if (!info) {
        int saved = errno;

        server_close(server);
        errno = saved;
        return NULL;
    }
    server->port = info->port;
    address6.sin6_port = htons(info->port);
    server->daemons[1] = start_daemon(server, MHD_USE_IPv6, (const struct sockaddr *)&address6);
    return server;
}

void server_close(struct server *server)
{
    if (!server)
        return;
    for (int i = 0; i < DAEMONS; i++) {
        if (server->daemons[i])
            MHD_stop_daemon(server->daemons[i]);
    }
    free(server);
}

unsigned server_port(const struct server *server)
{
    return server->port;
}

/* Returns the fd that poll waits for on behalf of a daemon, and reduces TIMEOUT if the daemon requires it. */
static int poll_fd(struct MHD_Daemon *daemon, int *timeout)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    MHD_UNSIGNED_LONG_LONG ms;

    if (MHD_get_timeout(daemon, &ms) == MHD_YES && (*timeout < 0 || ms < (unsigned)*timeout))
        *timeout = (int)ms;
    return info ? info->epoll_fd : -1;
}

void server_turn(struct server *server, int wake_fd)
{
    struct pollfd fds[DAEMONS + 1] = {{.fd = wake_fd, .events = POLLIN}};
    int timeout = -1;

    for (int i = 0; i < DAEMONS; i++) {
        fds[i + 1] = (struct pollfd){.fd = -1, .events = POLLIN};
        if (server->daemons[i])
            fds[i + 1].fd = poll_fd(server->daemons[i], &timeout);
    }
    (void)poll(fds, DAEMONS + 1, timeout);
    for (int i = 0; i < DAEMONS; i++) {
        if (server->daemons[i])
            (void)MHD_run(server->daemons[i]);
    }
}
