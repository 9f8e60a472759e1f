/* SPDX-License-Identifier: MIT */
/* The words for the numbers in mirror.db, and the meaning of texts there. */
#include "config.h"

#include "frontier/names.h"

#include "tap.h"

static void test_classes(void)
{
    static const struct {
        enum frontier_state state;
        enum frontier_reason reason;
        enum frontier_class class;
        const char *label;
    } cases[] = {
        {FRONTIER_QUEUED, FRONTIER_NO_REASON, FRONTIER_CLASS_QUEUED, "queued"},
        {FRONTIER_DONE, FRONTIER_BY_CUT, FRONTIER_CLASS_STORED, "stored, also in part"},
        {FRONTIER_REFUSED, FRONTIER_BY_ROBOTS, FRONTIER_CLASS_WITHHELD, "refused: the reason decides"},
        {FRONTIER_REFUSED, FRONTIER_BY_DEPTH, FRONTIER_CLASS_LEFT_OUT, "refused because of an option"},
        {FRONTIER_FAILED, FRONTIER_BY_CONTENT, FRONTIER_CLASS_BROKEN, "failed"},
        {FRONTIER_WITHHELD, FRONTIER_BY_CONTENT, FRONTIER_CLASS_WITHHELD, "withheld: the state decides"},
        {FRONTIER_WITHHELD, FRONTIER_BY_PATTERN, FRONTIER_CLASS_LEFT_OUT,
         "withheld, with a class of its own"},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++)
        is_int(frontier_class(cases[i].state, cases[i].reason), cases[i].class, cases[i].label);
}

/* Reports and serve have words for every reason that can keep a URL out of the mirror. */
static void test_words(void)
{
    const struct frontier_result *result;

    for (size_t i = 0; (result = frontier_result(i)); i++)
        is_str(frontier_result_words((int)result->state, (int)result->reason), result->words, result->words);
    is_str(frontier_result_words(FRONTIER_QUEUED, FRONTIER_NO_REASON), "queued", "without words: the state");
    is_int(frontier_served(FRONTIER_QUEUED, FRONTIER_BY_ROBOTS).status, 503, "served: the state first");
    is_int(frontier_served(FRONTIER_REFUSED, FRONTIER_BY_ROBOTS).status, 403, "then the reason");
    ok(!frontier_served(FRONTIER_DONE, FRONTIER_NO_REASON).text, "neither");
    ok(!frontier_served(99, 99).text, "unknown numbers");
}

static void test_rules(void)
{
    struct buf text;

    buf_init(&text, 100);
    frontier_add_rule(&text, 12, span_of("Disallow: /x"));
    is_str(buf_text(&text), "line 12: Disallow: /x", "as in older mirrors");
    is_int(frontier_rule_line(buf_span(&text)), 12, "a line of robots.txt");
    buf_clear(&text);
    frontier_add_rule(&text, 0, span_of("status 403"));
    is_str(buf_text(&text), "status 403", "the words alone");
    is_int(frontier_rule_line(buf_span(&text)), 0, "a status");
    is_int(frontier_rule_line(span_of("META robots: noindex")), 0, "a META element");
    is_int(frontier_rule_line(span_of("")), 0, "no rule");
    buf_release(&text);
}

int main(void)
{
    test_rules();
    test_classes();
    test_words();
    return done();
}
