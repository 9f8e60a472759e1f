/* SPDX-License-Identifier: MIT */
/* Reduces what a page shows to numbers by which pages are compared: a sum over the hashes of its pieces, so
 * that their order does not count. They have no key, because the numbers are kept in mirror.db; who makes two
 * pages with one sum loses only pages of his own. */
#include "config.h"

#include "judge/shown.h"

#include <endian.h>

#include "markup/link.h"

/* Mixes eight bytes into a hash. A page has thousands of short pieces, for which SipHash costs four times as
 * much. */
static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

static void add_piece(uint64_t *sum, struct span piece)
{
    uint64_t hash = piece.len, word;

    if (piece.len == 0)
        return;
    for (; piece.len >= sizeof word; piece = span_part(piece, sizeof word, piece.len)) {
        memcpy(&word, piece.at, sizeof word);
        hash = mix(hash, le64toh(word));
    }
    word = 0;
    for (size_t i = 0; i < piece.len; i++)
        word = word << 8 | (unsigned char)piece.at[i];
    *sum += mix(mix(hash, word), 0) | 1;
}

/* Passes the content of the element NAME, which is not shown. */
static void pass_element(struct span *rest, const char *end)
{
    while (rest->len > 0 && !span_starts_nocase(*rest, end))
        if (!span_take_after(rest, "<"))
            *rest = span_make(NULL, 0);
}

/* Passes the content of an element that is not shown, if REST begins with its name. */
static void pass_hidden(struct span *rest)
{
    if (span_starts_nocase(*rest, "script"))
        pass_element(rest, "/script");
    else if (span_starts_nocase(*rest, "style"))
        pass_element(rest, "/style");
}

static void add_texts(uint64_t *sum, struct span rest)
{
    while (rest.len > 0) {
        if (!span_take_byte(&rest, '<'))
            add_piece(sum, span_trim_white(span_take_until(&rest, '<')));
        if (ascii_lower(span_byte(rest, 0)) == 's')
            pass_hidden(&rest);
        (void)span_take_until(&rest, '>');
    }
}

/* Adds the files that the page shows, and the pages that it links to. */
static void add_links(uint64_t *sum, const struct link_list *links)
{
    for (size_t i = 0; i < links->count; i++) {
        struct span url = links->links[i].url;

        if (links->links[i].role > LINK_REQUISITE)
            continue;
        url = span_part(url, 0, span_find(url, '?'));
        add_piece(sum, span_part(url, 0, span_find(url, ';')));
    }
}

int64_t shown_hash(struct span bytes, const struct link_list *links)
{
    uint64_t sum = 0;

    add_texts(&sum, bytes);
    add_links(&sum, links);
    return (int64_t)sum;
}
