/* SPDX-License-Identifier: MIT */
/* What pages say to robots: terms in every form, dates, agents, and the shared cases. */
#include "config.h"

#include "robots/meta.h"

#include "base/buf.h"
#include "base/limits.h"
#include "robots/date.h"
#include "tap.h"

/* 2026-01-01T00:00:00Z */
#define NOW_MS INT64_C(1767225600000)

/* The verdict as "ifa": a capital, or '-' where it is withheld. */
static const char *verdict_text(const struct meta_verdict *verdict)
{
    static char text[4];

    text[0] = verdict->effects & META_NO_INDEX ? '-' : 'I';
    text[1] = verdict->effects & META_NO_FOLLOW ? '-' : 'F';
    text[2] = verdict->effects & META_NO_ARCHIVE ? '-' : 'A';
    return text;
}

static const struct {
    const char *content, *wanted;
} contents[] = {
    {"", "IFA"},
    {"noindex", "-FA"},
    {"NoIndex", "-FA"},
    {"nofollow", "I-A"},
    {"none", "--A"},
    {"noarchive", "IF-"},
    {"nocache", "IF-"},
    {"no-cache", "IF-"},
    {"no index", "-FA"},
    {"no  follow", "I-A"},
    {"no\nindex, no archive", "-F-"},
    {"no, index", "IFA"},
    {"no-index;no-follow", "--A"},
    {"index no follow", "I-A"},
    {"no noindex", "-FA"},
    {"no", "IFA"},
    {"noindex\tnofollow\fnoarchive", "---"},
    {"noindex\xc2\xa0nofollow", "--A"},
    {"'noindex'", "-FA"},
    {"\"nofollow\"", "I-A"},
    {"index,follow,noindex", "-FA"},
    {"noindex,index", "-FA"},
    {"none, all", "--A"},
    {"ALL", "IFA"},
    {"ALL=INDEX,FOLLOW", "IFA"},
    {"ALL=NOINDEX", "-FA"},
    {"NONE=INDEX", "-FA"},
    {"NONE = FOLLOW", "I-A"},
    {"NONE=ALL", "--A"},
    {"NONE=ARCHIVE", "IF-"},
    {"NONE=NOINDEX", "-FA"},
    {"NONE=NOFOLLOW, INDEX", "--A"},
    {"NONE=INDEX ALL=FOLLOW", "-FA"},
    {"ALL=INDEX, NONE=FOLLOW", "I-A"},
    {"NOINDEX, NONE=FOLLOW", "--A"},
    {"no indexindexindexindexindexindexindexindexindex", "IFA"},
    {"no", "IFA"},
    {"NONE=", "--A"},
    {"NONE=INDEX NONE=", "--A"},
    {"max-image-preview:none", "IFA"},
    {"max-image-preview: none", "IFA"},
    {"max-image-preview=none, nofollow", "I-A"},
    {"max-snippet:0 noindex", "-FA"},
    {"max-snippet", "IFA"},
    {"max-video-preview:-1;noarchive", "IF-"},
    {"noimageindex", "IFA"},
    {"noindexing nofollowing xnone", "IFA"},
    {"noindex=maybe", "IFA"},
    {"noindex=?0", "IFA"},
    {"noindex=?1", "-FA"},
    {"googlebot: noindex", "-FA"},
    {"unavailable_after: 2025-12-31", "-FA"},
    {"unavailable_after: 2026-01-01", "-FA"},
    {"unavailable_after: 2026-01-01T00:00:01Z", "IFA"},
    {"unavailable_after:2025-12-31,nofollow", "--A"},
    {"unavailable_after: 25 Jun 2040 15:00:00 GMT, nofollow", "I-A"},
    {"unavailable_after: Friday, 25-Jun-10 15:00:00 GMT, nofollow", "--A"},
    {"unavailable_after: some day noindex", "-FA"},
    {"unavailable_after: soon, noindex: 1", "-FA"},
    {"unavailable_after: soon; noindex: 1", "-FA"},
    {"unavailable_after: soon | nofollow: 1", "I-A"},
    {"unavailable_after", "IFA"},
    {"unavailable_after:", "IFA"},
    {"nosnippet, notranslate, noodp, noydir, noai", "IFA"},
    {",;|,= :", "IFA"},
};

static void test_contents(void)
{
    struct meta_verdict verdict;

    meta_init(&verdict);
    for (size_t i = 0; i < COUNT_OF(contents); i++) {
        struct meta_entry entry = {.name = span_of("robots"), .content = span_of(contents[i].content)};
        struct meta_input input = {
            .agent = span_of("tiptoe/1.0"), .entries = &entry, .entry_count = 1, .now_ms = NOW_MS};

        meta_judge(&verdict, &input);
        is_str(verdict_text(&verdict), contents[i].wanted, contents[i].content);
    }
    meta_release(&verdict);
}

static void test_names(void)
{
    static const struct {
        const char *name, *http_equiv, *content, *wanted;
    } cases[] = {
        {"robots", "", "none", "--A"},        {" ROBOTS ", "", "none", "--A"},
        {"robot", "", "none", "--A"},         {"tiptoe", "", "none", "--A"},
        {"TipToe/2.0", "", "none", "--A"},    {"googlebot, tiptoe", "", "none", "--A"},
        {"googlebot,robots", "", "x", "IFA"}, {"googlebot", "", "none", "IFA"},
        {"tipto", "", "none", "IFA"},         {"tiptoes", "", "none", "IFA"},
        {"og:robots", "", "none", "IFA"},     {"", "", "none", "IFA"},
        {"", "robots", "none", "--A"},        {"", " Robots", "noindex", "-FA"},
        {"", "X-Robots-Tag", "none", "--A"},  {"", "x-robots-tag", "tiptoe: noindex", "-FA"},
        {"", "refresh", "none", "IFA"},       {"", "x-robots-tag", "otherbot: noindex", "IFA"},
        {"keywords", "", "noindex", "IFA"},   {"description", "robots", "noindex", "-FA"},
    };
    struct meta_verdict verdict;

    meta_init(&verdict);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct meta_entry entry = {span_of(cases[i].name), span_of(cases[i].http_equiv),
                                   span_of(cases[i].content)};
        struct meta_input input = {.agent = span_of("tiptoe"), .entries = &entry, .entry_count = 1};

        meta_judge(&verdict, &input);
        ok(strcmp(verdict_text(&verdict), cases[i].wanted) == 0, "name '%s' http-equiv '%s': %s",
           cases[i].name, cases[i].http_equiv, cases[i].content);
    }
    meta_release(&verdict);
}

static void test_headers(void)
{
    static const struct {
        const char *header, *wanted;
    } cases[] = {
        {"X-Robots-Tag: noindex", "-FA"},
        {"x-robots-tag:NONE", "--A"},
        {"X-Robots-Tagged: none", "IFA"},
        {"X-Robots-Tag", "IFA"},
        {"X-Robots-Tag:", "IFA"},
        {"X-Robots-Tag: otherbot: noindex", "IFA"},
        {"X-Robots-Tag: otherbot: noindex, nofollow", "IFA"},
        {"X-Robots-Tag: nofollow, otherbot: noindex", "I-A"},
        {"X-Robots-Tag: otherbot: noindex, tiptoe: nofollow, noarchive", "I--"},
        {"X-Robots-Tag: tiptoe: noindex, otherbot: nofollow", "-FA"},
        {"X-Robots-Tag: otherbot: none, robots: nofollow", "I-A"},
        {"X-Robots-Tag: otherbot: none, *: nofollow", "I-A"},
        {"X-Robots-Tag: TIPTOE/3.1: noindex", "-FA"},
        {"X-Robots-Tag: tiptoe : noindex", "-FA"},
        {"X-Robots-Tag: 360bot: noindex", "IFA"},
        {"X-Robots-Tag: noindex: nofollow", "--A"},
        {"X-Robots-Tag: otherbot: NONE=INDEX, tiptoe: noindex", "-FA"},
        {"X-Robots-Tag: max-snippet:20, noindex", "-FA"},
        {"X-Robots-Tag: max-image-preview: none, nofollow", "I-A"},
        {"X-Robots-Tag: unavailable_after: 25 Jun 2010 15:00:00 GMT", "-FA"},
        {"X-Robots-Tag: unavailable_after: 32 Jux 2010 15:00:00 GMT, noindex", "-FA"},
        {"X-Robots-Tag: unavailable_after: 2010-99-99T15:00:00Z noindex", "-FA"},
        {"X-Robots-Tag: unavailable_after: soon, otherbot: noindex", "IFA"},
        {"X-Robots-Tag: unavailable_after: soon; otherbot: noindex", "IFA"},
        {"X-Robots-Tag: unavailable_after: Fri, 25 Jun 2010 15:00:00 +0200, nofollow", "--A"},
        {"X-Robots-Tag: otherbot: unavailable_after: 25 Jun 2010 15:00:00 GMT", "IFA"},
        {"X-Robots-Tag: *;noindex", "-FA"},
        {"X-Robots-Tag: otherbot;noindex", "IFA"},
        {"X-Robots-Tag: *;nofollow,otherbot;noindex", "I-A"},
        {"X-Robots-Tag: unknown; noindex", "-FA"},
        {"X-Robots-Tag: foo=bar, noindex", "-FA"},
        {"Robots-Tag: *;noindex;nosnippet, otherbot;", "-FA"},
        {"Robots-Tag: *;noindex;nofollow", "--A"},
        {"Robots-Tag: *;noindex, tiptoe;nofollow", "--A"},
        {"Robots-Tag: *;noindex, tiptoe;", "-FA"},
        {"Robots-Tag: otherbot;noindex, *;nofollow", "I-A"},
        {"Robots-Tag: otherbot; noindex ;nofollow", "IFA"},
        {"Robots-Tag: otherbot;noindex, noarchive", "IF-"},
        {"Robots-Tag: *;noindex=?0;nofollow=?1", "I-A"},
        {"Robots-Tag: otherbot;max-snippet=3;noindex", "IFA"},
        {"Robots-Tag: *;max-image-preview=\"none\";noindex", "-FA"},
        {"Robots-Tag: *;unavailable_after=\"2010-06-25\";nofollow", "--A"},
        {"Robots-Tag: *;unavailable_after=@1277478000", "-FA"},
        {"Robots-Tag: *;other=1;noindex", "-FA"},
        {"Robots-Tag: noindex, nosnippet; otherbot=;", "-FA"},
        {"Robots-Tag: otherbot=noindex, nofollow", "IFA"},
        {"Robots-Tag: otherbot=noindex; nofollow", "I-A"},
        {"Robots-Tag: tiptoe=noindex; otherbot=nofollow", "-FA"},
        {"Robots-Tag: *=noindex", "-FA"},
        {"Robots-Tag: tiptoe: noindex", "-FA"},
        {"Content-Usage: train-ai=n", "IFA"},
    };
    struct meta_verdict verdict;

    meta_init(&verdict);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct span header = span_of(cases[i].header);
        struct meta_input input = {
            .agent = span_of("tiptoe"), .headers = &header, .header_count = 1, .now_ms = NOW_MS};

        meta_judge(&verdict, &input);
        is_str(verdict_text(&verdict), cases[i].wanted, cases[i].header);
    }
    meta_release(&verdict);
}

static void test_dates(void)
{
    static const struct {
        const char *text;
        size_t len;
        int64_t seconds;
    } cases[] = {
        {"1970-01-01", 10, 0},
        {"2010-06-25T15:00:00Z", 20, 1277478000},
        {"2010-06-25T15:00:00+02:00", 25, 1277470800},
        {"2010-06-25 15:00", 16, 1277478000},
        {"2010-06-25T15:00:00.250-0700", 28, 1277503200},
        {"2010-06-25, noindex", 10, 1277424000},
        {"25 Jun 2010 15:00:00 GMT", 24, 1277478000},
        {"25 Jun 2010 15:00:00 PST, x", 24, 1277506800},
        {"25 June 2010", 12, 1277424000},
        {"Fri, 25 Jun 2010 15:00:00 +0200", 31, 1277470800},
        {"Friday, 25-Jun-10 15:00:00 GMT", 30, 1277478000},
        {"25-Jun-99", 9, 930268800},
        {"25 Jun 2010 noindex", 11, 1277424000},
        {"25 Jun 2010 15:00:00 noindex", 20, 1277478000},
        {"2000-02-29", 10, 951782400},
        {"1969-12-31T23:59:59Z", 20, -1},
        {"@1277478000", 11, 1277478000},
        {"@-1", 3, -1},
        {"31 Feb 2010", 11, 1267574400},
        {"", 0, 0},
        {"next summer", 0, 0},
        {"2010-13-01", 0, 0},
        {"32 Jun 2010", 0, 0},
        {"25 Foo 2010", 0, 0},
        {"201006251", 0, 0},
        {"@", 0, 0},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int64_t ms = 0;
        size_t len = date_read(span_of(cases[i].text), &ms);

        ok(len == cases[i].len && ms == cases[i].seconds * 1000, "date '%s'", cases[i].text);
    }
}

static void test_terms(void)
{
    struct span headers[] = {span_of("Server: x"),
                             span_of("X-Robots-Tag: noindex, unavailable_after: 2030-01-01, nosnippet")};
    struct meta_entry entries[] = {
        {.name = span_of("keywords"), .content = span_of("noindex")},
        {.name = span_of("robots"),
         .content = span_of("no follow, unavailable_after: 2029-01-01, noimageindex")},
    };
    struct meta_input input = {.agent = span_of("tiptoe"),
                               .headers = headers,
                               .header_count = 2,
                               .entries = entries,
                               .entry_count = 2,
                               .now_ms = NOW_MS};
    struct meta_verdict verdict;

    meta_init(&verdict);
    meta_judge(&verdict, &input);
    is_str(verdict_text(&verdict), "--A", "header and element add up");
    ok(verdict.effects & META_NO_IMAGES, "noimageindex is told");
    is_int(verdict.unavailable_at_ms, INT64_C(1861920000000), "the soonest date to come");
    is_int(verdict.term_count, 6, "all terms are listed");
    is_span(verdict.terms[0].text, span_of("noindex"), "the term as written");
    ok(verdict.terms[0].source == META_X_ROBOTS_TAG && verdict.terms[0].index == 1, "and its header line");
    is_span(verdict.terms[1].text, span_of("unavailable_after: 2030-01-01"), "a term with its value");
    is_int(verdict.terms[1].effect, META_NOTHING, "a date to come does nothing");
    is_span(verdict.terms[3].text, span_of("no follow"), "a term in two words");
    ok(verdict.terms[3].source == META_ELEMENT && verdict.terms[3].index == 1, "and its element");
    is_int(verdict.terms[3].effect, META_NO_FOLLOW, "and what it does");
    input.header_count = input.entry_count = 0;
    meta_judge(&verdict, &input);
    is_str(verdict_text(&verdict), "IFA", "a verdict is used again");
    is_int(verdict.term_count, 0, "and starts afresh");
    meta_release(&verdict);
}

/* The soonest of the dates to come that apply to us; -1: none. */
static void test_soonest(void)
{
    static const struct {
        const char *header;
        int64_t ms;
    } cases[] = {
        {"X-Robots-Tag: unavailable_after: 2029-01-01", INT64_C(1861920000000)},
        {"X-Robots-Tag: unavailable_after: 2025-01-01", -1},
        {"X-Robots-Tag: unavailable_after: 2026-01-01", -1},
        {"X-Robots-Tag: unavailable_after: 2029-01-01, unavailable_after: 2030-01-01",
         INT64_C(1861920000000)},
        {"X-Robots-Tag: unavailable_after: 2030-01-01, unavailable_after: 2029-01-01",
         INT64_C(1861920000000)},
        {"X-Robots-Tag: otherbot: unavailable_after: 2029-01-01", -1},
        {"X-Robots-Tag: tiptoe: unavailable_after: 2029-01-01", INT64_C(1861920000000)},
    };
    struct meta_verdict verdict;

    meta_init(&verdict);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct span header = span_of(cases[i].header);
        struct meta_input input = {
            .agent = span_of("tiptoe"), .headers = &header, .header_count = 1, .now_ms = NOW_MS};

        meta_judge(&verdict, &input);
        is_int(verdict.unavailable_at_ms, cases[i].ms, cases[i].header);
    }
    meta_release(&verdict);
}

/* A page can repeat a term ten million times: not all are listed, and the last one decides nevertheless. */
static void test_many(void)
{
    struct meta_verdict verdict;
    struct buf header;
    struct span line;
    struct meta_input input = {
        .agent = span_of("tiptoe"), .headers = &line, .header_count = 1, .now_ms = NOW_MS};

    buf_init(&header, 1 << 20);
    (void)buf_add_text(&header, "X-Robots-Tag: ");
    for (int i = 0; i < 3 * LIMIT_META_TERMS; i++)
        (void)buf_add_text(&header, "all,");
    (void)buf_add_text(&header, "noindex");
    line = buf_span(&header);
    meta_init(&verdict);
    meta_judge(&verdict, &input);
    is_int((int64_t)verdict.term_count, LIMIT_META_TERMS + 1, "the terms that are listed");
    ok((verdict.effects & (META_NO_INDEX | META_NO_FOLLOW)) == META_NO_INDEX, "the last one decides");
    is_span(verdict.terms[LIMIT_META_TERMS].text, span_of("noindex"), "and is listed");
    meta_release(&verdict);
    buf_release(&header);
}

int main(void)
{
    test_contents();
    test_names();
    test_headers();
    test_dates();
    test_terms();
    test_soonest();
    test_many();
    return done();
}
