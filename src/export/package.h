/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_PACKAGE_H
#define TIPTOE_EXPORT_PACKAGE_H

#include <stdint.h>

#include "base/span.h"

/* Writes a WACZ 1.1.1: a ZIP of stored entries, in the order in which they are added, with the two files that
 * list them at its end. Memory does not grow with what is added. The same input makes the same bytes: entries
 * have no time of their own (ZIP's are local times). */
struct wacz;

/* Writes to FD, a file that can be sought, which stays the caller's. Never NULL. */
struct wacz *wacz_new(int fd) __attribute__((returns_nonnull));
void wacz_free(struct wacz *wacz);

/* An entry PATH: the first LEN bytes of the file FD, or a text. ERROR_CORRUPT where the file is shorter. */
int wacz_add_file(struct wacz *wacz, const char *path, int fd, uint64_t len)
    __attribute__((nonnull, warn_unused_result));
int wacz_add_text(struct wacz *wacz, const char *path, struct span text)
    __attribute__((nonnull, warn_unused_result));

/* What datapackage.json says besides; what is empty is left out. Dates are RFC 3339. */
struct wacz_about {
    struct span title, description, created, software, main_url, main_date;
};

/* datapackage.json and datapackage-digest.json, and the end of the ZIP. Nothing may be added afterwards. */
int wacz_finish(struct wacz *wacz, const struct wacz_about *about)
    __attribute__((nonnull, warn_unused_result));

#endif
