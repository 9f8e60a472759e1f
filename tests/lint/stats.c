/* SPDX-License-Identifier: MIT */
/* Figures of single files, spreads, tallies, and their sums over several files. */
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
        {"User-agent: a\nUser-agent: b c\nDisallow:\n", FIGURE_AGENT_LISTS, 1},
        {"User-agent: a\nUser-agent: b\nDisallow:/\nUser-agent: c\n", FIGURE_GROUPS, 2},
        {"Disallow: /o\nUser-agent: a\nDisallow:\nAllow: /\nDisallow: /x", FIGURE_DISALLOWS, 3},
        {"Disallow: /o\nUser-agent: a\nDisallow:\nAllow: /\nDisallow: /x", FIGURE_ALLOWS, 1},
        {"Disallow: /o\nUser-agent: a\nDisallow:\nAllow: /\nDisallow: /x", FIGURE_DIRECTIVES, 4},
        {"Disallow: /o\nUser-agent: a\nDisallow:\nAllow: /\nDisallow: /x", FIGURE_RULES_PER_GROUP, 3},
        {"User-agent: a\nUser-agent: b\nDisallow: /\nDisallow: /x\nUser-agent: c\nAllow: /",
         FIGURE_DISALLOWS_PER_AGENT, 4.0 / 3},
        {"User-agent: a\nUser-agent: b\nDisallow: /\nDisallow: /x\nUser-agent: c\nAllow: /",
         FIGURE_ALLOWS_PER_AGENT, 1.0 / 3},
        {"Disallow: /abc\nDisallow: /ab", FIGURE_LONGEST_RULE, 4},
        {"Sitemap: a\nSite-map: b", FIGURE_SITEMAPS, 2},
        {"<html>\nDisallow: /", FIGURE_DISALLOWS, 0},
    };
    struct measure measure;

    measure_init(&measure);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double seen;

        measure_file(&measure, span_of(cases[i].body), span_of("tiptoe"));
        seen = measure.figures[cases[i].figure];
        if (!ok(seen > cases[i].wanted - 1e-9 && seen < cases[i].wanted + 1e-9, "%s",
                figure_name(cases[i].figure)->text))
            printf("#   seen %f, wanted %f\n", seen, cases[i].wanted);
    }
    measure_release(&measure);
}

/* The keys of all traits of a file, each with a space before it. */
static void add_keys(uint64_t traits, struct buf *out)
{
    for (int trait = 0; trait < TRAIT_COUNT; trait++) {
        if (measure_has(traits, (enum trait)trait))
            buf_add_format(out, " %s", trait_name((enum trait)trait)->key);
    }
}

static void test_traits(void)
{
    static const struct {
        const char *body, *wanted;
    } cases[] = {
        {"", " empty no-directive open"},
        {"#", " comments-only no-agent no-directive open eol-none"},
        {"# a\n\n", " comments-only no-agent no-directive open eol-lf"},
        {"User-agent: *\nDisallow: /\n", " bare star-only closed eol-lf"},
        {"User-agent: *\r\nDisallow: /*\r\nAllow: /a$\r\n",
         " bare allow wildcard dollar star-only partly eol-crlf"},
        {"User-agent: *, x\rDisallow: /a\r", " bare agent-list partly eol-cr"},
        {"User-agent: TipToe/1.0\nDisallow: /*\nUser-agent: *\nDisallow:\r\n",
         " bare wildcard names-us closed eol-mixed"},
        {"User-agent: tiptoe\nDisallow:\nUser-agent: *\nDisallow: /\n", " bare names-us open eol-lf"},
        {"User-agent:\nDisallow: /x\n#", " nameless partly eol-lf"},
        {"Sitemap: x\nCrawl-delay: 1\nNoarchive: /\nHost: x\nClean-param: a\nRequest-rate: 1/1\nVisit-time: "
         "1-2\n",
         " bare no-agent no-directive sitemap crawl-delay noindex host clean-param request-rate visit-time "
         "open eol-lf"},
        {"content-usage: a\n Content-Signal: a\nLICENSE: a\nACAP-crawler: *\nHosting: x\n",
         " bare no-agent no-directive content-usage content-signal license acap open eol-lf"},
        {"\xef\xbb\xbfUser-agent: *\nDisallow: /\xff\n", " bare star-only partly eol-lf bom not-utf8"},
        {"\xff\xfe", " no-agent no-directive open bom"},
        {" <!-- x --><HTML>", " html"},
        {"<div><!DOCTYPE html>", " html"},
        {"x<html>", " bare no-agent no-directive open eol-none"},
    };
    struct measure measure;
    struct buf keys;

    measure_init(&measure);
    buf_init(&keys, 4096);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        buf_clear(&keys);
        measure_file(&measure, span_of(cases[i].body), span_of("tiptoe"));
        add_keys(measure.traits, &keys);
        is_str(buf_text(&keys), cases[i].wanted, cases[i].wanted);
    }
    measure_file(&measure, span_make("\xff\xfe#\0\n\0", 6), span_of("tiptoe"));
    ok(measure_has(measure.traits, TRAIT_UTF16) && measure_has(measure.traits, TRAIT_COMMENTS_ONLY),
       "UTF-16 is decoded");
    measure_file(&measure, span_make("#\0\n", 3), span_of("tiptoe"));
    ok(measure_has(measure.traits, TRAIT_NUL), "a NUL");
    buf_release(&keys);
    measure_release(&measure);
}

/* A file of SIZE bytes, and its traits by size. */
static void test_sizes(void)
{
    static const struct {
        size_t size;
        bool is_over_100_kb, is_over_512000;
    } cases[] = {{99999, false, false}, {100000, true, false}, {512000, true, false}, {512001, true, true}};
    struct measure measure;
    char *body = mem_new(512001, 1);

    memset(body, '#', 512001);
    measure_init(&measure);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        measure_file(&measure, span_make(body, cases[i].size), span_of("tiptoe"));
        ok(measure_has(measure.traits, TRAIT_OVER_100_KB) == cases[i].is_over_100_kb &&
               measure_has(measure.traits, TRAIT_OVER_512000) == cases[i].is_over_512000,
           "%zu bytes", cases[i].size);
    }
    measure_release(&measure);
    free(body);
}

static void test_spread(void)
{
    static const double limits[] = {0, 1, 2, 3, 4, 5, 10, 20, 50, 100, 200, 500, 1000};
    struct spread_summary summary;
    struct spread spread;

    spread_init(&spread);
    summary = spread_summarise(&spread);
    ok(summary.count == 0 && summary.max <= 0 && summary.mean <= 0, "no numbers");
    for (int i = 100; i > 0; i--)
        spread_add(&spread, i);
    spread_add(&spread, 7);
    summary = spread_summarise(&spread);
    is_int(summary.count, 101, "a hundred and one numbers");
    is_int(summary.sum, 5057, "their sum");
    is_int(1000 * summary.mean, 50069, "mean");
    is_int(summary.median, 50, "median");
    is_int(summary.min, 1, "least");
    is_int(summary.max, 100, "largest");
    is_int(summary.p90, 90, "90 percent");
    is_int(summary.p99, 99, "99 percent");
    is_int(summary.mode, 7, "most frequent");
    is_int(spread_between(&spread, 5, 10), 6, "a range does not include its end");
    spread_clear(&spread);
    spread_add(&spread, 1);
    spread_add(&spread, 2);
    is_int(10 * spread_summarise(&spread).median, 15, "the middle of two");
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        is_int(spread_limit(i), limits[i], "limit");
    spread_release(&spread);
}

static void test_tally(void)
{
    static const struct {
        const char *word;
        uint32_t file;
    } words[] = {{"Bot", 1}, {"b", 1}, {"bot", 1}, {"BOT", 2}, {"b", 3}, {"", 4}, {"bo", 4}, {"b", 9}};
    struct tally_row *rows;
    struct tally tally;
    size_t count;

    for (int folds = 0; folds < 2; folds++) {
        struct buf seen;

        tally_init(&tally, folds);
        buf_init(&seen, 4096);
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
            tally_add(&tally, span_of(words[i].word), words[i].file);
        rows = tally_rows(&tally, &count);
        for (size_t i = 0; i < count; i++)
            buf_add_format(&seen, "%.*s=%zu/%zu ", (int)rows[i].word.len, rows[i].word.at, rows[i].files,
                           rows[i].times);
        is_str(buf_text(&seen),
               folds ? "b=3/3 Bot=2/3 =1/1 bo=1/1 " : "b=3/3 Bot=1/1 bot=1/1 BOT=1/1 =1/1 bo=1/1 ",
               folds ? "letters folded" : "letters as they are");
        free(rows);
        buf_release(&seen);
        tally_release(&tally);
    }
}

static void test_stats(void)
{
    static const char *const files[] = {
        "User-agent: *\nUser-agent: Bot\nDisallow: /a\nDisallow: /b\nCrawl-delay: 2\n",
        "User-agent: bot\nDisallow: /a\nAllow: /b\nCrawl-delay: x\n", "", "<html>User-agent: *"};
    struct stats stats;
    struct spread spread;

    stats_init(&stats, span_of("tiptoe"));
    spread_init(&spread);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        stats_add(&stats, span_of(files[i]));
    is_int(stats.count, 4, "four files");
    is_int(stats_text_files(&stats), 3, "of which one is a web page");
    is_int(stats.traits[TRAIT_HTML], 1, "as its trait says");
    is_int(stats.traits[TRAIT_EMPTY], 1, "one is empty");
    is_int(stats.findings[LINT_EMPTY_FILE].files, 1, "as robots check finds");
    stats_spread(&stats, FIGURE_USER_AGENTS, &spread);
    is_int(spread_summarise(&spread).sum, 3, "names in all");
    is_int(spread.count, 3, "web pages do not count");
    is_int(spread_summarise(&stats.agent_disallows).sum, 5, "Disallow, for each User-agent field");
    is_int(stats.agent_disallows.count, 3, "of which there are three");
    is_int(spread_summarise(&stats.agent_allows).sum, 1, "Allow as well");
    is_int(spread_summarise(&stats.group_rules).max, 2, "rules of a group");
    is_int(spread_summarise(&stats.delay_seconds).max, 2, "seconds of delay");
    is_int(stats.delay_seconds.count, 1, "where they are a number");
    is_int(stats.bare_lines.count, 2, "files without comment");
    is_int(stats.paths.count, 3, "paths");
    is_int(stats.names.count, 3, "names");
    spread_release(&spread);
    stats_release(&stats);
}

int main(void)
{
    test_figures();
    test_traits();
    test_sizes();
    test_spread();
    test_tally();
    test_stats();
    return done();
}
