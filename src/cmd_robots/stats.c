/* SPDX-License-Identifier: MIT */
/* The command `tiptoe robots stats`: figures over many robots.txt files, those that WebWatch published in
 * 1998. */
#include "config.h"

#include "cmd_robots/stats.h"

#include <fts.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "cmd/command.h"
#include "cmd/confine.h"
#include "cmd/input.h"
#include "cmd/options.h"
#include "term/message.h"

enum {
    EXIT_UNREADABLE = 3,
    FILE_MAX = 64 * 1024 * 1024,
    ANSWERS_MAX = 256 * 1024 * 1024,
    REDRAW_MS = 100,
};
#define OUTPUT_MAX ((size_t)4 * 1024 * 1024 * 1024)

static const struct option_row rows[] = {
    {.name = "answers",
     .kind = OPTION_TEXT,
     .access = SANDBOX_READ,
     .argument = "FILE",
     .help = "count the answers of all sites tried: one line per site, which starts with a status or a word "
             "such as timeout"},
    {.name = "each", .kind = OPTION_FLAG, .help = "also print a line of figures for each file"},
    {.name = "json", .kind = OPTION_FLAG, .help = "print one JSON object"},
    {.kind = OPTION_END},
};

/* The files to read. */
struct listing {
    char **names;
    size_t count, room;
    size_t unreadable;
};

static void add_name(struct listing *listing, const char *name)
{
    listing->names = mem_extend(listing->names, listing->count, &listing->room, sizeof *listing->names);
    listing->names[listing->count++] = mem_copy_text(name, strlen(name));
}

static int compare_names(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* Adds the file OPERAND, or all files below the directory OPERAND, in the order of their names; of a mirror,
 * only those with the name robots.txt. */
static void list_operand(struct listing *listing, char *operand)
{
    char *operands[] = {operand, NULL};
    FTS *tree = fts_open(operands, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, compare_names);
    FTSENT *entry;
    int mirror = INT_MAX; /* the level of the mirror that the walk is in */

    while (tree && (entry = fts_read(tree))) {
        if (entry->fts_level <= mirror)
            mirror = entry->fts_info == FTS_D && confine_finds_database(entry->fts_path) ? entry->fts_level
                                                                                         : INT_MAX;
        if (entry->fts_info == FTS_F || (entry->fts_info == FTS_DEFAULT && entry->fts_level == 0)) {
            if (entry->fts_level <= mirror || strcmp(entry->fts_name, "robots.txt") == 0)
                add_name(listing, entry->fts_path);
        } else if (entry->fts_errno != 0) {
            message_error("%s: %s", entry->fts_path, strerror(entry->fts_errno));
            listing->unreadable++;
        }
    }
    if (tree)
        (void)fts_close(tree);
}

static void list_operands(struct listing *listing, const struct options *given)
{
    for (size_t i = 0; i < given->operand_count; i++) {
        if (strcmp(given->operands[i], "-") == 0)
            add_name(listing, "-");
        else
            list_operand(listing, given->operands[i]);
    }
}

/* Shows progress at intervals. */
static void show_progress(size_t done, size_t all, int64_t *shown_ms)
{
    int64_t now_ms = clock_monotonic_ms();
    char line[64];

    if (message_columns() == 0 || message_level() == MESSAGE_QUIET || now_ms - *shown_ms < REDRAW_MS)
        return;
    (void)snprintf(line, sizeof line, "%zu of %zu files", done, all);
    message_status(span_part(span_of(line), 0, (size_t)message_columns() - 1));
    *shown_ms = now_ms;
}

/* Reads and counts every file; the listing keeps the names of those that can be read. */
static void read_files(struct stats_report *report, struct listing *listing)
{
    int64_t shown_ms = clock_monotonic_ms();
    size_t kept = 0;
    struct buf body;

    buf_init(&body, FILE_MAX);
    for (size_t i = 0; i < listing->count; i++) {
        char *name = listing->names[i];

        buf_clear(&body);
        show_progress(i, listing->count, &shown_ms);
        if (input_read(name, &body)) {
            listing->unreadable++;
            free(name);
            continue;
        }
        if (body.len == FILE_MAX)
            message_warn("%s: larger than %d MiB; counting only the part up to there", name,
                         FILE_MAX / 1024 / 1024);
        stats_add(&report->stats, buf_span(&body));
        listing->names[kept++] = name;
    }
    message_status(span_of(NULL));
    buf_release(&body);
    report->names = listing->names;
    report->unreadable = listing->unreadable;
    listing->count = kept;
}

static enum stats_answer answer_of(struct span word)
{
    uint64_t status;

    if (span_starts_nocase(word, "time"))
        return ANSWER_TIMED_OUT;
    if (!span_to_u64(word, &status))
        return ANSWER_OTHER;
    if (status >= 200 && status < 300)
        return ANSWER_RETRIEVED;
    return status == 404 ? ANSWER_NOT_FOUND : ANSWER_OTHER;
}

/* Counts the first words of the lines. Returns false if the file cannot be read, which is reported. */
static bool read_answers(struct stats_report *report, const char *path)
{
    struct buf body;
    struct span rest;
    bool is_read;

    buf_init(&body, ANSWERS_MAX);
    is_read = input_read(path, &body) == 0;
    rest = buf_span(&body);
    while (is_read && rest.len > 0) {
        struct span line = span_trim(span_take_until(&rest, '\n'), " \t\r");

        if (line.len > 0)
            report->answers[answer_of(span_take_until(&line, ' '))]++;
    }
    buf_release(&body);
    return is_read;
}

static int run_robots_stats(const struct options *given)
{
    struct stats_report report = {.has_each = options_flag(given, "each")};
    const char *answers = options_text(given, "answers");
    struct listing listing = {0};
    struct buf out;
    bool is_complete = true;

    stats_init(&report.stats);
    buf_init(&out, OUTPUT_MAX);
    list_operands(&listing, given);
    read_files(&report, &listing);
    if (answers)
        is_complete = read_answers(&report, answers);
    (options_flag(given, "json") ? stats_report_json : stats_report_text)(&report, &out);
    (void)fwrite(buf_text(&out), 1, out.len, stdout);
    for (size_t i = 0; i < listing.count; i++)
        free(listing.names[i]);
    free(listing.names);
    stats_release(&report.stats);
    buf_release(&out);
    return is_complete && listing.unreadable == 0 ? EXIT_COMPLETE : EXIT_UNREADABLE;
}

const struct command command_robots_stats = {
    .name = "robots stats",
    .usage = "[options] FILE|DIR…",
    .summary = "print figures over many robots.txt files",
    .options = rows,
    .operands_min = 1,
    .operands_max = OPERANDS_ANY,
    .needs = NEEDS_FILES,
    .run = run_robots_stats,
};
