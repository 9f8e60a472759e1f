/* SPDX-License-Identifier: MIT */
/* Keeps the list of findings of one file, with a limited number of each code: a file of two megabytes can
 * have a million problems, and no one reads them all. The table of all codes has name, severity, source and
 * message; the manual lists them too, and tests/style/findings.sh compares the two. names.awk makes enum
 * lint_code of the rows. */
#include "config.h"

#include "lint/lint.h"

#include <stdlib.h>

#include "base/alloc.h"

/* The texts that preceded RFC 9309, by their public names. */
#define OREILLY        "Web Client Programming with Perl, Appendix C, 1997"
#define STANDARD_1994  "A Standard for Robot Exclusion, 1994"
#define WEBWATCH       "Ariadne/WebWatch, 1998"
#define WWW_ROBOTRULES "WWW::RobotRules manual, 2008"
#define FAQ            "Web Robots FAQ"
#define REVISITED      "Robot Exclusion Standard Revisited, 1996"
#define CONNER         "An Extended Standard for Robot Exclusion, 1996"

/* In the order of the manual: the findings of the WebWatch robot of 1998 come first. */
static const struct lint_kind codes[LINT_CODE_COUNT] = {
    [LINT_AGENT_EMPTY] = {"agent-empty", LINT_ERROR, WEBWATCH,
                          "User-agent field without value; tiptoe reads it as every robot, unless the group "
                          "also has a name. Write a robot name or '*' after the colon."},
    [LINT_RULE_WITHOUT_AGENT] =
        {"rule-without-agent", LINT_ERROR, WEBWATCH,
         "No User-agent value corresponding to Disallow; the rule restricts every robot that the file does "
         "not name, but RFC 9309 readers ignore it. Write a User-agent line above the rule."},
    [LINT_AGENT_WITHOUT_RULE] =
        {"agent-without-rule", LINT_ERROR, WEBWATCH,
         "No Disallow fields corresponding to User-agent before the blank line; tiptoe, like RFC 9309, gives "
         "this name the rules of the next group, readers from 1994 see an incomplete record. Write a "
         "Disallow line below it; an empty one allows everything."},
    [LINT_UNKNOWN_FIELD] = {"unknown-field", LINT_WARNING, WEBWATCH,
                            "'{}' is an unknown field; tiptoe skips the line. Remove it, or write a known "
                            "field name at the start of the line, followed by a colon."},
    [LINT_CRLF] = {"crlf", LINT_INFO, WEBWATCH,
                   "CR LF (DOS-style) ends of line; tiptoe and all readers of today accept them. LF alone is "
                   "the plain form."},
    [LINT_EMPTY_FILE] = {"empty-file", LINT_WARNING, WEBWATCH,
                         "Empty file; every robot is welcome. To say so explicitly, write 'User-agent: *' "
                         "and below it an empty 'Disallow:'."},
    [LINT_AGENT_REPEATED] = {"agent-repeated", LINT_OPTIMISE, WEBWATCH, NULL},
    [LINT_MISSING_COLON] = {"missing-colon", LINT_ERROR, WEBWATCH, NULL},
    [LINT_NO_AGENT] = {"no-agent", LINT_ERROR, WEBWATCH,
                       "The file is not empty but has no User-agent line; tiptoe applies its rules to every "
                       "robot, RFC 9309 readers see no rules. Write 'User-agent: *' above the rules."},
    [LINT_LARGE_FILE] = {"large-file", LINT_WARNING, WEBWATCH "; RFC 9309 §2.5", NULL},
    [LINT_WRONG_PLACE] = {"wrong-place", LINT_ERROR, WEBWATCH "; RFC 9309 §2.3",
                          "'{}' is not at the root, or its name is not all lower-case; no robot reads it as "
                          "robots.txt. Serve it as /robots.txt."},
    [LINT_AGENT_LIST] =
        {"agent-list", LINT_WARNING, WEBWATCH "; " REVISITED "; RFC 9309 §2.2.1",
         "'{}': several names on one line; tiptoe reads each, RFC 9309 readers see only one, or "
         "none. Write one name per line."},
    [LINT_PATH_LIST] = {"path-list", LINT_ERROR, REVISITED "; RFC 9309 §2.2.2",
                        "'{}': several paths on one line; tiptoe reads each, RFC 9309 readers see one path "
                        "with spaces, which never matches. Write one path per line."},
    [LINT_WILDCARD_IN_AGENT] = {"wildcard-in-agent", LINT_WARNING, FAQ,
                                "'*' inside a name is not a pattern; tiptoe removes it and compares the "
                                "rest. Write the full name, or '*' alone for every robot."},
    [LINT_REGEX_LIKE] =
        {"regex-like", LINT_WARNING, FAQ,
         "'{}': a path is not a regular expression; tiptoe, like all readers, matches everything except '*' "
         "and a final '$' literally. Write a plain path; only '*' and '$' are special."},
    [LINT_PROSE] = {"prose", LINT_WARNING, FAQ,
                    "'{}': text outside a comment; robots skip it. Write '#' before it."},
    [LINT_HTML] = {"html", LINT_ERROR, FAQ "; RFC 9309 §2.3",
                   "An HTML page is served as robots.txt; tiptoe reads no rule from it. Serve a plain-text "
                   "file instead, or answer 404 if there is no file."},

    [LINT_TYPO] = {"typo", LINT_ERROR, "RFC 9309 §2.2.4", NULL},
    [LINT_TWO_FIELDS_ON_LINE] = {"two-fields-on-line", LINT_ERROR, "RFC 9309 §2.2",
                                 "'{}': a second field on the line; a line end was lost, and all readers see "
                                 "part of the first field's value. Write each field on its own line."},
    [LINT_SEMICOLON_COMMENT] = {"semicolon-comment", LINT_ERROR, "RFC 9309 §2.2.3",
                                "'{}': a semicolon or '//' does not start a comment; tiptoe skips such a "
                                "line, and inside a value reads it as part of the value. Write '#'."},
    [LINT_EQUALS_SIGN] = {"equals-sign", LINT_ERROR, "RFC 9309 §2.2",
                          "'{}': equals sign after the field; no reader reads it as a colon. Write a colon."},
    [LINT_AGENT_NEAR] = {"agent-near", LINT_WARNING, STANDARD_1994 "; RFC 9309 §2.2.1", NULL},
    [LINT_AGENT_NOT_TOKEN] =
        {"agent-not-token", LINT_WARNING, "RFC 9309 §2.2.1",
         "'{}': a name with characters other than letters, '_' and '-'; tiptoe compares the whole name, "
         "Google only the part before the first such character, others skip it. Write only letters, '_' and "
         "'-'."},

    [LINT_ORPHAN_ALLOW] = {"orphan-allow", LINT_WARNING, "RFC 9309 §2.2.2",
                           "This Allow has no effect because it comes before any User-agent, except on a "
                           "Disallow that does so too. Write a User-agent line above it."},
    [LINT_ALLOW_MALFORMED] =
        {"allow-malformed", LINT_WARNING, "RFC 9309 §2.2",
         "This Allow has no effect because it is not written correctly; in doubt, tiptoe takes the reading "
         "that forbids more. Write 'Allow: /path', without white space or quotes in the path."},
    [LINT_PATH_NOSLASH] = {"path-noslash", LINT_ERROR, "RFC 9309 §2.2",
                           "'{}' does not start with '/' or '*'; tiptoe reads a Disallow as if it did and "
                           "skips an Allow, most readers match nothing. Write '/' before it."},
    [LINT_PATH_ABSOLUTE_URL] = {"path-absolute-url", LINT_ERROR, WWW_ROBOTRULES "; RFC 9309 §2.2",
                                "'{}' is a whole URL; tiptoe reads the path of a Disallow for this site and "
                                "skips an Allow, most readers match nothing. Write only a path."},
    [LINT_PATH_FOREIGN_URL] =
        {"path-foreign-url", LINT_ERROR, WWW_ROBOTRULES "; RFC 9309 §2.3",
         "'{}' is a URL of another host; tiptoe ignores the rule. Write the rule in that host's robots.txt."},
    [LINT_PATH_SPACE] =
        {"path-space", LINT_ERROR, "RFC 9309 §2.2",
         "'{}': space in the path; tiptoe reads %20 in a Disallow, most readers match nothing. Write %20."},
    [LINT_PATH_QUOTED] = {"path-quoted", LINT_ERROR, "RFC 9309 §2.2",
                          "'{}': quotes around the path or the line; tiptoe removes them where the rule "
                          "restricts, others do not. Write it without them."},
    [LINT_PATH_BACKSLASH] =
        {"path-backslash", LINT_ERROR, "RFC 9309 §2.2",
         "'{}': backslash in the path; it is not a separator, and tiptoe matches it as %5C. Write '/'."},
    [LINT_PATH_NOT_UTF8] = {"path-not-utf8", LINT_WARNING, "RFC 9309 §2.3",
                            "'{}' contains bytes outside UTF-8; tiptoe matches each as its escape. Write it "
                            "in UTF-8, or write the escapes that the site's URLs have."},
    [LINT_PATH_BAD_ESCAPE] = {"path-bad-escape", LINT_WARNING, "RFC 3986 §2.1",
                              "'{}': '%' without two hexadecimal digits; tiptoe matches it as %25. For a "
                              "literal percent sign, write %25."},
    [LINT_PATH_DOT_SEGMENT] = {"path-dot-segment", LINT_WARNING, "RFC 3986 §5.2.4",
                               "'{}': '..' in a rule; no request has it in its path, so the rule matches "
                               "nothing. Write the path without it."},
    [LINT_PATH_FRAGMENT] =
        {"path-fragment", LINT_WARNING, STANDARD_1994 "; RFC 9309 §2.2.3",
         "'{}': the text after '#' is silently lost, because '#' starts a comment even without a space "
         "before it. For a literal '#', write %23; for a comment, write a space before it."},
    [LINT_DOLLAR_INSIDE] = {"dollar-inside", LINT_WARNING, "RFC 9309 §2.2.3",
                            "'{}': '$' not at the end is literal. Write %24 to make that clear."},
    [LINT_STAR_REDUNDANT] =
        {"star-redundant", LINT_OPTIMISE, "RFC 9309 §2.2.3",
         "'{}': a trailing '*' changes nothing, because every path is a prefix. Write the path without it."},
    [LINT_STAR_MANY] = {"star-many", LINT_WARNING, "RFC 9309 §2.2.3",
                        "'{}' has more than 10 wildcards; tiptoe matches it in linear time, others may be "
                        "slow or refuse it. Write fewer."},

    [LINT_OWN_GROUP] = {"own-group", LINT_INFO, "RFC 9309 §2.2.1", NULL},
    [LINT_RULE_TIE] = {"rule-tie", LINT_WARNING, "RFC 9309 §2.2.2", NULL},

    [LINT_BLOCKS_SITEMAP] = {"blocks-sitemap", LINT_WARNING, "sitemaps.org protocol", NULL},
    [LINT_SITEMAP_RELATIVE] = {"sitemap-relative", LINT_ERROR, "sitemaps.org protocol",
                               "'{}': the sitemap URL is not absolute; tiptoe resolves it against the URL of "
                               "robots.txt, most readers ignore it. Write it with scheme and host."},
    [LINT_DELAY_INVALID] = {"delay-invalid", LINT_ERROR, "RFC 9309 §2.2.4",
                            "Crawl-delay '{}' is not a number; tiptoe ignores it. Write a number of seconds, "
                            "as in 'Crawl-delay: 10'."},
    [LINT_DELAY_HUGE] = {"delay-huge", LINT_WARNING, "RFC 9309 §2.2.4", NULL},
    [LINT_DELAY_SPLITS_NAMES] = {"delay-splits-names", LINT_WARNING, "RFC 9309 §2.2.4",
                                 "A delay between two names that RFC 9309 joins; tiptoe gives the rules "
                                 "below to both, and this delay only to the names above it. Write the delay "
                                 "below the last name, or end the group above with an empty 'Disallow:'."},
    [LINT_RATE_INVALID] = {"rate-invalid", LINT_ERROR, CONNER,
                           "Invalid Request-rate '{}'; tiptoe ignores it. Write 'n/m[s,m,h] [hhmm-hhmm]', as "
                           "in 'Request-rate: 1/10s 0600-0845'."},
    [LINT_VISIT_TIME_INVALID] = {"visit-time-invalid", LINT_ERROR, CONNER,
                                 "Invalid Visit-time '{}'; tiptoe ignores it. Write 'hhmm-hhmm' in UTC, as "
                                 "in 'Visit-time: 0600-0845'."},
    [LINT_CLEANPARAM_INVALID] = {"cleanparam-invalid", LINT_ERROR, "Yandex",
                                 "Invalid Clean-param '{}'; tiptoe does not use it. Write 'p1[&p2] [path]', "
                                 "as in 'Clean-param: ref&sid /forum/'."},
    [LINT_NOINDEX_IN_ROBOTS] = {"noindex-in-robots", LINT_WARNING, "RFC 9309 §2.2.4",
                                "{} in robots.txt has been dead since 2019; tiptoe requests such pages and "
                                "does not store them. Write noindex in META robots or X-Robots-Tag."},
    [LINT_CONTENT_SIGNAL_INVALID] =
        {"content-signal-invalid", LINT_WARNING, "Content Signals",
         "Invalid Content-Signal '{}'; tiptoe records it as it is. Write search, ai-input or ai-train with "
         "yes or no, as in 'Content-Signal: search=yes, ai-train=no'."},
    [LINT_USAGE_INVALID] = {"usage-invalid", LINT_WARNING, "draft-ietf-aipref-attach",
                            "Content-Usage '{}' is not a valid dictionary; tiptoe records it as it is. Write "
                            "labels with '=y' or '=n', as in 'Content-Usage: /path train-ai=n, search=y'."},

    [LINT_BOM_PARTIAL] =
        {"bom-partial", LINT_WARNING, "RFC 9309 §2.3",
         "Incomplete byte order mark at the start; tiptoe drops it from the first field. Remove it."},
    [LINT_BOM_INSIDE] = {"bom-inside", LINT_WARNING, "RFC 9309 §2.2",
                         "Byte order mark inside the file; tiptoe drops it around fields, names and Disallow "
                         "paths, others do not. Remove it."},
    [LINT_UTF16] = {"utf16", LINT_ERROR, "RFC 9309 §2.3",
                    "The file is UTF-16; tiptoe decodes it, Google reads nothing in it. Save it as UTF-8."},
    [LINT_NUL] = {"nul", LINT_ERROR, "RFC 9309 §2.2",
                  "NUL byte; it ends the line, and an Allow with it has no effect. Remove it."},
    [LINT_CONTROL] = {"control", LINT_WARNING, "RFC 9309 §2.2", NULL},
    [LINT_INVISIBLE] = {"invisible", LINT_WARNING, "RFC 9309 §2.2", NULL},
    [LINT_EOL_CR] =
        {"eol-cr", LINT_WARNING, STANDARD_1994 "; RFC 9309 §2.2",
         "Lines end with CR alone; tiptoe ends the line there, some readers see one long line. Write LF."},
    [LINT_EOL_MIXED] = {"eol-mixed", LINT_WARNING, STANDARD_1994 "; RFC 9309 §2.2",
                        "The file mixes different line ends; tiptoe reads each of LF, CR LF and CR as one "
                        "line end. Write LF on every line."},
    [LINT_LINE_LONG] = {"line-long", LINT_ERROR, "google/robotstxt",
                        "The line is longer than 16,663 octets; tiptoe and Google drop the rest. A Disallow "
                        "that is cut forbids more, an Allow has no effect. Write a shorter line."},
    [LINT_RULES_MANY] = {"rules-many", LINT_WARNING, "Yandex; RFC 9309 §2.5",
                         "The file has more than 2,048 rules, or this rule has more than 1,024 octets; "
                         "tiptoe reads all, Yandex does not. Write fewer or shorter rules."},

    [LINT_HTTP_STATUS] = {"http-status", LINT_WARNING, OREILLY "; RFC 9309 §2.3.1", NULL},
    [LINT_HTTP_REDIRECTS_MANY] =
        {"http-redirects-many", LINT_ERROR, "RFC 9309 §2.3.1.2",
         "More than 5 redirects; tiptoe treats robots.txt as unreachable and requests nothing, RFC 9309 "
         "readers may assume that there is no file. Serve it directly at /robots.txt."},
    [LINT_HTTP_TYPE] = {"http-type", LINT_WARNING, "RFC 9309 §2.3",
                        "Content-Type '{}' is not text/plain; tiptoe reads the file anyway, unless it is a "
                        "web page. Send text/plain."},
    [LINT_HTTP_CHARSET] = {"http-charset", LINT_WARNING, "RFC 9309 §2.3",
                           "Charset '{}' is not utf-8; tiptoe, like RFC 9309, reads the file as UTF-8. Save "
                           "it as UTF-8 and send utf-8."},
    [LINT_HTTP_ENCODING] = {"http-encoding", LINT_ERROR, "RFC 9110 §8.4",
                            "The body cannot be decoded; tiptoe treats robots.txt as unreachable and "
                            "requests nothing. Send it uncompressed."},
    [LINT_HOST_DIFFERS] = {"host-differs", LINT_WARNING, "RFC 9309 §2.3",
                           "The answer at '{}' differs; every reader obeys each for its own scheme and "
                           "host. Serve the same file on both, or redirect one to the other."},

    [LINT_META_CONFLICT] = {"meta-conflict", LINT_WARNING, WEBWATCH "; " REVISITED,
                            "'{}' contradicts another term of the same source; tiptoe, like search engines, "
                            "obeys the one that restricts, the Robot Exclusion Standard Revisited (1996) the "
                            "one that permits. Write only the one you mean."},
    [LINT_META_UNREACHABLE] = {"meta-unreachable", LINT_WARNING, FAQ,
                               "robots.txt forbids this page, so robots never see its noindex or noarchive. "
                               "To keep the page out of an index, allow it in robots.txt."},
    [LINT_META_UNKNOWN] = {"meta-unknown", LINT_WARNING, REVISITED,
                           "Unknown word '{}'; all robots ignore it. Write a known term, such as noindex, "
                           "nofollow or noarchive."},
    [LINT_HEADER_META_DIFFER] = {"header-meta-differ", LINT_WARNING, "X-Robots-Tag",
                                 "The header and the element differ; tiptoe applies all that either "
                                 "restricts. Write the same terms in both, or use only one of them."},
    [LINT_UNAVAILABLE_INVALID] =
        {"unavailable-invalid", LINT_WARNING, "X-Robots-Tag",
         "'{}' has a bad date; tiptoe ignores it. Write it in RFC 822, RFC 850 or ISO 8601 "
         "format, as in 'unavailable_after: 2030-01-31T12:00:00Z'."},
};

const struct lint_kind *lint_kind(enum lint_code code)
{
    return &codes[code];
}

bool lint_is_remark(enum lint_code code, enum lint_severity severity)
{
    return severity < LINT_WARNING && code != LINT_HTTP_STATUS;
}

const char *lint_severity_text(enum lint_severity severity)
{
    static const char *const texts[LINT_SEVERITY_COUNT] = {"info", "optimise", "warning", "error"};

    return texts[severity];
}

enum { TEXT_MAX = 2048 }; /* bytes of a message: it quotes only the start of long texts */

void findings_clear(struct findings *findings)
{
    for (size_t i = 0; i < findings->kept_count; i++)
        mem_free(findings->kept[i].text);
    findings->kept_count = 0;
    memset(findings->counts, 0, sizeof findings->counts);
    memset(findings->severities, 0, sizeof findings->severities);
}

void findings_release(struct findings *findings)
{
    findings_clear(findings);
    mem_free(findings->kept);
    *findings = (struct findings){.kept = NULL};
}

/* Counts a finding, and keeps it with a copy of TEXT unless the list has enough of its code. */
static void keep(struct findings *findings, enum lint_severity severity, enum lint_code code, uint32_t line,
                 size_t column, const struct buf *text)
{
    findings->severities[severity]++;
    if (findings->counts[code]++ >= FINDINGS_KEPT)
        return;
    *MEM_ADD(findings->kept, findings->kept_count, findings->room) =
        (struct finding){.code = code,
                         .severity = severity,
                         .line = line,
                         .column = (uint32_t)(column < UINT32_MAX ? column : UINT32_MAX),
                         .text = mem_copy_text(buf_text(text), text->len)};
}

void findings_add(struct findings *findings, enum lint_code code, uint32_t line, size_t column,
                  struct span subject)
{
    struct buf text BUF_LOCAL(TEXT_MAX);
    struct quote quoted = quote(subject);
    const char *rest = lint_kind(code)->message, *gap;

    while ((gap = strstr(rest, "{}"))) {
        (void)buf_add(&text, rest, (size_t)(gap - rest));
        (void)buf_add_text(&text, quoted.text);
        rest = gap + 2;
    }
    (void)buf_add_text(&text, rest);
    keep(findings, lint_kind(code)->severity, code, line, column, &text);
}

void findings_format(struct findings *findings, enum lint_code code, enum lint_severity severity,
                     uint32_t line, size_t column, const char *format, ...)
{
    struct buf text BUF_LOCAL(TEXT_MAX);
    va_list args;

    va_start(args, format);
    (void)buf_add_format_args(&text, format, args);
    va_end(args);
    if (severity == LINT_USUAL)
        severity = lint_kind(code)->severity;
    keep(findings, severity, code, line, column, &text);
}

struct quote quote(struct span text)
{
    static const char dots[] = "…";
    struct quote cut;
    size_t most = sizeof cut.text - sizeof dots, len = text.len < most ? text.len : most;

    /* Do not cut inside a character. */
    while (len < text.len && len > most - 4 && (text.at[len] & '\xc0') == '\x80')
        len--;
    for (size_t i = 0; i < len; i++)
        cut.text[i] = text.at[i] ? text.at[i] : '?';
    memcpy(cut.text + len, len < text.len ? dots : "", len < text.len ? sizeof dots : 1);
    return cut;
}

static int compare_findings(const void *a, const void *b)
{
    const struct finding *left = a, *right = b;

    if (left->severity != right->severity)
        return left->severity > right->severity ? -1 : 1;
    if (left->line != right->line)
        return left->line < right->line ? -1 : 1;
    if (left->column != right->column)
        return left->column < right->column ? -1 : 1;
    if (left->code != right->code)
        return left->code < right->code ? -1 : 1;
    return strcmp(left->text, right->text);
}

void findings_sort(struct findings *findings)
{
    if (findings->kept_count > 0)
        qsort(findings->kept, findings->kept_count, sizeof *findings->kept, compare_findings);
}
