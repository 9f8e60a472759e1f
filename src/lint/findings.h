/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_LINT_FINDINGS_H
#define TIPTOE_LINT_FINDINGS_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

/* What can be wrong in a robots.txt, in the answer it came with and in a page's own words to robots; and a
 * list of what was found. */

enum lint_severity {
    LINT_INFO,     /* worth knowing */
    LINT_OPTIMISE, /* the same could be said shorter */
    LINT_WARNING,  /* readers differ, or it is hardly what was meant */
    LINT_ERROR     /* it does not do what it says */
};
enum { LINT_SEVERITY_COUNT = LINT_ERROR + 1 };

/* In the order of the manual: first what the WebWatch robot of 1998 looked for. */
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

/* "agent-empty"; "error", "warning", "optimise", "info"; where a finding comes from: "seed 002",
 * "RFC 9309 §2.2". */
const char *lint_code_text(enum lint_code code) __attribute__((returns_nonnull));
const char *lint_severity_text(enum lint_severity severity) __attribute__((returns_nonnull));
const char *lint_code_source(enum lint_code code) __attribute__((returns_nonnull));

/* What a finding of this kind usually is; a few depend on the case. */
enum lint_severity lint_code_severity(enum lint_code code);

struct finding {
    enum lint_code code;
    enum lint_severity severity;
    uint32_t line;    /* from 1; 0: the file or the answer as a whole */
    uint32_t column;  /* from 1, in bytes; 0 with line 0 */
    struct span text; /* English, which quotes the file: remote text. Borrowed from the list */
};

/* Of each kind no more than this are kept one by one; all are counted. */
enum { FINDINGS_KEPT = 200 };

/* Init, let lint.h add, read, release. */
struct findings {
    struct kept_finding *kept;
    size_t kept_count, room;
    size_t counts[LINT_CODE_COUNT]; /* of all, kept or not */
    size_t severities[LINT_SEVERITY_COUNT];
    struct buf text;
};

void findings_init(struct findings *findings) __attribute__((nonnull));
void findings_release(struct findings *findings) __attribute__((nonnull));

/* Forgets what was found and keeps the memory. */
void findings_clear(struct findings *findings) __attribute__((nonnull));

/* Adds one of the usual severity, or of another. The format makes a sentence without a full stop; what it
 * quotes from the file goes through quote(). */
void findings_add(struct findings *findings, enum lint_code code, uint32_t line, size_t column,
                  const char *format, ...) __attribute__((nonnull, format(printf, 5, 6)));
void findings_add_as(struct findings *findings, enum lint_severity severity, enum lint_code code,
                     uint32_t line, size_t column, const char *format, ...)
    __attribute__((nonnull, format(printf, 6, 7)));

/* TEXT as a C string for the call it stands in, cut to what is needed to recognise it; a NUL becomes '?'. */
struct quote {
    char text[80];
};
struct quote quote(struct span text);

/* Puts them in the order of the file, those of one place in the order of the manual. */
void findings_sort(struct findings *findings) __attribute__((nonnull));

/* The I-th of those kept (kept_count). */
struct finding findings_get(const struct findings *findings, size_t i) __attribute__((nonnull));

#endif
