/* SPDX-License-Identifier: MIT */
/* Turns links and guesses into rows of the frontier. Most links of a page are known already and cost no
 * database access; only new URLs are parsed, judged and written. Templates, names of files that have a value
 * in them, as in fetch(`/api/item-${id}.json`), are combined with each value that the site's data and links
 * have. Both are kept as settings of the mirror, so that a resumed run or an update tries what it reads with
 * what earlier runs read. Not kept are options and the like, of which most pages have many: a script gets
 * those of its page (weave/document.c). Numbers are not kept either: after each file, the next is a guess. */
#include "config.h"

#include "judge/judge.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "apps/app.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "judge/scope.h"
#include "judge/site.h"
#include "mirror/mirror.h"
#include "term/message.h"
#include "weave/rebuild.h"

/* Makes URL site->found. ID and FLAGS become those of its row, or 0 if it has none. Returns false if URL is
 * malformed. */
static bool find(struct site *site, struct span url, int64_t *id, unsigned *flags)
{
    *id = 0;
    *flags = 0;
    if (names_parse(site, url) != URL_OK)
        return false;
    (void)frontier_known(site->frontier, buf_span(&site->found.text), id, flags);
    return true;
}

/* Judges site->found, and sets origin and verdict of ROW. PROBES: it is to prove a name of the site. */
static int judge_row(struct site *site, struct frontier_new *row, bool *probes)
{
    const struct url *url = &site->found;
    struct origin *origin = NULL;
    int error;

    if (row->kind != FRONTIER_START) /* the user chose it */
        row->reason = scope_judge(site->scope, url, row->roles, row->depth, &row->rule);
    *probes = row->reason == FRONTIER_BY_SCOPE && names_may_probe(site, url);
    if (*probes)
        row->reason = FRONTIER_NO_REASON;
    error = frontier_origin(site->frontier, url_origin(url), &row->origin);
    /* Only requisites and targets of redirects may make the mirror larger than the archive. */
    if (!error && !row->reason && site->as_imported && !(row->roles & FRONTIER_AS_REQUISITE) &&
        row->kind != FRONTIER_START && link_place(row->via) != PLACE_REDIRECT)
        row->reason = FRONTIER_BY_IMPORT;
    if (!error && !row->reason)
        error = site_origin(site, row->origin, &origin);
    if (error)
        return error;
    if (origin && origin->rules == RULES_KNOWN && !site->imports)
        row->reason = rules_judge(site, origin, row->url, &row->rule);
    if (origin && !row->reason)
        origin_set_activate(&site->origins, origin);
    return 0;
}

/* Adds site->found to the frontier, or wants it in another role, as ROW says; URL, origin and verdict of ROW
 * are set here. ID is 0, and becomes the new id, or the known one. */
static int add_url(struct site *site, struct frontier_new *row, int64_t *id)
{
    bool is_new = *id == 0, probes;
    int error;

    row->url = buf_span(&site->found.text);
    error = judge_row(site, row, &probes);
    if (error)
        return error;
    if (row->reason && row->roles == 0)
        row->kind = FRONTIER_CANDIDATE;
    if (is_new)
        error = frontier_add(site->frontier, row, id);
    else if (!row->reason)
        error = unexpected_note(&site->weaver, *id, PAGES_SO_FAR);
    if (!error && probes && !row->reason)
        names_probe(site, *id);
    return error || is_new ? error : frontier_want(site->frontier, *id, row);
}

int discover_start(struct site *site, const struct url *url)
{
    struct frontier_new row = {.kind = FRONTIER_START, .roles = FRONTIER_AS_PAGE, .via = span_of("start")};
    int64_t id;
    unsigned flags;

    if (!find(site, buf_span(&url->text), &id, &flags))
        return ERROR_INVALID;
    return id > 0 ? 0 : add_url(site, &row, &id);
}

/* The roles of a link's target; 0 if nothing is to be fetched. */
static const enum frontier_role roles_of[LINK_ENCODING + 1] = {
    [LINK_PAGE] = FRONTIER_AS_PAGE,         [LINK_RELATED] = FRONTIER_AS_PAGE,
    [LINK_PREFETCH] = FRONTIER_AS_PAGE,     [LINK_REFRESH] = FRONTIER_AS_PAGE,
    [LINK_FRAME] = FRONTIER_AS_REQUISITE,   [LINK_OBJECT] = FRONTIER_AS_REQUISITE,
    [LINK_PREVIEW] = FRONTIER_AS_REQUISITE, [LINK_REQUISITE] = FRONTIER_AS_REQUISITE,
};

/* Adds the target of a link that is not followed: it has rel=nofollow, or its page repeats itself. */
static int note_unfollowed(struct site *site, const struct discovery *from, const struct link *link,
                           struct frontier_new *row, int64_t *id)
{
    int error = frontier_origin(site->frontier, url_origin(&site->found), &row->origin);

    row->url = buf_span(&site->found.text);
    row->roles = 0;
    row->reason = link->nofollow ? FRONTIER_BY_NOFOLLOW : FRONTIER_BY_TRAP;
    if (from->repeats && !link->nofollow)
        row->rule = span_of("only a page links to it that is the same as two pages on the way to it");
    return error ? error : frontier_add(site->frontier, row, id);
}

/* Adds a page or requisite that the document links to. */
static int add_found(struct site *site, struct frontier_new *row, int64_t *id)
{
    bool is_new = *id == 0;
    int error = add_url(site, row, id);

    if (!error && is_new && !row->reason && row->roles == FRONTIER_AS_PAGE)
        families_note_link(site, &site->found);
    return error;
}

/* WHERE is shorter. */
enum { VIA_BYTES = 96 };

/* Returns WHERE with the referrer policy of the link, in MEMORY if that is not the usual one. */
static struct span via_of(char memory[VIA_BYTES], const char *where, enum referrer_policy policy)
{
    if (policy <= REFERRER_USUAL)
        return span_of(where);
    (void)snprintf(memory, VIA_BYTES, "%s" PLACE_REFERRER_TEXT "%s", where, referrer_policy_name(policy));
    return span_of(memory);
}

/* The target of a link that was followed on this page: the same link again changes nothing. */
struct followed {
    const char *url; /* text of markup/link.h; NULL: none */
    int64_t id;
    unsigned roles;
    bool nofollow;
};

/* Adds the target of LINK. BEFORE is the last link that had this slot, and becomes LINK. */
static int follow_link(struct site *site, struct discovery *from, const struct link *link, unsigned roles,
                       struct followed *before)
{
    char via[VIA_BYTES];
    struct frontier_new row = {
        .kind = roles == FRONTIER_AS_PAGE ? FRONTIER_PAGE : FRONTIER_REQUISITE,
        .roles = roles,
        .depth = roles == FRONTIER_AS_PAGE ? from->page->depth + 1 : from->page->depth,
        .referrer = from->page->id,
        .via = via_of(via, link->where, link->referrer ? link->referrer : from->referrer),
    };
    int64_t id = 0;
    unsigned flags = 0;
    int error = 0;

    if (before->url == link->url.at && before->roles == roles && before->nofollow == link->nofollow) {
        frontier_ids_add(from->targets, before->id);
        return 0;
    }
    (void)frontier_known(site->frontier, link->url, &id, &flags);
    if (!(flags & roles)) {
        if (names_parse(site, link->url) != URL_OK)
            return 0;
        if (roles != FRONTIER_AS_PAGE || !(link->nofollow || from->repeats))
            error = add_found(site, &row, &id);
        else if (id == 0)
            error = note_unfollowed(site, from, link, &row, &id);
    }
    if (!error && (flags & FRONTIER_IS_SETTLED))
        error = site_request_gone(site, id);
    if (error)
        return error;
    frontier_ids_add(from->targets, id);
    *before = (struct followed){link->url.at, id, roles, link->nofollow};
    return 0;
}

int discover_guess(struct site *site, struct discovery *from, enum frontier_kind kind, struct span url,
                   const char *via)
{
    char memory[VIA_BYTES];
    struct frontier_new row = {
        .kind = kind,
        .depth = from->page->depth + 1,
        .referrer = from->page->id,
        .via = via_of(memory, via, from->referrer),
    };
    int64_t id = 0;
    unsigned flags;

    if (frontier_known(site->frontier, url, &id, &flags) || names_parse(site, url) != URL_OK ||
        scope_judge(site->scope, &site->found, 0, row.depth, &row.rule))
        return 0;
    return add_found(site, &row, &id);
}

/* Of each kind. */
static const struct {
    const char *setting; /* with the number of the text after it */
    size_t max;          /* how many are kept */
} kinds[TEMPLATE_KINDS] = {
    [TEMPLATE_URL] = {"template", LIMIT_TEMPLATES},
    [TEMPLATE_VALUE] = {"template value", LIMIT_TEMPLATE_VALUES},
};

enum { SETTING_NAME_BYTES = 40 };

/* Puts a text, kept as VALUE, in the place AT: where it was, a line break, and itself. */
static void put_text(struct template_list *list, size_t at, struct span value)
{
    struct template_text *text = &list->texts[at];
    size_t via_len = span_find(value, '\n');

    if (at < list->count)
        free(text->via);
    else
        list->count++;
    *text = (struct template_text){.via = mem_copy_text(value.at, value.len)};
    text->text = text->via + via_len + (via_len < value.len);
    text->via[via_len] = '\0';
}

/* Reads what earlier runs kept of one kind. */
static int load_texts(struct site *site, enum template_kind kind)
{
    struct template_list *list = &site->templates.lists[kind];
    char name[SETTING_NAME_BYTES];
    struct span kept;
    int error = 0;

    while (list->count < kinds[kind].max && !error) {
        (void)snprintf(name, sizeof name, "%s %zu", kinds[kind].setting, list->count);
        error = frontier_setting(site->frontier, name, &kept);
        if (!error)
            put_text(list, list->count, kept);
    }
    return error == ERROR_NOT_FOUND ? 0 : error;
}

/* Keeps TEXT, which VIA describes. If there is no room, a text of earlier runs gives way that this run has
 * not met; without one, TEXT is not kept. */
static int keep_text(struct site *site, enum template_kind kind, struct span text, const char *via)
{
    struct template_list *list = &site->templates.lists[kind];
    struct buf value BUF_LOCAL(2 * LIMIT_URL_BYTES);
    size_t at = 0;
    char name[SETTING_NAME_BYTES];
    int error = 0;

    while (at < list->count &&
           !(span_is(text, list->texts[at].text) && strcmp(via, list->texts[at].via) == 0))
        at++;
    if (at == list->count) {
        if (at == kinds[kind].max)
            at = 0;
        while (at < list->count && list->texts[at].is_met)
            at++;
        if (at == kinds[kind].max || buf_add_format(&value, "%s\n%.*s", via, (int)text.len, text.at))
            return 0;
        (void)snprintf(name, sizeof name, "%s %zu", kinds[kind].setting, at);
        error = frontier_set_setting(site->frontier, name, buf_span(&value));
        if (!error)
            put_text(list, at, buf_span(&value));
    }
    if (!error)
        list->texts[at].is_met = true;
    return error;
}

static int combine(struct site *site, struct discovery *from, struct span template, const char *template_via,
                   struct span value, const char *via)
{
    bool is_of_link = link_place(span_of(template_via)) == PLACE_TEMPLATE;
    struct buf url BUF_LOCAL(LIMIT_URL_BYTES);
    int64_t id;
    unsigned flags;

    if (!template_takes(template_via, via) || link_fill(&url, template, value) ||
        frontier_known(site->frontier, buf_span(&url), &id, &flags))
        return 0;
    site->templates.made_count++;
    return discover_guess(site, from, FRONTIER_CANDIDATE, buf_span(&url), is_of_link ? template_via : via);
}

/* Keeps TEXT, a template or a value that VIA describes, and adds its guesses with all of the other kind. A
 * value of PLACE_LISTED is not kept. */
static int add_template(struct site *site, struct discovery *from, enum template_kind kind, struct span text,
                        const char *via)
{
    const struct template_list *others = &site->templates.lists[!kind];
    int error = 0;

    for (size_t i = 0; i < TEMPLATE_KINDS && !site->templates.are_loaded && !error; i++)
        error = load_texts(site, (enum template_kind)i);
    site->templates.are_loaded = true;
    if (!error && link_place(span_of(via)) != PLACE_LISTED)
        error = keep_text(site, kind, text, via);
    for (size_t i = 0; i < others->count && site->templates.made_count < LIMIT_TEMPLATE_GUESSES && !error;
         i++) {
        struct span other = span_of(others->texts[i].text);

        error = kind == TEMPLATE_URL ? combine(site, from, text, via, other, others->texts[i].via)
                                     : combine(site, from, other, others->texts[i].via, text, via);
    }
    return error;
}

/* Guesses the file after the one at URL: with the next higher number in its name, below 10,000. */
static int guess_next(struct site *site, struct discovery *from, struct span url)
{
    enum { DIGITS_MAX = 6, NUMBER_MAX = 9999 };
    struct span path = span_part(url, 0, span_find(url, '?'));
    size_t start = span_after_last(path, '/'), end = span_after_last(path, '.'), digits = 0;
    struct buf next BUF_LOCAL(LIMIT_URL_BYTES);
    uint64_t number;

    while (end > start && !ascii_is_digit(url.at[end - 1]))
        end--;
    while (end - digits > start && ascii_is_digit(url.at[end - digits - 1]))
        digits++;
    if (digits > DIGITS_MAX || !span_to_u64(span_part(url, end - digits, digits), &number) ||
        number >= NUMBER_MAX)
        return 0;
    (void)buf_add_span(&next, span_part(url, 0, end - digits));
    (void)buf_add_format(&next, "%0*" PRIu64, (int)digits, number + 1);
    (void)buf_add_span(&next, span_part(url, end, url.len));
    return next.full ? 0 : discover_guess(site, from, FRONTIER_CANDIDATE, buf_span(&next), PLACE_NUMBER_TEXT);
}

/* Guesses the files of TEMPLATE, whose value is a number, if the first of them is known. */
static int count_files(struct site *site, struct discovery *from, struct span template)
{
    static const char *const firsts[] = {"1", "0", "01", "001"};
    int64_t id;
    unsigned flags;

    for (size_t i = 0; i < COUNT_OF(firsts); i++) {
        struct buf url BUF_LOCAL(LIMIT_URL_BYTES);

        if (link_fill(&url, template, span_of(firsts[i])) == 0 &&
            frontier_known(site->frontier, buf_span(&url), &id, &flags))
            return guess_next(site, from, buf_span(&url));
    }
    return 0;
}

int discover_next(struct site *site, const struct frontier_item *item, const struct url *url)
{
    struct frontier_item page = *item;
    struct discovery from = {.page = &page};
    struct frontier_row row;

    if (item->kind != FRONTIER_CANDIDATE || frontier_get(site->frontier, item->id, &row) ||
        link_place(row.via) != PLACE_NUMBER)
        return 0;
    page.id = item->referrer;
    page.depth--;
    return guess_next(site, &from, buf_span(&url->text));
}

/* Adds each guess that LINK is or completes: its URL, or a template with each value. The address of a form is
 * requested among the pages, before most pages with that form are woven. The route after "#/" or "#!/" of a
 * link to a page is a value too. */
static int discover_guesses(struct site *site, struct discovery *from, const struct link *link)
{
    struct span route = link->role == LINK_PAGE ? template_route(link->fragment) : span_make(NULL, 0);

    if (route.len > 0)
        return add_template(site, from, TEMPLATE_VALUE, route, PLACE_VALUE_TEXT "route");
    if (link->role == LINK_ACTION && link->url.len > 0 && !link->nofollow)
        return discover_guess(site, from, FRONTIER_PAGE, link->url, link->where);
    if (link->role != LINK_CANDIDATE || link->url.len == 0)
        return 0;
    if (span_has(link->url, LINK_TEMPLATE_VALUE)) {
        int error = link_place(span_of(link->where)) == PLACE_NUMBER ? count_files(site, from, link->url) : 0;

        return error ? error : add_template(site, from, TEMPLATE_URL, link->url, link->where);
    }
    return discover_guess(site, from, FRONTIER_CANDIDATE, link->url, link->where);
}

/* Adds the target of a guess that is woven, or of a form, to those of the document. */
static void note_guess(const struct site *site, struct discovery *from, const struct link *link)
{
    int64_t id;
    unsigned flags;

    if ((link->role == LINK_ACTION || (link->role == LINK_CANDIDATE && link_is_woven(link))) &&
        frontier_known(site->frontier, link->url, &id, &flags))
        frontier_ids_add(from->targets, id);
}

/* Adds the icon that browsers request for a start page which names none. */
static int guess_icon(struct site *site, struct discovery *from)
{
    struct url icon URL_LOCAL;

    if (from->page->kind != FRONTIER_START ||
        url_parse(&icon, span_of("/favicon.ico"), from->url, NULL) != URL_OK)
        return 0;
    return discover_guess(site, from, FRONTIER_CANDIDATE, buf_span(&icon.text), PLACE_ICON_TEXT);
}

/* Reports that a limit on links took effect. */
static void report_truncated(const struct url *page, size_t count)
{
    struct buf url BUF_LOCAL(8 * LIMIT_URL_BYTES);

    (void)safe_add(&url, buf_span(&page->text));
    message_warn("%s: too many links, too long ones, or too deep a srcdoc; only the first %zu links are read",
                 buf_text(&url), count);
}

int discover_links(struct site *site, struct discovery *from, const struct link_list *links)
{
    struct followed followed[1 << LINK_SLOT_BITS] = {0};
    int error = 0;

    if (links->truncated)
        report_truncated(from->url, links->count);
    for (size_t i = 0; !error && i < links->count; i++) {
        const struct link *link = &links->links[i];
        unsigned roles = link->url.len > 0 ? roles_of[link->role] : 0;

        if (roles == FRONTIER_AS_PAGE || (roles == FRONTIER_AS_REQUISITE && from->stored))
            error = follow_link(site, from, link, roles, &followed[link_slot(link)]);
        if (!error && from->stored)
            error = discover_guesses(site, from, link);
        if (!error && from->stored)
            note_guess(site, from, link);
    }
    for (size_t i = 0; !error && from->stored && i < links->count; i++) /* after their templates */
        if (link_is_value(&links->links[i]))
            error = add_template(site, from, TEMPLATE_VALUE, links->links[i].text, links->links[i].where);
    return !error && links->lacks_icon && from->stored ? guess_icon(site, from) : error;
}

bool discover_is_download(const struct frontier_item *item)
{
    return item->kind == FRONTIER_CANDIDATE && (item->roles & FRONTIER_AS_REQUISITE);
}

/* Returns whether the target of a redirect of a page, which is in site->found, may be a download. */
static bool may_be_download(struct site *site, const struct frontier_item *from)
{
    struct span rule;

    return from->kind == FRONTIER_PAGE && from->roles == FRONTIER_AS_PAGE && !site->imports &&
           scope_judge(site->scope, &site->found, FRONTIER_AS_PAGE, from->depth, &rule) ==
               FRONTIER_BY_SCOPE &&
           !scope_judge(site->scope, &site->found, FRONTIER_AS_REQUISITE, from->depth, &rule);
}

int discover_redirect(struct site *site, const struct frontier_item *from, const struct url *target,
                      int64_t *id)
{
    struct frontier_new row = {
        .kind = from->kind,
        .roles = from->roles,
        .depth = from->depth,
        .referrer = from->id,
        .via = span_of(PLACE_REDIRECT_TEXT),
    };
    unsigned flags;

    if (!find(site, buf_span(&target->text), id, &flags))
        return ERROR_INVALID;
    if (may_be_download(site, from)) {
        row.kind = FRONTIER_CANDIDATE;
        row.roles = FRONTIER_AS_REQUISITE;
    }
    if (*id > 0 && (flags & row.roles) == row.roles)
        return flags & FRONTIER_IS_SETTLED ? site_request_gone(site, *id) : 0;
    return add_url(site, &row, id);
}

int discover_listed(struct site *site, struct span url, struct span via, int depth)
{
    struct frontier_new row = {.kind = FRONTIER_PAGE, .roles = FRONTIER_AS_PAGE, .depth = depth, .via = via};
    int64_t id;
    unsigned flags;

    if (!find(site, url, &id, &flags) || (flags & FRONTIER_AS_PAGE))
        return 0;
    return add_url(site, &row, &id);
}

int discover_named(struct site *site, struct span urls)
{
    size_t refused = 0;
    int error = 0;

    while (urls.len > 0 && !error) {
        struct span url = span_take_until(&urls, '\n');
        unsigned flags;
        int64_t id;

        error = discover_listed(site, url, span_of(PLACE_USER_TEXT), 0);
        if (!error && frontier_known(site->frontier, url, &id, &flags) && (flags & FRONTIER_IS_REFUSED))
            refused++;
    }
    if (refused > 0)
        message_warn("%zu of the given URLs are outside the mirror by --scope or another option, and are not "
                     "requested; for the reason of each: tiptoe explain %s URL",
                     refused, site->mirror->path);
    return error;
}

int discover_rendered(struct site *site, const struct frontier_item *from, struct span url, unsigned role,
                      const char *via, int64_t *id)
{
    struct frontier_new row = {
        .kind = role == FRONTIER_AS_PAGE ? FRONTIER_PAGE : FRONTIER_REQUISITE,
        .roles = role,
        .depth = role == FRONTIER_AS_PAGE ? from->depth + 1 : from->depth,
        .referrer = from->id,
        .via = span_of(via),
    };
    unsigned flags;

    if (!find(site, span_part(url, 0, span_find(url, '#')), id, &flags) || (flags & role))
        return 0;
    return add_found(site, &row, id);
}

int discover_archived(struct site *site, struct span url, struct span via)
{
    struct frontier_new row = {.kind = FRONTIER_PAGE, .roles = FRONTIER_AS_PAGE, .depth = 1, .via = via};
    struct frontier_row left_out;
    struct span rule;
    int64_t id;
    unsigned flags;

    if (!find(site, url, &id, &flags))
        return 0;
    if ((flags & FRONTIER_IS_REFUSED) && frontier_get(site->frontier, id, &left_out) == 0)
        row.depth = left_out.item.depth;
    if (scope_judge(site->scope, &site->found, FRONTIER_AS_PAGE, row.depth, &rule) == FRONTIER_BY_SCOPE) {
        row.kind = FRONTIER_REQUISITE;
        row.roles = FRONTIER_AS_REQUISITE;
    }
    if ((flags & row.roles) && !(flags & FRONTIER_IS_REFUSED))
        return 0;
    return add_url(site, &row, &id);
}
