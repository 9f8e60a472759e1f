/* SPDX-License-Identifier: MIT */
/* Ends the program after a failure that leaves no way to continue. It allocates nothing: memory may be
 * exhausted. */
#include "config.h"

#include "base/die.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void die(const char *format, ...)
{
    char text[512];
    size_t used;
    va_list args;

    (void)snprintf(text, sizeof text / 2, "%s: fatal: ", program_invocation_short_name);
    used = strlen(text);
    va_start(args, format);
    (void)vsnprintf(text + used, sizeof text - used - 1, format, args);
    va_end(args);
    used = strlen(text);
    text[used++] = '\n';
    if (write(STDERR_FILENO, text, used) < 0)
        _exit(1);
    _exit(1);
}
