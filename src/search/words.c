/* SPDX-License-Identifier: MIT */
/* Separates scripts that are written without spaces into characters, in texts and in queries. */
#include "config.h"

#include "search/words.h"

#include <stdbool.h>

#include "base/error.h"
#include "base/utf8.h"

#define SEPARATOR "\xe2\x80\x8b" /* U+200B */

struct range {
    uint32_t first, last;
};

/* Letters of these scripts. Korean has spaces, but its particles are part of the words. */
static const struct range unspaced[] = {
    {0x0e00, 0x0fff},   /* Thai, Lao, Tibetan */
    {0x1000, 0x109f},   /* Myanmar */
    {0x1780, 0x17ff},   /* Khmer */
    {0x2e80, 0x2fdf},   /* radicals */
    {0x3005, 0x3007},   /* signs for repetition, zero */
    {0x3041, 0x31ff},   /* Hiragana, Katakana, Bopomofo */
    {0x3400, 0x4dbf},   /* Han */
    {0x4e00, 0x9fff},   /* Han */
    {0xa960, 0xa97f},   /* Hangul */
    {0xac00, 0xd7ff},   /* Hangul */
    {0xf900, 0xfaff},   /* Han */
    {0xff66, 0xff9f},   /* Katakana of half width */
    {0x1aff0, 0x1b16f}, /* Kana */
    {0x20000, 0x3ffff}, /* Han */
};

/* Marks of these scripts, which belong to the letter before. */
static const struct range marks[] = {
    {0x0e31, 0x0e31}, {0x0e34, 0x0e3a}, {0x0e47, 0x0e4e}, {0x0eb1, 0x0eb1}, {0x0eb4, 0x0ebc},
    {0x0ec8, 0x0ece}, {0x0f71, 0x0f87}, {0x0f90, 0x0fbc}, {0x102b, 0x103e}, {0x1056, 0x1059},
    {0x17b4, 0x17d3}, {0x3099, 0x309a}, {0xff9e, 0xff9f},
};

static bool is_in(const struct range *ranges, size_t count, uint32_t code)
{
    for (size_t i = 0; i < count && ranges[i].first <= code; i++)
        if (code <= ranges[i].last)
            return true;
    return false;
}

static bool is_unspaced(uint32_t code)
{
    return is_in(unspaced, COUNT_OF(unspaced), code);
}

static bool is_mark(uint32_t code)
{
    return is_in(marks, COUNT_OF(marks), code);
}

int words_separate(struct buf *out, struct span text)
{
    bool before = false, begun = false;
    int error = 0;

    for (size_t at = 0, len; at < text.len && !error; at += len) {
        uint32_t code;
        bool now;

        len = utf8_next(text, at, &code);
        now = code > 0x7f && is_unspaced(code);
        if (begun && (now || before) && !is_mark(code) && code != ' ' && out->at[out->len - 1] != ' ')
            error = buf_add_text(out, SEPARATOR);
        if (!error)
            error = buf_add_span(out, span_part(text, at, len));
        before = now;
        begun = true;
    }
    return error;
}

int words_join(struct buf *out, struct span text)
{
    int error = 0;

    while (text.len > 0 && !error) {
        size_t len = span_find(text, SEPARATOR[0]);

        if (len == 0 && !span_starts(text, SEPARATOR))
            len = 1;
        error = buf_add_span(out, span_part(text, 0, len));
        text = span_part(text, len > 0 ? len : strlen(SEPARATOR), text.len);
    }
    return error;
}

/* A word as it was typed. */
struct word {
    struct span text;
    bool excluded, begins;
};

/* Cuts the next word off TYPED; false at its end. */
static bool cut_word(struct span *typed, struct word *word)
{
    *typed = span_trim_white(*typed);
    if (typed->len == 0)
        return false;
    *word = (struct word){.excluded = span_take_byte(typed, '-')};
    if (span_take_byte(typed, '"')) {
        word->text = span_take_until(typed, '"');
    } else {
        size_t len = 0;

        while (len < typed->len && !ascii_is_white(typed->at[len]) && typed->at[len] != '"')
            len++;
        word->text = span_part(*typed, 0, len);
        *typed = span_part(*typed, len, typed->len);
    }
    if (word->text.len > 1 && word->text.at[word->text.len - 1] == '*') {
        word->begins = true;
        word->text = span_part(word->text, 0, word->text.len - 1);
    } else {
        word->begins = span_take_byte(typed, '*');
    }
    return true;
}

/* Returns whether TEXT has a character that may be part of a word. */
static bool has_letter(struct span text)
{
    for (size_t i = 0; i < text.len; i++)
        if (ascii_is_alphanumeric(text.at[i]) || (unsigned char)text.at[i] > 0x7f)
            return true;
    return false;
}

/* Adds a word as a string of FTS5. */
static int add_word(struct buf *out, const struct word *word)
{
    struct buf joined BUF_LOCAL(WORDS_QUERY_MAX);
    struct buf separated BUF_LOCAL(4 * (size_t)WORDS_QUERY_MAX);

    (void)words_join(&joined, word->text);
    (void)words_separate(&separated, buf_span(&joined));
    (void)buf_add_text(out, word->excluded ? " NOT \"" : out->len > 0 ? " \"" : "\"");
    for (size_t i = 0; i < separated.len; i++)
        (void)buf_add_byte(
            out, (unsigned char)separated.at[i] < ' ' || separated.at[i] == '"' ? ' ' : separated.at[i]);
    return buf_add_text(out, word->begins ? "\"*" : "\"");
}

/* Adds the words that pages must have, or those that they must not have. */
static int add_words(struct buf *out, struct span typed, bool excluded)
{
    struct word word;
    size_t count = 0;
    int error = 0;

    while (!error && cut_word(&typed, &word)) {
        if (++count > WORDS_COUNT_MAX)
            return ERROR_TOO_LARGE;
        if (word.excluded == excluded && has_letter(word.text))
            error = add_word(out, &word);
    }
    return error;
}

int words_query(struct buf *out, struct span typed)
{
    int error;

    buf_clear(out);
    if (typed.len > WORDS_QUERY_MAX)
        return ERROR_TOO_LARGE;
    if (!utf8_is_valid(typed))
        return ERROR_INVALID;
    error = add_words(out, typed, false);
    if (!error && out->len == 0)
        error = ERROR_INVALID;
    return error ? error : add_words(out, typed, true);
}
