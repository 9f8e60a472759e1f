/* SPDX-License-Identifier: MIT */
/* What site/ shows rewritten is derived from the archive and the frontier, and can be made again at any time.
 */
#include "config.h"

#include "weave/rebuild.h"

#include <inttypes.h>

#include "base/error.h"
#include "base/signals.h"
#include "crawl/setup.h"
#include "frontier/row.h"
#include "frontier/visit.h"
#include "mirror/mirror.h"
#include "term/message.h"
#include "weave/document.h"

/* After so many documents, a commit. */
enum { DOCUMENTS_A_COMMIT = 64 };

/* Damage of one document is told and passed over; a failing disk or database ends it all. */
static int rebuild_one(struct crawl *crawl, int64_t document)
{
    struct frontier_row row;
    int error = frontier_get(crawl->frontier, document, &row);

    if (error)
        return crawl_failed(crawl, error);
    buf_clear(&crawl->text);
    (void)buf_add_span(&crawl->text, row.item.url);
    error = document_weave_again(crawl, &row);
    if (error == ERROR_CORRUPT || error == ERROR_NOT_FOUND) {
        message_error("%s: its original in the archive is damaged or missing; its file stays as it is",
                      buf_text(&crawl->text));
        return error;
    }
    return error ? crawl_failed(crawl, error) : 0;
}

static int rebuild_all(struct crawl *crawl, bool tell)
{
    struct frontier_document document = {.id = 0};
    uint64_t count = 0;
    int error, first = 0;

    while (!crawl->error && !signals_stop() &&
           frontier_documents(crawl->frontier, document.id, INT64_MAX, &document) == 0) {
        error = rebuild_one(crawl, document.id);
        if (error && !first)
            first = error;
        error = ++count % DOCUMENTS_A_COMMIT == 0 ? mirror_commit(crawl->mirror) : 0;
        if (error)
            return crawl_failed(crawl, error);
    }
    if (crawl->error)
        return crawl->error;
    error = mirror_commit(crawl->mirror);
    if (tell)
        message_note("%" PRIu64 " documents", count);
    return first ? first : error;
}

static struct span purpose_of(const struct crawl *crawl)
{
    return span_of(crawl->references.for_disk ? "disk" : "both");
}

int rebuild_for_purpose(struct crawl *crawl)
{
    struct span woven, purpose = purpose_of(crawl);
    bool same = !crawl->references.for_disk;
    int error;

    if (frontier_setting(crawl->frontier, "woven-for", &woven) == 0)
        same = same && span_equals(woven, purpose);
    if (same)
        return 0;
    error = rebuild_all(crawl, false);
    if (error == ERROR_CORRUPT || error == ERROR_NOT_FOUND)
        error = 0; /* which was told */
    if (signals_stop())
        crawl->stop = "asked to stop";
    if (error || crawl->stop)
        return error;
    return mirror_set(crawl->mirror, "woven-for", purpose);
}

int rebuild(struct mirror *mirror)
{
    struct crawl crawl;
    int error = setup_documents(&crawl, mirror);

    if (!error)
        error = rebuild_all(&crawl, true);
    if (!error)
        error = mirror_set(mirror, "woven-for", purpose_of(&crawl));
    if (error)
        message_error("%s: %s", mirror->path, error_text(error));
    setup_release(&crawl);
    return error;
}
