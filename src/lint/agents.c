/* SPDX-License-Identifier: MIT */
/* The value of a User-agent line: its names, and how other readers see them. */
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

static void check_name(struct lint *lint, const struct lint_line *line, struct span name)
{
    if (!is_token(name))
        lint_add(lint, LINT_AGENT_NOT_TOKEN, line, name.at, name);
    if (names_are_near(name, lint->token))
        findings_format(lint->findings, LINT_AGENT_NEAR, line->number, lint_column(line, name.at),
                        "'%s' contains '%s' or is contained in it, but is a different name; this group can "
                        "only restrict %s. To address that robot, write '%s'.",
                        quote(name).text, quote(lint->token).text, quote(lint->token).text,
                        quote(lint->token).text);
}

void lint_agent(struct lint *lint, const struct lint_line *line)
{
    const char *value = line->value.at;
    size_t count = 0, slash = span_find(line->value, '/'), star = span_find(line->value, '*');
    struct span rest = line->read.value, name;

    lint->agent_lines++;
    for (; names_next(&rest, &name); count++) {
        /* The name "*" is not a part of the line: names_next takes "(*)" for it too. */
        bool is_star = span_is(name, "*");

        *(struct lint_name *)list_add(&lint->names, sizeof(struct lint_name)) =
            (struct lint_name){.text = name,
                               .line = line->number,
                               .column = (uint32_t)lint_column(line, is_star ? value + star : name.at),
                               .group = (uint32_t)lint->groups.count - 1};
        if (!is_star)
            check_name(lint, line, name);
    }
    if (count == 0)
        lint_add(lint, LINT_AGENT_EMPTY, line, line->code.at, line->value);
    if (count > 1)
        lint_add(lint, LINT_AGENT_LIST, line, value, line->value);
    if (count > 0 && slash < line->value.len)
        lint_add(lint, LINT_AGENT_VERSION, line, value + slash, line->value);
    if (star < line->value.len && !span_is(line->value, "*"))
        lint_add(lint, LINT_WILDCARD_IN_AGENT, line, value + star, line->value);
}
