/* SPDX-License-Identifier: MIT */
/* Texts of scripts with and without spaces, and what users type as an expression of FTS5. */
#include "config.h"

#include "search/search.h"

#include "base/error.h"
#include "tap.h"

/* The separator is written as "|", which texts may have too. */
static const char *shown(const struct buf *buf)
{
    static char text[400];
    size_t len = 0;

    for (size_t i = 0; i < buf->len && len < sizeof text - 1; i++) {
        if (strncmp(buf->at + i, "\xe2\x80\x8b", 3) == 0) {
            text[len++] = '|';
            i += 2;
        } else {
            text[len++] = buf->at[i];
        }
    }
    text[len] = '\0';
    return text;
}

static const struct {
    const char *text, *separated;
} texts[] = {
    {"", ""},
    {"plain words, caf\xc3\xa9", "plain words, caf\xc3\xa9"},
    {"日本語", "日|本|語"},
    {"東京 タワー", "東|京 タ|ワ|ー"},
    {"C言語の本2", "C|言|語|の|本|2"},
    {"か\xe3\x82\x99き", "か\xe3\x82\x99|き"},
    {"ที่นี่", "ที่|นี่"},
    {"학교 에서", "학|교 에|서"},
    {"हिन्दी русский", "हिन्दी русский"},
};

static const struct {
    const char *typed, *query;
} queries[] = {
    {"one", "\"one\""},
    {"  one   two ", "\"one\" \"two\""},
    {"\"one two\" three", "\"one two\" \"three\""},
    {"\"open phrase", "\"open phrase\""},
    {"begin* \"two par\"*", "\"begin\"* \"two par\"*"},
    {"-not one -\"the other\"", "\"one\" NOT \"not\" NOT \"the other\""},
    {"a\"b c\"d", "\"a\" \"b c\" \"d\""},
    {"title:x NEAR(y) {z}", "\"title:x\" \"NEAR(y)\" \"{z}\""},
    {"日本", "\"日|本\""},
    {"C++ -- !", "\"C++\""},
    {"a - b", "\"a\" \"b\""},
    {"*", NULL},
    {"! ?", NULL},
    {"-one", NULL},
    {"", NULL},
    {"\xff", NULL},
};

static void test_texts(void)
{
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct buf separated, joined;

        buf_init(&separated, 1000);
        buf_init(&joined, 1000);
        is_int(words_separate(&separated, span_of(texts[i].text)), 0, texts[i].text);
        is_str(shown(&separated), texts[i].separated, texts[i].separated);
        is_int(words_join(&joined, buf_span(&separated)), 0, "joined");
        is_str(buf_text(&joined), texts[i].text, "as before");
        buf_release(&separated);
        buf_release(&joined);
    }
}

static void test_queries(void)
{
    struct buf query, many;

    buf_init(&query, 10000);
    buf_init(&many, 10000);
    for (size_t i = 0; i < COUNT_OF(queries); i++) {
        int error = words_query(&query, span_of(queries[i].typed));

        if (queries[i].query)
            is_str(shown(&query), queries[i].query, queries[i].query);
        else
            is_int(error, ERROR_INVALID, "no word to search for");
    }
    for (int i = 0; i <= WORDS_COUNT_MAX; i++)
        (void)buf_add_text(&many, "a ");
    is_int(words_query(&query, buf_span(&many)), ERROR_TOO_LARGE, "too many words");
    buf_cut(&many, many.len - 2);
    is_int(words_query(&query, buf_span(&many)), 0, "just not too many");
    buf_clear(&many);
    for (int i = 0; i <= WORDS_QUERY_MAX; i++)
        (void)buf_add_byte(&many, 'a');
    is_int(words_query(&query, buf_span(&many)), ERROR_TOO_LARGE, "too long a word");
    buf_release(&query);
    buf_release(&many);
}

int main(void)
{
    test_texts();
    test_queries();
    return done();
}
