/* SPDX-License-Identifier: MIT */
/* What stored texts mean to the program. */
#include "config.h"

#include "frontier/names.h"

#include "tap.h"

int main(void)
{
    static const struct {
        const char *via;
        enum frontier_finding found;
    } cases[] = {
        {"redirect", FRONTIER_FOUND_BY_REDIRECT},
        {"redirects", FRONTIER_FOUND_BY_LINK},
        {"sitemap https://example.org/sitemap.xml", FRONTIER_FOUND_BY_SITEMAP},
        {"sitemap", FRONTIER_FOUND_BY_LINK},
        {"link manifest", FRONTIER_FOUND_AS_MANIFEST},
        {"a href", FRONTIER_FOUND_BY_LINK},
        {"", FRONTIER_FOUND_BY_LINK},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        is_int(frontier_found(span_of(cases[i].via)), cases[i].found, cases[i].via);
    ok(frontier_is_robots_line(span_of("line 12: Disallow: /x")), "a line of robots.txt");
    ok(!frontier_is_robots_line(span_of("META robots: noindex")), "a META element");
    ok(!frontier_is_robots_line(span_of("")), "no rule");
    return done();
}
