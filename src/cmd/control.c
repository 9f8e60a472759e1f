/* SPDX-License-Identifier: MIT */
/* `tiptoe pause`, `go` and `stop`: steer a running mirror. */
#include "config.h"

#include "mirror/control.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "base/error.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "mirror/folder.h"
#include "term/message.h"

/* Gives an order; one FOR_RUN only where a run is at work, which whoever else holds the mirror is not. */
static int order(const struct options *given, int (*give)(int control_dir), bool for_run)
{
    const char *path = given->operands[0];
    struct folder folder;
    int error = folder_open(&folder, path, FOLDER_READ);

    if (error == ERROR_NOT_FOUND) {
        message_error("%s: there is no mirror", path);
        return EXIT_LOCAL;
    }
    if (!error) {
        if (for_run && !control_is_attended(folder.control_dir))
            message_note("%s: no run is at work there", path);
        else
            error = give(folder.control_dir);
        folder_close(&folder);
    }
    if (error)
        message_error("%s/control: %s", path, errno ? strerror(errno) : error_text(error));
    return error ? EXIT_LOCAL : EXIT_COMPLETE;
}

static int pause_run(const struct options *given)
{
    return order(given, control_pause, false);
}

static int go_run(const struct options *given)
{
    return order(given, control_go, false);
}

/* An order to stop that nobody is there to follow would end the next run as it begins. */
static int stop_run(const struct options *given)
{
    return order(given, control_stop, true);
}

const struct command command_pause = {
    .name = "pause",
    .usage = "DIR",
    .summary = "let a running mirror ask for nothing until: tiptoe go DIR",
    .operands_min = 1,
    .operands_max = 1,
    .run = pause_run,
};

const struct command command_go = {
    .name = "go",
    .usage = "DIR",
    .summary = "let a paused mirror go on",
    .operands_min = 1,
    .operands_max = 1,
    .run = go_run,
};

const struct command command_stop = {
    .name = "stop",
    .usage = "DIR",
    .summary = "end a running mirror as Ctrl-C would",
    .operands_min = 1,
    .operands_max = 1,
    .run = stop_run,
};
