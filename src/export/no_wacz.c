/* SPDX-License-Identifier: MIT */
/* In place of wacz.c in a build without libarchive. */
#include "config.h"

#ifndef HAVE_ARCHIVE
#include "base/buf.h"
#include "base/error.h"
#include "export/export.h"

int export_wacz(struct mirror *mirror, const char *path, bool with_withdrawn, struct buf *why)
{
    (void)mirror;
    (void)with_withdrawn;
    (void)buf_add_format(
        why, "%s: this tiptoe was built without libarchive, which writes packages; --warc works", path);
    return ERROR_INVALID;
}
#endif
