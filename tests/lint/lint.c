/* SPDX-License-Identifier: MIT */
/* Each finding of robots check: a file with it, and its place; and a file without it. */
#include "config.h"

#include "lint/lint.h"

#include "tap.h"

/* The robots.txt of https://site.example, checked for "tiptoe": BAD has the finding, GOOD has not. */
struct file_case {
    enum lint_code code;
    const char *bad;
    uint32_t line, column;
    const char *good;
};

static const char *label_of(enum lint_code code, const char *text)
{
    static char label[120];
    size_t len = (size_t)snprintf(label, sizeof label, "%s: ", lint_kind(code)->text);

    for (; *text && len + 2 < sizeof label; text++)
        label[len++] = (char)(*text == '\n' ? '|' : *text < 0x20 || *text == '#' ? '.' : *text);
    label[len] = '\0';
    return label;
}

static bool seen_bad[LINT_CODE_COUNT], seen_good[LINT_CODE_COUNT];

/* Looks up the first finding of CODE. */
static bool find_code(const struct findings *findings, enum lint_code code, struct finding *found)
{
    for (size_t i = 0; i < findings->kept_count; i++) {
        *found = findings_get(findings, i);
        if (found->code == code)
            return true;
    }
    return false;
}

static void lint_body(struct findings *findings, struct span body)
{
    static const struct span urls[] = {{"https://site.example/a/x", 24}};
    struct lint_options options = {.agent = span_of("tiptoe/1.0"),
                                   .url = span_of("https://site.example/robots.txt"),
                                   .urls = urls,
                                   .url_count = 1};

    findings_init(findings);
    lint_robots(findings, body, &options);
}

/* The form of every finding: whole sentences. */
static void check_form(const struct finding *found)
{
    ok(found->text.len > 20 && found->text.at[found->text.len - 1] == '.' &&
           (found->line > 0) == (found->column > 0) && found->severity <= LINT_ERROR,
       "%s is well formed: %.*s", lint_kind(found->code)->text, 60, found->text.at);
}

static void check_bad(const struct file_case *test, struct span body)
{
    struct findings findings;
    struct finding found = {0};

    lint_body(&findings, body);
    if (ok(find_code(&findings, test->code, &found), "%s", label_of(test->code, test->bad))) {
        is_int(found.line, test->line, label_of(test->code, "line"));
        is_int(found.column, test->column, label_of(test->code, "column"));
        check_form(&found);
        seen_bad[test->code] = true;
    }
    findings_release(&findings);
}

static void check_good(const struct file_case *test)
{
    struct findings findings;

    lint_body(&findings, span_of(test->good));
    is_int(findings.counts[test->code], 0, label_of(test->code, test->good));
    seen_good[test->code] = true;
    findings_release(&findings);
}

#define U  "User-agent: *\n"
#define UD "User-agent: *\nDisallow: /x\n"

static const struct file_case cases[] = {
    {LINT_AGENT_EMPTY, "User-agent:\nDisallow: /x\n", 1, 1, UD},
    {LINT_AGENT_EMPTY, UD "\nUser-agent: ()\nDisallow: /x\n", 4, 1, "User-agent: (a)\nDisallow: /x\n"},
    {LINT_RULE_WITHOUT_AGENT, "Disallow: /x\n" UD, 1, 1, UD "\nDisallow: /y\n"},
    {LINT_RULE_WITHOUT_AGENT, "# c\n  Disallow: /x\n", 2, 3, "Allow: /x\n" UD},
    {LINT_AGENT_WITHOUT_RULE, UD "User-agent: a\n", 3, 1, UD "User-agent: a\nDisallow:\n"},
    {LINT_AGENT_WITHOUT_RULE, "User-agent: a\n\n" UD, 1, 1, "User-agent: a\n" UD},
    {LINT_UNKNOWN_FIELD, UD "Foo: bar\n", 3, 1, UD "Host: a\nComment: b\nACAP-crawler: c\n"},
    {LINT_UNKNOWN_FIELD, UD "one two\n", 3, 1, UD "# one two\n"},
    {LINT_CRLF, "User-agent: *\r\nDisallow: /x\r\n", 0, 0, UD},
    {LINT_CRLF, "User-agent: *\r\n", 0, 0, "User-agent: *\nDisallow: /x\r\n"},
    {LINT_EMPTY_FILE, "", 0, 0, "#\n"},
    {LINT_EMPTY_FILE, " \n\n", 0, 0, UD},
    {LINT_AGENT_REPEATED, "User-agent: a\nDisallow: /x\nUser-agent: A\nDisallow: /y\n", 3, 13,
     "User-agent: a\nDisallow: /x\nUser-agent: ab\nDisallow: /y\n"},
    {LINT_AGENT_REPEATED, "User-agent: a, a\nDisallow: /x\n", 1, 16, UD UD},
    {LINT_INDENTED_FIELD, U "\t Disallow: /x\n", 2, 1, UD "  # c\n"},
    {LINT_MISSING_COLON, U "Disallow /x y\n", 2, 1, UD},
    {LINT_MISSING_COLON, UD "Sitemap https://site.example/s\n", 3, 1, UD "Sitemap: https://site.example/s\n"},
    {LINT_NO_AGENT, "Disallow: /x\n", 0, 0, UD},
    {LINT_NO_AGENT, "# nothing but words\n", 0, 0, ""},
    {LINT_NO_DISALLOW, U "Allow: /x\n", 0, 0, U "Disalow: /x\n"},
    {LINT_SENSITIVE_PATH, U "Disallow: /a/Private/\n", 2, 14, UD},
    {LINT_SENSITIVE_PATH, U "Disallow: /.git\n", 2, 11, U "Disallow: /a.gitter\n"},
    {LINT_STANDARD_ONLY, U "Disallow: /cgi-bin\n", 2, 11, U "Disallow:\n"},
    {LINT_STANDARD_ONLY, U "Disallow: /images/\n", 2, 11, U "Disallow: /images\nAllow: /cgi-bin\n"},
    {LINT_STANDARD_ONLY, U "Disallow: /cgi-bin/\nDisallow: /images\n", 2, 11,
     U "Disallow: /cgi-bin/\nDisallow: /images/x\n"},
    {LINT_COMMENT_SHARE, UD "\n# c\n", 0, 0, UD},
    {LINT_STAR_REPEATED, UD UD, 3, 13, UD "User-agent: a\nDisallow: /y\n"},
    {LINT_MISSING_BLANK_LINE, UD "# c\nUser-agent: a\nDisallow:\n", 4, 1, UD "\nUser-agent: a\nDisallow:\n"},
    {LINT_BLANK_IN_GROUP, UD "\nDisallow: /y\n", 4, 1, UD "# c\nDisallow: /y\n"},
    {LINT_BLANK_BEFORE_RULE, U "\nDisallow: /y\n", 3, 1, "\n\n" UD "\n"},
    {LINT_AGENT_LIST, "User-agent: a, b\nDisallow: /\n", 1, 13,
     "User-agent: a\nUser-agent: b\nDisallow: /\n"},
    {LINT_PATH_LIST, U "Disallow: /a /b\n", 2, 11, U "Disallow: /a b\n"},
    {LINT_AGENT_VERSION, "User-agent: a/1.0\nDisallow: /\n", 1, 14, UD},
    {LINT_AGENT_VERSION, "User-agent: a /1.0\nDisallow: /\n", 1, 15, "User-agent: /1.0\nDisallow: /\n"},
    {LINT_AGENT_LIST, "User-agent: a *\nDisallow: /\n", 1, 13, "User-agent: a ,\nDisallow: /\n"},
    {LINT_WILDCARD_IN_AGENT, "User-agent: a*\nDisallow: /\n", 1, 14, UD},
    {LINT_REGEX_LIKE, U "Disallow: /a.*b\n", 2, 13, U "Disallow: /a*.b\n"},
    {LINT_REGEX_LIKE, U "Disallow: ^/a\n", 2, 11, U "Disallow: /a\n"},
    {LINT_PROSE, UD "Please stay away from here\n", 3, 1, UD "# Please stay away from here\n"},
    {LINT_PROSE, UD "Please note well: stay away\n", 3, 1, UD "Foo: stay away from here\n"},
    {LINT_HTML, "<!DOCTYPE html>\n<p>", 1, 1, UD},
    {LINT_TYPO, U "Dissallow: /x\n", 2, 1, UD},
    {LINT_TYPO, U "Alow: /x\n", 2, 1, U "Noindex: /x\n"},
    {LINT_TYPO, "Useragent: *\nDisallow: /x\n", 1, 1, "USER-AGENT: *\nDISALLOW: /x\n"},
    {LINT_TYPO, UD "Domian: a\n", 3, 1, UD "Hots: a\n"},
    {LINT_TYPO, UD "Licens: a\n", 3, 1, UD "Lic: a\n"},
    {LINT_TYPO, UD "Contnt-Sgnal: a\n", 3, 1, UD "Contnt-Sgnl-x-y-z: a\n"},
    {LINT_TYPO, UD "Hosd: a\n", 3, 1, UD "Hos: a\n"},
    {LINT_TYPO, UD "Content-Signalxx: a\n", 3, 1, UD "Content-Signalxxx: a\n"},
    {LINT_TYPO, UD "Commnt: a\n", 3, 1, UD "Commnts-are-long: a\n"},
    {LINT_UNKNOWN_FIELD, UD "Doma: a\n", 3, 1, UD "Domai: a\n"},
    {LINT_TWO_FIELDS_ON_LINE, "User-agent: *Disallow: /x\n", 1, 14, UD},
    {LINT_TWO_FIELDS_ON_LINE, U "Disallow: /x Allow: /y\n", 2, 14, U "Disallow: /x-allow:/\n"},
    {LINT_SEMICOLON_COMMENT, U "Disallow: /x ; why\n", 2, 14, U "Disallow: /x;y\n"},
    {LINT_SEMICOLON_COMMENT, UD "// why\n", 3, 1, UD "# // why\n"},
    {LINT_EQUALS_SIGN, U "Disallow = /x\n", 2, 1, U "Disallow: /x=y\n"},
    {LINT_EQUALS_SIGN, UD "Host=a\n", 3, 1, UD "Foo=a\n"},
    {LINT_AGENT_NEAR, "User-agent: tip\nDisallow: /\n", 1, 13, "User-agent: tiptoe\nDisallow: /x\n"},
    {LINT_AGENT_NEAR, "User-agent: a mytiptoes\nDisallow: /\n", 1, 15, "User-agent: ti\nDisallow: /x\n"},
    {LINT_AGENT_NOT_TOKEN, "User-agent: MJ12bot\nDisallow: /\n", 1, 13, "User-agent: a_b-C\nDisallow: /\n"},
    {LINT_ORPHAN_ALLOW, "Allow: /x\n" UD, 1, 1, UD "Allow: /y\n"},
    {LINT_ALLOW_MALFORMED, UD "Allow: /a b\n", 3, 8, UD "Allow: /a%20b\n"},
    {LINT_ALLOW_MALFORMED, UD "Allow /a\n", 3, 1, UD "Allow:\n"},
    {LINT_PATH_NOSLASH, U "Disallow: x\n", 2, 11, U "Disallow: *x\n"},
    {LINT_PATH_ABSOLUTE_URL, U "Disallow: https://site.example/x\n", 2, 11, UD},
    {LINT_PATH_FOREIGN_URL, U "Disallow: https://other.example/x\n", 2, 11,
     U "Disallow: https://site.example/x\n"},
    {LINT_PATH_SPACE, U "Disallow: /a b\n", 2, 13, U "Disallow: /a # b\n"},
    {LINT_PATH_QUOTED, U "Disallow: \"/x\"\n", 2, 11, U "Disallow: /\"x\"\n"},
    {LINT_PATH_QUOTED, U "\"Disallow: /x\"\n", 2, 1, UD},
    {LINT_PATH_BACKSLASH, U "Disallow: /a\\b\n", 2, 13, U "Disallow: /a%5Cb\n"},
    {LINT_PATH_NOT_UTF8, U "Disallow: /a\xff\n", 2, 13, U "Disallow: /a\xc3\xa9\n"},
    {LINT_PATH_NOT_ENCODED, U "Disallow: /a\xc3\xa9\n", 2, 13, U "Disallow: /a%C3%A9\n"},
    {LINT_PATH_BAD_ESCAPE, U "Disallow: /a%2\n", 2, 13, U "Disallow: /a%2F\n"},
    {LINT_PATH_ESCAPE_CASE, U "Disallow: /a%2f\n", 2, 13, U "Disallow: /a%2F\n"},
    {LINT_PATH_NEEDLESS_ESCAPE, U "Disallow: /%61\n", 2, 12, U "Disallow: /%20\n"},
    {LINT_PATH_DOT_SEGMENT, U "Disallow: /a/../b\n", 2, 13, U "Disallow: /a/..b\n"},
    {LINT_PATH_DOT_SEGMENT, U "Disallow: /a/..\n", 2, 13, U "Disallow: /a..\n"},
    {LINT_PATH_DOT_SEGMENT, U "Disallow: /..\n", 2, 11, U "Disallow: ..\n"},
    {LINT_PATH_BAD_ESCAPE, U "Disallow: /%41%\n", 2, 15, U "Disallow: /%41%42\n"},
    {LINT_PATH_BAD_ESCAPE, U "Disallow: /%4g%g4\n", 2, 12, U "Disallow: /a\n"},
    {LINT_PATH_ESCAPE_CASE, U "Disallow: /%2F%fF\n", 2, 15, U "Disallow: /%2F%FF\n"},
    {LINT_PATH_ESCAPE_CASE, U "Disallow: /%Af\n", 2, 12, U "Disallow: /%AF\n"},
    {LINT_PATH_NEEDLESS_ESCAPE, U "Disallow: /%2F%7E\n", 2, 15, U "Disallow: /%7F%00\n"},
    {LINT_PATH_QUOTED, U "Disallow: '/x\n", 2, 11, U "Disallow: '\n"},
    {LINT_PATH_QUOTED, U "Disallow: `/x`\n", 2, 11, U "Disallow: /'\n"},
    {LINT_SEMICOLON_COMMENT, U "Disallow: /x // why\n", 2, 14, U "Disallow: /x//y\n"},
    {LINT_REGEX_LIKE, U "Disallow: /a|b\n", 2, 13, U "Disallow: /a.\n"},
    {LINT_DOLLAR_INSIDE, U "Disallow: /$$\n", 2, 12, U "Disallow: /$\n"},
    {LINT_STAR_REDUNDANT, U "Disallow: /*\n", 2, 12, U "Disallow: *\n"},
    {LINT_INDEX_HTML_ALLOW, U "Allow: index.html\nAllow: /index.htm\nDisallow:\n", 3, 8,
     UD "Allow: index.html\n"},
    {LINT_PATH_FRAGMENT, U "Disallow: /a#b\n", 2, 13, U "Disallow: /a #b\n"},
    {LINT_DOLLAR_INSIDE, U "Disallow: /$a\n", 2, 12, U "Disallow: /a$\n"},
    {LINT_STAR_REDUNDANT, U "Disallow: /a*\n", 2, 13, U "Disallow: /a*$\n"},
    {LINT_STAR_MANY, U "Disallow: /*a*a*a*a*a*a*a*a*a*a*a\n", 2, 11, U "Disallow: /*a*a*a*a*a*a*a*a*a*a\n"},
    {LINT_RULE_SHADOWED, U "Disallow: /a/b\nDisallow: /a\n", 2, 11,
     U "Disallow: /a\nAllow: /a/b\nDisallow: /a/b/c\n"},
    {LINT_RULE_SHADOWED, U "Disallow: /a\nDisallow: /a/*.gif$\n", 3, 11, U "Disallow: /a$\nDisallow: /a/b\n"},
    {LINT_RULE_SHADOWED, U "Noindex: /a\nNoindex: /ab\n", 3, 10, U "Disallow: /a\nNoindex: /ab\n"},
    {LINT_RULE_SHADOWED, U "Disallow: /a\nDisallow: /ab\nDisallow: /ac\n", 3, 11,
     U "Disallow: /a*\nDisallow: /a*b\n"},
    {LINT_RULE_SHADOWED, U "Allow: /b\nDisallow: /a\nDisallow: /ab\n", 4, 11,
     U "Allow: /*b\nDisallow: /a\nDisallow: /ab\n"},
    {LINT_RULE_SHADOWED, U "Disallow: /a\nDisallow: /ab\nAllow: /b\n", 3, 11,
     U "Disallow: /a\nDisallow: /ab\nAllow: /a\n"},
    {LINT_RULE_DUPLICATE, U "Disallow: /a\nDisallow: /%61\n", 3, 11,
     U "Disallow: /a\n\nUser-agent: a\nDisallow: /a\n"},
    {LINT_RULE_TIE, U "Disallow: /a\nAllow: /a\n", 3, 8, U "Disallow: /a\nAllow: /b\n"},
    {LINT_RULE_TIE, U "Allow: /a*\nDisallow: /ab\n", 3, 11, U "Allow: /a*\nDisallow: /a\n"},
    {LINT_RULE_ORDER, U "Disallow: /a\nAllow: /a/b\n", 3, 8, U "Disallow: /a\nDisallow: /a/b\n"},
    {LINT_RULE_ORDER, U "Allow: /a/b\nDisallow: /a\n", 2, 8, U "Allow: /a/b\nDisallow: /c\n"},
    {LINT_READING_DIFFERS, U "\nDisallow: /a/\n", 3, 1, UD},
    {LINT_INDEX_HTML_ALLOW, UD "Allow: /a/index.html\n", 3, 8, UD "Allow: /a/\n"},
    {LINT_BLOCKS_ALL, U "Disallow: /*\n", 2, 1, U "Disallow: /\nAllow: /x\n"},
    {LINT_BLOCKS_ALL, U "Disallow: /\nUser-agent: tiptoe\nDisallow:\n", 2, 1, UD},
    {LINT_BLOCKS_US, UD "User-agent: tiptoe\nDisallow: /\n", 4, 1,
     U "Disallow: /\nUser-agent: tiptoe\nDisallow:\n"},
    {LINT_BLOCKS_ROOT_ONLY, U "Disallow: /$\n", 2, 1, U "Disallow: /\n"},
    {LINT_BLOCKS_MIRRORS, UD "User-agent: HTTrack\nDisallow: /\n", 3, 13,
     UD "User-agent: HTTrack\nDisallow: /y\n"},
    {LINT_BLOCKS_MIRRORS, UD "User-agent: Wget\nUser-agent: HTTrack\nDisallow: /\n", 3, 13,
     UD "User-agent: HTTrack\nDisallow: /\nAllow: /a\n"},
    {LINT_BLOCKS_MIRRORS, UD "User-agent: httrack\nUser-agent: wget\nDisallow: /\n", 3, 13,
     UD "User-agent: HTTrack\nNoindex: /\n"},
    {LINT_BLOCKS_SITEMAP, UD "Sitemap: https://site.example/x/s.xml\n", 3, 10,
     UD "Sitemap: https://site.example/s.xml\n"},
    {LINT_SITEMAP_FOREIGN, UD "Sitemap: https://other.example/x/s.xml\n", 3, 10,
     UD "Sitemap: https://site.example/s.xml\n"},
    {LINT_SITEMAP_RELATIVE, UD "Sitemap: /s.xml\n", 3, 10, UD "Sitemap: https://site.example/s.xml\n"},
    {LINT_SITEMAP_IN_GROUP, "User-agent: a\nSitemap: https://site.example/s\nDisallow: /x\n", 2, 1,
     "User-agent: a\nDisallow: /x\n\nSitemap: https://site.example/s\n"},
    {LINT_DELAY_INVALID, UD "Crawl-delay: often\n", 3, 14, UD "Crawl-delay: 1.5\n"},
    {LINT_DELAY_HUGE, UD "Crawl-delay: 301\n", 3, 14, UD "Crawl-delay: 300\n"},
    {LINT_DELAY_ONLY, "User-agent: a\nCrawl-delay: 3\n", 1, 1, "User-agent: a\nCrawl-delay: 3\nDisallow:\n"},
    {LINT_DELAY_ONLY, UD "User-agent: a\nRequest-rate: 1/3\n", 3, 1, "Crawl-delay: 3\n"},
    {LINT_AGENT_WITHOUT_RULE, "User-agent: a\n", 1, 1, "Sitemap: https://site.example/s\n"},
    {LINT_DELAY_SPLITS_NAMES, "User-agent: a\nCrawl-delay: 3\nUser-agent: b\nDisallow: /\n", 2, 1,
     "User-agent: a\nDisallow:\nCrawl-delay: 3\nUser-agent: b\nDisallow: /\n"},
    {LINT_RATE_INVALID, UD "Request-rate: 10\n", 3, 15, UD "Request-rate: 1/10m\n"},
    {LINT_VISIT_TIME_INVALID, UD "Visit-time: night\n", 3, 13, UD "Visit-time: 0100-0200\n"},
    {LINT_CLEANPARAM_INVALID, UD "Clean-param: a&&b\n", 3, 14, UD "Clean-param: a&b /c\n"},
    {LINT_CLEANPARAM_INVALID, UD "Clean-param: a b\n", 3, 14, UD "Clean-param: a\n"},
    {LINT_CLEANPARAM_INVALID, UD "Clean-param:\n", 3, 1, UD "Clean-param: a *b\n"},
    {LINT_CLEANPARAM_INVALID, UD "Clean-param: a /b c\n", 3, 14, UD "Clean-param: a[]%2 /b\n"},
    {LINT_CLEANPARAM_INVALID, UD "Clean-param: a+b\n", 3, 14, UD "Clean-param: a-b._~1\n"},
    {LINT_NOINDEX_IN_ROBOTS, UD "Noindex: /y\n", 3, 1, UD},
    {LINT_ENGINE_ONLY, UD "License: https://site.example/l\n", 3, 1, UD "Foo: bar\n"},
    {LINT_CONTENT_SIGNAL_INVALID, UD "Content-Signal: search=maybe\n", 3, 17,
     UD "Content-Signal: search=yes, ai-train=no, use=reference\n"},
    {LINT_CONTENT_SIGNAL_INVALID, UD "Content-Signal:\n", 3, 1, UD "Content-Signal: AI-Input = No\n"},
    {LINT_CONTENT_SIGNAL_INVALID, UD "Content-Signal: use=\n", 3, 17, UD "Content-Signal: use=x\n"},
    {LINT_CONTENT_SIGNAL_INVALID, UD "Content-Signal: search=yes, foo=yes\n", 3, 17, UD},
    {LINT_USAGE_INVALID, UD "Content-Usage:\n", 3, 1, UD "Content-Usage: a1-_.=y;q=1\n"},
    {LINT_USAGE_INVALID, UD "Content-Usage: 1a=y\n", 3, 16, UD "Content-Usage: *a z=y\n"},
    {LINT_USAGE_INVALID, UD "Content-Usage: -a=y\n", 3, 16, UD "Content-Usage: a=n\n"},
    {LINT_USAGE_INVALID, UD "Content-Usage: =y\n", 3, 16, UD},
    {LINT_USAGE_INVALID, UD "Content-Usage: a=x\n", 3, 16, UD},
    {LINT_USAGE_INVALID, UD "Content-Usage: /a\n", 3, 16, UD},
    {LINT_USAGE_INVALID, UD "Content-Usage: Train-AI=n\n", 3, 16,
     UD "Content-Usage: /a train-ai=n, search=y\n"},
    {LINT_USAGE_USELESS, UD "Content-Usage: /x/y train-ai=n\n", 3, 16, UD "Content-Usage: /y train-ai=n\n"},
    {LINT_BOM, "\xef\xbb\xbf" UD, 0, 0, UD},
    {LINT_BOM_PARTIAL, "\xef\xbb" UD, 1, 1, "\xef\xbb\xbf" UD},
    {LINT_BOM_PARTIAL, "\xef" UD, 1, 1, "\xef"},
    {LINT_BOM_PARTIAL, "\xefU", 1, 1, "\xef\xbb"},
    {LINT_BOM_INSIDE,
     U "\xef\xbb\xbf"
       "Disallow: /x\n",
     2, 1, "\xef\xbb\xbf" UD},
    {LINT_CONTROL, U "Disallow: /\x01\n", 2, 12, U "Disallow:\t/x\n"},
    {LINT_INVISIBLE, U "Disallow: /x\xc2\xa0\n", 2, 13, U "Disallow: /x\xc3\xa9\n"},
    {LINT_INVISIBLE,
     "User\xe2\x80\x90"
     "agent: *\n",
     1, 5, UD},
    {LINT_EOL_CR, "User-agent: *\rDisallow: /x\r", 1, 1, UD},
    {LINT_EOL_CR, U "Disallow: /x\r", 2, 1, "User-agent: *\r\nDisallow: /x\r\n"},
    {LINT_EOL_MIXED, U "Disallow: /x\r\n# c\n", 2, 1, "User-agent: *\rDisallow: /x\r"},
    {LINT_EOL_MIXED, "User-agent: *\nDisallow: /x\r\n", 2, 1, "User-agent: *\r\nDisallow: /x\r\n"},
    {LINT_NO_FINAL_EOL, "User-agent: *\nDisallow: /x", 0, 0, UD},
    {LINT_NO_FINAL_EOL, UD "#", 0, 0, "User-agent: *\rDisallow: /x\r"},
    {LINT_WRONG_PLACE, NULL, 0, 0, UD},
};

static void test_files(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (cases[i].bad)
            check_bad(&cases[i], span_of(cases[i].bad));
        check_good(&cases[i]);
    }
}

/* A file of COUNT lines, the same or numbered. */
static void check_long(enum lint_code code, size_t count, size_t line_len, bool wanted, uint32_t line)
{
    struct file_case test = {.code = code, .bad = "a long file", .line = line, .column = line > 0};
    struct findings findings;
    struct finding found = {0};
    struct buf body;

    buf_init(&body, (size_t)4 * 1024 * 1024);
    (void)buf_add_text(&body, U);
    for (size_t i = 0; i < count; i++) {
        (void)buf_add_format(&body, "Disallow: /%zu", i);
        for (size_t j = 0; j < line_len; j++)
            (void)buf_add_byte(&body, 'a');
        (void)buf_add_byte(&body, '\n');
    }
    lint_body(&findings, buf_span(&body));
    is_int(find_code(&findings, test.code, &found), wanted, label_of(code, "long file"));
    if (wanted)
        is_int(found.line, line, label_of(code, "line"));
    (wanted ? seen_bad : seen_good)[code] = true;
    findings_release(&findings);
    buf_release(&body);
}

static void test_long_files(void)
{
    check_long(LINT_LARGE_FILE, 100, 1000, true, 0);
    check_long(LINT_LARGE_FILE, 98, 1000, false, 0);
    check_long(LINT_LINE_LONG, 1, 16663, true, 2);
    check_long(LINT_LINE_LONG, 1, 16651, false, 0);
    check_long(LINT_RULES_MANY, 2049, 0, true, 2050);
    check_long(LINT_RULES_MANY, 2048, 0, false, 0);
    check_long(LINT_RULES_MANY, 1, 1024, true, 2);
    check_long(LINT_RULES_MANY, 1, 1022, false, 0);
}

/* Findings with two severities: by size, and by the place of a group. */
static void test_severities(void)
{
    struct findings findings;
    struct finding found = {0};
    struct buf body;

    buf_init(&body, (size_t)1024 * 1024);
    while (body.len <= 512000)
        (void)buf_add_text(&body, UD);
    lint_body(&findings, span_part(buf_span(&body), 0, 512000));
    ok(find_code(&findings, LINT_LARGE_FILE, &found) && found.severity == LINT_WARNING,
       "512,000 bytes: a warning");
    findings_release(&findings);
    lint_body(&findings, span_part(buf_span(&body), 0, 100000));
    is_int(findings.counts[LINT_LARGE_FILE], 1, "100,000 bytes are large");
    findings_release(&findings);
    lint_body(&findings, span_part(buf_span(&body), 0, 99999));
    is_int(findings.counts[LINT_LARGE_FILE], 0, "99,999 bytes are not");
    findings_release(&findings);
    lint_body(&findings, buf_span(&body));
    ok(find_code(&findings, LINT_LARGE_FILE, &found) && found.severity == LINT_ERROR,
       "above 512,000 bytes: an error");
    is_int(findings.kept_count < (size_t)20 * FINDINGS_KEPT, true, "the list has a limit");
    ok(findings.counts[LINT_RULE_DUPLICATE] == 0 && findings.counts[LINT_STAR_REPEATED] > 10000,
       "all are counted");
    findings_release(&findings);
    buf_release(&body);
    lint_body(&findings, span_of(UD "User-agent: a\n"));
    ok(find_code(&findings, LINT_AGENT_WITHOUT_RULE, &found) && found.severity == LINT_WARNING,
       "the last group without rules: a warning");
    findings_release(&findings);
    lint_body(&findings, span_of("User-agent: a\n\n" UD));
    ok(find_code(&findings, LINT_AGENT_WITHOUT_RULE, &found) && found.severity == LINT_ERROR,
       "one before: an error");
    findings_release(&findings);
}

/* Files with NUL bytes. */
static void test_bytes(void)
{
    static const char utf16[] = "\xff\xfeU\0s\0e\0r\0-\0a\0g\0e\0n\0t\0:\0 \0*\0\n";
    static const char nul[] = U "Disallow: /a\0b\n";
    struct findings findings;
    struct finding found = {0};

    lint_body(&findings, span_make(utf16, sizeof utf16));
    ok(find_code(&findings, LINT_UTF16, &found) && findings.counts[LINT_NUL] == 0 &&
           findings.counts[LINT_NO_AGENT] == 0,
       "UTF-16 is reported, and read");
    seen_bad[LINT_UTF16] = seen_good[LINT_NUL] = true;
    findings_release(&findings);
    lint_body(&findings, span_make(utf16, 2));
    is_int(findings.counts[LINT_UTF16], 0, "a byte order mark alone is an empty file");
    findings_release(&findings);
    lint_body(&findings, span_make(nul, sizeof nul - 1));
    ok(find_code(&findings, LINT_NUL, &found) && found.line == 2 && found.column == 13, "a NUL is reported");
    is_int(findings.counts[LINT_UTF16], 0, "a NUL is not UTF-16");
    seen_bad[LINT_NUL] = seen_good[LINT_UTF16] = true;
    findings_release(&findings);
}

/* A file of which only the start is known: its last line may be cut. */
static void test_truncated(void)
{
    struct lint_options options = {.agent = span_of("tiptoe"), .truncated = true};
    struct findings findings;

    findings_init(&findings);
    lint_robots(&findings, span_of(UD "Allow: /y"), &options);
    is_int(findings.counts[LINT_NO_FINAL_EOL], 0, "the end of a truncated file is not the end of a line");
    is_int(findings.counts[LINT_ALLOW_MALFORMED], 1, "an Allow at its end may be cut");
    findings_clear(&findings);
    lint_robots(&findings, span_of(UD "Allow: /y\n"), &options);
    is_int(findings.counts[LINT_ALLOW_MALFORMED], 0, "an Allow with its line end is whole");
    findings_release(&findings);
}

static void test_place(void)
{
    static const struct {
        const char *url;
        bool is_wrong;
    } places[] = {
        {"https://site.example/robots.txt", false},
        {"https://site.example/a/robots.txt", true},
        {"https://site.example/Robots.txt", true},
        {"https://site.example/robots.txt?x", true},
        {"", false},
    };

    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        struct lint_options options = {.agent = span_of("tiptoe"), .url = span_of(places[i].url)};
        struct findings findings;

        findings_init(&findings);
        lint_robots(&findings, span_of(UD), &options);
        is_int(findings.counts[LINT_WRONG_PLACE], places[i].is_wrong, places[i].url);
        (places[i].is_wrong ? seen_bad : seen_good)[LINT_WRONG_PLACE] = true;
        findings_release(&findings);
    }
}

/* An answer with or without a finding, and its severity. */
struct answer_case {
    enum lint_code code;
    bool found;
    enum lint_severity severity;
    int status;
    size_t hops;
    const char *type, *cache;
    bool is_undecodable;
    enum robots_error error;
};

static void test_answers(void)
{
    static const struct answer_case answers[] = {
        {LINT_HTTP_STATUS, true, LINT_INFO, 404, 0, "", "", false, ROBOTS_ERROR_NONE},
        {LINT_HTTP_STATUS, true, LINT_INFO, 410, 0, "", "", false, ROBOTS_ERROR_NONE},
        {LINT_HTTP_STATUS, true, LINT_WARNING, 403, 0, "", "", false, ROBOTS_ERROR_NONE},
        {LINT_HTTP_STATUS, true, LINT_WARNING, 418, 0, "", "", false, ROBOTS_ERROR_NONE},
        {LINT_HTTP_STATUS, true, LINT_ERROR, 503, 0, "", "", false, ROBOTS_ERROR_NONE},
        {LINT_HTTP_STATUS, true, LINT_ERROR, 0, 0, "", "", false, ROBOTS_ERROR_DNS},
        {LINT_HTTP_STATUS, false, LINT_INFO, 200, 0, "text/plain", "", false, ROBOTS_ERROR_NONE},
        {LINT_HTTP_REDIRECT, true, LINT_INFO, 200, 2, "text/plain", "", false, ROBOTS_ERROR_NONE},
        {LINT_HTTP_REDIRECT, false, LINT_INFO, 200, 0, "text/plain", "", false, ROBOTS_ERROR_NONE},
        {LINT_HTTP_REDIRECTS_MANY, true, LINT_ERROR, 200, 6, "text/plain", "", false, ROBOTS_ERROR_NONE},
        {LINT_HTTP_REDIRECTS_MANY, false, LINT_INFO, 200, 5, "text/plain", "", false, ROBOTS_ERROR_NONE},
        {LINT_HTTP_TYPE, true, LINT_WARNING, 200, 0, "text/html", "", false, ROBOTS_ERROR_NONE},
        {LINT_HTTP_TYPE, false, LINT_INFO, 200, 0, "Text/Plain; x=y", "", false, ROBOTS_ERROR_NONE},
        {LINT_HTTP_TYPE, true, LINT_WARNING, 299, 0, "text/html", "", false, ROBOTS_ERROR_NONE},
        {LINT_HTTP_TYPE, false, LINT_WARNING, 300, 0, "text/html", "", false, ROBOTS_ERROR_NONE},
        {LINT_HTTP_TYPE, false, LINT_WARNING, 199, 0, "text/html", "", false, ROBOTS_ERROR_NONE},
        {LINT_HTTP_TYPE, false, LINT_WARNING, 200, 0, "text/html", "", false, ROBOTS_ERROR_PARTIAL},
        {LINT_HTTP_CHARSET, true, LINT_WARNING, 200, 0, "text/plain;charset=latin1", "", false,
         ROBOTS_ERROR_NONE},
        {LINT_HTTP_CHARSET, false, LINT_INFO, 200, 0, "text/plain; charset=\"UTF-8\"", "", false,
         ROBOTS_ERROR_NONE},
        {LINT_HTTP_ENCODING, true, LINT_ERROR, 200, 0, "text/plain", "", true, ROBOTS_ERROR_NONE},
        {LINT_HTTP_ENCODING, false, LINT_INFO, 200, 0, "text/plain", "", false, ROBOTS_ERROR_NONE},
        {LINT_HTTP_UNCACHEABLE, true, LINT_INFO, 200, 0, "text/plain", "public, max-age=0", false,
         ROBOTS_ERROR_NONE},
        {LINT_HTTP_UNCACHEABLE, true, LINT_INFO, 200, 0, "text/plain", "max-age=86401", false,
         ROBOTS_ERROR_NONE},
        {LINT_HTTP_UNCACHEABLE, false, LINT_INFO, 200, 0, "text/plain", "max-age=86400", false,
         ROBOTS_ERROR_NONE},
        {LINT_HTTP_UNCACHEABLE, false, LINT_INFO, 200, 0, "text/plain", "max-age=x, s-maxage=0", false,
         ROBOTS_ERROR_NONE},
        {LINT_HTTP_UNCACHEABLE, true, LINT_INFO, 200, 0, "text/plain", "max-age=60, No-Cache", false,
         ROBOTS_ERROR_NONE},
        {LINT_HTTP_UNCACHEABLE, true, LINT_INFO, 200, 0, "text/plain", "no-store", false, ROBOTS_ERROR_NONE},
        {LINT_HTTP_CHARSET, false, LINT_INFO, 200, 0, "text/plain; x=y; charset=us-ascii", "", false,
         ROBOTS_ERROR_NONE},
    };
    static const struct lint_hop hop = {301, {"http://a/robots.txt", 19}, {"http://b/robots.txt", 19}};
    struct lint_hop hops[6] = {hop, hop, hop, hop, hop, hop};

    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        const struct answer_case *test = &answers[i];
        struct lint_answer answer = {
            hops,         test->hops,          test->status,         test->error,
            "no address", span_of(test->type), span_of(test->cache), test->is_undecodable};
        struct finding found = {0};
        struct findings findings;

        findings_init(&findings);
        lint_answer(&findings, &answer);
        if (is_int(find_code(&findings, test->code, &found), test->found, lint_kind(test->code)->text) &&
            test->found) {
            is_int(found.severity, test->severity, "its severity");
            check_form(&found);
        }
        (test->found ? seen_bad : seen_good)[test->code] = true;
        findings_release(&findings);
    }
}

static void test_hosts(void)
{
    struct findings findings;

    findings_init(&findings);
    is_int(findings.counts[LINT_HOST_DIFFERS], 0, "no finding before lint_host_differs");
    lint_host_differs(&findings, span_of("https://a/robots.txt"), span_of("https://www.a/robots.txt"));
    is_int(findings.counts[LINT_HOST_DIFFERS], 1, "hosts differ");
    seen_bad[LINT_HOST_DIFFERS] = seen_good[LINT_HOST_DIFFERS] = true;
    findings_release(&findings);
}

/* A page with one element and one header field; either may be missing. */
static void test_pages(void)
{
    static const struct {
        enum lint_code code;
        const char *content, *header;
        bool is_forbidden, found;
    } pages[] = {
        {LINT_META_CONFLICT, "index, noindex", NULL, false, true},
        {LINT_META_CONFLICT, "ALL, nofollow", NULL, false, true},
        {LINT_META_CONFLICT, NULL, "X-Robots-Tag: none, follow", false, true},
        {LINT_META_CONFLICT, "index, nofollow", NULL, false, false},
        {LINT_META_UNREACHABLE, "noindex", NULL, true, true},
        {LINT_META_UNREACHABLE, "nofollow", NULL, true, false},
        {LINT_META_UNREACHABLE, "noindex", NULL, false, false},
        {LINT_META_UNKNOWN, "noindex, stayaway", NULL, false, true},
        {LINT_META_UNKNOWN, NULL, "X-Robots-Tag: stayaway", false, true},
        {LINT_META_UNKNOWN, "no index, max-snippet: 5, ALL=index,follow", "X-Robots-Tag: foo: stayaway",
         false, false},
        {LINT_META_UNKNOWN, "unavailable_after: 25 Jun 2010 15:00:00 PST", NULL, false, false},
        {LINT_HEADER_META_DIFFER, "noindex", "X-Robots-Tag: nofollow", false, true},
        {LINT_HEADER_META_DIFFER, "none", "X-Robots-Tag: noindex, nofollow", false, false},
        {LINT_HEADER_META_DIFFER, "noindex", NULL, false, false},
        {LINT_UNAVAILABLE_INVALID, "unavailable_after: some day", NULL, false, true},
        {LINT_UNAVAILABLE_INVALID, "unavailable_after: 2010-01-01", NULL, false, false},
    };

    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        struct meta_entry entry = {.name = span_of("robots"), .content = span_of(pages[i].content)};
        struct span header = span_of(pages[i].header);
        struct lint_page page = {.input = {.agent = span_of("tiptoe"),
                                           .entries = &entry,
                                           .entry_count = pages[i].content != NULL,
                                           .headers = &header,
                                           .header_count = pages[i].header != NULL},
                                 .is_forbidden = pages[i].is_forbidden,
                                 .forbidden_line = 3};
        struct finding found = {0};
        struct findings findings;

        findings_init(&findings);
        lint_page(&findings, &page);
        if (is_int(find_code(&findings, pages[i].code, &found), pages[i].found,
                   pages[i].content ? pages[i].content : pages[i].header) &&
            pages[i].found)
            check_form(&found);
        (pages[i].found ? seen_bad : seen_good)[pages[i].code] = true;
        findings_release(&findings);
    }
}

/* The place of an element. */
static void test_page_place(void)
{
    struct meta_entry entry = {.name = span_of("robots"), .content = span_of("noindex,index")};
    struct lint_page page = {
        .document = span_of("<html>\n<meta name=robots\ncontent=noindex,index>"),
        .input = {.agent = span_of("tiptoe"), .entries = &entry, .entry_count = 1},
    };
    struct finding found = {0};
    struct findings findings;

    findings_init(&findings);
    lint_page(&findings, &page);
    ok(find_code(&findings, LINT_META_CONFLICT, &found) && found.line == 3 && found.column == 9,
       "a finding has the place of its element");
    findings_release(&findings);
}

/* The table of codes: each has a unique name, a source by its public name, and cases here with and without
 * it. */
static void test_codes(void)
{
    for (int i = 0; i < LINT_CODE_COUNT; i++) {
        enum lint_code code = (enum lint_code)i;

        ok(*lint_kind(code)->text && *lint_kind(code)->source && !strstr(lint_kind(code)->source, "seed"),
           "%d has a name and a public source", i);
        for (int j = 0; j < i; j++) {
            if (strcmp(lint_kind(code)->text, lint_kind((enum lint_code)j)->text) == 0)
                ok(false, "two codes are named %s", lint_kind(code)->text);
        }
        ok(seen_bad[i], "%s: a case with it", lint_kind(code)->text);
        ok(seen_good[i], "%s: a case without it", lint_kind(code)->text);
    }
}

static void check_quote(const char *text, size_t wanted, const char *end)
{
    struct quote cut = quote(span_of(text));

    is_int(strlen(cut.text), wanted, "quoted length");
    is_str(cut.text + strlen(cut.text) - strlen(end), end, "quoted end");
}

static void test_quotes(void)
{
    char wide[120];

    memset(wide, 'a', sizeof wide);
    wide[119] = '\0';
    check_quote("short", 5, "short");
    check_quote(wide, 79, "a…");
    memcpy(wide + 75, "\xe2\x82\xac", 3);
    check_quote(wide, 78, "a…");
    is_str(quote(span_make("a\0b", 3)).text, "a?b", "a NUL does not end a quote");
}

int main(void)
{
    test_files();
    test_long_files();
    test_severities();
    test_bytes();
    test_truncated();
    test_place();
    test_answers();
    test_hosts();
    test_pages();
    test_page_place();
    test_quotes();
    test_codes();
    return done();
}
