/* SPDX-License-Identifier: MIT */
/* A mirror whose options change: --max-pages raised, an --exclude taken away. */
#include "config.h"

#include "crawl/reopen.h"

#include <inttypes.h>

#include "base/error.h"
#include "crawl/mirror.h"
#include "crawl/state.h"
#include "crawl/traps.h"
#include "frontier/queue.h"
#include "term/message.h"

/* What the options refuse for. */
static const enum frontier_reason reasons[] = {
    FRONTIER_BY_SCOPE,     FRONTIER_BY_PATTERN,   FRONTIER_BY_REQUISITES, FRONTIER_BY_DEPTH,
    FRONTIER_BY_MAX_PAGES, FRONTIER_BY_MAX_BYTES, FRONTIER_BY_TRAP,
};

enum { TEXT_MAX = 256 * 1024 };

static void add_list(struct buf *out, const char *const *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        (void)buf_add_format(out, "%s\n", items[i]);
    (void)buf_add_byte(out, '\n');
}

/* All options that refuse, in one text: equal texts refuse the same. */
static void describe(struct buf *out, const struct settings *settings)
{
    const struct scope_options *scope = &settings->scope;

    (void)buf_add_format(out, "%d %d %d %" PRId64 " %" PRId64 "\n", (int)scope->reach, (int)scope->requisites,
                         scope->max_depth, settings->max_pages, settings->max_bytes);
    add_list(out, scope->includes, scope->include_count);
    add_list(out, scope->excludes, scope->exclude_count);
}

/* What was taken for a trap is so again once its kind shows nothing new for long. */
static int doubt_traps(struct crawl *crawl)
{
    int64_t id = 0;
    int error;

    while ((error = frontier_next_refused(crawl->frontier, FRONTIER_BY_TRAP, id, &id)) == 0 && id > 0)
        traps_doubt(crawl->traps, id);
    return error;
}

static int reopen_all(struct crawl *crawl)
{
    uint64_t sum = 0, count;
    int error = doubt_traps(crawl);

    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        if (!error)
            error = frontier_reopen(crawl->frontier, reasons[i], &count);
        if (error)
            return error;
        sum += count;
    }
    if (sum > 0)
        message_note("the options have changed: %" PRIu64 " URLs that were left out are judged anew", sum);
    return 0;
}

int reopen(struct crawl *crawl)
{
    struct span before;
    struct buf now;
    int error;

    buf_init(&now, TEXT_MAX);
    describe(&now, crawl->settings);
    error = frontier_setting(crawl->frontier, "limits", &before);
    if (!error && !span_equals(before, buf_span(&now)))
        error = reopen_all(crawl);
    else if (error == ERROR_NOT_FOUND)
        error = 0;
    if (!error)
        error = mirror_set(crawl->mirror, "limits", buf_span(&now));
    buf_release(&now);
    return error;
}
