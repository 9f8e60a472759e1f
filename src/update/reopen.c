/* SPDX-License-Identifier: MIT */
/* Queues refused URLs again after options have changed since the last run: --max-pages raised, an --exclude
 * removed. */
#include "config.h"

#include "update/reopen.h"

#include <inttypes.h>

#include "base/error.h"
#include "frontier/queue.h"
#include "frontier/row.h"
#include "frontier/setting.h"
#include "judge/discover.h"
#include "judge/scope.h"
#include "judge/site.h"
#include "judge/traps.h"
#include "mirror/mirror.h"
#include "term/message.h"
#include "weave/unexpected.h"

/* The reasons that options give: first what belongs to the mirror, then limits. A trap gets another chance.
 * */
static const enum frontier_reason reasons[] = {
    FRONTIER_BY_SCOPE,     FRONTIER_BY_PATTERN,   FRONTIER_BY_REQUISITES, FRONTIER_BY_DEPTH,
    FRONTIER_BY_MAX_PAGES, FRONTIER_BY_MAX_BYTES, FRONTIER_BY_TRAP,
};

enum { REASONS = COUNT_OF(reasons), FIRST_LIMIT = 4, TEXT_MAX = 256 * 1024 };

static void add_list(struct buf *out, const struct texts *list)
{
    for (size_t i = 0; i < list->count; i++)
        (void)buf_add_format(out, "%s\n", list->all[i]);
    (void)buf_add_byte(out, '\n');
}

/* Describes the options that bound the mirror: equal texts refuse the same URLs. */
static void describe_bounds(struct buf *out, const struct site *site)
{
    const struct scope_options *scope = &site->settings->scope;

    (void)buf_add_format(out, "%d %d %d\n", (int)scope->reach, (int)scope->requisites, scope->max_depth);
    add_list(out, &scope->includes);
    add_list(out, &scope->excludes);
    if (scope->only_types.count + scope->not_types.count > 0) {
        add_list(out, &scope->only_types);
        add_list(out, &scope->not_types);
    }
    (void)buf_add_span(out, buf_span(&site->live_excludes));
}

static void describe_limits(struct buf *out, const struct site *site)
{
    const struct settings *settings = site->settings;

    (void)buf_add_format(out, "%" PRId64 " %" PRId64 "\n", settings->max_pages, settings->max_bytes);
}

/* Sets CHANGED to whether the text of DESCRIBE differs from the one saved as SETTING, and saves it. */
static int compare(struct site *site, const char *setting,
                   void (*describe)(struct buf *out, const struct site *site), bool *changed)
{
    struct span before;
    struct buf now;
    int error;

    buf_init(&now, TEXT_MAX);
    describe(&now, site);
    error = frontier_setting(site->frontier, setting, &before);
    *changed = error == ERROR_NOT_FOUND || (!error && !span_equals(before, buf_span(&now)));
    if (*changed)
        error = mirror_set(site->mirror, setting, buf_span(&now));
    buf_release(&now);
    return error;
}

/* Doubts the URLs that were refused as traps: they are refused again once their family shows nothing new for
 * long. */
static int doubt_traps(struct site *site)
{
    int64_t id = 0;
    int error;

    while ((error = frontier_next_refused(site->frontier, FRONTIER_BY_TRAP, id, &id)) == 0)
        traps_doubt(site->traps, id);
    return error == ERROR_END ? 0 : error;
}

/* Judges a URL that was refused for REASON by the present scope. A URL that stays refused is never queued,
 * not even briefly, because its host would be sent a request for robots.txt. */
static int judge_anew(struct site *site, int64_t id, enum frontier_reason reason, uint64_t *count)
{
    struct span rule = span_make(NULL, 0);
    struct frontier_row row;
    enum frontier_reason verdict;
    int error = frontier_get(site->frontier, id, &row);

    if (!error && url_parse(&site->found, row.item.url, NULL, NULL) != URL_OK)
        error = ERROR_CORRUPT;
    if (error)
        return error;
    if (row.state == FRONTIER_WITHHELD &&
        scope_judge_type(site->scope, &site->found, row.visit.content_type, &rule))
        return 0; /* it was read for its links, which are known */
    verdict = discover_judge(site, &site->found, row.item.roles, row.item.depth, &rule);
    if (verdict == reason && span_equals(rule, row.rule))
        return 0;
    error = frontier_reconsider(site->frontier, id);
    if (!error && verdict)
        return frontier_settle(site->frontier, id, FRONTIER_REFUSED, verdict, rule);
    ++*count;
    return error ? error : unexpected_note_change(&site->weaver, id);
}

static int reopen_judged(struct site *site, enum frontier_reason reason, uint64_t *count)
{
    int64_t id = 0;
    int error;

    while ((error = frontier_next_refused(site->frontier, reason, id, &id)) == 0) {
        error = judge_anew(site, id, reason, count);
        if (error)
            return error;
    }
    return error == ERROR_END ? 0 : error;
}

static int reopen_all(struct site *site, bool scope_changed, uint64_t *sum)
{
    int error = doubt_traps(site);

    for (size_t i = scope_changed ? 0 : FIRST_LIMIT; !error && i < REASONS; i++) {
        uint64_t count = 0;

        error = scope_changed ? reopen_judged(site, reasons[i], &count)
                              : frontier_reopen(site->frontier, reasons[i], &count);
        *sum += count;
    }
    return error;
}

int reopen(struct site *site)
{
    bool scope_changed = false, limits_changed = false;
    uint64_t sum = 0;
    int error = compare(site, "bounds", describe_bounds, &scope_changed);

    if (!error)
        error = compare(site, "limits", describe_limits, &limits_changed);
    if (!error && (scope_changed || limits_changed))
        error = reopen_all(site, scope_changed, &sum);
    if (sum > 0)
        message_note("the options have changed: checking %" PRIu64 " excluded URLs again", sum);
    return error;
}
