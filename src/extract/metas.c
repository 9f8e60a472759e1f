/* SPDX-License-Identifier: MIT */
/* Reads a page's title, its META elements, and, before anything else is done with it, its robots directives
 * in these. Those count anywhere in head, body and noscript. Two readers find them: our tokenizer, and
 * libxml2's HTML parser. Their results are merged: if they disagree about what is an element, the
 * more restrictive reading applies. A page that mentions no robot (mention.c) costs only the search for such
 * a mention. */
#include "config.h"

#include "extract/metas.h"

#include <libxml/HTMLparser.h>

#include "base/alloc.h"
#include "extract/html.h"

/* Titles are for display: a longer one is cut, both before and after decoding. */
enum { TITLE_RAW_MAX = 8192, TITLE_MAX = 4096 };

void meta_list_clear(struct meta_list *list)
{
    arena_clear(&list->text);
    list->count = list->bytes = 0;
    list->cut = false;
}

void meta_list_release(struct meta_list *list)
{
    arena_release(&list->text);
    free(list->entries);
    *list = (struct meta_list){0};
}

/* Adds a copy of ENTRY; with a product TOKEN, only if it is addressed to that robot. */
static void meta_list_add(struct meta_list *list, struct meta_entry entry, struct span token)
{
    size_t bytes = entry.name.len + entry.http_equiv.len + entry.content.len;

    if (token.len > 0 && !meta_is_addressed(&entry, token))
        return;
    if (list->count == METAS_MAX || bytes > METAS_BYTES - list->bytes) {
        list->cut = true;
        return;
    }
    list->entries = mem_extend(list->entries, list->count, &list->room, sizeof *list->entries);
    entry.name = arena_copy(&list->text, entry.name);
    entry.http_equiv = arena_copy(&list->text, entry.http_equiv);
    entry.content = arena_copy(&list->text, entry.content);
    list->entries[list->count++] = entry;
    list->bytes += bytes;
}

/* Decodes RAW to valid UTF-8; the result is borrowed from the buffer TEXT. */
static struct span decode_text(struct page_work *work, const struct layer *layer, struct span raw,
                               struct buf *text)
{
    struct value *value = &work->levels[0].value;

    value_decode(value, raw, &work->collector.transcoder, layer->encoding, true);
    buf_clear(text);
    if (transcode(&work->collector.transcoder, NULL, value->text, text))
        return span_make(NULL, 0);
    return buf_span(text);
}

void meta_list_add_token(struct meta_list *list, struct page_work *work, const struct layer *layer,
                         struct span token)
{
    struct level *level = &work->levels[0];
    struct buf *texts = work->meta_texts;
    struct span content = tokenizer_raw(&level->tokenizer, "content");
    struct meta_entry entry = {
        .name = decode_text(work, layer, tokenizer_raw(&level->tokenizer, "name"), &texts[0]),
        .http_equiv = decode_text(work, layer, tokenizer_raw(&level->tokenizer, "http-equiv"), &texts[1]),
        .content =
            decode_text(work, layer, content.len > 0 ? content : tokenizer_raw(&level->tokenizer, "value"),
                        &texts[2]), /* as start_element */
    };

    list->cut |= texts[0].full || texts[1].full || texts[2].full;
    meta_list_add(list, entry, token);
}

void page_read_title(struct page_work *work, const struct layer *layer, struct span raw)
{
    struct page *page = work->page;
    struct span title;

    if (page->title.at || raw.len == 0)
        return;
    title = span_part(decode_text(work, layer, span_part(raw, 0, TITLE_RAW_MAX), &work->meta_texts[0]), 0,
                      TITLE_MAX + 1);
    if (title.len > TITLE_MAX)
        do
            title.len--;
        while (title.len > 0 && (title.at[title.len] & 0xc0) == 0x80);
    page->title = arena_copy(&page->links.text, title);
}

/* Notes the META element that is the current token, if it is addressed to us. An oversized element is not
 * read. */
static void note_meta(struct page_work *work, struct span token)
{
    const struct token *tag = &work->levels[0].tokenizer.token;

    if (tag->truncated || tag->end - tag->at > LIMIT_TAG_BYTES)
        work->robots.cut = true;
    else
        meta_list_add_token(&work->robots, work, &work->root, token);
}

static void read_by_tokenizer(struct page_work *work, struct span token)
{
    static const struct glance nothing;
    struct level *level = &work->levels[0];
    struct tokenizer *tokenizer = &level->tokenizer;

    tokenizer_start(tokenizer, work->root.text);
    tokenizer->source = work->page->source;
    tokenizer->wanted_attributes = &nothing;
    content_start(&level->content, level->content.xml);
    do {
        tokenizer->wanted = content_is_html(&level->content) ? &work->wanted : NULL;
        if (!tokenizer_next(tokenizer))
            return;
        content_follow(&level->content, tokenizer);
        if (tokenizer->token.kind == TOKEN_START && level->content.templates == 0 &&
            span_is_nocase(tokenizer->token.name, "meta"))
            note_meta(work, token);
    } while (true);
}

static bool is_same(const struct meta_entry *a, const struct meta_entry *b)
{
    return span_equals(a->name, b->name) && span_equals(a->http_equiv, b->http_equiv) &&
           span_equals(a->content, b->content);
}

/* Merges the entries that libxml2 found, which begin at FIRST, with those of the tokenizer before them. */
static void join_readings(struct meta_list *list, size_t first)
{
    size_t kept = first;

    for (size_t i = 0; i < first; i++)
        list->entries[i].reader = META_BY_TOKENIZER;
    for (size_t i = first; i < list->count; i++) {
        struct meta_entry *entry = &list->entries[i];
        size_t same = 0;

        while (same < first &&
               (list->entries[same].reader == META_BY_BOTH || !is_same(&list->entries[same], entry)))
            same++;
        if (same < first) {
            list->entries[same].reader = META_BY_BOTH;
            continue;
        }
        entry->reader = META_BY_LIBXML2;
        list->entries[kept++] = *entry;
    }
    list->count = kept;
}

/* libxml2's HTML parser shares nothing with our tokenizer except the bytes, so that each reader catches the
 * other's mistakes. It gets valid UTF-8 without NUL bytes (it would stop there) and builds no tree (trees end
 * at a depth of 256). It pulls its input in small pieces. Its push interface is unsuitable: in 2.9.14 it
 * misses the end of a tag split inside a quoted value, and stops after </html>. Its time is quadratic in
 * attributes, open elements and names, so each pull checks all of these, and reading ends early on a page
 * that would take too long. */
enum {
    PIECE = 4096,
    PIECE_TEXT = 3 * PIECE + 8192 /* in UTF-8, with room for one step of the decoder */
};

/* The maximum cost of a page: work, in comparisons of names of about 3 ns each (an error costs as much as
 * many comparisons); open elements; and distinct names, which libxml2 keeps in a table of limited size. */
enum { WORK_MAX = 1000 * 1000 * 1000, WORK_ERROR = 250, OPEN_MAX = 200 * 1000, NAMES_MAX = 100 * 1000 };

struct reading {
    struct meta_list *list;
    struct span token;
    htmlParserCtxtPtr parser;
    struct transcoder *transcoder;
    const char *encoding;
    struct span rest;  /* the unread part of the document */
    struct buf piece;  /* the current piece, in UTF-8 */
    struct span given; /* the part of the piece that the parser has not taken */
    uint64_t work;
    bool stopped;
};

static struct span text_of(const xmlChar *text)
{
    return span_of((const char *)text);
}

static struct span value_of(const xmlChar **attributes, const char *name)
{
    for (; attributes && attributes[0]; attributes += 2)
        if (span_is_nocase(text_of(attributes[0]), name))
            return text_of(attributes[1]);
    return span_make(NULL, 0);
}

static void start_element(void *context, const xmlChar *name, const xmlChar **attributes)
{
    struct reading *reading = context;
    struct meta_entry entry;
    uint64_t count = 0;

    while (attributes && attributes[2 * count])
        count++;
    reading->work += count * count / 2;
    if (!span_is_nocase(text_of(name), "meta"))
        return;
    entry = (struct meta_entry){.name = value_of(attributes, "name"),
                                .http_equiv = value_of(attributes, "http-equiv"),
                                .content = value_of(attributes, "content")};
    if (entry.content.len == 0) /* a mistake that is made, and must not publish a page */
        entry.content = value_of(attributes, "value");
    meta_list_add(reading->list, entry, reading->token);
}

/* 2.12 made the error const. */
#if LIBXML_VERSION >= 21200
typedef const xmlError any_error;
#else
typedef xmlError any_error;
#endif

static void count_error(void *context, any_error *error)
{
    struct reading *reading = context;

    (void)error;
    reading->work += WORK_ERROR;
}

/* Adds RAW to the piece in UTF-8, with U+FFFD instead of NUL. */
static int add_text(struct reading *reading, struct span raw)
{
    for (;;) {
        size_t len = span_find(raw, '\0');
        int error =
            transcode(reading->transcoder, reading->encoding, span_part(raw, 0, len), &reading->piece);

        if (error || len == raw.len)
            return error;
        error = buf_add_text(&reading->piece, "\xef\xbf\xbd");
        if (error)
            return error;
        raw = span_part(raw, len + 1, raw.len);
    }
}

/* Members that 2.14 calls deprecated and gives no replacement for: the open elements, and the room for
 * attributes, two entries for each. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
static int open_elements(const htmlParserCtxt *parser)
{
    return parser->nameNr;
}

static int attribute_room(const htmlParserCtxt *parser)
{
    return parser->maxatts;
}
#pragma GCC diagnostic pop

/* Prepares the next piece of the document. False at its end. */
static bool next_piece(struct reading *reading)
{
    size_t len = charset_piece(reading->rest, reading->encoding, PIECE);
    uint64_t ends = 0;

    buf_clear(&reading->piece);
    if (add_text(reading, span_part(reading->rest, 0, len)))
        die("a piece of a page grew beyond what its bytes can give");
    reading->rest = span_part(reading->rest, len, reading->rest.len);
    reading->given = buf_span(&reading->piece);
    for (size_t i = 0; i + 1 < reading->given.len; i++)
        ends += reading->given.at[i] == '<' && reading->given.at[i + 1] == '/';
    reading->work +=
        ends * (uint64_t)(open_elements(reading->parser) + 1); /* an end tag searches open elements */
    return reading->given.len > 0;
}

static bool is_affordable(const struct reading *reading)
{
    const htmlParserCtxt *parser = reading->parser;

    return reading->work < WORK_MAX && open_elements(parser) < OPEN_MAX &&
           attribute_room(parser) <= 4 * LIMIT_TAG_ATTRIBUTES && xmlDictSize(parser->dict) < NAMES_MAX;
}

static int give_piece(void *context, char *out, int room)
{
    struct reading *reading = context;
    size_t len;

    reading->stopped = reading->stopped || !is_affordable(reading);
    if (reading->stopped || (reading->given.len == 0 && !next_piece(reading)))
        return 0;
    len = reading->given.len < (size_t)room ? reading->given.len : (size_t)room;
    memcpy(out, reading->given.at, len);
    reading->given = span_part(reading->given, len, reading->given.len);
    return (int)len;
}

static void run_parser(struct reading *reading)
{
    const int options = HTML_PARSE_RECOVER | HTML_PARSE_NONET | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
                        HTML_PARSE_IGNORE_ENC;

    xmlInitParser();
    reading->parser = htmlNewParserCtxt();
    if (!reading->parser)
        die("out of memory");
    *reading->parser->sax =
        (xmlSAXHandler){.startElement = start_element, .serror = count_error, .initialized = XML_SAX2_MAGIC};
    reading->parser->userData = reading;
    (void)htmlCtxtReadIO(reading->parser, give_piece, NULL, reading, NULL, "UTF-8", options);
    htmlFreeParserCtxt(reading->parser);
}

bool libxml_read(struct meta_list *list, struct transcoder *transcoder, struct span text,
                 const char *encoding, struct span token)
{
    struct reading reading = {
        .list = list, .token = token, .transcoder = transcoder, .encoding = encoding, .rest = text};

    buf_init(&reading.piece, PIECE_TEXT);
    run_parser(&reading);
    buf_release(&reading.piece);
    return !reading.stopped && reading.rest.len == 0 && reading.given.len == 0;
}

/* Returns the text for libxml2: the tokenizer's text without a byte order mark. Browsers decode no text from
 * an encoding of the kind CHARSET_REPLACEMENT; its bytes are read as windows-1252, because META elements are
 * ASCII. */
static struct span whole_text(const struct page_work *work, const char **encoding)
{
    struct span text = work->root.text;

    *encoding = work->root.encoding;
    if (charset_kind(work->page->encoding) == CHARSET_REPLACEMENT) {
        *encoding = "windows-1252";
        return work->document;
    }
    return span_starts(text, "\xef\xbb\xbf") ? span_part(text, 3, text.len) : text;
}

void page_read_robots(struct page *page, struct span token)
{
    struct page_work *work = page->work;
    struct meta_list *list = &work->robots;
    const char *encoding;
    struct span text = whole_text(work, &encoding);
    size_t first;

    meta_list_clear(list);
    page->robots_count = 0;
    page->unread = NULL;
    if (!mention_is_in(text, token))
        return;
    read_by_tokenizer(work, token);
    first = list->count;
    if (!libxml_read(list, &work->collector.transcoder, text, encoding, token))
        page->unread = "libxml2 cannot read the page within reasonable time";
    if (list->cut)
        page->unread = "its META elements for robots are too many or too large";
    join_readings(list, first);
    page->robots = list->entries;
    page->robots_count = list->count;
}
