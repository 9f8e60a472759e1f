/* SPDX-License-Identifier: MIT */
/* Each finding of robots check: a file with it, and its place; and a file without it. */
#include "config.h"

#include "lint/lint.h"

#include "cases.h"
#include "tap.h"

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
        *found = findings->kept[i];
        if (found->code == code)
            return true;
    }
    return false;
}

static void lint_body(struct findings *findings, struct span body)
{
    struct lint_options options = {.agent = span_of("tiptoe/1.0"),
                                   .url = span_of("https://site.example/robots.txt")};

    /* A copy without a NUL after it, so that the sanitizers notice a read past its end. */
    char *copy = malloc(body.len > 0 ? body.len : 1);

    if (!copy)
        abort();
    memcpy(copy, body.at, body.len);
    *findings = (struct findings){.kept = NULL};
    lint_robots(findings, span_make(copy, body.len), &options);
    free(copy);
}

/* The form of every finding: whole sentences. */
static void check_form(const struct finding *found)
{
    ok(strlen(found->text) > 20 && found->text[strlen(found->text) - 1] == '.' &&
           (found->line > 0) == (found->column > 0) && found->severity <= LINT_ERROR,
       "%s is well formed: %.*s", lint_kind(found->code)->text, 60, found->text);
}

static void check_bad(const struct file_case *test, struct span body)
{
    struct findings findings = {.kept = NULL};
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
    struct findings findings = {.kept = NULL};

    lint_body(&findings, span_of(test->good));
    is_int(findings.counts[test->code], 0, label_of(test->code, test->good));
    seen_good[test->code] = true;
    findings_release(&findings);
}

static void test_files(void)
{
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        if (cases[i].bad)
            check_bad(&cases[i], span_of(cases[i].bad));
        check_good(&cases[i]);
    }
}

/* Messages that state more than the text that they quote. */
static void test_messages(void)
{
    static const struct {
        enum lint_code code;
        const char *body, *part;
    } messages[] = {
        {LINT_PATH_SPACE, U "Disallow: /a b\n", "'/a b': space in the path; tiptoe reads %20"},
        {LINT_RULE_TIE, U "Disallow: /a\nAllow: /a\n", "'/a' and line 2,"},
        {LINT_RULE_TIE, U "Allow: /a*\nDisallow: /ab\n", "'/ab' and line 2,"},
        {LINT_AGENT_REPEATED, "User-agent: a\nDisallow: /x\nUser-agent: A\nDisallow: /y\n",
         "named in line 1;"},
        {LINT_AGENT_NEAR, "User-agent: tip\nDisallow: /\n", "'tip' contains 'tiptoe' or is contained"},
        {LINT_BLOCKS_SITEMAP, UD "Sitemap: https://site.example/x/s.xml\n", "/x/s.xml' in line 2;"},
        {LINT_DELAY_HUGE, UD "Crawl-delay: 400\n", "at most 216 pages a day"},
        {LINT_MISSING_COLON, U "Disallow /x y\n",
         "'Disallow /x y': no colon after the field; only tiptoe accepts it."},
        {LINT_MISSING_COLON, U "Disallow /x\n", "only tiptoe and Google accept it."},
        {LINT_MISSING_COLON, U "Disallow\n", "only tiptoe accepts it."},
        {LINT_MISSING_COLON, UD "Crawl-delay 3\n", "only tiptoe accepts it."},
        {LINT_MISSING_COLON, UD "Allow /x/y\n", "only Google accepts it."},
        {LINT_MISSING_COLON, UD "Host a\n", "no reader accepts it."},
        {LINT_MISSING_COLON, UD "Sitemap https://site.example/s\n",
         "tiptoe and Google cut the line at a later one"},
        {LINT_TYPO, U "Disalow: /x\n", "only tiptoe and Google accept it. Write 'Disallow:'."},
        {LINT_TYPO, U "Dsalow: /x\n", "only tiptoe accepts it. Write 'Disallow:'."},
        {LINT_TYPO, UD "Alow: /x\n", "no reader accepts it. Write 'Allow:'."},
        {LINT_TYPO, UD "Allows: /x\n", "only Google accepts it. Write 'Allow:'."},
        {LINT_TYPO, UD "Site-maps: /x\n", "only tiptoe and Google accept it. Write 'Sitemap:'."},
        {LINT_AGENT_REPEATED, UD UD, "'*' is also named in line 1;"},
        {LINT_CONTROL, U "Disallow: /\x1f\n", "Control character 1F;"},
        {LINT_INVISIBLE, U "Disallow: /x\xc2\xad\n", "U+00AD"},
    };

    for (size_t i = 0; i < COUNT_OF(messages); i++) {
        struct finding found = {0};
        struct findings findings = {.kept = NULL};
        char text[600];

        lint_body(&findings, span_of(messages[i].body));
        ok(find_code(&findings, messages[i].code, &found), "%s",
           label_of(messages[i].code, messages[i].body));
        (void)snprintf(text, sizeof text, "%s", found.text ? found.text : "");
        if (!ok(strstr(text, messages[i].part) != NULL, "  its message"))
            printf("# %s\n", text);
        findings_release(&findings);
    }
}

/* A file of COUNT lines, the same or numbered. */
static void check_long(enum lint_code code, size_t count, size_t line_len, bool wanted, uint32_t line)
{
    struct file_case test = {.code = code, .bad = "a long file", .line = line, .column = line > 0};
    struct findings findings = {.kept = NULL};
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

/* RULES rules and SITEMAPS sitemaps: how often the limits for rules are reported. */
static size_t count_rules_many(size_t rules, size_t sitemaps)
{
    struct findings findings = {.kept = NULL};
    struct buf body;
    size_t count;

    buf_init(&body, (size_t)4 * 1024 * 1024);
    (void)buf_add_text(&body, U);
    for (size_t i = 0; i < rules; i++)
        (void)buf_add_format(&body, "Disallow: /%zu\n", i + 10000);
    for (size_t i = 0; i < sitemaps; i++)
        (void)buf_add_format(&body, "Sitemap: https://site.example/s%zu\n", i);
    lint_body(&findings, buf_span(&body));
    count = findings.counts[LINT_RULES_MANY];
    findings_release(&findings);
    buf_release(&body);
    return count;
}

static void test_budget(void)
{
    is_int(count_rules_many(4999, 4000), 1, "5,000 times 4,000 comparisons are within the budget");
    is_int(count_rules_many(4999, 4001), 2, "one sitemap more is not");
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
    struct findings findings = {.kept = NULL};
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
    ok(findings.counts[LINT_AGENT_REPEATED] > 10000, "all are counted");
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
    struct findings findings = {.kept = NULL};
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
    struct findings findings = {.kept = NULL};

    lint_robots(&findings, span_of(UD "Allow: /y"), &options);
    is_int(findings.counts[LINT_ALLOW_MALFORMED], 1, "an Allow at its end may be cut");
    findings_clear(&findings);
    lint_robots(&findings, span_of(UD "Allow: /y\n"), &options);
    is_int(findings.counts[LINT_ALLOW_MALFORMED], 0, "an Allow with its line end is whole");
    findings_clear(&findings);
    lint_robots(&findings, span_of(U "Disallow: /\nAllow: /y\nAllow: /yes"), &options);
    is_int(findings.counts[LINT_RULE_TIE], 0, "one that may be cut ties with nothing");
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

    for (size_t i = 0; i < COUNT_OF(places); i++) {
        struct lint_options options = {.agent = span_of("tiptoe"), .url = span_of(places[i].url)};
        struct findings findings = {.kept = NULL};

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
    unsigned redirects;
    const char *type;
    bool is_undecodable;
    const char *error;
};

static void test_answers(void)
{
    static const struct answer_case answers[] = {
        {LINT_HTTP_STATUS, true, LINT_INFO, 404, 0, "", false, NULL},
        {LINT_HTTP_STATUS, true, LINT_INFO, 410, 0, "", false, NULL},
        {LINT_HTTP_STATUS, true, LINT_WARNING, 403, 0, "", false, NULL},
        {LINT_HTTP_STATUS, true, LINT_WARNING, 418, 0, "", false, NULL},
        {LINT_HTTP_STATUS, true, LINT_ERROR, 503, 0, "", false, NULL},
        {LINT_HTTP_STATUS, true, LINT_ERROR, 0, 0, "", false, "no such host"},
        {LINT_HTTP_STATUS, false, LINT_INFO, 200, 0, "text/plain", false, NULL},
        {LINT_HTTP_REDIRECTS_MANY, true, LINT_ERROR, 200, 6, "text/plain", false, NULL},
        {LINT_HTTP_REDIRECTS_MANY, false, LINT_INFO, 200, 5, "text/plain", false, NULL},
        {LINT_HTTP_TYPE, true, LINT_WARNING, 200, 0, "text/html", false, NULL},
        {LINT_HTTP_TYPE, false, LINT_INFO, 200, 0, "Text/Plain; x=y", false, NULL},
        {LINT_HTTP_TYPE, true, LINT_WARNING, 299, 0, "text/html", false, NULL},
        {LINT_HTTP_TYPE, false, LINT_WARNING, 300, 0, "text/html", false, NULL},
        {LINT_HTTP_TYPE, false, LINT_WARNING, 199, 0, "text/html", false, NULL},
        {LINT_HTTP_TYPE, false, LINT_WARNING, 0, 0, "text/html", false, "cut off"},
        {LINT_HTTP_CHARSET, true, LINT_WARNING, 200, 0, "text/plain;charset=latin1", false, NULL},
        {LINT_HTTP_CHARSET, false, LINT_INFO, 200, 0, "text/plain; charset=\"UTF-8\"", false, NULL},
        {LINT_HTTP_ENCODING, true, LINT_ERROR, 200, 0, "text/plain", true, NULL},
        {LINT_HTTP_ENCODING, false, LINT_INFO, 200, 0, "text/plain", false, NULL},
        {LINT_HTTP_CHARSET, false, LINT_INFO, 200, 0, "text/plain; x=y; charset=us-ascii", false, NULL},
    };
    for (size_t i = 0; i < COUNT_OF(answers); i++) {
        const struct answer_case *test = &answers[i];
        struct lint_answer answer = {test->redirects, test->status, test->error, span_of(test->type),
                                     test->is_undecodable};
        struct finding found = {0};
        struct findings findings = {.kept = NULL};

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

/* A page with one element, and a header line or none. */
static void test_pages(void)
{
    static const struct {
        enum lint_code code;
        const char *content, *header;
        bool is_forbidden, found;
    } pages[] = {
        {LINT_META_CONFLICT, "index, noindex", NULL, false, true},
        {LINT_META_CONFLICT, "ALL, nofollow", NULL, false, true},
        {LINT_META_CONFLICT, "index, nofollow", NULL, false, false},
        {LINT_META_CONFLICT, "noindex", "X-Robots-Tag: index", false, false},
        {LINT_META_CONFLICT, "", "X-Robots-Tag: archive, noarchive", false, true},
        {LINT_META_UNREACHABLE, "noindex", NULL, true, true},
        {LINT_META_UNREACHABLE, "", "X-Robots-Tag: noarchive", true, true},
        {LINT_META_UNREACHABLE, "nofollow", NULL, true, false},
        {LINT_META_UNREACHABLE, "noindex", NULL, false, false},
        {LINT_META_UNKNOWN, "noindex, stayaway", NULL, false, true},
        {LINT_META_UNKNOWN, "no index, max-snippet: 5, ALL=index,follow", NULL, false, false},
        {LINT_META_UNKNOWN, "unavailable_after: 25 Jun 2010 15:00:00 PST", NULL, false, false},
        {LINT_META_UNKNOWN, "unavailable_after: some day", NULL, false, false},
        {LINT_META_UNKNOWN, "unavailable_after: some day, stayaway", NULL, false, true},
        {LINT_HEADER_META_DIFFER, "noindex", "X-Robots-Tag: index", false, true},
        {LINT_HEADER_META_DIFFER, "noindex", "x-robots-tag: follow, NOINDEX", false, false},
        {LINT_HEADER_META_DIFFER, "noindex", "X-Robots-Tag: otherbot: index", false, false},
        {LINT_HEADER_META_DIFFER, "", "X-Robots-Tag: noindex", false, false},
        {LINT_UNAVAILABLE_INVALID, "unavailable_after: some day", NULL, false, true},
        {LINT_UNAVAILABLE_INVALID, "unavailable_after: 2010-01-01", NULL, false, false},
    };

    for (size_t i = 0; i < COUNT_OF(pages); i++) {
        struct meta_entry entry = {.name = span_of("robots"), .content = span_of(pages[i].content)};
        struct span header = span_of(pages[i].header);
        struct meta_input terms = {.agent = span_of("tiptoe"),
                                   .entries = &entry,
                                   .entry_count = 1,
                                   .headers = &header,
                                   .header_count = pages[i].header != NULL};
        struct finding found = {0};
        struct findings findings = {.kept = NULL};

        lint_page(&findings, &terms, span_of(""), pages[i].is_forbidden);
        if (is_int(find_code(&findings, pages[i].code, &found), pages[i].found, pages[i].content) &&
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
    struct meta_input terms = {.agent = span_of("tiptoe"), .entries = &entry, .entry_count = 1};
    struct finding found = {0};
    struct findings findings = {.kept = NULL};

    lint_page(&findings, &terms, span_of("<html>\n<meta name=robots\ncontent=noindex,index>"), false);
    ok(find_code(&findings, LINT_META_CONFLICT, &found) && found.line == 3 && found.column == 9,
       "a finding has the place of its element");
    findings_release(&findings);
}
enum { ADVICE_FILES = 3000, ADVICE_LINES = 6, ADVICE_MAX = 400 };

static unsigned pick(uint64_t *state, unsigned below)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*state >> 33) % below;
}

/* Writes a group with random rules over two letters, slashes and the special characters. */
static void add_rules(struct buf *file, uint64_t *state)
{
    (void)buf_add_text(file, "User-agent: *\n");
    for (unsigned line = 0; line < ADVICE_LINES; line++) {
        (void)buf_add_text(file, pick(state, 2) ? "Allow: /" : "Disallow: /");
        for (unsigned len = pick(state, 4); len > 0; len--)
            (void)buf_add_byte(file, "ab/*$"[pick(state, 5)]);
        (void)buf_add_text(file, pick(state, 2) ? "*\n" : "\n");
    }
}

/* Writes FILE to CHANGED as finding I advises. Returns false for findings that advise something else. */
static bool follow(const struct buf *file, struct finding finding, struct buf *changed)
{
    struct span rest = buf_span(file);

    if (finding.code != LINT_STAR_REDUNDANT && finding.code != LINT_DOLLAR_INSIDE)
        return false;
    buf_clear(changed);
    for (uint32_t line = 1; rest.len > 0; line++) {
        struct span text = span_take_until(&rest, '\n');

        if (line == finding.line) {
            (void)buf_add_span(changed, span_part(text, 0, finding.column - 1));
            (void)buf_add_text(changed, finding.code == LINT_DOLLAR_INSIDE ? "%24" : "");
            text = span_part(text, finding.column, text.len);
        }
        (void)buf_add_span(changed, text);
        (void)buf_add_byte(changed, '\n');
    }
    return true;
}

/* Returns the number of short paths with other verdicts. */
static size_t differences(const struct buf *file, const struct buf *changed)
{
    static const enum robots_mode modes[] = {ROBOTS_STANDARD, ROBOTS_STRICT};
    size_t count = 0;

    for (size_t m = 0; m < COUNT_OF(modes); m++) {
        struct robots_options options = {.agent = span_of("tiptoe"), .mode = modes[m]};
        struct robots *before = robots_parse(buf_span(file), &options);
        struct robots *after = robots_parse(buf_span(changed), &options);

        for (unsigned path = 0; path < 256; path++) {
            char text[] = {'/', "ab/$"[path & 3], "ab/$"[path >> 2 & 3], "ab/$"[path >> 4 & 3],
                           "ab/$"[path >> 6]};
            struct span url = span_make(text, 1 + path % sizeof text);

            count += robots_judge(before, url).allowed != robots_judge(after, url).allowed;
        }
        robots_free(before);
        robots_free(after);
    }
    return count;
}

/* Following an advice changes no verdict. */
static void test_advice(void)
{
    struct lint_options options = {.agent = span_of("tiptoe")};
    uint64_t state = 20261126;
    size_t followed = 0, changes = 0;
    struct findings findings = {.kept = NULL};
    struct buf file, changed;

    buf_init(&file, ADVICE_MAX);
    buf_init(&changed, ADVICE_MAX);
    for (int i = 0; i < ADVICE_FILES; i++) {
        buf_clear(&file);
        findings_clear(&findings);
        add_rules(&file, &state);
        lint_robots(&findings, buf_span(&file), &options);
        for (size_t k = 0; k < findings.kept_count; k++) {
            if (!follow(&file, findings.kept[k], &changed))
                continue;
            followed++;
            changes += differences(&file, &changed);
        }
    }
    ok(followed > ADVICE_FILES, "%zu pieces of advice were followed", followed);
    is_int((int64_t)changes, 0, "and changed no verdict");
    findings_release(&findings);
    buf_release(&file);
    buf_release(&changed);
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
        if (code == LINT_HOST_DIFFERS) /* cmd_robots/hosts.sh has both */
            continue;
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
    test_messages();
    test_long_files();
    test_budget();
    test_severities();
    test_bytes();
    test_truncated();
    test_place();
    test_answers();
    test_pages();
    test_page_place();
    test_quotes();
    test_codes();
    test_advice();
    return done();
}
