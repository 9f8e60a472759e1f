/* SPDX-License-Identifier: MIT */
/* Runs many transfers at once, by libcurl's multi interface on epoll, so that an event costs only the
 * transfers that it concerns. fetch_start adds a transfer, fetch_wait serves events, collect drains libcurl's
 * messages; transfer.c handles a single transfer. Transfers and answers are pooled, so that a request needs
 * no new memory. */
#include "config.h"

#include "fetch/fetch.h"

#include <errno.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/http.h"
#include "fetch/credentials.h"
#include "fetch/transfer.h"

/* The longest wait in one piece for an answer. */
enum { PIECE_MS = 25 };

enum { EVENTS_AT_ONCE = 32 };

/* An earlier libcurl joins a folded line at the begin of a head to the last line of the answer before, which
 * it has freed: a handle must not serve two requests. */
enum { FIRST_TO_FORGET = 0x080100 };

struct fetch {
    struct transfer_setup setup;
    struct sockets sockets;
    CURLM *multi;
    struct decoder *decoder;
    int epoll_fd;
    int64_t deadline_ms;    /* when libcurl wants to be called; INT64_MAX: never */
    struct transfer *model; /* NULL: the handles of transfers serve many requests */
    struct transfer **transfers;
    unsigned in_flight; /* transfers[0 .. in_flight) run, the others are idle */
    char *apart;        /* the URL to be repeated on a new connection; NULL: none */
    struct answer *ready, **ready_end, *pool;
};

static void multi_check(CURLMcode code)
{
    if (code != CURLM_OK)
        die("libcurl: %s", curl_multi_strerror(code));
}

static void add_ready(struct fetch *fetch, struct answer *answer)
{
    *fetch->ready_end = answer;
    fetch->ready_end = &answer->next;
}

/* Makes epoll watch EVENTS at FD, or stop watching it. Only the kernel knows whether a descriptor is in the
 * set, because libcurl may have closed it and opened another with the same number. */
static int set_events(struct fetch *fetch, int fd, uint32_t events)
{
    struct epoll_event event = {.events = events, .data.fd = fd};
    int done;

    if (events == 0) {
        (void)epoll_ctl(fetch->epoll_fd, EPOLL_CTL_DEL, fd, NULL);
        return 0;
    }
    done = epoll_ctl(fetch->epoll_fd, EPOLL_CTL_ADD, fd, &event);
    if (done < 0 && errno == EEXIST)
        done = epoll_ctl(fetch->epoll_fd, EPOLL_CTL_MOD, fd, &event);
    return done;
}

/* Updates epoll's set for libcurl, except that idle connections stay in it: most are soon used again, for the
 * same events. */
static int watch_socket(CURL *easy, curl_socket_t fd, int what, void *argument, void *unused)
{
    struct fetch *fetch = argument;
    struct socket_entry *entry = sockets_find(&fetch->sockets, fd);
    uint32_t events = 0;

    (void)easy;
    (void)unused;
    if (what & CURL_POLL_IN)
        events |= EPOLLIN;
    if (what & CURL_POLL_OUT)
        events |= EPOLLOUT;
    if (entry) {
        entry->is_idle = events == 0;
        if (entry->is_idle || entry->events == events)
            return 0;
        entry->events = events;
    }
    return set_events(fetch, fd, events);
}

static int set_deadline(CURLM *multi, long timeout_ms, void *argument)
{
    struct fetch *fetch = argument;

    (void)multi;
    fetch->deadline_ms = timeout_ms < 0 ? INT64_MAX : clock_monotonic_ms() + timeout_ms;
    return 0;
}

static void init_multi(struct fetch *fetch)
{
    const struct fetch_options *options = &fetch->setup.options;
    struct epoll_event wake = {.events = EPOLLIN, .data.fd = options->wake_fd};

    fetch->multi = curl_multi_init();
    fetch->setup.share = curl_share_init();
    fetch->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    if (!fetch->multi || !fetch->setup.share || fetch->epoll_fd < 0)
        die("no memory for transfers");
    if (options->wake_fd >= 0 && epoll_ctl(fetch->epoll_fd, EPOLL_CTL_ADD, options->wake_fd, &wake) < 0)
        die("epoll cannot watch the wake descriptor");
    multi_check(curl_multi_setopt(fetch->multi, CURLMOPT_SOCKETFUNCTION, watch_socket));
    multi_check(curl_multi_setopt(fetch->multi, CURLMOPT_SOCKETDATA, fetch));
    multi_check(curl_multi_setopt(fetch->multi, CURLMOPT_TIMERFUNCTION, set_deadline));
    multi_check(curl_multi_setopt(fetch->multi, CURLMOPT_TIMERDATA, fetch));
    if (curl_share_setopt(fetch->setup.share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION) != CURLSHE_OK ||
        curl_share_setopt(fetch->setup.share, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE) != CURLSHE_OK)
        die("libcurl cannot share TLS sessions and cookies");
    if (fetch->setup.has_cookies)
        cookies_load(fetch->setup.share, options->cookies);
}

struct fetch *fetch_new(const struct fetch_options *options)
{
    struct fetch *fetch = MEM_NEW(struct fetch);
    unsigned most;

    transfer_check(curl_global_init(CURL_GLOBAL_DEFAULT));
    transfer_setup_init(&fetch->setup, options);
    most = fetch->setup.options.max_transfers;
    fetch->setup.sockets = &fetch->sockets;
    init_multi(fetch);
    fetch->ready_end = &fetch->ready;
    fetch->decoder = decoder_new();
    fetch->deadline_ms = INT64_MAX;
    if (curl_version_info(CURLVERSION_NOW)->version_num < FIRST_TO_FORGET)
        fetch->model = transfer_new(&fetch->setup);
    fetch->transfers = mem_new(most, sizeof *fetch->transfers);
    for (unsigned i = 0; i < most; i++)
        fetch->transfers[i] = transfer_new(&fetch->setup);
    return fetch;
}

static void free_answers(struct answer *answer)
{
    while (answer) {
        struct answer *next = answer->next;

        answer_free(answer);
        answer = next;
    }
}

void fetch_free(struct fetch *fetch)
{
    if (!fetch)
        return;
    fetch_abort(fetch);
    for (unsigned i = 0; i < fetch->setup.options.max_transfers; i++)
        transfer_free(fetch->transfers[i]);
    free(fetch->transfers);
    transfer_free(fetch->model);
    (void)curl_multi_cleanup(fetch->multi);
    (void)curl_share_cleanup(fetch->setup.share);
    sockets_release(&fetch->sockets);
    close(fetch->epoll_fd);
    decoder_free(fetch->decoder);
    free_answers(fetch->ready);
    free_answers(fetch->pool);
    free(fetch->apart);
    transfer_setup_release(&fetch->setup);
    free(fetch);
    curl_global_cleanup();
}

bool fetch_has_room(const struct fetch *fetch)
{
    return fetch->in_flight < fetch->setup.options.max_transfers;
}

unsigned fetch_in_flight(const struct fetch *fetch)
{
    return fetch->in_flight;
}

/* Divides the rate among the running transfers. */
static void share_rate(struct fetch *fetch)
{
    for (unsigned i = 0; fetch->setup.options.rate > 0 && i < fetch->in_flight; i++) {
        curl_off_t share = (curl_off_t)(fetch->setup.options.rate / fetch->in_flight);

        transfer_check(
            curl_easy_setopt(fetch->transfers[i]->easy, CURLOPT_MAX_RECV_SPEED_LARGE, share > 0 ? share : 1));
    }
}

static struct answer *new_answer(struct fetch *fetch)
{
    struct answer *answer = fetch->pool;

    if (!answer)
        return answer_new(fetch->setup.options.spool_dir);
    fetch->pool = answer->next;
    answer->next = NULL;
    return answer;
}

void fetch_start(struct fetch *fetch, const struct fetch_request *request)
{
    bool apart = fetch->apart && span_is(request->url, fetch->apart);
    struct answer *answer = new_answer(fetch);
    struct transfer *transfer;

    if (!fetch_has_room(fetch))
        die("more than %u requests at once", fetch->setup.options.max_transfers);
    transfer = fetch->transfers[fetch->in_flight];
    if (fetch->model && transfer->started_ms > 0)
        transfer_renew(transfer, fetch->model);
    if (!transfer_prepare(transfer, request, apart, answer)) {
        add_ready(fetch, answer);
        return;
    }
    fetch->in_flight++;
    share_rate(fetch);
    multi_check(curl_multi_add_handle(fetch->multi, transfer->easy));
}

/* Ends the connection of TRANSFER, which timed out, unless another transfer received bytes on it. With
 * HTTP/2, libcurl would use a dead connection for further requests. */
static void end_connection(struct fetch *fetch, const struct transfer *transfer)
{
    for (unsigned i = 0; i < fetch->in_flight; i++) {
        const struct transfer *other = fetch->transfers[i];

        if (other->local_port == transfer->local_port && other->head_bytes + other->body_bytes > 0)
            return;
    }
    sockets_end(&fetch->sockets, transfer->local_port);
}

/* Limits the origin of URL to HTTP/1.1. */
static void restrict_origin(struct fetch *fetch, struct span url)
{
    size_t scheme_len = strlen("https://");
    char *origin = mem_copy_text(url.at, scheme_len + span_find(span_part(url, scheme_len, url.len), '/'));

    fetch->setup.serial_origins = transfer_setup_append(fetch->setup.serial_origins, origin);
    free(origin);
}

/* Returns whether the answer is a challenge that the next request for its URL can answer. */
static bool needs_credentials(struct fetch *fetch, const struct transfer *transfer,
                              const struct fetch_result *result)
{
    return fetch->setup.credentials && transfer->path.len > 0 && fetch_outcome_is_answer(result->outcome) &&
           credentials_take(fetch->setup.credentials, transfer->path, transfer->credentials_version,
                            result->status, result->fields);
}

/* Ends a running transfer and queues its answer. */
static void end_transfer(struct fetch *fetch, unsigned index, CURLcode code, enum fetch_outcome ended)
{
    struct transfer *transfer = fetch->transfers[index];
    struct answer *answer;

    multi_check(curl_multi_remove_handle(fetch->multi, transfer->easy));
    fetch->in_flight--;
    fetch->transfers[index] = fetch->transfers[fetch->in_flight];
    fetch->transfers[fetch->in_flight] = transfer;
    if (code == CURLE_OPERATION_TIMEDOUT && transfer->is_http2)
        end_connection(fetch, transfer);
    answer = transfer_finish(transfer, code, ended, fetch->decoder);
    if (transfer->next == NEXT_SERIALLY)
        restrict_origin(fetch, answer->result.url);
    if (transfer->next == NEXT_APART) {
        free(fetch->apart);
        fetch->apart = mem_copy_text(answer->result.url.at, answer->result.url.len);
    }
    if (needs_credentials(fetch, transfer, &answer->result))
        answer_fail(answer, FETCH_AGAIN, "the server requests credentials; to be repeated with them");
    if (answer->result.keeps_cookies)
        jar_take(&fetch->setup.jar, answer->result.url, answer->result.fields);
    add_ready(fetch, answer);
}

/* Reads all of libcurl's messages. */
static void collect(struct fetch *fetch)
{
    CURLMsg *message;
    int left;
    bool any = false;

    while ((message = curl_multi_info_read(fetch->multi, &left))) {
        unsigned index = 0;

        while (index < fetch->in_flight && fetch->transfers[index]->easy != message->easy_handle)
            index++;
        if (message->msg != CURLMSG_DONE || index == fetch->in_flight)
            continue;
        end_transfer(fetch, index, message->data.result, FETCH_OK);
        any = true;
    }
    if (any)
        share_rate(fetch);
}

static void run_libcurl(struct fetch *fetch, curl_socket_t fd, int what)
{
    int running;

    multi_check(curl_multi_socket_action(fetch->multi, fd, what, &running));
}

/* Passes an event to libcurl, except for an idle connection, which the server closed or sent unrequested
 * bytes on: before the next request, libcurl finds it dead. */
static void serve_socket(struct fetch *fetch, const struct epoll_event *event)
{
    struct socket_entry *entry = sockets_find(&fetch->sockets, event->data.fd);
    int what = 0;

    if (entry && entry->is_idle) {
        entry->events = 0;
        (void)set_events(fetch, entry->fd, 0);
        return;
    }
    what |= event->events & (EPOLLIN | EPOLLHUP) ? CURL_CSELECT_IN : 0;
    what |= event->events & EPOLLOUT ? CURL_CSELECT_OUT : 0;
    what |= event->events & EPOLLERR ? CURL_CSELECT_ERR : 0;
    run_libcurl(fetch, event->data.fd, what);
}

static bool is_unanswered(const struct transfer *transfer)
{
    return transfer->sent_ms > 0 && transfer->first_ms == 0;
}

/* Waits for EVENTS until WAKE_MS, and returns what epoll_wait does. The time of this waiting is the servers';
 * the time that we need for other work, or that passes before the system lets us run again, is ours. While an
 * answer is to come, the waiting is in pieces, so that a pause of this machine hides in one piece at most. */
static int wait_for_events(struct fetch *fetch, struct epoll_event *events, int64_t wake_ms)
{
    int64_t from_ms = clock_monotonic_ms(), waited_ms;
    bool any = false;
    int count;

    for (unsigned i = 0; i < fetch->in_flight; i++)
        any = any || is_unanswered(fetch->transfers[i]);
    if (any && wake_ms > from_ms + PIECE_MS)
        wake_ms = from_ms + PIECE_MS;
    count =
        epoll_wait(fetch->epoll_fd, events, EVENTS_AT_ONCE, wake_ms > from_ms ? (int)(wake_ms - from_ms) : 0);
    waited_ms = clock_monotonic_ms() - from_ms;
    if (waited_ms > wake_ms - from_ms)
        waited_ms = wake_ms > from_ms ? wake_ms - from_ms : 0;
    for (unsigned i = 0; i < fetch->in_flight; i++)
        if (is_unanswered(fetch->transfers[i]))
            fetch->transfers[i]->waited_ms += waited_ms;
    return count;
}

/* Waits for events until UNTIL_MS of the monotonic clock or libcurl's next deadline, and serves them. False
 * if the wake descriptor is readable or a signal arrived. */
static bool serve_events(struct fetch *fetch, int64_t until_ms)
{
    struct epoll_event events[EVENTS_AT_ONCE];
    int64_t wake_ms = fetch->deadline_ms < until_ms ? fetch->deadline_ms : until_ms;
    int count = wait_for_events(fetch, events, wake_ms);
    bool woken = false;

    for (int i = 0; i < count; i++) {
        if (events[i].data.fd == fetch->setup.options.wake_fd)
            woken = true;
        else
            serve_socket(fetch, &events[i]);
    }
    if (fetch->deadline_ms <= clock_monotonic_ms()) {
        fetch->deadline_ms = INT64_MAX;
        run_libcurl(fetch, CURL_SOCKET_TIMEOUT, 0);
    }
    collect(fetch);
    return !woken && (count >= 0 || errno != EINTR);
}

void fetch_wait(struct fetch *fetch, int timeout_ms)
{
    int64_t until_ms = clock_monotonic_ms() + timeout_ms;

    do {
        if (fetch->ready)
            until_ms = 0;
        if (!serve_events(fetch, until_ms))
            return;
    } while (!fetch->ready && clock_monotonic_ms() < until_ms);
}

struct fetch_result *fetch_take(struct fetch *fetch)
{
    struct answer *answer = fetch->ready;

    if (!answer)
        return NULL;
    fetch->ready = answer->next;
    if (!fetch->ready)
        fetch->ready_end = &fetch->ready;
    return &answer->result;
}

void fetch_recycle(struct fetch *fetch, struct fetch_result *result)
{
    struct answer *answer = (struct answer *)result;

    answer_clear(answer);
    answer->next = fetch->pool;
    fetch->pool = answer;
}

void fetch_abort(struct fetch *fetch)
{
    while (fetch->in_flight > 0)
        end_transfer(fetch, fetch->in_flight - 1, CURLE_ABORTED_BY_CALLBACK, FETCH_STOPPED);
}

void *fetch_next_slow(const struct fetch *fetch, unsigned *index, uint64_t bytes_per_second)
{
    int64_t now_ms = clock_monotonic_ms();

    while (*index < fetch->in_flight) {
        struct transfer *transfer = fetch->transfers[(*index)++];

        if (transfer_is_slow(transfer, now_ms, bytes_per_second))
            return transfer->answer->result.tag;
    }
    return NULL;
}

bool fetch_next_part(struct fetch *fetch, unsigned *index, void **tag, struct fetch_part *part)
{
    bool any = false;

    while (!any && *index < fetch->in_flight)
        any = part_sync(fetch->transfers[(*index)++], tag, part);
    return any;
}

void fetch_end(struct fetch *fetch, const void *tag)
{
    for (unsigned i = 0; i < fetch->in_flight; i++) {
        if (fetch->transfers[i]->answer->result.tag == tag) {
            end_transfer(fetch, i, CURLE_ABORTED_BY_CALLBACK, FETCH_SLOW);
            share_rate(fetch);
            return;
        }
    }
}

int fetch_public_request(const struct fetch *fetch, const struct fetch_result *result, struct buf *out)
{
    struct span rest = result->request_head;
    int error = buf_add_span(out, head_take_line(&rest));

    while (!error && rest.len > 0) {
        struct span line = head_take_line(&rest);

        /* only the user and the server may know these */
        if (!span_is_one_of_nocase(head_line_name(line), "authorization proxy-authorization cookie") &&
            !transfer_setup_has_header(&fetch->setup, head_line_name(line)))
            error = buf_add_span(out, line);
    }
    return error;
}

struct span fetch_public_response(const struct fetch *fetch, const struct fetch_result *result,
                                  struct buf *out)
{
    struct span rest = result->part_head.len > 0 ? result->part_head : result->response_head;

    if (!result->keeps_cookies && !fetch->setup.own_headers && !fetch->setup.credentials &&
        !fetch->setup.has_cookies)
        return rest;
    while (rest.len > 0) {
        struct span line = head_take_line(&rest);

        if (!span_starts_nocase(head_line_name(line), "Set-Cookie") &&
            !span_equals_nocase(head_line_name(line), span_of("Authentication-Info")))
            (void)buf_add_span(out, line);
    }
    return buf_span(out);
}

int fetch_write_cookies(struct fetch *fetch, int fd)
{
    return cookies_write(fetch->setup.share, fd);
}
