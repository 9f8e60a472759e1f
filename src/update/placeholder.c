/* SPDX-License-Identifier: MIT */
/* Recognises a placeholder: two pages in succession that show the same now, and showed different things
 * before. A page shows its files and its words, except words with digits: times, numbers of incidents and
 * nonces differ in each answer. Pages without words show the same only if their bodies are equal. */
#include "config.h"

#include "update/placeholder.h"

#include "base/error.h"
#include "extract/visible.h"
#include "frontier/frontier.h"
#include "frontier/revisit.h"
#include "judge/site.h"
#include "markup/link.h"
#include "mirror/mirror.h"
#include "mirror/original.h"

/* A page with more text is compared by its bytes only: notices about maintenance are short, and reading the
 * text of every changed page takes time. */
enum { NOTICE_TEXT_MAX = 8 * 1024 };

static const char setting[] = "page-for-all";

int placeholder_recall(struct placeholder *placeholder, struct site *site)
{
    struct span text;
    enum digest_kind kind;
    int error = frontier_setting(site->frontier, setting, &text);

    if (!error)
        placeholder->has_common = digest_parse(text, &kind, placeholder->common) && kind == DIGEST_SHA256;
    return error == ERROR_NOT_FOUND ? 0 : error;
}

/* Notes that the placeholder shows what MARK is the digest of, and queues the copy again that it replaced
 * before it was noticed. */
static int note_common(struct placeholder *placeholder, struct site *site, const unsigned char *mark)
{
    char text[DIGEST_TEXT_SIZE];
    int error;

    memcpy(placeholder->common, mark, DIGEST_MAX_BYTES);
    placeholder->has_common = true;
    digest_text(DIGEST_SHA256, placeholder->common, text);
    error = frontier_set_setting(site->frontier, setting, span_of(text));
    return error ? error : frontier_revisit(site->frontier, placeholder->last_id);
}

static bool matches(const unsigned char *bytes, const void *digest)
{
    return memcmp(bytes, digest, DIGEST_MAX_BYTES) == 0;
}

static bool has_digit(struct span word)
{
    for (size_t i = 0; i < word.len; i++)
        if (ascii_is_digit(word.at[i]))
            return true;
    return false;
}

/* Adds the words that a page shows. Returns whether there are any, in at most TEXT_MAX bytes. */
static bool add_words(struct digest *digest, struct visible *visible, struct span bytes, struct span type,
                      size_t text_max)
{
    struct buf text BUF_LOCAL(text_max);
    struct span rest;
    bool any = false;

    visible_read(visible, bytes, type, &text);
    rest = text.full ? span_make(NULL, 0) : buf_span(&text);
    while (rest.len > 0) {
        struct span word = span_take_until(&rest, ' ');

        if (word.len == 0 || has_digit(word))
            continue;
        digest_add(digest, word.at, word.len);
        digest_add(digest, " ", 1);
        any = true;
    }
    return any;
}

static void add_files(struct digest *digest, const struct link_list *links)
{
    for (size_t i = 0; links && i < links->count; i++) {
        struct span url = links->links[i].url;

        if (links->links[i].role != LINK_REQUISITE && links->links[i].role != LINK_FRAME)
            continue;
        url = span_take_until(&url, '?');
        digest_add(digest, url.at, url.len);
        digest_add(digest, "\n", 1);
    }
}

/* Sets MARK to the digest of what PAGE shows, or of its bytes if there are no words. */
static void mark_page(const struct placeholder_page *page, unsigned char mark[DIGEST_MAX_BYTES])
{
    struct digest digest RELEASED_BY(digest_release);
    bool any;

    digest_init(&digest, DIGEST_SHA256);
    any = page->bytes.len > 0 && add_words(&digest, page->visible, page->bytes, page->type, NOTICE_TEXT_MAX);
    if (any)
        add_files(&digest, page->links);
    digest_finish(&digest, mark);
    if (!any)
        memcpy(mark, page->digest.at, DIGEST_MAX_BYTES);
}

/* Sets MARK to the digest of the words of the copy at PLACE, and ANY to whether it has words. */
static int mark_copy(struct site *site, struct visible *visible, const struct frontier_place *place,
                     const void *body_digest, unsigned char mark[DIGEST_MAX_BYTES], bool *any)
{
    struct original original ORIGINAL_LOCAL;
    struct digest digest RELEASED_BY(digest_release) = {0};
    int error = original_find(&original, site->mirror, place, span_make(body_digest, DIGEST_MAX_BYTES), any);

    if (error || !*any)
        return error;
    digest_init(&digest, DIGEST_SHA256);
    *any = add_words(&digest, visible, original.bytes, original.content_type, VISIBLE_TEXT_MAX);
    digest_finish(&digest, mark);
    return 0;
}

/* Sets DIFFER to whether the copies of PAGE and of the last page, which now show the same, differ in more
 * than numbers. */
static int compare_copies(const struct placeholder *last, struct site *site,
                          const struct placeholder_page *page, bool *differ)
{
    unsigned char marks[2][DIGEST_MAX_BYTES];
    bool any;
    int error;

    *differ = !matches(last->before, page->before.at);
    if (!*differ || matches(last->last, page->digest.at))
        return 0;
    error = mark_copy(site, page->visible, &page->copy, page->before.at, marks[0], &any);
    if (!error && any)
        error = mark_copy(site, page->visible, &last->copy, last->before, marks[1], &any);
    *differ = !error && any && !matches(marks[0], marks[1]);
    return error;
}

static void keep_last(struct placeholder *placeholder, const struct placeholder_page *page,
                      const unsigned char *mark)
{
    placeholder->has_last = true;
    placeholder->last_id = page->id;
    memcpy(placeholder->last, page->digest.at, DIGEST_MAX_BYTES);
    memcpy(placeholder->mark, mark, DIGEST_MAX_BYTES);
    memcpy(placeholder->before, page->before.at, DIGEST_MAX_BYTES);
    placeholder->copy = page->copy;
}

int placeholder_judge(struct placeholder *placeholder, struct site *site, const struct placeholder_page *page,
                      bool *is_placeholder)
{
    unsigned char mark[DIGEST_MAX_BYTES];
    bool is_common, is_last;
    int error = 0;

    *is_placeholder = false;
    if (page->digest.len != DIGEST_MAX_BYTES || page->before.len != DIGEST_MAX_BYTES)
        return 0;
    mark_page(page, mark);
    is_common = placeholder->has_common && matches(placeholder->common, mark);
    is_last = placeholder->has_last &&
              (matches(placeholder->mark, mark) || matches(placeholder->last, page->digest.at));
    if (!span_equals(page->digest, page->before)) {
        *is_placeholder = is_common;
        if (!is_common && is_last)
            error = compare_copies(placeholder, site, page, is_placeholder);
    }
    if (error)
        return error;
    if (*is_placeholder) {
        placeholder->in_row++;
        return is_common ? 0 : note_common(placeholder, site, mark);
    }
    if (!is_common)
        placeholder->in_row = 0;
    keep_last(placeholder, page, mark);
    return 0;
}
