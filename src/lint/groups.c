/* SPDX-License-Identifier: MIT */
/* How lines make groups, for RFC 9309 and for the readers of 1994, to whom a blank line ends a record and an
 * incomplete record is an error. */
#include "config.h"

#include <stdlib.h>

#include "lint/pass.h"
#include "robots/text.h"

static struct lint_group *current(struct lint *lint)
{
    return lint_groups(lint) + lint->groups.count - 1;
}

/* A new group, or at the start of the file the place for rules without one. */
void lint_groups_open(struct lint *lint, uint32_t line, size_t column)
{
    struct lint_group *group = lint_list_add(&lint->groups, sizeof *group);

    *group = (struct lint_group){.line = line, .column = (uint32_t)column};
}

/* A name after names: a blank line or a delay between them is seen differently by old readers. */
static void look_at_listing(struct lint *lint, const struct lint_line *line)
{
    struct lint_place *place = &lint->place;

    if (place->delay_line)
        findings_add(
            lint->findings, LINT_DELAY_SPLITS_NAMES, place->delay_line, place->delay_column,
            "a delay between two User-agent lines does not part them: we, like RFC 9309, give the rules "
            "below line %u to the names above it too, with this delay for those above alone; give them "
            "a rule of their own: 'Disallow:'",
            (unsigned)line->number);
    else if (place->after_blank)
        findings_add(
            lint->findings, LINT_AGENT_WITHOUT_RULE, place->agent_line, 1,
            "no rule before the blank line: we, like RFC 9309, give the rules below line %u to this name "
            "too, readers of 1994 see an incomplete record; write 'Disallow:' below it to allow all",
            (unsigned)line->number);
}

static void read_agent(struct lint *lint, const struct lint_line *line)
{
    struct lint_place *place = &lint->place;
    size_t column = lint_column(line, line->code.at);

    if (place->is_listing) {
        look_at_listing(lint, line);
    } else {
        if (place->after_rule && !place->after_blank)
            findings_add(
                lint->findings, LINT_MISSING_BLANK_LINE, line->number, column,
                "no blank line before this User-agent: we, like all readers of today, begin a new group "
                "here; write a blank line for those of 1994");
        lint_groups_open(lint, line->number, column);
    }
    *place = (struct lint_place){.is_listing = true, .agent_line = line->number};
    lint_agent(lint, line);
}

static void look_at_blanks(struct lint *lint, const struct lint_line *line)
{
    size_t column = lint_column(line, line->code.at);

    if (!lint->place.after_blank || lint->groups.count == 1)
        return;
    if (lint->place.after_rule)
        findings_add(
            lint->findings, LINT_BLANK_IN_GROUP, line->number, column,
            "a blank line stands between this rule and the group's rules above: we, like RFC 9309, take "
            "it for the same group, for readers of 1994 it belongs to nobody; remove the blank line");
    else
        findings_add(
            lint->findings, LINT_BLANK_BEFORE_RULE, line->number, column,
            "a blank line stands between User-agent and its rule: we, like RFC 9309, take no notice, for "
            "readers of 1994 the rule belongs to nobody; remove the blank line");
}

static void count_orphan(struct lint *lint, const struct lint_line *line)
{
    if (line->read.field == FIELD_ALLOW) {
        findings_add(
            lint->findings, LINT_ORPHAN_ALLOW, line->number, lint_column(line, line->code.at),
            "an Allow before any User-agent frees nobody but from the Disallow lines beside it; write "
            "'User-agent: *' above it");
        return;
    }
    if (lint->orphans++ > 0)
        return;
    lint->orphan_line = line->number;
    lint->orphan_column = (uint32_t)lint_column(line, line->code.at);
}

static void read_rule(struct lint *lint, const struct lint_line *line)
{
    struct lint_place *place = &lint->place;

    if (lint->groups.count == 1)
        count_orphan(lint, line);
    look_at_blanks(lint, line);
    lint->disallow_lines += line->read.field == FIELD_DISALLOW;
    lint->rule_lines++;
    current(lint)->rule_count++;
    *place = (struct lint_place){.after_rule = true};
    lint_path(lint, line);
}

static void read_delay(struct lint *lint, const struct lint_line *line)
{
    current(lint)->has_delay = true;
    if (!lint->place.is_listing || lint->place.delay_line)
        return;
    lint->place.delay_line = line->number;
    lint->place.delay_column = (uint32_t)lint_column(line, line->code.at);
}

static bool group_names_somebody(const struct lint *lint)
{
    const struct lint_name *names = lint_names(lint);

    for (size_t i = lint->names.count; i > 0 && names[i - 1].group + 1 == lint->groups.count; i--) {
        if (!span_is(names[i - 1].text, "*"))
            return true;
    }
    return false;
}

/* A Sitemap that stands among the lines of a group for somebody. */
static void read_sitemap(struct lint *lint, const struct lint_line *line)
{
    const struct lint_place *place = &lint->place;

    if ((place->is_listing || place->after_rule) && !place->after_blank && group_names_somebody(lint))
        findings_add(
            lint->findings, LINT_SITEMAP_IN_GROUP, line->number, lint_column(line, line->code.at),
            "Sitemap stands in a group and belongs to none: we, like all, take it for everyone; put it "
            "at the end, after a blank line");
}

void lint_groups_line(struct lint *lint, const struct lint_line *line)
{
    switch (line->read.field) {
    case FIELD_USER_AGENT:
        read_agent(lint, line);
        break;
    case FIELD_ALLOW:
    case FIELD_DISALLOW:
        read_rule(lint, line);
        break;
    case FIELD_CRAWL_DELAY:
    case FIELD_REQUEST_RATE:
        read_delay(lint, line);
        break;
    case FIELD_SITEMAP:
        read_sitemap(lint, line);
        break;
    case FIELD_NOINDEX:
        lint_path(lint, line);
        break;
    case FIELD_NONE:
    case FIELD_OTHER:
    case FIELD_VISIT_TIME:
        break;
    }
}

void lint_groups_blank(struct lint *lint)
{
    lint->place.after_blank = true;
}

static int compare_names(const void *a, const void *b)
{
    const struct lint_name *left = a, *right = b;
    size_t shorter = left->text.len < right->text.len ? left->text.len : right->text.len;

    for (size_t i = 0; i < shorter; i++) {
        int order =
            (unsigned char)ascii_lower(left->text.at[i]) - (unsigned char)ascii_lower(right->text.at[i]);

        if (order)
            return order;
    }
    if (left->text.len != right->text.len)
        return left->text.len < right->text.len ? -1 : 1;
    if (left->line != right->line)
        return left->line < right->line ? -1 : 1;
    return (left->column > right->column) - (left->column < right->column);
}

/* Sorts the names, so that equal ones stand side by side, and says which come again. */
static void look_for_repeated(struct lint *lint)
{
    struct lint_name *names = lint_names(lint);

    if (lint->names.count > 1)
        qsort(names, lint->names.count, sizeof *names, compare_names);
    for (size_t i = 1; i < lint->names.count; i++) {
        if (!span_equals_nocase(names[i].text, names[i - 1].text))
            continue;
        if (span_is(names[i].text, "*"))
            findings_add(lint->findings, LINT_STAR_REPEATED, names[i].line, names[i].column,
                         "'*' stands at line %u already: we, like RFC 9309, merge them, readers of 1994 "
                         "take one of them; write one group",
                         (unsigned)names[i - 1].line);
        else
            findings_add(
                lint->findings, LINT_AGENT_REPEATED, names[i].line, names[i].column,
                "'%s' was named already, at line %u: we, like RFC 9309, merge its groups, readers of "
                "1994 take the first; write its rules under one User-agent",
                quote(names[i].text).text, (unsigned)names[i - 1].line);
    }
}

static void look_at_last_group(struct lint *lint)
{
    const struct lint_group *last = current(lint);

    if (lint->groups.count == 1 || last->rule_count > 0)
        return;
    if (last->has_delay)
        findings_add(
            lint->findings, LINT_DELAY_ONLY, last->line, last->column,
            "the group has a delay and no rule: we, like all, take it to allow everything, at that pace; "
            "write 'Disallow:' to say so");
    else
        findings_add_as(lint->findings, LINT_WARNING, LINT_AGENT_WITHOUT_RULE, last->line, last->column,
                        "the last group has no rule: we, like RFC 9309, take it to allow everything; write "
                        "'Disallow:' to say so, or what it was to forbid");
}

void lint_groups_end(struct lint *lint)
{
    if (lint->orphans > 0)
        findings_add(
            lint->findings, LINT_RULE_WITHOUT_AGENT, lint->orphan_line, lint->orphan_column,
            "Disallow lines (%zu) stand before any User-agent: we let them bind everyone who has no group "
            "of his own, RFC 9309 readers ignore them; write 'User-agent: *' above",
            lint->orphans);
    if (lint->agent_lines == 0)
        findings_add(
            lint->findings, LINT_NO_AGENT, 0, 0,
            "no User-agent in the whole file: what it forbids we take for everyone, RFC 9309 readers "
            "see no rules; write 'User-agent: *' above the rules");
    if (lint->disallow_lines == 0)
        findings_add(lint->findings, LINT_NO_DISALLOW, 0, 0,
                     "no Disallow in the whole file: we take it to allow everything; write 'Disallow:' below "
                     "'User-agent: *' to say so");
    look_at_last_group(lint);
    look_for_repeated(lint);
}
