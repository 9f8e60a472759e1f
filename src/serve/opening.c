/* SPDX-License-Identifier: MIT */
/* Opens and closes a mirror that is served, once for each thread that answers. */
#include "config.h"

#include "serve/serving.h"

#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/signals.h"
#include "frontier/frontier.h"
#include "search/search.h"
#include "term/message.h"

/* Returns the time of the first capture; INT64_MAX without one. */
static int64_t first_time(const struct captures *captures)
{
    int64_t first_us = INT64_MAX;

    for (size_t i = 0; i < captures->all.count; i++)
        if (captures->all.items[i].date_us < first_us)
            first_us = captures->all.items[i].date_us;
    return first_us;
}

/* Reads --at. The thread that has times refuses one before the first capture. */
static int read_time(struct serving *serving, const char *at, struct buf *why)
{
    bool is_time = past_parse(&serving->mirror, span_of(at), &serving->at_us);
    int64_t first_us = serving->has_times ? first_time(serving->times.reader.index) : INT64_MAX;
    char first[CLOCK_TEXT_SIZE];

    if (is_time && (first_us == INT64_MAX || serving->at_us >= first_us))
        return 0;
    clock_format(is_time ? first_us : 0, 0, first);
    if (is_time)
        (void)buf_add_format(why, "--at %s: the mirror begins at %s; give that time or a later one", at,
                             first);
    else
        (void)buf_add_format(why,
                             "--at %s: expects a date, a date and time such as 2026-11-20T15:44:00Z, or the "
                             "number of a run",
                             at);
    return ERROR_INVALID;
}

bool serving_lacks_index(const char *dir)
{
    struct buf path BUF_LOCAL(PATH_MAX);
    struct stat about;

    return buf_add_format(&path, "%s/search.db", dir) == 0 &&
           (stat(buf_text(&path), &about) < 0 || about.st_size == 0);
}

/* Makes an index of this process in DIR, where it has no name once it is open, so that a kill leaves no file.
 * It is not needed to serve: without one, a search names the missing file. */
static void open_index(struct serving *serving, const char *dir)
{
    struct buf why BUF_LOCAL(LIMIT_WHY_BYTES);
    struct search *search = MEM_NEW(struct search);
    char path[PATH_MAX];
    int error;

    (void)snprintf(path, sizeof path, "%s/XXXXXX", dir);
    error = mkdtemp(path) ? search_open(search, &serving->mirror, path, &why) : ERROR_IO;
    file_remove_all(path);
    search->dir = dir;
    if (!error) {
        serving->search = search;
        return;
    }
    search_close(search);
    free(search);
}

int serving_open_weaver(struct serving *serving)
{
    int error = weaver_open(&serving->weaver, &serving->mirror);

    serving->weaver.references.for_disk = false;
    return error;
}

/* Closes a mirror; accepts NULL. */
static void serving_free(struct serving *serving)
{
    if (!serving)
        return;
    if (serving->has_times)
        past_close(&serving->times);
    if (serving->search)
        search_close(serving->search);
    free(serving->search);
    weaver_close(&serving->weaver);
    url_release(&serving->url);
    digest_release(&serving->digest);
    buf_release(&serving->wanted);
    buf_release(&serving->location);
    buf_release(&serving->refresh);
    buf_release(&serving->type);
    buf_release(&serving->modified);
    buf_release(&serving->tag);
    buf_release(&serving->title);
    buf_release(&serving->page);
    mirror_close(&serving->mirror);
    free(serving);
}

/* Opens the mirror with number I for a thread. The index of this process, and that of the archive, is only
 * for thread 1, which searches and answers for other times. */
static int open_thread(struct service *service, size_t i, size_t thread, struct buf *why)
{
    const struct serving_options *options = &service->options;
    struct serving *serving = MEM_NEW(struct serving);
    bool changed;
    int error = mirror_open(&serving->mirror, options->dirs[i], FOLDER_READ, why);

    if (error) {
        free(serving);
        return error;
    }
    serving->store = service->store;
    buf_init(&serving->wanted, 2 * LIMIT_URL_BYTES);
    buf_init(&serving->location, 2 * LIMIT_URL_BYTES);
    buf_init(&serving->refresh, 2 * LIMIT_URL_BYTES);
    buf_init(&serving->type, SERVING_HEADER_MAX);
    buf_init(&serving->modified, SERVING_HEADER_MAX);
    buf_init(&serving->tag, SERVING_HEADER_MAX);
    buf_init(&serving->title, SERVING_HEADER_MAX);
    buf_init(&serving->page, SERVING_PAGE_MAX);
    error = serving_open_weaver(serving);
    if (!error && thread == 1 && *options->index && serving_lacks_index(options->dirs[i]))
        open_index(serving, options->index);
    if (!error)
        error = frontier_refresh(serving->mirror.frontier, &changed);
    if (!error && options->at && thread == 1)
        error = serving_open_times(serving);
    if (error)
        mirror_explain(&serving->mirror, error, why);
    else if (options->at)
        error = read_time(serving, options->at, why);
    if (error)
        serving_free(serving);
    else
        service->servings[i][thread] = serving;
    return error;
}

/* Returns an address from 127.1.0.1 to 127.254.255.254, by a digest of the mirror's path. */
static uint32_t address_of(const char *path)
{
    char *whole = realpath(path, NULL);
    unsigned char bytes[DIGEST_MAX_BYTES];
    struct digest digest = {0};

    digest_add(&digest, whole ? whole : path, strlen(whole ? whole : path));
    digest_finish(&digest, bytes);
    digest_release(&digest);
    free(whole);
    return 127U << 24 | (bytes[0] % 254U + 1) << 16 | (uint32_t)bytes[1] << 8 | (bytes[2] % 254U + 1);
}

static bool answer_in(void *context, size_t thread, const struct server_request *request,
                      struct server_answer *answer)
{
    struct service *service = context;
    size_t i = request->address - service->extra;
    struct buf why BUF_LOCAL(LIMIT_WHY_BYTES);

    if (request->address < service->extra)
        return serving_answer_all(service, request->target, answer);
    if (thread == 0 && service->extra > 0)
        return false;
    if (service->servings[i][thread] || open_thread(service, i, thread, &why) == 0) {
        service->servings[i][thread]->is_quick = thread == 0;
        return serving_answer(service->servings[i][thread], request, answer);
    }
    message_error("%s", buf_text(&why));
    answer->status = 503;
    answer->body = span_of("The mirror cannot be read now.\n");
    return true;
}

/* Sets KEY to a cookie with a random name, because servers of one address share cookies, and 128 random bits.
 */
static void make_key(char *key, size_t size)
{
    uint64_t random[3];

    random_fill(random, sizeof random);
    (void)snprintf(key, size, "tiptoe%08" PRIx32 "=%016" PRIx64 "%016" PRIx64, (uint32_t)random[2], random[0],
                   random[1]);
}

int service_listen(struct service *service, const struct serving_options *options, struct buf *why)
{
    struct server_options server = {.no_scripts = options->no_scripts,
                                    .slow = options->at ? SIZE_MAX : options->count > 1};

    *service = (struct service){.options = *options, .extra = options->count > 1, .store = store_new()};
    service->servings = mem_new(options->count, sizeof *service->servings);
    server.store = service->store;
    if (options->listen) {
        make_key(service->key, sizeof service->key);
        server.key = service->key;
    }
    service->server = server_open(&server, answer_in, service);
    for (size_t i = 0; i < options->count + service->extra; i++) {
        unsigned port = options->port + (options->listen && options->port > 0 ? (unsigned)i : 0);
        struct in_addr given = {
            .s_addr = htonl(address_of(i < service->extra ? "" : options->dirs[i - service->extra]))};

        if (options->listen)
            (void)inet_pton(AF_INET, options->listen, &given);
        if (server_listen(service->server, ntohl(given.s_addr), port) == 0)
            continue;
        (void)buf_add_format(why, "cannot listen on port %u of %s: %s. Choose %s", port, inet_ntoa(given),
                             strerror(errno),
                             errno == EADDRNOTAVAIL ? "an address of this machine"
                             : errno == EMFILE      ? "fewer mirrors, or raise ulimit -n"
                                                    : "another --port");
        return ERROR_IO;
    }
    return 0;
}

int service_open(struct service *service, struct buf *why)
{
    const struct serving_options *options = &service->options;
    int error = 0;

    signals_catch();
    for (size_t i = 0; i < options->count && !error; i++) {
        if (service->extra > 0 || options->at || serving_lacks_index(options->dirs[i]))
            error = open_thread(service, i, 1, why);
        if (!error && service->extra == 0)
            error = open_thread(service, i, 0, why);
    }
    return error;
}

void service_close(struct service *service)
{
    server_close(service->server); /* which ends the threads */
    for (size_t i = 0; i < service->options.count; i++)
        for (size_t thread = 0; thread < SERVER_THREADS; thread++)
            serving_free(service->servings[i][thread]);
    free(service->servings);
    store_free(service->store);
}

void service_run(struct service *service)
{
    while (!signals_stop()) {
        (void)signals_status();
        server_turn(service->server, signals_fd());
    }
}
