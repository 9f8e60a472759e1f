/* SPDX-License-Identifier: MIT */
/* Compares verdicts on random rule sets and URLs with those of a second matcher, which is slow and simple and
 * shares no code with the first: it decodes into symbols, writes them out again, and tries every length for
 * each wildcard. Also tests that time stays linear. */
#include "config.h"

#include "robots/robots.h"

#include <ctype.h>

#include "base/buf.h"
#include "base/clock.h"
#include "tap.h"

enum { SETS = 10000, URLS = 20, RULES_MAX = 6, TEXT_MAX = 400 };

static uint64_t state;

static unsigned pick(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

/* A path of a few pieces; each concerns a rule of the normal form. */
static void random_path(char *out, bool is_rule)
{
    static const char *const pieces[] = {
        "a",  "b",   "/",    "/",   "a",   "b",   "%61", "%2F", "%2f", "?",   "%3F", "%3f",
        "&",  "%26", "+",    "%2b", "=",   "%3d", "~",   "%7E", ":",   "%3a", "[",   "%",
        "%2", "%4z", "\xc3", "%C3", "<",   "%3c", "%00", ".",   "..",  "/./", "/..", "%2E",
        "2F", "F",   "%25",  "%24", "%2a", "%2A", "%2F", "/a",  "*",   "*",   "$",   "*",
    };
    unsigned all = COUNT_OF(pieces), count = 1 + pick(7);

    strcpy(out, is_rule && pick(4) == 0 ? "*" : "/");
    for (unsigned i = 0; i < count; i++)
        strcat(out, pieces[pick(is_rule || pick(8) == 0 ? all : all - 4)]);
    if (is_rule && pick(5) == 0)
        strcat(out, "$");
}

/* Symbols of the slow reading: a byte, a byte that stays encoded, or special. */
enum { ENCODED = 256, WILD = 512, END = 513 };

static bool is_one_of(int c, const char *set)
{
    return c > 0 && c < 128 && strchr(set, c) != NULL;
}

static bool is_unreserved(int c)
{
    return is_one_of(c, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~");
}

static int slow_symbol(int c, bool was_encoded, bool in_query)
{
    if (is_unreserved(c) || is_one_of(c, ":@!'(),;[]"))
        return c;
    if (!was_encoded)
        return is_one_of(c, "/?&=+#") ? c : c | ENCODED;
    return in_query && is_one_of(c, "/?") ? c : c | ENCODED;
}

static size_t slow_symbols(int *symbols, const char *text, bool is_rule)
{
    size_t len = strlen(text), count = 0;
    bool in_query = false;

    for (size_t i = 0; i < len; i++) {
        int c = (unsigned char)text[i];
        unsigned value;

        if (is_rule && c == '*') {
            symbols[count++] = WILD;
        } else if (is_rule && c == '$' && text[i + 1] == '\0') {
            symbols[count++] = END;
        } else if (c == '%' && isxdigit((unsigned char)text[i + 1]) && isxdigit((unsigned char)text[i + 2])) {
            (void)sscanf(text + i + 1, "%2x", &value);
            symbols[count++] = slow_symbol((int)value, true, in_query);
            i += 2;
        } else {
            symbols[count++] = slow_symbol(c, false, in_query);
            in_query = in_query || c == '?';
        }
    }
    return count;
}

static void slow_write(char *out, const int *symbols, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (symbols[i] == WILD || symbols[i] == END)
            *out++ = symbols[i] == WILD ? '*' : '$';
        else if (symbols[i] & ENCODED)
            out += sprintf(out, "%%%02X", (unsigned)symbols[i] & 255);
        else
            *out++ = (char)symbols[i];
    }
    *out = '\0';
}

/* Segment by segment onto a stack. */
static void slow_dots(char *url)
{
    char path[TEXT_MAX], query[TEXT_MAX] = "", *stack[TEXT_MAX], *rest = path + 1;
    size_t count = 0;
    bool is_open = false; /* ends with a slash */

    strcpy(path, url);
    if (strchr(path, '?')) {
        strcpy(query, strchr(path, '?'));
        *strchr(path, '?') = '\0';
    }
    for (char *segment; (segment = strsep(&rest, "/")) != NULL;) {
        is_open = strcmp(segment, ".") == 0 || strcmp(segment, "..") == 0;
        if (!is_open)
            stack[count++] = segment;
        else if (segment[1] == '.' && count > 0)
            count--;
    }
    *url = '\0';
    for (size_t i = 0; i < count; i++)
        strcat(strcat(url, "/"), stack[i]);
    strcat(url, is_open || count == 0 ? "/" : "");
    strcat(url, query);
}

static void slow_normal(char *out, const char *text, bool is_rule)
{
    int symbols[TEXT_MAX];

    slow_write(out, symbols, slow_symbols(symbols, text, is_rule));
    if (!is_rule)
        slow_dots(out);
}

static bool slow_match(const char *pattern, const char *url)
{
    if (pattern[0] == '\0')
        return true;
    if (pattern[0] == '$')
        return url[0] == '\0';
    if (pattern[0] != '*')
        return pattern[0] == url[0] && slow_match(pattern + 1, url + 1);
    for (;; url++) {
        if (slow_match(pattern + 1, url))
            return true;
        if (*url == '\0')
            return false;
    }
}

static bool slow_open(char *out, const char *text)
{
    bool found = false;

    while (*text) {
        bool hit = strncmp(text, "%2F", 3) == 0;

        found = found || hit;
        *out++ = (char)(hit ? '/' : *text);
        text += hit ? 3 : 1;
    }
    *out = '\0';
    return found;
}

/* A literal run after a wildcard is an encoded slash and nothing else. */
static bool slow_has_lone_slash(const char *pattern)
{
    char copy[TEXT_MAX], *rest = copy, *run;

    strcpy(copy, pattern);
    (void)strsep(&rest, "*");
    while ((run = strsep(&rest, "*")) != NULL) {
        if (strcmp(run, "%2F") == 0 || strcmp(run, "%2F$") == 0)
            return true;
    }
    return false;
}

struct slow_rule {
    bool is_allow;
    char pattern[TEXT_MAX];
};

static bool slow_rule_matches(const struct slow_rule *rule, const char *url)
{
    char open_pattern[TEXT_MAX], open_url[TEXT_MAX];
    bool either;

    if (slow_match(rule->pattern, url))
        return true;
    either = slow_open(open_pattern, rule->pattern);
    either = slow_open(open_url, url) || either;
    return !rule->is_allow && either && !slow_has_lone_slash(rule->pattern) &&
           slow_match(open_pattern, open_url);
}

static bool slow_allows(const struct slow_rule *rules, unsigned count, const char *url, bool strict)
{
    size_t longest = 0;
    bool allowed = true;

    if (strcmp(url, "/robots.txt") == 0)
        return true;
    for (unsigned i = 0; i < count; i++) {
        size_t len = strlen(rules[i].pattern);

        if (len < longest || !slow_rule_matches(&rules[i], url))
            continue;
        if (len > longest || rules[i].is_allow != strict)
            allowed = rules[i].is_allow;
        longest = len;
    }
    return allowed;
}

/* One random robots.txt against random URLs; returns how many verdicts differ. */
static unsigned compare_set(bool strict)
{
    struct robots_options options = {.agent = span_of("tiptoe"),
                                     .mode = strict ? ROBOTS_STRICT : ROBOTS_STANDARD};
    struct slow_rule rules[RULES_MAX];
    unsigned count = 1 + pick(RULES_MAX), differences = 0;
    char text[RULES_MAX * TEXT_MAX] = "User-agent: *\n", path[TEXT_MAX], url[TEXT_MAX + 40], normal[TEXT_MAX];
    struct robots *robots;

    for (unsigned i = 0; i < count; i++) {
        rules[i].is_allow = pick(2);
        random_path(path, true);
        slow_normal(rules[i].pattern, path, true);
        strcat(strcat(strcat(text, rules[i].is_allow ? "Allow: " : "Disallow: "), path), "\n");
    }
    robots = robots_parse(span_of(text), &options);
    for (unsigned i = 0; i < URLS; i++) {
        struct robots_verdict verdict;

        random_path(path, false);
        slow_normal(normal, path, false);
        (void)snprintf(url, sizeof url, "https://site.example%s", path);
        verdict = robots_judge(robots, span_of(url));
        if (verdict.allowed == slow_allows(rules, count, normal, strict))
            continue;
        differences++;
        tap_show("differs", span_of(url));
        tap_show("     at", span_of(text));
    }
    robots_free(robots);
    return differences;
}

static void test_random(uint64_t seed)
{
    unsigned differences = 0;

    state = seed;
    for (unsigned i = 0; i < SETS && differences < 10; i++)
        differences += compare_set(i % 4 == 0);
    ok(differences == 0, "seed %u: %u verdicts agree", (unsigned)seed, (unsigned)SETS * URLS);
}

/* A rule of N times "*a" and then "b", and a URL of N times "a": backtracking would take forever. */
static int64_t blow_up_ms(unsigned n)
{
    struct robots_options options = {.agent = span_of("tiptoe")};
    int64_t start = clock_process_ms();
    struct robots *robots;
    struct buf text, url;

    buf_init(&text, 1024 * 1024);
    buf_init(&url, 1024 * 1024);
    buf_add_text(&text, "User-agent: *\nDisallow: /");
    buf_add_text(&url, "https://site.example/");
    for (unsigned i = 0; i < n; i++) {
        buf_add_text(&text, "*a");
        buf_add_byte(&url, 'a');
    }
    buf_add_text(&text, "*b\n");
    robots = robots_parse(buf_span(&text), &options);
    ok(robots_judge(robots, buf_span(&url)).allowed, "%u wildcards that do not match", n);
    buf_add_byte(&url, 'b');
    ok(!robots_judge(robots, buf_span(&url)).allowed, "%u wildcards that match", n);
    robots_free(robots);
    buf_release(&text);
    buf_release(&url);
    return clock_process_ms() - start;
}

int main(void)
{
    test_random(1);
    test_random(20261120);
    ok(blow_up_ms(8000) < 1000, "in a second of processor time");
    return done();
}
