/* SPDX-License-Identifier: MIT */
/* `tiptoe forget`: takes pages out of a mirror for good. Archive files that have records of them are copied
 * without these under new names. One transaction lists the copies, with the new places of all records, and
 * deletes what came from the pages; only then is anything removed (mirror/erasure.h). */
#include "config.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"
#include "cmd/command.h"
#include "export/parts.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "judge/scope.h"
#include "mirror/archiving.h"
#include "mirror/erasure.h"
#include "mirror/mirror.h"
#include "mirror/original.h"
#include "mirror/signposts.h"
#include "report/report.h"
#include "search/search.h"
#include "term/message.h"
#include "url/url.h"
#include "weave/document.h"
#include "weave/rebuild.h"

enum { LIST_MAX = 1 << 20 };

/* An archive file that was copied. */
struct copy {
    int64_t archive;
    struct warc_file file;
};

struct forgetting {
    struct mirror *mirror;
    struct span rules;
    struct url url;  /* the one that was compared last, */
    struct buf own;  /* its name in the mirror, */
    struct buf rule; /* and what matched it */
    LIST(struct copy) copies;
    unsigned serial;    /* of the last name of a copy */
    struct buf names;   /* of the files that are copied, and of the copies, a line each */
    struct buf digests; /* of imported files */
};

/* Returns whether a rule matches TARGET, a URL of any writer of archives. The rules of robots.txt are needed.
 */
static bool is_meant(void *context, struct span target)
{
    struct forgetting *forgetting = context;
    struct url *url = &forgetting->url;

    if (url_parse(url, target, NULL, NULL) != URL_OK || span_is(url_target(url), "/robots.txt"))
        return false;
    url_strip(url);
    if (scope_is_forgotten(forgetting->rules, url, &forgetting->rule))
        return true;
    buf_clear(&forgetting->own);
    return frontier_rename(forgetting->mirror->frontier, buf_span(&url->text), &forgetting->own) &&
           url_parse(url, buf_span(&forgetting->own), NULL, NULL) == URL_OK &&
           scope_is_forgotten(forgetting->rules, url, &forgetting->rule);
}

/* Finds the next URL after ID that is meant. ERROR_END at the end. */
static int next_meant(struct forgetting *forgetting, int64_t *id, struct frontier_row *row)
{
    int error;

    do
        error = frontier_get(forgetting->mirror->frontier, ++*id, row);
    while (!error && !is_meant(forgetting, row->item.url));
    return error == ERROR_NOT_FOUND ? ERROR_END : error;
}

static void print(struct span text)
{
    struct buf line BUF_LOCAL(8 * LIMIT_URL_BYTES);

    (void)safe_add(&line, text);
    puts(buf_text(&line));
}

/* Counts all URLs that are meant, and prints them if PRINTS. Returns the exit status: there must be one, and
 * the start page must not be one. */
static int list_meant(struct forgetting *forgetting, bool prints, uint64_t *count)
{
    struct mirror *mirror = forgetting->mirror;
    struct frontier_row row;
    int64_t id = 0;
    int error;

    *count = 0;
    while ((error = next_meant(forgetting, &id, &row)) == 0) {
        if (row.item.kind == FRONTIER_START) {
            message_error("forget: %s is the start page, which a mirror needs; name other pages, or remove "
                          "the folder %s to forget the whole site",
                          buf_text(&mirror->start), mirror->path);
            return EXIT_USAGE;
        }
        ++*count;
        if (prints)
            print(row.item.url);
    }
    if (error != ERROR_END)
        return open_end(mirror, error);
    if (*count == 0)
        message_error("forget: %s: no URL of this mirror matches; nothing was removed", mirror->path);
    return *count > 0 ? EXIT_COMPLETE : EXIT_LOCAL;
}

/* Sets NAME to that of the next copy, of the archive file OLD: "X.warc.gz" and "X-r1.warc.gz" become
 * "X-r2.warc.gz" and "X-r3.warc.gz". No number comes twice: both may be in one mirror. */
static void name_copy(struct forgetting *forgetting, const char *old, char name[WARC_NAME_SIZE])
{
    struct span stem = span_of(old);
    size_t at;

    stem.len -= span_has_suffix(stem, ".warc.gz") ? sizeof ".warc.gz" - 1 : 0;
    at = span_after_last(stem, '-');
    if (at > 0 && span_starts(span_part(stem, at, stem.len), "r"))
        stem.len = at - 1;
    do
        (void)snprintf(name, WARC_NAME_SIZE, "%.*s-r%u.warc.gz", (int)stem.len, stem.at,
                       ++forgetting->serial);
    while (archiving_lists(forgetting->mirror, name) ||
           file_exists(forgetting->mirror->folder.archive_dir, name));
}

static int note_move(void *context, const struct frontier_move *move)
{
    struct forgetting *forgetting = context;

    return frontier_move_records(forgetting->mirror->frontier, move);
}

/* Copies the archive file KEPT to tmp/, if any of its records is to be removed. A missing one has none. */
static int copy_archive(struct forgetting *forgetting, struct copier *copier,
                        const struct frontier_archive *kept)
{
    struct mirror *mirror = forgetting->mirror;
    struct copy copy = {.archive = kept->id, .file = {.len = (uint64_t)kept->length}};
    int from FILE_LOCAL, to FILE_LOCAL, error;

    error = file_open(mirror->folder.archive_dir, kept->name, O_RDONLY, 0, &from);
    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    (void)buf_add_format(&forgetting->names, "%s\n", kept->name);
    name_copy(forgetting, kept->name, copy.file.name);
    copier->file = copy.archive;
    copier->name = copy.file.name;
    copier->from = from;
    copier->to = -1;
    error = copier_copy(copier, &copy.file.len);
    to = copier->to;
    if (error || to < 0)
        return error;
    *LIST_ADD(forgetting->copies) = copy;
    error = file_sync(to);
    if (!error && imported_has(mirror, copy.archive))
        error = imported_add_digest(copy.file.name, to, &forgetting->digests);
    return error ? error : buf_add_format(&forgetting->names, "%s\n", copy.file.name);
}

static int copy_archives(struct forgetting *forgetting)
{
    struct frontier *frontier = forgetting->mirror->frontier;
    struct withdrawn meant RELEASED_BY(withdrawn_release) = {.count = 0};
    struct copier copier = {.mirror = forgetting->mirror,
                            .withdrawn = &meant,
                            .is_forgotten = is_meant,
                            .moved = note_move,
                            .context = forgetting};
    struct frontier_archive kept = {0};
    int error = withdrawn_read(&meant, forgetting->mirror, is_meant, forgetting);

    if (error)
        return error;
    error = copier_open(&copier);

    (void)buf_add_span(&forgetting->digests, frontier_setting_text(frontier, "import-digests"));
    while (!error && (error = frontier_archives(frontier, kept.id, &kept)) == 0)
        error = copy_archive(forgetting, &copier, &kept);
    copier_close(&copier);
    return error == ERROR_END ? 0 : error;
}

/* Moves the copies to archive/, where they belong to nothing yet. */
static int place_copies(struct forgetting *forgetting)
{
    struct folder *folder = &forgetting->mirror->folder;
    int error = frontier_set_setting(forgetting->mirror->frontier, ERASING, buf_span(&forgetting->names));

    if (!error)
        error = mirror_sync(forgetting->mirror);
    for (size_t i = 0; i < forgetting->copies.count && !error; i++) {
        const char *name = forgetting->copies.items[i].file.name;

        error = file_rename(folder->tmp_dir, name, folder->archive_dir, name);
    }
    return error ? error : file_sync_dir(folder->archive_dir);
}

/* Refuses a URL, and schedules the removal of its file. */
static int refuse(struct forgetting *forgetting, const struct frontier_row *row)
{
    struct frontier *frontier = forgetting->mirror->frontier;
    int error = 0;

    if (row->visit.path.len > 0) {
        error = frontier_schedule_removal(frontier, row->visit.path);
        if (!error)
            error = original_leave_views(forgetting->mirror, row->item.id, row->visit.path);
        if (!error)
            error = signpost_leave(forgetting->mirror, row->visit.path);
    }
    return error ? error : frontier_forget_url(frontier, row->item.id, buf_span(&forgetting->rule));
}

/* Changes the database, in one transaction. */
static int commit_all(struct forgetting *forgetting, struct span rules)
{
    struct frontier *frontier = forgetting->mirror->frontier;
    struct frontier_row row;
    int64_t id = 0;
    int error;

    while ((error = next_meant(forgetting, &id, &row)) == 0 && (error = refuse(forgetting, &row)) == 0)
        ;
    error = error == ERROR_END ? 0 : error;
    for (size_t i = 0; i < forgetting->copies.count && !error; i++) {
        const struct copy *copy = &forgetting->copies.items[i];

        error = frontier_replace_archive(frontier, copy->archive, span_of(copy->file.name),
                                         (int64_t)copy->file.len);
    }
    if (!error && forgetting->digests.len > 0)
        error = frontier_set_setting(frontier, "import-digests", buf_span(&forgetting->digests));
    if (!error)
        error = frontier_drop_setting(frontier, "synced-archive");
    if (!error)
        error = frontier_set_setting(frontier, FRONTIER_FORGOTTEN, rules);
    if (!error)
        error = frontier_erase_forgotten(frontier);
    return error ? error : mirror_sync(forgetting->mirror);
}

/* Makes again what depends on the URLs that are gone. */
static int make_again(struct mirror *mirror)
{
    struct weaver weaver;
    int error = weaver_open(&weaver, mirror);

    if (!error)
        error = unexpected_fix(&weaver);
    if (!error)
        error = rebuild_for_purpose(&weaver);
    if (!error)
        error = signposts_write(mirror);
    if (!error)
        error = mirror_sync(mirror);
    weaver_close(&weaver);
    return error;
}

/* Forgets the URLs, and adds the rules to the setting. After an error or a kill, the next mirror_open for
 * writing removes what was added, or what is left of the URLs. */
static int forget_all(struct forgetting *forgetting)
{
    struct mirror *mirror = forgetting->mirror;
    struct buf rules BUF_LOCAL(FRONTIER_FORGOTTEN_MAX);
    int error = buf_add_span(&rules, frontier_setting_text(mirror->frontier, FRONTIER_FORGOTTEN));

    if (!error)
        error = buf_add_span(&rules, forgetting->rules);
    if (!error)
        error = copy_archives(forgetting);
    if (!error)
        error = place_copies(forgetting);
    if (!error)
        error = commit_all(forgetting, buf_span(&rules));
    if (!error)
        error = erasure_end(mirror);
    return error ? error : make_again(mirror);
}

/* Sets RULES to those of the operands: a pattern as it is, a URL of the mirror in canonical form. */
static int read_rules(struct mirror *mirror, const struct options *given, struct buf *rules)
{
    struct frontier_row row;
    char date[CLOCK_TEXT_SIZE];

    clock_format(clock_wall_us(), 0, date);
    for (size_t i = 1; i < given->operand_count; i++) {
        const char *typed = given->operands[i];
        bool is_pattern = (typed[0] == '/' || strchr(typed, '*')) && !strpbrk(typed, PLAIN_WHITE);
        size_t from = rules->len;
        struct url url URL_LOCAL;

        if (!is_pattern && open_url(mirror, typed, &url))
            return ERROR_INVALID;
        if (is_pattern)
            (void)buf_add_text(rules, typed);
        else if (!frontier_rename(mirror->frontier, buf_span(&url.text), rules))
            (void)buf_add_span(rules, buf_span(&url.text));
        if (!is_pattern && !options_flag(given, "undo-rule") &&
            frontier_get_by_url(mirror->frontier, span_part(buf_span(rules), from, rules->len), &row)) {
            message_error("forget: %s: no such URL in %s; nothing was removed", typed, mirror->path);
            return ERROR_NOT_FOUND;
        }
        if (buf_add_format(rules, " %s\n", date)) {
            message_error("forget: too many patterns at once; give fewer");
            return ERROR_TOO_LARGE;
        }
    }
    return 0;
}

/* Forgets the URLs that match RULES, lines as in the setting FRONTIER_FORGOTTEN, and adds these to it. */
static int forget_pages(struct mirror *mirror, const struct options *given, struct span rules)
{
    struct forgetting forgetting = {.mirror = mirror,
                                    .rules = rules,
                                    .own.max = LIMIT_URL_BYTES,
                                    .rule.max = 2 * LIMIT_URL_BYTES,
                                    .names.max = LIST_MAX,
                                    .digests.max = LIST_MAX};
    bool prints = options_flag(given, "dry-run");
    uint64_t urls;
    int64_t started_ms = clock_monotonic_ms();
    int status = list_meant(&forgetting, prints, &urls), error = 0;

    if (status == EXIT_COMPLETE && !prints)
        error = forget_all(&forgetting);
    url_release(&forgetting.url);
    buf_release(&forgetting.own);
    buf_release(&forgetting.rule);
    buf_release(&forgetting.names);
    buf_release(&forgetting.digests);
    free(forgetting.copies.items);
    if (status == EXIT_COMPLETE && !error && !prints)
        error = report_write(mirror, -1);
    if (status != EXIT_COMPLETE || error)
        return error ? open_end(mirror, error) : status;
    message_note("%" PRIu64 " URL%s%s", urls, message_plural(urls), prints ? "" : " forgotten");
    if (!prints)
        search_after(mirror, clock_monotonic_ms() - started_ms, true);
    return EXIT_COMPLETE;
}

/* Returns whether a line of RULES has the pattern of LINE. */
static bool has_pattern(struct span rules, struct span line)
{
    struct span pattern = span_take_until(&line, ' '), other = {0};

    while (rules.len > 0 && !span_equals(other, pattern)) {
        other = span_take_until(&rules, '\n');
        other = span_take_until(&other, ' ');
    }
    return span_equals(other, pattern);
}

/* Prints the rules, or drops those that have a pattern of DROPPED. */
static int walk_rules(struct mirror *mirror, struct span dropped)
{
    struct span rules = frontier_setting_text(mirror->frontier, FRONTIER_FORGOTTEN), rest = rules;
    struct buf kept BUF_LOCAL(FRONTIER_FORGOTTEN_MAX);
    int error;

    while (rest.len > 0) {
        struct span line = span_take_until(&rest, '\n');

        if (dropped.len == 0)
            print(line);
        else if (!has_pattern(dropped, line))
            (void)buf_add_format(&kept, "%.*s\n", (int)line.len, line.at);
    }
    if (dropped.len == 0)
        return EXIT_COMPLETE;
    if (kept.len == rules.len) {
        message_error("forget: no such rule; to list all: tiptoe forget --list %s", mirror->path);
        return EXIT_LOCAL;
    }
    error = frontier_set_setting(mirror->frontier, FRONTIER_FORGOTTEN, buf_span(&kept));
    if (!error)
        error = mirror_sync(mirror);
    if (error)
        message_error("%s: %s", mirror->path, frontier_error_text(mirror->frontier));
    return error ? EXIT_LOCAL : EXIT_COMPLETE;
}

static int forget_run(const struct options *given)
{
    bool lists = options_flag(given, "list"), undoes = options_flag(given, "undo-rule");
    bool reads = lists || options_flag(given, "dry-run");
    struct buf rules BUF_LOCAL(FRONTIER_FORGOTTEN_MAX);
    struct mirror mirror;
    int status, error;

    if (lists != (given->operand_count == 1)) {
        message_error("forget: %s", lists ? "--list needs no URL" : "name at least one URL after DIR");
        return EXIT_USAGE;
    }
    if (open_mirror(&mirror, given->operands[0], reads ? FOLDER_READ : FOLDER_WRITE))
        return EXIT_LOCAL;
    error = read_rules(&mirror, given, &rules);
    status = error == ERROR_NOT_FOUND ? EXIT_LOCAL : EXIT_USAGE;
    if (!error)
        status = lists || undoes ? walk_rules(&mirror, buf_span(&rules))
                                 : forget_pages(&mirror, given, buf_span(&rules));
    mirror_close(&mirror);
    return status;
}

static const struct option_row rows[] = {
    {.name = "dry-run", .kind = OPTION_FLAG, .help = "list the URLs that would be forgotten; change nothing"},
    {.name = "list", .kind = OPTION_FLAG, .help = "list what was forgotten, with dates"},
    {.name = "undo-rule",
     .kind = OPTION_FLAG,
     .help = "allow requests of these URLs again; what was removed stays removed"},
    {.kind = OPTION_END},
};

const struct command command_forget = {
    .name = "forget",
    .usage = "[options] DIR URL…",
    .options = rows,
    .summary = "remove pages and all their copies, and never request them again",
    .operands_max = OPERANDS_ANY,
    .needs = NEEDS_MIRROR,
    .run = forget_run,
};
