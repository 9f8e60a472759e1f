/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SITE_NAME_H
#define TIPTOE_SITE_NAME_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/span.h"

/* Names of single parts of a path, as path.h describes them. OUT must have room for a name before it is cut
 * to its size: three bytes for each byte of the URL. */

/* The length of a hash in a name, and the room that every name leaves for path_twin. */
enum { NAME_HASH_LEN = 16, NAME_TWIN_ROOM = NAME_HASH_LEN + 2 };

/* Adds the name of a directory for a part of a URL's path. */
void name_add_directory(struct buf *out, struct span part) __attribute__((nonnull));

/* Adds the name of a directory for an origin: HOST, "_http" unless SECURE, and '_' and PORT unless it is
 * empty. */
void name_add_host(struct buf *out, struct span host, bool secure, struct span port) __attribute__((nonnull));

/* Adds the name of a file: STEM, '@' and QUERY unless it is NULL, a dot and EXTENSION. */
void name_add_file(struct buf *out, struct span stem, const struct span *query, struct span extension)
    __attribute__((nonnull(1)));

/* Adds NAME_HASH_LEN letters and digits: 80 bits of SHA-256 over SALT and both texts. */
void name_add_hash(struct buf *out, const char *salt, struct span first, struct span second)
    __attribute__((nonnull));

#endif
