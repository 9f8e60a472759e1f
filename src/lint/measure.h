/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_LINT_MEASURE_H
#define TIPTOE_LINT_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

/* Figures and traits of one robots.txt (ROBOTS.md, section 7). Pure. */

enum figure {
    FIGURE_BYTES,
    FIGURE_LINES,
    FIGURE_BYTES_PER_LINE,
    FIGURE_BLANK_LINES,
    FIGURE_COMMENT_LINES,   /* that start with a comment */
    FIGURE_COMMENTED_LINES, /* that contain one */
    FIGURE_UNPARSED_LINES,  /* blank lines and those that start with a comment */
    FIGURE_UNPARSED_PERCENT,
    FIGURE_USER_AGENTS, /* fields, as are the next ones */
    FIGURE_AGENT_LISTS, /* User-agent fields with several names */
    FIGURE_DISALLOWS,
    FIGURE_ALLOWS,
    FIGURE_DIRECTIVES,          /* Disallow and Allow */
    FIGURE_DISALLOWS_PER_AGENT, /* of the groups of its User-agent fields, on average */
    FIGURE_ALLOWS_PER_AGENT,
    FIGURE_GROUPS,
    FIGURE_RULES_PER_GROUP, /* on average */
    FIGURE_LONGEST_RULE,    /* bytes of the longest value */
    FIGURE_SITEMAPS,
    FIGURE_COUNT
};

enum trait {
    TRAIT_EMPTY,
    TRAIT_COMMENTS_ONLY, /* not empty, only comments and blank lines */
    TRAIT_BARE,          /* not empty, no comment and no blank line */
    TRAIT_NO_AGENT,      /* not empty, no User-agent field */
    TRAIT_NO_DIRECTIVE,
    TRAIT_AGENT_LIST,
    TRAIT_ALLOW,
    TRAIT_WILDCARD,
    TRAIT_DOLLAR,
    TRAIT_SITEMAP,
    TRAIT_CRAWL_DELAY,
    TRAIT_NOINDEX,
    TRAIT_HOST,
    TRAIT_CLEAN_PARAM,
    TRAIT_REQUEST_RATE,
    TRAIT_VISIT_TIME,
    TRAIT_CONTENT_USAGE,
    TRAIT_CONTENT_SIGNAL,
    TRAIT_LICENSE,
    TRAIT_ACAP,
    TRAIT_NAMES_US,  /* the agent's exact name */
    TRAIT_STAR_ONLY, /* no name but "*" */
    TRAIT_NAMELESS,  /* a group without a name */
    TRAIT_OPEN,      /* everything is allowed to the agent */
    TRAIT_CLOSED,    /* nothing is */
    TRAIT_PARTLY,
    TRAIT_DIFFERS, /* readings differ for a path of the file */
    TRAIT_EOL_LF,  /* all line ends are of this kind */
    TRAIT_EOL_CRLF,
    TRAIT_EOL_CR,
    TRAIT_EOL_MIXED,
    TRAIT_EOL_NONE, /* a single line without an end */
    TRAIT_BOM,
    TRAIT_UTF16,
    TRAIT_NUL,
    TRAIT_NOT_UTF8,
    TRAIT_OVER_100_KB,
    TRAIT_OVER_512000,
    TRAIT_HTML, /* a web page: only its bytes are counted */
    TRAIT_COUNT
};

/* The names of a figure or trait: for programs ("bytes-per-line", "crawl-delay") and for people. */
struct measure_name {
    const char *key, *text;
};
const struct measure_name *figure_name(enum figure figure) __attribute__((returns_nonnull));
const struct measure_name *trait_name(enum trait trait) __attribute__((returns_nonnull));

struct measure_group {
    uint32_t agents, names, disallows, allows;
};

struct measure_spans {
    struct span *items;
    size_t count, room;
};

/* Init once, measure many files, release. Spans are borrowed from the body and from DECODED until the next
 * file. */
struct measure {
    double figures[FIGURE_COUNT];
    uint64_t traits;              /* a bit for each */
    struct measure_group *groups; /* the first has the rules before any User-agent line */
    size_t group_count, group_room;
    struct measure_spans names;  /* of User-agent fields */
    struct measure_spans paths;  /* values of Disallow fields that are not empty */
    struct measure_spans delays; /* values of Crawl-delay fields */
    struct buf decoded;
};

void measure_init(struct measure *measure) __attribute__((nonnull));
void measure_release(struct measure *measure) __attribute__((nonnull));

static inline bool measure_has(uint64_t traits, enum trait trait)
{
    return traits >> trait & 1;
}

/* Measures BODY. The traits open, closed and partly are those for AGENT, which is as in struct
 * robots_options. */
void measure_file(struct measure *measure, struct span body, struct span agent) __attribute__((nonnull));

#endif
