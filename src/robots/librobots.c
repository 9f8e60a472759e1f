/* SPDX-License-Identifier: MIT */
/* The public interface of this room in plain C types: the robots.txt files of many sites. A site is a scheme,
 * host and port. For each site it keeps the bytes, and reads them when a call first needs them, and again
 * after agent or mode change. */
#include "config.h"

#include "robots/librobots.h"

#include <search.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/die.h"
#include "robots/meta.h"
#include "robots/origin.h"
#include "robots/robots.h"

enum { MINUTE = 60, DAY = 24 * 60 * MINUTE, URL_MAX = 1024 * 1024 };

#define LEAST_LIFETIME   ((int64_t)10 * MINUTE)
#define LONGEST_LIFETIME ((int64_t)DAY)
#define KEEP_UNREACHABLE ((int64_t)30 * DAY)

/* Values that the public and the inner interface share. */
#define SAME(public, inner) _Static_assert((int)(public) == (int)(inner), "one is passed as the other")
SAME(ROBOTS_PAGE_NO_INDEX, META_NO_INDEX);
SAME(ROBOTS_PAGE_NO_FOLLOW, META_NO_FOLLOW);
SAME(ROBOTS_PAGE_NO_ARCHIVE, META_NO_ARCHIVE);
SAME(ROBOTS_PAGE_NO_IMAGES, META_NO_IMAGES);
SAME(ROBOTS_WHY_NO_RULE, ROBOTS_BY_DEFAULT);
SAME(ROBOTS_WHY_RULE, ROBOTS_BY_RULE);
SAME(ROBOTS_WHY_ROBOTS_TXT, ROBOTS_BY_ITSELF);
SAME(ROBOTS_WHY_ANSWER, ROBOTS_BY_ANSWER);
SAME(ROBOTS_WHY_SIZE, ROBOTS_BY_SIZE);
SAME(ROBOTS_WHY_FORM, ROBOTS_BY_FORM);
SAME(ROBOTS_ALSO_MAX, ROBOTS_ALSO_OBEY_MAX);

/* A site and its answer. */
struct site {
    char *origin;
    char *body;
    size_t len;
    int status;
    int64_t read_at, fresh_until;
    struct robots *robots; /* NULL: not read yet */
    uint64_t generation;   /* of agent and mode when it was read */
};

struct robots_rules {
    char *agent;
    bool strict;
    char *also_obey[ROBOTS_ALSO_MAX];
    size_t also_obey_count;
    uint64_t generation;
    void *sites;           /* tsearch(3)'s tree of struct site */
    struct buf origin;     /* of the URL of the current call */
    struct robots *closed; /* the rules of an unknown site */
};

enum robots_answer robots_answer(int status, bool strict)
{
    static const enum robots_answer answers[] = {
        [ROBOTS_USE_FILE] = ROBOTS_ANSWER_RULES,
        [ROBOTS_ALLOW_ALL] = ROBOTS_ANSWER_OPEN,
        [ROBOTS_DISALLOW_ALL] = ROBOTS_ANSWER_CLOSED,
        [ROBOTS_UNREACHABLE] = ROBOTS_ANSWER_UNREACHABLE,
    };

    return answers[robots_class(status, 0, 0, ROBOTS_ERROR_NONE, strict ? ROBOTS_STRICT : ROBOTS_STANDARD)];
}

static int compare_sites(const void *a, const void *b)
{
    const struct site *left = a, *right = b;

    return strcmp(left->origin, right->origin);
}

static void free_site(void *item)
{
    struct site *site = item;

    robots_free(site->robots);
    free(site->origin);
    free(site->body);
    free(site);
}

/* The site of URL, or NULL. Sets rules->origin, which is empty if URL has no origin. */
static struct site *find_site(struct robots_rules *rules, const char *url)
{
    struct site wanted = {0}, **found;

    buf_clear(&rules->origin);
    if (!origin_of(span_of(url), &rules->origin))
        return NULL;
    wanted.origin = rules->origin.at;
    found = tfind(&wanted, &rules->sites, compare_sites);
    return found ? *found : NULL;
}

static struct site *add_site(struct robots_rules *rules)
{
    struct site *site = MEM_NEW(struct site);

    site->origin = mem_copy_text(rules->origin.at, rules->origin.len);
    if (!tsearch(site, &rules->sites, compare_sites))
        die("out of memory");
    return site;
}

struct robots_rules *robots_rules_new(const char *agent)
{
    struct robots_rules *rules = MEM_NEW(struct robots_rules);
    struct robots_options options = {.class = ROBOTS_DISALLOW_ALL};

    rules->agent = mem_copy_text(agent, strlen(agent));
    buf_init(&rules->origin, URL_MAX);
    rules->closed = robots_parse(span_of(NULL), &options);
    return rules;
}

void robots_rules_free(struct robots_rules *rules)
{
    if (!rules)
        return;
    tdestroy(rules->sites, free_site);
    for (size_t i = 0; i < rules->also_obey_count; i++)
        free(rules->also_obey[i]);
    buf_release(&rules->origin);
    robots_free(rules->closed);
    free(rules->agent);
    free(rules);
}

void robots_rules_set_agent(struct robots_rules *rules, const char *agent)
{
    char *copy = mem_copy_text(agent, strlen(agent));

    free(rules->agent);
    rules->agent = copy;
    rules->generation++;
}

const char *robots_rules_agent(const struct robots_rules *rules)
{
    return rules->agent;
}

void robots_rules_set_strict(struct robots_rules *rules, bool strict)
{
    rules->strict = strict;
    rules->generation++;
}

bool robots_rules_also_obey(struct robots_rules *rules, const char *agent)
{
    if (rules->also_obey_count == ROBOTS_ALSO_MAX)
        return false;
    rules->also_obey[rules->also_obey_count++] = mem_copy_text(agent, strlen(agent));
    rules->generation++;
    return true;
}

/* The time until which an answer received NOW is fresh. */
static int64_t lifetime_end(int64_t now, int64_t max_age)
{
    if (max_age < 0 || max_age > LONGEST_LIFETIME)
        max_age = LONGEST_LIFETIME;
    return now + (max_age < LEAST_LIFETIME ? LEAST_LIFETIME : max_age);
}

static void keep_answer(struct site *site, const void *body, size_t len, int status)
{
    free(site->body);
    site->body = NULL;
    site->len = 0;
    site->status = status;
    if (robots_answer(status, false) == ROBOTS_ANSWER_RULES) {
        site->len = len <= ROBOTS_BODY_MAX ? len : (size_t)ROBOTS_BODY_MAX + 1;
        site->body = mem_copy_text(body, site->len);
    }
    robots_free(site->robots);
    site->robots = NULL;
}

static bool is_in_force(const struct site *site, int64_t now)
{
    return robots_answer(site->status, false) != ROBOTS_ANSWER_UNREACHABLE &&
           now - site->read_at < KEEP_UNREACHABLE;
}

bool robots_rules_parse(struct robots_rules *rules, const char *url, const void *body, size_t len, int status,
                        int64_t now, int64_t max_age)
{
    struct site *site = find_site(rules, url);
    bool is_new = !site;

    if (rules->origin.len == 0)
        return false;
    if (is_new)
        site = add_site(rules);
    if (!is_new && status == 304 && is_in_force(site, site->read_at)) {
        site->read_at = now;
        site->fresh_until = lifetime_end(now, max_age);
    } else if (robots_answer(status, false) == ROBOTS_ANSWER_UNREACHABLE) {
        site->fresh_until = now + LEAST_LIFETIME;
        if (is_new || !is_in_force(site, now))
            keep_answer(site, NULL, 0, 0);
    } else {
        keep_answer(site, body, len, status);
        site->read_at = now;
        site->fresh_until = lifetime_end(now, max_age);
    }
    return true;
}

void robots_rules_forget(struct robots_rules *rules, const char *url)
{
    struct site *site = find_site(rules, url);

    if (!site)
        return;
    (void)tdelete(site, &rules->sites, compare_sites);
    free_site(site);
}

enum robots_answer robots_rules_answer(struct robots_rules *rules, const char *url)
{
    const struct site *site = find_site(rules, url);

    return site ? robots_answer(site->status, rules->strict) : ROBOTS_ANSWER_UNKNOWN;
}

int64_t robots_rules_fresh_until(struct robots_rules *rules, const char *url)
{
    const struct site *site = find_site(rules, url);

    return site ? site->fresh_until : 0;
}

const char *robots_rules_body(struct robots_rules *rules, const char *url, size_t *len)
{
    const struct site *site = find_site(rules, url);

    *len = site ? site->len : 0;
    return site ? site->body : NULL;
}

/* The rules of SITE for the current agent and mode; NULL: rules that close it. */
static const struct robots *rules_of(struct robots_rules *rules, struct site *site)
{
    struct span also_obey[ROBOTS_ALSO_MAX];
    struct robots_options options = {
        .agent = span_of(rules->agent),
        .mode = rules->strict ? ROBOTS_STRICT : ROBOTS_STANDARD,
        .limit_bytes = ROBOTS_BODY_MAX,
        .also_obey = also_obey,
        .also_obey_count = rules->also_obey_count,
    };

    if (!site)
        return rules->closed;
    if (site->robots && site->generation == rules->generation)
        return site->robots;
    for (size_t i = 0; i < rules->also_obey_count; i++)
        also_obey[i] = span_of(rules->also_obey[i]);
    options.origin = span_of(site->origin);
    options.class = robots_class(site->status, 0, 0, ROBOTS_ERROR_NONE, options.mode);
    robots_free(site->robots);
    site->robots = robots_parse(span_make(site->body, site->len), &options);
    site->generation = rules->generation;
    return site->robots;
}

bool robots_rules_judge(struct robots_rules *rules, const char *url, int64_t now,
                        struct robots_decision *decision)
{
    struct site *site = find_site(rules, url);
    bool is_stale = site && now >= site->fresh_until;
    struct robots_verdict verdict;

    *decision = (struct robots_decision){.store = true, .why = ROBOTS_WHY_NO_URL};
    if (rules->origin.len == 0)
        return false;
    verdict = robots_judge(rules_of(rules, is_stale ? NULL : site), span_of(url));
    *decision = (struct robots_decision){
        .allowed = verdict.allowed,
        .store = verdict.store,
        .why = (enum robots_why)verdict.reason,
        .line = verdict.line,
        .text = verdict.rule.at,
        .text_len = verdict.rule.len,
        .store_line = verdict.store_line,
        .store_text = verdict.store_rule.at,
        .store_text_len = verdict.store_rule.len,
    };
    if ((!site || is_stale) && !verdict.allowed)
        decision->why = is_stale ? ROBOTS_WHY_STALE : ROBOTS_WHY_UNKNOWN;
    return decision->allowed;
}

bool robots_rules_allowed(struct robots_rules *rules, const char *url, int64_t now)
{
    struct robots_decision decision;

    return robots_rules_judge(rules, url, now, &decision);
}

int64_t robots_rules_delay_ms(struct robots_rules *rules, const char *url, int64_t now)
{
    return robots_delay(rules_of(rules, find_site(rules, url)), 1000 * now).ms;
}

int64_t robots_rules_visit_wait_ms(struct robots_rules *rules, const char *url, int64_t now)
{
    return robots_visit_wait_ms(rules_of(rules, find_site(rules, url)), 1000 * now);
}

size_t robots_rules_sitemap_count(struct robots_rules *rules, const char *url)
{
    return robots_sitemap_count(rules_of(rules, find_site(rules, url)));
}

const char *robots_rules_sitemap(struct robots_rules *rules, const char *url, size_t i, size_t *len)
{
    const struct robots *robots = rules_of(rules, find_site(rules, url));
    struct span value = {0};

    if (i < robots_sitemap_count(robots))
        value = robots_sitemap(robots, i);
    *len = value.len;
    return value.at;
}

unsigned robots_page_judge(const struct robots_page *page,
                           void (*found)(void *context, const char *text, size_t len, unsigned bits,
                                         bool is_header, size_t i),
                           void *context)
{
    struct meta_entry *entries = mem_new(page->meta_count, sizeof *entries);
    struct span *headers = mem_new(page->header_count, sizeof *headers);
    struct meta_input input = {.agent = span_of(page->agent),
                               .entries = entries,
                               .entry_count = page->meta_count,
                               .headers = headers,
                               .header_count = page->header_count,
                               .now_ms = 1000 * page->now};
    struct meta_verdict verdict;
    unsigned bits = 0;

    for (size_t i = 0; i < page->meta_count; i++)
        entries[i] = (struct meta_entry){.name = span_of(page->metas[i].name),
                                         .http_equiv = span_of(page->metas[i].http_equiv),
                                         .content = span_of(page->metas[i].content)};
    for (size_t i = 0; i < page->header_count; i++)
        headers[i] = span_of(page->headers[i]);
    meta_init(&verdict);
    meta_judge(&verdict, &input);
    for (size_t i = 0; i < verdict.term_count; i++) {
        const struct meta_term *term = &verdict.terms[i];

        bits |= term->effect;
        if (found)
            found(context, term->text.at, term->text.len, term->effect, term->source != META_ELEMENT,
                  term->index);
    }
    meta_release(&verdict);
    free(entries);
    free(headers);
    return bits;
}
