/* SPDX-License-Identifier: MIT */
/* Keeps URLs back: those that are the same as others by evidence, and those of families that bring nothing.
 */
#include "config.h"

#include "judge/judge.h"

#include <inttypes.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/limits.h"
#include "frontier/row.h"
#include "judge/evidence.h"
#include "judge/scope.h"
#include "judge/site.h"
#include "term/message.h"
#include "weave/rebuild.h"

enum {
    SAMPLE = 50,
    SAMPLES = 4,
    TESTS = 256,
    NAME_SHOWN = 80,
    ONE_IN = 20,
    PROBES = 5,
    FINDERS = 3, /* pages on the way to one that brings something */
    TRUSTED = 3, /* pages that have brought something to a family */
    FAMILIES_SHOWN = 5,
    NAMES_SHOWN = 200
};

/* The family of all URLs of a kind together: a program may write a new name for each parameter. */
static const struct feature any_names = {.sort = FEATURE_FAMILY, .name = {.at = "any parameters", .len = 14}};

/* Finds the family of URL: its kind is evidence_kind, its name evidence->text. False: it has none. */
static bool find_family(struct evidence *evidence, const struct url *url, struct feature *family)
{
    evidence_take_apart(evidence, url);
    if (!variant_family(&evidence->variant, &evidence->text))
        return false;
    *family = (struct feature){.sort = FEATURE_FAMILY, .name = buf_span(&evidence->text)};
    return true;
}

static struct rule *find_rule(struct evidence *evidence, const struct feature *family)
{
    return learned_find(&evidence->learned, evidence_kind(evidence, false), learned_hash(family));
}

/* Returns the rule by which FAMILY has dried up; NULL if it has not. If it brought something once, others of
 * its kind prove nothing about it. */
static struct rule *find_dried(struct evidence *evidence, const struct feature *family)
{
    struct rule *own = find_rule(evidence, family), *all = find_rule(evidence, &any_names);

    if (own && own->row.proof > 0)
        return own;
    return all && all->row.proof > 0 && !(own && own->row.different > 0) ? all : NULL;
}

/* Returns whether nothing more of a family that has dried up is requested, except one URL in a run. */
static bool is_over(const struct rule *rule)
{
    return rule->row.pages >= (LEARNED_PATIENCE + rule->row.different) * 7 / 6;
}

/* Adds why the family of RULE has dried up, for users. */
static void add_family(const struct rule *rule, struct buf *out)
{
    (void)buf_add_text(out, "nothing new for long: ");
    (void)safe_add(out, span_part(rule->row.kind, 0, LIMIT_URL_BYTES / 2));
    (void)buf_add_text(out, rule->row.name.len > 0 ? " with " : "");
    (void)safe_add(out, span_part(rule->row.name, 0, NAMES_SHOWN));
}

/* Returns whether the page of ITEM was found on one of the same folder, or if it has a date on another one
 * with a date: only then it may be one of endless combinations, or of a calendar. */
static bool is_found_on_own(struct site *site, const struct frontier_item *item, const struct url *url)
{
    struct evidence *evidence = site->evidence;
    struct frontier_hop page;
    struct span path = url_path(url), other;

    if (item->referrer == 0 || frontier_hop(site->frontier, item->referrer, &page) ||
        url_parse(&evidence->url, page.url, NULL, NULL) != URL_OK)
        return false;
    other = url_path(&evidence->url);
    return span_equals(span_part(path, 0, span_after_last(path, '/')),
                       span_part(other, 0, span_after_last(other, '/'))) ||
           (variant_has_date(url_target(url)) && variant_has_date(url_target(&evidence->url)));
}

int64_t families_read(struct site *site, const struct frontier_item *item, const struct url *url,
                      struct span bytes, const struct link_list *links)
{
    struct evidence *evidence = site->evidence;
    struct shown_page page = {.id = item->id, .bytes = bytes, .links = links};
    struct feature family;
    bool has_family = find_family(evidence, url, &family);
    int64_t shows;

    evidence->page = 0;
    evidence->is_wanted |= evidence->variant.part_count > 0;
    if (has_family) {
        evidence->page = item->id;
        evidence->brings_page = evidence->has_pair = false;
        page.kind = siphash13(evidence->key, evidence_kind(evidence, false)) | 1;
        page.by_words = (shown_combines(&evidence->shown, url) || variant_has_date(url_target(url))) &&
                        is_found_on_own(site, item, url);
    }
    shown_learn_values(&evidence->shown, url);
    if (!has_family && !evidence->is_wanted)
        return 0;
    shows = shown_read(&evidence->shown, &page, &evidence->is_new);
    if (has_family)
        evidence->known = evidence_find_shown(evidence, url, shows);
    return shows;
}

void families_note_link(struct site *site, const struct url *url)
{
    struct evidence *evidence = site->evidence;
    struct feature family;

    evidence->is_wanted |= url_has_query(url);
    if (evidence->page && !find_family(evidence, url, &family))
        evidence->brings_page = true;
}

/* Returns whether a URL that RULE keeps back is queued again as a test: a few in a run, of those found last;
 * one if the family was given up. */
static bool may_test(struct rule *rule)
{
    int most = is_over(rule) ? 1 : PROBES;

    if (rule->kept-- > most || rule->probes >= most)
        return false;
    rule->probes++;
    rule->granted++;
    return true;
}

/* Queues the URL ID again if its family brings something again or, in the second PASS of a test, if it is one
 * of those that are tested; in the first, they are counted. */
static int queue_again(struct site *site, int64_t id, int pass, bool *any)
{
    struct evidence *evidence = site->evidence;
    struct rule *rule = NULL;
    struct frontier_row row;
    struct feature family;
    int error = frontier_get(site->frontier, id, &row);

    if (error)
        return error;
    if (url_parse(&evidence->url, row.item.url, NULL, NULL) == URL_OK &&
        find_family(evidence, &evidence->url, &family))
        rule = find_dried(evidence, &family);
    if (rule && pass == 1)
        rule->kept++;
    if (pass == 1 || (rule && (pass == 0 || !may_test(rule))))
        return 0;
    *any = true;
    error = frontier_reconsider(site->frontier, id);
    return error ? error : unexpected_note(&site->weaver, id, PAGES_SO_FAR);
}

static int walk_kept(struct site *site, int pass, bool *any)
{
    int64_t id = 0;
    int error = 0;

    while (!error && (error = frontier_next_refused(site->frontier, FRONTIER_BY_FAMILY, id, &id)) == 0)
        error = queue_again(site, id, pass, any);
    return error == ERROR_END ? 0 : error;
}

/* Returns the weight of the page that was read last, as learned_yield takes it. */
static int weight_of(const struct evidence *evidence)
{
    if (evidence->known >= EVIDENCE_HERE)
        return evidence->known == EVIDENCE_HERE ? LEARNED_REPETITION : 1;
    return evidence->is_new || evidence->brings_page ? 0 : 1;
}

/* Counts a page of this WEIGHT for FAMILY and for all of its kind. REVIVED becomes true if one had dried up,
 * and has not any more. */
static int count(struct site *site, const struct feature *family, int weight, bool *revived)
{
    struct evidence *evidence = site->evidence;
    const struct feature *counted[] = {family, &any_names};
    int error = 0;

    for (size_t i = 0; i < (family->name.len > 0 ? 2 : 1) && !error; i++) {
        struct rule *rule = find_rule(evidence, counted[i]);
        bool was_dry = rule && rule->row.proof > 0;

        if (weight < 0 && (!rule || rule->row.pages == 0))
            continue;
        error = learned_yield(&evidence->learned, site->frontier, evidence_kind(evidence, false), counted[i],
                              weight, &rule);
        if (was_dry && rule->row.proof == 0) {
            *revived = true;
            rule->probes = 0;
        }
    }
    return error;
}

/* Counts that a page found on the page ID brings something, for the family of ID and of those on the way to
 * it. */
static int count_finders(struct site *site, int64_t id, bool *revived)
{
    struct evidence *evidence = site->evidence;
    struct feature family;
    int error = 0;

    for (int i = 0; i < FINDERS && id > 0 && !error; i++) {
        struct frontier_hop page;

        error = frontier_hop(site->frontier, id, &page);
        if (error)
            return error == ERROR_NOT_FOUND ? 0 : error;
        id = page.referrer;
        if (url_parse(&evidence->url, page.url, NULL, NULL) == URL_OK &&
            find_family(evidence, &evidence->url, &family))
            error = count(site, &family, -1, revived);
    }
    return error;
}

int families_weigh(struct site *site, const struct frontier_item *item, const struct url *url)
{
    struct evidence *evidence = site->evidence;
    bool revived = false, any = false, is_warm;
    int error, weight;
    struct feature family;
    const struct rule *rule;

    if (evidence->page != item->id || site->imports || evidence->known == EVIDENCE_AGAIN ||
        (evidence->known >= EVIDENCE_HERE && evidence->has_pair) || !find_family(evidence, url, &family))
        return 0;
    rule = find_dried(evidence, &family);
    if (rule && !rule->is_warm)
        evidence->is_new = false; /* this run has forgotten what earlier ones have seen */
    rule = find_rule(evidence, &family);
    is_warm = rule && rule->is_warm && !site_has_copy(site, item);
    weight = weight_of(evidence);
    error = count(site, &family, weight, &revived);
    if (!error && weight == 0 && is_warm)
        error = count_finders(site, item->referrer, &revived);
    if (!error && revived)
        error = walk_kept(site, 0, &any);
    return error || !any ? error : site_activate_origins(site);
}

/* Returns a rule by which the variant is the same as the URL of SAME: that about the feature AT of WITHOUT,
 * or after the last one that about the feature of SAME. */
static struct rule *rule_at(struct evidence *evidence, uint32_t without, const struct place *same, size_t at)
{
    const struct variant *variant = &evidence->variant;

    if (at < variant->feature_count)
        return without >> at & 1 ? evidence_rule(evidence, learned_hash(&variant->features[at])) : NULL;
    return same->tag > TAG_PAGE && !without ? evidence_rule(evidence, same->tag) : NULL;
}

/* Returns whether the variant is requested although it is the same as the URL of SAME: as a test, or because
 * it is each fiftieth of the first ones. Of more, ever fewer are, because a page may have fifty links with
 * new session ids. */
static bool is_requested(struct evidence *evidence, uint32_t without, const struct place *same)
{
    bool counted = false;

    for (size_t i = 0; i <= evidence->variant.feature_count; i++) {
        struct rule *rule = rule_at(evidence, without, same, i);
        int64_t count = rule ? rule->row.held + 1 : 0;

        if (rule && rule->granted > 0) {
            rule->granted--;
            return true;
        }
        if (!rule || counted)
            continue;
        counted = true;
        rule->row.held = count;
        if (count <= SAMPLE * SAMPLES ? count % SAMPLE == 0 : (count & (count - 1)) == 0)
            return true;
    }
    return !counted;
}

/* Sets site->rule to the features in which the variant, ID, differs from SAME, and notes it with their rules.
 */
static int note_held(struct site *site, int64_t id, uint32_t without, const struct place *same)
{
    struct evidence *evidence = site->evidence;
    int64_t proof = 0;
    int error = 0;

    buf_clear(&site->rule);
    for (size_t i = 0; i <= evidence->variant.feature_count && !error; i++) {
        struct rule *rule = rule_at(evidence, without, same, i);

        if (!rule || (rule->row.sort >= FEATURE_ALL && site->rule.len > 0))
            continue;
        (void)buf_add_format(&site->rule, "%s%.*s", site->rule.len > 0 ? ", " : "differs only in ",
                             (int)span_part(rule->row.name, 0, NAME_SHOWN).len, rule->row.name.at);
        proof = rule->row.proof > proof ? rule->row.proof : proof;
        rule->row.last = id;
        error = frontier_set_evidence(site->frontier, &rule->row);
    }
    (void)buf_add_format(&site->rule, ", which changed nothing in %lld of %lld pages", (long long)proof,
                         (long long)proof);
    return error;
}

int families_hold(struct site *site, const struct frontier_item *item, const struct url *url, bool *held,
                  bool *waits)
{
    struct evidence *evidence = site->evidence;
    struct frontier_visit visit = {.url = item->id,
                                   .state = FRONTIER_REDIRECTED,
                                   .reason = FRONTIER_BY_EQUAL,
                                   .attempts = item->attempts,
                                   .requested_ms = clock_wall_ms()};
    const struct place *same;
    struct frontier_row row;
    uint32_t without;
    int error;

    *held = *waits = false;
    if (site->imports || item->kind == FRONTIER_START || item->kind == FRONTIER_CANDIDATE ||
        item->id == evidence->shown.once.id || scope_names(site->scope, url) || site_has_copy(site, item))
        return 0;
    evidence_take_apart(evidence, url);
    same = evidence_find_same(evidence, item->id, &without);
    *waits = same && frontier_is_in_flight(site->frontier, (int64_t)same->id);
    if (*waits || (same && is_requested(evidence, without, same)))
        return 0;
    error = same ? frontier_get(site->frontier, (int64_t)same->id, &row) : ERROR_NOT_FOUND;
    if (error == ERROR_NOT_FOUND || (!error && (!row.answered || row.visit.digest.len == 0))) {
        evidence_expect(evidence, item->id, without);
        return 0;
    }
    if (error)
        return error;
    visit.redirect_to = (int64_t)same->id;
    error = note_held(site, item->id, without, same);
    visit.rule = buf_span(&site->rule);
    if (!error)
        error = frontier_finish(site->frontier, &visit);
    if (!error)
        error = unexpected_note(&site->weaver, item->id, PAGES_ALL);
    *held = !error;
    return error;
}

/* Returns whether the page ID waits, because one of another family of its kind is in flight, or waits and was
 * found before: if both show the same, the order of the answers would decide which family has brought it.
 * FAMILY is NULL for a page of none. A family that has brought something several times does not wait. */
static bool waits_for_other(struct site *site, int64_t id, const struct feature *family)
{
    struct evidence *evidence = site->evidence;
    const struct rule *rule = family ? find_rule(evidence, family) : NULL;
    bool is_free = !family || (rule && rule->row.different >= TRUSTED), waits = false;
    struct evidence_flight own = {id, siphash13(evidence->key, evidence_kind(evidence, false)),
                                  family ? learned_hash(family) : 0};
    struct evidence_flight *place = &evidence->flights[0];

    for (size_t i = 0; i < COUNT_OF(evidence->flights); i++) {
        struct evidence_flight *flight = &evidence->flights[i];

        if (flight->id == id || !frontier_is_in_flight(site->frontier, flight->id))
            place = flight;
        else if (!is_free && flight->kind == own.kind && flight->family != own.family)
            waits = true;
    }
    *place = own;
    return waits;
}

/* Counts a request, which is for a page of a family that has dried up, or NULL. */
static void count_request(struct evidence *evidence, struct rule *dried)
{
    if (!dried)
        evidence->others++;
    else if (dried->granted > 0)
        dried->granted--;
    else
        evidence->others = 0;
}

bool families_keep_back(struct site *site, const struct frontier_item *item, const struct url *url,
                        bool *waits, struct span *rule)
{
    struct evidence *evidence = site->evidence;
    bool is_page = !site->imports && item->kind == FRONTIER_PAGE && item->roles == FRONTIER_AS_PAGE &&
                   item->id != evidence->shown.once.id;
    struct feature family;
    bool has_family = is_page && find_family(evidence, url, &family);
    /* The user or the mirror may want it, whatever its family brings. */
    bool is_wanted = has_family && (scope_names(site->scope, url) || scope_wants_all(site->scope, url) ||
                                    site_has_copy(site, item));
    struct rule *dried = has_family && !is_wanted ? find_dried(evidence, &family) : NULL;

    if (dried && dried->granted == 0 && (evidence->others < ONE_IN - 1 || is_over(dried))) {
        buf_clear(&site->rule);
        add_family(dried, &site->rule);
        *rule = buf_span(&site->rule);
        return true;
    }
    *waits = is_page && (has_family || evidence->is_wanted) &&
             waits_for_other(site, item->id, has_family ? &family : NULL);
    if (!*waits)
        count_request(evidence, dried);
    return false;
}

/* Queues the last URL that RULE kept back, unless it was answered since. */
static int test_rule(struct site *site, struct rule *rule, bool *any)
{
    struct frontier_row row;
    int error = frontier_get(site->frontier, rule->row.last, &row);

    rule->probes++;
    if (error || row.reason != FRONTIER_BY_EQUAL || row.state != FRONTIER_REDIRECTED)
        return error == ERROR_NOT_FOUND ? 0 : error;
    rule->granted = 1;
    site->evidence->tests++;
    *any = true;
    error = frontier_requeue(site->frontier, rule->row.last);
    return error ? error : unexpected_note(&site->weaver, rule->row.last, PAGES_SO_FAR);
}

int families_probe(struct site *site, bool *any)
{
    struct evidence *evidence = site->evidence;
    int error = 0;

    *any = false;
    for (size_t i = 0; i < LEARNED_RULES && !error && evidence->tests < TESTS; i++) {
        struct rule *rule = &evidence->learned.rules[i];

        if (rule->row.sort < FEATURE_FAMILY && rule->row.proof > 0 && rule->row.last > 0 && rule->probes == 0)
            error = test_rule(site, rule, any);
    }
    for (int pass = 1; pass <= 2 && !error && !*any; pass++)
        error = walk_kept(site, pass, any);
    return error || !*any ? error : site_activate_origins(site);
}

void families_report(struct site *site)
{
    struct rule *rules = site->evidence->learned.rules;
    bool any = false;
    int count = 0;

    for (size_t i = 0; i < LEARNED_RULES; i++)
        rules[i].kept = 0;
    if (walk_kept(site, 1, &any))
        return;
    for (size_t i = 0; i < LEARNED_RULES && count < FAMILIES_SHOWN; i++) {
        struct buf text BUF_LOCAL(8 * LIMIT_URL_BYTES);

        if (rules[i].kept == 0)
            continue;
        add_family(&rules[i], &text);
        count++;
        message_note("%d URLs left out: %s", rules[i].kept, buf_text(&text));
    }
}
