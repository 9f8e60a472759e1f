/* SPDX-License-Identifier: MIT */
/* Reads the wording of pages. A word is a run of letters, or of bytes beyond ASCII. Left out is what differs
 * each time that a page is requested: times, dates, and long mixtures of letters and digits (nonces, session
 * ids, digests). */
#include "config.h"

#include "extract/wording.h"

#include "base/hash.h"
#include "extract/visible.h"
#include "markup/tokenizer.h"

/* A number with so many digits is a time or an id; a mixture of so many letters and digits is a token, and so
 * is a word with so many letters. */
enum { ID_DIGITS = 9, TOKEN_LENGTH = 8, WORD_LENGTH = 40, YEAR_DIGITS = 4 };

enum { NAMES = 1024 };

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
    const struct attribute *attribute = tokenizer_attribute(tokenizer, name);
    struct span value;

    if (!attribute)
        return;
    value = tokenizer_value(tokenizer, attribute);
    add_run(reader, span_take_until(&value, '?'), shown);
}

/* Reads the title, and the addresses of what the page shows and links to. */
static void add_tags(struct reader *reader, struct tokenizer *tokenizer, struct span bytes)
{
    bool has_title = false;

    tokenizer_start(tokenizer, bytes);
    while (tokenizer_next(tokenizer)) {
        const struct token *token = &tokenizer->token;
        const struct attribute *equivalent = tokenizer_attribute(tokenizer, "http-equiv");

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
        else if (equivalent && span_is_nocase(tokenizer_value(tokenizer, equivalent), "refresh"))
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
