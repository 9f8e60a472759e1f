/* SPDX-License-Identifier: MIT */
/* Checks the rules together: an Allow and a Disallow of equal length that match the same URL, wildcards
 * without effect, groups that open what others close, and rules that forbid a sitemap of the file. A file may
 * have a hundred thousand rules, so all have a budget. */
#include "config.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "lint/pass.h"
#include "robots/origin.h"
#include "robots/robots.h"

/* The most pairs of a URL and a rule that are compared: a fraction of a second. */
#define BUDGET ((size_t)20 * 1000 * 1000)

/* Lengths of rules, robots and rules that are tried, and the bytes of a path for it. */
enum { LENS_MAX = 4096, TRIED_MAX = 8, SAMPLE_MAX = 1024 };

static struct span normal_of(const struct lint_rule *rule)
{
    return span_make(rule->pattern.at, rule->pattern.len);
}

/* Compares by group and kind, then as text. */
static int compare_rules(const void *a, const void *b)
{
    const struct lint_rule *left = *(struct lint_rule *const *)a, *right = *(struct lint_rule *const *)b;
    int order;

    if (left->group != right->group)
        return left->group < right->group ? -1 : 1;
    if (left->kind != right->kind)
        return left->kind < right->kind ? -1 : 1;
    order = span_compare(normal_of(left), normal_of(right));
    if (order)
        return order;
    if (left->line != right->line)
        return left->line < right->line ? -1 : 1;
    return (left->column > right->column) - (left->column < right->column);
}

/* Writes a URL path that RULE matches, in normal form, with a letter for each wildcard. */
static size_t write_sample(char *out, const struct lint_rule *rule)
{
    size_t len = rule->pattern.len - rule->pattern.is_anchored;

    for (size_t i = 0; i < len; i++)
        out[i] = (char)(rule->pattern.at[i] == '*' ? 'x' : rule->pattern.at[i]);
    return len;
}

/* Reports two rules of equal length; each is in one pair only. */
static void report_tie(struct lint *lint, struct lint_rule *allow, struct lint_rule *disallow,
                       struct span sample)
{
    const struct lint_rule *later = allow->line > disallow->line ? allow : disallow;
    const struct lint_rule *earlier = later == allow ? disallow : allow;

    if (allow->is_tied && disallow->is_tied)
        return;
    allow->is_tied = disallow->is_tied = true;
    findings_format(
        lint->findings, LINT_RULE_TIE, later->line, later->column,
        "'%s' and line %u, an Allow and a Disallow of equal length, both match %s; tiptoe, like RFC 9309 and "
        "Google, allows it, --robots strict does not. Write a longer path in the rule that should win.",
        quote(later->text).text, (unsigned)earlier->line, quote(sample).text);
}

/* Matches the sample of RULE against the COUNT rules of its group. */
static void try_sample(struct lint *lint, const struct lint_rule *rule, struct lint_rule **rules,
                       size_t count)
{
    char *sample = mem_new(rule->pattern.len + 1, 1);
    struct pattern_subject subject = pattern_subject_make(span_make(sample, write_sample(sample, rule)));
    struct lint_rule *allow = NULL, *disallow = NULL;

    for (size_t i = 0; i < count; i++) {
        struct lint_rule **longest = rules[i]->kind == RULE_ALLOW ? &allow : &disallow;

        if ((!*longest || rules[i]->pattern.len > (*longest)->pattern.len) &&
            pattern_may_match(&rules[i]->pattern, &subject) && pattern_matches(&rules[i]->pattern, &subject))
            *longest = rules[i];
    }
    if (allow && disallow && allow->pattern.len == disallow->pattern.len)
        report_tie(lint, allow, disallow, subject.text);
    mem_free(sample);
}

/* Compares the COUNT rules of a group, which are sorted. */
static void compare_group(struct lint *lint, struct lint_rule **rules, size_t count, size_t *budget)
{
    if (rules[0]->kind == rules[count - 1]->kind)
        return;
    for (size_t i = 0; i < count; i++) {
        if (*budget < count) {
            findings_format(lint->findings, LINT_RULES_MANY, rules[i]->line, rules[i]->column,
                            "The group has so many rules that only some were compared with each other; "
                            "findings about ties may be missing. Write fewer rules.");
            return;
        }
        *budget -= count;
        try_sample(lint, rules[i], rules, count);
    }
}

void lint_compare_rules(struct lint *lint)
{
    struct lint_rule **rules = mem_new(lint->rules.count, sizeof(struct lint_rule *));
    size_t count = 0, budget = BUDGET;

    for (size_t i = 0; i < lint->rules.count; i++) {
        if (lint->rules.items[i].kind != RULE_NOINDEX)
            rules[count++] = &lint->rules.items[i];
    }
    if (count > 1)
        qsort(rules, count, sizeof *rules, compare_rules);
    for (size_t from = 0, to = 0; from < count; from = to) {
        while (to < count && rules[to]->group == rules[from]->group)
            to++;
        compare_group(lint, rules + from, to - from, &budget);
    }
    mem_free(rules);
}

/* Returns true if RULE ends with a '*' that is not needed to keep a '$' literal. */
static bool ends_with_star(const struct lint_rule *rule)
{
    struct span text = rule->text;

    return text.len > 1 && text.at[text.len - 1] == '*' && text.at[text.len - 2] != '$';
}

/* Finds rules whose trailing '*' changes nothing. Without it, a rule is shorter by one: then it may lose to a
 * rule of the other kind that is as long as it is now or will be. Lengths are compared in all groups, because
 * RFC 9309 joins some. */
void lint_redundant_stars(struct lint *lint)
{
    bool has_len[2][LENS_MAX] = {{false}};
    struct lint_rule *rules = lint->rules.items;

    for (size_t i = 0; i < lint->rules.count; i++)
        has_len[rules[i].kind == RULE_ALLOW][rules[i].pattern.len % LENS_MAX] = true;
    for (size_t i = 0; i < lint->rules.count; i++) {
        const struct lint_rule *rule = &rules[i];
        const bool *others = has_len[rule->kind != RULE_ALLOW];
        uint32_t len = rule->pattern.len;

        if (ends_with_star(rule) &&
            (rule->kind == RULE_NOINDEX || !(others[len % LENS_MAX] || others[(len - 1) % LENS_MAX])))
            findings_add(lint->findings, LINT_STAR_REDUNDANT, rule->line, rule->column + rule->text.len - 1,
                         rule->text);
    }
}

/* Reads the file as the robot AGENT does. */
static struct robots *read_as(const struct lint *lint, struct span agent)
{
    struct robots_options options = {.agent = agent,
                                     .origin = lint->origin,
                                     .truncated = lint->options->truncated,
                                     .limit_bytes = lint->body.len + 1};

    return robots_parse(lint->body, &options);
}

/* Returns true if the robot may request what no rule names. */
static bool is_group_open(const struct robots *robots)
{
    return robots_judge(robots, span_of("/ /")).allowed; /* no path has a space */
}

/* Returns a rule that closes something to the robots without a group, and not to the one of ROBOTS; NULL
 * without one. Only the first few are tried. */
static const struct lint_rule *find_opened(const struct lint *lint, const struct robots *robots,
                                           const bool *is_general)
{
    struct lint_rule *rules = lint->rules.items;

    for (size_t i = 0, tried = 0; i < lint->rules.count && tried < TRIED_MAX; i++) {
        char sample[SAMPLE_MAX];

        if (!is_general[rules[i].group] || rules[i].kind != RULE_DISALLOW ||
            rules[i].pattern.len > SAMPLE_MAX)
            continue;
        tried++;
        if (robots_judge(robots, span_make(sample, write_sample(sample, &rules[i]))).allowed)
            return &rules[i];
    }
    return NULL;
}

/* Returns true if NAME is reported: its own group opens what the groups of "*" close. */
static bool report_own_group(struct lint *lint, const struct lint_name *name, const bool *is_general)
{
    struct robots *robots = read_as(lint, name->text);
    const struct lint_rule *opened = is_group_open(robots) ? find_opened(lint, robots, is_general) : NULL;

    if (opened)
        findings_format(
            lint->findings, LINT_OWN_GROUP, name->line, name->column,
            "'%s' has a group of its own; the rules of '*' do not bind it: %s is open to it, although "
            "line %u closes it to others. Repeat in its group what is meant for it too.",
            quote(name->text).text, quote(opened->text).text, (unsigned)opened->line);
    robots_free(robots);
    return opened != NULL;
}

void lint_own_groups(struct lint *lint)
{
    const struct lint_name *names = lint->names.items;
    bool *is_general = mem_new(lint->groups.count + 1, sizeof *is_general), done = false;

    for (size_t i = 0; i < lint->names.count; i++)
        is_general[names[i].group] |= span_is(names[i].text, "*");
    for (size_t i = 0, tried = 0; i < lint->names.count && tried < TRIED_MAX && !done; i++) {
        if (is_general[names[i].group])
            continue;
        tried++;
        done = report_own_group(lint, &names[i], is_general);
    }
    mem_free(is_general);
}

void lint_check_sitemaps(struct lint *lint)
{
    struct robots *robots = read_as(lint, lint->token);
    const struct lint_sitemap *sitemaps = lint->sitemaps.items;
    size_t most = BUDGET / (lint->rules.count + 1);

    for (size_t i = 0; i < lint->sitemaps.count; i++) {
        struct robots_verdict verdict;
        struct span path;

        if (i == most) {
            findings_format(lint->findings, LINT_RULES_MANY, sitemaps[i].line, sitemaps[i].column,
                            "The file has so many rules and sitemaps that tiptoe did not check whether this "
                            "sitemap and the ones below are forbidden. Write fewer.");
            break;
        }
        verdict = robots_judge(robots, sitemaps[i].url);
        if (!verdict.allowed && origin_rule_path(lint->origin, sitemaps[i].url, &path))
            findings_format(lint->findings, LINT_BLOCKS_SITEMAP, sitemaps[i].line, sitemaps[i].column,
                            "This file forbids its own sitemap URL '%s' in line %u; tiptoe does not request "
                            "it. Write an Allow for it.",
                            quote(sitemaps[i].url).text, (unsigned)verdict.line);
    }
    robots_free(robots);
}
