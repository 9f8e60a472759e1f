/* SPDX-License-Identifier: MIT */
/* Checks verdicts on files that RFC 9309, Google's documentation and the texts of 1994 and 1996 read
 * differently. */
#include "config.h"

#include "robots/robots.h"

#include "tap.h"

/* Rules for "tiptoe" at https://site.example, and the verdict on one path. */
struct rule_case {
    const char *robots;
    const char *path;
    bool allowed;
};

static struct robots *parse(struct span body, const char *agent, enum robots_mode mode)
{
    struct robots_options options = {
        .agent = span_of(agent), .origin = span_of("https://site.example"), .mode = mode};

    return robots_parse(body, &options);
}

static struct robots_verdict judge(const struct robots *robots, const char *path)
{
    char url[256];

    (void)snprintf(url, sizeof url, "https://site.example%s", path);
    return robots_judge(robots, span_of(url));
}

/* Prints TEXT as part of a label. */
static const char *label_of(const char *text)
{
    static char label[160];
    size_t len = 0;

    for (; *text && len + 2 < sizeof label; text++)
        label[len++] = (char)(*text == '\n' ? '|' : *text < 0x20 || *text == '#' ? '.' : *text);
    label[len] = '\0';
    return label;
}

static void check_all(const char *what, const struct rule_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct robots *robots = parse(span_of(cases[i].robots), "tiptoe/1.0", ROBOTS_STANDARD);

        ok(judge(robots, cases[i].path).allowed == cases[i].allowed, "%s: %s, %s", what, cases[i].path,
           label_of(cases[i].robots));
        robots_free(robots);
    }
}

#define CHECK_ALL(what, cases) check_all((what), (cases), COUNT_OF(cases))

/* Rows 1 to 5, 15, 16, 42: which lines make a group. */
static void test_groups(void)
{
    static const struct rule_case cases[] = {
        {"User-agent: *\n\nDisallow: /x", "/x", false},
        {"User-agent: *\nDisallow: /a\n\n\nDisallow: /b", "/b", false},
        {"User-agent: a\nDisallow: /x\nUser-agent: *\nDisallow: /y", "/x", true},
        {"User-agent: tiptoe\n\nUser-agent: a\nDisallow: /x", "/x", false},
        {"User-agent: tiptoe\nDisallow: /a\nUser-agent: b\nDisallow:\nUser-agent: tiptoe\nDisallow: /c", "/c",
         false},
        {"User-agent: *\nDisallow: /a\nUser-agent: *\nAllow: /a/b", "/a/b", true},
        {"User-agent: *\nDisallow: /\nUser-agent: tiptoe", "/x", true},
        {"User-agent: *\nAllow: /a", "/b", true},
        {"User-agent: a\nSitemap: x\nHost: y\nUser-agent: *\nDisallow: /", "/x", false},
        {"User-agent: *\nCrawl-delay: 1\nUser-agent: a\nDisallow: /x", "/x", false},
        {"User-agent: *\nNoindex: /n\nUser-agent: a\nDisallow: /x", "/x", false},
        {"User-agent: *\nAllow /q\nUser-agent: a\nDisallow: /x", "/x", false},
        {"User-agent: a\nDisallow:\nUser-agent: *\nDisallow: /x", "/x", false},
        {"User-agent: *\nDisallow:\nUser-agent: a\nDisallow: /x", "/x", true},
        {"User-agent: *\nAllow: void void\nUser-agent: a\nDisallow: /x", "/x", true},
        {"User-agent: *\nDisallow: mailto:x\nUser-agent: a\nDisallow: /x", "/x", true},
        {"", "/x", true},
        {"\n\n# only words\n", "/x", true},
    };

    CHECK_ALL("groups", cases);
}

/* Rows 9 to 14: names. */
static void test_names(void)
{
    static const struct rule_case cases[] = {
        {"User-agent: TIPTOE\nDisallow: /x", "/x", false},
        {"User-agent: *\nDisallow: /x\nUser-agent: TipToe\nAllow: /", "/x", true},
        {"User-agent: *\nDisallow: /x\nUser-agent: tiptoe/9 beta\nAllow: /", "/x", true},
        {"User-agent: *\nDisallow: /x\nUser-agent: a, \"tiptoe\"\nAllow: /", "/x", true},
        {"User-agent: *\nDisallow: /x\nUser-agent: a tiptoe*\nAllow: /", "/x", true},
        {"User-agent: *\nDisallow: /x\nUser-agent: Mozilla/5.0 (compatible; tiptoe/1; +http://x/)\nDisallow:",
         "/x", true},
        {"User-agent: * a\nDisallow: /x", "/x", false},
        {"User-agent: ***\nDisallow: /x", "/x", false},
        {"User-agent: \"*\"\nDisallow: /x", "/x", false},
        {"User-agent: */1\nDisallow: /x", "/x", false},
        {"User-agent: *\nDisallow: /x\nUser-agent: tip\nDisallow:\nAllow: /x", "/x", false},
        {"User-agent: tip\nDisallow: /x", "/x", false},
        {"User-agent: ti\nDisallow: /x", "/x", true},
        {"User-agent: mytiptoes\nDisallow: /x", "/x", false},
        {"User-agent: mytiptoes\nDisallow: /x\nUser-agent: tiptoe\nDisallow: /y", "/x", true},
        {"User-agent: tip\nDisallow: /x\nUser-agent: toe\nAllow: /x", "/x", true},
        {"User-agent: toes\nDisallow: /x", "/x", true},
        {"User-agent: tiptoe2\nDisallow: /x\nUser-agent: *\nDisallow: /y", "/y", false},
        {"User-agent: *\nDisallow: /x\nUser-agent:\nAllow: /x", "/x", false},
        {"User-agent:\nDisallow: /x\nUser-agent: *\nAllow: /x/y", "/x/y", false},
        {"User-agent:\nDisallow: /x\nUser-agent: tiptoe\nDisallow: /y", "/x", true},
        {"User-agent:\nUser-agent: a\nDisallow: /x", "/x", true},
        {"User-agent: ()\nDisallow: /x", "/x", false},
        {"Disallow: /x\nUser-agent: *\nDisallow: /y", "/x", false},
        {"Disallow: /x\nUser-agent: *\nAllow: /x", "/x", false},
        {"Disallow: /x\nAllow: /x/y", "/x/y", true},
        {"Disallow: /x\nUser-agent: tiptoe\nDisallow:", "/x", true},
        {"User-agent: \xe2\x80\x9ctiptoe\xe2\x80\x9d\nDisallow: /x\nUser-agent: *\nDisallow: /", "/y", true},
    };

    CHECK_ALL("names", cases);
}

/* Rows 6 to 8, 26, 29: which rule decides. */
static void test_precedence(void)
{
    static const struct rule_case cases[] = {
        {"User-agent: *\nAllow: /p\nDisallow: /", "/page", true},
        {"User-agent: *\nDisallow: /\nAllow: /p", "/page", true},
        {"User-agent: *\nAllow: /folder\nDisallow: /folder/x", "/folder/x", false},
        {"User-agent: *\nDisallow: /x\nAllow: /x", "/x", true},
        {"User-agent: *\nAllow: /page\nDisallow: /*.htm", "/page.htm", false},
        {"User-agent: *\nAllow: /pages\nDisallow: /*.ht", "/pages.htm", true},
        {"User-agent: *\nAllow: /$\nDisallow: /", "/", true},
        {"User-agent: *\nAllow: /$\nDisallow: /", "/page", false},
        {"User-agent: *\nAllow: *\nDisallow: /", "/x", true},
        {"User-agent: *\nDisallow: *", "/x", false},
        {"User-agent: *\nDisallow: /*$", "/x?y", false},
        {"User-agent: *\nDisallow: /a*b*c", "/axxbxxcxx", false},
        {"User-agent: *\nDisallow: /a*b*c", "/axxcxxb", true},
        {"User-agent: *\nDisallow: /a*bc$", "/abcbc", false},
        {"User-agent: *\nDisallow: /a*bc$", "/abcb", true},
        {"User-agent: *\nDisallow: /a**b", "/ab", false},
        {"User-agent: *\nDisallow: /ab*b$", "/ab", true},
        {"User-agent: *\nDisallow: /a$b", "/a$b", false},
        {"User-agent: *\nDisallow: /a$$", "/a$", false},
        {"User-agent: *\nDisallow: /\nAllow: /index.html", "/", false},
        {"User-agent: *\nDisallow: /", "/robots.txt", true},
        {"User-agent: *\nDisallow: /", "/./%72obots.txt#x", true},
        {"User-agent: *\nDisallow: /", "/robots.txt?", false},
        {"User-agent: *\nDisallow: /", "/a/robots.txt", false},
        {"User-agent: *\nDisallow: /robots.txt", "/robots.txt", true},
    };

    CHECK_ALL("precedence", cases);
}

/* Row 17 to 20 and 25: values. */
static void test_values(void)
{
    static const struct rule_case cases[] = {
        {"User-agent: *\nDisallow: /a /b\t/c", "/c", false},
        {"User-agent: *\nDisallow: /a b", "/a%20b", false},
        {"User-agent: *\nDisallow: /a b", "/a", true},
        {"User-agent: *\nDisallow: /a,/b", "/b/c", false},
        {"User-agent: *\nDisallow: /a, /b", "/a", false},
        {"User-agent: *\nDisallow: /a,b", "/a", true},
        {"User-agent: *\nDisallow: /a,/b*", "/b", true},
        {"User-agent: *\nDisallow: /a /b*", "/a", true},
        {"User-agent: *\nDisallow: /a /b*", "/a%20/bc", false},
        {"User-agent: *\nDisallow: /a /b$", "/a", true},
        {"User-agent: *\nDisallow: /\nAllow: /a /b", "/a", false},
        {"User-agent: *\nDisallow: / Disallow: /a", "/a", true},
        {"User-agent: *\nDisallow: tmp", "/tmp/x", false},
        {"User-agent: *\nDisallow: ?q=", "/?q=1", false},
        {"User-agent: *\nDisallow: Special:Search", "/Special:Search", false},
        {"User-agent: *\nDisallow: /\nAllow: tmp", "/tmp", false},
        {"User-agent: *\nDisallow: /\nAllow: ?q", "/?q", false},
        {"User-agent: *\nDisallow: https://site.example/a", "/a", false},
        {"User-agent: *\nDisallow: HTTPS://u@SITE.example:443/a", "/a", false},
        {"User-agent: *\nDisallow: https://site.example", "/a", false},
        {"User-agent: *\nDisallow: https://site.example?a", "/?a", false},
        {"User-agent: *\nDisallow: https://other.example/a", "/a", true},
        {"User-agent: *\nDisallow: https://site.example:8443/a", "/a", true},
        {"User-agent: *\nDisallow: http://site.example/a", "/a", true},
        {"User-agent: *\nDisallow: ftp://site.example/a", "/a", true},
        {"User-agent: *\nDisallow: mailto:a", "/mailto:a", true},
        {"User-agent: *\nDisallow: /\nAllow: https://site.example/a", "/a", false},
        {"User-agent: *\nDisallow: //a/", "//a/b", false},
        {"User-agent: *\nDisallow: /a#b", "/a", false},
        {"User-agent: *\nDisallow: /a%00b", "/a%00b", false},
        {"User-agent: *\nDisallow: /a%00b", "/a%0000b", true},
        {"User-agent: *\nDisallow: #/a", "/a", true},
        {"User-agent: *\nDisallow: \"/a\"", "/a", false},
        {"User-agent: *\nDisallow: '/a'", "/a", false},
        {"User-agent: *\nDisallow: \xe2\x80\x9c/a\xe2\x80\x9d", "/a", false},
        {"User-agent: *\nDisallow:: /a", "/a", false},
        {"User-agent: *\nDisallow: : /a", "/a", false},
        {"\"User-agent: *\"\n\"Disallow: /a\"", "/a", false},
        {"User-agent: *\nDisallow: /a\"", "/a", true},
        {"User-agent: *\nDisallow: /\nAllow: \"/a\"", "/a", false},
        {"User-agent: *\nDisallow: /\nAllow:: /a", "/a", false},
        {"User-agent: *\nDisallow: /\nAllow: /a\x01", "/a%01", false},
        {"User-agent: *\nDisallow: \xc2\xa0/a\xe2\x80\x8b", "/a", false},
        {"User-agent: *\nDisallow: /a\xa0", "/a", false},
        {"User-agent: *\nDisallow: /a\xc3\xa0", "/a", true},
        {"User-agent: *\nDisallow: /a\xc3\xa0", "/a%C3%A0", false},
        {"User-agent: *\nDisallow: /\nAllow: /a\xe2\x80\x8b", "/a", false},
        {"User-agent: *\nDisallow:\nDisallow: /a\nDisallow:", "/a", false},
    };

    CHECK_ALL("values", cases);
}

/* Rows 21 to 24, 38, 39: fields and lines. */
static void test_fields(void)
{
    static const struct rule_case cases[] = {
        {"user-AGENT : *\n  disALLOW\t:/x", "/x", false},
        {"User-agent: *\nDisallow\x01\x02: /x", "/x", false},
        {"User-agent: *\n\x01\x02"
         "Disallow: /x",
         "/x", false},
        {"User-agent *\nDisallow /x y", "/x%20y", false},
        {"user agent tiptoe\nDisallow /x", "/x", false},
        {"User-agent: *\nDisallow: /\nAllow /x", "/x", false},
        {"User-agent: *\nDisallow", "/x", true},
        {"Useragent: *\nDissallow: /x", "/x", false},
        {"User_agent: *\nDiasllow: /x", "/x", false},
        {"User agent: *\nDisallaw: /x", "/x", false},
        {"User-agents: *\nDisallowed: /x", "/x", false},
        {"User-agent: *\nDisalow-this: /x", "/x", false},
        {"User-agent: *\nDis-allow: /x", "/x", false},
        {"User-agent: *\nDsallo: /x", "/x", false},
        {"User-agent: *\nDsall: /x", "/x", true},
        {"User-agent: *\nDenyallow: /x", "/x", true},
        {"User-agent: *\nDisallow: /\nAlow: /x", "/x", false},
        {"User-agent: *\nDisallow: /\nAllows: /x", "/x", false},
        {"User-agent: *\nDisallow: /\n\"Allow\": /x", "/x", false},
        {"User-agent: *\nDisallow: /\nALLOW: /x", "/x", true},
        {"\xef\xbb\xbfUser-agent: *\nDisallow: /x", "/x", false},
        {"User-agent: *\n\xef\xbb\xbf"
         "Disallow\xc2\xa0: /x",
         "/x", false},
        {"\xefUser-agent: *\n\x01"
         "Disallow: /x",
         "/x", false},
        {"User-agent: *\rDisallow: /x\r", "/x", false},
        {"User-agent: *\r\nDisallow: /a\n\rDisallow: /x\r\n", "/x", false},
        {"User-agent: *\n\v\f\tDisallow: /x\f", "/x", false},
        {"User-agent: *\nDisallow = /x", "/x", true},
        {"User-agent: *\n// Disallow: /x", "/x", true},
        {"User-agent: *\nBlock: /x", "/x", true},
    };

    CHECK_ALL("fields", cases);
}

/* Rows 27 and 28, and 5.3: one normal form. */
static void test_normal_form(void)
{
    static const struct rule_case cases[] = {
        {"User-agent: *\nDisallow: /%62%61z", "/baz", false},
        {"User-agent: *\nDisallow: /baz", "/%62a%7a", false},
        {"User-agent: *\nDisallow: /~a", "/%7Ea", false},
        {"User-agent: *\nDisallow: /a%3cd", "/a%3Cd", false},
        {"User-agent: *\nDisallow: /a<d", "/a%3cd", false},
        {"User-agent: *\nDisallow: /a:@!'(),;[]", "/a%3A%40%21%27%28%29%2C%3B%5B%5D", false},
        {"User-agent: *\nDisallow: /a%3A%40%21%27%28%29%2C%3B%5B%5D", "/a:@!'(),;[]", false},
        {"User-agent: *\nDisallow: /a&b", "/a%26b", true},
        {"User-agent: *\nDisallow: /a=b", "/a%3Db", true},
        {"User-agent: *\nDisallow: /a+b", "/a%2Bb", true},
        {"User-agent: *\nDisallow: /a%3Fb", "/a?b", true},
        {"User-agent: *\nDisallow: /a?b%3Fc%2Fd", "/a?b?c/d", false},
        {"User-agent: *\nDisallow: /a?b?c/d", "/a?b%3Fc%2fd", false},
        {"User-agent: *\nDisallow: /a%23b", "/a%23b", false},
        {"User-agent: *\nDisallow: /*%2F*", "/a/b", true},
        {"User-agent: *\nDisallow: /*%2F*", "/a%2Fb", false},
        {"User-agent: *\nDisallow: /*%2F$", "/a/", true},
        {"User-agent: *\nDisallow: /*a%2F", "/a/", false},
        {"User-agent: *\nDisallow: /a/b", "/a%2Fb", false},
        {"User-agent: *\nDisallow: /a%2fb", "/a/b", false},
        {"User-agent: *\nDisallow: /a%2fb/c", "/a/b%2Fc", false},
        {"User-agent: *\nDisallow: /\nAllow: /a/b", "/a%2Fb", false},
        {"User-agent: *\nDisallow: /\nAllow: /a%2Fb", "/a/b", false},
        {"User-agent: *\nDisallow: /\nAllow: /a%2Fb", "/a%2fb", true},
        {"User-agent: *\nDisallow: /caf\xc3\xa9", "/caf%c3%a9", false},
        {"User-agent: *\nDisallow: /caf%C3%A9", "/caf\xc3\xa9", false},
        {"User-agent: *\nDisallow: /100%", "/100%", false},
        {"User-agent: *\nDisallow: /100%25", "/100%", false},
        {"User-agent: *\nDisallow: /%4", "/%4", false},
        {"User-agent: *\nDisallow: /%zz", "/%25zz", false},
        {"User-agent: *\nDisallow: /%41", "/%2541", true},
        {"User-agent: *\nDisallow: /a%2Ab", "/a*b", false},
        {"User-agent: *\nDisallow: /a%2Ab", "/axb", true},
        {"User-agent: *\nDisallow: /a%24", "/a$b", false},
        {"User-agent: *\nDisallow: /a%00b", "/a%00b", false},
        {"User-agent: *\nDisallow: /a%00b", "/a", true},
        {"User-agent: *\nDisallow: /b", "/a/../b", false},
        {"User-agent: *\nDisallow: /b", "/a/%2e%2E/./b", false},
        {"User-agent: *\nDisallow: /b", "/../../b", false},
        {"User-agent: *\nDisallow: /a/$", "/a/b/..", false},
        {"User-agent: *\nDisallow: /a/./b", "/a/./b", true},
        {"User-agent: *\nDisallow: /a?x=/../", "/a?x=/../", false},
        {"User-agent: *\nDisallow: /$", "", false},
        {"User-agent: *\nDisallow: /?q", "?q", false},
        {"User-agent: *\nDisallow: /a", "/a#b", false},
        {"User-agent: *\nDisallow: /a?", "/a", true},
        {"User-agent: *\nDisallow: /a?", "/a?", false},
        {"User-agent: *\nDisallow: /A", "/a", true},
    };

    CHECK_ALL("normal form", cases);
}

/* Rows 36, 37, 40, 48, 39: files that are cut, damaged, or not a robots.txt. */
static void test_damage(void)
{
    static const char nul_allow[] = "User-agent: *\nDisallow: /\nAllow: /a\0b\nAllow: /c # \0\n";
    static const char nul_disallow[] = "User-agent: *\nDisallow: /a\0b\nDisallow: /c\n";
    static const char utf16[] =
        "\xfe\xff\0U\0s\0e\0r\0-\0a\0g\0e\0n\0t\0:\0*\0\n\0D\0i\0s\0a\0l\0l\0o\0w\0:\0/\x30\xc4\0\n";
    static const char utf16_bare[] = "D\0i\0s\0a\0l\0l\0o\0w\0:\0/\0x\0";
    struct robots *robots = parse(span_make(nul_allow, sizeof nul_allow - 1), "tiptoe", ROBOTS_STANDARD);

    ok(!judge(robots, "/ab").allowed, "an Allow cut by a NUL has no effect");
    ok(!judge(robots, "/c").allowed, "nor has one with a NUL in its comment");
    robots_free(robots);
    robots = parse(span_make(nul_disallow, sizeof nul_disallow - 1), "tiptoe", ROBOTS_STANDARD);
    ok(!judge(robots, "/ax").allowed, "a Disallow cut by a NUL forbids");
    ok(!judge(robots, "/c").allowed, "the next line counts");
    robots_free(robots);
    robots = parse(span_make(utf16, sizeof utf16 - 1), "tiptoe", ROBOTS_STANDARD);
    ok(!judge(robots, "/%E3%83%84").allowed, "UTF-16BE with a byte order mark");
    is_span(judge(robots, "/%E3%83%84").rule, span_of("Disallow:/\xe3\x83\x84"), "its rule is in UTF-8");
    robots_free(robots);
    robots = parse(span_make(utf16_bare, sizeof utf16_bare - 1), "tiptoe", ROBOTS_STANDARD);
    ok(!judge(robots, "/x").allowed, "UTF-16LE without a byte order mark");
    robots_free(robots);
}

static void test_limits(void)
{
    static const char text[] = "User-agent: *\nDisallow: /\nAllow: /ab\nAllow: /cd\n";
    struct robots_options options = {.agent = span_of("tiptoe"), .limit_bytes = sizeof text - 3};
    struct robots *robots = robots_parse(span_make(text, sizeof text - 1), &options);

    ok(judge(robots, "/ab").allowed, "before the limit");
    ok(!judge(robots, "/cd").allowed && robots_is_cut(robots), "an Allow that the limit cuts has no effect");
    robots_free(robots);
    options.limit_bytes = sizeof text - 1;
    robots = robots_parse(span_make(text, sizeof text - 1), &options);
    ok(judge(robots, "/cd").allowed && !robots_is_cut(robots), "a file as large as the limit is whole");
    robots_free(robots);
    options.truncated = true;
    robots = robots_parse(span_make(text, sizeof text - 1), &options);
    ok(judge(robots, "/cd").allowed, "a cut after a line end leaves all lines whole");
    robots_free(robots);
    robots = robots_parse(span_make(text, sizeof text - 2), &options);
    ok(!judge(robots, "/cd").allowed, "a cut before the line end may not");
    robots_free(robots);
    options.mode = ROBOTS_STRICT;
    robots = robots_parse(span_make(text, sizeof text - 1), &options);
    ok(!judge(robots, "/cd").allowed && judge(robots, "/cd").reason == ROBOTS_BY_SIZE,
       "strict: closes the site");
    ok(judge(robots, "/robots.txt").allowed, "strict: except robots.txt");
    robots_free(robots);
}

static void test_html(void)
{
    static const struct {
        const char *text;
        bool is_html;
    } cases[] = {
        {"<!DOCTYPE html>\nDisallow: /", true},
        {"\xef\xbb\xbf \n<HTML lang=x>\nDisallow: /", true},
        {"<!-- x -->\n<html>\nDisallow: /", true},
        {"<?xml version='1.0'?><html>\nDisallow: /", true},
        {"<pre>\nDisallow: /", false},
        {"<!-- x\nDisallow: /", false},
        {"<htmlx>\nDisallow: /", false},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct robots *robots = parse(span_of(cases[i].text), "tiptoe", ROBOTS_STANDARD);

        ok(robots_is_html(robots) == cases[i].is_html && judge(robots, "/x").allowed == cases[i].is_html,
           "page: %s", label_of(cases[i].text));
        robots_free(robots);
        robots = parse(span_of(cases[i].text), "tiptoe", ROBOTS_STRICT);
        ok(!judge(robots, "/x").allowed, "strict: %s", label_of(cases[i].text));
        robots_free(robots);
    }
}

/* Rows 30 to 34. */
static void test_classes(void)
{
    static const struct {
        int status;
        enum robots_class class;
    } cases[] = {
        {200, ROBOTS_USE_FILE},     {204, ROBOTS_USE_FILE},     {299, ROBOTS_USE_FILE},
        {401, ROBOTS_DISALLOW_ALL}, {402, ROBOTS_DISALLOW_ALL}, {403, ROBOTS_DISALLOW_ALL},
        {451, ROBOTS_DISALLOW_ALL}, {404, ROBOTS_ALLOW_ALL},    {410, ROBOTS_ALLOW_ALL},
        {400, ROBOTS_ALLOW_ALL},    {418, ROBOTS_ALLOW_ALL},    {407, ROBOTS_UNREACHABLE},
        {408, ROBOTS_UNREACHABLE},  {421, ROBOTS_UNREACHABLE},  {425, ROBOTS_UNREACHABLE},
        {429, ROBOTS_UNREACHABLE},  {500, ROBOTS_UNREACHABLE},  {503, ROBOTS_UNREACHABLE},
        {599, ROBOTS_UNREACHABLE},  {301, ROBOTS_UNREACHABLE},  {304, ROBOTS_UNREACHABLE},
        {100, ROBOTS_UNREACHABLE},  {0, ROBOTS_UNREACHABLE},    {600, ROBOTS_UNREACHABLE},
        {999, ROBOTS_UNREACHABLE},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++)
        ok(robots_class(cases[i].status, 0, ROBOTS_STANDARD) == cases[i].class, "status %d", cases[i].status);
    is_int(robots_class(400, 0, ROBOTS_STRICT), ROBOTS_DISALLOW_ALL, "strict: other 4xx");
    is_int(robots_class(404, 0, ROBOTS_STRICT), ROBOTS_ALLOW_ALL, "strict: 404");
    is_int(robots_class(200, 5, ROBOTS_STANDARD), ROBOTS_USE_FILE, "five redirects");
    is_int(robots_class(404, 6, ROBOTS_STANDARD), ROBOTS_UNREACHABLE, "six");
    is_int(robots_class(0, 0, ROBOTS_STANDARD), ROBOTS_UNREACHABLE, "no complete answer");
}

static void test_answers(void)
{
    static const struct {
        enum robots_class class;
        bool allowed;
    } cases[] = {{ROBOTS_ALLOW_ALL, true}, {ROBOTS_DISALLOW_ALL, false}, {ROBOTS_UNREACHABLE, false}};

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct robots_options options = {.agent = span_of("tiptoe"), .class = cases[i].class};
        struct robots *robots =
            robots_parse(span_of("User-agent: *\nDisallow: /x\nAllow: /y\nCrawl-delay: 5"), &options);
        struct robots_verdict verdict = judge(robots, cases[i].allowed ? "/x" : "/y");

        ok(verdict.allowed == cases[i].allowed && verdict.reason == ROBOTS_BY_ANSWER, "class %d",
           cases[i].class);
        ok(judge(robots, "/robots.txt").allowed, "class %d: robots.txt itself", cases[i].class);
        is_int(robots_delay(robots, ROBOTS_ANY_TIME).ms, -1, "the body does not count");
        robots_free(robots);
    }
}

static void test_reported(void)
{
    static const char text[] = "# one\r\nUser-agent: *\r\n  Disallow: /a # why \r\nAllow: /a/b\rNoindex: /n\r"
                               "User-agent: tip\rDisallow: /t/u\r";
    struct robots *robots = parse(span_of(text), "tiptoe", ROBOTS_STANDARD);
    struct robots_verdict verdict = judge(robots, "/a/x");

    is_int(verdict.line, 3, "the line of the rule");
    is_span(verdict.rule, span_of("  Disallow: /a # why "), "its text as it is written");
    is_int(verdict.reason, ROBOTS_BY_RULE, "the reason");
    verdict = judge(robots, "/a/b");
    ok(verdict.allowed && verdict.line == 4 && verdict.reason == ROBOTS_BY_RULE,
       "the verdict names an Allow too");
    verdict = judge(robots, "/t/u");
    ok(!verdict.allowed && verdict.line == 7, "the rule of a near name");
    verdict = judge(robots, "/n/1");
    ok(verdict.allowed && !verdict.store && verdict.line == 0, "Noindex: fetch, but do not store");
    is_int(verdict.store_line, 5, "its line");
    is_span(verdict.store_rule, span_of("Noindex: /n"), "its text");
    verdict = judge(robots, "/z");
    ok(verdict.allowed && verdict.store && verdict.reason == ROBOTS_BY_DEFAULT, "no rule matches");
    robots_free(robots);
}

static void test_strict_tie(void)
{
    struct robots *robots = parse(span_of("User-agent: *\nAllow: /x\nDisallow: /x"), "tiptoe", ROBOTS_STRICT);

    ok(!judge(robots, "/x").allowed, "strict: a tie forbids");
    robots_free(robots);
}

static void test_also_obey(void)
{
    static const char text[] =
        "User-agent: tiptoe\nDisallow: /a\nUser-agent: HTTrack\nDisallow: /h\nCrawl-delay: 7\n"
        "User-agent: wget\nDisallow: /w\nAllow: /a\nUser-agent: *\nDisallow: /s\n";
    struct span names[] = {span_of("httrack/3"), span_of("Wget")};
    struct robots_options options = {.agent = span_of("tiptoe"), .also_obey = names, .also_obey_count = 2};
    struct robots *robots = robots_parse(span_of(text), &options);

    ok(!judge(robots, "/a").allowed && !judge(robots, "/h").allowed && !judge(robots, "/w").allowed,
       "each name restricts");
    ok(judge(robots, "/s").allowed, "the group for '*' does not apply beside our own");
    is_int(robots_delay(robots, ROBOTS_ANY_TIME).ms, 7000, "their delay counts");
    robots_free(robots);
}

int main(void)
{
    test_groups();
    test_names();
    test_precedence();
    test_values();
    test_fields();
    test_normal_form();
    test_damage();
    test_limits();
    test_html();
    test_classes();
    test_answers();
    test_reported();
    test_strict_tie();
    test_also_obey();
    return done();
}
