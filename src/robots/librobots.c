/* SPDX-License-Identifier: MIT */
/* The public interface to the robots.txt files of many sites, in plain C types. A site is a scheme, host and
 * port. For each site it keeps the bytes, and reads them at once, and again after agent or mode change: a
 * query changes nothing. All files can be saved as bytes, and loaded with the care that a file of unknown
 * origin needs. The robots terms of a page (meta.c) follow. Code that allocates runs in mem_try, or tests
 * each result. */
#include "config.h"

#include "robots/librobots.h"

#include <inttypes.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "robots/meta.h"
#include "robots/lines.h"
#include "robots/robots.h"

/* A host name has at most 253 bytes. */
enum { ORIGIN_MAX = 320, ORIGIN_SIZE };
enum { MINUTE = 60, DAY = 24 * 60 * MINUTE };
enum { LEAST_LIFETIME = 10 * MINUTE, LONGEST_LIFETIME = DAY, KEEP_UNREACHABLE = 30 * DAY };

/* Values that the public and the inner interface share. */
#define SAME(public, inner) _Static_assert((int)(public) == (int)(inner), "one is passed as the other")
SAME(ROBOTS_WHY_NO_RULE, ROBOTS_BY_DEFAULT);
SAME(ROBOTS_WHY_RULE, ROBOTS_BY_RULE);
SAME(ROBOTS_WHY_ROBOTS_TXT, ROBOTS_BY_ITSELF);
SAME(ROBOTS_WHY_ANSWER, ROBOTS_BY_ANSWER);
SAME(ROBOTS_WHY_SIZE, ROBOTS_BY_SIZE);
SAME(ROBOTS_WHY_FORM, ROBOTS_BY_FORM);
SAME(ROBOTS_ALSO_MAX, ROBOTS_ALSO_OBEY_MAX);
SAME(ROBOTS_ANSWER_RULES, ROBOTS_USE_FILE + 1);
SAME(ROBOTS_ANSWER_OPEN, ROBOTS_ALLOW_ALL + 1);
SAME(ROBOTS_ANSWER_CLOSED, ROBOTS_DISALLOW_ALL + 1);
SAME(ROBOTS_ANSWER_UNREACHABLE, ROBOTS_UNREACHABLE + 1);
SAME(ROBOTS_PAGE_NO_INDEX, META_NO_INDEX);
SAME(ROBOTS_PAGE_NO_FOLLOW, META_NO_FOLLOW);
SAME(ROBOTS_PAGE_NO_ARCHIVE, META_NO_ARCHIVE);
SAME(ROBOTS_PAGE_NO_IMAGES, META_NO_IMAGES);

/* A site and its answer. Its origin never changes, because the tree is sorted by it. */
struct site_rules {
    char *origin;
    char *body;
    size_t len;
    int status;
    int64_t read_at, fresh_until;
    struct robots *robots; /* for the current agent and mode */
    struct robots *other;  /* for those that may replace them */
    struct site_rules *next;
};

/* How files are read. */
struct reading {
    char *agent;
    bool strict;
    char *also_obey[ROBOTS_ALSO_MAX];
    size_t also_obey_count;
};

struct robots_rules {
    struct reading reading;
    void *sites;              /* tsearch(3)'s tree of struct site_rules, */
    struct site_rules *first; /* and the same in a list, */
    struct site_rules **end;  /* which the next one joins here */
    struct robots *closed;    /* the rules of an unknown site */
};

const char *robots_version(void)
{
    return PACKAGE_VERSION;
}

enum robots_answer robots_answer(int status, bool strict)
{
    return (enum robots_answer)(robots_class(status, 0, strict ? ROBOTS_STRICT : ROBOTS_STANDARD) + 1);
}

static int compare_sites(const void *a, const void *b)
{
    const struct site_rules *left = a, *right = b;

    return strcmp(left->origin, right->origin);
}

static void free_site(void *item)
{
    struct site_rules *site = item;

    robots_free(site->robots);
    robots_free(site->other);
    free(site->origin);
    free(site->body);
    free(site);
}

/* Finds the origin of URL without allocating. Returns false if it has no origin. */
static bool read_origin(char origin[ORIGIN_SIZE], const char *url)
{
    struct buf out = {.at = origin, .room = ORIGIN_SIZE, .max = ORIGIN_MAX};

    origin[0] = '\0';
    return url && origin_of(span_of(url), &out);
}

/* Returns the site at ORIGIN; NULL if it is unknown. */
static struct site_rules *site_of(const struct robots_rules *rules, char *origin)
{
    struct site_rules wanted = {.origin = origin}, **found = tfind(&wanted, &rules->sites, compare_sites);

    return found ? *found : NULL;
}

/* Returns the site of URL; NULL if it is unknown, or without RULES. */
static struct site_rules *find_site(const struct robots_rules *rules, const char *url)
{
    char origin[ORIGIN_SIZE];

    return rules && read_origin(origin, url) ? site_of(rules, origin) : NULL;
}

/* One file to read, for mem_try. */
struct parse {
    const struct reading *reading;
    const struct site_rules *site; /* NULL: the rules of an unknown site */
    struct robots *made;
};

static void parse_site(void *context)
{
    struct parse *parse = context;
    const struct reading *reading = parse->reading;
    const struct site_rules *site = parse->site;
    struct span also_obey[ROBOTS_ALSO_MAX];
    struct robots_options options = {
        .agent = span_of(reading->agent),
        .mode = reading->strict ? ROBOTS_STRICT : ROBOTS_STANDARD,
        .class = ROBOTS_DISALLOW_ALL,
        .limit_bytes = ROBOTS_BODY_MAX,
        .also_obey = also_obey,
        .also_obey_count = reading->also_obey_count,
    };

    for (size_t i = 0; i < reading->also_obey_count; i++)
        also_obey[i] = span_of(reading->also_obey[i]);
    if (site) {
        options.origin = span_of(site->origin);
        options.class = robots_class(site->status, 0, options.mode);
    }
    parse->made = robots_parse(site ? span_make(site->body, site->len) : span_of(""), &options);
}

/* Returns NULL without memory. */
static struct robots *read_site(const struct reading *reading, const struct site_rules *site)
{
    struct parse parse = {.reading = reading, .site = site};

    return mem_try(parse_site, &parse) ? parse.made : NULL;
}

struct robots_rules *robots_rules_new(const char *agent)
{
    struct robots_rules *rules = agent ? calloc(1, sizeof *rules) : NULL;

    if (!rules)
        return NULL;
    rules->end = &rules->first;
    rules->reading.agent = strdup(agent);
    rules->closed = rules->reading.agent ? read_site(&rules->reading, NULL) : NULL;
    if (rules->closed)
        return rules;
    robots_rules_free(rules);
    return NULL;
}

void robots_rules_free(struct robots_rules *rules)
{
    if (!rules)
        return;
    tdestroy(rules->sites, free_site);
    for (size_t i = 0; i < rules->reading.also_obey_count; i++)
        free(rules->reading.also_obey[i]);
    robots_free(rules->closed);
    free(rules->reading.agent);
    free(rules);
}

/* Reads all files again. Returns false, with nothing changed, if memory runs out. */
static bool change_reading(struct robots_rules *rules, const struct reading *reading)
{
    bool is_complete = true;

    for (struct site_rules *site = rules->first; site && is_complete; site = site->next) {
        site->other = read_site(reading, site);
        is_complete = site->other;
    }
    for (struct site_rules *site = rules->first; site; site = site->next) {
        struct robots *old = site->robots;

        if (is_complete) {
            site->robots = site->other;
            site->other = old;
        }
        robots_free(site->other);
        site->other = NULL;
    }
    if (is_complete)
        rules->reading = *reading;
    return is_complete;
}

/* Changes the reading to READING with a copy of AGENT at PLACE in it. */
static bool change_agent(struct robots_rules *rules, const struct reading *reading, char **place,
                         const char *agent)
{
    char *old = *place;

    *place = strdup(agent);
    if (*place && change_reading(rules, reading)) {
        free(old);
        return true;
    }
    free(*place);
    return false;
}

bool robots_rules_set_agent(struct robots_rules *rules, const char *agent)
{
    struct reading reading;

    if (!rules || !agent)
        return false;
    reading = rules->reading;
    return change_agent(rules, &reading, &reading.agent, agent);
}

const char *robots_rules_agent(const struct robots_rules *rules)
{
    return rules ? rules->reading.agent : NULL;
}

bool robots_rules_set_strict(struct robots_rules *rules, bool strict)
{
    struct reading reading;

    if (!rules)
        return false;
    reading = rules->reading;
    reading.strict = strict;
    return change_reading(rules, &reading);
}

bool robots_rules_also_obey(struct robots_rules *rules, const char *agent)
{
    struct reading reading;

    if (!rules || !agent || rules->reading.also_obey_count == ROBOTS_ALSO_MAX)
        return false;
    reading = rules->reading;
    return change_agent(rules, &reading, &reading.also_obey[reading.also_obey_count++], agent);
}

/* Returns the time until which an answer received NOW is fresh. */
static int64_t lifetime_end(int64_t now, int64_t max_age)
{
    if (max_age < 0 || max_age > LONGEST_LIFETIME)
        max_age = LONGEST_LIFETIME;
    return now + (max_age < LEAST_LIFETIME ? LEAST_LIFETIME : max_age);
}

/* Keeps ANSWER with a copy of BODY for the site at ORIGIN. Returns false, with nothing changed, if memory
 * runs out. */
static bool keep_answer(struct robots_rules *rules, char *origin, const struct site_rules *answer,
                        const void *body)
{
    struct site_rules *made = calloc(1, sizeof *made), *known = site_of(rules, origin);

    if (!made)
        return false;
    *made = *answer;
    if (robots_answer(made->status, false) != ROBOTS_ANSWER_RULES)
        made->len = 0;
    if (made->len > ROBOTS_BODY_MAX)
        made->len = (size_t)ROBOTS_BODY_MAX + 1;
    made->origin = strdup(origin);
    made->body = made->len > 0 ? malloc(made->len) : NULL;
    if (made->body)
        memcpy(made->body, body, made->len);
    if (made->origin && (made->body || made->len == 0))
        made->robots = read_site(&rules->reading, made);
    if (made->robots && known) {
        struct site_rules old = *known;

        *known = *made;
        known->next = old.next;
        *made = old;
        free_site(made);
        return true;
    }
    if (made->robots && tsearch(made, &rules->sites, compare_sites)) {
        *rules->end = made;
        rules->end = &made->next;
        return true;
    }
    free_site(made);
    return false;
}

static bool is_in_force(const struct site_rules *site, int64_t now)
{
    return robots_answer(site->status, false) != ROBOTS_ANSWER_UNREACHABLE &&
           now - site->read_at < KEEP_UNREACHABLE;
}

bool robots_rules_parse(struct robots_rules *rules, const char *url, const void *body, size_t len, int status,
                        int64_t now, int64_t max_age)
{
    struct site_rules answer = {.len = len, .status = status, .read_at = now};
    char origin[ORIGIN_SIZE];
    struct site_rules *site;

    if (!rules || (!body && len > 0) || !read_origin(origin, url))
        return false;
    answer.fresh_until = lifetime_end(now, max_age);
    site = site_of(rules, origin);
    if (site && status == 304 && is_in_force(site, site->read_at)) {
        site->read_at = now;
        site->fresh_until = answer.fresh_until;
        return true;
    }
    if (robots_answer(status, false) == ROBOTS_ANSWER_UNREACHABLE) {
        if (site && is_in_force(site, now)) {
            site->fresh_until = now + LEAST_LIFETIME;
            return true;
        }
        answer = (struct site_rules){.fresh_until = now + LEAST_LIFETIME};
    }
    return keep_answer(rules, origin, &answer, body);
}

void robots_rules_forget(struct robots_rules *rules, const char *url)
{
    struct site_rules *site = find_site(rules, url), **at;

    if (!site)
        return;
    for (at = &rules->first; *at != site; at = &(*at)->next) {
    }
    *at = site->next;
    rules->end = site->next ? rules->end : at;
    (void)tdelete(site, &rules->sites, compare_sites);
    free_site(site);
}

enum robots_answer robots_rules_answer(const struct robots_rules *rules, const char *url)
{
    const struct site_rules *site = find_site(rules, url);

    return site ? robots_answer(site->status, rules->reading.strict) : ROBOTS_ANSWER_UNKNOWN;
}

int64_t robots_rules_fresh_until(const struct robots_rules *rules, const char *url)
{
    const struct site_rules *site = find_site(rules, url);

    return site ? site->fresh_until : 0;
}

const char *robots_rules_body(const struct robots_rules *rules, const char *url, size_t *len)
{
    const struct site_rules *site = find_site(rules, url);

    if (len)
        *len = site ? site->len : 0;
    return site ? site->body : NULL;
}

/* The URL to judge, for mem_try: a long one needs memory. */
struct judging {
    const struct robots *robots;
    struct span url;
    struct robots_verdict verdict;
};

static void judge_url(void *context)
{
    struct judging *judging = context;

    judging->verdict = robots_judge(judging->robots, judging->url);
}

bool robots_rules_judge(const struct robots_rules *rules, const char *url, int64_t now,
                        struct robots_decision *decision)
{
    char origin[ORIGIN_SIZE];
    const struct site_rules *site;
    bool is_stale;
    struct judging judging = {.url = span_of(url)};

    if (!decision)
        return false;
    *decision = (struct robots_decision){.store = true, .why = ROBOTS_WHY_NO_URL};
    if (!rules || !read_origin(origin, url))
        return false;
    site = site_of(rules, origin);
    is_stale = site && now >= site->fresh_until;
    judging.robots = site && !is_stale ? site->robots : rules->closed;
    decision->why = ROBOTS_WHY_NO_MEMORY;
    if (!mem_try(judge_url, &judging))
        return false;
    *decision = (struct robots_decision){
        .allowed = judging.verdict.allowed,
        .store = judging.verdict.store,
        .why = (enum robots_why)judging.verdict.reason,
        .line = judging.verdict.line,
        .text = judging.verdict.rule.at,
        .text_len = judging.verdict.rule.len,
        .store_line = judging.verdict.store_line,
        .store_text = judging.verdict.store_rule.at,
        .store_text_len = judging.verdict.store_rule.len,
    };
    if ((!site || is_stale) && !decision->allowed)
        decision->why = is_stale ? ROBOTS_WHY_STALE : ROBOTS_WHY_UNKNOWN;
    return decision->allowed;
}

bool robots_rules_allowed(const struct robots_rules *rules, const char *url, int64_t now)
{
    struct robots_decision decision;

    return robots_rules_judge(rules, url, now, &decision);
}

int64_t robots_rules_delay_ms(const struct robots_rules *rules, const char *url, int64_t now)
{
    const struct site_rules *site = find_site(rules, url);

    return site ? robots_delay(site->robots, 1000 * now).ms : -1;
}

int64_t robots_rules_visit_wait_ms(const struct robots_rules *rules, const char *url, int64_t now)
{
    const struct site_rules *site = find_site(rules, url);

    return site ? robots_visit_wait_ms(site->robots, 1000 * now) : 0;
}

size_t robots_rules_sitemap_count(const struct robots_rules *rules, const char *url)
{
    const struct site_rules *site = find_site(rules, url);

    return site ? robots_sitemap_count(site->robots) : 0;
}

const char *robots_rules_sitemap(const struct robots_rules *rules, const char *url, size_t i, size_t *len)
{
    const struct site_rules *site = find_site(rules, url);
    struct span value = {0};

    if (site && i < robots_sitemap_count(site->robots))
        value = robots_sitemap(site->robots, i);
    if (len)
        *len = value.len;
    return value.at;
}

/* The largest time that is read. */
#define TIME_MAX INT64_C(100000000000000)

/* A saved store: FIRST_LINE, then for each site a line "ORIGIN STATUS READ-AT FRESH-UNTIL LENGTH", the bytes
 * of the file and a line end; and LAST_LINE, without which the store was cut. */
#define FIRST_LINE "librobots 1\n"
#define LAST_LINE  "end\n"

bool robots_rules_save(const struct robots_rules *rules,
                       bool (*write)(void *context, const void *bytes, size_t len), void *context)
{
    if (!rules || !write || !write(context, FIRST_LINE, sizeof FIRST_LINE - 1))
        return false;
    for (const struct site_rules *site = rules->first; site; site = site->next) {
        char line[ORIGIN_MAX + 128];
        int len = snprintf(line, sizeof line, "%s %d %" PRId64 " %" PRId64 " %zu\n", site->origin,
                           site->status, site->read_at, site->fresh_until, site->len);

        if (!write(context, line, (size_t)len) || (site->len > 0 && !write(context, site->body, site->len)) ||
            !write(context, "\n", 1))
            return false;
    }
    return write(context, LAST_LINE, sizeof LAST_LINE - 1);
}

/* Reads the next number of LINE, at most LARGEST on both sides of 0. */
static bool take_number(struct span *line, int64_t largest, int64_t *number)
{
    struct span digits = span_take_until(line, ' ');
    bool is_negative = span_take_text(&digits, "-");
    uint64_t value;

    if (!span_to_u64(digits, &value) || value > (uint64_t)largest)
        return false;
    *number = is_negative ? -(int64_t)value : (int64_t)value;
    return true;
}

/* Takes one site off the front of REST. */
static bool load_site(struct robots_rules *rules, struct span *rest)
{
    struct span line = span_take_until(rest, '\n'), name = span_take_until(&line, ' ');
    struct site_rules answer = {0};
    int64_t status, len;
    char origin[ORIGIN_SIZE];
    char url[ORIGIN_SIZE];

    if (name.len > ORIGIN_MAX || !take_number(&line, 999, &status) || status < 0 ||
        !take_number(&line, TIME_MAX, &answer.read_at) ||
        !take_number(&line, TIME_MAX, &answer.fresh_until) ||
        !take_number(&line, ROBOTS_BODY_MAX + 1, &len) || len < 0 || (size_t)len >= rest->len ||
        rest->at[len] != '\n')
        return false;
    memcpy(url, name.at, name.len);
    url[name.len] = '\0';
    if (!read_origin(origin, url) || strcmp(origin, url) != 0)
        return false;
    answer.status = (int)status;
    answer.len = (size_t)len;
    if (!keep_answer(rules, origin, &answer, rest->at))
        return false;
    *rest = span_part(*rest, answer.len + 1, rest->len);
    return true;
}

bool robots_rules_load(struct robots_rules *rules, const void *bytes, size_t len)
{
    struct span rest = span_make(bytes, len);

    if (!rules || !bytes || !span_take_text(&rest, FIRST_LINE))
        return false;
    while (!span_is(rest, LAST_LINE)) {
        if (!load_site(rules, &rest))
            return false;
    }
    return true;
}

/* A page to judge, for mem_try. */
struct page_judging {
    const struct robots_page *page;
    struct meta_verdict verdict;
};

static void judge_page(void *context)
{
    struct page_judging *judging = context;
    const struct robots_page *page = judging->page;
    struct meta_entry *entries = mem_new(page->meta_count, sizeof *entries);
    struct span *headers = mem_new(page->header_count, sizeof *headers);
    struct meta_input input = {.agent = span_of(page->agent),
                               .entries = entries,
                               .entry_count = page->meta_count,
                               .headers = headers,
                               .header_count = page->header_count,
                               .now_ms = 1000 * page->now};

    for (size_t i = 0; i < page->meta_count; i++)
        entries[i] = (struct meta_entry){.name = span_of(page->metas[i].name),
                                         .http_equiv = span_of(page->metas[i].http_equiv),
                                         .content = span_of(page->metas[i].content)};
    for (size_t i = 0; i < page->header_count; i++)
        headers[i] = span_of(page->headers[i]);
    meta_init(&judging->verdict);
    meta_judge(&judging->verdict, &input);
    mem_free(entries);
    mem_free(headers);
}

unsigned robots_page_judge(const struct robots_page *page,
                           void (*found)(void *context, const char *text, size_t len, unsigned bits,
                                         bool is_header, size_t i),
                           void *context)
{
    struct page_judging judging = {.page = page};
    unsigned bits;

    if (!page || (!page->metas && page->meta_count > 0) || (!page->headers && page->header_count > 0) ||
        !mem_try(judge_page, &judging))
        return ROBOTS_PAGE_NO_INDEX | ROBOTS_PAGE_NO_FOLLOW | ROBOTS_PAGE_NO_ARCHIVE | ROBOTS_PAGE_NO_IMAGES;
    for (size_t i = 0; found && i < judging.verdict.term_count; i++) {
        const struct meta_term *term = &judging.verdict.terms[i];

        found(context, term->text.at, term->text.len, term->effect, term->source != META_ELEMENT,
              term->index);
    }
    bits = judging.verdict.effects;
    meta_release(&judging.verdict);
    return bits;
}
