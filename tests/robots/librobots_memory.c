/* SPDX-License-Identifier: MIT */
/* librobots when memory runs out, at each allocation in turn: the call returns its most restrictive result,
 * what was known stays, and nothing leaks (which a sanitizer sees). The linker's --wrap makes them fail. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lint/librobots_check.h"
#include "robots/librobots.h"
#include "tap.h"

#define NOW INT64_C(1800000000)

/* Allocations that still succeed; negative: all. */
static long left = -1;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_reallocarray(void *old, size_t count, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_reallocarray(void *old, size_t count, size_t size);
char *__wrap_strdup(const char *text);

static bool fails(void)
{
    if (left < 0)
        return false;
    if (left == 0)
        return true;
    left--;
    return false;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_reallocarray(void *old, size_t count, size_t size)
{
    return fails() ? NULL : __real_reallocarray(old, count, size);
}

char *__wrap_strdup(const char *text)
{
    return fails() ? NULL : __real_strdup(text);
}

static const char page[] = "http://a.example/x";
static const char old_file[] = "User-agent: *\nDisallow: /x\n";

/* Many lines, so that every list grows. */
static const char *new_file(void)
{
    static char text[16 * 1024];
    size_t used = 0;

    for (int i = 0; i < 100; i++)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "User-agent: a%d\nUser-agent: *\nDisallow: /a%%2f%d\nSitemap: /s\n"
                                 "Crawl-delay: %d\nVisit-time: 0000-0100\nNoindex: /n b\n\n",
                                 i, i, i);
    return text;
}

/* One call that allocates; false or NULL: refused. */
static bool parse_known(struct robots_rules *rules)
{
    return robots_rules_parse(rules, page, new_file(), strlen(new_file()), 200, NOW, -1);
}

static bool parse_unknown(struct robots_rules *rules)
{
    bool is_read = robots_rules_parse(rules, "http://b.example/", old_file, strlen(old_file), 200, NOW, -1);

    return is_read ? robots_rules_answer(rules, "http://b.example/") == ROBOTS_ANSWER_RULES
                   : robots_rules_answer(rules, "http://b.example/") != ROBOTS_ANSWER_UNKNOWN;
}

static bool set_agent(struct robots_rules *rules)
{
    return robots_rules_set_agent(rules, "Other");
}

static bool set_strict(struct robots_rules *rules)
{
    return robots_rules_set_strict(rules, true);
}

static bool also_obey(struct robots_rules *rules)
{
    return robots_rules_also_obey(rules, "third");
}

static bool load(struct robots_rules *rules)
{
    static const char saved[] = "librobots 1\nhttp://c.example 200 1800000000 1800086400 1\n\n\nend\n";

    return robots_rules_load(rules, saved, sizeof saved - 1);
}

static bool judge_long(struct robots_rules *rules)
{
    static char url[8000] = "http://a.example/";
    struct robots_decision decision;

    memset(url + strlen(url), 'y', sizeof url - 1 - strlen(url));
    if (robots_rules_judge(rules, url, NOW, &decision))
        return true;
    return decision.why != ROBOTS_WHY_NO_MEMORY;
}

static bool judge_page(struct robots_rules *rules)
{
    const struct robots_page_meta meta = {.name = "robots", .content = "noindex"};
    const struct robots_page page_of = {
        .agent = robots_rules_agent(rules), .metas = &meta, .meta_count = 1, .now = NOW};
    unsigned bits = robots_page_judge(&page_of, NULL, NULL);

    return bits == ROBOTS_PAGE_NO_INDEX;
}

static bool check(struct robots_rules *rules)
{
    struct robots_findings *findings =
        robots_check(robots_rules_agent(rules), page, new_file(), strlen(new_file()));
    bool is_checked = findings;

    robots_findings_free(findings);
    return is_checked;
}

static bool make(struct robots_rules *rules)
{
    struct robots_rules *made = robots_rules_new(robots_rules_agent(rules));
    bool is_made = made;

    robots_rules_free(made);
    return is_made;
}

/* Fails the first allocation of CALL, then the second and so on, until it succeeds. */
static void run(const char *label, bool (*call)(struct robots_rules *rules))
{
    struct robots_rules *rules = robots_rules_new("Example");
    long failures = 0;
    bool is_kept = rules;

    is_kept &= robots_rules_parse(rules, page, old_file, strlen(old_file), 200, NOW, -1);
    for (;; failures++) {
        bool is_done;

        left = failures;
        is_done = call(rules);
        left = -1;
        if (is_done)
            break;
        is_kept &= !robots_rules_allowed(rules, page, NOW);
        is_kept &= robots_rules_allowed(rules, "http://a.example/y", NOW);
        is_kept &= strcmp(robots_rules_agent(rules), "Example") == 0;
    }
    ok(failures > 0 && is_kept, "%s: %ld failures change nothing", label, failures);
    robots_rules_free(rules);
}

int main(void)
{
    run("robots_rules_new", make);
    run("parse, a known site", parse_known);
    run("parse, a new site", parse_unknown);
    run("set_agent", set_agent);
    run("set_strict", set_strict);
    run("also_obey", also_obey);
    run("load", load);
    run("judge, a long URL", judge_long);
    run("robots_page_judge", judge_page);
    run("robots_check", check);
    return done();
}
