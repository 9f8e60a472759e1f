/* SPDX-License-Identifier: MIT */
/* Opens and closes a mirror that is served. */
#include "config.h"

#include "serve/serving.h"

#include <errno.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/signals.h"
#include "frontier/frontier.h"
#include "mirror/mirror.h"
#include "search/search.h"
#include "serve/server.h"
#include "site/path.h"

static void close_index(struct serving *serving)
{
    if (serving->search)
        search_close(serving->search);
    free(serving->search);
    serving->search = NULL;
}

static int open_past(struct serving *serving, const char *at, struct buf *why)
{
    int error;

    if (!past_parse(serving->weaver.mirror, span_of(at), &serving->at_us)) {
        (void)buf_add_format(
            why,
            "--at %s: expects a date, a date and time such as 2026-11-20T15:44:00Z, or the number of a run",
            at);
        return ERROR_INVALID;
    }
    error = serving_open_times(serving);
    if (error)
        mirror_explain(serving->weaver.mirror, error, why);
    return error;
}

/* Returns an address from 127.1.0.1 to 127.254.255.254, by a digest of the mirror's path. */
static uint32_t address_of(struct serving *serving, const char *path)
{
    char *whole = realpath(path, NULL);
    unsigned char bytes[DIGEST_MAX_BYTES];

    digest_add(&serving->digest, whole ? whole : path, strlen(whole ? whole : path));
    digest_finish(&serving->digest, bytes);
    free(whole);
    return 127U << 24 | (bytes[0] % 254U + 1) << 16 | (uint32_t)bytes[1] << 8 | (bytes[2] % 254U + 1);
}

int serving_listen(struct serving *serving, const char *dir, const struct serving_options *options,
                   struct buf *why)
{
    struct server_options server = {.port = options->port, .no_scripts = options->no_scripts};

    *serving = (struct serving){.server = NULL};
    url_init(&serving->url);
    digest_init(&serving->digest, DIGEST_SHA256);
    buf_init(&serving->wanted, 2 * LIMIT_URL_BYTES);
    buf_init(&serving->location, 2 * LIMIT_URL_BYTES);
    buf_init(&serving->fragment, 2 * LIMIT_URL_BYTES);
    buf_init(&serving->path, PATH_BUFFER_MAX);
    buf_init(&serving->key, PATH_BUFFER_MAX);
    buf_init(&serving->refresh, 2 * LIMIT_URL_BYTES);
    buf_init(&serving->type, SERVING_HEADER_MAX);
    buf_init(&serving->modified, SERVING_HEADER_MAX);
    buf_init(&serving->tag, SERVING_HEADER_MAX);
    buf_init(&serving->links, 8 * LIMIT_URL_BYTES);
    buf_init(&serving->place, 4 * LIMIT_URL_BYTES);
    buf_init(&serving->page, SERVING_PAGE_MAX);
    server.address = address_of(serving, dir);
    serving->server = server_open(&server, serving_answer, serving);
    if (serving->server)
        return 0;
    (void)buf_add_format(why, "cannot listen on port %u of %u.%u.%u.%u: %s. Choose another --port",
                         options->port, server.address >> 24, server.address >> 16 & 255,
                         server.address >> 8 & 255, server.address & 255, strerror(errno));
    return ERROR_IO;
}

/* Opens the index. It is not needed to serve: without one, a search names the missing file. */
static void open_index(struct serving *serving, const char *dir)
{
    struct buf why BUF_LOCAL(LIMIT_WHY_BYTES);

    serving->search = MEM_NEW(struct search);
    if (search_open(serving->search, serving->weaver.mirror, dir, &why))
        close_index(serving);
}

int serving_open(struct serving *serving, struct mirror *mirror, const struct serving_options *options,
                 struct buf *why)
{
    bool changed;
    int error = weaver_open(&serving->weaver, mirror);

    serving->weaver.references.for_disk = false;
    if (!error && options->index)
        open_index(serving, options->index);
    if (!error)
        error = frontier_refresh(mirror->frontier, &changed);
    if (error) {
        mirror_explain(mirror, error, why);
        return error;
    }
    signals_catch();
    return options->at ? open_past(serving, options->at, why) : 0;
}

void serving_close(struct serving *serving)
{
    server_close(serving->server);
    if (serving->has_times)
        past_close(&serving->times);
    close_index(serving);
    if (serving->weaver.mirror)
        weaver_close(&serving->weaver);
    url_release(&serving->url);
    digest_release(&serving->digest);
    buf_release(&serving->wanted);
    buf_release(&serving->location);
    buf_release(&serving->fragment);
    buf_release(&serving->path);
    buf_release(&serving->key);
    buf_release(&serving->refresh);
    buf_release(&serving->type);
    buf_release(&serving->modified);
    buf_release(&serving->tag);
    buf_release(&serving->links);
    buf_release(&serving->place);
    buf_release(&serving->page);
}

void serving_run(struct serving *serving)
{
    while (!signals_stop()) {
        (void)signals_status();
        server_turn(serving->server, signals_fd());
    }
}
