/* SPDX-License-Identifier: MIT */
/* The site's boundary: reach, patterns, depth, traps. */
#include "config.h"

#include "judge/scope.h"

#include "frontier/row.h"
#include "tap.h"

static const char *const no_print[] = {"*/print/*", "/private*"};
static const char *const only_docs[] = {"/docs/*"};

struct scope_case {
    const char *url;
    unsigned roles;
    int depth;
    enum frontier_reason verdict;
    const char *rule;
};

static void judge_all(const struct scope_options *options, const char *start_text,
                      const struct scope_case *cases, size_t count)
{
    struct url start, url;
    struct scope *scope;

    start = (struct url){0};
    url = (struct url){0};
    is_int(url_parse(&start, span_of(start_text), NULL, NULL), URL_OK, start_text);
    scope = scope_new(options, &start);
    for (size_t i = 0; i < count; i++) {
        struct span rule;

        is_int(url_parse(&url, span_of(cases[i].url), NULL, NULL), URL_OK, cases[i].url);
        is_int(scope_judge(scope, &url, cases[i].roles, cases[i].depth, &rule), cases[i].verdict,
               cases[i].url);
        is_span(rule, span_of(cases[i].rule), "and its rule");
    }
    scope_free(scope);
    url_release(&start);
    url_release(&url);
}

static void test_host(void)
{
    static const struct scope_case cases[] = {
        {"https://www.example.co.uk/", FRONTIER_AS_PAGE, 0, FRONTIER_NO_REASON, ""},
        {"http://www.example.co.uk/a", FRONTIER_AS_PAGE, 1, FRONTIER_NO_REASON, ""},
        {"https://www.example.co.uk:8443/", FRONTIER_AS_PAGE, 1, FRONTIER_BY_SCOPE, "--scope host"},
        {"https://example.co.uk/", FRONTIER_AS_PAGE, 1, FRONTIER_BY_SCOPE, "--scope host"},
        {"https://cdn.example/x.png", FRONTIER_AS_PAGE, 1, FRONTIER_BY_SCOPE, "--scope host"},
        {"https://cdn.example/x.png", FRONTIER_AS_REQUISITE, 1, FRONTIER_NO_REASON, ""},
        {"https://www.example.co.uk/print/x", FRONTIER_AS_PAGE, 1, FRONTIER_BY_PATTERN,
         "--exclude */print/*"},
        {"https://www.example.co.uk/private?x", FRONTIER_AS_REQUISITE, 1, FRONTIER_BY_PATTERN,
         "--exclude /private*"},
        {"https://www.example.co.uk/x?y=/private", FRONTIER_AS_PAGE, 1, FRONTIER_NO_REASON, ""},
        {"https://www.example.co.uk/a", FRONTIER_AS_PAGE, 3, FRONTIER_NO_REASON, ""},
        {"https://www.example.co.uk/a", FRONTIER_AS_PAGE, 4, FRONTIER_BY_DEPTH, "--depth 3"},
        {"https://www.example.co.uk/a.css", FRONTIER_AS_REQUISITE, 4, FRONTIER_NO_REASON, ""},
        {"https://www.example.co.uk/a.json", 0, 4, FRONTIER_NO_REASON, ""},
        {"https://www.example.co.uk/private.json", 0, 1, FRONTIER_BY_PATTERN, "--exclude /private*"},
        {"https://cdn.example/a.json", 0, 1, FRONTIER_BY_SCOPE, "--scope host"},
    };
    struct scope_options options = {.excludes = {no_print, 2}, .max_depth = 3};

    judge_all(&options, "https://www.example.co.uk/", cases, COUNT_OF(cases));
}

static void test_domain(void)
{
    static const struct scope_case cases[] = {
        {"https://example.co.uk/", FRONTIER_AS_PAGE, 1, FRONTIER_NO_REASON, ""},
        {"http://a.b.example.co.uk/", FRONTIER_AS_PAGE, 1, FRONTIER_NO_REASON, ""},
        {"https://other.co.uk/", FRONTIER_AS_PAGE, 1, FRONTIER_BY_SCOPE, "--scope domain"},
        {"https://notexample.co.uk/", FRONTIER_AS_PAGE, 1, FRONTIER_BY_SCOPE, "--scope domain"},
    };
    static const struct scope_case address[] = {
        {"http://10.0.0.1/", FRONTIER_AS_PAGE, 1, FRONTIER_NO_REASON, ""},
        {"http://11.0.0.1/", FRONTIER_AS_PAGE, 1, FRONTIER_BY_SCOPE, "--scope domain"},
    };
    struct scope_options options = {.reach = SCOPE_DOMAIN, .max_depth = -1};

    judge_all(&options, "https://www.example.co.uk/", cases, COUNT_OF(cases));
    judge_all(&options, "http://10.0.0.1/", address, COUNT_OF(address));
}

static void test_path(void)
{
    static const struct scope_case cases[] = {
        {"https://example.org/docs/", FRONTIER_AS_PAGE, 1, FRONTIER_NO_REASON, ""},
        {"https://example.org/docs/a/b", FRONTIER_AS_PAGE, 1, FRONTIER_NO_REASON, ""},
        {"https://example.org/docs", FRONTIER_AS_PAGE, 1, FRONTIER_BY_SCOPE, "--scope path"},
        {"https://example.org/other/", FRONTIER_AS_PAGE, 1, FRONTIER_BY_SCOPE, "--scope path"},
        {"https://example.org/style.css", FRONTIER_AS_REQUISITE, 1, FRONTIER_BY_REQUISITES,
         "--requisites site"},
    };
    struct scope_options options = {.reach = SCOPE_PATH, .requisites = REQUISITES_SITE, .max_depth = -1};

    judge_all(&options, "https://example.org/docs/start.html", cases, COUNT_OF(cases));
}

static void test_includes(void)
{
    static const struct scope_case cases[] = {
        {"https://example.org/", FRONTIER_AS_PAGE, 0, FRONTIER_NO_REASON, ""},
        {"https://example.org/docs/a", FRONTIER_AS_PAGE, 1, FRONTIER_NO_REASON, ""},
        {"https://example.org/x", FRONTIER_AS_PAGE, 1, FRONTIER_BY_PATTERN, ""},
        {"https://example.org/x.css", FRONTIER_AS_REQUISITE, 1, FRONTIER_BY_REQUISITES, "--requisites none"},
    };
    struct scope_options options = {
        .requisites = REQUISITES_NONE, .includes = {only_docs, 1}, .max_depth = -1};

    judge_all(&options, "https://example.org/", cases, COUNT_OF(cases));
}

static void test_depth(void)
{
    static const struct scope_case cases[] = {
        {"http://a/", FRONTIER_AS_PAGE, 50, FRONTIER_NO_REASON, ""},
        {"http://a/", FRONTIER_AS_PAGE, 51, FRONTIER_BY_DEPTH, "--depth 50"},
    };
    struct scope_options options = {.max_depth = -1};

    judge_all(&options, "http://a/", cases, COUNT_OF(cases));
}

static void test_repeats(void)
{
    static const struct {
        const char *url;
        bool repeats;
    } cases[] = {
        {"http://a/x/x/x", false},
        {"http://a/x/x/x/x", true},
        {"http://a/x/x/x?/x", false},
        {"http://a/a/b/a/b/a/b/c", false},
        {"http://a/a/b/c/a/b/c/a/b/c/a/b/c", true},
        {"http://a/a/b/c/d/a/b/c/d/a/b/c/d/a/b/c/d/a/b/c/d", false},
        {"http://a/a/b/a/b/a/b/a/b/c", true},
        {"http://a/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/21/22/23/24/25/26/27/28/29/30/31/32/33/"
         "34/35/36/37/38/39/40/41/x/x/x",
         false},
        {"http://a/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/21/22/23/24/25/26/27/28/29/30/31/32/33/"
         "34/35/36/37/38/39/40/41/x/x/x/x",
         true},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++)
        is_int(scope_repeats(span_of(cases[i].url), SCOPE_REPEATS), cases[i].repeats, cases[i].url);
    ok(scope_repeats(span_of("http://a/y/x/x/x"), 3), "three times");
}

/* Only the start page. */
static void test_depth_zero(void)
{
    static const struct scope_case cases[] = {
        {"http://a/", FRONTIER_AS_PAGE, 0, FRONTIER_NO_REASON, ""},
        {"http://a/x", FRONTIER_AS_PAGE, 1, FRONTIER_BY_DEPTH, "--depth 0"},
        {"http://a/x.png", FRONTIER_AS_REQUISITE, 1, FRONTIER_NO_REASON, ""},
    };
    struct scope_options options = {.max_depth = 0};

    judge_all(&options, "http://a/", cases, COUNT_OF(cases));
}

int main(void)
{
    test_host();
    test_domain();
    test_path();
    test_includes();
    test_depth();
    test_repeats();
    test_depth_zero();
    return done();
}
