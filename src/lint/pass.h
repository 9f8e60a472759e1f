/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_LINT_PASS_H
#define TIPTOE_LINT_PASS_H

/* Private to lint: the state of one pass through one file, which all checks share. lint.c shows every line to
 * the checks; the findings that need all lines follow at the end. */
#include "base/alloc.h"
#include "base/buf.h"
#include "lint/lint.h"
#include "robots/groups.h"
#include "robots/lines.h"

/* A line that is neither blank nor only a comment. All spans are borrowed from the decoded text. */
struct lint_line {
    uint32_t number;
    struct span raw;         /* as written, without its end */
    struct span code;        /* without comment, white space around it and text after a NUL */
    struct span name;        /* the text before the colon, or all of CODE without one */
    struct span value;       /* the text after it, without white space around it */
    struct robots_line read; /* the line as tiptoe reads it */
    bool has_colon;
};

struct lint_name {
    struct span text;
    uint32_t line, column;
    uint32_t group;
    bool is_token;  /* as RFC 9309 has it */
    bool is_listed; /* on a line with other names */
};

/* A path of a rule. */
struct lint_rule {
    struct span text; /* as written */
    size_t len;       /* of its normal form */
    uint32_t line, column;
    uint32_t group;
    enum rule_kind kind;
    bool is_tied; /* with another, and already reported */
};

struct lint_group {
    uint32_t line, column; /* of its first User-agent line; 0 for the rules before any */
    uint32_t rule_count;   /* Allow and Disallow lines, empty ones too */
    bool has_delay;
};

/* The URL of a Sitemap line, which is judged when all rules are known. */
struct lint_sitemap {
    struct span url;
    uint32_t line, column;
};

/* The lines above the current one. */
struct lint_place {
    bool is_listing;     /* another User-agent line joins the group */
    bool after_blank;    /* a blank line followed; set by lint.c */
    uint32_t agent_line; /* the last User-agent line */
    uint32_t delay_line; /* the first delay after it; 0: none */
    uint32_t delay_column;
    uint32_t split_line; /* a delay between two names of the group, which has no rule yet; 0: none */
    uint32_t split_column;
};

struct lint {
    struct findings *findings;
    const struct lint_options *options;
    struct span body, text; /* as sent; decoded */
    struct span token;      /* of the agent */
    struct span origin;     /* of the file; empty if unknown */
    struct lint_place place;
    LIST(struct lint_name) names;
    LIST(struct lint_rule) rules;
    LIST(struct lint_group) groups;
    LIST(struct lint_sitemap) sitemaps;
    uint32_t lines;  /* read so far */
    bool has_orphan; /* a Disallow before any User-agent */
};

/* Returns the column of AT, a place in the line; 1 for NULL. */
static inline size_t lint_column(const struct lint_line *line, const char *at)
{
    return at ? (size_t)(at - line->raw.at) + 1 : 1;
}

/* Adds a finding about AT, a place in the line, whose message quotes SUBJECT. */
static inline void lint_add(struct lint *lint, enum lint_code code, const struct lint_line *line,
                            const char *at, struct span subject)
{
    findings_add(lint->findings, code, line->number, lint_column(line, at), subject);
}

/* Adds a finding about the file as a whole. */
static inline void lint_add_file(struct lint *lint, enum lint_code code)
{
    findings_add(lint->findings, code, 0, 0, span_of(""));
}

/* Checks the field of a line, and its value unless it is a name or rule (line_fields.c). */
void lint_line_field(struct lint *lint, const struct lint_line *line) NONNULL;

/* Checks the paths of a rule. */
void lint_path(struct lint *lint, const struct lint_line *line) NONNULL;

/* Checks how lines form groups (groups.c). */
void lint_groups_line(struct lint *lint, const struct lint_line *line) NONNULL;
void lint_groups_end(struct lint *lint) NONNULL;

/* Compares the rules with each other and with the sitemaps of the file, after the last line (rules.c). */
void lint_rules(struct lint *lint) NONNULL;

#endif
