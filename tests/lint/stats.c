/* SPDX-License-Identifier: MIT */
/* Figures and traits of single files, and their sums and histograms over several files. */
#include "config.h"

#include "lint/stats.h"

#include "base/alloc.h"
#include "tap.h"

/* Counts one file alone. */
static void measure(struct stats *stats, struct span body)
{
    stats_init(stats);
    stats_add(stats, "a", body);
}

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
        struct stats stats;
        double seen;

        measure(&stats, span_of(cases[i].body));
        seen = stats.files[0].figures[cases[i].figure];
        if (!ok(seen > cases[i].wanted - 1e-9 && seen < cases[i].wanted + 1e-9, "%s",
                stats_names[cases[i].figure].text))
            printf("#   seen %f, wanted %f\n", seen, cases[i].wanted);
        stats_release(&stats);
    }
}

/* Compares the keys of all traits of BODY, each with a space before it. */
static void check_traits(struct span body, const char *wanted)
{
    struct stats stats;
    struct buf keys;

    buf_init(&keys, 4096);
    measure(&stats, body);
    for (int i = FIGURE_EMPTY; i < FILE_FIGURE_COUNT; i++) {
        if (stats.files[0].figures[i] > 0)
            buf_add_format(&keys, " %s", stats_names[i].key);
    }
    is_str(buf_text(&keys), wanted, wanted);
    stats_release(&stats);
    buf_release(&keys);
}

static void test_traits(void)
{
    static const struct {
        const char *body, *wanted;
    } cases[] = {
        {"", " empty no-directive"},
        {"#", " comments-only no-agent no-directive"},
        {"# a\n\n", " comments-only no-agent no-directive"},
        {"\n", " no-agent no-directive"},
        {"User-agent: *\nDisallow: /\n", " bare"},
        {"User-agent: *, x\rDisallow: /a\r", " bare agent-list"},
        {"User-agent:\nDisallow: /x\n#", ""},
        {"Sitemap: x\n", " bare no-agent no-directive"},
        {"Disallow: /x # y\n", " no-agent"},
        {" <!-- x --><HTML>", " html"},
        {"x<html>", " bare no-agent no-directive"},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_traits(span_of(cases[i].body), cases[i].wanted);
    check_traits(span_make("\xff\xfe#\0\n\0", 6), " comments-only no-agent no-directive");
}

static void test_summary(void)
{
    static const double limits[] = {0, 1, 2, 3, 4, 5, 10, 20, 50, 100};
    struct stats_summary summary;
    struct stats stats;
    char body[100];

    memset(body, '\n', sizeof body);
    stats_init(&stats);
    summary = stats_summarise(&stats, FIGURE_BYTES);
    ok(summary.count == 0 && summary.max <= 0 && summary.mean <= 0, "no numbers");
    for (size_t i = sizeof body; i > 0; i--)
        stats_add(&stats, "a", span_make(body, i));
    stats_add(&stats, "a", span_make(body, 7));
    summary = stats_summarise(&stats, FIGURE_BYTES);
    is_int(summary.count, 101, "a hundred and one numbers");
    is_int(summary.sum, 5057, "their sum");
    is_int(1000 * summary.mean, 50069, "mean");
    is_int(summary.min, 1, "least");
    is_int(summary.max, 100, "largest");
    is_int(summary.mode, 7, "most frequent");
    is_int(summary.ranges[5].count, 6, "a range does not include its end");
    is_int(summary.range_count, COUNT_OF(limits), "the last range has the largest number");
    for (size_t i = 0; i < COUNT_OF(limits); i++)
        is_int(summary.ranges[i].least, limits[i], "limit");
    stats_release(&stats);
}

static void test_stats(void)
{
    static const char *const files[] = {"User-agent: *\nUser-agent: Bot\nDisallow: /a\nDisallow: /b\n",
                                        "User-agent: bot\nDisallow: /a\nAllow: /b\n", "",
                                        "<html>User-agent: *"};
    struct stats stats;

    stats_init(&stats);
    for (size_t i = 0; i < COUNT_OF(files); i++)
        stats_add(&stats, "a", span_of(files[i]));
    is_int(stats.count, 4, "four files");
    is_int(stats.html_count, 1, "of which one is a web page");
    is_int(stats_summarise(&stats, FIGURE_EMPTY).sum, 1, "one is empty");
    is_int(stats.codes[LINT_EMPTY_FILE].files, 1, "as robots check finds");
    is_int(stats.codes[LINT_HTML].files, 1, "which looks at the web page too");
    is_int(stats.files[2].severities[LINT_WARNING], 1, "with its severity");
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
    test_traits();
    test_summary();
    test_stats();
    return done();
}
