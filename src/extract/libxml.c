/* SPDX-License-Identifier: MIT */
/* Reads a page a second time, with libxml2's HTML parser, which shares nothing with our tokenizer except the
 * bytes, so that each reader catches the other's mistakes. It gets valid UTF-8 without NUL bytes (it would
 * stop there) and builds no tree (trees end at a depth of 256). It pulls its input in small pieces. Its push
 * interface is unsuitable: in 2.9.14 it misses the end of a tag split inside a quoted value, and stops after
 * </html>. Its time is quadratic in attributes, open elements and names, so each pull checks all of these,
 * and reading ends early on a page that would take too long. */
#include "config.h"

#include "extract/metas.h"

#include <libxml/HTMLparser.h>

#include "base/buf.h"
#include "base/alloc.h"
#include "base/limits.h"
#include "markup/charset.h"

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
    if (reading->token.len == 0 || meta_is_addressed(&entry, reading->token))
        meta_list_add(reading->list, entry);
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

/* Returns the length of the piece at the start of TEXT. It ends after an ASCII character or, in a long text
 * without any, between two UTF-8 characters. */
static size_t piece_len(struct span text)
{
    size_t len = PIECE;

    if (text.len <= PIECE)
        return text.len;
    while (len > 0 && (unsigned char)text.at[len - 1] >= 0x80)
        len--;
    if (len > 0)
        return len;
    for (len = PIECE; len > PIECE - 4 && ((unsigned char)text.at[len] & 0xc0) == 0x80;)
        len--;
    return len;
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
    size_t len = piece_len(reading->rest);
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
