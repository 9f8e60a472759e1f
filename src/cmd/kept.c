/* SPDX-License-Identifier: MIT */
/* Reads options that are not on the command line: those of the settings files, which have defaults for all
 * mirrors, and those that a mirror keeps for its next runs. It notes which of these this user has given. */
#include "config.h"

#include "cmd/run.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "frontier/browser_cookies.h"
#include "frontier/frontier.h"
#include "term/message.h"

enum { ID_DIGITS = 32, CONFIG_MAX = 64 * 1024, PLACE_MAX = PATH_MAX + 32 };

/* Sets PATH to the folder of tiptoe in the one that VARIABLE names, or in BELOW, a part of the user's home;
 * ERROR_NOT_FOUND for a user without one. */
static int name_folder(struct buf *path, const char *variable, const char *below)
{
    const char *folder = getenv(variable), *home = getenv("HOME");

    if (folder && folder[0] == '/')
        return buf_add_format(path, "%s/tiptoe", folder);
    return home && home[0] == '/' ? buf_add_format(path, "%s/%s/tiptoe", home, below) : ERROR_NOT_FOUND;
}

int kept_name_settings(struct buf *path)
{
    int error = name_folder(path, "XDG_CONFIG_HOME", ".config");

    return error ? error : buf_add_text(path, "/config");
}

/* Returns the reason why a settings file must not have the option NAME with this VALUE; NULL if it may. */
static const char *find_fault(const struct options *given, struct span name, struct span value)
{
    const struct option_row *row = options_row(given, name);

    if (!row) /* options_restore says so */
        return NULL;
    if (row->is_secret)
        return "may have a password, which only one site must get; give it on the command line";
    if (row->scope == OPTION_OF_RUN)
        return "is for one run, not for all mirrors; give it on the command line";
    if (value.len == 0 || value.at[0] == '=')
        return "needs a value, after a space and without '='";
    return row->kind == OPTION_FILE && value.at[0] != '/' ? "needs a path from the root, such as /home/…"
                                                          : NULL;
}

/* Reads a line at PLACE. */
static int read_line(struct options *given, struct span line, const char *place, enum option_source source,
                     struct buf *why)
{
    struct span name = span_take_until_any(&line, HTTP_WHITE), value = span_trim(line, HTTP_WHITE);
    const char *fault = find_fault(given, name, value);
    struct buf text BUF_LOCAL(CONFIG_MAX + 1);
    int error = buf_add_span(&text, name);

    if (fault) {
        (void)buf_add_format(why, "'%s' %s", buf_text(&text), fault);
        return ERROR_INVALID;
    }
    if (!error)
        error = options_restore(given, buf_text(&text), value, source, place, why);
    return error ? error : options_check(given, why);
}

static int read_lines(struct options *given, struct span text, const char *path, enum option_source source,
                      struct buf *why)
{
    struct buf place BUF_LOCAL(PLACE_MAX);
    struct buf reason BUF_LOCAL(CONFIG_MAX);
    int error = 0;

    for (int number = 1; text.len > 0 && !error; number++) {
        struct span line = span_trim(span_take_until(&text, '\n'), PLAIN_WHITE);

        if (line.len == 0 || line.at[0] == '#')
            continue;
        buf_clear(&place);
        (void)buf_add_format(&place, "%s, line %d", path, number);
        error = read_line(given, line, buf_text(&place), source, &reason);
    }
    if (error)
        (void)buf_add_format(why, "%s: %s", buf_text(&place), buf_text(&reason));
    return error;
}

/* Returns the reason why an open file must not decide what the program does, or NULL. */
static const char *find_distrust(int fd)
{
    struct stat about;

    if (fstat(fd, &about) < 0 || !S_ISREG(about.st_mode))
        return NULL;
    if (about.st_uid != 0 && about.st_uid != geteuid())
        return "it belongs to another user";
    return about.st_mode & (S_IWGRP | S_IWOTH) ? "other users can write it (chmod go-w)" : NULL;
}

/* Reads the file PATH, which may be missing unless IS_NAMED. */
static int read_file(struct options *given, const char *path, bool is_named, enum option_source source,
                     struct buf *why)
{
    int fd RELEASED_BY(file_close) = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct buf text BUF_LOCAL(CONFIG_MAX);
    const char *distrust;
    int error = fd < 0 ? error_from_errno(errno) : 0;

    if (error && !is_named && !file_exists(AT_FDCWD, path)) /* or in a folder that is closed to the user */
        return 0;
    distrust = error ? NULL : find_distrust(fd);
    if (!error && !distrust)
        error = file_read_rest(fd, &text);
    if (!error && !distrust)
        return read_lines(given, buf_span(&text), path, source, why);
    (void)buf_add_format(why, "%s: %s", path, distrust ? distrust : error_reason(error, errno));
    return distrust ? ERROR_INVALID : error;
}

int kept_load_defaults(struct options *given, struct buf *why)
{
    const char *named = getenv("TIPTOE_CONFIG");
    struct buf path BUF_LOCAL(PATH_MAX);
    int error = 0;

    if (options_flag(given, "no-config") || (named && !*named))
        return 0;
    if (options_check(given, why)) { /* the run refuses them, and would blame the file here */
        buf_clear(why);
        return 0;
    }
    if (named)
        return read_file(given, named, true, FROM_USER, why);
    if (kept_name_settings(&path) == 0)
        error = read_file(given, buf_text(&path), false, FROM_USER, why);
    return error ? error : read_file(given, SYSCONFDIR "/tiptoe/config", false, FROM_SYSTEM, why);
}

/* The setting with the options whose values settings files have given: a line "NAME PLACE" for each. They are
 * in mirror.db for what reads them there, but do not belong to the mirror. */
#define FROM_FILES "defaults"
enum { FROM_FILES_MAX = 64 * 1024 };

/* Returns what follows NAME in the first of LINES that begins with it, or with VALUE, has only that after it;
 * NULL without one. */
static struct span find_line(struct span lines, const char *name, const struct span *value)
{
    while (lines.len > 0) {
        struct span line = span_take_until(&lines, '\n');

        if (span_is(span_take_until(&line, ' '), name) && (!value || span_equals(line, *value)))
            return line;
    }
    return span_make(NULL, 0);
}

static bool has_line(struct span lines, const char *name, struct span value)
{
    return find_line(lines, name, &value).at != NULL;
}

/* Adds the lines of an option to the notes CONTEXT that lack them. */
static int note_option(void *context, const struct option_row *row, struct span value)
{
    struct buf *noted = context;
    int error = 0;

    while (row->scope == OPTION_OF_USER && value.len > 0 && !error) {
        struct span line = span_take_until(&value, '\n');

        if (!has_line(buf_span(noted), row->name, line))
            error = buf_add_format(noted, "%s %.*s\n", row->name, (int)line.len, line.at);
    }
    return error;
}

/* Sets PATH to the file of notes for ID; ERROR_NOT_FOUND for a user without a home. */
static int name_notes(struct buf *path, struct span id, bool makes)
{
    int error = name_folder(path, "XDG_STATE_HOME", ".local/state");

    if (!error && makes)
        error = folder_make(buf_text(path));
    return error ? error : buf_add_format(path, "/%.*s", (int)id.len, id.at);
}

bool kept_is_first(const char *name)
{
    struct buf path BUF_LOCAL(PATH_MAX);
    int error = name_notes(&path, span_of(name), true);
    int fd RELEASED_BY(file_close) =
        error ? -1 : open(buf_text(&path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    return error || fd >= 0 || errno != EEXIST;
}

/* Gives the mirror in the folder DIR a new id. */
static int make_id(int dir, struct buf *id)
{
    uint64_t number[2];
    int fd FILE_LOCAL;
    int error = file_remove(dir, "control/id");

    random_fill(number, sizeof number);
    buf_clear(id);
    (void)buf_add_format(id, "%016" PRIx64 "%016" PRIx64, number[0], number[1]);
    if (!error)
        error = file_open(dir, "control/id", O_WRONLY | O_CREAT | O_EXCL, 0666, &fd);
    return error ? error : file_write(fd, id->at, id->len);
}

static void read_notes(struct buf *noted, const char *path)
{
    int fd RELEASED_BY(file_close) = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);

    if (fd < 0 || file_read_rest(fd, noted))
        buf_clear(noted);
}

void kept_note(struct buf *noted, const char *dir, const struct options *given)
{
    struct buf id BUF_LOCAL(ID_DIGITS + 2);
    struct buf path BUF_LOCAL(PATH_MAX);
    int fd RELEASED_BY(file_close) = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool has_id = fd >= 0 && file_read(fd, "control/id", &id) == 0 && id.len == ID_DIGITS &&
                  strspn(buf_text(&id), "0123456789abcdefABCDEF") == ID_DIGITS;
    struct output output;
    size_t before;
    int error;

    if (has_id && name_notes(&path, buf_span(&id), false) == 0)
        read_notes(noted, buf_text(&path));
    before = noted->len;
    error = options_save(given, note_option, noted);
    if (!error && noted->len == before)
        return;
    buf_clear(&path);
    if (!error && !has_id)
        error = make_id(fd, &id);
    if (!error)
        error = name_notes(&path, buf_span(&id), true);
    if (!error)
        error = output_begin(&output, buf_text(&path));
    if (!error)
        error = output_end(
            &output, fchmod(output.fd, 0600) < 0 ? ERROR_IO : file_write(output.fd, noted->at, noted->len));
    if (error)
        message_warn(
            "%s: cannot be written (%s), so the next run of %s needs --cookies and options like it again",
            path.len > 0 ? buf_text(&path) : "the state of a user without HOME", error_reason(error, errno),
            dir);
}

void kept_allow(struct sandbox *sandbox, const struct options *given, struct span noted)
{
    bool renews = options_given(given, "renew-cookies") ? options_flag(given, "renew-cookies")
                                                        : has_line(noted, "renew-cookies", span_of("yes"));

    while (noted.len > 0) {
        struct span line = span_take_until(&noted, '\n');
        struct buf path BUF_LOCAL(PATH_MAX);

        for (const struct option_row *row = run_option_rows; row->kind != OPTION_END; row++) {
            struct span value = line;

            if (row->scope != OPTION_OF_USER || !span_is(span_take_until(&value, ' '), row->name))
                continue;
            (void)buf_add_span(&path, value);
            sandbox_allow(sandbox, buf_text(&path), row->access);
            if (renews && strcmp(row->name, "cookies") == 0 && !span_has_suffix(value, BROWSER_COOKIES))
                sandbox_allow(sandbox, buf_text(&path), SANDBOX_WRITE_BESIDE);
        }
    }
}

/* Returns true if each line of VALUE is noted. */
static bool is_noted(struct span noted, const struct option_row *row, struct span value)
{
    while (value.len > 0)
        if (!has_line(noted, row->name, span_take_until(&value, '\n')))
            return false;
    return true;
}

/* Returns true if the file that ROW's option names is a pipe, a device or a socket. */
static bool may_block(const struct options *options, const struct option_row *row)
{
    struct stat about;

    return row->kind == OPTION_FILE && stat(options_text(options, row->name), &about) == 0 &&
           !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

int kept_load(struct frontier *frontier, struct options *options, struct span noted, struct buf *why)
{
    struct buf refused BUF_LOCAL(LIMIT_WHY_BYTES);
    struct buf from_files BUF_LOCAL(FROM_FILES_MAX);
    int error = buf_add_span(&from_files, frontier_setting_text(frontier, FROM_FILES));

    for (const struct option_row *row = run_option_rows; row->kind != OPTION_END && !error; row++) {
        struct span value;
        bool is_given, is_good;

        if (row->scope == OPTION_OF_RUN || find_line(buf_span(&from_files), row->name, NULL).len > 0)
            continue;
        error = frontier_setting(frontier, row->name, &value);
        if (error) {
            error = error == ERROR_NOT_FOUND ? 0 : error;
            continue;
        }
        is_given = options_source(options, row->name) == FROM_CALL;
        is_good = row->scope == OPTION_OF_MIRROR || is_given || is_noted(noted, row, value);
        if (is_good)
            error = options_restore(options, row->name, value, FROM_MIRROR, NULL, why);
        if (!error && !is_given && (!is_good || may_block(options, row)))
            (void)buf_add_format(&refused, "%s--%s %.*s", refused.len > 0 ? ", " : "", row->name,
                                 (int)value.len, value.at);
    }
    if (error || refused.len == 0)
        return error;
    (void)buf_add_format(why,
                         "the mirror names %s, which you have not given on this machine, or which is a pipe; "
                         "give these options again, with these or other values",
                         buf_text(&refused));
    return ERROR_INVALID;
}

static int save_option(void *frontier, const struct option_row *row, struct span value)
{
    return frontier_set_setting(frontier, row->name, value);
}

int kept_save(struct frontier *frontier, const struct options *options)
{
    struct buf from_files BUF_LOCAL(FROM_FILES_MAX);
    int error = options_save(options, save_option, frontier);

    for (const struct option_row *row = run_option_rows; row->kind != OPTION_END && !error; row++) {
        const char *place = row->scope == OPTION_OF_RUN ? NULL : options_place(options, row->name);

        if (place)
            error = buf_add_format(&from_files, "%s %s\n", row->name, place);
        else if (row->scope != OPTION_OF_RUN && !options_given(options, row->name))
            error = frontier_drop_setting(frontier, row->name); /* of a file that has it no more */
    }
    return error ? error : frontier_set_setting(frontier, FROM_FILES, buf_span(&from_files));
}

void kept_describe(struct frontier *frontier, struct buf *out)
{
    struct buf from_files BUF_LOCAL(FROM_FILES_MAX);

    (void)buf_add_span(&from_files, frontier_setting_text(frontier, FROM_FILES));
    for (const struct option_row *row = run_option_rows; row->kind != OPTION_END; row++) {
        struct span place = span_of("default"), value;

        if (row->scope == OPTION_OF_RUN)
            continue;
        if (frontier_setting(frontier, row->name, &value))
            value = span_of(row->standard);
        else
            place = find_line(buf_span(&from_files), row->name, NULL);
        if (place.len == 0)
            place = span_of("kept with the mirror");
        while (value.len > 0) {
            struct span item = span_take_until(&value, '\n');

            (void)buf_add_format(out, "%s %.*s (%.*s)\n", row->name, (int)item.len, item.at, (int)place.len,
                                 place.at);
        }
    }
}
