/* SPDX-License-Identifier: MIT */
/* `tiptoe search`: finds pages of a mirror by their words. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "cmd/command.h"
#include "search/search.h"
#include "term/message.h"

enum { TEXT_MAX = 64 * 1024, JSON_MAX = 256 * 1024, TELL_MS = 1000 };

static const struct option_row rows[] = {
    {.name = "limit",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .min = 1,
     .max = 1000000,
     .standard = "10",
     .help = "show at most N pages"},
    {.name = "json", .kind = OPTION_FLAG, .help = "print one JSON object for each page"},
    {.kind = OPTION_END},
};

/* Adds the snippet of RESULT without the marks around matches. */
static void add_snippet(struct buf *out, const struct search_result *result)
{
    for (size_t i = 0; i < result->snippet.len; i++)
        if (result->snippet.at[i] != 1 && result->snippet.at[i] != 2)
            (void)buf_add_byte(out, result->snippet.at[i]);
}

static void print_line(const char *front, struct span text)
{
    struct buf safe BUF_LOCAL(4 * TEXT_MAX);

    (void)safe_add(&safe, text);
    printf("%s%s\n", front, buf_text(&safe));
}

static void print_text(void *context, const struct search_result *result)
{
    bool *any = context;
    struct buf snippet BUF_LOCAL(TEXT_MAX);

    if (*any)
        printf("\n");
    *any = true;
    print_line("", result->title.len > 0 ? result->title : result->url);
    print_line("  ", result->url);
    print_line("  site/", result->file);
    add_snippet(&snippet, result);
    if (snippet.len > 0)
        print_line("  ", buf_span(&snippet));
}

static void print_json(void *context, const struct search_result *result)
{
    bool *any = context;
    struct json_writer json;
    struct buf line BUF_LOCAL(JSON_MAX);
    struct buf text BUF_LOCAL(TEXT_MAX);

    json_begin(&json, &line);
    json_member_text(&json, "url", result->url);
    json_member_text(&json, "title", result->title);
    (void)buf_add_text(&text, "site/");
    (void)buf_add_span(&text, result->file);
    json_member_text(&json, "file", buf_span(&text));
    buf_clear(&text);
    add_snippet(&text, result);
    json_member_text(&json, "snippet", buf_span(&text));
    json_close(&json);
    printf("%s\n", buf_text(&line));
    *any = true;
}

/* Brings the index up to date, and says so if that takes long. */
static int update(struct search *search)
{
    bool complete, told = false;
    int error;

    do {
        error = search_update(search, clock_monotonic_ms() + TELL_MS, &complete);
        if (!error && !complete && !search->writes)
            message_warn(
                "the index cannot be written now: pages that are new since the last search are not found");
        else if (!error && !complete && !told)
            message_note("indexing new pages; the next search is faster");
        told = true;
    } while (!error && !complete && search->writes);
    return error;
}

/* Sets ANY to whether a page was found. */
static int find(struct search *search, const struct options *given, struct span words, bool *any)
{
    uint64_t limit = (uint64_t)options_number(given, "limit");
    bool json = options_flag(given, "json");
    int64_t count = 0;
    int error = search_find(search, words, limit, json ? print_json : print_text, any, &count);

    if (error)
        return error;
    if (!*any)
        message_note("no page of the mirror matches");
    else if (count > (int64_t)limit)
        message_note("%" PRIu64 " of %" PRId64 " pages; --limit shows more", limit, count);
    return 0;
}

static int search_mirror(struct mirror *mirror, const struct options *given, struct span words)
{
    struct search search;
    struct buf why BUF_LOCAL(TEXT_MAX);
    bool any = false;
    int error = search_open(&search, mirror, mirror->path, &why);

    if (!error) {
        error = update(&search);
        if (!error)
            error = find(&search, given, words, &any);
        if (error)
            search_explain(&search, error, &why);
    }
    if (error)
        message_error("%s", buf_text(&why));
    search_close(&search);
    return any && !error ? EXIT_COMPLETE : EXIT_LOCAL;
}

/* Adds the operands from FIRST as words; one that the shell has kept together is a phrase. */
static void add_words(struct buf *words, const struct options *given, size_t first)
{
    for (size_t i = first; i < given->operand_count; i++) {
        const char *word = given->operands[i];
        bool phrase = strchr(word, ' ') && !strchr(word, '"');

        (void)buf_add_format(words, phrase ? "\"%s\" " : "%s ", word);
    }
}

static int check_words(const struct buf *words)
{
    struct buf query BUF_LOCAL(TEXT_MAX);
    int error = words->full ? ERROR_TOO_LARGE : words_query(&query, buf_span(words));

    if (error == ERROR_TOO_LARGE)
        message_error("search: too long; use at most %d words, and %d bytes", WORDS_COUNT_MAX,
                      WORDS_QUERY_MAX);
    else if (error)
        message_error("search: no word to search for; give one with letters or digits");
    return error;
}

static int search_run(const struct options *given)
{
    const char *path = given->operands[0];
    char here[OPEN_PATH_BYTES];
    bool all_words = !open_is_mirror(path) && open_find(here);
    struct sandbox sandbox;
    struct mirror mirror;
    struct buf words BUF_LOCAL(TEXT_MAX);
    int status;

    add_words(&words, given, all_words ? 0 : 1);
    if (check_words(&words))
        return EXIT_USAGE;
    confine_begin(&sandbox, given, 0);
    confine_to_mirror(&sandbox, all_words ? here : path);
    status = confine_end(&sandbox);
    if (status)
        return status;
    if (open_mirror(&mirror, all_words ? here : path, FOLDER_READ))
        return EXIT_LOCAL;
    status = search_mirror(&mirror, given, buf_span(&words));
    mirror_close(&mirror);
    return status;
}

const struct command command_search = {
    .name = "search",
    .usage = "[options] [DIR] WORD…",
    .summary = "find pages of a mirror by their words",
    .options = rows,
    .operands_min = 1,
    .operands_max = OPERANDS_ANY,
    .needs = NEEDS_DIR | NEEDS_MORE,
    .run = search_run,
};
