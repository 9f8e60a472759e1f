/* SPDX-License-Identifier: MIT */
/* From the other process come a name and a value for each option, each with a zero byte behind it. */
#include "config.h"

#include "cmd/kept.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "cmd/confine.h"
#include "cmd/run_options.h"
#include "frontier/frontier.h"
#include "frontier/setting.h"
#include "mirror/mirror.h"

enum { ITEM_MAX = 16 * 1024, KEPT_MAX = 1024 * 1024 };

int kept_restore(struct options *options, const char *name, struct span value, struct buf *why)
{
    char item[ITEM_MAX];
    int error = 0;

    while (!error && value.len > 0) {
        struct span line = span_take_until(&value, '\n');

        (void)snprintf(item, sizeof item, "%.*s", (int)line.len, line.at);
        error = options_restore(options, name, item, why);
    }
    return error;
}

int kept_walk(struct frontier *frontier, kept_reader *each, void *context)
{
    int error = 0;

    for (const struct option_row *row = run_option_rows; row->kind != OPTION_END && !error; row++) {
        struct span value;

        if (row->scope != OPTION_OF_RUN || !row->name)
            continue;
        error = frontier_setting(frontier, row->name, &value);
        if (!error)
            error = each(context, row->name, value);
        else if (error == ERROR_NOT_FOUND)
            error = 0;
    }
    return error;
}

static int gather(void *all, const char *name, struct span value)
{
    (void)buf_add_text(all, name);
    (void)buf_add_byte(all, '\0');
    (void)buf_add_span(all, value);
    return buf_add_byte(all, '\0');
}

/* The other process. What fails here fails again in the run, which reports it. */
static void tell(int fd, const char *dir, const struct options *given)
{
    struct sandbox sandbox;
    struct mirror mirror;
    struct buf all, why;

    confine_begin(&sandbox, given, 0);
    confine_to_mirror(&sandbox, dir);
    buf_init(&all, KEPT_MAX);
    buf_init(&why, ITEM_MAX);
    if (sandbox_enter(&sandbox) && mirror_open(&mirror, dir, FOLDER_WRITE, &why) == 0) {
        (void)!kept_walk(mirror.frontier, gather, &all);
        mirror_close(&mirror);
        (void)!file_write(fd, all.at, all.len);
    }
    buf_release(&all);
    buf_release(&why);
}

static void restore_all(struct options *kept, struct span all)
{
    char name[64];
    struct buf why;

    buf_init(&why, ITEM_MAX);
    while (all.len > 0) {
        struct span given = span_take_until(&all, '\0'), value = span_take_until(&all, '\0');

        (void)snprintf(name, sizeof name, "%.*s", (int)given.len, given.at);
        (void)!kept_restore(kept, name, value, &why);
    }
    buf_release(&why);
}

void kept_read(struct options *kept, const char *dir, const struct options *given)
{
    struct buf all;
    int ends[2];
    pid_t child;

    if (options_number(given, "sandbox") == SANDBOX_OFF || pipe2(ends, O_CLOEXEC) < 0)
        return;
    child = fork();
    if (child == 0) {
        tell(ends[1], dir, given);
        _exit(0);
    }
    close(ends[1]);
    buf_init(&all, KEPT_MAX);
    (void)!file_read_rest(ends[0], &all);
    close(ends[0]);
    if (child > 0)
        (void)waitpid(child, NULL, 0);
    restore_all(kept, buf_span(&all));
    buf_release(&all);
}
