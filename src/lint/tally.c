/* SPDX-License-Identifier: MIT */
/* Words are collected in order and sorted on request. There is no hash table, which a hostile file could slow
 * down. */
#include "config.h"

#include "lint/tally.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/die.h"

struct tally_word {
    size_t at;
    struct span word; /* of the text, set while sorting */
    uint32_t len, file;
    uint32_t order;
    bool folds;
};

void tally_init(struct tally *tally, bool folds)
{
    *tally = (struct tally){.folds = folds};
    buf_init(&tally->text, UINT32_MAX);
}

void tally_release(struct tally *tally)
{
    free(tally->words);
    buf_release(&tally->text);
    tally_init(tally, tally->folds);
}

void tally_add(struct tally *tally, struct span word, uint32_t file)
{
    tally->words = mem_extend(tally->words, tally->count, &tally->room, sizeof *tally->words);
    tally->words[tally->count] = (struct tally_word){.at = tally->text.len,
                                                     .len = (uint32_t)word.len,
                                                     .file = file,
                                                     .order = (uint32_t)tally->count,
                                                     .folds = tally->folds};
    tally->count++;
    if (buf_add_span(&tally->text, word))
        die("more than 4 GiB of words to count");
}

static int compare_text(const struct tally_word *left, const struct tally_word *right)
{
    size_t len = left->word.len < right->word.len ? left->word.len : right->word.len;

    for (size_t i = 0; i < len; i++) {
        unsigned char a = (unsigned char)left->word.at[i], b = (unsigned char)right->word.at[i];

        if (left->folds) {
            a = (unsigned char)ascii_lower((char)a);
            b = (unsigned char)ascii_lower((char)b);
        }
        if (a != b)
            return a < b ? -1 : 1;
    }
    return (left->word.len > right->word.len) - (left->word.len < right->word.len);
}

static int compare_words(const void *a, const void *b)
{
    const struct tally_word *left = a, *right = b;
    int order = compare_text(left, right);

    return order ? order : (left->order > right->order) - (left->order < right->order);
}

static int compare_rows(const void *a, const void *b)
{
    const struct tally_row *left = a, *right = b;

    if (left->files != right->files)
        return left->files > right->files ? -1 : 1;
    if (left->times != right->times)
        return left->times > right->times ? -1 : 1;
    return (left->word.at > right->word.at) - (left->word.at < right->word.at);
}

struct tally_row *tally_rows(struct tally *tally, size_t *count)
{
    struct tally_row *rows = mem_new(tally->count, sizeof *rows);

    *count = 0;
    for (size_t i = 0; i < tally->count; i++)
        tally->words[i].word = span_part(buf_span(&tally->text), tally->words[i].at, tally->words[i].len);
    if (tally->count > 0)
        qsort(tally->words, tally->count, sizeof *tally->words, compare_words);
    for (size_t i = 0; i < tally->count; i++) {
        const struct tally_word *word = &tally->words[i];
        bool is_new = i == 0 || compare_text(&word[-1], word) != 0;

        if (is_new)
            rows[(*count)++] = (struct tally_row){.word = word->word};
        rows[*count - 1].times++;
        rows[*count - 1].files += is_new || word[-1].file != word->file;
    }
    if (*count > 0)
        qsort(rows, *count, sizeof *rows, compare_rows);
    return rows;
}
