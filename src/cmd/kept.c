/* SPDX-License-Identifier: MIT */
/* Keeps the options of a mirror for its next runs: all in its database, and those that the sandbox of a run
 * depends on in control/files. */
#include "config.h"

#include "cmd/kept.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "cmd/open.h"
#include "cmd/run_options.h"
#include "frontier/frontier.h"
#include "mirror/mirror.h"

enum { ITEM_MAX = 16 * 1024, FILES_MAX = 64 * 1024 };

int kept_load(struct frontier *frontier, struct options *options, struct buf *why)
{
    int error = 0;

    for (const struct option_row *row = run_option_rows; row->kind != OPTION_END && !error; row++) {
        struct span value;

        if (row->scope != OPTION_OF_MIRROR || !row->name)
            continue;
        error = frontier_setting(frontier, row->name, &value);
        if (!error)
            error = options_restore(options, row->name, value, why);
        else if (error == ERROR_NOT_FOUND)
            error = 0;
    }
    return error;
}

static int save_option(void *frontier, const char *name, struct span value)
{
    return frontier_set_setting(frontier, name, value);
}

/* Returns true if the kept option NAME decides which files a run may access. */
static bool is_of_files(struct span name)
{
    const struct option_row *row = run_option_rows;

    while (row->kind != OPTION_END && !(row->name && span_is(name, row->name)))
        row++;
    return row->kind != OPTION_END && row->scope == OPTION_OF_MIRROR &&
           (row->access != SANDBOX_NOTHING || span_is(name, "renew-cookies"));
}

static int add_line(void *lines, const char *name, struct span value)
{
    return is_of_files(span_of(name)) ? buf_add_format(lines, "%s %.*s\n", name, (int)value.len, value.at)
                                      : 0;
}

/* Writes control/files, which is whole or missing at any instant. */
static int write_files(const struct mirror *mirror, struct span lines)
{
    static const char new[] = "files.new";
    int dir = mirror->folder.control_dir;
    int fd FILE_LOCAL;
    int error = file_open(dir, new, O_WRONLY | O_CREAT | O_TRUNC, 0666, &fd);

    if (error)
        return error;
    error = lines.len > 0 ? file_write(fd, lines.at, lines.len) : 0;
    if (!error)
        error = file_sync(fd);
    return error ? error : file_rename(dir, new, dir, "files");
}

/* Saves the options, and then the file, which is missing while the database may still have the earlier ones.
 */
static int replace_files(struct mirror *mirror, const struct options *options, struct span lines)
{
    int error = file_remove(mirror->folder.control_dir, "files");

    if (!error)
        error = options_save(options, save_option, mirror->frontier);
    if (!error)
        error = mirror_sync(mirror);
    return error ? error : write_files(mirror, lines);
}

int kept_save(struct mirror *mirror, const struct options *options)
{
    struct buf lines BUF_LOCAL(FILES_MAX);
    struct buf before BUF_LOCAL(FILES_MAX);
    int error = options_save(options, add_line, &lines);

    if (!error && file_read(mirror->folder.control_dir, "files", &before) == 0 &&
        span_equals(buf_span(&lines), buf_span(&before)))
        error = options_save(options, save_option, mirror->frontier);
    else if (!error)
        error = replace_files(mirror, options, buf_span(&lines));
    return error;
}

/* Writes control/files, in another process. Each failure comes again in the run, which reports it. */
static void make_files(const char *dir, const struct options *given)
{
    struct sandbox sandbox;
    struct options kept;
    struct mirror mirror;
    struct buf why BUF_LOCAL(ITEM_MAX);

    confine_begin(&sandbox, given, 0);
    confine_to_mirror(&sandbox, dir);
    options_init(&kept, run_option_rows);
    if (sandbox_enter(&sandbox) && mirror_open(&mirror, dir, FOLDER_WRITE, &why) == 0) {
        if (kept_load(mirror.frontier, &kept, &why) == 0)
            (void)!kept_save(&mirror, &kept);
        mirror_close(&mirror);
    }
    options_release(&kept);
}

static bool read_files(const char *dir, struct buf *lines)
{
    int fd RELEASED_BY(file_close) = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    buf_clear(lines);
    return fd >= 0 && file_read(fd, "control/files", lines) == 0;
}

static void restore_files(struct options *files, struct span lines)
{
    char name[64];
    struct buf why BUF_LOCAL(ITEM_MAX);

    while (lines.len > 0) {
        struct span value = span_take_until(&lines, '\n'), given = span_take_until(&value, ' ');

        (void)snprintf(name, sizeof name, "%.*s", (int)given.len, given.at);
        if (is_of_files(given))
            (void)!options_restore(files, name, value, &why);
    }
}

void kept_load_files(struct options *files, const char *dir, const struct options *given)
{
    struct buf lines BUF_LOCAL(FILES_MAX);
    pid_t child;

    if (options_number(given, "sandbox") == SANDBOX_OFF)
        return;
    if (!read_files(dir, &lines)) {
        child = fork();
        if (child == 0) {
            make_files(dir, given);
            _exit(0);
        }
        if (child > 0)
            (void)waitpid(child, NULL, 0);
        if (!read_files(dir, &lines))
            buf_clear(&lines);
    }
    restore_files(files, buf_span(&lines));
}
