/* SPDX-License-Identifier: MIT */
/* Reads a search index. The table of contents of Pagefind's is a gzip file, which some servers serve decoded:
 * a signature and one item of CBOR (RFC 8949), the array [version, pages, parts of the index, filters, …].
 * Their files are named by hashes. Items of indefinite length, which Pagefind does not write, end the
 * reading. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "apps/app.h"
#include "base/gzip.h"

enum { DEPTH = 8, PLAIN_BYTES = 16 * 1024 * 1024, STEP = 64 * 1024, NAME_BYTES = 100, PLACE_BYTES = 48 };

static const char signature[] = "pagefind_dcd";

/* Adds at most MAX bytes of what CODED decodes to. Missing and damaged parts are left out. */
static void decode(struct span coded, struct buf *plain, size_t max)
{
    struct gzip_reader *gzip = gzip_reader_new();
    bool is_ended = false;
    size_t made = 1;
    int error = 0;

    gzip_reader_start(gzip, GZIP_MEMBER);
    while (!error && !is_ended && made > 0 && plain->len < max) {
        size_t room = max - plain->len < STEP ? max - plain->len : STEP;
        char *out = buf_reserve(plain, room);

        if (!out)
            break;
        error = gzip_read(gzip, &coded, out, room, &made, &is_ended);
        buf_grew(plain, made);
    }
    gzip_reader_free(gzip);
}

bool index_is(struct span document)
{
    struct buf plain BUF_LOCAL(STEP);

    if (!span_starts(document, "\x1f\x8b"))
        return span_starts(document, signature);
    decode(span_part(document, 0, STEP), &plain, sizeof signature - 1);
    return span_is(buf_span(&plain), signature);
}

/* The items of an array or a map that are still to come, and the number of those before. */
struct level {
    uint64_t left, index;
};

struct cbor {
    struct span rest;
    unsigned depth;
    struct level levels[DEPTH];
};

/* Removes the head of an item: its major type and its argument. */
static bool take_head(struct span *rest, unsigned *type, uint64_t *argument)
{
    unsigned first = rest->len > 0 ? (unsigned char)rest->at[0] : 0xff, info = first & 31;
    size_t bytes = info >= 24 && info <= 27 ? (size_t)1 << (info - 24) : 0;

    if (info > 27 || rest->len <= bytes)
        return false;
    *type = first >> 5;
    *argument = bytes > 0 ? 0 : info;
    for (size_t i = 1; i <= bytes; i++)
        *argument = *argument << 8 | (unsigned char)rest->at[i];
    *rest = span_part(*rest, bytes + 1, rest->len);
    return true;
}

static void close_levels(struct cbor *cbor)
{
    while (cbor->depth > 0 && cbor->levels[cbor->depth - 1].left == 0)
        cbor->depth--;
}

static void count_item(struct cbor *cbor)
{
    if (cbor->depth > 0) {
        cbor->levels[cbor->depth - 1].left--;
        cbor->levels[cbor->depth - 1].index++;
    }
}

/* Finds the next text; false at the end. Until the next call, its place in each level is index - 1. */
static bool next_text(struct cbor *cbor, struct span *text)
{
    enum { BYTES = 2, TEXT = 3, ARRAY = 4, MAP = 5, TAG = 6 };
    unsigned type;
    uint64_t argument;

    for (;;) {
        close_levels(cbor);
        if (!take_head(&cbor->rest, &type, &argument))
            return false;
        if (type != TAG)
            count_item(cbor);
        if (type == BYTES || type == TEXT) {
            if (argument > cbor->rest.len)
                return false;
            *text = span_part(cbor->rest, 0, argument);
            cbor->rest = span_part(cbor->rest, argument, cbor->rest.len);
            if (type == TEXT)
                return true;
        } else if (type == ARRAY || type == MAP) {
            if (cbor->depth == DEPTH || argument > cbor->rest.len)
                return false;
            cbor->levels[cbor->depth++] = (struct level){.left = type == MAP ? 2 * argument : argument};
        }
    }
}

static void read_names(const struct app_text *text, struct span plain)
{
    struct cbor cbor = {.rest = span_part(plain, sizeof signature - 1, plain.len)};
    char place[PLACE_BYTES];
    struct span name;

    if (!span_starts(plain, signature))
        return;
    while (next_text(&cbor, &name)) {
        if (cbor.depth != 3 || name.len > NAME_BYTES || !span_is_plain(name, "_-"))
            continue;
        (void)snprintf(place, sizeof place, "%" PRIu64 "/%" PRIu64, cbor.levels[0].index - 1,
                       cbor.levels[2].index - 1);
        forms_read_index(text, place, name);
    }
}

void index_read(const struct app_text *text)
{
    struct buf plain BUF_LOCAL(PLAIN_BYTES + STEP);

    if (!span_starts(text->text, signature))
        decode(text->text, &plain, PLAIN_BYTES);
    read_names(text, plain.len > 0 ? buf_span(&plain) : text->text);
}
