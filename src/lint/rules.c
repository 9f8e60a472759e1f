/* SPDX-License-Identifier: MIT */
/* The rules of a group compared with each other: repeated, redundant beside a shorter one, tied, or decided
 * by the order of lines in some readers. The first two need a sort; the others match a sample URL for each
 * rule, within a budget, because a file may have a hundred thousand rules. */
#include "config.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "lint/pass.h"

/* The most pairs of a sample and a rule that are compared: a fraction of a second. */
#define BUDGET ((size_t)20 * 1000 * 1000)

static struct span normal_of(const struct lint_rule *rule)
{
    return span_make(rule->pattern.at, rule->pattern.len);
}

/* By group and kind, then as text, so that a prefix sorts before the paths that it starts. */
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

static bool is_plain(const struct lint_rule *rule)
{
    return !rule->pattern.has_star && !rule->pattern.is_anchored;
}

/* The sorted rules of one kind in a group. */
struct run {
    struct lint_rule **rules;
    size_t count;
};

/* Takes the rules of KIND of the group of the first rule off the front of REST. */
static struct run take_run(struct run *rest, uint32_t group, enum rule_kind kind)
{
    struct run run = {.rules = rest->rules};

    while (run.count < rest->count && rest->rules[run.count]->group == group &&
           rest->rules[run.count]->kind == kind)
        run.count++;
    rest->rules += run.count;
    rest->count -= run.count;
    return run;
}

/* The index of the first rule of RUN that does not sort before TEXT. */
static size_t lower_bound(const struct run *run, struct span text)
{
    size_t from = 0, until = run->count;

    while (from < until) {
        size_t middle = from + (until - from) / 2;

        if (span_compare(normal_of(run->rules[middle]), text) < 0)
            from = middle + 1;
        else
            until = middle;
    }
    return from;
}

/* May a rule of the OTHER kind overrule SHORTER for some of its URLs? In doubt, yes. */
static bool may_be_overruled(const struct lint_rule *shorter, const struct run *other)
{
    struct span prefix = normal_of(shorter);
    size_t at = lower_bound(other, prefix);

    if (at < other->count && span_equals(span_part(normal_of(other->rules[at]), 0, prefix.len), prefix))
        return true;
    for (size_t i = 0; i < other->count && i < 64; i++) {
        if (!is_plain(other->rules[i]))
            return true;
    }
    return other->count > 64;
}

/* Reports the rules of RUN that are repeated, or redundant beside a shorter one. */
static void check_run(struct lint *lint, const struct run *run, const struct run *other)
{
    const struct lint_rule *prefix = NULL;

    for (size_t i = 0; i < run->count; i++) {
        const struct lint_rule *rule = run->rules[i], *before = i > 0 ? run->rules[i - 1] : NULL;

        if (before && span_equals(normal_of(rule), normal_of(before))) {
            findings_format(lint->findings, LINT_RULE_DUPLICATE, rule->line, rule->column,
                            "'%s' is written twice, first in line %u. Remove one copy.",
                            quote(rule->text).text, (unsigned)before->line);
            continue;
        }
        if (prefix && span_equals(span_part(normal_of(rule), 0, prefix->pattern.len), normal_of(prefix))) {
            if (!may_be_overruled(prefix, other))
                findings_format(
                    lint->findings, LINT_RULE_SHADOWED, rule->line, rule->column,
                    "'%s' can never decide, because '%s' in line %u covers it. Remove one of the two.",
                    quote(rule->text).text, quote(prefix->text).text, (unsigned)prefix->line);
            continue;
        }
        prefix = is_plain(rule) ? rule : NULL;
    }
}

/* Writes a URL path that RULE matches, in normal form, with a letter for each wildcard. */
static size_t write_sample(char *out, const struct lint_rule *rule)
{
    size_t len = rule->pattern.len - rule->pattern.is_anchored;

    for (size_t i = 0; i < len; i++)
        out[i] = (char)(rule->pattern.at[i] == '*' ? 'x' : rule->pattern.at[i]);
    return len;
}

/* The rules that decide about one sample, for three kinds of readers. */
struct decision {
    struct lint_rule *first, *last;     /* by their lines */
    struct lint_rule *allow, *disallow; /* the longest of each kind */
};

static void weigh_rule(struct decision *decision, struct lint_rule *rule)
{
    struct lint_rule **longest = rule->kind == RULE_ALLOW ? &decision->allow : &decision->disallow;

    if (!decision->first || rule->line < decision->first->line)
        decision->first = rule;
    if (!decision->last || rule->line > decision->last->line)
        decision->last = rule;
    if (!*longest || rule->pattern.len > (*longest)->pattern.len)
        *longest = rule;
}

static void weigh_run(struct decision *decision, const struct run *run, const struct pattern_subject *subject)
{
    for (size_t i = 0; i < run->count; i++) {
        if (pattern_may_match(&run->rules[i]->pattern, subject) &&
            pattern_matches(&run->rules[i]->pattern, subject))
            weigh_rule(decision, run->rules[i]);
    }
}

static const char *kind_text(const struct lint_rule *rule)
{
    return rule->kind == RULE_ALLOW ? "allowed" : "disallowed";
}

/* Two rules of equal length; each is reported in one pair only. */
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

/* Reports a sample if a reader that takes the first or last match decides otherwise. True if it did. */
static bool report_order(struct lint *lint, const struct decision *decision, struct span sample)
{
    bool is_allowed = decision->allow->pattern.len > decision->disallow->pattern.len;
    const struct lint_rule *longest = is_allowed ? decision->allow : decision->disallow;

    if (decision->first->kind == longest->kind && decision->last->kind == longest->kind)
        return false;
    findings_format(lint->findings, LINT_RULE_ORDER, longest->line, longest->column,
                    "%s is %s for tiptoe, by the longest match, %s by the first match (line %u) and %s by "
                    "the last match (line %u). Write rules whose result does not depend on their order: "
                    "longer paths first, and no contrary rule last.",
                    quote(sample).text, kind_text(longest), kind_text(decision->first),
                    (unsigned)decision->first->line, kind_text(decision->last),
                    (unsigned)decision->last->line);
    return true;
}

/* Matches the sample of one rule against all rules of its group. Order is reported once per group. */
static void try_sample(struct lint *lint, const struct lint_rule *rule, const struct run *allows,
                       const struct run *disallows, bool *is_reported)
{
    char *sample = mem_new(rule->pattern.len + 1, 1);
    struct pattern_subject subject = pattern_subject_make(span_make(sample, write_sample(sample, rule)));
    struct decision decision = {0};

    weigh_run(&decision, allows, &subject);
    weigh_run(&decision, disallows, &subject);
    if (decision.allow && decision.disallow) {
        if (decision.allow->pattern.len == decision.disallow->pattern.len)
            report_tie(lint, decision.allow, decision.disallow, subject.text);
        else if (!*is_reported)
            *is_reported = report_order(lint, &decision, subject.text);
    }
    mem_free(sample);
}

/* Matches a sample of every Allow and Disallow of one group; the two runs are neighbours in one array. */
static void try_samples(struct lint *lint, const struct run *allows, const struct run *disallows,
                        size_t *budget)
{
    size_t count = allows->count + disallows->count;
    bool is_reported = false;

    if (allows->count == 0 || disallows->count == 0)
        return;
    for (size_t i = 0; i < count; i++) {
        const struct lint_rule *rule = allows->rules[i];

        if (*budget < count) {
            findings_format(lint->findings, LINT_RULES_MANY, rule->line, rule->column,
                            "The group has so many rules that only some were compared with each other; "
                            "findings about ties and order may be missing. Write fewer rules.");
            return;
        }
        *budget -= count;
        try_sample(lint, rule, allows, disallows, &is_reported);
    }
}

static void compare_groups(struct lint *lint, struct run rest)
{
    size_t budget = BUDGET;

    while (rest.count > 0) {
        uint32_t group = rest.rules[0]->group;
        struct run allows = take_run(&rest, group, RULE_ALLOW);
        struct run disallows = take_run(&rest, group, RULE_DISALLOW);
        struct run noindex = take_run(&rest, group, RULE_NOINDEX), none = {0};

        check_run(lint, &allows, &disallows);
        check_run(lint, &disallows, &allows);
        check_run(lint, &noindex, &none);
        try_samples(lint, &allows, &disallows, &budget);
    }
}

void lint_compare_rules(struct lint *lint)
{
    struct lint_rule *rules = lint_rules(lint);
    struct run all = {.rules = mem_new(lint->rules.count, sizeof(struct lint_rule *)),
                      .count = lint->rules.count};

    for (size_t i = 0; i < lint->rules.count; i++)
        all.rules[i] = &rules[i];
    if (all.count > 1)
        qsort(all.rules, all.count, sizeof *all.rules, compare_rules);
    compare_groups(lint, all);
    mem_free(all.rules);
}
