/* SPDX-License-Identifier: MIT */
/* The other readings of robots.txt, for the rows of the table of disagreements (ROBOTS.md, section 4). */
#include "config.h"

#include "lint/readings.h"

#include "tap.h"

/* Verdicts on one path for "tiptoe": 'a' or 'd' for rfc9309, google and 1994; and the lines that decided. */
struct reading_case {
    const char *robots;
    const char *path;
    const char *verdicts;
    uint32_t lines[READING_COUNT];
};

static const struct reading_case cases[] = {
    /* 1 to 5: records and groups */
    {"User-agent: *\nDisallow: /x", "/x", "ddd", {2, 2, 2}},
    {"User-agent: *\n\nDisallow: /x", "/x", "dda", {3, 3, 0}},
    {"User-agent: *\n#\nDisallow: /x", "/x", "ddd", {3, 3, 3}},
    {"User-agent: *\r\nDisallow: /x\r\nDisallow: /y", "/y", "ddd", {3, 3, 3}},
    {"User-agent: *\rDisallow: /x", "/x", "ddd", {2, 2, 2}},
    {"User-agent: *\nDisallow: /y\nUser-agent: tiptoe\nDisallow: /x", "/x", "ddd", {4, 4, 4}},
    {"User-agent: *\nDisallow: /x\nUser-agent: tiptoe\nDisallow: /y", "/x", "aaa", {0, 0, 0}},
    {"User-agent: tiptoe\nDisallow: /a\n\nUser-agent: tiptoe\nDisallow: /x", "/x", "dda", {5, 5, 0}},
    {"User-agent: a\n\nUser-agent: *\nDisallow: /x", "/x", "ddd", {4, 4, 4}},
    {"User-agent: tiptoe\nUser-agent: a\nDisallow: /x", "/x", "ddd", {3, 3, 3}},
    /* 6 to 8: precedence */
    {"User-agent: *\nDisallow: /x\nAllow: /x/y", "/x/y", "aad", {3, 3, 2}},
    {"User-agent: *\nAllow: /x\nDisallow: /x", "/x", "aad", {2, 2, 3}},
    {"User-agent: *\nDisallow:\nDisallow: /x", "/x", "dda", {3, 3, 2}},
    {"User-agent: *\nAllow: /x*\nDisallow: /x/", "/x/", "aad", {2, 2, 3}},
    /* 9 to 14: names */
    {"User-agent: tip\nDisallow: /x", "/x", "aad", {0, 0, 2}},
    {"User-agent: mytiptoe\nDisallow: /x", "/x", "aaa", {0, 0, 0}},
    {"User-agent: TIPTOE/2.0\nDisallow: /x", "/x", "add", {0, 2, 2}},
    {"User-agent: tiptoe other\nDisallow: /x", "/x", "ada", {0, 2, 0}},
    {"User-agent: * other\nDisallow: /x", "/x", "ada", {0, 2, 0}},
    {"User-agent: tiptoe2\nDisallow: /x", "/x", "ada", {0, 2, 0}},
    {"User-agent:\nDisallow: /x", "/x", "aad", {0, 0, 2}},
    {"User-agent: b b\nDisallow: /x\nUser-agent: *\nDisallow: /y", "/x", "aaa", {0, 0, 0}},
    {"Disallow: /x", "/x", "aad", {0, 0, 1}},
    /* 17 to 26: paths and fields */
    {"User-agent: *\nDisallow: /y /x", "/y", "aaa", {0, 0, 0}},
    {"User-agent: *\nDisallow: x", "/x", "aad", {0, 0, 2}},
    {"User-agent: *\nDisallow: https://site.example/x", "/x", "aad", {0, 0, 2}},
    {"User-agent: *\nDisallow: https://other.example/x", "/x", "aaa", {0, 0, 0}},
    {"User-agent: *\nDisallow /x", "/x", "ada", {0, 2, 0}},
    {"User-agent: *\nDisallow /x y", "/x", "aaa", {0, 0, 0}},
    {" User-agent : *\n\tDisallow : /x # c", "/x", "ddd", {2, 2, 2}},
    {"Useragent: *\nDissallow: /x", "/x", "ada", {0, 2, 0}},
    {"User-agent: *\nDisallow-all: /x", "/x", "ada", {0, 2, 0}},
    {"User-agent: *\nDisallow: /x#y", "/x", "ddd", {2, 2, 2}},
    {"User-agent: *\nDisallow: /*.gif$", "/a.gif", "dda", {2, 2, 0}},
    {"User-agent: *\nDisallow: /*.gif$", "/a.gif?b", "aaa", {0, 0, 0}},
    {"User-agent: *\nDisallow: /a*b", "/a*b", "ddd", {2, 2, 2}},
    /* 27 to 29: escapes, robots.txt itself */
    {"User-agent: *\nDisallow: /%61", "/a", "daa", {2, 0, 0}},
    {"User-agent: *\nDisallow: /\xc3\xa9", "/%C3%A9", "ddd", {2, 2, 2}},
    {"User-agent: *\nDisallow: /a%2fb", "/a%2Fb", "dda", {2, 2, 0}},
    {"User-agent: *\nDisallow: /a%2Fb", "/a/b", "daa", {2, 0, 0}},
    {"User-agent: *\nDisallow: /%2A", "/abc", "aaa", {0, 0, 0}},
    {"User-agent: *\nDisallow: /%2A", "/*", "daa", {2, 0, 0}},
    {"User-agent: *\nDisallow: /", "/robots.txt", "add", {0, 2, 2}},
    {"User-agent: *\nDisallow: ?q", "/?q", "aaa", {0, 0, 0}},
    /* 38 to 42 and the byte order mark */
    {"\xef\xbb\xbfUser-agent: *\nDisallow: /x", "/x", "ddd", {2, 2, 2}},
    {"\xef\xbbUser-agent: *\nDisallow: /x", "/x", "add", {0, 2, 2}},
    {"\xef\xbb\xbfUser-agent: tiptoe\nDisallow: /y\n\nUser-agent: *\nDisallow: /x", "/x", "aad", {0, 0, 5}},
    {"User-agent: *\nDisallow: /\nAllow: /a/index.html", "/a/", "dad", {2, 3, 2}},
    {"User-agent: *\nDisallow: /\nAllow: /a/index.html", "/a/b", "ddd", {2, 2, 2}},
    {"User-agent: a\nCrawl-delay: 3\nUser-agent: *\nDisallow: /x", "/x", "ddd", {4, 4, 4}},
    {"", "/x", "aaa", {0, 0, 0}},
};

static void check(const struct reading_case *test, enum reading reading)
{
    struct span body = span_of(test->robots);
    struct reading_rules *rules =
        reading_parse(reading, body, span_of("tiptoe/1.0"), span_of("https://site.example"));
    struct reading_verdict verdict;
    char url[128], label[256];
    size_t len;

    (void)snprintf(url, sizeof url, "https://site.example%s", test->path);
    len =
        (size_t)snprintf(label, sizeof label, "%s: %s, %s", reading_text(reading), test->path, test->robots);
    for (size_t i = 0; i < len && i < sizeof label; i++)
        label[i] = label[i] == '#' || (label[i] > 0 && label[i] < ' ') ? '|' : label[i];
    verdict = reading_judge(rules, span_of(url));
    if (is_int(verdict.allowed ? 'a' : 'd', test->verdicts[reading], label))
        is_int(verdict.line, test->lines[reading], "its line");
    ok((verdict.line > 0) == (verdict.rule.len > 0), "and its text");
    reading_free(rules);
}

static void test_classes(void)
{
    static const struct {
        int status;
        unsigned redirects;
        enum robots_error error;
        enum robots_class wanted[READING_COUNT];
    } answers[] = {
        {200, 0, ROBOTS_ERROR_NONE, {ROBOTS_USE_FILE, ROBOTS_USE_FILE, ROBOTS_USE_FILE}},
        {404, 0, ROBOTS_ERROR_NONE, {ROBOTS_ALLOW_ALL, ROBOTS_ALLOW_ALL, ROBOTS_ALLOW_ALL}},
        {403, 0, ROBOTS_ERROR_NONE, {ROBOTS_ALLOW_ALL, ROBOTS_ALLOW_ALL, ROBOTS_DISALLOW_ALL}},
        {429, 0, ROBOTS_ERROR_NONE, {ROBOTS_ALLOW_ALL, ROBOTS_UNREACHABLE, ROBOTS_UNREACHABLE}},
        {503, 0, ROBOTS_ERROR_NONE, {ROBOTS_UNREACHABLE, ROBOTS_UNREACHABLE, ROBOTS_UNREACHABLE}},
        {200, 6, ROBOTS_ERROR_NONE, {ROBOTS_ALLOW_ALL, ROBOTS_ALLOW_ALL, ROBOTS_USE_FILE}},
        {200, 0, ROBOTS_ERROR_PARTIAL, {ROBOTS_UNREACHABLE, ROBOTS_UNREACHABLE, ROBOTS_UNREACHABLE}},
    };

    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        for (int j = 0; j < READING_COUNT; j++)
            is_int(reading_class((enum reading)j, answers[i].status, answers[i].redirects, answers[i].error),
                   answers[i].wanted[j], reading_text((enum reading)j));
    }
}

int main(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int j = 0; j < READING_COUNT; j++)
            check(&cases[i], (enum reading)j);
    }
    test_classes();
    return done();
}
