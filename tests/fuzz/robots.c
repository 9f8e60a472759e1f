/* SPDX-License-Identifier: MIT */
/* robots.txt. An input is an agent, a URL and a file, with line ends between. Whatever they are: robots.txt
 * itself is allowed, what is more careful never allows more (strict, a file that may be cut, another name to
 * obey), and what decided is a line of the file. */
#include "config.h"

#include <stdint.h>

#include "fuzz.h"
#include "robots/robots.h"

static void check_line(uint32_t line, struct span rule, size_t body_len)
{
    demand(line <= body_len + 1 && (line > 0 || rule.len == 0) && rule.len <= 2 * body_len);
}

static void check_rest(const struct robots *robots, struct span body)
{
    struct robots_delay delay = robots_delay(robots, ROBOTS_ANY_TIME);
    int64_t wait_ms = robots_visit_wait_ms(robots, 1234567890123);

    demand(delay.ms >= -1 && delay.ms <= ROBOTS_DELAY_MAX_MS && (delay.ms >= 0) == (delay.line > 0));
    check_line(delay.line, delay.rule, body.len);
    demand(robots_delay(robots, 1234567890123).ms <= delay.ms);
    demand(wait_ms >= -1 && wait_ms < 24 * 3600 * 1000);
    for (size_t i = 0; i < robots_sitemap_count(robots); i++)
        demand(robots_sitemap(robots, i).len > 0);
}

static struct robots_verdict judge(struct span body, struct span url, const struct robots_options *options)
{
    struct robots *robots = robots_parse(body, options);
    struct robots_verdict verdict = robots_judge(robots, url);

    demand(robots_judge(robots, span_of("https://site.example/robots.txt")).allowed);
    demand((verdict.reason == ROBOTS_BY_RULE) == (verdict.line > 0) &&
           verdict.store == (verdict.store_line == 0));
    check_line(verdict.line, verdict.rule, body.len);
    check_line(verdict.store_line, verdict.store_rule, body.len);
    check_rest(robots, body);
    robots_free(robots);
    return verdict;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span body = span_make((const char *)data, size), other = span_of("wget");
    struct robots_options options = {.origin = span_of("https://site.example")}, careful;
    struct span url;
    bool allowed;

    options.agent = span_take_until(&body, '\n');
    url = span_take_until(&body, '\n');
    allowed = judge(body, url, &options).allowed;
    careful = options;
    careful.mode = ROBOTS_STRICT;
    demand(allowed || !judge(body, url, &careful).allowed);
    careful = options;
    careful.truncated = true;
    demand(allowed || !judge(body, url, &careful).allowed);
    careful = options;
    careful.also_obey = &other;
    careful.also_obey_count = 1;
    demand(allowed || !judge(body, url, &careful).allowed);
    return 0;
}
