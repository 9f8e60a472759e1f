/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_IMPORT_FOLDER_H
#define TIPTOE_IMPORT_FOLDER_H

#include "base/buf.h"

struct url;

/* Writes to the file TO the WARC records of the folder DIR, whose path is LABEL, that wget, Wget2 or HTTrack
 * has made: a response for each entry of HTTrack's cache; without a cache, a resource for each file whose
 * name says of which URL it is. The others are left out and reported. No symbolic link is followed.
 * ERROR_NOT_FOUND if START, the start page, is needed and NULL, or has no file; or the error of writing. */
int folder_read(int dir, const char *label, const struct url *start, int to)
    __attribute__((nonnull(2), warn_unused_result));

#endif
