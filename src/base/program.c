/* SPDX-License-Identifier: MIT */
/* Runs other programs, by posix_spawn. */
#include "config.h"

#include "base/program.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/error.h"

int program_run(const char *const *arguments, int out, int *status)
{
    posix_spawn_file_actions_t actions;
    pid_t child;
    int number, how;

    if (posix_spawn_file_actions_init(&actions) != 0 ||
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) != 0 ||
        posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO) != 0 ||
        posix_spawn_file_actions_adddup2(&actions, out, STDERR_FILENO) != 0)
        die("no memory to start a program");
    number = posix_spawnp(&child, arguments[0], &actions, NULL, (char *const *)(uintptr_t)arguments, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    /* EACCES may be that of a folder of PATH. */
    if (number == ENOENT || (number == EACCES && !strchr(arguments[0], '/')))
        return ERROR_NOT_FOUND;
    errno = number;
    if (number)
        return error_from_errno(number);
    while (waitpid(child, &how, 0) < 0) {
        if (errno != EINTR)
            return error_from_errno(errno);
    }
    *status = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
    return 0;
}
