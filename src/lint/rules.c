/* SPDX-License-Identifier: MIT */
/* Checks the rules together: an Allow and a Disallow of equal length that match the same URL, wildcards
 * without effect, groups that open what others close, and rules that forbid a sitemap of the file. A file may
 * have a hundred thousand rules, so all have a budget. */
#include "config.h"

#include "base/alloc.h"
#include "lint/pass.h"
#include "robots/robots.h"

/* The most pairs of a URL and a rule that are compared: a fraction of a second. */
#define BUDGET ((size_t)20 * 1000 * 1000)

/* Lengths of rules, robots and rules that are tried, and the bytes of a path for it. */
enum { LENS_MAX = 4096, TRIED_MAX = 8, SAMPLE_MAX = 1024 };

/* Reads the file as the robot AGENT does. */
static struct robots *read_as(const struct lint *lint, struct span agent, enum robots_mode mode)
{
    struct robots_options options = {.agent = agent,
                                     .origin = lint->origin,
                                     .mode = mode,
                                     .truncated = mode == ROBOTS_STANDARD && lint->options->truncated,
                                     .limit_bytes = lint->body.len + 1};

    return robots_parse(lint->body, &options);
}

/* Returns a path that RULE matches, with a letter for each wildcard; empty if it is too long. */
static struct span write_sample(char out[SAMPLE_MAX], const struct lint_rule *rule)
{
    size_t len = rule->text.len - (span_byte(rule->text, rule->text.len - 1) == '$');

    if (len > SAMPLE_MAX)
        return span_of("");
    for (size_t i = 0; i < len; i++)
        out[i] = (char)(rule->text.at[i] == '*' ? 'x' : rule->text.at[i]);
    return span_make(out, len);
}

/* Reports that the budget of comparisons ends at a place of the file. */
static void add_incomplete(struct lint *lint, uint32_t line, uint32_t column)
{
    findings_format(lint->findings, LINT_RULES_MANY, LINT_USUAL, line, column,
                    "The file has so many rules that not all were compared with each other and with its "
                    "sitemaps; findings may be missing. Write fewer rules.");
}

/* Returns the rule in a line of the file; NULL without one. */
static struct lint_rule *rule_at(const struct lint *lint, uint32_t line)
{
    for (size_t i = 0; i < lint->rules.count; i++) {
        if (lint->rules.items[i].line == line)
            return &lint->rules.items[i];
    }
    return NULL;
}

/* Reports two rules of equal length, once for the later one. */
static void report_tie(struct lint *lint, uint32_t one, uint32_t other, struct span sample)
{
    struct lint_rule *later = rule_at(lint, one > other ? one : other);

    if (!later || later->is_tied)
        return;
    later->is_tied = true;
    findings_format(lint->findings, LINT_RULE_TIE, LINT_USUAL, later->line, later->column,
                    "'%s' and line %u, an Allow and a Disallow of equal length, both match %s; tiptoe, "
                    "like RFC 9309 and Google, allows it, --robots strict does not. Write a longer path "
                    "in the rule that should win.",
                    quote(later->text).text, (unsigned)(one < other ? one : other), quote(sample).text);
}

/* Compares the rules from FROM to TO, those of a group, as the robot AGENT reads them: in a tie, the modes
 * differ. */
static void compare_group(struct lint *lint, size_t from, size_t to, struct span agent)
{
    struct robots *standard = read_as(lint, agent, ROBOTS_STANDARD);
    struct robots *strict = read_as(lint, agent, ROBOTS_STRICT);

    for (size_t i = from; i < to; i++) {
        char room[SAMPLE_MAX];
        struct span sample = write_sample(room, &lint->rules.items[i]);
        struct robots_verdict allowed = robots_judge(standard, sample);
        struct robots_verdict forbidden = robots_judge(strict, sample);

        if (allowed.allowed && allowed.line > 0 && !forbidden.allowed)
            report_tie(lint, allowed.line, forbidden.line, sample);
    }
    robots_free(standard);
    robots_free(strict);
}

static void check_ties(struct lint *lint)
{
    struct span *agents = mem_new(lint->groups.count + 1, sizeof *agents); /* one of each group */
    const struct lint_rule *rules = lint->rules.items;
    size_t budget = BUDGET;

    for (size_t i = 0; i < lint->names.count; i++)
        agents[lint->names.items[i].group] = lint->names.items[i].text;
    for (size_t from = 0, to = 0; from < lint->rules.count; from = to) {
        bool has[RULE_NOINDEX + 1] = {false};
        size_t cost;

        for (; to < lint->rules.count && rules[to].group == rules[from].group; to++)
            has[rules[to].kind] = true;
        if (!has[RULE_ALLOW] || !has[RULE_DISALLOW])
            continue;
        cost = 2 * lint->body.len + (to - from) * (to - from);
        if (budget < cost) {
            add_incomplete(lint, rules[from].line, rules[from].column);
            break;
        }
        budget -= cost;
        compare_group(lint, from, to, agents[rules[from].group]);
    }
    mem_free(agents);
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
static void check_stars(struct lint *lint)
{
    bool has_len[2][LENS_MAX] = {{false}};
    struct lint_rule *rules = lint->rules.items;

    for (size_t i = 0; i < lint->rules.count; i++)
        has_len[rules[i].kind == RULE_ALLOW][rules[i].len % LENS_MAX] = true;
    for (size_t i = 0; i < lint->rules.count; i++) {
        const struct lint_rule *rule = &rules[i];
        const bool *others = has_len[rule->kind != RULE_ALLOW];
        size_t len = rule->len;

        if (ends_with_star(rule) &&
            (rule->kind == RULE_NOINDEX || !(others[len % LENS_MAX] || others[(len - 1) % LENS_MAX])))
            findings_add(lint->findings, LINT_STAR_REDUNDANT, rule->line, rule->column + rule->text.len - 1,
                         rule->text);
    }
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
        char room[SAMPLE_MAX];
        struct span sample = write_sample(room, &rules[i]);

        if (!is_general[rules[i].group] || rules[i].kind != RULE_DISALLOW || sample.len == 0)
            continue;
        tried++;
        if (robots_judge(robots, sample).allowed)
            return &rules[i];
    }
    return NULL;
}

/* Returns true if NAME is reported: its own group opens what the groups of "*" close. */
static bool report_own_group(struct lint *lint, const struct lint_name *name, const bool *is_general)
{
    struct robots *robots = read_as(lint, name->text, ROBOTS_STANDARD);
    const struct lint_rule *opened = is_group_open(robots) ? find_opened(lint, robots, is_general) : NULL;

    if (opened)
        findings_format(
            lint->findings, LINT_OWN_GROUP, LINT_USUAL, name->line, name->column,
            "'%s' has a group of its own; the rules of '*' do not bind it: %s is open to it, although "
            "line %u closes it to others. Repeat in its group what is meant for it too.",
            quote(name->text).text, quote(opened->text).text, (unsigned)opened->line);
    robots_free(robots);
    return opened != NULL;
}

static void check_own_groups(struct lint *lint)
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

static void check_sitemaps(struct lint *lint)
{
    struct robots *robots = read_as(lint, lint->token, ROBOTS_STANDARD);
    const struct lint_sitemap *sitemaps = lint->sitemaps.items;
    size_t most = BUDGET / (lint->rules.count + 1);

    for (size_t i = 0; i < lint->sitemaps.count; i++) {
        struct robots_verdict verdict;
        struct span path;

        if (i == most) {
            add_incomplete(lint, sitemaps[i].line, sitemaps[i].column);
            break;
        }
        verdict = robots_judge(robots, sitemaps[i].url);
        if (!verdict.allowed && origin_rule_path(lint->origin, sitemaps[i].url, &path))
            findings_format(
                lint->findings, LINT_BLOCKS_SITEMAP, LINT_USUAL, sitemaps[i].line, sitemaps[i].column,
                "This file forbids the sitemap URL '%s'%s in line %u; tiptoe does not request it. "
                "Write an Allow for it.",
                quote(sitemaps[i].url).text, lint->origin.len > 0 ? "" : ", if it is of the same site,",
                (unsigned)verdict.line);
    }
    robots_free(robots);
}

void lint_rules(struct lint *lint)
{
    check_ties(lint);
    check_stars(lint);
    check_own_groups(lint);
    check_sitemaps(lint);
}
