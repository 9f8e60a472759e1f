/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_PACKAGE_H
#define TIPTOE_EXPORT_PACKAGE_H

#include "base/span.h"

/* Writes a WACZ 1.1.1: a ZIP of stored entries in the order in which they are added, followed by the two
 * files that list them. Memory does not grow with the size of entries. The same input gives the same bytes:
 * entries have no time (those of ZIP are local times). */
struct wacz;

/* Writes to FD, a seekable file, which the caller keeps. Never NULL. */
struct wacz *wacz_new(int fd) __attribute__((returns_nonnull));
void wacz_free(struct wacz *wacz);

/* Adds an entry PATH: the first LEN bytes of the file FD. ERROR_CORRUPT if the file is shorter. */
int wacz_add_file(struct wacz *wacz, const char *path, int fd, uint64_t len) CHECKED;

/* Further members of datapackage.json; empty ones are omitted. Dates are RFC 3339. */
struct wacz_about {
    struct span title, description, created, software, main_url, main_date;
    struct span info; /* the user's, as in record_take_info */
};

/* Adds datapackage.json and datapackage-digest.json, and ends the ZIP. Nothing may be added afterwards. */
int wacz_finish(struct wacz *wacz, const struct wacz_about *about) CHECKED;

#endif
