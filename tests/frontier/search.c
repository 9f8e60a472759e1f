/* SPDX-License-Identifier: MIT */
/* Excerpts of matching pages: what they show, and that a page which repeats a word takes no more than its
 * length. */
#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "frontier/search.h"
#include "must.h"
#include "tap.h"

#define TEN   "one two three four five six seven eight nine ten "
#define FORTY TEN TEN TEN TEN

static struct db *search;
static struct buf seen;

static bool take(void *context, int64_t url, struct span excerpt)
{
    (void)context;
    buf_clear(&seen);
    must(buf_add_format(&seen, "%d:", (int)url));
    must(buf_add_span(&seen, excerpt));
    return true;
}

static void find(const char *query)
{
    buf_clear(&seen);
    must(frontier_search_find(search, span_of(query), take, NULL));
}

static void add(int64_t url, struct span body)
{
    must(frontier_search_add(search, url, url,
                             &(struct frontier_words){.title = span_of("title"), .body = body}));
}

static const struct {
    const char *label, *query, *excerpt;
} cases[] = {
    {"a word at the start", "alpha", "1:\1alpha\2 beta"},
    {"a word that begins so", "alp*", "1:\1alpha\2 beta"},
    {"a phrase", "\"alpha beta\"", "1:\1alpha beta\2"},
    {"a word of the title", "title", NULL},
    {"a word far behind", "zebra",
     "2:\xe2\x80\xa6"
     "eight nine ten a \1zebra\2 runs"},
    {"the place with most of the words", "\"ten a\" zebra",
     "2:\xe2\x80\xa6six seven eight nine \1ten a\2 \1zebra\2 runs"},
    {"the end of a window", "four", NULL},
    {"another case, an accent", "NAIVE", "3:a \1na\xc3\xafve\2 idea"},
};

static void test_cases(void)
{
    add(1, span_of("alpha beta"));
    add(2, span_of(FORTY "a zebra runs"));
    add(3, span_of("a na\xc3\xafve idea"));
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        find(cases[i].query);
        if (cases[i].excerpt)
            is_str(buf_text(&seen), cases[i].excerpt, cases[i].label);
        else
            ok(seen.len > 2, "%s: %s", cases[i].label, buf_text(&seen));
    }
    find("four");
    ok(span_has_suffix(buf_span(&seen), "\xe2\x80\xa6"), "an excerpt that ends before the text says so");
}

static bool take_best(void *context, int64_t url, struct span excerpt)
{
    (void)excerpt;
    *(int64_t *)context = url;
    return false;
}

/* A title with two of the words comes before one with the rarest, and before headings or a short text with
 * all of them; headings come before a text. */
static void test_titles(void)
{
    static const struct frontier_words pages[] = {
        {{"Policies", 8}, {0}, {"async event loop event loop event loop", 38}},
        {{"The event loop", 14},
         {"event loop", 10},
         {FORTY FORTY "async event loop", sizeof(FORTY FORTY "async event loop") - 1}},
        {{"async", 5}, {0}, {"async event loop event loop", 27}},
        {{"Tasks", 5}, {"async tasks", 11}, {FORTY "async event loop", sizeof(FORTY "async event loop") - 1}},
    };
    int64_t best = 0;

    for (size_t i = 0; i < COUNT_OF(pages); i++)
        must(frontier_search_add(search, (int64_t)i + 20, 1, &pages[i]));
    must(frontier_search_find(search, span_of("async event loop"), take_best, &best));
    is_int(best, 21, "a page whose title has most of the words");
    must(frontier_search_remove(search, 21));
    must(frontier_search_remove(search, 22));
    must(frontier_search_find(search, span_of("async event loop"), take_best, &best));
    is_int(best, 23, "without it, a page whose heading has one");
}

/* Returns the processor time of finding a page of COUNT times one word. */
static int64_t time_of(int64_t url, size_t count, const char *word)
{
    struct buf body;
    int64_t from;

    buf_init(&body, 4 << 20);
    for (size_t i = 0; i < count; i++)
        must(buf_add_format(&body, "%s ", word));
    add(url, buf_span(&body));
    buf_release(&body);
    from = clock_process_ms();
    for (int i = 0; i < 5; i++)
        find(word);
    return clock_process_ms() - from + 1;
}

static void test_time(void)
{
    int64_t small = time_of(10, 20000, "again"), large = time_of(11, 160000, "forever");

    ok(large < 25 * small, "eight times the hits take %d ms after %d ms", (int)large, (int)small);
    for (int64_t url = 100; url < 1000; url++)
        add(url, span_of("many pages"));
    db_set_deadline(search, 1);
    is_int(frontier_search_find(search, span_of("many"), take, NULL), ERROR_TIMEOUT, "a deadline ends it");
    db_set_deadline(search, 0);
    find("forever");
    ok(seen.len > 0, "and not the next one");
}

int main(void)
{
    char dir[] = "/tmp/tiptoe-excerpt-XXXXXX";
    struct buf path;

    if (!mkdtemp(dir))
        exit(1);
    buf_init(&path, 100);
    buf_init(&seen, 64 * 1024);
    must(buf_add_format(&path, "%s/search.db", dir));
    search = db_new();
    must(db_open(search, buf_text(&path), &search_format, DB_CREATE));
    test_cases();
    test_titles();
    test_time();
    db_free(search);
    buf_release(&path);
    buf_release(&seen);
    file_remove_all(dir);
    return done();
}
