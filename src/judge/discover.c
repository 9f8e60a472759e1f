/* SPDX-License-Identifier: MIT */
/* From links found to rows of the frontier. Most links of a page are known already, so that path costs no
 * database access; only what is new is parsed, judged and written. */
#include "config.h"

#include "judge/discover.h"

#include "base/error.h"
#include "base/limits.h"
#include "crawl/state.h"
#include "frontier/origin.h"
#include "frontier/queue.h"
#include "frontier/row.h"
#include "frontier/visit.h"
#include "judge/rules.h"
#include "judge/scope.h"
#include "judge/traps.h"
#include "markup/link.h"
#include "mirror/mirror.h"
#include "weave/misguess.h"

static const enum frontier_reason scope_reasons[] = {
    [SCOPE_IN] = FRONTIER_NO_REASON,        [SCOPE_OTHER_SITE] = FRONTIER_BY_SCOPE,
    [SCOPE_EXCLUDED] = FRONTIER_BY_PATTERN, [SCOPE_NOT_INCLUDED] = FRONTIER_BY_PATTERN,
    [SCOPE_TOO_DEEP] = FRONTIER_BY_DEPTH,   [SCOPE_NO_REQUISITES] = FRONTIER_BY_REQUISITES,
    [SCOPE_TRAP] = FRONTIER_BY_TRAP,
};

/* The verdict of an origin's rules, as far as they are known. */
static enum frontier_reason judge_by_rules(struct crawl *crawl, int64_t origin_id, const struct url *url,
                                           struct span *rule)
{
    struct origin *origin = crawl_origin(crawl, origin_id);
    struct robots_verdict verdict;

    if (!origin || origin->rules != RULES_KNOWN || crawl->imports)
        return FRONTIER_NO_REASON;
    verdict = robots_judge(origin->robots, buf_span(&url->text));
    if (verdict.allowed)
        return FRONTIER_NO_REASON;
    *rule = rules_text(crawl, verdict.line, verdict.rule);
    return FRONTIER_BY_ROBOTS;
}

enum frontier_reason discover_judge(struct crawl *crawl, const struct url *url, unsigned roles, int depth,
                                    struct span *rule)
{
    enum scope_verdict verdict = SCOPE_OTHER_SITE;

    if (roles == 0)
        verdict = scope_judge(crawl->scope, url, SCOPE_AS_CANDIDATE, depth, rule);
    if (roles & FRONTIER_AS_REQUISITE)
        verdict = scope_judge(crawl->scope, url, SCOPE_AS_REQUISITE, depth, rule);
    if (verdict != SCOPE_IN && (roles & FRONTIER_AS_PAGE))
        verdict = scope_judge(crawl->scope, url, SCOPE_AS_PAGE, depth, rule);
    return scope_reasons[verdict];
}

bool discover_is_trap(struct crawl *crawl, const struct url *url, struct span *rule)
{
    return !scope_names(crawl->scope, url) && traps_is_exhausted(crawl->traps, url, rule);
}

/* Whether a URL would make the mirror larger than the archive it was imported from: not what a page of it
 * needs to look right, nor where one has moved to. */
static bool is_more(const struct frontier_new *row)
{
    return !(row->roles & FRONTIER_AS_REQUISITE) && row->kind != FRONTIER_START &&
           !span_is(row->via, "redirect");
}

/* Adds crawl->found, which was not known. */
static int add_new(struct crawl *crawl, const struct frontier_new *row, int64_t *id)
{
    int error = frontier_add(crawl->frontier, row, id);

    return error ? error : misguess_met(crawl, &crawl->found);
}

/* Adds or wants crawl->found as ROW says, which still lacks URL, origin and verdict. KNOWN is its id, or 0.
 */
static int add(struct crawl *crawl, struct frontier_new *row, int64_t known, bool doubted, int64_t *id)
{
    const struct url *url = &crawl->found;
    struct origin *origin;
    int error;

    row->url = buf_span(&url->text);
    if (row->kind != FRONTIER_START) /* that is the user's own word */
        row->reason = discover_judge(crawl, url, row->roles, row->depth, &row->rule);
    error = frontier_origin(crawl->frontier, url_origin(url), &row->origin);
    if (error)
        return error;
    if (!row->reason && crawl->as_imported && is_more(row))
        row->reason = FRONTIER_BY_IMPORT;
    if (!row->reason)
        row->reason = judge_by_rules(crawl, row->origin, url, &row->rule);
    if (!row->reason && doubted && discover_is_trap(crawl, url, &row->rule))
        row->reason = FRONTIER_BY_TRAP;
    origin = row->reason ? NULL : crawl_origin(crawl, row->origin);
    if (origin)
        origin_set_activate(&crawl->origins, origin);
    if (known) {
        *id = known;
        error = row->reason ? 0 : misguess_changed(crawl, known);
        return error ? error : frontier_want(crawl->frontier, known, row);
    }
    return add_new(crawl, row, id);
}

int discover_start(struct crawl *crawl, const struct url *url)
{
    struct frontier_new row = {.kind = FRONTIER_START, .roles = FRONTIER_AS_PAGE, .via = span_of("start")};
    int64_t id;
    unsigned flags;

    if (url_parse(&crawl->found, buf_span(&url->text), NULL, NULL) != URL_OK)
        return ERROR_INVALID;
    if (frontier_known(crawl->frontier, buf_span(&crawl->found.text), &id, &flags))
        return 0;
    return add(crawl, &row, 0, false, &id);
}

/* The roles a link asks for; 0 where nothing is to be fetched. */
static unsigned roles_of(const struct link *link)
{
    switch (link->role) {
    case LINK_PAGE:
    case LINK_RELATED:
    case LINK_PREFETCH:
    case LINK_REFRESH:
        return FRONTIER_AS_PAGE;
    case LINK_FRAME:
    case LINK_OBJECT:
    case LINK_PREVIEW:
    case LINK_REQUISITE:
        return FRONTIER_AS_REQUISITE;
    case LINK_LIVE:
    case LINK_CONNECT:
    case LINK_BASE:
    case LINK_FOLDER:
    case LINK_CANDIDATE:
    case LINK_INTEGRITY:
    case LINK_CORS:
    case LINK_POLICY:
    case LINK_SPECULATION:
    case LINK_ENCODING:
    default:
        return 0;
    }
}

/* A link that asks not to be followed: where it leads is known from now on, but not queued from here. */
static int note_nofollow(struct crawl *crawl, struct frontier_new *row, int64_t *id)
{
    int error = frontier_origin(crawl->frontier, url_origin(&crawl->found), &row->origin);

    row->url = buf_span(&crawl->found.text);
    row->roles = 0;
    row->reason = FRONTIER_BY_NOFOLLOW;
    return error ? error : add_new(crawl, row, id);
}

/* Adds a page or requisite that the page at hand links to, and doubts it or not as that deserves. */
static int add_found(struct crawl *crawl, struct frontier_new *row, int64_t known, int64_t *id)
{
    bool weighed = crawl->page_is_dull && !known && row->roles != FRONTIER_AS_REQUISITE;
    uint64_t kind = weighed ? traps_kind(crawl->traps, &crawl->found) : 0;
    int error = add(crawl, row, known, kind != 0, id);

    if (error || !weighed)
        return error;
    if (kind)
        traps_doubt(crawl->traps, *id);
    if (!row->reason && kind != crawl->page_kind && traps_is_promising(crawl->traps, kind))
        crawl->page_leads_on = true;
    return 0;
}

/* A page that is news vouches for what it links to; true when that had been left alone. */
static bool vouch(struct crawl *crawl, int64_t id, unsigned flags)
{
    if (crawl->page_is_dull || !traps_is_doubted(crawl->traps, id))
        return false;
    traps_trust(crawl->traps, id);
    return flags & FRONTIER_IS_REFUSED;
}

/* What a page's links said that were followed: a link that says the same again changes nothing. */
struct followed {
    const char *url; /* link.h's; NULL: none */
    int64_t id;
    unsigned roles;
    bool nofollow;
};

static int discover_link(struct crawl *crawl, const struct job *page, const struct link *link, unsigned roles,
                         int64_t *found)
{
    struct frontier_new row = {
        .kind = roles == FRONTIER_AS_PAGE ? FRONTIER_PAGE : FRONTIER_REQUISITE,
        .roles = roles,
        .depth = roles == FRONTIER_AS_PAGE ? page->depth + 1 : page->depth,
        .referrer = page->id,
        .via = span_of(link->where),
    };
    int64_t id = 0;
    unsigned flags;
    bool known = frontier_known(crawl->frontier, link->url, &id, &flags);
    int error = 0;

    if (!known || !(flags & roles) || (roles == FRONTIER_AS_PAGE && vouch(crawl, id, flags))) {
        if (url_parse(&crawl->found, link->url, NULL, NULL) != URL_OK)
            return 0;
        if (!link->nofollow || roles != FRONTIER_AS_PAGE)
            error = add_found(crawl, &row, known ? id : 0, &id);
        else if (!known)
            error = note_nofollow(crawl, &row, &id);
    }
    if (!error)
        frontier_ids_add(&crawl->targets, id);
    *found = id;
    return error;
}

static int follow(struct crawl *crawl, const struct job *page, const struct link *link, unsigned roles,
                  struct followed *before)
{
    int64_t id = 0;
    int error;

    if (before->url == link->url.at && before->roles == roles && before->nofollow == link->nofollow) {
        frontier_ids_add(&crawl->targets, before->id);
        return 0;
    }
    error = discover_link(crawl, page, link, roles, &id);
    *before = (struct followed){id > 0 ? link->url.at : NULL, id, roles, link->nofollow};
    return error;
}

/* A guess: of the site and unknown, it is queued last. It is no link of the page, which says it nowhere. */
static int discover_candidate(struct crawl *crawl, const struct job *page, const struct link *link)
{
    struct frontier_new row = {
        .kind = FRONTIER_CANDIDATE,
        .depth = page->depth + 1,
        .referrer = page->id,
        .via = span_of(link->where),
    };
    int64_t id;
    unsigned flags;

    if (frontier_known(crawl->frontier, link->url, &id, &flags) ||
        url_parse(&crawl->found, link->url, NULL, NULL) != URL_OK ||
        scope_judge(crawl->scope, &crawl->found, SCOPE_AS_CANDIDATE, row.depth, &row.rule) != SCOPE_IN)
        return 0;
    return add_found(crawl, &row, 0, &id);
}

int discover_links(struct crawl *crawl, const struct job *page, const struct link_list *links, bool stored)
{
    struct followed followed[1 << LINK_SLOT_BITS] = {0};
    int error = 0;

    for (size_t i = 0; !error && i < links->count; i++) {
        const struct link *link = &links->links[i];
        unsigned roles = link->url.len > 0 ? roles_of(link) : 0;

        if (roles == FRONTIER_AS_PAGE || (roles == FRONTIER_AS_REQUISITE && stored))
            error = follow(crawl, page, link, roles, &followed[link_slot(link)]);
        else if (link->role == LINK_CANDIDATE && link->url.len > 0 && stored)
            error = discover_candidate(crawl, page, link);
    }
    return error;
}

int discover_redirect(struct crawl *crawl, const struct job *from, const struct url *target, int64_t *id)
{
    struct frontier_new row = {
        .kind = from->queue,
        .roles = from->roles,
        .depth = from->depth,
        .referrer = from->id,
        .via = span_of("redirect"),
    };
    unsigned flags;
    bool known, doubted = traps_is_doubted(crawl->traps, from->id);
    int error;

    if (url_parse(&crawl->found, buf_span(&target->text), NULL, NULL) != URL_OK)
        return ERROR_INVALID;
    known = frontier_known(crawl->frontier, buf_span(&crawl->found.text), id, &flags);
    if (known && (flags & from->roles) == from->roles)
        return 0;
    error = add(crawl, &row, known ? *id : 0, doubted && !known, id);
    if (!error && doubted && !known)
        traps_doubt(crawl->traps, *id);
    return error;
}

int discover_listed(struct crawl *crawl, struct span via)
{
    struct frontier_new row = {.kind = FRONTIER_PAGE, .roles = FRONTIER_AS_PAGE, .depth = 1, .via = via};
    int64_t id = 0;
    unsigned flags;
    bool known = frontier_known(crawl->frontier, buf_span(&crawl->found.text), &id, &flags);

    if (known && (flags & FRONTIER_AS_PAGE))
        return 0;
    return add(crawl, &row, known ? id : 0, false, &id);
}

int discover_archived(struct crawl *crawl, struct span via)
{
    struct frontier_new row = {.kind = FRONTIER_PAGE, .roles = FRONTIER_AS_PAGE, .depth = 1, .via = via};
    struct span rule = {0};
    int64_t id = 0;
    unsigned flags = 0;
    bool known = frontier_known(crawl->frontier, buf_span(&crawl->found.text), &id, &flags);
    struct frontier_row left_out;

    if (known && (flags & FRONTIER_IS_REFUSED) && frontier_get(crawl->frontier, id, &left_out) == 0)
        row.depth = left_out.item.depth;
    if (scope_judge(crawl->scope, &crawl->found, SCOPE_AS_PAGE, row.depth, &rule) == SCOPE_OTHER_SITE) {
        row.kind = FRONTIER_REQUISITE;
        row.roles = FRONTIER_AS_REQUISITE;
    }
    if (known && (flags & row.roles) && !(flags & FRONTIER_IS_REFUSED))
        return 0;
    return add(crawl, &row, known ? id : 0, false, &id);
}
