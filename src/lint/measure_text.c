/* SPDX-License-Identifier: MIT */
/* The figures and traits, with their names for programs and for people. names.awk makes enum figure and enum
 * trait of the rows. */
#include "config.h"

#include "lint/measure.h"

static const struct measure_name figures[FIGURE_COUNT] = {
    [FIGURE_BYTES] = {"bytes", "bytes"},
    [FIGURE_LINES] = {"lines", "lines"},
    [FIGURE_BYTES_PER_LINE] = {"bytes-per-line", "bytes per line"},
    [FIGURE_BLANK_LINES] = {"blank-lines", "blank lines"},
    [FIGURE_COMMENT_LINES] = {"comment-lines", "lines starting with a comment"},
    [FIGURE_COMMENTED_LINES] = {"commented-lines", "lines containing a comment"},
    [FIGURE_UNPARSED_LINES] = {"unparsed-lines", "unparsed lines"}, /* blank, or starting with a comment */
    [FIGURE_UNPARSED_PERCENT] = {"unparsed-percent", "unparsed lines, percent"},
    [FIGURE_USER_AGENTS] = {"user-agents", "User-agent fields"},
    [FIGURE_AGENT_LISTS] = {"agent-lists", "User-agent with several names"},
    [FIGURE_DISALLOWS] = {"disallows", "Disallow fields"},
    [FIGURE_ALLOWS] = {"allows", "Allow fields"},
    [FIGURE_DIRECTIVES] = {"directives", "directives"},
    [FIGURE_DISALLOWS_PER_AGENT] = {"disallows-per-agent",
                                    "Disallow per User-agent"}, /* of its groups, on average */
    [FIGURE_ALLOWS_PER_AGENT] = {"allows-per-agent", "Allow per User-agent"},
    [FIGURE_GROUPS] = {"groups", "groups"},
    [FIGURE_RULES_PER_GROUP] = {"rules-per-group", "rules per group"},
    [FIGURE_LONGEST_RULE] = {"longest-rule", "longest rule, bytes"}, /* of the value */
    [FIGURE_SITEMAPS] = {"sitemaps", "Sitemap fields"},
};

static const struct measure_name traits[TRAIT_COUNT] = {
    [TRAIT_EMPTY] = {"empty", "empty"},
    [TRAIT_COMMENTS_ONLY] = {"comments-only", "only comments"}, /* and blank lines */
    [TRAIT_BARE] = {"bare", "no comment, no blank line"},       /* not empty */
    [TRAIT_NO_AGENT] = {"no-agent", "not empty, no User-agent"},
    [TRAIT_NO_DIRECTIVE] = {"no-directive", "no directive"},
    [TRAIT_AGENT_LIST] = {"agent-list", "several names on a User-agent field"},
    [TRAIT_ALLOW] = {"allow", "Allow"},
    [TRAIT_WILDCARD] = {"wildcard", "* in a rule"},
    [TRAIT_DOLLAR] = {"dollar", "$ at the end of a rule"},
    [TRAIT_SITEMAP] = {"sitemap", "Sitemap"},
    [TRAIT_CRAWL_DELAY] = {"crawl-delay", "Crawl-delay"},
    [TRAIT_NOINDEX] = {"noindex", "Noindex or Noarchive"},
    [TRAIT_HOST] = {"host", "Host"},
    [TRAIT_CLEAN_PARAM] = {"clean-param", "Clean-param"},
    [TRAIT_REQUEST_RATE] = {"request-rate", "Request-rate"},
    [TRAIT_VISIT_TIME] = {"visit-time", "Visit-time"},
    [TRAIT_CONTENT_USAGE] = {"content-usage", "Content-Usage"},
    [TRAIT_CONTENT_SIGNAL] = {"content-signal", "Content-Signal"},
    [TRAIT_LICENSE] = {"license", "License"},
    [TRAIT_ACAP] = {"acap", "ACAP"},
    [TRAIT_NAMES_US] = {"names-us", "name the agent"}, /* by its exact name */
    [TRAIT_STAR_ONLY] = {"star-only", "name only *"},  /* no name but "*" */
    [TRAIT_NAMELESS] = {"nameless", "have a group without a name"},
    [TRAIT_OPEN] = {"open", "allow the agent everything"},
    [TRAIT_CLOSED] = {"closed", "allow the agent nothing"},
    [TRAIT_PARTLY] = {"partly", "allow the agent part of the site"},
    [TRAIT_DIFFERS] = {"differs", "read differently by tiptoe, RFC 9309, Google and 1994"},
    [TRAIT_EOL_LF] = {"eol-lf", "lines end with LF"}, /* all of them, as below */
    [TRAIT_EOL_CRLF] = {"eol-crlf", "lines end with CR LF"},
    [TRAIT_EOL_CR] = {"eol-cr", "lines end with CR"},
    [TRAIT_EOL_MIXED] = {"eol-mixed", "mixed line ends"},
    [TRAIT_EOL_NONE] = {"eol-none", "one line without a line end"},
    [TRAIT_BOM] = {"bom", "byte order mark"},
    [TRAIT_UTF16] = {"utf16", "UTF-16"},
    [TRAIT_NUL] = {"nul", "NUL bytes"},
    [TRAIT_NOT_UTF8] = {"not-utf8", "not UTF-8"},
    [TRAIT_OVER_100_KB] = {"over-100-kb", "100 KB or more"},
    [TRAIT_OVER_512000] = {"over-512000", "more than 512,000 bytes"},
    [TRAIT_HTML] = {"html", "web pages"}, /* only their bytes are counted */
};

const struct measure_name *figure_name(enum figure figure)
{
    return &figures[figure];
}

const struct measure_name *trait_name(enum trait trait)
{
    return &traits[trait];
}
