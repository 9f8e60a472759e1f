/* SPDX-License-Identifier: MIT */
/* `tiptoe pause`, `go` and `stop`: control a running mirror. */
#include "config.h"

#include <errno.h>

#include "base/error.h"
#include "cmd/command.h"
#include "mirror/folder.h"
#include "term/message.h"

/* Says what an order has changed. ATTENDED: a run is active. */
static void tell(const char *path, const char *order, bool attended)
{
    if (strcmp(order, "stop") == 0)
        message_note("%s: the run is ending; to continue it later: tiptoe resume %s", path, path);
    else if (strcmp(order, "go") == 0)
        message_note("%s: %s", path, attended ? "the run continues" : "not paused; no run is active");
    else
        message_note("%s: %s: tiptoe go %s", path,
                     attended ? "the run pauses until" : "no run is active; the next one waits until", path);
}

/* Gives the order that the command is. Only an active run is stopped: otherwise the order would stop the next
 * run as soon as it starts. Another command that holds the mirror is not a run. */
static int give_order(const struct options *given)
{
    const char *path = given->operands[0], *order = given->command->name;
    struct folder folder;
    bool attended;
    int error = folder_open(&folder, path, FOLDER_READ);

    if (error == ERROR_NOT_FOUND) {
        message_error("%s: there is no mirror here; give the directory of a mirror", path);
        return EXIT_LOCAL;
    }
    if (!error) {
        attended = control_is_attended(folder.control_dir);
        if (strcmp(order, "stop") == 0 && !attended)
            message_note("%s: no run is active, so there is nothing to stop", path);
        else if (!(error = strcmp(order, "go") == 0 ? control_go(folder.control_dir)
                                                    : control_give(folder.control_dir, order)))
            tell(path, order, attended);
        folder_close(&folder);
    }
    if (error)
        message_error("%s/control: %s", path, errno ? strerror(errno) : error_text(error));
    return error ? EXIT_LOCAL : EXIT_COMPLETE;
}

const struct command command_pause = {
    .name = "pause",
    .usage = "[DIR]",
    .summary = "pause a running mirror; tiptoe go DIR continues it",
    .needs = NEEDS_MIRROR,
    .run = give_order,
};

const struct command command_go = {
    .name = "go",
    .usage = "[DIR]",
    .summary = "continue a paused mirror",
    .needs = NEEDS_MIRROR,
    .run = give_order,
};

const struct command command_stop = {
    .name = "stop",
    .usage = "[DIR]",
    .summary = "stop a running mirror, like Ctrl-C",
    .needs = NEEDS_MIRROR,
    .run = give_order,
};
