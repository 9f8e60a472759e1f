/* SPDX-License-Identifier: MIT */
/* Opens the mirror that a command works on. */
#include "config.h"

#include "cmd/open.h"

#include "base/buf.h"
#include "term/message.h"

enum { WHY_MAX = 16 * 1024 };

int open_mirror(struct mirror *mirror, const char *dir, enum folder_use use)
{
    struct buf why;
    int error;

    buf_init(&why, WHY_MAX);
    error = mirror_open(mirror, dir, use, &why);
    if (error)
        message_error("%s", buf_text(&why));
    buf_release(&why);
    return error;
}
