/* SPDX-License-Identifier: MIT */
/* The value of a User-agent line: whom it names, and who reads that name how. */
#include "config.h"

#include "lint/pass.h"
#include "robots/names.h"
#include "robots/text.h"

static bool is_token(struct span name)
{
    for (size_t i = 0; i < name.len; i++) {
        if (!ascii_is_alpha(name.at[i]) && name.at[i] != '-' && name.at[i] != '_')
            return false;
    }
    return true;
}

/* What is left of a name where readers stop at the first byte that no token has. */
static struct span token_start(struct span name)
{
    size_t len = 0;

    while (len < name.len && is_token(span_part(name, len, 1)))
        len++;
    return span_part(name, 0, len);
}

static void look_at_name(struct lint *lint, const struct lint_line *line, struct span name)
{
    size_t column = lint_column(line, name.at);

    if (!is_token(name))
        findings_add(lint->findings, LINT_AGENT_NOT_TOKEN, line->number, column,
                     "'%s' has more in it than letters, '-' and '_': we compare it whole, Google reads '%s', "
                     "others nothing; write the robot's product token",
                     quote(name).text, quote(token_start(name)).text);
    if (lint->token.len > 0 && names_are_near(name, lint->token))
        findings_add(
            lint->findings, LINT_AGENT_NEAR, line->number, column,
            "'%s' is near to '%s' and not the same: what it is forbidden we do not do either, what it "
            "is allowed does not free us; if it is meant for us, write '%s'",
            quote(name).text, quote(lint->token).text, quote(lint->token).text);
}

/* Where NAME stands; "*" is no part of the line, but the word for what a group for everybody has. */
static size_t column_of(const struct lint_line *line, struct span name)
{
    size_t star = span_find(line->value, '*');

    return lint_column(line, span_is(name, "*") ? line->value.at + star : name.at);
}

static void look_at_stars(struct lint *lint, const struct lint_line *line)
{
    size_t star = span_find(line->value, '*');

    if (star == line->value.len)
        return;
    findings_add(
        lint->findings, LINT_WILDCARD_IN_AGENT, line->number, lint_column(line, line->value.at + star),
        "a '*' that does not stand alone is no pattern: we drop it and compare the rest; write the name, "
        "or '*' on a line of its own for everyone");
}

void lint_agent(struct lint *lint, const struct lint_line *line)
{
    struct span rest = line->read.value, name;
    size_t count = 0, slash = span_find(line->value, '/');

    lint->agent_lines++;
    while (names_next(&rest, &name)) {
        count++;
        *(struct lint_name *)lint_list_add(&lint->names, sizeof(struct lint_name)) =
            (struct lint_name){.text = name,
                               .line = line->number,
                               .column = (uint32_t)column_of(line, name),
                               .group = (uint32_t)lint->groups.count - 1};
        if (!span_is(name, "*"))
            look_at_name(lint, line, name);
    }
    if (count == 0)
        findings_add(
            lint->findings, LINT_AGENT_EMPTY, line->number, lint_column(line, line->code.at),
            "User-agent names nobody: we take its rules for everyone, unless a name stands beside it; "
            "write 'User-agent: *' or a name");
    if (count > 1)
        findings_add(lint->findings, LINT_AGENT_LIST, line->number, lint_column(line, line->value.at),
                     "%zu names on one line: we take each, readers of RFC 9309 the first or none; write one "
                     "User-agent line for each",
                     count);
    if (count > 0 && slash < line->value.len)
        findings_add(
            lint->findings, LINT_AGENT_VERSION, line->number, lint_column(line, line->value.at + slash),
            "the version in '%s' is ignored, by us too: the rules hold for all versions; write the name "
            "alone",
            quote(line->value).text);
    if (!span_is(line->value, "*"))
        look_at_stars(lint, line);
}
