/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_LINT_CODES_H
#define TIPTOE_LINT_CODES_H

/* The kinds of finding: problems in a robots.txt, in the answer that brought it, and in what a page says to
 * robots. */

enum lint_severity {
    LINT_INFO,     /* useful to know */
    LINT_OPTIMISE, /* a shorter file would mean the same */
    LINT_WARNING,  /* readers differ, or the effect is probably not intended */
    LINT_ERROR     /* the line does not have the effect that it states */
};
enum { LINT_SEVERITY_COUNT = LINT_ERROR + 1 };

/* In the order of the manual: the findings of the WebWatch robot of 1998 come first. */
enum lint_code {
    LINT_AGENT_EMPTY,
    LINT_RULE_WITHOUT_AGENT,
    LINT_AGENT_WITHOUT_RULE,
    LINT_UNKNOWN_FIELD,
    LINT_CRLF,
    LINT_EMPTY_FILE,
    LINT_AGENT_REPEATED,
    LINT_INDENTED_FIELD,
    LINT_MISSING_COLON,
    LINT_NO_AGENT,
    LINT_NO_DISALLOW,
    LINT_LARGE_FILE,
    LINT_SENSITIVE_PATH,
    LINT_WRONG_PLACE,
    LINT_STANDARD_ONLY,
    LINT_COMMENT_SHARE,
    LINT_STAR_REPEATED,
    LINT_MISSING_BLANK_LINE,
    LINT_BLANK_IN_GROUP,
    LINT_BLANK_BEFORE_RULE,
    LINT_AGENT_LIST,
    LINT_PATH_LIST,
    LINT_AGENT_VERSION,
    LINT_WILDCARD_IN_AGENT,
    LINT_REGEX_LIKE,
    LINT_PROSE,
    LINT_HTML,

    LINT_TYPO,
    LINT_TWO_FIELDS_ON_LINE,
    LINT_SEMICOLON_COMMENT,
    LINT_EQUALS_SIGN,
    LINT_AGENT_NEAR,
    LINT_AGENT_NOT_TOKEN,

    LINT_ORPHAN_ALLOW,
    LINT_ALLOW_MALFORMED,
    LINT_PATH_NOSLASH,
    LINT_PATH_ABSOLUTE_URL,
    LINT_PATH_FOREIGN_URL,
    LINT_PATH_SPACE,
    LINT_PATH_QUOTED,
    LINT_PATH_BACKSLASH,
    LINT_PATH_NOT_UTF8,
    LINT_PATH_NOT_ENCODED,
    LINT_PATH_BAD_ESCAPE,
    LINT_PATH_ESCAPE_CASE,
    LINT_PATH_NEEDLESS_ESCAPE,
    LINT_PATH_DOT_SEGMENT,
    LINT_PATH_FRAGMENT,
    LINT_DOLLAR_INSIDE,
    LINT_STAR_REDUNDANT,
    LINT_STAR_MANY,

    LINT_RULE_SHADOWED,
    LINT_RULE_DUPLICATE,
    LINT_RULE_TIE,
    LINT_RULE_ORDER,
    LINT_READING_DIFFERS,
    LINT_INDEX_HTML_ALLOW,

    LINT_BLOCKS_ALL,
    LINT_BLOCKS_US,
    LINT_BLOCKS_ROOT_ONLY,
    LINT_BLOCKS_MIRRORS,

    LINT_BLOCKS_SITEMAP,
    LINT_SITEMAP_FOREIGN,
    LINT_SITEMAP_RELATIVE,
    LINT_SITEMAP_IN_GROUP,
    LINT_DELAY_INVALID,
    LINT_DELAY_HUGE,
    LINT_DELAY_ONLY,
    LINT_DELAY_SPLITS_NAMES,
    LINT_RATE_INVALID,
    LINT_VISIT_TIME_INVALID,
    LINT_CLEANPARAM_INVALID,
    LINT_NOINDEX_IN_ROBOTS,
    LINT_ENGINE_ONLY,
    LINT_CONTENT_SIGNAL_INVALID,
    LINT_USAGE_INVALID,
    LINT_USAGE_USELESS,

    LINT_BOM,
    LINT_BOM_PARTIAL,
    LINT_BOM_INSIDE,
    LINT_UTF16,
    LINT_NUL,
    LINT_CONTROL,
    LINT_INVISIBLE,
    LINT_EOL_CR,
    LINT_EOL_MIXED,
    LINT_NO_FINAL_EOL,
    LINT_LINE_LONG,
    LINT_RULES_MANY,

    LINT_HTTP_STATUS,
    LINT_HTTP_REDIRECT,
    LINT_HTTP_REDIRECTS_MANY,
    LINT_HTTP_TYPE,
    LINT_HTTP_CHARSET,
    LINT_HTTP_ENCODING,
    LINT_HTTP_UNCACHEABLE,
    LINT_HOST_DIFFERS,

    LINT_META_CONFLICT,
    LINT_META_UNREACHABLE,
    LINT_META_UNKNOWN,
    LINT_HEADER_META_DIFFER,
    LINT_UNAVAILABLE_INVALID,

    LINT_CODE_COUNT
};

struct lint_kind {
    const char *text;            /* "agent-empty" */
    enum lint_severity severity; /* the usual one; a few findings depend on the case */
    const char *source; /* the text that it is based on, by its public name: "Ariadne/WebWatch, 1998" */
    /* Whole sentences: the problem, how tiptoe reads the place, and what to write instead. "{}" stands for
     * the text that the finding is about. NULL if the finding states more than that: its message is at the
     * call of findings_format. */
    const char *message;
};

const struct lint_kind *lint_kind(enum lint_code code) __attribute__((returns_nonnull));

/* "error", "warning", "optimise", "info" */
const char *lint_severity_text(enum lint_severity severity) __attribute__((returns_nonnull));

#endif
