/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_SAID_H
#define TIPTOE_TESTS_SAID_H

/* The messages to the user. said_begin() keeps those that follow from stderr. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "term/message.h"

static int said_fd = -1;

static inline void said_begin(void)
{
    if (said_fd >= 0)
        close(said_fd);
    said_fd = memfd_create("said", MFD_CLOEXEC);
    message_redirect(said_fd, 80);
}

/* Whether a message since said_begin() has TEXT; with "", whether there was any. */
static inline bool said(const char *text)
{
    char seen[8192];
    ssize_t len = pread(said_fd, seen, sizeof seen, 0);

    return len > 0 && memmem(seen, (size_t)len, text, strlen(text)) != NULL;
}

#endif
