/* SPDX-License-Identifier: MIT */
/* The two readers of what a page says to robots, our tokenizer and libxml2's HTML parser, compared: on real
 * pages, on real pages that a META element was put into, and on html5lib's inputs with one before and behind.
 * Where they disagree the page is withheld; each such case is listed with its reason. */
#include "config.h"

#include <libxml/xmlversion.h>

#include "base/buf.h"
#include "extract/metas.h"
#include "markup/charset.h"
#include "extract/pages.h"
#include "extract_html.h"
#include "json.h"
#include "tap.h"
#include "url/url.h"

#define ROBOTS "<meta name=robots content=noindex>"

/* The version of libxml2 whose readings the cases below describe. Later ones read HTML as the standard does.
 * In every version, both readings count; what the tokenizer finds must be found. */
#define IS_DESCRIBED (LIBXML_VERSION == 20914)

enum { FILE_BYTES = 64 * 1024 * 1024, PAGES_MOST = 150, INJECTED_PAGES = 10, INJECTED_BYTES = 50000 };

static struct page page;
static struct url document_url;
static struct transcoder transcoder;
static struct buf seen, text;
static struct span file; /* the current page */

static void add_entries(struct buf *out, const struct meta_entry *entries, size_t count, bool with_reader)
{
    static const char readers[] = {'=', 't', 'x'};

    for (size_t i = 0; i < count; i++) {
        const struct meta_entry *entry = &entries[i];

        if (out->len > 0)
            buf_add_byte(out, ' ');
        if (with_reader)
            buf_add_byte(out, readers[entry->reader]);
        else
            buf_add_format(out, "%.*s|%.*s|", (int)entry->name.len, entry->name.at,
                           (int)entry->http_equiv.len, entry->http_equiv.at);
        if (!with_reader || !span_is(entry->content, "noindex"))
            buf_add_span(out, entry->content);
    }
}

/* What a document says: '=' for a noindex that both readers find, 't' only the tokenizer, 'x' only libxml2.
 */
static const char *readers_of(struct span html, const char *type)
{
    buf_clear(&seen);
    if (page_open(&page, html, span_of(type), &document_url))
        return "too large";
    page_read_robots(&page, span_of("tiptoe"));
    if (page.unread)
        buf_add_text(&seen, "unread");
    add_entries(&seen, page.robots, page.robots_count, true);
    return buf_text(&seen);
}

/* Markup around META elements. Where only one reader finds them, REASON says why. */
static const struct {
    const char *html, *readers, *reason;
} cases[] = {
    {ROBOTS, "=", NULL},
    {"<META NAME=ROBOTS CONTENT='noindex'/>", "=", NULL},
    {"<meta name = robots content = 'noindex' >", "=", NULL},
    {"<meta name=\"robots\"content=\"noindex\">", "=", NULL},
    {"<meta content=noindex NAME=Robot>", "=", NULL},
    {"<meta name='googlebot, tiptoe' content=noindex>", "=", NULL},
    {"<meta name=\"*\" content=noindex>", "=", NULL},
    {"<meta name=&#114;obots content=no&#x69;ndex>", "=", NULL},
    {"<meta http-equiv=X-Robots-Tag content=noindex>", "=", NULL},
    {"<meta http-equiv=robots content=noindex>", "=", NULL},
    {"<meta name=googlebot content=noindex><p>robots</p>", "", NULL},
    {"<meta x\"=y name=robots content=noindex>", "=", NULL},
    {"<<meta name=robots content=noindex>", "=", NULL},
    {"<p>a" ROBOTS "</p>", "=", NULL},
    {"<noscript>" ROBOTS "</noscript>", "=", NULL},
    {"<select><option>" ROBOTS "</select>", "=", NULL},
    {"<table><tr>" ROBOTS "</table>", "=", NULL},
    {"<object>" ROBOTS "</object>", "=", NULL},
    {"<svg>" ROBOTS "</svg>", "=", NULL},
    {"<svg><title>" ROBOTS "</title></svg>", "=", NULL},
    {"<svg><desc>" ROBOTS "</desc></svg>", "=", NULL},
    {"<math><annotation-xml>" ROBOTS "</annotation-xml></math>", "=", NULL},
    {"</body></html>" ROBOTS, "=", NULL},
    {"<head></head><body></body><head>" ROBOTS "</head>", "=", NULL},
    {"<html><html lang=en>" ROBOTS, "=", NULL},
    {"<?php echo 1 > " ROBOTS "?>", "=", NULL},
    {"<!-- --!>" ROBOTS "-->", "=", NULL},
    {"<!-- " ROBOTS " -->", "", NULL},
    {"<script>" ROBOTS "</script>", "", NULL},
    {"<script>document.write('</p>" ROBOTS "')</script>", "", NULL},
    {"<script>a</scriptx>" ROBOTS "</script>", "", NULL},
    {"<style>" ROBOTS "</style>", "", NULL},
    {"<svg><style>" ROBOTS "</style></svg>", "", NULL},
    {"<a title='" ROBOTS "'></a>", "", NULL},
    {"<a title='>" ROBOTS "'></a>", "", NULL},
    {"<iframe srcdoc='" ROBOTS "'></iframe>", "", NULL},
    {"<html:meta name=robots content=noindex>", "", NULL},

    {"<title>" ROBOTS "</title>", "x", "libxml2 reads only script and style as raw text"},
    {"<textarea>" ROBOTS "</textarea>", "x", "the same"},
    {"<iframe>" ROBOTS "</iframe>", "x", "the same"},
    {"<xmp>" ROBOTS "</xmp>", "x", "the same"},
    {"<noembed>" ROBOTS "</noembed>", "x", "the same"},
    {"<noframes>" ROBOTS "</noframes>", "x", "the same"},
    {"<template>" ROBOTS "</template>", "x", "libxml2 does not know that a template is not part of the page"},
    {"<svg><![CDATA[" ROBOTS "]]></svg>", "x", "libxml2 does not know CDATA sections in HTML"},
    {"<![CDATA[" ROBOTS "]]>", "x", "libxml2 passes over '<!' and reads on, HTML reads on behind the '>'"},
    {"<!ELEMENT " ROBOTS ">", "x", "the same"},
    {"<script><!-- <script> " ROBOTS "</script> --></script>", "", NULL},
    {"<script>a='<!--<script>'</script>" ROBOTS "<script>//--></script>", "x",
     "libxml2 does not know that '<script' in a comment of a script hides its end tag"},
    {"<!-->" ROBOTS "-->", "t", "libxml2 ends a comment only at a '-->' behind its beginning"},
    {"<!--->" ROBOTS "-->", "t", "the same"},
    {"<meta\fname=robots content=noindex>", "t", "libxml2 does not take a form feed for white space"},
    {"<meta name=robots content=no&Tab;index>", "tno\tindex xno&Tab;index",
     "libxml2 knows only the character references of HTML 4"},
    {"<meta name=robots content=noindex", "x", "HTML drops a tag that the end of the page cuts off"},
    {"<meta name=robots content='noindex", "x", "the same"},
    {"<plaintext>" ROBOTS, "x", "libxml2 reads only script and style as raw text"},
};
enum { CASE_COUNT = COUNT_OF(cases) };

/* Whether the rest of a page may follow the markup of a case. */
static bool ends_with_page(const char *html)
{
    return html[strlen(html) - 1] != '>' || strncmp(html, "<plaintext", 10) == 0;
}

/* How many of the elements in READERS the tokenizer finds. */
static int tokens_in(const char *readers)
{
    int count = 0;

    for (const char *at = readers; *at; at++)
        count += (at == readers || at[-1] == ' ') && (*at == '=' || *at == 't');
    return count;
}

static void test_cases(void)
{
    for (size_t i = 0; i < CASE_COUNT; i++) {
        const char *reason = cases[i].reason;
        const char *readers = readers_of(span_of(cases[i].html), "text/html;charset=utf-8");

        if (IS_DESCRIBED)
            is_str(readers, cases[i].readers, cases[i].html);
        else
            is_int(tokens_in(readers), tokens_in(cases[i].readers), cases[i].html);
        ok((reason != NULL) == (strpbrk(cases[i].readers, "tx") != NULL), "%s",
           reason ? reason : "they agree");
    }
}

/* --- Encodings
 * --------------------------------------------------------------------------------------------------- */

static void add_utf16(struct buf *out, const char *ascii, bool big_endian)
{
    for (; *ascii; ascii++) {
        if (big_endian)
            buf_add_byte(out, '\0');
        buf_add_byte(out, *ascii);
        if (!big_endian)
            buf_add_byte(out, '\0');
    }
}

static void check_utf16(const char *type, const char *mark, bool big_endian)
{
    buf_clear(&text);
    buf_add_text(&text, mark);
    add_utf16(&text, "<title>a</title>" ROBOTS, big_endian);
    is_str(readers_of(buf_span(&text), type), "=", big_endian ? "UTF-16BE" : "UTF-16LE");
}

static void test_encodings(void)
{
    static const char nul[] = "<p>\0</p>" ROBOTS;
    static const struct {
        const char *html, *type, *readers;
    } rows[] = {
        {"\xef\xbb\xbf" ROBOTS, "", "="},
        {"\xe9" ROBOTS, "", "="},
        {"\xe9" ROBOTS, "text/html;charset=utf-8", "="},
        {"\x95\x5c" ROBOTS, "text/html;charset=shift_jis", "="},
        {"\xa4\xa2" ROBOTS, "text/html;charset=euc-jp", "="},
        {"\x1b$B$\"\x1b(B<meta name=ro\x1b(Bbots content=noindex>", "text/html;charset=iso-2022-jp", "="},
        {"<meta charset=utf-16><meta name=robots content=noindex>", "", "="},
        {"<meta name=robots content='noindex \xe9'>", "text/html;charset=windows-1251", "=noindex \xd0\xb9"},
        {"<meta name=robots content='noindex \xe9'>", "text/html;charset=utf-8", "=noindex \xef\xbf\xbd"},
        {ROBOTS, "text/html;charset=hz-gb-2312", "x"},
        {ROBOTS, "application/xhtml+xml", "="},
        {"<svg xmlns='http://www.w3.org/2000/svg'>" ROBOTS "</svg>", "image/svg+xml", "="},
    };

    check_utf16("", "\xff\xfe", false);
    check_utf16("", "\xfe\xff", true);
    check_utf16("text/html;charset=utf-16le", "", false);
    is_str(readers_of(span_make(nul, sizeof nul - 1), ""), "=", "behind a NUL byte");
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        is_str(readers_of(span_of(rows[i].html), rows[i].type), rows[i].readers, rows[i].type);
    /* Characters that the pieces libxml2 gets might cut. */
    for (size_t shift = 0; shift < 4; shift++) {
        buf_clear(&text);
        buf_add(&text, "aaa", shift);
        for (int i = 0; i < 3000; i++)
            buf_add_text(&text, "\xe2\x82\xac");
        buf_add_text(&text, "<meta name=robots content='noindex");
        for (int i = 0; i < 3000; i++)
            buf_add_text(&text, "\xe2\x82\xac");
        buf_add_text(&text, "'>");
        is_int(strlen(readers_of(buf_span(&text), "text/html;charset=utf-8")), 1 + 7 + 9000,
               "a long text of three-byte characters");
        ok(seen.len > 0 && seen.at[0] == '=', "which both read alike");
    }
}

/* --- Limits
 * ------------------------------------------------------------------------------------------------------ */

static void add_times(const char *what, size_t times)
{
    while (times-- > 0)
        buf_add_text(&text, what);
}

/* The page says noindex, and is read or, where that would take too long, is not. A version that is not
 * described may read more. */
static void check_limit(bool is_read, const char *label)
{
    const char *readers = readers_of(buf_span(&text), "text/html;charset=utf-8");

    is_str(readers, is_read || (!IS_DESCRIBED && strcmp(readers, "=") == 0) ? "=" : "unread =", label);
}

/* BEFORE, UNIT so many times, AFTER, on a page that says noindex. */
static void check_hostile(const char *before, const char *unit, size_t times, const char *after, bool is_read)
{
    buf_clear(&text);
    buf_add_text(&text, ROBOTS);
    buf_add_text(&text, before);
    add_times(unit, times);
    buf_add_text(&text, after);
    check_limit(is_read, unit);
}

/* Distinct names, so many, between BEFORE and AFTER. */
static void check_names(const char *before, const char *format_before, const char *format_after, int count,
                        const char *after, bool is_read)
{
    buf_clear(&text);
    buf_add_text(&text, ROBOTS);
    buf_add_text(&text, before);
    for (int i = 0; i < count; i++)
        buf_add_format(&text, "%sn%d%s", format_before, i, format_after);
    buf_add_text(&text, after);
    check_limit(is_read, before);
}

static void test_limits(void)
{
    check_names("<x ", "", " ", 2000, ">", true);
    check_names("<x ", "", " ", 10000, ">", false);
    check_names("<x ", "", " ", 100000, ">", false);
    check_names("<x a='", "", " ", 100000, "'>", true);
    check_names("<x a = \"", "", " ", 100000, "\">", true);
    check_names("<x aa$=\"", "", " ", 100000, "\">", false);
    check_names("<x 1a=\"", "", " ", 100000, "\">", false);
    check_names("<x a / =\"", "", " ", 100000, "\">", false);
    check_names("<x =\"", "", " ", 100000, "\">", false);
    check_names("<x ", "", "=\"c d\"", 10000, ">", false);
    check_names("tags", "<", ">", 30000, "", true);
    check_names("too many tags", "<", ">", 200000, "", false);
    check_hostile("", "<div>", 100000, "", true);
    check_hostile("", "<div>", 300000, "", false);
    check_hostile("", "&# ", 100000, "", true);
    check_hostile("", "&# ", 5000000, "", false);
    check_hostile("<x a='", "&#", 5000000, "'>", false);
    check_hostile("<script>", "</", 5000000, "", true);
    check_hostile("<!--", "a text ", 1000000, "-->", true);
    check_hostile("<a href='data:", "0123456789", 1000000, "'></a>", true);
    check_hostile("<p>", "a text ", 1000000, "</p>", true);
    check_hostile("<b><b><b><b>", "<i></b>", 100000, "", false);
    buf_clear(&text);
    add_times(ROBOTS, 1000);
    (void)readers_of(buf_span(&text), "");
    ok(page.unread == NULL && page.robots_count == 1000, "1,000 elements for robots are read");
    buf_clear(&text);
    add_times(ROBOTS, 1001);
    (void)readers_of(buf_span(&text), "");
    ok(page.unread != NULL, "1,001 are too many");
    buf_clear(&text);
    add_times("<meta name=description content=robots>", 100000);
    is_str(readers_of(buf_span(&text), ""), "", "100,000 others are not");
    buf_clear(&text);
    add_times("<meta name=robots content='noindex", 1);
    add_times(" ", 70000);
    add_times("'>", 1);
    ok(strncmp(readers_of(buf_span(&text), ""), "unread", 6) == 0, "one of 70,000 bytes is not read");
}

/* --- Real pages
 * -------------------------------------------------------------------------------------------------- */

struct comparison {
    unsigned pages, differing;
};

/* Every META element of the page, as each reader finds them. */
static bool same_metas(void)
{
    struct meta_list list = {0};
    struct buf ours;
    bool same;

    buf_init(&ours, 4 * METAS_BYTES);
    buf_clear(&seen);
    same = extract_html(&page, file, span_of("text/html"), &document_url) == 0 &&
           libxml_read(&list, &transcoder, file, page.encoding, span_make(NULL, 0));
    add_entries(&ours, page.metas, page.meta_count, false);
    add_entries(&seen, list.entries, list.count, false);
    same = same && span_equals(buf_span(&ours), buf_span(&seen));
    meta_list_release(&list);
    buf_release(&ours);
    return same;
}

/* Where the first BYTES occur in the page, and beyond them if BEHIND. Its end if they do not. */
static size_t place_of(const char *bytes, bool behind)
{
    const char *hit = memmem(file.at, file.len, bytes, strlen(bytes));
    size_t at = hit ? (size_t)(hit - file.at) : file.len;

    return behind && hit ? at + strlen(bytes) : at;
}

/* What the page says with HTML put in at a place. */
static const char *readers_with(size_t at, const char *html)
{
    buf_clear(&text);
    buf_add(&text, file.at, at);
    buf_add_text(&text, html);
    buf_add(&text, file.at + at, file.len - at);
    return readers_of(buf_span(&text), "text/html");
}

/* Elements at many places: as many as both readers find. */
static bool same_with_elements(void)
{
    const size_t places[] = {0,
                             place_of("<head>", true),
                             place_of("</head>", false),
                             place_of("</head>", true),
                             place_of("</div>", true),
                             place_of("</body>", false),
                             place_of("</html>", true),
                             file.len};
    size_t done_to = 0, elements = 0;

    buf_clear(&text);
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        if (places[i] < done_to)
            continue;
        buf_add(&text, file.at + done_to, places[i] - done_to);
        buf_add_text(&text, ROBOTS);
        done_to = places[i];
        elements++;
    }
    return strlen(readers_of(buf_span(&text), "text/html")) == 2 * elements - 1 && !strpbrk(seen.at, "tux");
}

/* Each case reads in the middle of a page as it does alone. */
static bool same_with_cases(void)
{
    size_t end = place_of("</body>", false);

    for (size_t i = 0; i < CASE_COUNT; i++) {
        if (!ends_with_page(cases[i].html) &&
            strcmp(readers_with(end, cases[i].html), cases[i].readers) != 0) {
            tap_show("case", span_of(cases[i].html));
            return false;
        }
    }
    return true;
}

static void compare_page(void *context, struct span html, const char *name)
{
    struct comparison *c = context;
    bool is_same;

    file = html;
    is_same = same_metas() && strcmp(readers_of(file, "text/html"), "") == 0 && same_with_elements();
    if (is_same && IS_DESCRIBED && c->pages < INJECTED_PAGES && file.len < INJECTED_BYTES)
        is_same = same_with_cases();
    c->pages++;
    if (is_same)
        return;
    c->differing++;
    tap_show("page", span_of(name));
    tap_show("libxml2's", buf_span(&seen));
}

static void test_folder(const char *folder)
{
    struct comparison c = {0};
    struct pages pages = {.each = compare_page, .context = &c, .most = PAGES_MOST};

    if (pages_start(&pages, folder) && c.pages > 0)
        ok(c.differing == 0, "%s: both read the same META elements on all of the first %u pages", folder,
           c.pages);
    else
        ok(true, "%s: what its pages say to robots # SKIP it is not installed", folder);
}

/* --- html5lib
 * ---------------------------------------------------------------------------------------------------- */

static const char *const html5lib_files[] = {
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

/* The inputs behind which, or in which, only one reader finds an element, by how they begin. The first row
 * that fits counts. */
static struct {
    const char *start, *readers, *reason;
    unsigned cases, wanted;
} groups[] = {
    {"<!-->", "= t", "libxml2 ends a comment only at a '-->' behind its beginning", 0, 1},
    {"<!--->", "= t", "the same", 0, 1},
    {"foo<!-->", "= t", "the same", 0, 1},
    {"<plaintext>", "= x", "libxml2 reads only script and style as raw text", 0, 1},
    {"<!DOCTYPE", "= t", "libxml2 reads the quoted part of a doctype beyond a '>', HTML does not", 0, 12},
    {"<!", "= x", "HTML takes it for a comment up to the '>' of the element, libxml2 passes over '<!'", 0,
     37},
    {"</", "= x", "the same with '</'", 0, 26},
    {"<?", "= x", "the same with '<?'", 0, 27},
};

static void compare_input(struct span input)
{
    const char *readers;

    buf_clear(&text);
    buf_add_text(&text, ROBOTS);
    buf_add_span(&text, input);
    buf_add_text(&text, ROBOTS);
    readers = readers_of(buf_span(&text), "text/html;charset=utf-8");
    if (strcmp(readers, "= =") == 0 || strcmp(readers, "=") == 0)
        return;
    for (size_t i = 0; i < COUNT_OF(groups); i++) {
        if (span_starts(input, groups[i].start) && strcmp(readers, groups[i].readers) == 0) {
            groups[i].cases++;
            return;
        }
    }
    ok(false, "they disagree for a known reason");
    tap_show("input", input);
    tap_show("readers", span_of(readers));
}

static void test_html5lib(void)
{
    unsigned inputs = 0;
    char path[100];
    struct buf data;

    for (size_t i = 0; i < sizeof html5lib_files / sizeof *html5lib_files; i++) {
        struct span rest;
        struct json *all;

        (void)snprintf(path, sizeof path, "html5lib-tokenizer/%s", html5lib_files[i]);
        if (!conformance_read(path, &data)) {
            ok(true, "html5lib's inputs # SKIP %s is not installed; see tests/conformance.md", path);
            return;
        }
        rest = buf_span(&data);
        all = json_next(&rest);
        for (struct json *test = all ? all->first->first : NULL; test; test = test->next, inputs++)
            compare_input(json_get_text(test, "input"));
        json_free(all);
        buf_release(&data);
    }
    ok(inputs > 6000, "html5lib's %u inputs were compared", inputs);
    for (size_t i = 0; i < COUNT_OF(groups); i++)
        is_int(groups[i].cases, groups[i].wanted, groups[i].reason);
}

int main(void)
{
    page_init(&page);
    document_url = (struct url){0};
    buf_init(&seen, 4 * METAS_BYTES);
    buf_init(&text, FILE_BYTES);
    if (url_parse(&document_url, span_of("http://docs.example/html/page.html"), NULL, NULL) != URL_OK)
        return 1;
    test_encodings();
    test_limits();
    test_cases();
    if (IS_DESCRIBED)
        test_html5lib();
    else
        ok(true, "html5lib's inputs # SKIP they describe libxml2 2.9.14");
    for (size_t i = 0; i < PAGES_FOLDERS; i++)
        test_folder(pages_folders[i]);
    page_release(&page);
    url_release(&document_url);
    transcoder_release(&transcoder);
    buf_release(&seen);
    buf_release(&text);
    return done();
}
