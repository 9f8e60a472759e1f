/* SPDX-License-Identifier: MIT */
/* The speed of robots verdicts: verdicts per second for a robots.txt of 500 rules of common kinds, and a
 * check that the time grows linearly with the rules and with the length of a path. Only ratios are checked:
 * machines differ. */
#include "config.h"

#include "robots/robots.h"

#include <time.h>

#include "base/buf.h"
#include "tap.h"

enum { URLS = 64, ROUNDS = 5, PATH_MAX_BYTES = 64 * 1024, SLACK = 3 };

static unsigned allowed_count; /* prevents the compiler from removing the verdicts */

/* Processor time: wall time would include other processes. */
static double cpu_seconds(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static struct robots *make_robots(struct span text)
{
    struct robots_options options = {.agent = span_of("tiptoe")};

    return robots_parse(text, &options);
}

/* COUNT rules: plain paths, wildcards, anchors, escapes, and a few Allow rules. */
static struct robots *robots_of(unsigned count)
{
    static const struct {
        const char *before, *after; /* with a number between them */
    } forms[] = {
        {"Disallow: /section-", "/private/"}, {"Disallow: /*/print-", "$"},
        {"Disallow: /shop/item", "?sort="},   {"Allow: /section-", "/private/open"},
        {"Disallow: /*?session", "=*&id="},   {"Disallow: /caf%C3%A9/", "/"},
        {"Disallow: /archive/", "/"},         {"Disallow: /*.php", "$"},
    };
    struct robots *robots;
    struct buf text;

    buf_init(&text, 1024 * 1024);
    buf_add_text(&text, "User-agent: *\n");
    for (unsigned i = 0; i < count; i++) {
        size_t form = i % (COUNT_OF(forms));

        buf_add_format(&text, "%s%u%s\n", forms[form].before, i, forms[form].after);
    }
    robots = make_robots(buf_span(&text));
    buf_release(&text);
    return robots;
}

/* Seconds per verdict in the fastest of ROUNDS rounds over COUNT URLs. */
static double seconds_each(const struct robots *robots, const struct span *urls, size_t count)
{
    double best = 1e9;

    for (int round = 0; round < ROUNDS; round++) {
        double start = cpu_seconds(), spent;
        unsigned verdicts = 0;

        do {
            for (size_t i = 0; i < count; i++)
                allowed_count += robots_judge(robots, urls[i]).allowed;
            verdicts += (unsigned)count;
            spent = cpu_seconds() - start;
        } while (spent < 0.03);
        if (spent / verdicts < best)
            best = spent / verdicts;
    }
    return best;
}

/* Prints verdicts per second for COUNT rules; returns the seconds per verdict. */
static double measure_rules(unsigned count)
{
    struct robots *robots = robots_of(count);
    char text[URLS][128];
    struct span urls[URLS];
    double seconds;

    for (unsigned i = 0; i < URLS; i++) {
        (void)snprintf(text[i], sizeof text[i],
                       i % 8 == 0 ? "https://example.org/section-%u/private/x"
                                  : "https://example.org/docs/2026/%u/a-page-with-a-usual-name.html?page=2",
                       i);
        urls[i] = span_of(text[i]);
    }
    seconds = seconds_each(robots, urls, URLS);
    printf("# %u rules: %.0f verdicts per second\n", count, 1 / seconds);
    robots_free(robots);
    return seconds;
}

/* Seconds per verdict of RULE on a path of LEN letters a. */
static double measure_path(const char *rule, size_t len)
{
    static char path[PATH_MAX_BYTES];
    struct robots *robots;
    struct span url = span_make(path, len);
    struct buf text;
    double seconds;

    memset(path, 'a', sizeof path);
    path[0] = '/';
    buf_init(&text, 1024);
    buf_add_format(&text, "User-agent: *\nDisallow: %s\n", rule);
    robots = make_robots(buf_span(&text));
    seconds = seconds_each(robots, &url, 1);
    printf("# %s, a path of %zu bytes: %.1f us\n", rule, len, seconds * 1e6);
    buf_release(&text);
    robots_free(robots);
    return seconds;
}

int main(void)
{
    static const char *const patterns[] = {"/*a*a*a*a*b", "/*aaaaaaaaaaaaaaaab*aab$",
                                           "/*a*a*a*a*a*a*a*a*a*a*a*$b"};
    double few, many;

    few = measure_rules(500);
    many = measure_rules(8 * 500);
    ok(many < 8 * few * SLACK, "eight times the rules take %.1f times as long", many / few);
    for (size_t i = 0; i < COUNT_OF(patterns); i++) {
        few = measure_path(patterns[i], PATH_MAX_BYTES / 16);
        many = measure_path(patterns[i], PATH_MAX_BYTES);
        ok(many < 16 * few * SLACK, "%s: a path 16 times as long takes %.1f times as long", patterns[i],
           many / few);
    }
    ok(allowed_count > 0, "some URLs are allowed");
    return done();
}
