/* SPDX-License-Identifier: MIT */
/* Extracts the text that a reader sees, without layout: style sheets that hide elements are not read, and the
 * content of the attribute hidden counts, because scripts show it on request. Readings of ruby are left out,
 * so that the words that they explain stay whole. The wording of a page is made of this text and of the
 * addresses in the page. */
#include "config.h"

#include "extract/visible.h"

#include "base/hash.h"
#include "base/limits.h"
#include "base/utf8.h"

/* Elements whose content is not shown. */
#define HIDDEN "script style template noscript title iframe noembed noframes textarea rt rp"

/* Elements within a line: their tags separate no words. */
#define INLINE                                                                                               \
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q ruby rb rt rp s "     \
    "samp small span strike strong sub sup tt u var wbr"

#define HEADINGS "h1 h2 h3 h4 h5 h6"

/* Elements that scripts fill, always or with an id, and elements that are content themselves. */
#define WAITING "main nav"
#define FILLED  "div section"
#define CONTENT "a area img picture iframe frame object embed video audio canvas form input table"

/* A page with more text shows something. */
enum { SHELL_TEXT_MAX = 100, PIECE_BYTES = 64 * 1024 };

void visible_init(struct visible *visible)
{
    *visible = (struct visible){.depth = 0};
    glance_add_list(&visible->hidden, span_of(HIDDEN));
    glance_add_list(&visible->lined, span_of(INLINE));
}

void visible_release(struct visible *visible)
{
    tokenizer_release(&visible->tokenizer);
    transcoder_release(&visible->transcoder);
    value_release(&visible->value);
}

static bool is_space(uint32_t code)
{
    return code <= ' ' || (code >= 0x7f && code <= 0xa0) || code == 0x1680 ||
           (code >= 0x2000 && code <= 0x200a) || code == 0x2028 || code == 0x2029 || code == 0x202f ||
           code == 0x205f || code == 0x3000;
}

/* Returns true for a character without width. Those that join letters stay. */
static bool is_unseen(uint32_t code)
{
    return code == 0x200b || utf8_is_harmful(code);
}

/* Returns the length of the ASCII text without white space at AT. */
static size_t plain_len(struct span text, size_t at)
{
    size_t end = at;

    while (end < text.len && text.at[end] > ' ' && text.at[end] < 0x7f)
        end++;
    return end - at;
}

static void add_space(struct buf *out)
{
    if (out->len > 0 && out->at[out->len - 1] != ' ' && out->at[out->len - 1] != '\n')
        (void)buf_add_byte(out, ' ');
}

/* Ends a block. */
static void add_end(struct buf *out, bool by_lines)
{
    add_space(out);
    if (by_lines && out->len > 0)
        out->at[out->len - 1] = '\n';
}

void visible_add(struct buf *out, struct span text)
{
    for (size_t at = 0; at < text.len && !out->full;) {
        size_t len = plain_len(text, at);
        uint32_t code;

        (void)buf_add_span(out, span_part(text, at, len));
        at += len;
        if (at == text.len)
            return;
        at += utf8_next(text, at, &code);
        if (is_space(code))
            add_space(out);
        else if (!is_unseen(code))
            (void)utf8_add(out, code);
    }
}

/* Returns true if NAME is one of NAMES, which GLANCE has. */
static bool is_one_of(const struct glance *glance, const char *names, struct span name)
{
    return glance_may_have(glance, name) && span_is_one_of_nocase(name, names);
}

/* Returns true for a reading of ruby. It also ends with its ruby, and where another begins: end tags are
 * optional. */
static bool is_ruby(struct span name)
{
    return span_is_one_of_nocase(name, "rt rp");
}

/* Begins or ends to hide what follows the current tag. */
static void follow(struct visible *visible)
{
    const struct token *token = &visible->tokenizer.token;
    bool same = visible->depth > 0 && span_equals_nocase(token->name, visible->hiding);

    if (visible->depth == 0 && token->kind == TOKEN_START &&
        is_one_of(&visible->hidden, HIDDEN, token->name) && !(token->self_closing && visible->content.xml)) {
        visible->hiding = token->name;
        visible->depth = 1;
    } else if (visible->depth > 0 && is_ruby(visible->hiding)) {
        if (token->kind == TOKEN_END && (is_ruby(token->name) || span_is_nocase(token->name, "ruby")))
            visible->depth = 0;
    } else if (same && token->kind == TOKEN_START) {
        visible->depth++;
    } else if (same) {
        visible->depth--;
    }
}

/* Decodes a long text in pieces, because the memory of a value may be many times its length. */
static void add_decoded(struct visible *visible, struct span text, bool references, struct buf *out)
{
    while (text.len > 0 && !out->full) {
        size_t len = charset_piece(text, visible->encoding, PIECE_BYTES);

        value_decode(&visible->value, span_part(text, 0, len), &visible->transcoder, visible->encoding,
                     references);
        visible_add(out, visible->value.text);
        text = span_part(text, len, text.len);
    }
}

/* Counts what tells a page that scripts build: the current tag follows the text from FROM. */
static void count_parts(struct visible *visible, size_t from)
{
    const struct tokenizer *tokenizer = &visible->tokenizer;
    const struct token *token = &tokenizer->token;

    if (token->kind == TOKEN_END) {
        visible->roots +=
            visible->opened && span_trim_white(span_part(tokenizer->text, from, token->at - from)).len == 0;
        visible->opened = false;
        return;
    }
    visible->opened = span_find(token->name, '-') < token->name.len ||
                      span_is_one_of_nocase(token->name, WAITING) ||
                      (span_is_one_of_nocase(token->name, FILLED) && tokenizer_attribute(tokenizer, "id"));
    visible->scripts += span_is_nocase(token->name, "script") && tokenizer_attribute(tokenizer, "src");
    visible->has_content |= span_is_one_of_nocase(token->name, CONTENT);
}

/* Adds the text between two tags, without comments. A tag that the end of the document cuts off is not
 * text. */
static void add_between(struct visible *visible, size_t from, size_t to, enum text_model model,
                        struct buf *out)
{
    struct span text = visible->tokenizer.text;

    while (from < to && !out->full) {
        size_t open =
            from + (model == TEXT_DATA ? span_find(span_part(text, from, to - from), '<') : to - from);
        char next = open + 1 < text.len ? text.at[open + 1] : '\0';

        add_decoded(visible, span_part(text, from, open - from), model == TEXT_DATA || model == TEXT_RCDATA,
                    out);
        if (open == to || ascii_is_alpha(next))
            return;
        from = tokenizer_pass(&visible->tokenizer, open);
        if (from == open + 1)
            (void)buf_add_byte(out, '<');
    }
}

/* Notes where a heading begins, and copies it at its end. */
static void take_heading(struct visible *visible, const struct buf *out)
{
    const struct token *token = &visible->tokenizer.token;

    if (!span_is_one_of_nocase(token->name, HEADINGS))
        return;
    if (token->kind == TOKEN_END && visible->heading < out->len) {
        (void)buf_add_span(visible->headings, span_part(buf_span(out), visible->heading, out->len));
        add_space(visible->headings);
    }
    visible->heading = out->len;
}

void visible_read(struct visible *visible, struct span document, struct span content_type, struct buf *out)
{
    struct tokenizer *tokenizer = &visible->tokenizer;
    struct buf decoded BUF_LOCAL(4 * (size_t)LIMIT_DOCUMENT_BYTES);
    enum text_model model = TEXT_DATA;
    bool xml = span_starts_nocase(content_type, "application/xhtml+xml"), more = true;
    size_t start = out->len, at = 0;

    visible->heading = start;
    visible->encoding = charset_of_page(document, content_type, xml);
    if (!charset_is_plain(charset_kind(visible->encoding))) {
        if (transcode(&visible->transcoder, visible->encoding, document, &decoded))
            decoded.full = false; /* its beginning is enough */
        document = buf_span(&decoded);
        visible->encoding = NULL;
    }
    tokenizer_start(tokenizer, document);
    content_start(&visible->content, xml);
    visible->depth = visible->scripts = visible->roots = 0;
    visible->has_content = visible->opened = false;
    while (more && !out->full && out->len - start < VISIBLE_TEXT_MAX) {
        more = tokenizer_next(tokenizer);
        if (visible->depth == 0)
            add_between(visible, at, more ? tokenizer->token.at : tokenizer->text.len, model, out);
        if (!more)
            break;
        if (visible->depth == 0)
            count_parts(visible, at);
        content_follow(&visible->content, tokenizer);
        follow(visible);
        if (visible->headings)
            take_heading(visible, out);
        if (visible->depth == 0 && !is_one_of(&visible->lined, INLINE, tokenizer->token.name))
            add_end(out, visible->by_lines);
        model = tokenizer->model;
        at = tokenizer->token.end;
    }
    if (out->len > start && out->at[out->len - 1] == ' ')
        buf_cut(out, out->len - 1);
}

/* Returns whether a page without script files has a script that finds or makes what it shows, or loads one.
 * Scripts that count visits or open another page do neither, and so small a page has such words only in
 * scripts. */
static bool has_builder(struct span document)
{
    static const char *const signs[] = {"getElementById", "querySelector", "innerHTML", "import("};

    for (size_t i = 0; i < COUNT_OF(signs); i++)
        if (span_has(document, signs[i]))
            return true;
    return false;
}

bool visible_is_shell(struct visible *visible, struct span document, struct span content_type)
{
    struct buf text BUF_LOCAL(SHELL_TEXT_MAX);

    visible_read(visible, document, content_type, &text);
    return !text.full && (visible->roots > 0 || text.len == 0) && !visible->has_content &&
           (visible->scripts > 0 || has_builder(document));
}

/* A word is a run of letters, or of bytes beyond ASCII. Left out is what differs each time that a page is
 * requested: times, dates, and long mixtures of letters and digits (nonces, session ids, digests). */

/* A number with so many digits is a time or an id; a mixture of so many letters and digits is a token, and so
 * is a word with so many letters. */
enum { ID_DIGITS = 9, TOKEN_LENGTH = 8, WORD_LENGTH = 40, YEAR_DIGITS = 4, NAMES = 1024 };

static const uint64_t key[2] = {0, 0};

/* Words beside a number that make it a date or a time. */
static const char of_time[] = "jan january feb february mar march apr april may jun june jul july aug august "
                              "sep sept september oct october nov november dec december mon monday tue "
                              "tuesday wed wednesday thu thursday fri friday sat saturday sun sunday am pm "
                              "gmt utc ms sec second seconds minute minutes hour hours ago";

struct reader {
    struct wording *wording;
    uint64_t names[NAMES]; /* words of URL and title, each at its hash modulo NAMES; a later one replaces an
                            * earlier one */
    uint64_t number;       /* that waits for the next word; 0: none */
    bool follows_time;     /* the last word was one of these */
    bool any;              /* a word was added */
};

static uint64_t hash_word(struct span word)
{
    char lower[WORD_LENGTH];
    size_t len = word.len < WORD_LENGTH ? word.len : WORD_LENGTH;

    for (size_t i = 0; i < len; i++)
        lower[i] = ascii_lower(word.at[i]);
    return siphash13(key, span_make(lower, len)) | 1;
}

static void add_text(struct wording *wording, uint64_t hash)
{
    wording->text = (wording->text ^ hash) * UINT64_C(0x9e3779b97f4a7c15);
}

static void end_number(struct reader *reader)
{
    if (reader->number)
        add_text(reader->wording, reader->number);
    reader->number = 0;
}

static void add_to_parts(struct reader *reader, uint64_t hash)
{
    unsigned part = (unsigned)(hash >> 32) % WORDING_PARTS;
    uint16_t value = (uint16_t)(hash >> 16);

    reader->wording->all[part] = (uint16_t)(reader->wording->all[part] + value);
    if (reader->names[hash % NAMES] != hash)
        reader->wording->own[part] = (uint16_t)(reader->wording->own[part] + value);
    reader->any = true;
}

static void add_word(struct reader *reader, struct span word, bool shown)
{
    uint64_t hash = hash_word(word);

    if (span_is_one_of_nocase(word, of_time)) {
        reader->number = 0;
        reader->follows_time = true;
        return;
    }
    end_number(reader);
    reader->follows_time = false;
    add_text(reader->wording, hash);
    if (shown)
        add_to_parts(reader, hash);
}

static void add_number(struct reader *reader, struct span word)
{
    end_number(reader);
    if (!reader->follows_time)
        reader->number = hash_word(word);
    reader->follows_time = false;
}

static size_t count_digits(struct span word)
{
    size_t count = 0;

    for (size_t i = 0; i < word.len; i++)
        count += ascii_is_digit(word.at[i]);
    return count;
}

static bool is_year(struct span word)
{
    return word.len == YEAR_DIGITS && count_digits(word) == YEAR_DIGITS &&
           (span_starts(word, "19") || span_starts(word, "20"));
}

/* Returns whether RUN is a date or a time: it has a colon after a digit, or a year and other numbers. */
static bool is_time(struct span run)
{
    bool has_year = false;
    size_t numbers = 0, from = 0;

    for (size_t i = 0; i <= run.len; i++) {
        if (ascii_is_digit(span_byte(run, i)))
            continue;
        if (i > from && span_byte(run, i) == ':')
            return true;
        numbers += i > from;
        has_year |= is_year(span_part(run, from, i - from));
        from = i + 1;
    }
    return has_year && numbers > 1;
}

/* Returns whether the byte AT of TEXT belongs to a word; a point or comma within a number does. */
static bool is_of_word(struct span text, size_t at)
{
    char c = span_byte(text, at);

    if (c == '.' || c == ',')
        return at > 0 && ascii_is_digit(text.at[at - 1]) && ascii_is_digit(span_byte(text, at + 1));
    return ascii_is_alphanumeric(c) || (c & '\x80');
}

static bool is_number(struct span word)
{
    for (size_t i = 0; i < word.len; i++)
        if (!ascii_is_digit(word.at[i]) && word.at[i] != '.' && word.at[i] != ',')
            return false;
    return true;
}

static void add_piece(struct reader *reader, struct span word, bool shown)
{
    size_t digits = count_digits(word);

    if (digits == 0 && word.len < WORD_LENGTH)
        add_word(reader, word, shown);
    else if (digits > 0 && (is_number(word) ? digits < ID_DIGITS && !is_year(word) : word.len < TOKEN_LENGTH))
        add_number(reader, word);
}

/* Removes the first word of REST, with what precedes it, and returns it; empty at the end. */
static struct span take_word(struct span *rest)
{
    struct span word;
    size_t from = 0, end;

    while (from < rest->len && !is_of_word(*rest, from))
        from++;
    for (end = from; end < rest->len && is_of_word(*rest, end);)
        end++;
    word = span_part(*rest, from, end - from);
    *rest = span_part(*rest, end, rest->len);
    return word;
}

/* Adds the words of RUN, which has no space; SHOWN: to the parts, too. */
static void add_run(struct reader *reader, struct span run, bool shown)
{
    struct span word;

    if (is_time(run))
        return;
    while ((word = take_word(&run)).len > 0)
        add_piece(reader, word, shown);
}

static void add_all(struct reader *reader, struct span text, bool shown)
{
    while (text.len > 0)
        add_run(reader, span_take_until(&text, ' '), shown);
}

/* Notes the words of TEXT as names. */
static void add_names(struct reader *reader, struct span text)
{
    struct span word;

    while ((word = take_word(&text)).len > 0) {
        uint64_t hash = hash_word(word);

        reader->names[hash % NAMES] = hash;
    }
}

/* Adds the value of the attribute NAME of the current tag without its query, which often has tokens. */
static void add_address(struct reader *reader, const struct tokenizer *tokenizer, const char *name,
                        bool shown)
{
    struct span value = tokenizer_raw(tokenizer, name);

    add_run(reader, span_take_until(&value, '?'), shown);
}

/* Reads the title, and the addresses of what the page shows and links to. */
static void add_tags(struct reader *reader, struct tokenizer *tokenizer, struct span bytes)
{
    bool has_title = false;

    tokenizer_start(tokenizer, bytes);
    while (tokenizer_next(tokenizer)) {
        const struct token *token = &tokenizer->token;

        if (token->kind == TOKEN_END)
            continue;
        if (span_is_nocase(token->name, "title") && !has_title) {
            struct span title = span_part(bytes, token->end, bytes.len);

            has_title = true;
            title = span_take_until(&title, '<');
            add_names(reader, title);
            add_all(reader, title, false);
        }
        if (span_is_one_of_nocase(token->name, "a area link"))
            add_address(reader, tokenizer, "href", false);
        else if (span_is_nocase(tokenizer_raw(tokenizer, "http-equiv"), "refresh"))
            add_address(reader, tokenizer, "content", false);
        else
            add_address(reader, tokenizer, "src", span_is_one_of_nocase(token->name, "img iframe frame"));
    }
}

void wording_read(struct wording *wording, struct visible *visible, const struct wording_page *page)
{
    struct reader reader = {.wording = wording};
    struct buf text BUF_LOCAL(VISIBLE_TEXT_MAX);

    *wording = (struct wording){.bytes = siphash13(key, page->digest) | 1};
    add_names(&reader, page->url);
    if (page->type.len > 0) {
        add_tags(&reader, &visible->tokenizer, page->bytes);
        visible_read(visible, page->bytes, page->type, &text);
        add_all(&reader, buf_span(&text), true);
    }
    if (!reader.any) {
        add_text(wording, wording->bytes);
        add_to_parts(&reader, wording->bytes);
    }
    end_number(&reader);
}

unsigned wording_distance(const struct wording *a, const struct wording *b, bool own)
{
    const uint16_t *first = own ? a->own : a->all, *second = own ? b->own : b->all;
    unsigned count = 0;

    for (int i = 0; i < WORDING_PARTS; i++)
        count += first[i] != second[i];
    return count;
}
