/* SPDX-License-Identifier: MIT */
/* Cuts excerpts from matching texts. FTS5's own snippet() compares each hit with all others: a page that
 * repeats one word 20,000 times takes it seconds. This looks at the first hits only, and reads the text once.
 */
#include "config.h"

#include "frontier/excerpt.h"

#include "base/buf.h"

enum {
    HITS_MAX = 256,
    WINDOW_TOKENS = 32,
    TOKENS_BEFORE = 4, /* before the first hit of the window */
    EXCERPT_BYTES = 4 * 1024
};

#define ELLIPSIS "\xe2\x80\xa6"

struct hit {
    int phrase, at, len; /* its place and length in tokens */
};

struct excerpt {
    struct hit hits[HITS_MAX];
    int count, next;  /* the next hit that is not written yet */
    int first, token; /* of the window; the current one */
    int marked_until; /* the token behind the hit that is open; 0: none */
    struct span text;
    size_t copied; /* bytes of the text */
    bool is_cut;   /* before the end of the text */
    struct buf out;
};

/* Lists the first hits in COLUMN, in the order of the text. */
static int list_hits(const Fts5ExtensionApi *api, Fts5Context *match, int column, struct excerpt *excerpt)
{
    int count, code = api->xInstCount(match, &count);

    for (int i = 0; code == SQLITE_OK && i < count && excerpt->count < HITS_MAX; i++) {
        struct hit hit;
        int in;

        code = api->xInst(match, i, &hit.phrase, &in, &hit.at);
        if (code != SQLITE_OK || in != column)
            continue;
        hit.len = api->xPhraseSize(match, hit.phrase);
        excerpt->hits[excerpt->count++] = hit;
    }
    return code;
}

/* Returns the number of different phrases in the window that begins with hit FROM; those above 63 count as
 * one. */
static int count_phrases(const struct excerpt *excerpt, int from)
{
    uint64_t seen = 0;

    for (int i = from; i < excerpt->count && excerpt->hits[i].at < excerpt->hits[from].at + WINDOW_TOKENS;
         i++)
        seen |= UINT64_C(1) << (excerpt->hits[i].phrase < 63 ? excerpt->hits[i].phrase : 63);
    return __builtin_popcountll(seen);
}

/* Chooses the window with the most phrases; of several, the first. */
static void choose_window(struct excerpt *excerpt)
{
    int best = 0, most = 0;

    for (int i = 0; i < excerpt->count; i++) {
        int phrases = count_phrases(excerpt, i);

        best = phrases > most ? i : best;
        most = phrases > most ? phrases : most;
    }
    if (excerpt->count > 0 && excerpt->hits[best].at > TOKENS_BEFORE)
        excerpt->first = excerpt->hits[best].at - TOKENS_BEFORE;
    while (excerpt->next < excerpt->count && excerpt->hits[excerpt->next].at < excerpt->first)
        excerpt->next++;
}

/* Copies the text up to AT, and then the MARK. */
static void copy_until(struct excerpt *excerpt, size_t at, const char *mark)
{
    if (at > excerpt->copied)
        (void)buf_add_span(&excerpt->out, span_part(excerpt->text, excerpt->copied, at - excerpt->copied));
    excerpt->copied = at > excerpt->copied ? at : excerpt->copied;
    (void)buf_add_text(&excerpt->out, mark);
}

static int take_token(void *context, int flags, const char *token, int len, int from, int to)
{
    struct excerpt *excerpt = context;
    int at = excerpt->token;

    (void)token, (void)len;
    if (flags & FTS5_TOKEN_COLOCATED)
        return SQLITE_OK;
    excerpt->token++;
    if (at < excerpt->first)
        return SQLITE_OK;
    if (at == excerpt->first)
        excerpt->copied = at > 0 ? (size_t)from : 0;
    excerpt->is_cut = at >= excerpt->first + WINDOW_TOKENS || excerpt->out.len >= EXCERPT_BYTES / 2;
    if (excerpt->is_cut)
        return SQLITE_DONE; /* the tokenizer ends, as it does at the end of the text */
    if (excerpt->next < excerpt->count && excerpt->hits[excerpt->next].at == at && !excerpt->marked_until) {
        copy_until(excerpt, (size_t)from, "\1");
        excerpt->marked_until = at + excerpt->hits[excerpt->next].len;
    }
    while (excerpt->next < excerpt->count && excerpt->hits[excerpt->next].at <= at)
        excerpt->next++;
    copy_until(excerpt, (size_t)to, at + 1 == excerpt->marked_until ? "\2" : "");
    if (at + 1 == excerpt->marked_until)
        excerpt->marked_until = 0;
    return SQLITE_OK;
}

static void excerpt_of(const Fts5ExtensionApi *api, Fts5Context *match, sqlite3_context *result, int count,
                       sqlite3_value **values)
{
    int column = count == 1 ? sqlite3_value_int(values[0]) : 0, len = 0;
    struct excerpt excerpt = {.count = 0};
    const char *text = "";
    int code = list_hits(api, match, column, &excerpt);

    buf_init(&excerpt.out, EXCERPT_BYTES);
    if (code == SQLITE_OK)
        code = api->xColumnText(match, column, &text, &len);
    if (code == SQLITE_OK) {
        excerpt.text = span_make(text, (size_t)len);
        choose_window(&excerpt);
        if (excerpt.first > 0)
            (void)buf_add_text(&excerpt.out, ELLIPSIS);
        code = api->xTokenize(match, text, len, &excerpt, take_token);
    }
    copy_until(&excerpt, excerpt.is_cut ? 0 : excerpt.text.len, excerpt.marked_until ? "\2" : "");
    if (excerpt.is_cut)
        (void)buf_add_text(&excerpt.out, ELLIPSIS);
    if (code == SQLITE_OK)
        sqlite3_result_text(result, buf_text(&excerpt.out), (int)excerpt.out.len, SQLITE_TRANSIENT);
    else
        sqlite3_result_error_code(result, code);
    buf_release(&excerpt.out);
}

int excerpt_add(sqlite3 *sqlite)
{
    sqlite3_stmt *statement = NULL;
    fts5_api *api = NULL;
    int code = sqlite3_prepare_v2(sqlite, "SELECT fts5(?1)", -1, &statement, NULL);

    if (code == SQLITE_OK)
        code = sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", NULL);
    if (code == SQLITE_OK)
        (void)sqlite3_step(statement);
    (void)sqlite3_finalize(statement);
    if (code == SQLITE_OK && !api)
        code = SQLITE_ERROR;
    return code == SQLITE_OK ? api->xCreateFunction(api, "excerpt", NULL, excerpt_of, NULL) : code;
}
