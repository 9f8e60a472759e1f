/* SPDX-License-Identifier: MIT */
/* The expected files of queued URLs. They depend only on the URL, with one exception: /d/ and /d/index.html
 * want the same file, and if both are known, /d/ is expected to get it, as naming_choose decides later. */
#include "config.h"

#include "weave/guesses.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "frontier/queue.h"
#include "frontier/target.h"
#include "site/path.h"
#include "url/url.h"

/* They are asked for again with every page that has the link, as long as its target is queued. */
enum { SLOTS = 4096, PATH_KEPT = 111 };

struct guess {
    int64_t id; /* 0: empty */
    bool requisite;
    uint8_t len;
    char path[PATH_KEPT];
};

struct guesses {
    struct guess *slots; /* made before, for `site`; NULL: none */
    struct buf site;
    struct buf path, twin; /* of the URL at hand */
    struct buf index;
    struct url url;
    size_t name_max;
};

static const char index_name[] = "index.html";

struct guesses *guesses_new(size_t name_max)
{
    struct guesses *guesses = MEM_NEW(struct guesses);

    buf_init(&guesses->site, LIMIT_URL_BYTES);
    buf_init(&guesses->path, PATH_BUFFER_MAX);
    buf_init(&guesses->twin, PATH_BUFFER_MAX);
    buf_init(&guesses->index, LIMIT_URL_BYTES + sizeof index_name);
    url_init(&guesses->url);
    guesses->name_max = name_max;
    return guesses;
}

void guesses_free(struct guesses *guesses)
{
    if (!guesses)
        return;
    free(guesses->slots);
    buf_release(&guesses->site);
    buf_release(&guesses->path);
    buf_release(&guesses->twin);
    buf_release(&guesses->index);
    url_release(&guesses->url);
    free(guesses);
}

/* The URL of the folder whose index this one names; empty for all others. */
static struct span folder_of_index(const struct url *url)
{
    struct span text = buf_span(&url->text);
    size_t len = text.len - (sizeof index_name - 1);

    if (url_path(url).len < sizeof index_name || url_has_query(url) || text.at[len - 1] != '/' ||
        !span_is(span_part(text, len, text.len), index_name))
        return span_make(NULL, 0);
    return span_part(text, 0, len);
}

struct span guesses_make(struct guesses *guesses, const struct frontier *frontier, const struct url *url,
                         unsigned roles, struct span site)
{
    const char *fallback = roles & FRONTIER_AS_REQUISITE ? "" : "text/html";
    struct span folder = folder_of_index(url);
    int64_t id;
    unsigned flags;

    path_guess(&guesses->path, url, span_equals(url_origin(url), site), span_of(fallback));
    path_fit(&guesses->path, guesses->name_max);
    if (folder.len == 0 || !frontier_known(frontier, folder, &id, &flags))
        return buf_span(&guesses->path);
    path_twin(&guesses->twin, buf_span(&guesses->path), url);
    return buf_span(&guesses->twin);
}

bool guesses_set_site(struct guesses *guesses, struct span site)
{
    if (span_equals(buf_span(&guesses->site), site))
        return false;
    free(guesses->slots);
    guesses->slots = NULL;
    buf_clear(&guesses->site);
    (void)buf_add_span(&guesses->site, site);
    return true;
}

struct span guesses_find(struct guesses *guesses, const struct frontier *frontier, int64_t id,
                         struct span url, unsigned roles)
{
    bool requisite = roles & FRONTIER_AS_REQUISITE;
    struct guess *slot;
    struct span made;

    if (!guesses->slots)
        guesses->slots = mem_new(SLOTS, sizeof *guesses->slots);
    slot = &guesses->slots[(uint64_t)id % SLOTS];
    if (slot->id == id && slot->requisite == requisite)
        return span_make(slot->path, slot->len);
    if (url_parse(&guesses->url, url, NULL, NULL) != URL_OK)
        return span_make(NULL, 0);
    made = guesses_make(guesses, frontier, &guesses->url, roles, buf_span(&guesses->site));
    if (made.len <= PATH_KEPT) {
        *slot = (struct guess){.id = id, .requisite = requisite, .len = (uint8_t)made.len};
        memcpy(slot->path, made.at, made.len);
    }
    return made;
}

bool guesses_differ(struct guesses *guesses, struct frontier *frontier, const struct url *url, int64_t *id)
{
    struct span path = url_path(url);
    unsigned flags;

    if (url_has_query(url) || path.at[path.len - 1] != '/')
        return false;
    buf_clear(&guesses->index);
    (void)buf_add_span(&guesses->index, buf_span(&url->text));
    (void)buf_add_text(&guesses->index, index_name);
    if (!frontier_known(frontier, buf_span(&guesses->index), id, &flags))
        return false;
    frontier_forget_expected_file(frontier, *id);
    if (guesses->slots)
        guesses->slots[(uint64_t)*id % SLOTS].id = 0;
    return !(flags & (FRONTIER_IS_REFUSED | FRONTIER_IS_SETTLED));
}
