/* SPDX-License-Identifier: MIT */
/* The effect of a file as a whole: for every robot, for the checked agent, for mirroring tools; for the
 * sitemaps and preferences that the file itself names; and for URLs about which other readers differ. */
#include "config.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "lint/pass.h"
#include "lint/readings.h"
#include "robots/origin.h"
#include "robots/robots.h"

/* The most pairs of a URL and a rule that are compared: about a second for the URLs of --url-list, a fraction
 * of a second for those of the file. */
#define LIST_BUDGET ((size_t)100 * 1000 * 1000)
#define FILE_BUDGET ((size_t)20 * 1000 * 1000)

struct readings {
    struct robots *ours;
    struct reading_rules *others[READING_COUNT];
};

/* Adds "allowed by google (line 3)". */
static void add_verdict(struct buf *out, const char *reader, bool allowed, uint32_t line)
{
    (void)buf_add_format(out, "%s%s by %s", out->len > 0 ? ", " : "", allowed ? "allowed" : "disallowed",
                         reader);
    if (line > 0)
        (void)buf_add_format(out, " (line %u)", (unsigned)line);
}

static void compare_verdicts(struct lint *lint, const struct readings *readings, struct span url)
{
    struct robots_verdict ours = robots_judge(readings->ours, url);
    bool differs = false, differs_1994 = false;
    struct buf verdicts;

    buf_init(&verdicts, 512);
    add_verdict(&verdicts, "tiptoe", ours.allowed, ours.line);
    for (int i = 0; i < READING_COUNT; i++) {
        struct reading_verdict other = reading_judge(readings->others[i], url);

        *(i == READING_1994 ? &differs_1994 : &differs) |= other.allowed != ours.allowed;
        add_verdict(&verdicts, reading_text((enum reading)i), other.allowed, other.line);
    }
    if (differs || differs_1994)
        findings_format_as(
            lint->findings, differs ? LINT_WARNING : LINT_INFO, LINT_READING_DIFFERS, ours.line,
            ours.line > 0,
            "%s is %s. Write rules that all of them read alike: one path per line, the longest "
            "first, no blank lines inside a group.",
            quote(url).text, buf_text(&verdicts));
    buf_release(&verdicts);
}

static void compare_readings(struct lint *lint)
{
    struct robots_options options = lint_robots_options(lint, lint->token);
    struct readings readings;
    size_t most = LIST_BUDGET / (lint->rules.count + 1);

    if (lint->options->url_count == 0)
        return;
    readings.ours = robots_parse(lint->body, &options);
    for (int i = 0; i < READING_COUNT; i++)
        readings.others[i] = reading_parse((enum reading)i, lint->body, lint->token, lint->origin);
    for (size_t i = 0; i < lint->options->url_count; i++) {
        if (i == most) {
            findings_format(lint->findings, LINT_RULES_MANY, 0, 0,
                            "The file has so many rules that only the first %zu URLs of the list were "
                            "compared. Write fewer rules.",
                            i);
            break;
        }
        compare_verdicts(lint, &readings, lint->options->urls[i]);
    }
    robots_free(readings.ours);
    for (int i = 0; i < READING_COUNT; i++)
        reading_free(readings.others[i]);
}

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

enum { CLOSES = 1, OPENS = 2 };

/* A byte for each group: does a rule close everything, and does one open something? */
static unsigned char *judge_groups(const struct lint *lint)
{
    unsigned char *groups = mem_new(lint->groups.count, 1);
    const struct lint_rule *rules = lint_rules(lint);

    for (size_t i = 0; i < lint->rules.count; i++) {
        if (rules[i].kind == RULE_ALLOW)
            groups[rules[i].group] |= OPENS;
        else if (rules[i].kind == RULE_DISALLOW && pattern_is_total(&rules[i].pattern))
            groups[rules[i].group] |= CLOSES;
    }
    return groups;
}

/* Reports the mirroring tools that a group closes everything to. The names are sorted. */
static void check_mirrors(struct lint *lint)
{
    const struct lint_name *names = lint_names(lint), *first = NULL;
    unsigned char *groups = judge_groups(lint);
    struct buf list;

    buf_init(&list, 200);
    for (size_t i = 0; i < lint->names.count; i++) {
        if (groups[names[i].group] != CLOSES || !is_mirror_name(names[i].text) ||
            (i > 0 && span_equals_nocase(names[i].text, names[i - 1].text)))
            continue;
        (void)buf_add_format(&list, "%s%s", first ? ", " : "", quote(names[i].text).text);
        if (!first || names[i].line < first->line)
            first = &names[i];
    }
    if (first)
        findings_format(lint->findings, LINT_BLOCKS_MIRRORS, first->line, first->column,
                        "Known mirroring tools are excluded by name: %s. tiptoe reports that before the "
                        "first page, and obeys with --also-obey NAME; only 'User-agent: *' addresses every "
                        "tool. To admit one, remove its group.",
                        buf_text(&list));
    buf_release(&list);
    mem_free(groups);
}

static struct robots *parse_for(const struct lint *lint, struct span agent)
{
    struct robots_options options = lint_robots_options(lint, agent);

    return robots_parse(lint->body, &options);
}

/* Reports robots that may fetch nothing, or everything except the start page. */
static void check_closed(struct lint *lint, const struct robots *ours)
{
    /* No name in a file is near to this one. */
    struct robots *others = parse_for(lint, span_of("~"));
    uint32_t all = robots_closing_line(others), us = robots_closing_line(ours);
    struct robots_verdict root = robots_judge(ours, span_of("/"));

    if (all > 0)
        findings_add(lint->findings, LINT_BLOCKS_ALL, all, 1, span_of(""));
    if (us > 0)
        findings_add(lint->findings, LINT_BLOCKS_US, us, 1, lint->token);
    if (!root.allowed && robots_judge(ours, span_of("/a-page")).allowed)
        findings_add(lint->findings, LINT_BLOCKS_ROOT_ONLY, root.line, 1, lint->token);
    robots_free(others);
}

static void check_reference(struct lint *lint, const struct lint_reference *reference,
                            const struct robots *ours)
{
    struct robots_verdict verdict;
    struct span path;

    if (!reference->is_usage && !origin_rule_path(lint->origin, reference->text, &path)) {
        findings_add(lint->findings, LINT_SITEMAP_FOREIGN, reference->line, reference->column,
                     reference->text);
        return;
    }
    verdict = robots_judge(ours, reference->text);
    if (verdict.allowed)
        return;
    if (reference->is_usage)
        findings_format(lint->findings, LINT_USAGE_USELESS, reference->line, reference->column,
                        "Content-Usage for a path that line %u disallows, '%s'; tiptoe never requests it. "
                        "Remove the line, or allow the path.",
                        (unsigned)verdict.line, quote(reference->text).text);
    else
        findings_format(lint->findings, LINT_BLOCKS_SITEMAP, reference->line, reference->column,
                        "This file forbids its own sitemap URL '%s' in line %u; tiptoe does not request it. "
                        "Write an Allow for it.",
                        quote(reference->text).text, (unsigned)verdict.line);
}

/* Does the file have only the rules that every other file of 1998 had? */
static void check_standard(struct lint *lint)
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
        findings_add(lint->findings, LINT_STANDARD_ONLY, rules[0].line, rules[0].column, span_of(""));
}

static void check_share(struct lint *lint)
{
    size_t unparsed = lint->blank_lines + lint->comment_lines;

    if (unparsed > 0)
        findings_format(lint->findings, LINT_COMMENT_SHARE, 0, 0,
                        "Comments and blank lines make up %zu %% of the file, %zu of %zu lines (WebWatch in "
                        "1998: 21 %%; today: 19 %%). No change is needed.",
                        (200 * unparsed + lint->lines) / (2 * lint->lines), unparsed, lint->lines);
}

void lint_meaning(struct lint *lint)
{
    struct robots *ours = parse_for(lint, lint->token);
    const struct lint_reference *references = lint->references.items;
    size_t most = FILE_BUDGET / (lint->rules.count + 1);

    check_mirrors(lint);
    check_closed(lint, ours);
    for (size_t i = 0; i < lint->references.count; i++) {
        if (i == most) {
            findings_format(lint->findings, LINT_RULES_MANY, references[i].line, references[i].column,
                            "The file has so many rules and sitemaps that tiptoe did not check whether this "
                            "sitemap and the ones below are forbidden. Write fewer.");
            break;
        }
        check_reference(lint, &references[i], ours);
    }
    check_standard(lint);
    check_share(lint);
    robots_free(ours);
    compare_readings(lint);
}
