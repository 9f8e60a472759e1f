/* SPDX-License-Identifier: MIT */
/* Keeps search.db in step with the mirror, and searches it. The documents of both are walked side by side, so
 * an update that was interrupted needs no notes to continue. Whatever search.db says, only pages that
 * mirror.db shows now are found, with their title, URL and file from there. Scripts that are written without
 * spaces are separated into characters, in texts and in queries. */
#include "config.h"

#include "search/search.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/signals.h"
#include "base/utf8.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "frontier/search.h"
#include "mirror/mirror.h"
#include "mirror/original.h"
#include "term/message.h"

enum {
    PATH_TEXT_MAX = 16 * 1024,
    TITLE_MAX = 8 * 1024,
    HEADINGS_MAX = 64 * 1024,
    SNIPPET_MAX = 16 * 1024,
    COMMIT_MS = 1000, /* what a kill costs at most */
    SHARE = 10,       /* of the time that search_after is given, one part */
    WORTH_INDEXING_MS = 1000
};

#define SEPARATOR "\xe2\x80\x8b" /* U+200B */

/* Returns true for a letter of a script without spaces. Korean has them, but its particles are part of the
 * words. A sign that several scripts share, as for a long vowel, counts if Japanese has it. */
static bool is_unspaced(uint32_t code)
{
    static const UScriptCode scripts[] = {USCRIPT_THAI,     USCRIPT_LAO,   USCRIPT_TIBETAN,  USCRIPT_MYANMAR,
                                          USCRIPT_KHMER,    USCRIPT_HAN,   USCRIPT_HIRAGANA, USCRIPT_KATAKANA,
                                          USCRIPT_BOPOMOFO, USCRIPT_HANGUL};
    UErrorCode failure = U_ZERO_ERROR;
    UScriptCode script = uscript_getScript((UChar32)code, &failure);

    for (size_t i = 0; i < COUNT_OF(scripts); i++)
        if (script == scripts[i])
            return true;
    return script == USCRIPT_COMMON && u_isalpha((UChar32)code) &&
           uscript_hasScript((UChar32)code, USCRIPT_KATAKANA);
}

/* Returns true for a mark, which belongs to the letter before. */
static bool is_mark(uint32_t code)
{
    return U_GET_GC_MASK((UChar32)code) & U_GC_M_MASK || code == 0xff9e || code == 0xff9f;
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

static int open_index(struct search *search, bool writes)
{
    struct buf path BUF_LOCAL(PATH_TEXT_MAX);
    int error;

    search->index = db_new();
    search->writes = writes;
    error = buf_add_format(&path, "%s/search.db", search->dir);
    return error ? error
                 : db_open(search->index, buf_text(&path), &search_format, writes ? DB_CREATE : DB_READ);
}

/* Opens an index that cannot be written for reading. */
static int reopen(struct search *search)
{
    db_free(search->index);
    return open_index(search, false);
}

int search_open(struct search *search, struct mirror *mirror, const char *dir, struct buf *why)
{
    int error;

    *search = (struct search){.mirror = mirror, .dir = dir};
    visible_init(&search->visible);
    buf_init(&search->text, VISIBLE_TEXT_MAX);
    buf_init(&search->title, TITLE_MAX);
    buf_init(&search->headings, HEADINGS_MAX);
    buf_init(&search->body, 4 * (size_t)VISIBLE_TEXT_MAX);
    buf_init(&search->snippet, SNIPPET_MAX);
    buf_init(&search->query, 8 * (size_t)WORDS_QUERY_MAX);
    error = open_index(search, folder_is_writable(dir));
    if (search->writes && (error == ERROR_IO || error == ERROR_REFUSED || error == ERROR_LOCKED))
        error = reopen(search);
    if (error)
        search_explain(search, error, why);
    return error;
}

void search_close(struct search *search)
{
    db_free(search->index);
    visible_release(&search->visible);
    buf_release(&search->text);
    buf_release(&search->title);
    buf_release(&search->headings);
    buf_release(&search->body);
    buf_release(&search->snippet);
    buf_release(&search->query);
}

void search_explain(const struct search *search, int error, struct buf *why)
{
    const char *text = db_error_text(search->index);

    buf_clear(why);
    if (error == ERROR_NOT_FOUND)
        (void)buf_add_format(why, "%s/search.db does not exist and cannot be created", search->dir);
    else if (error == ERROR_INVALID && *text == '\0')
        (void)buf_add_text(why, "give a word to search for");
    else if (error == ERROR_TOO_LARGE && *text == '\0')
        (void)buf_add_format(why, "the search is too long; use at most %d words, and %d bytes",
                             WORDS_COUNT_MAX, WORDS_QUERY_MAX);
    else if (error == ERROR_TIMEOUT)
        (void)buf_add_text(why,
                           "the search takes too long here; search for rarer words, or run tiptoe search");
    else if (*text == '\0')
        mirror_explain(search->mirror, error, why);
    else if (error == ERROR_CORRUPT || error == ERROR_INVALID || error == ERROR_TOO_NEW)
        (void)buf_add_format(why, "%s/search.db: %s. Remove it: the next search makes it again", search->dir,
                             text);
    else
        (void)buf_add_format(why, "%s/search.db: %s", search->dir, text);
}

/* Returns whether a row is a page that readers may see now. */
static bool is_shown(const struct frontier_row *row)
{
    return row->answered && row->state != FRONTIER_REFUSED && !frontier_is_withdrawn(row) &&
           frontier_is_page(&row->visit);
}

static int add_page(struct search *search, const struct frontier_row *row)
{
    struct buf *texts[] = {&search->text, &search->title, &search->headings, &search->body};
    struct buf fragment BUF_LOCAL(LIMIT_URL_BYTES);
    struct buf headings BUF_LOCAL(HEADINGS_MAX);
    int64_t url = row->item.id, sequence = row->visit.sequence;
    struct frontier_row page = *row;
    int error;

    for (size_t i = 0; i < COUNT_OF(texts); i++)
        buf_clear(texts[i]);
    visible_add(&search->text, row->visit.title);
    (void)words_separate(&search->title, buf_span(&search->text));
    search->visible.headings = &headings;
    do {
        struct original original ORIGINAL_LOCAL;

        buf_clear(&search->text);
        error = original_read(&original, search->mirror, &page, LIMIT_DOCUMENT_BYTES, &fragment);
        if (!error)
            visible_read(&search->visible, original.bytes, original.content_type, &search->text);
        (void)words_separate(&search->body, buf_span(&search->text));
    } while (!error && buf_add_byte(&search->body, ' ') == 0 &&
             original_next_view(search->mirror, &page, &fragment, NULL) == 0);
    search->visible.headings = NULL;
    if (error && error != ERROR_CORRUPT) /* the title of a damaged page is known */
        return error;
    (void)words_separate(&search->headings, buf_span(&headings));
    return frontier_search_add(search->index, url, sequence,
                               &(struct frontier_words){buf_span(&search->title), buf_span(&search->headings),
                                                        buf_span(&search->body)});
}

static int add_document(struct search *search, const struct frontier_document *document)
{
    struct frontier_row row;
    int error = frontier_get(search->mirror->frontier, document->id, &row);

    if (error)
        return error;
    if (is_shown(&row))
        return add_page(search, &row);
    if (frontier_is_page(&row.visit)) /* it may be shown again, as it is */
        return 0;
    return frontier_search_add(search->index, document->id, document->sequence, NULL);
}

/* Reads the document of the index after the last one that was compared; at the end its id is INT64_MAX. */
static int next_indexed(struct search *search, struct frontier_document *document)
{
    int error = frontier_search_next(search->index, search->at, document);

    if (error == ERROR_END)
        document->id = INT64_MAX;
    return error == ERROR_END ? 0 : error;
}

/* Compares one document of the mirror or of the index. ERROR_END after the last. */
static int update_one(struct search *search)
{
    struct frontier_document document = {.id = INT64_MAX}, indexed;
    int error = frontier_documents(search->mirror->frontier, search->at, &document);

    if (error && error != ERROR_END)
        return error;
    error = next_indexed(search, &indexed);
    if (error || (indexed.id == INT64_MAX && document.id == INT64_MAX))
        return error ? error : ERROR_END;
    search->at = indexed.id < document.id ? indexed.id : document.id;
    if (indexed.id == document.id && indexed.sequence == document.sequence)
        return 0;
    if (indexed.id <= document.id)
        error = frontier_search_remove(search->index, indexed.id);
    return error || indexed.id < document.id ? error : add_document(search, &document);
}

/* Begins an update; COMPLETE: there is nothing to update. */
static int begin_update(struct search *search, bool *complete)
{
    struct frontier_searched state;
    struct frontier_run last;
    int error = frontier_search_state(search->index, &state);

    if (!error)
        error = frontier_last_run(search->mirror->frontier, &last);
    if (error)
        return error;
    search->run = last.id;
    search->number = frontier_sequence(search->mirror->frontier);
    *complete = state.run == search->run && state.sequence == search->number;
    return 0;
}

static int end_update(struct search *search)
{
    struct frontier_searched state = {search->run, search->number};

    search->at = 0;
    return frontier_search_set_state(search->index, state);
}

static int update_some(struct search *search, int64_t until_ms, bool *complete)
{
    int64_t now_ms = clock_monotonic_ms(), commit_ms = now_ms + COMMIT_MS;
    int error = 0;

    while (!error && !signals_stopped() && now_ms < until_ms) {
        error = update_one(search);
        now_ms = clock_monotonic_ms();
        if (!error && now_ms >= commit_ms) {
            error = db_commit(search->index);
            commit_ms = now_ms + COMMIT_MS;
        }
    }
    *complete = error == ERROR_END;
    if (*complete)
        error = end_update(search);
    return error ? error : db_commit(search->index);
}

int search_update(struct search *search, int64_t until_ms, bool *complete)
{
    int error = 0;

    *complete = false;
    if (search->at == 0)
        error = begin_update(search, complete);
    if (!error && !*complete && search->writes)
        error = update_some(search, until_ms, complete);
    else if (!error && search->writes)
        error = db_commit(search->index);
    if (error == ERROR_LOCKED && search->writes) /* another process is about it */
        error = reopen(search);
    return error;
}

struct finding {
    struct search *search;
    uint64_t left;
    search_reader *each;
    void *context;
    int error;
};

static bool take_match(void *context, int64_t url, struct span snippet)
{
    struct finding *finding = context;
    struct search *search = finding->search;
    struct frontier_row row;

    finding->error = finding->left > 0 ? frontier_get(search->mirror->frontier, url, &row) : ERROR_END;
    if (finding->error == ERROR_NOT_FOUND)
        finding->error = 0;
    else if (!finding->error && is_shown(&row)) {
        finding->left--;
        buf_clear(&search->title);
        buf_clear(&search->snippet);
        visible_add(&search->title, row.visit.title);
        (void)words_join(&search->snippet, snippet);
        finding->each(finding->context,
                      &(struct search_result){.url = row.item.url,
                                              .title = span_trim(buf_span(&search->title), " "),
                                              .file = row.visit.path,
                                              .snippet = buf_span(&search->snippet)});
    }
    return !finding->error;
}

int search_find(struct search *search, struct span typed, uint64_t limit, search_reader *each, void *context,
                int64_t *count)
{
    struct finding finding = {.search = search, .left = limit, .each = each, .context = context};
    struct span query;
    int error = words_query(&search->query, typed);

    if (error)
        return error;
    query = buf_span(&search->query);
    db_set_deadline(search->index, search->find_ms ? clock_monotonic_ms() + search->find_ms : 0);
    error = frontier_search_count(search->index, query, count);
    if (!error)
        error = frontier_search_find(search->index, query, take_match, &finding);
    db_set_deadline(search->index, 0);
    if (!error && finding.error != ERROR_END)
        error = finding.error;
    return error || !search->writes ? error : db_commit(search->index);
}

static void remove_index(const struct mirror *mirror)
{
    static const char *const names[] = {"search.db-wal", "search.db-shm", "search.db"};

    for (size_t i = 0; i < COUNT_OF(names); i++)
        (void)unlinkat(mirror->folder.dir, names[i], 0);
}

void search_after(struct mirror *mirror, int64_t time_ms, bool empties)
{
    int64_t until_ms = clock_monotonic_ms() + time_ms / SHARE;
    struct search search;
    struct buf why BUF_LOCAL(PATH_TEXT_MAX);
    bool complete;
    int error;

    if (empties)
        remove_index(mirror);
    if (time_ms < (empties ? 1 : WORTH_INDEXING_MS))
        return;
    error = search_open(&search, mirror, mirror->path, &why);
    if (!error) {
        error = search_update(&search, until_ms, &complete);
        (void)signals_stop();
        if (error)
            search_explain(&search, error, &why);
    }
    if (error)
        message_warn("%s; the mirror itself is complete", buf_text(&why));
    search_close(&search);
}
