/* SPDX-License-Identifier: MIT */
/* From links to what they say in the mirror. Facts come from the frontier, names from site/path.h; nothing is
 * read or written. */
#include "config.h"

#include "crawl/references.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/queue.h"
#include "frontier/target.h"
#include "markup/link.h"
#include "site/path.h"

/* A page of the most links with long references to each fits. */
enum { TEXT_MAX = 512 * 1024 * 1024 };

void references_init(struct references *references)
{
    *references = (struct references){0};
    buf_init(&references->text, TEXT_MAX);
    buf_init(&references->guess, PATH_BUFFER_MAX);
    buf_init(&references->relative, 4 * PATH_BYTES_MAX + LIMIT_URL_BYTES);
    url_init(&references->url);
}

void references_release(struct references *references)
{
    free(references->spans);
    free(references->starts);
    buf_release(&references->text);
    buf_release(&references->guess);
    buf_release(&references->relative);
    url_release(&references->url);
}

void references_guess(struct buf *out, const struct url *url, unsigned roles, struct span site)
{
    const char *fallback = roles & FRONTIER_AS_REQUISITE ? "" : "text/html";

    path_guess(out, url, span_equals(url_origin(url), site), span_of(fallback));
}

static void name_file(const struct reference_names *names, struct buf *out, const struct link *link,
                      struct span file)
{
    path_relative(out, names->from, file, link->fragment);
}

struct reference_names references_of_files(struct span from, struct span site)
{
    return (struct reference_names){.name = name_file, .from = from, .site = site};
}

static void make_room(struct references *references, size_t count)
{
    if (count <= references->room)
        return;
    references->room = count * 2;
    references->spans = mem_grow(references->spans, references->room, sizeof *references->spans);
    references->starts = mem_grow(references->starts, references->room, sizeof *references->starts);
}

/* What stands for a link of this role that is not in the mirror, where a browser asks for it without being
 * told to; NULL for the others. */
static const char *inert(enum link_role role)
{
    static const char *const nothing[] = {
        [LINK_FRAME] = "about:blank",
        [LINK_OBJECT] = "", /* without data an object shows its content */
        [LINK_REQUISITE] = "data:,",
        [LINK_PREFETCH] = "data:,",
    };

    return role < sizeof nothing / sizeof *nothing ? nothing[role] : NULL;
}

/* Whether what stands in the document is an absolute address already, so that it leads to the live site as it
 * is. */
static bool is_absolute(struct span document, const struct link *link)
{
    struct span written = span_part(document, link->at, link->len);

    return span_starts_nocase(written, "https://") || span_starts_nocase(written, "http://");
}

/* For what is not in the mirror; false where the link may stand as it is. */
static bool refer_to_live(struct buf *out, const struct link *link, bool absolute)
{
    const char *nothing = inert(link->role);

    if (nothing) {
        (void)buf_add_text(out, nothing);
        return true;
    }
    if (absolute)
        return false;
    (void)buf_add_span(out, link->url);
    (void)buf_add_span(out, link->fragment);
    return true;
}

/* Sets OUT to the file of a link's target, or to nothing where it has none. */
static int find_file(struct references *references, struct frontier *frontier, const struct link *link,
                     struct span site, struct span *file)
{
    struct frontier_target target;
    int64_t id;
    unsigned flags;
    int error;

    *file = span_make(NULL, 0);
    if (!frontier_known(frontier, link->url, &id, &flags) || (flags & FRONTIER_IS_REFUSED))
        return 0;
    error = frontier_target(frontier, id, &target);
    if (error)
        return error;
    if (target.path.len > 0 || target.state != FRONTIER_QUEUED || target.id != id) {
        *file = target.path;
        return 0;
    }
    if (url_parse(&references->url, link->url, NULL, NULL) != URL_OK)
        return 0;
    references_guess(&references->guess, &references->url, flags, site);
    *file = buf_span(&references->guess);
    return 0;
}

/* Adds the reference of one link to the text; WRITTEN is false where the link stays as it is. */
static int refer(struct references *references, struct frontier *frontier, struct span document,
                 const struct link *link, const struct reference_names *names, bool *written)
{
    struct span file = {0};
    int error = 0;

    *written = true;
    if (link->role == LINK_BASE || link->role == LINK_CONNECT)
        return 0;
    *written = false;
    if (link->url.len == 0 || link->same_page || link->role == LINK_CANDIDATE)
        return 0;
    if (link->role != LINK_LIVE)
        error = find_file(references, frontier, link, names->site, &file);
    if (error)
        return error;
    if (file.len == 0) {
        *written = refer_to_live(&references->text, link, is_absolute(document, link));
        return 0;
    }
    names->name(names, &references->relative, link, file);
    *written = true;
    return buf_add_span(&references->text, buf_span(&references->relative));
}

int references_make(struct references *references, struct frontier *frontier, struct span document,
                    const struct link_list *links, const struct reference_names *names)
{
    make_room(references, links->count);
    buf_clear(&references->text);
    for (size_t i = 0; i < links->count; i++) {
        size_t start = references->text.len;
        bool written;
        int error = refer(references, frontier, document, &links->links[i], names, &written);

        if (error)
            return error;
        references->starts[i] = written ? start : SIZE_MAX;
        references->spans[i].len = references->text.len - start;
    }
    for (size_t i = 0; i < links->count; i++) {
        size_t start = references->starts[i];

        references->spans[i].at = start == SIZE_MAX ? NULL : buf_text(&references->text) + start;
    }
    return 0;
}
