/* SPDX-License-Identifier: MIT */
/* The table of everything robots check can say, and the list it says it in. Of each kind only so many are
 * kept: a file of two megabytes can be wrong in a million places, and nobody reads them all. */
#include "config.h"

#include "lint/findings.h"

#include <stdlib.h>

#include "base/alloc.h"

/* Each text is short; this many of all kinds cannot meet it. */
#define TEXT_MAX ((size_t)LINT_CODE_COUNT * FINDINGS_KEPT * 2048)

struct kept_finding {
    enum lint_code code;
    enum lint_severity severity;
    uint32_t line, column;
    size_t text_at, text_len;
};

struct code_row {
    const char *text;
    enum lint_severity severity;
    const char *source;
};

static const struct code_row codes[LINT_CODE_COUNT] = {
    [LINT_AGENT_EMPTY] = {"agent-empty", LINT_ERROR, "seed 002, figure 5"},
    [LINT_RULE_WITHOUT_AGENT] = {"rule-without-agent", LINT_ERROR, "seed 002, figure 5"},
    [LINT_AGENT_WITHOUT_RULE] = {"agent-without-rule", LINT_ERROR, "seed 002, figure 5"},
    [LINT_UNKNOWN_FIELD] = {"unknown-field", LINT_WARNING, "seed 002, figure 5"},
    [LINT_CRLF] = {"crlf", LINT_INFO, "seed 002, figure 5"},
    [LINT_EMPTY_FILE] = {"empty-file", LINT_WARNING, "seed 002, figure 5"},
    [LINT_AGENT_REPEATED] = {"agent-repeated", LINT_OPTIMISE, "seed 002, figure 5"},
    [LINT_INDENTED_FIELD] = {"indented-field", LINT_WARNING, "seed 002"},
    [LINT_MISSING_COLON] = {"missing-colon", LINT_ERROR, "seed 002"},
    [LINT_NO_AGENT] = {"no-agent", LINT_ERROR, "seed 002"},
    [LINT_NO_DISALLOW] = {"no-disallow", LINT_WARNING, "seed 002"},
    [LINT_LARGE_FILE] = {"large-file", LINT_WARNING, "seed 002; RFC 9309 §2.5"},
    [LINT_SENSITIVE_PATH] = {"sensitive-path", LINT_WARNING, "seed 002; RFC 9309 §3"},
    [LINT_WRONG_PLACE] = {"wrong-place", LINT_ERROR, "seed 002; RFC 9309 §2.3"},
    [LINT_STANDARD_ONLY] = {"standard-only", LINT_INFO, "seed 002, figure 6"},
    [LINT_COMMENT_SHARE] = {"comment-share", LINT_INFO, "seed 002"},
    [LINT_STAR_REPEATED] = {"star-repeated", LINT_ERROR, "seed 001"},
    [LINT_MISSING_BLANK_LINE] = {"missing-blank-line", LINT_INFO, "seed 003"},
    [LINT_BLANK_IN_GROUP] = {"blank-in-group", LINT_WARNING, "seeds 001, 003, 004"},
    [LINT_BLANK_BEFORE_RULE] = {"blank-before-rule", LINT_WARNING, "seeds 001, 003, 004"},
    [LINT_AGENT_LIST] = {"agent-list", LINT_WARNING, "seeds 002, 004; RFC 9309 §2.2.1"},
    [LINT_PATH_LIST] = {"path-list", LINT_ERROR, "seed 004; RFC 9309 §2.2.2"},
    [LINT_AGENT_VERSION] = {"agent-version", LINT_INFO, "seeds 001, 002"},
    [LINT_WILDCARD_IN_AGENT] = {"wildcard-in-agent", LINT_WARNING, "seed 004"},
    [LINT_REGEX_LIKE] = {"regex-like", LINT_WARNING, "seed 004"},
    [LINT_PROSE] = {"prose", LINT_WARNING, "seed 004"},
    [LINT_HTML] = {"html", LINT_ERROR, "seed 004; RFC 9309 §2.3"},

    [LINT_TYPO] = {"typo", LINT_ERROR, "RFC 9309 §2.2.4"},
    [LINT_TWO_FIELDS_ON_LINE] = {"two-fields-on-line", LINT_ERROR, "RFC 9309 §2.2"},
    [LINT_SEMICOLON_COMMENT] = {"semicolon-comment", LINT_ERROR, "RFC 9309 §2.2.3"},
    [LINT_EQUALS_SIGN] = {"equals-sign", LINT_ERROR, "RFC 9309 §2.2"},
    [LINT_AGENT_NEAR] = {"agent-near", LINT_WARNING, "seed 001; RFC 9309 §2.2.1"},
    [LINT_AGENT_NOT_TOKEN] = {"agent-not-token", LINT_WARNING, "RFC 9309 §2.2.1"},

    [LINT_ORPHAN_ALLOW] = {"orphan-allow", LINT_WARNING, "RFC 9309 §2.2.2"},
    [LINT_ALLOW_MALFORMED] = {"allow-malformed", LINT_WARNING, "RFC 9309 §2.2"},
    [LINT_PATH_NOSLASH] = {"path-noslash", LINT_ERROR, "RFC 9309 §2.2"},
    [LINT_PATH_ABSOLUTE_URL] = {"path-absolute-url", LINT_ERROR, "seed 003; RFC 9309 §2.2"},
    [LINT_PATH_FOREIGN_URL] = {"path-foreign-url", LINT_ERROR, "seed 003; RFC 9309 §2.3"},
    [LINT_PATH_SPACE] = {"path-space", LINT_ERROR, "RFC 9309 §2.2"},
    [LINT_PATH_QUOTED] = {"path-quoted", LINT_ERROR, "RFC 9309 §2.2"},
    [LINT_PATH_BACKSLASH] = {"path-backslash", LINT_ERROR, "RFC 9309 §2.2"},
    [LINT_PATH_NOT_UTF8] = {"path-not-utf8", LINT_WARNING, "RFC 9309 §2.3"},
    [LINT_PATH_NOT_ENCODED] = {"path-not-encoded", LINT_INFO, "RFC 9309 §2.2.2"},
    [LINT_PATH_BAD_ESCAPE] = {"path-bad-escape", LINT_WARNING, "RFC 3986 §2.1"},
    [LINT_PATH_ESCAPE_CASE] = {"path-escape-case", LINT_OPTIMISE, "RFC 3986 §6.2.2.1"},
    [LINT_PATH_NEEDLESS_ESCAPE] = {"path-needless-escape", LINT_INFO, "RFC 9309 §2.2.2"},
    [LINT_PATH_DOT_SEGMENT] = {"path-dot-segment", LINT_WARNING, "RFC 3986 §5.2.4"},
    [LINT_PATH_FRAGMENT] = {"path-fragment", LINT_WARNING, "seed 001; RFC 9309 §2.2.3"},
    [LINT_DOLLAR_INSIDE] = {"dollar-inside", LINT_WARNING, "RFC 9309 §2.2.3"},
    [LINT_STAR_REDUNDANT] = {"star-redundant", LINT_OPTIMISE, "RFC 9309 §2.2.3"},
    [LINT_STAR_MANY] = {"star-many", LINT_WARNING, "RFC 9309 §2.2.3"},

    [LINT_RULE_SHADOWED] = {"rule-shadowed", LINT_OPTIMISE, "RFC 9309 §2.2.2"},
    [LINT_RULE_DUPLICATE] = {"rule-duplicate", LINT_OPTIMISE, "RFC 9309 §2.2.2"},
    [LINT_RULE_TIE] = {"rule-tie", LINT_WARNING, "RFC 9309 §2.2.2"},
    [LINT_RULE_ORDER] = {"rule-order", LINT_WARNING, "seed 000; RFC 9309 §2.2.2"},
    [LINT_READING_DIFFERS] = {"reading-differs", LINT_WARNING, "seeds 001, 003; RFC 9309"},
    [LINT_INDEX_HTML_ALLOW] = {"index-html-allow", LINT_INFO, "google/robotstxt"},

    [LINT_BLOCKS_ALL] = {"blocks-all", LINT_INFO, "RFC 9309 §2.2.2"},
    [LINT_BLOCKS_US] = {"blocks-us", LINT_INFO, "RFC 9309 §2.2.1"},
    [LINT_BLOCKS_ROOT_ONLY] = {"blocks-root-only", LINT_INFO, "RFC 9309 §2.2.3"},
    [LINT_BLOCKS_MIRRORS] = {"blocks-mirrors", LINT_INFO, "RFC 9309 §2.2.1"},

    [LINT_BLOCKS_SITEMAP] = {"blocks-sitemap", LINT_WARNING, "sitemaps.org protocol"},
    [LINT_SITEMAP_FOREIGN] = {"sitemap-foreign", LINT_INFO, "sitemaps.org protocol"},
    [LINT_SITEMAP_RELATIVE] = {"sitemap-relative", LINT_ERROR, "sitemaps.org protocol"},
    [LINT_SITEMAP_IN_GROUP] = {"sitemap-in-group", LINT_INFO, "RFC 9309 §2.2.4"},
    [LINT_DELAY_INVALID] = {"delay-invalid", LINT_ERROR, "RFC 9309 §2.2.4"},
    [LINT_DELAY_HUGE] = {"delay-huge", LINT_WARNING, "RFC 9309 §2.2.4"},
    [LINT_DELAY_ONLY] = {"delay-only", LINT_INFO, "RFC 9309 §2.2.1"},
    [LINT_DELAY_SPLITS_NAMES] = {"delay-splits-names", LINT_WARNING, "RFC 9309 §2.2.4"},
    [LINT_RATE_INVALID] = {"rate-invalid", LINT_ERROR, "Conner 1996"},
    [LINT_VISIT_TIME_INVALID] = {"visit-time-invalid", LINT_ERROR, "Conner 1996"},
    [LINT_CLEANPARAM_INVALID] = {"cleanparam-invalid", LINT_ERROR, "Yandex"},
    [LINT_NOINDEX_IN_ROBOTS] = {"noindex-in-robots", LINT_WARNING, "RFC 9309 §2.2.4"},
    [LINT_ENGINE_ONLY] = {"engine-only", LINT_INFO, "RFC 9309 §2.2.4"},
    [LINT_CONTENT_SIGNAL_INVALID] = {"content-signal-invalid", LINT_WARNING, "Content Signals"},
    [LINT_USAGE_INVALID] = {"usage-invalid", LINT_WARNING, "draft-ietf-aipref-attach"},
    [LINT_USAGE_USELESS] = {"usage-useless", LINT_INFO, "draft-ietf-aipref-attach"},

    [LINT_BOM] = {"bom", LINT_INFO, "RFC 9309 §2.3"},
    [LINT_BOM_PARTIAL] = {"bom-partial", LINT_WARNING, "RFC 9309 §2.3"},
    [LINT_BOM_INSIDE] = {"bom-inside", LINT_WARNING, "RFC 9309 §2.2"},
    [LINT_UTF16] = {"utf16", LINT_ERROR, "RFC 9309 §2.3"},
    [LINT_NUL] = {"nul", LINT_ERROR, "RFC 9309 §2.2"},
    [LINT_CONTROL] = {"control", LINT_WARNING, "RFC 9309 §2.2"},
    [LINT_INVISIBLE] = {"invisible", LINT_WARNING, "RFC 9309 §2.2"},
    [LINT_EOL_CR] = {"eol-cr", LINT_WARNING, "seed 001; RFC 9309 §2.2"},
    [LINT_EOL_MIXED] = {"eol-mixed", LINT_WARNING, "seed 001; RFC 9309 §2.2"},
    [LINT_NO_FINAL_EOL] = {"no-final-eol", LINT_INFO, "RFC 9309 §2.2"},
    [LINT_LINE_LONG] = {"line-long", LINT_ERROR, "google/robotstxt"},
    [LINT_RULES_MANY] = {"rules-many", LINT_WARNING, "Yandex"},

    [LINT_HTTP_STATUS] = {"http-status", LINT_WARNING, "seed 000; RFC 9309 §2.3.1"},
    [LINT_HTTP_REDIRECT] = {"http-redirect", LINT_INFO, "seed 000; RFC 9309 §2.3.1.2"},
    [LINT_HTTP_REDIRECTS_MANY] = {"http-redirects-many", LINT_ERROR, "RFC 9309 §2.3.1.2"},
    [LINT_HTTP_TYPE] = {"http-type", LINT_WARNING, "RFC 9309 §2.3"},
    [LINT_HTTP_CHARSET] = {"http-charset", LINT_WARNING, "RFC 9309 §2.3"},
    [LINT_HTTP_ENCODING] = {"http-encoding", LINT_ERROR, "RFC 9110 §8.4"},
    [LINT_HTTP_UNCACHEABLE] = {"http-uncacheable", LINT_INFO, "RFC 9309 §2.4"},
    [LINT_HOST_DIFFERS] = {"host-differs", LINT_WARNING, "RFC 9309 §2.3"},

    [LINT_META_CONFLICT] = {"meta-conflict", LINT_WARNING, "seeds 002, 004"},
    [LINT_META_UNREACHABLE] = {"meta-unreachable", LINT_WARNING, "seed 004"},
    [LINT_META_UNKNOWN] = {"meta-unknown", LINT_WARNING, "seed 004"},
    [LINT_HEADER_META_DIFFER] = {"header-meta-differ", LINT_WARNING, "X-Robots-Tag"},
    [LINT_UNAVAILABLE_INVALID] = {"unavailable-invalid", LINT_WARNING, "X-Robots-Tag"},
};

const char *lint_code_text(enum lint_code code)
{
    return codes[code].text;
}

const char *lint_code_source(enum lint_code code)
{
    return codes[code].source;
}

enum lint_severity lint_code_severity(enum lint_code code)
{
    return codes[code].severity;
}

const char *lint_severity_text(enum lint_severity severity)
{
    static const char *const texts[LINT_SEVERITY_COUNT] = {"info", "optimise", "warning", "error"};

    return texts[severity];
}

void findings_init(struct findings *findings)
{
    memset(findings, 0, sizeof *findings);
    buf_init(&findings->text, TEXT_MAX);
}

void findings_release(struct findings *findings)
{
    free(findings->kept);
    buf_release(&findings->text);
    findings_init(findings);
}

void findings_clear(struct findings *findings)
{
    findings->kept_count = 0;
    buf_clear(&findings->text);
    memset(findings->counts, 0, sizeof findings->counts);
    memset(findings->severities, 0, sizeof findings->severities);
}

static void __attribute__((format(printf, 6, 0)))
add(struct findings *findings, enum lint_severity severity, enum lint_code code, uint32_t line, size_t column,
    const char *format, va_list args)
{
    struct kept_finding found = {.code = code, .severity = severity, .line = line};

    findings->severities[severity]++;
    if (findings->counts[code]++ >= FINDINGS_KEPT)
        return;
    found.column = (uint32_t)(column < UINT32_MAX ? column : UINT32_MAX);
    found.text_at = findings->text.len;
    (void)buf_add_format_args(&findings->text, format, args);
    found.text_len = findings->text.len - found.text_at;
    if (findings->kept_count == findings->room) {
        findings->room = findings->room ? 2 * findings->room : 64;
        findings->kept = mem_grow(findings->kept, findings->room, sizeof *findings->kept);
    }
    findings->kept[findings->kept_count++] = found;
}

void findings_add(struct findings *findings, enum lint_code code, uint32_t line, size_t column,
                  const char *format, ...)
{
    va_list args;

    va_start(args, format);
    add(findings, codes[code].severity, code, line, column, format, args);
    va_end(args);
}

void findings_add_as(struct findings *findings, enum lint_severity severity, enum lint_code code,
                     uint32_t line, size_t column, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    add(findings, severity, code, line, column, format, args);
    va_end(args);
}

struct quote quote(struct span text)
{
    static const char dots[] = "…";
    struct quote cut;
    size_t most = sizeof cut.text - sizeof dots, len = text.len < most ? text.len : most;

    /* Not through the middle of a character. */
    while (len < text.len && len > most - 4 && (text.at[len] & '\xc0') == '\x80')
        len--;
    for (size_t i = 0; i < len; i++)
        cut.text[i] = text.at[i] ? text.at[i] : '?';
    memcpy(cut.text + len, len < text.len ? dots : "", len < text.len ? sizeof dots : 1);
    return cut;
}

static int compare(const void *a, const void *b)
{
    const struct kept_finding *left = a, *right = b;

    if (left->line != right->line)
        return left->line < right->line ? -1 : 1;
    if (left->column != right->column)
        return left->column < right->column ? -1 : 1;
    if (left->code != right->code)
        return left->code < right->code ? -1 : 1;
    return (left->text_at > right->text_at) - (left->text_at < right->text_at);
}

void findings_sort(struct findings *findings)
{
    if (findings->kept_count > 0)
        qsort(findings->kept, findings->kept_count, sizeof *findings->kept, compare);
}

struct finding findings_get(const struct findings *findings, size_t i)
{
    const struct kept_finding *found = &findings->kept[i];

    return (struct finding){
        .code = found->code,
        .severity = found->severity,
        .line = found->line,
        .column = found->column,
        .text = span_part(buf_span(&findings->text), found->text_at, found->text_len),
    };
}
