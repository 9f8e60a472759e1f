/* SPDX-License-Identifier: MIT */
/* Reads the settings files, which have defaults for the options of all mirrors. */
#include "config.h"

#include "cmd/defaults.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "cmd/run_options.h"

enum { CONFIG_MAX = 64 * 1024, PLACE_MAX = PATH_MAX + 32 };

int defaults_name_folder(struct buf *path, const char *variable, const char *below)
{
    const char *folder = getenv(variable), *home = getenv("HOME");

    if (folder && folder[0] == '/')
        return buf_add_format(path, "%s/tiptoe", folder);
    return home && home[0] == '/' ? buf_add_format(path, "%s/%s/tiptoe", home, below) : ERROR_NOT_FOUND;
}

int defaults_name_file(struct buf *path)
{
    int error = defaults_name_folder(path, "XDG_CONFIG_HOME", ".config");

    return error ? error : buf_add_text(path, "/config");
}

/* Returns the row of the option NAME of a run; the end of the table for an unknown one. */
static const struct option_row *find_row(struct span name)
{
    const struct option_row *row = run_option_rows;

    while (row->kind != OPTION_END && !(row->name && span_is(name, row->name)))
        row++;
    if (row->kind == OPTION_END)
        for (row = options_common; row->kind != OPTION_END && !span_is(name, row->name);)
            row++;
    return row;
}

/* Returns the reason why a settings file must not have the option NAME with this VALUE; NULL if it may. */
static const char *find_fault(struct span name, struct span value)
{
    const struct option_row *row = find_row(name);

    if (row->kind == OPTION_END) /* options_restore says so */
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
    const char *fault = find_fault(name, value);
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

int defaults_load(struct options *given, struct buf *why)
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
    if (defaults_name_file(&path) == 0)
        error = read_file(given, buf_text(&path), false, FROM_USER, why);
    return error ? error : read_file(given, SYSCONFDIR "/tiptoe/config", false, FROM_SYSTEM, why);
}
