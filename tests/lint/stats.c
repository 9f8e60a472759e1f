/* SPDX-License-Identifier: MIT */
/* Figures of single files, and their sums and histograms over several files. */
#include "config.h"

#include "lint/stats.h"

#include "base/alloc.h"
#include "tap.h"

static void test_figures(void)
{
    static const struct {
        const char *body;
        enum figure figure;
        double wanted;
    } cases[] = {
        {"", FIGURE_BYTES, 0},
        {"", FIGURE_LINES, 0},
        {"a", FIGURE_LINES, 1},
        {"a\n", FIGURE_LINES, 2},
        {"a\r\nb\rc\nd", FIGURE_LINES, 4},
        {"a\n\n \t\nb", FIGURE_BLANK_LINES, 2},
        {"a\n", FIGURE_BLANK_LINES, 1},
        {"# a\n  # b\nc # d\ne", FIGURE_COMMENT_LINES, 2},
        {"# a\n  # b\nc # d\ne", FIGURE_COMMENTED_LINES, 3},
        {"# a\n\nb\nc", FIGURE_UNPARSED_LINES, 2},
        {"# a\n\nb\nc", FIGURE_UNPARSED_PERCENT, 50},
        {"abcde\nabc", FIGURE_BYTES_PER_LINE, 4.5},
        {"User-agent: a\nUser-agent: b c\nDisallow:\n", FIGURE_USER_AGENTS, 2},
        {"Disallow: /o\nUser-agent: a\nDisallow:\nAllow: /\nDisallow: /x", FIGURE_DISALLOWS, 3},
        {"Disallow: /o\nUser-agent: a\nDisallow:\nAllow: /\nDisallow: /x", FIGURE_ALLOWS, 1},
        {"Disallow: /o\nUser-agent: a\nDisallow:\nAllow: /\nDisallow: /x", FIGURE_DIRECTIVES, 4},
        {"<html>\nDisallow: /", FIGURE_DISALLOWS, 0},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct stats stats = {.html_count = 0};
        struct stats_file file = stats_add(&stats, span_of(cases[i].body));
        double seen = file.figures[cases[i].figure];

        if (!ok(seen > cases[i].wanted - 1e-9 && seen < cases[i].wanted + 1e-9, "%s",
                stats_names[cases[i].figure].text))
            printf("#   seen %f, wanted %f\n", seen, cases[i].wanted);
        stats_release(&stats);
    }
}

/* Files without comments and blank lines, and those of comments only, with their lines. */
static void test_kinds(void)
{
    static const struct {
        struct span body;
        int bare, only_comments;
    } cases[] = {
        {{"", 0}, 0, 0},
        {{"#", 1}, 0, 1},
        {{"# a\n\n", 5}, 0, 3},
        {{"\n", 1}, 0, 0},
        {{"User-agent: *\nDisallow: /\n", 26}, 3, 0},
        {{"User-agent:\nDisallow: /x\n#", 27}, 0, 0},
        {{"Sitemap: x\n", 11}, 2, 0},
        {{"Disallow: /x # y\n", 17}, 0, 0},
        {{" <!-- x --><HTML>", 17}, 0, 0},
        {{"x<html>", 7}, 1, 0},
        {{"\xff\xfe#\0\n\0", 6}, 0, 2},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct stats stats = {.html_count = 0};

        (void)stats_add(&stats, cases[i].body);
        is_int(stats_summarise(&stats, FIGURE_BARE_LINES).sum, cases[i].bare, cases[i].body.at);
        is_int(stats_summarise(&stats, FIGURE_ONLY_COMMENTS).sum, cases[i].only_comments, "only comments");
        stats_release(&stats);
    }
}

static void test_summary(void)
{
    struct stats_summary summary;
    struct stats stats = {.html_count = 0};
    char body[100];

    memset(body, '\n', sizeof body);
    summary = stats_summarise(&stats, FIGURE_BYTES);
    ok(summary.count == 0 && summary.max <= 0 && summary.mean <= 0, "no numbers");
    for (size_t i = sizeof body; i > 0; i--)
        (void)stats_add(&stats, span_make(body, i));
    (void)stats_add(&stats, span_make(body, 7));
    summary = stats_summarise(&stats, FIGURE_BYTES);
    is_int(summary.count, 101, "a hundred and one numbers");
    is_int(summary.sum, 5057, "their sum");
    is_int(1000 * summary.mean, 50069, "mean");
    is_int(summary.min, 1, "least");
    is_int(summary.max, 100, "largest");
    is_int(summary.median, 50, "half of them are at most this");
    is_int(summary.ninetieth, 90, "and nine in ten this");
    is_int(summary.mode, 7, "most frequent");
    is_int(summary.ranges[5], 6, "a range does not include its end");
    is_int(summary.range_count, 10, "the last range has the largest number");
    is_int(stats_limits[9], 100, "which is its limit");
    stats_release(&stats);
}

static void test_stats(void)
{
    static const char *const bodies[] = {"User-agent: *\nUser-agent: Bot\nDisallow: /a\nDisallow: /b\n",
                                         "User-agent: bot\nDisallow: /a\nAllow: /b\n", "",
                                         "<html>User-agent: *"};
    struct stats stats = {.html_count = 0};
    struct stats_file files[COUNT_OF(bodies)];

    for (size_t i = 0; i < COUNT_OF(bodies); i++)
        files[i] = stats_add(&stats, span_of(bodies[i]));
    ok(files[3].is_html && !files[0].is_html && stats.html_count == 1, "one is a web page");
    is_int(stats.codes[LINT_EMPTY_FILE].files, 1, "one is empty, as robots check finds");
    is_int(stats.codes[LINT_HTML].files, 1, "which looks at the web page too");
    is_int(files[2].severities[LINT_WARNING], 1, "with its severity");
    is_int(stats_summarise(&stats, FIGURE_USER_AGENTS).sum, 3, "names in all");
    is_int(stats.figures[FIGURE_USER_AGENTS].count, 3, "web pages do not count");
    is_int(stats_summarise(&stats, FIGURE_AGENT_DISALLOWS).sum, 5, "Disallow, for each User-agent field");
    is_int(stats.figures[FIGURE_AGENT_DISALLOWS].count, 3, "of which there are three");
    is_int(stats_summarise(&stats, FIGURE_AGENT_ALLOWS).sum, 1, "Allow as well");
    is_int(stats.figures[FIGURE_BARE_LINES].count, 2, "files without comment");
    stats_release(&stats);
}

int main(void)
{
    test_figures();
    test_kinds();
    test_summary();
    test_stats();
    return done();
}
