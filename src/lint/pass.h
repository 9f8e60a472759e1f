/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_LINT_PASS_H
#define TIPTOE_LINT_PASS_H

/* Private to lint: what the looks at one file have in common. lint.c goes through the file once and shows
 * every line to each look; what was gathered on the way is judged at the end. */
#include "base/buf.h"
#include "lint/lint.h"
#include "robots/groups.h"
#include "robots/lines.h"

/* One line that is neither blank nor only a comment. All spans are borrowed from the decoded text. */
struct lint_line {
    uint32_t number;
    struct span raw;         /* as it is written, without its end */
    struct span code;        /* without comment, white space around it and what follows a NUL */
    struct span name;        /* what stands before the colon, or all of CODE without one */
    struct span value;       /* what stands after it, without white space around it */
    struct robots_line read; /* as the reader takes it */
    bool has_colon;
};

/* Where AT, a place in the line, stands: 1 is the first byte. */
static inline size_t lint_column(const struct lint_line *line, const char *at)
{
    return at ? (size_t)(at - line->raw.at) + 1 : 1;
}

struct lint_name {
    struct span text;
    uint32_t line, column;
    uint32_t group;
};

/* A path that a rule means. */
struct lint_rule {
    struct span text; /* as it is written */
    struct pattern pattern;
    uint32_t normal_at; /* its normal form: a place in lint->normals, until patterns are made */
    uint32_t line, column;
    uint32_t group;
    enum rule_kind kind;
    bool is_tied; /* with another; said already */
};

struct lint_group {
    uint32_t line, column; /* of its first User-agent line; 0 for the rules before any */
    uint32_t rule_count;   /* Allow and Disallow lines, empty ones too */
    bool has_delay;
};

/* Sitemap and Content-Usage lines are judged when all rules are known. */
struct lint_reference {
    struct span text; /* a URL, or a path */
    uint32_t line, column;
    bool is_usage;
};

/* A growing array. */
struct lint_list {
    void *items;
    size_t count, room;
};

/* What the lines above the current one were. */
struct lint_place {
    bool is_listing;     /* names may still be added to the group */
    bool after_rule;     /* the last line of the group was a rule */
    bool after_blank;    /* a blank line followed it */
    uint32_t agent_line; /* of the last name */
    uint32_t delay_line; /* of a delay after it; 0 none */
    uint32_t delay_column;
    bool has_name_but_star; /* the group has a name other than "*" */
};

struct lint {
    struct findings *findings;
    const struct lint_options *options;
    struct span body, text; /* as sent; decoded */
    struct span token;      /* of the agent */
    struct span origin;     /* of the file; empty when not known */
    struct lint_place place;
    struct lint_list names, rules, groups, references;
    struct buf normals;
    size_t blank_lines, comment_lines, lines;
    size_t agent_lines, disallow_lines, rule_lines;
    size_t orphans;
    uint32_t orphan_line, orphan_column;
};

void *lint_list_add(struct lint_list *list, size_t item_size) __attribute__((nonnull, returns_nonnull));

static inline struct lint_name *lint_names(const struct lint *lint)
{
    return lint->names.items;
}

static inline struct lint_rule *lint_rules(const struct lint *lint)
{
    return lint->rules.items;
}

static inline struct lint_group *lint_groups(const struct lint *lint)
{
    return lint->groups.items;
}

/* The file as bytes: marks, line ends, size; and each line. */
void lint_bytes(struct lint *lint) __attribute__((nonnull));
void lint_line_bytes(struct lint *lint, const struct lint_line *line) __attribute__((nonnull));

/* The field of each line, and the values of those that are no rules. */
void lint_line_field(struct lint *lint, const struct lint_line *line) __attribute__((nonnull));
bool lint_is_engine_only(struct span name);
void lint_line_extension(struct lint *lint, const struct lint_line *line) __attribute__((nonnull));

/* A User-agent value; the paths of a rule. */
void lint_agent(struct lint *lint, const struct lint_line *line) __attribute__((nonnull));
void lint_path(struct lint *lint, const struct lint_line *line) __attribute__((nonnull));

/* How lines make groups: lint_groups_blank for each blank line, lint_groups_end after the last. */
void lint_groups_open(struct lint *lint, uint32_t line, size_t column) __attribute__((nonnull));
void lint_groups_line(struct lint *lint, const struct lint_line *line) __attribute__((nonnull));
void lint_groups_blank(struct lint *lint) __attribute__((nonnull));
void lint_groups_end(struct lint *lint) __attribute__((nonnull));

/* Rules against each other; what the file means in the end. */
void lint_compare_rules(struct lint *lint) __attribute__((nonnull));
void lint_meaning(struct lint *lint) __attribute__((nonnull));
void lint_compare_readings(struct lint *lint) __attribute__((nonnull));

#endif
