/* SPDX-License-Identifier: MIT */
/* What a file means in the end: for everyone, for the robot that is asked about, for tools like it; and for
 * the sitemaps and preferences that it names itself. */
#include "config.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "lint/pass.h"
#include "robots/origin.h"
#include "robots/robots.h"

/* Pairs of a URL and a rule that are tried: a fraction of a second. */
#define BUDGET ((size_t)20 * 1000 * 1000)

/* Tools that copy sites for reading, as files name them. */
static const char *const mirror_names[] = {
    "httrack",     "wget",        "wget2",       "webzip",    "webcopier",  "teleport",  "teleportpro",
    "offline",     "webstripper", "webreaper",   "pavuk",     "blackwidow", "websucker", "webwhacker",
    "sitesnagger", "webcopy",     "msiecrawler", "webmirror", "sitesucker", "download",  "webgobbler",
    "grabsite",    "webcapture",  "websauger",   "netants",   "superbot",   "webfetch",
};

static bool is_mirror_name(struct span name)
{
    for (size_t i = 0; i < sizeof mirror_names / sizeof mirror_names[0]; i++) {
        if (span_is_nocase(name, mirror_names[i]))
            return true;
    }
    return false;
}

/* Does the rule match every URL? */
static bool is_total(const struct lint_rule *rule)
{
    struct span rest = span_make(rule->pattern.at, rule->pattern.len);

    if (span_starts(rest, "/"))
        rest = span_part(rest, 1, rest.len);
    while (span_starts(rest, "*"))
        rest = span_part(rest, 1, rest.len);
    return rest.len == 0;
}

enum { CLOSES = 1, OPENS = 2 };

/* A byte for each group: does a rule close everything, does one open something? */
static unsigned char *look_at_groups(const struct lint *lint)
{
    unsigned char *groups = mem_new(lint->groups.count, 1);
    const struct lint_rule *rules = lint_rules(lint);

    for (size_t i = 0; i < lint->rules.count; i++) {
        if (rules[i].kind == RULE_ALLOW)
            groups[rules[i].group] |= OPENS;
        else if (rules[i].kind == RULE_DISALLOW && is_total(&rules[i]))
            groups[rules[i].group] |= CLOSES;
    }
    return groups;
}

static void look_for_mirrors(struct lint *lint, const unsigned char *groups)
{
    const struct lint_name *names = lint_names(lint), *first = NULL;
    struct buf list;
    size_t count = 0;

    buf_init(&list, 200);
    for (size_t i = 0; i < lint->names.count; i++) {
        if (groups[names[i].group] != CLOSES || !is_mirror_name(names[i].text))
            continue;
        if (i > 0 && span_equals_nocase(names[i].text, names[i - 1].text))
            continue;
        if (!first || names[i].line < first->line)
            first = &names[i];
        (void)buf_add_format(&list, "%s%s", count > 0 ? ", " : "", quote(names[i].text).text);
        count++;
    }
    if (first)
        findings_add(
            lint->findings, LINT_BLOCKS_MIRRORS, first->line, first->column,
            "tools that copy sites are shut out by name (%zu: %s): tiptoe says so before the first page, "
            "and obeys with --also-obey NAME; to mean all of them, 'User-agent: *' is the only way",
            count, buf_text(&list));
    buf_release(&list);
}

/* The file as read for AGENT. */
static struct robots *parse_for(const struct lint *lint, struct span agent)
{
    struct robots_options options = {.agent = agent,
                                     .origin = lint->origin,
                                     .truncated = lint->options->truncated,
                                     .limit_bytes = lint->body.len + 1};

    return robots_parse(lint->body, &options);
}

/* Is everything closed by one set of groups, without an Allow? */
static const struct rule *closing_rule(const struct robots *robots)
{
    const struct rule *closing = NULL;
    uint64_t opened = 0;

    for (size_t i = 0; i < robots->rule_count; i++) {
        const struct rule *rule = &robots->rules[i];
        struct lint_rule probe = {.pattern = rule->pattern};

        if (rule->kind == RULE_ALLOW)
            opened |= rule->sets;
        else if (is_total(&probe))
            closing = rule;
    }
    return closing && (closing->sets & ~opened) ? closing : NULL;
}

static void look_at_root(struct lint *lint, const struct robots *ours)
{
    struct robots_verdict root = robots_judge(ours, span_of("/"));

    if (root.allowed || !robots_judge(ours, span_of("/a-page")).allowed)
        return;
    findings_add(
        lint->findings, LINT_BLOCKS_ROOT_ONLY, root.line, 1,
        "for %s the start page is closed and others are not: a robot that begins there ends at once; if "
        "all was meant, write 'Disallow: /'",
        quote(lint->token).text);
}

/* Who may fetch nothing at all. */
static void look_at_closed(struct lint *lint, const struct robots *ours)
{
    /* No name in a file is near to this one. */
    struct robots *others = parse_for(lint, span_of("~"));
    const struct rule *all = closing_rule(others), *us = closing_rule(ours);

    if (all)
        findings_add(
            lint->findings, LINT_BLOCKS_ALL, others->lines[all->line].number, 1,
            "robots without a group of their own may fetch nothing (%s %s); if only a part was meant, "
            "write its path",
            quote(lint->token).text, us ? "neither" : "has a group of its own");
    if (us)
        findings_add(
            lint->findings, LINT_BLOCKS_US, ours->lines[us->line].number, 1,
            "%s may fetch nothing here; to let it in, write 'User-agent: %s' and below it what it may "
            "not fetch, or 'Disallow:'",
            quote(lint->token).text, quote(lint->token).text);
    robots_free(others);
}

static void look_at_usage(struct lint *lint, const struct lint_reference *usage, const struct robots *ours)
{
    struct robots_verdict verdict = robots_judge(ours, usage->text);

    if (!verdict.allowed)
        findings_add(
            lint->findings, LINT_USAGE_USELESS, usage->line, usage->column,
            "'%s' is closed by line %u: we never fetch it, so that no preference about it is read; leave "
            "one of the two out",
            quote(usage->text).text, (unsigned)verdict.line);
}

static void look_at_sitemap(struct lint *lint, const struct lint_reference *sitemap,
                            const struct robots *ours)
{
    struct robots_verdict verdict;
    struct span path;

    if (!origin_rule_path(lint->origin, sitemap->text, &path)) {
        findings_add(
            lint->findings, LINT_SITEMAP_FOREIGN, sitemap->line, sitemap->column,
            "'%s' is of another origin: we read it, and take from it what is in the scope of the mirror; "
            "nothing needs to change if it is meant",
            quote(sitemap->text).text);
        return;
    }
    verdict = robots_judge(ours, sitemap->text);
    if (!verdict.allowed)
        findings_add(lint->findings, LINT_BLOCKS_SITEMAP, sitemap->line, sitemap->column,
                     "'%s' is named here and forbidden by line %u: we do not fetch it; write an Allow for it",
                     quote(sitemap->text).text, (unsigned)verdict.line);
}

/* Only what every second file of 1998 had? */
static void look_at_standard(struct lint *lint)
{
    static const char *const standard[] = {"/cgi-bin", "/cgi-bin/", "/images", "/images/"};
    const struct lint_rule *rules = lint_rules(lint);

    for (size_t i = 0; i < lint->rules.count; i++) {
        bool is_standard = false;

        for (size_t j = 0; j < sizeof standard / sizeof standard[0]; j++)
            is_standard |= span_is(span_make(rules[i].pattern.at, rules[i].pattern.len), standard[j]);
        if (!is_standard || rules[i].kind != RULE_DISALLOW)
            return;
    }
    if (lint->rules.count > 0)
        findings_add(
            lint->findings, LINT_STANDARD_ONLY, rules[0].line, rules[0].column,
            "only the standard places are named: it is fine, and we heed it, but it does not address the "
            "web-space served; name what is endless, duplicated or of no use to readers");
}

static void look_at_share(struct lint *lint)
{
    size_t unparsed = lint->blank_lines + lint->comment_lines;

    if (unparsed > 0 && lint->lines > 0)
        findings_add(
            lint->findings, LINT_COMMENT_SHARE, 0, 0,
            "%zu of %zu lines (%zu %%) are blank or comments, which nobody reads but people; in 1998 it "
            "was 21 %%, today 19 %%",
            unparsed, lint->lines, (200 * unparsed + lint->lines) / (2 * lint->lines));
}

void lint_meaning(struct lint *lint)
{
    struct robots *ours = parse_for(lint, lint->token);
    const struct lint_reference *references = lint->references.items;
    unsigned char *groups = look_at_groups(lint);
    size_t budget = BUDGET;

    look_for_mirrors(lint, groups);
    look_at_closed(lint, ours);
    look_at_root(lint, ours);
    for (size_t i = 0; i < lint->references.count; i++) {
        if (budget < lint->rules.count + 1) {
            findings_add(lint->findings, LINT_RULES_MANY, references[i].line, references[i].column,
                         "so many rules and sitemaps that from here on we do not ask whether a sitemap is "
                         "forbidden; write fewer");
            break;
        }
        budget -= lint->rules.count + 1;
        if (references[i].is_usage)
            look_at_usage(lint, &references[i], ours);
        else
            look_at_sitemap(lint, &references[i], ours);
    }
    look_at_standard(lint);
    look_at_share(lint);
    robots_free(ours);
    free(groups);
}
