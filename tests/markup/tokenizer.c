/* SPDX-License-Identifier: MIT */
/* html5lib's tests of the tokenization states: the same tags with the same attributes, decoded; and what
 * offsets promise. */
#include "config.h"

#include "markup/tokenizer.h"

#include "base/limits.h"
#include "json.h"
#include "markup/charset.h"
#include "markup/value.h"
#include "tap.h"

static const char *const files[] = {
    "test1.test",
    "test2.test",
    "test3.test",
    "test4.test",
    "contentModelFlags.test",
    "escapeFlag.test",
    "domjs.test",
    "entities.test",
    "namedEntities.test",
    "numericEntities.test",
    "pendingSpecChanges.test",
    "unicodeChars.test",
    "unicodeCharsProblematic.test",
};

static const struct {
    const char *name;
    enum text_model model;
} states[] = {
    {"Data state", TEXT_DATA},          {"RCDATA state", TEXT_RCDATA},   {"RAWTEXT state", TEXT_RAW},
    {"Script data state", TEXT_SCRIPT}, {"PLAINTEXT state", TEXT_PLAIN}, {"CDATA section state", TEXT_CDATA},
};

struct run {
    struct tokenizer tokenizer;
    struct transcoder transcoder;
    struct value value;
    struct buf text;
    unsigned cases, failed;
};

/* Line ends as the standard makes them before tokenization. */
static struct span normalized(struct buf *into, struct span text)
{
    buf_clear(into);
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] != '\r')
            buf_add_byte(into, text.at[i]);
        else if (i + 1 == text.len || text.at[i + 1] != '\n')
            buf_add_byte(into, '\n');
    }
    return buf_span(into);
}

/* True where the name as written is the token's: ASCII letters folded, U+0000 replaced. */
static bool same_name(struct run *run, struct span written, struct span wanted)
{
    value_decode(&run->value, written, &run->transcoder, NULL, false);
    return span_equals_nocase(run->value.text, wanted);
}

static const struct attribute *find_attribute(struct run *run, struct span name)
{
    const struct token *token = &run->tokenizer.token;

    for (size_t i = 0; i < token->count; i++) {
        if (same_name(run, tokenizer_name(&run->tokenizer, &token->attributes[i]), name))
            return &token->attributes[i];
    }
    return NULL;
}

/* Attributes of the tag at hand, duplicates counted once. */
static size_t count_attributes(struct run *run)
{
    const struct token *token = &run->tokenizer.token;
    size_t count = 0;

    for (size_t i = 0; i < token->count; i++) {
        struct span name = tokenizer_name(&run->tokenizer, &token->attributes[i]);
        size_t earlier = 0;

        while (!span_equals_nocase(tokenizer_name(&run->tokenizer, &token->attributes[earlier]), name))
            earlier++;
        count += earlier == i;
    }
    return count;
}

static bool same_tag(struct run *run, const struct json *wanted)
{
    const struct json *name = wanted->first->next;
    const struct json *attributes = name->next;
    size_t count = 0;

    if (span_is(wanted->first->text, "EndTag"))
        return run->tokenizer.token.kind == TOKEN_END &&
               same_name(run, run->tokenizer.token.name, name->text);
    if (run->tokenizer.token.kind != TOKEN_START || !same_name(run, run->tokenizer.token.name, name->text))
        return false;
    if (run->tokenizer.token.self_closing != (attributes->next != NULL))
        return false;
    for (const struct json *item = attributes->first; item; item = item->next, count++) {
        const struct attribute *attribute = find_attribute(run, item->name);

        if (!attribute)
            return false;
        value_decode(&run->value, tokenizer_value(&run->tokenizer, attribute), &run->transcoder, NULL, true);
        if (!span_equals(run->value.text, item->text))
            return false;
    }
    return count == count_attributes(run);
}

static bool is_tag(const struct json *token)
{
    return span_is(token->first->text, "StartTag") || span_is(token->first->text, "EndTag");
}

static bool run_case(struct run *run, struct span input, const struct json *output, enum text_model model,
                     struct span closer)
{
    const struct json *wanted = output->first;

    tokenizer_start(&run->tokenizer, normalized(&run->text, input));
    run->tokenizer.model = model;
    run->tokenizer.closer = closer;
    run->tokenizer.cdata = model == TEXT_CDATA;
    while (tokenizer_next(&run->tokenizer)) {
        while (wanted && !is_tag(wanted))
            wanted = wanted->next;
        if (!wanted || !same_tag(run, wanted))
            return false;
        wanted = wanted->next;
    }
    while (wanted && !is_tag(wanted))
        wanted = wanted->next;
    return wanted == NULL;
}

static enum text_model model_of(struct span name)
{
    for (size_t i = 0; i < COUNT_OF(states); i++) {
        if (span_is(name, states[i].name))
            return states[i].model;
    }
    return TEXT_DATA;
}

static void count_case(struct run *run, const struct json *test, enum text_model model, struct span input)
{
    struct span description = json_get_text(test, "description");

    run->cases++;
    if (run_case(run, input, json_get(test, "output"), model, json_get_text(test, "lastStartTag")))
        return;
    run->failed++;
    tap_show("case", description);
    tap_show("input", input);
}

static void run_test(struct run *run, struct json *test)
{
    const struct json *initial = json_get(test, "initialStates");
    struct span input = json_get_text(test, "input");

    /* escapes within escapes stand for lone surrogates, which no byte stream can hold */
    if (json_get(test, "doubleEscaped"))
        return;
    if (!initial)
        count_case(run, test, TEXT_DATA, input);
    for (const struct json *state = initial ? initial->first : NULL; state; state = state->next)
        count_case(run, test, model_of(state->text), input);
}

static void run_file(struct run *run, const char *name)
{
    char path[100];
    struct buf text;
    struct span rest;
    struct json *all;

    (void)snprintf(path, sizeof path, "html5lib-tokenizer/%s", name);
    if (!conformance_read(path, &text))
        skip_all("no $TIPTOE_CONFORMANCE/%s", path);
    rest = buf_span(&text);
    all = json_next(&rest);
    run->cases = run->failed = 0;
    for (struct json *test = all ? all->first->first : NULL; test; test = test->next)
        run_test(run, test);
    ok(run->cases > 0 && run->failed == 0, "html5lib %s: %u of %u cases", name, run->cases - run->failed,
       run->cases);
    json_free(all);
    buf_release(&text);
}

static void test_offsets(struct tokenizer *t)
{
    static const char text[] = "<p>x<A HREF = \"u v\" b=c d='' e></a >";

    tokenizer_start(t, span_of(text));
    ok(tokenizer_next(t) && t->token.at == 0 && t->token.end == 3, "a tag's place is from '<' to after '>'");
    ok(tokenizer_next(t) && t->token.count == 4, "four attributes");
    is_span(t->token.name, span_of("A"), "a name as it is written");
    is_span(tokenizer_value(t, &t->token.attributes[0]), span_of("u v"), "a value between its quotes");
    is_int(t->token.attributes[0].value_at, 15, "where the value begins");
    is_int(t->token.attributes[0].quote, QUOTE_DOUBLE, "double quotes");
    is_int(t->token.attributes[1].quote, QUOTE_BARE, "no quotes");
    is_int(t->token.attributes[2].quote, QUOTE_SINGLE, "single quotes");
    is_int(t->token.attributes[3].quote, QUOTE_NO_VALUE, "no value");
    ok(tokenizer_attribute(t, "href") == &t->token.attributes[0], "found by name");
    ok(tokenizer_attribute(t, "hre") == NULL, "not found by a part of a name");
    ok(tokenizer_next(t) && t->token.kind == TOKEN_END && t->token.end == sizeof text - 1, "the end tag");
    ok(!tokenizer_next(t), "no more");
}

static void test_told(struct tokenizer *t)
{
    static struct glance names, attributes;

    glance_add(&names, span_of("title"));
    glance_add(&attributes, span_of("href"));
    tokenizer_start(t, span_of("<p><Title class=x><b a='<title>'></b></title><p /><tt id=1 HREF=2 c=3><i>"));
    t->wanted = &names;
    t->wanted_attributes = &attributes;
    ok(tokenizer_next(t) && span_is(t->token.name, "Title"), "names that matter are told");
    ok(tokenizer_next(t) && t->token.kind == TOKEN_END && span_is(t->token.name, "title"), "end tags, too");
    ok(tokenizer_next(t) && span_is(t->token.name, "tt") && t->token.count == 3,
       "and tags with attributes that do");
    ok(!tokenizer_next(t), "no others");
    tokenizer_start(t, span_of("<p>"));
    ok(tokenizer_next(t), "a new text is told whole");
}

/* Script data, as it stands after <script>: where the script ends is where the tag "x" is found or not. */
static const struct {
    const char *text;
    const char *tags;
} scripts[] = {
    {"a</script><x>", "/script x "},
    {"a</SCRIPT ><x>", "/SCRIPT x "},
    {"a</scripts><x></script/>", "/script "},
    {"<!--</script><x>-->", "/script x "},
    {"<!--<script></script><x>--></script>", "/script "},
    {"<!--<script></script></script><x>", "/script x "},
    {"<!--<script>--></script><x>", "/script x "},
    {"<!--<script>--><script></script><x>", "/script x "},
    {"<!--><script></script><x>", "/script x "},
    {"<!---><script></script><x>", "/script x "},
    {"<!--->-><script></script><x>", "/script x "},
    {"<!-- --><script></script><x>", "/script x "},
    {"<!-- - -><script></script><x></script>", "/script "},
    {"<!--<scripts></script><x>", "/script x "},
    {"<!--<script x></script y><x></script>", "/script "},
    {"<!-<script></script><x>", "/script x "},
    {"a", ""},
    {"a</script", ""},
    {"<", ""},
    {"</", ""},
    {"<!--", ""},
    {"<!--<", ""},
    {"<!--</", ""},
    {"<!--<script", ""},
    {"<!--<script>", ""},
    {"<!--<script>-", ""},
    {"<!--<script>--", ""},
    {"<!--<script>-->", ""},
    {"<!--<script></", ""},
    {"<!--<script></script", ""},
};

/* Comments, CDATA sections and what is cut off; the tags that are found. */
static const struct {
    const char *text, *tags;
} markups[] = {
    {"<!--><a>", "a "},
    {"<!---><a>", "a "},
    {"<!----><a>", "a "},
    {"<!--a--><b>", "b "},
    {"<!--a--!><b>", "b "},
    {"<!--a-!><b>--><c>", "c "},
    {"<!--a!><b>--><c>", "c "},
    {"<!--a-><b>--><c>", "c "},
    {"<!--!><b>--><c>", "c "},
    {"<!---!><b>--><c>", "c "},
    {"<!----!><b>", "b "},
    {"<!-a><b>", "b "},
    {"<!><b>", "b "},
    {"<?a><b>", "b "},
    {"</><b>", "b "},
    {"</ a><b>", "b "},
    {"<![CDATA[<a>]]><b>", "b "},
    {"<![CDATA[]]><b>", "b "},
    {"<![CDATA[]><a>]]><b>", "b "},
    {"<![CDATA[>]<a>]]><b>", "b "},
    {"<![CDATA[a]x]><b>]]]><c>", "c "},
    {"<![CDATA", ""},
    {"<![CDATA[", ""},
    {"<![CDATA[]", ""},
    {"<![CDATA[]]", ""},
    {"<!--a--", ""},
    {"<!--a--!", ""},
    {"<!", ""},
    {"</", ""},
    {"<?", ""},
    {"<", ""},
    {"<a", ""},
    {"<a ", ""},
    {"<a /", ""},
    {"<a b", ""},
    {"<a b ", ""},
    {"<a b=", ""},
    {"<a b=c", ""},
    {"<a b='", ""},
    {"<a b='c'", ""},
    {"<a b='c'/", ""},
    {"<a/>", "a "},
    {"<a b='>'>", "a "},
    {"<a b=\">\"><c>", "a c "},
    {"<a b=/><c>", "a c "},
    {"<a =><c>", "a c "},
    {"<1><a>", "a "},
    {"<<a>", "a "},
    {"</a b='>'><c>", "/a c "},
};

static void test_markups(struct tokenizer *t)
{
    struct buf tags;

    buf_init(&tags, 1000);
    for (size_t i = 0; i < COUNT_OF(markups); i++) {
        buf_clear(&tags);
        tokenizer_start(t, tap_exact(span_of(markups[i].text)));
        t->cdata = true;
        while (tokenizer_next(t))
            buf_add_format(&tags, "%s%.*s ", t->token.kind == TOKEN_END ? "/" : "", (int)t->token.name.len,
                           t->token.name.at);
        is_str(buf_text(&tags), markups[i].tags, markups[i].text);
    }
    buf_release(&tags);
}

static void test_scripts(struct tokenizer *t)
{
    struct buf tags;

    buf_init(&tags, 1000);
    for (size_t i = 0; i < COUNT_OF(scripts); i++) {
        buf_clear(&tags);
        tokenizer_start(t, tap_exact(span_of(scripts[i].text)));
        t->model = TEXT_SCRIPT;
        t->closer = span_of("script");
        while (tokenizer_next(t))
            buf_add_format(&tags, "%s%.*s ", t->token.kind == TOKEN_END ? "/" : "", (int)t->token.name.len,
                           t->token.name.at);
        is_str(buf_text(&tags), scripts[i].tags, scripts[i].text);
    }
    buf_release(&tags);
}

/* Texts that would take quadratic time where a search is begun again at each '<'. */
static void test_hostile(struct tokenizer *t)
{
    static const char *const patterns[] = {"<!--", "<!--<script>", "<a ", "<a b=\"",
                                           "</",   "<![CDATA[",    "-->", "<script"};
    struct buf text;
    unsigned seen = 0;

    buf_init(&text, 8 * 1024 * 1024);
    for (size_t i = 0; i < COUNT_OF(patterns); i++) {
        buf_clear(&text);
        while (text.len < 2 * 1024 * 1024)
            buf_add_text(&text, patterns[i]);
        for (int model = TEXT_DATA; model <= TEXT_CDATA; model++) {
            tokenizer_start(t, buf_span(&text));
            t->model = (enum text_model)model;
            t->closer = span_of("script");
            while (tokenizer_next(t))
                seen++;
        }
    }
    ok(true, "hostile texts end in time (%u tags)", seen);
    buf_clear(&text);
    buf_add_text(&text, "<a");
    for (int i = 0; i < 100000; i++)
        buf_add_text(&text, " x=y");
    buf_add_text(&text, "><b>");
    tokenizer_start(t, buf_span(&text));
    ok(tokenizer_next(t) && t->token.truncated && t->token.count == LIMIT_TAG_ATTRIBUTES,
       "attributes above the limit are not listed");
    ok(tokenizer_next(t) && !t->token.truncated && span_is(t->token.name, "b"), "and the next tag is whole");
    buf_release(&text);
}

int main(void)
{
    struct run run = {0};

    run.value = (struct value){0};
    buf_init(&run.text, JSON_MAX_BYTES);
    test_offsets(&run.tokenizer);
    test_told(&run.tokenizer);
    test_scripts(&run.tokenizer);
    test_markups(&run.tokenizer);
    test_hostile(&run.tokenizer);
    if (!getenv("TIPTOE_CONFORMANCE") || access(getenv("TIPTOE_CONFORMANCE"), R_OK))
        ok(true, "html5lib's tokenizer tests # SKIP they are not installed; see tests/conformance.md");
    else
        for (size_t i = 0; i < COUNT_OF(files); i++)
            run_file(&run, files[i]);
    tokenizer_release(&run.tokenizer);
    transcoder_release(&run.transcoder);
    value_release(&run.value);
    buf_release(&run.text);
    return done();
}
