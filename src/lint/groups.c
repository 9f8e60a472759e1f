/* SPDX-License-Identifier: MIT */
/* Checks the names of User-agent lines, and how lines form groups: for RFC 9309, and for the readers of 1994,
 * for which a blank line ends a record and an incomplete record is an error. */
#include "config.h"

#include <stdlib.h>

#include "lint/pass.h"

enum { NAMES_MAX = 1024 }; /* bytes of the names of a group, for a finding */

static bool is_token(struct span name)
{
    for (size_t i = 0; i < name.len; i++) {
        if (!ascii_is_alpha(name.at[i]) && name.at[i] != '-' && name.at[i] != '_')
            return false;
    }
    return true;
}

/* Keeps the names of a User-agent line, and checks how other readers see them. */
static void check_agent(struct lint *lint, const struct lint_line *line)
{
    const char *value = line->value.at;
    size_t count = 0, star = span_find(line->value, '*');
    struct span rest = line->read.value, name;

    for (; names_next(&rest, &name); count++) {
        /* The name "*" is not a part of the line: names_next returns it for "(*)" too. */
        bool is_star = span_is(name, "*");

        *LIST_ADD(lint->names) =
            (struct lint_name){.text = name,
                               .line = line->number,
                               .column = (uint32_t)lint_column(line, is_star ? value + star : name.at),
                               .group = (uint32_t)lint->groups.count - 1,
                               .is_token = is_star || is_token(name)};
        if (!is_star && names_are_near(name, lint->token))
            findings_format(
                lint->findings, LINT_AGENT_NEAR, LINT_USUAL, line->number, lint_column(line, name.at),
                "'%s' contains '%s' or is contained in it, but is a different name; this group "
                "can only restrict %s. To address that robot, write '%s'.",
                quote(name).text, quote(lint->token).text, quote(lint->token).text, quote(lint->token).text);
    }
    if (count == 0)
        lint_add(lint, LINT_AGENT_EMPTY, line, line->code.at, line->value);
    for (size_t i = lint->names.count - count; i < lint->names.count; i++)
        lint->names.items[i].is_listed = count > 1;
    if (star < line->value.len && !span_is(line->value, "*"))
        lint_add(lint, LINT_WILDCARD_IN_AGENT, line, value + star, line->value);
}

static struct lint_group *current_group(struct lint *lint)
{
    return lint->groups.items + lint->groups.count - 1;
}

static void read_agent(struct lint *lint, const struct lint_line *line)
{
    struct lint_place *place = &lint->place;

    if (place->is_listing && !place->delay_line && place->after_blank)
        findings_add(lint->findings, LINT_AGENT_WITHOUT_RULE, place->agent_line, 1, line->code);
    if (!place->is_listing) {
        *LIST_ADD(lint->groups) =
            (struct lint_group){.line = line->number, .column = (uint32_t)lint_column(line, line->code.at)};
        place->split_line = 0;
    } else if (place->delay_line) {
        place->split_line = place->delay_line;
    }
    *place =
        (struct lint_place){.is_listing = true,
                            .agent_line = line->number,
                            .split_line = place->split_line,
                            .split_column = place->delay_line ? place->delay_column : place->split_column};
    check_agent(lint, line);
}

/* Reports rules before any User-agent: each Allow, and the first Disallow. */
static void check_orphan(struct lint *lint, const struct lint_line *line)
{
    if (line->read.field == FIELD_ALLOW)
        lint_add(lint, LINT_ORPHAN_ALLOW, line, line->code.at, line->code);
    else if (!lint->has_orphan)
        lint_add(lint, LINT_RULE_WITHOUT_AGENT, line, line->code.at, line->code);
    lint->has_orphan |= line->read.field != FIELD_ALLOW;
}

static void read_rule(struct lint *lint, const struct lint_line *line)
{
    if (lint->groups.count == 1)
        check_orphan(lint, line);
    current_group(lint)->rule_count++;
    if (lint->place.split_line && line->read.value.len > 0)
        findings_add(lint->findings, LINT_DELAY_SPLITS_NAMES, lint->place.split_line,
                     lint->place.split_column, line->code);
    lint->place = (struct lint_place){0};
    lint_path(lint, line);
}

static void read_delay(struct lint *lint, const struct lint_line *line)
{
    current_group(lint)->has_delay = true;
    if (!lint->place.is_listing || lint->place.delay_line)
        return;
    lint->place.delay_line = line->number;
    lint->place.delay_column = (uint32_t)lint_column(line, line->code.at);
}

void lint_groups_line(struct lint *lint, const struct lint_line *line)
{
    enum robots_field field = line->read.field;

    if (field == FIELD_USER_AGENT)
        read_agent(lint, line);
    else if (field == FIELD_ALLOW || field == FIELD_DISALLOW)
        read_rule(lint, line);
    else if (field == FIELD_CRAWL_DELAY || field == FIELD_REQUEST_RATE)
        read_delay(lint, line);
    else if (field == FIELD_NOINDEX)
        lint_path(lint, line);
}

/* Compares by name in any case, then by place. */
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

/* Sorts the names, so that equal ones are neighbours, and reports repetitions. */
static void check_repeated(struct lint *lint)
{
    struct lint_name *names = lint->names.items;

    if (lint->names.count > 1)
        qsort(names, lint->names.count, sizeof *names, compare_names);
    for (size_t i = 1; i < lint->names.count; i++) {
        struct span name = names[i].text;

        if (span_equals_nocase(name, names[i - 1].text))
            findings_format(lint->findings, LINT_AGENT_REPEATED, LINT_USUAL, names[i].line, names[i].column,
                            "'%s' is also named in line %u; tiptoe, like RFC 9309, merges the groups, "
                            "readers from 1994 take only one. Write all rules for '%s' in one group.",
                            quote(name).text, (unsigned)names[i - 1].line, quote(name).text);
    }
}

/* Reports the names of each group for which WANTED is true, with one finding a group. */
static void report_names(struct lint *lint, enum lint_code code, bool (*wanted)(const struct lint_name *name))
{
    const struct lint_name *names = lint->names.items;
    struct buf list BUF_LOCAL(NAMES_MAX);

    for (size_t i = 0, end; i < lint->names.count; i = end) {
        const struct lint_name *first = NULL;

        buf_clear(&list);
        for (end = i; end < lint->names.count && names[end].group == names[i].group; end++) {
            if (!wanted(&names[end]))
                continue;
            (void)buf_add_format(&list, "%s%.*s", first ? ", " : "", (int)names[end].text.len,
                                 names[end].text.at);
            first = first ? first : &names[end];
        }
        if (first)
            findings_add(lint->findings, code, first->line, first->column, buf_span(&list));
    }
}

static bool is_listed(const struct lint_name *name)
{
    return name->is_listed;
}

static bool is_no_token(const struct lint_name *name)
{
    return !name->is_token;
}

void lint_groups_end(struct lint *lint)
{
    const struct lint_group *last = current_group(lint);

    if (lint->groups.count == 1)
        lint_add_file(lint, LINT_NO_AGENT);
    if (lint->groups.count > 1 && last->rule_count == 0 && !last->has_delay)
        findings_format(lint->findings, LINT_AGENT_WITHOUT_RULE, LINT_WARNING, last->line, last->column,
                        "No Disallow fields corresponding to User-agent in the last group; all readers "
                        "allow everything. Write a Disallow line below it; an empty one states that.");
    report_names(lint, LINT_AGENT_LIST, is_listed);
    report_names(lint, LINT_AGENT_NOT_TOKEN, is_no_token);
    check_repeated(lint);
}
