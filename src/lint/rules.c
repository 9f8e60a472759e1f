/* SPDX-License-Identifier: MIT */
/* Checks the rules together: an Allow and a Disallow of equal length that match the same URL, and rules that
 * forbid a sitemap of the file. A file may have a hundred thousand rules, so both have a budget. */
#include "config.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "lint/pass.h"
#include "robots/origin.h"
#include "robots/robots.h"

/* The most pairs of a URL and a rule that are compared: a fraction of a second. */
#define BUDGET ((size_t)20 * 1000 * 1000)

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
        if (lint_rules(lint)[i].kind != RULE_NOINDEX)
            rules[count++] = &lint_rules(lint)[i];
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

void lint_check_sitemaps(struct lint *lint)
{
    struct robots_options options = {.agent = lint->token,
                                     .origin = lint->origin,
                                     .truncated = lint->options->truncated,
                                     .limit_bytes = lint->body.len + 1};
    struct robots *robots = robots_parse(lint->body, &options);
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
