/* SPDX-License-Identifier: MIT */
/* Finds the file of a link's target, by facts of the frontier. A queued URL has an expected file, which
 * depends only on the URL: two that want the same file, such as /d/ and /d/index.html, usually are the same
 * page, and share it. */
#include "config.h"

#include "weave/expected.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/queue.h"
#include "frontier/row.h"
#include "site/path.h"
#include "url/url.h"

/* The cache: every page that has a link needs the file of its target again. */
enum { SLOTS = 4096, PATH_KEPT = 111 };

struct expected_slot {
    int64_t id; /* 0: empty */
    bool requisite;
    uint8_t len;
    char path[PATH_KEPT];
};

struct expected {
    struct frontier *frontier;
    struct expected_slot *slots; /* made before, for `site`; NULL: none */
    struct buf site;
    struct buf path; /* of the URL at hand */
    struct url url;
    size_t name_max;
};

struct expected *expected_new(struct frontier *frontier, size_t name_max)
{
    struct expected *expected = MEM_NEW(struct expected);

    buf_init(&expected->site, LIMIT_URL_BYTES);
    buf_init(&expected->path, PATH_BUFFER_MAX);
    url_init(&expected->url);
    expected->frontier = frontier;
    expected->name_max = name_max;
    return expected;
}

void expected_free(struct expected *expected)
{
    if (!expected)
        return;
    free(expected->slots);
    buf_release(&expected->site);
    buf_release(&expected->path);
    url_release(&expected->url);
    free(expected);
}

struct span expected_file(struct expected *expected, const struct url *url, unsigned roles, struct span site)
{
    const char *fallback = roles & FRONTIER_AS_REQUISITE ? "" : "text/html";

    path_expect(&expected->path, url, span_equals(url_origin(url), site), span_of(fallback));
    path_fit(&expected->path, expected->name_max);
    return buf_span(&expected->path);
}

bool expected_set_site(struct expected *expected, struct span site)
{
    if (span_equals(buf_span(&expected->site), site))
        return false;
    free(expected->slots);
    expected->slots = NULL;
    (void)buf_set(&expected->site, site);
    return true;
}

struct span expected_file_of(struct expected *expected, int64_t id, struct span url, unsigned roles)
{
    bool requisite = roles & FRONTIER_AS_REQUISITE;
    struct expected_slot *slot;
    struct buf own BUF_LOCAL(LIMIT_URL_BYTES);
    struct span made;

    if (!expected->slots)
        expected->slots = mem_new(SLOTS, sizeof *expected->slots);
    slot = &expected->slots[(uint64_t)id % SLOTS];
    if (slot->id == id && slot->requisite == requisite)
        return span_make(slot->path, slot->len);
    if (frontier_rename(expected->frontier, url, &own))
        url = buf_span(&own);
    if (url_parse(&expected->url, url, NULL, NULL) != URL_OK)
        return span_make(NULL, 0);
    made = expected_file(expected, &expected->url, roles, buf_span(&expected->site));
    if (made.len <= PATH_KEPT) {
        *slot = (struct expected_slot){.id = id, .requisite = requisite, .len = (uint8_t)made.len};
        memcpy(slot->path, made.at, made.len);
    }
    return made;
}

/* Finds the file. Most targets have their expected one, so that the database has to be searched for them only
 * once. */
int expected_find(struct expected *expected, struct span url, struct target_file *found)
{
    struct frontier_target target;
    struct span file;
    bool is_fresh;
    int64_t id;
    unsigned flags;
    int error;

    *found = (struct target_file){.answer = 0};
    if (!frontier_known(expected->frontier, url, &id, &flags) || frontier_is_shut(expected->frontier, flags))
        return 0;
    file = expected_file_of(expected, id, url, flags);
    is_fresh = frontier_is_fresh(expected->frontier, flags);
    if (is_fresh || frontier_has_expected_file(expected->frontier, id)) {
        *found = (struct target_file){.file = file, .answer = is_fresh ? 0 : id};
        return 0;
    }
    error = frontier_target(expected->frontier, id, &target);
    if (error)
        return error;
    if (target.path.len > 0 || target.state != FRONTIER_QUEUED || target.id != id)
        *found = (struct target_file){.file = target.path, .answer = target.id, .fragment = target.fragment};
    else
        found->file = file;
    if (target.id == id && target.path.len > 0 && span_equals(target.path, file))
        frontier_note_expected_file(expected->frontier, id);
    return 0;
}
